//===- MaskIdentity.cpp - -Wmask-identity ---------------------------------===//
//
//   x = tl.load(p + cols, mask=cols < n, other=0.0)
//   m = tl.max(x, axis=0)                              0 instead of a negative maximum
//   d = x - mean
//   v = tl.sum(d * d, axis=0)                          mean * mean for each column past n
//
// Reported when a load's masked-off lanes reach a reduction along a dimension of the mask with a value that changes
// the result: a number that is not the reduction's identity, or, in a sum, one that only the kernel's run knows.
//
// Silent where the number may be right: a maximum of what cannot be negative (|x|, x * x, exp(x), what is read through
// a parameter whose name says so) with 0; negative numbers in a maximum, which stand for -inf; integers in a maximum,
// since lengths and positions are not negative.
//
//===----------------------------------------------------------------------===//
#include "passes/lint/Lint.h"
#include "passes/lint/MaskedLanes.h"
#include "passes/lint/ReductionKind.h"
#include "llvm/ADT/SmallPtrSet.h"

using namespace mlir;
using namespace tritonc;
using namespace tritonc::lint;

/// Whether parameters of this name hold what is not negative: results of a first pass, counts and scales.
static bool namesNonNegative(StringRef name) {
  const std::string lower = name.lower();
  for (StringRef part : {"abs", "amax", "norm", "scale", "mid", "part", "prob", "count", "len", "sum", "var", "std"})
    if (StringRef(lower).contains(part))
      return true;
  return false;
}

namespace {
/// Whether no element can be negative, whatever memory holds.
class NonNegative {
public:
  bool holds(Value value, unsigned depth = 16) {
    if (auto number = constantFloat(value))
      return *number >= 0;
    // What a loop carries holds if it holds before, and after each iteration if before it.
    if (assumed.contains(value))
      return true;
    Operation *op = value.getDefiningOp();
    if (!op || depth == 0 || ++steps > 500)
      return false;
    auto operand = [&](unsigned i) { return holds(op->getOperand(i), depth - 1); };
    if (isa<math::AbsFOp, math::ExpOp, math::Exp2Op, math::SqrtOp, tt::PreciseSqrtOp, math::RsqrtOp, arith::UIToFPOp,
            arith::ExtUIOp>(op))
      return true;
    if (isa<arith::MulFOp>(op) && sameValue(op->getOperand(0), op->getOperand(1)))
      return true;
    if (isa<arith::MaximumFOp, arith::MaxNumFOp>(op))
      return operand(0) || operand(1);
    if (isa<arith::AddFOp, arith::MulFOp, arith::DivFOp, arith::MinimumFOp, arith::MinNumFOp>(op))
      return operand(0) && operand(1);
    if (isa<arith::SelectOp>(op))
      return operand(1) && operand(2);
    if (isa<arith::ExtFOp, arith::TruncFOp, tt::FpToFpOp, tt::SplatOp, tt::BroadcastOp, tt::ExpandDimsOp, tt::TransOp,
            tt::ReshapeOp>(op))
      return operand(0);
    if (auto load = dyn_cast<tt::LoadOp>(op)) {
      BlockArgument parameter = baseParameter(load.getPtr());
      return parameter && namesNonNegative(sourceName(parameter));
    }
    if (auto loop = dyn_cast<scf::ForOp>(op)) {
      const unsigned number = cast<OpResult>(value).getResultNumber();
      if (!holds(loop.getInitArgs()[number], depth - 1))
        return false;
      assumed.insert(loop.getRegionIterArg(number));
      return holds(loop.getYieldedValues()[number], depth - 1);
    }
    return false;
  }

private:
  llvm::DenseSet<Value> assumed;
  unsigned steps = 0;
};
} // namespace

static bool isNeutral(ReductionKind kind, double number, Value operand) {
  const bool isFloat = isa<FloatType>(getElementTypeOrSelf(operand));
  switch (kind) {
  case ReductionKind::Sum:
  case ReductionKind::Or:
  case ReductionKind::Xor:
    return number == 0;
  case ReductionKind::Product:
    return number == 1;
  case ReductionKind::Maximum:
    return !isFloat || number < 0 || (number == 0 && NonNegative().holds(operand));
  case ReductionKind::Minimum:
    return number > 0;
  case ReductionKind::And:
    return number == -1 || (number == 1 && getElementTypeOrSelf(operand).isInteger(1));
  case ReductionKind::Other:
    break;
  }
  return true;
}

static StringRef identityOf(ReductionKind kind, bool isFloat) {
  switch (kind) {
  case ReductionKind::Product:
    return "1";
  case ReductionKind::Maximum:
    return "-float('inf')";
  case ReductionKind::Minimum:
    return isFloat ? "float('inf')" : "the largest integer";
  case ReductionKind::And:
    return "-1";
  default:
    return "0";
  }
}

static std::string numberText(double number) {
  std::string text;
  llvm::raw_string_ostream os(text);
  if (std::isinf(number))
    os << (number < 0 ? "-inf" : "inf");
  else
    os << llvm::format("%g", number);
  return text;
}

static void report(const Lane &lane, tt::ReduceOp reduction, ReductionKind kind, bool isFloat) {
  tt::LoadOp load = lane.load;
  const StringRef identity = identityOf(kind, isFloat);
  auto other = load.getOther() ? constantFloat(load.getOther()) : std::nullopt;
  if (!other && load.getOther())
    if (auto integer = constantInteger(load.getOther()))
      other = double(*integer);
  const bool isDirect = lane.kind == Lane::Number && other && *other == lane.number;
  const std::string what =
      lane.kind == Lane::Number ? numberText(lane.number) : "what was computed with other lanes' values";
  Report warning(DiagId::mask_identity, load.getLoc(), nameOf(kind), what, identity);
  warning.note(reduction.getLoc(), "the " + nameOf(kind));
  if (isDirect)
    warning.hint("other=" + identity + ", or tl.where(mask, x, " + identity + ") in front of the " + nameOf(kind));
  else
    warning.hint("put tl.where(mask, x, " + identity + ") in front of the " + nameOf(kind));
}

void lint::warnMaskIdentity(lint::Function &function) {
  if (llvm::none_of(function.loads, [](tt::LoadOp load) { return load.getMask() && load.getOther(); }))
    return;
  llvm::SmallPtrSet<Operation *, 8> reported;
  for (tt::ReduceOp reduction : function.reductions) {
    const ReductionKind kind = kindOf(reduction);
    if (kind == ReductionKind::Other)
      continue;
    Value operand = reduction.getSrcs()[0];
    const bool isFloat = isa<FloatType>(getElementTypeOrSelf(operand));
    MaskedLanes lanes(operand, function.values);
    for (const MaskTerm &term : lanes.terms()) {
      if (!(term.dims >> reduction.getAxis() & 1))
        continue;
      Lane lane = lanes.whereOff(term);
      const bool isWrong = (lane.kind == Lane::Number && !isNeutral(kind, lane.number, operand)) ||
                           (lane.kind == Lane::Uniform && kind == ReductionKind::Sum);
      if (lane.load && isWrong && reported.insert(lane.load).second)
        report(lane, reduction, kind, isFloat);
    }
  }
}

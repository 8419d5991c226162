//===- BlockValues.cpp - expressions of indices ---------------------------===//
#include "passes/lint/BlockValues.h"
#include "passes/block/Cheap.h"

using namespace mlir;
using namespace tritonc;
using namespace tritonc::lint;

/// Expressions are followed this far; beyond, nothing is known.
constexpr unsigned kDepth = 48;

static int64_t saturate(__int128 value) {
  constexpr int64_t low = std::numeric_limits<int64_t>::min(), high = std::numeric_limits<int64_t>::max();
  return value < low ? low : value > high ? high : static_cast<int64_t>(value);
}

Interval Interval::ofType(Type type) {
  unsigned bits = getElementTypeOrSelf(type).isInteger() ? getElementTypeOrSelf(type).getIntOrFloatBitWidth() : 64;
  if (bits == 1)
    return {0, 1};
  int64_t high = bits >= 64 ? std::numeric_limits<int64_t>::max() : (int64_t(1) << (bits - 1)) - 1;
  return {-high - 1, high};
}

Dims lint::allDims(Value value) {
  Dims all = 0;
  if (auto type = dyn_cast<RankedTensorType>(value.getType()))
    for (auto [dim, size] : llvm::enumerate(type.getShape()))
      if (size > 1)
        all |= Dims(1) << dim;
  return all;
}

Dims BlockValues::varying(Value value) { return computeVarying(value, kDepth); }

/// `dims` with a dimension more, at `axis`.
static Dims insertDim(Dims dims, unsigned axis) {
  Dims below = dims & ((Dims(1) << axis) - 1);
  return below | ((dims & ~below) << 1);
}

Dims BlockValues::computeVarying(Value value, unsigned depth) {
  const Dims all = allDims(value);
  Operation *op = value.getDefiningOp();
  if (!all || !op || depth == 0)
    return all;
  if (auto known = dims.find(value); known != dims.end())
    return known->second;
  Dims result = all;
  if (auto constant = dyn_cast<arith::ConstantOp>(op)) {
    if (isa<SplatElementsAttr>(constant.getValue()))
      result = 0;
  } else if (isa<tt::SplatOp>(op)) {
    result = 0;
  } else if (auto expand = dyn_cast<tt::ExpandDimsOp>(op)) {
    result = insertDim(computeVarying(expand.getSrc(), depth - 1), expand.getAxis());
  } else if (auto broadcast = dyn_cast<tt::BroadcastOp>(op)) {
    result = computeVarying(broadcast.getSrc(), depth - 1);
  } else if (auto trans = dyn_cast<tt::TransOp>(op)) {
    const Dims source = computeVarying(trans.getSrc(), depth - 1);
    result = 0;
    for (auto [dim, from] : llvm::enumerate(trans.getOrder()))
      if (source >> from & 1)
        result |= Dims(1) << dim;
  } else if (isa<arith::MulIOp>(op) && llvm::any_of(op->getOperands(), [](Value factor) {
               return constantInteger(factor) == std::optional<int64_t>(0);
             })) {
    result = 0;
  } else if ((isElementwise(op) && isMemoryEffectFree(op)) || isa<tt::LoadOp>(op)) {
    result = 0;
    for (Value operand : op->getOperands())
      result |= computeVarying(operand, depth - 1);
  }
  return dims[value] = result & all;
}

Interval BlockValues::interval(Value value) { return computeInterval(value, kDepth); }

/// The smallest and largest of all combinations of bounds.
template <typename Combine> static Interval combine(Interval a, Interval b, Combine &&apply) {
  __int128 results[] = {apply(a.low, b.low), apply(a.low, b.high), apply(a.high, b.low), apply(a.high, b.high)};
  return {saturate(*std::min_element(results, results + 4)), saturate(*std::max_element(results, results + 4))};
}

Interval BlockValues::computeInterval(Value value, unsigned depth) {
  const Interval unknown = Interval::ofType(value.getType());
  Operation *op = value.getDefiningOp();
  if (auto argument = dyn_cast<BlockArgument>(value); argument && depth > 0) {
    auto loop = dyn_cast<scf::ForOp>(argument.getOwner()->getParentOp());
    if (!loop || argument != loop.getInductionVar())
      return unknown;
    const Interval low = computeInterval(loop.getLowerBound(), depth - 1),
                   high = computeInterval(loop.getUpperBound(), depth - 1),
                   step = computeInterval(loop.getStep(), depth - 1);
    if (step.low <= 0 || low.low == unknown.low || high.high == unknown.high)
      return unknown;
    // The last step that a loop of known bounds takes is exact.
    const bool isExact = low.low == low.high && step.low == step.high;
    const int64_t last = isExact ? low.low + (high.high - 1 - low.low) / step.low * step.low : high.high - 1;
    return {low.low, std::max(low.low, last)};
  }
  if (!op || depth == 0)
    return unknown;
  if (auto number = constantInteger(value))
    return {*number, *number};
  if (auto known = intervals.find(value); known != intervals.end())
    return known->second;
  auto operand = [&](unsigned i) { return computeInterval(op->getOperand(i), depth - 1); };
  using Wide = __int128;
  Interval result =
      llvm::TypeSwitch<Operation *, Interval>(op)
          .Case([&](tt::MakeRangeOp range) { return Interval{int64_t(range.getStart()), int64_t(range.getEnd()) - 1}; })
          // The largest grid of CUDA: 2^31-1 along x, 65535 along y and z (CUDA C++ Programming Guide, compute
          // capabilities). HIP's are no larger.
          .Case([&](tt::GetProgramIdOp program) {
            return Interval{0, program.getAxis() == tt::ProgramDim::X ? (int64_t(1) << 31) - 2 : 65534};
          })
          .Case<tt::SplatOp, tt::BroadcastOp, tt::ExpandDimsOp, tt::TransOp, tt::ReshapeOp, arith::ExtSIOp>(
              [&](Operation *) { return operand(0); })
          .Case([&](arith::ExtUIOp) {
            Interval source = operand(0);
            return source.low >= 0 ? source : unknown;
          })
          .Case([&](arith::AddIOp) { return combine(operand(0), operand(1), [](Wide a, Wide b) { return a + b; }); })
          .Case([&](arith::SubIOp) { return combine(operand(0), operand(1), [](Wide a, Wide b) { return a - b; }); })
          .Case([&](arith::MulIOp) { return combine(operand(0), operand(1), [](Wide a, Wide b) { return a * b; }); })
          .Case([&](arith::DivSIOp) {
            Interval divisor = operand(1);
            return divisor.low > 0 ? combine(operand(0), divisor, [](Wide a, Wide b) { return a / b; }) : unknown;
          })
          .Case([&](arith::RemSIOp) {
            Interval source = operand(0), divisor = operand(1);
            return divisor.low > 0 && source.low >= 0 ? Interval{0, std::min(source.high, divisor.high - 1)} : unknown;
          })
          .Case<arith::MinSIOp>([&](Operation *) {
            return combine(operand(0), operand(1), [](Wide a, Wide b) { return std::min(a, b); });
          })
          .Case<arith::MaxSIOp>([&](Operation *) {
            return combine(operand(0), operand(1), [](Wide a, Wide b) { return std::max(a, b); });
          })
          .Default(unknown);
  return intervals[value] = result;
}

Value lint::withoutShape(Value value) {
  while (Operation *op = value.getDefiningOp()) {
    if (!isa<tt::SplatOp, tt::BroadcastOp, tt::ExpandDimsOp>(op))
      break;
    value = op->getOperand(0);
  }
  return value;
}

Value lint::withoutWidth(Value value) {
  value = withoutShape(value);
  while (isa_and_nonnull<arith::ExtSIOp, arith::ExtUIOp>(value.getDefiningOp()))
    value = withoutShape(value.getDefiningOp()->getOperand(0));
  return value;
}

/// Whether both are the same expression, shapes included or as far as elements go. `steps` bounds the work, since
/// expressions that share parts are trees of exponential size.
static bool same(Value a, Value b, bool withShapes, unsigned depth, unsigned &steps) {
  if (!withShapes) {
    a = withoutShape(a);
    b = withoutShape(b);
  }
  if (a == b)
    return true;
  if (getElementTypeOrSelf(a) != getElementTypeOrSelf(b))
    return false;
  if (std::optional<int64_t> number = constantInteger(a); number && !withShapes)
    return number == constantInteger(b);
  Operation *first = a.getDefiningOp(), *second = b.getDefiningOp();
  if (!first || !second || depth == 0 || steps == 0 || first->getName() != second->getName() ||
      first->getNumOperands() != second->getNumOperands() || first->getNumRegions() || second->getNumRegions() ||
      cast<OpResult>(a).getResultNumber() != cast<OpResult>(b).getResultNumber() || !isMemoryEffectFree(first) ||
      first->getAttrDictionary() != second->getAttrDictionary())
    return false;
  // Other operations see where their elements are.
  withShapes |= !isElementwise(first) || first->getNumResults() != 1;
  if (withShapes && a.getType() != b.getType())
    return false;
  --steps;
  for (auto [left, right] : llvm::zip(first->getOperands(), second->getOperands()))
    if (!same(left, right, withShapes, depth - 1, steps))
      return false;
  return true;
}

bool lint::sameValue(Value a, Value b) {
  unsigned steps = 300;
  return same(a, b, /*withShapes=*/true, kDepth, steps);
}

bool lint::sameNumbers(Value a, Value b) {
  unsigned steps = 300;
  return same(a, b, /*withShapes=*/false, kDepth, steps);
}

/// The attribute that all elements are.
static Attribute constantElement(Value value) {
  auto constant = withoutShape(value).getDefiningOp<arith::ConstantOp>();
  if (!constant)
    return {};
  if (auto splat = dyn_cast<SplatElementsAttr>(constant.getValue()))
    return splat.getSplatValue<Attribute>();
  return constant.getValue();
}

std::optional<int64_t> lint::constantInteger(Value value) {
  auto number = dyn_cast_or_null<IntegerAttr>(constantElement(value));
  if (!number || number.getValue().getSignificantBits() > 64)
    return std::nullopt;
  return number.getType().isInteger(1) ? int64_t(!number.getValue().isZero()) : number.getValue().getSExtValue();
}

std::optional<double> lint::constantFloat(Value value) {
  auto number = dyn_cast_or_null<FloatAttr>(constantElement(value));
  return number ? std::optional(number.getValueAsDouble()) : std::nullopt;
}

BlockArgument lint::baseParameter(Value pointer) {
  for (unsigned steps = 0; steps < 256; ++steps) {
    Operation *op = pointer.getDefiningOp();
    if (!op) {
      auto argument = cast<BlockArgument>(pointer);
      Operation *owner = argument.getOwner()->getParentOp();
      if (isa<tt::FuncOp>(owner))
        return argument.getOwner()->isEntryBlock() ? argument : BlockArgument();
      // A loop moves a pointer within its buffer.
      auto loop = dyn_cast<scf::ForOp>(owner);
      if (!loop || argument == loop.getInductionVar())
        return {};
      pointer = loop.getTiedLoopInit(argument)->get();
    } else if (isa<tt::AddPtrOp, tt::SplatOp, tt::BroadcastOp, tt::ExpandDimsOp, tt::MakeTensorPtrOp, tt::AdvanceOp,
                   tt::BitcastOp, tt::ReshapeOp, tt::TransOp>(op)) {
      pointer = op->getOperand(0);
    } else if (auto loop = dyn_cast<scf::ForOp>(op)) {
      pointer = loop.getInitArgs()[cast<OpResult>(pointer).getResultNumber()];
    } else {
      return {};
    }
  }
  return {};
}

//===- LaneArithmetic.cpp - elementwise operations on masked-off lanes ----===//
//
// Numbers are folded; beyond that only what holds whatever the unknown operand is: 0 * x = 0, -inf + x = -inf, with x
// taken to be finite.
//
//===----------------------------------------------------------------------===//
#include "passes/lint/MaskedLanes.h"
#include <cmath>

using namespace mlir;
using namespace tritonc;
using namespace tritonc::lint;

Lane lint::joinLanes(const Lane &a, const Lane &b) {
  for (const Lane &each : {a, b})
    if (each.kind == Lane::Undefined)
      return each;
  if (a.kind == Lane::Number && b.kind == Lane::Number)
    return a.number == b.number ? (a.load ? a : b) : Lane();
  return a.kind == b.kind ? Lane{a.kind, 0, a.load ? a.load : b.load} : Lane();
}

/// The number that an operation on floats gives; none for operations that are not known here.
static std::optional<double> foldUnary(Operation *op, double x) {
  return llvm::TypeSwitch<Operation *, std::optional<double>>(op)
      .Case<arith::ExtFOp, arith::TruncFOp, tt::FpToFpOp, arith::SIToFPOp, arith::ExtSIOp>(
          [&](Operation *) { return x; })
      .Case<arith::UIToFPOp, arith::ExtUIOp, arith::TruncIOp>(
          [&](Operation *) { return x >= 0 && x < 128 ? std::optional(x) : std::nullopt; })
      .Case<arith::FPToSIOp, arith::FPToUIOp>(
          [&](Operation *) { return x >= 0 && x < 128 ? std::optional(std::trunc(x)) : std::nullopt; })
      .Case<arith::NegFOp>([&](Operation *) { return -x; })
      .Case<math::AbsFOp, math::AbsIOp>([&](Operation *) { return std::fabs(x); })
      .Case<math::ExpOp>([&](Operation *) { return std::exp(x); })
      .Case<math::Exp2Op>([&](Operation *) { return std::exp2(x); })
      .Case<math::LogOp>([&](Operation *) { return std::log(x); })
      .Case<math::Log2Op>([&](Operation *) { return std::log2(x); })
      .Case<math::SqrtOp, tt::PreciseSqrtOp>([&](Operation *) { return std::sqrt(x); })
      .Case<math::RsqrtOp>([&](Operation *) { return 1 / std::sqrt(x); })
      .Case<math::ErfOp>([&](Operation *) { return std::erf(x); })
      .Case<math::SinOp>([&](Operation *) { return std::sin(x); })
      .Case<math::CosOp>([&](Operation *) { return std::cos(x); })
      .Default(std::nullopt);
}

static std::optional<double> foldCompare(Operation *op, double x, double y) {
  if (auto compare = dyn_cast<arith::CmpFOp>(op)) {
    switch (compare.getPredicate()) {
    case arith::CmpFPredicate::OEQ:
      return x == y;
    case arith::CmpFPredicate::UNE:
      return x != y;
    case arith::CmpFPredicate::OLT:
      return x < y;
    case arith::CmpFPredicate::OLE:
      return x <= y;
    case arith::CmpFPredicate::OGT:
      return x > y;
    case arith::CmpFPredicate::OGE:
      return x >= y;
    default:
      return std::nullopt;
    }
  }
  switch (cast<arith::CmpIOp>(op).getPredicate()) {
  case arith::CmpIPredicate::eq:
    return x == y;
  case arith::CmpIPredicate::ne:
    return x != y;
  case arith::CmpIPredicate::slt:
    return x < y;
  case arith::CmpIPredicate::sle:
    return x <= y;
  case arith::CmpIPredicate::sgt:
    return x > y;
  case arith::CmpIPredicate::sge:
    return x >= y;
  default:
    return std::nullopt;
  }
}

static std::optional<double> foldBinary(Operation *op, double x, double y) {
  return llvm::TypeSwitch<Operation *, std::optional<double>>(op)
      .Case<arith::AddFOp, arith::AddIOp>([&](Operation *) { return x + y; })
      .Case<arith::SubFOp, arith::SubIOp>([&](Operation *) { return x - y; })
      .Case<arith::MulFOp, arith::MulIOp>([&](Operation *) { return x * y; })
      .Case<arith::DivFOp, tt::PreciseDivFOp>([&](Operation *) { return x / y; })
      .Case<arith::MaximumFOp, arith::MaxNumFOp, arith::MaxSIOp>([&](Operation *) { return std::fmax(x, y); })
      .Case<arith::MinimumFOp, arith::MinNumFOp, arith::MinSIOp>([&](Operation *) { return std::fmin(x, y); })
      .Case<arith::CmpFOp, arith::CmpIOp>([&](Operation *) { return foldCompare(op, x, y); })
      .Default(std::nullopt);
}

/// Zero divided, left over or shifted is zero.
static bool isQuotient(Operation *op) {
  return isa<arith::DivFOp, tt::PreciseDivFOp, arith::DivSIOp, arith::RemSIOp, arith::ShLIOp>(op);
}

/// Where the result is one of the two numbers, that one, which also says where it comes from.
static const Lane *chosen(Operation *op, const Lane &a, const Lane &b) {
  if (isa<arith::MaximumFOp, arith::MaxNumFOp, arith::MaxSIOp>(op))
    return a.number >= b.number ? &a : &b;
  if (isa<arith::MinimumFOp, arith::MinNumFOp, arith::MinSIOp>(op))
    return a.number <= b.number ? &a : &b;
  if (isa<arith::AddFOp, arith::AddIOp>(op) && (a.number == 0 || b.number == 0))
    return a.number == 0 ? &b : &a;
  return nullptr;
}

/// A number with something that is not known.
static std::optional<double> absorb(Operation *op, double number, bool isLeft) {
  if (std::isinf(number) && isa<arith::AddFOp>(op))
    return number;
  if (std::isinf(number) && isa<arith::SubFOp>(op))
    return isLeft ? number : -number;
  if (number == HUGE_VAL && isa<arith::MaximumFOp, arith::MaxNumFOp>(op))
    return number;
  if (number == -HUGE_VAL && isa<arith::MinimumFOp, arith::MinNumFOp>(op))
    return number;
  return std::nullopt;
}

/// Whether an operation on one number for all lanes and a number gives one number for all lanes that is as little
/// known. Excluded is what may well give a constant.
static bool staysUniform(Operation *op) {
  return isa<arith::AddFOp, arith::SubFOp, arith::MulFOp, arith::DivFOp, arith::AddIOp, arith::SubIOp, arith::MulIOp,
             arith::ExtFOp, arith::TruncFOp, tt::FpToFpOp, arith::SIToFPOp, arith::ExtSIOp, arith::NegFOp, math::AbsFOp,
             math::ExpOp, math::Exp2Op, math::SqrtOp, tt::PreciseDivFOp, tt::PreciseSqrtOp>(op);
}

Lane lint::combineLanes(Operation *op, ArrayRef<Lane> operands) {
  Lane result{Lane::Number, 0, {}};
  bool hasUnknown = false, hasData = false, hasUniform = false;
  // Zero times what is not defined counts as zero: it is one unless that is an infinity or NaN.
  const bool isProduct = isa<arith::MulFOp, arith::MulIOp, arith::AndIOp>(op);
  for (const Lane &each : isProduct ? operands : isQuotient(op) ? operands.take_front() : ArrayRef<Lane>())
    if (each.kind == Lane::Number && each.number == 0)
      return each;
  for (const Lane &each : operands) {
    if (each.kind == Lane::Undefined)
      return each;
    hasUnknown |= each.kind == Lane::Unknown;
    hasData |= each.kind == Lane::Data;
    hasUniform |= each.kind == Lane::Uniform;
    if (each.load)
      result.load = each.load;
  }
  auto number = [&](std::optional<double> folded) -> Lane {
    return folded && !std::isnan(*folded) ? Lane{Lane::Number, *folded, result.load} : Lane();
  };
  if (operands.size() == 1 && operands[0].kind == Lane::Number)
    return number(foldUnary(op, operands[0].number));
  if (operands.size() == 2) {
    const bool left = operands[0].kind == Lane::Number, right = operands[1].kind == Lane::Number;
    if (left && right)
      if (const Lane *one = chosen(op, operands[0], operands[1]))
        return *one;
    if (left && right)
      return number(foldBinary(op, operands[0].number, operands[1].number));
    if (left || right)
      if (auto folded = absorb(op, operands[left ? 0 : 1].number, left))
        return {Lane::Number, *folded, operands[left ? 0 : 1].load};
    // Multiplied by one, or with zero added, it stays what it is; the other operand decides.
  }
  if (hasUnknown)
    return {};
  if (hasData)
    return {Lane::Data, 0, {}};
  if (!hasUniform || !staysUniform(op))
    return {};
  // Infinities times something unknown may be either.
  for (const Lane &each : operands)
    if (each.kind == Lane::Number && std::isinf(each.number))
      return {};
  result.kind = Lane::Uniform;
  return result;
}

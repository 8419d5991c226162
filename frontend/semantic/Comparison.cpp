//===- Comparison.cpp - comparisons, logic and selection -------------------===//
//
// Float comparisons are ordered (false with a NaN), but for `!=`, which is unordered. Literals take part in comparisons
// as tensors of their own type: an fp16 block compared with 0.5 is compared in fp32.
//
//===----------------------------------------------------------------------===//
#include "frontend/semantic/Emission.h"

using namespace tritonc;

static arith::CmpIPredicate integerPredicate(CompareOp op, bool isSigned) {
  using P = arith::CmpIPredicate;
  switch (op) {
  case CompareOp::Lt:
    return isSigned ? P::slt : P::ult;
  case CompareOp::Le:
    return isSigned ? P::sle : P::ule;
  case CompareOp::Gt:
    return isSigned ? P::sgt : P::ugt;
  case CompareOp::Ge:
    return isSigned ? P::sge : P::uge;
  case CompareOp::Eq:
    return P::eq;
  case CompareOp::Ne:
    return P::ne;
  }
  return P::eq;
}

static arith::CmpFPredicate floatPredicate(CompareOp op) {
  using P = arith::CmpFPredicate;
  switch (op) {
  case CompareOp::Lt:
    return P::OLT;
  case CompareOp::Le:
    return P::OLE;
  case CompareOp::Gt:
    return P::OGT;
  case CompareOp::Ge:
    return P::OGE;
  case CompareOp::Eq:
    return P::OEQ;
  case CompareOp::Ne:
    return P::UNE;
  }
  return P::OEQ;
}

Value tritonc::compare(CallContext &context, CompareOp op, const Value &x, const Value &y) {
  Value lhs = toTensor(context, x), rhs = toTensor(context, y);
  if (lhs.isPoison() || rhs.isPoison())
    return Value::poison();
  // Two pointers of one type compare as addresses.
  if (lhs.runtimeType().isPointerLike() && rhs.runtimeType().scalar() == lhs.runtimeType().scalar()) {
    lhs = castTo(context, lhs, DType(ScalarKind::Int64));
    rhs = castTo(context, rhs, DType(ScalarKind::Int64));
  }
  if (!prepareOperands(context, lhs, rhs, {spelling(op)}))
    return Value::poison();
  const DType &type = lhs.runtimeType();
  DType result = type.withScalar(DType(ScalarKind::Int1));
  if (type.isFloating())
    return emit<arith::CmpFOp>(context, result, floatPredicate(op), lhs.ir(), rhs.ir());
  return emit<arith::CmpIOp>(context, result, integerPredicate(op, type.isSigned()), lhs.ir(), rhs.ir());
}

/// Int1 of the same shape: numbers and pointers are compared with zero.
static Value asCondition(CallContext &context, const Value &operand) {
  Value value = toTensor(context, operand);
  if (value.isPoison() || value.runtimeType().isBool())
    return value;
  return castTo(context, value, DType(ScalarKind::Int1));
}

Value tritonc::logicalAnd(CallContext &context, const Value &lhs, const Value &rhs) {
  return binaryOp(context, BinaryOp::And, asCondition(context, lhs), asCondition(context, rhs));
}

Value tritonc::logicalOr(CallContext &context, const Value &lhs, const Value &rhs) {
  return binaryOp(context, BinaryOp::Or, asCondition(context, lhs), asCondition(context, rhs));
}

Value tritonc::logicalNot(CallContext &context, const Value &operand) {
  Value condition = asCondition(context, operand);
  return condition.isPoison() ? condition : unaryOp(context, UnaryOp::Invert, condition);
}

Value tritonc::toBool(CallContext &context, const Value &operand) {
  Value value = toTensor(context, operand);
  if (value.isPoison())
    return value;
  if (value.isBlock()) {
    if (value.runtimeType().numElements() != 1) {
      context.report({}, DiagId::sem_block_condition, value.runtimeType().str())
          .withHint("reduce it to a scalar, for example with tl.max(x.to(tl.int32), axis=0)");
      return Value::poison();
    }
    value = unsplat(context, value);
  }
  return asCondition(context, value);
}

Value tritonc::select(CallContext &context, const Value &condition, const Value &lhs, const Value &rhs) {
  return emit<arith::SelectOp>(context, lhs.runtimeType(), condition.ir(), lhs.ir(), rhs.ir());
}

Value builtin::where(CallContext &context, const Arguments &args) {
  Value condition = asCondition(context, args[0]), x = args[1], y = args[2];
  if (condition.isPoison() || !prepareOperands(context, x, y, {"where", true, true}))
    return Value::poison();
  if (!broadcastTogether(context, condition, x) || !broadcastTogether(context, x, y))
    return Value::poison();
  return select(context, condition, x, y);
}

Value builtin::logical_and(CallContext &context, const Arguments &args) {
  return logicalAnd(context, args[0], args[1]);
}
Value builtin::logical_or(CallContext &context, const Arguments &args) { return logicalOr(context, args[0], args[1]); }

//===- Math.cpp - elementwise mathematics -----------------------------------===//
//
// As in Triton, these take fp32 and fp64 only: half types are to be converted by the kernel, which then says what it
// costs.
//
//===----------------------------------------------------------------------===//
#include "frontend/semantic/Emission.h"

using namespace tritonc;

/// The operand as fp32 or fp64 (or fp32 only); none after an error.
static std::optional<Value> floatOperand(CallContext &context, const Value &operand, llvm::StringRef name,
                                         bool singleOnly = false) {
  Value value = toTensor(context, operand);
  if (value.isPoison())
    return std::nullopt;
  ScalarKind kind = value.runtimeType().scalarKind();
  if (!value.runtimeType().isPointerLike() && (kind == ScalarKind::FP32 || (kind == ScalarKind::FP64 && !singleOnly)))
    return value;
  Diagnostic &diagnostic =
      context.report({}, DiagId::sem_math_type, name, singleOnly ? "fp32" : "fp32 or fp64", value.runtimeType().str());
  if (value.runtimeType().isFloating() || value.runtimeType().isInteger())
    diagnostic.withHint("convert it with .to(tl.float32)");
  return std::nullopt;
}

template <typename OpTy>
static Value unary(CallContext &context, const Arguments &args, llvm::StringRef name, bool singleOnly = false) {
  std::optional<Value> x = floatOperand(context, args[0], name, singleOnly);
  return x ? emit<OpTy>(context, x->runtimeType(), x->ir()) : Value::poison();
}

Value builtin::exp(CallContext &context, const Arguments &args) { return unary<math::ExpOp>(context, args, "exp"); }
Value builtin::exp2(CallContext &context, const Arguments &args) { return unary<math::Exp2Op>(context, args, "exp2"); }
Value builtin::log(CallContext &context, const Arguments &args) { return unary<math::LogOp>(context, args, "log"); }
Value builtin::log2(CallContext &context, const Arguments &args) { return unary<math::Log2Op>(context, args, "log2"); }
Value builtin::cos(CallContext &context, const Arguments &args) { return unary<math::CosOp>(context, args, "cos"); }
Value builtin::sin(CallContext &context, const Arguments &args) { return unary<math::SinOp>(context, args, "sin"); }
Value builtin::sqrt(CallContext &context, const Arguments &args) { return unary<math::SqrtOp>(context, args, "sqrt"); }
Value builtin::rsqrt(CallContext &context, const Arguments &args) {
  return unary<math::RsqrtOp>(context, args, "rsqrt");
}
Value builtin::erf(CallContext &context, const Arguments &args) { return unary<math::ErfOp>(context, args, "erf"); }
Value builtin::floor(CallContext &context, const Arguments &args) {
  return unary<math::FloorOp>(context, args, "floor");
}
Value builtin::ceil(CallContext &context, const Arguments &args) { return unary<math::CeilOp>(context, args, "ceil"); }
Value builtin::sqrt_rn(CallContext &context, const Arguments &args) {
  return unary<tt::PreciseSqrtOp>(context, args, "sqrt_rn", true);
}

Value builtin::abs(CallContext &context, const Arguments &args) {
  Value x = toTensor(context, args[0]);
  if (x.isPoison())
    return x;
  const DType &type = x.runtimeType();
  if (type.scalarKind() == ScalarKind::FP8E4B15) {
    Value bits = Value::runtime(x.ir(), type.withScalar(ScalarKind::UInt8));
    Value magnitude = binaryOp(context, BinaryOp::And, bits, Value::integer(0x7f));
    return magnitude.isPoison() ? magnitude : Value::runtime(magnitude.ir(), type);
  }
  if (type.isFloating())
    return emit<math::AbsFOp>(context, type, x.ir());
  if (type.isInteger())
    return type.isSigned() ? emit<math::AbsIOp>(context, type, x.ir()) : x;
  return context.error(DiagId::sem_not_numeric, type.str());
}

/// Python's abs: of a compile-time number a compile-time number.
Value builtin::pythonAbs(CallContext &context, const Arguments &args) {
  const Value &x = args[0];
  if (x.isFloat())
    return Value::real(std::fabs(x.asFloat()));
  if (x.isInt())
    return Value::integer(x.asInt() < Int(0) ? -x.asInt() : x.asInt());
  if (x.isBool())
    return Value::integer(x.asBool());
  return abs(context, args);
}

Value builtin::fdiv(CallContext &context, const Arguments &args) {
  Value operands[2] = {args[0], args[1]};
  if (!toTensors(context, operands))
    return Value::poison();
  auto &[x, y] = operands;
  for (const Value &operand : operands)
    if (!operand.runtimeType().isFloating())
      return context.error(DiagId::sem_float_expected, "fdiv", operand.runtimeType().str());
  OperandRules rules{"fdiv"};
  rules.promote = false;
  if (!prepareOperands(context, x, y, rules))
    return Value::poison();
  if (x.runtimeType() != y.runtimeType())
    return context.error(DiagId::sem_invalid_operands, "fdiv", x.runtimeType().str(), y.runtimeType().str());
  std::optional<bool> rounded = boolArgument(context, args, 2, "ieee_rounding");
  if (!rounded)
    return Value::poison();
  // Division of the other types rounds correctly anyway.
  if (*rounded && x.runtimeType().scalarKind() == ScalarKind::FP32)
    return emit<tt::PreciseDivFOp>(context, x.runtimeType(), x.ir(), y.ir());
  return emit<arith::DivFOp>(context, x.runtimeType(), x.ir(), y.ir());
}

Value builtin::div_rn(CallContext &context, const Arguments &args) {
  std::optional<Value> left = floatOperand(context, args[0], "div_rn", true);
  std::optional<Value> right = left ? floatOperand(context, args[1], "div_rn", true) : std::nullopt;
  if (!right || !prepareOperands(context, *left, *right, {"div_rn"}))
    return Value::poison();
  return emit<tt::PreciseDivFOp>(context, left->runtimeType(), left->ir(), right->ir());
}

Value builtin::fma(CallContext &context, const Arguments &args) {
  Value operands[3] = {args[0], args[1], args[2]};
  if (!toTensors(context, operands))
    return Value::poison();
  auto &[x, y, z] = operands;
  if (!prepareOperands(context, x, y, {"fma"}) || !prepareOperands(context, z, x, {"fma"}) ||
      !prepareOperands(context, z, y, {"fma"}))
    return Value::poison();
  if (!x.runtimeType().isFloating() || x.runtimeType() != y.runtimeType() || x.runtimeType() != z.runtimeType())
    return context.error(DiagId::sem_float_expected, "fma", x.runtimeType().str());
  return emit<math::FmaOp>(context, x.runtimeType(), x.ir(), y.ir(), z.ir());
}

/// Triton has one operation for all four integer types, the unsigned product.
Value builtin::umulhi(CallContext &context, const Arguments &args) {
  Value operands[2] = {args[0], args[1]};
  // A literal beside a tensor takes part with its own type, as a tensor does.
  if (!toTensors(context, operands))
    return Value::poison();
  for (const Value &operand : operands) {
    const DType &type = operand.runtimeType();
    if (!type.isInteger() || type.bitWidth() < 32)
      return context.error(DiagId::sem_math_type, "umulhi", "32-bit or 64-bit integers", type.str());
  }
  if (!prepareOperands(context, operands[0], operands[1], {"umulhi"}))
    return Value::poison();
  return emit<tt::MulhiUIOp>(context, operands[0].runtimeType(), operands[0].ir(), operands[1].ir());
}

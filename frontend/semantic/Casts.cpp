//===- Casts.cpp - conversions between scalar types ------------------------===//
//
// Rules that surprise, all Triton's:
//   - to int1 is `!= 0`, from int1 is 0 or 1 (int1 is unsigned);
//   - fp16 and bf16 go through fp32 to everything but fp32;
//   - narrowing floats rounds to nearest even; "rtz" is the only other mode, and goes through tt.fp_to_fp;
//   - float to integer truncates.
// fp8e4b15 has no type in MLIR: it travels as i8, and its conversions are integer arithmetic here, the same on every
// target (its fields are those of fp16 with the exponent's top bit and the mantissa's low bits left out).
//
//===----------------------------------------------------------------------===//
#include "frontend/semantic/Emission.h"

using namespace tritonc;

namespace {
const DType int1(ScalarKind::Int1), int16(ScalarKind::Int16), int64(ScalarKind::Int64), uint8(ScalarKind::UInt8),
    uint16(ScalarKind::UInt16), fp16(ScalarKind::FP16), fp32(ScalarKind::FP32), fp8e4b15(ScalarKind::FP8E4B15);

Value badCast(CallContext &context, const Value &value, const DType &type) {
  return context.error(DiagId::sem_bad_cast, value.runtimeType().str(), type.str());
}

Value notZero(CallContext &context, const Value &value) {
  Value zero = constantOf(context, Value::integer(0), value.runtimeType().scalar());
  return compare(context, CompareOp::Ne, value, zero);
}

Value reinterpret(const Value &value, const DType &scalar) {
  return Value::runtime(value.ir(), value.runtimeType().withScalar(scalar));
}

Value fpToFp(CallContext &context, const Value &value, const DType &to, std::optional<tt::RoundingMode> rounding) {
  DType type = value.runtimeType().withScalar(to);
  auto mode = rounding ? tt::RoundingModeAttr::get(context.context(), *rounding) : tt::RoundingModeAttr();
  return emit<tt::FpToFpOp>(context, type, type.toMLIR(context.context()), value.ir(), mode);
}

//===----------------------------------------------------------------------===//
// fp8e4b15
//===----------------------------------------------------------------------===//

Value literalOp(CallContext &context, BinaryOp op, const Value &value, int64_t literal) {
  return binaryOp(context, op, value, Value::integer(literal));
}

Value fromE4B15(CallContext &context, const Value &value, const DType &to) {
  Value bits = castTo(context, reinterpret(value, uint8), uint16);
  Value sign = literalOp(context, BinaryOp::Shl, literalOp(context, BinaryOp::And, bits, 0x80), 8);
  Value rest = literalOp(context, BinaryOp::Shl, literalOp(context, BinaryOp::And, bits, 0x7f), 7);
  Value half = bitcastTo(context, binaryOp(context, BinaryOp::Or, sign, rest), fp16);
  return castTo(context, half, to);
}

Value toE4B15(CallContext &context, const Value &value) {
  Value half = value;
  if (value.runtimeType().scalar() != fp16)
    half = castTo(context, castTo(context, value, fp32), fp16, "rtz");
  Value bits = bitcastTo(context, half, uint16);
  Value magnitude = literalOp(context, BinaryOp::And, bits, 0x7fff);
  // 1.75 is the largest finite magnitude kept; halves round away from zero.
  magnitude = elementwiseExtreme(context, magnitude,
                                 constantOf(context, Value::integer(0x3f00), magnitude.runtimeType()), false, false);
  magnitude = literalOp(context, BinaryOp::Shr, literalOp(context, BinaryOp::Add, magnitude, 0x40), 7);
  Value sign = literalOp(context, BinaryOp::And, literalOp(context, BinaryOp::Shr, bits, 8), 0x80);
  Value byte = castTo(context, binaryOp(context, BinaryOp::Or, magnitude, sign), uint8);
  return reinterpret(byte, fp8e4b15);
}

//===----------------------------------------------------------------------===//
// The kinds of conversion
//===----------------------------------------------------------------------===//

Value floatToFloat(CallContext &context, const Value &value, const DType &to, llvm::StringRef rounding) {
  DType from = value.runtimeType().scalar();
  bool narrows = to.bitWidth() < from.bitWidth();
  if (!rounding.empty() && !narrows) {
    context.report({}, DiagId::sem_rounding_not_narrowing, from.str(), to.str());
    return Value::poison();
  }
  bool towardZero = rounding == "rtz";
  if (from == fp8e4b15 || to == fp8e4b15)
    return from == fp8e4b15 ? fromE4B15(context, value, to) : toE4B15(context, value);
  if (from.isFP8() || to.isFP8() || towardZero) {
    std::optional<tt::RoundingMode> mode;
    if (narrows)
      mode = towardZero ? tt::RoundingMode::RTZ : tt::RoundingMode::RTNE;
    return fpToFp(context, value, to, mode);
  }
  bool half = from == fp16 || from == DType(ScalarKind::BF16);
  if (half && to != fp32)
    return castTo(context, castTo(context, value, fp32), to);
  DType type = value.runtimeType().withScalar(to);
  return narrows ? emitConversion<arith::TruncFOp>(context, type, value)
                 : emitConversion<arith::ExtFOp>(context, type, value);
}

Value integerToInteger(CallContext &context, const Value &value, const DType &to) {
  DType from = value.runtimeType().scalar(), type = value.runtimeType().withScalar(to);
  if (to.isBool())
    return notZero(context, value);
  if (from.bitWidth() == to.bitWidth())
    return reinterpret(value, to);
  if (from.bitWidth() > to.bitWidth())
    return emitConversion<arith::TruncIOp>(context, type, value);
  if (from.isSigned())
    return emitConversion<arith::ExtSIOp>(context, type, value);
  return emitConversion<arith::ExtUIOp>(context, type, value);
}

Value floatToInteger(CallContext &context, const Value &value, const DType &to) {
  DType from = value.runtimeType().scalar(), type = value.runtimeType().withScalar(to);
  if (from.bitWidth() < 32)
    return castTo(context, castTo(context, value, fp32), to);
  if (to.isBool())
    return notZero(context, value);
  if (to.isSigned())
    return emitConversion<arith::FPToSIOp>(context, type, value);
  return emitConversion<arith::FPToUIOp>(context, type, value);
}

Value integerToFloat(CallContext &context, const Value &value, const DType &to) {
  if (!to.isStandardFloating())
    return castTo(context, castTo(context, value, fp32), to);
  DType type = value.runtimeType().withScalar(to);
  if (value.runtimeType().isSigned())
    return emitConversion<arith::SIToFPOp>(context, type, value);
  return emitConversion<arith::UIToFPOp>(context, type, value);
}

Value pointerCast(CallContext &context, const Value &value, const DType &to) {
  DType from = value.runtimeType().scalar(), type = value.runtimeType().withScalar(to);
  Type ir = type.toMLIR(context.context());
  if (from.isPointer() && to.isPointer())
    return ir == value.ir().getType() ? Value::runtime(value.ir(), type)
                                      : emit<tt::BitcastOp>(context, type, ir, value.ir());
  if (from.isPointer() && to.isBool())
    return notZero(context, castTo(context, value, int64));
  if (from.isPointer() && to.isInteger() && to.bitWidth() == 64)
    return emit<tt::PtrToIntOp>(context, type, ir, value.ir());
  if (from.isInteger() && to.isPointer()) {
    Value address = castTo(context, value, int64);
    return emit<tt::IntToPtrOp>(context, type, ir, address.ir());
  }
  return badCast(context, value, to);
}
} // namespace

Value tritonc::castTo(CallContext &context, const Value &operand, const DType &type, llvm::StringRef rounding) {
  Value value = toTensor(context, operand);
  if (value.isPoison())
    return value;
  if (!rounding.empty() && rounding != "rtne" && rounding != "rtz") {
    context.report({}, DiagId::sem_unknown_option, "fp_downcast_rounding", rounding).withHint("'rtne' or 'rtz'");
    return Value::poison();
  }
  DType from = value.runtimeType().scalar(), to = type.scalar();
  if (from == to)
    return value;
  if (from.isPointer() || to.isPointer())
    return pointerCast(context, value, to);
  if (!from.isScalarNumber() || !to.isScalarNumber())
    return badCast(context, value, to);
  if (from.isFloating() && to.isFloating())
    return floatToFloat(context, value, to, rounding);
  if (!rounding.empty()) {
    context.report({}, DiagId::sem_rounding_not_narrowing, from.str(), to.str());
    return Value::poison();
  }
  if (from.isInteger())
    return to.isInteger() ? integerToInteger(context, value, to) : integerToFloat(context, value, to);
  return floatToInteger(context, value, to);
}

Value tritonc::bitcastTo(CallContext &context, const Value &operand, const DType &type) {
  Value value = toTensor(context, operand);
  if (value.isPoison())
    return value;
  DType from = value.runtimeType().scalar(), to = type.scalar();
  if (from == to)
    return value;
  if (from.isPointer() || to.isPointer())
    return castTo(context, value, to);
  if (!from.isScalarNumber() || !to.isScalarNumber())
    return badCast(context, value, to);
  if (from.bitWidth() != to.bitWidth())
    return context.error(DiagId::sem_bitcast_width, value.runtimeType().str(), to.str());
  DType result = value.runtimeType().withScalar(to);
  Type ir = result.toMLIR(context.context());
  if (ir == value.ir().getType())
    return Value::runtime(value.ir(), result);
  return emit<tt::BitcastOp>(context, result, ir, value.ir());
}

Value builtin::cast(CallContext &context, const Arguments &args) {
  std::optional<DType> type = typeArgument(context, args, 1, "dtype");
  std::optional<bool> bitcast = boolArgument(context, args, 3, "bitcast");
  std::string rounding;
  if (!args[2].isNone()) {
    std::optional<std::string> text = stringArgument(context, args, 2, "fp_downcast_rounding");
    if (!text)
      return Value::poison();
    rounding = *text;
  }
  if (!type || !bitcast)
    return Value::poison();
  return *bitcast ? bitcastTo(context, args[0], *type) : castTo(context, args[0], *type, rounding);
}

Value builtin::to_tensor(CallContext &context, const Arguments &args) { return toTensor(context, args[0]); }

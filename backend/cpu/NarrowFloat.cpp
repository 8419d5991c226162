//===- NarrowFloat.cpp - floats that are stored narrow and computed wide --===//
//
// fp16, bf16 and the 8-bit floats are computed in f32 and rounded after each operation, which gives the correctly
// rounded result of +, -, *, / and sqrt, since f32 has more than twice their precision and two bits. fp16 uses the
// host's conversions; the others are converted by integer arithmetic that vectorises.
//
// 8-bit formats (OCP OFP8 1.0; "fnuz": no infinities, no negative zero, 0x80 is NaN):
//   type   exponent  mantissa  bias  infinities  NaN
//   e5m2          5         2    15  yes         as IEEE
//   e4m3fn        4         3     7  no          S.1111.111
//   e5m2fnuz      5         2    16  no          0x80
//   e4m3fnuz      4         3     8  no          0x80
//   e4m3b11fnuz   4         3    11  no          0x80
//
//===----------------------------------------------------------------------===//
#include "backend/cpu/Emitter.h"

using namespace mlir;

namespace tritonc::cpu {

namespace {
struct ByteFloat {
  int mantissa, bias;
  bool infinities, fnuz;
};
} // namespace

static std::optional<ByteFloat> byteFloat(Type type) {
  if (isa<Float8E5M2Type>(type))
    return ByteFloat{2, 15, true, false};
  if (isa<Float8E4M3FNType>(type))
    return ByteFloat{3, 7, false, false};
  if (isa<Float8E5M2FNUZType>(type))
    return ByteFloat{2, 16, false, true};
  if (isa<Float8E4M3FNUZType>(type))
    return ByteFloat{3, 8, false, true};
  if (isa<Float8E4M3B11FNUZType>(type))
    return ByteFloat{3, 11, false, true};
  return std::nullopt;
}

llvm::Value *Emitter::toFloat(llvm::Value *value, Type type) {
  int lanes = lanesOf(value);
  llvm::Type *f32 = vectorOf(b.getFloatTy(), lanes), *i32 = vectorOf(b.getInt32Ty(), lanes);
  auto c = [&](uint32_t x) { return llvm::ConstantInt::get(i32, x); };
  if (type.isF32())
    return value;
  if (type.isF16())
    return b.CreateFPExt(value, f32);
  if (type.isBF16())
    return b.CreateBitCast(b.CreateShl(b.CreateZExt(value, i32), c(16)), f32);
  std::optional<ByteFloat> format = byteFloat(type);
  if (!format)
    return value;
  llvm::Value *bits = b.CreateZExt(value, i32);
  llvm::Value *sign = b.CreateShl(b.CreateAnd(bits, c(0x80)), c(24));
  llvm::Value *magnitude = b.CreateAnd(bits, c(0x7f));
  // The bits in f32's fields have a value that is off by a power of two, for subnormals as well: one exact product puts
  // it right. 127 is f32's bias.
  llvm::Value *placed = b.CreateBitCast(b.CreateShl(magnitude, c(23 - format->mantissa)), f32);
  llvm::Value *scale = b.CreateBitCast(c((127 + 127 - format->bias) << 23), f32);
  llvm::Value *result = b.CreateBitCast(b.CreateFMul(placed, scale), i32);
  llvm::Value *isNaN;
  if (format->fnuz) {
    isNaN = b.CreateICmpEQ(bits, c(0x80));
  } else if (format->infinities) {
    llvm::Value *isInf = b.CreateICmpEQ(magnitude, c(0x7c));
    result = b.CreateSelect(isInf, c(0x7f800000), result);
    isNaN = b.CreateICmpUGT(magnitude, c(0x7c));
  } else {
    isNaN = b.CreateICmpEQ(magnitude, c(0x7f));
  }
  result = b.CreateOr(b.CreateSelect(isNaN, c(0x7fc00000), result), sign);
  return b.CreateBitCast(result, f32);
}

llvm::Value *Emitter::fromFloat(llvm::Value *value, Type type, bool towardZero) {
  int lanes = lanesOf(value);
  llvm::Type *f32 = vectorOf(b.getFloatTy(), lanes), *i32 = vectorOf(b.getInt32Ty(), lanes);
  auto c = [&](uint32_t x) { return llvm::ConstantInt::get(i32, x); };
  if (type.isF32())
    return value;
  llvm::Value *bits = b.CreateBitCast(value, i32);
  llvm::Value *magnitude = b.CreateAnd(bits, c(0x7fffffff));
  llvm::Value *isNaN = b.CreateICmpUGT(magnitude, c(0x7f800000));
  if (type.isF16()) {
    llvm::Value *rounded = b.CreateFPTrunc(value, vectorOf(b.getHalfTy(), lanes));
    if (!towardZero)
      return rounded;
    // Step back where rounding went away from zero. NaN compares false.
    llvm::Value *back = b.CreateFPExt(rounded, f32);
    llvm::Value *tooFar = b.CreateFCmpOGT(b.CreateUnaryIntrinsic(llvm::Intrinsic::fabs, back),
                                          b.CreateUnaryIntrinsic(llvm::Intrinsic::fabs, value));
    // Infinities stay.
    tooFar = b.CreateAnd(tooFar, b.CreateICmpNE(magnitude, c(0x7f800000)));
    llvm::Type *i16 = vectorOf(b.getInt16Ty(), lanes);
    llvm::Value *half = b.CreateBitCast(rounded, i16);
    return b.CreateBitCast(b.CreateSub(half, b.CreateZExt(tooFar, i16)), rounded->getType());
  }
  if (type.isBF16()) {
    llvm::Value *top = b.CreateLShr(bits, c(16));
    llvm::Value *rounded = top;
    if (!towardZero) {
      // Round half to even on the lower 16 bits.
      llvm::Value *bias = b.CreateAdd(b.CreateAnd(top, c(1)), c(0x7fff));
      rounded = b.CreateLShr(b.CreateAdd(bits, bias), c(16));
    }
    rounded = b.CreateSelect(isNaN, b.CreateOr(top, c(0x40)), rounded);
    return b.CreateTrunc(rounded, vectorOf(b.getInt16Ty(), lanes));
  }
  std::optional<ByteFloat> format = byteFloat(type);
  if (!format)
    return value;
  int drop = 23 - format->mantissa;
  uint32_t largest = format->fnuz ? 0x7f : format->infinities ? 0x7b : 0x7e;
  // Normal results: rebias the exponent and round the bits that do not fit.
  llvm::Value *rebased = b.CreateSub(magnitude, c((127 - format->bias) << 23));
  llvm::Value *half =
      towardZero ? c(0) : b.CreateAdd(b.CreateAnd(b.CreateLShr(rebased, c(drop)), c(1)), c((1u << (drop - 1)) - 1));
  llvm::Value *normal = b.CreateLShr(b.CreateAdd(rebased, half), c(drop));
  // Subnormal results: adding a power of two whose last place is the format's smallest step rounds to that step.
  // Rounding toward zero truncates instead.
  llvm::Value *absolute = b.CreateBitCast(magnitude, f32);
  int smallest = 1 - format->bias - format->mantissa;
  llvm::Value *subnormal;
  if (towardZero) {
    llvm::Value *steps = b.CreateFMul(absolute, b.CreateBitCast(c((127 - smallest) << 23), f32));
    subnormal =
        b.CreateFPToUI(b.CreateBinaryIntrinsic(llvm::Intrinsic::minnum, steps, llvm::ConstantFP::get(f32, 255.0)), i32);
  } else {
    llvm::Value *magic = b.CreateBitCast(c((127 + smallest + 23) << 23), f32);
    subnormal = b.CreateSub(b.CreateBitCast(b.CreateFAdd(absolute, magic), i32), b.CreateBitCast(magic, i32));
  }
  llvm::Value *isSubnormal = b.CreateICmpULT(magnitude, c((127 - format->bias + 1) << 23));
  llvm::Value *result = b.CreateSelect(isSubnormal, subnormal, normal);
  // Too large: the largest finite number, infinity included, as on the GPUs (PTX ISA, cvt.satfinite); infinity stays
  // only where the format has it and rounding is towards zero, as in Triton.
  llvm::Value *tooLarge = b.CreateICmpUGT(result, c(largest));
  llvm::Value *isInf = b.CreateICmpEQ(magnitude, c(0x7f800000));
  result = b.CreateSelect(tooLarge, c(largest), result);
  if (format->infinities && towardZero)
    result = b.CreateSelect(isInf, c(0x7c), result);
  llvm::Value *sign = b.CreateAnd(b.CreateLShr(bits, c(24)), c(0x80));
  if (format->fnuz) {
    // There is no negative zero.
    sign = b.CreateSelect(b.CreateICmpEQ(result, c(0)), c(0), sign);
    result = b.CreateSelect(isNaN, c(0x80), b.CreateOr(result, sign));
  } else {
    result = b.CreateOr(b.CreateSelect(isNaN, c(0x7f), result), sign);
  }
  return b.CreateTrunc(result, vectorOf(b.getInt8Ty(), lanes));
}

/// f64 -> f32 such that a second rounding, to a narrower type, gives what one rounding would: round to odd ("Innocuous
/// double rounding", Boldo and Melquiond 2008).
static llvm::Value *roundToOdd(llvm::IRBuilder<> &b, llvm::Value *value, llvm::Type *f32, llvm::Type *i32) {
  llvm::Value *rounded = b.CreateFPTrunc(value, f32);
  llvm::Value *back = b.CreateFPExt(rounded, value->getType());
  llvm::Value *bits = b.CreateBitCast(rounded, i32);
  // One ulp toward zero where rounding went away from it; then the last bit says "inexact".
  llvm::Value *away = b.CreateFCmpOGT(b.CreateUnaryIntrinsic(llvm::Intrinsic::fabs, back),
                                      b.CreateUnaryIntrinsic(llvm::Intrinsic::fabs, value));
  llvm::Value *truncated = b.CreateSub(bits, b.CreateZExt(away, i32));
  llvm::Value *inexact = b.CreateZExt(b.CreateFCmpONE(back, value), i32);
  return b.CreateBitCast(b.CreateOr(truncated, inexact), f32);
}

llvm::Value *Emitter::convertFloat(llvm::Value *value, Type from, Type to, bool towardZero) {
  int lanes = lanesOf(value);
  llvm::Type *f32 = vectorOf(b.getFloatTy(), lanes), *f64 = vectorOf(b.getDoubleTy(), lanes);
  if (from == to)
    return value;
  if (from.isF64()) {
    if (to.isF32() && !towardZero)
      return b.CreateFPTrunc(value, f32);
    llvm::Value *odd = roundToOdd(b, value, f32, vectorOf(b.getInt32Ty(), lanes));
    if (to.isF32()) {
      // Toward zero: as round to odd, but with the last bit as it was.
      llvm::Value *rounded = b.CreateFPTrunc(value, f32), *back = b.CreateFPExt(rounded, f64);
      llvm::Value *away = b.CreateFCmpOGT(b.CreateUnaryIntrinsic(llvm::Intrinsic::fabs, back),
                                          b.CreateUnaryIntrinsic(llvm::Intrinsic::fabs, value));
      llvm::Type *i32 = vectorOf(b.getInt32Ty(), lanes);
      return b.CreateBitCast(b.CreateSub(b.CreateBitCast(rounded, i32), b.CreateZExt(away, i32)), f32);
    }
    return fromFloat(odd, to, towardZero);
  }
  llvm::Value *wide = toFloat(value, from);
  if (to.isF64())
    return b.CreateFPExt(wide, f64);
  return fromFloat(wide, to, towardZero);
}

llvm::Value *Emitter::memoryForm(llvm::Value *value, Type element) {
  if (!element.isInteger(1))
    return value;
  return b.CreateZExt(value, vectorOf(b.getInt8Ty(), lanesOf(value)));
}

llvm::Value *Emitter::valueForm(llvm::Value *value, Type element) {
  if (!element.isInteger(1))
    return value;
  return b.CreateICmpNE(value, llvm::Constant::getNullValue(value->getType()));
}

llvm::Type *Emitter::valueType(Type element) {
  if (isa<tt::PtrType>(element))
    return b.getPtrTy();
  if (element.isIndex())
    return b.getInt64Ty();
  if (auto integer = dyn_cast<IntegerType>(element))
    return b.getIntNTy(integer.getWidth());
  if (element.isF16())
    return b.getHalfTy();
  if (element.isF32())
    return b.getFloatTy();
  if (element.isF64())
    return b.getDoubleTy();
  // bf16 and the 8-bit floats as their bits.
  return b.getIntNTy(element.getIntOrFloatBitWidth());
}

llvm::Type *Emitter::memoryType(Type element) { return element.isInteger(1) ? b.getInt8Ty() : valueType(element); }

int64_t Emitter::memoryBytes(Type element) {
  if (isa<tt::PtrType>(element) || element.isIndex())
    return 8;
  return std::max<int64_t>(1, element.getIntOrFloatBitWidth() / 8);
}

SmallVector<llvm::Type *> Emitter::partTypes(Type type) { return {valueType(type)}; }

} // namespace tritonc::cpu

//===- Fp8.cpp - 8-bit floats on targets without instructions for them ----===//
//
// All five formats are a sign, E bits of exponent and M of mantissa, and differ in the bias and in which codes are not
// finite. With that table both directions are a few integer operations on the bits of an f32:
//   - to f32: the exponent and mantissa bits moved into place are the value scaled by 2^(bias-127), subnormals
//   included;
//     one exact multiplication puts that right.
//   - from f32: normal numbers are rounded by adding half a unit to the bits and shifting; numbers below the normal
//     range by adding a power of two whose unit in the last place is the smallest subnormal, which rounds in hardware.
//
// Formats: OCP 8-bit floating point specification (E4M3FN, E5M2); the FNUZ forms as in MLIR's type documentation: bias
// one larger, no infinities, no negative zero, NaN is 0x80.
//
//===----------------------------------------------------------------------===//
#include "passes/lower/Fp8.h"

using namespace mlir;

namespace tritonc::lower {
namespace {

using LLVM::FCmpPredicate;
using LLVM::ICmpPredicate;

struct Format {
  unsigned mantissa;
  int bias;
  /// The largest finite value's code, without sign.
  unsigned largest;
  bool hasInfinity;
  bool unsignedZero; // FNUZ
};

std::optional<Format> formatOf(Type type) {
  if (isa<Float8E4M3FNType>(type))
    return Format{3, 7, 0x7e, false, false};
  if (isa<Float8E5M2Type>(type))
    return Format{2, 15, 0x7b, true, false};
  if (isa<Float8E4M3FNUZType>(type))
    return Format{3, 8, 0x7f, false, true};
  if (isa<Float8E5M2FNUZType>(type))
    return Format{2, 16, 0x7f, false, true};
  if (isa<Float8E4M3B11FNUZType>(type))
    return Format{3, 11, 0x7f, false, true};
  return std::nullopt;
}

/// 2^exponent as f32.
Value powerOfTwo(Emitter &e, int exponent) { return e.f32(std::ldexp(1.0, exponent)); }

Value decode(Emitter &e, Value byte, const Format &format) {
  Value code = e.zext(byte, e.i32Ty());
  Value magnitude = e.and_(code, e.i32(0x7f));
  Value sign = e.shl(e.and_(code, e.i32(0x80)), 24);
  Value scaled = e.bitcast(e.shl(magnitude, 23 - format.mantissa), e.f32Ty());
  Value bits = e.bitcast(e.fmul(scaled, powerOfTwo(e, 127 - format.bias)), e.i32Ty());
  if (format.hasInfinity) {
    // Infinity and NaN keep their mantissa under the full exponent.
    Value special = e.icmp(ICmpPredicate::ugt, magnitude, e.i32(format.largest));
    bits = e.select(special, e.or_(bits, e.i32(0x7f800000)), bits);
  } else {
    Value nan = format.unsignedZero ? e.eq(code, e.i32(0x80)) : e.eq(magnitude, e.i32(0x7f));
    bits = e.select(nan, e.i32(0x7fc00000), bits);
  }
  return e.bitcast(e.or_(bits, sign), e.f32Ty());
}

Value encode(Emitter &e, Value v, const Format &format, bool towardsZero) {
  Value bits = e.bitcast(v, e.i32Ty());
  Value magnitude = e.and_(bits, e.i32(0x7fffffff));
  Value sign = e.and_(e.lshr(bits, 24), e.i32(0x80));
  unsigned drop = 23 - format.mantissa;

  Value odd = e.and_(e.lshr(magnitude, drop), e.i32(1));
  Value halfUp = e.add(e.add(magnitude, e.i32((1u << (drop - 1)) - 1)), odd);
  Value rounded = e.lshr(towardsZero ? magnitude : halfUp, drop);
  Value normal = e.sub(rounded, e.i32((127 - format.bias) << format.mantissa));

  // The unit in the last place of 2^k is 2^(k-23); the smallest subnormal is 2^(1-bias-mantissa).
  Value magic = powerOfTwo(e, 1 - format.bias - static_cast<int>(format.mantissa) + 23);
  Value shifted = LLVM::FAddOp::create(e.builder, e.getLoc(), e.bitcast(magnitude, e.f32Ty()), magic);
  Value subnormal = e.sub(e.bitcast(shifted, e.i32Ty()), e.bitcast(magic, e.i32Ty()));
  if (towardsZero) {
    // Both are exact: the sum has the unit of the subnormals.
    Value back = LLVM::FSubOp::create(e.builder, e.getLoc(), shifted, magic);
    Value tooFar = e.fcmp(FCmpPredicate::ogt, back, e.bitcast(magnitude, e.f32Ty()));
    subnormal = e.select(tooFar, e.sub(subnormal, e.i32(1)), subnormal);
  }

  Value isNormal = e.icmp(ICmpPredicate::uge, magnitude, e.i32((128 - format.bias) << 23));
  Value code = e.select(isNormal, normal, subnormal);
  Value tooLarge = e.icmp(ICmpPredicate::sgt, code, e.i32(format.largest));
  code = e.select(tooLarge, e.i32(format.largest), code);
  if (towardsZero && format.hasInfinity)
    code = e.select(e.eq(magnitude, e.i32(0x7f800000)), e.i32(format.largest + 1), code);
  Value isNan = e.icmp(ICmpPredicate::ugt, magnitude, e.i32(0x7f800000));
  if (format.unsignedZero) {
    Value withSign = e.select(e.eq(code, e.i32(0)), code, e.or_(code, sign));
    code = e.select(isNan, e.i32(0x80), withSign);
  } else {
    code = e.or_(e.select(isNan, e.i32(0x7f), code), sign);
  }
  return e.trunc(code, e.i8Ty());
}

} // namespace

Registers fp8ToFloat(FunctionLowering &f, ArrayRef<Value> bytes, Type fp8, Type to) {
  Emitter &e = f.e;
  if (auto direct = f.target.fp8ToFloat(e, fp8, bytes, to); !direct.empty())
    return Registers(direct);
  Registers results;
  for (Value byte : bytes) {
    Value v;
    if (isa<Float8E5M2Type>(fp8)) {
      // The upper half of an f16.
      v = e.bitcast(e.shl(e.zext(byte, e.i16Ty()), 8), e.f16Ty());
      if (!to.isF16())
        v = e.fpext(v, to.isF64() ? to : e.f32Ty());
    } else {
      v = decode(e, byte, *formatOf(fp8));
    }
    if (Emitter::bitsOf(v.getType()) > Emitter::bitsOf(to))
      v = e.fptrunc(v, to);
    else if (Emitter::bitsOf(v.getType()) < Emitter::bitsOf(to))
      v = e.fpext(v, to);
    results.push_back(v);
  }
  return results;
}

Registers floatToFp8(FunctionLowering &f, ArrayRef<Value> values, Type fp8, bool towardsZero) {
  Emitter &e = f.e;
  // Instructions round to nearest.
  if (!towardsZero)
    if (auto direct = f.target.floatToFp8(e, values, fp8); !direct.empty())
      return Registers(direct);
  Registers results;
  for (Value v : values) {
    Value single = v.getType().isF64() ? e.fptrunc(v, e.f32Ty()) : e.fpext(v, e.f32Ty());
    results.push_back(encode(e, single, *formatOf(fp8), towardsZero));
  }
  return results;
}

} // namespace tritonc::lower

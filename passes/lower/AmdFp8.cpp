//===- AmdFp8.cpp - AMD's conversions of 8-bit floats ---------------------===//
//
// V_CVT_F32_FP8/BF8 and V_CVT_PK_FP8/BF8_F32 (ISA guides of CDNA 3, CDNA 4 and RDNA 4) convert a byte of a register,
// and two numbers into half of one; "bf8" is the format with two bits of mantissa. gfx942 means the FNUZ formats by
// them, the others those of OCP. They round to nearest, ties to even. What is too large would become NaN or infinity,
// so numbers are limited first.
//
//===----------------------------------------------------------------------===//
#include "passes/lower/AmdFp8.h"
#include "passes/ir/Fp8Format.h"

using namespace mlir;

namespace tritonc::lower {

static StringRef nameOf(Fp8Format format) {
  return format == Fp8Format::E5M2 || format == Fp8Format::E5M2FNUZ ? "bf8" : "fp8";
}

SmallVector<Value> amdFp8ToFloat(Emitter &e, const Target &target, Type fp8, ArrayRef<Value> bytes, Type to) {
  std::optional<Fp8Format> format = fp8FormatOf(fp8);
  if (!format || !target.convertsFp8(*format))
    return {};
  SmallVector<Value> results;
  for (size_t i = 0; i < bytes.size(); i += 4) {
    SmallVector<Value, 4> four(4, e.zero(e.i8Ty()));
    const size_t count = std::min<size_t>(4, bytes.size() - i);
    std::copy_n(bytes.begin() + i, count, four.begin());
    Value word = e.bitcast(e.pack(four), e.i32Ty());
    for (size_t j = 0; j < count; ++j) {
      Value single = e.intrinsic(("llvm.amdgcn.cvt.f32." + nameOf(*format)).str(), e.f32Ty(), {word, e.i32(j)});
      results.push_back(to.isF64() ? e.fpext(single, to) : to.isF32() ? single : e.fptrunc(single, to));
    }
  }
  return results;
}

SmallVector<Value> amdFloatToFp8(Emitter &e, const Target &target, ArrayRef<Value> values, Type fp8) {
  std::optional<Fp8Format> format = fp8FormatOf(fp8);
  if (!format || !target.convertsFp8(*format))
    return {};
  const double largest = APFloat::getLargest(cast<FloatType>(fp8).getFloatSemantics()).convertToDouble();
  auto limited = [&](Value v) {
    Value single = v.getType().isF64() ? e.fptrunc(v, e.f32Ty()) : e.fpext(v, e.f32Ty());
    Value inRange = e.intrinsic("llvm.amdgcn.fmed3.f32", e.f32Ty(), {single, e.f32(-largest), e.f32(largest)});
    return e.select(e.fcmp(LLVM::FCmpPredicate::uno, single, single), single, inRange);
  };
  SmallVector<Value> results;
  for (size_t i = 0; i < values.size(); i += 2) {
    Value a = limited(values[i]), b = i + 1 < values.size() ? limited(values[i + 1]) : a;
    Value word =
        e.intrinsic(("llvm.amdgcn.cvt.pk." + nameOf(*format) + ".f32").str(), e.i32Ty(), {a, b, e.i32(0), e.i1(false)});
    results.push_back(e.trunc(word, e.i8Ty()));
    if (i + 1 < values.size())
      results.push_back(e.trunc(e.lshr(word, 8), e.i8Ty()));
  }
  return results;
}

} // namespace tritonc::lower

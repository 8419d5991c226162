//===- AmdMatrix.cpp - one MFMA or WMMA -----------------------------------===//
//
// The intrinsics take each operand as one vector whose type says how it is packed (IntrinsicsAMDGPU.td of LLVM 22):
// halves as vectors of f16; bf16 as integers before gfx950 and in all WMMA; bytes as one integer up to 64 bits, else
// words. MFMA has three immediates for broadcasting blocks and negation, all zero here; integer WMMA has signs and a
// clamp flag.
//
//===----------------------------------------------------------------------===//
#include "passes/lower/AmdMatrix.h"
#include "passes/lower/Packing.h"

using namespace mlir;

namespace tritonc::lower {
namespace {

Type operandType(Emitter &e, const MatrixInstruction &row, unsigned bits) {
  switch (row.a) {
  case MatrixElement::F16:
    return e.vecTy(e.f16Ty(), bits / 16);
  case MatrixElement::BF16:
    return e.vecTy(row.family == MatrixFamily::Mfma && bits == 128 ? e.bf16Ty() : e.i16Ty(), bits / 16);
  case MatrixElement::F64:
    return e.f64Ty();
  case MatrixElement::F32:
  case MatrixElement::TF32:
    return e.f32Ty();
  default:
    return row.family == MatrixFamily::Mfma && bits <= 64 ? Type(e.intTy(bits)) : e.vecTy(e.i32Ty(), bits / 32);
  }
}

/// By words: taken apart as elements and put together again, operands would be half of what LLVM has to look at.
Value packOperand(Emitter &e, const MatrixInstruction &row, ArrayRef<Value> registers) {
  unsigned bits = Emitter::bitsOf(registers.front().getType()) * registers.size();
  return e.bitcast(e.pack(packWords(e, registers)), operandType(e, row, bits));
}

} // namespace

SmallVector<Value> amdMatrixProduct(Emitter &e, const MatrixInstruction &row, ArrayRef<Value> a, ArrayRef<Value> b,
                                    ArrayRef<Value> c) {
  if (row.swapped)
    std::swap(a, b);
  Value first = packOperand(e, row, a), second = packOperand(e, row, b), sum = e.pack(c);
  StringRef name = row.mnemonic;
  // The mixed forms of fp8 are named after the operands' order.
  std::string exchanged;
  if (row.swapped && row.a != row.b) {
    auto [head, last] = name.rsplit('.');
    auto [start, middle] = head.rsplit('.');
    exchanged = (start + "." + last + "." + middle).str();
    name = exchanged;
  }
  SmallVector<Value, 6> args{first, second, sum};
  if (row.family == MatrixFamily::Mfma)
    args.append(3, e.i32(0));
  else if (row.a == MatrixElement::I8)
    args = {e.i1(true), first, e.i1(true), second, sum, e.i1(false)};
  return e.unpack(e.intrinsic(name, sum.getType(), args));
}

} // namespace tritonc::lower

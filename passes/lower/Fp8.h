//===- Fp8.h - 8-bit floats in registers ----------------------------------===//
#pragma once

#include "passes/lower/Lowering.h"

namespace tritonc::lower {

/// The values of `bytes` (i8, of MLIR's 8-bit float type `fp8`) in the LLVM float type `to`.
Registers fp8ToFloat(FunctionLowering &f, llvm::ArrayRef<Value> bytes, Type fp8, Type to);
/// Rounds to nearest even or towards zero. What is too large becomes the largest finite value, NaN stays NaN; infinity
/// stays only where the format has it and rounding is towards zero, as in Triton.
Registers floatToFp8(FunctionLowering &f, llvm::ArrayRef<Value> values, Type fp8, bool towardsZero = false);

} // namespace tritonc::lower

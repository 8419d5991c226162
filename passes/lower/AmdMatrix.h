//===- AmdMatrix.h - one MFMA or WMMA -------------------------------------===//
#pragma once

#include "passes/layout/MatrixInstructions.h"
#include "passes/lower/Emitter.h"

namespace tritonc::lower {

/// c + a b by one instruction. Operands are the thread's registers of the instruction's tiles (tilesOf) in their order,
/// as elements or as words that hold several; the result has the types of `c`.
llvm::SmallVector<Value> amdMatrixProduct(Emitter &e, const MatrixInstruction &instruction, llvm::ArrayRef<Value> a,
                                          llvm::ArrayRef<Value> b, llvm::ArrayRef<Value> c);

} // namespace tritonc::lower

//===- NvidiaMatrix.h - mma.sync by LLVM's intrinsics ---------------------===//
#pragma once

#include "passes/layout/MatrixInstructions.h"
#include "passes/lower/Emitter.h"

namespace tritonc::lower {

/// Elements of a tile in the words that the instruction takes.
llvm::SmallVector<Value> nvidiaMatrixWords(Emitter &e, MatrixElement element, bool isAccumulator,
                                           llvm::ArrayRef<Value> elements);
llvm::SmallVector<Value> nvidiaMatrixElements(Emitter &e, MatrixElement element, llvm::ArrayRef<Value> words);
llvm::SmallVector<Value> nvidiaMatrixProduct(Emitter &e, const MatrixInstruction &instruction, llvm::ArrayRef<Value> a,
                                             llvm::ArrayRef<Value> b, llvm::ArrayRef<Value> acc);

} // namespace tritonc::lower

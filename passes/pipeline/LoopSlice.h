//===- LoopSlice.h - what a loop must compute for some of its values ------===//
//
// Loads are made iterations before their values are used, so their addresses must be computed ahead too. The slice of
// an address is what of the loop's body it depends on: pure ops, values carried from one iteration to the next, and
// loads (of indices, for addresses that are loaded), which come from further ahead still.
//
//===----------------------------------------------------------------------===//
#pragma once

#include "passes/ir/Dialects.h"
#include "llvm/ADT/SetVector.h"

namespace tritonc {

struct LoopSlice {
  /// Pure ops of the loop's body; `inOrder` sorts them as they stand there.
  llvm::SetVector<mlir::Operation *> ops;
  /// Numbers of carried values.
  llvm::SetVector<unsigned> carried;
  /// Whether it needs the number of the iteration.
  bool induction = false;
  /// Loads whose results are needed.
  llvm::SetVector<mlir::Operation *> loads;

  llvm::SmallVector<mlir::Operation *> inOrder() const;
};

/// The slice of `roots`; nothing if it holds an op that cannot be made again ahead of its turn, or would cost too much.
std::optional<LoopSlice> sliceOf(mlir::scf::ForOp loop, llvm::ArrayRef<mlir::Value> roots);

/// The pointer argument of the function that an address comes from; null if that is not known.
mlir::Value basePointer(mlir::Value address);

} // namespace tritonc

//===- Scratch.h - which ops need shared memory of their own --------------===//
//
// Reductions and scans across warps, conversions, histograms, gathers and atomics whose old value other threads want
// need a buffer while they run. Each uses it in the same way: all threads write, meet (a barrier that the op makes
// itself), and read; some do so several times. So what the neighbours of such an op must know is only: it begins by
// writing its buffer, it meets, and it ends by reading it.
//
//===----------------------------------------------------------------------===//
#pragma once

#include "passes/lower/Lowering.h"

namespace tritonc::lower {

/// The byte offset (i32) of an op's buffer in the program's shared memory, once placed.
constexpr llvm::StringLiteral sharedOffsetAttr = "ttg.shared_offset";
/// On the module: bytes of shared memory in all (i32).
constexpr llvm::StringLiteral sharedBytesAttr = "ttg.shared";
/// On gpu.barrier: only shared memory needs to be in order (unit).
constexpr llvm::StringLiteral sharedOnlyAttr = "ttg.shared_only";

/// Bytes of shared memory that `op` needs: its scratch, or the buffer that it allocates; 0 for none.
int64_t scratchBytes(mlir::Operation *op, const Target &target);

/// The most that one conversion may take; larger ones go in rounds.
unsigned exchangeBudget(const Target &target);

/// How a product without a matrix unit goes through shared memory: in `rounds` slices of K, A's at the start of the
/// scratch buffer, B's at `bStart`.
struct DotSlices {
  unsigned rounds = 1;
  int64_t bStart = 0;
  int64_t bytes = 0;
};
DotSlices planDotSlices(tt::DotOp dot, const Target &target);

/// Registers of a tensor from one layout in another. `scratch` is asked only if shared memory is needed.
Registers convertRegisters(FunctionLowering &f, const LinearLayout &source, const LinearLayout &destination,
                           llvm::ArrayRef<Value> values, llvm::function_ref<Value()> scratch);

/// Gives the values that the first holders of a tensor's elements (or thread 0, for a scalar) have to all threads that
/// hold the same elements, through the scratch buffer of `op`. Without copies it does nothing.
Registers shareWithCopies(FunctionLowering &f, mlir::Operation *op, Type type, llvm::ArrayRef<Value> values);

} // namespace tritonc::lower

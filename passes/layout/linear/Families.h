//===- Families.h - the named families, as functions that build a map -----===//
//
// "Blocked", "slice" and the like are not kinds of layout here: they are recipes. What comes out is a LinearLayout and
// nothing downstream asks where it came from.
//
// Canonical form of a tensor's layout: inputs register, lane, warp, block; outputs dim0, dim1, ... of the tensor's
// shape; surjective; no zero bases among the registers (a thread never keeps two copies of an element), while lanes,
// warps and blocks that find no elements left hold copies (zero bases).
//
//===----------------------------------------------------------------------===//
#pragma once

#include "passes/layout/linear/LinearLayout.h"

namespace tritonc {

/// What describes a blocked layout. `order` lists dimensions from the fastest to the slowest. All numbers are powers of
/// two.
struct BlockedParams {
  llvm::SmallVector<int32_t, 4> sizePerThread;
  llvm::SmallVector<int32_t, 4> threadsPerWarp;
  llvm::SmallVector<int32_t, 4> warpsPerCTA;
  llvm::SmallVector<int32_t, 4> order;
  /// Whether warps divide the tensor at the top, each repeating its registers over a contiguous part, rather than
  /// alternate with the repetitions. For scans: every warp then has one total to tell the others.
  bool warpsOutermost = false;
};

/// Each thread holds sizePerThread neighbours, a warp is a grid of threads, the block a grid of warps; if the tensor is
/// larger, the whole is repeated with more registers; if it is smaller, registers are left out and lanes and warps hold
/// copies. `numCTAs` (1 for now) blocks all hold copies.
LinearLayout blockedLayout(llvm::ArrayRef<int64_t> shape, const BlockedParams &params, int32_t numCTAs = 1);

/// A good default for a tensor without memory accesses: `vector` neighbours along order[0] per thread, then lanes, then
/// warps along the order.
BlockedParams defaultBlocked(llvm::ArrayRef<int64_t> shape, llvm::ArrayRef<int32_t> order, int32_t vector,
                             int32_t threadsPerWarp, int32_t numWarps);

/// The layout of what remains of a tensor in `parent` when dimension `dim` is reduced away: every thread keeps what it
/// has, without the coordinate. Higher dimensions are renumbered.
LinearLayout sliceLayout(const LinearLayout &parent, unsigned dim);

/// The layout of the tensor with dimension `dim` shrunk to size 1: the operand of a broadcast.
LinearLayout shrinkToOne(const LinearLayout &layout, unsigned dim);

/// Sorts inputs and outputs, adds missing inputs, drops zero register bases.
LinearLayout canonicalTensorLayout(const LinearLayout &layout);

/// The same elements in row-major order under another shape.
LinearLayout reshapeRowMajor(const LinearLayout &layout, llvm::ArrayRef<int64_t> shape);

/// Result dimension i is source dimension order[i].
LinearLayout permuteDims(const LinearLayout &layout, llvm::ArrayRef<int32_t> order);

/// The shape that a tensor layout covers.
llvm::SmallVector<int64_t, 4> shapeOf(const LinearLayout &layout);

} // namespace tritonc

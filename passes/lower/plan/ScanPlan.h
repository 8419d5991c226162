//===- ScanPlan.h - the levels of a prefix scan ---------------------------===//
//
// The bits of the axis' coordinate, from the lowest to the highest, are spread over registers, lanes and warps in some
// order: often registers, lanes, warps, and registers again where a block is larger than what its threads cover at
// once. Consecutive bits of one kind make one *level*. The scan handles the levels from the lowest: it knows of every
// group of elements below the level its total, and makes of them the exclusive prefix within the level and the level's
// total. This covers every layout whose bits move along the axis one at a time; which kinds come first does not matter.
//
//   axis coordinate bits  0 1 | 2 3 4 5 6 | 7 8 | 9
//   level                 reg |   lane    | warp| reg     (two "waves" over the same threads)
//
// Across warps each warp writes the totals it has, all meet at a barrier, and each warp reads all totals and combines
// those before it.
//
//===----------------------------------------------------------------------===//
#pragma once

#include "passes/lower/plan/AxisBits.h"

namespace tritonc::lower {

struct ScanLevel {
  Dim kind; // Register, Lane or Warp
  /// The bits in the order of the axis.
  llvm::SmallVector<unsigned> bits;
  uint32_t mask() const {
    uint32_t m = 0;
    for (unsigned bit : bits)
      m |= 1u << bit;
    return m;
  }

  // Of a warp level.
  /// Register bits that tell totals apart at this level: rows and higher levels.
  uint32_t registers = 0;
  /// (register, lane, warp) -> index of a total in the buffer.
  LinearLayout writeIndex;
  /// Without the warp bits of the level.
  LinearLayout readIndex;
  /// Lanes with one of these bits set hold a copy of what another lane writes.
  uint32_t silentLanes = 0;
  /// Elements of the buffer per operand, and where it starts among the buffers of all levels.
  unsigned bufferElements = 0, bufferStart = 0;
};

struct ScanPlan {
  AxisBits bits;
  std::vector<ScanLevel> levels;
  /// Elements of all levels' buffers, per operand. Each level has its own, so levels need no barrier between them.
  unsigned bufferElements = 0;
};

/// None if the layout cannot be scanned in place (AxisBits.h).
std::optional<ScanPlan> planScan(const LinearLayout &layout, unsigned axis);

} // namespace tritonc::lower

//===- ReducePlan.h - how a reduction goes through the machine ------------===//
//
// Decided from the layout alone, before any code is made: what is combined within a thread, which lane bits need a
// shuffle, and, where warps share a row, what the shared buffer looks like. The planner of shared memory and the code
// generator both ask here, so they cannot disagree.
//
// Across warps each warp writes its partial result of each row that it has, all meet at one barrier, and every warp
// reads the partials of its rows from all warps that share them, and combines them redundantly: one store, one barrier
// and few loads, where a second level of reduction by one warp would need another store, barrier and load.
//
// The buffer is an array of elements; bit i of an index into it is one bit of the writer's place. Two orders:
//   - one row per warp at a time (no lane bit moves across rows): the warp bits come first, so a reader gets the
//     partials of several warps in one vector load: 4 warps of f32 are one 16-byte load;
//   - several rows: first the bits of registers (vector accesses), then lanes (no bank conflicts), then warps.
// Where many warps share a row, the lanes that hold copies by then can each read another warp's partial and finish with
// shuffles (`spread`); otherwise every lane reads all.
//
//===----------------------------------------------------------------------===//
#pragma once

#include "passes/lower/plan/AxisBits.h"

namespace tritonc::lower {

struct ReducePlan {
  AxisBits bits;
  /// Set if several warps share a row, and a buffer is needed.
  bool crossesWarps = false;
  /// (register, lane, warp) -> index, for writing. Register bits along the axis, and lane bits that do not tell rows
  /// apart, count nothing.
  LinearLayout writeIndex;
  /// The same for reading: the warp bits along the axis count nothing, lanes in `spread` stand for some of them.
  LinearLayout readIndex;
  /// What warp number w (its axis bits only) adds to a read index.
  LinearLayout warpIndex;
  /// Lane bits which read different warps' partials, and the warp bits they stand for (as masks, lowest to lowest).
  uint32_t spreadLanes = 0, spreadWarps = 0;
  /// Elements per store and load.
  unsigned writeVector = 1, readVector = 1;
  /// Elements of the buffer, for each operand.
  unsigned bufferElements = 0;
  /// Only lanes with these bits clear need write.
  uint32_t silentLanes = 0;
};

/// `elementBytes`: of the widest operand in memory. None if the layout cannot be reduced in place (AxisBits.h).
std::optional<ReducePlan> planReduce(const LinearLayout &layout, unsigned axis, unsigned elementBytes);

} // namespace tritonc::lower

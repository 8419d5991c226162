//===- AxisBits.h - which bits of a thread's place move along an axis -----===//
//
// A reduction or scan along one axis of a tensor in a linear layout needs to know, for every bit of (register, lane,
// warp), what setting it does:
//   - axis:  it moves along the axis only, so places that differ in it must be combined;
//   - other: it moves to another row (another set of coordinates than the axis), whose combination is separate;
//   - free:  it moves nowhere; the places hold copies.
// With masks of these three per input dimension the rest is bit twiddling: no case distinction by kind of layout.
//
//   {register=[[0,1]], lane=[[0,2],[1,0]], warp=[[0,0]]}, axis 1:
//       register: axis 1, other 0, free 0;  lane: axis 1, other 2, free 0;  warp: axis 0, other 0, free 1
//
//===----------------------------------------------------------------------===//
#pragma once

#include "passes/layout/linear/LinearLayout.h"

namespace tritonc::lower {

/// One bit of an input dimension.
struct BitRef {
  Dim in;
  unsigned bit;
  friend bool operator==(BitRef a, BitRef b) { return a.in == b.in && a.bit == b.bit; }
};

/// The bits of one input dimension by what they do.
struct BitMasks {
  uint32_t axis = 0;
  uint32_t other = 0;
  uint32_t free = 0;
  uint32_t all() const { return axis | other | free; }
};

struct AxisBits {
  BitMasks reg, lane, warp;
  /// Scans only: the axis bits from the lowest bit of the axis' coordinate to the highest.
  llvm::SmallVector<BitRef, 16> order;

  const BitMasks &of(Dim in) const { return in == Dim::Register ? reg : in == Dim::Lane ? lane : warp; }
  BitMasks &of(Dim in) { return in == Dim::Register ? reg : in == Dim::Lane ? lane : warp; }
};

/// For a reduction: a bit that moves to another row may move along the axis as well (swizzles), since whole rows are
/// combined. None where two bits move to the same row (a thread's place and row would not determine its elements).
std::optional<AxisBits> axisBitsForReduce(const LinearLayout &layout, unsigned axis);

/// For a scan, which needs to know where on the axis an element is: each bit moves along the axis by one power of two
/// or not at all, and each power of two is reached by one bit. None otherwise.
std::optional<AxisBits> axisBitsForScan(const LinearLayout &layout, unsigned axis);

/// The numbers whose set bits lie in `mask`, ascending: 0b101 gives 0, 1, 4, 5.
llvm::SmallVector<uint32_t> subsetsOf(uint32_t mask);

/// The bits of `value` at the positions set in `mask`, moved together: (0b1010, 0b1011) gives 0b100.
uint32_t extractBits(uint32_t value, uint32_t mask);
/// The inverse: the low bits of `value` at the positions set in `mask`.
uint32_t depositBits(uint32_t value, uint32_t mask);

/// The positions of the bits set in `mask`, as BitRefs of `in`, ascending.
llvm::SmallVector<BitRef> bitRefs(Dim in, uint32_t mask);

/// The map (register, lane, warp) -> offset in which bit `index[i]` of the place becomes bit i of the offset and all
/// other bits nothing. Sizes of the inputs are those of `like`.
LinearLayout gatherBits(llvm::ArrayRef<BitRef> index, const LinearLayout &like);

} // namespace tritonc::lower

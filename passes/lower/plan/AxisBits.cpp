//===- AxisBits.cpp - which bits of a thread's place move along an axis ---===//
#include "passes/lower/plan/AxisBits.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/bit.h"

using namespace tritonc;
using namespace tritonc::lower;

namespace {
constexpr Dim placeDims[] = {Dim::Register, Dim::Lane, Dim::Warp};

/// Vectors over F2 in echelon form: tells whether a new vector is a sum of earlier ones.
class Independence {
public:
  /// True if `v` is independent of all added before; adds it.
  bool add(uint64_t v) {
    for (uint64_t r : reduced)
      v = std::min(v, v ^ r);
    if (v)
      reduced.push_back(v);
    return v != 0;
  }

private:
  llvm::SmallVector<uint64_t, 16> reduced;
};

/// The coordinates other than `axis` in one number.
uint64_t rowOf(const LinearLayout &layout, Dim in, unsigned bit, unsigned axis) {
  uint64_t row = 0;
  unsigned shift = 0;
  for (DimBits out : layout.outs()) {
    if (out.dim == outDim(axis))
      continue;
    row |= uint64_t(uint32_t(layout.basis(in, bit, out.dim))) << shift;
    shift += out.bits;
  }
  return row;
}
} // namespace

std::optional<AxisBits> lower::axisBitsForReduce(const LinearLayout &layout, unsigned axis) {
  AxisBits result;
  Independence rows, positions;
  for (Dim in : placeDims)
    for (unsigned bit = 0; bit < layout.inBits(in); ++bit) {
      uint64_t row = rowOf(layout, in, bit, axis);
      int32_t position = layout.basis(in, bit, outDim(axis));
      BitMasks &masks = result.of(in);
      if (row) {
        if (!rows.add(row))
          return std::nullopt;
        masks.other |= 1u << bit;
      } else if (position) {
        if (!positions.add(uint32_t(position)))
          return std::nullopt;
        masks.axis |= 1u << bit;
      } else {
        masks.free |= 1u << bit;
      }
    }
  return result;
}

std::optional<AxisBits> lower::axisBitsForScan(const LinearLayout &layout, unsigned axis) {
  auto result = axisBitsForReduce(layout, axis);
  if (!result)
    return std::nullopt;
  llvm::SmallVector<std::optional<BitRef>, 16> owner(layout.outBits(outDim(axis)));
  for (Dim in : placeDims)
    for (unsigned bit = 0; bit < layout.inBits(in); ++bit) {
      int32_t position = layout.basis(in, bit, outDim(axis));
      if (!position)
        continue;
      if (!llvm::has_single_bit(uint32_t(position)) || rowOf(layout, in, bit, axis))
        return std::nullopt;
      auto &slot = owner[llvm::countr_zero(uint32_t(position))];
      if (slot)
        return std::nullopt;
      slot = BitRef{in, bit};
    }
  for (const auto &slot : owner) {
    if (!slot)
      return std::nullopt;
    result->order.push_back(*slot);
  }
  return result;
}

llvm::SmallVector<uint32_t> lower::subsetsOf(uint32_t mask) {
  llvm::SmallVector<uint32_t> result{0};
  for (uint32_t subset = 0; subset != mask;) {
    subset = (subset - mask) & mask; // the next number whose bits lie in the mask
    result.push_back(subset);
  }
  return result;
}

uint32_t lower::extractBits(uint32_t value, uint32_t mask) {
  uint32_t result = 0;
  for (unsigned i = 0; mask; ++i, mask &= mask - 1)
    result |= ((value >> llvm::countr_zero(mask)) & 1u) << i;
  return result;
}

uint32_t lower::depositBits(uint32_t value, uint32_t mask) {
  uint32_t result = 0;
  for (; mask; mask &= mask - 1, value >>= 1)
    result |= (value & 1u) << llvm::countr_zero(mask);
  return result;
}

llvm::SmallVector<BitRef> lower::bitRefs(Dim in, uint32_t mask) {
  llvm::SmallVector<BitRef> result;
  for (; mask; mask &= mask - 1)
    result.push_back({in, unsigned(llvm::countr_zero(mask))});
  return result;
}

LinearLayout lower::gatherBits(llvm::ArrayRef<BitRef> index, const LinearLayout &like) {
  llvm::SmallVector<InputBases> ins;
  for (Dim in : placeDims) {
    InputBases bases{in, {}};
    for (unsigned bit = 0; bit < like.inBits(in); ++bit) {
      const BitRef *at = llvm::find(index, BitRef{in, bit});
      bases.bases.push_back({at == index.end() ? 0 : int32_t(1) << (at - index.begin())});
    }
    ins.push_back(std::move(bases));
  }
  return LinearLayout(ins, {DimBits{Dim::Offset, unsigned(index.size())}});
}

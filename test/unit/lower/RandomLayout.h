//===- RandomLayout.h - layouts to try the plans on -----------------------===//
#pragma once

#include "passes/layout/linear/LinearLayout.h"
#include <random>

namespace tritonc {

/// A layout of a tensor with `dimBits` bits per dimension over 2^laneBits lanes and 2^warpBits warps: each coordinate
/// bit goes to one place bit, lanes and warps may hold copies, what is left goes to registers. With `mixed`, some bits
/// move along others' directions too.
inline LinearLayout randomLayout(std::mt19937 &random, llvm::ArrayRef<unsigned> dimBits, unsigned laneBits,
                                 unsigned warpBits, bool mixed = false) {
  std::vector<std::vector<int32_t>> bases;
  for (size_t dim = 0; dim < dimBits.size(); ++dim)
    for (unsigned bit = 0; bit < dimBits[dim]; ++bit) {
      bases.emplace_back(dimBits.size(), 0);
      bases.back()[dim] = 1 << bit;
    }
  std::shuffle(bases.begin(), bases.end(), random);
  if (mixed)
    for (size_t i = 1; i < bases.size(); ++i)
      if (random() % 3 == 0)
        for (size_t dim = 0; dim < dimBits.size(); ++dim)
          bases[i][dim] ^= bases[random() % i][dim];
  auto take = [&](Dim in, unsigned count) {
    InputBases result{in, {}};
    for (unsigned i = 0; i < count; ++i) {
      if (bases.empty() || random() % 4 == 0) {
        result.bases.emplace_back(dimBits.size(), 0);
        continue;
      }
      result.bases.push_back(bases.back());
      bases.pop_back();
    }
    return result;
  };
  InputBases lane = take(Dim::Lane, laneBits), warp = take(Dim::Warp, warpBits);
  InputBases reg{Dim::Register, bases};
  llvm::SmallVector<DimBits> outs;
  for (size_t dim = 0; dim < dimBits.size(); ++dim)
    outs.push_back({outDim(unsigned(dim)), dimBits[dim]});
  return LinearLayout({reg, lane, warp, InputBases{Dim::Block, {}}}, outs);
}

} // namespace tritonc

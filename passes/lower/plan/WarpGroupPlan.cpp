//===- WarpGroupPlan.cpp - the tiles of a product by warpgroups -----------===//
#include "passes/lower/plan/WarpGroupPlan.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/MathExtras.h"

namespace tritonc::lower {
namespace {

using Pair = std::pair<int32_t, int32_t>;

Pair basis(const LinearLayout &layout, Dim in, unsigned bit) {
  return {layout.basis(in, bit, outDim(0)), layout.basis(in, bit, outDim(1))};
}

constexpr int32_t maxInstructionN = 256;

} // namespace

std::optional<WarpGroupTiles> planWarpGroupTiles(const LinearLayout &result) {
  if (result.outs().size() != 2 || result.inBits(Dim::Lane) != 5 || result.inBits(Dim::Warp) < 2)
    return std::nullopt;
  const Pair lanes[] = {{0, 2}, {0, 4}, {1, 0}, {2, 0}, {4, 0}}, warps[] = {{16, 0}, {32, 0}};
  for (auto [bit, expected] : llvm::enumerate(lanes))
    if (basis(result, Dim::Lane, unsigned(bit)) != expected)
      return std::nullopt;
  for (auto [bit, expected] : llvm::enumerate(warps))
    if (basis(result, Dim::Warp, unsigned(bit)) != expected)
      return std::nullopt;

  WarpGroupTiles plan;
  for (unsigned bit = 2; bit < result.inBits(Dim::Warp); ++bit)
    plan.warpGroups.push_back(basis(result, Dim::Warp, bit));
  // The register bits of the instruction, in its order; the others count tiles.
  llvm::SmallVector<unsigned> own, others;
  unsigned count = result.inBits(Dim::Register);
  auto find = [&](Pair wanted) -> std::optional<unsigned> {
    for (unsigned bit = 0; bit < count; ++bit)
      if (basis(result, Dim::Register, bit) == wanted)
        return bit;
    return std::nullopt;
  };
  for (Pair wanted : {Pair{0, 1}, Pair{8, 0}}) {
    auto bit = find(wanted);
    if (!bit)
      return std::nullopt;
    own.push_back(*bit);
  }
  plan.n = 8;
  while (plan.n < maxInstructionN) {
    auto bit = find({0, plan.n});
    if (!bit)
      break;
    own.push_back(*bit);
    plan.n *= 2;
  }
  auto isTileStart = [&](Pair p) { return p.first % 64 == 0 && p.second % plan.n == 0; };
  for (unsigned bit = 0; bit < count; ++bit) {
    if (llvm::is_contained(own, bit))
      continue;
    if (!isTileStart(basis(result, Dim::Register, bit)))
      return std::nullopt;
    others.push_back(bit);
  }
  if (!llvm::all_of(plan.warpGroups, isTileStart))
    return std::nullopt;

  auto deposit = [](uint32_t index, llvm::ArrayRef<unsigned> bits) {
    uint32_t reg = 0;
    for (auto [i, bit] : llvm::enumerate(bits))
      reg |= (index >> i & 1) << bit;
    return reg;
  };
  for (uint32_t t = 0; t < 1u << others.size(); ++t) {
    WarpGroupTiles::Tile tile;
    uint32_t start = deposit(t, others);
    tile.m = result.apply({{Dim::Register, int32_t(start)}}, outDim(0));
    tile.n = result.apply({{Dim::Register, int32_t(start)}}, outDim(1));
    for (uint32_t i = 0; i < 1u << own.size(); ++i)
      tile.registers.push_back(start | deposit(i, own));
    plan.tiles.push_back(std::move(tile));
  }
  return plan;
}

LinearLayout warpGroupOperandLayout(const LinearLayout &result, int32_t k, unsigned elementBits) {
  auto packed = int32_t(32 / elementBits);
  std::vector<std::vector<int32_t>> registers, lanes, warps;
  for (int32_t step = 1; step < packed; step *= 2)
    registers.push_back({0, step});
  registers.push_back({8, 0});
  for (int32_t step = 4 * packed; step < k; step *= 2)
    registers.push_back({0, step});
  for (unsigned bit = 0; bit < result.inBits(Dim::Register); ++bit)
    if (Pair p = basis(result, Dim::Register, bit); p.first >= 64)
      registers.push_back({p.first, 0});
  lanes = {{0, packed}, {0, 2 * packed}, {1, 0}, {2, 0}, {4, 0}};
  for (unsigned bit = 0; bit < result.inBits(Dim::Warp); ++bit)
    warps.push_back({basis(result, Dim::Warp, bit).first, 0});
  std::vector<std::vector<int32_t>> blocks(result.inBits(Dim::Block), std::vector<int32_t>(2, 0));
  return LinearLayout({{Dim::Register, registers}, {Dim::Lane, lanes}, {Dim::Warp, warps}, {Dim::Block, blocks}},
                      {{outDim(0), result.outBits(outDim(0))}, {outDim(1), llvm::Log2_32(uint32_t(k))}});
}

LinearLayout warpGroupResultLayout(int32_t m, int32_t n, int32_t numWarps) {
  std::vector<std::vector<int32_t>> registers{{0, 1}, {8, 0}}, warps{{16, 0}, {32, 0}};
  int32_t groupsM = 64, groupsN = n;
  for (int32_t w = 4; w < numWarps; w *= 2) {
    if (groupsM < m) {
      warps.push_back({groupsM, 0});
      groupsM *= 2;
    } else if (groupsN > 8) {
      groupsN /= 2;
      warps.push_back({0, groupsN});
    } else {
      warps.push_back({0, 0});
    }
  }
  for (int32_t step = 8; step < groupsN; step *= 2)
    registers.push_back({0, step});
  for (int32_t step = groupsM; step < m; step *= 2)
    registers.push_back({step, 0});
  return LinearLayout({{Dim::Register, registers},
                       {Dim::Lane, {{0, 2}, {0, 4}, {1, 0}, {2, 0}, {4, 0}}},
                       {Dim::Warp, warps},
                       {Dim::Block, {}}},
                      {{outDim(0), llvm::Log2_32(uint32_t(m))}, {outDim(1), llvm::Log2_32(uint32_t(n))}});
}

} // namespace tritonc::lower

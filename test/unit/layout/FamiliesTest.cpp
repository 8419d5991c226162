//===- FamiliesTest.cpp - blocked and slice layouts against their definitions ===//
#include "passes/layout/linear/Families.h"
#include <gtest/gtest.h>

using namespace tritonc;

namespace {

const Dim R = Dim::Register, L = Dim::Lane, W = Dim::Warp;

/// Where the textbook definition puts register `reg` of a thread, for tensors at least as large as the tile.
void expectBlocked(llvm::ArrayRef<int64_t> shape, const BlockedParams &p) {
  LinearLayout layout = blockedLayout(shape, p);
  EXPECT_TRUE(layout.isSurjective());
  size_t rank = shape.size();
  auto split = [&](int32_t index, llvm::ArrayRef<int32_t> sizes) {
    llvm::SmallVector<int32_t, 4> parts(rank);
    for (int32_t dim : p.order) {
      parts[dim] = index % sizes[dim];
      index /= sizes[dim];
    }
    return parts;
  };
  int32_t perTile = 1;
  llvm::SmallVector<int32_t, 4> tile, tiles;
  for (size_t d = 0; d < rank; ++d) {
    perTile *= p.sizePerThread[d];
    tile.push_back(p.sizePerThread[d] * p.threadsPerWarp[d] * p.warpsPerCTA[d]);
    tiles.push_back(int32_t(shape[d]) / tile[d]);
  }
  for (int32_t r = 0; r < layout.inSize(R); ++r)
    for (int32_t l = 0; l < layout.inSize(L); ++l)
      for (int32_t w = 0; w < layout.inSize(W); ++w) {
        auto in = split(r % perTile, p.sizePerThread), rep = split(r / perTile, tiles);
        auto lane = split(l, p.threadsPerWarp), warp = split(w, p.warpsPerCTA);
        for (size_t d = 0; d < rank; ++d)
          ASSERT_EQ(layout.apply({{R, r}, {L, l}, {W, w}}, outDim(d)),
                    in[d] + p.sizePerThread[d] * (lane[d] + p.threadsPerWarp[d] * warp[d]) + tile[d] * rep[d]);
      }
}

TEST(Blocked, FollowsItsDefinition) {
  expectBlocked({1024}, {{4}, {32}, {4}, {0}});
  expectBlocked({64, 64}, {{1, 4}, {4, 8}, {4, 1}, {1, 0}});
  expectBlocked({64, 64}, {{4, 2}, {8, 4}, {2, 2}, {0, 1}});
  expectBlocked({8, 16, 32}, {{2, 1, 4}, {2, 4, 4}, {2, 1, 2}, {2, 0, 1}});
}

TEST(Blocked, SmallTensorsAreCopiedOverLanesAndWarps) {
  LinearLayout layout = blockedLayout({16}, {{4}, {32}, {4}, {0}});
  EXPECT_EQ(layout.inSize(R), 4);
  EXPECT_EQ(layout.freeVariableMask(L), 0b11100);
  EXPECT_EQ(layout.freeVariableMask(W), 0b11);
  LinearLayout one = blockedLayout({1}, {{4}, {32}, {4}, {0}});
  EXPECT_EQ(one.inSize(R), 1);
  EXPECT_EQ(one.freeVariableMask(L), 31);
}

TEST(Blocked, OutermostWarpsHaveContiguousParts) {
  LinearLayout layout = blockedLayout({4096}, {{4}, {32}, {4}, {0}, true});
  for (int32_t w = 0; w < 4; ++w)
    for (int32_t l = 0; l < 32; ++l)
      for (int32_t r = 0; r < layout.inSize(R); ++r)
        EXPECT_EQ(layout.apply({{R, r}, {L, l}, {W, w}}, outDim(0)), r % 4 + 4 * l + 128 * (r / 4) + 1024 * w);
  // Too small for all warps: the upper ones hold copies.
  EXPECT_EQ(blockedLayout({256}, {{4}, {32}, {4}, {0}, true}).freeVariableMask(W), 2);
}

TEST(Blocked, DefaultCoversTheTensor) {
  for (int64_t m : {1, 2, 16, 128})
    for (int64_t n : {1, 8, 64, 512})
      for (int32_t warps : {1, 4, 8}) {
        int64_t shape[] = {m, n};
        LinearLayout layout = blockedLayout(shape, defaultBlocked(shape, {1, 0}, 4, 32, warps));
        EXPECT_TRUE(layout.isSurjective());
        EXPECT_EQ(layout.inSize(L), 32);
        EXPECT_EQ(layout.inSize(W), warps);
        EXPECT_EQ(shapeOf(layout), (llvm::SmallVector<int64_t, 4>{m, n}));
      }
}

TEST(Slice, DropsTheCoordinate) {
  LinearLayout parent = blockedLayout({64, 64}, {{2, 4}, {4, 8}, {4, 1}, {1, 0}});
  LinearLayout rows = sliceLayout(parent, 1);
  EXPECT_EQ(rows.outs().size(), 1u);
  EXPECT_EQ(rows.inSize(R), 2 * 2);
  for (int32_t l = 0; l < 32; ++l)
    EXPECT_EQ(rows.apply({{L, l}}, outDim(0)), parent.apply({{L, l}}, outDim(0)));
  // What expand_dims makes of it is the shrunk parent, register for register.
  EXPECT_EQ(sliceLayout(shrinkToOne(parent, 1), 1), rows);
}

TEST(Shape, RowMajorReshapeAndPermutation) {
  LinearLayout layout = blockedLayout({8, 32}, {{1, 4}, {4, 8}, {2, 1}, {1, 0}});
  LinearLayout flat = reshapeRowMajor(layout, {256});
  LinearLayout turned = permuteDims(layout, {1, 0});
  for (int32_t r = 0; r < layout.inSize(R); ++r)
    for (int32_t l = 0; l < 32; ++l)
      for (int32_t w = 0; w < 2; ++w) {
        Coordinates at{{R, r}, {L, l}, {W, w}};
        EXPECT_EQ(flat.apply(at, outDim(0)), layout.apply(at, outDim(0)) * 32 + layout.apply(at, outDim(1)));
        EXPECT_EQ(turned.apply(at, outDim(0)), layout.apply(at, outDim(1)));
        EXPECT_EQ(turned.apply(at, outDim(1)), layout.apply(at, outDim(0)));
      }
  EXPECT_EQ(reshapeRowMajor(flat, {8, 32}), layout);
}

} // namespace

//===- WarpGroupPlanTest.cpp - the tiles of a product by warpgroups -------===//
#include "passes/lower/plan/WarpGroupPlan.h"
#include <gtest/gtest.h>

using namespace tritonc;
using namespace tritonc::lower;

namespace {

// PTX ISA, wgmma register fragments of D: d[i] of thread t is at row 16 (t / 32) + (t % 32) / 4 + 8 (i / 2 % 2), column
// 8 (i / 4) + 2 (t % 4) + i % 2.
TEST(WarpGroupPlan, RegistersInTheOrderOfTheInstruction) {
  for (int32_t n : {8, 32, 128, 256})
    for (int32_t m : {64, 128})
      for (int32_t warps : {4, 8}) {
        LinearLayout layout = warpGroupResultLayout(m, n, warps);
        auto plan = planWarpGroupTiles(layout);
        ASSERT_TRUE(plan);
        for (const auto &tile : plan->tiles) {
          ASSERT_EQ(int32_t(tile.registers.size()), plan->n / 2);
          for (int32_t t = 0; t < 128; ++t)
            for (int32_t i = 0; i < plan->n / 2; ++i) {
              auto at = layout.apply(
                  {{Dim::Register, int32_t(tile.registers[size_t(i)])}, {Dim::Lane, t % 32}, {Dim::Warp, t / 32}});
              EXPECT_EQ(at[0].second, tile.m + 16 * (t / 32) + t % 32 / 4 + 8 * (i / 2 % 2));
              EXPECT_EQ(at[1].second, tile.n + 8 * (i / 4) + 2 * (t % 4) + i % 2);
            }
        }
      }
}

TEST(WarpGroupPlan, TilesCoverTheBlock) {
  auto plan = planWarpGroupTiles(warpGroupResultLayout(256, 512, 8));
  ASSERT_TRUE(plan);
  EXPECT_EQ(plan->n, 256);
  EXPECT_EQ(plan->tiles.size(), 4u);
  ASSERT_EQ(plan->warpGroups.size(), 1u);
  EXPECT_EQ(plan->warpGroups[0], std::make_pair(64, 0));
}

// PTX ISA, A in registers: 16-bit a[i] at column 2 (t % 4) + i % 2 + 8 (i / 4), 8-bit at 4 (t % 4) + i % 4 + 16 (i /
// 8), tf32 at t % 4 + 4 (i / 2), each with the rows of D.
TEST(WarpGroupPlan, OperandInRegisters) {
  for (unsigned bits : {8u, 16u, 32u}) {
    int32_t p = int32_t(32 / bits);
    LinearLayout layout = warpGroupOperandLayout(warpGroupResultLayout(64, 64, 4), 16 * p, bits);
    for (int32_t t = 0; t < 128; ++t)
      for (int32_t i = 0; i < 4 * p; ++i) {
        auto at = layout.apply({{Dim::Register, i}, {Dim::Lane, t % 32}, {Dim::Warp, t / 32}});
        EXPECT_EQ(at[0].second, 16 * (t / 32) + t % 32 / 4 + 8 * (i / p % 2));
        EXPECT_EQ(at[1].second, p * (t % 4) + i % p + 4 * p * (i / (2 * p)));
      }
  }
}

TEST(WarpGroupPlan, OtherLayoutsAreNotTheirs) {
  LinearLayout layout = warpGroupResultLayout(64, 64, 4);
  EXPECT_FALSE(planWarpGroupTiles(layout.renameOuts({outDim(1), outDim(0)}).transposeOuts({outDim(0), outDim(1)})));
}

} // namespace

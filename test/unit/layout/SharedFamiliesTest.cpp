//===- SharedFamiliesTest.cpp - buffers that the matrix unit and TMA read -===//
#include "passes/layout/linear/SharedFamilies.h"
#include <gtest/gtest.h>

using namespace tritonc;

namespace {

// The table at the head of SharedFamilies.h, element by element.
TEST(SharedFamilies, ChunksLieWhereTheHardwareLooks) {
  for (unsigned bits : {8u, 16u, 32u})
    for (unsigned rowBytes : {16u, 32u, 64u, 128u})
      for (int32_t fast : {0, 1}) {
        int32_t bytes = int32_t(bits / 8), inRow = int32_t(rowBytes) / bytes;
        int64_t shape[2];
        shape[fast] = 2 * inRow;
        shape[1 - fast] = 32;
        LinearLayout layout = panelLayout(shape, {fast, 1 - fast}, bits, rowBytes);
        ASSERT_TRUE(layout.isInvertible());
        LinearLayout offset = layout.invert();
        for (int32_t row = 0; row < 32; ++row)
          for (int32_t x = 0; x < 2 * inRow; ++x) {
            int32_t panel = x / inRow, byte = x % inRow * bytes, chunk = byte / 16;
            int32_t phase = rowBytes == 128  ? row & 7
                            : rowBytes == 64 ? row >> 1 & 3
                            : rowBytes == 32 ? row >> 2 & 1
                                             : 0;
            int32_t expected =
                panel * 32 * int32_t(rowBytes) + row * int32_t(rowBytes) + 16 * (chunk ^ phase) + byte % 16;
            EXPECT_EQ(offset.apply({{outDim(unsigned(fast)), x}, {outDim(unsigned(1 - fast)), row}}, Dim::Offset) *
                          bytes,
                      expected);
          }
      }
}

TEST(SharedFamilies, BatchesAreOutermost) {
  int64_t shape[] = {4, 16, 64};
  LinearLayout layout = panelLayout(shape, {2, 1, 0}, 16, 128);
  EXPECT_EQ(layout.apply({{Dim::Offset, 16 * 64}}, outDim(0)), 1);
}

TEST(SharedFamilies, WidestPanel) {
  EXPECT_EQ(widestPanel(256, 16), 128u);
  EXPECT_EQ(widestPanel(32, 16), 64u);
  EXPECT_EQ(widestPanel(32, 8), 32u);
  EXPECT_EQ(widestPanel(8, 16), 16u);
  EXPECT_EQ(widestPanel(4, 16), 0u);
}

} // namespace

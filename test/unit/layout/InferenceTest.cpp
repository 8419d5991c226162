//===- InferenceTest.cpp - layouts through operations, element by element ===//
#include "passes/layout/linear/Inference.h"
#include <gtest/gtest.h>

using namespace tritonc;

namespace {

const Dim R = Dim::Register, L = Dim::Lane, W = Dim::Warp, D0 = outDim(0), D1 = outDim(1), D2 = outDim(2);

LinearLayout example() { return blockedLayout({32, 64}, {{2, 4}, {4, 8}, {2, 2}, {1, 0}}); }

template <typename Fn> void forPlaces(const LinearLayout &layout, Fn fn) {
  for (int32_t r = 0; r < layout.inSize(R); ++r)
    for (int32_t l = 0; l < layout.inSize(L); ++l)
      for (int32_t w = 0; w < layout.inSize(W); ++w)
        fn(r, l, w);
}

TEST(Inference, ExpandDimsAndBack) {
  LinearLayout layout = example(), expanded = expandDimsLayout(layout, 1);
  forPlaces(layout, [&](int32_t r, int32_t l, int32_t w) {
    Coordinates at{{R, r}, {L, l}, {W, w}};
    EXPECT_EQ(expanded.apply(at, D0), layout.apply(at, D0));
    EXPECT_EQ(expanded.apply(at, D1), 0);
    EXPECT_EQ(expanded.apply(at, D2), layout.apply(at, D1));
  });
  EXPECT_EQ(sliceLayout(expanded, 1), layout);
}

TEST(Inference, JoinPutsPairsIntoNeighbouringRegisters) {
  LinearLayout layout = example(), joined = joinLayout(layout);
  forPlaces(layout, [&](int32_t r, int32_t l, int32_t w) {
    for (int32_t half : {0, 1}) {
      Coordinates to{{R, 2 * r + half}, {L, l}, {W, w}}, from{{R, r}, {L, l}, {W, w}};
      EXPECT_EQ(joined.apply(to, D0), layout.apply(from, D0));
      EXPECT_EQ(joined.apply(to, D1), layout.apply(from, D1));
      EXPECT_EQ(joined.apply(to, D2), half);
    }
  });
  EXPECT_EQ(splitLayout(joined), layout);
  // The last dimension is spread over lanes here: it cannot be taken apart in place.
  EXPECT_FALSE(splitLayout(blockedLayout({64, 2}, {{1, 1}, {16, 2}, {4, 1}, {1, 0}})));
  EXPECT_FALSE(splitLayout(example()));
}

TEST(Inference, ConcatAppendsRegisters) {
  LinearLayout layout = blockedLayout({256}, {{2}, {32}, {4}, {0}}), twice = concatLayout(layout);
  forPlaces(layout, [&](int32_t r, int32_t l, int32_t w) {
    for (int32_t half : {0, 1})
      EXPECT_EQ(twice.apply({{R, r + half * layout.inSize(R)}, {L, l}, {W, w}}, D0),
                layout.apply({{R, r}, {L, l}, {W, w}}, D0) + 256 * half);
  });
}

TEST(Inference, TranspositionAndBack) {
  LinearLayout layout = blockedLayout({4, 8, 16}, {{1, 2, 2}, {2, 2, 8}, {2, 2, 1}, {2, 1, 0}});
  EXPECT_EQ(unpermuteDims(permuteDims(layout, {2, 0, 1}), {2, 0, 1}), layout);
}

TEST(Inference, ProductOperandsHoldAllOfK) {
  LinearLayout result = blockedLayout({32, 64}, {{2, 4}, {4, 8}, {2, 2}, {1, 0}});
  LinearLayout a = productOperandLayout(result, 0, 16), b = productOperandLayout(result, 1, 16);
  EXPECT_EQ(shapeOf(a), (llvm::SmallVector<int64_t, 4>{32, 16}));
  EXPECT_EQ(shapeOf(b), (llvm::SmallVector<int64_t, 4>{16, 64}));
  // For each element of the result, its thread holds the row of A and the column of B.
  forPlaces(result, [&](int32_t r, int32_t l, int32_t w) {
    int32_t row = result.apply({{R, r}, {L, l}, {W, w}}, D0), column = result.apply({{R, r}, {L, l}, {W, w}}, D1);
    for (int32_t k = 0; k < 16; ++k) {
      bool hasA = false, hasB = false;
      for (int32_t i = 0; i < a.inSize(R); ++i)
        hasA |= a.apply({{R, i}, {L, l}, {W, w}}, D0) == row && a.apply({{R, i}, {L, l}, {W, w}}, D1) == k;
      for (int32_t i = 0; i < b.inSize(R); ++i)
        hasB |= b.apply({{R, i}, {L, l}, {W, w}}, D1) == column && b.apply({{R, i}, {L, l}, {W, w}}, D0) == k;
      EXPECT_TRUE(hasA && hasB);
    }
  });
}

} // namespace

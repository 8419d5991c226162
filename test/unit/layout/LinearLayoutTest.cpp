//===- LinearLayoutTest.cpp - the layout algebra against brute force ------===//
//
// Layouts are drawn at random and every property is checked by going through all indices.
//
//===----------------------------------------------------------------------===//
#include "passes/layout/linear/LinearLayout.h"
#include "passes/layout/linear/Families.h"
#include "passes/layout/linear/Printer.h"
#include <gtest/gtest.h>
#include <random>
#include <set>

using namespace tritonc;

namespace {

const Dim R = Dim::Register, L = Dim::Lane, W = Dim::Warp, D0 = outDim(0), D1 = outDim(1);

LinearLayout worked() {
  return LinearLayout({{R, {{0, 1}}}, {L, {{0, 2}, {1, 0}}}, {W, {{2, 0}}}, {Dim::Block, {}}}, {{D0, 2}, {D1, 2}});
}

/// Random bases: two inputs and two outputs of up to three bits each.
LinearLayout randomLayout(std::mt19937 &rng, unsigned in0, unsigned in1, unsigned out0, unsigned out1) {
  auto bases = [&](unsigned count) {
    std::vector<std::vector<int32_t>> result;
    for (unsigned i = 0; i < count; ++i)
      result.push_back({int32_t(rng() % (1u << out0)), int32_t(rng() % (1u << out1))});
    return result;
  };
  return LinearLayout({{R, bases(in0)}, {L, bases(in1)}}, {{D0, out0}, {D1, out1}});
}

template <typename Fn> void forRandom(int count, Fn fn) {
  std::mt19937 rng(1234);
  for (int i = 0; i < count; ++i) {
    unsigned in0 = rng() % 4, in1 = rng() % 4, out0 = rng() % 4, out1 = rng() % 4;
    fn(randomLayout(rng, in0, in1, out0, out1), rng);
  }
}

TEST(LinearLayout, WorkedExample) {
  LinearLayout layout = worked();
  EXPECT_EQ(layout.toString(), "{register=[[0,1]], lane=[[0,2],[1,0]], warp=[[2,0]], block=[]}");
  Coordinates at = layout.apply({{R, 1}, {L, 2}, {W, 1}});
  EXPECT_EQ(at[0].second, 3);
  EXPECT_EQ(at[1].second, 1);
  EXPECT_TRUE(layout.isInvertible());
  EXPECT_EQ(layout.numConsecutive(R, D1), 2);
  EXPECT_EQ(layout.numConsecutive(R, D0), 1);
  std::string text;
  llvm::raw_string_ostream os(text);
  printLayoutTable(layout, os);
  EXPECT_EQ(text, "     0: T0:0 T0:1 T1:0 T1:1\n     1: T2:0 T2:1 T3:0 T3:1\n"
                  "     2: T4:0 T4:1 T5:0 T5:1\n     3: T6:0 T6:1 T7:0 T7:1\n");
}

TEST(LinearLayout, RefusesBasesThatDoNotFit) {
  auto message = [](auto &&layout) { return llvm::toString(layout.takeError()); };
  EXPECT_EQ(message(LinearLayout::fromBases({{R, {{4}}}}, {{D0, 2}})),
            "a basis of 'register' has coordinate 4 in 'dim0' of size 4");
  EXPECT_EQ(message(LinearLayout::fromBases({{R, {{1, 0}}}}, {{D0, 2}})),
            "a basis of 'register' has 2 coordinates for 1 dimensions");
  EXPECT_EQ(message(LinearLayout::fromBases({{R, {}}, {R, {}}}, {{D0, 2}})), "input 'register' occurs twice");
  EXPECT_EQ(message(LinearLayout::fromBases({{R, {}}}, {{D0, 2}, {D0, 2}})), "output 'dim0' occurs twice");
}

TEST(LinearLayout, RankMatchesTheImage) {
  forRandom(300, [](const LinearLayout &layout, std::mt19937 &) {
    std::set<uint64_t> image;
    uint64_t indices = uint64_t(1) << layout.totalInBits();
    for (uint64_t i = 0; i < indices; ++i)
      image.insert(layout.applyFlat(i));
    EXPECT_EQ(image.size(), size_t(1) << layout.rank());
    EXPECT_EQ(layout.isInjective(), image.size() == indices);
    EXPECT_EQ(layout.isSurjective(), image.size() == uint64_t(1) << layout.totalOutBits());
  });
}

TEST(LinearLayout, FreeVariablesAreExactlyTheRedundantOnes) {
  forRandom(300, [](const LinearLayout &layout, std::mt19937 &) {
    uint64_t free = uint64_t(uint32_t(layout.freeVariableMask(R))) | uint64_t(uint32_t(layout.freeVariableMask(L)))
                                                                         << layout.inBits(R);
    std::set<uint64_t> all, kept;
    size_t keptIndices = 0;
    for (uint64_t i = 0; i < uint64_t(1) << layout.totalInBits(); ++i) {
      all.insert(layout.applyFlat(i));
      if (!(i & free)) {
        kept.insert(layout.applyFlat(i));
        ++keptIndices;
      }
    }
    EXPECT_EQ(all, kept);
    EXPECT_EQ(kept.size(), keptIndices);
  });
}

TEST(LinearLayout, ShiftTermsGiveTheCoordinates) {
  forRandom(300, [](const LinearLayout &layout, std::mt19937 &) {
    for (int32_t r = 0; r < layout.inSize(R); ++r)
      for (int32_t l = 0; l < layout.inSize(L); ++l)
        for (Dim out : {D0, D1}) {
          uint32_t value = 0;
          for (const ShiftTerm &term : layout.shiftTerms(out)) {
            uint32_t bits = uint32_t(term.in == R ? r : l) & term.mask;
            value ^= term.shift >= 0 ? bits << term.shift : bits >> -term.shift;
          }
          EXPECT_EQ(int32_t(value), layout.apply({{R, r}, {L, l}}, out));
        }
  });
  EXPECT_EQ(LinearLayout::strided1D(64, 4, L, D0).shiftTerms(D0).size(), 1u);
}

TEST(LinearLayout, NumConsecutiveByDefinition) {
  auto holds = [](const LinearLayout &layout, int32_t width, Dim out) {
    for (int32_t r = 0; r < layout.inSize(R); r += width)
      for (int32_t l = 0; l < layout.inSize(L); ++l) {
        Coordinates base = layout.apply({{R, r}, {L, l}});
        for (auto &[dim, value] : base)
          if (dim == out && value % width)
            return false;
        for (int32_t i = 0; i < width; ++i) {
          Coordinates at = layout.apply({{R, r + i}, {L, l}});
          for (auto [a, b] : llvm::zip(base, at))
            if (b.second != a.second + (a.first == out ? i : 0))
              return false;
        }
      }
    return true;
  };
  forRandom(500, [&](const LinearLayout &layout, std::mt19937 &) {
    int32_t expected = 1;
    while (expected * 2 <= layout.inSize(R) && expected * 2 <= layout.outSize(D1) && holds(layout, expected * 2, D1))
      expected *= 2;
    EXPECT_EQ(layout.numConsecutive(R, D1), expected) << layout.toString();
  });
  EXPECT_EQ((LinearLayout::identity1D(8, R, D0) * LinearLayout::identity1D(4, L, D0)).numConsecutive(R, D0), 8);
}

TEST(LinearLayout, ComposeAppliesInOrder) {
  forRandom(200, [](const LinearLayout &inner, std::mt19937 &rng) {
    LinearLayout outer =
        randomLayout(rng, inner.outBits(D0), inner.outBits(D1), 3, 2).renameIns({D0, D1}).renameOuts({L, W});
    LinearLayout both = inner.compose(outer);
    for (uint64_t i = 0; i < uint64_t(1) << inner.totalInBits(); ++i)
      EXPECT_EQ(both.applyFlat(i), outer.applyFlat(inner.applyFlat(i)));
  });
}

TEST(LinearLayout, ProductsLayBitsSideBySideAndDivideAgain) {
  forRandom(200, [](const LinearLayout &a, std::mt19937 &rng) {
    LinearLayout b = randomLayout(rng, rng() % 3, rng() % 3, rng() % 3, rng() % 3);
    LinearLayout product = a * b;
    for (int32_t r = 0; r < product.inSize(R); ++r)
      for (int32_t l = 0; l < product.inSize(L); ++l)
        for (Dim out : {D0, D1})
          EXPECT_EQ(product.apply({{R, r}, {L, l}}, out),
                    a.apply({{R, r % a.inSize(R)}, {L, l % a.inSize(L)}}, out) +
                        a.outSize(out) * b.apply({{R, r / a.inSize(R)}, {L, l / a.inSize(L)}}, out));
    ASSERT_TRUE(product.divideLeft(a));
    EXPECT_EQ(*product.divideLeft(a), b);
    ASSERT_TRUE(product.divideRight(b));
    EXPECT_EQ(*product.divideRight(b), a);
  });
  EXPECT_FALSE(worked().divideLeft(LinearLayout::identity1D(4, R, D1)));
  EXPECT_FALSE(worked().divideLeft(LinearLayout::identity1D(2, R, D0)));
  EXPECT_TRUE(worked().divideLeft(LinearLayout::identity1D(2, R, D1)));
}

TEST(LinearLayout, InvertAndComposeFindsAHolder) {
  int tried = 0;
  forRandom(3000, [&](const LinearLayout &source, std::mt19937 &rng) {
    if (!source.isSurjective())
      return;
    ++tried;
    LinearLayout wanted = randomLayout(rng, 3, 3, source.outBits(D0), source.outBits(D1));
    LinearLayout from = wanted.invertAndCompose(source);
    for (uint64_t i = 0; i < uint64_t(1) << wanted.totalInBits(); ++i)
      EXPECT_EQ(source.applyFlat(from.applyFlat(i)), wanted.applyFlat(i));
    // An element that is already at hand is not moved.
    LinearLayout self = source.invertAndCompose(source);
    for (uint64_t i = 0; i < uint64_t(1) << source.totalInBits(); ++i)
      EXPECT_EQ(self.applyFlat(i), i);
    LinearLayout inverse = source.pseudoinvert();
    for (uint64_t i = 0; i < uint64_t(1) << source.totalOutBits(); ++i)
      EXPECT_EQ(source.applyFlat(inverse.applyFlat(i)), i);
  });
  EXPECT_GT(tried, 100);
}

TEST(LinearLayout, TransposeAndReshapeKeepElements) {
  forRandom(100, [](const LinearLayout &layout, std::mt19937 &) {
    LinearLayout turned = layout.transposeOuts({D1, D0}).transposeIns({L, R});
    for (int32_t r = 0; r < layout.inSize(R); ++r)
      for (int32_t l = 0; l < layout.inSize(L); ++l)
        for (Dim out : {D0, D1})
          EXPECT_EQ(turned.apply({{R, r}, {L, l}}, out), layout.apply({{R, r}, {L, l}}, out));
    for (uint64_t i = 0; i < uint64_t(1) << layout.totalInBits(); ++i)
      EXPECT_EQ(layout.flattenOuts(D0).flattenIns(R).apply({{R, int32_t(i)}}, D0), int32_t(layout.applyFlat(i)));
  });
}

TEST(LinearLayout, ConcatenationAndSublayout) {
  LinearLayout a = LinearLayout::identity1D(4, R, D0), b = LinearLayout::strided1D(2, 4, L, D0);
  LinearLayout both = a.concatIns(b);
  EXPECT_EQ(both.apply({{R, 3}, {L, 1}}, D0), 7);
  EXPECT_EQ(both.sublayout({R}, {D0}).clipOut(D0, 2), a);
  LinearLayout outs = a.concatOuts(LinearLayout::strided1D(4, 2, R, D1));
  EXPECT_EQ(outs.apply({{R, 3}}, D1), 6);
  EXPECT_TRUE(LinearLayout::zeros1D(4, L, D0).isZero({L}, {D0}));
  EXPECT_TRUE(worked().invertAndCompose(worked()).isIdentityOn(L));
}

} // namespace

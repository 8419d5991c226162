//===- ReducePlanTest.cpp - the buffers of reductions and scans -----------===//
//
// That a buffer's index tells partial results apart, that no two warps write one place, and that what is read across
// warps is what was written: counted on sets of element numbers instead of sums.
//
//===----------------------------------------------------------------------===//
#include "passes/lower/plan/ReducePlan.h"
#include "RandomLayout.h"
#include "passes/lower/plan/ScanPlan.h"
#include <gtest/gtest.h>
#include <set>

using namespace tritonc;
using namespace tritonc::lower;

namespace {

using Elements = std::multiset<std::vector<int32_t>>;

std::vector<int32_t> elementAt(const LinearLayout &layout, uint32_t reg, uint32_t lane, uint32_t warp) {
  std::vector<int32_t> result;
  for (auto [dim, at] :
       layout.apply({{Dim::Register, int32_t(reg)}, {Dim::Lane, int32_t(lane)}, {Dim::Warp, int32_t(warp)}}))
    result.push_back(at);
  return result;
}

int32_t indexAt(const LinearLayout &map, uint32_t reg, uint32_t lane, uint32_t warp) {
  return map.apply({{Dim::Register, int32_t(reg)}, {Dim::Lane, int32_t(lane)}, {Dim::Warp, int32_t(warp)}},
                   Dim::Offset);
}

/// What a warp has of a row after registers and lanes are combined.
Elements partial(const LinearLayout &layout, const AxisBits &bits, uint32_t row, uint32_t lane, uint32_t warp) {
  Elements result;
  for (uint32_t r : subsetsOf(bits.reg.axis))
    for (uint32_t l : subsetsOf(bits.lane.axis))
      result.insert(elementAt(layout, row | r, (lane & ~bits.lane.axis) | l, warp));
  return result;
}

/// All elements of the row that a place belongs to.
Elements wholeRow(const LinearLayout &layout, unsigned axis, uint32_t row, uint32_t lane, uint32_t warp) {
  Elements result;
  auto element = elementAt(layout, row, lane, warp);
  for (element[axis] = 0; element[axis] < layout.outSize(outDim(axis)); ++element[axis])
    result.insert(element);
  return result;
}

void tryReduce(std::mt19937 &random) {
  std::vector<unsigned> dims;
  for (unsigned rank = 1 + random() % 3; rank--;)
    dims.push_back(random() % 5);
  unsigned axis = random() % dims.size();
  LinearLayout layout = randomLayout(random, dims, 5 + random() % 2, random() % 6);
  SCOPED_TRACE(layout.toString() + " axis " + std::to_string(axis));
  auto plan = planReduce(layout, axis, 1u << random() % 4);
  ASSERT_TRUE(plan);
  uint32_t lanes = layout.inSize(Dim::Lane), warps = layout.inSize(Dim::Warp);
  std::vector<std::optional<Elements>> buffer(plan->bufferElements);
  if (plan->crossesWarps)
    for (uint32_t w = 0; w < warps; ++w)
      for (uint32_t l = 0; l < lanes; ++l)
        for (uint32_t row : subsetsOf(plan->bits.reg.other)) {
          if (l & plan->silentLanes)
            continue;
          auto &slot = buffer.at(indexAt(plan->writeIndex, row, l, w));
          ASSERT_FALSE(slot) << "two writes to one place";
          slot = partial(layout, plan->bits, row, l, w);
        }
  for (uint32_t w = 0; w < warps; ++w)
    for (uint32_t l = 0; l < lanes; ++l)
      for (uint32_t row : subsetsOf(plan->bits.reg.other)) {
        Elements result;
        if (!plan->crossesWarps)
          result = partial(layout, plan->bits, row, l, w);
        else
          for (uint32_t spread : subsetsOf(plan->spreadLanes))
            for (uint32_t other : subsetsOf(plan->bits.warp.axis & ~plan->spreadWarps)) {
              int32_t index = indexAt(plan->readIndex, row, (l & ~plan->spreadLanes) | spread, w);
              index ^= plan->warpIndex.apply({{Dim::Warp, int32_t(other)}}, Dim::Offset);
              ASSERT_TRUE(buffer.at(index));
              result.insert(buffer[index]->begin(), buffer[index]->end());
            }
        ASSERT_EQ(result, wholeRow(layout, axis, row, l, w));
      }
}

TEST(ReducePlan, EveryThreadSeesItsWholeRowOnce) {
  std::mt19937 random(1);
  for (int i = 0; i < 400 && !::testing::Test::HasFailure(); ++i)
    tryReduce(random);
}

TEST(ReducePlan, FourWarpsOfOneRowAreOneVectorLoad) {
  LinearLayout layout(
      {{Dim::Register, {{512}}}, {Dim::Lane, {{1}, {2}, {4}, {8}, {16}}}, {Dim::Warp, {{32}, {64}}}, {Dim::Block, {}}},
      {{outDim(0), 10}});
  // Not onto its tensor (bits 7 and 8 are missing), which does not matter here.
  auto plan = planReduce(layout, 0, 4);
  ASSERT_TRUE(plan);
  EXPECT_EQ(plan->bufferElements, 4u);
  EXPECT_EQ(plan->readVector, 4u);
  EXPECT_EQ(plan->spreadLanes, 0u);
}

TEST(ScanPlan, LevelsFollowTheAxisAndBuffersAreApart) {
  std::mt19937 random(3);
  for (int i = 0; i < 300; ++i) {
    std::vector<unsigned> dims{unsigned(random() % 4), unsigned(2 + random() % 6)};
    LinearLayout layout = randomLayout(random, dims, 5, random() % 4);
    SCOPED_TRACE(layout.toString());
    auto plan = planScan(layout, 1);
    ASSERT_TRUE(plan);
    unsigned bits = 0;
    for (const ScanLevel &level : plan->levels) {
      for (unsigned bit : level.bits)
        ASSERT_EQ(layout.basis(level.kind, bit, outDim(1)), 1 << bits++);
      if (level.kind != Dim::Warp)
        continue;
      std::set<int32_t> written;
      for (int32_t w = 0; w < layout.inSize(Dim::Warp); ++w)
        for (int32_t l = 0; l < layout.inSize(Dim::Lane); ++l)
          for (uint32_t r : subsetsOf(level.registers)) {
            if (!(uint32_t(l) & level.silentLanes)) {
              ASSERT_TRUE(written.insert(indexAt(level.writeIndex, r, l, w)).second);
            }
          }
      ASSERT_EQ(written.size(), level.bufferElements);
    }
    ASSERT_EQ(bits, dims[1]);
  }
}

} // namespace

//===- ConvertPlanTest.cpp - conversions carried out on element numbers ---===//
#include "passes/lower/plan/ConvertPlan.h"
#include "RandomLayout.h"
#include <gtest/gtest.h>

using namespace tritonc;
using namespace tritonc::lower;

namespace {

/// The elements that each place holds, as numbers in the flattened tensor: [warp][lane][register].
using Held = std::vector<std::vector<std::vector<int64_t>>>;

Held held(const LinearLayout &layout) {
  Held result(layout.inSize(Dim::Warp));
  for (int32_t w = 0; w < layout.inSize(Dim::Warp); ++w)
    for (int32_t l = 0; l < layout.inSize(Dim::Lane); ++l) {
      result[w].emplace_back();
      for (int32_t r = 0; r < layout.inSize(Dim::Register); ++r)
        result[w][l].push_back(
            layout.flattenOuts(outDim(0)).apply({{Dim::Register, r}, {Dim::Lane, l}, {Dim::Warp, w}}, outDim(0)));
    }
  return result;
}

Held renamed(const Held &from, llvm::ArrayRef<uint32_t> sourceRegister) {
  Held to = from;
  for (size_t w = 0; w < from.size(); ++w)
    for (size_t l = 0; l < from[w].size(); ++l) {
      to[w][l].clear();
      for (uint32_t reg : sourceRegister)
        to[w][l].push_back(from[w][l][reg]);
    }
  return to;
}

void exchangeLanes(llvm::ArrayRef<ExchangeStage> stages, std::vector<std::vector<int64_t>> &lanes) {
  for (const ExchangeStage &stage : stages)
    for (size_t l = 0; l < lanes.size(); ++l) {
      auto before = lanes[l];
      for (size_t r = 0; r < before.size(); ++r)
        if (l & stage.laneBit)
          lanes[l][r] = before[r ^ stage.registers];
    }
}

Held shuffled(Held from, const ShufflePlan &plan) {
  Held to = from;
  for (size_t w = 0; w < from.size(); ++w) {
    exchangeLanes(plan.before, from[w]);
    for (size_t l = 0; l < from[w].size(); ++l) {
      uint32_t lane = 0;
      for (size_t bit = 0; bit < plan.laneColumns.size(); ++bit)
        lane ^= (l >> bit & 1) ? plan.laneColumns[bit] : 0;
      if (plan.lanesStay) {
        EXPECT_EQ(lane, l);
      }
      to[w][l].clear();
      for (const ShufflePlan::Step &step : plan.steps)
        to[w][l].push_back(from[w][lane ^ step.laneXor][step.sourceRegister]);
    }
    exchangeLanes(plan.after, to[w]);
  }
  return to;
}

bool takesPart(const ExchangeSide &side, uint32_t round, uint32_t lane, uint32_t warp) {
  if ((lane & side.silentLanes) || (warp & side.silentWarps))
    return false;
  for (size_t i = 0; i < side.roundBits.size(); ++i) {
    BitRef owner = side.roundBits[i];
    uint32_t bit = (owner.in == Dim::Lane ? lane : warp) >> owner.bit & 1;
    if (owner.in != Dim::Register && bit != (round >> i & 1))
      return false;
  }
  return true;
}

/// Calls `access(offset, register)` for everything that a thread accesses in a round.
template <typename F>
void forAccesses(const ExchangeSide &side, uint32_t round, uint32_t lane, uint32_t warp, F access) {
  uint32_t roundRegisters = 0;
  for (size_t i = 0; i < side.roundBits.size(); ++i)
    if (side.roundBits[i].in == Dim::Register)
      roundRegisters |= (round >> i & 1) << side.roundBits[i].bit;
  for (int32_t k = 0; k < side.address.inSize(Dim::Register); ++k) {
    auto offset = [&](int32_t reg) {
      return side.address.apply({{Dim::Register, reg}, {Dim::Lane, int32_t(lane)}, {Dim::Warp, int32_t(warp)}},
                                Dim::Offset);
    };
    if (side.address.apply({{Dim::Register, k}}, Dim::Offset) & int32_t(side.vector - 1))
      continue;
    for (uint32_t i = 0; i < side.vector; ++i) {
      uint32_t slice = k;
      for (size_t bit = 0; bit < side.vectorRegisters.size(); ++bit)
        slice ^= (i >> bit & 1) ? uint32_t(side.vectorRegisters[bit]) : 0;
      EXPECT_EQ(offset(k) + int32_t(i), offset(int32_t(slice)));
      access(uint32_t(offset(k)) + i, depositBits(slice, side.sliceRegisters) | roundRegisters);
    }
  }
}

Held throughShared(const Held &from, const SharedPlan &plan, const LinearLayout &destination) {
  Held to(destination.inSize(Dim::Warp),
          std::vector(destination.inSize(Dim::Lane), std::vector<int64_t>(destination.inSize(Dim::Register), -1)));
  for (uint32_t round = 0; round < plan.rounds; ++round) {
    std::vector<int64_t> buffer(plan.bufferElements, -1);
    for (uint32_t w = 0; w < from.size(); ++w)
      for (uint32_t l = 0; l < from[w].size(); ++l)
        if (takesPart(plan.store, round, l, w))
          forAccesses(plan.store, round, l, w, [&](uint32_t offset, uint32_t reg) {
            EXPECT_LT(offset, buffer.size());
            EXPECT_EQ(buffer[offset], -1) << "two stores to one place";
            buffer[offset] = from[w][l][reg];
          });
    for (uint32_t w = 0; w < to.size(); ++w)
      for (uint32_t l = 0; l < to[w].size(); ++l)
        if (takesPart(plan.load, round, l, w))
          forAccesses(plan.load, round, l, w, [&](uint32_t offset, uint32_t reg) { to[w][l][reg] = buffer[offset]; });
  }
  return to;
}

void tryAll(std::mt19937 &random, bool mixed) {
  std::vector<unsigned> dims;
  for (unsigned rank = 1 + random() % 3; rank--;)
    dims.push_back(random() % 5);
  unsigned lanes = 3 + random() % 4, warps = random() % 4;
  LinearLayout a = randomLayout(random, dims, lanes, warps, mixed), b = randomLayout(random, dims, lanes, warps, mixed);
  SCOPED_TRACE(a.toString() + "\n" + b.toString());
  LinearLayout placeMap = b.invertAndCompose(a);
  Held from = held(a), want = held(b);
  if (auto rename = planRename(placeMap)) {
    EXPECT_EQ(renamed(from, *rename), want);
  }
  if (auto shuffle = planShuffle(placeMap)) {
    EXPECT_EQ(shuffled(from, *shuffle), want);
  }
  for (unsigned bytes : {1, 2, 4, 8})
    for (unsigned budget : {1u << 20, 256u, 32u})
      EXPECT_EQ(throughShared(from, planShared(a, b, bytes, budget), b), want) << bytes << " " << budget;
}

TEST(ConvertPlan, EveryWayMovesTheRightElements) {
  std::mt19937 random(1);
  for (int i = 0; i < 1500 && !::testing::Test::HasFailure(); ++i)
    tryAll(random, /*mixed=*/false);
}

TEST(ConvertPlan, SwizzledLayoutsToo) {
  std::mt19937 random(2);
  for (int i = 0; i < 500 && !::testing::Test::HasFailure(); ++i)
    tryAll(random, /*mixed=*/true);
}

TEST(ConvertPlan, ShufflesTransposeRegistersAndLanes) {
  // Two register bits change places with two lane bits: four shuffles, exchanges before and after.
  auto layout = [](std::vector<std::vector<int32_t>> reg, std::vector<std::vector<int32_t>> lane) {
    return LinearLayout({{Dim::Register, reg}, {Dim::Lane, lane}, {Dim::Warp, {}}, {Dim::Block, {}}}, {{outDim(0), 5}});
  };
  LinearLayout a = layout({{1}, {2}}, {{4}, {8}, {16}}), b = layout({{4}, {8}}, {{1}, {2}, {16}});
  auto plan = planShuffle(b.invertAndCompose(a));
  ASSERT_TRUE(plan);
  EXPECT_EQ(plan->steps.size(), 4u);
  EXPECT_EQ(plan->before.size(), 2u);
  EXPECT_EQ(plan->after.size(), 2u);
  EXPECT_EQ(shuffled(held(a), *plan), held(b));
}

} // namespace

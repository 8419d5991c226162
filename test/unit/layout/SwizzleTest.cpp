//===- SwizzleTest.cpp - no pair of layouts has bank conflicts ------------===//
#include "passes/layout/linear/Swizzle.h"
#include "passes/layout/linear/Families.h"
#include <gtest/gtest.h>
#include <set>

using namespace tritonc;

namespace {

std::vector<LinearLayout> layoutsOf(int64_t m, int64_t n) {
  int64_t shape[] = {m, n};
  std::vector<LinearLayout> result;
  for (const BlockedParams &p :
       {BlockedParams{{1, 1}, {1, 32}, {4, 1}, {1, 0}}, BlockedParams{{1, 4}, {4, 8}, {4, 1}, {1, 0}},
        BlockedParams{{1, 8}, {8, 4}, {4, 1}, {1, 0}}, BlockedParams{{4, 1}, {8, 4}, {1, 4}, {0, 1}},
        BlockedParams{{8, 1}, {4, 8}, {2, 2}, {0, 1}}, BlockedParams{{2, 2}, {8, 4}, {2, 2}, {1, 0}},
        BlockedParams{{1, 1}, {32, 1}, {1, 4}, {0, 1}}, BlockedParams{{4, 4}, {2, 16}, {4, 1}, {1, 0}},
        BlockedParams{{1, 16}, {32, 1}, {4, 1}, {1, 0}}})
    result.push_back(blockedLayout(shape, p));
  // The accumulator of mma.m16n8: two neighbours per thread, lanes 4 along columns and 8 down rows (PTX ISA,
  // mma.m16n8k16).
  LinearLayout mma =
      LinearLayout::identity1D(2, Dim::Register, outDim(1)) * LinearLayout::identity1D(4, Dim::Lane, outDim(1)) *
      LinearLayout::identity1D(8, Dim::Lane, outDim(0)) * LinearLayout::identity1D(2, Dim::Register, outDim(0)) *
      LinearLayout::identity1D(4, Dim::Warp, outDim(0));
  if (m >= 64 && n >= 8) {
    mma *= LinearLayout::identity1D(int32_t(n / 8), Dim::Register, outDim(1));
    mma *= LinearLayout::identity1D(int32_t(m / 64), Dim::Register, outDim(0));
    result.push_back(
        canonicalTensorLayout(mma.transposeOuts({outDim(0), outDim(1)}) * LinearLayout::zeros({{Dim::Block, 0}}, {})));
  }
  return result;
}

class SwizzlePairs : public ::testing::TestWithParam<unsigned> {};

TEST_P(SwizzlePairs, AreFreeOfConflicts) {
  unsigned bits = GetParam();
  for (auto [m, n] : {std::pair<int64_t, int64_t>{128, 64}, {64, 64}, {16, 256}, {8, 8}, {1, 128}, {256, 2}})
    for (const LinearLayout &store : layoutsOf(m, n))
      for (const LinearLayout &load : layoutsOf(m, n)) {
        SwizzledBuffer buffer = swizzledBuffer(store, load, bits);
        ASSERT_TRUE(buffer.offsetToCoords.isInvertible());
        LinearLayout to = bufferAddress(buffer.offsetToCoords, store),
                     from = bufferAddress(buffer.offsetToCoords, load);
        EXPECT_EQ(countBankConflicts(to, buffer.storeVector, bits), 0)
            << store.toString() << " -> " << load.toString() << " " << bits;
        EXPECT_EQ(countBankConflicts(from, buffer.loadVector, bits), 0)
            << store.toString() << " -> " << load.toString() << " " << bits;
        EXPECT_LE(buffer.storeVector * int(bits), 128);
        SwizzledBuffer other = exchangeBuffer(store, load, bits);
        EXPECT_EQ(accessVector(bufferAddress(other.offsetToCoords, store), bits), other.storeVector);
        EXPECT_EQ(accessVector(bufferAddress(other.offsetToCoords, load), bits), other.loadVector);
        EXPECT_EQ(countBankConflicts(bufferAddress(other.offsetToCoords, store), other.storeVector, bits), 0);
        EXPECT_EQ(countBankConflicts(bufferAddress(other.offsetToCoords, load), other.loadVector, bits), 0);
      }
}

INSTANTIATE_TEST_SUITE_P(ElementBits, SwizzlePairs, ::testing::Values(8u, 16u, 32u, 64u));

TEST(Swizzle, VectorsAreWhatTheRegistersShare) {
  LinearLayout rows = blockedLayout({64, 64}, {{1, 4}, {4, 8}, {4, 1}, {1, 0}});
  EXPECT_EQ(swizzledBuffer(rows, rows, 32).storeVector, 4);
  EXPECT_EQ(swizzledBuffer(rows, rows, 32).loadVector, 4);
  LinearLayout columns = permuteDims(rows, {1, 0});
  SwizzledBuffer turned = swizzledBuffer(rows, columns, 32);
  // Registers are shared here too (64x64 over 128 threads leaves each thread 32 elements).
  EXPECT_GE(turned.storeVector, 2);
}

TEST(Swizzle, VectorRegistersReachTheOffsets) {
  for (const LinearLayout &store : layoutsOf(64, 64))
    for (const LinearLayout &load : layoutsOf(64, 64)) {
      SwizzledBuffer buffer = swizzledBuffer(store, load, 16);
      LinearLayout address = bufferAddress(buffer.offsetToCoords, load);
      auto registers = vectorRegisters(address, buffer.loadVector);
      EXPECT_EQ(1 << registers.size(), buffer.loadVector);
      for (auto [i, reg] : llvm::enumerate(registers))
        EXPECT_EQ(address.apply({{Dim::Register, reg}}, Dim::Offset), 1 << i);
    }
}

TEST(Swizzle, TheJudgeSeesConflicts) {
  // 32 lanes down a column of a row-major 32x32 buffer of words: all in one bank.
  LinearLayout plain({{Dim::Register, {}}, {Dim::Lane, {{32}, {64}, {128}, {256}, {512}}}}, {{Dim::Offset, 10}});
  EXPECT_EQ(countBankConflicts(plain, 1, 32), 31);
  LinearLayout row({{Dim::Register, {}}, {Dim::Lane, {{1}, {2}, {4}, {8}, {16}}}}, {{Dim::Offset, 10}});
  EXPECT_EQ(countBankConflicts(row, 1, 32), 0);
}

} // namespace

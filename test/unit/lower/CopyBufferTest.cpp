//===- CopyBufferTest.cpp - buffers between copies and the matrix unit ----===//
//
// Every pair of a layout in which blocks are loaded and a layout in which a matrix unit wants an operand: both sides
// without bank conflicts, and the operands of mma.sync by ldmatrix.
//
//===----------------------------------------------------------------------===//
#include "passes/layout/linear/Families.h"
#include "passes/layout/linear/Swizzle.h"
#include "passes/lower/plan/MatrixLoadPlan.h"
#include <gtest/gtest.h>

using namespace tritonc;
using namespace tritonc::lower;

namespace {

LinearLayout identity(int32_t size, Dim in, unsigned out) { return LinearLayout::identity1D(size, in, outDim(out)); }
LinearLayout copies(int32_t size, Dim in) { return LinearLayout::zeros1D(size, in, outDim(0)); }

/// The operand of mma.sync whose K is dimension `k`: a lane holds a 32-bit word along K, lanes 0 .. 3 go on along K,
/// the others along the other dimension; registers then double K and (A) the rows (PTX ISA, "Matrix fragments for
/// mma.m16n8k16" and its like).
LinearLayout operand(int64_t outer, int64_t kSize, unsigned k, unsigned elementBits, bool isA, int32_t warps) {
  unsigned m = 1 - k;
  int32_t word = int32_t(32 / elementBits);
  LinearLayout tile = identity(word, Dim::Register, k) * identity(4, Dim::Lane, k) * identity(8, Dim::Lane, m);
  if (isA)
    tile *= identity(2, Dim::Register, m);
  tile *= identity(2, Dim::Register, k);
  tile *= isA ? identity(warps, Dim::Warp, m) : copies(warps, Dim::Warp);
  int64_t rows = isA ? 16 * warps : 8;
  if (outer < rows || kSize < 8 * word)
    return {};
  tile *= identity(int32_t(kSize / (8 * word)), Dim::Register, k);
  tile *= identity(int32_t(outer / rows), Dim::Register, m);
  return canonicalTensorLayout(tile.transposeOuts({outDim(0), outDim(1)}) * LinearLayout::zeros({{Dim::Block, 0}}, {}));
}

/// Neighbours along `fast`, 16 bytes (or `bytes`) for each thread.
LinearLayout loaded(llvm::ArrayRef<int64_t> shape, unsigned fast, unsigned elementBits, unsigned bytes, int32_t warps) {
  llvm::SmallVector<int32_t> order{int32_t(fast), int32_t(1 - fast)};
  return blockedLayout(shape, defaultBlocked(shape, order, int32_t(bytes * 8 / elementBits), 32, warps));
}

llvm::SmallVector<uint64_t> steps(const LinearLayout &layout, unsigned dim, unsigned count) {
  unsigned shift = dim == 0 ? 0 : layout.outBits(outDim(0));
  llvm::SmallVector<uint64_t> result;
  for (unsigned bit = 0; (1u << bit) < count; ++bit)
    result.push_back(uint64_t(1) << (shift + bit));
  return result;
}

struct Form {
  unsigned bits;
  bool isA;
};
class CopyBuffers : public ::testing::TestWithParam<Form> {};

TEST_P(CopyBuffers, AreFreeOfConflicts) {
  auto [bits, isA] = GetParam();
  for (int32_t warps : {1, 4, 8})
    for (auto [outer, kSize] :
         {std::pair<int64_t, int64_t>{128, 64}, {64, 32}, {128, 32}, {256, 64}, {16, 16}, {64, 128}, {16, 256}})
      for (unsigned k : {0u, 1u})
        for (unsigned fast : {0u, 1u})
          for (unsigned bytes : {4u, 8u, 16u}) {
            LinearLayout load = operand(outer, kSize, k, bits, isA, warps);
            if (load.outs().empty())
              continue;
            llvm::SmallVector<int64_t> shape = shapeOf(load);
            if (shape[fast] * bits < bytes * 8)
              continue;
            LinearLayout store = loaded(shape, fast, bits, bytes, warps);
            auto vector = steps(store, fast, bytes * 8 / bits);
            LinearLayout buffer = copyBuffer(store, vector, load, bits);
            ASSERT_TRUE(buffer.isInvertible());
            LinearLayout to = bufferAddress(buffer, store), from = bufferAddress(buffer, load);
            std::string what = store.toString() + " -> " + load.toString() + " in " + buffer.toString();
            EXPECT_GE(accessVector(to, bits), int32_t(bytes * 8 / bits)) << what;
            EXPECT_EQ(countBankConflicts(to, int32_t(bytes * 8 / bits), bits), 0) << what;
            auto plan = planMatrixLoad(from, bits);
            // Along K, or across for 16 bits, a row of a matrix is 16 bytes of the copy.
            if (fast == k || bits == 16)
              EXPECT_TRUE(plan.has_value()) << what;
            if (plan)
              EXPECT_EQ(countBankConflicts(*plan, bits), 0) << what;
            else
              EXPECT_EQ(countBankConflicts(from, accessVector(from, bits), bits), 0) << what;
          }
}

INSTANTIATE_TEST_SUITE_P(Operands, CopyBuffers,
                         ::testing::Values(Form{8, true}, Form{8, false}, Form{16, true}, Form{16, false},
                                           Form{32, true}, Form{32, false}));

/// What ldmatrix does, lane by lane, gives the registers of the layout.
TEST(MatrixLoad, ReadsWhatTheLayoutSays) {
  unsigned tried = 0;
  for (unsigned bits : {8u, 16u, 32u})
    for (bool isA : {true, false})
      for (unsigned k : {0u, 1u})
        for (unsigned fast : {0u, 1u}) {
          LinearLayout load = operand(64, 64, k, bits, isA, 4);
          LinearLayout store = loaded(shapeOf(load), fast, bits, 16, 4);
          LinearLayout buffer = copyBuffer(store, steps(store, fast, 128 / bits), load, bits);
          LinearLayout address = bufferAddress(buffer, load);
          auto plan = planMatrixLoad(address, bits);
          if (!plan)
            continue;
          ++tried;
          unsigned perWord = 32 / bits;
          for (int32_t warp = 0; warp < 4; ++warp)
            for (const auto &instruction : plan->instructions)
              for (unsigned m = 0; m < plan->matrices; ++m)
                for (int32_t lane = 0; lane < 32; ++lane)
                  for (unsigned w = 0; w < perWord; ++w) {
                    int32_t row = plan->transposed ? 2 * (lane % 4) + int32_t(w) : lane / 4;
                    int32_t column = plan->transposed ? lane / 4 : (lane % 4) * int32_t(perWord) + int32_t(w);
                    int32_t start = plan->rowAddress.apply({{Dim::Register, int32_t(instruction.base)},
                                                            {Dim::Lane, int32_t(m) * 8 + row},
                                                            {Dim::Warp, warp}},
                                                           Dim::Offset);
                    int32_t wanted = address.apply(
                        {{Dim::Register, int32_t(instruction.words[m][w])}, {Dim::Lane, lane}, {Dim::Warp, warp}},
                        Dim::Offset);
                    ASSERT_EQ(start + column, wanted) << load.toString();
                  }
        }
  EXPECT_GE(tried, 10u);
}

} // namespace

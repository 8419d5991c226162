//===- OperandBuffersTest.cpp - no bank conflicts around matrix units -----===//
//
// For the instruction that each target chooses for a product: operands come from loads along either dimension, results
// go to stores. Whatever pair of layouts meets in shared memory, neither side has bank conflicts.
//
//===----------------------------------------------------------------------===//
#include "passes/layout/MatrixInstructions.h"
#include "passes/layout/linear/Swizzle.h"
#include "passes/lower/plan/MatrixLoadPlan.h"
#include <gtest/gtest.h>
#include <set>

using namespace tritonc;
using namespace tritonc::lower;

namespace {

struct Product {
  const char *target;
  int warps;
  int64_t m, n, k;
};
std::string text(const Product &p, MatrixElement element, const LinearLayout &from, const LinearLayout &to) {
  return std::string(p.target) + " " + elementName(element).str() + " " + std::to_string(p.m) + "x" +
         std::to_string(p.n) + "x" + std::to_string(p.k) + ": " + from.toString() + " -> " + to.toString();
}

/// Sixteen bytes of each thread along `fast`.
LinearLayout accessed(llvm::ArrayRef<int64_t> shape, int32_t fast, unsigned bits, int32_t lanes, int32_t warps) {
  return blockedLayout(shape, defaultBlocked(shape, {fast, 1 - fast}, int32_t(128 / bits), lanes, warps));
}

void expectNoConflicts(const SwizzledBuffer &buffer, const LinearLayout &store, const LinearLayout &load, unsigned bits,
                       const std::string &what) {
  EXPECT_EQ(countBankConflicts(bufferAddress(buffer.offsetToCoords, store), buffer.storeVector, bits), 0) << what;
  EXPECT_EQ(countBankConflicts(bufferAddress(buffer.offsetToCoords, load), buffer.loadVector, bits), 0) << what;
}

llvm::SmallVector<uint64_t> stepsAlong(const LinearLayout &store, int32_t fast, unsigned bits) {
  llvm::SmallVector<uint64_t> steps;
  unsigned shift = fast == 0 ? 0 : store.outBits(outDim(0));
  for (int32_t step = 1;
       step < store.numConsecutive(Dim::Register, outDim(unsigned(fast))) && step < int32_t(128 / bits); step *= 2)
    steps.push_back(uint64_t(step) << shift);
  return steps;
}

/// Copies to shared memory, read by ldmatrix where the layouts allow it.
void expectCopiesFit(const LinearLayout &store, int32_t fast, const LinearLayout &load, unsigned bits,
                     const std::string &what) {
  auto steps = stepsAlong(store, fast, bits);
  LinearLayout buffer = copyBuffer(store, steps, load, bits);
  LinearLayout to = bufferAddress(buffer, store), from = bufferAddress(buffer, load);
  EXPECT_EQ(countBankConflicts(to, 1 << steps.size(), bits), 0) << what;
  if (auto plan = planMatrixLoad(from, bits))
    EXPECT_EQ(countBankConflicts(*plan, bits), 0) << what;
  else
    EXPECT_EQ(countBankConflicts(from, accessVector(from, bits), bits), 0) << what;
}

/// What a lane of ds_read_b64_tr receives, element by element, is what the layout asks for.
void expectTransposedLoad(const LinearLayout &from, unsigned bits, const std::string &what) {
  auto plan = planTransposedLoad(from, bits);
  ASSERT_TRUE(plan.has_value()) << what;
  EXPECT_EQ(countTransposedConflicts(*plan, bits), 0) << what;
  auto within = int32_t(64 / bits); // elements of a lane's read
  for (const MatrixLoadPlan::Instruction &instruction : plan->instructions)
    for (int32_t lane = 0; lane < 64; ++lane)
      for (int32_t row = 0; row < within; ++row) {
        // Of sixteen lanes 16 / within hold a row; lane l receives column l.
        int32_t holder = (lane & 48) | (row * (16 / within) + (lane & 15) / within);
        int32_t offset =
            plan->rowAddress.apply({{Dim::Register, int32_t(instruction.base)}, {Dim::Lane, holder}}, Dim::Offset) +
            lane % within;
        auto reg = int32_t(instruction.words.front()[size_t(row)]);
        EXPECT_EQ(offset, from.apply({{Dim::Register, reg}, {Dim::Lane, lane}}, Dim::Offset)) << what;
      }
}

/// Stores by threads, read transposed where lanes walk along what was loaded. Tells whether it was so.
bool expectTransposedFit(const LinearLayout &store, int32_t fast, const LinearLayout &load, unsigned bits,
                         const std::string &what) {
  auto steps = stepsAlong(store, fast, bits);
  auto buffer = transposedBuffer(store, steps, load, bits);
  if (!buffer)
    return false;
  LinearLayout to = bufferAddress(*buffer, store);
  EXPECT_GE(accessVector(to, bits), 1 << steps.size()) << what;
  EXPECT_EQ(countBankConflicts(to, 1 << steps.size(), bits), 0) << what;
  expectTransposedLoad(bufferAddress(*buffer, load), bits, what);
  return true;
}

/// Copies by waves: lanes lie one after the other, a wave copies what it would have loaded. Tells whether there are
/// any.
bool expectWaveCopiesFit(const LinearLayout &store, int32_t fast, const LinearLayout &load, unsigned bits,
                         const std::string &what) {
  auto steps = stepsAlong(store, fast, bits);
  bool isTransposed = true;
  auto copy = waveCopyBuffer(store, steps, load, bits, isTransposed);
  if (!copy)
    copy = waveCopyBuffer(store, steps, load, bits, isTransposed = false);
  if (!copy)
    return false;
  LinearLayout to = bufferAddress(copy->buffer, copy->copying), from = bufferAddress(copy->buffer, load);
  for (unsigned bit = 0; bit < 6; ++bit)
    EXPECT_EQ(to.basis(Dim::Lane, bit, Dim::Offset), 1 << (steps.size() + bit)) << what;
  EXPECT_EQ(accessVector(to, bits), 1 << steps.size()) << what;
  EXPECT_EQ(copy->copying.numConsecutive(Dim::Register, outDim(unsigned(fast))),
            store.numConsecutive(Dim::Register, outDim(unsigned(fast))))
      << what;
  // The coordinates of one wave's copy, as a set.
  auto rectangle = [&](const LinearLayout &layout) {
    std::set<std::pair<int32_t, int32_t>> all;
    for (int32_t lane = 0; lane < 64; ++lane) {
      auto at = layout.apply({{Dim::Lane, lane}});
      all.insert({at[0].second, at[1].second});
    }
    return all;
  };
  EXPECT_EQ(rectangle(copy->copying), rectangle(store)) << what;
  if (isTransposed)
    expectTransposedLoad(from, bits, what);
  else
    EXPECT_EQ(countBankConflicts(from, accessVector(from, bits), bits), 0) << what;
  return true;
}

class OperandBuffers : public ::testing::TestWithParam<Product> {};

TEST_P(OperandBuffers, AreFreeOfConflicts) {
  Product p = GetParam();
  llvm::Expected<Target> target = parseTarget(p.target);
  ASSERT_TRUE(bool(target));
  unsigned found = 0, transposed = 0, copied = 0;
  for (auto [element, sum] : {std::pair(MatrixElement::F16, MatrixElement::F32),
                              {MatrixElement::BF16, MatrixElement::F32},
                              {MatrixElement::TF32, MatrixElement::F32},
                              {MatrixElement::F32, MatrixElement::F32},
                              {MatrixElement::I8, MatrixElement::I32},
                              {MatrixElement::E4M3, MatrixElement::F32},
                              {MatrixElement::F64, MatrixElement::F64}}) {
    MatrixProblem problem;
    problem.a = problem.b = element;
    problem.acc = sum;
    problem.m = p.m, problem.n = p.n, problem.k = p.k;
    problem.numWarps = p.warps;
    auto choice = chooseMatrixInstruction(*target, problem);
    if (!choice)
      continue;
    ++found;
    LinearLayout result = accumulatorLayout(*choice, {p.m, p.n}, p.warps);
    unsigned bits = elementBits(element), sumBits = elementBits(sum);
    for (int32_t fast : {0, 1}) {
      for (unsigned operand : {0u, 1u}) {
        auto wanted = matrixOperandLayout(choice->instruction, choice->kWidth, result, operand, p.k);
        ASSERT_TRUE(wanted.has_value());
        LinearLayout loaded = accessed(shapeOf(*wanted), fast, bits, target->warpSize, p.warps);
        std::string what = text(p, element, loaded, *wanted);
        expectNoConflicts(exchangeBuffer(loaded, *wanted, bits), loaded, *wanted, bits, what);
        if (target->isNVIDIA())
          expectCopiesFit(loaded, fast, *wanted, bits, what);
        if (target->isCDNA()) {
          transposed += expectTransposedFit(loaded, fast, *wanted, bits, what);
          copied += expectWaveCopiesFit(loaded, fast, *wanted, bits, what);
        }
      }
      // Results are stored as they are or as halves.
      for (unsigned stored : {sumBits, 16u}) {
        LinearLayout to = accessed({p.m, p.n}, fast, stored, target->warpSize, p.warps);
        expectNoConflicts(exchangeBuffer(result, to, stored), result, to, stored, text(p, sum, result, to));
      }
    }
  }
  EXPECT_GT(found, 0u);
  if (target->isCDNA()) {
    EXPECT_GT(transposed, 0u);
    EXPECT_GT(copied, 0u);
  }
}

std::vector<Product> products() {
  std::vector<Product> all;
  for (const char *target : {"sm_75", "sm_80", "sm_90a", "sm_120a", "gfx90a", "gfx942", "gfx950", "gfx1100", "gfx1201"})
    for (int warps : {4, 8})
      for (auto [m, n, k] : {std::tuple<int64_t, int64_t, int64_t>{128, 128, 64}, {64, 64, 32}, {16, 32, 128}})
        all.push_back({target, warps, m, n, k});
  return all;
}
INSTANTIATE_TEST_SUITE_P(Targets, OperandBuffers, ::testing::ValuesIn(products()));

} // namespace

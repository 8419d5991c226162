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

/// Copies to shared memory, read by ldmatrix where the layouts allow it.
void expectCopiesFit(const LinearLayout &store, int32_t fast, const LinearLayout &load, unsigned bits,
                     const std::string &what) {
  llvm::SmallVector<uint64_t> steps;
  unsigned shift = fast == 0 ? 0 : store.outBits(outDim(0));
  for (int32_t step = 1;
       step < store.numConsecutive(Dim::Register, outDim(unsigned(fast))) && step < int32_t(128 / bits); step *= 2)
    steps.push_back(uint64_t(step) << shift);
  LinearLayout buffer = copyBuffer(store, steps, load, bits);
  LinearLayout to = bufferAddress(buffer, store), from = bufferAddress(buffer, load);
  EXPECT_EQ(countBankConflicts(to, 1 << steps.size(), bits), 0) << what;
  if (auto plan = planMatrixLoad(from, bits))
    EXPECT_EQ(countBankConflicts(*plan, bits), 0) << what;
  else
    EXPECT_EQ(countBankConflicts(from, accessVector(from, bits), bits), 0) << what;
}

class OperandBuffers : public ::testing::TestWithParam<Product> {};

TEST_P(OperandBuffers, AreFreeOfConflicts) {
  Product p = GetParam();
  llvm::Expected<Target> target = parseTarget(p.target);
  ASSERT_TRUE(bool(target));
  unsigned found = 0;
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
      }
      // Results are stored as they are or as halves.
      for (unsigned stored : {sumBits, 16u}) {
        LinearLayout to = accessed({p.m, p.n}, fast, stored, target->warpSize, p.warps);
        expectNoConflicts(exchangeBuffer(result, to, stored), result, to, stored, text(p, sum, result, to));
      }
    }
  }
  EXPECT_GT(found, 0u);
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

#include "runtime/data/Compare.h"
#include <cmath>
#include <gtest/gtest.h>
#include <limits>

using namespace tritonc;

namespace {

Tensor tensorOf(const char *type, std::vector<double> values) {
  Tensor tensor;
  tensor.type = findDataType(type);
  tensor.dims = {static_cast<int64_t>(values.size())};
  tensor.strides = {1};
  EXPECT_TRUE(allocateTensor(tensor).ok());
  for (size_t i = 0; i < values.size(); ++i)
    storeDouble(*tensor.type, values[i], tensor.bytes.data() + i * static_cast<size_t>(tensor.type->bytes));
  return tensor;
}

const double notANumber = std::nan(""), infinity = std::numeric_limits<double>::infinity();

} // namespace

TEST(Compare, FindsTheWorst) {
  Tensor a = tensorOf("fp32", {1, 2.1, 3, 5}), b = tensorOf("fp32", {1, 2, 3, 4});
  Comparison result = compareTensors(a, b, {1e-4, 0});
  EXPECT_EQ(result.mismatches, 2);
  EXPECT_EQ(result.worst, 3);
  EXPECT_EQ(describe(result, {2, 2}), "2 of 4 elements differ; worst at [1, 1]: 5, expected 4 (difference 1)");
}

TEST(Compare, SpecialValues) {
  Tensor a = tensorOf("fp32", {notANumber, infinity, 1, 0.0}), b = tensorOf("fp32", {notANumber, infinity, 1, -0.0});
  EXPECT_EQ(compareTensors(a, b, {}).mismatches, 0);
  b = tensorOf("fp32", {1, infinity, notANumber, 0});
  Comparison result = compareTensors(a, b, {1, 1});
  EXPECT_EQ(result.mismatches, 2);
  EXPECT_EQ(result.worst, 0);
  EXPECT_EQ(compareTensors(tensorOf("fp32", {infinity}), tensorOf("fp32", {-infinity}), {1, 1}).mismatches, 1);
}

TEST(Compare, Tolerances) {
  Tensor a = tensorOf("fp32", {100.0, 1e-6}), b = tensorOf("fp32", {100.5, 0});
  EXPECT_EQ(compareTensors(a, b, {0.01, 1e-5}).mismatches, 0);
  EXPECT_EQ(compareTensors(a, b, {0.001, 1e-5}).mismatches, 1);
  Tensor c = tensorOf("i32", {5}), d = tensorOf("i32", {6});
  EXPECT_EQ(compareTensors(c, d, defaultTolerance(*c.type)).mismatches, 1);
  EXPECT_EQ(compareTensors(c, d, {0, 1}).mismatches, 0);
}

TEST(Compare, Integers64AreExact) {
  Tensor a = tensorOf("i64", {0}), b = a;
  storeInteger(*a.type, 9007199254740993, a.bytes.data());
  storeInteger(*b.type, 9007199254740992, b.bytes.data());
  EXPECT_EQ(compareTensors(a, b, {}).mismatches, 1);
}

#include "runtime/data/Tensor.h"
#include <cmath>
#include <gtest/gtest.h>

using namespace tritonc;

namespace {

const Names names = {{"M", Number::of(int64_t(5))}, {"N", Number::of(int64_t(7))}};

std::string errorOf(const char *text) {
  TensorSpec spec;
  Status status = parseTensorSpec(text, names, findDataType("fp32"), spec);
  return status.message() + "|" + status.hint();
}

Tensor make(const char *text, uint64_t seed = 0, const char *name = "x") {
  TensorSpec spec;
  Tensor tensor;
  Status status = parseTensorSpec(text, names, nullptr, spec);
  EXPECT_TRUE(status.ok()) << status.message();
  status = makeTensor(spec, seed, name, tensor);
  EXPECT_TRUE(status.ok()) << status.message();
  return tensor;
}

double at(const Tensor &tensor, int64_t i) {
  return loadAsDouble(*tensor.type, tensor.bytes.data() + tensor.offsetOf(i));
}

} // namespace

TEST(Tensor, Specifications) {
  Tensor tensor = make("f32[M, N*2]{2*N+1, 1}:full(-1.5)");
  EXPECT_EQ(tensor.dims, (std::vector<int64_t>{5, 14}));
  EXPECT_EQ(tensor.strides, (std::vector<int64_t>{15, 1}));
  EXPECT_EQ(at(tensor, 69), -1.5);
  EXPECT_EQ(make("f32[0,3]:zeros").bytes.size(), 0u);
  EXPECT_EQ(make("i64[]:ones").count(), 1);
  EXPECT_EQ(at(make("i32[4]:arange"), 3), 3);
  EXPECT_TRUE(std::isnan(at(make("bf16[4]:poison"), 3)));
}

TEST(Tensor, SpecificationErrors) {
  EXPECT_EQ(errorOf("fp33[3]:zeros"), "unknown element type 'fp33'|did you mean 'fp32'?");
  EXPECT_EQ(errorOf("fp31[3]:zeros"), "unknown element type 'fp31'|did you mean 'fp32'?");
  EXPECT_EQ(errorOf("f32[3]:zeroes"), "unknown fill 'zeroes'|did you mean 'zeros'?");
  EXPECT_EQ(errorOf("f32[3]"), "'f32[3]' does not say what the tensor is filled with|add :zeros or :randn");
  EXPECT_EQ(errorOf("f32[3]:full"), "'full' takes 1 arguments, not 0|");
  EXPECT_EQ(errorOf("f32[3]:randint(4,4)"), "'randint(4,4)' needs two integers, the first below the second|");
  EXPECT_EQ(errorOf("f32[3]{1,2}:zeros"), "'f32[3]{1,2}:zeros' has 1 dimensions, but 2 strides|");
  EXPECT_EQ(errorOf("f32[-3]:zeros"), "dimension '-3' is negative: -3|");
  EXPECT_EQ(errorOf("f32[Q]:zeros").substr(0, 30), "in 'Q': unknown name 'Q'|");
  EXPECT_EQ(errorOf("f32:zeros").substr(0, 30), "'f32:zeros' is not a tensor|wr");
}

TEST(Tensor, RandomValuesDependOnSeedNameAndNumberAlone) {
  Tensor small = make("f32[10]:randn"), large = make("f32[200000]:randn");
  EXPECT_EQ(at(small, 9), at(large, 9));
  EXPECT_NE(at(small, 0), at(make("f32[10]:randn", 1), 0));
  EXPECT_NE(at(small, 0), at(make("f32[10]:randn", 0, "y"), 0));
  double sum = 0, squares = 0;
  for (int64_t i = 0; i < large.count(); ++i) {
    sum += at(large, i);
    squares += at(large, i) * at(large, i);
  }
  EXPECT_NEAR(sum / 200000, 0, 0.01);
  EXPECT_NEAR(squares / 200000, 1, 0.01);
  Tensor integers = make("i8[1000]:randint(-3,3)");
  for (int64_t i = 0; i < 1000; ++i)
    EXPECT_TRUE(at(integers, i) >= -3 && at(integers, i) < 3);
}

TEST(Tensor, Slices) {
  Tensor tensor = make("i32[3,4]:arange");
  auto slice = [&](const char *text) {
    std::string out;
    Status status = formatSlice(tensor, text, names, out);
    return status.ok() ? out : status.message();
  };
  EXPECT_EQ(slice("0:2"), "0 1 2 3\n4 5 6 7\n");
  EXPECT_EQ(slice("1,2:"), "6 7\n");
  EXPECT_EQ(slice("-1,-1"), "11\n");
  EXPECT_EQ(slice("9:"), "");
  EXPECT_EQ(slice("3"), "index 3 is out of range for 3 elements");
  EXPECT_EQ(slice("0,0,0"), "[0,0,0] has 3 indices, but the tensor is i32[3,4]");
}

TEST(Tensor, TooLarge) {
  TensorSpec spec;
  Tensor tensor;
  ASSERT_TRUE(parseTensorSpec("f32[4000000000,4000000000]:zeros", {}, nullptr, spec).ok());
  EXPECT_EQ(makeTensor(spec, 0, "x", tensor).message(), "the tensor is too large");
}

#include "runtime/data/DataType.h"
#include <cmath>
#include <cstring>
#include <gtest/gtest.h>
#include <limits>

using namespace tritonc;

namespace {

const DataType &type(const char *name) { return *findDataType(name); }

/// Every pattern of the format comes back from its own value.
void checkAllPatterns(const char *name) {
  const DataType &format = type(name);
  for (uint32_t bits = 0; bits < (1u << (8 * format.bytes)); ++bits) {
    double value = loadAsDouble(format, &bits);
    uint32_t back = 0;
    storeDouble(format, value, &back);
    if (std::isnan(value))
      EXPECT_TRUE(std::isnan(loadAsDouble(format, &back))) << name << " " << bits;
    else
      EXPECT_EQ(bits, back) << name << " " << value;
  }
}

/// Between two neighbours the nearer one is taken, and the even one in the middle.
void checkRounding(const char *name) {
  const DataType &format = type(name);
  uint32_t signBit = 1u << (8 * format.bytes - 1);
  for (uint32_t low = 0; low + 1 < signBit; ++low) {
    uint32_t high = low + 1;
    double a = loadAsDouble(format, &low), b = loadAsDouble(format, &high);
    if (!std::isfinite(a) || !std::isfinite(b))
      continue;
    uint32_t middle = 0, below = 0, above = 0;
    storeDouble(format, (a + b) / 2, &middle);
    storeDouble(format, a + (b - a) * 0.49, &below);
    storeDouble(format, a + (b - a) * 0.51, &above);
    EXPECT_EQ(middle, low % 2 ? high : low) << name << " " << a;
    EXPECT_EQ(below, low);
    EXPECT_EQ(above, high);
  }
}

} // namespace

TEST(DataType, PatternsRoundTrip) {
  for (const char *name : {"fp16", "bf16", "fp8e5", "fp8e4nv", "fp8e4b8", "fp8e5b16", "fp8e4b15"})
    checkAllPatterns(name);
}

TEST(DataType, RoundsToNearestEven) {
  for (const char *name : {"fp16", "bf16", "fp8e5", "fp8e4nv", "fp8e4b8", "fp8e5b16", "fp8e4b15"})
    checkRounding(name);
}

TEST(DataType, LargestValues) {
  struct Row {
    const char *name;
    double largest;
    double overflow; // what 1e30 becomes; NaN stands for NaN
  };
  double nan = std::nan(""), infinity = std::numeric_limits<double>::infinity();
  for (const Row &row : {Row{"fp16", 65504, infinity}, Row{"fp8e5", 57344, infinity}, Row{"fp8e4nv", 448, nan},
                         Row{"fp8e4b8", 240, nan}, Row{"fp8e5b16", 57344, nan}, Row{"fp8e4b15", 1.875, 1.875}}) {
    uint32_t bits = 0;
    storeDouble(type(row.name), row.largest, &bits);
    EXPECT_EQ(loadAsDouble(type(row.name), &bits), row.largest) << row.name;
    storeDouble(type(row.name), 1e30, &bits);
    double stored = loadAsDouble(type(row.name), &bits);
    EXPECT_TRUE(stored == row.overflow || (std::isnan(stored) && std::isnan(row.overflow)))
        << row.name << " " << stored;
  }
}

TEST(DataType, Bfloat16IsTheUpperHalfOfFloat) {
  for (float value : {1.0f, -2.5f, 3.140625f, 1e38f, 1e-40f}) {
    uint32_t bits = 0;
    storeDouble(type("bf16"), value, &bits);
    float expected = value;
    uint32_t wide;
    std::memcpy(&wide, &expected, 4);
    wide += 0x7fff + ((wide >> 16) & 1);
    EXPECT_EQ(bits, wide >> 16) << value;
  }
}

TEST(DataType, Integers) {
  int64_t bits = 0;
  storeInteger(type("i8"), -3, &bits);
  EXPECT_EQ(loadAsInteger(type("i8"), &bits), -3);
  EXPECT_EQ(loadAsInteger(type("u8"), &bits), 253);
  EXPECT_TRUE(fitsInteger(type("i8"), -128));
  EXPECT_FALSE(fitsInteger(type("i8"), 128));
  EXPECT_FALSE(fitsInteger(type("u32"), -1));
  EXPECT_TRUE(fitsInteger(type("i64"), std::numeric_limits<int64_t>::min()));
  storeDouble(type("i32"), std::nan(""), &bits);
  EXPECT_EQ(loadAsInteger(type("i32"), &bits), 0);
}

TEST(DataType, Names) {
  EXPECT_EQ(findDataType("f32"), findDataType("fp32"));
  EXPECT_EQ(findDataType("bool"), findDataType("i1"));
  EXPECT_EQ(findDataType("fp31"), nullptr);
}

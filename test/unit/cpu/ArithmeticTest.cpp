//===- ArithmeticTest.cpp - arithmetic, conversions and math functions on the host -===//
#include "KernelText.h"
#include <cmath>
#include <limits>
#include <numeric>

using namespace tritonc::testing;

TEST(Arithmetic, IntegerDivisionNeverTraps) {
  constexpr int32_t low = std::numeric_limits<int32_t>::min();
  std::vector<int32_t> x{7, -7, 7, -7, low, low, 5, 0}, y{2, 2, -2, -2, -1, 1, 0, 3};
  auto q = binary<int32_t, int32_t>("i32", "i32", "%r = arith.divsi %xv, %yv : tensor<8xi32>", x, y);
  EXPECT_EQ((std::vector<int32_t>{3, -3, -3, 3}), std::vector<int32_t>(q.begin(), q.begin() + 4));
  EXPECT_EQ(q[5], low);
  auto r = binary<int32_t, int32_t>("i32", "i32", "%r = arith.remsi %xv, %yv : tensor<8xi32>", x, y);
  EXPECT_EQ((std::vector<int32_t>{1, -1, 1, -1}), std::vector<int32_t>(r.begin(), r.begin() + 4));
  std::vector<uint32_t> ux{4294967295u, 4294967295u, 4294967294u, 9}, uy{1, 2, 4294967295u, 0};
  auto u = binary<uint32_t, uint32_t>("i32", "i32", "%r = arith.divui %xv, %yv : tensor<4xi32>", ux, uy);
  EXPECT_EQ((std::vector<uint32_t>{4294967295u, 2147483647u, 0}), std::vector<uint32_t>(u.begin(), u.begin() + 3));
  std::vector<int64_t> lx{std::numeric_limits<int64_t>::min(), 10}, ly{-1, 0};
  binary<int64_t, int64_t>("i64", "i64", "%r = arith.divsi %xv, %yv : tensor<2xi64>", lx, ly);
  std::vector<int8_t> bx{-128, 127, 100, -100}, by{-1, 2, 0, 7};
  auto b8 = binary<int8_t, int8_t>("i8", "i8", "%r = arith.divsi %xv, %yv : tensor<4xi8>", bx, by);
  EXPECT_EQ(b8[1], 63);
  EXPECT_EQ(b8[3], -14);
}

TEST(Arithmetic, ShiftsByTheWidthOrMore) {
  std::vector<int32_t> x{1, -8, -8, 1}, y{31, 1, 32, 40};
  auto left = binary<int32_t, int32_t>("i32", "i32", "%r = arith.shli %xv, %yv : tensor<4xi32>", x, y);
  EXPECT_EQ((std::vector<int32_t>{std::numeric_limits<int32_t>::min(), -16, 0, 0}), left);
  auto right = binary<int32_t, int32_t>("i32", "i32", "%r = arith.shrsi %xv, %yv : tensor<4xi32>", x, y);
  EXPECT_EQ((std::vector<int32_t>{0, -4, -1, 0}), right);
}

TEST(Arithmetic, MultiplyHigh) {
  std::vector<uint32_t> x{0xffffffffu, 0xD2511F53u, 3, 1u << 31}, y{0xffffffffu, 0xCD9E8D57u, 5, 6};
  auto got = binary<uint32_t, uint32_t>("i32", "i32", "%r = tt.mulhiui %xv, %yv : tensor<4xi32>", x, y);
  for (int i = 0; i < 4; ++i)
    EXPECT_EQ(got[i], static_cast<uint32_t>(static_cast<uint64_t>(x[i]) * y[i] >> 32));
}

TEST(Arithmetic, NaNRules) {
  float nan = NAN;
  std::vector<float> x{nan, 1, nan, -1}, y{2, nan, nan, 3};
  auto num = binary<float, float>("f32", "f32", "%r = arith.maxnumf %xv, %yv : tensor<4xf32>", x, y);
  EXPECT_EQ(num[0], 2);
  EXPECT_EQ(num[1], 1);
  EXPECT_TRUE(std::isnan(num[2]));
  auto imum = binary<float, float>("f32", "f32", "%r = arith.minimumf %xv, %yv : tensor<4xf32>", x, y);
  EXPECT_TRUE(std::isnan(imum[0]) && std::isnan(imum[1]));
  EXPECT_EQ(imum[3], -1);
}

TEST(Arithmetic, HalfRoundsAfterEachOperation) {
  std::vector<uint16_t> x, y;
  for (int i = 0; i < 64; ++i) {
    x.push_back(toHalf(std::sin(i) * 100));
    y.push_back(toHalf(std::cos(i) * 3));
  }
  auto got = binary<uint16_t, uint16_t>(
      "f16", "f16", "%p = arith.mulf %xv, %yv : tensor<64xf16>\n%r = arith.addf %p, %xv : tensor<64xf16>", x, y);
  for (int i = 0; i < 64; ++i)
    EXPECT_EQ(got[i], toHalf(fromHalf(toHalf(fromHalf(x[i]) * fromHalf(y[i]))) + fromHalf(x[i]))) << i;
  auto bf = binary<uint16_t, uint16_t>("bf16", "bf16", "%r = arith.divf %xv, %yv : tensor<64xbf16>", x, y);
  for (int i = 0; i < 64; ++i)
    if (!std::isnan(fromBfloat(x[i]) / fromBfloat(y[i]))) {
      EXPECT_EQ(bf[i], toBfloat(static_cast<float>(fromBfloat(x[i]) / fromBfloat(y[i])))) << i;
    }
}

TEST(Arithmetic, DoubleToHalfRoundsOnce) {
  // Just above halfway between two halves, by less than f32 can tell.
  std::vector<double> x{1 + std::ldexp(1, -11) + std::ldexp(1, -40), 1 + std::ldexp(1, -11), 65519.999, -1e300}, y(4);
  auto got = binary<double, uint16_t>("f64", "f16", "%r = arith.truncf %xv : tensor<4xf64> to tensor<4xf16>", x, y);
  for (int i = 0; i < 4; ++i)
    EXPECT_EQ(got[i], toHalf(x[i])) << i;
}

TEST(Arithmetic, ByteFloatsRoundTrip) {
  for (const char *type : {"f8E5M2", "f8E4M3FN", "f8E5M2FNUZ", "f8E4M3FNUZ", "f8E4M3B11FNUZ"}) {
    std::vector<uint8_t> x(256), y(256);
    std::iota(x.begin(), x.end(), 0);
    std::string t = type;
    auto got = binary<uint8_t, uint8_t>(t, t,
                                        "%w = tt.fp_to_fp %xv : tensor<256x" + t +
                                            "> -> tensor<256xf32>\n%r = tt.fp_to_fp %w, " +
                                            "rounding = rtne : tensor<256xf32> -> tensor<256x" + t + ">",
                                        x, y);
    auto wide =
        binary<uint8_t, float>(t, "f32", "%r = tt.fp_to_fp %xv : tensor<256x" + t + "> -> tensor<256xf32>", x, y);
    for (int i = 0; i < 256; ++i)
      if (!std::isnan(wide[i])) {
        // Infinity becomes the largest finite value, as cvt.satfinite of NVIDIA GPUs makes it.
        const uint8_t expected = std::isinf(wide[i]) ? uint8_t(x[i] - 1) : x[i];
        EXPECT_EQ(got[i], expected) << type << " " << i << " " << wide[i];
      }
    if (t == "f8E4M3FN") {
      EXPECT_EQ(wide[0x7e], 448);
      EXPECT_EQ(wide[0x01], std::ldexp(1, -9));
    }
    if (t == "f8E5M2") {
      EXPECT_EQ(wide[0x7b], 57344);
      EXPECT_TRUE(std::isinf(wide[0x7c]));
    }
    if (t == "f8E4M3FNUZ") {
      EXPECT_EQ(wide[0x7f], 240);
    }
  }
}

TEST(Arithmetic, FloatToIntegerSaturates) {
  std::vector<float> x{1e30f, -1e30f, NAN, -1.9f}, y(4);
  auto got = binary<float, int32_t>("f32", "i32", "%r = arith.fptosi %xv : tensor<4xf32> to tensor<4xi32>", x, y);
  EXPECT_EQ(got[0], std::numeric_limits<int32_t>::max());
  EXPECT_EQ(got[1], std::numeric_limits<int32_t>::min());
  EXPECT_EQ(got[3], -1);
}

TEST(Arithmetic, DeviceLibraryFunctions) {
  auto call = [](const std::string &symbol, const std::string &operands, const std::string &types) {
    return "%r = tt.extern_elementwise " + operands + " {libname = \"\", libpath = \"\", pure = true, symbol = \"" +
           symbol + "\"} : " + types;
  };
  std::vector<float> x{0.5f, -2, 3.75f, -0.0f}, y{2, 3, -1, 1};
  std::string unary = "(tensor<4xf32>) -> tensor<4xf32>",
              binaryTypes = "(tensor<4xf32>, tensor<4xf32>) -> tensor<4xf32>";
  auto tanh = binary<float, float>("f32", "f32", call("__nv_tanhf", "%xv", unary), x, y);
  auto pow = binary<float, float>("f32", "f32", call("__nv_powf", "%xv, %yv", binaryTypes), x, y);
  auto ocml = binary<float, float>("f32", "f32", call("__ocml_exp_f32", "%xv", unary), x, y);
  auto erf = binary<float, float>("f32", "f32", call("__nv_erff", "%xv", unary), x, y);
  auto bits =
      binary<float, int32_t>("f32", "i32", call("__nv_float_as_int", "%xv", "(tensor<4xf32>) -> tensor<4xi32>"), x, y);
  auto rounded =
      binary<float, int32_t>("f32", "i32", call("__nv_float2int_rd", "%xv", "(tensor<4xf32>) -> tensor<4xi32>"), x, y);
  for (int i = 0; i < 4; ++i) {
    EXPECT_FLOAT_EQ(tanh[i], std::tanh(x[i]));
    EXPECT_FLOAT_EQ(pow[i], std::pow(x[i], y[i]));
    EXPECT_FLOAT_EQ(ocml[i], std::exp(x[i]));
    EXPECT_FLOAT_EQ(erf[i], std::erf(x[i]));
    int32_t expected;
    memcpy(&expected, &x[i], 4);
    EXPECT_EQ(bits[i], expected);
    EXPECT_EQ(rounded[i], static_cast<int32_t>(std::floor(x[i])));
  }
  std::vector<int32_t> words{0, 1, -1, 0x00f00000};
  auto ones = binary<int32_t, int32_t>("i32", "i32", call("__nv_popc", "%xv", "(tensor<4xi32>) -> tensor<4xi32>"),
                                       words, words);
  EXPECT_EQ(ones, (std::vector<int32_t>{0, 1, 32, 4}));
  auto first =
      binary<int32_t, int32_t>("i32", "i32", call("__nv_ffs", "%xv", "(tensor<4xi32>) -> tensor<4xi32>"), words, words);
  EXPECT_EQ(first, (std::vector<int32_t>{0, 1, 1, 21}));
}

/// Distance in units of the last place of `got`.
static double ulps(float got, double exact) {
  if (std::isnan(exact) && std::isnan(got))
    return 0;
  if (std::isinf(got) || std::fabs(exact) > std::numeric_limits<float>::max())
    return static_cast<float>(exact) == got ? 0 : 1e9;
  double unit = std::ldexp(1, std::max(std::ilogb(std::fabs(exact) + 1e-300), -126) - 23);
  return std::fabs(got - exact) / unit;
}

static double worstUlps(const std::string &op, double (*reference)(double), float low, float high, float *where) {
  int n = 4096;
  std::string text =
      kernelText("%x: !tt.ptr<f32>, %out: !tt.ptr<f32>",
                 load("x", "f32", n) + "%r = " + op + " %xv : tensor<4096xf32>\n" + store("out", "r", "f32", n));
  CompiledKernel kernel(text);
  EXPECT_TRUE(static_cast<bool>(kernel)) << kernel.error;
  if (!kernel)
    return 1e9;
  Guarded<float> x(n), out(n);
  double worst = 0;
  for (int block = 0; block < 64; ++block) {
    for (int i = 0; i < n; ++i)
      x[i] = low + (high - low) * (block * n + i) / (64.0f * n);
    kernel.launch({x.param(), out.param()}, 1);
    for (int i = 0; i < n; ++i)
      if (double error = ulps(out[i], reference(x[i])); error > worst)
        worst = error, *where = x[i];
  }
  return worst;
}

static double rsqrt(double x) { return 1 / std::sqrt(x); }

TEST(Arithmetic, MathIsAccurate) {
  struct Case {
    const char *op;
    double (*reference)(double);
    float low, high;
    double limit;
  };
  for (const Case &c : {Case{"math.exp", std::exp, -110, 95, 1}, Case{"math.exp", std::exp, -2, 2, 1},
                        Case{"math.exp2", std::exp2, -155, 130, 1}, Case{"math.exp2", std::exp2, -2, 2, 1},
                        Case{"math.log", std::log, 0, 4, 1.5}, Case{"math.log", std::log, 0.9f, 1.1f, 1.5},
                        Case{"math.log", std::log, 0, 1e30f, 1.5}, Case{"math.log2", std::log2, 0, 4, 2},
                        Case{"math.log2", std::log2, 0.9f, 1.1f, 2}, Case{"math.log", std::log, 0, 1e-37f, 1.5},
                        Case{"math.sin", std::sin, -100, 100, 2}, Case{"math.cos", std::cos, -100, 100, 2},
                        Case{"math.tanh", std::tanh, -10, 10, 2.5}, Case{"math.erf", std::erf, -5, 5, 2},
                        Case{"math.rsqrt", rsqrt, 0.01f, 1e6f, 2}, Case{"math.sqrt", std::sqrt, 0, 1e6f, 0.51}}) {
    float where = 0;
    double worst = worstUlps(c.op, c.reference, c.low, c.high, &where);
    EXPECT_LE(worst, c.limit) << c.op << " in [" << c.low << ", " << c.high << "] at " << where;
  }
}

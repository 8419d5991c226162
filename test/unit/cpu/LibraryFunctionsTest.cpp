//===- LibraryFunctionsTest.cpp - device library functions that are written out -===//
//
// Against the host's own functions, which have these two families: Bessel functions (C++17's special functions and
// POSIX's j0) and rounding in a direction (fesetround).
//
//===----------------------------------------------------------------------===//
#include "KernelText.h"
#include <cfenv>
#include <cmath>
#include <math.h>

using namespace tritonc::testing;

static std::string call(const std::string &symbol, const std::string &type, int n, int operands) {
  std::string block = "tensor<" + std::to_string(n) + "x" + type + ">";
  std::string names = "%xv", types = block;
  if (operands == 2) {
    names += ", %yv";
    types += ", " + block;
  }
  return "%r = tt.extern_elementwise " + names + " {libname = \"\", libpath = \"\", pure = true, symbol = \"__nv_" +
         symbol + "\"} : (" + types + ") -> " + block;
}

/// `count` points from `low` to `high`, through the function.
template <typename Float>
static std::pair<std::vector<Float>, std::vector<Float>> sample(const std::string &symbol, double low, double high) {
  constexpr int n = 4096;
  std::vector<Float> x(n);
  for (int i = 0; i < n; ++i)
    x[i] = Float(low + (high - low) * (i + 0.5) / n);
  std::string type = sizeof(Float) == 8 ? "f64" : "f32";
  std::vector<Float> results = binary<Float, Float>(type, type, call(symbol, type, n, 1), x, x);
  return {std::move(x), std::move(results)};
}

namespace {
struct Bessel {
  const char *symbol;
  double (*reference)(double);
  bool grows; ///< as exp; the others are at most 1 for arguments of 1 and more
};

double i0(double x) { return std::cyl_bessel_i(0.0, std::fabs(x)); }
double i1(double x) { return std::copysign(std::cyl_bessel_i(1.0, std::fabs(x)), x); }

const Bessel functions[] = {{"j0", ::j0, false}, {"j1", ::j1, false},         {"y0", ::y0, false},
                            {"y1", ::y1, false}, {"cyl_bessel_i0", i0, true}, {"cyl_bessel_i1", i1, true}};
} // namespace

TEST(LibraryFunctions, BesselOfSinglesIsWithinTwoPlaces) {
  for (const Bessel &f : functions)
    for (auto [low, high] :
         {std::pair(1e-6, 1.0), std::pair(1.0, 8.5), std::pair(7.5, 80.0), std::pair(80.0, 3000.0)}) {
      if (f.grows && high > 80)
        continue;
      auto [x, got] = sample<float>(std::string(f.symbol) + "f", low, high);
      double worst = 0, where = 0;
      for (size_t i = 0; i < x.size(); ++i) {
        double exact = f.reference(x[i]), unit = std::ldexp(1, std::max(std::ilogb(exact), -126) - 23);
        if (double error = std::fabs(got[i] - exact) / unit; error > worst)
          worst = error, where = x[i];
      }
      EXPECT_LE(worst, 2) << f.symbol << " at " << where;
    }
}

TEST(LibraryFunctions, BesselOfDoubles) {
  for (const Bessel &f : functions)
    for (auto [low, high] : {std::pair(1e-3, 1.0), std::pair(1.0, 8.5), std::pair(7.5, 80.0), std::pair(80.0, 700.0)}) {
      auto [x, got] = sample<double>(f.symbol, low, high);
      double worst = 0, where = 0;
      for (size_t i = 0; i < x.size(); ++i) {
        double exact = f.reference(x[i]), scale = f.grows ? exact : std::max(1.0, std::fabs(exact));
        if (double error = std::fabs(got[i] - exact) / scale; error > worst)
          worst = error, where = x[i];
      }
      // The host's own i is within some 1e-14 only.
      EXPECT_LE(worst, f.grows ? 3e-14 : 2e-15) << f.symbol << " at " << where;
    }
}

TEST(LibraryFunctions, BesselAtTheEnds) {
  const float inf = HUGE_VALF;
  std::vector<float> x{0, -0.0f, inf, -inf, -2.5f, NAN, 100, -100};
  auto of = [&](const char *symbol) { return binary<float, float>("f32", "f32", call(symbol, "f32", 8, 1), x, x); };
  auto j0 = of("j0f"), j1 = of("j1f"), y0 = of("y0f"), y1 = of("y1f");
  auto i0 = of("cyl_bessel_i0f"), i1 = of("cyl_bessel_i1f");
  EXPECT_EQ(j0[0], 1);
  EXPECT_EQ(j1[0], 0);
  EXPECT_EQ(i0[0], 1);
  EXPECT_EQ(i1[0], 0);
  EXPECT_EQ(y0[0], -inf);
  EXPECT_EQ(y1[1], -inf);
  for (int i : {2, 3}) {
    EXPECT_EQ(j0[i], 0);
    EXPECT_EQ(j1[i], 0);
    EXPECT_EQ(i0[i], inf);
  }
  EXPECT_EQ(i1[3], -inf);
  EXPECT_EQ(y0[2], 0);
  EXPECT_TRUE(std::isnan(y0[4]) && std::isnan(y1[3]));
  EXPECT_EQ(j0[4], float(::j0(2.5)));
  EXPECT_EQ(j1[4], -float(::j1(2.5)));
  for (const auto &all : {j0, j1, y0, y1, i0, i1})
    EXPECT_TRUE(std::isnan(all[5]));
  EXPECT_EQ(i0[6], inf); // 1e42
  EXPECT_EQ(i1[7], -inf);
}

//===----------------------------------------------------------------------===//
// Rounding in a direction, of f64
//===----------------------------------------------------------------------===//

namespace {
double add(double a, double b) { return a + b; }
double subtract(double a, double b) { return a - b; }
double multiply(double a, double b) { return a * b; }
double divide(double a, double b) { return a / b; }
double root(double a, double) { return std::sqrt(a); }
} // namespace

TEST(LibraryFunctions, DoublesRoundInADirection) {
  std::vector<double> x, y;
  for (int i = 0; i < 1016; ++i) {
    x.push_back(std::ldexp(1 + std::sin(i * 1.7), i % 9 * 3));
    y.push_back(std::ldexp(std::cos(i * 0.9), i % 7 * 11 - 30));
  }
  for (double a : {1.0, 3.0, 4.0, HUGE_VAL, 1e308, 0.0, 0.5, 2.25})
    x.push_back(a), y.push_back(a == 1e308 ? 1e308 : a == 0 ? 1.0 : -a);
  struct Operation {
    const char *name;
    double (*host)(double, double);
    int operands;
  };
  const std::pair<const char *, int> directions[] = {
      {"rn", FE_TONEAREST}, {"rz", FE_TOWARDZERO}, {"rd", FE_DOWNWARD}, {"ru", FE_UPWARD}};
  for (const Operation &op : {Operation{"dadd", add, 2}, Operation{"dsub", subtract, 2}, Operation{"dmul", multiply, 2},
                              Operation{"ddiv", divide, 2}, Operation{"dsqrt", root, 1}})
    for (auto [suffix, mode] : directions) {
      std::string symbol = std::string(op.name) + "_" + suffix;
      auto got = binary<double, double>("f64", "f64", call(symbol, "f64", x.size(), op.operands), x, y);
      for (size_t i = 0; i < x.size(); ++i) {
        volatile double a = x[i], b = y[i];
        std::fesetround(mode);
        volatile double wanted = op.host(a, b);
        std::fesetround(FE_TONEAREST);
        if (std::isnan(wanted))
          EXPECT_TRUE(std::isnan(got[i])) << symbol << " of " << a << ", " << b;
        else
          EXPECT_EQ(got[i], wanted) << symbol << " of " << a << ", " << b;
      }
    }
}

TEST(LibraryFunctions, FmaOfDoublesRoundsInADirection) {
  constexpr int n = 1024;
  std::vector<double> x, y;
  for (int i = 0; i < n; ++i) {
    x.push_back(1 + std::sin(i * 1.7));
    y.push_back(std::ldexp(std::cos(i * 0.9), i % 5 * 20 - 50));
  }
  for (auto [suffix, mode] : {std::pair("rz", FE_TOWARDZERO), {"rd", FE_DOWNWARD}, {"ru", FE_UPWARD}}) {
    // x * y + x and x * x - x: sums of like and of unlike sizes.
    for (bool cancels : {false, true}) {
      std::string block = "tensor<1024xf64>";
      std::string op = "%m = arith.negf %xv : " + block + "\n%r = tt.extern_elementwise " +
                       (cancels ? "%xv, %xv, %m" : "%xv, %yv, %xv") +
                       " {libname = \"\", libpath = \"\", pure = true, symbol = \"__nv_fma_" + suffix + "\"} : (" +
                       block + ", " + block + ", " + block + ") -> " + block;
      auto got = binary<double, double>("f64", "f64", op, x, y);
      for (int i = 0; i < n; ++i) {
        volatile double a = x[i], b = cancels ? x[i] : y[i], c = cancels ? -x[i] : x[i];
        std::fesetround(mode);
        volatile double wanted = std::fma(a, b, c);
        std::fesetround(FE_TONEAREST);
        EXPECT_EQ(got[i], wanted) << "fma_" << suffix << " of " << a << ", " << b << ", " << c;
      }
    }
  }
}

TEST(LibraryFunctions, SaturateAndReciprocal) {
  std::vector<float> x{-1, 0.25f, 3, NAN, HUGE_VALF, -HUGE_VALF, 1, 0};
  auto got = binary<float, float>("f32", "f32", call("saturatef", "f32", 8, 1), x, x);
  EXPECT_EQ(got, (std::vector<float>{0, 0.25f, 1, 0, 1, 0, 1, 0}));
  std::vector<double> d{3, -0.7, 1e300, 4};
  auto high = binary<double, double>("f64", "f64", call("rcp64h", "f64", 4, 1), d, d);
  for (int i = 0; i < 4; ++i)
    EXPECT_NEAR(high[i] * d[i], 1, 1e-6);
  EXPECT_EQ(high[3], 0.25);
}

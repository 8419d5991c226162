//===- OperationsTest.cpp - single operations of block IR on the host -----===//
#include "CompiledKernel.h"
#include "gtest/gtest.h"
#include <cmath>
#include <limits>
#include <numeric>

using namespace tritonc::testing;

/// A kernel `k` of `params` around `body`. `x` and `out` ranges: see the helpers in the text.
static std::string kernelText(const std::string &params, const std::string &body) {
  return "module {\n tt.func public @k(" + params + ") {\n" + body + "\n tt.return\n }\n}\n";
}

/// `%NAME_ptrs`: pointers to the first `n` elements of parameter `%NAME`.
static std::string pointers(const std::string &name, const std::string &type, int n) {
  std::string size = std::to_string(n), tensor = "tensor<" + size + "x!tt.ptr<" + type + ">>";
  return "  %" + name + "_range = tt.make_range {end = " + size + " : i32, start = 0 : i32} : tensor<" + size +
         "xi32>\n" + "  %" + name + "_base = tt.splat %" + name + " : !tt.ptr<" + type + "> -> " + tensor + "\n  %" +
         name + "_ptrs = tt.addptr %" + name + "_base, %" + name + "_range : " + tensor + ", tensor<" + size +
         "xi32>\n";
}

static std::string load(const std::string &name, const std::string &type, int n) {
  return pointers(name, type, n) + "  %" + name + "v = tt.load %" + name + "_ptrs : tensor<" + std::to_string(n) +
         "x!tt.ptr<" + type + ">>\n";
}

static std::string store(const std::string &name, const std::string &value, const std::string &type, int n) {
  return pointers(name, type, n) + "  tt.store %" + name + "_ptrs, %" + value + " : tensor<" + std::to_string(n) +
         "x!tt.ptr<" + type + ">>\n";
}

/// out[i] = op(x[i], y[i]) for blocks of `n`; `op` uses %xv, %yv and defines %r.
template <typename In, typename Out>
static std::vector<Out> binary(const std::string &inType, const std::string &outType, const std::string &op,
                               const std::vector<In> &x, const std::vector<In> &y) {
  int n = x.size();
  std::string text =
      kernelText("%x: !tt.ptr<" + inType + ">, %y: !tt.ptr<" + inType + ">, %out: !tt.ptr<" + outType + ">",
                 load("x", inType, n) + load("y", inType, n) + op + "\n" + store("out", "r", outType, n));
  CompiledKernel kernel(text);
  EXPECT_TRUE(static_cast<bool>(kernel)) << kernel.error << text;
  if (!kernel)
    return std::vector<Out>(n);
  Guarded<In> a(n), b(n);
  Guarded<Out> out(n);
  std::copy(x.begin(), x.end(), a.data());
  std::copy(y.begin(), y.end(), b.data());
  kernel.launch({a.param(), b.param(), out.param()}, 1);
  return std::vector<Out>(out.data(), out.data() + n);
}

TEST(Operations, IntegerDivisionNeverTraps) {
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

TEST(Operations, ShiftsByTheWidthOrMore) {
  std::vector<int32_t> x{1, -8, -8, 1}, y{31, 1, 32, 40};
  auto left = binary<int32_t, int32_t>("i32", "i32", "%r = arith.shli %xv, %yv : tensor<4xi32>", x, y);
  EXPECT_EQ((std::vector<int32_t>{std::numeric_limits<int32_t>::min(), -16, 0, 0}), left);
  auto right = binary<int32_t, int32_t>("i32", "i32", "%r = arith.shrsi %xv, %yv : tensor<4xi32>", x, y);
  EXPECT_EQ((std::vector<int32_t>{0, -4, -1, 0}), right);
}

TEST(Operations, MultiplyHigh) {
  std::vector<uint32_t> x{0xffffffffu, 0xD2511F53u, 3, 1u << 31}, y{0xffffffffu, 0xCD9E8D57u, 5, 6};
  auto got = binary<uint32_t, uint32_t>("i32", "i32", "%r = tt.mulhiui %xv, %yv : tensor<4xi32>", x, y);
  for (int i = 0; i < 4; ++i)
    EXPECT_EQ(got[i], static_cast<uint32_t>(static_cast<uint64_t>(x[i]) * y[i] >> 32));
}

TEST(Operations, NaNRules) {
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

TEST(Operations, HalfRoundsAfterEachOperation) {
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

TEST(Operations, DoubleToHalfRoundsOnce) {
  // Just above halfway between two halves, by less than f32 can tell.
  std::vector<double> x{1 + std::ldexp(1, -11) + std::ldexp(1, -40), 1 + std::ldexp(1, -11), 65519.999, -1e300}, y(4);
  auto got = binary<double, uint16_t>("f64", "f16", "%r = arith.truncf %xv : tensor<4xf64> to tensor<4xf16>", x, y);
  for (int i = 0; i < 4; ++i)
    EXPECT_EQ(got[i], toHalf(x[i])) << i;
}

TEST(Operations, ByteFloatsRoundTrip) {
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
        EXPECT_EQ(got[i], x[i]) << type << " " << i << " " << wide[i];
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

TEST(Operations, FloatToIntegerSaturates) {
  std::vector<float> x{1e30f, -1e30f, NAN, -1.9f}, y(4);
  auto got = binary<float, int32_t>("f32", "i32", "%r = arith.fptosi %xv : tensor<4xf32> to tensor<4xi32>", x, y);
  EXPECT_EQ(got[0], std::numeric_limits<int32_t>::max());
  EXPECT_EQ(got[1], std::numeric_limits<int32_t>::min());
  EXPECT_EQ(got[3], -1);
}

/// Loads a 2-D block of `rows` x `columns` f32 from %x, runs `op` on %xv, which defines %r of `resultShape`, and stores
/// it.
template <typename Out>
static std::vector<Out> onMatrix(int rows, int columns, const std::string &op, int results,
                                 const std::string &outType) {
  int n = rows * columns;
  std::string shape = std::to_string(rows) + "x" + std::to_string(columns);
  std::string text =
      kernelText("%x: !tt.ptr<f32>, %out: !tt.ptr<" + outType + ">",
                 load("x", "f32", n) + "  %m = tt.reshape %xv : tensor<" + std::to_string(n) + "xf32> -> tensor<" +
                     shape + "xf32>\n" + op + "\n" + store("out", "r", outType, results));
  CompiledKernel kernel(text);
  EXPECT_TRUE(static_cast<bool>(kernel)) << kernel.error << text;
  if (!kernel)
    return std::vector<Out>(results);
  Guarded<float> x(n);
  Guarded<Out> out(results);
  for (int i = 0; i < n; ++i)
    x[i] = static_cast<float>((i * 37 + 11) % 101);
  kernel.launch({x.param(), out.param()}, 1);
  return std::vector<Out>(out.data(), out.data() + results);
}

static float matrixAt(int columns, int r, int c) { return static_cast<float>(((r * columns + c) * 37 + 11) % 101); }

static const char *kAdd =
    "({\n ^bb0(%a: f32, %b: f32):\n %s = arith.addf %a, %b : f32\n tt.reduce.return %s : f32\n })";

TEST(Operations, ReduceAlongEachDimension) {
  for (auto [rows, columns] : {std::pair(8, 32), std::pair(64, 4), std::pair(1, 16), std::pair(16, 1)}) {
    std::string shape = std::to_string(rows) + "x" + std::to_string(columns);
    auto down = onMatrix<float>(rows, columns,
                                std::string("%r = \"tt.reduce\"(%m) <{axis = 0 : i32}> ") + kAdd + " : (tensor<" +
                                    shape + "xf32>) -> tensor<" + std::to_string(columns) + "xf32>",
                                columns, "f32");
    for (int c = 0; c < columns; ++c) {
      float sum = 0;
      for (int r = 0; r < rows; ++r)
        sum += matrixAt(columns, r, c);
      EXPECT_EQ(down[c], sum) << shape << " column " << c;
    }
    auto across = onMatrix<float>(rows, columns,
                                  std::string("%r = \"tt.reduce\"(%m) <{axis = 1 : i32}> ") + kAdd + " : (tensor<" +
                                      shape + "xf32>) -> tensor<" + std::to_string(rows) + "xf32>",
                                  rows, "f32");
    for (int r = 0; r < rows; ++r) {
      float sum = 0;
      for (int c = 0; c < columns; ++c)
        sum += matrixAt(columns, r, c);
      EXPECT_EQ(across[r], sum) << shape << " row " << r;
    }
  }
}

TEST(Operations, ArgMaxWithTies) {
  // Two operands, a region without a known identity; ties go to the smaller index.
  int n = 64;
  std::string region = "({\n ^bb0(%a: f32, %i: i32, %b: f32, %j: i32):\n"
                       " %eq = arith.cmpf oeq, %a, %b : f32\n %lt = arith.cmpi slt, %i, %j : i32\n"
                       " %tie = arith.andi %eq, %lt : i1\n %gt = arith.cmpf ogt, %a, %b : f32\n"
                       " %first = arith.ori %gt, %tie : i1\n %v = arith.select %first, %a, %b : f32\n"
                       " %k = arith.select %first, %i, %j : i32\n tt.reduce.return %v, %k : f32, i32\n })";
  std::string text =
      kernelText("%x: !tt.ptr<f32>, %out: !tt.ptr<i32>",
                 load("x", "f32", n) + "%v:2 = \"tt.reduce\"(%xv, %x_range) <{axis = 0 : i32}> " + region +
                     " : (tensor<64xf32>, tensor<64xi32>) -> (f32, i32)\n tt.store %out, %v#1 : !tt.ptr<i32>");
  CompiledKernel kernel(text);
  ASSERT_TRUE(static_cast<bool>(kernel)) << kernel.error;
  for (int position : {0, 13, 47, 63}) {
    Guarded<float> x(n);
    Guarded<int32_t> out(1);
    for (int i = 0; i < n; ++i)
      x[i] = -5;
    x[position] = 7;
    x[63] = 7;
    kernel.launch({x.param(), out.param()}, 1);
    EXPECT_EQ(out[0], position);
  }
}

TEST(Operations, ScanInReverseAndAlongColumns) {
  std::string add = "({\n ^bb0(%a: f32, %b: f32):\n %s = arith.addf %a, %b : f32\n tt.scan.return %s : f32\n })";
  int rows = 8, columns = 64;
  for (bool reverse : {false, true})
    for (int axis : {0, 1}) {
      auto got =
          onMatrix<float>(rows, columns,
                          "%s = \"tt.scan\"(%m) <{axis = " + std::to_string(axis) +
                              " : i32, reverse = " + (reverse ? "true" : "false") + "}> " + add +
                              " : (tensor<8x64xf32>) -> tensor<8x64xf32>\n%r = tt.reshape %s : tensor<8x64xf32> -> "
                              "tensor<512xf32>",
                          rows * columns, "f32");
      for (int r = 0; r < rows; ++r)
        for (int c = 0; c < columns; ++c) {
          float sum = 0;
          int at = axis ? c : r, end = axis ? columns : rows;
          for (int k = reverse ? at : 0; k < (reverse ? end : at + 1); ++k)
            sum += axis ? matrixAt(columns, r, k) : matrixAt(columns, k, c);
          ASSERT_EQ(got[r * columns + c], sum) << axis << reverse << " " << r << "," << c;
        }
    }
}

TEST(Operations, ShapeChanges) {
  auto trans = onMatrix<float>(8, 32,
                               "%t = tt.trans %m {order = array<i32: 1, 0>} : tensor<8x32xf32> -> tensor<32x8xf32>\n"
                               "%r = tt.reshape %t : tensor<32x8xf32> -> tensor<256xf32>",
                               256, "f32");
  for (int i = 0; i < 256; ++i)
    ASSERT_EQ(trans[i], matrixAt(32, i % 8, i / 8)) << i;
  auto interleaved = onMatrix<float>(4, 16,
                                     "%j = tt.join %m, %m : tensor<4x16xf32> -> tensor<4x16x2xf32>\n"
                                     "%r = tt.reshape %j : tensor<4x16x2xf32> -> tensor<128xf32>",
                                     128, "f32");
  for (int i = 0; i < 128; ++i)
    ASSERT_EQ(interleaved[i], matrixAt(16, i / 32, i / 2 % 16)) << i;
  auto odd = onMatrix<float>(64, 2, "%a, %r = tt.split %m : tensor<64x2xf32> -> tensor<64xf32>", 64, "f32");
  for (int i = 0; i < 64; ++i)
    ASSERT_EQ(odd[i], matrixAt(2, i, 1)) << i;
  auto cat = onMatrix<float>(32, 2,
                             "%a, %b = tt.split %m : tensor<32x2xf32> -> tensor<32xf32>\n"
                             "%r = tt.cat %a, %b : tensor<32xf32> -> tensor<64xf32>",
                             64, "f32");
  for (int i = 0; i < 64; ++i)
    ASSERT_EQ(cat[i], matrixAt(2, i % 32, i / 32)) << i;
}

TEST(Operations, GatherAlongRows) {
  auto got = onMatrix<float>(4, 32,
                             "%c = arith.constant dense<31> : tensor<4x32xi32>\n"
                             "%k = tt.make_range {end = 32 : i32, start = 0 : i32} : tensor<32xi32>\n"
                             "%e = tt.expand_dims %k {axis = 0 : i32} : tensor<32xi32> -> tensor<1x32xi32>\n"
                             "%b = tt.broadcast %e : tensor<1x32xi32> -> tensor<4x32xi32>\n"
                             "%i = arith.subi %c, %b : tensor<4x32xi32>\n"
                             "%g = tt.gather %m[%i] {axis = 1 : i32} : (tensor<4x32xf32>, tensor<4x32xi32>) -> "
                             "tensor<4x32xf32>\n%r = tt.reshape %g : tensor<4x32xf32> -> tensor<128xf32>",
                             128, "f32");
  for (int i = 0; i < 128; ++i)
    ASSERT_EQ(got[i], matrixAt(32, i / 32, 31 - i % 32)) << i;
}

TEST(Operations, LoopsCarryTensors) {
  // (a, b) <- (b, a + b), ten times, from (0, 1): Fibonacci numbers, with a swap of the two buffers.
  std::string text = kernelText(
      "%x: !tt.ptr<f32>, %out: !tt.ptr<f32>, %n: i32",
      load("x", "f32", 32) +
          "%zero = arith.constant dense<0.0> : tensor<32xf32>\n%c0 = arith.constant 0 : i32\n%c1 = arith.constant 1 : "
          "i32\n"
          "%l:2 = scf.for %i = %c0 to %n step %c1 iter_args(%a = %zero, %b = %xv) -> (tensor<32xf32>, tensor<32xf32>) "
          ": i32 {\n"
          " %s = arith.addf %a, %b : tensor<32xf32>\n scf.yield %b, %s : tensor<32xf32>, tensor<32xf32>\n}\n" +
          store("out", "l#0", "f32", 32));
  CompiledKernel kernel(text);
  ASSERT_TRUE(static_cast<bool>(kernel)) << kernel.error;
  for (int n : {0, 1, 10}) {
    Guarded<float> x(32), out(32);
    for (int i = 0; i < 32; ++i)
      x[i] = i;
    kernel.launch({x.param(), out.param(), &n}, 1);
    for (int i = 0; i < 32; ++i)
      ASSERT_EQ(out[i], (n == 0 ? 0 : n == 1 ? 1 : 55) * i) << n;
  }
}

TEST(Operations, LoopsCarryPointersAndBranchesGiveTensors) {
  std::string text = kernelText(
      "%x: !tt.ptr<f32>, %out: !tt.ptr<f32>, %n: i32",
      pointers("x", "f32", 64) +
          "%zero = arith.constant dense<0.0> : tensor<64xf32>\n%c0 = arith.constant 0 : i32\n%c1 = arith.constant 1 : "
          "i32\n"
          "%c64 = arith.constant dense<64> : tensor<64xi32>\n"
          "%l:2 = scf.for %i = %c0 to %n step %c1 iter_args(%p = %x_ptrs, %s = %zero) -> (tensor<64x!tt.ptr<f32>>, "
          "tensor<64xf32>) : i32 {\n %v = tt.load %p : tensor<64x!tt.ptr<f32>>\n %odd = arith.andi %i, %c1 : i32\n"
          " %isodd = arith.cmpi eq, %odd, %c1 : i32\n"
          " %t = scf.if %isodd -> (tensor<64xf32>) {\n  %d = arith.subf %s, %v : tensor<64xf32>\n  scf.yield %d : "
          "tensor<64xf32>\n"
          " } else {\n  %d = arith.addf %s, %v : tensor<64xf32>\n  scf.yield %d : tensor<64xf32>\n }\n"
          " %q = tt.addptr %p, %c64 : tensor<64x!tt.ptr<f32>>, tensor<64xi32>\n"
          " scf.yield %q, %t : tensor<64x!tt.ptr<f32>>, tensor<64xf32>\n}\n" +
          store("out", "l#1", "f32", 64));
  CompiledKernel kernel(text);
  ASSERT_TRUE(static_cast<bool>(kernel)) << kernel.error;
  int n = 5;
  Guarded<float> x(64 * n), out(64);
  for (int i = 0; i < 64 * n; ++i)
    x[i] = i * i;
  kernel.launch({x.param(), out.param(), &n}, 1);
  for (int i = 0; i < 64; ++i)
    ASSERT_EQ(out[i], x[i] - x[64 + i] + x[128 + i] - x[192 + i] + x[256 + i]);
}

TEST(Operations, EarlyReturn) {
  std::string text = "module {\n tt.func public @k(%out: !tt.ptr<f32>, %n: i32) {\n"
                     "  %p = tt.get_program_id x : i32\n  %c = arith.cmpi sge, %p, %n : i32\n"
                     "  cf.cond_br %c, ^bb1, ^bb2\n ^bb1:\n  tt.return\n ^bb2:\n"
                     "  %f = arith.sitofp %p : i32 to f32\n  %q = tt.addptr %out, %p : !tt.ptr<f32>, i32\n"
                     "  tt.store %q, %f : !tt.ptr<f32>\n  tt.return\n }\n}\n";
  CompiledKernel kernel(text);
  ASSERT_TRUE(static_cast<bool>(kernel)) << kernel.error;
  int n = 3;
  Guarded<float> out(n);
  kernel.launch({out.param(), &n}, 8);
  EXPECT_EQ(out[2], 2);
}

TEST(Operations, BlockPointersCheckBounds) {
  std::string text = kernelText(
      "%x: !tt.ptr<f32>, %out: !tt.ptr<f32>, %rows: i64, %columns: i64, %at: i32",
      "%one = arith.constant 1 : i64\n%c0 = arith.constant 0 : i32\n%c8 = arith.constant 8 : i32\n"
      "%b = tt.make_tensor_ptr %x, [%rows, %columns], [%columns, %one], [%c0, %at] {order = array<i32: 1, 0>} : "
      "!tt.ptr<tensor<8x32xf32>>\n"
      "%d = tt.advance %b, [%c8, %c0] : !tt.ptr<tensor<8x32xf32>>\n"
      "%v = tt.load %d {boundaryCheck = array<i32: 0, 1>, padding = 1 : i32} : !tt.ptr<tensor<8x32xf32>>\n"
      "%o = tt.make_tensor_ptr %out, [%rows, %columns], [%columns, %one], [%c8, %at] {order = array<i32: 1, 0>} : "
      "!tt.ptr<tensor<8x32xf32>>\n"
      "%w = arith.addf %v, %v : tensor<8x32xf32>\n"
      "tt.store %o, %w {boundaryCheck = array<i32: 0, 1>} : !tt.ptr<tensor<8x32xf32>>");
  CompiledKernel kernel(text);
  ASSERT_TRUE(static_cast<bool>(kernel)) << kernel.error;
  for (int start : {0, -5, 20}) {
    int64_t rows = 13, columns = 37;
    Guarded<float> x(rows * columns), out(rows * columns);
    for (size_t i = 0; i < x.size(); ++i)
      x[i] = i + 1, out[i] = -1;
    kernel.launch({x.param(), out.param(), &rows, &columns, &start}, 1);
    for (int r = 0; r < rows; ++r)
      for (int c = 0; c < columns; ++c) {
        bool inside = r >= 8 && c >= start && c < start + 32;
        ASSERT_EQ(out[r * columns + c], inside ? 2 * x[r * columns + c] : -1) << r << "," << c << " from " << start;
      }
  }
}

TEST(Operations, AtomicsGiveOldValues) {
  std::string text = kernelText(
      "%x: !tt.ptr<i32>, %out: !tt.ptr<i32>, %f: !tt.ptr<f32>, %h: !tt.ptr<bf16>",
      pointers("x", "i32", 16) +
          "%c = arith.constant dense<5> : tensor<16xi32>\n%true = arith.constant dense<true> : tensor<16xi1>\n"
          "%old = tt.atomic_rmw max, acq_rel, gpu, %x_ptrs, %c, %true : (tensor<16x!tt.ptr<i32>>, "
          "tensor<16xi32>, tensor<16xi1>) -> tensor<16xi32>\n" +
          store("out", "old", "i32", 16) +
          "%one = arith.constant 1.0 : f32\n%t = arith.constant true\n"
          "%r = tt.atomic_rmw fadd, relaxed, gpu, %f, %one, %t : (!tt.ptr<f32>, f32, i1) -> f32\n"
          "%hone = arith.constant 1.0 : bf16\n"
          "%s = tt.atomic_rmw fadd, relaxed, gpu, %h, %hone, %t : (!tt.ptr<bf16>, bf16, i1) -> bf16\n"
          "%e = arith.constant 7 : i32\n%n = arith.constant 99 : i32\n"
          "%cas = tt.atomic_cas acq_rel, gpu, %x, %e, %n : (!tt.ptr<i32>, i32, i32) -> i32");
  CompiledKernel kernel(text);
  ASSERT_TRUE(static_cast<bool>(kernel)) << kernel.error;
  Guarded<int32_t> x(16), out(16);
  Guarded<float> f(1);
  Guarded<uint16_t> h(1);
  for (int i = 0; i < 16; ++i)
    x[i] = i == 0 ? 7 : i;
  f[0] = 2, h[0] = toBfloat(3);
  kernel.launch({x.param(), out.param(), f.param(), h.param()}, 1);
  EXPECT_EQ(x[0], 99);
  for (int i = 1; i < 16; ++i) {
    EXPECT_EQ(out[i], i);
    EXPECT_EQ(x[i], std::max(i, 5));
  }
  EXPECT_EQ(f[0], 3);
  EXPECT_EQ(fromBfloat(h[0]), 4);
}

static std::string seenMessage;
static void onAssert(const char *message, int32_t x, int32_t, int32_t) {
  seenMessage = message + std::string(" in ") + std::to_string(x);
}

TEST(Operations, AssertCallsTheHandler) {
  std::string text =
      kernelText("%x: !tt.ptr<f32>", load("x", "f32", 32) + "%zero = arith.constant dense<0.0> : tensor<32xf32>\n"
                                                            "%ok = arith.cmpf oge, %xv, %zero : tensor<32xf32>\n"
                                                            "tt.assert %ok, \"not negative\" : tensor<32xi1>");
  CompiledKernel kernel(text);
  ASSERT_TRUE(static_cast<bool>(kernel)) << kernel.error;
  *static_cast<void (**)(const char *, int32_t, int32_t, int32_t)>(kernel.symbol("k__assert_handler")) = onAssert;
  Guarded<float> x(32);
  kernel.launch({x.param()}, 1);
  EXPECT_EQ(seenMessage, "");
  x[29] = -1;
  kernel.launch({x.param()}, 1);
  EXPECT_NE(seenMessage.find("k: assertion `not negative` failed in 0"), std::string::npos) << seenMessage;
}

TEST(Operations, Print) {
  std::string text =
      kernelText("%x: !tt.ptr<f32>, %n: i32",
                 load("x", "f32", 2) + "tt.print \" x: \" {hex = false, isSigned = array<i32: 0>} : %xv : "
                                       "tensor<2xf32>\n"
                                       "tt.print \" n: \" {hex = false, isSigned = array<i32: 1>} : %n : i32");
  CompiledKernel kernel(text);
  ASSERT_TRUE(static_cast<bool>(kernel)) << kernel.error;
  Guarded<float> x(2);
  x[0] = 1, x[1] = 2.5;
  int n = -3;
  testing::internal::CaptureStdout();
  kernel.launch({x.param(), &n}, 1);
  fflush(stdout);
  std::string out = testing::internal::GetCapturedStdout();
  EXPECT_NE(out.find("pid (0, 0, 0) idx (1)  x: 2.500000\n"), std::string::npos) << out;
  EXPECT_NE(out.find("pid (0, 0, 0)  n: -3\n"), std::string::npos) << out;
}

TEST(Operations, WhatIsNotThereIsReported) {
  std::string text = kernelText("%x: !tt.ptr<f32>",
                                load("x", "f32", 32) +
                                    "%r = tt.elementwise_inline_asm \"mov.b32 $0, $1;\" {constraints = \"=r,r\", "
                                    "packed_element = 1 : i32, pure = true} %xv : tensor<32xf32> -> tensor<32xf32>\n" +
                                    store("x", "r", "f32", 32).substr(store("x", "r", "f32", 32).find("  tt.store")));
  CompiledKernel kernel(text);
  EXPECT_FALSE(static_cast<bool>(kernel));
  EXPECT_NE(kernel.error.find("not supported on the cpu target"), std::string::npos) << kernel.error;
}

TEST(Operations, DeviceLibraryFunctions) {
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

TEST(Operations, MathIsAccurate) {
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

TEST(Operations, ScalarAccessesBetweenFusedLoops) {
  // x[0] changes between the loads of x and the store that could share their loop; y's store must not see it, and the
  // second load of x[0] must.
  std::string text =
      kernelText("%x: !tt.ptr<i32>, %y: !tt.ptr<i32>, %out: !tt.ptr<i32>",
                 load("x", "i32", 64) + "  %five = arith.constant 5 : i32\n" + "  tt.store %x, %five : !tt.ptr<i32>\n" +
                     "  %now = tt.load %x : !tt.ptr<i32>\n  tt.store %out, %now : !tt.ptr<i32>\n" +
                     "  %r = arith.addi %xv, %xv : tensor<64xi32>\n" + store("y", "r", "i32", 64));
  CompiledKernel kernel(text);
  ASSERT_TRUE(static_cast<bool>(kernel)) << kernel.error;
  Guarded<int> x(64), y(64), out(1);
  for (int i = 0; i < 64; ++i)
    x[i] = 100 + i;
  kernel.launch({x.param(), y.param(), out.param()}, 1);
  EXPECT_EQ(out[0], 5);
  for (int i = 0; i < 64; ++i)
    EXPECT_EQ(y[i], 2 * (100 + i));
}

TEST(Operations, LongChainsOfIndexArithmetic) {
  // Index arithmetic is repeated where it is used, recursively: not over thousands of operations.
  std::string body = "  %a0 = tt.make_range {start = 0 : i32, end = 64 : i32} : tensor<64xi32>\n";
  for (int i = 1; i < 3000; ++i) {
    std::string last = std::to_string(i - 1), now = std::to_string(i);
    body += "  %a" + now + " = arith." + (i % 2 ? "addi" : "xori") + " %a" + last + ", %a0 : tensor<64xi32>\n";
  }
  CompiledKernel kernel(kernelText("%out: !tt.ptr<i32>", body + store("out", "a2999", "i32", 64)));
  ASSERT_TRUE(static_cast<bool>(kernel)) << kernel.error;
  Guarded<int> out(64);
  kernel.launch({out.param()}, 1);
  for (int i = 0; i < 64; ++i) {
    int expected = i;
    for (int k = 1; k < 3000; ++k)
      expected = k % 2 ? expected + i : expected ^ i;
    ASSERT_EQ(out[i], expected);
  }
}

TEST(Operations, ViewsOfViewsDoNotMultiply) {
  // Each step reads its operand at two sets of coordinates: 2^30 evaluations if nothing were kept.
  std::string body =
      load("x", "i32", 64) + "  %a0 = tt.make_range {start = 0 : i32, end = 64 : i32} : tensor<64xi32>\n";
  for (int i = 1; i <= 30; ++i) {
    std::string last = "%a" + std::to_string(i - 1), now = std::to_string(i);
    body += "  %s" + now + " = tt.reshape " + last + " : tensor<64xi32> -> tensor<8x8xi32>\n  %t" + now +
            " = tt.trans %s" + now + " {order = array<i32: 1, 0>} : tensor<8x8xi32> -> tensor<8x8xi32>\n  %u" + now +
            " = tt.reshape %t" + now + " : tensor<8x8xi32> -> tensor<64xi32>\n  %a" + now + " = arith.addi " + last +
            ", %u" + now + " : tensor<64xi32>\n";
  }
  CompiledKernel kernel(kernelText("%x: !tt.ptr<i32>, %out: !tt.ptr<i32>", body + store("out", "a30", "i32", 64)));
  ASSERT_TRUE(static_cast<bool>(kernel)) << kernel.error;
  Guarded<int> x(64), out(64);
  kernel.launch({x.param(), out.param()}, 1);
  std::vector<int> expected(64);
  for (int i = 0; i < 64; ++i)
    expected[i] = i;
  for (int k = 0; k < 30; ++k) {
    std::vector<int> last = expected;
    for (int i = 0; i < 64; ++i)
      expected[i] = static_cast<int>(static_cast<unsigned>(last[i]) + static_cast<unsigned>(last[i % 8 * 8 + i / 8]));
  }
  for (int i = 0; i < 64; ++i)
    ASSERT_EQ(out[i], expected[i]) << i;
}

TEST(Operations, UnsignedMasksThatWrapAroundZero) {
  // Lanes from -5 on, compared without sign: the first five are far above the bound.
  std::string text = kernelText(
      "%x: !tt.ptr<i32>, %out: !tt.ptr<i32>, %first: i32, %bound: i32",
      pointers("x", "i32", 32) + "  %f = tt.splat %first : i32 -> tensor<32xi32>\n" +
          "  %b = tt.splat %bound : i32 -> tensor<32xi32>\n  %i = arith.addi %x_range, %f : tensor<32xi32>\n" +
          "  %m = arith.cmpi ult, %i, %b : tensor<32xi32>\n  %o = arith.constant dense<-1> : tensor<32xi32>\n" +
          "  %r = tt.load %x_ptrs, %m, %o : tensor<32x!tt.ptr<i32>>\n" + store("out", "r", "i32", 32));
  CompiledKernel kernel(text);
  ASSERT_TRUE(static_cast<bool>(kernel)) << kernel.error;
  for (int first : {-40, -17, -16, -5, -1, 0, 3})
    for (int bound : {0, 1, 7, 20, 100, -1, -3, -16}) {
      Guarded<int> x(32), out(32);
      for (int i = 0; i < 32; ++i)
        x[i] = i;
      kernel.launch({x.param(), out.param(), &first, &bound}, 1);
      for (int i = 0; i < 32; ++i)
        ASSERT_EQ(out[i], static_cast<unsigned>(first + i) < static_cast<unsigned>(bound) ? i : -1)
            << first << " " << bound << " " << i;
    }
}

TEST(Operations, EarlyReturnsInALoop) {
  std::string text = R"(
module {
  tt.func private @step(%x: i32, %n: i32) -> i32 attributes {noinline = true} {
    %two = arith.constant 2 : i32
    %c = arith.cmpi sgt, %n, %two : i32
    cf.cond_br %c, ^bb1, ^bb2
  ^bb1:
    %y = arith.addi %x, %n : i32
    tt.return %y : i32
  ^bb2:
    %z = arith.muli %x, %two : i32
    tt.return %z : i32
  }
  tt.func public @k(%out: !tt.ptr<i32>, %n: i32) {
    %zero = arith.constant 0 : i32
    %one = arith.constant 1 : i32
    %r = scf.for %i = %zero to %n step %one iter_args(%a = %one) -> (i32) : i32 {
      %b = tt.call @step(%a, %i) : (i32, i32) -> i32
      scf.yield %b : i32
    }
    tt.store %out, %r : !tt.ptr<i32>
    tt.return
  }
}
)";
  CompiledKernel kernel(text);
  ASSERT_TRUE(static_cast<bool>(kernel)) << kernel.error;
  for (int n : {0, 1, 3, 10}) {
    Guarded<int> out(1);
    kernel.launch({out.param(), &n}, 1);
    int expected = 1;
    for (int i = 0; i < n; ++i)
      expected = i > 2 ? expected + i : expected * 2;
    EXPECT_EQ(out[0], expected) << n;
  }
}

//===- BlocksTest.cpp - reductions, scans, shapes and index arithmetic on the host -===//
#include "KernelText.h"
#include <cmath>
#include <limits>
#include <numeric>

using namespace tritonc::testing;

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

TEST(Blocks, ReduceAlongEachDimension) {
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

TEST(Blocks, ArgMaxWithTies) {
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

TEST(Blocks, ScanInReverseAndAlongColumns) {
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

TEST(Blocks, ShapeChanges) {
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

TEST(Blocks, GatherAlongRows) {
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

TEST(Blocks, LongChainsOfIndexArithmetic) {
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

TEST(Blocks, ViewsOfViewsDoNotMultiply) {
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

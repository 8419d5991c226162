//===- MemoryAccessTest.cpp - masks, block pointers, atomics, fused loops on the host -===//
#include "KernelText.h"
#include <cmath>
#include <numeric>

using namespace tritonc::testing;

TEST(MemoryAccess, BlockPointersCheckBounds) {
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

TEST(MemoryAccess, AtomicsGiveOldValues) {
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

TEST(MemoryAccess, ScalarAccessesBetweenFusedLoops) {
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

TEST(MemoryAccess, UnsignedMasksThatWrapAroundZero) {
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

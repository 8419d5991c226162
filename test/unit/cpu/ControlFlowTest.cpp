//===- ControlFlowTest.cpp - loops, branches and early returns on the host -===//
#include "KernelText.h"
#include <cmath>

using namespace tritonc::testing;

TEST(ControlFlow, LoopsCarryTensors) {
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

TEST(ControlFlow, LoopsCarryPointersAndBranchesGiveTensors) {
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

TEST(ControlFlow, EarlyReturn) {
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

TEST(ControlFlow, EarlyReturnsInALoop) {
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

//===- ReportsTest.cpp - assertions, prints, and what is not there --------===//
#include "KernelText.h"

using namespace tritonc::testing;

static std::string seenMessage;

static void onAssert(const char *message, int32_t x, int32_t, int32_t) {
  seenMessage = message + std::string(" in ") + std::to_string(x);
}

TEST(Reports, AssertCallsTheHandler) {
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

TEST(Reports, Print) {
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

TEST(Reports, WhatIsNotThereIsReported) {
  std::string text = kernelText("%x: !tt.ptr<f32>",
                                load("x", "f32", 32) +
                                    "%r = tt.elementwise_inline_asm \"mov.b32 $0, $1;\" {constraints = \"=r,r\", "
                                    "packed_element = 1 : i32, pure = true} %xv : tensor<32xf32> -> tensor<32xf32>\n" +
                                    store("x", "r", "f32", 32).substr(store("x", "r", "f32", 32).find("  tt.store")));
  CompiledKernel kernel(text);
  EXPECT_FALSE(static_cast<bool>(kernel));
  EXPECT_NE(kernel.error.find("not supported on the cpu target"), std::string::npos) << kernel.error;
}

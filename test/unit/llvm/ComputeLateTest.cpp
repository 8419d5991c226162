//===- ComputeLateTest.cpp - values are made where they are used ----------===//
#include "backend/llvm/ComputeLate.h"
#include "llvm/AsmParser/Parser.h"
#include "llvm/IR/LLVMContext.h"
#include "llvm/IR/Verifier.h"
#include "llvm/Support/SourceMgr.h"
#include <gtest/gtest.h>

using namespace llvm;

namespace {

/// The text of the function after the pass, and that what it leaves is valid. Block lengths do not matter here.
std::string late(const char *text) {
  LLVMContext context;
  SMDiagnostic problem;
  std::unique_ptr<Module> module = parseAssemblyString(text, problem, context);
  if (!module)
    return problem.getMessage().str();
  tritonc::computeLate(*module, 1);
  std::string result;
  raw_string_ostream os(result);
  if (verifyModule(*module, &os))
    return result;
  module->getFunction("f")->print(os);
  return result;
}

/// Whether the pieces stand in `text` in this order.
testing::AssertionResult inOrder(const std::string &text, std::initializer_list<const char *> pieces) {
  size_t at = 0;
  for (const char *piece : pieces) {
    size_t found = text.find(piece, at);
    if (found == std::string::npos)
      return testing::AssertionFailure() << "no '" << piece << "' where it should be in\n" << text;
    at = found + 1;
  }
  return testing::AssertionSuccess();
}

TEST(ComputeLate, AddressesGoToTheirLoads) {
  EXPECT_TRUE(inOrder(late(R"(
    define float @f(ptr %p) {
      %p1 = getelementptr i8, ptr %p, i64 64
      %p2 = getelementptr i8, ptr %p, i64 128
      %a = load float, ptr %p1
      %b = load float, ptr %p2
      %s = fadd float %a, %b
      ret float %s
    })"),
                      {"%p1 =", "%a =", "%p2 =", "%b =", "%s ="}));
}

TEST(ComputeLate, WhatOneBranchUsesGoesThere) {
  EXPECT_TRUE(inOrder(late(R"(
    define void @f(ptr %p, i64 %step, float %v, i1 %m) {
    entry:
      %q = getelementptr i8, ptr %p, i64 %step
      br i1 %m, label %yes, label %no
    yes:
      store float %v, ptr %q
      br label %no
    no:
      ret void
    })"),
                      {"br i1", "yes:", "%q =", "store"}));
}

TEST(ComputeLate, WhatTwoBranchesUseStaysBeforeThem) {
  EXPECT_TRUE(inOrder(late(R"(
    define void @f(ptr %p, i64 %step, float %v, i1 %m, i1 %n) {
    entry:
      %q = getelementptr i8, ptr %p, i64 %step
      call void @use()
      br i1 %m, label %one, label %next
    one:
      store float %v, ptr %q
      br label %next
    next:
      br i1 %n, label %two, label %end
    two:
      store float %v, ptr %q
      br label %end
    end:
      ret void
    }
    declare void @use())"),
                      {"call void @use", "%q =", "br i1 %m", "one:", "two:"}));
}

TEST(ComputeLate, NothingGoesIntoLoops) {
  EXPECT_TRUE(inOrder(late(R"(
    define void @f(ptr %p, i64 %step, float %v, i32 %n) {
    entry:
      %q = getelementptr i8, ptr %p, i64 %step
      br label %loop
    loop:
      %i = phi i32 [ 0, %entry ], [ %j, %loop ]
      store float %v, ptr %q
      %j = add i32 %i, 1
      %more = icmp slt i32 %j, %n
      br i1 %more, label %loop, label %end
    end:
      ret void
    })"),
                      {"%q =", "loop:"}));
}

// The sum frees two registers and takes one.
TEST(ComputeLate, SumsOfDyingValuesStay) {
  EXPECT_TRUE(inOrder(late(R"(
    define void @f(ptr %p, ptr %q, i1 %m) {
    entry:
      %a = load float, ptr %p
      %b = load float, ptr %q
      %s = fadd float %a, %b
      br i1 %m, label %yes, label %no
    yes:
      store float %s, ptr %p
      br label %no
    no:
      ret void
    })"),
                      {"%s =", "br i1"}));
}

TEST(ComputeLate, MasksAreMadeInEachBlock) {
  std::string text = late(R"(
    define void @f(ptr %p, float %v, i1 %row, i1 %c0, i1 %c1) {
    entry:
      %m0 = and i1 %row, %c0
      %m1 = and i1 %row, %c1
      %m2 = and i1 %c0, %c1
      %x = select i1 %m0, float %v, float 0.0
      %y = select i1 %m1, float %v, float %x
      %z = select i1 %m2, float %v, float %y
      store volatile float %z, ptr %p
      br label %next
    next:
      call void @use()
      br i1 %m0, label %one, label %two
    one:
      store float %v, ptr %p
      br label %two
    two:
      br i1 %m1, label %three, label %end
    three:
      store float %v, ptr %p
      br label %end
    end:
      ret void
    }
    declare void @use())");
  EXPECT_TRUE(inOrder(text, {"next:", "call", "and i1 %row, %c0", "br i1", "two:", "and i1 %row, %c1", "br i1"}));
}

TEST(ComputeLate, SharedLoadsStayBeforeWrites) {
  EXPECT_TRUE(inOrder(late(R"(
    define float @f(ptr addrspace(3) %p, ptr addrspace(3) %q) {
      %a = load float, ptr addrspace(3) %p
      %b = load float, ptr addrspace(3) %q
      call void @use()
      %c = load float, ptr addrspace(3) %q
      %d = fmul float %c, %c
      %s = fadd float %a, %b
      %t = fadd float %s, %d
      ret float %t
    }
    declare void @use())"),
                      {"%a =", "%b =", "call void @use", "%c ="}));
}

// Two products ahead, and not past the barrier.
TEST(ComputeLate, OperandsOfProductsComeAheadOfThem) {
  std::string text = late(R"(
    define <8 x float> @f(ptr addrspace(3) %p, <16 x half> %b) {
      %a0 = load <16 x half>, ptr addrspace(3) %p
      %p1 = getelementptr i8, ptr addrspace(3) %p, i32 32
      %a1 = load <16 x half>, ptr addrspace(3) %p1
      %p2 = getelementptr i8, ptr addrspace(3) %p, i32 64
      %a2 = load <16 x half>, ptr addrspace(3) %p2
      %p3 = getelementptr i8, ptr addrspace(3) %p, i32 96
      %a3 = load <16 x half>, ptr addrspace(3) %p3
      %s0 = call <8 x float> @llvm.amdgcn.wmma.f32.16x16x16.f16.v8f32.v16f16(<16 x half> %a0, <16 x half> %b, <8 x float> zeroinitializer)
      %s1 = call <8 x float> @llvm.amdgcn.wmma.f32.16x16x16.f16.v8f32.v16f16(<16 x half> %a1, <16 x half> %b, <8 x float> %s0)
      %s2 = call <8 x float> @llvm.amdgcn.wmma.f32.16x16x16.f16.v8f32.v16f16(<16 x half> %a2, <16 x half> %b, <8 x float> %s1)
      %s3 = call <8 x float> @llvm.amdgcn.wmma.f32.16x16x16.f16.v8f32.v16f16(<16 x half> %a3, <16 x half> %b, <8 x float> %s2)
      call void @llvm.amdgcn.s.barrier()
      %a4 = load <16 x half>, ptr addrspace(3) %p
      %s4 = call <8 x float> @llvm.amdgcn.wmma.f32.16x16x16.f16.v8f32.v16f16(<16 x half> %a4, <16 x half> %b, <8 x float> %s3)
      ret <8 x float> %s4
    }
    declare <8 x float> @llvm.amdgcn.wmma.f32.16x16x16.f16.v8f32.v16f16(<16 x half>, <16 x half>, <8 x float>)
    declare void @llvm.amdgcn.s.barrier())");
  EXPECT_TRUE(
      inOrder(text, {"%a0 =", "%a1 =", "%a2 =", "%s0 =", "%a3 =", "%s1 =", "%s3 =", "barrier", "%a4 =", "%s4 ="}));
}

// Nor past what makes their addresses.
TEST(ComputeLate, OperandsOfProductsWaitForTheirAddresses) {
  std::string text = late(R"(
    define <8 x float> @f(ptr addrspace(3) %p, <16 x half> %b, i32 %i) {
      %a0 = load <16 x half>, ptr addrspace(3) %p
      %s0 = call <8 x float> @llvm.amdgcn.wmma.f32.16x16x16.f16.v8f32.v16f16(<16 x half> %a0, <16 x half> %b, <8 x float> zeroinitializer)
      %j = call i32 asm "", "=v,0"(i32 %i)
      %q = getelementptr i8, ptr addrspace(3) %p, i32 %j
      %a1 = load <16 x half>, ptr addrspace(3) %q
      %s1 = call <8 x float> @llvm.amdgcn.wmma.f32.16x16x16.f16.v8f32.v16f16(<16 x half> %a1, <16 x half> %b, <8 x float> %s0)
      ret <8 x float> %s1
    }
    declare <8 x float> @llvm.amdgcn.wmma.f32.16x16x16.f16.v8f32.v16f16(<16 x half>, <16 x half>, <8 x float>))");
  EXPECT_TRUE(inOrder(text, {"%a0 =", "%s0 =", "%j =", "%q =", "%a1 =", "%s1 ="}));
}

} // namespace

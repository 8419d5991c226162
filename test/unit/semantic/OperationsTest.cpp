//===- OperationsTest.cpp - the IR that typed operations emit -----------------===//
#include "StubContext.h"
#include <gtest/gtest.h>

using namespace tritonc;

namespace {
DType block(ScalarKind kind, std::vector<int64_t> shape = {16}) { return DType::block(kind, shape); }
bool contains(const std::string &text, llvm::StringRef part) { return llvm::StringRef(text).contains(part); }
} // namespace

#define EXPECT_IR(FIXTURE, PART) EXPECT_TRUE(contains((FIXTURE).ir(), PART)) << (FIXTURE).ir() << (FIXTURE).messages()

TEST(Comparison, LiteralIsATensor) {
  Fixture f;
  compare(*f.call, CompareOp::Lt, f.value(block(ScalarKind::FP16)), Value::real(0.5));
  EXPECT_IR(f, "arith.cmpf olt");
  EXPECT_IR(f, "tensor<16xf32>");
}

TEST(Comparison, SignednessPicksThePredicate) {
  Fixture f;
  compare(*f.call, CompareOp::Ge, f.value(block(ScalarKind::UInt32)), f.value(block(ScalarKind::UInt32)));
  EXPECT_IR(f, "arith.cmpi uge");
}

TEST(Casts, HalfGoesThroughSingle) {
  Fixture f;
  castTo(*f.call, f.value(block(ScalarKind::BF16)), ScalarKind::Int32);
  EXPECT_IR(f, "arith.extf");
  EXPECT_IR(f, "arith.fptosi");
}

TEST(Casts, EightBitFloats) {
  Fixture f;
  castTo(*f.call, f.value(block(ScalarKind::FP32)), ScalarKind::FP8E5);
  EXPECT_IR(f, "rounding = rtne : tensor<16xf32> -> tensor<16xf8E5M2>");
  castTo(*f.call, f.value(block(ScalarKind::FP32)), ScalarKind::FP16, "rtz");
  EXPECT_IR(f, "rounding = rtz : tensor<16xf32> -> tensor<16xf16>");
}

TEST(Casts, UnsignedExtendsWithZeros) {
  Fixture f;
  castTo(*f.call, f.value(block(ScalarKind::UInt8)), ScalarKind::Int32);
  EXPECT_IR(f, "arith.extui");
  castTo(*f.call, f.value(block(ScalarKind::Int1)), ScalarKind::FP32);
  EXPECT_IR(f, "arith.uitofp");
}

TEST(Shape, Broadcasting) {
  Fixture f;
  Value column = f.value(block(ScalarKind::FP32, {16, 1})), row = f.value(block(ScalarKind::FP32, {8}));
  Value sum = binaryOp(*f.call, BinaryOp::Add, column, row);
  ASSERT_FALSE(sum.isPoison()) << f.messages();
  EXPECT_EQ(sum.runtimeType().str(), "fp32[16, 8]");
  EXPECT_TRUE(binaryOp(*f.call, BinaryOp::Add, f.value(block(ScalarKind::FP32)), row).isPoison());
  EXPECT_TRUE(contains(f.messages(), "dimension 0 is 16 and 8"));
}

TEST(Reduction, MaxWithIndicesBreaksTiesLeft) {
  Fixture f;
  Value result = f.library("max", {f.value(block(ScalarKind::FP16)), Value::integer(0), Value::boolean(true),
                                   Value::boolean(true), Value::boolean(false)});
  ASSERT_TRUE(result.isTuple()) << f.messages();
  EXPECT_IR(f, "arith.cmpf oeq");
  EXPECT_IR(f, "arith.cmpi slt");
  EXPECT_EQ(result.elements()[0].runtimeType().str(), "fp16");
  EXPECT_EQ(result.elements()[1].runtimeType().str(), "int32");
}

TEST(Reduction, SumWidensSmallIntegers) {
  Fixture f;
  auto sum = [&](ScalarKind kind) {
    return f.library("sum", {f.value(block(kind)), Value::integer(0), Value::boolean(false), Value::none()})
        .runtimeType()
        .str();
  };
  EXPECT_EQ(sum(ScalarKind::Int8), "int32");
  EXPECT_EQ(sum(ScalarKind::Int1), "uint32");
  EXPECT_EQ(sum(ScalarKind::BF16), "bf16");
  EXPECT_EQ(sum(ScalarKind::Int64), "int64");
}

TEST(Memory, LoadConvertsOther) {
  Fixture f;
  Value pointers = f.value(DType::block(DType::pointer(ScalarKind::FP16), {16}));
  Value mask = f.value(block(ScalarKind::Int1));
  Value loaded = f.library("load", {pointers, mask, Value::real(-INFINITY), Value::tuple({}), Value::string(""),
                                    Value::string(".cg"), Value::string("evict_first"), Value::boolean(false)});
  ASSERT_FALSE(loaded.isPoison()) << f.messages();
  EXPECT_EQ(loaded.runtimeType().str(), "fp16[16]");
  EXPECT_IR(f, "dense<0xFC00> : tensor<16xf16>");
  EXPECT_IR(f, "cacheModifier = cg evictionPolicy = evict_first");
}

TEST(Dot, AccumulatorTypes) {
  Fixture f;
  auto dot = [&](ScalarKind kind, ScalarKind out) {
    Value result = f.library("dot", {f.value(block(kind, {16, 32})), f.value(block(kind, {32, 16})), Value::none(),
                                     Value::none(), Value::none(), Value::none(), Value::type(out)});
    return result.isPoison() ? "-" : result.runtimeType().str();
  };
  EXPECT_EQ(dot(ScalarKind::FP16, ScalarKind::FP32), "fp32[16, 16]");
  EXPECT_EQ(dot(ScalarKind::FP16, ScalarKind::FP16), "fp16[16, 16]");
  EXPECT_EQ(dot(ScalarKind::Int8, ScalarKind::FP32), "int32[16, 16]");
  EXPECT_EQ(dot(ScalarKind::FP64, ScalarKind::FP32), "fp64[16, 16]");
  EXPECT_EQ(dot(ScalarKind::BF16, ScalarKind::BF16), "-");
  EXPECT_EQ(dot(ScalarKind::UInt8, ScalarKind::FP32), "-");
}

TEST(Table, NamesAndModules) {
  EXPECT_TRUE(lookupBuiltin("load"));
  EXPECT_TRUE(lookupBuiltin("tl.math.exp2"));
  EXPECT_TRUE(lookupBuiltin("math.tanh")); // libdevice, as older kernels spell it
  EXPECT_TRUE(lookupBuiltin("extra.cuda.libdevice.pow"));
  EXPECT_TRUE(lookupBuiltin("libdevice.rsqrt"));
  EXPECT_FALSE(lookupBuiltin("no_such_thing"));
  EXPECT_FALSE(lookupBuiltin("nowhere.load"));
  EXPECT_EQ(lookupConstant("float16")->asType().str(), "fp16");
}

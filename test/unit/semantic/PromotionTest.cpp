//===- PromotionTest.cpp - result types of every pair of operand types --------===//
#include "PromotionTable.inc"
#include "StubContext.h"
#include <gtest/gtest.h>

using namespace tritonc;

namespace {
const ScalarKind kinds[] = {ScalarKind::Int1,   ScalarKind::Int8,    ScalarKind::UInt8,  ScalarKind::Int16,
                            ScalarKind::UInt16, ScalarKind::Int32,   ScalarKind::UInt32, ScalarKind::Int64,
                            ScalarKind::UInt64, ScalarKind::FP8E4NV, ScalarKind::FP8E5,  ScalarKind::FP16,
                            ScalarKind::BF16,   ScalarKind::FP32,    ScalarKind::FP64};

std::vector<std::vector<std::string>> parse(llvm::StringRef table) {
  std::vector<std::vector<std::string>> rows;
  llvm::SmallVector<llvm::StringRef> lines;
  table.trim().split(lines, '\n');
  for (llvm::StringRef line : lines) {
    llvm::SmallVector<llvm::StringRef> cells;
    line.split(cells, ' ');
    rows.emplace_back(cells.begin(), cells.end());
  }
  return rows;
}

std::string resultType(const Value &value) { return value.isPoison() ? "-" : value.runtimeType().scalar().str(); }

/// The type of `lhs op rhs`; a division of integers is asked through `//`, one of floats through `/`.
std::string combine(Fixture &fixture, bool divides, const Value &lhs, const Value &rhs) {
  if (!divides)
    return resultType(binaryOp(*fixture.call, BinaryOp::Mul, lhs, rhs));
  auto isFloat = [](const Value &v) { return v.isRuntime() ? v.runtimeType().isFloating() : v.isFloat(); };
  BinaryOp op = isFloat(lhs) || isFloat(rhs) ? BinaryOp::Div : BinaryOp::FloorDiv;
  return resultType(binaryOp(*fixture.call, op, lhs, rhs));
}
} // namespace

TEST(Promotion, TensorWithTensor) {
  Fixture fixture;
  for (bool divides : {false, true}) {
    auto table = parse(divides ? tensorTensorDivision : tensorTensor);
    for (auto [i, left] : llvm::enumerate(kinds))
      for (auto [j, right] : llvm::enumerate(kinds)) {
        DType leftType = DType::block(left, {16}), rightType = DType::block(right, {16});
        EXPECT_EQ(combine(fixture, divides, fixture.value(leftType), fixture.value(rightType)), table[i][j])
            << leftType.str() << (divides ? " / " : " * ") << rightType.str();
      }
  }
}

TEST(Promotion, TensorWithLiteral) {
  Fixture fixture;
  const Value literals[] = {Value::boolean(true), Value::integer(3), Value::real(0.5)};
  for (bool divides : {false, true}) {
    auto table = parse(divides ? tensorLiteralDivision : tensorLiteral);
    for (auto [i, kind] : llvm::enumerate(kinds))
      for (auto [j, literal] : llvm::enumerate(literals)) {
        DType type = DType::block(kind, {16});
        EXPECT_EQ(combine(fixture, divides, fixture.value(type), literal), table[i][j])
            << type.str() << (divides ? " / " : " * ") << literal.repr();
      }
  }
}

TEST(Promotion, NumbersAsTensors) {
  Fixture fixture;
  auto type = [&](Value number) { return toTensor(*fixture.call, number).runtimeType().str(); };
  EXPECT_EQ(type(Value::integer(-(int64_t(1) << 31))), "int32");
  EXPECT_EQ(type(Value::integer(int64_t(1) << 31)), "uint32");
  EXPECT_EQ(type(Value::integer(int64_t(1) << 32)), "int64");
  EXPECT_EQ(type(Value::integer(*intFromString("18446744073709551615"))), "uint64");
  EXPECT_EQ(type(Value::boolean(true)), "int1");
  EXPECT_EQ(type(Value::real(1e38)), "fp32");
  EXPECT_EQ(type(Value::real(1e39)), "fp64");
  EXPECT_EQ(type(Value::real(1e-40)), "fp64");
  EXPECT_EQ(type(Value::real(-INFINITY)), "fp32");
  EXPECT_TRUE(toTensor(*fixture.call, Value::integer(*intFromString("18446744073709551616"))).isPoison());
}

TEST(Promotion, LiteralsMustFit) {
  Fixture fixture;
  Value bytes = fixture.value(DType::block(ScalarKind::UInt8, {16}));
  EXPECT_TRUE(binaryOp(*fixture.call, BinaryOp::Add, bytes, Value::integer(-1)).isPoison());
  EXPECT_TRUE(binaryOp(*fixture.call, BinaryOp::Add, bytes, Value::integer(256)).isPoison());
  EXPECT_EQ(fixture.messages(), "negative literal -1 with an operand of unsigned type uint8\n256 does not fit uint8\n");
}

// Compile-time values: Python's printing and equality, types and their spellings, integers of any size.
#include "frontend/value/Value.h"
#include "frontend/eval/Literal.h"
#include <cmath>
#include <gtest/gtest.h>

using namespace tritonc;

namespace {

std::optional<Value> literal(const std::string &text) {
  DiagnosticEngine diagnostics;
  const SourceFile &file = commandLineFile("<test>", text, diagnostics);
  return parseLiteral({&file, 0, static_cast<uint32_t>(text.size())}, diagnostics);
}

} // namespace

TEST(Value, FloatRepr) {
  EXPECT_EQ(floatRepr(1), "1.0");
  EXPECT_EQ(floatRepr(0.1), "0.1");
  EXPECT_EQ(floatRepr(1e-5), "1e-05");
  EXPECT_EQ(floatRepr(1.5e300), "1.5e+300");
  EXPECT_EQ(floatRepr(123456789.25), "123456789.25");
  EXPECT_EQ(floatRepr(-INFINITY), "-inf");
  EXPECT_EQ(floatRepr(1e16), "1e+16");
}

TEST(Value, LiteralsRoundTrip) {
  for (const char *text : {"64", "-3", "1.5", "1e-05", "True", "None", "'relu'", "(1, 2)", "(1,)", "[1, (2, 3)]",
                           "tl.float16", "tl.int8", "123456789012345678901234567890", "float(\"-inf\")"}) {
    std::optional<Value> value = literal(text);
    ASSERT_TRUE(value) << text;
    EXPECT_EQ(literalText(*value), text);
  }
}

TEST(Value, LiteralForms) {
  EXPECT_EQ(literal("0x10")->repr(), "16");
  EXPECT_EQ(literal("1_000")->repr(), "1000");
  EXPECT_EQ(literal("\"a\"")->repr(), "'a'");
  EXPECT_EQ(literal("-float('inf')")->repr(), "-inf");
  for (const char *text : {"", "abc", "(1", "1 2", "'x", "1..2", "float(x)", "0xZ", "--1", "[1 2]"})
    EXPECT_FALSE(literal(text)) << text;
}

TEST(Value, Toml) {
  EXPECT_EQ(tomlText(Value::none()), "\"None\"");
  EXPECT_EQ(tomlText(Value::boolean(true)), "true");
  EXPECT_EQ(tomlText(Value::string("a\"b")), "\"a\\\"b\"");
  EXPECT_EQ(tomlText(Value::type(ScalarKind::FP16)), "\"fp16\"");
  EXPECT_EQ(tomlText(*literal("(1, 2.5)")), "[1, 2.5]");
}

TEST(Value, Equality) {
  EXPECT_TRUE(Value::integer(1).equals(Value::boolean(true)));
  EXPECT_TRUE(Value::integer(2).equals(Value::real(2)));
  EXPECT_FALSE(Value::integer(0).equals(Value::none()));
  EXPECT_TRUE(literal("(1, 'a')")->equals(*literal("(1, 'a')")));
  EXPECT_FALSE(literal("(1, 2)")->equals(*literal("[1, 2]")));
}

TEST(Value, LargeIntegers) {
  Int big = *intFromString("18446744073709551615");
  EXPECT_EQ(toAPInt(big, 64)->getZExtValue(), UINT64_MAX);
  EXPECT_FALSE(toAPInt(big, 63));
  EXPECT_EQ(toAPInt(Int(-1), 32)->getSExtValue(), -1);
  EXPECT_FALSE(toAPInt(Int(300), 8));
  EXPECT_TRUE(toAPInt(Int(255), 8));
  EXPECT_EQ(intToString(-big), "-18446744073709551615");
  EXPECT_FALSE(Value::integer(big).toInt64());
}

TEST(DType, Spellings) {
  for (const char *text : {"i1", "u8", "i64", "fp16", "bf16", "*fp32", "*kbf16", "**i8", "tensordesc<bf16[128,64]>",
                           "fp8e4nv", "fp8e5b16"}) {
    std::optional<DType> type = DType::parseSignature(text);
    ASSERT_TRUE(type) << text;
    EXPECT_EQ(type->signatureSpelling(), text);
  }
  for (const char *text : {"", "*", "i33", "fp", "*void", "tensordesc<>", "tensordesc<i8[0]>", "k"})
    EXPECT_FALSE(DType::parseSignature(text)) << text;
  EXPECT_EQ(DType::block(ScalarKind::FP32, {128, 64}).str(), "fp32[128, 64]");
  EXPECT_EQ(DType::byLanguageName("bfloat16"), DType(ScalarKind::BF16));
  EXPECT_FALSE(DType::byLanguageName("bf16"));
  EXPECT_NE(DType(ScalarKind::Int8), DType(ScalarKind::UInt8));
}

#include "runtime/data/Expression.h"
#include <gtest/gtest.h>

using namespace tritonc;

namespace {

std::string valueOf(const char *text) {
  Names names = {{"M", Number::of(int64_t(1823))}, {"BLOCK", Number::of(int64_t(128))}, {"eps", Number::of(0.5)}};
  Number value;
  Status status = evaluate(text, names, value);
  return status.ok() ? numberText(value) : status.message() + "|" + status.hint();
}

} // namespace

TEST(Expression, Values) {
  for (auto [text, expected] : std::initializer_list<std::pair<const char *, const char *>>{
           {"1 + 2 * 3", "7"},
           {"(1 + 2) * 3", "9"},
           {"cdiv(M, BLOCK)", "15"},
           {"cdiv(M, BLOCK) * 2 - 1", "29"},
           {"-7 // 2", "-4"},
           {"-7 % 3", "2"},
           {"7 / 2", "3.5"},
           {"8 / 2", "4"},
           {"2 ** 10", "1024"},
           {"-2 ** 2", "-4"},
           {"2 ** -1", "0.5"},
           {"min(3, M, 2)", "2"},
           {"max(eps, 0)", "0.5"},
           {"next_power_of_2(M)", "2048"},
           {"1e-5", "1e-05"},
           {"1_000", "1000"},
           {"8*M*M/1e9", "0.026586632"},
           {"True", "1"},
           {"--3", "3"},
           {" 4 ", "4"},
       })
    EXPECT_EQ(valueOf(text), expected) << text;
}

TEST(Expression, Errors) {
  for (auto [text, expected] : std::initializer_list<std::pair<const char *, const char *>>{
           {"", "in '': something is missing at the end|"},
           {"1 +", "in '1 +': something is missing at the end|"},
           {"BLOK", "in 'BLOK': unknown name 'BLOK'|did you mean 'BLOCK'?"},
           {"cdvi(1, 2)", "in 'cdvi(1, 2)': unknown function 'cdvi'|did you mean 'cdiv'?"},
           {"cdiv(1)", "in 'cdiv(1)': wrong arguments for cdiv()|"},
           {"1 // 0", "in '1 // 0': division by zero|"},
           {"cdiv(M, 0)", "in 'cdiv(M, 0)': division by zero|"},
           {"(1", "in '(1': ')' is missing|"},
           {"1)", "in '1)': unexpected ')'|"},
           {"9223372036854775807 + 1", "in '9223372036854775807 + 1': the result does not fit 64 bits|"},
           {"99999999999999999999", "in '99999999999999999999': '99999999999999999999' is not a number or too large|"},
           {"2 ** 99", "in '2 ** 99': the result does not fit 64 bits|"},
           {"3 $", "in '3 $': unexpected '$'|"},
       })
    EXPECT_EQ(valueOf(text), expected) << text;
}

TEST(Expression, DeepNestingIsRefused) {
  std::string text(100000, '(');
  EXPECT_NE(valueOf(text.c_str()).find("nested too deeply"), std::string::npos);
  EXPECT_NE(valueOf(std::string(100000, '-').c_str()).find("nested too deeply"), std::string::npos);
}

TEST(Expression, SplitOutside) {
  EXPECT_EQ(splitOutside("a, f(b, c), [d,e]", ','), (std::vector<std::string>{"a", "f(b, c)", "[d,e]"}));
  EXPECT_EQ(splitOutside("", ','), (std::vector<std::string>{""}));
  EXPECT_EQ(splitOutside("a,", ','), (std::vector<std::string>{"a", ""}));
}

TEST(Expression, IntegerNeeded) {
  int64_t value = 0;
  EXPECT_EQ(evaluateInteger("7/2", {}, value).message(), "'7/2' is 3.5, but an integer is needed");
}

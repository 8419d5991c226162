//===- Expression.h - sizes and grids by formula --------------------------===//
//
// `cdiv(M, BLOCK) * 2`: numbers, names, + - * / // % **, parentheses, cdiv, min, max, next_power_of_2, abs. Integers
// are 64 bits and checked for overflow. `/` gives an integer when it comes out even, else a float; `//` and `%` round
// down, as in Python.
//
//===----------------------------------------------------------------------===//
#pragma once

#include "runtime/Status.h"
#include <cstdint>
#include <functional>
#include <map>
#include <string>
#include <string_view>
#include <vector>

namespace tritonc {

struct Number {
  bool isFloat = false;
  int64_t integer = 0;
  double real = 0;

  static Number of(int64_t value) { return {false, value, 0}; }
  static Number of(double value) { return {true, 0, value}; }
  double asDouble() const { return isFloat ? real : static_cast<double>(integer); }
};

std::string numberText(const Number &number);

/// Names with their values.
using Names = std::map<std::string, Number, std::less<>>;

Status evaluate(std::string_view text, const Names &names, Number &value);
/// The same where only an integer will do.
Status evaluateInteger(std::string_view text, const Names &names, int64_t &value);

/// Splits at `separator` outside of brackets and parentheses; trims blanks.
std::vector<std::string> splitOutside(std::string_view text, char separator);
std::string_view trimmed(std::string_view text);

/// The nearest name by edit distance, or empty.
std::string nearest(std::string_view name, const std::vector<std::string> &candidates);
/// `did you mean 'x'?`, or empty.
std::string didYouMean(std::string_view name, const std::vector<std::string> &candidates);

} // namespace tritonc

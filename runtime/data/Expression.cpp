#include "runtime/data/Expression.h"
#include <algorithm>
#include <charconv>
#include <cmath>
#include <limits>

namespace tritonc {
namespace {

bool isNameStart(char c) { return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_'; }
bool isDigit(char c) { return c >= '0' && c <= '9'; }

int64_t floorDivide(int64_t a, int64_t b) {
  int64_t quotient = a / b;
  return quotient * b != a && (a < 0) != (b < 0) ? quotient - 1 : quotient;
}

/// Recursive descent; the first error stays in `status`.
class Evaluator {
public:
  Evaluator(std::string_view text, const Names &names) : text(text), names(names) {}

  Status run(Number &value) {
    value = sum();
    skipBlanks();
    if (status.ok() && at < text.size())
      fail(concat("unexpected '", text.substr(at), "'"));
    return status;
  }

private:
  Number sum() {
    Number left = product();
    while (status.ok()) {
      if (take("+"))
        left = arithmetic('+', left, product());
      else if (take("-"))
        left = arithmetic('-', left, product());
      else
        break;
    }
    return left;
  }

  Number product() {
    Number left = unary();
    while (status.ok()) {
      skipBlanks();
      if (text.substr(at, 2) == "**")
        break;
      if (take("//"))
        left = divideDown(left, unary());
      else if (take("*"))
        left = arithmetic('*', left, unary());
      else if (take("/"))
        left = divide(left, unary());
      else if (take("%"))
        left = remainder(left, unary());
      else
        break;
    }
    return left;
  }

  Number unary() {
    // Each level of nesting passes here once.
    if (++depth > 200) {
      fail("the expression is nested too deeply");
      return {};
    }
    Number value;
    if (take("-"))
      value = arithmetic('-', Number::of(int64_t(0)), unary());
    else if (take("+"))
      value = unary();
    else
      value = power();
    --depth;
    return value;
  }

  Number power() {
    Number base = atom();
    if (!status.ok() || !take("**"))
      return base;
    Number exponent = unary();
    if (base.isFloat || exponent.isFloat || exponent.integer < 0)
      return Number::of(std::pow(base.asDouble(), exponent.asDouble()));
    Number result = Number::of(int64_t(1));
    // More than 63 doublings overflow anyway; 0, 1 and -1 stay small.
    int64_t count = exponent.integer > 64 ? 64 + (exponent.integer & 1) : exponent.integer;
    for (int64_t i = 0; i < count && status.ok(); ++i)
      result = arithmetic('*', result, base);
    return result;
  }

  Number atom() {
    skipBlanks();
    if (at == text.size()) {
      fail("something is missing at the end");
      return {};
    }
    if (take("(")) {
      Number value = sum();
      expect(")");
      return value;
    }
    if (isDigit(text[at]) || text[at] == '.')
      return literal();
    if (isNameStart(text[at]))
      return name();
    fail(concat("unexpected '", text.substr(at), "'"));
    return {};
  }

  Number literal() {
    size_t end = at;
    bool real = false;
    while (end < text.size()) {
      char c = text[end];
      bool exponentSign = (c == '+' || c == '-') && end > at && (text[end - 1] == 'e' || text[end - 1] == 'E') && real;
      if (c == '.' || c == 'e' || c == 'E')
        real = true;
      else if (!isDigit(c) && c != '_' && !exponentSign)
        break;
      ++end;
    }
    std::string digits(text.substr(at, end - at));
    digits.erase(std::remove(digits.begin(), digits.end(), '_'), digits.end());
    at = end;
    const char *first = digits.data(), *last = digits.data() + digits.size();
    Number value = real ? Number::of(0.0) : Number::of(int64_t(0));
    auto [stop, error] = real ? std::from_chars(first, last, value.real) : std::from_chars(first, last, value.integer);
    if (error != std::errc() || stop != last)
      fail(concat("'", digits, "' is not a number or too large"));
    return value;
  }

  Number name() {
    size_t end = at;
    while (end < text.size() && (isNameStart(text[end]) || isDigit(text[end])))
      ++end;
    std::string_view word = text.substr(at, end - at);
    at = end;
    if (take("("))
      return call(word);
    if (auto found = names.find(word); found != names.end())
      return found->second;
    if (word == "inf")
      return Number::of(std::numeric_limits<double>::infinity());
    if (word == "nan")
      return Number::of(std::numeric_limits<double>::quiet_NaN());
    if (word == "True" || word == "true" || word == "False" || word == "false")
      return Number::of(int64_t(word[0] == 'T' || word[0] == 't'));
    std::vector<std::string> known;
    for (auto &[name, value] : names)
      known.push_back(name);
    fail(concat("unknown name '", word, "'"), didYouMean(word, known));
    return {};
  }

  Number call(std::string_view function) {
    std::vector<Number> args;
    if (!take(")")) {
      do
        args.push_back(sum());
      while (status.ok() && take(","));
      expect(")");
    }
    if (!status.ok())
      return {};
    if (function == "cdiv" && args.size() == 2)
      return arithmetic('-', Number::of(int64_t(0)),
                        divideDown(arithmetic('-', Number::of(int64_t(0)), args[0]), args[1]));
    if ((function == "min" || function == "max") && !args.empty())
      return *(function == "min" ? std::min_element(args.begin(), args.end(), less)
                                 : std::max_element(args.begin(), args.end(), less));
    if (function == "abs" && args.size() == 1)
      return less(args[0], Number::of(int64_t(0))) ? arithmetic('-', Number::of(int64_t(0)), args[0]) : args[0];
    if (function == "next_power_of_2" && args.size() == 1 && !args[0].isFloat)
      return nextPowerOf2(args[0].integer);
    static const std::vector<std::string> functions = {"cdiv", "min", "max", "abs", "next_power_of_2"};
    if (std::find(functions.begin(), functions.end(), function) != functions.end())
      fail(concat("wrong arguments for ", function, "()"));
    else
      fail(concat("unknown function '", function, "'"), didYouMean(function, functions));
    return {};
  }

  Number nextPowerOf2(int64_t value) {
    int64_t power = 1;
    while (power < value && power < (int64_t(1) << 62))
      power *= 2;
    if (power < value)
      fail("the result is too large");
    return Number::of(power);
  }

  static bool less(const Number &a, const Number &b) {
    return a.isFloat || b.isFloat ? a.asDouble() < b.asDouble() : a.integer < b.integer;
  }

  Number arithmetic(char op, const Number &a, const Number &b) {
    if (a.isFloat || b.isFloat) {
      double x = a.asDouble(), y = b.asDouble();
      return Number::of(op == '+' ? x + y : op == '-' ? x - y : x * y);
    }
    int64_t result = 0;
    bool overflow = op == '+'   ? __builtin_add_overflow(a.integer, b.integer, &result)
                    : op == '-' ? __builtin_sub_overflow(a.integer, b.integer, &result)
                                : __builtin_mul_overflow(a.integer, b.integer, &result);
    if (overflow)
      fail("the result does not fit 64 bits");
    return Number::of(result);
  }

  bool dividable(const Number &a, const Number &b) {
    if (b.asDouble() == 0)
      fail("division by zero");
    else if (!a.isFloat && !b.isFloat && b.integer == -1 && a.integer == std::numeric_limits<int64_t>::min())
      fail("the result does not fit 64 bits");
    return status.ok();
  }

  Number divide(const Number &a, const Number &b) {
    if (!dividable(a, b))
      return {};
    if (!a.isFloat && !b.isFloat && a.integer % b.integer == 0)
      return Number::of(a.integer / b.integer);
    return Number::of(a.asDouble() / b.asDouble());
  }

  Number divideDown(const Number &a, const Number &b) {
    if (!status.ok() || !dividable(a, b))
      return {};
    if (a.isFloat || b.isFloat)
      return Number::of(std::floor(a.asDouble() / b.asDouble()));
    return Number::of(floorDivide(a.integer, b.integer));
  }

  Number remainder(const Number &a, const Number &b) {
    if (!dividable(a, b))
      return {};
    if (a.isFloat || b.isFloat) {
      double x = a.asDouble(), y = b.asDouble();
      return Number::of(x - std::floor(x / y) * y);
    }
    return Number::of(a.integer - floorDivide(a.integer, b.integer) * b.integer);
  }

  void skipBlanks() {
    while (at < text.size() && (text[at] == ' ' || text[at] == '\t'))
      ++at;
  }
  bool take(std::string_view token) {
    skipBlanks();
    if (!status.ok() || text.substr(at, token.size()) != token)
      return false;
    at += token.size();
    return true;
  }
  void expect(std::string_view token) {
    if (status.ok() && !take(token))
      fail(concat("'", token, "' is missing"));
  }
  void fail(std::string message, std::string hint = {}) {
    if (status.ok())
      status = Status::bad("in '", text, "': ", message).withHint(std::move(hint));
  }

  std::string_view text;
  const Names &names;
  size_t at = 0;
  int depth = 0;
  Status status;
};

} // namespace

std::string numberText(const Number &number) {
  if (!number.isFloat)
    return std::to_string(number.integer);
  char buffer[40];
  std::string text(buffer, std::to_chars(buffer, buffer + sizeof buffer, number.real).ptr);
  // 16.0 is no integer; without the fraction, a message that says so would be hard to believe.
  return text.find_first_not_of("-0123456789") == std::string::npos ? text + ".0" : text;
}

Status evaluate(std::string_view text, const Names &names, Number &value) { return Evaluator(text, names).run(value); }

Status evaluateInteger(std::string_view text, const Names &names, int64_t &value) {
  Number number;
  TRITONC_TRY(evaluate(text, names, number));
  if (number.isFloat)
    return Status::bad("'", text, "' is ", numberText(number), ", but an integer is needed");
  value = number.integer;
  return {};
}

std::string_view trimmed(std::string_view text) {
  size_t begin = text.find_first_not_of(" \t\n\r");
  if (begin == std::string_view::npos)
    return {};
  return text.substr(begin, text.find_last_not_of(" \t\n\r") - begin + 1);
}

std::vector<std::string> splitOutside(std::string_view text, char separator) {
  std::vector<std::string> parts;
  int depth = 0;
  size_t begin = 0;
  for (size_t i = 0; i <= text.size(); ++i) {
    char c = i < text.size() ? text[i] : separator;
    if (c == '(' || c == '[' || c == '{')
      ++depth;
    else if (c == ')' || c == ']' || c == '}')
      --depth;
    else if (c == separator && (depth <= 0 || i == text.size())) {
      parts.emplace_back(trimmed(text.substr(begin, i - begin)));
      begin = i + 1;
    }
  }
  return parts;
}

std::string nearest(std::string_view name, const std::vector<std::string> &candidates) {
  // Edit distance with transpositions of neighbours (optimal string alignment); a third of the letters may be wrong.
  if (name.size() < 3)
    return {};
  size_t best = name.size() / 3 + 1;
  std::string found;
  for (const std::string &candidate : candidates) {
    size_t width = candidate.size() + 1;
    std::vector<size_t> table((name.size() + 1) * width);
    auto at = [&](size_t i, size_t j) -> size_t & { return table[i * width + j]; };
    for (size_t i = 0; i <= name.size(); ++i)
      for (size_t j = 0; j < width; ++j) {
        if (i == 0 || j == 0) {
          at(i, j) = i + j;
          continue;
        }
        at(i, j) = std::min({at(i - 1, j) + 1, at(i, j - 1) + 1, at(i - 1, j - 1) + (name[i - 1] != candidate[j - 1])});
        if (i > 1 && j > 1 && name[i - 1] == candidate[j - 2] && name[i - 2] == candidate[j - 1])
          at(i, j) = std::min(at(i, j), at(i - 2, j - 2) + 1);
      }
    if (at(name.size(), candidate.size()) < best)
      best = at(name.size(), candidate.size()), found = candidate;
  }
  return found;
}

std::string didYouMean(std::string_view name, const std::vector<std::string> &candidates) {
  std::string found = nearest(name, candidates);
  return found.empty() ? found : "did you mean '" + found + "'?";
}

} // namespace tritonc

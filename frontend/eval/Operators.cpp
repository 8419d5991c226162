//===- Operators.cpp - operators on compile-time values --------------------===//
//
// Python's arithmetic: integers of any size, `//` and `%` that round towards minus infinity, `/` that gives a float. As
// soon as one operand is a run-time value, the operator is Triton's and goes to the semantic part.
//
//===----------------------------------------------------------------------===//

#include "frontend/eval/Evaluator.h"
#include "frontend/semantic/Semantic.h"
#include "llvm/ADT/APInt.h"
#include <cmath>

using namespace tritonc;
using ast::BinaryOperator;
using ast::CompareOperator;

/// Integers and sequences beyond these sizes are a mistake, and would take all memory.
static constexpr int64_t maxIntegerBits = 1 << 16;
static constexpr size_t maxSequence = 1 << 22;

static Int asInteger(const Value &value) { return value.isBool() ? Int(value.asBool() ? 1 : 0) : value.asInt(); }

static Int floorMod(const Int &a, const Int &b) { return a - llvm::floorDiv(a, b) * b; }

static Int power(Int base, int64_t exponent) {
  Int result(1);
  for (; exponent > 0; exponent >>= 1) {
    if (exponent & 1)
      result = result * base;
    if (exponent > 1)
      base = base * base;
  }
  return result;
}

static double bitsOf(const Int &value) {
  std::string digits = intToString(value);
  return static_cast<double>(digits.size()) * 3.33;
}

static Int bitwise(BinaryOperator op, const Int &a, const Int &b) {
  unsigned width = static_cast<unsigned>(std::max(intToString(a).size(), intToString(b).size())) * 4 + 8;
  llvm::APInt x = *toAPInt(a, width), y = *toAPInt(b, width);
  llvm::APInt result = op == BinaryOperator::BitAnd ? x & y : op == BinaryOperator::BitOr ? x | y : x ^ y;
  return intFromAPInt(result, /*isSigned=*/true);
}

static Value integerBinary(Evaluator &evaluator, BinaryOperator op, const Value &lhs, const Value &rhs) {
  Int a = asInteger(lhs), b = asInteger(rhs);
  bool byZero = b == Int(0);
  switch (op) {
  case BinaryOperator::Add:
    return Value::integer(a + b);
  case BinaryOperator::Sub:
    return Value::integer(a - b);
  case BinaryOperator::Mult:
    if (bitsOf(a) + bitsOf(b) > maxIntegerBits)
      return evaluator.error(DiagId::eval_integer_too_large);
    return Value::integer(a * b);
  case BinaryOperator::Div:
    if (byZero)
      return evaluator.error(DiagId::eval_division_by_zero);
    return Value::real(*lhs.toDouble() / *rhs.toDouble());
  case BinaryOperator::FloorDiv:
    if (byZero)
      return evaluator.error(DiagId::eval_division_by_zero);
    return Value::integer(llvm::floorDiv(a, b));
  case BinaryOperator::Mod:
    if (byZero)
      return evaluator.error(DiagId::eval_division_by_zero);
    return Value::integer(floorMod(a, b));
  case BinaryOperator::Pow: {
    std::optional<int64_t> exponent = rhs.toInt64();
    if (exponent && *exponent < 0) {
      if (a == Int(0))
        return evaluator.error(DiagId::eval_division_by_zero);
      return Value::real(std::pow(*lhs.toDouble(), static_cast<double>(*exponent)));
    }
    if (!exponent || bitsOf(a) * static_cast<double>(*exponent) > maxIntegerBits) {
      if (exponent && a >= Int(-1) && a <= Int(1))
        return Value::integer(power(a, *exponent % 2 + 2));
      return evaluator.error(DiagId::eval_integer_too_large);
    }
    return Value::integer(power(a, *exponent));
  }
  case BinaryOperator::LShift:
  case BinaryOperator::RShift: {
    std::optional<int64_t> count = rhs.toInt64();
    if (!count || *count < 0)
      return evaluator.error(DiagId::eval_negative_shift);
    if (op == BinaryOperator::RShift)
      return Value::integer(*count > maxIntegerBits ? Int(a < Int(0) ? -1 : 0)
                                                    : llvm::floorDiv(a, power(Int(2), *count)));
    if (*count + bitsOf(a) > maxIntegerBits)
      return evaluator.error(DiagId::eval_integer_too_large);
    return Value::integer(a * power(Int(2), *count));
  }
  case BinaryOperator::BitAnd:
  case BinaryOperator::BitOr:
  case BinaryOperator::BitXor:
    if (lhs.isBool() && rhs.isBool()) {
      bool x = lhs.asBool(), y = rhs.asBool();
      return Value::boolean(op == BinaryOperator::BitAnd ? x && y : op == BinaryOperator::BitOr ? x || y : x != y);
    }
    return Value::integer(bitwise(op, a, b));
  default:
    return Value();
  }
}

static std::optional<Value> floatBinary(Evaluator &evaluator, BinaryOperator op, double a, double b) {
  switch (op) {
  case BinaryOperator::Add:
    return Value::real(a + b);
  case BinaryOperator::Sub:
    return Value::real(a - b);
  case BinaryOperator::Mult:
    return Value::real(a * b);
  case BinaryOperator::Pow:
    return Value::real(std::pow(a, b));
  case BinaryOperator::Div:
  case BinaryOperator::FloorDiv:
  case BinaryOperator::Mod:
    if (b == 0)
      return evaluator.error(DiagId::eval_division_by_zero);
    if (op == BinaryOperator::Div)
      return Value::real(a / b);
    if (op == BinaryOperator::FloorDiv)
      return Value::real(std::floor(a / b));
    {
      double remainder = std::fmod(a, b);
      return Value::real(remainder != 0 && (remainder < 0) != (b < 0) ? remainder + b : remainder);
    }
  default:
    return std::nullopt;
  }
}

static std::vector<Value> repeated(llvm::ArrayRef<Value> elements, int64_t times) {
  std::vector<Value> result;
  for (int64_t i = 0; i < times; ++i)
    result.insert(result.end(), elements.begin(), elements.end());
  return result;
}

static std::optional<Value> sequenceBinary(Evaluator &evaluator, BinaryOperator op, const Value &lhs,
                                           const Value &rhs) {
  if (op == BinaryOperator::Add) {
    auto size = [](const Value &v) {
      return v.isString() ? v.asString().size() : v.isSequence() ? v.elements().size() : 0;
    };
    if (size(lhs) + size(rhs) > maxSequence)
      return evaluator.error(DiagId::eval_integer_too_large);
    if (lhs.isString() && rhs.isString())
      return Value::string((lhs.asString() + rhs.asString()).str());
    // Triton's lists are its tuples, so the two may meet.
    if (lhs.isSequence() && rhs.isSequence()) {
      std::vector<Value> joined(lhs.elements());
      joined.insert(joined.end(), rhs.elements().begin(), rhs.elements().end());
      return lhs.isList() && rhs.isList() ? Value::list(std::move(joined)) : Value::tuple(std::move(joined));
    }
  }
  if (op == BinaryOperator::Mult) {
    const Value &sequence = rhs.isInt() || rhs.isBool() ? lhs : rhs;
    std::optional<int64_t> times = (&sequence == &lhs ? rhs : lhs).toInt64();
    if (times && (sequence.isSequence() || sequence.isString())) {
      int64_t size = sequence.isString() ? sequence.asString().size() : sequence.elements().size();
      if (*times > 0 && size > static_cast<int64_t>(maxSequence) / *times)
        return evaluator.error(DiagId::eval_integer_too_large);
      if (sequence.isString()) {
        std::string text;
        for (int64_t i = 0; i < *times; ++i)
          text += sequence.asString();
        return Value::string(std::move(text));
      }
      std::vector<Value> elements = repeated(sequence.elements(), *times);
      return sequence.isTuple() ? Value::tuple(std::move(elements)) : Value::list(std::move(elements));
    }
  }
  if (op == BinaryOperator::BitOr && lhs.isDict() && rhs.isDict()) {
    Value merged = Value::dict(lhs.asDict().items);
    for (const auto &entry : rhs.asDict().items) {
      const Value &key = entry.first, &value = entry.second;
      auto &items = merged.asDict().items;
      auto same = llvm::find_if(items, [&](const auto &item) { return item.first.equals(key); });
      if (same != items.end())
        same->second = value;
      else
        items.push_back({key, value});
    }
    return merged;
  }
  return std::nullopt;
}

static std::optional<BinaryOp> runtimeOperator(BinaryOperator op) {
  switch (op) {
  case BinaryOperator::Add:
    return BinaryOp::Add;
  case BinaryOperator::Sub:
    return BinaryOp::Sub;
  case BinaryOperator::Mult:
    return BinaryOp::Mul;
  case BinaryOperator::Div:
    return BinaryOp::Div;
  case BinaryOperator::FloorDiv:
    return BinaryOp::FloorDiv;
  case BinaryOperator::Mod:
    return BinaryOp::Mod;
  case BinaryOperator::BitAnd:
    return BinaryOp::And;
  case BinaryOperator::BitOr:
    return BinaryOp::Or;
  case BinaryOperator::BitXor:
    return BinaryOp::Xor;
  case BinaryOperator::LShift:
    return BinaryOp::Shl;
  case BinaryOperator::RShift:
    return BinaryOp::Shr;
  default:
    return std::nullopt;
  }
}

Value Evaluator::binary(BinaryOperator op, const Value &lhs, const Value &rhs) {
  if (lhs.isPoison() || rhs.isPoison())
    return Value::poison();
  if (lhs.isOpaque())
    return useOpaque(lhs);
  if (rhs.isOpaque())
    return useOpaque(rhs);
  bool numbers = lhs.isNumber() && rhs.isNumber();
  if (numbers && !lhs.isFloat() && !rhs.isFloat()) {
    Value result = integerBinary(*this, op, lhs, rhs);
    if (!result.isNone())
      return result;
  } else if (numbers) {
    if (std::optional<Value> result = floatBinary(*this, op, *lhs.toDouble(), *rhs.toDouble()))
      return *result;
  } else if (lhs.isRuntime() || rhs.isRuntime()) {
    const Value &other = lhs.isRuntime() ? rhs : lhs;
    std::optional<BinaryOp> runtime = runtimeOperator(op);
    if (runtime && (other.isRuntime() || other.isNumber()))
      return binaryOp(*this, *runtime, lhs, rhs);
  } else if (std::optional<Value> result = sequenceBinary(*this, op, lhs, rhs)) {
    return *result;
  }
  return error(DiagId::eval_bad_operands, ast::spelling(op), lhs.describe(), rhs.describe());
}

//===----------------------------------------------------------------------===//
// Comparisons
//===----------------------------------------------------------------------===//

/// -1, 0 or 1; none where Python would raise a TypeError, or for NaN.
static std::optional<int> order(const Value &a, const Value &b) {
  if (a.isNumber() && b.isNumber()) {
    if (!a.isFloat() && !b.isFloat()) {
      Int x = asInteger(a), y = asInteger(b);
      return x < y ? -1 : x > y ? 1 : 0;
    }
    double x = *a.toDouble(), y = *b.toDouble();
    if (std::isnan(x) || std::isnan(y))
      return std::nullopt;
    return x < y ? -1 : x > y ? 1 : 0;
  }
  if (a.isString() && b.isString())
    return std::clamp(a.asString().compare(b.asString()), -1, 1);
  if (a.isSequence() && b.isSequence()) {
    llvm::ArrayRef<Value> x = a.elements(), y = b.elements();
    for (size_t i = 0; i < std::min(x.size(), y.size()); ++i) {
      std::optional<int> here = order(x[i], y[i]);
      if (!here || *here != 0)
        return here;
    }
    return x.size() < y.size() ? -1 : x.size() > y.size() ? 1 : 0;
  }
  return std::nullopt;
}

/// `is`: identity for what has one, equality for what Python interns.
static bool identical(const Value &a, const Value &b) {
  if (a.kind() != b.kind())
    return false;
  if (a.isList())
    return &a.asList() == &b.asList();
  if (a.isDict())
    return &a.asDict() == &b.asDict();
  return a.equals(b);
}

static std::optional<bool> contains(const Value &container, const Value &item) {
  if (container.isSequence())
    return llvm::any_of(container.elements(), [&](const Value &element) { return element.equals(item); });
  if (container.isDict())
    return llvm::any_of(container.asDict().items, [&](const auto &entry) { return entry.first.equals(item); });
  if (container.isString() && item.isString())
    return container.asString().contains(item.asString());
  return std::nullopt;
}

static CompareOp runtimeComparison(CompareOperator op) {
  switch (op) {
  case CompareOperator::Lt:
    return CompareOp::Lt;
  case CompareOperator::LtE:
    return CompareOp::Le;
  case CompareOperator::Gt:
    return CompareOp::Gt;
  case CompareOperator::GtE:
    return CompareOp::Ge;
  case CompareOperator::Eq:
    return CompareOp::Eq;
  default:
    return CompareOp::Ne;
  }
}

Value Evaluator::compareValues(CompareOperator op, const Value &lhs, const Value &rhs) {
  if (lhs.isPoison() || rhs.isPoison())
    return Value::poison();
  switch (op) {
  case CompareOperator::Is:
  case CompareOperator::IsNot:
    return Value::boolean(identical(lhs, rhs) == (op == CompareOperator::Is));
  case CompareOperator::In:
  case CompareOperator::NotIn: {
    if (rhs.isOpaque())
      return useOpaque(rhs);
    std::optional<bool> found = lhs.isRuntime() ? std::nullopt : contains(rhs, lhs);
    if (!found)
      return error(DiagId::eval_bad_operands, ast::spelling(op), lhs.describe(), rhs.describe());
    return Value::boolean(*found == (op == CompareOperator::In));
  }
  default:
    break;
  }
  if (lhs.isOpaque())
    return useOpaque(lhs);
  if (rhs.isOpaque())
    return useOpaque(rhs);
  if (lhs.isRuntime() || rhs.isRuntime()) {
    const Value &other = lhs.isRuntime() ? rhs : lhs;
    if (other.isRuntime() || other.isNumber())
      return compare(*this, runtimeComparison(op), lhs, rhs);
    // A run-time value never equals None or a string.
    if (op == CompareOperator::Eq || op == CompareOperator::NotEq)
      return Value::boolean(op == CompareOperator::NotEq);
    return error(DiagId::eval_bad_operands, ast::spelling(op), lhs.describe(), rhs.describe());
  }
  if (op == CompareOperator::Eq || op == CompareOperator::NotEq) {
    // In a kernel, Triton makes tuples of lists: `x.shape == [M, N]`.
    const bool mixed = emits && lhs.isSequence() && rhs.isSequence() && lhs.kind() != rhs.kind();
    const bool same =
        mixed ? llvm::equal(lhs.elements(), rhs.elements(), [](const Value &a, const Value &b) { return a.equals(b); })
              : lhs.equals(rhs);
    return Value::boolean(same == (op == CompareOperator::Eq));
  }
  std::optional<int> sign = order(lhs, rhs);
  if (!sign) {
    if (lhs.isNumber() && rhs.isNumber()) // NaN
      return Value::boolean(false);
    return error(DiagId::eval_bad_operands, ast::spelling(op), lhs.describe(), rhs.describe());
  }
  bool result = op == CompareOperator::Lt    ? *sign < 0
                : op == CompareOperator::LtE ? *sign <= 0
                : op == CompareOperator::Gt  ? *sign > 0
                                             : *sign >= 0;
  return Value::boolean(result);
}

std::optional<bool> Evaluator::truth(const Value &value) {
  switch (value.kind()) {
  case Value::Kind::None:
    return false;
  case Value::Kind::Bool:
    return value.asBool();
  case Value::Kind::Int:
    return value.asInt() != Int(0);
  case Value::Kind::Float:
    return value.asFloat() != 0;
  case Value::Kind::String:
    return !value.asString().empty();
  case Value::Kind::Tuple:
  case Value::Kind::List:
    return !value.elements().empty();
  case Value::Kind::Dict:
    return !value.asDict().items.empty();
  case Value::Kind::Poison:
  case Value::Kind::Opaque:
  case Value::Kind::Runtime:
    return std::nullopt;
  default:
    return true;
  }
}

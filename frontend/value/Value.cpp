//===- Value.cpp - making, comparing and printing values -------------------===//

#include "frontend/value/Value.h"
#include "frontend/value/Builtin.h"
#include "llvm/ADT/APFloat.h"
#include "llvm/ADT/SmallString.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/raw_ostream.h"
#include <cmath>

using namespace tritonc;

Value Value::tuple(std::vector<Value> elements, std::vector<std::string> names) {
  return make(Kind::Tuple, std::make_shared<const TupleObject>(TupleObject{std::move(elements), std::move(names)}));
}
Value Value::list(std::vector<Value> elements) {
  return make(Kind::List, std::make_shared<ListObject>(ListObject{std::move(elements)}));
}
Value Value::dict(std::vector<std::pair<Value, Value>> items) {
  return make(Kind::Dict, std::make_shared<DictObject>(DictObject{std::move(items)}));
}
Value Value::slice(Value lower, Value upper, Value step) {
  return make(Kind::Slice,
              std::make_shared<const SliceObject>(SliceObject{std::move(lower), std::move(upper), std::move(step)}));
}
Value Value::range(RangeObject range) {
  return make(Kind::Range, std::make_shared<const RangeObject>(std::move(range)));
}
Value Value::function(std::shared_ptr<const FunctionObject> function, const Value *self) {
  return make(Kind::Function,
              BoundFunction{std::move(function), self ? std::make_shared<const Value>(*self) : nullptr});
}
Value Value::builtin(const Builtin *builtin, const Value *self) {
  return make(Kind::Builtin, BoundBuiltin{builtin, self ? std::make_shared<const Value>(*self) : nullptr});
}
Value Value::instance(std::string className, std::map<std::string, Value> attributes) {
  return make(Kind::Instance,
              std::make_shared<InstanceObject>(InstanceObject{std::move(className), std::move(attributes)}));
}
Value Value::opaque(std::string description, SourceRange origin, std::string reason) {
  return make(Kind::Opaque,
              std::make_shared<const OpaqueObject>(OpaqueObject{std::move(description), origin, std::move(reason)}));
}
Value Value::descriptor(mlir::Value ir, DType type, std::vector<Value> shape, std::vector<Value> strides) {
  auto fields = std::make_shared<const std::vector<Value>>(
      std::vector<Value>{Value::tuple(std::move(shape)), Value::tuple(std::move(strides))});
  return make(Kind::Runtime, RuntimeValue{ir, std::move(type), std::move(fields)});
}

bool Value::isCompileTime() const {
  if (isRuntime())
    return false;
  if (isSequence())
    return llvm::all_of(elements(), [](const Value &v) { return v.isCompileTime(); });
  if (isRange())
    return asRange().start.isCompileTime() && asRange().stop.isCompileTime() && asRange().step.isCompileTime();
  return true;
}

llvm::ArrayRef<Value> Value::elements() const {
  return isTuple() ? llvm::ArrayRef<Value>(asTuple().elements) : llvm::ArrayRef<Value>(asList().elements);
}

std::optional<int64_t> Value::toInt64() const {
  if (isBool())
    return asBool() ? 1 : 0;
  if (!isInt())
    return std::nullopt;
  const Int &value = asInt();
  if (value < Int(INT64_MIN) || value > Int(INT64_MAX))
    return std::nullopt;
  return static_cast<int64_t>(value);
}

std::optional<double> Value::toDouble() const {
  if (isFloat())
    return asFloat();
  if (std::optional<int64_t> small = toInt64())
    return static_cast<double>(*small);
  if (isInt()) {
    llvm::APFloat result(llvm::APFloat::IEEEdouble());
    std::string digits = intToString(asInt());
    if (llvm::Error error = result.convertFromString(digits, llvm::APFloat::rmNearestTiesToEven).takeError()) {
      llvm::consumeError(std::move(error));
      return std::nullopt;
    }
    return result.convertToDouble();
  }
  return std::nullopt;
}

std::optional<llvm::SmallVector<int64_t>> Value::toInt64List() const {
  if (std::optional<int64_t> single = toInt64())
    return llvm::SmallVector<int64_t>{*single};
  if (!isSequence())
    return std::nullopt;
  llvm::SmallVector<int64_t> result;
  for (const Value &element : elements()) {
    std::optional<int64_t> number = element.toInt64();
    if (!number)
      return std::nullopt;
    result.push_back(*number);
  }
  return result;
}

/// Python's quoting: single quotes unless the text has one and no double quote.
static std::string quoted(llvm::StringRef text) {
  char quote = text.contains('\'') && !text.contains('"') ? '"' : '\'';
  std::string result(1, quote);
  for (char c : text) {
    if (c == quote || c == '\\')
      result += '\\';
    if (c == '\n')
      result += "\\n";
    else if (c == '\t')
      result += "\\t";
    else
      result += c;
  }
  return result + quote;
}

static std::string sequenceText(llvm::ArrayRef<Value> elements, const char *open, const char *close, bool comma) {
  std::string text = open;
  for (size_t i = 0; i < elements.size(); ++i)
    text += (i ? ", " : "") + elements[i].repr();
  return text + (comma && elements.size() == 1 ? "," : "") + close;
}

std::string Value::repr() const {
  switch (kindTag) {
  case Kind::None:
    return "None";
  case Kind::Poison:
    return "<error>";
  case Kind::Ellipsis:
    return "Ellipsis";
  case Kind::Bool:
    return asBool() ? "True" : "False";
  case Kind::Int:
    return intToString(asInt());
  case Kind::Float:
    return floatRepr(asFloat());
  case Kind::String:
    return quoted(asString());
  case Kind::Tuple:
    return sequenceText(elements(), "(", ")", true);
  case Kind::List:
    return sequenceText(elements(), "[", "]", false);
  case Kind::Dict: {
    std::string text = "{";
    for (const auto &[key, value] : asDict().items)
      text += (text.size() > 1 ? ", " : "") + key.repr() + ": " + value.repr();
    return text + "}";
  }
  case Kind::Slice:
    return "slice(" + asSlice().lower.repr() + ", " + asSlice().upper.repr() + ", " + asSlice().step.repr() + ")";
  case Kind::Range:
    return "range(" + asRange().start.repr() + ", " + asRange().stop.repr() + ")";
  case Kind::Type:
    return asType().str();
  case Kind::Runtime:
    return runtimeType().str();
  case Kind::Builtin:
    return std::string("<function ") + asBuiltin().builtin->name + ">";
  case Kind::Instance:
    return "<" + asInstance().className + ">";
  case Kind::Opaque:
    return "<" + asOpaque().description + ">";
  case Kind::Function:
    return "<function>";
  case Kind::Module:
    return "<module>";
  }
  return {};
}

std::string Value::str() const { return isString() ? asString().str() : repr(); }

std::string Value::describe() const {
  switch (kindTag) {
  case Kind::None:
    return "None";
  case Kind::Poison:
    return "an error";
  case Kind::Ellipsis:
    return "...";
  case Kind::Bool:
    return "bool";
  case Kind::Int:
    return "int";
  case Kind::Float:
    return "float";
  case Kind::String:
    return "str";
  case Kind::Tuple:
    return "a tuple";
  case Kind::List:
    return "a list";
  case Kind::Dict:
    return "a dict";
  case Kind::Slice:
    return "a slice";
  case Kind::Range:
    return "a range";
  case Kind::Type:
    return "the type " + asType().str();
  case Kind::Function:
    return "a function";
  case Kind::Builtin:
    return std::string("the function '") + asBuiltin().builtin->name + "'";
  case Kind::Module:
    return "a module";
  case Kind::Instance:
    return "an object of " + asInstance().className;
  case Kind::Opaque:
    return "'" + asOpaque().description + "'";
  case Kind::Runtime:
    return (runtimeType().isBlock() ? "a block " : "a run-time ") + runtimeType().str();
  }
  return {};
}

static bool equalSequences(llvm::ArrayRef<Value> a, llvm::ArrayRef<Value> b) {
  return a.size() == b.size() &&
         std::equal(a.begin(), a.end(), b.begin(), [](const Value &x, const Value &y) { return x.equals(y); });
}

bool Value::equals(const Value &other) const {
  if (isNumber() && other.isNumber()) {
    if (isFloat() || other.isFloat())
      return toDouble() == other.toDouble();
    Int a = isBool() ? Int(asBool()) : asInt(), b = other.isBool() ? Int(other.asBool()) : other.asInt();
    return a == b;
  }
  if (kindTag != other.kindTag)
    return false;
  switch (kindTag) {
  case Kind::None:
  case Kind::Ellipsis:
  case Kind::Poison:
    return true;
  case Kind::String:
    return asString() == other.asString();
  case Kind::Tuple:
  case Kind::List:
    return equalSequences(elements(), other.elements());
  case Kind::Dict: {
    const auto &a = asDict().items, &b = other.asDict().items;
    return a.size() == b.size() && llvm::all_of(a, [&](const auto &item) {
             return llvm::any_of(
                 b, [&](const auto &o) { return item.first.equals(o.first) && item.second.equals(o.second); });
           });
  }
  case Kind::Type:
    return asType() == other.asType();
  case Kind::Function:
    return asFunction().function == other.asFunction().function;
  case Kind::Builtin:
    return asBuiltin().builtin == other.asBuiltin().builtin;
  case Kind::Module:
    return asModule() == other.asModule();
  case Kind::Instance:
    return &asInstance() == &other.asInstance();
  case Kind::Opaque:
    return asOpaque().description == other.asOpaque().description;
  case Kind::Runtime:
    return ir() == other.ir();
  case Kind::Slice:
    return asSlice().lower.equals(other.asSlice().lower) && asSlice().upper.equals(other.asSlice().upper) &&
           asSlice().step.equals(other.asSlice().step);
  case Kind::Range:
    return asRange().start.equals(other.asRange().start) && asRange().stop.equals(other.asRange().stop) &&
           asRange().step.equals(other.asRange().step);
  default:
    return false;
  }
}

//===----------------------------------------------------------------------===//
// Numbers
//===----------------------------------------------------------------------===//

std::string tritonc::intToString(const Int &value) {
  std::string text;
  llvm::raw_string_ostream os(text);
  os << value;
  return text;
}

std::optional<Int> tritonc::intFromString(llvm::StringRef digits, unsigned radix) {
  bool negative = digits.consume_front("-");
  if (digits.empty() || radix < 2 || radix > 36)
    return std::nullopt;
  Int result(0);
  for (char c : digits) {
    unsigned digit = llvm::hexDigitValue(c);
    if (radix > 16 || digit >= radix)
      return std::nullopt;
    result = result * Int(radix) + Int(digit);
  }
  return negative ? -result : result;
}

std::optional<llvm::APInt> tritonc::toAPInt(const Int &value, unsigned width) {
  if (value >= Int(INT64_MIN) && value <= Int(INT64_MAX)) {
    int64_t small = static_cast<int64_t>(value);
    if (width < 64 && !llvm::isIntN(width, small) && !llvm::isUIntN(width, static_cast<uint64_t>(small)))
      return std::nullopt;
    if (width < 64 && small > 0 && !llvm::isUIntN(width, static_cast<uint64_t>(small)))
      return std::nullopt;
    return llvm::APInt(width, static_cast<uint64_t>(small), /*isSigned=*/true, /*implicitTrunc=*/true);
  }
  std::string text = intToString(value);
  unsigned needed = static_cast<unsigned>(text.size()) * 4 + 2;
  llvm::APInt wide(needed, text, 10);
  bool fits = value < Int(0) ? wide.getSignificantBits() <= width : wide.getActiveBits() <= width;
  if (!fits)
    return std::nullopt;
  return wide.sextOrTrunc(width);
}

Int tritonc::intFromAPInt(const llvm::APInt &value, bool isSigned) {
  if (isSigned ? value.isSignedIntN(64) : value.getActiveBits() < 64)
    return Int(isSigned ? value.getSExtValue() : static_cast<int64_t>(value.getZExtValue()));
  llvm::SmallString<40> digits;
  value.toString(digits, 10, isSigned);
  return *intFromString(digits);
}

std::string tritonc::floatRepr(double value) {
  if (std::isnan(value))
    return "nan";
  if (std::isinf(value))
    return value < 0 ? "-inf" : "inf";
  // The fewest digits that read back the same, then Python's choice between plain and exponent form.
  char digits[40];
  int precision = 1;
  for (; precision <= 17; ++precision) {
    snprintf(digits, sizeof digits, "%.*e", precision - 1, value);
    if (strtod(digits, nullptr) == value)
      break;
  }
  std::string text = digits;
  size_t e = text.find('e');
  int exponent = atoi(text.c_str() + e + 1);
  if (exponent < -4 || exponent >= 16) {
    std::string mantissa = text.substr(0, e);
    char tail[16];
    snprintf(tail, sizeof tail, "e%c%02d", exponent < 0 ? '-' : '+', std::abs(exponent));
    return mantissa + tail;
  }
  snprintf(digits, sizeof digits, "%.*f", std::max(1, precision - 1 - exponent), value);
  return digits;
}

bool Arguments::anyPoison() const {
  return llvm::any_of(values, [](const Value &value) { return value.isPoison(); });
}

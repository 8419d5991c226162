//===- Literal.cpp - values written on the command line --------------------===//

#include "frontend/eval/Literal.h"
#include <cmath>

using namespace tritonc;

namespace {

class LiteralParser {
public:
  LiteralParser(SourceRange range, DiagnosticEngine &diagnostics, bool quiet)
      : file(*range.file), at(range.begin), end(range.end), diagnostics(diagnostics), quiet(quiet) {}

  std::optional<Value> parse() {
    std::optional<Value> value = parseValue(0);
    skipSpace();
    if (value && at != end)
      return fail(at, "unexpected text after the value");
    return value;
  }

private:
  void skipSpace() {
    while (at < end && llvm::isSpace(file.text[at]))
      ++at;
  }
  llvm::StringRef left() const { return llvm::StringRef(file.text).slice(at, end); }

  static std::string typeHint(llvm::StringRef word) {
    std::optional<DType> type = DType::parseSignature(word);
    return type && type->isScalarNumber() ? "a type as a value is written '" + literalText(Value::type(*type)) + "'"
                                          : "a string needs quotes: '\"" + word.str() + "\"'";
  }

  std::nullopt_t fail(uint32_t where, const char *what, std::string hint = {}) {
    if (!quiet) {
      Diagnostic &diagnostic = diagnostics.report(DiagId::literal_invalid, {&file, where, std::max(end, where)}, what);
      if (!hint.empty())
        diagnostic.withHint(std::move(hint));
    }
    return std::nullopt;
  }

  std::optional<Value> parseValue(unsigned depth) {
    skipSpace();
    if (at >= end)
      return fail(at, "a value is missing");
    if (depth > 50)
      return fail(at, "nested too deep");
    char c = file.text[at];
    if (c == '(' || c == '[')
      return parseSequence(c, depth);
    if (c == '"' || c == '\'')
      return parseString(c);
    if (llvm::isDigit(c) || c == '-' || c == '+' || c == '.')
      return parseNumber();
    return parseWord();
  }

  std::optional<Value> parseSequence(char open, unsigned depth) {
    uint32_t start = at++;
    char close = open == '(' ? ')' : ']';
    std::vector<Value> elements;
    bool comma = false;
    while (true) {
      skipSpace();
      if (at >= end)
        return fail(start, "a closing bracket is missing");
      if (file.text[at] == close) {
        ++at;
        break;
      }
      if (!elements.empty() && !comma)
        return fail(at, "a comma is missing");
      std::optional<Value> element = parseValue(depth + 1);
      if (!element)
        return element;
      elements.push_back(std::move(*element));
      skipSpace();
      comma = at < end && file.text[at] == ',';
      if (comma)
        ++at;
    }
    if (open == '(' && elements.size() == 1 && !comma)
      return elements.front();
    return open == '(' ? Value::tuple(std::move(elements)) : Value::list(std::move(elements));
  }

  std::optional<Value> parseString(char quote) {
    uint32_t start = at++;
    std::string text;
    for (; at < end && file.text[at] != quote; ++at) {
      if (file.text[at] == '\\' && at + 1 < end)
        ++at;
      text += file.text[at];
    }
    if (at >= end)
      return fail(start, "a closing quote is missing");
    ++at;
    return Value::string(std::move(text));
  }

  std::optional<Value> parseNumber() {
    uint32_t start = at;
    std::string text;
    if (llvm::StringRef rest = left();
        (rest.consume_front("-") || rest.consume_front("+")) && rest.starts_with("float(")) {
      bool minus = file.text[at++] == '-';
      std::optional<Value> value = parseWord();
      return value ? Value::real(minus ? -value->asFloat() : value->asFloat()) : value;
    }
    while (at < end && (llvm::isAlnum(file.text[at]) || file.text[at] == '.' || file.text[at] == '_' ||
                        ((file.text[at] == '-' || file.text[at] == '+') &&
                         (at == start || llvm::toLower(file.text[at - 1]) == 'e')))) {
      if (file.text[at] != '_')
        text += file.text[at];
      ++at;
    }
    llvm::StringRef body = text;
    bool negative = body.consume_front("-");
    if (!negative)
      body.consume_front("+");
    if (body == "inf" || body == "nan")
      return Value::real(body == "nan" ? std::nan("") : negative ? -HUGE_VAL : HUGE_VAL);
    unsigned radix = body.consume_front_insensitive("0x")   ? 16
                     : body.consume_front_insensitive("0b") ? 2
                     : body.consume_front_insensitive("0o") ? 8
                                                            : 10;
    if (std::optional<Int> integer = body.size() < 2000 ? intFromString(body, radix) : std::nullopt;
        integer && llvm::all_of(body, llvm::isHexDigit))
      return Value::integer(negative ? -*integer : *integer);
    double number;
    if (radix == 10 && !body.empty() && (llvm::isDigit(body.front()) || body.front() == '.') &&
        !body.getAsDouble(number))
      return Value::real(negative ? -number : number);
    return fail(start, "this is no number");
  }

  std::optional<Value> parseWord() {
    uint32_t start = at;
    while (at < end && (llvm::isAlnum(file.text[at]) || file.text[at] == '_' || file.text[at] == '.'))
      ++at;
    llvm::StringRef word = llvm::StringRef(file.text).slice(start, at);
    if (word == "True" || word == "False")
      return Value::boolean(word == "True");
    if (word == "None")
      return Value::none();
    if (word == "inf" || word == "math.inf" || word == "nan" || word == "math.nan")
      return Value::real(word.ends_with("inf") ? HUGE_VAL : std::nan(""));
    if (word == "float" && at < end && file.text[at] == '(') {
      std::optional<Value> inner = parseSequence('(', 0);
      if (!inner)
        return inner;
      if (std::optional<double> number = inner->toDouble())
        return Value::real(*number);
      std::string text = inner->isString() ? inner->asString().lower() : "";
      if (text == "inf" || text == "infinity" || text == "-inf" || text == "+inf")
        return Value::real(text[0] == '-' ? -HUGE_VAL : HUGE_VAL);
      if (text == "nan")
        return Value::real(std::nan(""));
      at = start;
      return fail(start, "float() takes a number, \"inf\", \"-inf\" or \"nan\"");
    }
    llvm::StringRef name = word;
    if (name.consume_front("tl.") || name.consume_front("triton.language.") || name.consume_front("torch."))
      if (std::optional<DType> type = DType::byLanguageName(name))
        return Value::type(*type);
    at = start;
    std::string hint;
    if (!word.empty() && !word.contains('.'))
      hint = typeHint(word);
    return fail(start, "this is no Python literal", hint);
  }

  const SourceFile &file;
  uint32_t at, end;
  DiagnosticEngine &diagnostics;
  bool quiet;
};

std::string languageName(const DType &type) {
  static constexpr const char *names[] = {"int1",     "int8",       "uint8",       "int16",       "uint16",
                                          "int32",    "uint32",     "int64",       "uint64",      "float8e4nv",
                                          "float8e5", "float8e4b8", "float8e5b16", "float8e4b15", "float16",
                                          "bfloat16", "float32",    "float64"};
  for (const char *name : names)
    if (DType::byLanguageName(name) == type)
      return name;
  return type.str();
}

} // namespace

std::optional<Value> tritonc::parseLiteral(SourceRange range, DiagnosticEngine &diagnostics, bool quiet) {
  return LiteralParser(range, diagnostics, quiet).parse();
}

static std::string joined(llvm::ArrayRef<Value> values, std::string (*text)(const Value &)) {
  std::string result;
  for (size_t i = 0; i < values.size(); ++i)
    result += (i ? ", " : "") + text(values[i]);
  return result;
}

std::string tritonc::literalText(const Value &value) {
  if (value.isType())
    return "tl." + languageName(value.asType());
  if (value.isFloat() && !std::isfinite(value.asFloat()))
    return "float(\"" + floatRepr(value.asFloat()) + "\")";
  if (value.isTuple())
    return "(" + joined(value.elements(), literalText) + (value.elements().size() == 1 ? ",)" : ")");
  if (value.isList())
    return "[" + joined(value.elements(), literalText) + "]";
  return value.repr();
}

std::string tritonc::tomlText(const Value &value) {
  if (value.isBool())
    return value.asBool() ? "true" : "false";
  if (value.isInt() || value.isFloat())
    return value.toInt64() || value.isFloat() ? value.repr() : "\"" + value.repr() + "\"";
  if (value.isSequence())
    return "[" + joined(value.elements(), tomlText) + "]";
  std::string text = value.isType() ? value.asType().signatureSpelling() : value.str(), escaped = "\"";
  for (char c : text) {
    if (c == '"' || c == '\\')
      escaped += '\\';
    if (static_cast<unsigned char>(c) < 0x20) {
      char code[8];
      snprintf(code, sizeof code, "\\u%04x", c);
      escaped += code;
    } else {
      escaped += c;
    }
  }
  return escaped + "\"";
}

const SourceFile &tritonc::commandLineFile(llvm::StringRef name, llvm::StringRef text, DiagnosticEngine &diagnostics) {
  auto file = std::make_shared<SourceFile>();
  file->path = name.str();
  file->text = text.str();
  diagnostics.keepAlive(file);
  return *file;
}

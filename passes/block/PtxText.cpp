//===- PtxText.cpp - parser of inline PTX ---------------------------------===//
#include "passes/block/PtxText.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/ADT/StringMap.h"
#include "llvm/ADT/StringSwitch.h"
#include "llvm/ADT/bit.h"

using namespace llvm;

namespace tritonc::ptx {

unsigned typeBits(StringRef name) {
  return StringSwitch<unsigned>(name)
      .Case("pred", 1)
      .Cases({"b8", "s8", "u8", "e2m1x2"}, 8)
      .Cases({"b16", "s16", "u16", "f16", "bf16"}, 16)
      .Cases({"b32", "s32", "u32", "f32", "f16x2", "bf16x2"}, 32)
      .Cases({"b64", "s64", "u64", "f64"}, 64)
      .Default(0);
}

namespace {

bool isNameChar(char c) { return isAlnum(c) || c == '_' || c == '$' || c == '%' || c == '.'; }

class Parser {
public:
  explicit Parser(StringRef text) : rest(text) { scopes.emplace_back(); }

  Expected<Program> run() {
    for (skipSpace(); !rest.empty(); skipSpace()) {
      if (rest.consume_front("{")) {
        scopes.emplace_back();
      } else if (rest.consume_front("}")) {
        if (scopes.size() == 1)
          return problem("a '}' without its '{'");
        scopes.pop_back();
      } else if (rest.consume_front(";")) {
        continue;
      } else if (Error error = statement()) {
        return std::move(error);
      }
    }
    if (scopes.size() != 1)
      return problem("a '{' without its '}'");
    return std::move(program);
  }

private:
  static Error problem(const Twine &text) { return createStringError(text.str()); }

  void skipSpace() {
    for (;;) {
      rest = rest.ltrim();
      if (rest.starts_with("//"))
        rest = rest.drop_until([](char c) { return c == '\n'; });
      else if (rest.starts_with("/*"))
        rest = rest.find("*/") == StringRef::npos ? StringRef() : rest.substr(rest.find("*/") + 2);
      else
        return;
    }
  }

  StringRef word() {
    skipSpace();
    StringRef taken = rest.take_while(isNameChar);
    rest = rest.drop_front(taken.size());
    return taken;
  }

  bool consume(StringRef token) {
    skipSpace();
    return rest.consume_front(token);
  }

  /// `.reg .b32 a, b<4>;`
  Error registers() {
    StringRef type = word();
    if (!type.consume_front(".") || typeBits(type) == 0)
      return problem("the register type '" + type + "' is not supported");
    do {
      StringRef name = word();
      if (name.empty())
        return problem("expected the name of a register");
      unsigned count = 0;
      if (!consume("<")) {
        scopes.back()[name] = program.numRegisters++;
        continue;
      }
      if (word().getAsInteger(10, count) || !consume(">") || count > 4096)
        return problem("expected '<number>' after '" + name + "'");
      for (unsigned i = 0; i < count; ++i)
        scopes.back()[(name + Twine(i)).str()] = program.numRegisters++;
    } while (consume(","));
    return ended();
  }

  Error ended() {
    skipSpace();
    if (rest.empty() || rest.consume_front(";"))
      return Error::success();
    return problem("expected ';' before '" + rest.take_front(20) + "'");
  }

  Expected<unsigned> reg(StringRef name) {
    for (auto &scope : reverse(scopes))
      if (auto found = scope.find(name); found != scope.end())
        return found->second;
    if (name.starts_with("%"))
      return problem("the special register '" + name + "' is one of NVIDIA GPUs");
    return problem("'" + name + "' is not a register");
  }

  Error operand(Operand &result, bool inVector = false) {
    if (!inVector && consume("{")) {
      result.kind = Operand::Vector;
      do
        if (Error error = operand(result.elements.emplace_back(), true))
          return error;
      while (consume(","));
      return consume("}") ? Error::success() : problem("expected '}' after the elements of a vector");
    }
    skipSpace();
    bool negative = rest.consume_front("-");
    StringRef name = word();
    // The sign of an exponent is no character of a name.
    if (!name.empty() && isDigit(name.front()) && !name.starts_with_insensitive("0x") &&
        (name.ends_with("e") || name.ends_with("E")) && (rest.starts_with("+") || rest.starts_with("-"))) {
      StringRef digits = rest.drop_front().take_while(isDigit);
      name = StringRef(name.data(), name.size() + 1 + digits.size());
      rest = rest.drop_front(1 + digits.size());
    }
    if (name.empty())
      return problem("expected an operand before '" + rest.take_front(20) + "'");
    if (isDigit(name.front()) || name.front() == '.')
      return immediate(result, name, negative);
    if (negative)
      return problem("'-' before '" + name + "', which is no number");
    if (name.consume_front("$")) {
      result.kind = Operand::Argument;
      return name.getAsInteger(10, result.number) ? problem("'$" + name + "' is not an operand") : Error::success();
    }
    Expected<unsigned> index = reg(name);
    if (!index)
      return index.takeError();
    result.kind = Operand::Register;
    result.number = *index;
    return Error::success();
  }

  Error immediate(Operand &result, StringRef name, bool negative) {
    uint64_t bits;
    double real;
    StringRef digits = name;
    if (digits.consume_front_insensitive("0f") && digits.size() == 8 && !digits.getAsInteger(16, bits)) {
      real = bit_cast<float>(uint32_t(bits));
      result.isFloat = true;
    } else if ((digits = name).consume_front_insensitive("0d") && digits.size() == 16 &&
               !digits.getAsInteger(16, bits)) {
      real = bit_cast<double>(bits);
      result.isFloat = true;
    } else if ((digits = name).consume_back_insensitive("u"), !digits.getAsInteger(0, bits)) {
      result.number = negative ? -bits : bits;
      return Error::success();
    } else if (!name.getAsDouble(real)) {
      result.isFloat = true;
    } else {
      return problem("'" + name + "' is not a number");
    }
    result.number = bit_cast<uint64_t>(negative ? -real : real);
    return Error::success();
  }

  Error statement() {
    const char *begin = rest.data();
    Instruction instruction;
    if (consume("@")) {
      instruction.negated = consume("!");
      Expected<unsigned> predicate = reg(word());
      if (!predicate)
        return predicate.takeError();
      instruction.predicate = int(*predicate);
    }
    StringRef name = word();
    if (name == ".reg")
      return registers();
    if (name.empty() || name.starts_with("."))
      return problem("'" + (name.empty() ? rest.take_front(20) : name) + "' is not an instruction");
    if (consume(":"))
      return problem("labels and branches are not supported");
    SmallVector<StringRef> parts;
    name.split(parts, '.');
    instruction.opcode = parts.front();
    instruction.modifiers.assign(parts.begin() + 1, parts.end());
    skipSpace();
    if (!rest.empty() && !rest.starts_with(";")) {
      do
        if (Error error = operand(instruction.operands.emplace_back()))
          return error;
      while (consume(","));
    }
    instruction.text = StringRef(begin, size_t(rest.data() - begin)).trim();
    program.instructions.push_back(instruction);
    return ended();
  }

  StringRef rest;
  Program program;
  SmallVector<StringMap<unsigned>> scopes;
};

} // namespace

Expected<Program> parse(StringRef text) { return Parser(text).run(); }

bool looksLikePtx(StringRef text) {
  if (text.contains(".reg"))
    return true;
  while (!text.empty()) {
    StringRef name = text.take_while(isNameChar);
    text = text.drop_front(std::max<size_t>(name.size(), 1));
    SmallVector<StringRef> parts;
    name.split(parts, '.');
    if (parts.size() > 1 && !parts.front().empty() && isAlpha(parts.front().front()) &&
        any_of(drop_begin(parts), [](StringRef part) { return typeBits(part) != 0; }))
      return true;
  }
  return false;
}

} // namespace tritonc::ptx

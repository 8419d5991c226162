//===- Literals.cpp - the values that literals stand for ------------------===//
#include "frontend/syntax/Literals.h"
#include "frontend/syntax/Characters.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/Unicode.h"
#include <charconv>
#include <cstdlib>

namespace tritonc {

StringParts splitString(llvm::StringRef token) {
  StringParts parts;
  size_t i = 0;
  for (; i < token.size() && token[i] != '"' && token[i] != '\''; ++i) {
    parts.raw |= token[i] == 'r' || token[i] == 'R';
    parts.bytes |= token[i] == 'b' || token[i] == 'B';
  }
  llvm::StringRef quoted = token.substr(i);
  const bool triple = quoted.size() >= 6 && quoted[1] == quoted[0] && quoted[2] == quoted[0];
  const size_t quotes = triple ? 3 : 1;
  parts.body = quoted.drop_front(quotes).drop_back(quotes);
  parts.bodyOffset = static_cast<uint32_t>(i + quotes);
  return parts;
}

bool isVerbatim(llvm::StringRef body, bool raw, bool formatted) {
  if (body.contains('\r') || (!raw && body.contains('\\')))
    return false;
  return !formatted || body.find_first_of("{}") == llvm::StringRef::npos;
}

namespace {

// Decodes one body from left to right.
class StringDecoder {
public:
  StringDecoder(llvm::StringRef body, bool bytes, llvm::SmallVectorImpl<char> &out)
      : body(body), bytes(bytes), out(out) {}

  EscapeError run(bool raw, bool formatted);

private:
  char at(size_t i) const { return i < body.size() ? body[i] : '\0'; }
  void put(uint32_t value) {
    if (bytes)
      out.push_back(static_cast<char>(value));
    else
      appendUtf8(value, out);
  }
  bool fail(const char *message, size_t begin, size_t end) {
    error = {message, static_cast<uint32_t>(begin), static_cast<uint32_t>(end)};
    return false;
  }
  bool escape();
  bool hexEscape(unsigned digits, const char *message);
  bool namedEscape();

  llvm::StringRef body;
  bool bytes;
  llvm::SmallVectorImpl<char> &out;
  size_t pos = 0;
  EscapeError error;
};

EscapeError StringDecoder::run(bool raw, bool formatted) {
  while (pos < body.size()) {
    const char c = body[pos];
    if (c == '\\' && !raw && pos + 1 < body.size()) {
      if (!escape())
        return error;
      continue;
    }
    if (c == '\r') {
      pos += at(pos + 1) == '\n' ? 2 : 1;
      out.push_back('\n');
      continue;
    }
    out.push_back(c);
    pos += formatted && (c == '{' || c == '}') && at(pos + 1) == c ? 2 : 1;
  }
  return error;
}

// At a backslash that something follows.
bool StringDecoder::escape() {
  const size_t begin = pos;
  const char c = body[pos + 1];
  pos += 2;
  switch (c) {
  case '\r':
    pos += at(pos) == '\n';
    return true;
  case '\n':
    return true;
  case '\\':
  case '\'':
  case '"':
    out.push_back(c);
    return true;
  case 'a':
    out.push_back('\a');
    return true;
  case 'b':
    out.push_back('\b');
    return true;
  case 'f':
    out.push_back('\f');
    return true;
  case 'n':
    out.push_back('\n');
    return true;
  case 'r':
    out.push_back('\r');
    return true;
  case 't':
    out.push_back('\t');
    return true;
  case 'v':
    out.push_back('\v');
    return true;
  case 'x':
    return hexEscape(2, "truncated escape: '\\x' takes two hexadecimal digits");
  case 'u':
    if (!bytes)
      return hexEscape(4, "truncated escape: '\\u' takes four hexadecimal digits");
    break;
  case 'U':
    if (!bytes)
      return hexEscape(8, "truncated escape: '\\U' takes eight hexadecimal digits");
    break;
  case 'N':
    if (!bytes)
      return namedEscape();
    break;
  default:
    if (c >= '0' && c <= '7') {
      unsigned value = c - '0';
      for (unsigned i = 0; i < 2 && at(pos) >= '0' && at(pos) <= '7'; ++i)
        value = value * 8 + (body[pos++] - '0');
      put(value);
      return true;
    }
    break;
  }
  // An unknown escape stays as it is.
  pos = begin + 1;
  out.push_back('\\');
  return true;
}

bool StringDecoder::hexEscape(unsigned digits, const char *message) {
  const size_t begin = pos - 2;
  uint32_t value = 0;
  for (unsigned i = 0; i < digits; ++i) {
    const unsigned digit = llvm::hexDigitValue(at(pos));
    if (digit >= 16)
      return fail(message, begin, pos);
    value = value << 4 | digit;
    ++pos;
  }
  if (value > 0x10FFFF)
    return fail("illegal Unicode character: the largest is '\\U0010ffff'", begin, pos);
  put(value);
  return true;
}

bool StringDecoder::namedEscape() {
  const size_t begin = pos - 2;
  const size_t close = at(pos) == '{' ? body.find('}', pos) : llvm::StringRef::npos;
  if (close == llvm::StringRef::npos)
    return fail("malformed escape: '\\N' takes a name in braces", begin, pos);
  llvm::StringRef name = body.slice(pos + 1, close);
  pos = close + 1;
  std::optional<char32_t> value = llvm::sys::unicode::nameToCodepointStrict(name.upper());
  if (!value)
    return fail("unknown Unicode character name", begin, pos);
  put(*value);
  return true;
}

// words = words * factor + addend
void multiplyAdd(llvm::SmallVectorImpl<uint64_t> &words, uint64_t factor, uint64_t addend) {
  uint64_t carry = addend;
  for (uint64_t &word : words) {
    const unsigned __int128 product = static_cast<unsigned __int128>(word) * factor + carry;
    word = static_cast<uint64_t>(product);
    carry = static_cast<uint64_t>(product >> 64);
  }
  if (carry)
    words.push_back(carry);
}

void decodeDecimal(llvm::StringRef digits, NumberValue &value) {
  if (digits.size() > longestDecimal) {
    value.tooLong = true;
    return;
  }
  constexpr unsigned step = 18; // decimal digits that fit a word
  while (!digits.empty()) {
    uint64_t chunk = 0, factor = 1;
    for (char c : digits.take_front(step)) {
      chunk = chunk * 10 + (c - '0');
      factor *= 10;
    }
    multiplyAdd(value.words, factor, chunk);
    digits = digits.drop_front(std::min<size_t>(step, digits.size()));
  }
}

void decodePowerOfTwo(llvm::StringRef digits, unsigned bitsPerDigit, NumberValue &value) {
  value.words.assign((digits.size() * bitsPerDigit + 63) / 64, 0);
  size_t bit = 0;
  for (char c : llvm::reverse(digits)) {
    const uint64_t digit = llvm::hexDigitValue(c);
    value.words[bit / 64] |= digit << (bit % 64);
    if (bit % 64 + bitsPerDigit > 64 && bit / 64 + 1 < value.words.size())
      value.words[bit / 64 + 1] |= digit >> (64 - bit % 64);
    bit += bitsPerDigit;
  }
  while (!value.words.empty() && value.words.back() == 0)
    value.words.pop_back();
}

double decodeFloat(const std::string &digits) {
  double result = 0;
  const auto parsed = std::from_chars(digits.data(), digits.data() + digits.size(), result);
  // Out of range leaves the result alone; strtod gives infinity or the denormal.
  return parsed.ec == std::errc() ? result : std::strtod(digits.c_str(), nullptr);
}

} // namespace

EscapeError decodeString(llvm::StringRef body, bool raw, bool bytes, bool formatted, llvm::SmallVectorImpl<char> &out) {
  return StringDecoder(body, bytes, out).run(raw, formatted);
}

NumberValue decodeNumber(llvm::StringRef token) {
  NumberValue value;
  std::string digits;
  digits.reserve(token.size());
  for (char c : token)
    if (c != '_')
      digits.push_back(llvm::toLower(c));
  llvm::StringRef text = digits;
  if (text.consume_front("0x")) {
    decodePowerOfTwo(text, 4, value);
  } else if (text.consume_front("0o")) {
    decodePowerOfTwo(text, 3, value);
  } else if (text.consume_front("0b")) {
    decodePowerOfTwo(text, 1, value);
  } else if (text.ends_with("j")) {
    value.kind = NumberValue::Imaginary;
    digits.pop_back();
    value.floating = decodeFloat(digits);
  } else if (text.find_first_of(".e") != llvm::StringRef::npos) {
    value.kind = NumberValue::Float;
    value.floating = decodeFloat(digits);
  } else {
    decodeDecimal(text, value);
  }
  return value;
}

} // namespace tritonc

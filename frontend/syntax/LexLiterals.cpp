//===- LexLiterals.cpp - numbers, strings, f-strings ----------------------===//
//
// Only finds where literals end and whether they are well formed; Literals.cpp turns them into values.
//
//===----------------------------------------------------------------------===//
#include "frontend/syntax/Characters.h"
#include "frontend/syntax/Lexer.h"
#include "llvm/ADT/StringExtras.h"

namespace tritonc {

//===----------------------------------------------------------------------===//
// Numbers
//===----------------------------------------------------------------------===//

// Decimal digits with single underscores between them.
void Lexer::skipDigits() {
  while (llvm::isDigit(at(pos)) || (at(pos) == '_' && llvm::isDigit(at(pos + 1))))
    ++pos;
}

// After `0x`, `0o`, `0b`; false if it reported something.
bool Lexer::lexRadixNumber(unsigned radix) {
  const uint32_t begin = pos;
  const char *what = radix == 16 ? "hexadecimal" : radix == 8 ? "octal" : "binary";
  pos += 2;
  const uint32_t digits = pos;
  auto isDigit = [&](char c) { return llvm::hexDigitValue(c) < radix; };
  while (isDigit(at(pos)) || (at(pos) == '_' && isDigit(at(pos + 1))))
    ++pos;
  std::string message;
  if (llvm::isDigit(at(pos)) || (pos == digits && llvm::isAlnum(at(pos))))
    message = llvm::formatv("invalid digit '{0}' in {1} literal", at(pos), what).str();
  else if (pos == digits || at(pos) == '_')
    message = llvm::formatv("invalid {0} literal", what).str();
  else
    return true;
  while (isAsciiIdentifierContinue(at(pos)))
    ++pos;
  error(DiagnosticEngine::make(DiagId::lex_bad_number, range(begin, pos), message), begin, pos);
  return false;
}

void Lexer::lexNumber() {
  const uint32_t begin = pos;
  if (at(pos) == '0') {
    const char marker = llvm::toLower(at(pos + 1));
    if (const unsigned radix = marker == 'x' ? 16 : marker == 'o' ? 8 : marker == 'b' ? 2 : 0) {
      if (lexRadixNumber(radix))
        finishNumber(begin, radix == 16 ? "hexadecimal" : radix == 8 ? "octal" : "binary");
      return;
    }
  }
  skipDigits();
  bool integer = true;
  if (at(pos) == '.') {
    integer = false;
    ++pos;
    if (llvm::isDigit(at(pos)))
      skipDigits();
  }
  if (at(pos) == 'e' || at(pos) == 'E') {
    const unsigned sign = at(pos + 1) == '+' || at(pos + 1) == '-';
    if (llvm::isDigit(at(pos + 1 + sign))) {
      integer = false;
      pos += 1 + sign;
      skipDigits();
    }
  }
  if (at(pos) == 'j' || at(pos) == 'J') {
    ++pos;
    return finishNumber(begin, "imaginary");
  }
  llvm::StringRef digits = text.slice(begin, pos);
  if (integer && digits.size() > 1 && digits[0] == '0' && digits.find_first_not_of("0_") != llvm::StringRef::npos) {
    Diagnostic d =
        DiagnosticEngine::make(DiagId::lex_bad_number, range(begin, pos), "leading zeros in a decimal integer literal");
    if (digits.find_first_of("89") == llvm::StringRef::npos)
      d.withHint(("octal is written 0o" + digits.ltrim("0_")).str());
    return error(std::move(d), begin, pos);
  }
  finishNumber(begin, "decimal");
}

// A number must not run into a name, except a keyword that can follow an expression (`1if x else 2`).
void Lexer::finishNumber(uint32_t begin, const char *what) {
  uint32_t end = pos;
  while (isAsciiIdentifierContinue(at(end)))
    ++end;
  llvm::StringRef tail = text.slice(pos, end);
  if (tail.empty())
    return push(TokenKind::Number, begin, pos);
  static constexpr llvm::StringLiteral followers[] = {"and", "else", "for", "if", "in", "is", "not", "or"};
  if (llvm::is_contained(followers, tail))
    return push(TokenKind::Number, begin, pos);
  pos = end;
  error(DiagnosticEngine::make(DiagId::lex_bad_number, range(begin, end), llvm::formatv("invalid {0} literal", what)),
        begin, end);
}

//===----------------------------------------------------------------------===//
// Strings
//===----------------------------------------------------------------------===//

void Lexer::lexString(uint32_t begin, uint32_t quoteAt, bool formatted, bool raw) {
  const char quote = at(quoteAt);
  const bool triple = at(quoteAt + 1) == quote && at(quoteAt + 2) == quote;
  pos = quoteAt + (triple ? 3 : 1);
  if (formatted) {
    push(TokenKind::FStringStart, begin, pos);
    fstrings.push_back({quote, triple, raw, begin, brackets.size()});
    return;
  }
  for (; !atEnd(pos); ++pos) {
    const char c = at(pos);
    if (c == '\\') {
      // Whatever follows belongs to the string, in raw strings too.
      if (atEnd(pos + 1))
        continue;
      pos = at(pos + 1) == '\r' ? afterNewline(pos + 1) - 1 : pos + 1;
    } else if (c == quote && (!triple || (at(pos + 1) == quote && at(pos + 2) == quote))) {
      pos += triple ? 3 : 1;
      return push(TokenKind::String, begin, pos);
    } else if (!triple && isNewline(pos)) {
      break;
    }
  }
  pos = std::min<uint32_t>(pos, text.size());
  unterminatedString(begin, quoteAt, triple);
}

void Lexer::unterminatedString(uint32_t begin, uint32_t quoteAt, bool triple) {
  // Inside a replacement field, the quote was rather meant to end the f-string.
  if (!fstrings.empty() && fstrings.back().quote == at(quoteAt) && fstrings.back().triple == triple &&
      brackets.size() > fstrings.back().bracketBase) {
    const uint32_t field = brackets[fstrings.back().bracketBase].offset;
    Diagnostic d =
        DiagnosticEngine::make(DiagId::parse_fstring, range(begin, begin + 1), "expected '}' before the string ends");
    d.note(range(field, field + 1), "the replacement field was opened here");
    return failFString(std::move(d), begin);
  }
  const uint32_t quoteEnd = quoteAt + (triple ? 3 : 1);
  const DiagId id = triple ? DiagId::lex_unterminated_triple_string : DiagId::lex_unterminated_string;
  error(DiagnosticEngine::make(id, range(begin, triple ? quoteEnd : pos)), begin, pos);
}

//===----------------------------------------------------------------------===//
// f-strings
//===----------------------------------------------------------------------===//

bool Lexer::inFStringText() const {
  if (fstrings.empty())
    return false;
  const size_t base = fstrings.back().bracketBase;
  return brackets.size() == base || brackets.back().inSpec;
}

// Drops the innermost f-string with its open fields.
void Lexer::failFString(Diagnostic diagnostic, uint32_t begin) {
  brackets.truncate(fstrings.back().bracketBase);
  fstrings.pop_back();
  error(std::move(diagnostic), begin, pos);
}

// `}` of a replacement field.
bool Lexer::closeField() {
  if (brackets.empty() || brackets.back().kind != 'f')
    return false;
  brackets.pop_back();
  push(TokenKind::FieldEnd, pos, pos + 1);
  ++pos;
  return true;
}

// Literal text up to the next field or the end: an FStringMiddle if there is any, then what ends it.
void Lexer::lexFStringText() {
  FString &current = fstrings.back();
  const bool inSpec = brackets.size() > current.bracketBase;
  const uint32_t begin = pos;
  for (; !atEnd(pos); ++pos) {
    const char c = at(pos);
    if (c == '\\' && !atEnd(pos + 1)) {
      const char next = at(pos + 1);
      if (next == 'N' && at(pos + 2) == '{' && !current.raw) {
        // \N{NAME}: these braces are no field.
        const size_t close = text.find_first_of("}\n\r\"'", pos + 3);
        pos = close == llvm::StringRef::npos || at(close) != '}' ? pos + 1 : static_cast<uint32_t>(close);
      } else if (next == '\r') {
        pos = afterNewline(pos + 1) - 1;
      } else if (next != '{' && next != '}') {
        ++pos;
      }
    } else if ((c == '{' || c == '}') && at(pos + 1) == c && !inSpec) {
      ++pos; // doubled: one literal brace
    } else if (c == '{' || c == '}') {
      break;
    } else if (c == current.quote && (!current.triple || (at(pos + 1) == c && at(pos + 2) == c))) {
      break;
    } else if (!current.triple && isNewline(pos)) {
      break;
    }
  }
  pos = std::min<uint32_t>(pos, text.size());
  if (pos > begin)
    push(TokenKind::FStringMiddle, begin, pos);
  endOfFStringText(current, inSpec);
}

void Lexer::endOfFStringText(FString &current, bool inSpec) {
  const uint32_t begin = pos;
  const char c = at(pos);
  if (c == '{') {
    brackets.push_back({'f', false, begin});
    ++pos;
    return push(TokenKind::FieldStart, begin, pos);
  }
  if (c == '}') {
    if (inSpec) {
      closeField();
      return;
    }
    ++pos;
    Diagnostic d = DiagnosticEngine::make(DiagId::parse_fstring, range(begin, pos), "a single '}' is not allowed");
    d.withHint("a literal brace is written '}}'");
    return error(std::move(d), begin, pos);
  }
  if (atEnd(pos) || isNewline(pos)) {
    const uint32_t quotes = current.begin + (current.triple ? 4 : 2);
    const DiagId id = current.triple ? DiagId::lex_unterminated_triple_string : DiagId::lex_unterminated_string;
    return failFString(DiagnosticEngine::make(id, range(current.begin, current.triple ? quotes : pos)), begin);
  }
  const uint32_t length = current.triple ? 3 : 1;
  if (inSpec) {
    const uint32_t field = brackets.back().offset;
    pos += length;
    Diagnostic d = DiagnosticEngine::make(DiagId::parse_fstring, range(begin, begin + length),
                                          "expected '}' before the string ends");
    d.note(range(field, field + 1), "the replacement field was opened here");
    return failFString(std::move(d), begin);
  }
  pos += length;
  push(TokenKind::FStringEnd, begin, pos);
  fstrings.pop_back();
}

} // namespace tritonc

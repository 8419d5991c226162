//===- Lexer.cpp - lines, names, operators, brackets ----------------------===//
#include "frontend/syntax/Lexer.h"
#include "frontend/syntax/Characters.h"
#include "llvm/ADT/StringExtras.h"

namespace tritonc {

Lexer::Lexer(const SourceFile &file) : file(file), text(file.text) {
  if (text.starts_with("\xEF\xBB\xBF"))
    pos = 3;
}

void Lexer::restart(uint32_t offset) {
  brackets.clear();
  fstrings.clear();
  pos = offset;
}

uint32_t Lexer::afterNewline(uint32_t offset) const {
  return at(offset) == '\r' && at(offset + 1) == '\n' ? offset + 2 : offset + 1;
}

void Lexer::push(TokenKind kind, uint32_t begin, uint32_t end) {
  out->push_back({kind, firstOnLine, begin, end, 0});
  firstOnLine = false;
}

void Lexer::error(Diagnostic diagnostic, uint32_t begin, uint32_t end) {
  push(TokenKind::Error, begin, end);
  out->back().problem = problems.size();
  problems.push_back(std::move(diagnostic));
}

void Lexer::lexLogicalLine(std::vector<Token> &tokens) {
  out = &tokens;
  unclosed = false;
  if (!lexIndentation())
    return;
  while (lexToken())
    ;
}

// Skips blank lines and applies the indentation of the next line that has code; false at the end of the file.
bool Lexer::lexIndentation() {
  for (;;) {
    // Python's rule: tabs count up to multiples of eight, and the order must not depend on that (tab = 1 gives the
    // same).
    unsigned column = 0, alternative = 0;
    const uint32_t lineBegin = pos;
    for (;; ++pos) {
      const char c = at(pos);
      if (c == ' ')
        ++column, ++alternative;
      else if (c == '\t')
        column = (column / 8 + 1) * 8, ++alternative;
      else if (c == '\f')
        column = alternative = 0;
      else
        break;
    }
    if (at(pos) == '#')
      while (!atEnd(pos) && !isNewline(pos))
        ++pos;
    if (atEnd(pos)) {
      firstOnLine = true;
      for (; indents.size() > 1; indents.pop_back(), alternativeIndents.pop_back())
        push(TokenKind::Dedent, pos, pos);
      push(TokenKind::EndOfFile, pos, pos);
      return false;
    }
    if (!isNewline(pos)) {
      applyIndentation(column, alternative, lineBegin);
      firstOnLine = true;
      return true;
    }
    pos = afterNewline(pos);
  }
}

void Lexer::applyIndentation(unsigned column, unsigned alternative, uint32_t begin) {
  auto inconsistent = [&] {
    error(DiagnosticEngine::make(DiagId::lex_inconsistent_tabs, range(begin, pos)), begin, pos);
  };
  firstOnLine = true;
  if (column == indents.back()) {
    if (alternative != alternativeIndents.back())
      inconsistent();
    return;
  }
  if (column > indents.back()) {
    if (alternative <= alternativeIndents.back())
      inconsistent();
    indents.push_back(column);
    alternativeIndents.push_back(alternative);
    push(TokenKind::Indent, begin, pos);
    return;
  }
  while (column < indents.back()) {
    indents.pop_back();
    alternativeIndents.pop_back();
    push(TokenKind::Dedent, pos, pos);
  }
  if (column != indents.back())
    error(DiagnosticEngine::make(DiagId::lex_inconsistent_dedent, range(begin, pos)), begin, pos);
  else if (alternative != alternativeIndents.back())
    inconsistent();
}

// Skips white space, comments and joined lines. False if it arrived at the end of the logical line, which it pushes.
bool Lexer::skipBlanks() {
  for (;;) {
    switch (at(pos)) {
    case ' ':
    case '\t':
    case '\f':
      ++pos;
      continue;
    case '#':
      while (!atEnd(pos) && !isNewline(pos))
        ++pos;
      continue;
    case '\\':
      if (isNewline(pos + 1)) {
        pos = afterNewline(pos + 1);
        firstOnLine = true;
        continue;
      }
      return true;
    case '\r':
    case '\n': {
      const uint32_t begin = pos;
      pos = afterNewline(pos);
      if (brackets.empty()) {
        push(TokenKind::Newline, begin, pos);
        return false;
      }
      firstOnLine = true;
      continue;
    }
    case '\0':
      if (!atEnd(pos))
        return true;
      unclosed = !brackets.empty();
      push(TokenKind::Newline, pos, pos);
      brackets.clear();
      fstrings.clear();
      return false;
    default:
      return true;
    }
  }
}

bool Lexer::lexToken() {
  if (inFStringText()) {
    lexFStringText();
    return true;
  }
  if (!skipBlanks())
    return false;
  const unsigned char c = static_cast<unsigned char>(at(pos));
  if (isAsciiIdentifierStart(c) || c >= 0x80)
    lexName();
  else if (llvm::isDigit(c) || (c == '.' && llvm::isDigit(at(pos + 1))))
    lexNumber();
  else if (c == '"' || c == '\'')
    lexString(pos, pos, /*formatted=*/false, /*raw=*/false);
  else
    lexPunctuator();
  return true;
}

void Lexer::lexName() {
  const uint32_t begin = pos;
  while (isAsciiIdentifierContinue(at(pos)))
    ++pos;
  if (static_cast<unsigned char>(at(pos)) >= 0x80) {
    if (!lexNonAscii(/*any=*/pos > begin))
      return;
  }
  llvm::StringRef name = text.slice(begin, pos);
  if ((at(pos) == '"' || at(pos) == '\'') && name.size() <= 2) {
    const std::string prefix = name.lower();
    const bool raw = prefix.find('r') != std::string::npos, formatted = prefix.find('f') != std::string::npos;
    if (llvm::is_contained({"r", "b", "u", "f", "br", "rb", "fr", "rf"}, prefix))
      return lexString(begin, pos, formatted, raw);
  }
  push(keywordKind(name), begin, pos);
}

// Continues a name (`any`: it has characters already) from a byte beyond ASCII. If there is no name, reports the
// character and gives false.
bool Lexer::lexNonAscii(bool any) {
  const uint32_t begin = pos;
  while (!atEnd(pos)) {
    const CodePoint c = decodeUtf8(text.substr(pos));
    if (c.length && isIdentifierCodePoint(c.value)) {
      pos += c.length;
      any = true;
      continue;
    }
    if (any)
      return true;
    const uint32_t length = c.length ? c.length : 1;
    const std::string what = c.length ? "U+" + llvm::utohexstr(c.value, /*LowerCase=*/false, /*Width=*/4)
                                      : "byte 0x" + llvm::utohexstr(static_cast<unsigned char>(at(pos)));
    Diagnostic d = DiagnosticEngine::make(DiagId::lex_invalid_character, range(pos, pos + length), what);
    if (llvm::StringRef ascii = asciiLookalike(c.value); c.length && !ascii.empty())
      d.withHint(ascii == " " ? "use an ordinary space" : ("did you mean '" + ascii + "'?").str());
    pos += length;
    error(std::move(d), begin, pos);
    return false;
  }
  return true;
}

//===----------------------------------------------------------------------===//
// Operators and brackets
//===----------------------------------------------------------------------===//

void Lexer::closeBracket(char close) {
  const uint32_t begin = pos++;
  const TokenKind kind = close == ')' ? TokenKind::RParen : close == ']' ? TokenKind::RBracket : TokenKind::RBrace;
  const char open = close == ')' ? '(' : close == ']' ? '[' : '{';
  if (!brackets.empty() && brackets.back().kind == open) {
    brackets.pop_back();
    return push(kind, begin, pos);
  }
  const std::string closeText(1, close);
  if (brackets.empty() || (!fstrings.empty() && brackets.size() == fstrings.back().bracketBase))
    return error(DiagnosticEngine::make(DiagId::lex_unmatched_close, range(begin, pos), closeText), begin, pos);
  const Bracket top = brackets.back();
  const std::string openText(1, top.kind == 'f' ? '{' : top.kind);
  Diagnostic d = DiagnosticEngine::make(DiagId::lex_mismatched_close, range(begin, pos), closeText, openText);
  d.note(range(top.offset, top.offset + 1), "'" + openText + "' was opened here");
  // The better guess is that the inner one was forgotten, if an outer one matches.
  const size_t base = fstrings.empty() ? 0 : fstrings.back().bracketBase;
  for (size_t i = brackets.size(); i > base && brackets[i - 1].kind != 'f'; --i)
    if (brackets[i - 1].kind == open) {
      brackets.truncate(i - 1);
      break;
    }
  error(std::move(d), begin, pos);
}

void Lexer::lexPunctuator() {
  const uint32_t begin = pos;
  const char c = at(pos), next = at(pos + 1), third = at(pos + 2);
  auto take = [&](TokenKind kind, unsigned length) {
    pos += length;
    push(kind, begin, pos);
  };
  // `c`, or `c=` as an augmented assignment.
  auto takeOrEqual = [&](TokenKind plain, TokenKind equal) { next == '=' ? take(equal, 2) : take(plain, 1); };
  auto takeDoubled = [&](TokenKind plain, TokenKind equal, TokenKind doubled, TokenKind doubledEqual) {
    if (next != c)
      return takeOrEqual(plain, equal);
    third == '=' ? take(doubledEqual, 3) : take(doubled, 2);
  };
  auto open = [&](TokenKind kind) {
    brackets.push_back({c, false, begin});
    take(kind, 1);
  };
  const bool atFieldLevel = !brackets.empty() && brackets.back().kind == 'f';
  switch (c) {
  case '(':
    return open(TokenKind::LParen);
  case '[':
    return open(TokenKind::LBracket);
  case '{':
    return open(TokenKind::LBrace);
  case '}':
    if (closeField())
      return;
    [[fallthrough]];
  case ')':
  case ']':
    return closeBracket(c);
  case ':':
    if (atFieldLevel) {
      brackets.back().inSpec = true;
      return take(TokenKind::Colon, 1);
    }
    return takeOrEqual(TokenKind::Colon, TokenKind::ColonEqual);
  case ',':
    return take(TokenKind::Comma, 1);
  case ';':
    return take(TokenKind::Semicolon, 1);
  case '.':
    return next == '.' && third == '.' ? take(TokenKind::Ellipsis, 3) : take(TokenKind::Dot, 1);
  case '~':
    return take(TokenKind::Tilde, 1);
  case '+':
    return takeOrEqual(TokenKind::Plus, TokenKind::PlusEqual);
  case '-':
    return next == '>' ? take(TokenKind::Arrow, 2) : takeOrEqual(TokenKind::Minus, TokenKind::MinusEqual);
  case '*':
    return takeDoubled(TokenKind::Star, TokenKind::StarEqual, TokenKind::DoubleStar, TokenKind::DoubleStarEqual);
  case '/':
    return takeDoubled(TokenKind::Slash, TokenKind::SlashEqual, TokenKind::DoubleSlash, TokenKind::DoubleSlashEqual);
  case '<':
    return takeDoubled(TokenKind::Less, TokenKind::LessEqual, TokenKind::LeftShift, TokenKind::LeftShiftEqual);
  case '>':
    return takeDoubled(TokenKind::Greater, TokenKind::GreaterEqual, TokenKind::RightShift, TokenKind::RightShiftEqual);
  case '%':
    return takeOrEqual(TokenKind::Percent, TokenKind::PercentEqual);
  case '|':
    return takeOrEqual(TokenKind::Pipe, TokenKind::PipeEqual);
  case '&':
    return takeOrEqual(TokenKind::Ampersand, TokenKind::AmpersandEqual);
  case '^':
    return takeOrEqual(TokenKind::Caret, TokenKind::CaretEqual);
  case '@':
    return takeOrEqual(TokenKind::At, TokenKind::AtEqual);
  case '=':
    return takeOrEqual(TokenKind::Equal, TokenKind::EqualEqual);
  case '!':
    if (next == '=')
      return take(TokenKind::NotEqual, 2);
    if (atFieldLevel)
      return take(TokenKind::Exclaim, 1);
    break;
  default:
    break;
  }

  ++pos;
  if (c == '\\') {
    if (atEnd(pos))
      return error(DiagnosticEngine::make(DiagId::lex_backslash_at_end, range(begin, pos)), begin, pos);
    return error(DiagnosticEngine::make(DiagId::lex_stray_backslash, range(begin, pos)), begin, pos);
  }
  const std::string shown = llvm::isPrint(c) ? "'" + std::string(1, c) + "'"
                                             : "U+" + llvm::utohexstr(static_cast<unsigned char>(c), false, 4);
  Diagnostic d = DiagnosticEngine::make(DiagId::lex_invalid_character, range(begin, pos), shown);
  if (c == '!')
    d.withHint("negation is written 'not'");
  error(std::move(d), begin, pos);
}

} // namespace tritonc

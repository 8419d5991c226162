//===- Lexer.h - text to tokens -------------------------------------------===//
//
// Works one logical line at a time and appends to a vector, so that the parser can look ahead and go back freely within
// what was lexed. Nothing is reported from here: what is wrong becomes an Error token with a prepared diagnostic, which
// the parser reports when it arrives there. That keeps errors in order, and quiet while the parser tries an
// alternative.
//
// A bracket that is never closed makes one logical line of the rest of the file. The parser notices at the first token
// that does not fit, and calls `restart` at a physical line from where things look sane again.
//
// f-strings follow PEP 701: their literal parts, replacement fields and format specifications are tokens in the same
// stream, and the lexer's place among them follows from two stacks, open brackets (fields among them) and open
// f-strings.
//
//===----------------------------------------------------------------------===//
#pragma once

#include "frontend/diagnostics/Diagnostics.h"
#include "frontend/syntax/Token.h"
#include "llvm/ADT/SmallVector.h"
#include <vector>

namespace tritonc {

class Lexer {
public:
  explicit Lexer(const SourceFile &file);

  /// Appends the next logical line: Indent or Dedents, its tokens, Newline. At the end: Dedents, EndOfFile.
  void lexLogicalLine(std::vector<Token> &tokens);
  /// The last logical line ran into the end of the file with a bracket open.
  bool lineUnclosed() const { return unclosed; }
  /// Forgets open brackets and continues at `offset`, the start of a physical line.
  void restart(uint32_t offset);

  const Diagnostic &problem(const Token &token) const { return problems[token.problem]; }

private:
  struct Bracket {
    char kind; ///< '(' '[' '{', or 'f' for a replacement field
    bool inSpec = false;
    uint32_t offset;
  };
  struct FString {
    char quote;
    bool triple;
    bool raw;
    uint32_t begin;
    size_t bracketBase; ///< brackets open around it
  };

  char at(size_t offset) const { return offset < text.size() ? text[offset] : '\0'; }
  bool atEnd(size_t offset) const { return offset >= text.size(); }
  bool isNewline(size_t offset) const { return at(offset) == '\n' || at(offset) == '\r'; }
  uint32_t afterNewline(uint32_t offset) const;
  SourceRange range(uint32_t begin, uint32_t end) const { return {&file, begin, end}; }

  void push(TokenKind kind, uint32_t begin, uint32_t end);
  void error(Diagnostic diagnostic, uint32_t begin, uint32_t end);
  bool lexIndentation();
  void applyIndentation(unsigned column, unsigned alternative, uint32_t begin);
  /// False at the end of the logical line.
  bool lexToken();
  bool skipBlanks();
  void lexName();
  bool lexNonAscii(bool any);
  void lexNumber();
  bool lexRadixNumber(unsigned radix);
  void finishNumber(uint32_t begin, const char *what);
  void skipDigits();
  void lexString(uint32_t begin, uint32_t quoteAt, bool formatted, bool raw);
  void unterminatedString(uint32_t begin, uint32_t quoteAt, bool triple);
  bool inFStringText() const;
  void lexFStringText();
  void endOfFStringText(FString &current, bool inSpec);
  void failFString(Diagnostic diagnostic, uint32_t begin);
  void lexPunctuator();
  void closeBracket(char close);
  bool closeField();

  const SourceFile &file;
  llvm::StringRef text;
  std::vector<Token> *out = nullptr;
  uint32_t pos = 0;
  bool firstOnLine = true;
  bool unclosed = false;
  llvm::SmallVector<unsigned, 16> indents{0};
  llvm::SmallVector<unsigned, 16> alternativeIndents{0};
  llvm::SmallVector<Bracket, 16> brackets;
  llvm::SmallVector<FString, 4> fstrings;
  std::vector<Diagnostic> problems;
};

} // namespace tritonc

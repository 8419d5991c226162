//===- Token.h - words of a Python file -----------------------------------===//
#pragma once

#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/StringRef.h"
#include <cstdint>
#include <string>

namespace tritonc {

enum class TokenKind : uint8_t {
#define TOKEN(NAME) NAME,
#define PUNCTUATOR(NAME, TEXT) NAME,
#define KEYWORD(NAME, TEXT) Kw##NAME,
#include "frontend/syntax/TokenKinds.def"
};

struct Token {
  TokenKind kind = TokenKind::EndOfFile;
  /// Nothing but white space stands before it on its physical line.
  bool firstOnLine = false;
  uint32_t begin = 0;
  uint32_t end = 0;
  /// Error: index for Lexer::problem.
  uint32_t problem = 0;
};

/// "+=", "while"; empty for kinds whose text varies.
llvm::StringRef spelling(TokenKind kind);
bool isKeyword(TokenKind kind);
/// The keyword's kind, or Name.
TokenKind keywordKind(llvm::StringRef text);
/// All keywords, for "did you mean".
llvm::ArrayRef<std::string> keywordNames();

} // namespace tritonc

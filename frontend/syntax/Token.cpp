//===- Token.cpp - spellings of tokens ------------------------------------===//
#include "frontend/syntax/Token.h"
#include <cstring>

namespace tritonc {

llvm::StringRef spelling(TokenKind kind) {
  static constexpr llvm::StringLiteral spellings[] = {
#define TOKEN(NAME) "",
#define PUNCTUATOR(NAME, TEXT) TEXT,
#define KEYWORD(NAME, TEXT) TEXT,
#include "frontend/syntax/TokenKinds.def"
  };
  return spellings[static_cast<unsigned>(kind)];
}

bool isKeyword(TokenKind kind) { return kind >= TokenKind::KwAs; }

namespace {
struct KeywordEntry {
  const char *text;
  TokenKind kind;
};
constexpr KeywordEntry keywords[] = {
#define KEYWORD(NAME, TEXT) {TEXT, TokenKind::Kw##NAME},
#include "frontend/syntax/TokenKinds.def"
};
// Where the keywords of each length (0 to 9) start; the table is ordered by length.
constexpr uint8_t keywordsOfLength[] = {0, 0, 0, 5, 11, 18, 26, 32, 33, 35};
constexpr size_t longestKeyword = 8;
} // namespace

TokenKind keywordKind(llvm::StringRef text) {
  if (text.size() > longestKeyword || text.empty())
    return TokenKind::Name;
  for (unsigned i = keywordsOfLength[text.size()], end = keywordsOfLength[text.size() + 1]; i < end; ++i)
    if (keywords[i].text[0] == text[0] && std::memcmp(keywords[i].text, text.data(), text.size()) == 0)
      return keywords[i].kind;
  return TokenKind::Name;
}

llvm::ArrayRef<std::string> keywordNames() {
  static const std::string names[] = {
#define KEYWORD(NAME, TEXT) TEXT,
#include "frontend/syntax/TokenKinds.def"
  };
  return names;
}

} // namespace tritonc

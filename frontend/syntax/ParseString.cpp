//===- ParseString.cpp - string literals and f-strings --------------------===//
//
// Adjacent literals are one string. Text is collected until a replacement field or the end; a single plain literal
// without escapes, the usual case, refers to the source instead of being copied.
//
//===----------------------------------------------------------------------===//
#include "frontend/syntax/Literals.h"
#include "frontend/syntax/NodeEditor.h"
#include "frontend/syntax/Parser.h"

namespace tritonc {

using namespace ast;

struct Parser::StringPieces {
  Expressions values;         ///< finished Constants and FormattedValues
  llvm::SmallString<64> text; ///< collected since the last of them
  uint32_t textBegin = 0, textEnd = 0;
  bool formatted = false, bytes = false, plain = false;

  void extend(uint32_t begin, uint32_t end) {
    if (textEnd == 0 || text.empty())
      textBegin = begin;
    textEnd = end;
  }
};

void Parser::flushText(StringPieces &pieces) {
  if (pieces.text.empty())
    return;
  auto *constant = new (arena.Allocate<Constant>()) Constant(range(pieces.textBegin, pieces.textEnd));
  constant->constantKind = ConstantKind::Str;
  constant->text = copy(pieces.text.str());
  pieces.values.push_back(constant);
  pieces.text.clear();
}

const Expr *Parser::parseStrings() {
  const uint32_t begin = here();
  const Kind next = peekAt(1).kind;
  if (at(Kind::String) && next != Kind::String && next != Kind::FStringStart) {
    const StringParts parts = splitString(spell(peek()));
    if (isVerbatim(parts.body, parts.raw, false) && !parts.bytes) {
      advance();
      auto *constant = make<Constant>(begin);
      constant->constantKind = ConstantKind::Str;
      constant->text = parts.body;
      return constant;
    }
  }
  StringPieces pieces;
  while (at(Kind::String) || at(Kind::FStringStart))
    if (!(at(Kind::String) ? addString(pieces) : addFString(pieces)))
      return nullptr;
  if (pieces.bytes && (pieces.plain || pieces.formatted)) {
    report(DiagId::parse_error, since(begin), "bytes and other strings cannot be joined");
    return make<JoinedStr>(begin);
  }
  if (pieces.formatted) {
    flushText(pieces);
    auto *joined = make<JoinedStr>(begin);
    joined->values = copy(pieces.values);
    return seal(joined);
  }
  auto *constant = make<Constant>(begin);
  constant->constantKind = pieces.bytes ? ConstantKind::Bytes : ConstantKind::Str;
  constant->text = copy(pieces.text.str());
  return constant;
}

bool Parser::addString(StringPieces &pieces) {
  const Token token = advance();
  const StringParts parts = splitString(spell(token));
  (parts.bytes ? pieces.bytes : pieces.plain) = true;
  const uint32_t body = token.begin + parts.bodyOffset;
  if (parts.bytes)
    for (size_t i = 0; i < parts.body.size(); ++i)
      if (static_cast<unsigned char>(parts.body[i]) >= 0x80) {
        report(DiagId::lex_bytes_non_ascii, range(body + i, body + i + 1));
        break;
      }
  pieces.extend(token.begin, token.end);
  const EscapeError error = decodeString(parts.body, parts.raw, parts.bytes, false, pieces.text);
  if (!error.message.empty())
    report(DiagId::lex_bad_escape, range(body + error.begin, body + error.end), error.message);
  return true;
}

bool Parser::addFString(StringPieces &pieces) {
  pieces.formatted = true;
  llvm::StringRef start = spell(advance());
  const bool raw = start.find_first_of("rR") != llvm::StringRef::npos;
  while (!accept(Kind::FStringEnd)) {
    const bool ok = at(Kind::FieldStart) ? addField(pieces, raw) : addFStringText(pieces, raw);
    if (!ok)
      return false;
  }
  return true;
}

// A stretch of literal text, or fails.
bool Parser::addFStringText(StringPieces &pieces, bool raw) {
  if (!at(Kind::FStringMiddle)) {
    failExpected("the end of the f-string");
    return false;
  }
  const Token token = advance();
  pieces.extend(token.begin, token.end);
  const EscapeError error = decodeString(spell(token), raw, false, true, pieces.text);
  if (!error.message.empty())
    report(DiagId::lex_bad_escape, range(token.begin + error.begin, token.begin + error.end), error.message);
  return true;
}

bool Parser::addField(StringPieces &pieces, bool raw) {
  Depth level(*this);
  if (!level)
    return false;
  const uint32_t begin = advance().begin;
  if (at(Kind::FieldEnd) || at(Kind::Colon) || at(Kind::Exclaim)) {
    fail(DiagId::parse_fstring, range(begin, peek().end), "a replacement field needs an expression");
    return false;
  }
  const Expr *value = parseYieldOrStar();
  if (!value)
    return false;
  const bool debug = accept(Kind::Equal);
  if (debug) {
    const uint32_t end = here();
    pieces.extend(begin + 1, end);
    pieces.text += text.slice(begin + 1, end);
  }
  flushText(pieces);
  char conversion = 0;
  if (accept(Kind::Exclaim)) {
    llvm::StringRef name = at(Kind::Name) ? spell(peek()) : llvm::StringRef();
    if (name != "s" && name != "r" && name != "a") {
      fail(DiagId::parse_fstring, range(peek()), "the conversion must be 's', 'r' or 'a'");
      return false;
    }
    conversion = name[0];
    advance();
  }
  const JoinedStr *spec = nullptr;
  if (accept(Kind::Colon))
    if (spec = parseFormatSpec(raw); !spec)
      return false;
  if (!at(Kind::FieldEnd)) {
    Diagnostic *d = atExpression() || at(Kind::Error) || at(Kind::Newline)
                        ? fail(DiagId::parse_fstring, errorRange(), "expected '}'")
                        : fail(DiagId::parse_fstring, errorRange(), "expected '!', ':' or '}'");
    if (d)
      d->note(range(begin, begin + 1), "the replacement field was opened here");
    return false;
  }
  advance();
  auto *field = make<FormattedValue>(begin);
  field->value = value;
  field->conversion = debug && !conversion && !spec ? 'r' : conversion;
  field->formatSpec = spec;
  const Expr *sealed = seal(field);
  if (sealed)
    pieces.values.push_back(sealed);
  return sealed != nullptr;
}

// After the colon, up to the closing brace.
const JoinedStr *Parser::parseFormatSpec(bool raw) {
  const uint32_t begin = here();
  StringPieces pieces;
  while (at(Kind::FStringMiddle) || at(Kind::FieldStart)) {
    const bool ok = at(Kind::FieldStart) ? addField(pieces, raw) : addFStringText(pieces, raw);
    if (!ok)
      return nullptr;
  }
  flushText(pieces);
  auto *spec = make<JoinedStr>(begin);
  spec->values = copy(pieces.values);
  return seal(spec) ? spec : nullptr;
}

} // namespace tritonc

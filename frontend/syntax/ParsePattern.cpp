//===- ParsePattern.cpp - match statements --------------------------------===//
#include "frontend/syntax/Parser.h"

namespace tritonc {

using namespace ast;

// At a name `match`: a keyword only if a subject, a colon, and an indented `case` follow.
bool Parser::mayStartMatch() {
  switch (peekAt(1).kind) {
  case Kind::Name:
  case Kind::Number:
  case Kind::String:
  case Kind::FStringStart:
  case Kind::KwNone:
  case Kind::KwTrue:
  case Kind::KwFalse:
  case Kind::KwLambda:
  case Kind::KwAwait:
  case Kind::LBrace:
  case Kind::Tilde:
    return true; // no expression goes on like this
  case Kind::LParen:
  case Kind::LBracket:
  case Kind::Minus:
  case Kind::Plus:
  case Kind::Star:
  case Kind::KwNot:
    break;
  default:
    return false;
  }
  return wouldParse([&] {
    advance();
    return parseSubject() && accept(Kind::Colon) && accept(Kind::Newline) && accept(Kind::Indent) && atName("case");
  });
}

const Expr *Parser::parseSubject() {
  const uint32_t begin = here();
  return finishTuple(begin, parseStarNamed(), &Parser::parseStarNamed);
}

const Stmt *Parser::parseMatch() {
  const Token token = advance();
  auto *node = make<Match>(token.begin);
  node->subject = parseSubject();
  if (!node->subject || !expectColon("'match'"))
    return nullptr;
  if (!accept(Kind::Newline) || !accept(Kind::Indent)) {
    failExpected("an indented 'case' after 'match'");
    return nullptr;
  }
  ++blocks;
  llvm::SmallVector<const MatchCase *, 8> cases;
  bool ok = blocks <= deepestBlock;
  while (ok && !at(Kind::Dedent) && !at(Kind::EndOfFile)) {
    const MatchCase *matchCase = atName("case") ? parseCase() : nullptr;
    if (matchCase) {
      cases.push_back(matchCase);
      continue;
    }
    if (!panicking)
      failExpected("'case'");
    skipBrokenStatement();
    ok = errors < mostErrors;
  }
  --blocks;
  accept(Kind::Dedent);
  node->cases = copy(cases);
  setEnd(node, token.begin);
  return node;
}

const MatchCase *Parser::parseCase() {
  const Token token = advance();
  auto *node = make<MatchCase>(token.begin);
  node->pattern = parsePatterns();
  if (!node->pattern)
    return nullptr;
  if (accept(Kind::KwIf))
    if (node->guard = parseNamed(); !node->guard)
      return nullptr;
  if (!expectColon("'case'") || !parseBlock("'case'", range(token), node->body))
    return nullptr;
  setEnd(node, token.begin);
  return node;
}

//===----------------------------------------------------------------------===//
// Patterns
//===----------------------------------------------------------------------===//

// At the top a sequence needs no brackets.
const Pattern *Parser::parsePatterns() {
  const uint32_t begin = here();
  const bool star = at(Kind::Star);
  const Pattern *first = parseMaybeStarPattern();
  if (!first || (!at(Kind::Comma) && !star))
    return first;
  llvm::SmallVector<const Pattern *, 8> patterns{first};
  while (accept(Kind::Comma) && !atAny({Kind::Colon, Kind::KwIf})) {
    const Pattern *pattern = parseMaybeStarPattern();
    if (!pattern)
      return nullptr;
    patterns.push_back(pattern);
  }
  auto *node = make<MatchSequence>(begin);
  node->patterns = copy(patterns);
  return node;
}

const Pattern *Parser::parseMaybeStarPattern() { return at(Kind::Star) ? parseStarPattern() : parseAsPattern(); }

const Pattern *Parser::parseStarPattern() {
  const uint32_t begin = advance().begin;
  if (!at(Kind::Name)) {
    failExpected("a name after '*'");
    return nullptr;
  }
  const Identifier name = identifier(advance());
  auto *node = make<MatchStar>(begin);
  if (name.text != "_")
    node->name = name;
  return node;
}

const Pattern *Parser::parseAsPattern() {
  Depth level(*this);
  if (!level)
    return nullptr;
  const uint32_t begin = here();
  const Pattern *pattern = parseOrPattern();
  if (!pattern || !accept(Kind::KwAs))
    return pattern;
  if (!at(Kind::Name)) {
    failExpected("a name after 'as'");
    return nullptr;
  }
  const Identifier name = identifier(advance());
  if (name.text == "_")
    report(DiagId::parse_error, name.range, "'_' cannot be a name after 'as'");
  auto *node = make<MatchAs>(begin);
  node->pattern = pattern;
  node->name = name;
  return node;
}

const Pattern *Parser::parseOrPattern() {
  const uint32_t begin = here();
  const Pattern *first = parseClosedPattern();
  if (!first || !at(Kind::Pipe))
    return first;
  llvm::SmallVector<const Pattern *, 8> patterns{first};
  while (accept(Kind::Pipe)) {
    const Pattern *pattern = parseClosedPattern();
    if (!pattern)
      return nullptr;
    patterns.push_back(pattern);
  }
  auto *node = make<MatchOr>(begin);
  node->patterns = copy(patterns);
  return node;
}

const Pattern *Parser::parseClosedPattern() {
  const Token token = peek();
  switch (token.kind) {
  case Kind::Number:
  case Kind::Minus:
  case Kind::String:
  case Kind::FStringStart:
    return parseValuePattern();
  case Kind::KwNone:
  case Kind::KwTrue:
  case Kind::KwFalse: {
    advance();
    auto *node = make<MatchSingleton>(token.begin);
    node->value = token.kind == Kind::KwNone   ? ConstantKind::None
                  : token.kind == Kind::KwTrue ? ConstantKind::True
                                               : ConstantKind::False;
    return node;
  }
  case Kind::LParen:
    return parseSequencePattern(Kind::RParen);
  case Kind::LBracket:
    return parseSequencePattern(Kind::RBracket);
  case Kind::LBrace:
    return parseMappingPattern();
  case Kind::Name:
    return parseNamePattern();
  default:
    failExpected("a pattern");
    return nullptr;
  }
}

// A capture, `_`, a dotted constant, or a class.
const Pattern *Parser::parseNamePattern() {
  const Token token = advance();
  if (!at(Kind::Dot) && !at(Kind::LParen)) {
    auto *node = make<MatchAs>(token.begin);
    if (spell(token) != "_")
      node->name = identifier(token);
    return node;
  }
  auto *name = make<Name>(token.begin);
  name->id = spell(token);
  const Expr *value = name;
  while (accept(Kind::Dot)) {
    if (!at(Kind::Name)) {
      failExpected("an attribute name");
      return nullptr;
    }
    const Identifier attr = identifier(advance());
    auto *attribute = make<Attribute>(token.begin);
    attribute->value = value;
    attribute->attr = attr;
    value = seal(attribute);
    if (!value)
      return nullptr;
  }
  if (accept(Kind::LParen))
    return parseClassPattern(token.begin, value);
  auto *node = make<MatchValue>(token.begin);
  node->value = value;
  return node;
}

// `-1`, `1 + 2j`: what the grammar allows of arithmetic in patterns.
const Expr *Parser::parsePatternNumber() {
  const uint32_t begin = here();
  auto signedNumber = [&]() -> const Expr * {
    const uint32_t start = here();
    const bool minus = accept(Kind::Minus);
    if (!at(Kind::Number)) {
      failExpected("a number");
      return nullptr;
    }
    const Expr *number = parseNumber();
    if (!minus || !number)
      return number;
    auto *negated = make<UnaryOp>(start);
    negated->op = UnaryOperator::USub;
    negated->operand = number;
    return seal(negated);
  };
  const Expr *left = signedNumber();
  if (!left || !atAny({Kind::Plus, Kind::Minus}))
    return left;
  const Token op = advance();
  if (!at(Kind::Number)) {
    failExpected("an imaginary number");
    return nullptr;
  }
  const Expr *right = parseNumber();
  auto *sum = make<BinOp>(begin);
  sum->op = op.kind == Kind::Plus ? BinaryOperator::Add : BinaryOperator::Sub;
  sum->opRange = range(op);
  sum->left = left;
  sum->right = right;
  return seal(sum);
}

const Pattern *Parser::parseValuePattern() {
  const uint32_t begin = here();
  const bool number = at(Kind::Number) || at(Kind::Minus);
  const Expr *value = number ? parsePatternNumber() : parseStrings();
  if (!value)
    return nullptr;
  if (llvm::isa<JoinedStr>(value))
    report(DiagId::parse_error, value->range(), "an f-string cannot be a pattern");
  auto *node = make<MatchValue>(begin);
  node->value = value;
  return node;
}

// `[...]` and `(...)`; a single pattern in parentheses is itself.
const Pattern *Parser::parseSequencePattern(Kind close) {
  const uint32_t begin = advance().begin;
  llvm::SmallVector<const Pattern *, 8> patterns;
  bool comma = false;
  while (!at(close)) {
    const Pattern *pattern = parseMaybeStarPattern();
    if (!pattern)
      return nullptr;
    patterns.push_back(pattern);
    if (!accept(Kind::Comma))
      break;
    comma = true;
  }
  if (!expect(close))
    return nullptr;
  const bool group = close == Kind::RParen && patterns.size() == 1 && !comma;
  if (group && !llvm::isa<MatchStar>(patterns[0]))
    return patterns[0];
  auto *node = make<MatchSequence>(begin);
  node->patterns = copy(patterns);
  return node;
}

const Pattern *Parser::parseMappingPattern() {
  const uint32_t begin = advance().begin;
  Expressions keys;
  llvm::SmallVector<const Pattern *, 8> patterns;
  Identifier rest;
  while (!at(Kind::RBrace)) {
    if (accept(Kind::DoubleStar)) {
      if (!at(Kind::Name)) {
        failExpected("a name after '**'");
        return nullptr;
      }
      rest = identifier(advance());
      accept(Kind::Comma);
      break;
    }
    const Expr *key = nullptr;
    if (at(Kind::Number) || at(Kind::Minus)) {
      key = parsePatternNumber();
    } else if (at(Kind::String)) {
      key = parseStrings();
    } else if (atAny({Kind::KwNone, Kind::KwTrue, Kind::KwFalse})) {
      key = parseAtom();
    } else if (at(Kind::Name) && peekAt(1).kind == Kind::Dot) {
      const Pattern *dotted = parseNamePattern();
      const auto *value = llvm::dyn_cast_or_null<MatchValue>(dotted);
      if (!value && !panicking)
        failExpected("a constant as a key");
      key = value ? value->value : nullptr;
    } else {
      failExpected("a key");
    }
    if (!key || !expect(Kind::Colon))
      return nullptr;
    const Pattern *pattern = parseAsPattern();
    if (!pattern)
      return nullptr;
    keys.push_back(key);
    patterns.push_back(pattern);
    if (!accept(Kind::Comma))
      break;
  }
  if (!expect(Kind::RBrace))
    return nullptr;
  auto *node = make<MatchMapping>(begin);
  node->keys = copy(keys);
  node->patterns = copy(patterns);
  node->rest = rest;
  return node;
}

// After the parenthesis.
const Pattern *Parser::parseClassPattern(uint32_t begin, const Expr *cls) {
  llvm::SmallVector<const Pattern *, 8> positional, named;
  llvm::SmallVector<Identifier, 8> names;
  while (!at(Kind::RParen)) {
    const bool keyword = at(Kind::Name) && peekAt(1).kind == Kind::Equal;
    if (keyword) {
      names.push_back(identifier(advance()));
      advance();
    } else if (!names.empty()) {
      fail(DiagId::parse_error, range(peek()), "positional pattern after a keyword pattern");
      return nullptr;
    }
    const Pattern *pattern = parseAsPattern();
    if (!pattern)
      return nullptr;
    (keyword ? named : positional).push_back(pattern);
    if (!accept(Kind::Comma))
      break;
  }
  if (!expect(Kind::RParen))
    return nullptr;
  auto *node = make<MatchClass>(begin);
  node->cls = cls;
  node->patterns = copy(positional);
  node->keywordNames = copy(names);
  node->keywordPatterns = copy(named);
  return node;
}

} // namespace tritonc

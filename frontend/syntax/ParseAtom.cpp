//===- ParseAtom.cpp - names, numbers, displays ---------------------------===//
#include "frontend/syntax/Literals.h"
#include "frontend/syntax/NodeEditor.h"
#include "frontend/syntax/Parser.h"

namespace tritonc {

using namespace ast;

const Expr *Parser::parseAtom() {
  switch (peek().kind) {
  case Kind::Name: {
    const Token token = advance();
    auto *name = make<Name>(token.begin);
    name->id = spell(token);
    return name;
  }
  case Kind::Number:
    return parseNumber();
  case Kind::String:
  case Kind::FStringStart:
    return parseStrings();
  case Kind::LParen:
    return parseGroup();
  case Kind::LBracket:
    return parseListDisplay();
  case Kind::LBrace:
    return parseBraces();
  case Kind::Ellipsis:
    return parseConstant(ConstantKind::Ellipsis);
  case Kind::KwNone:
    return parseConstant(ConstantKind::None);
  case Kind::KwTrue:
    return parseConstant(ConstantKind::True);
  case Kind::KwFalse:
    return parseConstant(ConstantKind::False);
  case Kind::Star:
    fail(DiagId::parse_error, range(peek()), "a starred expression is not allowed here");
    return nullptr;
  default:
    failExpectedExpression();
    return nullptr;
  }
}

const Expr *Parser::parseConstant(ConstantKind kind) {
  const Token token = advance();
  auto *constant = make<Constant>(token.begin);
  constant->constantKind = kind;
  constant->text = spell(token);
  return constant;
}

const Expr *Parser::parseNumber() {
  const Token token = advance();
  const NumberValue value = decodeNumber(spell(token));
  auto *constant = make<Constant>(token.begin);
  constant->text = spell(token);
  constant->constantKind = value.kind == NumberValue::Int     ? ConstantKind::Int
                           : value.kind == NumberValue::Float ? ConstantKind::Float
                                                              : ConstantKind::Imaginary;
  constant->floatValue = value.floating;
  constant->words = copy(value.words);
  if (value.tooLong)
    report(DiagId::lex_number_too_long, range(token), std::to_string(longestDecimal));
  return constant;
}

// `(`: a parenthesised expression, a tuple, a generator.
const Expr *Parser::parseGroup() {
  const uint32_t begin = advance().begin;
  if (accept(Kind::RParen)) {
    return make<Tuple>(begin);
  }
  if (at(Kind::KwYield)) {
    const Expr *yield = parseYield();
    return yield && expect(Kind::RParen) ? yield : nullptr;
  }
  const Expr *first = parseStarNamed();
  if (!first)
    return nullptr;
  if (atComprehension()) {
    auto *generator = make<GeneratorExp>(begin);
    generator->element = first;
    if (!parseComprehensions(generator->generators) || !expect(Kind::RParen))
      return nullptr;
    setEnd(generator, begin);
    return seal(generator);
  }
  if (!at(Kind::Comma)) {
    if (!expect(Kind::RParen))
      return nullptr;
    if (llvm::isa<Starred>(first))
      report(DiagId::parse_error, first->range(), "a starred expression is not allowed here");
    return first;
  }
  Expressions elements{first};
  while (accept(Kind::Comma) && !at(Kind::RParen)) {
    const Expr *element = parseStarNamed();
    if (!element)
      return nullptr;
    elements.push_back(element);
  }
  if (!expect(Kind::RParen))
    return nullptr;
  auto *tuple = make<Tuple>(begin);
  tuple->elements = copy(elements);
  return seal(tuple);
}

const Expr *Parser::parseListDisplay() {
  const uint32_t begin = advance().begin;
  Expressions elements;
  while (!at(Kind::RBracket)) {
    const Expr *element = parseStarNamed();
    if (!element)
      return nullptr;
    if (elements.empty() && atComprehension()) {
      auto *comp = make<ListComp>(begin);
      comp->element = element;
      if (!parseComprehensions(comp->generators) || !expect(Kind::RBracket))
        return nullptr;
      setEnd(comp, begin);
      return seal(comp);
    }
    elements.push_back(element);
    if (!accept(Kind::Comma))
      break;
  }
  if (!expect(Kind::RBracket))
    return nullptr;
  auto *list = make<List>(begin);
  list->elements = copy(elements);
  return seal(list);
}

// `{`: a set or a dict.
const Expr *Parser::parseBraces() {
  const uint32_t begin = advance().begin;
  if (accept(Kind::RBrace))
    return make<Dict>(begin);
  if (accept(Kind::DoubleStar)) {
    const Expr *value = parseBinary();
    return value ? parseDictTail(begin, nullptr, value) : nullptr;
  }
  const Expr *first = parseStarNamed();
  if (!first)
    return nullptr;
  if (!at(Kind::Colon) || llvm::isa<Starred>(first))
    return parseSetTail(begin, first);
  advance();
  const Expr *value = parseExpression();
  if (!value)
    return nullptr;
  if (!atComprehension())
    return parseDictTail(begin, first, value);
  auto *comp = make<DictComp>(begin);
  comp->key = first;
  comp->value = value;
  if (!parseComprehensions(comp->generators) || !expect(Kind::RBrace))
    return nullptr;
  setEnd(comp, begin);
  return seal(comp);
}

// After the first entry.
const Expr *Parser::parseDictTail(uint32_t begin, const Expr *key, const Expr *value) {
  Expressions keys{key}, values{value};
  while (accept(Kind::Comma) && !at(Kind::RBrace)) {
    if (accept(Kind::DoubleStar)) {
      key = nullptr;
      value = parseBinary();
    } else {
      key = parseExpression();
      if (!key || !expect(Kind::Colon))
        return nullptr;
      value = parseExpression();
    }
    if (!value)
      return nullptr;
    keys.push_back(key);
    values.push_back(value);
  }
  if (!expect(Kind::RBrace))
    return nullptr;
  auto *dict = make<Dict>(begin);
  dict->keys = copy(keys);
  dict->values = copy(values);
  return seal(dict);
}

// After the first element.
const Expr *Parser::parseSetTail(uint32_t begin, const Expr *first) {
  if (atComprehension()) {
    auto *comp = make<SetComp>(begin);
    comp->element = first;
    if (!parseComprehensions(comp->generators) || !expect(Kind::RBrace))
      return nullptr;
    setEnd(comp, begin);
    return seal(comp);
  }
  Expressions elements{first};
  while (accept(Kind::Comma) && !at(Kind::RBrace)) {
    const Expr *element = parseStarNamed();
    if (!element)
      return nullptr;
    elements.push_back(element);
  }
  if (!expect(Kind::RBrace))
    return nullptr;
  auto *set = make<Set>(begin);
  set->elements = copy(elements);
  return seal(set);
}

} // namespace tritonc

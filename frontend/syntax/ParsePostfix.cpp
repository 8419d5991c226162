//===- ParsePostfix.cpp - attributes, calls, subscripts, comprehensions ---===//
#include "frontend/syntax/NodeEditor.h"
#include "frontend/syntax/Parser.h"
#include "llvm/ADT/StringSet.h"

namespace tritonc {

using namespace ast;

//===----------------------------------------------------------------------===//
// Attributes, calls, subscripts
//===----------------------------------------------------------------------===//

const Expr *Parser::parsePostfix() {
  const uint32_t outerBegin = here();
  const bool await = accept(Kind::KwAwait);
  const uint32_t begin = here();
  const Expr *expr = parseAtom();
  while (expr) {
    if (accept(Kind::Dot)) {
      if (!at(Kind::Name)) {
        Diagnostic *d = failExpected("an attribute name");
        if (d && isKeyword(peek().kind))
          d->withHint(("'" + spell(peek()) + "' is a keyword").str());
        return nullptr;
      }
      const Identifier attr = identifier(advance());
      auto *node = make<Attribute>(begin);
      node->value = expr;
      node->attr = attr;
      expr = seal(node);
    } else if (accept(Kind::LParen)) {
      ExprList args;
      KeywordList keywords;
      if (!parseArguments(args, keywords))
        return nullptr;
      auto *node = make<Call>(begin);
      node->func = expr;
      node->args = args;
      node->keywords = keywords;
      expr = seal(node);
    } else if (accept(Kind::LBracket)) {
      const Expr *index = parseIndex();
      if (!index || !expect(Kind::RBracket))
        return nullptr;
      auto *node = make<Subscript>(begin);
      node->value = expr;
      node->index = index;
      expr = seal(node);
    } else {
      break;
    }
  }
  if (!expr || !await)
    return expr;
  auto *node = make<Await>(outerBegin);
  node->value = expr;
  return seal(node);
}

struct Parser::Arguments {
  Expressions positional;
  llvm::SmallVector<const Keyword *, 8> named;
  uint32_t open = 0;                   ///< the opening parenthesis
  const Expr *bareGenerator = nullptr; ///< a generator without parentheses of its own
};

// After the opening parenthesis, through the closing one. Also the bases of a class.
bool Parser::parseArguments(ExprList &args, KeywordList &keywords) {
  Arguments found;
  found.open = previousEnd - 1;
  while (!at(Kind::RParen)) {
    if (!parseArgument(found))
      return false;
    if (!accept(Kind::Comma))
      break;
  }
  if (!expect(Kind::RParen))
    return false;
  if (found.bareGenerator && found.positional.size() + found.named.size() > 1)
    report(DiagId::parse_error, found.bareGenerator->range(),
           "a generator expression among other arguments needs parentheses");
  llvm::StringSet<> seen;
  if (found.named.size() > 1)
    for (const Keyword *keyword : found.named)
      if (!keyword->name.empty() && !seen.insert(keyword->name.text).second)
        report(DiagId::parse_repeated_keyword, keyword->range(), keyword->name.text);
  args = copy(found.positional);
  keywords = copy(found.named);
  return true;
}

bool Parser::parseArgument(Arguments &arguments) {
  const uint32_t begin = here();
  auto addKeyword = [&](Identifier name, const Expr *value) {
    if (!value)
      return false;
    auto *keyword = make<Keyword>(begin);
    keyword->name = name;
    keyword->value = value;
    NodeEditor::updateHeight(keyword);
    arguments.named.push_back(keyword);
    return true;
  };
  if (accept(Kind::DoubleStar))
    return addKeyword({}, parseExpression());
  if (at(Kind::Name) && peekAt(1).kind == Kind::Equal) {
    const Identifier name = identifier(advance());
    advance();
    return addKeyword(name, parseExpression());
  }
  const bool starred = accept(Kind::Star);
  const Expr *value = starred ? parseExpression() : parseNamed();
  if (!value)
    return false;
  if (starred) {
    auto *node = make<Starred>(begin);
    node->value = value;
    value = seal(node);
  } else if (atComprehension()) {
    ComprehensionList generators;
    if (!parseComprehensions(generators))
      return false;
    // Alone in a call, its range is that of the call's parentheses.
    const bool alone = arguments.positional.empty() && arguments.named.empty() && at(Kind::RParen);
    auto *node = make<GeneratorExp>(begin);
    if (alone)
      NodeEditor::setRange(node, range(arguments.open, peek().end));
    node->element = value;
    node->generators = generators;
    value = arguments.bareGenerator = seal(node);
  } else if (at(Kind::Equal)) {
    if (Diagnostic *d = fail(DiagId::parse_error, range(peek()), "a keyword argument needs a plain name before '='"))
      d->withHint("'==' compares");
    return false;
  } else if (!arguments.named.empty()) {
    report(DiagId::parse_error, value->range(),
           arguments.named.back()->name.empty() ? "positional argument after keyword argument unpacking '**'"
                                                : "positional argument after a keyword argument");
  }
  if (!value)
    return false;
  arguments.positional.push_back(value);
  return true;
}

const Expr *Parser::parseIndex() {
  const uint32_t begin = here();
  if (at(Kind::RBracket)) {
    fail(DiagId::parse_error, range(peek()), "an index is missing");
    return nullptr;
  }
  const Expr *first = parseSlice();
  if (!first || (!at(Kind::Comma) && !llvm::isa<Starred>(first)))
    return first;
  Expressions elements{first};
  while (accept(Kind::Comma) && !at(Kind::RBracket)) {
    const Expr *element = parseSlice();
    if (!element)
      return nullptr;
    elements.push_back(element);
  }
  auto *tuple = make<Tuple>(begin);
  tuple->elements = copy(elements);
  return seal(tuple);
}

const Expr *Parser::parseSlice() {
  if (at(Kind::Star))
    return parseStarExpression();
  const uint32_t begin = here();
  const Expr *lower = nullptr, *upper = nullptr, *step = nullptr;
  if (!at(Kind::Colon))
    if (lower = parseNamed(); !lower || !at(Kind::Colon))
      return lower;
  advance();
  auto atEnd = [&] { return at(Kind::Colon) || at(Kind::Comma) || at(Kind::RBracket); };
  if (!atEnd())
    if (upper = parseExpression(); !upper)
      return nullptr;
  if (accept(Kind::Colon) && !atEnd())
    if (step = parseExpression(); !step)
      return nullptr;
  auto *node = make<Slice>(begin);
  node->lower = lower;
  node->upper = upper;
  node->step = step;
  return seal(node);
}

//===----------------------------------------------------------------------===//
// Comprehensions
//===----------------------------------------------------------------------===//

bool Parser::atComprehension() { return at(Kind::KwFor) || (at(Kind::KwAsync) && peekAt(1).kind == Kind::KwFor); }

bool Parser::parseComprehensions(ComprehensionList &generators) {
  llvm::SmallVector<const Comprehension *, 4> list;
  while (atComprehension()) {
    const uint32_t begin = here();
    const bool isAsync = accept(Kind::KwAsync);
    advance();
    const Expr *target = parseTargets();
    if (!target)
      return false;
    checkTarget(target, "assign to");
    if (!expect(Kind::KwIn))
      return false;
    const Expr *iter = parseOr();
    if (!iter)
      return false;
    Expressions conditions;
    while (accept(Kind::KwIf)) {
      const Expr *condition = parseOr();
      if (!condition)
        return false;
      conditions.push_back(condition);
    }
    auto *node = make<Comprehension>(begin);
    node->target = target;
    node->iter = iter;
    node->conditions = copy(conditions);
    node->isAsync = isAsync;
    NodeEditor::updateHeight(node);
    list.push_back(node);
  }
  generators = copy(list);
  return true;
}

} // namespace tritonc

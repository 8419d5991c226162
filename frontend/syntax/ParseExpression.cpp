//===- ParseExpression.cpp - operators by precedence ----------------------===//
#include "frontend/syntax/NodeEditor.h"
#include "frontend/syntax/Parser.h"

namespace tritonc {

using namespace ast;

const Expr *Parser::seal(Expr *expr) {
  if (NodeEditor::updateHeight(expr) <= tallestExpression)
    return expr;
  if (!panicking)
    report(DiagId::parse_too_deep, expr->range(), std::to_string(tallestExpression));
  panicking = true;
  return nullptr;
}

bool Parser::atExpression() {
  switch (peek().kind) {
  case Kind::Name:
  case Kind::Number:
  case Kind::String:
  case Kind::FStringStart:
  case Kind::LParen:
  case Kind::LBracket:
  case Kind::LBrace:
  case Kind::Minus:
  case Kind::Plus:
  case Kind::Tilde:
  case Kind::Ellipsis:
  case Kind::KwNot:
  case Kind::KwLambda:
  case Kind::KwAwait:
  case Kind::KwNone:
  case Kind::KwTrue:
  case Kind::KwFalse:
    return true;
  default:
    return false;
  }
}

//===----------------------------------------------------------------------===//
// Lists of expressions
//===----------------------------------------------------------------------===//

// After `first`: the rest of a tuple if a comma follows. A trailing comma is allowed.
const Expr *Parser::finishTuple(uint32_t begin, const Expr *first, const Expr *(Parser::*next)()) {
  if (!first || !at(Kind::Comma))
    return first;
  Expressions elements{first};
  while (accept(Kind::Comma)) {
    if (!atExpression() && !at(Kind::Star) && !at(Kind::Error))
      break;
    const Expr *element = (this->*next)();
    if (!element)
      return nullptr;
    elements.push_back(element);
  }
  auto *tuple = make<Tuple>(begin);
  tuple->elements = copy(elements);
  return seal(tuple);
}

const Expr *Parser::parseStarExpressions() {
  const uint32_t begin = here();
  return finishTuple(begin, parseStarExpression(), &Parser::parseStarExpression);
}

const Expr *Parser::parseStarExpression() {
  if (!at(Kind::Star))
    return parseExpression();
  const uint32_t begin = advance().begin;
  const Expr *value = parseBinary();
  if (!value)
    return nullptr;
  auto *starred = make<Starred>(begin);
  starred->value = value;
  return seal(starred);
}

const Expr *Parser::parseStarNamed() { return at(Kind::Star) ? parseStarExpression() : parseNamed(); }

const Expr *Parser::parseYieldOrStar() { return at(Kind::KwYield) ? parseYield() : parseStarExpressions(); }

const Expr *Parser::parseTarget() { return at(Kind::Star) ? parseStarExpression() : parseBinary(); }

const Expr *Parser::parseTargets() {
  const uint32_t begin = here();
  return finishTuple(begin, parseTarget(), &Parser::parseTarget);
}

//===----------------------------------------------------------------------===//
// From the loosest operator to the tightest
//===----------------------------------------------------------------------===//

const Expr *Parser::parseNamed() {
  const uint32_t begin = here();
  const Expr *target = parseExpression();
  if (!target || !at(Kind::ColonEqual))
    return target;
  const auto *name = llvm::dyn_cast<Name>(target);
  if (!name)
    report(DiagId::parse_error, target->range(), "':=' can only assign to a name");
  advance();
  const Expr *value = parseExpression();
  if (!value)
    return nullptr;
  if (!name)
    return value;
  auto *named = make<NamedExpr>(begin);
  named->target = name;
  named->value = value;
  return seal(named);
}

const Expr *Parser::parseExpression() {
  Depth level(*this);
  if (!level)
    return nullptr;
  if (at(Kind::KwLambda))
    return parseLambda();
  const uint32_t begin = here();
  const Expr *body = parseOr();
  if (!body || !at(Kind::KwIf))
    return body;
  advance();
  const Expr *test = parseOr();
  if (!test)
    return nullptr;
  if (!at(Kind::KwElse)) {
    if (Diagnostic *d = failExpected("'else' after 'if' in an expression"))
      d->withHint("a conditional expression is written: A if CONDITION else B");
    return nullptr;
  }
  advance();
  const Expr *orelse = parseExpression();
  if (!orelse)
    return nullptr;
  auto *conditional = make<IfExp>(begin);
  conditional->body = body;
  conditional->test = test;
  conditional->orelse = orelse;
  return seal(conditional);
}

const Expr *Parser::parseYield() {
  Depth level(*this);
  if (!level)
    return nullptr;
  const uint32_t begin = advance().begin;
  if (accept(Kind::KwFrom)) {
    const Expr *value = parseExpression();
    if (!value)
      return nullptr;
    auto *yield = make<YieldFrom>(begin);
    yield->value = value;
    return seal(yield);
  }
  const Expr *value = nullptr;
  if (atExpression() || at(Kind::Star) || at(Kind::Error))
    if (value = parseStarExpressions(); !value)
      return nullptr;
  auto *yield = make<Yield>(begin);
  yield->value = value;
  return seal(yield);
}

const Expr *Parser::parseLambda() {
  const uint32_t begin = advance().begin;
  auto *lambda = make<Lambda>(begin);
  lambda->enclosing = scope;
  if (!parseParameters(Kind::Colon, /*annotations=*/false, lambda->params) || !expect(Kind::Colon))
    return nullptr;
  const Node *outer = std::exchange(scope, lambda);
  lambda->body = parseExpression();
  scope = outer;
  if (!lambda->body)
    return nullptr;
  setEnd(lambda, begin);
  return seal(lambda);
}

template <typename T, typename Fn> const Expr *Parser::parseFlat(Kind op, BoolOperator spelled, Fn operand) {
  const uint32_t begin = here();
  const Expr *first = operand();
  if (!first || !at(op))
    return first;
  Expressions values{first};
  while (accept(op)) {
    const Expr *value = operand();
    if (!value)
      return nullptr;
    values.push_back(value);
  }
  auto *node = make<T>(begin);
  node->op = spelled;
  node->values = copy(values);
  return seal(node);
}

const Expr *Parser::parseOr() {
  return parseFlat<BoolOp>(Kind::KwOr, BoolOperator::Or, [this] { return parseAnd(); });
}

const Expr *Parser::parseAnd() {
  return parseFlat<BoolOp>(Kind::KwAnd, BoolOperator::And, [this] { return parseNot(); });
}

const Expr *Parser::parseNot() {
  if (!at(Kind::KwNot))
    return parseComparison();
  Depth level(*this);
  if (!level)
    return nullptr;
  const uint32_t begin = advance().begin;
  const Expr *operand = parseNot();
  if (!operand)
    return nullptr;
  auto *node = make<UnaryOp>(begin);
  node->op = UnaryOperator::Not;
  node->operand = operand;
  return seal(node);
}

namespace {
// The operator that `first` and perhaps `second` make, and how many tokens it takes.
std::optional<std::pair<CompareOperator, unsigned>> compareOperator(TokenKind first, TokenKind second) {
  using Result = std::pair<CompareOperator, unsigned>;
  switch (first) {
  case TokenKind::EqualEqual:
    return Result(CompareOperator::Eq, 1);
  case TokenKind::NotEqual:
    return Result(CompareOperator::NotEq, 1);
  case TokenKind::Less:
    return Result(CompareOperator::Lt, 1);
  case TokenKind::LessEqual:
    return Result(CompareOperator::LtE, 1);
  case TokenKind::Greater:
    return Result(CompareOperator::Gt, 1);
  case TokenKind::GreaterEqual:
    return Result(CompareOperator::GtE, 1);
  case TokenKind::KwIn:
    return Result(CompareOperator::In, 1);
  case TokenKind::KwIs:
    return second == TokenKind::KwNot ? Result(CompareOperator::IsNot, 2) : Result(CompareOperator::Is, 1);
  case TokenKind::KwNot:
    if (second == TokenKind::KwIn)
      return Result(CompareOperator::NotIn, 2);
    return std::nullopt;
  default:
    return std::nullopt;
  }
}
} // namespace

const Expr *Parser::parseComparison() {
  const uint32_t begin = here();
  const Expr *left = parseBinary();
  if (!left)
    return nullptr;
  llvm::SmallVector<CompareOperator, 4> ops;
  Expressions comparators;
  for (;;) {
    const Kind kind = peek().kind;
    const bool two = kind == Kind::KwIs || kind == Kind::KwNot;
    const auto found = compareOperator(kind, two ? peekAt(1).kind : Kind::EndOfFile);
    if (!found)
      break;
    for (unsigned i = 0; i < found->second; ++i)
      advance();
    const Expr *right = parseBinary();
    if (!right)
      return nullptr;
    ops.push_back(found->first);
    comparators.push_back(right);
  }
  if (ops.empty())
    return left;
  auto *node = make<Compare>(begin);
  node->left = left;
  node->ops = copy(ops);
  node->comparators = copy(comparators);
  return seal(node);
}

namespace {
struct BinaryEntry {
  BinaryOperator op;
  unsigned precedence; ///< 0: no binary operator
};
BinaryEntry binaryOperator(TokenKind kind) {
  switch (kind) {
  case TokenKind::Pipe:
    return {BinaryOperator::BitOr, 1};
  case TokenKind::Caret:
    return {BinaryOperator::BitXor, 2};
  case TokenKind::Ampersand:
    return {BinaryOperator::BitAnd, 3};
  case TokenKind::LeftShift:
    return {BinaryOperator::LShift, 4};
  case TokenKind::RightShift:
    return {BinaryOperator::RShift, 4};
  case TokenKind::Plus:
    return {BinaryOperator::Add, 5};
  case TokenKind::Minus:
    return {BinaryOperator::Sub, 5};
  case TokenKind::Star:
    return {BinaryOperator::Mult, 6};
  case TokenKind::Slash:
    return {BinaryOperator::Div, 6};
  case TokenKind::DoubleSlash:
    return {BinaryOperator::FloorDiv, 6};
  case TokenKind::Percent:
    return {BinaryOperator::Mod, 6};
  case TokenKind::At:
    return {BinaryOperator::MatMult, 6};
  default:
    return {BinaryOperator::Add, 0};
  }
}
} // namespace

// All binary operators but `**`: they associate to the left.
const Expr *Parser::parseBinary(unsigned precedence) {
  const uint32_t begin = here();
  const Expr *left = parseUnary();
  while (left) {
    const BinaryEntry entry = binaryOperator(peek().kind);
    if (entry.precedence < precedence)
      return left;
    const Token opToken = advance();
    const Expr *right = parseBinary(entry.precedence + 1);
    if (!right)
      return nullptr;
    auto *node = make<BinOp>(begin);
    node->left = left;
    node->right = right;
    node->op = entry.op;
    node->opRange = range(opToken);
    left = seal(node);
  }
  return nullptr;
}

const Expr *Parser::parseUnary() {
  const Kind kind = peek().kind;
  if (kind != Kind::Minus && kind != Kind::Plus && kind != Kind::Tilde)
    return parsePower();
  Depth level(*this);
  if (!level)
    return nullptr;
  const uint32_t begin = advance().begin;
  const Expr *operand = parseUnary();
  if (!operand)
    return nullptr;
  auto *node = make<UnaryOp>(begin);
  node->op = kind == Kind::Minus  ? UnaryOperator::USub
             : kind == Kind::Plus ? UnaryOperator::UAdd
                                  : UnaryOperator::Invert;
  node->operand = operand;
  return seal(node);
}

const Expr *Parser::parsePower() {
  const uint32_t begin = here();
  const Expr *base = parsePostfix();
  if (!base || !at(Kind::DoubleStar))
    return base;
  Depth level(*this);
  if (!level)
    return nullptr;
  const Token opToken = advance();
  const Expr *exponent = parseUnary();
  if (!exponent)
    return nullptr;
  auto *node = make<BinOp>(begin);
  node->left = base;
  node->right = exponent;
  node->op = BinaryOperator::Pow;
  node->opRange = range(opToken);
  return seal(node);
}

} // namespace tritonc

//===- ParseStatement.cpp - statements of one line ------------------------===//
#include "frontend/syntax/Parser.h"

namespace tritonc {

using namespace ast;

// Simple statements between semicolons, and the end of the line.
void Parser::parseSimpleLine(Statements &out) {
  for (;;) {
    statementPos = pos;
    const Stmt *statement = parseSimple();
    if (!statement)
      return skipBrokenStatement();
    out.push_back(statement);
    if (accept(Kind::Semicolon)) {
      if (accept(Kind::Newline))
        return;
      continue;
    }
    if (accept(Kind::Newline))
      return;
    failStatementEnd();
    return skipBrokenStatement();
  }
}

const Stmt *Parser::parseSimple() {
  switch (peek().kind) {
  case Kind::KwReturn:
    return parseReturn();
  case Kind::KwImport:
    return parseImport();
  case Kind::KwFrom:
    return parseImportFrom();
  case Kind::KwPass: {
    const uint32_t begin = advance().begin;
    return make<Pass>(begin);
  }
  case Kind::KwBreak:
  case Kind::KwContinue:
    return parseLoopExit();
  case Kind::KwRaise:
    return parseRaise();
  case Kind::KwAssert:
    return parseAssert();
  case Kind::KwDel:
    return parseDelete();
  case Kind::KwGlobal:
    return parseScopeDeclaration<Global>();
  case Kind::KwNonlocal:
    return parseScopeDeclaration<Nonlocal>();
  case Kind::Name:
    if (atName("type") && peekAt(1).kind == Kind::Name &&
        (peekAt(2).kind == Kind::Equal || peekAt(2).kind == Kind::LBracket))
      return parseTypeAlias();
    return parseExpressionStatement();
  case Kind::Indent:
    fail(DiagId::parse_unexpected_indent, range(peek()));
    return nullptr;
  default:
    return parseExpressionStatement();
  }
}

//===----------------------------------------------------------------------===//
// Expressions and assignments
//===----------------------------------------------------------------------===//

const Stmt *Parser::parseExpressionStatement() {
  const uint32_t begin = here();
  const bool parenthesized = at(Kind::LParen);
  const Expr *value = parseYieldOrStar();
  if (!value)
    return nullptr;
  if (at(Kind::Colon) && llvm::isa<Name, Attribute, Subscript, Tuple, List>(value))
    return parseAnnotated(begin, value, parenthesized);
  if (peek().kind >= Kind::PlusEqual && peek().kind <= Kind::DoubleSlashEqual)
    return parseAugmented(begin, value);
  if (!at(Kind::Equal)) {
    auto *statement = make<ExprStmt>(begin);
    statement->value = value;
    return statement;
  }
  Expressions targets;
  while (at(Kind::Equal)) {
    checkTarget(value, "assign to");
    advance();
    targets.push_back(value);
    value = parseYieldOrStar();
    if (!value)
      return nullptr;
  }
  auto *assign = make<Assign>(begin);
  assign->targets = copy(targets);
  assign->value = value;
  return assign;
}

const Stmt *Parser::parseAnnotated(uint32_t begin, const Expr *target, bool parenthesized) {
  if (llvm::isa<Tuple, List>(target)) {
    if (!parenthesized && peekAt(1).kind == Kind::Newline) { // `a, b:` is rather a header
      failStatementEnd();
      return nullptr;
    }
    report(DiagId::parse_error, target->range(), "only a single target can be annotated");
  }
  advance();
  const Expr *annotation = parseExpression();
  if (!annotation)
    return nullptr;
  const Expr *value = nullptr;
  if (accept(Kind::Equal))
    if (value = parseYieldOrStar(); !value)
      return nullptr;
  auto *statement = make<AnnAssign>(begin);
  statement->target = target;
  statement->annotation = annotation;
  statement->value = value;
  return statement;
}

const Stmt *Parser::parseAugmented(uint32_t begin, const Expr *target) {
  if (llvm::isa<Tuple, List, Starred>(target))
    report(DiagId::parse_error, target->range(), "an augmented assignment takes a single target");
  else
    checkTarget(target, "assign to");
  const Token token = advance();
  const Expr *value = parseYieldOrStar();
  if (!value)
    return nullptr;
  auto *statement = make<AugAssign>(begin);
  statement->target = target;
  statement->op =
      static_cast<BinaryOperator>(static_cast<unsigned>(token.kind) - static_cast<unsigned>(Kind::PlusEqual));
  statement->opRange = range(token);
  statement->value = value;
  return statement;
}

//===----------------------------------------------------------------------===//
// Keyword statements
//===----------------------------------------------------------------------===//

const Stmt *Parser::parseReturn() {
  const Token token = advance();
  if (!llvm::isa<FunctionDef>(scope))
    report(DiagId::parse_outside, range(token), "return", "a function");
  const Expr *value = nullptr;
  if (!at(Kind::Newline) && !at(Kind::Semicolon))
    if (value = parseStarExpressions(); !value)
      return nullptr;
  auto *statement = make<Return>(token.begin);
  statement->value = value;
  return statement;
}

const Stmt *Parser::parseLoopExit() {
  const Token token = advance();
  if (!loops)
    report(DiagId::parse_outside, range(token), spell(token), "a loop");
  if (token.kind == Kind::KwBreak)
    return make<Break>(token.begin);
  return make<Continue>(token.begin);
}

const Stmt *Parser::parseRaise() {
  const uint32_t begin = advance().begin;
  const Expr *exception = nullptr, *cause = nullptr;
  if (!at(Kind::Newline) && !at(Kind::Semicolon)) {
    if (exception = parseExpression(); !exception)
      return nullptr;
    if (accept(Kind::KwFrom))
      if (cause = parseExpression(); !cause)
        return nullptr;
  }
  auto *statement = make<Raise>(begin);
  statement->exception = exception;
  statement->cause = cause;
  return statement;
}

const Stmt *Parser::parseAssert() {
  const uint32_t begin = advance().begin;
  const Expr *test = parseExpression(), *message = nullptr;
  if (!test)
    return nullptr;
  if (accept(Kind::Comma))
    if (message = parseExpression(); !message)
      return nullptr;
  auto *statement = make<Assert>(begin);
  statement->test = test;
  statement->message = message;
  return statement;
}

const Stmt *Parser::parseDelete() {
  const uint32_t begin = advance().begin;
  Expressions targets;
  do {
    if (!targets.empty() && (at(Kind::Newline) || at(Kind::Semicolon)))
      break;
    const Expr *target = parseTarget();
    if (!target)
      return nullptr;
    checkTarget(target, "delete");
    targets.push_back(target);
  } while (accept(Kind::Comma));
  auto *statement = make<Delete>(begin);
  statement->targets = copy(targets);
  return statement;
}

template <typename T> const Stmt *Parser::parseScopeDeclaration() {
  const uint32_t begin = advance().begin;
  llvm::SmallVector<Identifier, 4> names;
  do {
    if (!at(Kind::Name)) {
      failExpected("a name");
      return nullptr;
    }
    names.push_back(identifier(advance()));
  } while (accept(Kind::Comma));
  auto *statement = make<T>(begin);
  statement->names = copy(names);
  return statement;
}

const Stmt *Parser::parseTypeAlias() {
  const uint32_t begin = advance().begin;
  const Token nameToken = advance();
  auto *name = make<Name>(nameToken.begin);
  name->id = spell(nameToken);
  TypeParamList params;
  if (!parseTypeParams(params) || !expect(Kind::Equal))
    return nullptr;
  const Expr *value = parseExpression();
  if (!value)
    return nullptr;
  auto *statement = make<TypeAlias>(begin);
  statement->name = name;
  statement->typeParams = params;
  statement->value = value;
  return statement;
}

//===----------------------------------------------------------------------===//
// Imports
//===----------------------------------------------------------------------===//

bool Parser::parseDottedName(Identifier &name) {
  const uint32_t begin = here();
  std::string joined;
  do {
    if (!at(Kind::Name)) {
      failExpected("a module name");
      return false;
    }
    joined += (joined.empty() ? "" : ".") + spell(advance()).str();
  } while (accept(Kind::Dot));
  name.range = since(begin);
  llvm::StringRef written = text.slice(begin, previousEnd);
  name.text = written == joined ? written : copy(llvm::StringRef(joined));
  return true;
}

const Alias *Parser::parseAlias(bool dotted) {
  const uint32_t begin = here();
  Identifier name, asName;
  if (dotted) {
    if (!parseDottedName(name))
      return nullptr;
  } else if (at(Kind::Name)) {
    name = identifier(advance());
  } else {
    failExpected("a name to import");
    return nullptr;
  }
  if (accept(Kind::KwAs)) {
    if (!at(Kind::Name)) {
      failExpected("a name after 'as'");
      return nullptr;
    }
    asName = identifier(advance());
  }
  auto *alias = make<Alias>(begin);
  alias->name = name;
  alias->asName = asName;
  return alias;
}

const Stmt *Parser::parseImport() {
  const uint32_t begin = advance().begin;
  llvm::SmallVector<const Alias *, 4> names;
  do {
    const Alias *alias = parseAlias(/*dotted=*/true);
    if (!alias)
      return nullptr;
    names.push_back(alias);
  } while (accept(Kind::Comma));
  if (at(Kind::KwFrom)) {
    if (Diagnostic *d = fail(DiagId::parse_error, range(peek()), "'from' comes before 'import'"))
      d->withHint("from MODULE import NAME");
    return nullptr;
  }
  auto *statement = make<Import>(begin);
  statement->names = copy(names);
  return statement;
}

const Stmt *Parser::parseImportFrom() {
  const uint32_t begin = advance().begin;
  unsigned level = 0;
  for (; at(Kind::Dot) || at(Kind::Ellipsis); advance())
    level += at(Kind::Dot) ? 1 : 3;
  Identifier module;
  if ((level == 0 || at(Kind::Name)) && !parseDottedName(module))
    return nullptr;
  if (!expect(Kind::KwImport))
    return nullptr;
  llvm::SmallVector<const Alias *, 8> names;
  if (at(Kind::Star)) {
    const Token star = advance();
    auto *alias = make<Alias>(star.begin);
    alias->name = identifier(star);
    names.push_back(alias);
  } else {
    const bool parenthesized = accept(Kind::LParen);
    do {
      if (!names.empty() && parenthesized && at(Kind::RParen))
        break;
      if (!names.empty() && !parenthesized && at(Kind::Newline)) {
        fail(DiagId::parse_error, errorRange(), "a trailing comma is only allowed inside parentheses");
        return nullptr;
      }
      const Alias *alias = parseAlias(/*dotted=*/false);
      if (!alias)
        return nullptr;
      names.push_back(alias);
    } while (accept(Kind::Comma));
    if (parenthesized && !expect(Kind::RParen))
      return nullptr;
  }
  auto *statement = make<ImportFrom>(begin);
  statement->module = module;
  statement->level = level;
  statement->names = copy(names);
  return statement;
}

} // namespace tritonc

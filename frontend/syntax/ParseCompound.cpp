//===- ParseCompound.cpp - statements with blocks -------------------------===//
#include "frontend/syntax/Parser.h"

namespace tritonc {

using namespace ast;

const Stmt *Parser::parseCompound() {
  switch (peek().kind) {
  case Kind::KwIf:
    return parseIf();
  case Kind::KwWhile:
    return parseWhile();
  case Kind::KwFor:
    return parseFor(here(), /*isAsync=*/false);
  case Kind::KwTry:
    return parseTry();
  case Kind::KwWith:
    return parseWith(here(), /*isAsync=*/false);
  case Kind::KwDef:
    return parseFunction(here(), /*isAsync=*/false, {});
  case Kind::KwClass:
    return parseClass({});
  case Kind::KwAsync:
    return parseAsync();
  case Kind::At:
    return parseDecorated();
  default:
    return parseMatch();
  }
}

//===----------------------------------------------------------------------===//
// Blocks
//===----------------------------------------------------------------------===//

// A colon that is missing at the end of a line is reported and taken as there.
bool Parser::expectColon(llvm::StringRef after) {
  if (accept(Kind::Colon))
    return true;
  if (at(Kind::Newline)) {
    const bool unclosed = inLastLine(pos) && lexer.lineUnclosed();
    fail(DiagId::parse_expected, errorRange(), ("':' after " + after).str());
    if (!unclosed)
      panicking = false;
    return !unclosed;
  }
  if (at(Kind::Equal)) {
    if (Diagnostic *d = fail(DiagId::parse_assign_in_condition, range(peek())))
      d->withHint("'==' compares; ':=' assigns inside an expression");
    return false;
  }
  Diagnostic *d = failExpected(("':' after " + after).str());
  if (d && at(Kind::KwIf) && after == "'else'")
    d->withHint("did you mean 'elif'?");
  return false;
}

bool Parser::parseBlock(llvm::StringRef after, SourceRange header, StmtList &body) {
  Statements statements;
  ++statementDepth;
  if (statementDepth > deepestStatement || blocks >= deepestBlock) {
    --statementDepth;
    if (!panicking)
      report(DiagId::parse_too_deep, header, std::to_string(blocks >= deepestBlock ? deepestBlock : deepestStatement));
    panicking = true;
    stop();
    return false;
  }
  if (!at(Kind::Newline)) {
    if (isClause(peek().kind) || atAny({Kind::KwIf, Kind::KwFor, Kind::KwWhile, Kind::KwTry, Kind::KwWith, Kind::KwDef,
                                        Kind::KwClass, Kind::KwAsync})) {
      fail(DiagId::parse_error, range(peek()), "a statement with a block cannot stand behind ':' on the same line");
      --statementDepth;
      return false;
    }
    parseSimpleLine(statements);
  } else {
    advance();
    if (!at(Kind::Indent)) {
      const Token found = peek();
      const bool atEnd = found.kind == Kind::EndOfFile || found.kind == Kind::Dedent;
      Diagnostic *d = report(DiagId::parse_expected_block, atEnd ? errorRange() : range(found), after);
      if (d)
        d->note(header, (after + " is here").str()).withHint("an empty block is written 'pass'");
    } else {
      advance();
      ++blocks;
      parseStatements(statements);
      --blocks;
      accept(Kind::Dedent);
    }
  }
  --statementDepth;
  brokenHeader = false;
  body = copy(statements);
  return true;
}

bool Parser::isClause(Kind kind) const {
  return kind == Kind::KwElif || kind == Kind::KwElse || kind == Kind::KwExcept || kind == Kind::KwFinally;
}

//===----------------------------------------------------------------------===//
// if, while, for
//===----------------------------------------------------------------------===//

bool Parser::parseElse(StmtList &orelse) {
  if (!at(Kind::KwElse))
    return true;
  const Token token = advance();
  return expectColon("'else'") && parseBlock("'else'", range(token), orelse);
}

// At `if` or `elif`.
const Stmt *Parser::parseIf() {
  const Token token = advance();
  const std::string keyword = "'" + spell(token).str() + "'";
  const Expr *test = parseNamed();
  auto *node = make<If>(token.begin);
  if (!test || !expectColon(keyword) || !parseBlock(keyword, range(token), node->body))
    return nullptr;
  node->test = test;
  if (at(Kind::KwElif)) {
    if (++statementDepth > deepestStatement) {
      report(DiagId::parse_too_deep, range(peek()), std::to_string(deepestStatement));
      --statementDepth;
      panicking = true;
      stop();
      return nullptr;
    }
    const Stmt *next = parseIf();
    --statementDepth;
    if (!next)
      return nullptr;
    node->orelse = copy(llvm::ArrayRef<const Stmt *>(next));
  } else if (!parseElse(node->orelse)) {
    return nullptr;
  }
  setEnd(node, token.begin);
  return node;
}

const Stmt *Parser::parseWhile() {
  const Token token = advance();
  auto *node = make<While>(token.begin);
  node->test = parseNamed();
  if (!node->test || !expectColon("'while'"))
    return nullptr;
  ++loops;
  const bool ok = parseBlock("'while'", range(token), node->body);
  --loops;
  if (!ok || !parseElse(node->orelse))
    return nullptr;
  setEnd(node, token.begin);
  return node;
}

const Stmt *Parser::parseFor(uint32_t begin, bool isAsync) {
  const Token token = advance();
  auto *node = make<For>(begin);
  node->isAsync = isAsync;
  node->target = parseTargets();
  if (!node->target)
    return nullptr;
  checkTarget(node->target, "assign to");
  if (!expect(Kind::KwIn))
    return nullptr;
  node->iter = parseStarExpressions();
  if (!node->iter || !expectColon("'for'"))
    return nullptr;
  ++loops;
  const bool ok = parseBlock("'for'", range(token), node->body);
  --loops;
  if (!ok || !parseElse(node->orelse))
    return nullptr;
  setEnd(node, begin);
  return node;
}

//===----------------------------------------------------------------------===//
// try, with
//===----------------------------------------------------------------------===//

const Stmt *Parser::parseTry() {
  const Token token = advance();
  auto *node = make<Try>(token.begin);
  if (!expectColon("'try'") || !parseBlock("'try'", range(token), node->body))
    return nullptr;
  llvm::SmallVector<const ExceptHandler *, 4> handlers;
  while (at(Kind::KwExcept)) {
    bool isStar = false;
    const Token except = peek();
    if (!handlers.empty() && !handlers.back()->type)
      report(DiagId::parse_error, handlers.back()->range(), "an 'except' without a type must be the last");
    const ExceptHandler *handler = parseHandler(isStar);
    if (!handler)
      return nullptr;
    if (!handlers.empty() && isStar != node->isStar)
      report(DiagId::parse_error, range(except), "'except' and 'except*' cannot be mixed");
    node->isStar = isStar;
    handlers.push_back(handler);
  }
  if (!handlers.empty() && !parseElse(node->orelse))
    return nullptr;
  const bool hasFinally = at(Kind::KwFinally);
  if (hasFinally) {
    const Token final = advance();
    if (!expectColon("'finally'") || !parseBlock("'finally'", range(final), node->finalbody))
      return nullptr;
  }
  if (handlers.empty() && !hasFinally && !panicking)
    if (Diagnostic *d = report(DiagId::parse_error, range(token), "'try' without 'except' or 'finally'"))
      d->withHint("add 'except ...:' or 'finally:' behind its block");
  node->handlers = copy(handlers);
  setEnd(node, token.begin);
  return node;
}

const ExceptHandler *Parser::parseHandler(bool &isStar) {
  const Token token = advance();
  auto *node = make<ExceptHandler>(token.begin);
  isStar = accept(Kind::Star);
  if (!at(Kind::Colon) && !at(Kind::Newline)) {
    node->type = parseExpression();
    if (!node->type)
      return nullptr;
    if (at(Kind::Comma)) {
      if (Diagnostic *d = fail(DiagId::parse_error, range(peek()), "several exception types need parentheses"))
        d->withHint("except (A, B):");
      return nullptr;
    }
    if (accept(Kind::KwAs)) {
      if (!at(Kind::Name)) {
        failExpected("a name after 'as'");
        return nullptr;
      }
      node->name = identifier(advance());
    }
  }
  if (!expectColon("'except'") || !parseBlock("'except'", range(token), node->body))
    return nullptr;
  setEnd(node, token.begin);
  return node;
}

const WithItem *Parser::parseWithItem() {
  const uint32_t begin = here();
  const Expr *context = parseExpression(), *target = nullptr;
  if (!context)
    return nullptr;
  if (accept(Kind::KwAs)) {
    target = parseTarget();
    if (!target)
      return nullptr;
    checkTarget(target, "assign to");
  }
  auto *item = make<WithItem>(begin);
  item->context = context;
  item->target = target;
  return item;
}

// `(item, item,)` in front of the colon.
bool Parser::parseParenthesizedItems(llvm::SmallVectorImpl<const WithItem *> &items) {
  if (!expect(Kind::LParen))
    return false;
  do {
    if (!items.empty() && at(Kind::RParen))
      break;
    const WithItem *item = parseWithItem();
    if (!item)
      return false;
    items.push_back(item);
  } while (accept(Kind::Comma));
  return expect(Kind::RParen);
}

const Stmt *Parser::parseWith(uint32_t begin, bool isAsync) {
  const Token token = advance();
  llvm::SmallVector<const WithItem *, 4> items;
  // The parentheses may hold items, or be the start of an expression: `with (a).b as c:`.
  const bool grouped = at(Kind::LParen) && wouldParse([&] {
                         llvm::SmallVector<const WithItem *, 4> tried;
                         return parseParenthesizedItems(tried) && at(Kind::Colon);
                       });
  if (grouped) {
    if (!parseParenthesizedItems(items))
      return nullptr;
  } else {
    do {
      const WithItem *item = parseWithItem();
      if (!item)
        return nullptr;
      items.push_back(item);
    } while (accept(Kind::Comma));
  }
  auto *node = make<With>(begin);
  node->items = copy(items);
  node->isAsync = isAsync;
  if (!expectColon("'with'") || !parseBlock("'with'", range(token), node->body))
    return nullptr;
  setEnd(node, begin);
  return node;
}

const Stmt *Parser::parseAsync() {
  const uint32_t begin = advance().begin;
  switch (peek().kind) {
  case Kind::KwDef:
    return parseFunction(begin, /*isAsync=*/true, {});
  case Kind::KwFor:
    return parseFor(begin, /*isAsync=*/true);
  case Kind::KwWith:
    return parseWith(begin, /*isAsync=*/true);
  default:
    failExpected("'def', 'for' or 'with' after 'async'");
    return nullptr;
  }
}

} // namespace tritonc

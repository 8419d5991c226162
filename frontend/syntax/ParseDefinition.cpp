//===- ParseDefinition.cpp - functions, classes, parameters ---------------===//
#include "frontend/syntax/NodeEditor.h"
#include "frontend/syntax/Parser.h"
#include "llvm/ADT/StringMap.h"

namespace tritonc {

using namespace ast;

const Stmt *Parser::parseDecorated() {
  Expressions decorators;
  while (accept(Kind::At)) {
    const Expr *decorator = parseNamed();
    if (!decorator)
      return nullptr;
    decorators.push_back(decorator);
    if (!accept(Kind::Newline)) {
      failExpected("the end of the line after a decorator");
      return nullptr;
    }
  }
  if (at(Kind::KwClass))
    return parseClass(copy(decorators));
  const uint32_t begin = here();
  const bool isAsync = at(Kind::KwAsync) && peekAt(1).kind == Kind::KwDef;
  if (isAsync)
    advance();
  if (at(Kind::KwDef))
    return parseFunction(begin, isAsync, copy(decorators));
  failExpected("a function or a class after a decorator");
  return nullptr;
}

const Stmt *Parser::parseFunction(uint32_t begin, bool isAsync, ExprList decorators) {
  const Token keyword = advance();
  if (!at(Kind::Name)) {
    failExpected("a function name");
    return nullptr;
  }
  auto *node = make<FunctionDef>(begin);
  node->name = identifier(advance());
  node->decorators = decorators;
  node->isAsync = isAsync;
  node->enclosing = scope;
  if (!parseTypeParams(node->typeParams) || !expect(Kind::LParen) ||
      !parseParameters(Kind::RParen, /*annotations=*/true, node->params) || !expect(Kind::RParen))
    return nullptr;
  if (accept(Kind::Arrow))
    if (node->returns = parseExpression(); !node->returns)
      return nullptr;
  if (!expectColon("a function's header"))
    return nullptr;
  functions.push_back(node);
  const Node *outer = std::exchange(scope, node);
  const unsigned outerLoops = std::exchange(loops, 0);
  const bool ok = parseBlock("a function's header", range(keyword.begin, node->name.range.end), node->body);
  scope = outer;
  loops = outerLoops;
  if (!ok)
    return nullptr;
  setEnd(node, begin);
  return node;
}

const Stmt *Parser::parseClass(ExprList decorators) {
  const Token keyword = advance();
  if (!at(Kind::Name)) {
    failExpected("a class name");
    return nullptr;
  }
  auto *node = make<ClassDef>(keyword.begin);
  node->name = identifier(advance());
  node->decorators = decorators;
  node->enclosing = scope;
  if (!parseTypeParams(node->typeParams))
    return nullptr;
  if (accept(Kind::LParen) && !parseArguments(node->bases, node->keywords))
    return nullptr;
  if (!expectColon("a class's header"))
    return nullptr;
  const Node *outer = std::exchange(scope, node);
  const unsigned outerLoops = std::exchange(loops, 0);
  const bool ok = parseBlock("a class's header", range(keyword.begin, node->name.range.end), node->body);
  scope = outer;
  loops = outerLoops;
  if (!ok)
    return nullptr;
  setEnd(node, keyword.begin);
  return node;
}

// `[T, *Ts, **P]`, if there is a bracket.
bool Parser::parseTypeParams(TypeParamList &params) {
  if (!accept(Kind::LBracket))
    return true;
  llvm::SmallVector<const TypeParam *, 4> list;
  do {
    if (!list.empty() && at(Kind::RBracket))
      break;
    const uint32_t begin = here();
    const TypeParamKind kind = accept(Kind::Star)         ? TypeParamKind::TypeVarTuple
                               : accept(Kind::DoubleStar) ? TypeParamKind::ParamSpec
                                                          : TypeParamKind::TypeVar;
    if (!at(Kind::Name)) {
      failExpected("a type parameter");
      return false;
    }
    const Identifier name = identifier(advance());
    const Expr *bound = nullptr;
    if (kind == TypeParamKind::TypeVar && accept(Kind::Colon))
      if (bound = parseExpression(); !bound)
        return false;
    auto *param = make<TypeParam>(begin);
    param->paramKind = kind;
    param->name = name;
    param->bound = bound;
    list.push_back(param);
  } while (accept(Kind::Comma));
  params = copy(list);
  return expect(Kind::RBracket);
}

//===----------------------------------------------------------------------===//
// Parameters
//===----------------------------------------------------------------------===//

// `/` and a bare `*`. `list` holds what came before.
bool Parser::parseParameterMarker(Kind close, llvm::SmallVectorImpl<Parameter *> &list) {
  const Token token = advance();
  if (token.kind == Kind::Slash) {
    if (list.empty()) {
      fail(DiagId::parse_error, range(token), "'/' needs a parameter before it");
      return false;
    }
    if (list.front()->paramKind == ParameterKind::PositionalOnly) {
      report(DiagId::parse_error, range(token), "'/' may appear only once");
      return true;
    }
    for (Parameter *param : list) {
      if (param->paramKind != ParameterKind::Normal) {
        report(DiagId::parse_error, range(token), "'/' must be before '*'");
        break;
      }
      param->paramKind = ParameterKind::PositionalOnly;
    }
    return true;
  }
  const bool next = accept(Kind::Comma);
  if (!next || at(close) || at(Kind::DoubleStar)) {
    fail(DiagId::parse_error, range(token), "a bare '*' needs named parameters behind it");
    return false;
  }
  return true;
}

// Up to `close`, which stays.
bool Parser::parseParameters(Kind close, bool annotations, ParameterList &params) {
  llvm::SmallVector<Parameter *, 16> list;
  bool keywordOnly = false;
  while (!at(close)) {
    const Token token = peek();
    const bool bareStar = token.kind == Kind::Star && peekAt(1).kind != Kind::Name;
    if (!list.empty() && list.back()->paramKind == ParameterKind::VarKeywords) {
      fail(DiagId::parse_error, range(token), "a parameter after '**'");
      return false;
    }
    if (token.kind == Kind::Star && keywordOnly) {
      fail(DiagId::parse_error, range(token), "'*' may appear only once");
      return false;
    }
    if (token.kind == Kind::Slash || bareStar) {
      keywordOnly |= bareStar;
      if (!parseParameterMarker(close, list))
        return false;
      if (bareStar) // its comma is gone
        continue;
    } else {
      const ParameterKind kind = accept(Kind::Star)         ? ParameterKind::VarArgs
                                 : accept(Kind::DoubleStar) ? ParameterKind::VarKeywords
                                 : keywordOnly              ? ParameterKind::KeywordOnly
                                                            : ParameterKind::Normal;
      keywordOnly |= kind == ParameterKind::VarArgs;
      Parameter *param = parseParameter(kind, annotations);
      if (!param)
        return false;
      list.push_back(param);
    }
    if (!accept(Kind::Comma))
      break;
  }
  checkParameters(list);
  params = copy(llvm::SmallVector<const Parameter *, 16>(list.begin(), list.end()));
  return true;
}

// A name with what belongs to it; stars are consumed already.
Parameter *Parser::parseParameter(ParameterKind kind, bool annotations) {
  if (!at(Kind::Name)) {
    failExpected("a parameter name");
    return nullptr;
  }
  const uint32_t begin = here();
  const Identifier name = identifier(advance());
  const Expr *annotation = nullptr, *defaultValue = nullptr;
  if (annotations && accept(Kind::Colon)) {
    annotation = kind == ParameterKind::VarArgs ? parseStarExpression() : parseExpression();
    if (!annotation)
      return nullptr;
  }
  const uint32_t end = previousEnd;
  if (at(Kind::Equal)) {
    if (kind == ParameterKind::VarArgs || kind == ParameterKind::VarKeywords) {
      fail(DiagId::parse_error, range(peek()), "this parameter cannot have a default");
      return nullptr;
    }
    advance();
    if (defaultValue = parseExpression(); !defaultValue)
      return nullptr;
  }
  auto *param = new (arena.Allocate<Parameter>()) Parameter(range(begin, end));
  param->name = name;
  param->paramKind = kind;
  param->annotation = annotation;
  param->defaultValue = defaultValue;
  NodeEditor::updateHeight(param);
  return param;
}

void Parser::checkParameters(llvm::ArrayRef<Parameter *> list) {
  llvm::StringMap<SourceRange> seen;
  const Parameter *withDefault = nullptr;
  for (const Parameter *param : list) {
    const auto [earlier, isNew] = seen.try_emplace(param->name.text, param->name.range);
    if (!isNew)
      if (Diagnostic *d = report(DiagId::parse_duplicate_parameter, param->name.range, param->name.text))
        d->note(earlier->second, "the first one is here");
    const bool positional =
        param->paramKind == ParameterKind::Normal || param->paramKind == ParameterKind::PositionalOnly;
    if (positional && param->defaultValue)
      withDefault = param;
    else if (positional && withDefault)
      if (Diagnostic *d = report(DiagId::parse_error, param->name.range,
                                 "a parameter without a default after one that has a default"))
        d->note(withDefault->name.range, "this one has a default");
  }
}

} // namespace tritonc

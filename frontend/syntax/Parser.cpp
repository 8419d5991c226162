//===- Parser.cpp - tokens, and the loop over statements ------------------===//
#include "frontend/syntax/Parser.h"
#include "frontend/syntax/Characters.h"
#include "frontend/syntax/NodeEditor.h"

namespace tritonc {

using namespace ast;

void Parser::fill(size_t index) {
  while (tokens.size() <= index && (tokens.empty() || tokens.back().kind != Kind::EndOfFile)) {
    lastLine = tokens.size();
    lexer.lexLogicalLine(tokens);
  }
}

bool Parser::atAny(std::initializer_list<Kind> kinds) {
  const Kind kind = peek().kind;
  for (Kind candidate : kinds)
    if (candidate == kind)
      return true;
  return false;
}

Token Parser::advance() {
  const Token token = peek();
  switch (token.kind) {
  case Kind::EndOfFile:
    return token;
  case Kind::Newline:
  case Kind::Indent:
  case Kind::Dedent:
    break;
  default:
    previousEnd = token.end;
  }
  ++pos;
  return token;
}

void Parser::setEnd(Node *node, uint32_t begin) { NodeEditor::setRange(node, since(begin)); }

const Module *Parser::parseModule() {
  auto *module = new (arena.Allocate<Module>()) Module(range(0, text.size()));
  scope = module;
  // One error for the whole file, since a file of another encoding or no text at all has very many.
  if (const size_t bad = findInvalidUtf8(text); bad != llvm::StringRef::npos)
    report(DiagId::lex_invalid_utf8, range(bad, bad + 1));
  if (const size_t nul = text.find('\0'); nul != llvm::StringRef::npos)
    report(DiagId::lex_null_byte, range(nul, nul + 1));
  if (errors)
    return module;
  tokens.reserve(text.size() / 3);
  Statements body;
  while (!at(Kind::EndOfFile)) {
    parseStatements(body);
    accept(Kind::Dedent);
  }
  module->body = copy(body);
  module->functions = copy(llvm::ArrayRef<const FunctionDef *>(functions));
  return module;
}

// Up to the end of the block or the file.
void Parser::parseStatements(Statements &out) {
  while (!at(Kind::Dedent) && !at(Kind::EndOfFile)) {
    if (errors >= mostErrors)
      return stop();
    if (at(Kind::Error)) {
      // White space or characters that cannot start a statement: what follows may still be one.
      fail(DiagId::parse_error, range(peek()));
      const bool inBrackets = !openBrackets(pos).empty();
      if (inBrackets) {
        recover();
        continue;
      }
      panicking = false;
      advance();
      accept(Kind::Newline);
    } else if (at(Kind::Indent)) {
      const bool explained = pos > 0 && tokens[pos - 1].kind == Kind::Error;
      advance();
      if (!explained && !at(Kind::Error) && !brokenHeader)
        report(DiagId::parse_unexpected_indent, range(peek()));
      if (++blocks > deepestBlock)
        return stop();
      parseStatements(out);
      --blocks;
      accept(Kind::Dedent);
    } else {
      parseStatement(out);
    }
  }
}

void Parser::parseStatement(Statements &out) {
  statementPos = pos;
  switch (peek().kind) {
  case Kind::KwIf:
  case Kind::KwWhile:
  case Kind::KwFor:
  case Kind::KwTry:
  case Kind::KwWith:
  case Kind::KwDef:
  case Kind::KwClass:
  case Kind::KwAsync:
  case Kind::At:
    break;
  case Kind::KwElse:
  case Kind::KwElif:
  case Kind::KwExcept:
  case Kind::KwFinally:
    return parseStrayClause();
  case Kind::Name:
    if (atName("match") && mayStartMatch())
      break;
    [[fallthrough]];
  default:
    brokenHeader = false;
    return parseSimpleLine(out);
  }
  brokenHeader = false;
  if (const Stmt *statement = parseCompound())
    out.push_back(statement);
  else
    skipBrokenStatement();
}

// Goes on behind the line with the error and the block below it, in which errors are reported too.
void Parser::skipBrokenStatement() {
  recover();
  if (at(Kind::Indent) && blocks < deepestBlock) {
    advance();
    Statements ignored;
    const unsigned outerLoops = std::exchange(loops, loops + 1); // the header may have been that of a loop
    ++blocks;
    parseStatements(ignored);
    --blocks;
    loops = outerLoops;
    accept(Kind::Dedent);
  }
  brokenHeader = true;
}

// `else` and its like without the statement that they belong to.
void Parser::parseStrayClause() {
  const Token token = peek();
  const bool quiet = brokenHeader;
  if (!quiet) {
    llvm::StringRef owner = token.kind == Kind::KwElif   ? "'if'"
                            : token.kind == Kind::KwElse ? "'if', 'for', 'while' or 'try'"
                                                         : "'try'";
    Diagnostic *d =
        fail(DiagId::parse_error, range(token), ("'" + spell(token) + "' without a matching " + owner).str());
    if (d)
      d->withHint("check the indentation");
  }
  skipBrokenStatement();
}

const Module *parseFile(const SourceFile &file, llvm::BumpPtrAllocator &arena, DiagnosticEngine &diagnostics) {
  if (file.text.size() > largestFile) {
    diagnostics.report(DiagId::lex_file_too_large, {&file, 0, 0}, largestFile);
    return new (arena.Allocate<Module>()) Module({&file, 0, 0});
  }
  return Parser(file, arena, diagnostics).parseModule();
}

} // namespace tritonc

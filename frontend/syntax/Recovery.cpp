//===- Recovery.cpp - syntax errors and how to go on after them -----------===//
#include "frontend/syntax/Parser.h"
#include "llvm/ADT/STLExtras.h"

namespace tritonc {

//===----------------------------------------------------------------------===//
// Reporting
//===----------------------------------------------------------------------===//

std::string Parser::describe(const Token &token) const {
  switch (token.kind) {
  case Kind::Newline:
    return "the end of the line";
  case Kind::EndOfFile:
    return "the end of the file";
  case Kind::Indent:
    return "an indent";
  case Kind::Dedent:
    return "the end of the block";
  case Kind::Number:
    return "a number";
  case Kind::String:
  case Kind::FStringStart:
  case Kind::FStringMiddle:
  case Kind::FStringEnd:
    return "a string";
  default:
    return "'" + spell(token).str() + "'";
  }
}

SourceRange Parser::errorRange() {
  const Token token = peek();
  const bool layout = token.kind == Kind::Newline || token.kind == Kind::EndOfFile || token.kind == Kind::Dedent ||
                      token.kind == Kind::Indent;
  return layout ? range(previousEnd, previousEnd) : range(token);
}

Diagnostic *Parser::report(DiagId id, SourceRange where, llvm::StringRef a, llvm::StringRef b) {
  if (attempts || errors >= mostErrors)
    return nullptr;
  ++errors;
  return &diagnostics.report(id, where, a, b);
}

Diagnostic *Parser::fail(DiagId id, SourceRange where, llvm::StringRef a, llvm::StringRef b) {
  if (panicking)
    return nullptr;
  panicking = true;
  if (attempts)
    return nullptr;
  if (const Token token = peek(); token.kind == Kind::Error) {
    diagnostics.append(lexer.problem(token));
    ++errors;
    return nullptr;
  }
  if (reportUnclosedBracket())
    return nullptr;
  return report(id, where, a, b);
}

Diagnostic *Parser::failExpected(llvm::StringRef what) {
  const Token found = peek();
  if (found.kind == Kind::Newline || found.kind == Kind::EndOfFile)
    return fail(DiagId::parse_expected, errorRange(), what);
  return fail(DiagId::parse_expected_found, errorRange(), what, describe(found));
}

Diagnostic *Parser::failExpectedExpression() {
  const Token found = peek();
  Diagnostic *d = failExpected("an expression");
  if (!d)
    return nullptr;
  const Token previous = pos ? tokens[pos - 1] : Token();
  const bool adjacent = pos && previous.kind == found.kind && previous.end == found.begin;
  if (adjacent && found.kind == Kind::Ampersand)
    d->withHint("the logical operator is written 'and'");
  else if (adjacent && found.kind == Kind::Pipe)
    d->withHint("the logical operator is written 'or'");
  else if (pos > 1 && previous.kind == tokens[pos - 2].kind && tokens[pos - 2].end == previous.begin &&
           (previous.kind == Kind::Plus || previous.kind == Kind::Minus))
    d->withHint(previous.kind == Kind::Plus ? "there is no '++': use '+= 1'" : "there is no '--': use '-= 1'");
  return d;
}

bool Parser::expect(Kind kind) {
  if (accept(kind))
    return true;
  const bool closes = kind == Kind::RParen || kind == Kind::RBracket || kind == Kind::RBrace;
  const std::string quoted = ("'" + spelling(kind) + "'").str();
  if (closes && at(Kind::Equal)) {
    if (Diagnostic *d = failExpected(quoted))
      d->withHint("'==' compares; ':=' assigns inside an expression");
  } else if (closes && atExpression()) {
    fail(DiagId::parse_missing_comma, range(previousEnd, previousEnd));
  } else {
    failExpected(quoted);
  }
  return false;
}

// Something stands behind a complete simple statement.
Diagnostic *Parser::failStatementEnd() {
  const Token found = peek();
  const Token first = tokens[std::min(statementPos, tokens.size() - 1)];
  Diagnostic *d = fail(DiagId::parse_expected_found, errorRange(), "the end of the statement", describe(found));
  if (!d)
    return nullptr;
  const bool second = pos == statementPos + 1;
  llvm::StringRef name = first.kind == Kind::Name ? spell(first) : llvm::StringRef();
  if (second && (name == "print" || name == "exec"))
    d->withHint(("'" + name + "' is a function: write " + name + "(...)").str());
  else if (std::string keyword = second ? nearestName(name, keywordNames()) : ""; !keyword.empty())
    d->withHint("did you mean '" + keyword + "'?");
  else if (found.kind == Kind::Equal)
    d->withHint("'==' compares");
  return d;
}

// The innermost open bracket, if the current token looks like the start of something new and the bracket is still open
// at the end of the file.
bool Parser::reportUnclosedBracket() {
  if (!inLastLine(pos) || !lexer.lineUnclosed())
    return false;
  const llvm::SmallVector<Token, 8> open = openBrackets(pos), forever = openBrackets(tokens.size());
  if (open.empty() || llvm::none_of(forever, [&](const Token &t) { return t.begin == open.back().begin; }))
    return false;
  const Token found = peek();
  const bool endsHeader = found.kind == Kind::Colon && (peekAt(1).firstOnLine || peekAt(1).kind == Kind::Newline);
  if (found.kind != Kind::Newline && !found.firstOnLine && !endsHeader)
    return false;
  const Token bracket = open.back();
  Diagnostic *d = bracket.kind == Kind::FieldStart
                      ? report(DiagId::parse_fstring, range(bracket), "expected '}'")
                      : report(DiagId::lex_unclosed_bracket, range(bracket), spell(bracket));
  if (d && found.kind != Kind::Newline)
    d->note(range(found), "it is still open here");
  return true;
}

// Brackets of the last logical line that are open before token `index`, outermost first.
llvm::SmallVector<Token, 8> Parser::openBrackets(size_t index) const {
  llvm::SmallVector<Token, 8> open;
  for (size_t i = lastLine; i < index; ++i) {
    switch (tokens[i].kind) {
    case Kind::LParen:
    case Kind::LBracket:
    case Kind::LBrace:
    case Kind::FieldStart:
      open.push_back(tokens[i]);
      break;
    case Kind::RParen:
    case Kind::RBracket:
    case Kind::RBrace:
    case Kind::FieldEnd:
      if (!open.empty())
        open.pop_back();
      break;
    default:
      break;
    }
  }
  return open;
}

//===----------------------------------------------------------------------===//
// Going on
//===----------------------------------------------------------------------===//

uint32_t Parser::lineBegin(uint32_t offset) const {
  const size_t newline = text.take_front(offset).find_last_of("\r\n");
  return newline == llvm::StringRef::npos ? 0 : static_cast<uint32_t>(newline + 1);
}

uint32_t Parser::nextLine(uint32_t offset) const {
  const size_t newline = text.find_first_of("\r\n", offset);
  if (newline == llvm::StringRef::npos)
    return static_cast<uint32_t>(text.size());
  return static_cast<uint32_t>(newline + (text.substr(newline).starts_with("\r\n") ? 2 : 1));
}

unsigned Parser::physicalColumn(uint32_t begin) const {
  unsigned column = 0;
  for (; begin < text.size(); ++begin) {
    if (text[begin] == '\t')
      column = (column / 8 + 1) * 8;
    else if (text[begin] == ' ')
      ++column;
    else
      break;
  }
  return column;
}

// After an error inside brackets that may never close: continue at the next physical line that is indented no deeper
// than this statement. False if the logical line can be trusted.
bool Parser::recoverAtPhysicalLine() {
  const Token found = peek();
  auto isError = [](const Token &t) { return t.kind == Kind::Error; };
  const bool doubtful = lexer.lineUnclosed() || std::any_of(tokens.begin() + lastLine, tokens.end(), isError);
  if (!doubtful || (openBrackets(pos).empty() && !isError(found)))
    return false;

  size_t first = lastLine;
  while (first < pos && (tokens[first].kind == Kind::Indent || tokens[first].kind == Kind::Dedent))
    ++first;
  const uint32_t statementLine = lineBegin(tokens[first].begin);
  const unsigned statementColumn = physicalColumn(statementLine);
  const uint32_t foundLine = lineBegin(found.begin);
  const bool fresh = found.firstOnLine && foundLine > statementLine && !isError(found);
  uint32_t offset = fresh ? foundLine : nextLine(isError(found) ? std::max(found.begin, found.end) : found.begin);
  while (offset < text.size()) {
    llvm::StringRef line = text.substr(offset).ltrim(" \t\f");
    const bool blank = line.empty() || line[0] == '#' || line[0] == '\r' || line[0] == '\n';
    const bool closes = !line.empty() && (line[0] == ')' || line[0] == ']' || line[0] == '}');
    if (!blank && !closes && physicalColumn(offset) <= statementColumn)
      break;
    offset = nextLine(offset);
  }
  tokens.resize(pos);
  tokens.push_back({Kind::Newline, false, offset, offset, 0});
  pos = tokens.size();
  lexer.restart(offset);
  return true;
}

void Parser::recover() {
  panicking = false;
  peek();
  if (inLastLine(pos) && recoverAtPhysicalLine())
    return;
  while (!at(Kind::Newline) && !at(Kind::EndOfFile))
    advance();
  accept(Kind::Newline);
}

void Parser::stop() {
  const uint32_t end = static_cast<uint32_t>(text.size());
  tokens.resize(pos);
  lastLine = pos;
  tokens.push_back({Kind::EndOfFile, true, end, end, 0});
}

Parser::Depth::Depth(Parser &parser) : parser(parser), ok(++parser.depth <= deepestExpression) {
  if (ok || parser.panicking)
    return;
  parser.panicking = true; // no better message can come from this place
  parser.report(DiagId::parse_too_deep, parser.errorRange(), std::to_string(deepestExpression));
}

} // namespace tritonc

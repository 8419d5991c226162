//===- Parser.h - tokens to syntax tree -----------------------------------===//
//
// Recursive descent over the grammar of Python 3.12, with precedence climbing for binary operators. Private to this
// folder: the way in is `parseFile`.
//
// Errors. A function that cannot go on reports once through `fail`, which sets `panicking`, and gives null; its callers
// give null too, up to the statement loop, where `recover` finds the next statement. What is wrong but does not confuse
// the parser (a bad assignment target, a repeated keyword) is reported through `report` and parsing goes on. While the
// parser tries an alternative (`match`, `with (`), errors only make the attempt fail.
//
// Depth. `Depth` counts levels of recursion, and each expression knows its height, since `a + a + a ...` and `a.b.b.b
// ...` make deep trees without recursion here. Both have limits, so that neither this nor any later walk can exhaust
// the stack.
//
//===----------------------------------------------------------------------===//
#pragma once

#include "frontend/syntax/Ast.h"
#include "frontend/syntax/Lexer.h"
#include "llvm/ADT/SmallString.h"
#include "llvm/ADT/SmallVector.h"
#include "llvm/Support/Allocator.h"
#include <initializer_list>
#include <utility>

namespace tritonc {

/// Parses `file` into `arena`. Always gives a module; it is usable if nothing was reported.
const ast::Module *parseFile(const SourceFile &file, llvm::BumpPtrAllocator &arena, DiagnosticEngine &diagnostics);

// As in CPython: 200 nested parentheses, 100 levels of indentation.
constexpr unsigned deepestExpression = 200;
constexpr unsigned deepestBlock = 100;
/// Blocks and `elif`s above each other.
constexpr unsigned deepestStatement = 500;
constexpr unsigned tallestExpression = 1000;
/// After so many errors in a file the rest is not looked at.
constexpr unsigned mostErrors = 20;
/// No source is longer; offsets fit easily, and memory stays bounded.
constexpr size_t largestFile = size_t(64) << 20;

class Parser {
public:
  Parser(const SourceFile &file, llvm::BumpPtrAllocator &arena, DiagnosticEngine &diagnostics)
      : file(file), text(file.text), arena(arena), diagnostics(diagnostics), lexer(file) {}

  const ast::Module *parseModule();

private:
  using Kind = TokenKind;
  using Statements = llvm::SmallVector<const ast::Stmt *, 16>;
  using Expressions = llvm::SmallVector<const ast::Expr *, 8>;

  //===--- Tokens ---------------------------------------------------------===//
  const Token &peek() {
    if (pos >= tokens.size())
      fill(pos);
    return tokens[pos];
  }
  Token peekAt(unsigned ahead) {
    fill(pos + ahead);
    return tokens[std::min<size_t>(pos + ahead, tokens.size() - 1)];
  }
  void fill(size_t index);
  bool at(Kind kind) { return peek().kind == kind; }
  bool atAny(std::initializer_list<Kind> kinds);
  bool atName(llvm::StringRef name) { return at(Kind::Name) && spell(peek()) == name; }
  Token advance();
  bool accept(Kind kind) {
    if (!at(kind))
      return false;
    advance();
    return true;
  }
  /// Accepts `kind` or fails with "expected '...'".
  bool expect(Kind kind);
  llvm::StringRef spell(const Token &token) const { return text.slice(token.begin, token.end); }
  SourceRange range(uint32_t begin, uint32_t end) const { return {&file, begin, end}; }
  SourceRange range(const Token &token) const { return {&file, token.begin, token.end}; }
  /// From `begin` to the end of the last token that was consumed.
  SourceRange since(uint32_t begin) const { return {&file, begin, std::max(begin, previousEnd)}; }
  uint32_t here() { return peek().begin; }
  ast::Identifier identifier(const Token &token) const { return {spell(token), range(token)}; }

  //===--- Nodes ----------------------------------------------------------===//
  template <typename T> T *make(uint32_t begin) { return new (arena.Allocate<T>()) T(since(begin)); }
  template <typename T> llvm::ArrayRef<T> copy(llvm::ArrayRef<T> list) {
    if (list.empty())
      return {};
    T *data = arena.Allocate<T>(list.size());
    std::uninitialized_copy(list.begin(), list.end(), data);
    return {data, list.size()};
  }
  template <typename T, unsigned N> llvm::ArrayRef<T> copy(const llvm::SmallVector<T, N> &list) {
    return copy(llvm::ArrayRef<T>(list));
  }
  llvm::StringRef copy(llvm::StringRef string) { return string.copy(arena); }
  void setEnd(ast::Node *node, uint32_t begin);
  /// Computes the height of a finished expression; fails if it is too tall.
  const ast::Expr *seal(ast::Expr *expr);

  //===--- Errors (Recovery.cpp) ------------------------------------------===//
  Diagnostic *report(DiagId id, SourceRange where, llvm::StringRef a = {}, llvm::StringRef b = {});
  /// Reports what is wrong at the current token: the lexer's complaint or an unclosed bracket if there is one, else
  /// this. Null, or the new diagnostic if it is this one.
  Diagnostic *fail(DiagId id, SourceRange where, llvm::StringRef a = {}, llvm::StringRef b = {});
  /// `fail` with "expected `what`, found ...".
  Diagnostic *failExpected(llvm::StringRef what);
  Diagnostic *failExpectedExpression();
  Diagnostic *failStatementEnd();
  bool reportUnclosedBracket();
  std::string describe(const Token &token) const;
  /// The current token, or the place just behind the last one at the end of a line.
  SourceRange errorRange();
  llvm::SmallVector<Token, 8> openBrackets(size_t index) const;
  bool inLastLine(size_t index) const { return index >= lastLine; }
  void recover();
  bool recoverAtPhysicalLine();
  void stop();
  unsigned physicalColumn(uint32_t lineBegin) const;
  uint32_t lineBegin(uint32_t offset) const;
  uint32_t nextLine(uint32_t offset) const;

  class Depth {
  public:
    explicit Depth(Parser &parser);
    ~Depth() { --parser.depth; }
    explicit operator bool() const { return ok; }

  private:
    Parser &parser;
    bool ok;
  };
  /// Whether `parse` gives true from here, without reporting or consuming anything.
  template <typename Fn> bool wouldParse(Fn parse);

  //===--- Statements (ParseStatement.cpp, ParseCompound.cpp) --------------===//
  void parseStatements(Statements &out);
  void parseStatement(Statements &out);
  void parseSimpleLine(Statements &out);
  void skipBrokenStatement();
  bool isClause(Kind kind) const;
  void parseStrayClause();
  const ast::Stmt *parseSimple();
  const ast::Stmt *parseExpressionStatement();
  const ast::Stmt *parseAnnotated(uint32_t begin, const ast::Expr *target, bool parenthesized);
  const ast::Stmt *parseAugmented(uint32_t begin, const ast::Expr *target);
  const ast::Stmt *parseReturn();
  const ast::Stmt *parseRaise();
  const ast::Stmt *parseAssert();
  const ast::Stmt *parseDelete();
  const ast::Stmt *parseLoopExit();
  const ast::Stmt *parseImport();
  const ast::Stmt *parseImportFrom();
  const ast::Alias *parseAlias(bool dotted);
  bool parseDottedName(ast::Identifier &name);
  const ast::Stmt *parseTypeAlias();
  template <typename T> const ast::Stmt *parseScopeDeclaration();

  const ast::Stmt *parseCompound();
  bool parseBlock(llvm::StringRef after, SourceRange header, ast::StmtList &body);
  bool expectColon(llvm::StringRef after);
  const ast::Stmt *parseIf();
  const ast::Stmt *parseWhile();
  const ast::Stmt *parseFor(uint32_t begin, bool isAsync);
  const ast::Stmt *parseTry();
  const ast::ExceptHandler *parseHandler(bool &isStar);
  const ast::Stmt *parseWith(uint32_t begin, bool isAsync);
  bool parseParenthesizedItems(llvm::SmallVectorImpl<const ast::WithItem *> &items);
  const ast::WithItem *parseWithItem();
  bool parseElse(ast::StmtList &orelse);
  const ast::Stmt *parseDecorated();
  const ast::Stmt *parseAsync();
  const ast::Stmt *parseFunction(uint32_t begin, bool isAsync, ast::ExprList decorators);
  const ast::Stmt *parseClass(ast::ExprList decorators);
  bool parseTypeParams(ast::TypeParamList &params);
  bool parseParameters(Kind close, bool annotations, ast::ParameterList &params);
  ast::Parameter *parseParameter(ast::ParameterKind kind, bool annotations);
  bool parseParameterMarker(Kind close, llvm::SmallVectorImpl<ast::Parameter *> &list);
  void checkParameters(llvm::ArrayRef<ast::Parameter *> list);

  //===--- Patterns (ParsePattern.cpp) ------------------------------------===//
  bool mayStartMatch();
  const ast::Stmt *parseMatch();
  const ast::Expr *parseSubject();
  const ast::MatchCase *parseCase();
  const ast::Pattern *parsePatterns();
  const ast::Pattern *parseAsPattern();
  const ast::Pattern *parseOrPattern();
  const ast::Pattern *parseClosedPattern();
  const ast::Pattern *parseMaybeStarPattern();
  const ast::Pattern *parseStarPattern();
  const ast::Pattern *parseNamePattern();
  const ast::Pattern *parseValuePattern();
  const ast::Pattern *parseSequencePattern(Kind close);
  const ast::Pattern *parseMappingPattern();
  const ast::Pattern *parseClassPattern(uint32_t begin, const ast::Expr *cls);
  const ast::Expr *parsePatternNumber();

  //===--- Expressions (ParseExpression.cpp, ParseAtom.cpp) ----------------===//
  bool atExpression();
  const ast::Expr *parseStarExpressions();
  const ast::Expr *parseStarExpression();
  const ast::Expr *parseStarNamed();
  const ast::Expr *parseNamed();
  const ast::Expr *parseExpression();
  const ast::Expr *parseYieldOrStar();
  const ast::Expr *parseYield();
  const ast::Expr *parseLambda();
  const ast::Expr *parseOr();
  const ast::Expr *parseAnd();
  const ast::Expr *parseNot();
  const ast::Expr *parseComparison();
  const ast::Expr *parseBinary(unsigned precedence = 1);
  const ast::Expr *parseUnary();
  const ast::Expr *parsePower();
  const ast::Expr *parsePostfix();
  const ast::Expr *parseTargets();
  const ast::Expr *parseTarget();
  template <typename T, typename Fn> const ast::Expr *parseFlat(Kind op, ast::BoolOperator spelled, Fn operand);
  const ast::Expr *finishTuple(uint32_t begin, const ast::Expr *first, const ast::Expr *(Parser::*next)());
  bool parseArguments(ast::ExprList &args, ast::KeywordList &keywords);
  struct Arguments;
  bool parseArgument(Arguments &arguments);
  const ast::Expr *parseIndex();
  const ast::Expr *parseSlice();
  bool parseComprehensions(ast::ComprehensionList &generators);
  bool atComprehension();

  const ast::Expr *parseAtom();
  const ast::Expr *parseConstant(ast::ConstantKind kind);
  const ast::Expr *parseNumber();
  const ast::Expr *parseGroup();
  const ast::Expr *parseListDisplay();
  const ast::Expr *parseBraces();
  const ast::Expr *parseDictTail(uint32_t begin, const ast::Expr *key, const ast::Expr *value);
  const ast::Expr *parseSetTail(uint32_t begin, const ast::Expr *first);

  //===--- Strings (ParseString.cpp) ---------------------------------------===//
  struct StringPieces;
  const ast::Expr *parseStrings();
  bool addString(StringPieces &pieces);
  bool addFString(StringPieces &pieces);
  bool addFStringText(StringPieces &pieces, bool raw);
  bool addField(StringPieces &pieces, bool raw);
  const ast::JoinedStr *parseFormatSpec(bool raw);
  void flushText(StringPieces &pieces);

  //===--- Checks (Targets.cpp) --------------------------------------------===//
  /// Reports if `expr` cannot be a target; `verb` is "assign to" or "delete".
  bool checkTarget(const ast::Expr *expr, llvm::StringRef verb);

  const SourceFile &file;
  llvm::StringRef text;
  llvm::BumpPtrAllocator &arena;
  DiagnosticEngine &diagnostics;
  Lexer lexer;
  std::vector<Token> tokens;
  size_t pos = 0;
  size_t lastLine = 0;      ///< index of the first token of the line that was lexed last
  size_t statementPos = 0;  ///< index of the first token of the current statement
  uint32_t previousEnd = 0; ///< of the last token but line ends and indentation
  unsigned depth = 0;
  unsigned blocks = 0;
  unsigned statementDepth = 0;
  unsigned errors = 0;
  unsigned attempts = 0;
  bool panicking = false;
  bool brokenHeader = false; ///< the last statement was skipped, so an `else` may follow
  const ast::Node *scope = nullptr;
  unsigned loops = 0; ///< around the current statement, in the current function
  std::vector<const ast::FunctionDef *> functions;
};

template <typename Fn> bool Parser::wouldParse(Fn parse) {
  const size_t savedPos = pos;
  const uint32_t savedEnd = previousEnd;
  const bool savedPanic = std::exchange(panicking, false);
  ++attempts;
  const bool ok = parse() && !panicking;
  --attempts;
  panicking = savedPanic;
  pos = savedPos;
  previousEnd = savedEnd;
  return ok;
}

} // namespace tritonc

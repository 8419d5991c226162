//===- Ast.h - the syntax tree of a Python file ---------------------------===//
//
// The whole Python 3.12 grammar, node for node what CPython's `ast` module calls them (a statement that is an
// expression is `ExprStmt`, since `Expr` is the base class). Two things differ. Parameters are one list of `Parameter`,
// each with its kind and default, rather than five parallel lists. Functions, lambdas and classes know the scope that
// encloses them, since kernels live under `if`, `try` and inside other functions, and their free names are looked up
// from there.
//
// Nodes are immutable once parsed, are allocated in the arena of their module and are never destroyed one by one: all
// members are trivially destructible, lists are ArrayRefs into the arena, strings are interned there. Ranges are byte
// offsets, end exclusive, with CPython's conventions (a tuple in parentheses includes them, other expressions do not; a
// decorated function starts at `def`).
//
// `llvm::isa/cast/dyn_cast` and TypeSwitch work on `const Node *`. `forEachChild` walks without knowing the kinds.
//
//===----------------------------------------------------------------------===//
#pragma once

#include "frontend/diagnostics/Diagnostics.h"
#include "llvm/ADT/APInt.h"
#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/STLFunctionalExtras.h"
#include "llvm/ADT/StringRef.h"
#include "llvm/Support/Casting.h"
#include <cstdint>
#include <string>

namespace tritonc::ast {

enum class NodeKind : uint8_t {
#define NODE(NAME) NAME,
#include "frontend/syntax/AstKinds.def"
  FirstExpr = Attribute,
  LastExpr = YieldFrom,
  FirstStmt = AnnAssign,
  LastStmt = With,
  FirstPattern = MatchAs,
  LastPattern = MatchValue,
};

/// "BinOp", "FunctionDef", ...
llvm::StringRef kindName(NodeKind kind);

class Node {
public:
  NodeKind kind() const { return nodeKind; }
  SourceRange range() const { return nodeRange; }
  /// Expressions: levels of expressions below this one. The parser keeps it under a limit, so that walks may recurse.
  unsigned height() const { return nodeHeight; }

protected:
  Node(NodeKind kind, SourceRange range) : nodeRange(range), nodeKind(kind) {}

private:
  friend class NodeEditor; // the parser's: a node is allocated before its end is known
  SourceRange nodeRange;
  NodeKind nodeKind;
  uint16_t nodeHeight = 0;
};

class Expr : public Node {
public:
  static bool classof(const Node *n) { return n->kind() >= NodeKind::FirstExpr && n->kind() <= NodeKind::LastExpr; }

protected:
  using Node::Node;
};

class Stmt : public Node {
public:
  static bool classof(const Node *n) { return n->kind() >= NodeKind::FirstStmt && n->kind() <= NodeKind::LastStmt; }

protected:
  using Node::Node;
};

class Pattern : public Node {
public:
  static bool classof(const Node *n) {
    return n->kind() >= NodeKind::FirstPattern && n->kind() <= NodeKind::LastPattern;
  }

protected:
  using Node::Node;
};

using ExprList = llvm::ArrayRef<const Expr *>;
using StmtList = llvm::ArrayRef<const Stmt *>;

/// An identifier with its place (names in `global`, attribute names, keyword arguments, parameters).
struct Identifier {
  llvm::StringRef text;
  SourceRange range;
  bool empty() const { return text.empty(); }
};

// The constructor and classof of a node class.
#define TRITONC_AST_NODE(NAME, BASE)                                                                                   \
  explicit NAME(SourceRange range) : BASE(NodeKind::NAME, range) {}                                                    \
  static bool classof(const Node *n) { return n->kind() == NodeKind::NAME; }

//===----------------------------------------------------------------------===//
// Operators
//===----------------------------------------------------------------------===//

enum class BoolOperator : uint8_t { And, Or };
enum class BinaryOperator : uint8_t {
  Add,
  Sub,
  Mult,
  MatMult,
  Div,
  Mod,
  Pow,
  LShift,
  RShift,
  BitOr,
  BitXor,
  BitAnd,
  FloorDiv
};
enum class UnaryOperator : uint8_t { Invert, Not, UAdd, USub };
enum class CompareOperator : uint8_t { Eq, NotEq, Lt, LtE, Gt, GtE, Is, IsNot, In, NotIn };

/// As written: "and", "+", "not", "<=", "not in".
llvm::StringRef spelling(BoolOperator op);
llvm::StringRef spelling(BinaryOperator op);
llvm::StringRef spelling(UnaryOperator op);
llvm::StringRef spelling(CompareOperator op);

//===----------------------------------------------------------------------===//
// Parts that are neither expressions nor statements
//===----------------------------------------------------------------------===//

enum class ParameterKind : uint8_t {
  PositionalOnly, ///< before `/`
  Normal,
  VarArgs, ///< `*args`
  KeywordOnly,
  VarKeywords, ///< `**kwargs`
};

struct Parameter : Node {
  TRITONC_AST_NODE(Parameter, Node)
  Identifier name;
  ParameterKind paramKind = ParameterKind::Normal;
  const Expr *annotation = nullptr;
  const Expr *defaultValue = nullptr;
};
using ParameterList = llvm::ArrayRef<const Parameter *>;

/// `name=value` in a call or class; an empty name is `**value`.
struct Keyword : Node {
  TRITONC_AST_NODE(Keyword, Node)
  Identifier name;
  const Expr *value = nullptr;
};
using KeywordList = llvm::ArrayRef<const Keyword *>;

/// `for target in iter if condition...`
struct Comprehension : Node {
  TRITONC_AST_NODE(Comprehension, Node)
  const Expr *target = nullptr;
  const Expr *iter = nullptr;
  ExprList conditions;
  bool isAsync = false;
};
using ComprehensionList = llvm::ArrayRef<const Comprehension *>;

/// `a.b.c as d`; `name` is the dotted name or `*`.
struct Alias : Node {
  TRITONC_AST_NODE(Alias, Node)
  Identifier name;
  Identifier asName; ///< empty without `as`
};
using AliasList = llvm::ArrayRef<const Alias *>;

struct WithItem : Node {
  TRITONC_AST_NODE(WithItem, Node)
  const Expr *context = nullptr;
  const Expr *target = nullptr; ///< may be null
};

struct ExceptHandler : Node {
  TRITONC_AST_NODE(ExceptHandler, Node)
  const Expr *type = nullptr; ///< null: catches everything
  Identifier name;
  StmtList body;
};

enum class TypeParamKind : uint8_t { TypeVar, TypeVarTuple, ParamSpec };

struct TypeParam : Node {
  TRITONC_AST_NODE(TypeParam, Node)
  TypeParamKind paramKind = TypeParamKind::TypeVar;
  Identifier name;
  const Expr *bound = nullptr;
};
using TypeParamList = llvm::ArrayRef<const TypeParam *>;

struct MatchCase : Node {
  TRITONC_AST_NODE(MatchCase, Node)
  const Pattern *pattern = nullptr;
  const Expr *guard = nullptr;
  StmtList body;
};

struct FunctionDef;

struct Module : Node {
  TRITONC_AST_NODE(Module, Node)
  StmtList body;
  /// Every `def` of the file in source order, nested ones too.
  llvm::ArrayRef<const FunctionDef *> functions;
};

//===----------------------------------------------------------------------===//
// Expressions
//===----------------------------------------------------------------------===//

struct Attribute : Expr {
  TRITONC_AST_NODE(Attribute, Expr)
  const Expr *value = nullptr;
  Identifier attr;
};

struct Await : Expr {
  TRITONC_AST_NODE(Await, Expr)
  const Expr *value = nullptr;
};

struct BinOp : Expr {
  TRITONC_AST_NODE(BinOp, Expr)
  const Expr *left = nullptr;
  const Expr *right = nullptr;
  BinaryOperator op = BinaryOperator::Add;
  SourceRange opRange;
};

/// `a and b and c` is one node with three values.
struct BoolOp : Expr {
  TRITONC_AST_NODE(BoolOp, Expr)
  BoolOperator op = BoolOperator::And;
  ExprList values;
};

struct Call : Expr {
  TRITONC_AST_NODE(Call, Expr)
  const Expr *func = nullptr;
  ExprList args; ///< `*x` is Starred
  KeywordList keywords;
};

struct Compare : Expr {
  TRITONC_AST_NODE(Compare, Expr)
  const Expr *left = nullptr;
  llvm::ArrayRef<CompareOperator> ops;
  ExprList comparators;
};

enum class ConstantKind : uint8_t { None, True, False, Ellipsis, Int, Float, Imaginary, Str, Bytes };

struct Constant : Expr {
  TRITONC_AST_NODE(Constant, Expr)
  ConstantKind constantKind = ConstantKind::None;
  /// Str: the decoded text as UTF-8 (lone surrogates as three bytes); Bytes: the bytes; numbers: as written.
  llvm::StringRef text;
  /// Float, and the magnitude of Imaginary.
  double floatValue = 0;
  /// Int: magnitude in 64-bit words, least significant first, no leading zero words (empty is 0).
  llvm::ArrayRef<uint64_t> words;

  /// Int: the value, never negative, in a width that leaves room for the sign bit (at least 64).
  llvm::APInt intValue() const;
  bool fitsInt64() const { return words.empty() || (words.size() == 1 && words[0] <= INT64_MAX); }
  int64_t int64Value() const { return words.empty() ? 0 : static_cast<int64_t>(words[0]); }
};

/// `{**other, key: value}`: a null key marks `**`.
struct Dict : Expr {
  TRITONC_AST_NODE(Dict, Expr)
  ExprList keys;
  ExprList values;
};

struct DictComp : Expr {
  TRITONC_AST_NODE(DictComp, Expr)
  const Expr *key = nullptr;
  const Expr *value = nullptr;
  ComprehensionList generators;
};

struct JoinedStr;

/// `{value!r:spec}` inside an f-string. For `{x=}` the text `x=` is a Constant before it, as in CPython.
struct FormattedValue : Expr {
  TRITONC_AST_NODE(FormattedValue, Expr)
  const Expr *value = nullptr;
  char conversion = 0; ///< 0, 's', 'r' or 'a'
  const JoinedStr *formatSpec = nullptr;
};

struct GeneratorExp : Expr {
  TRITONC_AST_NODE(GeneratorExp, Expr)
  const Expr *element = nullptr;
  ComprehensionList generators;
};

struct IfExp : Expr {
  TRITONC_AST_NODE(IfExp, Expr)
  const Expr *test = nullptr;
  const Expr *body = nullptr;
  const Expr *orelse = nullptr;
};

/// An f-string, adjacent literals joined: Constants (Str) and FormattedValues.
struct JoinedStr : Expr {
  TRITONC_AST_NODE(JoinedStr, Expr)
  ExprList values;
};

struct Lambda : Expr {
  TRITONC_AST_NODE(Lambda, Expr)
  ParameterList params;
  const Expr *body = nullptr;
  const Node *enclosing = nullptr; ///< FunctionDef, Lambda, ClassDef or Module
};

struct List : Expr {
  TRITONC_AST_NODE(List, Expr)
  ExprList elements;
};

struct ListComp : Expr {
  TRITONC_AST_NODE(ListComp, Expr)
  const Expr *element = nullptr;
  ComprehensionList generators;
};

struct Name : Expr {
  TRITONC_AST_NODE(Name, Expr)
  llvm::StringRef id;
};

struct NamedExpr : Expr {
  TRITONC_AST_NODE(NamedExpr, Expr)
  const Name *target = nullptr;
  const Expr *value = nullptr;
};

struct Set : Expr {
  TRITONC_AST_NODE(Set, Expr)
  ExprList elements;
};

struct SetComp : Expr {
  TRITONC_AST_NODE(SetComp, Expr)
  const Expr *element = nullptr;
  ComprehensionList generators;
};

struct Slice : Expr {
  TRITONC_AST_NODE(Slice, Expr)
  const Expr *lower = nullptr;
  const Expr *upper = nullptr;
  const Expr *step = nullptr;
};

struct Starred : Expr {
  TRITONC_AST_NODE(Starred, Expr)
  const Expr *value = nullptr;
};

/// `value[index]`; several indices are one Tuple.
struct Subscript : Expr {
  TRITONC_AST_NODE(Subscript, Expr)
  const Expr *value = nullptr;
  const Expr *index = nullptr;
};

struct Tuple : Expr {
  TRITONC_AST_NODE(Tuple, Expr)
  ExprList elements;
};

struct UnaryOp : Expr {
  TRITONC_AST_NODE(UnaryOp, Expr)
  UnaryOperator op = UnaryOperator::Not;
  const Expr *operand = nullptr;
};

struct Yield : Expr {
  TRITONC_AST_NODE(Yield, Expr)
  const Expr *value = nullptr; ///< may be null
};

struct YieldFrom : Expr {
  TRITONC_AST_NODE(YieldFrom, Expr)
  const Expr *value = nullptr;
};

//===----------------------------------------------------------------------===//
// Statements
//===----------------------------------------------------------------------===//

struct AnnAssign : Stmt {
  TRITONC_AST_NODE(AnnAssign, Stmt)
  const Expr *target = nullptr;
  const Expr *annotation = nullptr;
  const Expr *value = nullptr; ///< may be null
};

struct Assert : Stmt {
  TRITONC_AST_NODE(Assert, Stmt)
  const Expr *test = nullptr;
  const Expr *message = nullptr; ///< may be null
};

/// `a = b = value`: two targets.
struct Assign : Stmt {
  TRITONC_AST_NODE(Assign, Stmt)
  ExprList targets;
  const Expr *value = nullptr;
};

struct AugAssign : Stmt {
  TRITONC_AST_NODE(AugAssign, Stmt)
  const Expr *target = nullptr;
  BinaryOperator op = BinaryOperator::Add;
  SourceRange opRange;
  const Expr *value = nullptr;
};

struct Break : Stmt {
  TRITONC_AST_NODE(Break, Stmt)
};

struct ClassDef : Stmt {
  TRITONC_AST_NODE(ClassDef, Stmt)
  Identifier name;
  TypeParamList typeParams;
  ExprList bases;
  KeywordList keywords;
  StmtList body;
  ExprList decorators; ///< without the `@`
  const Node *enclosing = nullptr;
};

struct Continue : Stmt {
  TRITONC_AST_NODE(Continue, Stmt)
};

struct Delete : Stmt {
  TRITONC_AST_NODE(Delete, Stmt)
  ExprList targets;
};

struct ExprStmt : Stmt {
  TRITONC_AST_NODE(ExprStmt, Stmt)
  const Expr *value = nullptr;
};

struct For : Stmt {
  TRITONC_AST_NODE(For, Stmt)
  const Expr *target = nullptr;
  const Expr *iter = nullptr;
  StmtList body;
  StmtList orelse;
  bool isAsync = false;
};

struct FunctionDef : Stmt {
  TRITONC_AST_NODE(FunctionDef, Stmt)
  Identifier name;
  TypeParamList typeParams;
  ParameterList params;
  const Expr *returns = nullptr;
  StmtList body;
  ExprList decorators; ///< without the `@`, outermost (first written) first
  bool isAsync = false;
  /// The scope that this function is defined in: FunctionDef, ClassDef or Module.
  const Node *enclosing = nullptr;
};

struct Global : Stmt {
  TRITONC_AST_NODE(Global, Stmt)
  llvm::ArrayRef<Identifier> names;
};

/// `elif` is an If that is alone in `orelse`.
struct If : Stmt {
  TRITONC_AST_NODE(If, Stmt)
  const Expr *test = nullptr;
  StmtList body;
  StmtList orelse;
};

struct Import : Stmt {
  TRITONC_AST_NODE(Import, Stmt)
  AliasList names;
};

struct ImportFrom : Stmt {
  TRITONC_AST_NODE(ImportFrom, Stmt)
  Identifier module;  ///< dotted; empty in `from . import x`
  unsigned level = 0; ///< number of leading dots
  AliasList names;
};

struct Match : Stmt {
  TRITONC_AST_NODE(Match, Stmt)
  const Expr *subject = nullptr;
  llvm::ArrayRef<const MatchCase *> cases;
};

struct Nonlocal : Stmt {
  TRITONC_AST_NODE(Nonlocal, Stmt)
  llvm::ArrayRef<Identifier> names;
};

struct Pass : Stmt {
  TRITONC_AST_NODE(Pass, Stmt)
};

struct Raise : Stmt {
  TRITONC_AST_NODE(Raise, Stmt)
  const Expr *exception = nullptr; ///< may be null
  const Expr *cause = nullptr;     ///< may be null
};

struct Return : Stmt {
  TRITONC_AST_NODE(Return, Stmt)
  const Expr *value = nullptr; ///< may be null
};

struct Try : Stmt {
  TRITONC_AST_NODE(Try, Stmt)
  StmtList body;
  llvm::ArrayRef<const ExceptHandler *> handlers;
  StmtList orelse;
  StmtList finalbody;
  bool isStar = false; ///< `except*`
};

struct TypeAlias : Stmt {
  TRITONC_AST_NODE(TypeAlias, Stmt)
  const Name *name = nullptr;
  TypeParamList typeParams;
  const Expr *value = nullptr;
};

struct While : Stmt {
  TRITONC_AST_NODE(While, Stmt)
  const Expr *test = nullptr;
  StmtList body;
  StmtList orelse;
};

struct With : Stmt {
  TRITONC_AST_NODE(With, Stmt)
  llvm::ArrayRef<const WithItem *> items;
  StmtList body;
  bool isAsync = false;
};

//===----------------------------------------------------------------------===//
// Patterns of `match`
//===----------------------------------------------------------------------===//

using PatternList = llvm::ArrayRef<const Pattern *>;

/// `pattern as name`, a bare `name` (no pattern), or `_` (neither).
struct MatchAs : Pattern {
  TRITONC_AST_NODE(MatchAs, Pattern)
  const Pattern *pattern = nullptr;
  Identifier name;
};

struct MatchClass : Pattern {
  TRITONC_AST_NODE(MatchClass, Pattern)
  const Expr *cls = nullptr;
  PatternList patterns;
  llvm::ArrayRef<Identifier> keywordNames;
  PatternList keywordPatterns;
};

struct MatchMapping : Pattern {
  TRITONC_AST_NODE(MatchMapping, Pattern)
  ExprList keys;
  PatternList patterns;
  Identifier rest; ///< `**rest`
};

struct MatchOr : Pattern {
  TRITONC_AST_NODE(MatchOr, Pattern)
  PatternList patterns;
};

struct MatchSequence : Pattern {
  TRITONC_AST_NODE(MatchSequence, Pattern)
  PatternList patterns;
};

/// `None`, `True`, `False`
struct MatchSingleton : Pattern {
  TRITONC_AST_NODE(MatchSingleton, Pattern)
  ConstantKind value = ConstantKind::None;
};

struct MatchStar : Pattern {
  TRITONC_AST_NODE(MatchStar, Pattern)
  Identifier name; ///< empty for `*_`
};

struct MatchValue : Pattern {
  TRITONC_AST_NODE(MatchValue, Pattern)
  const Expr *value = nullptr;
};

#undef TRITONC_AST_NODE

//===----------------------------------------------------------------------===//
// Walking
//===----------------------------------------------------------------------===//

/// Calls `visit` with each direct child and the role it has ("left", "body"), field by field in source order
/// (decorators first, then parameters, then the body).
void forEachField(const Node &node, llvm::function_ref<void(llvm::StringRef role, const Node &child)> visit);
void forEachChild(const Node &node, llvm::function_ref<void(const Node &)> visit);

/// The names of a dotted expression (`tl.constexpr` gives "tl.constexpr"); empty if it is anything else.
std::string dottedName(const Expr &expr);

} // namespace tritonc::ast

//===- StatementTest.cpp - every kind of statement ------------------------===//
#include "SyntaxTesting.h"

namespace tritonc {

using namespace ast;

TEST(Statements, Assignments) {
  EXPECT_EQ(treeOf("a = b, *c = d\n"), "body: Assign\n  target: Name 'a'\n  target: Tuple\n    element: Name 'b'\n"
                                       "    element: Starred\n      value: Name 'c'\n  value: Name 'd'\n");
  EXPECT_EQ(treeOf("a.b[0] //= yield\n"),
            "body: AugAssign '//='\n  target: Subscript\n    value: Attribute 'b'\n      value: Name 'a'\n"
            "    index: Constant 0\n  value: Yield\n");
  EXPECT_EQ(treeOf("x: int = 3; y: 'str'\n"),
            "body: AnnAssign\n  target: Name 'x'\n  annotation: Name 'int'\n  value: Constant 3\n"
            "body: AnnAssign\n  target: Name 'y'\n  annotation: Constant 'str'\n");
}

TEST(Statements, AugmentedOperators) {
  const char *ops[] = {"+", "-", "*", "@", "/", "%", "**", "<<", ">>", "|", "^", "&", "//"};
  for (const char *op : ops)
    EXPECT_EQ(treeOf("a " + std::string(op) + "= 1\n").substr(0, 17 + strlen(op)),
              "body: AugAssign '" + std::string(op));
}

TEST(Statements, Simple) {
  EXPECT_EQ(treeOf("pass\n"), "body: Pass\n");
  EXPECT_EQ(treeOf("del a, b.c\n"), "body: Delete\n  target: Name 'a'\n  target: Attribute 'c'\n    value: Name 'b'\n");
  EXPECT_EQ(treeOf("raise A from b\n"), "body: Raise\n  exception: Name 'A'\n  cause: Name 'b'\n");
  EXPECT_EQ(treeOf("assert a, 'm'\n"), "body: Assert\n  test: Name 'a'\n  message: Constant 'm'\n");
  EXPECT_EQ(treeOf("global a, b; nonlocal c\n"), "body: Global 'a' 'b'\nbody: Nonlocal 'c'\n");
  EXPECT_EQ(treeOf("import a.b as c, d\n"), "body: Import\n  name: Alias 'a.b' as 'c'\n  name: Alias 'd'\n");
  EXPECT_EQ(treeOf("from ...a.b import (c, d as e,)\n"),
            "body: ImportFrom '...a.b'\n  name: Alias 'c'\n  name: Alias 'd' as 'e'\n");
  EXPECT_EQ(treeOf("from . import *\n"), "body: ImportFrom '.'\n  name: Alias '*'\n");
  EXPECT_EQ(treeOf("type X[T: int, *U, **V] = T\n"),
            "body: TypeAlias\n  name: Name 'X'\n  type_param: TypeParam 'T'\n    bound: Name 'int'\n"
            "  type_param: TypeParam 'U' *\n  type_param: TypeParam 'V' **\n  value: Name 'T'\n");
}

TEST(Statements, Branches) {
  EXPECT_EQ(treeOf("if a: b\nelif c: d\nelse: e\n"),
            "body: If\n  test: Name 'a'\n  body: ExprStmt\n    value: Name 'b'\n  orelse: If\n    test: Name 'c'\n"
            "    body: ExprStmt\n      value: Name 'd'\n    orelse: ExprStmt\n      value: Name 'e'\n");
  EXPECT_EQ(treeOf("while a:\n  break\nelse:\n  pass\n"),
            "body: While\n  test: Name 'a'\n  body: Break\n  orelse: Pass\n");
  EXPECT_EQ(treeOf("for i, in *a, b:\n\tcontinue\n"),
            "body: For\n  target: Tuple\n    element: Name 'i'\n  iter: Tuple\n    element: Starred\n"
            "      value: Name 'a'\n    element: Name 'b'\n  body: Continue\n");
}

TEST(Statements, TryAndWith) {
  EXPECT_EQ(treeOf("try: a\nexcept A as e: b\nexcept: c\nelse: d\nfinally: f\n"),
            "body: Try\n  body: ExprStmt\n    value: Name 'a'\n  handler: ExceptHandler 'e'\n    type: Name 'A'\n"
            "    body: ExprStmt\n      value: Name 'b'\n  handler: ExceptHandler\n    body: ExprStmt\n"
            "      value: Name 'c'\n  orelse: ExprStmt\n    value: Name 'd'\n  final: ExprStmt\n    value: Name 'f'\n");
  EXPECT_EQ(treeOf("with (a as b, c): pass\n"), "body: With\n  item: WithItem\n    context: Name 'a'\n"
                                                "    target: Name 'b'\n  item: WithItem\n    context: Name 'c'\n"
                                                "  body: Pass\n");
  EXPECT_EQ(treeOf("with (a, b) as c: pass\n"),
            "body: With\n  item: WithItem\n    context: Tuple\n      element: Name 'a'\n      element: Name 'b'\n"
            "    target: Name 'c'\n  body: Pass\n");
}

TEST(Statements, FunctionsAndScopes) {
  DiagnosticEngine diagnostics;
  auto module = parseSource("t.py",
                            "if x:\n  def outer(a, /, b=1, *args: int, c, **kw) -> d:\n    try:\n      @dec(1)\n"
                            "      async def inner(*, k=lambda q: q): pass\n    except A: pass\n"
                            "class C(B, m=D):\n  def method(self): pass\n",
                            {}, diagnostics);
  ASSERT_TRUE(module);
  const auto functions = module->tree().functions;
  ASSERT_EQ(functions.size(), 3u);
  EXPECT_EQ(functions[0]->name.text, "outer");
  EXPECT_EQ(functions[0]->enclosing, &module->tree());
  EXPECT_EQ(functions[1]->enclosing, functions[0]);
  EXPECT_TRUE(functions[1]->isAsync);
  EXPECT_EQ(functions[1]->decorators.size(), 1u);
  EXPECT_TRUE(llvm::isa<ClassDef>(functions[2]->enclosing));
  const ParameterKind kinds[] = {ParameterKind::PositionalOnly, ParameterKind::Normal, ParameterKind::VarArgs,
                                 ParameterKind::KeywordOnly, ParameterKind::VarKeywords};
  ASSERT_EQ(functions[0]->params.size(), std::size(kinds));
  for (size_t i = 0; i < std::size(kinds); ++i)
    EXPECT_EQ(functions[0]->params[i]->paramKind, kinds[i]);
}

TEST(Statements, Match) {
  EXPECT_EQ(treeOf("match x:\n  case [1, *_, {'k': v, **r}] if a: pass\n  case C(y, z=None) | a.b as w: pass\n"
                   "  case -1+2j, _: pass\n"),
            "body: Match\n  subject: Name 'x'\n  case: MatchCase\n    pattern: MatchSequence\n"
            "      pattern: MatchValue\n        value: Constant 1\n      pattern: MatchStar '_'\n"
            "      pattern: MatchMapping '**r'\n        key: Constant 'k'\n        pattern: MatchAs 'v'\n"
            "    guard: Name 'a'\n    body: Pass\n  case: MatchCase\n    pattern: MatchAs 'w'\n"
            "      pattern: MatchOr\n        pattern: MatchClass\n          class: Name 'C'\n"
            "          pattern: MatchAs 'y'\n          z: MatchSingleton None\n        pattern: MatchValue\n"
            "          value: Attribute 'b'\n            value: Name 'a'\n    body: Pass\n  case: MatchCase\n"
            "    pattern: MatchSequence\n      pattern: MatchValue\n        value: BinOp '+'\n"
            "          left: UnaryOp '-'\n            operand: Constant 1\n          right: Constant 2j\n"
            "      pattern: MatchAs '_'\n    body: Pass\n");
}

TEST(Statements, SoftKeywordsAreNames) {
  EXPECT_EQ(errorsOf("match = 1\nmatch(x)\nmatch[0] = case\nmatch.x\nmatch -x\nmatch * y\ntype = 3\ntype(x)\n"
                     "case = type\n_ = match\nprint(match, type)\nmatch: int = 3\nmatch (a, b)\n"),
            "");
}

TEST(Lines, JoiningIndentationEncodings) {
  EXPECT_EQ(errorsOf(""), "");
  EXPECT_EQ(errorsOf("\xEF\xBB\xBFx = 1"), "");
  EXPECT_EQ(errorsOf("x = (1, # one\n\n  # nothing\n2)\\\n  + 3\n"), "");
  EXPECT_EQ(errorsOf("if a:\r\n\tb\r\n\r\n# comment\r\n\tc\r\nd\r\n"), "");
  EXPECT_EQ(errorsOf("if a:\r  b\rc\r"), "");
  EXPECT_EQ(errorsOf("\f\nclass A:\n\f  x = 1\n  \fy = 2\n"), std::string("")); // a form feed restarts the count
  EXPECT_EQ(errorsOf("# coding: latin-1\nx = '\xE9'\n"), "");
  EXPECT_EQ(errorsOf("# vim: set fileencoding=gbk :\nx = 1\n"), "");
  EXPECT_EQ(errorsOf("\xC3\xA9t\xC3\xA9_\xE5\x90\x8D = 1\n"), "");
}

} // namespace tritonc

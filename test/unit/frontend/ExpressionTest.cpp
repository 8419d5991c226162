//===- ExpressionTest.cpp - precedence, displays, literals ----------------===//
#include "SyntaxTesting.h"
#include "llvm/ADT/TypeSwitch.h"
#include <cmath>

namespace tritonc {

using namespace ast;

namespace {

std::string shape(const Expr &expr) {
  return llvm::TypeSwitch<const Node *, std::string>(&expr)
      .Case([](const Name *n) { return n->id.str(); })
      .Case([](const Constant *n) { return n->text.str(); })
      .Case([](const BinOp *n) {
        return "(" + shape(*n->left) + " " + spelling(n->op).str() + " " + shape(*n->right) + ")";
      })
      .Case([](const UnaryOp *n) { return "(" + spelling(n->op).str() + " " + shape(*n->operand) + ")"; })
      .Case([](const BoolOp *n) {
        std::string text = "(" + shape(*n->values[0]);
        for (const Expr *value : n->values.drop_front())
          text += " " + spelling(n->op).str() + " " + shape(*value);
        return text + ")";
      })
      .Case([](const Compare *n) {
        std::string text = "(" + shape(*n->left);
        for (size_t i = 0; i < n->ops.size(); ++i)
          text += " " + spelling(n->ops[i]).str() + " " + shape(*n->comparators[i]);
        return text + ")";
      })
      .Case([](const IfExp *n) {
        return "(" + shape(*n->body) + " if " + shape(*n->test) + " else " + shape(*n->orelse) + ")";
      })
      .Case([](const NamedExpr *n) { return "(" + shape(*n->target) + " := " + shape(*n->value) + ")"; })
      .Case([](const Lambda *n) { return "(lambda: " + shape(*n->body) + ")"; })
      .Case([](const Await *n) { return "(await " + shape(*n->value) + ")"; })
      .Case([](const Attribute *n) { return shape(*n->value) + "." + n->attr.text.str(); })
      .Case([](const Call *n) { return shape(*n->func) + "()"; })
      .Case([](const Subscript *n) { return shape(*n->value) + "[" + shape(*n->index) + "]"; })
      .Case([](const Tuple *n) {
        std::string text = "<";
        for (const Expr *element : n->elements)
          text += shape(*element) + ",";
        return text + ">";
      })
      .Default([](const Node *n) { return kindName(n->kind()).str(); });
}

} // namespace

std::string shapeOf(llvm::StringRef expression) {
  DiagnosticEngine diagnostics;
  auto module = parseSource("t.py", expression, {}, diagnostics);
  if (!module || module->tree().body.size() != 1)
    return "error";
  return shape(*llvm::cast<ExprStmt>(module->tree().body[0])->value);
}

TEST(Precedence, BinaryOperators) {
  EXPECT_EQ(shapeOf("a + b * c"), "(a + (b * c))");
  EXPECT_EQ(shapeOf("a - b - c"), "((a - b) - c)");
  EXPECT_EQ(shapeOf("a * b @ c / d // e % f"), "(((((a * b) @ c) / d) // e) % f)");
  EXPECT_EQ(shapeOf("a | b ^ c & d << e + f"), "(a | (b ^ (c & (d << (e + f)))))");
  EXPECT_EQ(shapeOf("a << b >> c"), "((a << b) >> c)");
}

TEST(Precedence, PowerAndUnary) {
  EXPECT_EQ(shapeOf("a ** b ** c"), "(a ** (b ** c))");
  EXPECT_EQ(shapeOf("-a ** -b"), "(- (a ** (- b)))");
  EXPECT_EQ(shapeOf("~+-a"), "(~ (+ (- a)))");
  EXPECT_EQ(shapeOf("await a ** b"), "((await a) ** b)");
  EXPECT_EQ(shapeOf("-a.b[c]()"), "(- a.b[c]())");
}

TEST(Precedence, ComparisonAndLogic) {
  EXPECT_EQ(shapeOf("a < b <= c != d"), "(a < b <= c != d)");
  EXPECT_EQ(shapeOf("a | b == c"), "((a | b) == c)");
  EXPECT_EQ(shapeOf("not a is not b"), "(not (a is not b))");
  EXPECT_EQ(shapeOf("not a not in b"), "(not (a not in b))");
  EXPECT_EQ(shapeOf("a or b and not c or d"), "(a or (b and (not c)) or d)");
}

TEST(Precedence, ConditionalLambdaWalrus) {
  EXPECT_EQ(shapeOf("a if b else c if d else e"), "(a if b else (c if d else e))");
  EXPECT_EQ(shapeOf("lambda: a if b else c"), "(lambda: (a if b else c))");
  EXPECT_EQ(shapeOf("(a := b if c else d)"), "(a := (b if c else d))");
  EXPECT_EQ(shapeOf("a, b or c,"), "<a,(b or c),>");
  EXPECT_EQ(shapeOf("a[b, c:d]"), "a[<b,Slice,>]");
  EXPECT_EQ(shapeOf("1if a else 2"), "(1 if a else 2)");
}

TEST(Places, ParenthesesAsInCPython) {
  // A tuple includes them, an operand does not, but what starts with them does.
  EXPECT_EQ(treeOf("x = (a + b) * c\n", true),
            "body: Assign <1:1-1:16>\n  target: Name 'x' <1:1-1:2>\n  value: BinOp '*' <1:5-1:16>\n"
            "    left: BinOp '+' <1:6-1:11>\n      left: Name 'a' <1:6-1:7>\n      right: Name 'b' <1:10-1:11>\n"
            "    right: Name 'c' <1:15-1:16>\n");
  EXPECT_EQ(treeOf("(a, b)\n", true), "body: ExprStmt <1:1-1:7>\n  value: Tuple <1:1-1:7>\n"
                                      "    element: Name 'a' <1:2-1:3>\n    element: Name 'b' <1:5-1:6>\n");
  EXPECT_EQ(treeOf("f(a for a in b)\n", true).substr(0, 147),
            "body: ExprStmt <1:1-1:16>\n  value: Call <1:1-1:16>\n    func: Name 'f' <1:1-1:2>\n"
            "    arg: GeneratorExp <1:2-1:16>\n      element: Name 'a' <1:3-1:4>\n");
}

TEST(Displays, SetsDictsComprehensions) {
  EXPECT_EQ(treeOf("{}\n"), "body: ExprStmt\n  value: Dict\n");
  EXPECT_EQ(treeOf("{1, *a}\n"),
            "body: ExprStmt\n  value: Set\n    element: Constant 1\n    element: Starred\n      value: Name 'a'\n");
  EXPECT_EQ(treeOf("{1: a, **b}\n"), "body: ExprStmt\n  value: Dict\n    key: Constant 1\n    value: Name 'a'\n"
                                     "    unpacked: Name 'b'\n");
  EXPECT_EQ(treeOf("[x for x, in y if a if b async for z in w]\n"),
            "body: ExprStmt\n  value: ListComp\n    element: Name 'x'\n    generator: Comprehension\n"
            "      target: Tuple\n        element: Name 'x'\n      iter: Name 'y'\n      condition: Name 'a'\n"
            "      condition: Name 'b'\n    generator: Comprehension async\n      target: Name 'z'\n"
            "      iter: Name 'w'\n");
}

TEST(Calls, AllKindsOfArguments) {
  EXPECT_EQ(treeOf("f(a, *b, c=1, **d)\n"),
            "body: ExprStmt\n  value: Call\n    func: Name 'f'\n    arg: Name 'a'\n    arg: Starred\n"
            "      value: Name 'b'\n    keyword: Keyword 'c'\n      value: Constant 1\n    keyword: Keyword '**'\n"
            "      value: Name 'd'\n");
}

namespace {
const Constant *constantOf(llvm::StringRef source, std::shared_ptr<SourceModule> &module) {
  DiagnosticEngine diagnostics;
  module = parseSource("t.py", source, {}, diagnostics);
  return module ? llvm::dyn_cast<Constant>(llvm::cast<ExprStmt>(module->tree().body[0])->value) : nullptr;
}
} // namespace

TEST(Literals, Integers) {
  std::shared_ptr<SourceModule> module;
  const std::pair<const char *, const char *> cases[] = {
      {"0", "0"},
      {"00", "0"},
      {"1_000", "1000"},
      {"0xFF_ff", "65535"},
      {"0o17", "15"},
      {"0b1_01", "5"},
      {"9223372036854775808", "9223372036854775808"},
      {"0x1_0000_0000_0000_0000", "18446744073709551616"},
      {"123456789012345678901234567890123456789", "123456789012345678901234567890123456789"},
      {"0o7777777777777777777777", "73786976294838206463"}};
  for (const auto &[text, value] : cases) {
    const Constant *c = constantOf(text, module);
    ASSERT_TRUE(c && c->constantKind == ConstantKind::Int) << text;
    EXPECT_EQ(llvm::toString(c->intValue(), 10, /*Signed=*/true), value);
  }
}

TEST(Literals, Floats) {
  std::shared_ptr<SourceModule> module;
  const std::pair<const char *, double> cases[] = {{"1.5", 1.5},  {".5", 0.5},           {"1.", 1.0},  {"1e3", 1000},
                                                   {"1E-2", .01}, {"1_0.2_5e+1", 102.5}, {"0.1", 0.1}, {"1e-400", 0},
                                                   {"09.5", 9.5}, {"1e400", INFINITY}};
  for (const auto &[text, value] : cases) {
    const Constant *c = constantOf(text, module);
    ASSERT_TRUE(c && c->constantKind == ConstantKind::Float) << text;
    EXPECT_EQ(c->floatValue, value);
  }
  EXPECT_EQ(constantOf("2.5J", module)->constantKind, ConstantKind::Imaginary);
}

TEST(Literals, Strings) {
  std::shared_ptr<SourceModule> module;
  const std::pair<const char *, llvm::StringRef> cases[] = {
      {"'a' \"b\" '''c'''", "abc"},
      {"'a\\n\\t\\\\\\'\\x41\\101\\0'", llvm::StringRef("a\n\t\\'AA\0", 8)},
      {"r'\\n\\''", "\\n\\'"},
      {"'\\u20ac\\U0001F600\\N{EURO SIGN}'", "\xE2\x82\xAC\xF0\x9F\x98\x80\xE2\x82\xAC"},
      {"'\\q'", "\\q"},
      {"'a\\\nb'", "ab"},
      {"'''a\r\nb\rc'''", "a\nb\nc"},
      {"u'\xC3\xA9'", "\xC3\xA9"}};
  for (const auto &[text, value] : cases) {
    const Constant *c = constantOf(text, module);
    ASSERT_TRUE(c && c->constantKind == ConstantKind::Str) << text;
    EXPECT_EQ(c->text, value) << text;
  }
  const Constant *bytes = constantOf("b'\\xff' Rb'\\x'", module);
  ASSERT_TRUE(bytes && bytes->constantKind == ConstantKind::Bytes);
  EXPECT_EQ(bytes->text, "\xFF\\x");
}

TEST(Literals, FStrings) {
  EXPECT_EQ(treeOf("f'a{b!r:>{w}}{{c}}' 'd'\n"),
            "body: ExprStmt\n  value: JoinedStr\n    value: Constant 'a'\n    value: FormattedValue !r\n"
            "      value: Name 'b'\n      spec: JoinedStr\n        value: Constant '>'\n        value: FormattedValue\n"
            "          value: Name 'w'\n    value: Constant '{c}d'\n");
  EXPECT_EQ(treeOf("f'{x = }{y=:3}'\n"),
            "body: ExprStmt\n  value: JoinedStr\n    value: Constant 'x = '\n    value: FormattedValue !r\n"
            "      value: Name 'x'\n    value: Constant 'y='\n    value: FormattedValue\n      value: Name 'y'\n"
            "      spec: JoinedStr\n        value: Constant '3'\n");
  // PEP 701: the same quotes, nested strings, line ends and comments in a field.
  EXPECT_EQ(errorsOf("f'{a['b']}' f'{f'{f'{1}'}'}' f'{x\n+ y # comment\n}' f'''{\n'''z'''}\n''' rf'\\{d}'\n"), "");
  EXPECT_EQ(errorsOf("f'{a != b}{lambda_ if x else {1: 2}[1]:%H:%M}{(lambda x: 1)}{a:=3}'\n"), "");
}

} // namespace tritonc

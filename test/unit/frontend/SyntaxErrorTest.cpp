//===- SyntaxErrorTest.cpp - messages, places, going on -------------------===//
#include "SyntaxTesting.h"

namespace tritonc {

namespace {

// "line:col message; line:col message" of the errors alone.
std::string brief(llvm::StringRef source) {
  DiagnosticEngine diagnostics;
  auto module = parseSource("t.py", source, {}, diagnostics);
  std::string text;
  for (const auto &d : diagnostics.all()) {
    const LineColumn at = lineColumn(*d->range.file, d->range.begin);
    text += (text.empty() ? "" : "; ") + std::to_string(at.line) + ":" + std::to_string(at.column) + " " + d->message;
  }
  return text;
}

} // namespace

TEST(SyntaxErrors, MissingColonIsTakenAsThere) {
  EXPECT_EQ(errorsOf("def f(x)\n    return x\nif x\n    y = 1\n"),
            "t.py:1:9: error: expected ':' after a function's header\ndef f(x)\n        ^\n"
            "t.py:3:5: error: expected ':' after 'if'\nif x\n    ^\n");
}

TEST(SyntaxErrors, AssignmentInCondition) {
  EXPECT_EQ(errorsOf("if x = 3:\n    pass\nelse:\n    pass\n"),
            "t.py:1:6: error: invalid syntax: '=' assigns, it does not compare\nif x = 3:\n     ^\n"
            "hint: '==' compares; ':=' assigns inside an expression\n");
}

TEST(SyntaxErrors, BracketNeverClosed) {
  EXPECT_EQ(errorsOf("def f(x):\n    a = load(x + o, mask=m\n    b = a * 2\n    return (b\n\ndef g(:\n    pass\n"),
            "t.py:2:13: error: '(' was never closed\n    a = load(x + o, mask=m\n            ^\n"
            "t.py:3:5: note: it is still open here\n    b = a * 2\n    ^\n"
            "t.py:4:12: error: '(' was never closed\n    return (b\n           ^\n"
            "t.py:6:1: note: it is still open here\ndef g(:\n^~~\n"
            "t.py:6:6: error: '(' was never closed\ndef g(:\n     ^\n"
            "t.py:6:7: note: it is still open here\ndef g(:\n      ^\n");
}

TEST(SyntaxErrors, BracketMismatch) {
  EXPECT_EQ(errorsOf("x = (1, 2]\ny = 3)\n"),
            "t.py:1:10: error: closing ']' does not match opening '('\nx = (1, 2]\n         ^\n"
            "t.py:1:5: note: '(' was opened here\nx = (1, 2]\n    ^\n"
            "t.py:2:6: error: unmatched ')'\ny = 3)\n     ^\n");
}

TEST(SyntaxErrors, Indentation) {
  EXPECT_EQ(brief("x = 1\n    y = 2\n    z = 3\nif a:\nb = 3\n"),
            "2:5 unexpected indent; 5:1 expected an indented block after 'if'");
  EXPECT_EQ(brief("def f():\n        x = 1\n    y = 2\n"), "3:1 unindent does not match any outer indentation level");
  EXPECT_EQ(brief("if x:\n\ty = 1\n        z = 2\n"), "3:1 inconsistent use of tabs and spaces in indentation");
  EXPECT_EQ(brief("def f():\n"), "1:9 expected an indented block after a function's header");
}

TEST(SyntaxErrors, Strings) {
  EXPECT_EQ(brief("print('abc)\nx = 1 +\n"), "1:7 unterminated string literal; 2:8 expected an expression");
  EXPECT_EQ(brief("x = '''abc\n\n"), "1:5 unterminated triple-quoted string literal");
  EXPECT_EQ(brief("f(a,\n  'b,\n  c)\nx = )\n"), "2:3 unterminated string literal; 4:5 unmatched ')'");
  EXPECT_EQ(brief("b'\xC3\xA9'\n"), "1:3 bytes can only contain ASCII characters");
  EXPECT_EQ(brief("'\\x4'\n"), "1:2 truncated escape: '\\x' takes two hexadecimal digits");
  EXPECT_EQ(brief("'\\N{NO SUCH}'\n"), "1:2 unknown Unicode character name");
  EXPECT_EQ(brief("'a' b'b'\n"), "1:1 bytes and other strings cannot be joined");
}

TEST(SyntaxErrors, FStrings) {
  EXPECT_EQ(brief("f'{a'\n"), "1:5 f-string: expected '}' before the string ends");
  EXPECT_EQ(brief("f'{a:{b}'\n"), "1:9 f-string: expected '}' before the string ends");
  EXPECT_EQ(brief("f'{}'\n"), "1:3 f-string: a replacement field needs an expression");
  EXPECT_EQ(brief("f'}'\n"), "1:3 f-string: a single '}' is not allowed");
  EXPECT_EQ(brief("f'{a!x}'\n"), "1:6 f-string: the conversion must be 's', 'r' or 'a'");
  EXPECT_EQ(brief("f'{a b}'\n"), "1:6 f-string: expected '}'");
  EXPECT_EQ(brief("f'abc\n"), "1:1 unterminated string literal");
}

TEST(SyntaxErrors, Characters) {
  EXPECT_EQ(errorsOf("x = a \xE2\x88\x92 b\n"),
            "t.py:1:7: error: invalid character U+2212\nx = a \xE2\x88\x92 b\n      ^\nhint: did you mean '-'?\n");
  EXPECT_EQ(brief("x = $a\n!b\n"), "1:5 invalid character '$'; 2:1 invalid character '!'");
  EXPECT_EQ(brief(llvm::StringRef("x = \0", 5)), "1:5 a NUL byte in the source");
  EXPECT_EQ(brief("x = '\xFF'\n"), "1:6 the source is not valid UTF-8 here");
  EXPECT_EQ(brief("# coding: utf-16\nx = '\xFF'\n"), "1:11 unsupported source encoding 'utf-16'");
  EXPECT_EQ(brief("x = \\ 1\n"), "1:5 unexpected character after line continuation '\\'");
  EXPECT_EQ(brief("x = \\"), "1:5 the file ends in a line continuation '\\'");
}

TEST(SyntaxErrors, Numbers) {
  EXPECT_EQ(brief("5a\n0x\n012\n0b12\n1__0\n0o8\n1e\n"),
            "1:1 invalid decimal literal; 2:1 invalid hexadecimal literal; "
            "3:1 leading zeros in a decimal integer literal; 4:1 invalid digit '2' in binary literal; "
            "5:1 invalid decimal literal; 6:1 invalid digit '8' in octal literal; 7:1 invalid decimal literal");
  EXPECT_EQ(brief(std::string(5000, '9')), "1:1 integer literal of more than 4300 digits");
  EXPECT_EQ(brief("0x" + std::string(5000, 'f')), "");
}

TEST(SyntaxErrors, MissingCommaAndOperators) {
  EXPECT_EQ(brief("f(a b)\n[1 2]\n"),
            "1:4 invalid syntax: perhaps a comma is missing; 2:3 invalid syntax: perhaps a comma is missing");
  EXPECT_EQ(errorsOf("retrun x\n"), "t.py:1:8: error: expected the end of the statement, found 'x'\nretrun x\n"
                                    "       ^\nhint: did you mean 'return'?\n");
  EXPECT_EQ(errorsOf("a && b\n"), "t.py:1:4: error: expected an expression, found '&'\na && b\n   ^\n"
                                  "hint: the logical operator is written 'and'\n");
  EXPECT_EQ(errorsOf("x++\n"),
            "t.py:1:4: error: expected an expression\nx++\n   ^\nhint: there is no '++': use '+= 1'\n");
}

TEST(SyntaxErrors, Targets) {
  EXPECT_EQ(brief("f(x) = 3\nNone = 1\na + 1 += 2\nfor 3 in x: pass\ndel f()\n(a, 'b') = c\n"),
            "1:1 cannot assign to a function call; 2:1 cannot assign to None; 3:1 cannot assign to an expression; "
            "4:5 cannot assign to a literal; 5:5 cannot delete a function call; 6:5 cannot assign to a literal");
}

TEST(SyntaxErrors, ArgumentsAndParameters) {
  EXPECT_EQ(brief("f(a=1, a=2)\nf(a=1, b)\nf(x for x in y, 1)\n"),
            "1:8 keyword argument repeated: 'a'; 2:8 positional argument after a keyword argument; "
            "3:3 a generator expression among other arguments needs parentheses");
  EXPECT_EQ(brief("def f(a, a): pass\ndef g(a=1, b): pass\ndef h(*): pass\n"),
            "1:10 duplicate parameter 'a'; 2:12 a parameter without a default after one that has a default; "
            "3:7 a bare '*' needs named parameters behind it");
}

TEST(SyntaxErrors, Outside) {
  EXPECT_EQ(brief("return 1\nbreak\nwhile x:\n  def f():\n    continue\n"),
            "1:1 'return' outside a function; 2:1 'break' outside a loop; 5:5 'continue' outside a loop");
}

TEST(SyntaxErrors, Clauses) {
  EXPECT_EQ(brief("else:\n  x = $\n"), "1:1 'else' without a matching 'if', 'for', 'while' or 'try'; "
                                       "2:7 invalid character '$'");
  EXPECT_EQ(errorsOf("if a: b\nelse if c: d\n"),
            "t.py:2:6: error: expected ':' after 'else', found 'if'\nelse if c: d\n     ^~\n"
            "hint: did you mean 'elif'?\n");
  EXPECT_EQ(brief("try:\n  pass\nx = 1\n"), "1:1 'try' without 'except' or 'finally'");
}

TEST(SyntaxErrors, DepthLimits) {
  const std::string deep = "nested more than 200 levels deep";
  EXPECT_EQ(brief("x = " + std::string(300, '(') + std::string(300, ')')), "1:205 " + deep);
  EXPECT_EQ(brief("x = " + std::string(100000, '[')).substr(6), deep);
  EXPECT_EQ(brief("x = " + std::string(100000, '-') + "1").substr(6), deep);
  std::string sum = "x = 1", attributes = "x = a", lambdas = "x = ";
  for (unsigned i = 0; i < 100000; ++i)
    sum += "+1", attributes += ".b", lambdas += "lambda:";
  EXPECT_EQ(brief(sum).substr(4), "nested more than 1000 levels deep");
  EXPECT_EQ(brief(attributes).substr(4), "nested more than 1000 levels deep");
  EXPECT_EQ(brief(lambdas + "1").substr(7), deep);
  std::string blocks, elifs = "if x: y\n";
  for (unsigned i = 0; i < 150; ++i)
    blocks += std::string(i, ' ') + "if x:\n";
  for (unsigned i = 0; i < 100000; ++i)
    elifs += "elif x: y\n";
  EXPECT_EQ(brief(blocks), "101:101 nested more than 100 levels deep");
  EXPECT_EQ(brief(elifs), "501:1 nested more than 500 levels deep");
}

TEST(SyntaxErrors, StopsAfterTwenty) {
  std::string source;
  for (unsigned i = 0; i < 100; ++i)
    source += "x = = 1\n";
  DiagnosticEngine diagnostics;
  EXPECT_EQ(parseSource("t.py", source, {}, diagnostics), nullptr);
  EXPECT_EQ(diagnostics.errors(), 20u);
}

} // namespace tritonc

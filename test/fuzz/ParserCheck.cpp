//===- ParserCheck.cpp - what must hold for any input ---------------------===//
//
// No crash (the sanitizers see to the rest), and: without a tree there is an error; with one, each range lies in the
// file and in that of its parent, expressions keep the height limit, and every function knows a scope.
//
//===----------------------------------------------------------------------===//
#include "ParserCheck.h"
#include "frontend/syntax/Parser.h"
#include "frontend/syntax/SourceModule.h"
#include "llvm/Support/raw_ostream.h"

namespace tritonc::fuzz {

namespace {

class TreeCheck {
public:
  explicit TreeCheck(const SourceModule &module) : size(module.file().text.size()), file(&module.file()) {}

  void visit(const ast::Node &node, const ast::Node *parent) {
    const SourceRange range = node.range();
    if (range.file != file || range.begin > range.end || range.end > size)
      fail("a range outside the file", node);
    // Decorators stand in front of what they decorate.
    const bool decorates =
        parent && (llvm::isa<ast::FunctionDef, ast::ClassDef>(parent)) && llvm::isa<ast::Expr>(&node);
    // Adjacent literals become one text; a parameter's range ends before its default, as in CPython.
    const bool loose = parent && llvm::isa<ast::Parameter, ast::JoinedStr, ast::FormattedValue>(parent);
    if (parent && !decorates && !loose && (range.begin < parent->range().begin || range.end > parent->range().end))
      fail("a child outside its parent", node);
    if (llvm::isa<ast::Expr>(&node) && node.height() > tallestExpression)
      fail("an expression above the limit", node);
    if (const auto *function = llvm::dyn_cast<ast::FunctionDef>(&node); function && !function->enclosing)
      fail("a function without a scope", node);
    ast::forEachChild(node, [&](const ast::Node &child) { visit(child, &node); });
  }

  std::string problem;

private:
  void fail(llvm::StringRef what, const ast::Node &node) {
    if (!problem.empty())
      return;
    llvm::raw_string_ostream os(problem);
    os << what << ": " << ast::kindName(node.kind()) << " at " << node.range().begin << ".." << node.range().end;
  }
  size_t size;
  const SourceFile *file;
};

} // namespace

std::string checkParser(llvm::StringRef source) {
  DiagnosticEngine diagnostics;
  const std::shared_ptr<SourceModule> module = parseSource("fuzz.py", source, {}, diagnostics);
  std::string problem, text;
  llvm::raw_string_ostream os(text);
  if (module) {
    TreeCheck check(*module);
    check.visit(module->tree(), nullptr);
    problem = check.problem;
    printAst(*module, os);
    if (diagnostics.hasErrors())
      problem = "a tree in spite of errors";
  } else if (!diagnostics.hasErrors()) {
    problem = "neither a tree nor an error";
  }
  for (const auto &diagnostic : diagnostics.all())
    if (diagnostic->message.empty())
      problem = "an empty message";
  diagnostics.flush(os, /*color=*/true);
  return problem;
}

} // namespace tritonc::fuzz

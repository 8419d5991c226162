//===- AstPrinter.cpp - syntax trees as text ------------------------------===//
//
// One node a line, indented, with its role in its parent, its own names and values, and its place (end exclusive):
//
//     body: Assign <3:5-3:14>
//       target: Name 'x' <3:5-3:6>
//       value: BinOp '+' <3:9-3:14>
//
//===----------------------------------------------------------------------===//
#include "frontend/syntax/SourceModule.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/ADT/TypeSwitch.h"

namespace tritonc {

using namespace ast;

namespace {

class AstPrinter {
public:
  explicit AstPrinter(llvm::raw_ostream &os) : os(os) {}

  void print(llvm::StringRef role, const Node &node) {
    os.indent(indent);
    if (!role.empty())
      os << role << ": ";
    os << kindName(node.kind());
    if (llvm::isa<Expr>(&node))
      exprDetail(node);
    else
      detail(node);
    place(node.range());
    os << '\n';
    indent += 2;
    forEachField(node, [this](llvm::StringRef childRole, const Node &child) { print(childRole, child); });
    indent -= 2;
  }

private:
  void place(SourceRange range) {
    const LineColumn begin = lineColumn(*range.file, range.begin), end = lineColumn(*range.file, range.end);
    os << " <" << begin.line << ':' << begin.column << '-' << end.line << ':' << end.column << '>';
  }
  void quoted(llvm::StringRef text) {
    os << " '";
    llvm::printEscapedString(text, os);
    os << '\'';
  }
  void name(const Identifier &identifier) {
    if (!identifier.empty())
      quoted(identifier.text);
  }
  void flag(bool set, const char *word) {
    if (set)
      os << ' ' << word;
  }
  void exprDetail(const Node &node);
  void detail(const Node &node);
  void constant(const Constant &constant);

  llvm::raw_ostream &os;
  unsigned indent = 0;
};

void AstPrinter::constant(const Constant &c) {
  switch (c.constantKind) {
  case ConstantKind::Int: {
    // Decimal takes quadratic time; nobody reads more digits than this.
    llvm::SmallString<40> digits;
    c.intValue().toString(digits, c.words.size() <= 16 ? 10 : 16, /*Signed=*/false,
                          /*formatAsCLiteral=*/c.words.size() > 16);
    os << ' ' << digits;
    return;
  }
  case ConstantKind::Str:
    return quoted(c.text);
  case ConstantKind::Bytes:
    os << " b";
    return quoted(c.text);
  default:
    os << ' ' << c.text;
  }
}

void AstPrinter::exprDetail(const Node &node) {
  llvm::TypeSwitch<const Node *>(&node)
      .Case([&](const Attribute *n) { name(n->attr); })
      .Case([&](const BinOp *n) { quoted(spelling(n->op)); })
      .Case([&](const BoolOp *n) { quoted(spelling(n->op)); })
      .Case([&](const Compare *n) {
        for (CompareOperator op : n->ops)
          quoted(spelling(op));
      })
      .Case([&](const Constant *n) { constant(*n); })
      .Case([&](const FormattedValue *n) {
        if (n->conversion)
          os << " !" << n->conversion;
      })
      .Case([&](const Name *n) { quoted(n->id); })
      .Case([&](const UnaryOp *n) { quoted(spelling(n->op)); })
      .Default([](const Node *) {});
}

void AstPrinter::detail(const Node &node) {
  static constexpr const char *parameterKinds[] = {"positional-only", "", "*", "keyword-only", "**"};
  static constexpr const char *typeParamKinds[] = {"", "*", "**"};
  llvm::TypeSwitch<const Node *>(&node)
      .Case([&](const Alias *n) {
        name(n->name);
        if (!n->asName.empty())
          os << " as", name(n->asName);
      })
      .Case([&](const AugAssign *n) { quoted((spelling(n->op) + "=").str()); })
      .Case([&](const ClassDef *n) { name(n->name); })
      .Case([&](const Comprehension *n) { flag(n->isAsync, "async"); })
      .Case([&](const ExceptHandler *n) { name(n->name); })
      .Case([&](const For *n) { flag(n->isAsync, "async"); })
      .Case([&](const FunctionDef *n) { name(n->name), flag(n->isAsync, "async"); })
      .Case<Global, Nonlocal>([&](auto *n) {
        for (const Identifier &identifier : n->names)
          name(identifier);
      })
      .Case([&](const ImportFrom *n) { quoted(std::string(n->level, '.') + n->module.text.str()); })
      .Case([&](const Keyword *n) { n->name.empty() ? quoted("**") : name(n->name); })
      .Case([&](const MatchAs *n) { n->name.empty() ? quoted("_") : name(n->name); })
      .Case([&](const MatchMapping *n) {
        if (!n->rest.empty())
          quoted(("**" + n->rest.text).str());
      })
      .Case([&](const MatchSingleton *n) {
        os << (n->value == ConstantKind::None ? " None" : n->value == ConstantKind::True ? " True" : " False");
      })
      .Case([&](const MatchStar *n) { n->name.empty() ? quoted("_") : name(n->name); })
      .Case([&](const Parameter *n) {
        name(n->name);
        const char *kind = parameterKinds[static_cast<unsigned>(n->paramKind)];
        flag(*kind, kind);
      })
      .Case([&](const Try *n) { flag(n->isStar, "except*"); })
      .Case([&](const TypeParam *n) {
        name(n->name);
        const char *kind = typeParamKinds[static_cast<unsigned>(n->paramKind)];
        flag(*kind, kind);
      })
      .Case([&](const With *n) { flag(n->isAsync, "async"); })
      .Default([](const Node *) {});
}

} // namespace

void printAst(const SourceModule &module, llvm::raw_ostream &os) { AstPrinter(os).print("", module.tree()); }

} // namespace tritonc

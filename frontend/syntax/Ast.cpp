//===- Ast.cpp - kinds, operators, constants, walking ---------------------===//
#include "frontend/syntax/Ast.h"
#include "llvm/ADT/TypeSwitch.h"

namespace tritonc::ast {

llvm::StringRef kindName(NodeKind kind) {
  static constexpr llvm::StringLiteral names[] = {
#define NODE(NAME) #NAME,
#include "frontend/syntax/AstKinds.def"
  };
  return names[static_cast<unsigned>(kind)];
}

llvm::StringRef spelling(BoolOperator op) { return op == BoolOperator::And ? "and" : "or"; }

llvm::StringRef spelling(BinaryOperator op) {
  static constexpr llvm::StringLiteral names[] = {"+", "-", "*", "@", "/", "%", "**", "<<", ">>", "|", "^", "&", "//"};
  return names[static_cast<unsigned>(op)];
}

llvm::StringRef spelling(UnaryOperator op) {
  static constexpr llvm::StringLiteral names[] = {"~", "not", "+", "-"};
  return names[static_cast<unsigned>(op)];
}

llvm::StringRef spelling(CompareOperator op) {
  static constexpr llvm::StringLiteral names[] = {"==", "!=", "<", "<=", ">", ">=", "is", "is not", "in", "not in"};
  return names[static_cast<unsigned>(op)];
}

llvm::APInt Constant::intValue() const {
  const unsigned width = std::max<size_t>(1, words.size()) * 64;
  llvm::APInt value = words.empty() ? llvm::APInt(width, 0) : llvm::APInt(width, words);
  return value.isSignBitSet() ? value.zext(width + 64) : value;
}

namespace {

// Shows the fields of each kind of node to `visit`; null fields are skipped.
struct FieldWalker {
  llvm::function_ref<void(llvm::StringRef, const Node &)> visit;

  void one(llvm::StringRef role, const Node *node) {
    if (node)
      visit(role, *node);
  }
  template <typename T> void all(llvm::StringRef role, llvm::ArrayRef<const T *> nodes) {
    for (const T *node : nodes)
      one(role, node);
  }

  void expr(const Node &node);
  void stmt(const Node &node);
  void pattern(const Node &node);
  void part(const Node &node);
};

void FieldWalker::expr(const Node &node) {
  llvm::TypeSwitch<const Node *>(&node)
      .Case([&](const Attribute *n) { one("value", n->value); })
      .Case([&](const Await *n) { one("value", n->value); })
      .Case([&](const BinOp *n) { one("left", n->left), one("right", n->right); })
      .Case([&](const BoolOp *n) { all("value", n->values); })
      .Case([&](const Call *n) { one("func", n->func), all("arg", n->args), all("keyword", n->keywords); })
      .Case([&](const Compare *n) { one("left", n->left), all("comparator", n->comparators); })
      .Case([&](const Dict *n) {
        for (size_t i = 0; i < n->values.size(); ++i)
          one("key", n->keys[i]), one(n->keys[i] ? "value" : "unpacked", n->values[i]);
      })
      .Case([&](const DictComp *n) { one("key", n->key), one("value", n->value), all("generator", n->generators); })
      .Case([&](const FormattedValue *n) { one("value", n->value), one("spec", n->formatSpec); })
      .Case([&](const GeneratorExp *n) { one("element", n->element), all("generator", n->generators); })
      .Case([&](const IfExp *n) { one("body", n->body), one("test", n->test), one("orelse", n->orelse); })
      .Case([&](const JoinedStr *n) { all("value", n->values); })
      .Case([&](const Lambda *n) { all("param", n->params), one("body", n->body); })
      .Case([&](const List *n) { all("element", n->elements); })
      .Case([&](const ListComp *n) { one("element", n->element), all("generator", n->generators); })
      .Case([&](const NamedExpr *n) { one("target", n->target), one("value", n->value); })
      .Case([&](const Set *n) { all("element", n->elements); })
      .Case([&](const SetComp *n) { one("element", n->element), all("generator", n->generators); })
      .Case([&](const Slice *n) { one("lower", n->lower), one("upper", n->upper), one("step", n->step); })
      .Case([&](const Starred *n) { one("value", n->value); })
      .Case([&](const Subscript *n) { one("value", n->value), one("index", n->index); })
      .Case([&](const Tuple *n) { all("element", n->elements); })
      .Case([&](const UnaryOp *n) { one("operand", n->operand); })
      .Case([&](const Yield *n) { one("value", n->value); })
      .Case([&](const YieldFrom *n) { one("value", n->value); })
      .Default([](const Node *) {});
}

void FieldWalker::stmt(const Node &node) {
  llvm::TypeSwitch<const Node *>(&node)
      .Case([&](const AnnAssign *n) {
        one("target", n->target), one("annotation", n->annotation), one("value", n->value);
      })
      .Case([&](const Assert *n) { one("test", n->test), one("message", n->message); })
      .Case([&](const Assign *n) { all("target", n->targets), one("value", n->value); })
      .Case([&](const AugAssign *n) { one("target", n->target), one("value", n->value); })
      .Case([&](const ClassDef *n) {
        all("decorator", n->decorators), all("type_param", n->typeParams), all("base", n->bases);
        all("keyword", n->keywords), all("body", n->body);
      })
      .Case([&](const Delete *n) { all("target", n->targets); })
      .Case([&](const ExprStmt *n) { one("value", n->value); })
      .Case([&](const For *n) {
        one("target", n->target), one("iter", n->iter), all("body", n->body), all("orelse", n->orelse);
      })
      .Case([&](const FunctionDef *n) {
        all("decorator", n->decorators), all("type_param", n->typeParams), all("param", n->params);
        one("returns", n->returns), all("body", n->body);
      })
      .Case([&](const If *n) { one("test", n->test), all("body", n->body), all("orelse", n->orelse); })
      .Case([&](const Import *n) { all("name", n->names); })
      .Case([&](const ImportFrom *n) { all("name", n->names); })
      .Case([&](const Match *n) { one("subject", n->subject), all("case", n->cases); })
      .Case([&](const Raise *n) { one("exception", n->exception), one("cause", n->cause); })
      .Case([&](const Return *n) { one("value", n->value); })
      .Case([&](const Try *n) {
        all("body", n->body), all("handler", n->handlers), all("orelse", n->orelse), all("final", n->finalbody);
      })
      .Case([&](const TypeAlias *n) { one("name", n->name), all("type_param", n->typeParams), one("value", n->value); })
      .Case([&](const While *n) { one("test", n->test), all("body", n->body), all("orelse", n->orelse); })
      .Case([&](const With *n) { all("item", n->items), all("body", n->body); })
      .Default([](const Node *) {});
}

void FieldWalker::pattern(const Node &node) {
  llvm::TypeSwitch<const Node *>(&node)
      .Case([&](const MatchAs *n) { one("pattern", n->pattern); })
      .Case([&](const MatchClass *n) {
        one("class", n->cls), all("pattern", n->patterns);
        for (size_t i = 0; i < n->keywordPatterns.size(); ++i)
          one(n->keywordNames[i].text, n->keywordPatterns[i]);
      })
      .Case([&](const MatchMapping *n) {
        for (size_t i = 0; i < n->patterns.size(); ++i)
          one("key", n->keys[i]), one("pattern", n->patterns[i]);
      })
      .Case([&](const MatchOr *n) { all("pattern", n->patterns); })
      .Case([&](const MatchSequence *n) { all("pattern", n->patterns); })
      .Case([&](const MatchValue *n) { one("value", n->value); })
      .Default([](const Node *) {});
}

void FieldWalker::part(const Node &node) {
  llvm::TypeSwitch<const Node *>(&node)
      .Case([&](const Comprehension *n) {
        one("target", n->target), one("iter", n->iter), all("condition", n->conditions);
      })
      .Case([&](const ExceptHandler *n) { one("type", n->type), all("body", n->body); })
      .Case([&](const Keyword *n) { one("value", n->value); })
      .Case([&](const MatchCase *n) { one("pattern", n->pattern), one("guard", n->guard), all("body", n->body); })
      .Case([&](const Module *n) { all("body", n->body); })
      .Case([&](const Parameter *n) { one("annotation", n->annotation), one("default", n->defaultValue); })
      .Case([&](const TypeParam *n) { one("bound", n->bound); })
      .Case([&](const WithItem *n) { one("context", n->context), one("target", n->target); })
      .Default([](const Node *) {});
}

} // namespace

void forEachField(const Node &node, llvm::function_ref<void(llvm::StringRef, const Node &)> visit) {
  FieldWalker walker{visit};
  if (llvm::isa<Expr>(&node))
    walker.expr(node);
  else if (llvm::isa<Stmt>(&node))
    walker.stmt(node);
  else if (llvm::isa<Pattern>(&node))
    walker.pattern(node);
  else
    walker.part(node);
}

void forEachChild(const Node &node, llvm::function_ref<void(const Node &)> visit) {
  forEachField(node, [&](llvm::StringRef, const Node &child) { visit(child); });
}

std::string dottedName(const Expr &expr) {
  if (const auto *name = llvm::dyn_cast<Name>(&expr))
    return name->id.str();
  const auto *attribute = llvm::dyn_cast<Attribute>(&expr);
  if (!attribute)
    return "";
  std::string base = dottedName(*attribute->value);
  return base.empty() ? base : base + "." + attribute->attr.text.str();
}

} // namespace tritonc::ast

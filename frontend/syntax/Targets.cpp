//===- Targets.cpp - what can be assigned to ------------------------------===//
#include "frontend/syntax/Parser.h"
#include "llvm/ADT/TypeSwitch.h"

namespace tritonc {

using namespace ast;

namespace {

llvm::StringRef describeExpr(const Expr &expr) {
  return llvm::TypeSwitch<const Node *, llvm::StringRef>(&expr)
      .Case([](const Constant *c) -> llvm::StringRef {
        switch (c->constantKind) {
        case ConstantKind::None:
          return "None";
        case ConstantKind::True:
          return "True";
        case ConstantKind::False:
          return "False";
        case ConstantKind::Ellipsis:
          return "'...'";
        default:
          return "a literal";
        }
      })
      .Case([](const Call *) { return "a function call"; })
      .Case([](const Await *) { return "an await expression"; })
      .Case<BinOp, UnaryOp, BoolOp>([](auto *) { return "an expression"; })
      .Case([](const Compare *) { return "a comparison"; })
      .Case([](const Dict *) { return "a dict"; })
      .Case([](const Set *) { return "a set"; })
      .Case<ListComp, SetComp, DictComp>([](auto *) { return "a comprehension"; })
      .Case([](const GeneratorExp *) { return "a generator expression"; })
      .Case([](const IfExp *) { return "a conditional expression"; })
      .Case<JoinedStr, FormattedValue>([](auto *) { return "an f-string"; })
      .Case([](const Lambda *) { return "a lambda"; })
      .Case([](const NamedExpr *) { return "an assignment expression"; })
      .Case<Yield, YieldFrom>([](auto *) { return "a yield expression"; })
      .Case([](const Starred *) { return "a starred expression"; })
      .Default([](const Node *) { return "this"; });
}

} // namespace

bool Parser::checkTarget(const Expr *expr, llvm::StringRef verb) {
  if (llvm::isa<Name, Attribute, Subscript>(expr))
    return true;
  const bool assign = verb == "assign to";
  ExprList elements;
  if (const auto *tuple = llvm::dyn_cast<Tuple>(expr))
    elements = tuple->elements;
  else if (const auto *list = llvm::dyn_cast<List>(expr))
    elements = list->elements;
  else if (const auto *starred = llvm::dyn_cast<Starred>(expr); starred && assign)
    return checkTarget(starred->value, verb);
  else {
    Diagnostic *d = report(DiagId::parse_invalid_target, expr->range(), verb, describeExpr(*expr));
    if (d && at(Kind::Equal) && !llvm::isa<Constant>(expr))
      d->withHint("'==' compares");
    return false;
  }
  unsigned stars = 0;
  for (const Expr *element : elements) {
    if (llvm::isa<Starred>(element) && ++stars == 2)
      report(DiagId::parse_error, element->range(), "more than one starred name in an assignment");
    if (!checkTarget(element, verb))
      return false;
  }
  return true;
}

} // namespace tritonc

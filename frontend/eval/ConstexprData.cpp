//===- ConstexprData.cpp - -Wconstexpr-data -------------------------------===//
//
//   def copy(x_ptr, y_ptr, n_elements: tl.constexpr, BLOCK: tl.constexpr):
//       offs = tl.program_id(0) * BLOCK + tl.arange(0, BLOCK)
//       tl.load(x_ptr + offs, mask=offs < n_elements)            every length compiles the kernel once more
//
// Reported for a constexpr parameter whose name is one that sizes of data have, and all of whose uses would do as well
// with a run-time value: comparisons of order with something that is computed at run time, and bounds of loops that
// are not unrolled (also through tl.cdiv, // and arithmetic with it). One other use, in a shape, a condition, a call,
// keeps it silent; so does a place in the configurations or heuristics of a decorator, where it is a choice and not a
// size.
//
//===----------------------------------------------------------------------===//

#include "frontend/eval/ConstexprData.h"
#include "llvm/ADT/StringSet.h"

using namespace tritonc;

/// Names of sizes that change from call to call; those of a model's dimensions (head size, features) are not among
/// them.
static bool namesDataSize(llvm::StringRef name) {
  const std::string lower = name.lower();
  for (llvm::StringRef part :
       {"numel",  "n_elem",   "num_elem",        "nelem",     "n_rows",     "num_rows",  "nrows",
        "seqlen", "seq_len",  "sequence_length", "n_ctx",     "num_tokens", "n_tokens",  "batch_size",
        "n_cols", "num_cols", "ncols",           "total_len", "max_len",    "num_items", "n_items"})
    if (llvm::StringRef(lower).contains(part))
      return true;
  return name == "N" || name == "M";
}

namespace {

/// Looks through a kernel's body for every use of one name.
class SizeUses {
public:
  SizeUses(const ast::FunctionDef &kernel, llvm::StringRef name) : kernel(kernel), name(name) {
    for (const ast::Parameter *parameter : kernel.params)
      parameters.insert(parameter->name.text);
  }

  /// Whether there are uses, and only those that need no compile-time value.
  bool onlyCompared() {
    for (const ast::Stmt *statement : kernel.body)
      walk(*statement);
    return first && !hasOther;
  }
  SourceRange firstUse() const { return first->range(); }

private:
  bool isName(const ast::Expr *expr) const {
    auto *use = llvm::dyn_cast<ast::Name>(expr);
    return use && use->id == name;
  }

  /// Whether it surely is a run-time value: it names a variable of the body, which constants are not compared with.
  bool isRunTime(const ast::Node &node) const {
    if (auto *use = llvm::dyn_cast<ast::Name>(&node))
      return !parameters.contains(use->id) && assigned.contains(use->id);
    bool found = false;
    ast::forEachChild(node, [&](const ast::Node &child) { found |= isRunTime(child); });
    return found;
  }

  void use(const ast::Expr *expr) {
    if (!first)
      first = expr;
  }

  /// A bound of a loop: the name, or arithmetic and tl.cdiv with it.
  void walkBound(const ast::Expr &expr) {
    if (isName(&expr))
      return use(&expr);
    if (auto *op = llvm::dyn_cast<ast::BinOp>(&expr)) {
      walkBound(*op->left);
      return walkBound(*op->right);
    }
    auto *call = llvm::dyn_cast<ast::Call>(&expr);
    if (call && llvm::StringRef(ast::dottedName(*call->func)).ends_with("cdiv") && call->keywords.empty()) {
      for (const ast::Expr *argument : call->args)
        walkBound(*argument);
      return;
    }
    walk(expr);
  }

  void walk(const ast::Node &node) {
    if (auto *assign = llvm::dyn_cast<ast::Assign>(&node)) {
      for (const ast::Expr *target : assign->targets)
        if (auto *variable = llvm::dyn_cast<ast::Name>(target))
          assigned.insert(variable->id);
    } else if (auto *loop = llvm::dyn_cast<ast::For>(&node)) {
      if (auto *variable = llvm::dyn_cast<ast::Name>(loop->target))
        assigned.insert(variable->id);
      auto *call = llvm::dyn_cast<ast::Call>(loop->iter);
      const std::string callee = call ? ast::dottedName(*call->func) : "";
      if (call && (callee == "range" || callee == "tl.range")) {
        for (const ast::Expr *argument : call->args)
          walkBound(*argument);
        for (const ast::Keyword *keyword : call->keywords)
          walk(*keyword->value);
      } else {
        walk(*loop->iter);
      }
      for (const ast::Stmt *statement : loop->body)
        walk(*statement);
      for (const ast::Stmt *statement : loop->orelse)
        walk(*statement);
      return;
    } else if (auto *compare = llvm::dyn_cast<ast::Compare>(&node)) {
      const bool left = isName(compare->left), right = isName(compare->comparators[0]);
      const bool isOrder = compare->ops.size() == 1 && compare->ops[0] >= ast::CompareOperator::Lt &&
                           compare->ops[0] <= ast::CompareOperator::GtE;
      if (isOrder && left != right && isRunTime(left ? *compare->comparators[0] : *compare->left)) {
        use(left ? compare->left : compare->comparators[0]);
        return walk(left ? *compare->comparators[0] : *compare->left);
      }
    } else if (auto *variable = llvm::dyn_cast<ast::Name>(&node)) {
      hasOther |= variable->id == name;
      return;
    }
    ast::forEachChild(node, [&](const ast::Node &child) { walk(child); });
  }

  const ast::FunctionDef &kernel;
  llvm::StringRef name;
  llvm::StringSet<> parameters, assigned;
  const ast::Expr *first = nullptr;
  bool hasOther = false;
};

} // namespace

/// Whether the text of a decorator says the name, other than as a key of the search.
static bool isSaid(const ast::Node &node, llvm::StringRef name) {
  if (auto *keyword = llvm::dyn_cast<ast::Keyword>(&node); keyword && keyword->name.text == "key")
    return false;
  if (auto *constant = llvm::dyn_cast<ast::Constant>(&node))
    return constant->constantKind == ast::ConstantKind::Str && constant->text == name;
  bool found = false;
  ast::forEachChild(node, [&](const ast::Node &child) { found |= isSaid(child, name); });
  return found;
}

void tritonc::warnConstexprData(const ast::FunctionDef &kernel, llvm::ArrayRef<KernelParameter> parameters,
                                DiagnosticEngine &diagnostics) {
  for (const KernelParameter &parameter : parameters) {
    const ast::Parameter &param = *parameter.param;
    if (!parameter.value || !parameter.value->toInt64() || !isConstexprParameter(param) ||
        !namesDataSize(param.name.text))
      continue;
    if (llvm::any_of(kernel.decorators,
                     [&](const ast::Expr *decorator) { return isSaid(*decorator, param.name.text); }))
      continue;
    SizeUses uses(kernel, param.name.text);
    if (!uses.onlyCompared())
      continue;
    diagnostics.report(DiagId::constexpr_data, param.range(), param.name.text)
        .note(uses.firstUse(), "a run-time value would do here")
        .withHint("without the annotation it is an argument of the launch, and one compile serves all sizes");
  }
}

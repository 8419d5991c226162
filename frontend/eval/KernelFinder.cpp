//===- KernelFinder.cpp - which function of a file is the kernel -----------===//

#include "frontend/eval/KernelFinder.h"
#include "llvm/ADT/StringSet.h"

using namespace tritonc;

static void collectUses(const ast::Node &node, llvm::StringSet<> &names) {
  if (auto *name = llvm::dyn_cast<ast::Name>(&node))
    names.insert(name->id);
  else if (auto *attribute = llvm::dyn_cast<ast::Attribute>(&node))
    names.insert(attribute->attr.text);
  ast::forEachChild(node, [&](const ast::Node &child) { collectUses(child, names); });
}

/// Functions that a call makes jit functions: `kernel = triton.jit(kernel)`.
static void collectJitCalls(const ast::Node &node, llvm::StringSet<> &names) {
  if (llvm::isa<ast::FunctionDef, ast::ClassDef>(node))
    return;
  if (auto *call = llvm::dyn_cast<ast::Call>(&node)) {
    llvm::StringRef callee;
    if (auto *attribute = llvm::dyn_cast<ast::Attribute>(call->func))
      callee = attribute->attr.text;
    else if (auto *name = llvm::dyn_cast<ast::Name>(call->func))
      callee = name->id;
    if (callee == "jit")
      for (const ast::Expr *arg : call->args)
        if (auto *name = llvm::dyn_cast<ast::Name>(arg))
          names.insert(name->id);
  }
  ast::forEachChild(node, [&](const ast::Node &child) { collectJitCalls(child, names); });
}

static std::string listNames(llvm::ArrayRef<const ast::FunctionDef *> functions) {
  std::string text;
  for (size_t i = 0; i < std::min<size_t>(functions.size(), 12); ++i)
    text += (i ? ", '" : "'") + functions[i]->name.text.str() + "'";
  return functions.size() > 12 ? text + ", ..." : text;
}

const ast::FunctionDef *tritonc::findKernel(SourceModule &module, llvm::StringRef name, DiagnosticEngine &diagnostics) {
  std::vector<const ast::FunctionDef *> kernels;
  llvm::StringSet<> jitCalls;
  for (const ast::Stmt *stmt : module.tree().body)
    collectJitCalls(*stmt, jitCalls);
  for (const ast::FunctionDef *function : module.tree().functions)
    if (isJitFunction(*function) || jitCalls.contains(function->name.text))
      kernels.push_back(function);
  SourceRange top{&module.file(), 0, 0};
  if (kernels.empty()) {
    diagnostics.report(DiagId::kernel_none, top, module.path());
    return nullptr;
  }
  if (!name.empty()) {
    // Of several definitions (under `if`, or one that replaces another), the last one counts, as in Python.
    for (const ast::FunctionDef *kernel : llvm::reverse(kernels))
      if (kernel->name.text == name)
        return kernel;
    for (const ast::FunctionDef *function : module.tree().functions)
      if (function->name.text == name) {
        diagnostics.report(DiagId::kernel_not_jit, function->name.range, name).withHint("decorate it with @triton.jit");
        return nullptr;
      }
    std::vector<std::string> names;
    for (const ast::FunctionDef *kernel : kernels)
      names.push_back(kernel->name.text.str());
    Diagnostic &diagnostic = diagnostics.report(DiagId::kernel_unknown, top, name, listNames(kernels));
    std::string nearest = nearestName(name, names);
    if (!nearest.empty())
      diagnostic.withHint("did you mean '" + nearest + "'?");
    return nullptr;
  }
  llvm::StringSet<> used;
  for (const ast::FunctionDef *kernel : kernels) {
    llvm::StringSet<> names;
    for (const ast::Stmt *stmt : kernel->body)
      collectUses(*stmt, names);
    names.erase(kernel->name.text);
    for (const auto &entry : names)
      used.insert(entry.getKey());
  }
  std::vector<const ast::FunctionDef *> roots;
  for (const ast::FunctionDef *kernel : kernels)
    if (!used.contains(kernel->name.text))
      roots.push_back(kernel);
  if (roots.size() == 1)
    return roots.front();
  Diagnostic &diagnostic =
      diagnostics.report(DiagId::kernel_ambiguous, top, listNames(roots.empty() ? kernels : roots));
  for (const ast::FunctionDef *kernel : llvm::ArrayRef(roots.empty() ? kernels : roots).take_front(4))
    diagnostic.note(kernel->name.range, "'" + kernel->name.text.str() + "' is one");
  diagnostic.withHint("choose one with --kernel=NAME");
  return nullptr;
}

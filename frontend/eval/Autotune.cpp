//===- Autotune.cpp - what a kernel's decorators say about its variants ----===//
//
// The configurations are evaluated, not executed: `configs` may be a literal list, a comprehension, a call of a
// function of the file or a name. Pruning functions need run-time arguments and are left out (the search at run time
// sees every variant). Options that Triton passes inside of a Config's dictionary for AMD (waves_per_eu,
// matrix_instr_nonkdim, kpack) are options here too, unless the kernel has a parameter of that name.
//
//===----------------------------------------------------------------------===//

#include "frontend/eval/Autotune.h"
#include "frontend/eval/Evaluator.h"
#include "frontend/eval/Literal.h"

using namespace tritonc;

/// The call of the decorator named `name`, or null.
static const ast::Call *findDecorator(const ast::FunctionDef &kernel, llvm::StringRef name) {
  for (const ast::Expr *decorator : kernel.decorators)
    if (auto *call = llvm::dyn_cast<ast::Call>(decorator)) {
      std::string dotted = ast::dottedName(*call->func);
      if (dotted == name || llvm::StringRef(dotted).ends_with(("." + name).str()))
        return call;
    }
  return nullptr;
}

bool tritonc::hasAutotune(const ast::FunctionDef &kernel) { return findDecorator(kernel, "autotune") != nullptr; }

/// The argument named `keyword`, or the one at `position`.
static const ast::Expr *argument(const ast::Call &call, llvm::StringRef keyword, size_t position = 0) {
  for (const ast::Keyword *k : call.keywords)
    if (k->name.text == keyword)
      return k->value;
  return call.args.size() <= position ? nullptr : call.args[position];
}

std::vector<Heuristic> tritonc::findHeuristics(Program &program, const ast::FunctionDef &kernel, LazyScope &scope) {
  std::vector<Heuristic> result;
  const ast::Call *call = findDecorator(kernel, "heuristics");
  const ast::Expr *values = call ? argument(*call, "values") : nullptr;
  if (!values)
    return result;
  Value table = program.silent().evaluateIn(*values, scope, LazyScope::atEnd);
  if (table.isDict())
    for (const auto &[key, value] : table.asDict().items)
      if (key.isString() && value.isCallable())
        result.push_back({key.str(), value, call->range()});
  return result;
}

/// Moves a config's option to its field; false if it is an ordinary constexpr. An option that is no number is one that
/// no check lets pass.
static bool takeOption(llvm::StringRef name, const Value &value, const ast::FunctionDef &kernel, Variant &variant) {
  for (const ast::Parameter *param : kernel.params)
    if (param->name.text == name)
      return false;
  int *field = name == "num_warps"              ? &variant.numWarps
               : name == "num_stages"           ? &variant.numStages
               : name == "num_ctas"             ? &variant.numCtas
               : name == "maxnreg"              ? &variant.maxRegisters
               : name == "waves_per_eu"         ? &variant.wavesPerEu
               : name == "matrix_instr_nonkdim" ? &variant.matrixInstrNonKDim
               : name == "kpack"                ? &variant.kpack
                                                : nullptr;
  if (!field)
    return false;
  const int64_t number = value.toInt64().value_or(-1);
  *field = static_cast<int>(std::clamp<int64_t>(number, -1, std::numeric_limits<int>::max()));
  return true;
}

/// The names in a list of strings that are parameters of the kernel. Triton passes over other names too.
static std::vector<std::string> parameterNames(Program &program, const ast::Expr *list, LazyScope &scope,
                                               const ast::FunctionDef &kernel) {
  std::vector<std::string> names;
  if (!list)
    return names;
  Value value = program.silent().evaluateIn(*list, scope, LazyScope::atEnd);
  if (!value.isSequence())
    return names;
  for (const Value &element : value.elements())
    if (element.isString() && llvm::any_of(kernel.params, [&](const ast::Parameter *parameter) {
          return parameter->name.text == element.str();
        }))
      names.push_back(element.str());
  return names;
}

SearchEffects tritonc::findSearchEffects(Program &program, const ast::FunctionDef &kernel, LazyScope &scope) {
  SearchEffects effects;
  const ast::Call *call = findDecorator(kernel, "autotune");
  const ast::Expr *configs = call ? argument(*call, "configs") : nullptr;
  if (!configs)
    return effects;
  auto *list = llvm::dyn_cast<ast::List>(configs);
  effects.searches = !list || list->elements.size() > 1;
  for (const ast::Expr *names : {argument(*call, "reset_to_zero", 3), argument(*call, "restore_value", 4)})
    for (std::string &name : parameterNames(program, names, scope, kernel))
      effects.preserved.push_back(std::move(name));
  // Hooks of one's own may do anything.
  for (const ast::Keyword *keyword : call->keywords)
    if (keyword->name.text == "pre_hook" || keyword->name.text == "post_hook")
      effects.searches = false;
  return effects;
}

std::optional<Autotune> tritonc::evaluateAutotune(Program &program, const ast::FunctionDef &kernel, LazyScope &scope,
                                                  const Variant &base) {
  Autotune autotune;
  std::vector<Variant> &variants = autotune.variants;
  const ast::Call *call = findDecorator(kernel, "autotune");
  if (!call)
    return autotune;
  const ast::Expr *configs = argument(*call, "configs");
  if (!configs)
    return autotune;
  // The order of the positional arguments is that of triton.autotune.
  autotune.key = parameterNames(program, argument(*call, "key", 1), scope, kernel);
  autotune.resetToZero = parameterNames(program, argument(*call, "reset_to_zero", 3), scope, kernel);
  autotune.restoreValue = parameterNames(program, argument(*call, "restore_value", 4), scope, kernel);
  unsigned mark = program.mark();
  Value list = program.silent().evaluateIn(*configs, scope, LazyScope::atEnd);
  const Diagnostic *failure = program.failureSince(mark);
  auto refuse = [&](std::string reason) {
    Diagnostic &diagnostic = program.diagnostics.report(DiagId::autotune_configs, configs->range(), kernel.name.text,
                                                        reason.empty() ? "" : ": " + reason);
    if (failure)
      diagnostic.note(failure->range, failure->message);
    diagnostic.withHint("--no-autotune compiles the kernel with the values given on the command line");
    return std::nullopt;
  };
  if (list.isOpaque())
    return refuse(list.asOpaque().reason.empty() ? "'" + list.asOpaque().description + "' is not known at compile time"
                                                 : list.asOpaque().reason);
  if (!list.isSequence())
    return refuse(list.isPoison() ? "" : "it is " + list.describe());
  for (const Value &config : list.elements()) {
    if (!config.isInstance() || config.asInstance().className != "triton.Config")
      return refuse("an element is " + config.describe());
    Variant variant = base;
    std::map<std::string, Value> &attributes = config.asInstance().attributes;
    for (const char *option : {"num_warps", "num_stages", "num_ctas", "maxnreg"})
      if (!attributes[option].isNone())
        takeOption(option, attributes[option], kernel, variant);
    const Value &constexprs = attributes["kwargs"];
    if (!constexprs.isDict())
      return refuse("a configuration's values are " + constexprs.describe());
    for (const auto &item : constexprs.asDict().items) {
      const Value &key = item.first, &value = item.second;
      if (value.isPoison() || value.isOpaque())
        return refuse("the value of '" + key.str() + "' is not known at compile time");
      if (takeOption(key.str(), value, kernel, variant))
        continue;
      auto same = llvm::find_if(variant.constexprs, [&](const auto &pair) { return pair.first == key.str(); });
      if (same != variant.constexprs.end())
        same->second = literalText(value);
      else
        variant.constexprs.push_back({key.str(), literalText(value)});
    }
    variants.push_back(std::move(variant));
  }
  for (const ast::Keyword *keyword : call->keywords)
    if (keyword->name.text == "prune_configs_by")
      program.diagnostics.report(DiagId::autotune_prune, keyword->range(), kernel.name.text, variants.size());
  return autotune;
}

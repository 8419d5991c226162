//===- Program.cpp - scopes, imports, decorators ---------------------------===//

#include "frontend/eval/Program.h"
#include "frontend/eval/Evaluator.h"
#include "frontend/prelude/Prelude.h"
#include "frontend/semantic/Builtins.h"

using namespace tritonc;

Program::Program(SourceModule &root, const FrontendOptions &options, mlir::MLIRContext &context,
                 DiagnosticEngine &diagnostics)
    : root(root), options(options), context(context), diagnostics(diagnostics), silentBuilder(&context),
      silentEvaluator(std::make_unique<Evaluator>(*this, silentBuilder, silentDiagnostics, /*emits=*/false)) {}

Program::~Program() = default;

LazyScope &Program::moduleScope(SourceModule &module) { return bodyScope(module, module.tree()); }

LazyScope &Program::bodyScope(SourceModule &module, const ast::Node &owner) {
  std::unique_ptr<LazyScope> &scope = scopes[&owner];
  if (scope)
    return *scope;
  const ast::Node *enclosing = nullptr;
  if (auto *function = llvm::dyn_cast<ast::FunctionDef>(&owner))
    enclosing = function->enclosing;
  else if (auto *cls = llvm::dyn_cast<ast::ClassDef>(&owner))
    enclosing = cls->enclosing;
  LazyScope *parent = enclosing ? &bodyScope(module, *enclosing) : nullptr;
  // The recursion may have grown the map, but references into std::map stay valid.
  scope = std::make_unique<LazyScope>(*this, module, owner, parent);
  return *scope;
}

const Diagnostic *Program::failureSince(unsigned mark) const {
  unsigned seen = 0;
  for (const auto &diagnostic : silentDiagnostics.all())
    if (diagnostic->severity == Severity::Error && seen++ == mark)
      return diagnostic.get();
  return nullptr;
}

std::optional<Value> Program::preludeFunction(llvm::StringRef name) {
  const PreludeModule *prelude = preludeDefines(name);
  if (!prelude)
    return std::nullopt;
  std::shared_ptr<SourceModule> &source = preludeSources[prelude->name.str()];
  if (!source) {
    source = parseSource("<triton.language/" + prelude->name.str() + ".py>", prelude->text, {}, diagnostics);
    if (!source)
      return std::nullopt;
    diagnostics.keepAlive(source); // messages may quote it after we are gone
  }
  return moduleScope(*source).lookup(name);
}

//===----------------------------------------------------------------------===//
// Functions and their decorators
//===----------------------------------------------------------------------===//

/// The last part of a decorator's name: `triton.jit(do_not_specialize=...)` gives "jit".
static std::string decoratorName(const ast::Expr &decorator) {
  const ast::Expr *expr = &decorator;
  if (auto *call = llvm::dyn_cast<ast::Call>(expr))
    expr = call->func;
  std::string dotted = ast::dottedName(*expr);
  size_t dot = dotted.rfind('.');
  return dot == std::string::npos ? dotted : dotted.substr(dot + 1);
}

bool tritonc::isJitFunction(const ast::FunctionDef &def) {
  // By name, not by value: aliases such as `jit = triton.jit` keep the name, and files that wrap triton's import do
  // too.
  return llvm::any_of(def.decorators, [](const ast::Expr *decorator) {
    std::string name = decoratorName(*decorator);
    return name == "jit" || name == "triton_jit";
  });
}

static bool isTrueKeyword(const ast::Expr &decorator, llvm::StringRef keyword) {
  auto *call = llvm::dyn_cast<ast::Call>(&decorator);
  if (!call)
    return false;
  return llvm::any_of(call->keywords, [&](const ast::Keyword *k) {
    auto *constant = llvm::dyn_cast<ast::Constant>(k->value);
    return k->name.text == keyword && constant && constant->constantKind == ast::ConstantKind::True;
  });
}

Value Program::makeFunction(const ast::FunctionDef &def, LazyScope &scope, unsigned before,
                            std::shared_ptr<Environment> closure) {
  auto function = std::make_shared<FunctionObject>();
  function->name = def.name.text.str();
  function->def = &def;
  function->scope = &scope;
  // A function body sees the final bindings of its module.
  function->before = LazyScope::atEnd;
  function->closure = std::move(closure);
  (void)before;
  for (const ast::Expr *decorator : def.decorators) {
    std::string name = decoratorName(*decorator);
    if (name == "constexpr_function" || name == "constexpr")
      function->kind = FunctionObject::Kind::ConstexprFunction;
    if (name == "jit" || name == "triton_jit")
      function->noinline_ = isTrueKeyword(*decorator, "noinline");
  }
  if (isJitFunction(def))
    function->kind = FunctionObject::Kind::Jit;
  return Value::function(std::move(function));
}

//===----------------------------------------------------------------------===//
// Imports
//===----------------------------------------------------------------------===//

static Value libraryModule(ModuleObject::Kind kind, llvm::StringRef path) {
  auto module = std::make_shared<ModuleObject>();
  module->kind = kind;
  module->path = path.str();
  return Value::module(std::move(module));
}

Value Program::importModule(llvm::StringRef dotted, unsigned level, SourceModule &from, SourceRange where) {
  if (level == 0) {
    llvm::StringRef rest = dotted;
    if (rest == "triton" || rest.consume_front("triton.")) {
      if (rest == "triton")
        return libraryModule(ModuleObject::Kind::Triton, "");
      if (rest == "language" || rest.consume_front("language.")) {
        llvm::StringRef path = rest == "language" ? llvm::StringRef() : rest;
        if (path.empty() || isLibraryModule(path))
          return libraryModule(ModuleObject::Kind::Language, path);
        return Value::opaque(dotted.str(), where, "triton.language has no module '" + path.str() + "'");
      }
      return libraryModule(ModuleObject::Kind::Triton, rest);
    }
    if (isKnownPythonModule(dotted))
      return libraryModule(ModuleObject::Kind::Python, dotted);
  }
  ImportedModule found = from.import(dotted, level, where, diagnostics);
  if (found.status != ImportedModule::Found) { // unreadable and broken files are reported by the import
    std::string name = std::string(level, '.') + dotted.str();
    if (name == "torch") // unless the user has a file of that name
      return libraryModule(ModuleObject::Kind::Python, dotted);
    return Value::opaque(name, where,
                         "module '" + name +
                             (found.status == ImportedModule::NotFound ? "' was not found" : "' has errors"));
  }
  std::shared_ptr<const ModuleObject> &module = userModules[found.module];
  if (!module) {
    auto made = std::make_shared<ModuleObject>();
    made->kind = ModuleObject::Kind::User;
    made->path = dotted.str();
    made->scope = &moduleScope(*found.module);
    made->source = found.module;
    module = std::move(made);
  }
  return Value::module(module);
}

//===----------------------------------------------------------------------===//
// Attributes of modules
//===----------------------------------------------------------------------===//

static std::optional<Value> languageAttribute(Program &program, llvm::StringRef path, llvm::StringRef name) {
  std::string full = path.empty() ? name.str() : path.str() + "." + name.str();
  if (std::optional<Value> special = languageSpecial(name))
    return special;
  if (std::optional<Value> constant = lookupConstant(full))
    return constant;
  if (std::optional<Value> constant = lookupConstant(name))
    return constant;
  if (const Builtin *builtin = lookupBuiltin(full))
    return Value::builtin(builtin);
  if (std::optional<DType> type = DType::byLanguageName(name))
    return Value::type(*type);
  if (std::optional<Value> function = program.preludeFunction(name))
    return function;
  if (isLibraryModule(full))
    return libraryModule(ModuleObject::Kind::Language, full);
  return std::nullopt;
}

std::optional<Value> tritonc::moduleAttribute(Program &program, const ModuleObject &module, llvm::StringRef name) {
  switch (module.kind) {
  case ModuleObject::Kind::Triton:
    if (module.path.empty() && name == "language")
      return libraryModule(ModuleObject::Kind::Language, "");
    return tritonAttribute(module.path.empty() ? name.str() : module.path + "." + name.str(), program.options);
  case ModuleObject::Kind::Language:
    return languageAttribute(program, module.path, name);
  case ModuleObject::Kind::Python:
    return pythonModuleAttribute(module.path, name);
  case ModuleObject::Kind::Class:
    return module.scope->lookupHere(name);
  case ModuleObject::Kind::User:
    break;
  }
  if (std::optional<Value> value = module.scope->lookupHere(name))
    return value;
  // `import a.b` binds `a`; `a.b` is a module of its own.
  if (module.source && module.source->isPackage()) {
    Value submodule = program.importModule(name, 1, *module.source, {});
    if (submodule.isModule())
      return submodule;
  }
  return std::nullopt;
}

std::vector<std::string> tritonc::moduleNames(const ModuleObject &module) {
  std::vector<std::string> names;
  if (module.kind == ModuleObject::Kind::Language)
    return builtinNames();
  if (module.scope)
    module.scope->collectNames(names);
  return names;
}

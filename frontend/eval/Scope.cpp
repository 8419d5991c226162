//===- Scope.cpp - lazy evaluation of module-level names -------------------===//
//
// For each name a scope knows the top-level statements that bind it or may change its object, in order. Looking a name
// up evaluates the last one that binds it, then runs those behind it that may change the object:
//
//     configs = [...]                       binds      <- evaluated
//     for w in (4, 8): configs.append(...)  mutates    <- run
//
// Results are cached by name and number of the last statement that took part.
//
//===----------------------------------------------------------------------===//

#include "frontend/eval/Scope.h"
#include "frontend/eval/Evaluator.h"
#include "frontend/eval/Program.h"
#include "llvm/ADT/SetVector.h"
#include "llvm/ADT/TypeSwitch.h"

using namespace tritonc;

namespace {

using NameSet = llvm::SmallSetVector<llvm::StringRef, 8>;

void collectTargets(const ast::Node *target, NameSet &names) {
  if (!target)
    return;
  llvm::TypeSwitch<const ast::Node *>(target)
      .Case<ast::Name>([&](const ast::Name *name) { names.insert(name->id); })
      .Case<ast::Tuple>([&](const ast::Tuple *tuple) {
        for (const ast::Expr *element : tuple->elements)
          collectTargets(element, names);
      })
      .Case<ast::List>([&](const ast::List *list) {
        for (const ast::Expr *element : list->elements)
          collectTargets(element, names);
      })
      .Case<ast::Starred>([&](const ast::Starred *starred) { collectTargets(starred->value, names); });
}

/// `x := ...` anywhere in an expression.
void collectWalrus(const ast::Node &node, NameSet &names) {
  if (llvm::isa<ast::FunctionDef, ast::ClassDef, ast::Lambda>(node))
    return;
  if (auto *named = llvm::dyn_cast<ast::NamedExpr>(&node))
    names.insert(named->target->id);
  ast::forEachChild(node, [&](const ast::Node &child) { collectWalrus(child, names); });
}

void collectAssigned(ast::StmtList body, NameSet &names, bool definitions);

void collectAssigned(const ast::Stmt &stmt, NameSet &names, bool definitions) {
  llvm::TypeSwitch<const ast::Stmt *>(&stmt)
      .Case<ast::Assign>([&](const ast::Assign *s) {
        for (const ast::Expr *target : s->targets)
          collectTargets(target, names);
        collectWalrus(*s->value, names);
      })
      .Case<ast::AnnAssign>([&](const ast::AnnAssign *s) {
        if (s->value)
          collectTargets(s->target, names);
      })
      .Case<ast::AugAssign>([&](const ast::AugAssign *s) { collectTargets(s->target, names); })
      .Case<ast::ExprStmt>([&](const ast::ExprStmt *s) { collectWalrus(*s->value, names); })
      .Case<ast::For>([&](const ast::For *s) {
        collectTargets(s->target, names);
        collectAssigned(s->body, names, definitions);
        collectAssigned(s->orelse, names, definitions);
      })
      .Case<ast::While>([&](const ast::While *s) {
        collectWalrus(*s->test, names);
        collectAssigned(s->body, names, definitions);
        collectAssigned(s->orelse, names, definitions);
      })
      .Case<ast::If>([&](const ast::If *s) {
        collectWalrus(*s->test, names);
        collectAssigned(s->body, names, definitions);
        collectAssigned(s->orelse, names, definitions);
      })
      .Case<ast::With>([&](const ast::With *s) {
        for (const ast::WithItem *item : s->items)
          collectTargets(item->target, names);
        collectAssigned(s->body, names, definitions);
      })
      .Case<ast::Try>([&](const ast::Try *s) {
        collectAssigned(s->body, names, definitions);
        for (const ast::ExceptHandler *handler : s->handlers)
          collectAssigned(handler->body, names, definitions);
        collectAssigned(s->orelse, names, definitions);
        collectAssigned(s->finalbody, names, definitions);
      })
      .Case<ast::FunctionDef>([&](const ast::FunctionDef *s) {
        if (definitions)
          names.insert(s->name.text);
      })
      .Case<ast::ClassDef>([&](const ast::ClassDef *s) {
        if (definitions)
          names.insert(s->name.text);
      })
      .Case<ast::Import>([&](const ast::Import *s) {
        if (!definitions)
          return;
        for (const ast::Alias *alias : s->names)
          names.insert(alias->asName.empty() ? alias->name.text.split('.').first : alias->asName.text);
      })
      .Case<ast::ImportFrom>([&](const ast::ImportFrom *s) {
        if (!definitions)
          return;
        for (const ast::Alias *alias : s->names)
          if (alias->name.text != "*")
            names.insert(alias->asName.empty() ? alias->name.text : alias->asName.text);
      });
}

void collectAssigned(ast::StmtList body, NameSet &names, bool definitions) {
  for (const ast::Stmt *stmt : body)
    collectAssigned(*stmt, names, definitions);
}

/// Names whose objects the statement may change: `x.append(...)`, `x[...] = ...`, `x.attr = ...`.
void collectMutated(const ast::Node &node, NameSet &names) {
  if (llvm::isa<ast::FunctionDef, ast::ClassDef, ast::Lambda>(node))
    return;
  auto root = [](const ast::Expr *expr) -> const ast::Name * {
    while (true) {
      if (auto *attribute = llvm::dyn_cast<ast::Attribute>(expr))
        expr = attribute->value;
      else if (auto *subscript = llvm::dyn_cast<ast::Subscript>(expr))
        expr = subscript->value;
      else
        return llvm::dyn_cast<ast::Name>(expr);
    }
  };
  if (auto *assign = llvm::dyn_cast<ast::Assign>(&node)) {
    for (const ast::Expr *target : assign->targets)
      if (llvm::isa<ast::Subscript>(target))
        if (const ast::Name *name = root(target))
          names.insert(name->id);
  } else if (auto *call = llvm::dyn_cast<ast::Call>(&node)) {
    auto *method = llvm::dyn_cast<ast::Attribute>(call->func);
    llvm::StringRef verb = method ? method->attr.text : llvm::StringRef();
    if (verb == "append" || verb == "extend" || verb == "insert" || verb == "update" || verb == "pop" ||
        verb == "sort" || verb == "reverse" || verb == "remove" || verb == "clear" || verb == "setdefault")
      if (auto *name = llvm::dyn_cast<ast::Name>(method->value))
        names.insert(name->id);
  }
  ast::forEachChild(node, [&](const ast::Node &child) { collectMutated(child, names); });
}

ast::StmtList bodyOf(const ast::Node &owner) {
  if (auto *module = llvm::dyn_cast<ast::Module>(&owner))
    return module->body;
  if (auto *function = llvm::dyn_cast<ast::FunctionDef>(&owner))
    return function->body;
  if (auto *cls = llvm::dyn_cast<ast::ClassDef>(&owner))
    return cls->body;
  return {};
}

bool binds(const ast::Stmt &stmt, llvm::StringRef name) {
  NameSet names;
  collectAssigned(stmt, names, /*definitions=*/true);
  return names.contains(name);
}

} // namespace

llvm::SmallVector<llvm::StringRef> tritonc::assignedNames(ast::StmtList body) {
  NameSet names;
  collectAssigned(body, names, /*definitions=*/false);
  return {names.begin(), names.end()};
}

bool tritonc::containsReturn(const ast::Stmt &stmt) {
  if (llvm::isa<ast::Return>(stmt))
    return true;
  if (llvm::isa<ast::FunctionDef, ast::ClassDef>(stmt))
    return false;
  bool found = false;
  ast::forEachChild(stmt, [&](const ast::Node &child) {
    if (auto *inner = llvm::dyn_cast<ast::Stmt>(&child))
      found |= containsReturn(*inner);
    else if (auto *handler = llvm::dyn_cast<ast::ExceptHandler>(&child))
      for (const ast::Stmt *inner : handler->body)
        found |= containsReturn(*inner);
  });
  return found;
}

LazyScope::LazyScope(Program &program, SourceModule &file, const ast::Node &owner, LazyScope *parent)
    : file(file), owner(owner), parent(parent), program(program), body(bodyOf(owner)) {}

void LazyScope::index() {
  if (indexed)
    return;
  indexed = true;
  unsigned position = 0;
  for (const ast::Stmt *stmt : body) {
    NameSet bound, mutated;
    collectAssigned(*stmt, bound, /*definitions=*/true);
    if (!llvm::isa<ast::FunctionDef, ast::ClassDef>(stmt))
      collectMutated(*stmt, mutated);
    // A loop over a list that it extends binds nothing new: it runs after what bound the list.
    bool conditional = llvm::isa<ast::For, ast::While>(stmt);
    for (llvm::StringRef name : bound)
      bindings[name].push_back({stmt, position, conditional && bindings.count(name) != 0});
    for (llvm::StringRef name : mutated)
      if (!bound.contains(name))
        bindings[name].push_back({stmt, position, true});
    if (auto *from = llvm::dyn_cast<ast::ImportFrom>(stmt))
      if (from->names.size() == 1 && from->names[0]->name.text == "*")
        starImports.push_back({stmt, position});
    ++position;
  }
}

void LazyScope::collectNames(std::vector<std::string> &names) const {
  for (const auto &entry : bindings)
    names.push_back(entry.getKey().str());
  if (parent)
    parent->collectNames(names);
}

std::optional<Value> LazyScope::lookup(llvm::StringRef name, unsigned before) {
  if (std::optional<Value> value = lookupHere(name, before))
    return value;
  // Like Python, a class body is not seen from the functions in it.
  LazyScope *outer = parent;
  while (outer && llvm::isa<ast::ClassDef>(outer->owner))
    outer = outer->parent;
  return outer ? outer->lookup(name) : std::nullopt;
}

std::optional<Value> LazyScope::lookupHere(llvm::StringRef name, unsigned before) {
  index();
  if (auto *function = llvm::dyn_cast<ast::FunctionDef>(&owner))
    for (const ast::Parameter *param : function->params)
      if (param->name.text == name)
        return Value::opaque(name.str(), param->range(),
                             "it is a parameter of '" + function->name.text.str() + "', which is not called here");
  auto found = bindings.find(name);
  if (found == bindings.end()) {
    for (const auto &[stmt, position] : starImports)
      if (position < before) {
        auto *from = llvm::cast<ast::ImportFrom>(stmt);
        Value module = program.importModule(from->module.text, from->level, file, from->range());
        if (module.isModule())
          if (std::optional<Value> value = moduleAttribute(program, *module.asModule(), name))
            return value;
      }
    return std::nullopt;
  }
  // The statements that take part: from the last that binds to the end.
  llvm::ArrayRef<Binding> all = found->second;
  while (!all.empty() && all.back().position >= before)
    all = all.drop_back();
  if (all.empty())
    return std::nullopt;
  size_t first = all.size();
  while (first > 0 && all[first - 1].mutates)
    --first;
  first = first > 0 ? first - 1 : 0;

  std::pair<std::string, unsigned> key(name.str(), all.back().position);
  auto cached = cache.find(key);
  if (cached != cache.end())
    return cached->second;
  if (!inProgress.insert(key).second)
    return Value::opaque(name.str(), all.back().stmt->range(), "it is defined in terms of itself");
  std::optional<Value> value = bind(*all[first].stmt, name, all[first].position);
  if (value)
    for (const Binding &change : all.drop_front(first + 1)) {
      if (value->isOpaque())
        break;
      value = run(*change.stmt, name, change.position, &*value);
    }
  inProgress.erase(key);
  cache[key] = value;
  return value;
}

std::optional<Value> LazyScope::bindImported(const ast::Stmt &stmt, llvm::StringRef name) {
  if (auto *import = llvm::dyn_cast<ast::Import>(&stmt))
    return bindImport(*import, name);
  if (auto *from = llvm::dyn_cast<ast::ImportFrom>(&stmt))
    return bindFrom(*from, name);
  return std::nullopt;
}

std::optional<Value> LazyScope::bind(const ast::Stmt &stmt, llvm::StringRef name, unsigned position) {
  if (auto *import = llvm::dyn_cast<ast::Import>(&stmt))
    return bindImport(*import, name);
  if (auto *from = llvm::dyn_cast<ast::ImportFrom>(&stmt))
    return bindFrom(*from, name);
  if (auto *def = llvm::dyn_cast<ast::FunctionDef>(&stmt))
    return program.makeFunction(*def, *this, position, nullptr);
  if (auto *cls = llvm::dyn_cast<ast::ClassDef>(&stmt)) {
    auto module = std::make_shared<ModuleObject>();
    module->kind = ModuleObject::Kind::Class;
    module->path = cls->name.text.str();
    module->scope = &program.bodyScope(file, *cls);
    module->source = &file;
    return Value::module(std::move(module));
  }
  if (auto *branch = llvm::dyn_cast<ast::If>(&stmt))
    return bindIf(*branch, name, position);
  if (auto *attempt = llvm::dyn_cast<ast::Try>(&stmt))
    return bindTry(*attempt, name, position);
  if (auto *with = llvm::dyn_cast<ast::With>(&stmt))
    return bindIn(with->body, name, position);
  return run(stmt, name, position, nullptr);
}

std::optional<Value> LazyScope::bindIn(ast::StmtList list, llvm::StringRef name, unsigned position) {
  for (const ast::Stmt *stmt : llvm::reverse(list))
    if (binds(*stmt, name))
      return bind(*stmt, name, position);
  return std::nullopt;
}

std::optional<Value> LazyScope::bindIf(const ast::If &stmt, llvm::StringRef name, unsigned position) {
  Evaluator &evaluator = program.silent();
  Value test = evaluator.evaluateIn(*stmt.test, *this, position);
  std::optional<bool> known = evaluator.truth(test);
  if (known) {
    std::optional<Value> value = bindIn(*known ? stmt.body : stmt.orelse, name, position + 1);
    // Not bound in the branch taken: an earlier statement's binding holds.
    return value ? value : lookupHere(name, position);
  }
  // A test that we cannot decide (torch.cuda.is_available()): the first branch that gives something usable.
  for (ast::StmtList branch : {stmt.body, stmt.orelse})
    if (std::optional<Value> value = bindIn(branch, name, position + 1))
      if (!value->isOpaque())
        return value;
  return lookupHere(name, position);
}

std::optional<Value> LazyScope::bindTry(const ast::Try &stmt, llvm::StringRef name, unsigned position) {
  std::optional<Value> fallback;
  auto attempt = [&](ast::StmtList list) -> bool {
    std::optional<Value> value = bindIn(list, name, position + 1);
    if (!value)
      return false;
    if (!fallback)
      fallback = value;
    if (value->isOpaque())
      return false;
    fallback = value;
    return true;
  };
  if (attempt(stmt.finalbody) || attempt(stmt.orelse) || attempt(stmt.body))
    return fallback;
  for (const ast::ExceptHandler *handler : stmt.handlers)
    if (attempt(handler->body))
      break;
  return fallback;
}

std::optional<Value> LazyScope::bindImport(const ast::Import &stmt, llvm::StringRef name) {
  for (const ast::Alias *alias : llvm::reverse(stmt.names)) {
    llvm::StringRef dotted = alias->name.text;
    if (!alias->asName.empty()) {
      if (alias->asName.text == name)
        return program.importModule(dotted, 0, file, alias->range());
    } else if (dotted.split('.').first == name) {
      return program.importModule(name, 0, file, alias->range());
    }
  }
  return std::nullopt;
}

std::optional<Value> LazyScope::bindFrom(const ast::ImportFrom &stmt, llvm::StringRef name) {
  for (const ast::Alias *alias : llvm::reverse(stmt.names)) {
    llvm::StringRef local = alias->asName.empty() ? alias->name.text : alias->asName.text;
    if (local != name)
      continue;
    Value module = program.importModule(stmt.module.text, stmt.level, file, alias->range());
    if (module.isModule())
      if (std::optional<Value> value = moduleAttribute(program, *module.asModule(), alias->name.text))
        return value;
    // `from package import module`
    std::string longer = stmt.module.text.str();
    longer += (longer.empty() ? "" : ".") + alias->name.text.str();
    Value submodule = program.importModule(longer, stmt.level, file, alias->range());
    if (submodule.isModule())
      return submodule;
    std::string from(stmt.level, '.');
    from += stmt.module.text;
    return Value::opaque(alias->name.text.str(), alias->range(),
                         module.isModule() ? "there is no such name in module '" + from + "'"
                                           : module.asOpaque().reason);
  }
  return std::nullopt;
}

Value LazyScope::run(const ast::Stmt &stmt, llvm::StringRef name, unsigned position, const Value *initial) {
  auto env = std::make_shared<Environment>();
  env->scope = this;
  env->before = position;
  if (initial)
    env->variables[name] = {*initial, stmt.range(), false};
  unsigned mark = program.mark();
  program.silent().runDetached(stmt, env);
  auto found = env->variables.find(name);
  const Diagnostic *failure = program.failureSince(mark);
  if (found != env->variables.end() && !found->second.value.isPoison() && (!failure || !initial))
    return found->second.value;
  return Value::opaque(name.str(), stmt.range(), failure ? failure->message : "it is not bound here");
}

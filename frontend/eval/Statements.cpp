//===- Statements.cpp - assignments and the simple statements --------------===//

#include "frontend/eval/Evaluator.h"
#include "frontend/semantic/Builtins.h"
#include "frontend/semantic/Semantic.h"
#include "llvm/ADT/TypeSwitch.h"

using namespace tritonc;

/// Statements that compile-time code may run before we take it for an endless loop.
static constexpr uint64_t maxSteps = 4'000'000;

bool Evaluator::spend(uint64_t count) {
  steps += count;
  if (steps <= maxSteps)
    return true;
  if (!stepsExceeded)
    error(DiagId::eval_too_long);
  stepsExceeded = true;
  return false;
}

Flow Evaluator::execute(ast::StmtList body, Rest rest) {
  for (size_t i = 0; i < body.size(); ++i) {
    auto remaining = [&]() -> Flow {
      Flow flow = execute(body.drop_front(i + 1), rest);
      return flow == Flow::Next && rest ? rest() : flow;
    };
    Flow flow = execute(*body[i], remaining);
    if (flow != Flow::Next)
      return flow;
  }
  return Flow::Next;
}

Flow Evaluator::execute(const ast::Stmt &stmt, Rest rest) {
  if (!spend())
    return Flow::Return;
  RangeScope scope(*this, stmt.range());
  auto refuse = [&](llvm::StringRef what) {
    unsupported(what);
    return Flow::Next;
  };
  return llvm::TypeSwitch<const ast::Stmt *, Flow>(&stmt)
      .Case<ast::ExprStmt>([&](auto *s) {
        // Docstrings and other bare literals do nothing.
        if (!llvm::isa<ast::Constant>(s->value))
          evaluate(*s->value);
        return Flow::Next;
      })
      .Case<ast::Assign>([&](auto *s) { return executeAssign(*s); })
      .Case<ast::AugAssign>([&](auto *s) { return executeAugAssign(*s); })
      .Case<ast::AnnAssign>([&](auto *s) { return executeAnnAssign(*s); })
      .Case<ast::If>([&](auto *s) { return executeIf(*s, rest); })
      .Case<ast::For>([&](auto *s) { return executeFor(*s, rest); })
      .Case<ast::While>([&](auto *s) { return executeWhile(*s, rest); })
      .Case<ast::Return>([&](auto *s) { return executeReturn(*s); })
      .Case<ast::Assert>([&](auto *s) { return executeAssert(*s); })
      .Case<ast::Pass, ast::Global, ast::Nonlocal>([&](auto *) { return Flow::Next; })
      .Case<ast::Break>([&](auto *) {
        if (!current->runtimeLoops)
          return Flow::Break;
        report(range, DiagId::eval_loop_exit, "break").withHint("make it part of the loop's condition, with 'while'");
        return Flow::Next;
      })
      .Case<ast::Continue>([&](auto *) {
        if (!current->runtimeLoops)
          return Flow::Continue;
        report(range, DiagId::eval_loop_exit, "continue").withHint("put the rest of the body under an 'if'");
        return Flow::Next;
      })
      .Case<ast::Delete>([&](auto *s) { return executeDelete(*s); })
      .Case<ast::FunctionDef>([&](auto *s) {
        Value function = program.makeFunction(*s, *functionScope(), LazyScope::atEnd, current->env);
        define(s->name.text, function, s->name.range);
        return Flow::Next;
      })
      .Case<ast::Import, ast::ImportFrom>([&](auto *s) { return executeImport(*s); })
      .Case<ast::Raise>([&](auto *s) { return executeRaise(*s); })
      .Case<ast::With>([&](auto *s) {
        if (s->isAsync)
          return refuse("'async with'");
        for (const ast::WithItem *item : s->items)
          evaluate(*item->context);
        return execute(s->body, rest);
      })
      .Case<ast::Try>([&](auto *s) {
        if (current->isJit())
          return refuse("'try'");
        Flow flow = execute(s->body, rest);
        return flow == Flow::Next ? execute(s->finalbody, rest) : flow;
      })
      .Case<ast::ClassDef>([&](auto *) { return refuse("a class definition"); })
      .Case<ast::Match>([&](auto *) { return refuse("'match'"); })
      .Default([&](auto *) { return refuse("this statement"); });
}

void Evaluator::runDetached(const ast::Stmt &stmt, std::shared_ptr<Environment> target) {
  Activation activation;
  activation.env = std::move(target);
  Activation *saved = current;
  SourceRange savedRange = range;
  current = &activation;
  execute(stmt, Rest());
  current = saved;
  range = savedRange;
}

LazyScope *Evaluator::functionScope() {
  for (Environment *env = current->env.get(); env; env = env->parent.get())
    if (env->scope)
      return env->scope;
  return &program.moduleScope(program.root);
}

//===----------------------------------------------------------------------===//
// Assignment
//===----------------------------------------------------------------------===//

Value Evaluator::sanitizeAlways(const Value &value) {
  if (value.isNumber())
    return toTensor(*this, value);
  if (value.isTuple() && !value.isCompileTime()) {
    std::vector<Value> elements;
    for (const Value &element : value.elements())
      elements.push_back(sanitizeAlways(element));
    return Value::tuple(std::move(elements), value.asTuple().names);
  }
  if (value.isSequence()) {
    std::vector<Value> elements;
    for (const Value &element : value.elements())
      elements.push_back(sanitizeAlways(element));
    return Value::tuple(std::move(elements), value.isTuple() ? value.asTuple().names : std::vector<std::string>());
  }
  return value;
}

Value Evaluator::sanitize(const Value &value) { return emits && current->isJit() ? sanitizeAlways(value) : value; }

void Evaluator::define(llvm::StringRef name, const Value &value, SourceRange where, bool isConstexpr) {
  env().lost.erase(name);
  env().variables[name] = {value, where, isConstexpr};
}

void Evaluator::assign(const ast::Expr &target, const Value &value) {
  if (auto *name = llvm::dyn_cast<ast::Name>(&target))
    return define(name->id, value, target.range());
  if (auto *starred = llvm::dyn_cast<ast::Starred>(&target))
    return assign(*starred->value, value);
  if (auto *subscript = llvm::dyn_cast<ast::Subscript>(&target)) {
    RangeScope scope(*this, target.range());
    Value object = evaluate(*subscript->value), index = evaluate(*subscript->index);
    if (object.isPoison() || index.isPoison())
      return;
    if (object.isDict()) {
      auto &items = object.asDict().items;
      auto same = llvm::find_if(items, [&](const auto &item) { return item.first.equals(index); });
      if (same != items.end())
        same->second = value;
      else
        items.push_back({index, value});
      return;
    }
    if (std::optional<int64_t> position = index.toInt64(); object.isList() && position) {
      int64_t size = object.elements().size(), i = *position < 0 ? *position + size : *position;
      if (i < 0 || i >= size) {
        error(DiagId::eval_index_range, *position, size);
        return;
      }
      object.asList().elements[i] = value;
      return;
    }
    error(DiagId::eval_item_assignment, object.describe());
    return;
  }
  if (auto *attribute = llvm::dyn_cast<ast::Attribute>(&target)) {
    RangeScope scope(*this, target.range());
    Value object = evaluate(*attribute->value);
    if (object.isInstance())
      object.asInstance().attributes[attribute->attr.text.str()] = value;
    else if (!object.isPoison())
      unsupported("assignment to an attribute");
    return;
  }
  ast::ExprList targets;
  if (auto *tuple = llvm::dyn_cast<ast::Tuple>(&target))
    targets = tuple->elements;
  else if (auto *list = llvm::dyn_cast<ast::List>(&target))
    targets = list->elements;
  else {
    unsupported("this assignment");
    return;
  }
  auto poisonAll = [&] {
    for (const ast::Expr *inner : targets)
      assign(*inner, Value::poison());
  };
  std::optional<std::vector<Value>> items = iterate(value, target.range());
  if (!items)
    return poisonAll();
  auto star = llvm::find_if(targets, [](const ast::Expr *e) { return llvm::isa<ast::Starred>(e); });
  bool starred = star != targets.end();
  if (starred ? items->size() + 1 < targets.size() : items->size() != targets.size()) {
    errorAt(target.range(), DiagId::eval_unpack, targets.size() - starred, items->size());
    return poisonAll();
  }
  size_t before = star - targets.begin(), extra = items->size() + starred - targets.size();
  for (size_t i = 0; i < targets.size(); ++i) {
    if (starred && i == before) {
      std::vector<Value> middle(items->begin() + i, items->begin() + i + extra);
      assign(*targets[i], emits ? Value::tuple(std::move(middle)) : Value::list(std::move(middle)));
    } else {
      assign(*targets[i], (*items)[starred && i > before ? i + extra - 1 : i]);
    }
  }
}

/// The name for locations of what a statement computes: only a single variable counts, as in Triton.
static llvm::StringRef assigneeOf(const ast::Expr &target) {
  auto *name = llvm::dyn_cast<ast::Name>(&target);
  return name ? name->id : llvm::StringRef();
}

Flow Evaluator::executeAssign(const ast::Assign &stmt) {
  llvm::StringRef saved = current->assignee;
  if (stmt.targets.size() == 1)
    current->assignee = assigneeOf(*stmt.targets[0]);
  Value value = sanitize(evaluate(*stmt.value));
  current->assignee = saved;
  for (const ast::Expr *target : stmt.targets)
    assign(*target, value);
  return Flow::Next;
}

Flow Evaluator::executeAugAssign(const ast::AugAssign &stmt) {
  llvm::StringRef saved = current->assignee;
  current->assignee = assigneeOf(*stmt.target);
  Value lhs = evaluate(*stmt.target);
  Value rhs = evaluate(*stmt.value);
  Value result;
  if (lhs.isList() && rhs.isSequence() && stmt.op == ast::BinaryOperator::Add) {
    // Lists grow in place.
    for (const Value &element : std::vector<Value>(rhs.elements()))
      lhs.asList().elements.push_back(element);
    result = lhs;
  } else {
    result = sanitize(binary(stmt.op, lhs, rhs));
  }
  current->assignee = saved;
  assign(*stmt.target, result);
  return Flow::Next;
}

static bool isConstexprName(const ast::Expr &annotation) {
  std::string name = ast::dottedName(annotation);
  return name == "constexpr" || llvm::StringRef(name).ends_with(".constexpr");
}

Flow Evaluator::executeAnnAssign(const ast::AnnAssign &stmt) {
  if (!stmt.value)
    return Flow::Next;
  llvm::StringRef saved = current->assignee;
  current->assignee = assigneeOf(*stmt.target);
  Value value = evaluate(*stmt.value);
  current->assignee = saved;
  if (!isConstexprName(*stmt.annotation)) {
    assign(*stmt.target, sanitize(value));
    return Flow::Next;
  }
  // The annotation makes nothing known: a run-time value stays one, and is reported where a known one is needed.
  if (auto *name = llvm::dyn_cast<ast::Name>(stmt.target))
    define(name->id, value, stmt.target->range(), /*isConstexpr=*/value.isCompileTime());
  else
    assign(*stmt.target, value);
  return Flow::Next;
}

//===----------------------------------------------------------------------===//
// The rest
//===----------------------------------------------------------------------===//

Flow Evaluator::executeReturn(const ast::Return &stmt) {
  if (current->runtimeLoops) {
    report(stmt.range(), DiagId::eval_return_in_loop)
        .withHint("let the loop finish and return after it, or make the loop a 'while' with the condition");
    return Flow::Next;
  }
  current->result = stmt.value ? evaluate(*stmt.value) : Value::none();
  current->returnedAt = stmt.range();
  return Flow::Return;
}

Flow Evaluator::executeAssert(const ast::Assert &stmt) {
  Value test = evaluate(*stmt.test);
  Value message = stmt.message ? evaluate(*stmt.message) : Value::string("");
  if (test.isPoison() || message.isPoison())
    return Flow::Next;
  if (test.isRuntime()) {
    if (const Builtin *builtin = lookupBuiltin("device_assert"))
      call(Value::builtin(builtin), {test, message}, {});
    return Flow::Next;
  }
  std::optional<bool> known = truth(test);
  if (known && !*known)
    error(DiagId::eval_assert_failed, message.str().empty() ? "" : ": " + message.str());
  else if (!known && emits)
    useOpaque(test);
  return Flow::Next;
}

Flow Evaluator::executeDelete(const ast::Delete &stmt) {
  for (const ast::Expr *target : stmt.targets)
    if (auto *name = llvm::dyn_cast<ast::Name>(target))
      env().variables.erase(name->id);
  return Flow::Next;
}

Flow Evaluator::executeImport(const ast::Stmt &stmt) {
  // Inside a function: the same binding as at module level, now.
  LazyScope &scope = *functionScope();
  auto bindName = [&](llvm::StringRef name, SourceRange where) {
    if (std::optional<Value> value = scope.bindImported(stmt, name))
      define(name, *value, where);
  };
  if (auto *import = llvm::dyn_cast<ast::Import>(&stmt))
    for (const ast::Alias *alias : import->names)
      bindName(alias->asName.empty() ? alias->name.text.split('.').first : alias->asName.text, alias->range());
  if (auto *from = llvm::dyn_cast<ast::ImportFrom>(&stmt))
    for (const ast::Alias *alias : from->names)
      bindName(alias->asName.empty() ? alias->name.text : alias->asName.text, alias->range());
  return Flow::Next;
}

Flow Evaluator::executeRaise(const ast::Raise &stmt) {
  std::string text;
  if (auto *raised = llvm::dyn_cast_or_null<ast::Call>(stmt.exception)) {
    text = ast::dottedName(*raised->func);
    if (!raised->args.empty()) {
      Value message = evaluate(*raised->args[0]);
      if (message.isString())
        text += ": " + message.str();
    }
  } else if (stmt.exception) {
    text = ast::dottedName(*stmt.exception);
  }
  error(DiagId::eval_raised, text.empty() ? "" : ": " + text);
  return Flow::Return;
}

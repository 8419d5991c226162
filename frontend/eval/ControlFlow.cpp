//===- ControlFlow.cpp - if statements -------------------------------------===//
//
// An `if` on a compile-time value evaluates one branch. On a run-time scalar it becomes scf.if: both branches are
// evaluated from the same variables, and those that end up different become its results:
//
//     if n > 0:          %x = scf.if %c -> (i32) { ... scf.yield %a } else { scf.yield %b }
//         x = a
//     else:
//         x = b
//
// An `if` with a `return` in it cannot be a structured op that the code after it follows. Here the code after it moves
// into the branches, to the end of the function:
//
//     if n > 0:          %r = scf.if %c -> (i32) { scf.yield %a } else { <rest> scf.yield %b }
//         return a       tt.return or the call's value: %r
//     <rest>
//     return b
//
// The alternative, branches between blocks as Triton emits them, would leave every later pass with unstructured control
// flow. The rest is evaluated twice if both branches can fall through, which real kernels hardly do. To know the rest,
// every statement is executed with a function that runs what follows it.
//
//===----------------------------------------------------------------------===//

#include "frontend/eval/Evaluator.h"
#include "frontend/semantic/Semantic.h"
#include "llvm/ADT/SetVector.h"

using namespace tritonc;

Value Evaluator::toCondition(const Value &value) { return toBool(*this, value); }

void Evaluator::poisonAssigned(ast::StmtList body) {
  for (llvm::StringRef name : assignedNames(body))
    define(name, Value::poison(), range);
}

Flow Evaluator::executeIf(const ast::If &stmt, Rest rest) {
  Value test = evaluate(*stmt.test);
  std::optional<bool> known = truth(test);
  if (known)
    return execute(*known ? stmt.body : stmt.orelse, rest);
  Value condition = Value::poison();
  {
    RangeScope scope(*this, stmt.test->range());
    if (test.isOpaque())
      useOpaque(test);
    else if (test.isRuntime())
      condition = toCondition(test);
  }
  if (condition.isPoison()) {
    poisonAssigned(stmt.body);
    poisonAssigned(stmt.orelse);
    return Flow::Next;
  }
  if (condition.isBool())
    return execute(condition.asBool() ? stmt.body : stmt.orelse, rest);
  if (!current->runtimeLoops && containsReturn(stmt))
    return executeReturningIf(stmt, condition, rest);
  return executeRuntimeIf(stmt, condition);
}

mlir::scf::IfOp Evaluator::replaceIf(mlir::scf::IfOp old, mlir::TypeRange results) {
  mlir::OpBuilder::InsertionGuard guard(builder);
  builder.setInsertionPoint(old);
  auto made = mlir::scf::IfOp::create(builder, old.getLoc(), results, old.getCondition(), /*addThenBlock=*/false,
                                      /*addElseBlock=*/false);
  made.getThenRegion().takeBody(old.getThenRegion());
  mlir::Block &orelse = old.getElseRegion().front();
  // Without results, an `else` that does nothing is left out.
  if (!results.empty() || !llvm::isa<mlir::scf::YieldOp>(orelse.front()))
    made.getElseRegion().takeBody(old.getElseRegion());
  old.erase();
  return made;
}

namespace {

/// A variable after both branches.
struct Merged {
  llvm::StringRef name;
  Variable outcomes[2];
};

} // namespace

Flow Evaluator::executeRuntimeIf(const ast::If &stmt, const Value &condition) {
  mlir::Location location = loc();
  auto branch = mlir::scf::IfOp::create(builder, location, mlir::TypeRange(), condition.ir(), /*addThenBlock=*/true,
                                        /*addElseBlock=*/true);
  Environment::Variables before = env().variables, after[2];
  mlir::Block *blocks[2] = {branch.thenBlock(), branch.elseBlock()};
  ast::StmtList bodies[2] = {stmt.body, stmt.orelse};
  {
    mlir::OpBuilder::InsertionGuard guard(builder);
    for (int i = 0; i < 2; ++i) {
      builder.setInsertionPointToEnd(blocks[i]);
      env().variables = before;
      Flow flow = execute(bodies[i], Rest());
      if (flow == Flow::Break || flow == Flow::Continue)
        errorAt(stmt.range(), DiagId::eval_loop_exit, flow == Flow::Break ? "break" : "continue");
      after[i] = std::move(env().variables);
      // `execute` may have moved into nested regions and back; the block itself is the same.
    }
  }
  env().variables = before;

  llvm::SmallVector<Merged> merged;
  auto consider = [&](llvm::StringRef name, const Value *old) {
    auto a = after[0].find(name), b = after[1].find(name);
    if (a == after[0].end() || b == after[1].end()) {
      if (a != after[0].end() || b != after[1].end())
        env().lost[name] = (a != after[0].end() ? a : b)->second.where;
      return;
    }
    const Value &x = a->second.value, &y = b->second.value;
    if (x.isPoison() || y.isPoison()) {
      if (!old || !old->isPoison())
        define(name, Value::poison(), a->second.where);
      return;
    }
    if (x.equals(y) && (x.isCompileTime() || sameType(x, y))) {
      if (!old || !old->equals(x))
        define(name, x, a->second.where, a->second.constexpr_);
      return;
    }
    merged.push_back({name, {a->second, b->second}});
  };
  for (const auto &variable : before)
    consider(variable.first, &variable.second.value);
  llvm::SmallSetVector<llvm::StringRef, 8> fresh;
  for (const Environment::Variables &side : after)
    for (const auto &variable : side)
      if (!before.contains(variable.first))
        fresh.insert(variable.first);
  for (llvm::StringRef name : fresh)
    consider(name, nullptr);

  llvm::SmallVector<mlir::Value> yields[2];
  llvm::SmallVector<Merged> results;
  {
    mlir::OpBuilder::InsertionGuard guard(builder);
    for (Merged &variable : merged) {
      Value values[2];
      for (int i = 0; i < 2; ++i) {
        builder.setInsertionPointToEnd(blocks[i]);
        values[i] = sanitizeAlways(variable.outcomes[i].value);
      }
      if (!sameType(values[0], values[1])) {
        report(stmt.test->range(), DiagId::eval_branch_types, variable.name, typeText(values[0]), typeText(values[1]))
            .note(variable.outcomes[0].where, "of type " + typeText(values[0]) + " here")
            .note(variable.outcomes[1].where, "of type " + typeText(values[1]) + " here");
        define(variable.name, Value::poison(), variable.outcomes[0].where);
        continue;
      }
      for (int i = 0; i < 2; ++i) {
        variable.outcomes[i].value = values[i];
        flatten(values[i], yields[i]);
      }
      results.push_back(variable);
    }
    for (int i = 0; i < 2; ++i) {
      builder.setInsertionPointToEnd(blocks[i]);
      mlir::scf::YieldOp::create(builder, location, yields[i]);
    }
  }
  mlir::scf::IfOp final = replaceIf(branch, mlir::ValueRange(yields[0]).getTypes());
  llvm::SmallVector<mlir::Value> values(final.getResults());
  llvm::ArrayRef<mlir::Value> remaining = values;
  for (const Merged &variable : results)
    define(variable.name, unflatten(variable.outcomes[0].value, remaining), variable.outcomes[0].where);
  return Flow::Next;
}

Flow Evaluator::executeReturningIf(const ast::If &stmt, const Value &condition, Rest rest) {
  mlir::Location location = loc();
  auto branch = mlir::scf::IfOp::create(builder, location, mlir::TypeRange(), condition.ir(), /*addThenBlock=*/true,
                                        /*addElseBlock=*/true);
  mlir::OpBuilder::InsertionGuard guard(builder);
  Environment::Variables before = env().variables;
  mlir::Block *blocks[2] = {branch.thenBlock(), branch.elseBlock()};
  ast::StmtList bodies[2] = {stmt.body, stmt.orelse};
  Value results[2];
  SourceRange places[2];
  llvm::SmallVector<mlir::Value> yields[2];
  for (int i = 0; i < 2; ++i) {
    builder.setInsertionPointToEnd(blocks[i]);
    env().variables = before;
    current->result = Value::none();
    current->returnedAt = stmt.range();
    Flow flow = execute(bodies[i], rest);
    if (flow == Flow::Next && rest)
      flow = rest();
    if (flow == Flow::Break || flow == Flow::Continue)
      errorAt(stmt.range(), DiagId::eval_loop_exit, flow == Flow::Break ? "break" : "continue");
    results[i] = sanitizeAlways(current->result);
    places[i] = current->returnedAt;
  }
  bool poisoned = results[0].isPoison() || results[1].isPoison();
  if (!poisoned && !sameType(results[0], results[1])) {
    auto describeResult = [](const Value &value) {
      return value.isNone() ? std::string("nothing") : "a value of type " + typeText(value);
    };
    report(places[0], DiagId::eval_return_types, describeResult(results[0]), describeResult(results[1]))
        .note(places[1], describeResult(results[1]) + " is returned on the other path");
    poisoned = true;
  }
  if (!poisoned)
    for (int i = 0; i < 2; ++i)
      flatten(results[i], yields[i]);
  for (int i = 0; i < 2; ++i) {
    builder.setInsertionPointToEnd(blocks[i]);
    mlir::scf::YieldOp::create(builder, location, yields[i]);
  }
  mlir::scf::IfOp final = replaceIf(branch, mlir::ValueRange(yields[0]).getTypes());
  llvm::SmallVector<mlir::Value> values(final.getResults());
  llvm::ArrayRef<mlir::Value> remaining = values;
  current->result = poisoned ? Value::poison() : unflatten(results[0], remaining);
  current->returnedAt = places[0];
  return Flow::Return;
}

//===- Loops.cpp - for and while -------------------------------------------===//
//
// A loop over compile-time items (tl.static_range, a tuple) is unrolled. A `range` in a jit function is a loop of the
// program:
//
//     acc = zeros            %r = scf.for %i = %lo to %hi step %s iter_args(%acc = %zeros) {
//     for i in range(lo, hi, s):      ...
//         acc += f(i)                 scf.yield %sum
//                                }
//
// Which variables the loop carries is known only after its body: those that exist before it, are run-time values, and
// have another value at its end. The body is evaluated once, with every variable that it might assign as a candidate;
// those that turn out unchanged are taken out again. (Evaluating the body twice, the other way, is exponential in
// nested loops.)
//
//===----------------------------------------------------------------------===//

#include "frontend/eval/Evaluator.h"
#include "frontend/semantic/Semantic.h"

using namespace tritonc;

struct Evaluator::Carried {
  llvm::StringRef name;
  Variable before;
  llvm::SmallVector<mlir::Value> inits;
  llvm::SmallVector<mlir::Value> args;
};

std::vector<Evaluator::Carried> Evaluator::carriedCandidates(ast::StmtList body, llvm::StringRef ignore) {
  llvm::SmallVector<llvm::StringRef> assigned = assignedNames(body);
  std::vector<Carried> carried;
  for (const auto &[name, variable] : env().variables) {
    if (name == ignore || !llvm::is_contained(assigned, name) || variable.constexpr_)
      continue;
    Carried candidate{name, variable, {}, {}};
    flatten(variable.value, candidate.inits);
    if (!candidate.inits.empty())
      carried.push_back(std::move(candidate));
  }
  return carried;
}

void Evaluator::bindCarried(std::vector<Carried> &carried, mlir::ValueRange values) {
  size_t next = 0;
  for (Carried &variable : carried) {
    size_t count = variable.inits.size();
    llvm::SmallVector<mlir::Value> slice(values.slice(next, count));
    next += count;
    variable.args = slice;
    llvm::ArrayRef<mlir::Value> remaining = variable.args;
    env().variables[variable.name].value = unflatten(variable.before.value, remaining);
  }
}

void Evaluator::checkCarried(std::vector<Carried> &carried, llvm::SmallVectorImpl<mlir::Value> &yields,
                             SourceRange loop) {
  for (Carried &variable : carried) {
    auto found = env().variables.find(variable.name);
    Value after = found == env().variables.end() ? Value::poison() : found->second.value;
    if (!after.isPoison() && !sameType(variable.before.value, after))
      after = sanitizeAlways(after);
    if (after.isPoison() || !sameType(variable.before.value, after)) {
      if (!after.isPoison())
        report(found->second.where, DiagId::eval_loop_types, variable.name, typeText(variable.before.value),
               typeText(after))
            .note(variable.before.where, "of type " + typeText(variable.before.value) + " before the loop")
            .note(loop, "in this loop")
            .withHint("give it its final type before the loop, for example with '.to(...)'");
      yields.append(variable.args);
      continue;
    }
    flatten(after, yields);
  }
}

/// After the loop: what it carried has its final value, what only its body defines is gone.
void Evaluator::leaveLoop(const Environment::Variables &before, std::vector<Carried> &carried, mlir::ValueRange results,
                          ast::StmtList body) {
  Environment::Variables inside = std::move(env().variables);
  env().variables = before;
  for (auto &entry : inside) {
    llvm::StringRef name = entry.first;
    Variable &variable = entry.second;
    auto old = before.find(name);
    if (old == before.end()) {
      env().lost[name] = variable.where;
      continue;
    }
    const Value &was = old->second.value, &is = variable.value;
    bool isCarried = llvm::any_of(carried, [&](const Carried &c) { return c.name == name; });
    if (isCarried || variable.constexpr_ || was.isPoison() || was.equals(is))
      continue;
    if (is.isPoison()) {
      env().variables[name].value = is;
      continue;
    }
    report(variable.where, DiagId::eval_loop_constexpr, name, typeText(was), typeText(is))
        .note(old->second.where, "'" + name.str() + "' is a compile-time value before the loop");
    env().variables[name].value = Value::poison();
  }
  (void)body;
  size_t next = 0;
  for (Carried &variable : carried) {
    size_t count = variable.inits.size();
    llvm::SmallVector<mlir::Value> slice(results.slice(next, count));
    next += count;
    llvm::ArrayRef<mlir::Value> remaining = slice;
    env().variables[variable.name].value = unflatten(variable.before.value, remaining);
    if (auto after = inside.find(variable.name); after != inside.end())
      env().variables[variable.name].where = after->second.where;
  }
}

//===----------------------------------------------------------------------===//
// for
//===----------------------------------------------------------------------===//

Flow Evaluator::executeFor(const ast::For &stmt, Rest rest) {
  if (stmt.isAsync)
    unsupported("'async for'");
  Value iterable = evaluate(*stmt.iter);
  if (iterable.isPoison()) {
    assign(*stmt.target, Value::poison());
    poisonAssigned(stmt.body);
    return Flow::Next;
  }
  bool runtime = iterable.isRange() && iterable.asRange().flavor != RangeObject::Flavor::Static && emits &&
                 (current->isJit() || !iterable.isCompileTime());
  if (runtime) {
    if (!stmt.orelse.empty())
      unsupported("'else' after a loop");
    return executeRangeLoop(stmt, iterable.asRange());
  }
  std::optional<std::vector<Value>> items = iterate(iterable, stmt.iter->range());
  if (!items) {
    assign(*stmt.target, Value::poison());
    poisonAssigned(stmt.body);
    return Flow::Next;
  }
  return executeUnrolled(stmt, std::move(*items), rest);
}

Flow Evaluator::executeUnrolled(const ast::For &stmt, std::vector<Value> items, Rest rest) {
  auto runFrom = [&](auto &self, size_t first) -> Flow {
    for (size_t i = first; i < items.size(); ++i) {
      if (!spend())
        return Flow::Return;
      if (auto *name = llvm::dyn_cast<ast::Name>(stmt.target))
        define(name->id, items[i], stmt.target->range(), /*isConstexpr=*/items[i].isCompileTime());
      else
        assign(*stmt.target, items[i]);
      auto remaining = [&]() -> Flow {
        Flow flow = self(self, i + 1);
        return flow == Flow::Next && rest ? rest() : flow;
      };
      Flow flow = execute(stmt.body, remaining);
      if (flow == Flow::Return)
        return flow;
      if (flow == Flow::Break)
        return Flow::Next;
    }
    return execute(stmt.orelse, rest);
  };
  return runFrom(runFrom, 0);
}

/// Triton's rule for mixed integer types: the wider one; of equal width, the unsigned one.
static DType inductionType(const DType &a, const DType &b) {
  if (a.isUnsigned() == b.isUnsigned())
    return a.bitWidth() >= b.bitWidth() ? a : b;
  const DType &u = a.isUnsigned() ? a : b, &s = a.isUnsigned() ? b : a;
  return u.bitWidth() >= s.bitWidth() ? u : s;
}

/// The loop without the carried values at the positions where `keep` is false: they are `inits` throughout.
static mlir::scf::ForOp dropCarried(mlir::OpBuilder &builder, mlir::scf::ForOp loop, llvm::ArrayRef<bool> keep) {
  llvm::SmallVector<mlir::Value> inits;
  for (auto [init, kept] : llvm::zip(loop.getInitArgs(), keep))
    if (kept)
      inits.push_back(init);
  mlir::OpBuilder::InsertionGuard guard(builder);
  builder.setInsertionPoint(loop);
  auto made = mlir::scf::ForOp::create(builder, loop.getLoc(), loop.getLowerBound(), loop.getUpperBound(),
                                       loop.getStep(), inits);
  made->setDiscardableAttrs(loop->getDiscardableAttrDictionary());
  if (!made.getBody()->empty())
    made.getBody()->back().erase();
  auto yield = llvm::cast<mlir::scf::YieldOp>(loop.getBody()->getTerminator());
  llvm::SmallVector<mlir::Value> yields;
  loop.getInductionVar().replaceAllUsesWith(made.getInductionVar());
  made.getInductionVar().setLoc(loop.getInductionVar().getLoc());
  unsigned next = 0;
  for (unsigned i = 0; i < keep.size(); ++i) {
    mlir::BlockArgument old = loop.getRegionIterArgs()[i];
    if (keep[i]) {
      made.getRegionIterArgs()[next].setLoc(old.getLoc());
      old.replaceAllUsesWith(made.getRegionIterArgs()[next]);
      loop.getResult(i).replaceAllUsesWith(made.getResult(next));
      ++next;
    } else {
      old.replaceAllUsesWith(loop.getInitArgs()[i]);
      loop.getResult(i).replaceAllUsesWith(loop.getInitArgs()[i]);
    }
  }
  for (unsigned i = 0; i < keep.size(); ++i)
    if (keep[i])
      yields.push_back(yield.getOperand(i));
  mlir::Location yieldLoc = yield.getLoc();
  yield.erase();
  made.getBody()->getOperations().splice(made.getBody()->end(), loop.getBody()->getOperations());
  builder.setInsertionPointToEnd(made.getBody());
  mlir::scf::YieldOp::create(builder, yieldLoc, yields);
  loop.erase();
  return made;
}

static void setLoopAttributes(mlir::OpBuilder &builder, mlir::scf::ForOp loop, const RangeObject &range) {
  auto setInt = [&](const char *name, const Value &value) {
    if (std::optional<int64_t> number = value.toInt64())
      loop->setAttr(name, builder.getI32IntegerAttr(static_cast<int32_t>(*number)));
  };
  setInt("tt.num_stages", range.numStages);
  setInt("tt.loop_unroll_factor", range.loopUnrollFactor);
  auto setUnit = [&](const char *name, bool set) {
    if (set)
      loop->setAttr(name, builder.getUnitAttr());
  };
  setUnit("tt.disallow_acc_multi_buffer", range.disallowAccMultiBuffer);
  setUnit("tt.flatten", range.flatten);
  setUnit("tt.warp_specialize", range.warpSpecialize);
}

Flow Evaluator::executeRangeLoop(const ast::For &stmt, const RangeObject &object) {
  Value bounds[3] = {object.start, object.stop, object.step};
  std::optional<int64_t> constantStep = object.step.toInt64();
  if (constantStep && *constantStep == 0) {
    errorAt(stmt.iter->range(), DiagId::eval_zero_step);
    constantStep = 1;
    bounds[2] = Value::integer(1);
  }
  // scf.for only counts up: run backwards by mirroring the induction variable.
  bool negative = constantStep && *constantStep < 0;
  if (negative) {
    bounds[2] = Value::integer(-*constantStep);
    std::swap(bounds[0], bounds[1]);
  }
  auto *target = llvm::dyn_cast<ast::Name>(stmt.target);
  bool ok = target != nullptr;
  if (!target)
    unsupported("a loop over a range with several targets");
  {
    RangeScope scope(*this, stmt.iter->range());
    for (Value &bound : bounds) {
      if (bound.isPoison()) {
        ok = false;
        continue;
      }
      bool number = bound.isRuntime() || bound.isInt() || bound.isBool();
      if (number)
        bound = toTensor(*this, bound);
      if (!bound.isRuntime() || bound.isBlock() || !bound.runtimeType().isInteger()) {
        if (!bound.isPoison())
          error(DiagId::eval_range_bound, bound.describe());
        ok = false;
      }
    }
  }
  if (!ok) {
    assign(*stmt.target, Value::poison());
    poisonAssigned(stmt.body);
    return Flow::Next;
  }
  DType type = inductionType(inductionType(bounds[0].runtimeType(), bounds[1].runtimeType()), bounds[2].runtimeType());
  for (Value &bound : bounds)
    bound = castTo(*this, bound, type);

  std::vector<Carried> carried = carriedCandidates(stmt.body, target->id);
  llvm::SmallVector<mlir::Value> inits;
  for (const Carried &variable : carried)
    inits.append(variable.inits);
  auto loop = mlir::scf::ForOp::create(builder, loc(), bounds[0].ir(), bounds[1].ir(), bounds[2].ir(), inits);
  setLoopAttributes(builder, loop, object);
  if (!loop.getBody()->empty())
    loop.getBody()->back().erase();

  Environment::Variables before = env().variables;
  llvm::SmallVector<mlir::Value> yields;
  {
    mlir::OpBuilder::InsertionGuard guard(builder);
    builder.setInsertionPointToEnd(loop.getBody());
    bindCarried(carried, loop.getRegionIterArgs());
    mlir::Location targetLoc = mlir::NameLoc::get(builder.getStringAttr(target->id), locationOf(stmt.target->range()));
    loop.getInductionVar().setLoc(targetLoc);
    mlir::Value induction = loop.getInductionVar();
    if (negative) {
      induction = mlir::arith::SubIOp::create(builder, targetLoc, bounds[1].ir(), induction);
      induction = mlir::arith::AddIOp::create(builder, targetLoc, induction, bounds[0].ir());
    }
    define(target->id, Value::runtime(induction, type), stmt.target->range());
    ++current->runtimeLoops;
    execute(stmt.body, Rest());
    --current->runtimeLoops;
    checkCarried(carried, yields, stmt.iter->range());
    mlir::scf::YieldOp::create(builder, loc(), yields);
  }
  // The target belongs to the loop: afterwards it is what it was before.
  if (before.contains(target->id))
    env().variables[target->id] = before[target->id];

  llvm::SmallVector<bool> keep;
  size_t next = 0;
  std::vector<Carried> kept;
  for (const Carried &variable : carried) {
    llvm::ArrayRef<mlir::Value> mine = llvm::ArrayRef<mlir::Value>(yields).slice(next, variable.inits.size());
    next += variable.inits.size();
    bool changes = mine != llvm::ArrayRef<mlir::Value>(variable.args);
    keep.append(variable.inits.size(), changes);
    if (changes)
      kept.push_back(variable);
    else
      env().variables[variable.name] = variable.before;
  }
  if (kept.size() != carried.size())
    loop = dropCarried(builder, loop, keep);
  leaveLoop(before, kept, loop.getResults(), stmt.body);
  return Flow::Next;
}

//===----------------------------------------------------------------------===//
// while
//===----------------------------------------------------------------------===//

Flow Evaluator::executeWhile(const ast::While &stmt, Rest rest) {
  if (!emits || !current->isJit()) {
    while (spend()) {
      Value test = evaluate(*stmt.test);
      std::optional<bool> known = truth(test);
      if (!known && !test.isPoison())
        errorAt(stmt.test->range(), DiagId::eval_needs_constexpr, "the condition of a loop that runs at compile time",
                test.describe());
      if (!known)
        return Flow::Next;
      if (!*known)
        return execute(stmt.orelse, rest);
      Flow flow = execute(stmt.body, Rest());
      if (flow == Flow::Return)
        return flow;
      if (flow == Flow::Break)
        return Flow::Next;
    }
    return Flow::Return;
  }
  if (!stmt.orelse.empty())
    unsupported("'else' after a loop");

  std::vector<Carried> carried = carriedCandidates(stmt.body, {});
  llvm::SmallVector<mlir::Value> inits;
  for (const Carried &variable : carried)
    inits.append(variable.inits);
  llvm::SmallVector<mlir::Type> types(mlir::ValueRange(inits).getTypes());
  auto loop = mlir::scf::WhileOp::create(builder, loc(), types, inits, nullptr, nullptr);
  Environment::Variables before = env().variables;
  llvm::SmallVector<mlir::Value> yields;
  {
    mlir::OpBuilder::InsertionGuard guard(builder);
    builder.setInsertionPointToEnd(loop.getBeforeBody());
    bindCarried(carried, loop.getBeforeArguments());
    Value test = evaluate(*stmt.test);
    RangeScope scope(*this, stmt.test->range());
    std::optional<bool> known = truth(test);
    Value condition = test.isRuntime() ? toCondition(test) : Value::poison();
    if (known && *known)
      error(DiagId::eval_endless_loop);
    else if (!known && !test.isRuntime() && !test.isPoison())
      useOpaque(test);
    if (!condition.isRuntime()) {
      env().variables = before;
      loop.erase();
      if (!known)
        poisonAssigned(stmt.body);
      return Flow::Next;
    }
    mlir::scf::ConditionOp::create(builder, loc(), condition.ir(), loop.getBeforeArguments());
    builder.setInsertionPointToEnd(loop.getAfterBody());
    bindCarried(carried, loop.getAfterArguments());
    ++current->runtimeLoops;
    execute(stmt.body, Rest());
    --current->runtimeLoops;
    checkCarried(carried, yields, stmt.test->range());
    mlir::scf::YieldOp::create(builder, loc(), yields);
  }
  leaveLoop(before, carried, loop.getResults(), stmt.body);
  return Flow::Next;
}

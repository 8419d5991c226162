//===- Expressions.cpp - evaluating expressions ----------------------------===//

#include "frontend/eval/Evaluator.h"
#include "frontend/semantic/Builtins.h"
#include "frontend/semantic/Semantic.h"
#include "llvm/ADT/TypeSwitch.h"

using namespace tritonc;

/// Deeper nesting than any sensible source has; the machine's stack is the true limit.
static constexpr unsigned maxDepth = 1500;

Value Evaluator::evaluate(const ast::Expr &expr) {
  RangeScope scope(*this, expr.range());
  if (depth > maxDepth)
    return error(DiagId::eval_too_deep);
  ++depth;
  Value result = llvm::TypeSwitch<const ast::Expr *, Value>(&expr)
                     .Case<ast::Name>([&](auto *e) { return evaluateName(*e); })
                     .Case<ast::Constant>([&](auto *e) { return evaluateConstant(*e); })
                     .Case<ast::Attribute>([&](auto *e) {
                       Value object = evaluate(*e->value);
                       return attribute(object, e->attr.text);
                     })
                     .Case<ast::Call>([&](auto *e) { return evaluateCall(*e); })
                     .Case<ast::BinOp>([&](auto *e) {
                       Value lhs = evaluate(*e->left);
                       Value rhs = evaluate(*e->right);
                       return binary(e->op, lhs, rhs);
                     })
                     .Case<ast::Subscript>([&](auto *e) {
                       Value object = evaluate(*e->value);
                       Value index = evaluate(*e->index);
                       return subscript(object, index);
                     })
                     .Case<ast::Compare>([&](auto *e) { return evaluateCompare(*e); })
                     .Case<ast::BoolOp>([&](auto *e) { return evaluateBoolOp(*e); })
                     .Case<ast::UnaryOp>([&](auto *e) { return evaluateUnary(*e); })
                     .Case<ast::IfExp>([&](auto *e) { return evaluateIfExp(*e); })
                     .Case<ast::Tuple>([&](auto *e) { return evaluateSequence(e->elements, true); })
                     .Case<ast::List>([&](auto *e) { return evaluateSequence(e->elements, false); })
                     .Case<ast::Set>([&](auto *e) { return evaluateSequence(e->elements, false); })
                     .Case<ast::Dict>([&](auto *e) { return evaluateDict(*e); })
                     .Case<ast::Slice>([&](auto *e) {
                       Value lower = e->lower ? evaluate(*e->lower) : Value();
                       Value upper = e->upper ? evaluate(*e->upper) : Value();
                       Value step = e->step ? evaluate(*e->step) : Value();
                       return Value::slice(lower, upper, step);
                     })
                     .Case<ast::JoinedStr>([&](auto *e) { return evaluateFString(*e); })
                     .Case<ast::Lambda>([&](auto *e) { return evaluateLambda(*e); })
                     .Case<ast::NamedExpr>([&](auto *e) {
                       Value value = evaluate(*e->value);
                       define(e->target->id, sanitize(value), e->target->range());
                       return value;
                     })
                     .Case<ast::ListComp, ast::GeneratorExp, ast::SetComp, ast::DictComp>(
                         [&](auto *e) { return evaluateComprehension(*e); })
                     .Case<ast::Starred>([&](auto *) { return unsupported("a starred expression here"); })
                     .Case<ast::Await>([&](auto *) { return unsupported("'await'"); })
                     .Case<ast::Yield, ast::YieldFrom>([&](auto *) { return unsupported("'yield'"); })
                     .Default([&](auto *) { return unsupported("this expression"); });
  --depth;
  return result;
}

Value Evaluator::evaluateIn(const ast::Expr &expr, LazyScope &scope, unsigned before) {
  Activation activation;
  activation.env = std::make_shared<Environment>();
  activation.env->scope = &scope;
  activation.env->before = before;
  Activation *saved = current;
  current = &activation;
  Value result = evaluate(expr);
  current = saved;
  return result;
}

Value Evaluator::unsupported(llvm::StringRef what) { return error(DiagId::eval_unsupported, what); }

Value Evaluator::useOpaque(const Value &value) {
  const OpaqueObject &opaque = value.asOpaque();
  Diagnostic &diagnostic =
      report(range, DiagId::eval_opaque, opaque.description, opaque.reason.empty() ? "" : ": " + opaque.reason);
  if (opaque.origin.valid())
    diagnostic.note(opaque.origin, "it comes from here");
  return Value::poison();
}

//===----------------------------------------------------------------------===//
// Names and literals
//===----------------------------------------------------------------------===//

std::optional<Value> Evaluator::lookupName(llvm::StringRef name) {
  for (Environment *env = current->env.get(); env; env = env->parent.get()) {
    auto found = env->variables.find(name);
    if (found != env->variables.end())
      return found->second.value;
    if (!env->parent && env->scope)
      if (std::optional<Value> value = env->scope->lookup(name, env->before))
        return value;
  }
  return pythonBuiltin(name);
}

Value Evaluator::evaluateName(const ast::Name &expr) {
  if (std::optional<Value> value = lookupName(expr.id))
    return *value;
  std::vector<std::string> candidates;
  for (Environment *env = current->env.get(); env; env = env->parent.get()) {
    for (const auto &variable : env->variables)
      candidates.push_back(variable.first.str());
    if (env->scope)
      env->scope->collectNames(candidates);
  }
  Diagnostic &diagnostic = report(expr.range(), DiagId::eval_unknown_name, expr.id);
  auto lost = env().lost.find(expr.id);
  if (lost != env().lost.end())
    diagnostic.note(lost->second,
                    "'" + expr.id.str() + "' is defined only here, inside a loop or one branch of an 'if'");
  std::string nearest = nearestName(expr.id, candidates);
  if (!nearest.empty())
    diagnostic.withHint("did you mean '" + nearest + "'?");
  env().variables[expr.id] = {Value::poison(), expr.range(), false}; // once is enough
  return Value::poison();
}

Value Evaluator::evaluateConstant(const ast::Constant &expr) {
  switch (expr.constantKind) {
  case ast::ConstantKind::None:
    return Value::none();
  case ast::ConstantKind::True:
    return Value::boolean(true);
  case ast::ConstantKind::False:
    return Value::boolean(false);
  case ast::ConstantKind::Ellipsis:
    return Value::ellipsis();
  case ast::ConstantKind::Int:
    return expr.fitsInt64() ? Value::integer(expr.int64Value())
                            : Value::integer(intFromAPInt(expr.intValue(), /*isSigned=*/true));
  case ast::ConstantKind::Float:
    return Value::real(expr.floatValue);
  case ast::ConstantKind::Str:
    return Value::string(expr.text.str());
  case ast::ConstantKind::Imaginary:
    return unsupported("a complex number");
  case ast::ConstantKind::Bytes:
    return unsupported("a bytes literal");
  }
  return Value::poison();
}

Value Evaluator::evaluateSequence(ast::ExprList elements, bool tuple) {
  std::vector<Value> values;
  for (const ast::Expr *element : elements) {
    if (auto *starred = llvm::dyn_cast<ast::Starred>(element)) {
      Value inner = evaluate(*starred->value);
      if (inner.isPoison())
        return inner;
      std::optional<std::vector<Value>> items = iterate(inner, starred->range());
      if (!items)
        return Value::poison();
      values.insert(values.end(), items->begin(), items->end());
      continue;
    }
    values.push_back(evaluate(*element));
  }
  return tuple ? Value::tuple(std::move(values)) : Value::list(std::move(values));
}

Value Evaluator::evaluateDict(const ast::Dict &expr) {
  Value result = Value::dict({});
  auto &items = result.asDict().items;
  auto put = [&](const Value &key, const Value &value) {
    auto same = llvm::find_if(items, [&](const auto &item) { return item.first.equals(key); });
    if (same != items.end())
      same->second = value;
    else
      items.push_back({key, value});
  };
  for (auto [key, value] : llvm::zip(expr.keys, expr.values)) {
    Value item = evaluate(*value);
    if (key) {
      put(evaluate(*key), item);
    } else if (item.isDict()) {
      for (const auto &[k, v] : item.asDict().items)
        put(k, v);
    } else if (!item.isPoison()) {
      return errorAt(value->range(), DiagId::eval_not_a_mapping, item.describe());
    }
  }
  return result;
}

Value Evaluator::evaluateLambda(const ast::Lambda &expr) {
  auto function = std::make_shared<FunctionObject>();
  function->name = "<lambda>";
  function->lambda = &expr;
  function->closure = current->env;
  return Value::function(std::move(function));
}

//===----------------------------------------------------------------------===//
// Operators with control flow
//===----------------------------------------------------------------------===//

Value Evaluator::evaluateBoolOp(const ast::BoolOp &expr) {
  // A compile-time operand decides at once or drops out; the run-time ones are combined without short circuit.
  bool isAnd = expr.op == ast::BoolOperator::And;
  std::vector<Value> runtime;
  Value last;
  for (const ast::Expr *operand : expr.values) {
    last = evaluate(*operand);
    if (last.isPoison())
      return last;
    if (last.isRuntime()) {
      runtime.push_back(last);
      continue;
    }
    std::optional<bool> known = truth(last);
    if (!known)
      return useOpaque(last);
    if (*known != isAnd)
      return last;
  }
  if (runtime.empty())
    return last;
  while (runtime.size() >= 2) {
    Value rhs = runtime.back();
    runtime.pop_back();
    Value lhs = runtime.back();
    runtime.back() = isAnd ? logicalAnd(*this, lhs, rhs) : logicalOr(*this, lhs, rhs);
  }
  return runtime.front();
}

Value Evaluator::evaluateCompare(const ast::Compare &expr) {
  Value lhs = evaluate(*expr.left);
  Value result = Value::boolean(true);
  for (auto [op, comparator] : llvm::zip(expr.ops, expr.comparators)) {
    Value rhs = evaluate(*comparator);
    result = compareValues(op, lhs, rhs);
    if (result.isPoison() || expr.ops.size() == 1)
      return result;
    if (result.isRuntime())
      return report(expr.range(), DiagId::eval_chained_comparison)
                 .withHint("write the comparisons one by one and join them with '&'"),
             Value::poison();
    if (!truth(result).value_or(false))
      return result;
    lhs = rhs;
  }
  return result;
}

Value Evaluator::evaluateUnary(const ast::UnaryOp &expr) {
  Value operand = evaluate(*expr.operand);
  if (operand.isPoison())
    return operand;
  if (operand.isRuntime()) {
    switch (expr.op) {
    case ast::UnaryOperator::Not:
      return logicalNot(*this, operand);
    case ast::UnaryOperator::USub:
      return unaryOp(*this, UnaryOp::Neg, operand);
    case ast::UnaryOperator::UAdd:
      return unaryOp(*this, UnaryOp::Plus, operand);
    case ast::UnaryOperator::Invert:
      return unaryOp(*this, UnaryOp::Invert, operand);
    }
  }
  if (expr.op == ast::UnaryOperator::Not) {
    std::optional<bool> known = truth(operand);
    return known ? Value::boolean(!*known) : useOpaque(operand);
  }
  if (operand.isOpaque())
    return useOpaque(operand);
  if (!operand.isNumber() || (operand.isFloat() && expr.op == ast::UnaryOperator::Invert))
    return error(DiagId::eval_bad_operand, ast::spelling(expr.op), operand.describe());
  if (operand.isFloat())
    return expr.op == ast::UnaryOperator::USub ? Value::real(-operand.asFloat()) : operand;
  Int value = operand.isBool() ? Int(operand.asBool() ? 1 : 0) : operand.asInt();
  if (expr.op == ast::UnaryOperator::USub)
    return Value::integer(-value);
  return Value::integer(expr.op == ast::UnaryOperator::Invert ? -value - Int(1) : value);
}

Value Evaluator::evaluateIfExp(const ast::IfExp &expr) {
  Value test = evaluate(*expr.test);
  if (test.isPoison())
    return test;
  if (!test.isRuntime()) {
    std::optional<bool> known = truth(test);
    if (!known)
      return useOpaque(test);
    return evaluate(*known ? *expr.body : *expr.orelse);
  }
  Value condition = toCondition(test);
  if (condition.isPoison())
    return condition;
  auto branch = mlir::scf::IfOp::create(builder, loc(), mlir::TypeRange(), condition.ir(), /*addThenBlock=*/true,
                                        /*addElseBlock=*/true);
  mlir::OpBuilder::InsertionGuard guard(builder);
  Value values[2];
  mlir::Block *blocks[2] = {branch.thenBlock(), branch.elseBlock()};
  const ast::Expr *exprs[2] = {expr.body, expr.orelse};
  llvm::SmallVector<mlir::Value> yields[2];
  for (int i = 0; i < 2; ++i) {
    builder.setInsertionPointToEnd(blocks[i]);
    values[i] = sanitizeAlways(evaluate(*exprs[i]));
    flatten(values[i], yields[i]);
  }
  if (values[0].isPoison() || values[1].isPoison() || !sameType(values[0], values[1])) {
    if (!values[0].isPoison() && !values[1].isPoison())
      report(expr.range(), DiagId::eval_ternary_types, typeText(values[0]), typeText(values[1]))
          .note(expr.body->range(), "of type " + typeText(values[0]))
          .note(expr.orelse->range(), "of type " + typeText(values[1]));
    branch.erase();
    return Value::poison();
  }
  for (int i = 0; i < 2; ++i) {
    builder.setInsertionPointToEnd(blocks[i]);
    mlir::scf::YieldOp::create(builder, loc(), yields[i]);
  }
  builder.setInsertionPoint(branch);
  mlir::scf::IfOp final = replaceIf(branch, mlir::ValueRange(yields[0]).getTypes());
  llvm::SmallVector<mlir::Value> results(final.getResults());
  llvm::ArrayRef<mlir::Value> rest = results;
  return unflatten(values[0], rest);
}

//===----------------------------------------------------------------------===//
// f-strings
//===----------------------------------------------------------------------===//

/// The part of format specifications that messages use: width, precision, `d`, `f`, `e`, `g`, `x`.
static std::string formatted(const Value &value, llvm::StringRef spec) {
  std::string text = value.str();
  if (spec.empty())
    return text;
  char type = llvm::isAlpha(spec.back()) ? spec.back() : '\0';
  llvm::StringRef body = type ? spec.drop_back() : spec;
  int precision = -1;
  auto [widthText, precisionText] = body.split('.');
  if (!precisionText.empty())
    (void)precisionText.getAsInteger(10, precision);
  std::optional<double> number = value.toDouble();
  std::optional<int64_t> integer = value.toInt64();
  char buffer[400];
  if (number && (type == 'f' || type == 'e' || type == 'g') && precision < 64) {
    const char pattern[] = {'%', '.', '*', type, '\0'};
    snprintf(buffer, sizeof buffer, pattern, precision < 0 ? 6 : precision, *number);
    text = buffer;
  } else if (integer && type == 'x') {
    text = llvm::utohexstr(static_cast<uint64_t>(*integer), /*LowerCase=*/true);
  }
  char fill = ' ', align = number ? '>' : '<';
  if (!widthText.empty() && (widthText.front() == '<' || widthText.front() == '>'))
    align = widthText.front(), widthText = widthText.drop_front();
  if (widthText.size() > 1 && widthText.front() == '0')
    fill = '0';
  unsigned width = 0;
  if (!widthText.getAsInteger(10, width) && width < 1000 && text.size() < width)
    text = align == '<' ? text + std::string(width - text.size(), fill) : std::string(width - text.size(), fill) + text;
  return text;
}

Value Evaluator::evaluateFString(const ast::JoinedStr &expr) {
  std::string text;
  for (const ast::Expr *part : expr.values) {
    auto *field = llvm::dyn_cast<ast::FormattedValue>(part);
    Value value = evaluate(field ? *field->value : *part);
    if (value.isPoison())
      return value;
    if (!field) {
      text += value.str();
      continue;
    }
    std::string spec;
    if (field->formatSpec) {
      Value specValue = evaluateFString(*field->formatSpec);
      if (specValue.isPoison())
        return specValue;
      spec = specValue.str();
    }
    if (field->conversion == 'r' || field->conversion == 'a')
      value = Value::string(value.repr());
    text += formatted(value, spec);
  }
  return Value::string(std::move(text));
}

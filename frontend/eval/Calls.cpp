//===- Calls.cpp - binding arguments, running functions --------------------===//
//
// Jit functions are inlined where they are called: their body is evaluated with the arguments bound, which makes
// compile-time arguments constants in it without any specialisation machinery. Only those marked noinline become
// functions of the module, one for each combination of argument types and constants.
//
//===----------------------------------------------------------------------===//

#include "frontend/eval/Evaluator.h"
#include "frontend/semantic/Semantic.h"
#include "llvm/ADT/ScopeExit.h"

using namespace tritonc;

static constexpr unsigned maxCallDepth = 120;
/// What calls cost beside the statements that they run.
static constexpr uint64_t stepsOfRecursiveCall = 100, stepsOfFailedCall = 1'000'000;

//===----------------------------------------------------------------------===//
// Arguments
//===----------------------------------------------------------------------===//

bool Evaluator::collectArguments(const ast::Call &expr, CallArguments &arguments) {
  for (const ast::Expr *arg : expr.args) {
    if (auto *starred = llvm::dyn_cast<ast::Starred>(arg)) {
      Value inner = evaluate(*starred->value);
      std::optional<std::vector<Value>> items = iterate(inner, starred->range());
      if (!items) {
        arguments.poisoned = true;
        continue;
      }
      for (Value &item : *items) {
        arguments.positional.push_back(std::move(item));
        arguments.positionalRanges.push_back(starred->range());
      }
      continue;
    }
    arguments.positional.push_back(evaluate(*arg));
    arguments.positionalRanges.push_back(arg->range());
  }
  for (const ast::Keyword *keyword : expr.keywords) {
    Value value = evaluate(*keyword->value);
    if (!keyword->name.empty()) {
      arguments.named.push_back({keyword->name.text.str(), std::move(value)});
      arguments.namedRanges.push_back(keyword->range());
      continue;
    }
    if (!value.isDict()) {
      if (!value.isPoison())
        errorAt(keyword->range(), DiagId::eval_not_a_mapping, value.describe());
      arguments.poisoned = true;
      continue;
    }
    for (const auto &[key, item] : value.asDict().items) {
      arguments.named.push_back({key.str(), item});
      arguments.namedRanges.push_back(keyword->range());
    }
  }
  return !arguments.poisoned;
}

Value Evaluator::evaluateCall(const ast::Call &expr) {
  Value callee = evaluate(*expr.func);
  CallArguments arguments;
  collectArguments(expr, arguments);
  if (callee.isPoison() || arguments.poisoned)
    return Value::poison();
  return callWith(callee, std::move(arguments));
}

Value Evaluator::call(const Value &callee, llvm::ArrayRef<Value> positional, llvm::ArrayRef<NamedValue> named) {
  CallArguments arguments;
  arguments.positional.assign(positional.begin(), positional.end());
  arguments.positionalRanges.assign(positional.size(), range);
  arguments.named.assign(named.begin(), named.end());
  arguments.namedRanges.assign(named.size(), range);
  return callWith(callee, std::move(arguments));
}

Value Evaluator::callWith(const Value &callee, CallArguments arguments) {
  switch (callee.kind()) {
  case Value::Kind::Poison:
    return callee;
  case Value::Kind::Builtin:
    return callBuiltin(callee.asBuiltin(), arguments);
  case Value::Kind::Function: {
    const BoundFunction &bound = callee.asFunction();
    if (bound.self) {
      arguments.positional.insert(arguments.positional.begin(), *bound.self);
      arguments.positionalRanges.insert(arguments.positionalRanges.begin(), range);
    }
    return callFunction(bound.function, std::move(arguments));
  }
  case Value::Kind::Opaque:
    // At module level `torch.cuda.is_available()` is just another thing that we do not know.
    if (!emits)
      return Value::opaque(callee.asOpaque().description + "(...)", callee.asOpaque().origin, callee.asOpaque().reason);
    return useOpaque(callee);
  case Value::Kind::Type:
    // tl.float32(x), as Python's own types convert
    if (arguments.positional.size() == 1 && arguments.named.empty()) {
      const Value &value = arguments.positional[0];
      if (value.isRuntime() || value.isNumber())
        return castTo(*this, toTensor(*this, value), callee.asType());
    }
    break;
  case Value::Kind::Module:
    if (callee.asModule()->kind == ModuleObject::Kind::Class) {
      const std::string &name = callee.asModule()->path;
      return Value::opaque(name + "(...)", range, "objects of classes are not evaluated");
    }
    break;
  default:
    break;
  }
  return error(DiagId::eval_not_callable, callee.describe());
}

//===----------------------------------------------------------------------===//
// Builtin functions
//===----------------------------------------------------------------------===//

static Value defaultFromText(llvm::StringRef text) {
  if (text == "None")
    return Value::none();
  if (text == "True" || text == "False")
    return Value::boolean(text == "True");
  if (text == "()")
    return Value::tuple({});
  if (text.size() >= 2 && (text.front() == '\'' || text.front() == '"'))
    return Value::string(text.drop_front().drop_back().str());
  int64_t integer;
  if (!text.getAsInteger(10, integer))
    return Value::integer(integer);
  double real;
  if (!text.getAsDouble(real))
    return Value::real(real);
  text.consume_front("tl.");
  if (std::optional<DType> type = DType::byLanguageName(text))
    return Value::type(*type);
  return Value::none();
}

const Evaluator::BuiltinSignature &Evaluator::signatureOf(const Builtin &builtin) {
  std::unique_ptr<BuiltinSignature> &signature = signatures[&builtin];
  if (signature)
    return *signature;
  signature = std::make_unique<BuiltinSignature>();
  llvm::SmallVector<llvm::StringRef> parts;
  llvm::StringRef(builtin.parameters).split(parts, ',', -1, /*KeepEmpty=*/false);
  bool keywordOnly = false;
  for (llvm::StringRef part : parts) {
    part = part.trim();
    if (part == "*") {
      keywordOnly = true;
      continue;
    }
    BuiltinSignature::Param param;
    auto [name, value] = part.split('=');
    param.required = !part.contains('=');
    param.defaultValue = param.required ? Value() : defaultFromText(value.trim());
    auto [bare, annotation] = name.split(':');
    bare = bare.trim();
    param.isConstexpr = annotation.trim() == "constexpr";
    if (bare.consume_front("**")) {
      param.varKeywords = true;
      param.required = false;
      param.keywordOnly = true;
    } else if (bare.consume_front("*")) {
      param.varArgs = true;
      param.required = false;
      param.defaultValue = Value::tuple({});
    }
    param.keywordOnly |= keywordOnly && !param.varArgs;
    param.name = bare.str();
    keywordOnly |= param.varArgs;
    signature->params.push_back(std::move(param));
  }
  return *signature;
}

Value Evaluator::callBuiltin(const BoundBuiltin &callee, CallArguments &arguments) {
  const Builtin &builtin = *callee.builtin;
  const BuiltinSignature &signature = signatureOf(builtin);
  size_t count = signature.params.size();
  std::vector<Value> values(count);
  std::vector<SourceRange> ranges(count, range);
  llvm::SmallVector<bool> given(count, false);
  if (callee.self) {
    arguments.positional.insert(arguments.positional.begin(), *callee.self);
    arguments.positionalRanges.insert(arguments.positionalRanges.begin(), range);
  }
  size_t next = 0;
  std::vector<Value> rest;
  std::optional<size_t> varArgs;
  for (size_t i = 0; i < count; ++i)
    if (signature.params[i].varArgs)
      varArgs = i;
  for (size_t i = 0; i < arguments.positional.size(); ++i) {
    while (next < count && signature.params[next].keywordOnly)
      ++next;
    if (varArgs && next >= *varArgs) {
      if (rest.empty())
        ranges[*varArgs] = arguments.positionalRanges[i];
      rest.push_back(arguments.positional[i]);
      continue;
    }
    if (next >= count) {
      size_t most = llvm::count_if(signature.params, [](const auto &p) { return !p.keywordOnly; });
      return errorAt(arguments.positionalRanges[i], DiagId::eval_too_many_arguments, builtin.name,
                     most - (callee.self ? 1 : 0), arguments.positional.size() - (callee.self ? 1 : 0));
    }
    values[next] = arguments.positional[i];
    ranges[next] = arguments.positionalRanges[i];
    given[next++] = true;
  }
  if (varArgs && !rest.empty()) {
    values[*varArgs] = Value::tuple(std::move(rest));
    given[*varArgs] = true;
  }
  for (size_t i = 0; i < arguments.named.size(); ++i) {
    const NamedValue &named = arguments.named[i];
    SourceRange where = arguments.namedRanges[i];
    auto param = llvm::find_if(signature.params, [&](const auto &p) { return p.name == named.name && !p.varKeywords; });
    auto rest = llvm::find_if(signature.params, [](const auto &p) { return p.varKeywords; });
    if (param == signature.params.end() && rest != signature.params.end()) {
      Value &collected = values[rest - signature.params.begin()];
      if (!collected.isDict())
        collected = Value::dict({});
      given[rest - signature.params.begin()] = true;
      collected.asDict().items.push_back({Value::string(named.name), named.value});
      continue;
    }
    if (param == signature.params.end()) {
      // Python-side parameters that Triton's builtins hide: harmless when passed on.
      if (llvm::StringRef(named.name).starts_with("_"))
        continue;
      std::vector<std::string> names;
      for (const auto &p : signature.params)
        names.push_back(p.name);
      Diagnostic &diagnostic = report(where, DiagId::eval_unknown_keyword, builtin.name, named.name);
      std::string nearest = nearestName(named.name, names);
      if (!nearest.empty())
        diagnostic.withHint("did you mean '" + nearest + "'?");
      return Value::poison();
    }
    size_t index = param - signature.params.begin();
    if (given[index])
      return errorAt(where, DiagId::eval_argument_twice, builtin.name, named.name);
    values[index] = named.value;
    ranges[index] = where;
    given[index] = true;
  }
  for (size_t i = 0; i < count; ++i) {
    const auto &param = signature.params[i];
    if (!given[i]) {
      if (param.required)
        return error(DiagId::eval_missing_argument, builtin.name, param.name);
      values[i] = param.varKeywords ? Value::dict({}) : param.defaultValue;
    }
    if (param.isConstexpr && !values[i].isCompileTime())
      return errorAt(ranges[i], DiagId::eval_needs_constexpr_argument, builtin.name, param.name, values[i].describe());
  }
  Arguments bound(values, ranges, given);
  if (!(builtin.flags & Builtin::TakesPoison)) {
    if (bound.anyPoison())
      return Value::poison();
    // An opaque value in an operation is its use.
    if (emits)
      for (const Value &value : values)
        if (value.isOpaque())
          return useOpaque(value);
  }
  return builtin.function(*this, bound);
}

//===----------------------------------------------------------------------===//
// Functions of the source
//===----------------------------------------------------------------------===//

bool Evaluator::bindParameters(const FunctionObject &function, CallArguments &arguments, Environment &target) {
  ast::ParameterList params = function.def ? function.def->params : function.lambda->params;
  llvm::StringMap<size_t> named;
  for (size_t i = 0; i < arguments.named.size(); ++i)
    if (!named.insert({arguments.named[i].name, i}).second) {
      errorAt(arguments.namedRanges[i], DiagId::eval_argument_twice, function.name, arguments.named[i].name);
      return false;
    }
  size_t next = 0;
  bool ok = true;
  for (const ast::Parameter *param : params) {
    llvm::StringRef name = param->name.text;
    Value value;
    SourceRange where = param->range();
    auto byName = named.find(name);
    if (param->paramKind == ast::ParameterKind::VarArgs) {
      std::vector<Value> rest(arguments.positional.begin() + std::min(next, arguments.positional.size()),
                              arguments.positional.end());
      next = arguments.positional.size();
      value = Value::tuple(std::move(rest));
    } else if (param->paramKind == ast::ParameterKind::VarKeywords) {
      value = Value::dict({});
      for (const auto &entry : named)
        value.asDict().items.push_back({Value::string(entry.getKey().str()), arguments.named[entry.getValue()].value});
      named.clear();
    } else if (param->paramKind != ast::ParameterKind::KeywordOnly && next < arguments.positional.size()) {
      if (byName != named.end()) {
        errorAt(arguments.namedRanges[byName->second], DiagId::eval_argument_twice, function.name, name);
        return false;
      }
      where = arguments.positionalRanges[next];
      value = arguments.positional[next++];
    } else if (byName != named.end()) {
      where = arguments.namedRanges[byName->second];
      value = arguments.named[byName->second].value;
      named.erase(byName);
    } else if (param->defaultValue) {
      // Defaults are evaluated in the scope of the definition.
      if (function.closure) {
        Activation activation;
        activation.env = function.closure;
        Activation *saved = current;
        current = &activation;
        value = evaluate(*param->defaultValue);
        current = saved;
      } else {
        value = evaluateIn(*param->defaultValue, *function.scope, function.before);
      }
    } else {
      error(DiagId::eval_missing_argument, function.name, name);
      return false;
    }
    // As in Triton, a helper's constexpr annotation is no promise: what needs a constant says so where it is used.
    target.variables[name] = {value, param->range(), false};
  }
  if (next < arguments.positional.size()) {
    errorAt(arguments.positionalRanges[next], DiagId::eval_too_many_arguments, function.name, next,
            arguments.positional.size());
    return false;
  }
  for (const auto &entry : named) {
    std::vector<std::string> names;
    for (const ast::Parameter *param : params)
      names.push_back(param->name.text.str());
    Diagnostic &diagnostic =
        report(arguments.namedRanges[entry.getValue()], DiagId::eval_unknown_keyword, function.name, entry.getKey());
    std::string nearest = nearestName(entry.getKey(), names);
    if (!nearest.empty())
      diagnostic.withHint("did you mean '" + nearest + "'?");
    ok = false;
  }
  return ok;
}

Value Evaluator::decayResult(const Value &value) {
  // What a jit function returns is a run-time value, as if it had been assigned.
  return sanitizeAlways(value);
}

/// The types of run-time arguments and the values of the others.
static std::string argumentsText(const Environment &env) {
  std::string text;
  for (const auto &variable : env.variables)
    text += "|" + Evaluator::typeText(variable.second.value);
  return text;
}

bool Evaluator::isEndlessCall(const FunctionObject &function, const Environment &env, std::string &inside) const {
  for (const Activation *activation = current; activation; activation = activation->caller) {
    if (!activation->function || activation->function->def != function.def)
      continue;
    const bool isConstant = llvm::any_of(env.variables, [](const auto &variable) {
      const Value &value = variable.second.value;
      return value.isNumber() || value.isString() || value.isType() || value.isSequence();
    });
    if (inside.empty())
      inside = argumentsText(env);
    if (!isConstant || function.noinline_ || activation->recursiveArguments == inside)
      return true;
  }
  return false;
}

Value Evaluator::callFunction(const std::shared_ptr<const FunctionObject> &function, CallArguments arguments) {
  auto env = std::make_shared<Environment>();
  env->parent = function->closure;
  env->scope = function->def     ? &program.bodyScope(function->scope->file, *function->def)
               : function->scope ? function->scope
                                 : nullptr;
  // Free names of a `def` come from outside its own body.
  if (function->def)
    env->scope = function->scope;
  env->before = function->before;
  if (!bindParameters(*function, arguments, *env))
    return Value::poison();

  bool jit = function->kind == FunctionObject::Kind::Jit;
  std::string recursiveArguments;
  if (jit && function->def && isEndlessCall(*function, *env, recursiveArguments)) {
    report(range, DiagId::eval_recursion, function->name)
        .note(function->def->name.range, "'" + function->name + "' is defined here")
        .withHint("jit functions are inlined, so only a tl.constexpr argument can end the calls: use a loop");
    return Value::poison();
  }
  if (callDepth >= maxCallDepth) {
    // Calls that branch on the way would come here over and over.
    error(DiagId::eval_call_depth, maxCallDepth);
    spend(stepsOfFailedCall);
    return Value::poison();
  }
  if (!recursiveArguments.empty() && !spend(stepsOfRecursiveCall))
    return Value::poison();
  if (jit && function->noinline_ && emits)
    return callOutOfLine(*function, env);

  Activation activation;
  activation.function = function.get();
  activation.env = env;
  activation.caller = current;
  activation.callSite = range;
  activation.recursiveArguments = std::move(recursiveArguments);
  if (emits)
    activation.callLoc = currentLoc();
  // A helper that is inlined into a loop is inside of that loop only for values, not for its own `return`.
  Activation *savedActivation = current;
  SourceRange savedRange = range;
  current = &activation;
  ++callDepth;
  if (function->lambda)
    activation.result = evaluate(*function->lambda->body);
  else
    executeBody(*function->def);
  --callDepth;
  current = savedActivation;
  range = savedRange;
  return jit && emits ? decayResult(activation.result) : activation.result;
}

void Evaluator::executeBody(const ast::FunctionDef &function) {
  if (function.isAsync)
    errorAt(function.name.range, DiagId::eval_unsupported, "an 'async' function");
  execute(function.body, Rest());
}

void Evaluator::runKernel(const FunctionObject &kernel, std::shared_ptr<Environment> env) {
  Activation activation;
  activation.function = &kernel;
  activation.env = std::move(env);
  current = &activation;
  executeBody(*kernel.def);
  if (!activation.result.isNone() && !activation.result.isPoison())
    errorAt(activation.returnedAt, DiagId::eval_kernel_returns, kernel.name);
  current = nullptr;
}

//===----------------------------------------------------------------------===//
// Functions that are not inlined
//===----------------------------------------------------------------------===//

/// A name that is the same exactly for calls that can share one function: types of run-time arguments, values of the
/// others.
static std::string mangled(const FunctionObject &function, const Environment &env) {
  std::string text = function.name + "__";
  for (const auto &variable : env.variables)
    text += Evaluator::typeText(variable.second.value) + "_";
  for (char &c : text)
    if (!llvm::isAlnum(c) && c != '_' && c != '.')
      c = '_';
  return text;
}

Value Evaluator::callOutOfLine(const FunctionObject &function, std::shared_ptr<Environment> env) {
  llvm::SmallVector<mlir::Value> operands;
  for (const auto &variable : env->variables) {
    if (variable.second.value.isPoison())
      return Value::poison();
    flatten(variable.second.value, operands);
  }
  std::string key = function.name + argumentsText(*env);
  mlir::Location callLoc = currentLoc();
  auto known = outOfLine.find(key);
  if (known == outOfLine.end()) {
    mlir::OpBuilder::InsertionGuard guard(builder);
    builder.setInsertionPointToEnd(module.getBody());
    std::string symbol = mangled(function, *env);
    for (unsigned n = 1; module.lookupSymbol(symbol); ++n)
      symbol = mangled(function, *env) + "_" + std::to_string(n);
    auto type = builder.getFunctionType(mlir::ValueRange(operands).getTypes(), {});
    auto func = tt::FuncOp::create(builder, locationOf(function.def->name.range), symbol, type);
    func.setPrivate();
    func->setAttr("noinline", builder.getBoolAttr(true));
    mlir::Block *entry = func.addEntryBlock();
    llvm::SmallVector<mlir::Value> blockArgs(entry->getArguments().begin(), entry->getArguments().end());
    llvm::ArrayRef<mlir::Value> remaining = blockArgs;
    for (auto &variable : env->variables)
      variable.second.value = unflatten(variable.second.value, remaining);
    builder.setInsertionPointToEnd(entry);
    Activation activation;
    activation.function = &function;
    activation.env = env;
    activation.caller = current;
    activation.callSite = range;
    Activation *saved = current;
    SourceRange savedRange = range;
    current = &activation;
    ++callDepth;
    unsigned errorsBefore = diagnostics.errors();
    executeBody(*function.def);
    --callDepth;
    Value result = decayResult(activation.result);
    llvm::SmallVector<mlir::Value> results;
    flatten(result, results);
    tt::ReturnOp::create(builder, currentLoc(), results);
    current = saved;
    range = savedRange;
    func.setFunctionType(builder.getFunctionType(type.getInputs(), mlir::ValueRange(results).getTypes()));
    if (diagnostics.errors() != errorsBefore)
      result = Value::poison();
    known = outOfLine.insert({key, {func, result}}).first;
  }
  if (known->second.resultLike.isPoison())
    return Value::poison();
  auto func = llvm::cast<tt::FuncOp>(known->second.function);
  auto call = tt::CallOp::create(builder, callLoc, func.getFunctionType().getResults(), func.getSymName(), operands,
                                 /*arg_attrs=*/nullptr, /*res_attrs=*/nullptr);
  llvm::SmallVector<mlir::Value> results(call.getResults());
  llvm::ArrayRef<mlir::Value> remaining = results;
  return unflatten(known->second.resultLike, remaining);
}

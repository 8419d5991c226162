//===- HostModules.cpp - triton, math, os, itertools as module-level code sees them ===//
//
// `triton.Config` and the decorators as data, the host's helper functions, and as much of Python's library as constants
// and autotune lists use. The environment is never read (a compile depends on its inputs alone): os.environ.get gives
// its default.
//
//===----------------------------------------------------------------------===//

#include "frontend/eval/Evaluator.h"
#include "frontend/semantic/Builtins.h"
#include <cmath>
#include <numeric>

using namespace tritonc;

namespace {

Evaluator &evaluatorOf(CallContext &context) { return static_cast<Evaluator &>(context); }

//===----------------------------------------------------------------------===//
// triton
//===----------------------------------------------------------------------===//

Value nextPowerOfTwo(CallContext &context, const Arguments &args) {
  std::optional<int64_t> n = args[0].toInt64();
  if (!n)
    return context.error(DiagId::eval_bad_argument, "next_power_of_2", args[0].describe());
  return Value::integer(*n <= 0 ? 0 : static_cast<int64_t>(llvm::PowerOf2Ceil(static_cast<uint64_t>(*n))));
}

Value config(CallContext &, const Arguments &args) {
  std::map<std::string, Value> attributes;
  const char *names[] = {"kwargs", "num_warps", "num_stages", "num_ctas", "maxnreg", "pre_hook"};
  for (unsigned i = 0; i < 6; ++i)
    attributes[names[i]] = args[i];
  if (attributes["kwargs"].isNone())
    attributes["kwargs"] = Value::dict({});
  return Value::instance("triton.Config", std::move(attributes));
}

// `@triton.jit` is looked at by its syntax (Program::makeFunction); these serve code that calls the decorators as
// functions: `kernel = triton.heuristics({...})(triton.jit(kernel))`.
Value applyJit(CallContext &, const Arguments &args);
Value applyDecorator(CallContext &, const Arguments &args);

const Builtin tritonTable[] = {
    {"next_power_of_2", "n: constexpr", nextPowerOfTwo},
    {"Config", "kwargs=None, num_warps=4, num_stages=3, num_ctas=1, maxnreg=None, pre_hook=None, ir_override=None",
     config},
    {"jit", "f=None, **options", applyJit, Builtin::TakesPoison},
    {"autotune", "configs=None, *rest, **options", applyDecorator, Builtin::TakesPoison},
    {"heuristics", "values=None, *rest, **options", applyDecorator, Builtin::TakesPoison},
    {"constexpr_function", "f=None", applyDecorator, Builtin::TakesPoison},
};

Value applyJit(CallContext &, const Arguments &args) {
  if (!args[0].isFunction())
    return Value::builtin(&tritonTable[2]); // jit(noinline=True) waits for the function
  auto function = std::make_shared<FunctionObject>(*args[0].asFunction().function);
  function->kind = FunctionObject::Kind::Jit;
  for (const auto &[key, value] : args[1].asDict().items)
    function->noinline_ |= key.str() == "noinline" && value.isBool() && value.asBool();
  return Value::function(std::move(function));
}

Value returnArgument(CallContext &, const Arguments &args) { return args[0]; }
const Builtin identityDecorator = {"decorator", "f", returnArgument};

Value applyDecorator(CallContext &, const Arguments &args) {
  return args[0].isFunction() ? args[0] : Value::builtin(&identityDecorator);
}

Value currentTarget(const FrontendOptions &options) {
  // As triton.runtime.driver.active.get_current_target() describes a device.
  llvm::StringRef target = options.target;
  std::map<std::string, Value> attributes;
  bool amd = target.starts_with("gfx");
  attributes["backend"] = Value::string(amd ? "hip" : target.starts_with("sm_") ? "cuda" : "cpu");
  int64_t capability = 0;
  (void)target.drop_front(std::min<size_t>(3, target.size())).take_while(llvm::isDigit).getAsInteger(10, capability);
  attributes["arch"] = amd ? Value::string(target.str()) : Value::integer(capability);
  attributes["warp_size"] = Value::integer(amd && target.starts_with("gfx9") ? 64 : 32);
  return Value::instance("GPUTarget", std::move(attributes));
}

Value getCurrentTarget(CallContext &context, const Arguments &) { return currentTarget(context.options); }

const Builtin getTarget = {"get_current_target", "", getCurrentTarget};

//===----------------------------------------------------------------------===//
// math
//===----------------------------------------------------------------------===//

template <double (*function)(double)> Value mathFunction(CallContext &context, const Arguments &args) {
  std::optional<double> x = args[0].toDouble();
  if (!x)
    return context.error(DiagId::eval_bad_argument, "math", args[0].describe());
  double result = function(*x);
  if (std::isnan(result) && !std::isnan(*x))
    return context.error(DiagId::eval_math_domain, floatRepr(*x));
  return Value::real(result);
}

template <double (*function)(double)> Value mathToInt(CallContext &context, const Arguments &args) {
  if (args[0].isInt())
    return args[0];
  std::optional<double> x = args[0].toDouble();
  if (!x || !(std::abs(*x) < 9.2e18))
    return context.error(DiagId::eval_bad_argument, "math", args[0].describe());
  return Value::integer(static_cast<int64_t>(function(*x)));
}

Value mathLog(CallContext &context, const Arguments &args) {
  std::optional<double> x = args[0].toDouble(), base = args[1].toDouble();
  if (!x || *x <= 0 || (base && *base <= 0))
    return context.error(DiagId::eval_math_domain, args[0].repr());
  return Value::real(base ? std::log(*x) / std::log(*base) : std::log(*x));
}
Value mathPow(CallContext &context, const Arguments &args) {
  std::optional<double> x = args[0].toDouble(), y = args[1].toDouble();
  if (!x || !y)
    return context.error(DiagId::eval_bad_argument, "math.pow", args[0].describe());
  return Value::real(std::pow(*x, *y));
}
Value mathGcd(CallContext &context, const Arguments &args) {
  int64_t result = 0;
  for (const Value &value : args[0].elements()) {
    std::optional<int64_t> number = value.toInt64();
    if (!number)
      return context.error(DiagId::eval_bad_argument, "math.gcd", value.describe());
    result = std::gcd(result, *number);
  }
  return Value::integer(result);
}
Value mathProd(CallContext &context, const Arguments &args) {
  std::optional<std::vector<Value>> items = evaluatorOf(context).iterate(args[0], args.range(0));
  if (!items)
    return Value::poison();
  Value product = Value::integer(1);
  for (const Value &item : *items)
    product = evaluatorOf(context).binary(ast::BinaryOperator::Mult, product, item);
  return product;
}
Value mathIsInf(CallContext &, const Arguments &args) {
  return Value::boolean(std::isinf(args[0].toDouble().value_or(0)));
}
Value mathIsNan(CallContext &, const Arguments &args) {
  return Value::boolean(std::isnan(args[0].toDouble().value_or(0)));
}

const Builtin mathTable[] = {
    {"sqrt", "x", mathFunction<std::sqrt>},
    {"exp", "x", mathFunction<std::exp>},
    {"log", "x, base=None", mathLog},
    {"log2", "x", mathFunction<std::log2>},
    {"log10", "x", mathFunction<std::log10>},
    {"sin", "x", mathFunction<std::sin>},
    {"cos", "x", mathFunction<std::cos>},
    {"tan", "x", mathFunction<std::tan>},
    {"tanh", "x", mathFunction<std::tanh>},
    {"atan", "x", mathFunction<std::atan>},
    {"fabs", "x", mathFunction<std::fabs>},
    {"exp2", "x", mathFunction<std::exp2>},
    {"erf", "x", mathFunction<std::erf>},
    {"ceil", "x", mathToInt<std::ceil>},
    {"floor", "x", mathToInt<std::floor>},
    {"trunc", "x", mathToInt<std::trunc>},
    {"pow", "x, y", mathPow},
    {"gcd", "*x", mathGcd},
    {"prod", "x", mathProd},
    {"isinf", "x", mathIsInf},
    {"isnan", "x", mathIsNan},
};

//===----------------------------------------------------------------------===//
// itertools, functools, os
//===----------------------------------------------------------------------===//

Value product(CallContext &context, const Arguments &args) {
  std::vector<std::vector<Value>> rows{{}};
  std::vector<Value> columns(args[0].elements());
  int64_t repeat = args[1].toInt64().value_or(1);
  size_t base = columns.size();
  for (int64_t r = 1; r < repeat && r < 16; ++r)
    columns.insert(columns.end(), columns.begin(), columns.begin() + base);
  for (const Value &column : columns) {
    std::optional<std::vector<Value>> items = evaluatorOf(context).iterate(column, context.range);
    if (!items)
      return Value::poison();
    if (rows.size() * std::max<size_t>(items->size(), 1) > (1 << 20))
      return context.error(DiagId::eval_too_long);
    std::vector<std::vector<Value>> next;
    for (const auto &row : rows)
      for (const Value &item : *items) {
        next.push_back(row);
        next.back().push_back(item);
      }
    rows = std::move(next);
  }
  std::vector<Value> result;
  for (auto &row : rows)
    result.push_back(Value::tuple(std::move(row)));
  return Value::list(std::move(result));
}

Value chain(CallContext &context, const Arguments &args) {
  std::vector<Value> result;
  for (const Value &column : args[0].elements()) {
    std::optional<std::vector<Value>> items = evaluatorOf(context).iterate(column, context.range);
    if (!items)
      return Value::poison();
    result.insert(result.end(), items->begin(), items->end());
  }
  return Value::list(std::move(result));
}

Value environmentDefault(CallContext &, const Arguments &args) { return args[1]; }

Value decorated(CallContext &, const Arguments &args) { return args[0]; }

const Builtin itertoolsTable[] = {{"product", "*x, repeat=1", product}, {"chain", "*x", chain}};
const Builtin osTable[] = {{"getenv", "key, default=None", environmentDefault}};
const Builtin environTable[] = {{"get", "key, default=None", environmentDefault}};
const Builtin functoolsTable[] = {{"lru_cache", "f=None, maxsize=None", decorated}, {"cache", "f=None", decorated}};

//===----------------------------------------------------------------------===//
// torch: its dtypes and their limits, which kernels' helpers ask for
//===----------------------------------------------------------------------===//

Value typeLimits(CallContext &context, const Arguments &args) {
  if (!args[0].isType() || !args[0].asType().isScalarNumber())
    return context.error(DiagId::eval_bad_argument, "iinfo", args[0].describe());
  const DType &type = args[0].asType();
  std::map<std::string, Value> limits;
  limits["bits"] = Value::integer(type.bitWidth());
  if (type.isInteger()) {
    unsigned bits = type.bitWidth() - (type.isSigned() ? 1 : 0);
    Int top = intFromAPInt(llvm::APInt::getMaxValue(bits).zext(bits + 1), /*isSigned=*/false);
    limits["max"] = Value::integer(top);
    limits["min"] = Value::integer(type.isSigned() ? -top - Int(1) : Int(0));
    return Value::instance("iinfo", std::move(limits));
  }
  // The largest finite number of a format with m mantissa bits and bias b is (2 - 2^-m) * 2^b.
  double largest = (2 - std::ldexp(1.0, -static_cast<int>(type.mantissaBits()))) * std::ldexp(1.0, type.exponentBias());
  limits["max"] = Value::real(largest);
  limits["min"] = Value::real(-largest);
  limits["eps"] = Value::real(std::ldexp(1.0, -static_cast<int>(type.mantissaBits())));
  limits["tiny"] = Value::real(std::ldexp(1.0, 1 - type.exponentBias()));
  return Value::instance("finfo", std::move(limits));
}

const Builtin torchTable[] = {{"iinfo", "dtype", typeLimits}, {"finfo", "dtype", typeLimits}};

std::optional<Value> torchAttribute(llvm::StringRef name) {
  for (const Builtin &builtin : torchTable)
    if (name == builtin.name)
      return Value::builtin(&builtin);
  llvm::StringRef typeName = name == "half"            ? "float16"
                             : name == "float"         ? "float32"
                             : name == "int"           ? "int32"
                             : name == "long"          ? "int64"
                             : name == "bool"          ? "int1"
                             : name == "float8_e4m3fn" ? "float8e4nv"
                             : name == "float8_e5m2"   ? "float8e5"
                                                       : name;
  if (std::optional<DType> type = DType::byLanguageName(typeName))
    return Value::type(*type);
  return std::nullopt;
}

std::optional<Value> findIn(llvm::ArrayRef<Builtin> table, llvm::StringRef name) {
  for (const Builtin &builtin : table)
    if (name == builtin.name)
      return Value::builtin(&builtin);
  return std::nullopt;
}

constexpr llvm::StringLiteral knownModules[] = {
    "math", "os", "itertools", "functools", "typing", "enum",   "sys",         "operator", "dataclasses",
    "copy", "re", "logging",   "warnings",  "time",   "random", "collections", "inspect",  "contextlib",
};

} // namespace

bool tritonc::isKnownPythonModule(llvm::StringRef name) {
  return llvm::is_contained(knownModules, name.split('.').first);
}

std::optional<Value> tritonc::pythonModuleAttribute(llvm::StringRef module, llvm::StringRef name) {
  if (module == "math") {
    constexpr double pi = 3.14159265358979323846, e = 2.71828182845904523536;
    if (name == "pi")
      return Value::real(pi);
    if (name == "tau")
      return Value::real(2 * pi);
    if (name == "e")
      return Value::real(e);
    if (name == "inf")
      return Value::real(HUGE_VAL);
    if (name == "nan")
      return Value::real(std::nan(""));
    if (std::optional<Value> function = findIn(mathTable, name))
      return function;
  }
  if (module == "itertools")
    if (std::optional<Value> function = findIn(itertoolsTable, name))
      return function;
  if (module == "functools")
    if (std::optional<Value> function = findIn(functoolsTable, name))
      return function;
  if (module == "torch")
    if (std::optional<Value> known = torchAttribute(name))
      return known;
  if (module == "os") {
    if (name == "environ")
      return Value::instance("os.environ", {{"get", Value::builtin(&environTable[0])}});
    if (std::optional<Value> function = findIn(osTable, name))
      return function;
  }
  return Value::opaque((module + "." + name).str(), {}, "it is not known at compile time");
}

std::optional<Value> tritonc::tritonAttribute(llvm::StringRef path, const FrontendOptions &options) {
  auto [head, last] = path.rsplit('.');
  llvm::StringRef name = last.empty() ? head : last;
  if (name == "cdiv")
    if (const Builtin *builtin = lookupBuiltin("cdiv"))
      return Value::builtin(builtin);
  if (name == "__version__")
    return Value::string("3.6.0");
  if (name == "get_current_target")
    return Value::builtin(&getTarget);
  if (name == "active" || name == "driver" || name == "runtime" || name == "testing" || name == "tools" ||
      name == "compiler" || name == "backends" || name == "utils") {
    auto module = std::make_shared<ModuleObject>();
    module->kind = ModuleObject::Kind::Triton;
    module->path = path.str();
    return Value::module(std::move(module));
  }
  if (std::optional<Value> function = findIn(tritonTable, name))
    return function;
  (void)options;
  return Value::opaque(("triton." + path).str());
}

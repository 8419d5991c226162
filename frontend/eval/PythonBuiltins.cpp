//===- PythonBuiltins.cpp - Python's own functions, at compile time --------===//
//
// What module-level code, autotune lists and kernels use of Python's builtins. `min`, `max` and `abs` also take
// run-time values, and are the semantic part's.
//
//===----------------------------------------------------------------------===//

#include "frontend/eval/Evaluator.h"
#include "frontend/semantic/Builtins.h"
#include "frontend/semantic/Emission.h"
#include "frontend/semantic/Semantic.h"
#include <cmath>

using namespace tritonc;

namespace {

Evaluator &evaluatorOf(CallContext &context) { return static_cast<Evaluator &>(context); }

std::optional<std::vector<Value>> items(CallContext &context, const Arguments &args, unsigned index) {
  return evaluatorOf(context).iterate(args[index], args.range(index));
}

Value bad(CallContext &context, const char *function, const Value &value) {
  return context.error(DiagId::eval_bad_argument, function, value.describe());
}

//===----------------------------------------------------------------------===//
// range
//===----------------------------------------------------------------------===//

Value makeRange(CallContext &context, const Arguments &args, RangeObject range) {
  for (unsigned i = 0; i < 3; ++i)
    if (!args[i].isNone() && !args[i].isRuntime() && !args[i].isInt() && !args[i].isBool())
      return context.errorAt(args.range(i), DiagId::eval_range_bound, args[i].describe());
  range.start = args.isGiven(1) && !args[1].isNone() ? args[0] : Value::integer(0);
  range.stop = args.isGiven(1) && !args[1].isNone() ? args[1] : args[0];
  range.step = args.isGiven(2) && !args[2].isNone() ? args[2] : Value::integer(1);
  if (range.step.toInt64() == 0)
    return context.errorAt(args.range(2), DiagId::eval_zero_step);
  if (range.flavor == RangeObject::Flavor::Static &&
      !(range.start.isCompileTime() && range.stop.isCompileTime() && range.step.isCompileTime()))
    return context.error(DiagId::eval_range_not_constant);
  return Value::range(std::move(range));
}

Value pythonRange(CallContext &context, const Arguments &args) { return makeRange(context, args, {}); }

Value staticRange(CallContext &context, const Arguments &args) {
  RangeObject range;
  range.flavor = RangeObject::Flavor::Static;
  return makeRange(context, args, std::move(range));
}

/// Larger loops take seconds to unroll and gain nothing: code of this size no longer fits an instruction cache.
constexpr int64_t kMostUnrolled = 256;
/// As for --num-stages.
constexpr int64_t kMostStages = 16;

/// An option of tl.range that is a number: None, or an integer from `least` to `most` that is known at compile time.
bool checkNumber(CallContext &context, const Arguments &args, unsigned index, const char *name, int64_t least,
                 int64_t most) {
  const Value &value = args[index];
  const std::optional<int64_t> number = value.isInt() ? value.toInt64() : std::nullopt;
  if (value.isNone() || value.isPoison() || (number && *number >= least && *number <= most))
    return true;
  badArgument(context, args, index, name,
              "an integer from " + std::to_string(least) + " to " + std::to_string(most) + " known at compile time");
  return false;
}

/// An option of tl.range that is on or off.
std::optional<bool> checkFlag(CallContext &context, const Arguments &args, unsigned index, const char *name) {
  const Value &value = args[index];
  if (value.isBool() || value.isInt() || value.isNone())
    return evaluatorOf(context).truth(value).value_or(false);
  if (!value.isPoison())
    badArgument(context, args, index, name, "True or False, known at compile time");
  return std::nullopt;
}

Value languageRange(CallContext &context, const Arguments &args) {
  RangeObject range;
  range.flavor = RangeObject::Flavor::Dynamic;
  range.numStages = args[3];
  range.loopUnrollFactor = args[4];
  bool isGood = checkNumber(context, args, 3, "num_stages", 0, kMostStages);
  isGood &= checkNumber(context, args, 4, "loop_unroll_factor", 0, kMostUnrolled);
  const std::pair<const char *, bool RangeObject::*> flags[] = {
      {"disallow_acc_multi_buffer", &RangeObject::disallowAccMultiBuffer},
      {"flatten", &RangeObject::flatten},
      {"warp_specialize", &RangeObject::warpSpecialize},
      {"disable_licm", &RangeObject::disableLicm}};
  for (auto [i, flag] : llvm::enumerate(flags)) {
    std::optional<bool> set = checkFlag(context, args, 5 + static_cast<unsigned>(i), flag.first);
    isGood &= set.has_value();
    range.*flag.second = set.value_or(false);
  }
  if (!isGood)
    return Value::poison();
  return makeRange(context, args, std::move(range));
}

//===----------------------------------------------------------------------===//
// Conversions
//===----------------------------------------------------------------------===//

Value toInt(CallContext &context, const Arguments &args) {
  const Value &value = args[0];
  if (value.isInt())
    return value;
  if (value.isBool())
    return Value::integer(value.asBool() ? 1 : 0);
  if (value.isFloat()) {
    double truncated = std::trunc(value.asFloat());
    if (!(std::abs(truncated) < 9.2e18))
      return bad(context, "int", value);
    return Value::integer(static_cast<int64_t>(truncated));
  }
  if (value.isString()) {
    llvm::StringRef text = value.asString().trim();
    std::optional<int64_t> base = args[1].toInt64();
    int64_t result;
    if (!text.getAsInteger(base && *base >= 2 && *base <= 16 ? static_cast<unsigned>(*base) : 10, result))
      return Value::integer(result);
  }
  if (value.isRuntimeScalar())
    return value;
  return bad(context, "int", value);
}

Value toFloat(CallContext &context, const Arguments &args) {
  const Value &value = args[0];
  if (std::optional<double> number = value.toDouble())
    return Value::real(*number);
  if (value.isString()) {
    std::string text = value.asString().trim().lower();
    llvm::StringRef body = text;
    bool negative = body.consume_front("-");
    if (!negative)
      body.consume_front("+");
    double sign = negative ? -1 : 1;
    if (body == "inf" || body == "infinity")
      return Value::real(sign * HUGE_VAL);
    if (body == "nan")
      return Value::real(std::nan(""));
    double number;
    if (!body.empty() && llvm::isDigit(body.back() == '.' ? '0' : body.back()) && !body.getAsDouble(number))
      return Value::real(sign * number);
  }
  return bad(context, "float", value);
}

Value toBoolean(CallContext &context, const Arguments &args) {
  if (args[0].isRuntime())
    return toBool(context, args[0]);
  std::optional<bool> known = evaluatorOf(context).truth(args[0]);
  return known ? Value::boolean(*known) : bad(context, "bool", args[0]);
}

Value toStr(CallContext &, const Arguments &args) { return Value::string(args[0].str()); }
Value toRepr(CallContext &, const Arguments &args) { return Value::string(args[0].repr()); }

Value toTuple(CallContext &context, const Arguments &args) {
  if (args[0].isNone())
    return Value::tuple({});
  std::optional<std::vector<Value>> elements = items(context, args, 0);
  return elements ? Value::tuple(std::move(*elements)) : Value::poison();
}

Value toList(CallContext &context, const Arguments &args) {
  if (args[0].isNone())
    return Value::list({});
  std::optional<std::vector<Value>> elements = items(context, args, 0);
  return elements ? Value::list(std::move(*elements)) : Value::poison();
}

Value toSet(CallContext &context, const Arguments &args) {
  Value list = toList(context, args);
  if (!list.isList())
    return list;
  std::vector<Value> unique;
  for (const Value &element : list.elements())
    if (llvm::none_of(unique, [&](const Value &seen) { return seen.equals(element); }))
      unique.push_back(element);
  return Value::list(std::move(unique));
}

Value toDict(CallContext &context, const Arguments &args) {
  Value result = Value::dict(args[0].isDict() ? args[0].asDict().items : std::vector<std::pair<Value, Value>>());
  if (!args[0].isNone() && !args[0].isDict()) {
    std::optional<std::vector<Value>> pairs = items(context, args, 0);
    if (!pairs)
      return Value::poison();
    for (const Value &pair : *pairs) {
      if (!pair.isSequence() || pair.elements().size() != 2)
        return bad(context, "dict", pair);
      result.asDict().items.push_back({pair.elements()[0], pair.elements()[1]});
    }
  }
  return evaluatorOf(context).binary(ast::BinaryOperator::BitOr, result, args[1]);
}

//===----------------------------------------------------------------------===//
// Sequences
//===----------------------------------------------------------------------===//

Value length(CallContext &context, const Arguments &args) {
  const Value &value = args[0];
  if (value.isString())
    return Value::integer(value.asString().size());
  if (value.isSequence())
    return Value::integer(value.elements().size());
  if (value.isDict())
    return Value::integer(value.asDict().items.size());
  if (value.isBlock())
    return Value::integer(value.runtimeType().shape().front());
  if (value.isRange()) {
    std::optional<std::vector<Value>> elements = items(context, args, 0);
    return elements ? Value::integer(elements->size()) : Value::poison();
  }
  return bad(context, "len", value);
}

Value sumOf(CallContext &context, const Arguments &args) {
  std::optional<std::vector<Value>> elements = items(context, args, 0);
  if (!elements)
    return Value::poison();
  Value total = args[1];
  for (const Value &element : *elements)
    total = evaluatorOf(context).binary(ast::BinaryOperator::Add, total, element);
  return total;
}

Value anyAll(CallContext &context, const Arguments &args, bool stopAt) {
  std::optional<std::vector<Value>> elements = items(context, args, 0);
  if (!elements)
    return Value::poison();
  for (const Value &element : *elements) {
    std::optional<bool> known = evaluatorOf(context).truth(element);
    if (!known)
      return bad(context, stopAt ? "any" : "all", element);
    if (*known == stopAt)
      return Value::boolean(stopAt);
  }
  return Value::boolean(!stopAt);
}
Value anyOf(CallContext &context, const Arguments &args) { return anyAll(context, args, true); }
Value allOf(CallContext &context, const Arguments &args) { return anyAll(context, args, false); }

Value sortedOf(CallContext &context, const Arguments &args) {
  std::optional<std::vector<Value>> elements = items(context, args, 0);
  if (!elements)
    return Value::poison();
  Evaluator &evaluator = evaluatorOf(context);
  std::vector<std::pair<Value, Value>> keyed;
  for (const Value &element : *elements)
    keyed.push_back({args[1].isNone() ? element : evaluator.call(args[1], {element}, {}), element});
  // Insertion keeps equal elements in order and stops at the first pair that has no order.
  bool failed = false;
  for (size_t i = 1; i < keyed.size() && !failed; ++i)
    for (size_t j = i; j > 0; --j) {
      Value less = evaluator.compareValues(ast::CompareOperator::Lt, keyed[j].first, keyed[j - 1].first);
      failed |= !less.isBool();
      if (failed || !less.asBool())
        break;
      std::swap(keyed[j], keyed[j - 1]);
    }
  if (failed)
    return Value::poison();
  std::vector<Value> result;
  for (auto &entry : keyed)
    result.push_back(entry.second);
  if (evaluator.truth(args[2]).value_or(false))
    std::reverse(result.begin(), result.end());
  return Value::list(std::move(result));
}

Value reversedOf(CallContext &context, const Arguments &args) {
  std::optional<std::vector<Value>> elements = items(context, args, 0);
  if (!elements)
    return Value::poison();
  std::reverse(elements->begin(), elements->end());
  return Value::list(std::move(*elements));
}

Value enumerateOf(CallContext &context, const Arguments &args) {
  std::optional<std::vector<Value>> elements = items(context, args, 0);
  std::optional<int64_t> start = args[1].toInt64();
  if (!elements || !start)
    return Value::poison();
  for (size_t i = 0; i < elements->size(); ++i)
    (*elements)[i] = Value::tuple({Value::integer(*start + static_cast<int64_t>(i)), (*elements)[i]});
  return Value::list(std::move(*elements));
}

Value zipOf(CallContext &context, const Arguments &args) {
  std::vector<std::vector<Value>> columns;
  size_t count = SIZE_MAX;
  for (const Value &column : args[0].elements()) {
    std::optional<std::vector<Value>> elements = evaluatorOf(context).iterate(column, context.range);
    if (!elements)
      return Value::poison();
    count = std::min(count, elements->size());
    columns.push_back(std::move(*elements));
  }
  std::vector<Value> rows;
  for (size_t i = 0; i < (columns.empty() ? 0 : count); ++i) {
    std::vector<Value> row;
    for (const auto &column : columns)
      row.push_back(column[i]);
    rows.push_back(Value::tuple(std::move(row)));
  }
  return Value::list(std::move(rows));
}

Value mapOf(CallContext &context, const Arguments &args) {
  std::optional<std::vector<Value>> elements = items(context, args, 1);
  if (!elements)
    return Value::poison();
  for (Value &element : *elements)
    element = context.call(args[0], {element});
  return Value::list(std::move(*elements));
}

Value filterOf(CallContext &context, const Arguments &args) {
  std::optional<std::vector<Value>> elements = items(context, args, 1);
  if (!elements)
    return Value::poison();
  std::vector<Value> kept;
  for (const Value &element : *elements) {
    Value test = args[0].isNone() ? element : context.call(args[0], {element});
    std::optional<bool> known = evaluatorOf(context).truth(test);
    if (!known)
      return bad(context, "filter", test);
    if (*known)
      kept.push_back(element);
  }
  return Value::list(std::move(kept));
}

//===----------------------------------------------------------------------===//
// Numbers and objects
//===----------------------------------------------------------------------===//

Value powOf(CallContext &context, const Arguments &args) {
  return evaluatorOf(context).binary(ast::BinaryOperator::Pow, args[0], args[1]);
}

Value divmodOf(CallContext &context, const Arguments &args) {
  return Value::tuple({evaluatorOf(context).binary(ast::BinaryOperator::FloorDiv, args[0], args[1]),
                       evaluatorOf(context).binary(ast::BinaryOperator::Mod, args[0], args[1])});
}

Value roundOf(CallContext &context, const Arguments &args) {
  std::optional<double> number = args[0].toDouble();
  if (!number)
    return bad(context, "round", args[0]);
  if (std::optional<int64_t> digits = args[1].toInt64()) {
    double scale = std::pow(10.0, static_cast<double>(*digits));
    return Value::real(std::nearbyint(*number * scale) / scale);
  }
  return Value::integer(static_cast<int64_t>(std::nearbyint(*number)));
}

/// The name of a value's Python class.
std::string className(const Value &value) {
  switch (value.kind()) {
  case Value::Kind::None:
    return "NoneType";
  case Value::Kind::Bool:
    return "bool";
  case Value::Kind::Int:
    return "int";
  case Value::Kind::Float:
    return "float";
  case Value::Kind::String:
    return "str";
  case Value::Kind::Tuple:
    return "tuple";
  case Value::Kind::List:
    return "list";
  case Value::Kind::Dict:
    return "dict";
  case Value::Kind::Type:
    return value.asType().isBlock() ? "block_type" : value.asType().isPointer() ? "pointer_type" : "dtype";
  case Value::Kind::Runtime:
    return value.runtimeType().isTensorDesc() ? "tensor_descriptor" : "tensor";
  case Value::Kind::Instance:
    return value.asInstance().className;
  default:
    return value.describe();
  }
}

/// Classes of triton.language cannot be evaluated, but they can be asked for: the flag TakesPoison lets them pass.
Value isInstanceOf(CallContext &, const Arguments &args) {
  if (args.anyPoison())
    return Value::poison();
  std::vector<Value> single{args[1]};
  llvm::ArrayRef<Value> classes = args[1].isSequence() ? args[1].elements() : llvm::ArrayRef<Value>(single);
  std::string name = className(args[0]);
  for (const Value &cls : classes) {
    std::string wanted;
    if (cls.isBuiltin())
      wanted = cls.asBuiltin().builtin->name;
    else if (cls.isOpaque())
      wanted = llvm::StringRef(cls.asOpaque().description).rsplit('.').second.str();
    else if (cls.isModule())
      wanted = cls.asModule()->path;
    const bool isSubclass = (wanted == "int" && name == "bool") || (wanted == "dtype" && args[0].isType());
    if (wanted == name || isSubclass || (wanted == "constexpr" && !args[0].isRuntime()))
      return Value::boolean(true);
  }
  return Value::boolean(false);
}

Value typeOf(CallContext &, const Arguments &args) { return Value::opaque(className(args[0])); }

Value hasAttribute(CallContext &context, const Arguments &args) {
  if (!args[1].isString())
    return bad(context, "hasattr", args[1]);
  if (args[0].isModule())
    return Value::boolean(
        moduleAttribute(evaluatorOf(context).program, *args[0].asModule(), args[1].asString()).has_value());
  if (args[0].isInstance())
    return Value::boolean(args[0].asInstance().attributes.count(args[1].str()) != 0);
  return Value::boolean(objectMethod(args[0], args[1].asString()).has_value());
}

Value getAttribute(CallContext &context, const Arguments &args) {
  if (!args[1].isString())
    return bad(context, "getattr", args[1]);
  if (args.isGiven(2)) {
    Value has = hasAttribute(context, args);
    if (!has.isBool() || !has.asBool())
      return args[2];
  }
  return evaluatorOf(context).attribute(args[0], args[1].asString());
}

Value isCallableValue(CallContext &, const Arguments &args) { return Value::boolean(args[0].isCallable()); }
Value nothing(CallContext &, const Arguments &) { return Value::none(); }
Value identity(CallContext &, const Arguments &args) { return args[0]; }

const Builtin pythonTable[] = {
    {"range", "start, stop=None, step=None, **ignored", pythonRange}, // Triton drops what tl.range would take
    {"int", "x=0, base=None", toInt},
    {"float", "x=0.0", toFloat},
    {"bool", "x=False", toBoolean},
    {"str", "x=''", toStr},
    {"repr", "x", toRepr},
    {"tuple", "x=None", toTuple},
    {"list", "x=None", toList},
    {"set", "x=None", toSet},
    {"frozenset", "x=None", toSet},
    {"dict", "x=None, **named", toDict},
    {"len", "x", length},
    {"sum", "x, start=0", sumOf},
    {"any", "x", anyOf},
    {"all", "x", allOf},
    {"sorted", "x, key=None, reverse=False", sortedOf},
    {"reversed", "x", reversedOf},
    {"enumerate", "x, start=0", enumerateOf},
    {"zip", "*x", zipOf},
    {"map", "f, x", mapOf},
    {"filter", "f, x", filterOf},
    {"pow", "x, y", powOf},
    {"divmod", "x, y", divmodOf},
    {"round", "x, digits=None", roundOf},
    {"isinstance", "x, cls", isInstanceOf, Builtin::TakesPoison},
    {"type", "x", typeOf},
    {"hasattr", "x, name", hasAttribute},
    {"getattr", "x, name, default=None", getAttribute},
    {"callable", "x", isCallableValue},
    {"print", "*x, sep=' ', end='', file=None, flush=False", nothing},
    {"iter", "x", identity},
};

const Builtin languageTable[] = {
    {"range",
     "start, stop=None, step=None, num_stages=None, loop_unroll_factor=None, disallow_acc_multi_buffer=False, "
     "flatten=False, warp_specialize=False, disable_licm=False",
     languageRange},
    {"static_range", "start, stop=None, step=None", staticRange},
    {"constexpr", "value", identity},
    {"constexpr_function", "f", identity},
    {"tuple", "x=None", toTuple},
    {"condition", "arg1, disable_licm=False", identity}, // of `while`; what it adds is advice to Triton's optimiser
};

} // namespace

std::optional<Value> tritonc::pythonBuiltin(llvm::StringRef name) {
  for (const Builtin &builtin : pythonTable)
    if (name == builtin.name)
      return Value::builtin(&builtin);
  if (name == "min" || name == "max" || name == "abs")
    if (const Builtin *builtin = lookupBuiltin(("builtins." + name).str()))
      return Value::builtin(builtin);
  if (name == "__name__")
    return Value::string("__tritonc__");
  if (name == "NotImplemented" || name.ends_with("Error") || name == "Exception" || name == "object" ||
      name == "property" || name == "staticmethod" || name == "classmethod" || name == "super" || name == "__file__")
    return Value::opaque(name.str());
  return std::nullopt;
}

std::optional<Value> tritonc::languageSpecial(llvm::StringRef name) {
  for (const Builtin &builtin : languageTable)
    if (name == builtin.name)
      return Value::builtin(&builtin);
  for (llvm::StringRef type :
       {"tensor", "tensor_descriptor", "tensor_descriptor_base", "tensor_descriptor_type", "tuple_type",
        "constexpr_type", "slice", "slice_type", "const", "base_value", "base_type"})
    if (name == type)
      return Value::opaque(("triton.language." + type).str());
  return std::nullopt;
}

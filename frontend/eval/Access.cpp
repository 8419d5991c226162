//===- Access.cpp - attributes, subscripts, iteration ----------------------===//
//
// How the evaluator looks into values: modules and their names, methods of blocks and of Python's objects, elements of
// sequences, blocks with new dimensions.
//
//===----------------------------------------------------------------------===//

#include "frontend/eval/Evaluator.h"
#include "frontend/semantic/Builtins.h"
#include "frontend/semantic/Semantic.h"

using namespace tritonc;

static std::vector<std::string> attributeCandidates(const Value &object) {
  std::vector<std::string> names;
  if (object.isModule())
    return moduleNames(*object.asModule());
  if (object.isRuntime() || object.isType()) {
    names = methodNames(object);
    for (const char *name : {"dtype", "shape", "type", "T", "numel", "element_ty"})
      names.push_back(name);
  }
  return names;
}

Value Evaluator::attribute(const Value &object, llvm::StringRef name) {
  std::optional<Value> result;
  switch (object.kind()) {
  case Value::Kind::Poison:
    return object;
  case Value::Kind::Module:
    result = moduleAttribute(program, *object.asModule(), name);
    break;
  case Value::Kind::Runtime:
    result = valueAttribute(*this, object, name);
    if (!result)
      if (const Builtin *method = lookupMethod(object, name))
        result = Value::builtin(method, &object);
    if (!result && !name.starts_with("_"))
      if (std::optional<Value> function = program.preludeFunction(name))
        result = Value::function(function->asFunction().function, &object);
    break;
  case Value::Kind::Type:
    result = typeAttribute(*this, object.asType(), name);
    if (!result)
      if (const Builtin *method = lookupMethod(object, name))
        result = Value::builtin(method, &object);
    break;
  case Value::Kind::Instance: {
    auto found = object.asInstance().attributes.find(name.str());
    if (found != object.asInstance().attributes.end())
      result = found->second;
    break;
  }
  case Value::Kind::Opaque: {
    const OpaqueObject &opaque = object.asOpaque();
    return Value::opaque(opaque.description + "." + name.str(), opaque.origin, opaque.reason);
  }
  case Value::Kind::Tuple: {
    const std::vector<std::string> &names = object.asTuple().names;
    auto found = llvm::find(names, name);
    if (found != names.end())
      result = object.elements()[found - names.begin()];
    break;
  }
  case Value::Kind::Builtin:
    // Two enumerations that live in a class: tl.dtype.SIGNEDNESS and tl.dtype.KIND.
    if (llvm::StringRef(object.asBuiltin().builtin->name) == "dtype") {
      if (name == "SIGNEDNESS")
        result = Value::instance("dtype.SIGNEDNESS", {{"SIGNED", Value::integer(0)}, {"UNSIGNED", Value::integer(1)}});
      if (name == "KIND")
        result = Value::instance(
            "dtype.KIND",
            {{"BOOLEAN", Value::integer(0)}, {"INTEGRAL", Value::integer(1)}, {"FLOATING", Value::integer(2)}});
    }
    break;
  default:
    break;
  }
  if (!result)
    result = objectMethod(object, name);
  if (!result && name == "value" && !object.isRuntime()) // constexpr(...).value: constexprs are transparent here
    result = object;
  if (!result && object.isNumber() && emits) {
    // A parameter that became a constant (`stride` with the value 1) still answers as the number it would have been.
    Value tensor = toTensor(*this, object);
    if (tensor.isRuntime())
      return attribute(tensor, name);
  }
  if (result)
    return *result;
  std::string what = object.isModule() ? "module '" + object.asModule()->path + "'" : object.describe();
  if (object.isModule() && object.asModule()->kind == ModuleObject::Kind::Language)
    what = "triton.language" + (object.asModule()->path.empty() ? "" : "." + object.asModule()->path);
  if (object.isModule() && object.asModule()->kind == ModuleObject::Kind::Triton)
    what = "triton" + (object.asModule()->path.empty() ? "" : "." + object.asModule()->path);
  Diagnostic &diagnostic = report(range, DiagId::eval_no_attribute, what, name);
  std::string nearest = nearestName(name, attributeCandidates(object));
  if (!nearest.empty())
    diagnostic.withHint("did you mean '" + nearest + "'?");
  return Value::poison();
}

/// Python's rule for the bounds of a slice of `size` elements.
static std::optional<std::vector<int64_t>> slicePositions(const SliceObject &slice, int64_t size) {
  auto bound = [&](const Value &value, int64_t missing) -> std::optional<int64_t> {
    return value.isNone() ? missing : value.toInt64();
  };
  std::optional<int64_t> step = bound(slice.step, 1);
  if (!step || *step == 0)
    return std::nullopt;
  std::optional<int64_t> lower = bound(slice.lower, *step > 0 ? 0 : size - 1);
  std::optional<int64_t> upper = bound(slice.upper, *step > 0 ? size : -size - 1);
  if (!lower || !upper)
    return std::nullopt;
  auto clamp = [&](int64_t index) {
    index = index < 0 ? index + size : index;
    return *step > 0 ? std::clamp<int64_t>(index, 0, size) : std::clamp<int64_t>(index, -1, size - 1);
  };
  std::vector<int64_t> positions;
  for (int64_t i = clamp(*lower), end = clamp(*upper); *step > 0 ? i < end : i > end; i += *step)
    positions.push_back(i);
  return positions;
}

Value Evaluator::subscript(const Value &object, const Value &index) {
  if (object.isPoison() || index.isPoison())
    return Value::poison();
  if (object.isRuntime()) {
    std::vector<Value> single{index};
    llvm::ArrayRef<Value> indices = index.isSequence() ? index.elements() : llvm::ArrayRef<Value>(single);
    if (llvm::any_of(indices, [](const Value &v) { return v.isPoison(); }))
      return Value::poison();
    // A scalar with new dimensions is a block of one element, whatever `:` stand beside them.
    if (!object.isBlock() && !indices.empty() &&
        llvm::all_of(indices, [](const Value &v) { return v.isNone() || (v.isSlice() && v.asSlice().isFull()); })) {
      int64_t added = llvm::count_if(indices, [](const Value &v) { return v.isNone(); });
      return splat(*this, object, llvm::SmallVector<int64_t>(added, 1));
    }
    return subscriptBlock(*this, object, indices);
  }
  if (object.isOpaque())
    return Value::opaque(object.asOpaque().description + "[...]", object.asOpaque().origin, object.asOpaque().reason);
  if (object.isDict()) {
    for (const auto &[key, value] : object.asDict().items)
      if (key.equals(index))
        return value;
    return error(DiagId::eval_key_missing, index.repr());
  }
  if (object.isInstance()) // mappings such as os.environ
    return Value::opaque(object.asInstance().className + "[" + index.repr() + "]", range);
  if (object.isFunction() || object.isBuiltin() || object.isModule() || object.isType())
    return Value::opaque("a subscript of " + object.describe(), range);
  if (object.isSequence() || object.isString()) {
    int64_t size = object.isString() ? object.asString().size() : object.elements().size();
    auto pick = [&](llvm::ArrayRef<int64_t> positions) {
      if (object.isString()) {
        std::string text;
        for (int64_t i : positions)
          text += object.asString()[i];
        return Value::string(std::move(text));
      }
      std::vector<Value> elements;
      for (int64_t i : positions)
        elements.push_back(object.elements()[i]);
      return object.isTuple() ? Value::tuple(std::move(elements)) : Value::list(std::move(elements));
    };
    if (index.isSlice()) {
      if (std::optional<std::vector<int64_t>> positions = slicePositions(index.asSlice(), size))
        return pick(*positions);
    } else if (std::optional<int64_t> position = index.toInt64()) {
      int64_t i = *position < 0 ? *position + size : *position;
      if (i < 0 || i >= size)
        return error(DiagId::eval_index_range, *position, size);
      if (object.isString())
        return pick(i);
      return object.elements()[i];
    }
    return error(DiagId::eval_bad_index, object.describe(), index.describe());
  }
  return error(DiagId::eval_not_subscriptable, object.describe());
}

std::optional<std::vector<Value>> Evaluator::iterate(const Value &value, SourceRange where) {
  if (value.isPoison())
    return std::nullopt;
  if (value.isSequence())
    return std::vector<Value>(value.elements());
  std::vector<Value> items;
  if (value.isString()) {
    for (char c : value.asString())
      items.push_back(Value::string(std::string(1, c)));
    return items;
  }
  if (value.isDict()) {
    for (const auto &[key, item] : value.asDict().items)
      items.push_back(key);
    return items;
  }
  if (value.isRange()) {
    const RangeObject &r = value.asRange();
    std::optional<int64_t> start = r.start.toInt64(), stop = r.stop.toInt64(), step = r.step.toInt64();
    if (start && stop && step && *step != 0) {
      constexpr int64_t limit = 1 << 20;
      for (int64_t i = *start; *step > 0 ? i < *stop : i > *stop; i += *step) {
        if (items.size() >= limit) {
          errorAt(where, DiagId::eval_too_long);
          return std::nullopt;
        }
        items.push_back(Value::integer(i));
      }
      return items;
    }
    errorAt(where, DiagId::eval_range_not_constant);
    return std::nullopt;
  }
  if (value.isOpaque()) {
    RangeScope scope(*this, where);
    useOpaque(value);
    return std::nullopt;
  }
  errorAt(where, DiagId::eval_not_iterable, value.describe());
  return std::nullopt;
}

//===- Parameters.cpp - reading compile-time arguments of library calls ----===//
#include "frontend/semantic/Emission.h"

using namespace tritonc;

Value tritonc::badArgument(CallContext &context, const Arguments &args, unsigned index, llvm::StringRef name,
                           llvm::StringRef expected) {
  const Value &value = args[index];
  if (value.isPoison())
    return value;
  std::string found = value.isRuntime() ? value.describe() : value.repr();
  return context.errorAt(args.range(index), DiagId::sem_bad_argument, name, expected, found);
}

std::optional<llvm::SmallVector<int64_t>> tritonc::shapeArgument(CallContext &context, const Value &value) {
  const Value *list = &value;
  // `f(x, (4, 8))` and `f(x, 4, 8)` mean the same.
  if (value.isSequence() && value.elements().size() == 1 && value.elements()[0].isSequence())
    list = &value.elements()[0];
  if (std::optional<llvm::SmallVector<int64_t>> sizes = list->toInt64List())
    return sizes;
  const Value *culprit = list;
  if (list->isSequence())
    for (const Value &element : list->elements())
      if (!element.toInt64()) {
        culprit = &element;
        break;
      }
  if (value.isPoison() || culprit->isPoison())
    return std::nullopt;
  Diagnostic &diagnostic = context.report({}, DiagId::sem_shape_not_constant, culprit->describe());
  if (culprit->isRuntime())
    diagnostic.withHint("a size is known when the kernel is compiled: make it a tl.constexpr parameter");
  return std::nullopt;
}

std::optional<int64_t> tritonc::axisArgument(CallContext &context, const Value &value, int64_t rank) {
  std::optional<int64_t> axis = value.toInt64();
  if (axis && *axis >= -rank && *axis < rank)
    return *axis < 0 ? *axis + rank : *axis;
  if (!value.isPoison()) {
    if (axis)
      context.error(DiagId::sem_axis_range, *axis, rank);
    else
      context.error(DiagId::sem_bad_argument, "axis", "an integer known at compile time", value.describe());
  }
  return std::nullopt;
}

std::optional<bool> tritonc::boolArgument(CallContext &context, const Arguments &args, unsigned index,
                                          llvm::StringRef name) {
  const Value &value = args[index];
  if (value.isNone())
    return false;
  if (std::optional<double> number = value.toDouble())
    return *number != 0;
  badArgument(context, args, index, name, "True or False");
  return std::nullopt;
}

std::optional<int64_t> tritonc::intArgument(CallContext &context, const Arguments &args, unsigned index,
                                            llvm::StringRef name) {
  if (std::optional<int64_t> value = args[index].toInt64())
    return value;
  badArgument(context, args, index, name, "an integer known at compile time");
  return std::nullopt;
}

std::optional<std::string> tritonc::stringArgument(CallContext &context, const Arguments &args, unsigned index,
                                                   llvm::StringRef name) {
  if (args[index].isString())
    return args[index].asString().str();
  // Triton asks `if option:`, so what Python takes for false stands for no option.
  if (args[index].isNone() || args[index].toDouble() == 0.0)
    return std::string();
  badArgument(context, args, index, name, "a string");
  return std::nullopt;
}

std::optional<DType> tritonc::typeArgument(CallContext &context, const Arguments &args, unsigned index,
                                           llvm::StringRef name) {
  const Value &value = args[index];
  if (value.isType())
    return value.asType();
  // Some kernels pass types by name.
  if (value.isString())
    if (std::optional<DType> type = DType::parseSignature(value.asString()))
      return type;
  badArgument(context, args, index, name, "a dtype such as tl.float32");
  return std::nullopt;
}

bool tritonc::indexOperands(CallContext &context, const Value &list, bool wide, llvm::StringRef what,
                            llvm::SmallVectorImpl<mlir::Value> &results) {
  DType type(wide ? ScalarKind::Int64 : ScalarKind::Int32);
  llvm::SmallVector<Value> single{list};
  for (const Value &element : list.isSequence() ? list.elements() : llvm::ArrayRef<Value>(single)) {
    if (element.isPoison())
      return false;
    bool integer = element.isRuntime() ? element.runtimeType().isInteger() && element.runtimeType().numElements() == 1
                                       : element.isInt() || element.isBool();
    if (!integer) {
      context.error(DiagId::sem_bad_argument, what, "integers", element.describe());
      return false;
    }
    if (element.isRuntime() && !wide && element.runtimeType().bitWidth() == 64) {
      context.report({}, DiagId::sem_index_32_bit, what, element.runtimeType().str()).withHint("add .to(tl.int32)");
      return false;
    }
    Value scalar = toScalarOf(context, element, type);
    if (scalar.isPoison())
      return false;
    results.push_back(scalar.ir());
  }
  return true;
}

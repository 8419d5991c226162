//===- Debug.cpp - printing, assertions, hints to the compiler ---------------===//
#include "frontend/semantic/Emission.h"
#include "mlir/Dialect/GPU/IR/GPUDialect.h"
#include "mlir/Dialect/LLVMIR/LLVMDialect.h"

using namespace tritonc;

//===----------------------------------------------------------------------===//
// At run time
//===----------------------------------------------------------------------===//

/// Triton's form of the prefix: ` name: `.
static std::string printPrefix(std::string prefix, bool hasValues) {
  if (hasValues && !llvm::StringRef(prefix).ends_with(" "))
    prefix += " ";
  if (hasValues && !llvm::StringRef(prefix).ends_with(": "))
    prefix = prefix.substr(0, prefix.size() - 1) + ": ";
  if (prefix.size() > 2 && prefix[0] != ' ')
    prefix = " " + prefix;
  return prefix;
}

Value builtin::device_print(CallContext &context, const Arguments &args) {
  if (!requireEmission(context))
    return Value::poison();
  if (!args[0].isString())
    return badArgument(context, args, 0, "prefix", "a string known at compile time");
  std::optional<bool> hex = boolArgument(context, args, 2, "hex");
  llvm::SmallVector<Value> values(args[1].elements().begin(), args[1].elements().end());
  if (!hex || !toTensors(context, values))
    return Value::poison();
  llvm::SmallVector<mlir::Value> ir;
  llvm::SmallVector<int32_t> isSigned;
  for (const Value &value : values) {
    if (value.runtimeType().isTensorDesc() || value.runtimeType().isBlockPointer())
      return context.error(DiagId::sem_not_numeric, value.runtimeType().str());
    ir.push_back(value.ir());
    isSigned.push_back(value.runtimeType().isSigned());
  }
  createOp<tt::PrintOp>(context, printPrefix(args[0].asString().str(), !values.empty()), *hex, ir, isSigned);
  return Value::none();
}

Value builtin::device_assert(CallContext &context, const Arguments &args) {
  Value condition = toTensor(context, args[0]);
  std::optional<std::string> message = stringArgument(context, args, 1, "msg");
  if (condition.isPoison() || !message)
    return Value::poison();
  if (!context.options.deviceAsserts && context.options.target != "cpu")
    return Value::none();
  if (!condition.runtimeType().isBool())
    condition = castTo(context, condition, ScalarKind::Int1);
  if (!args[2].isNone())
    condition = logicalOr(context, condition, logicalNot(context, args[2]));
  if (condition.isPoison())
    return condition;
  createOp<tt::AssertOp>(context, condition.ir(), *message);
  return Value::none();
}

Value builtin::debug_barrier(CallContext &context, const Arguments &) {
  if (!requireEmission(context))
    return Value::poison();
  createOp<mlir::gpu::BarrierOp>(context);
  return Value::none();
}

Value builtin::assume(CallContext &context, const Arguments &args) {
  Value condition = toTensor(context, args[0]);
  if (condition.isPoison())
    return condition;
  condition = toBool(context, condition);
  if (condition.isPoison())
    return condition;
  createOp<mlir::LLVM::AssumeOp>(context, condition.ir());
  return Value::none();
}

//===----------------------------------------------------------------------===//
// At compile time
//===----------------------------------------------------------------------===//

/// The truth of a compile-time value, as Python has it; none for what has none here.
static std::optional<bool> truth(const Value &value) {
  if (value.isNone())
    return false;
  if (std::optional<double> number = value.toDouble())
    return *number != 0;
  if (value.isInt())
    return value.asInt() != Int(0);
  if (value.isString())
    return !value.asString().empty();
  if (value.isSequence())
    return !value.elements().empty();
  return value.isRuntime() ? std::nullopt : std::optional<bool>(true);
}

Value builtin::static_assert_(CallContext &context, const Arguments &args) {
  std::optional<bool> holds = truth(args[0]);
  if (!holds) {
    context.report(args.range(0), DiagId::sem_static_assert_runtime, args[0].describe())
        .withHint("tl.device_assert checks run-time values");
    return Value::poison();
  }
  if (*holds)
    return Value::none();
  std::string message = args[1].isNone() ? std::string() : args[1].str();
  return context.error(DiagId::sem_static_assert, message.empty() ? "" : ": " + message);
}

Value builtin::static_print(CallContext &context, const Arguments &args) {
  std::string text, separator = args[1].isString() ? args[1].asString().str() : " ";
  for (auto [i, value] : llvm::enumerate(args[0].elements())) {
    if (value.isPoison())
      return value;
    text += (i ? separator : "") + value.str();
  }
  context.report({}, DiagId::static_print, text);
  return Value::none();
}

//===----------------------------------------------------------------------===//
// Hints
//===----------------------------------------------------------------------===//

/// Puts what the user knows about a value on the operation that makes it, where the axis analysis looks. Values that no
/// operation makes (arguments) carry it as an attribute of the function's argument.
static Value hint(CallContext &context, const Arguments &args, llvm::StringRef attribute, llvm::StringRef name) {
  Value value = toTensor(context, args[0]);
  std::optional<llvm::SmallVector<int64_t>> facts = args[1].toInt64List();
  if (value.isPoison())
    return value;
  if (!facts)
    return badArgument(context, args, 1, "values", "an integer or a list of integers known at compile time");
  size_t rank = value.runtimeType().shape().size();
  // Several numbers for a scalar, or one for a block of several dimensions, are as meaningless as in Triton.
  if (facts->size() != std::max<size_t>(rank, 1))
    return context.error(DiagId::sem_hint_count, name, facts->size(), value.runtimeType().str());
  for (int64_t fact : *facts)
    if (fact <= 0)
      return badArgument(context, args, 1, "values", "positive integers");
  auto i32 = IntegerType::get(context.context(), 32);
  llvm::SmallVector<int32_t> numbers(facts->begin(), facts->end());
  auto dense = mlir::DenseIntElementsAttr::get(RankedTensorType::get({int64_t(numbers.size())}, i32),
                                               llvm::ArrayRef<int32_t>(numbers));
  if (Operation *op = value.ir().getDefiningOp()) {
    op->setAttr(attribute, dense);
    return value;
  }
  auto argument = cast<mlir::BlockArgument>(value.ir());
  auto function = dyn_cast<mlir::FunctionOpInterface>(argument.getOwner()->getParentOp());
  if (function && argument.getOwner()->isEntryBlock() && attribute == "tt.divisibility")
    function.setArgAttr(argument.getArgNumber(), attribute, IntegerAttr::get(i32, numbers[0]));
  return value;
}

Value builtin::multiple_of(CallContext &context, const Arguments &args) {
  return hint(context, args, "tt.divisibility", "multiple_of");
}
Value builtin::max_contiguous(CallContext &context, const Arguments &args) {
  return hint(context, args, "tt.contiguity", "max_contiguous");
}
Value builtin::max_constancy(CallContext &context, const Arguments &args) {
  return hint(context, args, "tt.constancy", "max_constancy");
}

//===- Reduction.cpp - reductions and scans ---------------------------------===//
//
// tt.reduce and tt.scan carry a region that combines scalars. For the library's own functions it is built here; for
// tl.reduce and tl.associative_scan by calling the user's function on the region's arguments.
//
// Element types before combining, as in Triton 3.6: sum, cumsum: integers under 32 bits become 32-bit ones of the same
// sign (int1 counts as unsigned); max and min: everything under 32 bits becomes fp32 or int32, but with indices only
// bf16 becomes fp32; cumsum and cumprod: bf16 becomes fp32. A sum of bf16 stays bf16.
//
//===----------------------------------------------------------------------===//
#include "frontend/semantic/Emission.h"

using namespace tritonc;

namespace {
/// Combines the accumulated values (first half) with the new ones; gives as many, or nothing after an error.
using Combine = llvm::function_ref<llvm::SmallVector<Value>(llvm::ArrayRef<Value>)>;

/// Fills `region` with a block that combines scalars of the inputs' types. False after an error.
template <typename ReturnOp>
bool buildRegion(CallContext &context, Region &region, llvm::ArrayRef<Value> inputs, Combine combine) {
  OpBuilder::InsertionGuard guard(context.builder);
  Block &block = region.emplaceBlock();
  llvm::SmallVector<Value> arguments;
  for (int half = 0; half < 2; ++half)
    for (const Value &input : inputs) {
      DType type = input.runtimeType().scalar();
      arguments.push_back(Value::runtime(block.addArgument(type.toMLIR(context.context()), context.loc()), type));
    }
  context.builder.setInsertionPointToStart(&block);
  llvm::SmallVector<Value> results = combine(arguments);
  llvm::SmallVector<mlir::Value> ir;
  for (auto [result, input] : llvm::zip(results, inputs)) {
    if (result.isPoison())
      return false;
    if (result.runtimeType() != input.runtimeType().scalar()) {
      context.report({}, DiagId::sem_combine_type, result.runtimeType().str(), input.runtimeType().scalar().str())
          .withHint("convert the result, or the block before it is combined");
      return false;
    }
    ir.push_back(result.ir());
  }
  if (ir.size() != inputs.size())
    return false;
  createOp<ReturnOp>(context, ir);
  return true;
}

bool sameShapes(CallContext &context, llvm::ArrayRef<Value> inputs) {
  for (const Value &input : inputs) {
    if (input.isPoison())
      return false;
    if (!input.isBlock()) {
      context.error(DiagId::sem_block_expected, input.describe());
      return false;
    }
    if (input.runtimeType().shape() != inputs[0].runtimeType().shape()) {
      context.error(DiagId::sem_combine_shapes, inputs[0].runtimeType().str(), input.runtimeType().str());
      return false;
    }
  }
  return true;
}

/// Reduces along `axis`, or over everything when it is None.
llvm::SmallVector<Value> reduce(CallContext &context, llvm::SmallVector<Value> inputs, const Value &axisValue,
                                bool keepDims, Combine combine) {
  if (!sameShapes(context, inputs))
    return {};
  size_t rank = inputs[0].runtimeType().shape().size();
  std::optional<int64_t> axis = axisValue.isNone() ? 0 : axisArgument(context, axisValue, rank);
  if (!axis)
    return {};
  if (axisValue.isNone())
    for (Value &input : inputs)
      input = tritonc::reshape(context, input, {input.runtimeType().numElements()}, true);
  llvm::SmallVector<mlir::Value> operands;
  for (const Value &input : inputs)
    operands.push_back(input.ir());
  auto op = createOp<tt::ReduceOp>(context, operands, int(*axis));
  if (!buildRegion<tt::ReduceReturnOp>(context, op.getCombineOp(), inputs, combine)) {
    op.erase();
    return {};
  }
  llvm::SmallVector<int64_t> shape(inputs[0].runtimeType().shape());
  shape.erase(shape.begin() + *axis);
  llvm::SmallVector<Value> results;
  for (auto [result, input] : llvm::zip(op.getResult(), inputs)) {
    Value value = Value::runtime(result, input.runtimeType().withShape(shape));
    for (size_t dim = 0; keepDims && dim < (axisValue.isNone() ? rank : 1); ++dim)
      value = expandDims(context, value, *axis);
    results.push_back(value);
  }
  return results;
}

llvm::SmallVector<Value> scan(CallContext &context, llvm::ArrayRef<Value> inputs, const Value &axisValue, bool reverse,
                              Combine combine) {
  if (!sameShapes(context, inputs))
    return {};
  std::optional<int64_t> axis = axisArgument(context, axisValue, inputs[0].runtimeType().shape().size());
  if (!axis)
    return {};
  llvm::SmallVector<mlir::Value> operands;
  for (const Value &input : inputs)
    operands.push_back(input.ir());
  auto op = createOp<tt::ScanOp>(context, operands, int(*axis), reverse);
  if (!buildRegion<tt::ScanReturnOp>(context, op.getCombineOp(), inputs, combine)) {
    op.erase();
    return {};
  }
  llvm::SmallVector<Value> results;
  for (auto [result, input] : llvm::zip(op.getResult(), inputs))
    results.push_back(Value::runtime(result, input.runtimeType()));
  return results;
}

Value only(const llvm::SmallVector<Value> &results) { return results.empty() ? Value::poison() : results[0]; }

/// Sums of integers under 32 bits are made in 32 bits; a dtype argument decides otherwise.
Value widenForSum(CallContext &context, const Value &value, const Value &dtype) {
  if (value.isPoison())
    return value;
  if (dtype.isType())
    return castTo(context, value, dtype.asType());
  if (!dtype.isNone())
    return context.error(DiagId::sem_bad_argument, "dtype", "a dtype such as tl.float32", dtype.describe());
  const DType &type = value.runtimeType();
  if (type.isInteger() && type.bitWidth() < 32)
    return castTo(context, value, type.isSigned() ? ScalarKind::Int32 : ScalarKind::UInt32);
  return value;
}

/// The combination of two values by an operator.
struct ByOperator {
  CallContext &context;
  BinaryOp op;
  llvm::SmallVector<Value> operator()(llvm::ArrayRef<Value> args) const {
    return {binaryOp(context, op, args[0], args[1])};
  }
};

/// (value, index) pairs: the better value wins; among equals, with `leftTies`, the smaller index.
struct ByExtreme {
  CallContext &context;
  bool isMax, leftTies;
  llvm::SmallVector<Value> operator()(llvm::ArrayRef<Value> args) const {
    Value first = compare(context, isMax ? CompareOp::Gt : CompareOp::Lt, args[0], args[2]);
    if (leftTies) {
      Value tie = binaryOp(context, BinaryOp::And, compare(context, CompareOp::Eq, args[0], args[2]),
                           compare(context, CompareOp::Lt, args[1], args[3]));
      first = binaryOp(context, BinaryOp::Or, first, tie);
    }
    if (first.isPoison())
      return {first, first};
    return {select(context, first, args[0], args[2]), select(context, first, args[1], args[3])};
  }
};

/// The extreme along an axis with its index along that axis.
llvm::SmallVector<Value> extremeWithIndex(CallContext &context, const Value &operand, const Value &axisValue,
                                          bool isMax, bool leftTies, bool keepDims) {
  Value input = promoteBFloat16(context, toTensor(context, operand));
  if (!sameShapes(context, input))
    return {};
  Value axisOrZero = axisValue;
  if (axisValue.isNone()) {
    // The index is then that of the flattened block.
    input = tritonc::reshape(context, input, {input.runtimeType().numElements()}, false);
    axisOrZero = Value::integer(0);
  }
  llvm::ArrayRef<int64_t> shape = input.runtimeType().shape();
  std::optional<int64_t> axis = axisArgument(context, axisOrZero, shape.size());
  if (!axis)
    return {};
  Value index = makeRange(context, 0, shape[*axis]);
  for (int64_t dim = 0; dim < int64_t(shape.size()); ++dim)
    if (dim != *axis)
      index = expandDims(context, index, dim);
  index = broadcastTo(context, index, shape);
  return reduce(context, {input, index}, axisOrZero, keepDims, ByExtreme{context, isMax, leftTies});
}

Value extreme(CallContext &context, const Arguments &args, bool isMax) {
  std::optional<bool> indices = boolArgument(context, args, 2, "return_indices");
  std::optional<bool> leftTies = boolArgument(context, args, 3, "return_indices_tie_break_left");
  std::optional<bool> keepDims = boolArgument(context, args, 4, "keep_dims");
  if (!indices || !leftTies || !keepDims)
    return Value::poison();
  if (*indices) {
    llvm::SmallVector<Value> results = extremeWithIndex(context, args[0], args[1], isMax, *leftTies, *keepDims);
    return results.empty() ? Value::poison() : Value::tuple({results[0], results[1]});
  }
  Value input = toTensor(context, args[0]);
  if (input.isPoison())
    return input;
  const DType &type = input.runtimeType();
  if (type.isPointerLike())
    return context.error(DiagId::sem_not_numeric, type.str());
  if (type.bitWidth() < 32)
    input = castTo(context, input, type.isFloating() ? ScalarKind::FP32 : ScalarKind::Int32);
  return only(reduce(context, {input}, args[1], *keepDims, [&](llvm::ArrayRef<Value> pair) {
    return llvm::SmallVector<Value>{elementwiseExtreme(context, pair[0], pair[1], isMax, false)};
  }));
}

Value extremeIndex(CallContext &context, const Arguments &args, bool isMax) {
  std::optional<bool> leftTies = boolArgument(context, args, 2, "tie_break_left");
  std::optional<bool> keepDims = boolArgument(context, args, 3, "keep_dims");
  if (!leftTies || !keepDims)
    return Value::poison();
  llvm::SmallVector<Value> results = extremeWithIndex(context, args[0], args[1], isMax, *leftTies, *keepDims);
  return results.empty() ? Value::poison() : results[1];
}

Value bitReduction(CallContext &context, const Arguments &args, BinaryOp op, llvm::StringRef name) {
  std::optional<bool> keepDims = boolArgument(context, args, 2, "keep_dims");
  Value input = toTensor(context, args[0]);
  if (!keepDims || input.isPoison())
    return Value::poison();
  if (!input.runtimeType().isInteger())
    return context.error(DiagId::sem_integer_expected, name, input.runtimeType().str());
  return only(reduce(context, {input}, args[1], *keepDims, ByOperator{context, op}));
}

/// The user's combine function as a Combine; reports results of a wrong number or kind.
struct ByFunction {
  CallContext &context;
  const Value &function;
  size_t count;
  llvm::SmallVector<Value> operator()(llvm::ArrayRef<Value> args) const {
    Value result = context.call(function, args);
    llvm::SmallVector<Value> results;
    if (result.isSequence())
      results.assign(result.elements().begin(), result.elements().end());
    else
      results.push_back(result);
    for (Value &value : results)
      value = toTensor(context, value);
    if (results.size() != count && !result.isPoison()) {
      context.error(DiagId::sem_combine_count, results.size(), count);
      return {};
    }
    return results;
  }
};

/// One block, or a tuple of blocks: `single` tells which.
std::optional<llvm::SmallVector<Value>> combineInputs(CallContext &context, const Arguments &args, bool &single) {
  single = !args[0].isSequence();
  llvm::SmallVector<Value> inputs;
  if (single)
    inputs.push_back(args[0]);
  else
    inputs.assign(args[0].elements().begin(), args[0].elements().end());
  if (inputs.empty() || !toTensors(context, inputs)) {
    if (inputs.empty())
      badArgument(context, args, 0, "input", "a block or a tuple of blocks");
    return std::nullopt;
  }
  if (!args[2].isCallable()) {
    badArgument(context, args, 2, "combine_fn", "a function");
    return std::nullopt;
  }
  return inputs;
}

Value packed(llvm::SmallVector<Value> results, bool single) {
  if (results.empty())
    return Value::poison();
  return single ? results[0] : Value::tuple(std::vector<Value>(results.begin(), results.end()));
}
} // namespace

Value builtin::reduce(CallContext &context, const Arguments &args) {
  bool single;
  std::optional<llvm::SmallVector<Value>> inputs = combineInputs(context, args, single);
  std::optional<bool> keepDims = boolArgument(context, args, 3, "keep_dims");
  if (!inputs || !keepDims)
    return Value::poison();
  ByFunction combine{context, args[2], inputs->size()};
  return packed(::reduce(context, *inputs, args[1], *keepDims, combine), single);
}

Value builtin::associative_scan(CallContext &context, const Arguments &args) {
  bool single;
  std::optional<llvm::SmallVector<Value>> inputs = combineInputs(context, args, single);
  std::optional<bool> reverse = boolArgument(context, args, 3, "reverse");
  if (!inputs || !reverse)
    return Value::poison();
  ByFunction combine{context, args[2], inputs->size()};
  return packed(scan(context, *inputs, args[1], *reverse, combine), single);
}

Value builtin::sum(CallContext &context, const Arguments &args) {
  std::optional<bool> keepDims = boolArgument(context, args, 2, "keep_dims");
  Value input = widenForSum(context, toTensor(context, args[0]), args[3]);
  if (!keepDims || input.isPoison())
    return Value::poison();
  return only(::reduce(context, {input}, args[1], *keepDims, ByOperator{context, BinaryOp::Add}));
}

Value builtin::max(CallContext &context, const Arguments &args) { return extreme(context, args, true); }
Value builtin::min(CallContext &context, const Arguments &args) { return extreme(context, args, false); }
Value builtin::argmax(CallContext &context, const Arguments &args) { return extremeIndex(context, args, true); }
Value builtin::argmin(CallContext &context, const Arguments &args) { return extremeIndex(context, args, false); }

Value builtin::xor_sum(CallContext &context, const Arguments &args) {
  return bitReduction(context, args, BinaryOp::Xor, "xor_sum");
}
Value builtin::reduce_or(CallContext &context, const Arguments &args) {
  return bitReduction(context, args, BinaryOp::Or, "reduce_or");
}

Value builtin::cumsum(CallContext &context, const Arguments &args) {
  std::optional<bool> reverse = boolArgument(context, args, 2, "reverse");
  Value input = widenForSum(context, promoteBFloat16(context, toTensor(context, args[0])), args[3]);
  if (!reverse || input.isPoison())
    return Value::poison();
  return only(scan(context, input, args[1], *reverse, ByOperator{context, BinaryOp::Add}));
}

Value builtin::cumprod(CallContext &context, const Arguments &args) {
  std::optional<bool> reverse = boolArgument(context, args, 2, "reverse");
  Value input = promoteBFloat16(context, toTensor(context, args[0]));
  if (!reverse || input.isPoison())
    return Value::poison();
  return only(scan(context, input, args[1], *reverse, ByOperator{context, BinaryOp::Mul}));
}

Value builtin::histogram(CallContext &context, const Arguments &args) {
  Value input = toTensor(context, args[0]);
  std::optional<int64_t> bins = intArgument(context, args, 1, "num_bins");
  if (input.isPoison() || !bins || !checkBlockShape(context, {*bins}))
    return Value::poison();
  if (input.runtimeType().shape().size() != 1 || !input.runtimeType().isInteger())
    return context.error(DiagId::sem_histogram_input, input.runtimeType().str());
  mlir::Value mask;
  if (!args[2].isNone()) {
    Value condition = broadcastTo(context, args[2], input.runtimeType().shape());
    if (condition.isPoison())
      return condition;
    if (!condition.runtimeType().isBool())
      return context.errorAt(args.range(2), DiagId::sem_mask_type, condition.runtimeType().str());
    mask = condition.ir();
  }
  DType type = DType::block(ScalarKind::Int32, {*bins});
  return emit<tt::HistogramOp>(context, type, type.toMLIR(context.context()), input.ir(), mask);
}

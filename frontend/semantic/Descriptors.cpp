//===- Descriptors.cpp - tensor descriptors ----------------------------------===//
//
// A descriptor names a strided tensor in memory whose accesses move blocks of one shape and are clipped at the tensor's
// edges. Its methods are builtins that take the descriptor first.
//
//===----------------------------------------------------------------------===//
#include "frontend/semantic/Emission.h"

using namespace tritonc;

namespace {
DType blockOf(const Value &descriptor) { return descriptor.runtimeType().element(); }

bool checkDescriptor(CallContext &context, const Arguments &args) {
  if (args[0].isRuntime() && args[0].runtimeType().isTensorDesc())
    return true;
  badArgument(context, args, 0, "desc", "a tensor descriptor");
  return false;
}

/// Offsets of a block access, one for each dimension.
bool blockOffsets(CallContext &context, const Arguments &args, unsigned index,
                  llvm::SmallVectorImpl<mlir::Value> &offsets) {
  if (!checkDescriptor(context, args) || !indexOperands(context, args[index], false, "offsets", offsets))
    return false;
  size_t rank = blockOf(args[0]).shape().size();
  if (offsets.size() == rank)
    return true;
  context.errorAt(args.range(index), DiagId::sem_offset_count, offsets.size(), rank);
  return false;
}

/// A stored value: the descriptor's block shape, and its type (converted for stores, required for reductions).
std::optional<Value> blockValue(CallContext &context, const Arguments &args, unsigned index) {
  Value value = toTensor(context, args[index]);
  if (value.isPoison())
    return std::nullopt;
  DType block = blockOf(args[0]);
  if (value.runtimeType().shape() != block.shape()) {
    context.errorAt(args.range(index), DiagId::sem_descriptor_value, value.runtimeType().str(), block.str());
    return std::nullopt;
  }
  value = castTo(context, value, block.scalar());
  return value.isPoison() ? std::nullopt : std::optional<Value>(value);
}

Value storeBlock(CallContext &context, const Arguments &args, unsigned offsetIndex, unsigned valueIndex) {
  llvm::SmallVector<mlir::Value> offsets;
  if (!blockOffsets(context, args, offsetIndex, offsets))
    return Value::poison();
  if (std::optional<Value> value = blockValue(context, args, valueIndex)) {
    createOp<tt::DescriptorStoreOp>(context, args[0].ir(), value->ir(), offsets);
    return Value::none();
  }
  return Value::poison();
}

Value reduceBlock(CallContext &context, const Arguments &args, tt::DescriptorReduceKind kind,
                  std::initializer_list<ScalarKind> types, llvm::StringRef name) {
  llvm::SmallVector<mlir::Value> offsets;
  if (!blockOffsets(context, args, 1, offsets))
    return Value::poison();
  DType block = blockOf(args[0]);
  if (!llvm::is_contained(types, block.scalarKind()))
    return context.errorAt(args.range(0), DiagId::sem_atomic_type, name, block.scalar().str());
  std::optional<Value> value = blockValue(context, args, 2);
  if (!value)
    return Value::poison();
  createOp<tt::DescriptorReduceOp>(context, kind, args[0].ir(), value->ir(), offsets);
  return Value::none();
}

constexpr std::initializer_list<ScalarKind> integerKinds = {ScalarKind::UInt32, ScalarKind::Int32, ScalarKind::UInt64,
                                                            ScalarKind::Int64};
constexpr std::initializer_list<ScalarKind> addKinds = {ScalarKind::UInt32, ScalarKind::Int32, ScalarKind::UInt64,
                                                        ScalarKind::FP32,   ScalarKind::FP16,  ScalarKind::BF16};
constexpr std::initializer_list<ScalarKind> orderKinds = {ScalarKind::UInt32, ScalarKind::Int32, ScalarKind::UInt64,
                                                          ScalarKind::Int64,  ScalarKind::FP16,  ScalarKind::BF16};

/// Gather and scatter move rows: a descriptor of blocks of one row, at least 8 row numbers, rows of at least 32 bytes.
bool checkRows(CallContext &context, const Arguments &args, const Value &rows) {
  if (!checkDescriptor(context, args) || rows.isPoison())
    return false;
  DType block = blockOf(args[0]);
  bool rowsFit = rows.isRuntime() && rows.runtimeType().isInteger() && rows.runtimeType().shape().size() == 1 &&
                 rows.runtimeType().shape()[0] >= 8;
  if (block.shape().size() == 2 && block.shape()[0] == 1 && rowsFit &&
      block.shape()[1] * int64_t(block.bitWidth()) / 8 >= 32)
    return true;
  context.error(DiagId::sem_descriptor_rows, block.str(),
                rows.isRuntime() ? rows.runtimeType().str() : rows.describe());
  return false;
}

std::optional<mlir::Value> columnOffset(CallContext &context, const Value &offset) {
  llvm::SmallVector<mlir::Value> operands;
  if (!indexOperands(context, offset, false, "y_offset", operands) || operands.size() != 1)
    return std::nullopt;
  return operands[0];
}
} // namespace

/// Whether every element is an integer. (A conversion would cut off what a float has behind its point.)
static bool areIntegers(CallContext &context, const Arguments &args, unsigned index, const char *name) {
  for (const Value &value : args[index].elements()) {
    const bool isInteger = value.isRuntime() ? !value.isBlock() && value.runtimeType().isInteger()
                                             : value.isInt() || value.isBool() || value.isPoison();
    if (isInteger)
      continue;
    context.errorAt(args.range(index), DiagId::sem_bad_argument, name, "a list of integers",
                    "one with " + (value.isRuntime() ? value.runtimeType().str() : value.describe()));
    return false;
  }
  return true;
}

Value builtin::make_tensor_descriptor(CallContext &context, const Arguments &args) {
  const Value &base = args[0];
  if (!base.isRuntime() || !base.runtimeType().isPointer())
    return badArgument(context, args, 0, "base", "a scalar pointer");
  for (unsigned index : {1u, 2u})
    if (!args[index].isSequence())
      return badArgument(context, args, index, index == 1 ? "shape" : "strides", "a list");
  if (!areIntegers(context, args, 1, "shape") || !areIntegers(context, args, 2, "strides"))
    return Value::poison();
  llvm::ArrayRef<Value> shape = args[1].elements(), strides = args[2].elements();
  std::optional<llvm::SmallVector<int64_t>> blockShape = shapeArgument(context, args[3]);
  auto padding = paddingArgument(context, args, 4);
  if (!blockShape || !padding || !checkBlockShape(context, *blockShape))
    return Value::poison();
  size_t rank = shape.size();
  if (rank < 1 || rank > 5 || strides.size() != rank || blockShape->size() != rank)
    return context.error(DiagId::sem_descriptor_ranks, rank, strides.size(), blockShape->size());
  DType element = base.runtimeType().element();
  if (!element.isScalarNumber() || blockShape->back() * int64_t(element.bitWidth()) / 8 < 16)
    return context.error(DiagId::sem_descriptor_row_bytes, blockShape->back(), element.str());
  if (const Value &last = strides.back(); last.toInt64() != 1)
    return context.report({}, DiagId::sem_descriptor_stride, last.isRuntime() ? last.describe() : last.repr())
               .withHint("write 1 there, or promise it in --signature with ':1'"),
           Value::poison();
  if (element.isInteger() && *padding == tt::PaddingOption::NaN)
    return context.error(DiagId::sem_nan_padding, element.str());
  llvm::SmallVector<mlir::Value> shapeIR, stridesIR;
  std::vector<Value> shapeValues, strideValues;
  for (size_t dim = 0; dim < rank; ++dim) {
    Value size = toScalarOf(context, shape[dim], ScalarKind::Int32);
    Value stride = toScalarOf(context, strides[dim], ScalarKind::Int64);
    if (size.isPoison() || stride.isPoison())
      return Value::poison();
    shapeIR.push_back(size.ir());
    stridesIR.push_back(stride.ir());
    shapeValues.push_back(size);
    strideValues.push_back(stride);
  }
  DType type = DType::tensorDesc(DType::block(element, *blockShape));
  auto op = createOp<tt::MakeTensorDescOp>(context, type.toMLIR(context.context()), base.ir(), shapeIR, stridesIR,
                                           padding->value_or(tt::PaddingOption::Zero));
  return Value::descriptor(op.getResult(), type, shapeValues, strideValues);
}

Value builtin::descriptor_load(CallContext &context, const Arguments &args) {
  llvm::SmallVector<mlir::Value> offsets;
  auto cache = cacheModifierArgument(context, args, 2, false);
  auto eviction = evictionArgument(context, args, 3);
  if (!cache || !eviction || !blockOffsets(context, args, 1, offsets))
    return Value::poison();
  DType block = blockOf(args[0]);
  return emit<tt::DescriptorLoadOp>(context, block, block.toMLIR(context.context()), args[0].ir(), offsets, *cache,
                                    *eviction);
}

Value builtin::descriptor_store(CallContext &context, const Arguments &args) { return storeBlock(context, args, 1, 2); }

Value builtin::descriptor_atomic_add(CallContext &context, const Arguments &args) {
  return reduceBlock(context, args, tt::DescriptorReduceKind::Add, addKinds, "atomic_add");
}
Value builtin::descriptor_atomic_min(CallContext &context, const Arguments &args) {
  return reduceBlock(context, args, tt::DescriptorReduceKind::Min, orderKinds, "atomic_min");
}
Value builtin::descriptor_atomic_max(CallContext &context, const Arguments &args) {
  return reduceBlock(context, args, tt::DescriptorReduceKind::Max, orderKinds, "atomic_max");
}
Value builtin::descriptor_atomic_and(CallContext &context, const Arguments &args) {
  return reduceBlock(context, args, tt::DescriptorReduceKind::And, integerKinds, "atomic_and");
}
Value builtin::descriptor_atomic_or(CallContext &context, const Arguments &args) {
  return reduceBlock(context, args, tt::DescriptorReduceKind::Or, integerKinds, "atomic_or");
}
Value builtin::descriptor_atomic_xor(CallContext &context, const Arguments &args) {
  return reduceBlock(context, args, tt::DescriptorReduceKind::Xor, integerKinds, "atomic_xor");
}

Value builtin::descriptor_gather(CallContext &context, const Arguments &args) {
  Value rows = toTensor(context, args[1]);
  if (!checkRows(context, args, rows))
    return Value::poison();
  std::optional<mlir::Value> column = columnOffset(context, args[2]);
  if (!column)
    return Value::poison();
  rows = castTo(context, rows, ScalarKind::Int32);
  DType block = blockOf(args[0]);
  DType type = block.withShape({rows.runtimeType().shape()[0], block.shape()[1]});
  return emit<tt::DescriptorGatherOp>(context, type, type.toMLIR(context.context()), args[0].ir(), rows.ir(), *column);
}

Value builtin::descriptor_scatter(CallContext &context, const Arguments &args) {
  Value value = toTensor(context, args[1]), rows = toTensor(context, args[2]);
  if (value.isPoison() || !checkRows(context, args, rows))
    return Value::poison();
  std::optional<mlir::Value> column = columnOffset(context, args[3]);
  if (!column)
    return Value::poison();
  DType block = blockOf(args[0]);
  DType wanted = block.withShape({rows.runtimeType().shape()[0], block.shape()[1]});
  if (value.runtimeType() != wanted)
    return context.errorAt(args.range(1), DiagId::sem_descriptor_value, value.runtimeType().str(), wanted.str());
  rows = castTo(context, rows, ScalarKind::Int32);
  createOp<tt::DescriptorScatterOp>(context, args[0].ir(), rows.ir(), *column, value.ir());
  return Value::none();
}

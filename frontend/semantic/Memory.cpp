//===- Memory.cpp - loads, stores and block pointers ------------------------===//
//
// A pointer may be a scalar, a block of pointers, or a block pointer. Masks and values are broadcast to the block of
// pointers and values are converted to the pointee's type. int1 is stored as bytes: a pointer to int1 is read and
// written as int8.
//
//===----------------------------------------------------------------------===//
#include "frontend/semantic/Emission.h"

using namespace tritonc;

//===----------------------------------------------------------------------===//
// Options
//===----------------------------------------------------------------------===//

std::optional<tt::CacheModifier> tritonc::cacheModifierArgument(CallContext &context, const Arguments &args,
                                                                unsigned index, bool isStore) {
  std::optional<std::string> text = stringArgument(context, args, index, "cache_modifier");
  if (!text)
    return std::nullopt;
  using C = tt::CacheModifier;
  std::optional<C> modifier = isStore ? llvm::StringSwitch<std::optional<C>>(*text)
                                            .Case("", C::None)
                                            .Case(".wb", C::WB)
                                            .Case(".cg", C::CG)
                                            .Case(".cs", C::CS)
                                            .Case(".wt", C::WT)
                                            .Default(std::nullopt)
                                      : llvm::StringSwitch<std::optional<C>>(*text)
                                            .Case("", C::None)
                                            .Case(".ca", C::CA)
                                            .Case(".cg", C::CG)
                                            .Case(".cv", C::CV)
                                            .Default(std::nullopt);
  if (!modifier)
    context.report(args.range(index), DiagId::sem_unknown_option, "cache_modifier", *text)
        .withHint(isStore ? "stores take '.wb', '.cg', '.cs' or '.wt'" : "loads take '.ca', '.cg' or '.cv'");
  return modifier;
}

std::optional<tt::EvictionPolicy> tritonc::evictionArgument(CallContext &context, const Arguments &args,
                                                            unsigned index) {
  std::optional<std::string> text = stringArgument(context, args, index, "eviction_policy");
  if (!text)
    return std::nullopt;
  using E = tt::EvictionPolicy;
  std::optional<E> policy = llvm::StringSwitch<std::optional<E>>(*text)
                                .Cases({"", "evict_normal"}, E::Normal)
                                .Case("evict_first", E::EvictFirst)
                                .Case("evict_last", E::EvictLast)
                                .Default(std::nullopt);
  if (!policy)
    context.report(args.range(index), DiagId::sem_unknown_option, "eviction_policy", *text)
        .withHint("'evict_first' or 'evict_last'");
  return policy;
}

std::optional<std::optional<tt::PaddingOption>> tritonc::paddingArgument(CallContext &context, const Arguments &args,
                                                                         unsigned index) {
  std::optional<std::string> text = stringArgument(context, args, index, "padding_option");
  if (!text)
    return std::nullopt;
  using P = std::optional<tt::PaddingOption>;
  if (text->empty())
    return P();
  if (*text == "zero")
    return P(tt::PaddingOption::Zero);
  if (*text == "nan")
    return P(tt::PaddingOption::NaN);
  context.report(args.range(index), DiagId::sem_unknown_option, "padding_option", *text).withHint("'zero' or 'nan'");
  return std::nullopt;
}

/// The dimensions of boundary_check, sorted.
static std::optional<llvm::SmallVector<int32_t>> boundaryArgument(CallContext &context, const Arguments &args,
                                                                  unsigned index, int64_t rank) {
  std::optional<llvm::SmallVector<int64_t>> given = args[index].toInt64List();
  if (args[index].isNone())
    given.emplace();
  if (!given) {
    badArgument(context, args, index, "boundary_check", "a tuple of dimensions");
    return std::nullopt;
  }
  llvm::SmallVector<int32_t> dims;
  for (int64_t dim : *given) {
    if (dim < 0 || dim >= rank || llvm::is_contained(dims, int32_t(dim))) {
      context.errorAt(args.range(index), DiagId::sem_boundary_check, dim, rank);
      return std::nullopt;
    }
    dims.push_back(int32_t(dim));
  }
  llvm::sort(dims);
  return dims;
}

//===----------------------------------------------------------------------===//
// Operands that loads and stores share
//===----------------------------------------------------------------------===//

/// Reports a pointer argument that is none. The hint covers the usual slip, a value loaded twice.
static bool checkPointer(CallContext &context, const Arguments &args, llvm::StringRef operation) {
  const Value &pointer = args[0];
  if (pointer.isPoison())
    return false;
  if (pointer.isRuntime() && (pointer.runtimeType().isPointerLike() || pointer.runtimeType().isBlockPointer()))
    return true;
  Diagnostic &diagnostic = context.report(args.range(0), DiagId::sem_not_a_pointer, operation,
                                          pointer.isRuntime() ? pointer.runtimeType().str() : pointer.describe());
  if (pointer.isRuntime() && pointer.runtimeType().isTensorDesc())
    diagnostic.withHint("a descriptor is accessed with its methods: desc.load([...]), desc.store([...], value)");
  else if (pointer.isNone())
    diagnostic.withHint("the argument is None for this compilation; guard the access with 'if ptr is not None'");
  return false;
}

/// int1 lives in memory as int8.
static Value asBytePointer(CallContext &context, const Value &pointer) {
  DType scalar = pointer.runtimeType().scalar();
  if (scalar.element() != DType(ScalarKind::Int1))
    return pointer;
  return castTo(context, pointer, DType::pointer(ScalarKind::Int8, scalar.isConstPointer()));
}

/// A mask argument as int1 (a compile-time bool or a run-time value); none of it is an empty Value.
static std::optional<Value> maskArgument(CallContext &context, const Arguments &args, unsigned index) {
  if (args[index].isNone())
    return Value::none();
  Value mask = toTensor(context, args[index]);
  if (mask.isPoison())
    return std::nullopt;
  if (!mask.runtimeType().isBool()) {
    context.report(args.range(index), DiagId::sem_mask_type, mask.runtimeType().str())
        .withHint("compare it, for example mask != 0");
    return std::nullopt;
  }
  return mask;
}

static mlir::Value irOrNull(const Value &value) { return value.isRuntime() ? value.ir() : mlir::Value(); }

/// A scalar pointer takes scalar operands only.
static bool checkScalarOperand(CallContext &context, const Arguments &args, unsigned index, llvm::StringRef name,
                               const Value &pointer, const Value &operand) {
  if (pointer.isBlock() || !operand.isBlock())
    return true;
  context.report(args.range(index), DiagId::sem_block_with_scalar_pointer, name, operand.runtimeType().str())
      .withHint("make the pointer a block too, for example by adding tl.arange(...)");
  return false;
}

//===----------------------------------------------------------------------===//
// Loads
//===----------------------------------------------------------------------===//

namespace {
/// Positions of tl.load's parameters.
enum LoadParameter : unsigned { Pointer, Mask, Other, BoundaryCheck, Padding, Cache, Eviction, Volatile };

struct LoadOptions {
  tt::CacheModifier cache;
  tt::EvictionPolicy eviction;
  std::optional<tt::PaddingOption> padding;
  bool isVolatile;
};

std::optional<LoadOptions> loadOptions(CallContext &context, const Arguments &args) {
  auto cache = cacheModifierArgument(context, args, Cache, false);
  auto eviction = evictionArgument(context, args, Eviction);
  auto padding = paddingArgument(context, args, Padding);
  auto isVolatile = boolArgument(context, args, Volatile, "volatile");
  if (!cache || !eviction || !padding || !isVolatile)
    return std::nullopt;
  return LoadOptions{*cache, *eviction, *padding, *isVolatile};
}

Value emitLoad(CallContext &context, const Value &pointer, const Value &mask, const Value &other, const DType &type,
               llvm::ArrayRef<int32_t> boundary, const LoadOptions &options) {
  auto padding =
      options.padding ? tt::PaddingOptionAttr::get(context.context(), *options.padding) : tt::PaddingOptionAttr();
  auto op = createOp<tt::LoadOp>(context, type.toMLIR(context.context()), pointer.ir(), irOrNull(mask), irOrNull(other),
                                 boundary, padding, options.cache, options.eviction, options.isVolatile);
  return Value::runtime(op.getResult(), type);
}

Value loadBlockPointer(CallContext &context, const Arguments &args, const LoadOptions &options) {
  if (!args[Mask].isNone() || !args[Other].isNone())
    return context.report({}, DiagId::sem_mask_on_block_pointer).withHint("use boundary_check and padding_option"),
           Value::poison();
  DType block = args[Pointer].runtimeType().element();
  if (block.isInteger() && options.padding == tt::PaddingOption::NaN)
    return context.error(DiagId::sem_nan_padding, block.str());
  auto boundary = boundaryArgument(context, args, BoundaryCheck, block.shape().size());
  return boundary ? emitLoad(context, args[Pointer], {}, {}, block, *boundary, options) : Value::poison();
}
} // namespace

Value builtin::load(CallContext &context, const Arguments &args) {
  std::optional<LoadOptions> options = loadOptions(context, args);
  if (!options || !checkPointer(context, args, "load"))
    return Value::poison();
  Value pointer = args[Pointer];
  if (pointer.runtimeType().isBlockPointer())
    return loadBlockPointer(context, args, *options);
  bool checksBounds =
      args[BoundaryCheck].isSequence() ? !args[BoundaryCheck].elements().empty() : !args[BoundaryCheck].isNone();
  if (checksBounds || options->padding) {
    context.report({}, DiagId::sem_boundary_on_pointers).withHint("use mask and other");
    return Value::poison();
  }
  std::optional<Value> mask = maskArgument(context, args, Mask);
  if (!mask)
    return Value::poison();
  Value other = args[Other].isNone() ? Value::none() : toTensor(context, args[Other]);
  if (other.isPoison())
    return other;
  if (mask->isNone() && !other.isNone())
    return context.errorAt(args.range(Other), DiagId::sem_other_without_mask);
  if (!checkScalarOperand(context, args, Mask, "mask", pointer, *mask) ||
      !checkScalarOperand(context, args, Other, "other", pointer, other))
    return Value::poison();
  bool isBool = pointer.runtimeType().scalar().element() == DType(ScalarKind::Int1);
  pointer = asBytePointer(context, pointer);
  DType element = pointer.runtimeType().scalar().element();
  if (pointer.isBlock() && mask->isRuntime() && !broadcastTogether(context, pointer, *mask))
    return Value::poison();
  if (other.isRuntime()) {
    // Converting before the broadcast folds the usual literal into one constant.
    other = castTo(context, other, element);
    if (other.isPoison() || (pointer.isBlock() && !broadcastTogether(context, pointer, other)))
      return Value::poison();
    if (mask->isBlock() && mask->runtimeType().shape() != pointer.runtimeType().shape())
      *mask = broadcastTo(context, *mask, pointer.runtimeType().shape());
  }
  DType type = pointer.runtimeType().withScalar(element);
  Value loaded = emitLoad(context, pointer, *mask, other, type, {}, *options);
  return isBool ? castTo(context, loaded, DType(ScalarKind::Int1)) : loaded;
}

//===----------------------------------------------------------------------===//
// Stores
//===----------------------------------------------------------------------===//

static Value storeBlockPointer(CallContext &context, const Arguments &args, tt::CacheModifier cache,
                               tt::EvictionPolicy eviction) {
  if (!args[2].isNone())
    return context.report({}, DiagId::sem_mask_on_block_pointer).withHint("use boundary_check"), Value::poison();
  DType block = args[0].runtimeType().element();
  auto boundary = boundaryArgument(context, args, 3, block.shape().size());
  Value value = toTensor(context, args[1]);
  if (!boundary || value.isPoison())
    return Value::poison();
  if (!value.isBlock())
    value = castTo(context, splat(context, value, block.shape()), block.scalar());
  if (value.isPoison())
    return value;
  if (value.runtimeType() != block) {
    context.report(args.range(1), DiagId::sem_block_store_type, value.runtimeType().str(), block.str())
        .withHint("convert it with .to(...): stores through block pointers do not convert");
    return Value::poison();
  }
  createOp<tt::StoreOp>(context, args[0].ir(), value.ir(), mlir::Value(), *boundary, cache, eviction);
  return Value::none();
}

Value builtin::store(CallContext &context, const Arguments &args) {
  auto cache = cacheModifierArgument(context, args, 4, true);
  auto eviction = evictionArgument(context, args, 5);
  if (!cache || !eviction || !checkPointer(context, args, "store"))
    return Value::poison();
  Value pointer = args[0];
  const DType &pointerType = pointer.runtimeType();
  if (pointerType.isConstPointer())
    return context.errorAt(args.range(0), DiagId::sem_store_to_const, pointerType.str());
  if (pointerType.isBlockPointer())
    return storeBlockPointer(context, args, *cache, *eviction);
  if (args[3].isSequence() ? !args[3].elements().empty() : !args[3].isNone()) {
    context.report({}, DiagId::sem_boundary_on_pointers).withHint("use mask");
    return Value::poison();
  }
  std::optional<Value> mask = maskArgument(context, args, 2);
  Value value = toTensor(context, args[1]);
  if (!mask || value.isPoison())
    return Value::poison();
  if (!checkScalarOperand(context, args, 1, "value", pointer, value) ||
      !checkScalarOperand(context, args, 2, "mask", pointer, *mask))
    return Value::poison();
  pointer = asBytePointer(context, pointer);
  value = castTo(context, value, pointer.runtimeType().scalar().element());
  if (value.isPoison())
    return value;
  if (pointer.isBlock()) {
    llvm::SmallVector<int64_t> shape(pointer.runtimeType().shape());
    if (!broadcastTogether(context, pointer, value) ||
        (mask->isRuntime() && !broadcastTogether(context, pointer, *mask)))
      return Value::poison();
    // Several lanes would write one address.
    if (pointer.runtimeType().shape() != llvm::ArrayRef<int64_t>(shape)) {
      context.report(args.range(0), DiagId::sem_store_pointer_shape, args[0].runtimeType().str(),
                     pointer.runtimeType().str());
      return Value::poison();
    }
  }
  createOp<tt::StoreOp>(context, pointer.ir(), value.ir(), irOrNull(*mask), llvm::ArrayRef<int32_t>(), *cache,
                        *eviction);
  return Value::none();
}

//===----------------------------------------------------------------------===//
// Block pointers
//===----------------------------------------------------------------------===//

Value builtin::make_block_ptr(CallContext &context, const Arguments &args) {
  Value base = args[0];
  if (!base.isRuntime() || !base.runtimeType().isPointer())
    return badArgument(context, args, 0, "base", "a scalar pointer");
  llvm::SmallVector<mlir::Value> shape, strides, offsets;
  if (!indexOperands(context, args[1], true, "shape", shape) ||
      !indexOperands(context, args[2], true, "strides", strides) ||
      !indexOperands(context, args[3], false, "offsets", offsets))
    return Value::poison();
  std::optional<llvm::SmallVector<int64_t>> blockShape = shapeArgument(context, args[4]);
  std::optional<llvm::SmallVector<int64_t>> order = args[5].toInt64List();
  if (!blockShape || !checkBlockShape(context, *blockShape))
    return Value::poison();
  if (!order)
    return badArgument(context, args, 5, "order", "a permutation of the dimensions");
  llvm::SmallVector<int32_t> orderAttribute(order->begin(), order->end()), sorted(orderAttribute);
  llvm::sort(sorted);
  for (auto [i, dim] : llvm::enumerate(sorted))
    if (dim != int32_t(i))
      return badArgument(context, args, 5, "order", "a permutation of the dimensions");
  size_t rank = blockShape->size();
  if (rank == 0 || shape.size() != rank || strides.size() != rank || offsets.size() != rank || order->size() != rank)
    return context.error(DiagId::sem_block_pointer_ranks, shape.size(), strides.size(), offsets.size(), rank,
                         order->size());
  base = asBytePointer(context, base);
  DType type = DType::pointer(DType::block(base.runtimeType().element(), *blockShape));
  return emit<tt::MakeTensorPtrOp>(context, type, type.toMLIR(context.context()), base.ir(), shape, strides, offsets,
                                   orderAttribute);
}

Value builtin::advance(CallContext &context, const Arguments &args) {
  const Value &base = args[0];
  if (!base.isRuntime() || !base.runtimeType().isBlockPointer())
    return badArgument(context, args, 0, "base", "a block pointer made by tl.make_block_ptr");
  llvm::SmallVector<mlir::Value> offsets;
  if (!indexOperands(context, args[1], false, "offsets", offsets))
    return Value::poison();
  if (offsets.size() != base.runtimeType().element().shape().size())
    return context.error(DiagId::sem_offset_count, offsets.size(), base.runtimeType().element().shape().size());
  return emit<tt::AdvanceOp>(context, base.runtimeType(), base.ir().getType(), base.ir(), offsets);
}

//===- LowerPointers.cpp - block-lower-pointers: handles become pointers --===//
//
//   %p = tt.make_tensor_ptr %base, [%m, %k], [%s, %c1], [%row, %c0]          %range = ...
//   scf.for ... iter_args(%q = %p) {                                         scf.for ... iter_args(%col = %c0) {
//     %x = tt.load %q {boundaryCheck = [1]}                           ->       %ptrs = base + row * s + col + ranges
//     %n = tt.advance %q, [%c0, %c64]                                          %x = tt.load %ptrs, (col + range <u k)
//     scf.yield %n                                                             %n = arith.addi %col, %c64
//   }                                                                          scf.yield %n
//                                                                            }
//
// Handles are values: loops carry them, branches give them, functions take and return them. So every operation that has
// one among its operands, results or block arguments is rebuilt with the handle's parts in its place, which is the same
// for all of them, and only the operations that make, move, choose or access handles are known by name.
//
// Most loops only advance a handle, and most branches that give one advanced it at most. Those carry the offsets alone:
// base, sizes and strides are taken from the handle's origin, so that a stride of 1 or a size of 32 bits stays known.
//
// A descriptor that is a kernel's parameter becomes the parameters base, sizes and strides (i64), of which the first
// has the attribute `tt.descriptor = rank`. The last stride of a descriptor is 1, its base is 16-byte aligned, and so
// are its other strides, as TMA demands of the host (Triton's TensorDescriptor asserts it).
//
//===----------------------------------------------------------------------===//
#include "mlir/Dialect/ControlFlow/IR/ControlFlowOps.h"
#include "mlir/IR/Matchers.h"
#include "passes/Passes.h"
#include "passes/block/BlockAddress.h"
#include "llvm/ADT/PostOrderIterator.h"
#include "llvm/ADT/TypeSwitch.h"

namespace tritonc {
#define GEN_PASS_DEF_BLOCKLOWERPOINTERS
#include "passes/Passes.h.inc"
} // namespace tritonc

using namespace mlir;
using namespace tritonc;

namespace {
class Rewriter {
public:
  Rewriter(tt::FuncOp func, bool keepDescriptors)
      : b(func.getContext()), func(func), keepDescriptors(keepDescriptors) {}

  LogicalResult run() {
    // Before anything changes; loops before what is in them.
    func.walk<WalkOrder::PreOrder>([&](Operation *op) {
      if (auto loop = dyn_cast<scf::ForOp>(op))
        for (Value argument : loop.getRegionIterArgs())
          if (isHandle(argument.getType()))
            findOrigin(argument);
      for (Value result : op->getResults())
        if (isHandle(result.getType()))
          findOrigin(result);
    });
    rewriteSignature();
    for (Block &block : func.getBody())
      if (!block.isEntryBlock())
        expandArguments(block, {});
    if (failed(rewriteRegion(func.getBody())))
      return failure();
    for (Operation *op : llvm::reverse(dead)) {
      op->dropAllUses();
      op->erase();
    }
    for (auto [block, index] : llvm::reverse(deadArguments)) {
      block->getArgument(index).dropAllUses();
      block->eraseArgument(index);
    }
    return success();
  }

private:
  using Types = SmallVector<Type>;
  using Values = SmallVector<Value>;

  bool isHandle(Type type) const { return blockOfHandle(type) && !(keepDescriptors && isa<tt::TensorDescType>(type)); }
  bool hasHandle(TypeRange types) const {
    return llvm::any_of(types, [&](Type type) { return isHandle(type); });
  }
  Types expanded(TypeRange types) const {
    Types result;
    for (Type type : types)
      if (isHandle(type))
        result.append(HandleParts::types(type));
      else
        result.push_back(type);
    return result;
  }
  Values expanded(ValueRange values) {
    Values result;
    for (Value value : values)
      if (isHandle(value.getType()))
        result.append(parts[value]);
      else
        result.push_back(value);
    return result;
  }
  /// The flags say which handles are carried by their offsets alone; none are if there are no flags.
  Values expanded(ValueRange values, ArrayRef<bool> offsetsOnly) {
    Values result;
    for (auto [i, value] : llvm::enumerate(values)) {
      if (!isHandle(value.getType()))
        result.push_back(value);
      else if (i < offsetsOnly.size() && offsetsOnly[i])
        result.append(partsOf(value).offsets);
      else
        result.append(parts[value]);
    }
    return result;
  }
  HandleParts partsOf(Value handle) { return HandleParts::fromFlat(handle.getType(), parts[handle]); }

  //--- Origins ---

  /// A handle with the same base, sizes and strides, as far out as can be told; `handle` itself if there is no other.
  Value findOrigin(Value handle) {
    if (!origins.try_emplace(handle, handle).second)
      return originOf(handle);
    Value found = handle;
    if (auto argument = dyn_cast<BlockArgument>(handle)) {
      auto loop = dyn_cast<scf::ForOp>(argument.getOwner()->getParentOp());
      // While the loop is looked at, the argument stands for itself.
      if (loop && findOrigin(loop.getTiedLoopYieldedValue(argument)->get()) == handle)
        found = findOrigin(loop.getTiedLoopInit(argument)->get());
    } else if (auto advance = handle.getDefiningOp<tt::AdvanceOp>()) {
      found = findOrigin(advance.getPtr());
    } else if (auto loop = handle.getDefiningOp<scf::ForOp>()) {
      BlockArgument argument = loop.getTiedLoopRegionIterArg(cast<OpResult>(handle));
      Value origin = findOrigin(argument);
      found = origin == argument ? handle : origin;
    } else if (auto branch = handle.getDefiningOp<scf::IfOp>()) {
      unsigned index = cast<OpResult>(handle).getResultNumber();
      Value yes = findOrigin(branch.thenYield().getOperand(index));
      Value no = findOrigin(branch.elseYield().getOperand(index));
      // What is made inside is not there outside.
      if (yes == no && !branch->isAncestor(yes.getParentBlock()->getParentOp()))
        found = yes;
    }
    origins[handle] = found;
    return originOf(handle);
  }
  Value originOf(Value handle) {
    for (auto next = origins.find(handle); next != origins.end() && next->second != handle; next = origins.find(handle))
      handle = next->second;
    return handle;
  }
  bool carriesOffsets(Value handle) { return isHandle(handle.getType()) && originOf(handle) != handle; }

  /// The parts of `handle`, whose offsets alone are in `offsets`.
  Values withOrigin(Value handle, ValueRange offsets) {
    HandleParts whole = partsOf(originOf(handle));
    whole.offsets.assign(offsets.begin(), offsets.end());
    return whole.flat();
  }

  //--- Functions and blocks ---

  /// New arguments stand before those they replace, which go when nothing uses them any more.
  void expandArguments(Block &block, ArrayRef<bool> offsetsOnly) {
    SmallVector<BlockArgument> old(block.getArguments());
    unsigned i = 0;
    for (auto [index, handle] : llvm::enumerate(old)) {
      if (!isHandle(handle.getType())) {
        ++i;
        continue;
      }
      bool only = index < offsetsOnly.size() && offsetsOnly[index];
      Values values;
      for (Type type : typesOf(handle.getType(), only))
        values.push_back(block.insertArgument(i++, type, handle.getLoc()));
      parts[handle] = only ? withOrigin(handle, values) : values;
      ++i;
      deadArguments.push_back({&block, handle.getArgNumber()});
    }
  }

  static Types typesOf(Type handle, bool offsetsOnly) {
    if (!offsetsOnly)
      return HandleParts::types(handle);
    return Types(isa<tt::PtrType>(handle) ? blockOfHandle(handle).getRank() : 0,
                 IntegerType::get(handle.getContext(), 32));
  }

  void rewriteSignature() {
    FunctionType type = func.getFunctionType();
    if (!hasHandle(type.getInputs()) && !hasHandle(type.getResults()))
      return;
    SmallVector<Attribute> attributes;
    Types inputs;
    unsigned at = 0;
    Block *entry = func.isExternal() ? nullptr : &func.getBody().front();
    for (auto [i, input] : llvm::enumerate(type.getInputs())) {
      DictionaryAttr known = func.getArgAttrDict(i);
      if (!isHandle(input)) {
        inputs.push_back(input);
        attributes.push_back(known ? known : b.getDictionaryAttr({}));
        ++at;
        continue;
      }
      auto descriptor = dyn_cast<tt::TensorDescType>(input);
      bool parameter = descriptor && func.isKernel();
      Types types = HandleParts::types(input);
      if (parameter) {
        types.pop_back();
        describe(descriptor, attributes);
      } else {
        attributes.append(types.size(), b.getDictionaryAttr({}));
      }
      inputs.append(types);
      if (!entry)
        continue;
      BlockArgument handle = entry->getArgument(at);
      Values values;
      for (Type part : types)
        values.push_back(entry->insertArgument(at++, part, handle.getLoc()));
      if (parameter) {
        b.setInsertionPointToStart(entry);
        values.back() = arith::ConstantIntOp::create(b, handle.getLoc(), 1, 64);
        values.push_back(arith::ConstantIntOp::create(b, handle.getLoc(), 0, 1));
      }
      parts[handle] = values;
      deadArguments.push_back({entry, at++});
    }
    func.setFunctionType(b.getFunctionType(inputs, expanded(type.getResults())));
    func.setArgAttrsAttr(b.getArrayAttr(attributes));
  }

  /// What is known of a parameter's base, sizes and strides.
  void describe(tt::TensorDescType type, SmallVectorImpl<Attribute> &attributes) {
    int64_t rank = type.getBlockType().getRank();
    int64_t bytes = std::max(1u, type.getBlockType().getElementTypeBitWidth() / 8);
    auto divisible = [&](int64_t by) { return b.getNamedAttr("tt.divisibility", b.getI32IntegerAttr(by)); };
    attributes.push_back(
        b.getDictionaryAttr({b.getNamedAttr("tt.descriptor", b.getI32IntegerAttr(rank)), divisible(16)}));
    attributes.append(rank, b.getDictionaryAttr({}));
    attributes.append(rank - 1, b.getDictionaryAttr({divisible(std::max<int64_t>(1, 16 / bytes))}));
    attributes.push_back(b.getDictionaryAttr({}));
  }

  LogicalResult rewriteRegion(Region &region) {
    if (region.empty())
      return success();
    if (region.hasOneBlock())
      return rewriteBlock(region.front());
    // Definitions before uses; blocks that nothing reaches have no parts to offer.
    llvm::ReversePostOrderTraversal<Region *> order(&region);
    for (Block *block : order)
      if (failed(rewriteBlock(*block)))
        return failure();
    return success();
  }

  LogicalResult rewriteBlock(Block &block) {
    for (Operation &op : llvm::make_early_inc_range(block))
      if (failed(rewrite(&op)))
        return failure();
    return success();
  }

  //--- Operations ---

  LogicalResult rewrite(Operation *op) {
    bool involved = hasHandle(op->getOperandTypes()) || hasHandle(op->getResultTypes());
    for (Region &region : op->getRegions())
      for (Block &block : region)
        involved |= hasHandle(block.getArgumentTypes());
    if (!involved) {
      for (Region &region : op->getRegions())
        if (failed(rewriteRegion(region)))
          return failure();
      return success();
    }
    b.setInsertionPoint(op);
    LogicalResult done =
        llvm::TypeSwitch<Operation *, LogicalResult>(op)
            .Case<tt::MakeTensorPtrOp, tt::MakeTensorDescOp>([&](auto made) { return make(made); })
            .Case<tt::AdvanceOp, arith::SelectOp, ub::PoisonOp>([&](auto given) { return give(given); })
            .Case<tt::LoadOp, tt::StoreOp, tt::DescriptorLoadOp, tt::DescriptorStoreOp, tt::DescriptorGatherOp,
                  tt::DescriptorScatterOp, tt::DescriptorReduceOp>([&](auto access) { return lower(access); })
            .Default([&](Operation *other) { return rebuild(other); });
    if (failed(done))
      return failure();
    dead.push_back(op);
    return success();
  }

  LogicalResult make(tt::MakeTensorPtrOp op) {
    HandleParts made{op.getBase(), Values(op.getShape()), Values(op.getStrides()), Values(op.getOffsets()), {}};
    parts[op.getResult()] = made.flat();
    return success();
  }

  LogicalResult make(tt::MakeTensorDescOp op) {
    HandleParts made;
    made.base = op.getBase();
    for (Value size : op.getShape())
      made.sizes.push_back(arith::ExtSIOp::create(b, op.getLoc(), b.getI64Type(), size));
    made.strides.assign(op.getStrides().begin(), op.getStrides().end());
    made.padNaN = arith::ConstantIntOp::create(b, op.getLoc(), op.getPadding() == tt::PaddingOption::NaN, 1);
    parts[op.getResult()] = made.flat();
    return success();
  }

  LogicalResult give(tt::AdvanceOp op) {
    HandleParts moved = partsOf(op.getPtr());
    for (auto [offset, by] : llvm::zip(moved.offsets, op.getOffsets()))
      offset = arith::AddIOp::create(b, op.getLoc(), offset, by);
    parts[op.getResult()] = moved.flat();
    return success();
  }

  LogicalResult give(arith::SelectOp op) {
    Values chosen;
    for (auto [yes, no] : llvm::zip(expanded(ValueRange{op.getTrueValue()}), expanded(ValueRange{op.getFalseValue()})))
      chosen.push_back(yes == no ? yes : arith::SelectOp::create(b, op.getLoc(), op.getCondition(), yes, no));
    parts[op.getResult()] = chosen;
    return success();
  }

  LogicalResult give(ub::PoisonOp op) {
    Values poison;
    for (Type type : HandleParts::types(op.getType()))
      poison.push_back(ub::PoisonOp::create(b, op.getLoc(), type));
    parts[op.getResult()] = poison;
    return success();
  }

  /// The same operation with parts instead of handles.
  LogicalResult rebuild(Operation *op) {
    SmallVector<bool> results = llvm::map_to_vector(op->getResults(), [&](Value v) { return carriesOffsets(v); });
    // What loops and branches yield is what they give; before the values that a loop starts from are its bounds.
    SmallVector<bool> operands, arguments;
    if (isa<scf::ForOp>(op)) {
      operands.assign(3, false);
      operands.append(results);
      arguments.assign(1, false);
      arguments.append(results);
    } else if (isa<scf::YieldOp>(op)) {
      operands = offsetsOnly[op->getParentOp()];
    }
    Operation *made = recreate(op, expanded(op->getOperands(), operands), results);
    if (!made)
      return op->emitError() << "'" << op->getName() << "' does not apply to block pointers and descriptors";
    size_t next = 0;
    for (auto [result, only] : llvm::zip(op->getResults(), results)) {
      if (!isHandle(result.getType())) {
        result.replaceAllUsesWith(made->getResult(next++));
        continue;
      }
      size_t count = typesOf(result.getType(), only).size();
      ValueRange values = made->getResults().slice(next, count);
      parts[result] = only ? withOrigin(result, values) : Values(values);
      next += count;
    }
    offsetsOnly[made] = results;
    for (Region &region : made->getRegions())
      for (Block &block : region)
        expandArguments(block, arguments);
    for (Region &region : made->getRegions())
      if (failed(rewriteRegion(region)))
        return failure();
    return success();
  }

  Operation *recreate(Operation *op, ValueRange operands, ArrayRef<bool> offsetsOnlyResults) {
    if (auto branch = dyn_cast<cf::CondBranchOp>(op))
      return cf::CondBranchOp::create(b, op->getLoc(), branch.getCondition(), branch.getTrueDest(),
                                      expanded(branch.getTrueDestOperands()), branch.getFalseDest(),
                                      expanded(branch.getFalseDestOperands()));
    if (!isa<scf::ForOp, scf::WhileOp, scf::IfOp, scf::YieldOp, scf::ConditionOp, cf::BranchOp, tt::CallOp,
             tt::ReturnOp>(op))
      return nullptr;
    Types types;
    for (auto [result, only] : llvm::zip(op->getResults(), offsetsOnlyResults))
      if (isHandle(result.getType()))
        types.append(typesOf(result.getType(), only));
      else
        types.push_back(result.getType());
    OperationState state(op->getLoc(), op->getName(), operands, types, op->getAttrs(), op->getSuccessors());
    for (Region &region : op->getRegions())
      state.addRegion()->takeBody(region);
    return b.create(state);
  }

  //--- Accesses ---

  static SmallVector<int32_t> all(const HandleParts &handle) {
    return llvm::to_vector(llvm::map_range(llvm::seq<int>(handle.sizes.size()), [](int d) { return int32_t(d); }));
  }

  Value constantLike(Location loc, RankedTensorType type, bool nan) {
    auto floats = dyn_cast<FloatType>(type.getElementType());
    if (!nan || !floats)
      return arith::ConstantOp::create(b, loc, cast<TypedAttr>(b.getZeroAttr(type)));
    Attribute value = b.getFloatAttr(floats, APFloat::getNaN(floats.getFloatSemantics()));
    return arith::ConstantOp::create(b, loc, SplatElementsAttr::get(type, ArrayRef<Attribute>{value}));
  }

  /// What elements outside a descriptor's tensor read as.
  Value paddingOf(Location loc, const HandleParts &handle, RankedTensorType type) {
    Value zero = constantLike(loc, type, false);
    APInt isNaN;
    bool known = matchPattern(handle.padNaN, m_ConstantInt(&isNaN));
    if (!isa<FloatType>(type.getElementType()) || (known && isNaN.isZero()))
      return zero;
    Value nan = constantLike(loc, type, true);
    return known ? nan : arith::SelectOp::create(b, loc, handle.padNaN, nan, zero);
  }

  /// Blocks may be accessed without their leading dimensions of size 1.
  Value reshaped(Location loc, Value value, ArrayRef<int64_t> shape) {
    auto type = cast<RankedTensorType>(value.getType());
    if (type.getShape() == shape)
      return value;
    return tt::ReshapeOp::create(b, loc, RankedTensorType::get(shape, type.getElementType()), value);
  }

  LogicalResult lower(tt::LoadOp op) {
    HandleParts handle = partsOf(op.getPtr());
    auto type = cast<RankedTensorType>(op.getType());
    BlockAddress address(b, op.getLoc(), handle, handle.offsets, type.getShape());
    Value mask = address.mask(op.getBoundaryCheck()), other;
    if (mask && op.getPadding() == tt::PaddingOption::NaN)
      other = constantLike(op.getLoc(), type, true);
    replaceLoad(op, address.pointers(), mask, other, type, op.getCache(), op.getEvict(), op.getIsVolatile());
    return success();
  }

  void replaceLoad(Operation *op, Value pointers, Value mask, Value other, RankedTensorType type,
                   tt::CacheModifier cache, tt::EvictionPolicy evict, bool isVolatile) {
    auto load = tt::LoadOp::create(b, op->getLoc(), type, pointers, mask, other, ArrayRef<int32_t>{},
                                   tt::PaddingOptionAttr(), cache, evict, isVolatile);
    auto result = cast<RankedTensorType>(op->getResult(0).getType());
    op->getResult(0).replaceAllUsesWith(reshaped(op->getLoc(), load, result.getShape()));
  }

  LogicalResult lower(tt::StoreOp op) {
    HandleParts handle = partsOf(op.getPtr());
    BlockAddress address(b, op.getLoc(), handle, handle.offsets,
                         cast<RankedTensorType>(op.getValue().getType()).getShape());
    Value mask = address.mask(op.getBoundaryCheck());
    tt::StoreOp::create(b, op.getLoc(), address.pointers(), op.getValue(), mask, ArrayRef<int32_t>{}, op.getCache(),
                        op.getEvict());
    return success();
  }

  LogicalResult lower(tt::DescriptorLoadOp op) {
    HandleParts handle = partsOf(op.getDesc());
    Values indices(op.getIndices());
    RankedTensorType block = op.getDesc().getType().getBlockType();
    auto type = RankedTensorType::get(block.getShape(), cast<RankedTensorType>(op.getType()).getElementType());
    BlockAddress address(b, op.getLoc(), handle, indices, block.getShape());
    Value mask = address.mask(all(handle)), other = paddingOf(op.getLoc(), handle, type);
    replaceLoad(op, address.pointers(), mask, other, type, op.getCache(), op.getEvict(), false);
    return success();
  }

  LogicalResult lower(tt::DescriptorStoreOp op) {
    HandleParts handle = partsOf(op.getDesc());
    Values indices(op.getIndices());
    RankedTensorType block = op.getDesc().getType().getBlockType();
    BlockAddress address(b, op.getLoc(), handle, indices, block.getShape());
    Value value = reshaped(op.getLoc(), op.getSrc(), block.getShape()), mask = address.mask(all(handle));
    tt::StoreOp::create(b, op.getLoc(), address.pointers(), value, mask);
    return success();
  }

  LogicalResult lower(tt::DescriptorGatherOp op) {
    HandleParts handle = partsOf(op.getDesc());
    auto type = cast<RankedTensorType>(op.getType());
    Value positions[] = {op.getXOffsets(), op.getYOffset()};
    BlockAddress address(b, op.getLoc(), handle, positions, type.getShape());
    Value mask = address.mask(all(handle)), other = paddingOf(op.getLoc(), handle, type);
    replaceLoad(op, address.pointers(), mask, other, type, tt::CacheModifier::None, tt::EvictionPolicy::Normal, false);
    return success();
  }

  LogicalResult lower(tt::DescriptorScatterOp op) {
    HandleParts handle = partsOf(op.getDesc());
    Value positions[] = {op.getXOffsets(), op.getYOffset()};
    BlockAddress address(b, op.getLoc(), handle, positions, cast<RankedTensorType>(op.getSrc().getType()).getShape());
    Value mask = address.mask(all(handle));
    tt::StoreOp::create(b, op.getLoc(), address.pointers(), op.getSrc(), mask);
    return success();
  }

  /// The atomic that combines as `kind` does elements of type `element`.
  static std::optional<tt::RMWOp> atomicOf(tt::DescriptorReduceKind kind, Type element) {
    using Kind = tt::DescriptorReduceKind;
    bool isUnsigned = element.isUnsignedInteger();
    if (isa<FloatType>(element))
      return kind == Kind::Add ? std::optional(tt::RMWOp::FAdd) : std::nullopt;
    switch (kind) {
    case Kind::Add:
      return tt::RMWOp::Add;
    case Kind::Min:
      return isUnsigned ? tt::RMWOp::UMin : tt::RMWOp::Min;
    case Kind::Max:
      return isUnsigned ? tt::RMWOp::UMax : tt::RMWOp::Max;
    case Kind::And:
      return tt::RMWOp::And;
    case Kind::Or:
      return tt::RMWOp::Or;
    case Kind::Xor:
      return tt::RMWOp::Xor;
    default:
      return std::nullopt;
    }
  }

  LogicalResult lower(tt::DescriptorReduceOp op) {
    HandleParts handle = partsOf(op.getDesc());
    Values indices(op.getIndices());
    RankedTensorType block = op.getDesc().getType().getBlockType();
    std::optional<tt::RMWOp> kind = atomicOf(op.getKind(), block.getElementType());
    if (!kind)
      return op.emitError() << "a descriptor's '" << tt::stringifyDescriptorReduceKind(op.getKind()) << "' of "
                            << block.getElementType() << " needs hardware that this target does not have";
    BlockAddress address(b, op.getLoc(), handle, indices, block.getShape());
    Value value = reshaped(op.getLoc(), op.getSrc(), block.getShape()), mask = address.mask(all(handle));
    tt::AtomicRMWOp::create(b, op.getLoc(), value.getType(), *kind, address.pointers(), value, mask,
                            tt::MemSemantic::Relaxed, tt::MemSyncScope::GPU);
    return success();
  }

  OpBuilder b;
  tt::FuncOp func;
  bool keepDescriptors;
  DenseMap<Value, Values> parts;
  DenseMap<Value, Value> origins;
  /// For the loops and branches that were made: which of the former results are carried by their offsets.
  DenseMap<Operation *, SmallVector<bool>> offsetsOnly;
  SmallVector<Operation *> dead;
  SmallVector<std::pair<Block *, unsigned>> deadArguments;
};

struct BlockLowerPointersPass : tritonc::impl::BlockLowerPointersBase<BlockLowerPointersPass> {
  using BlockLowerPointersBase::BlockLowerPointersBase;
  void runOnOperation() override {
    for (auto func : llvm::make_early_inc_range(getOperation().getOps<tt::FuncOp>()))
      if (failed(Rewriter(func, keepDescriptors || func->hasAttr("ttg.keep_descriptors")).run()))
        return signalPassFailure();
  }
};
} // namespace

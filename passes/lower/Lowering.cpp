//===- Lowering.cpp - values, types and regions of the lowering -----------===//
#include "passes/lower/Lowering.h"
#include "passes/ir/SharedMemory.h"
#include "passes/layout/AxisInfo.h"
#include "llvm/ADT/PostOrderIterator.h"

using namespace mlir;

namespace tritonc::lower {

FunctionLowering::FunctionLowering(ModuleContext &module, tt::FuncOp source, LLVM::LLVMFuncOp result)
    : module(module), target(module.target), source(source), e(result) {}

FunctionLowering::~FunctionLowering() = default;

const AxisInfoAnalysis &FunctionLowering::axisInfo() {
  if (!cachedAxisInfo)
    cachedAxisInfo = std::make_unique<AxisInfoAnalysis>(source);
  return *cachedAxisInfo;
}

LogicalResult FunctionLowering::run() {
  auto arguments = e.function().getArguments();
  unsigned next = 0;
  Block &entry = source.getBody().front();
  Registers entryArgs;
  for (BlockArgument argument : entry.getArguments()) {
    SmallVector<Type> types;
    if (failed(appendRegisterTypes(argument.getType(), types)))
      return failure();
    Registers registers;
    for (size_t i = 0; i < types.size(); ++i)
      registers.push_back(arguments[next++]);
    set(argument, registers);
  }
  // Blocks in an order in which definitions come before uses; unreachable ones are left out.
  for (Block *block : llvm::ReversePostOrderTraversal<Region *>(&source.getBody())) {
    if (block != &entry)
      e.enter(targetBlock(block));
    if (failed(lowerOps(*block)) || failed(lowerOp(block->getTerminator())))
      return failure();
  }
  eraseDeadOps();
  return success();
}

// A vector access uses the address and the mask of its first element only; those of the others go now, since whatever
// reaches LLVM costs many times more there. Uses come after definitions but for loop-carried values, so one sweep from
// the end finds nearly all.
void FunctionLowering::eraseDeadOps() {
  for (Block &block : llvm::reverse(e.function().getBody()))
    for (Operation &op : llvm::make_early_inc_range(llvm::reverse(block)))
      if (isOpTriviallyDead(&op))
        op.erase();
}

Block *FunctionLowering::targetBlock(Block *block) {
  Block *&target = blockMap[block];
  if (target)
    return target;
  SmallVector<Type> types;
  SmallVector<unsigned> counts;
  for (BlockArgument argument : block->getArguments()) {
    size_t before = types.size();
    // Types that cannot be lowered were refused where the value was made.
    (void)appendRegisterTypes(argument.getType(), types);
    counts.push_back(types.size() - before);
  }
  target = e.newBlock(types);
  bindArguments(block->getArguments(), target->getArguments());
  return target;
}

void FunctionLowering::bindArguments(ValueRange arguments, ValueRange registers) {
  for (Value argument : arguments) {
    SmallVector<Type> types;
    (void)appendRegisterTypes(argument.getType(), types);
    set(argument, Registers(registers.begin(), registers.begin() + types.size()));
    registers = registers.drop_front(types.size());
  }
}

Registers FunctionLowering::flatten(ValueRange operands) {
  Registers flat;
  for (Value operand : operands)
    llvm::append_range(flat, registers(operand));
  return flat;
}

//===----------------------------------------------------------------------===//
// Values and types
//===----------------------------------------------------------------------===//

ArrayRef<Value> FunctionLowering::registers(Value v) {
  auto found = values.find(v);
  if (found != values.end())
    return found->second;
  // Only an op that failed leaves its results unset, and then the walk stops.
  assert(false && "use of a value that has no registers");
  return values.try_emplace(v, Registers{e.poison(e.i32Ty())}).first->second;
}

void FunctionLowering::set(Value v, Registers registers) { values[v] = std::move(registers); }

Type FunctionLowering::elementType(Type type) {
  type = getElementTypeOrSelf(type);
  if (auto pointer = dyn_cast<tt::PtrType>(type))
    return isa<RankedTensorType>(pointer.getPointeeType()) ? Type() : e.ptrTy(pointer.getAddressSpace());
  if (auto floatType = dyn_cast<FloatType>(type)) {
    if (isa<Float8E4M3FNType, Float8E5M2Type, Float8E4M3FNUZType, Float8E5M2FNUZType, Float8E4M3B11FNUZType>(type))
      return e.i8Ty();
    return isa<Float16Type, BFloat16Type, Float32Type, Float64Type>(type) ? type : Type();
  }
  if (isa<IntegerType>(type))
    return type;
  if (isa<IndexType>(type))
    return e.i32Ty();
  if (isa<ttg::MemDescType>(type))
    return e.ptrTy(3);
  return {};
}

LogicalResult FunctionLowering::appendRegisterTypes(Type type, SmallVectorImpl<Type> &types) {
  // A descriptor that the launcher built (block-host-descriptors) is the address of 128 bytes of parameters.
  if (isa<tt::TensorDescType>(type) && source->hasAttr("ttg.keep_descriptors")) {
    types.push_back(e.ptrTy(0));
    return success();
  }
  // A block pointer is its base, shape, strides and offsets; a descriptor its base, shape and strides.
  unsigned rank = 0;
  bool hasOffsets = false;
  if (auto pointer = dyn_cast<tt::PtrType>(type)) {
    if (auto block = dyn_cast<RankedTensorType>(pointer.getPointeeType())) {
      rank = block.getRank();
      hasOffsets = true;
    }
  } else if (auto descriptor = dyn_cast<tt::TensorDescType>(type)) {
    rank = descriptor.getBlockType().getRank();
  }
  if (rank) {
    types.push_back(e.ptrTy(1));
    types.append(2 * rank, e.i64Ty());
    if (hasOffsets)
      types.append(rank, e.i32Ty());
    return success();
  }
  Type element = elementType(type);
  if (!element)
    return emitError(e.getLoc()) << "values of type " << type << " cannot be compiled for a GPU";
  types.append(numRegisters(type), element);
  return success();
}

// Encodings are uniqued, so the layout lives as long as the context. The pass refused tensors without one.
const LinearLayout &FunctionLowering::layout(Type type) { return *ttg::layoutOf(type); }

unsigned FunctionLowering::numRegisters(Type type) {
  return isa<RankedTensorType>(type) ? layout(type).inSize(Dim::Register) : 1;
}

//===----------------------------------------------------------------------===//
// Ops and regions
//===----------------------------------------------------------------------===//

LogicalResult FunctionLowering::lowerOp(Operation *op) {
  e.setLoc(op->getLoc());
  HandlerTable::Handler handler = module.handlers.find(op);
  if (!handler)
    return op->emitError() << "operation '" << op->getName() << "' cannot be compiled for a GPU";
  return handler(*this, op);
}

LogicalResult FunctionLowering::lowerOps(Block &block) {
  for (Operation &op : block.without_terminator())
    if (failed(lowerOp(&op)))
      return failure();
  e.setLoc(block.getTerminator()->getLoc());
  return success();
}

FailureOr<Registers> FunctionLowering::inlineBlock(Block &block, ValueRange args) {
  bindArguments(block.getArguments(), args);
  Location outer = e.getLoc();
  if (failed(lowerOps(block)))
    return failure();
  e.setLoc(outer);
  return flatten(block.getTerminator()->getOperands());
}

FailureOr<Registers> FunctionLowering::inlineRegion(Region &region, ValueRange args) {
  if (region.hasOneBlock())
    return inlineBlock(region.front(), args);
  Location outer = e.getLoc();
  Block &entry = region.front();
  bindArguments(entry.getArguments(), args);
  // A region may be lowered several times (once per register): its blocks are made anew each time.
  for (Block &block : region)
    blockMap.erase(&block);
  Block *after = nullptr;
  for (Block *block : llvm::ReversePostOrderTraversal<Region *>(&region)) {
    if (block != &entry)
      e.enter(targetBlock(block));
    if (failed(lowerOps(*block)))
      return failure();
    Operation *terminator = block->getTerminator();
    if (terminator->getNumSuccessors() > 0) {
      if (failed(lowerOp(terminator)))
        return failure();
      continue;
    }
    Registers results = flatten(terminator->getOperands());
    if (!after)
      after = e.newBlock(ValueRange(results).getTypes());
    e.br(after, results);
  }
  e.setLoc(outer);
  if (!after)
    return emitError(outer) << "a region that never ends";
  e.enter(after);
  return Registers(after->getArguments().begin(), after->getArguments().end());
}

} // namespace tritonc::lower

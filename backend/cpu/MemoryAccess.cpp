//===- MemoryAccess.cpp - loads and stores of strips ----------------------===//
//
// From the best to the worst: one vector load where the lanes are neighbours in memory; a scalar load where all lanes
// read one address; a vector load behind a test, where nothing is known but the addresses may turn out to be
// neighbours; a gather. A lane whose mask is false never touches memory: masks become masked loads and stores.
//
//===----------------------------------------------------------------------===//
#include "backend/cpu/Emitter.h"

using namespace mlir;

namespace tritonc::cpu {

static Type pointeeOf(Value ptr) { return cast<tt::PtrType>(getElementTypeOrSelf(ptr.getType())).getPointeeType(); }

static bool isTrue(llvm::Value *mask) {
  auto *constant = dyn_cast<llvm::Constant>(mask);
  return constant && constant->isAllOnesValue();
}

static bool isFalse(llvm::Value *mask) {
  auto *constant = dyn_cast<llvm::Constant>(mask);
  return constant && constant->isNullValue();
}

void Emitter::emitIf(llvm::Value *condition, function_ref<void()> inside) {
  if (isTrue(condition))
    return inside();
  if (isFalse(condition))
    return;
  llvm::BasicBlock *yes = newBlock("if"), *after = newBlock("fi");
  b.CreateCondBr(condition, yes, after);
  b.SetInsertPoint(yes);
  inside();
  b.CreateBr(after);
  b.SetInsertPoint(after);
}

llvm::Value *Emitter::emitScalarLoad(llvm::Value *ptr, llvm::Value *mask, llvm::Value *other, Type element,
                                     bool isVolatile) {
  llvm::Type *type = memoryType(element);
  llvm::Value *fallback = other ? memoryForm(other, element) : llvm::Constant::getNullValue(type);
  if (isFalse(mask))
    return valueForm(fallback, element);
  llvm::BasicBlock *before = b.GetInsertBlock(), *loadedIn = before;
  llvm::Value *loaded = nullptr;
  emitIf(mask, [&] {
    loaded = b.CreateAlignedLoad(type, ptr, llvm::Align(memoryBytes(element)), isVolatile);
    loadedIn = b.GetInsertBlock();
  });
  if (loadedIn == before)
    return valueForm(loaded, element);
  llvm::PHINode *phi = b.CreatePHI(type, 2);
  phi->addIncoming(loaded, loadedIn);
  phi->addIncoming(fallback, before);
  return valueForm(phi, element);
}

void Emitter::emitScalarStore(llvm::Value *ptr, llvm::Value *value, llvm::Value *mask, Type element) {
  llvm::Value *stored = memoryForm(value, element);
  emitIf(mask, [&] { b.CreateAlignedStore(stored, ptr, llvm::Align(memoryBytes(element))); });
}

llvm::Value *Emitter::lanesAreNeighbours(llvm::Value *ptrs, Type element, int lanes) {
  llvm::Type *i64v = vectorOf(b.getInt64Ty(), lanes);
  llvm::Value *addresses = b.CreatePtrToInt(ptrs, i64v);
  llvm::Value *first = b.CreateVectorSplat(lanes, b.CreateExtractElement(addresses, uint64_t(0)));
  llvm::Value *step = b.CreateMul(iota(b.getInt64Ty(), lanes), llvm::ConstantInt::get(i64v, memoryBytes(element)));
  return b.CreateAndReduce(b.CreateICmpEQ(addresses, b.CreateAdd(first, step)));
}

llvm::Value *Emitter::loadLanes(llvm::Value *ptr, bool contiguous, llvm::Value *mask, llvm::Value *other, Type element,
                                int lanes) {
  llvm::Type *type = vectorOf(memoryType(element), lanes);
  llvm::Align align(memoryBytes(element));
  llvm::Value *fallback = llvm::Constant::getNullValue(type);
  if (other)
    fallback = memoryForm(widenTo(other, lanes), element);
  if (isFalse(mask))
    return valueForm(fallback, element);
  llvm::Value *loaded;
  if (contiguous && isTrue(mask))
    loaded = b.CreateAlignedLoad(type, ptr, align);
  else if (contiguous)
    loaded = b.CreateMaskedLoad(type, ptr, align, widenTo(mask, lanes), fallback);
  else
    loaded = b.CreateMaskedGather(type, ptr, align, widenTo(mask, lanes), fallback);
  return valueForm(loaded, element);
}

void Emitter::storeLanes(llvm::Value *ptr, bool contiguous, llvm::Value *mask, llvm::Value *value, Type element,
                         int lanes) {
  if (isFalse(mask))
    return;
  llvm::Align align(memoryBytes(element));
  value = memoryForm(widenTo(value, lanes), element);
  if (contiguous && isTrue(mask))
    b.CreateAlignedStore(value, ptr, align);
  else if (contiguous)
    b.CreateMaskedStore(value, ptr, align, widenTo(mask, lanes));
  else
    b.CreateMaskedScatter(value, ptr, align, widenTo(mask, lanes));
}

/// The dimension that the lanes of a strip run along; -1: none.
static int laneDimension(const Strip &strip) {
  for (int d = 0, e = strip.at.size(); d < e; ++d)
    if (strip.at[d].kind == Coord::Running)
      return d;
  return -1;
}

Emitter::Address Emitter::evaluateAddress(Value ptr, Strip &strip) {
  int dim = laneDimension(strip);
  auto stride = dim < 0 ? std::optional<int64_t>(0) : laneStride(ptr, dim);
  return {stride == 1 ? evaluateFirstLane(ptr, strip) : evaluate(ptr, strip), stride};
}

llvm::Value *Emitter::emitLoad(tt::LoadOp op, Strip &strip) {
  Type element = pointeeOf(op.getPtr());
  llvm::Value *mask = op.getMask() ? evaluate(op.getMask(), strip) : b.getTrue();
  llvm::Value *other = op.getOther() ? evaluate(op.getOther(), strip) : nullptr;
  if (isFalse(mask))
    return other ? other : llvm::Constant::getNullValue(valueType(element));
  if (sanitize) {
    llvm::Value *ptrs = widenTo(evaluate(op.getPtr(), strip), strip.lanes);
    mask = checkAccess(op, SiteKind::Load, ptrs, mask, strip);
    if (strip.lanes == 1)
      return emitScalarLoad(ptrs, mask, other, element, op.getIsVolatile());
    return loadLanes(ptrs, false, mask, other, element, strip.lanes);
  }
  auto [ptr, stride] = evaluateAddress(op.getPtr(), strip);
  if (stride == 1)
    return loadLanes(ptr, true, mask, other, element, strip.lanes);
  if (lanesOf(ptr) == 1 && lanesOf(mask) == 1) {
    if (other && lanesOf(other) > 1) {
      llvm::Value *loaded = emitScalarLoad(ptr, mask, nullptr, element, op.getIsVolatile());
      return b.CreateSelect(mask, widenTo(loaded, strip.lanes), other);
    }
    return emitScalarLoad(ptr, mask, other, element, op.getIsVolatile());
  }
  ptr = widenTo(ptr, strip.lanes);
  if (stride || !isTrue(mask))
    return loadLanes(ptr, false, mask, other, element, strip.lanes);
  // Unknown: look.
  llvm::BasicBlock *wide = newBlock("wide"), *scattered = newBlock("scattered"), *join = newBlock("loaded");
  b.CreateCondBr(lanesAreNeighbours(ptr, element, strip.lanes), wide, scattered);
  b.SetInsertPoint(wide);
  llvm::Value *first = b.CreateExtractElement(ptr, uint64_t(0));
  llvm::Value *fast = loadLanes(first, true, mask, nullptr, element, strip.lanes);
  wide = b.GetInsertBlock();
  b.CreateBr(join);
  b.SetInsertPoint(scattered);
  llvm::Value *slow = loadLanes(ptr, false, mask, nullptr, element, strip.lanes);
  scattered = b.GetInsertBlock();
  b.CreateBr(join);
  b.SetInsertPoint(join);
  llvm::PHINode *phi = b.CreatePHI(fast->getType(), 2);
  phi->addIncoming(fast, wide);
  phi->addIncoming(slow, scattered);
  return phi;
}

void Emitter::emitStore(tt::StoreOp op, Strip &strip) {
  Type element = pointeeOf(op.getPtr());
  llvm::Value *mask = op.getMask() ? evaluate(op.getMask(), strip) : b.getTrue();
  if (isFalse(mask))
    return;
  llvm::Value *value = evaluate(op.getValue(), strip);
  if (sanitize) {
    llvm::Value *ptrs = widenTo(evaluate(op.getPtr(), strip), strip.lanes);
    mask = checkAccess(op, SiteKind::Store, ptrs, mask, strip);
    if (strip.lanes == 1)
      return emitScalarStore(ptrs, value, mask, element);
    return storeLanes(ptrs, false, mask, value, element, strip.lanes);
  }
  auto [ptr, stride] = evaluateAddress(op.getPtr(), strip);
  if (stride == 1)
    return storeLanes(ptr, true, mask, value, element, strip.lanes);
  if (strip.lanes == 1)
    return emitScalarStore(ptr, value, mask, element);
  ptr = widenTo(ptr, strip.lanes);
  value = widenTo(value, strip.lanes);
  if (stride || !isTrue(mask))
    return storeLanes(ptr, false, mask, value, element, strip.lanes);
  llvm::BasicBlock *wide = newBlock("wide"), *scattered = newBlock("scattered"), *join = newBlock("stored");
  b.CreateCondBr(lanesAreNeighbours(ptr, element, strip.lanes), wide, scattered);
  b.SetInsertPoint(wide);
  storeLanes(b.CreateExtractElement(ptr, uint64_t(0)), true, mask, value, element, strip.lanes);
  b.CreateBr(join);
  b.SetInsertPoint(scattered);
  storeLanes(ptr, false, mask, value, element, strip.lanes);
  b.CreateBr(join);
  b.SetInsertPoint(join);
}

llvm::Value *Emitter::emitGather(tt::GatherOp op, Strip &strip) {
  llvm::Value *index = evaluate(op.getIndices(), strip);
  int lanes = lanesOf(index);
  // Out-of-range indices are undefined in the language; here they wrap, so that they stay inside the block.
  int64_t size = shapeOf(op.getSrc())[op.getAxis()];
  index = b.CreateSExtOrTrunc(index, vectorOf(b.getInt64Ty(), lanes));
  index = b.CreateAnd(index, llvm::ConstantInt::get(index->getType(), size - 1));
  Coords at = strip.at;
  at[op.getAxis()] = {lanes > 1 ? Coord::Vector : Coord::Same, index};
  // Rows of the source may be shorter than those of the result in other dimensions only along the axis.
  return evaluate(op.getSrc(), at, strip);
}

} // namespace tritonc::cpu

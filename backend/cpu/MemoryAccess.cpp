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
  if (!isTensor(op.getPtr()))
    return emitBlockLoad(op, strip);
  Type element = pointeeOf(op.getPtr());
  llvm::Value *mask = op.getMask() ? evaluate(op.getMask(), strip) : b.getTrue();
  llvm::Value *other = op.getOther() ? evaluate(op.getOther(), strip) : nullptr;
  if (isFalse(mask))
    return other ? other : llvm::Constant::getNullValue(valueType(element));
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
  if (!isTensor(op.getPtr()))
    return emitBlockStore(op, strip);
  Type element = pointeeOf(op.getPtr());
  llvm::Value *mask = op.getMask() ? evaluate(op.getMask(), strip) : b.getTrue();
  if (isFalse(mask))
    return;
  llvm::Value *value = evaluate(op.getValue(), strip);
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

//===----------------------------------------------------------------------===//
// Block pointers and descriptors
//===----------------------------------------------------------------------===//

Emitter::BlockAddress Emitter::blockAddress(Operation *access, ArrayRef<llvm::Value *> parts,
                                            ArrayRef<llvm::Value *> offsets, ArrayRef<int32_t> checked, int rank,
                                            Type element, const Coords &at, Strip &strip) {
  // parts: base, shape[rank], strides[rank].
  int lanes = strip.lanes;
  llvm::Value *linear = i64(0), *vector = nullptr, *inBounds = nullptr;
  bool contiguous = lanes > 1;
  // A block of lower rank than the tensor has leading dimensions of size 1.
  int missing = rank - static_cast<int>(at.size());
  for (int d = 0; d < rank; ++d) {
    Coord coord = d < missing ? Coord{Coord::Same, i64(0)} : at[d - missing];
    llvm::Value *stride = parts[1 + rank + d];
    llvm::Value *position = b.CreateAdd(offsets[d], coord.value);
    bool running = coord.kind == Coord::Running && lanes > 1;
    auto *constant = dyn_cast<llvm::ConstantInt>(stride);
    if (running && !(constant && constant->isOne())) {
      contiguous = false;
      vector = b.CreateMul(b.CreateVectorSplat(lanes, stride), iota(b.getInt64Ty(), lanes));
    }
    linear = b.CreateAdd(linear, b.CreateMul(position, stride));
    if (!llvm::is_contained(checked, d))
      continue;
    llvm::Value *index = running ? coordVector({Coord::Running, position}, lanes) : position;
    int width = lanesOf(index);
    llvm::Value *inside = b.CreateICmpULT(index, widenTo(parts[1 + d], width));
    if (!inBounds)
      inBounds = inside;
    else
      inBounds = b.CreateAnd(widenTo(inBounds, std::max(width, lanesOf(inBounds))),
                             widenTo(inside, std::max(width, lanesOf(inBounds))));
  }
  llvm::Type *type = memoryType(element);
  llvm::Value *ptr = b.CreateGEP(type, parts[0], linear);
  if (vector)
    ptr = b.CreateGEP(type, ptr, vector);
  if (auto known = strip.known.find(access); known != strip.known.end())
    inBounds = b.getInt1(known->second);
  return {ptr, contiguous, inBounds};
}

/// Base, shape and strides, offsets, checked dimensions of an access through a block pointer or a descriptor.
static SmallVector<int32_t> allDims(int rank) {
  SmallVector<int32_t> dims;
  for (int d = 0; d < rank; ++d)
    dims.push_back(d);
  return dims;
}

static int blockRank(Type type) {
  if (auto desc = dyn_cast<tt::TensorDescType>(type))
    return desc.getBlockType().getRank();
  return cast<RankedTensorType>(cast<tt::PtrType>(type).getPointeeType()).getRank();
}

std::optional<LaneInterval> Emitter::boundsInterval(Operation *access, Strip &strip) {
  SmallVector<int32_t> checked;
  Value handle;
  SmallVector<llvm::Value *, 4> offsets;
  if (auto load = dyn_cast<tt::LoadOp>(access)) {
    handle = load.getPtr();
    checked.assign(load.getBoundaryCheck().begin(), load.getBoundaryCheck().end());
  } else if (auto store = dyn_cast<tt::StoreOp>(access)) {
    handle = store.getPtr();
    checked.assign(store.getBoundaryCheck().begin(), store.getBoundaryCheck().end());
  } else if (auto load = dyn_cast<tt::DescriptorLoadOp>(access)) {
    handle = load.getDesc();
    for (Value index : load.getIndices())
      offsets.push_back(b.CreateSExt(scalars[index].front(), b.getInt64Ty()));
  } else if (auto store = dyn_cast<tt::DescriptorStoreOp>(access)) {
    handle = store.getDesc();
    for (Value index : store.getIndices())
      offsets.push_back(b.CreateSExt(scalars[index].front(), b.getInt64Ty()));
  } else {
    return std::nullopt;
  }
  int rank = blockRank(handle.getType());
  ArrayRef<llvm::Value *> parts = scalars[handle];
  if (offsets.empty())
    offsets.assign(parts.end() - rank, parts.end());
  else
    checked = allDims(rank);
  LaneInterval result{i64(0), i64(strip.lanes)};
  int missing = rank - static_cast<int>(strip.at.size());
  for (int32_t d : checked) {
    Coord coord = d < missing ? Coord{Coord::Same, i64(0)} : strip.at[d - missing];
    llvm::Value *position = b.CreateAdd(offsets[d], coord.value), *size = parts[1 + d];
    if (coord.kind == Coord::Running) {
      result = intersect(result, {b.CreateNeg(position), b.CreateSub(size, position)});
    } else {
      llvm::Value *inside = b.CreateICmpULT(position, size);
      result = intersect(result, {i64(0), b.CreateSelect(inside, i64(strip.lanes), i64(0))});
    }
  }
  return result;
}

llvm::Value *Emitter::emitBlockLoad(tt::LoadOp op, Strip &strip) {
  ArrayRef<llvm::Value *> parts = scalars[op.getPtr()];
  int rank = blockRank(op.getPtr().getType());
  Type element = getElementTypeOrSelf(op.getType());
  BlockAddress address =
      blockAddress(op, parts, parts.take_back(rank), op.getBoundaryCheck(), rank, element, strip.at, strip);
  llvm::Value *other = nullptr;
  if (op.getPadding() == tt::PaddingOption::NaN)
    other = fromFloat(llvm::ConstantFP::getNaN(b.getFloatTy()), element);
  llvm::Value *mask = address.inBounds ? address.inBounds : b.getTrue();
  if (strip.lanes == 1 || (lanesOf(address.ptr) == 1 && !address.contiguous))
    return emitScalarLoad(address.ptr, mask, other, element, op.getIsVolatile());
  return loadLanes(address.ptr, address.contiguous, mask, other, element, strip.lanes);
}

void Emitter::emitBlockStore(tt::StoreOp op, Strip &strip) {
  ArrayRef<llvm::Value *> parts = scalars[op.getPtr()];
  int rank = blockRank(op.getPtr().getType());
  Type element = getElementTypeOrSelf(op.getValue().getType());
  BlockAddress address =
      blockAddress(op, parts, parts.take_back(rank), op.getBoundaryCheck(), rank, element, strip.at, strip);
  llvm::Value *mask = address.inBounds ? address.inBounds : b.getTrue(), *value = evaluate(op.getValue(), strip);
  if (strip.lanes == 1)
    return emitScalarStore(address.ptr, value, mask, element);
  storeLanes(address.ptr, address.contiguous, mask, value, element, strip.lanes);
}

llvm::Value *Emitter::emitDescriptorLoad(tt::DescriptorLoadOp op, Strip &strip) {
  SmallVector<llvm::Value *> offsets;
  for (Value index : op.getIndices())
    offsets.push_back(b.CreateSExt(scalars[index].front(), b.getInt64Ty()));
  int rank = offsets.size();
  Type element = getElementTypeOrSelf(op.getType());
  BlockAddress address =
      blockAddress(op, scalars[op.getDesc()], offsets, allDims(rank), rank, element, strip.at, strip);
  llvm::Value *other = nullptr;
  if (auto make = op.getDesc().getDefiningOp<tt::MakeTensorDescOp>())
    if (make.getPadding() == tt::PaddingOption::NaN && isa<FloatType>(element))
      other = fromFloat(llvm::ConstantFP::getNaN(b.getFloatTy()), element);
  if (strip.lanes == 1)
    return emitScalarLoad(address.ptr, address.inBounds, other, element, false);
  return loadLanes(address.ptr, address.contiguous, address.inBounds, other, element, strip.lanes);
}

void Emitter::emitDescriptorStore(tt::DescriptorStoreOp op, Strip &strip) {
  SmallVector<llvm::Value *> offsets;
  for (Value index : op.getIndices())
    offsets.push_back(b.CreateSExt(scalars[index].front(), b.getInt64Ty()));
  int rank = offsets.size();
  Type element = getElementTypeOrSelf(op.getSrc().getType());
  llvm::Value *value = evaluate(op.getSrc(), strip);
  BlockAddress address =
      blockAddress(op, scalars[op.getDesc()], offsets, allDims(rank), rank, element, strip.at, strip);
  if (strip.lanes == 1)
    return emitScalarStore(address.ptr, value, address.inBounds, element);
  storeLanes(address.ptr, address.contiguous, address.inBounds, value, element, strip.lanes);
}

Emitter::BlockAddress Emitter::rowAddress(Operation *access, Value desc, Value rows, Value column, Type element,
                                          Strip &strip) {
  Coords at = strip.at;
  llvm::Value *row = evaluate(rows, {at[0]}, strip);
  at[0] = {Coord::Same, i64(0)};
  if (lanesOf(row) > 1) {
    error(access, "rows of one element are not supported on the cpu target");
    row = b.CreateExtractElement(row, uint64_t(0));
  }
  SmallVector<llvm::Value *> offsets{b.CreateSExt(row, b.getInt64Ty()),
                                     b.CreateSExt(scalars[column].front(), b.getInt64Ty())};
  return blockAddress(access, scalars[desc], offsets, allDims(2), 2, element, at, strip);
}

void Emitter::emitDescriptorReduce(tt::DescriptorReduceOp op, Strip &strip) {
  SmallVector<llvm::Value *> offsets;
  for (Value index : op.getIndices())
    offsets.push_back(b.CreateSExt(scalars[index].front(), b.getInt64Ty()));
  int rank = offsets.size();
  Type element = getElementTypeOrSelf(op.getSrc().getType());
  llvm::Value *value = evaluate(op.getSrc(), strip);
  BlockAddress address =
      blockAddress(op, scalars[op.getDesc()], offsets, allDims(rank), rank, element, strip.at, strip);
  if (address.contiguous)
    address.ptr = b.CreateGEP(memoryType(element), address.ptr, iota(b.getInt64Ty(), strip.lanes));
  forEachLane({address.ptr, value, address.inBounds}, strip.lanes, [&](llvm::Value *, ArrayRef<llvm::Value *> parts) {
    emitIf(parts[2], [&] { emitReduction(op, parts[0], parts[1], element); });
  });
}

} // namespace tritonc::cpu

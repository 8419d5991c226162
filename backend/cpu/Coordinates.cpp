//===- Coordinates.cpp - where the lanes of a strip are -------------------===//
//
// Views (broadcast, transpose, reshape, ...) are answered by other coordinates into their operand, and coordinates by
// row-major indices into buffers. Only where the lanes run along the last dimension is an access a plain vector load or
// store; otherwise it is a gather or scatter within the scratch arena.
//
//===----------------------------------------------------------------------===//
#include "backend/cpu/Emitter.h"

using namespace mlir;

namespace tritonc::cpu {

int Emitter::lanesOf(llvm::Value *value) {
  auto *type = dyn_cast<llvm::FixedVectorType>(value->getType());
  return type ? type->getNumElements() : 1;
}

llvm::Type *Emitter::vectorOf(llvm::Type *element, int lanes) {
  return lanes == 1 ? element : llvm::FixedVectorType::get(element, lanes);
}

llvm::Value *Emitter::widenTo(llvm::Value *value, int lanes) {
  if (lanes == 1 || value->getType()->isVectorTy())
    return value;
  return b.CreateVectorSplat(lanes, value);
}

llvm::Value *Emitter::iota(llvm::Type *element, int lanes) {
  SmallVector<llvm::Constant *> values;
  for (int i = 0; i < lanes; ++i)
    values.push_back(llvm::ConstantInt::get(element, i));
  return llvm::ConstantVector::get(values);
}

llvm::Value *Emitter::coordVector(Coord coord, int lanes) {
  if (lanes == 1 || coord.kind == Coord::Vector)
    return coord.value;
  llvm::Value *splat = b.CreateVectorSplat(lanes, coord.value);
  return coord.kind == Coord::Same ? splat : b.CreateAdd(splat, iota(b.getInt64Ty(), lanes));
}

Coords Emitter::firstLane(const Coords &at) {
  Coords result = at;
  for (Coord &coord : result) {
    if (coord.kind == Coord::Vector)
      coord.value = b.CreateExtractElement(coord.value, uint64_t(0));
    coord.kind = Coord::Same;
  }
  return result;
}

Coord Emitter::linearIndex(ArrayRef<int64_t> shape, const Coords &at, int lanes) {
  llvm::Value *same = i64(0), *vector = nullptr;
  bool running = false;
  int64_t stride = 1;
  for (int d = shape.size() - 1; d >= 0; --d) {
    const Coord &coord = at[d];
    if (coord.kind == Coord::Same || lanes == 1) {
      same = b.CreateAdd(same, b.CreateMul(coord.value, i64(stride)));
    } else if (coord.kind == Coord::Running && stride == 1 && !vector) {
      running = true;
      same = b.CreateAdd(same, coord.value);
    } else {
      llvm::Value *part = b.CreateMul(coordVector(coord, lanes), widenTo(i64(stride), lanes));
      vector = vector ? b.CreateAdd(vector, part) : part;
    }
    stride *= shape[d];
  }
  if (!vector)
    return {running ? Coord::Running : Coord::Same, same};
  llvm::Value *base = coordVector({running ? Coord::Running : Coord::Same, same}, lanes);
  return {Coord::Vector, b.CreateAdd(base, vector)};
}

Coords Emitter::delinearize(Coord linear, ArrayRef<int64_t> shape, int lanes) {
  Coords result(shape.size(), Coord{Coord::Same, i64(0)});
  for (int d = shape.size() - 1; d >= 0; --d) {
    int64_t size = shape[d];
    if (size == 1)
      continue;
    // Sizes of blocks are powers of two; a strip never crosses a row that is at least as long as the strip.
    if (linear.kind == Coord::Running && size < lanes)
      linear = {Coord::Vector, coordVector(linear, lanes)};
    int width = linear.kind == Coord::Vector ? lanes : 1;
    llvm::Value *sizeValue = widenTo(i64(size), width);
    if (d == 0) {
      result[d] = linear;
      break;
    }
    result[d] = {linear.kind, b.CreateURem(linear.value, sizeValue)};
    linear.value = b.CreateUDiv(linear.value, sizeValue);
    if (linear.kind == Coord::Running)
      linear.kind = Coord::Same;
  }
  return result;
}

Coords Emitter::coordsOfView(Operation *view, const Coords &at, int lanes) {
  ArrayRef<int64_t> from = shapeOf(view->getOperand(0)), to = shapeOf(view->getResult(0));
  Coords result;
  if (isa<tt::BroadcastOp>(view)) {
    for (auto [d, coord] : llvm::enumerate(at))
      result.push_back(from[d] == 1 && to[d] != 1 ? Coord{Coord::Same, i64(0)} : coord);
    return result;
  }
  if (auto expand = dyn_cast<tt::ExpandDimsOp>(view)) {
    result = at;
    result.erase(result.begin() + expand.getAxis());
    return result;
  }
  if (auto trans = dyn_cast<tt::TransOp>(view)) {
    result.resize(at.size());
    for (auto [i, source] : llvm::enumerate(trans.getOrder()))
      result[source] = at[i];
    return result;
  }
  return delinearize(linearIndex(to, at, lanes), from, lanes);
}

llvm::Value *Emitter::loadElements(llvm::Value *base, Type element, ArrayRef<int64_t> shape, const Coords &at,
                                   Strip &strip) {
  llvm::Type *type = memoryType(element);
  Coord index = linearIndex(shape, at, strip.lanes);
  llvm::Value *address = b.CreateInBoundsGEP(type, base, index.value);
  int64_t bytes = memoryBytes(element);
  if (index.kind == Coord::Same)
    return b.CreateAlignedLoad(type, address, llvm::Align(bytes));
  llvm::Type *vector = vectorOf(type, strip.lanes);
  if (index.kind == Coord::Running)
    return b.CreateAlignedLoad(vector, address, llvm::Align(std::min<int64_t>(64, bytes * strip.lanes)));
  return b.CreateMaskedGather(vector, address, llvm::Align(bytes));
}

llvm::Value *Emitter::loadBuffer(Buffer *buffer, Value value, const Coords &at, Strip &strip) {
  llvm::Value *loaded = loadElements(touch(buffer), buffer->element, shapeOf(value), at, strip);
  Type element = cast<RankedTensorType>(value.getType()).getElementType();
  if (buffer->element != element)
    return fromFloat(loaded, element);
  return valueForm(loaded, element);
}

void Emitter::storeBuffer(Buffer *buffer, ArrayRef<int64_t> shape, Type type, const Coords &at, llvm::Value *value,
                          Strip &strip) {
  value = buffer->element != type ? toFloat(value, type) : memoryForm(value, type);
  Coord index = linearIndex(shape, at, strip.lanes);
  int64_t bytes = memoryBytes(buffer->element);
  llvm::Value *address = b.CreateInBoundsGEP(memoryType(buffer->element), touch(buffer), index.value);
  if (index.kind == Coord::Same) {
    b.CreateAlignedStore(value, address, llvm::Align(bytes));
    return;
  }
  value = widenTo(value, strip.lanes);
  if (index.kind == Coord::Running)
    b.CreateAlignedStore(value, address, llvm::Align(std::min<int64_t>(64, bytes * strip.lanes)));
  else
    b.CreateMaskedScatter(value, address, llvm::Align(bytes));
}

} // namespace tritonc::cpu

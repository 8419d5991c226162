//===- LoadStore.cpp - loads and stores through pointers ------------------===//
//
// The registers of a tensor of pointers are grouped into vector accesses (VectorAccess.h); each becomes one instruction
// of the target, under the mask of its first element. Threads that hold copies load them too, from the same addresses,
// which costs nothing; of a store only the first of them does it.
//
//===----------------------------------------------------------------------===//
#include "passes/lower/PointerSteps.h"
#include "passes/lower/VectorAccess.h"

using namespace mlir;

namespace tritonc::lower {
namespace {

/// The type in memory: bool takes a byte.
Type memoryElement(FunctionLowering &f, Type type) {
  Type element = f.elementType(type);
  return element && element.isInteger(1) ? f.e.i8Ty() : element;
}

Value toMemory(Emitter &e, Value v) { return v.getType().isInteger(1) ? e.zext(v, e.i8Ty()) : v; }
Value fromMemory(Emitter &e, Value v, Type type) {
  return type.isInteger(1) && !v.getType().isInteger(1) ? e.ne(v, e.zero(v.getType())) : v;
}

bool isBlockPointer(Type type) {
  auto pointer = dyn_cast<tt::PtrType>(type);
  return pointer && isa<RankedTensorType>(pointer.getPointeeType());
}

/// The condition under which a group is accessed: null for always, a constant false for never.
Value conjunction(Emitter &e, Value a, Value b) {
  if (!a || !b)
    return a ? a : b;
  return e.and_(a, b);
}
bool isAlways(Value predicate) {
  auto constant = predicate ? Emitter::constantInt(predicate) : std::nullopt;
  return !predicate || (constant && !constant->isZero());
}
bool isNever(Value predicate) {
  auto constant = predicate ? Emitter::constantInt(predicate) : std::nullopt;
  return constant && constant->isZero();
}

template <typename Op> GlobalAccess describe(FunctionLowering &f, Op op, Type element, unsigned width) {
  GlobalAccess access;
  access.isInLoop = bool(f.loopCounter);
  access.element = element;
  access.count = width;
  access.align = std::max(1u, width * Emitter::bitsOf(element) / 8);
  access.cache = op.getCache();
  access.evict = op.getEvict();
  return access;
}

LogicalResult lowerLoad(FunctionLowering &f, tt::LoadOp op) {
  Emitter &e = f.e;
  if (isBlockPointer(op.getPtr().getType()))
    return op.emitError() << "a load through a block pointer was not rewritten";
  Type type = f.elementType(op.getType()), element = memoryElement(f, op.getType());
  VectorAccess vectors = vectorAccess(f, op);
  GlobalAccess access = describe(f, op, element, vectors.width);
  access.isVolatile = op.getIsVolatile();
  Registers pointers = steppedPointers(f, op.getPtr()), masks, others;
  if (op.getMask())
    masks = Registers(f.registers(op.getMask()));
  if (op.getOther())
    others = Registers(f.registers(op.getOther()));

  Registers results(pointers.size());
  for (const auto &group : vectors.groups) {
    Value predicate = masks.empty() ? Value() : masks[group.front()];
    SmallVector<Value> other;
    if (!others.empty())
      for (unsigned r : group)
        other.push_back(toMemory(e, others[r]));
    SmallVector<Value> loaded;
    if (isNever(predicate)) {
      loaded = other.empty() ? SmallVector<Value>(group.size(), e.zero(element)) : other;
    } else {
      access.ptr = pointers[group.front()];
      access.predicate = isAlways(predicate) ? Value() : predicate;
      loaded = f.target.loadGlobal(e, access, other);
    }
    for (auto [r, v] : llvm::zip(group, loaded))
      results[r] = fromMemory(e, v, type);
  }
  f.set(op.getResult(), results);
  return success();
}

LogicalResult lowerStore(FunctionLowering &f, tt::StoreOp op) {
  Emitter &e = f.e;
  if (isBlockPointer(op.getPtr().getType()))
    return op.emitError() << "a store through a block pointer was not rewritten";
  Type element = memoryElement(f, op.getValue().getType());
  VectorAccess vectors = vectorAccess(f, op);
  GlobalAccess access = describe(f, op, element, vectors.width);
  Registers pointers = steppedPointers(f, op.getPtr()), values(f.registers(op.getValue())), masks;
  if (op.getMask())
    masks = Registers(f.registers(op.getMask()));
  Value first = f.isFirstHolder(op.getPtr().getType());

  for (const auto &group : vectors.groups) {
    Value mask = masks.empty() ? Value() : masks[group.front()];
    if (isNever(mask))
      continue;
    Value predicate = conjunction(e, isAlways(mask) ? Value() : mask, first);
    SmallVector<Value> stored;
    for (unsigned r : group)
      stored.push_back(toMemory(e, values[r]));
    access.ptr = pointers[group.front()];
    access.predicate = predicate;
    f.target.storeGlobal(e, access, stored);
  }
  return success();
}

} // namespace

void addLoadStoreHandlers(HandlerTable &table) {
  table.add<tt::LoadOp, lowerLoad>();
  table.add<tt::StoreOp, lowerStore>();
}

} // namespace tritonc::lower

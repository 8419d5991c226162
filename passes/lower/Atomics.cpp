//===- Atomics.cpp - atomic updates of global memory ----------------------===//
//
// Each element is updated by one thread: the first of those that hold it, and thread 0 for a scalar. Where the old
// value is wanted by others too, it reaches them through shared memory (shareWithCopies).
//
//===----------------------------------------------------------------------===//
#include "passes/lower/Lowering.h"
#include "passes/lower/Scratch.h"

using namespace mlir;

namespace tritonc::lower {
namespace {

template <typename Describe>
LogicalResult lowerAtomic(FunctionLowering &f, Operation *op, Value pointer, Value mask, Describe describe) {
  Emitter &e = f.e;
  Value result = op->getResult(0);
  Registers pointers(f.registers(pointer)), masks, olds;
  if (mask)
    masks = Registers(f.registers(mask));
  Value first = f.isFirstHolder(pointer.getType());
  Type element = f.elementType(result.getType());
  unsigned bits = Emitter::bitsOf(element);
  for (unsigned r = 0; r < pointers.size(); ++r) {
    GlobalAtomic atomic = describe(r);
    atomic.ptr = pointers[r];
    atomic.predicate = masks.empty() ? first : first ? e.and_(masks[r], first) : masks[r];
    atomic.needOld = !result.use_empty();
    if (bits < 16 || bits > 64)
      return op->emitError() << "atomic updates of " << bits << "-bit elements do not exist on this target";
    Value old = f.target.atomicGlobal(e, atomic);
    olds.push_back(old ? old : e.poison(element));
  }
  f.set(result, result.use_empty() ? olds : shareWithCopies(f, op, result.getType(), olds));
  return success();
}

LogicalResult lowerAtomicRMW(FunctionLowering &f, tt::AtomicRMWOp op) {
  Registers values(f.registers(op.getVal()));
  bool bitwise = op.getAtomicRmwOp() != tt::RMWOp::FAdd && op.getAtomicRmwOp() != tt::RMWOp::Xchg;
  if (Emitter::bitsOf(values.front().getType()) == 16 && bitwise)
    return op.emitError() << "atomic " << tt::stringifyRMWOp(op.getAtomicRmwOp())
                          << " of 16-bit elements does not exist on this target";
  return lowerAtomic(f, op, op.getPtr(), op.getMask(), [&](unsigned r) {
    GlobalAtomic atomic;
    atomic.kind = op.getAtomicRmwOp();
    atomic.value = values[r];
    atomic.sem = op.getSem();
    atomic.scope = op.getScope();
    return atomic;
  });
}

LogicalResult lowerAtomicCAS(FunctionLowering &f, tt::AtomicCASOp op) {
  Registers compares(f.registers(op.getCmp())), values(f.registers(op.getVal()));
  return lowerAtomic(f, op, op.getPtr(), Value(), [&](unsigned r) {
    GlobalAtomic atomic;
    atomic.kind = tt::RMWOp::Xchg;
    atomic.compare = compares[r];
    atomic.value = values[r];
    atomic.sem = op.getSem();
    atomic.scope = op.getScope();
    return atomic;
  });
}

} // namespace

void addAtomicHandlers(HandlerTable &table) {
  table.add<tt::AtomicRMWOp, lowerAtomicRMW>();
  table.add<tt::AtomicCASOp, lowerAtomicCAS>();
}

} // namespace tritonc::lower

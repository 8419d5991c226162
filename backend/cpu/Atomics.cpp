//===- Atomics.cpp - what must be done lane by lane -----------------------===//
//
// Programs of a grid run on several threads, so atomics are real ones. Lanes go in order, which makes a program's
// results repeat. Histograms count lane by lane since lanes may hit one bin.
//
//===----------------------------------------------------------------------===//
#include "backend/cpu/Emitter.h"

using namespace mlir;

namespace tritonc::cpu {

void Emitter::forEachLane(ArrayRef<llvm::Value *> vectors, int lanes,
                          function_ref<void(llvm::Value *, ArrayRef<llvm::Value *>)> inside) {
  if (lanes == 1)
    return inside(i64(0), vectors);
  SmallVector<llvm::AllocaInst *> slots;
  for (llvm::Value *value : vectors) {
    bool isBit = value->getType()->getScalarType()->isIntegerTy(1);
    llvm::Value *stored = widenTo(value, lanes);
    if (isBit)
      stored = b.CreateZExt(stored, vectorOf(b.getInt8Ty(), lanes));
    slots.push_back(entryAlloca(stored->getType(), "lanes"));
    b.CreateStore(stored, slots.back());
  }
  emitLoop(lanes, 1, false, [&](llvm::Value *lane, llvm::Value *) {
    Values parts;
    for (auto [slot, value] : llvm::zip(slots, vectors)) {
      llvm::Type *type = slot->getAllocatedType()->getScalarType();
      llvm::Value *part = b.CreateLoad(type, b.CreateInBoundsGEP(type, slot, lane));
      if (value->getType()->getScalarType()->isIntegerTy(1))
        part = b.CreateICmpNE(part, llvm::Constant::getNullValue(type));
      parts.push_back(part);
    }
    inside(lane, parts);
  });
}

static llvm::AtomicOrdering ordering(tt::MemSemantic semantic) {
  switch (semantic) {
  case tt::MemSemantic::Relaxed:
    return llvm::AtomicOrdering::Monotonic;
  case tt::MemSemantic::Acquire:
    return llvm::AtomicOrdering::Acquire;
  case tt::MemSemantic::Release:
    return llvm::AtomicOrdering::Release;
  default:
    return llvm::AtomicOrdering::AcquireRelease;
  }
}

static llvm::AtomicRMWInst::BinOp binaryOf(tt::RMWOp op, bool isFloat) {
  using A = llvm::AtomicRMWInst;
  switch (op) {
  case tt::RMWOp::And:
    return A::And;
  case tt::RMWOp::Or:
    return A::Or;
  case tt::RMWOp::Xor:
    return A::Xor;
  case tt::RMWOp::Add:
  case tt::RMWOp::FAdd:
    return isFloat ? A::FAdd : A::Add;
  case tt::RMWOp::Max:
    return isFloat ? A::FMax : A::Max;
  case tt::RMWOp::Min:
    return isFloat ? A::FMin : A::Min;
  case tt::RMWOp::UMax:
    return A::UMax;
  case tt::RMWOp::UMin:
    return A::UMin;
  case tt::RMWOp::Xchg:
    return A::Xchg;
  }
  return A::Xchg;
}

/// Adds in f32 and rounds, in a compare-and-swap loop: no machine here adds 16-bit floats atomically.
llvm::Value *Emitter::emitNarrowAtomicAdd(llvm::Value *ptr, llvm::Value *value, Type element) {
  llvm::Type *bits = b.getIntNTy(element.getIntOrFloatBitWidth());
  llvm::Align align(memoryBytes(element));
  auto fromBits = [&](llvm::Value *x) { return b.CreateBitCast(x, valueType(element)); };
  llvm::LoadInst *first = b.CreateAlignedLoad(bits, ptr, align);
  first->setAtomic(llvm::AtomicOrdering::Monotonic);
  llvm::BasicBlock *before = b.GetInsertBlock(), *loop = newBlock("cas"), *done = newBlock("cas.end");
  b.CreateBr(loop);
  b.SetInsertPoint(loop);
  llvm::PHINode *seen = b.CreatePHI(bits, 2);
  seen->addIncoming(first, before);
  llvm::Value *sum = b.CreateFAdd(toFloat(fromBits(seen), element), toFloat(value, element));
  llvm::Value *next = b.CreateBitCast(fromFloat(sum, element), bits);
  auto order = llvm::AtomicOrdering::SequentiallyConsistent;
  llvm::Value *swapped = b.CreateAtomicCmpXchg(ptr, seen, next, align, order, llvm::AtomicOrdering::Monotonic);
  seen->addIncoming(b.CreateExtractValue(swapped, 0), b.GetInsertBlock());
  b.CreateCondBr(b.CreateExtractValue(swapped, 1), done, loop);
  b.SetInsertPoint(done);
  return fromBits(seen);
}

llvm::Value *Emitter::emitOneAtomic(Operation *op, llvm::Value *ptr, llvm::Value *compare, llvm::Value *value) {
  Type element = getElementTypeOrSelf(op->getResult(0).getType());
  llvm::Align align(memoryBytes(element));
  if (auto cas = dyn_cast<tt::AtomicCASOp>(op)) {
    llvm::Type *bits = b.getIntNTy(8 * memoryBytes(element));
    auto order = ordering(cas.getSem());
    auto failure = llvm::AtomicCmpXchgInst::getStrongestFailureOrdering(order);
    llvm::Value *swapped =
        b.CreateAtomicCmpXchg(ptr, b.CreateBitCast(compare, bits), b.CreateBitCast(value, bits), align, order, failure);
    return b.CreateBitCast(b.CreateExtractValue(swapped, 0), valueType(element));
  }
  auto rmw = cast<tt::AtomicRMWOp>(op);
  bool isFloat = isa<FloatType>(element);
  if (isFloat && element.getIntOrFloatBitWidth() < 32 && rmw.getAtomicRmwOp() != tt::RMWOp::Xchg)
    return emitNarrowAtomicAdd(ptr, value, element);
  llvm::Type *type = value->getType();
  bool asBits = isFloat && rmw.getAtomicRmwOp() == tt::RMWOp::Xchg;
  if (asBits)
    value = b.CreateBitCast(value, b.getIntNTy(8 * memoryBytes(element)));
  llvm::Value *old =
      b.CreateAtomicRMW(binaryOf(rmw.getAtomicRmwOp(), isFloat && !asBits), ptr, value, align, ordering(rmw.getSem()));
  return asBits ? b.CreateBitCast(old, type) : old;
}

llvm::Value *Emitter::emitAtomic(Operation *op, Strip &strip) {
  auto rmw = dyn_cast<tt::AtomicRMWOp>(op);
  auto cas = dyn_cast<tt::AtomicCASOp>(op);
  int lanes = strip.lanes;
  Values inputs{evaluate(op->getOperand(0), strip), evaluate(rmw ? rmw.getVal() : cas.getVal(), strip),
                cas ? evaluate(cas.getCmp(), strip) : evaluate(rmw.getVal(), strip),
                rmw && rmw.getMask() ? evaluate(rmw.getMask(), strip) : b.getTrue()};
  inputs[3] = checkAccess(op, SiteKind::Atomic, inputs[0], inputs[3], strip);
  llvm::Type *type = valueType(getElementTypeOrSelf(op->getResult(0).getType()));
  llvm::AllocaInst *results = entryAlloca(vectorOf(type, lanes), "old");
  b.CreateStore(llvm::Constant::getNullValue(results->getAllocatedType()), results);
  forEachLane(inputs, lanes, [&](llvm::Value *lane, ArrayRef<llvm::Value *> parts) {
    emitIf(parts[3], [&] {
      llvm::Value *old = emitOneAtomic(op, parts[0], parts[2], parts[1]);
      b.CreateStore(old, b.CreateInBoundsGEP(type, results, lane));
    });
  });
  return b.CreateLoad(results->getAllocatedType(), results);
}

void Emitter::emitHistogram(tt::HistogramOp op, Strip &strip) {
  auto type = cast<RankedTensorType>(op.getType());
  llvm::Type *count = valueType(type.getElementType());
  Buffer *&slot = buffers[op.getResult()];
  bool first = !slot;
  if (first)
    slot = createBuffer(type.getShape(), type.getElementType());
  Buffer *buffer = slot;
  Values inputs{evaluate(op.getSrc(), strip), op.getMask() ? evaluate(op.getMask(), strip) : b.getTrue()};
  int64_t bins = type.getShape()[0];
  // The counts start from zero with the first strip.
  emitIf(strip.isFirst, [&] { b.CreateMemSet(touch(buffer), b.getInt8(0), buffer->bytes, llvm::MaybeAlign(64)); });
  forEachLane(inputs, strip.lanes, [&](llvm::Value *, ArrayRef<llvm::Value *> parts) {
    llvm::Value *bin = b.CreateZExtOrTrunc(parts[0], b.getInt64Ty());
    emitIf(b.CreateAnd(parts[1], b.CreateICmpULT(bin, i64(bins))), [&] {
      llvm::Value *address = b.CreateInBoundsGEP(count, touch(buffer), bin);
      b.CreateStore(b.CreateAdd(b.CreateLoad(count, address), llvm::ConstantInt::get(count, 1)), address);
    });
  });
}

} // namespace tritonc::cpu

//===- ReduceScan.cpp - reductions and scans ------------------------------===//
//
// Along the lanes: every lane accumulates a strided part of the row, and the lanes are combined as a tree at its end.
// The order is fixed by the block's size, so results repeat bit by bit. Along another dimension: lanes are columns, and
// each accumulates in order. Any combining region works on vectors as it does on scalars. A scan along the lanes is
// done within a strip in log2(lanes) steps (Hillis and Steele) and carries its last element to the next strip.
//
// Accumulators are stack slots, which LLVM promotes to registers; regions without a known identity start from the first
// element instead.
//
//===----------------------------------------------------------------------===//
#include "backend/cpu/Emitter.h"

using namespace mlir;

namespace tritonc::cpu {

/// e such that combine(e, x) = x for all x, for regions of one operation on the two arguments; else null.
llvm::Constant *Emitter::identityOf(Region &combine, Type type) {
  Block &block = combine.front();
  if (block.getNumArguments() != 2 || !llvm::hasSingleElement(block.without_terminator()))
    return nullptr;
  Operation &op = block.front();
  llvm::Type *llvmType = valueType(type);
  auto floating = [&](llvm::APFloat value) -> llvm::Constant * {
    auto floatType = cast<FloatType>(type);
    bool lost;
    value.convert(floatType.getFloatSemantics(), llvm::APFloat::rmNearestTiesToEven, &lost);
    if (llvmType->isIntegerTy())
      return llvm::ConstantInt::get(llvmType, value.bitcastToAPInt());
    return llvm::ConstantFP::get(ctx, value);
  };
  auto integer = [&](llvm::APInt value) -> llvm::Constant * { return llvm::ConstantInt::get(llvmType, value); };
  unsigned width = llvmType->isPointerTy() ? 64 : llvmType->getScalarSizeInBits();
  const llvm::fltSemantics &f64 = llvm::APFloat::IEEEdouble();
  if (isa<FloatType>(type) && cast<FloatType>(type).getWidth() < 16)
    return nullptr;
  return TypeSwitch<Operation *, llvm::Constant *>(&op)
      .Case([&](arith::AddFOp) { return floating(llvm::APFloat::getZero(f64, true)); })
      .Case([&](arith::MulFOp) { return floating(llvm::APFloat(1.0)); })
      // maxnum and minnum give the other operand if one is NaN.
      .Case<arith::MaxNumFOp, arith::MinNumFOp>([&](Operation *) { return floating(llvm::APFloat::getNaN(f64)); })
      .Case([&](arith::MaximumFOp) { return floating(llvm::APFloat::getInf(f64, true)); })
      .Case([&](arith::MinimumFOp) { return floating(llvm::APFloat::getInf(f64)); })
      .Case<arith::AddIOp, arith::OrIOp, arith::XOrIOp, arith::MaxUIOp>(
          [&](Operation *) { return integer(llvm::APInt(width, 0)); })
      .Case([&](arith::MulIOp) { return integer(llvm::APInt(width, 1)); })
      .Case<arith::AndIOp, arith::MinUIOp>([&](Operation *) { return integer(llvm::APInt::getAllOnes(width)); })
      .Case([&](arith::MaxSIOp) { return integer(llvm::APInt::getSignedMinValue(width)); })
      .Case([&](arith::MinSIOp) { return integer(llvm::APInt::getSignedMaxValue(width)); })
      .Default([](Operation *) { return nullptr; });
}

void Emitter::prepareAccumulators(const Group &group, int lanes, bool alongLanes) {
  accumulators.clear();
  for (Operation *op : group.members) {
    if (!isa<tt::ReduceOp, tt::ScanOp>(op))
      continue;
    Accumulator accumulator{op, {}, {}, false};
    // A scan along the lanes carries one element.
    int width = isa<tt::ScanOp>(op) && alongLanes ? 1 : lanes;
    for (Value source : op->getOperands()) {
      Type element = cast<RankedTensorType>(source.getType()).getElementType();
      accumulator.types.push_back(element);
      accumulator.slots.push_back(entryAlloca(vectorOf(valueType(element), width), "acc"));
    }
    if (op->getNumOperands() == 1 && isa<tt::ReduceOp>(op))
      accumulator.hasIdentity = identityOf(op->getRegion(0), accumulator.types[0]) != nullptr;
    accumulators.push_back(std::move(accumulator));
  }
}

void Emitter::resetAccumulators() {
  for (Accumulator &accumulator : accumulators)
    for (auto [slot, type] : llvm::zip(accumulator.slots, accumulator.types)) {
      llvm::Type *slotType = slot->getAllocatedType();
      llvm::Constant *start = llvm::Constant::getNullValue(slotType);
      if (accumulator.hasIdentity) {
        start = identityOf(accumulator.op->getRegion(0), type);
        if (auto *vector = dyn_cast<llvm::FixedVectorType>(slotType))
          start = llvm::ConstantVector::getSplat(vector->getElementCount(), start);
      }
      b.CreateStore(start, slot);
    }
}

template <typename Accumulators> static auto &accumulatorOf(Accumulators &all, Operation *op) {
  return *llvm::find_if(all, [&](auto &a) { return a.op == op; });
}

void Emitter::emitReduceStep(tt::ReduceOp op, Strip &strip) {
  Accumulator &accumulator = accumulatorOf(accumulators, op);
  Values args, fresh;
  for (auto *slot : accumulator.slots)
    args.push_back(b.CreateLoad(slot->getAllocatedType(), slot));
  for (Value source : op.getSrcs())
    fresh.push_back(widenTo(evaluate(source, strip), strip.lanes));
  args.append(fresh.begin(), fresh.end());
  Values combined = emitRegion(op.getCombineOp(), args);
  if (failed)
    return;
  for (auto [i, slot] : llvm::enumerate(accumulator.slots)) {
    llvm::Value *next = widenTo(combined[i], strip.lanes);
    if (!accumulator.hasIdentity)
      next = b.CreateSelect(strip.isFirst, fresh[i], next);
    b.CreateStore(next, slot);
  }
}

Emitter::Values Emitter::shuffleAll(ArrayRef<llvm::Value *> values, ArrayRef<int> mask) {
  Values result;
  for (llvm::Value *value : values)
    result.push_back(b.CreateShuffleVector(value, mask));
  return result;
}

void Emitter::finishReductions(Strip &strip, bool alongLanes) {
  for (Accumulator &accumulator : accumulators) {
    auto op = dyn_cast<tt::ReduceOp>(accumulator.op);
    if (!op || failed)
      continue;
    Values values;
    for (auto *slot : accumulator.slots)
      values.push_back(b.CreateLoad(slot->getAllocatedType(), slot));
    for (int width = alongLanes ? strip.lanes / 2 : 0; width >= 1; width /= 2) {
      SmallVector<int> low, high;
      for (int i = 0; i < width; ++i) {
        low.push_back(i);
        high.push_back(width + i);
      }
      Values args = shuffleAll(values, low), upper = shuffleAll(values, high);
      args.append(upper.begin(), upper.end());
      if (width == 1)
        for (llvm::Value *&arg : args)
          arg = b.CreateExtractElement(arg, uint64_t(0));
      values = emitRegion(op.getCombineOp(), args);
      if (failed)
        return;
    }
    Coords at = strip.at;
    at.erase(at.begin() + op.getAxis());
    for (auto [i, result] : llvm::enumerate(op.getResult())) {
      if (!isTensor(result)) {
        bindScalar(result, values[i]);
        continue;
      }
      if (result.use_empty())
        continue;
      Buffer *&buffer = buffers[result];
      Type element = cast<RankedTensorType>(result.getType()).getElementType();
      if (!buffer)
        buffer = createBuffer(shapeOf(result), element);
      storeBuffer(buffer, shapeOf(result), element, at, values[i], strip);
    }
  }
}

void Emitter::emitScanStep(tt::ScanOp op, Strip &strip) {
  Accumulator &accumulator = accumulatorOf(accumulators, op);
  int lanes = strip.lanes;
  bool reverse = op.getReverse();
  Values current, carried;
  for (Value source : op.getSrcs())
    current.push_back(widenTo(evaluate(source, strip), lanes));
  for (auto *slot : accumulator.slots)
    carried.push_back(b.CreateLoad(slot->getAllocatedType(), slot));
  if (axisAlongLanes && lanes > 1)
    for (int distance = 1; distance < lanes; distance *= 2) {
      SmallVector<int> from;
      SmallVector<llvm::Constant *> reached;
      for (int lane = 0; lane < lanes; ++lane) {
        int source = reverse ? lane + distance : lane - distance;
        bool inside = source >= 0 && source < lanes;
        from.push_back(inside ? source : lane);
        reached.push_back(b.getInt1(inside));
      }
      Values args = shuffleAll(current, from);
      args.append(current.begin(), current.end());
      Values combined = emitRegion(op.getCombineOp(), args);
      if (failed)
        return;
      for (auto [value, next] : llvm::zip(current, combined))
        value = b.CreateSelect(llvm::ConstantVector::get(reached), widenTo(next, lanes), value);
    }
  Values args;
  for (llvm::Value *value : carried)
    args.push_back(widenTo(value, lanes));
  args.append(current.begin(), current.end());
  Values combined = emitRegion(op.getCombineOp(), args);
  if (failed)
    return;
  for (auto [i, result] : llvm::enumerate(op.getResult())) {
    llvm::Value *value = b.CreateSelect(strip.isFirst, current[i], widenTo(combined[i], lanes));
    llvm::Value *carry = value;
    if (axisAlongLanes && lanes > 1)
      carry = b.CreateExtractElement(value, uint64_t(reverse ? 0 : lanes - 1));
    b.CreateStore(carry, accumulator.slots[i]);
    remember(result, strip, value);
  }
}

} // namespace tritonc::cpu

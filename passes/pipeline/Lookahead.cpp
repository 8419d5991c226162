//===- Lookahead.cpp - computing iterations before their turn -------------===//
#include "passes/pipeline/Lookahead.h"

using namespace mlir;

namespace tritonc {

static SmallVector<Value> rootsOf(ArrayRef<Operation *> loads) {
  SmallVector<Value> roots;
  for (Operation *op : loads) {
    auto load = cast<tt::LoadOp>(op);
    for (Value operand : {load.getPtr(), load.getMask(), load.getOther()})
      if (operand)
        roots.push_back(operand);
  }
  return roots;
}

Lookahead::Lookahead(scf::ForOp loop, unsigned distance, ArrayRef<Operation *> loads)
    : distance(distance), loads(loads), loop(loop), slice(*sliceOf(loop, rootsOf(loads))), ops(slice.inOrder()) {
  for (unsigned number : slice.carried)
    carried.push_back(loop.getInitArgs()[number]);
  for (Operation *load : slice.loads)
    supplied[load] = Value();
}

/// Where the iteration may not exist, nothing may be divided by zero for it.
static void guardDivision(OpBuilder &b, Operation *op, Value valid) {
  if (!valid || isSpeculatable(op) || !isa<arith::DivSIOp, arith::DivUIOp, arith::RemSIOp, arith::RemUIOp>(op))
    return;
  OpBuilder::InsertionGuard guard(b);
  b.setInsertionPoint(op);
  Value divisor = op->getOperand(1);
  Type type = divisor.getType();
  Value one = arith::ConstantOp::create(b, op->getLoc(), b.getOneAttr(type));
  if (auto tensor = dyn_cast<RankedTensorType>(type))
    valid = tt::SplatOp::create(b, op->getLoc(), tensor.clone(b.getI1Type()), valid);
  op->setOperand(1, arith::SelectOp::create(b, op->getLoc(), valid, divisor, one));
}

SmallVector<Lookahead::Access> Lookahead::evaluate(OpBuilder &b, llvm::function_ref<Value()> iv, Value valid) {
  IRMapping map;
  if (slice.induction)
    map.map(loop.getInductionVar(), iv());
  for (auto [number, value] : llvm::zip(slice.carried, carried))
    map.map(loop.getRegionIterArg(number), value);
  for (auto &[load, value] : supplied)
    map.map(load->getResult(0), value);
  for (Operation *op : ops)
    guardDivision(b, b.clone(*op, map), valid);
  SmallVector<Access> accesses;
  for (Operation *op : loads) {
    auto load = cast<tt::LoadOp>(op);
    auto mapped = [&](Value v) { return v ? map.lookupOrDefault(v) : Value(); };
    Value mask = restrictMask(b, load.getLoc(), mapped(load.getMask()), valid, load.getPtr().getType());
    accesses.push_back({load, mapped(load.getPtr()), mask, mapped(load.getOther())});
  }
  // All at once: a yielded value may be another's old one.
  SmallVector<Value> next;
  for (unsigned number : slice.carried)
    next.push_back(map.lookupOrDefault(loop.getYieldedValues()[number]));
  carried = std::move(next);
  return accesses;
}

void Lookahead::appendState(SmallVectorImpl<Value> &state) const {
  llvm::append_range(state, carried);
  for (auto &[load, value] : supplied)
    state.push_back(value);
}

void Lookahead::setState(ValueRange &state) {
  auto take = [&] {
    Value first = state.front();
    state = state.drop_front();
    return first;
  };
  for (Value &value : carried)
    value = take();
  for (auto &[load, value] : supplied)
    value = take();
}

Value restrictMask(OpBuilder &builder, Location loc, Value mask, Value valid, Type like) {
  if (!valid)
    return mask;
  if (auto tensor = dyn_cast<RankedTensorType>(like))
    valid = tt::SplatOp::create(builder, loc, tensor.clone(builder.getI1Type()), valid);
  return mask ? arith::AndIOp::create(builder, loc, mask, valid).getResult() : valid;
}

Value makeLoad(OpBuilder &b, const Lookahead::Access &access) {
  auto load = cast<tt::LoadOp>(b.clone(*tt::LoadOp(access.load).getOperation()));
  load.getPtrMutable().assign(access.ptr);
  if (access.mask)
    load.getMaskMutable().assign(access.mask);
  else
    load.getMaskMutable().clear();
  if (access.other)
    load.getOtherMutable().assign(access.other);
  return load.getResult();
}

} // namespace tritonc

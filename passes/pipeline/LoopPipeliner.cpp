//===- LoopPipeliner.cpp - what runs ahead, and the loop around the rest --===//
#include "passes/pipeline/LoopPipeliner.h"
#include "passes/layout/linear/Swizzle.h"
#include "passes/pipeline/TransposedOperands.h"

using namespace mlir;
using namespace tritonc;

//===----------------------------------------------------------------------===//
// Buffers
//===----------------------------------------------------------------------===//

ttg::MemDescType LoopPipeliner::blockType(const AheadLoad &load) {
  if (!load.buffers.empty())
    return cast<ttg::LocalAllocOp>(load.buffers.front()).getType();
  if (load.buffer)
    return load.buffer;
  RankedTensorType type = load.type();
  const LinearLayout &own = *ttg::layoutOf(type);
  unsigned bits = type.getElementTypeBitWidth();
  const LinearLayout &reader = load.paths.empty() ? own : load.paths.front().layouts.front();
  LinearLayout layout = target.isNVIDIA() ? copyBuffer(own, accessSteps(load.op, axes), reader, bits)
                                          : storedBuffer(own, reader, bits, target);
  MLIRContext *ctx = loop.getContext();
  return ttg::MemDescType::get(ctx, type.getShape(), type.getElementType(), ttg::SharedEncodingAttr::get(ctx, layout));
}

void LoopPipeliner::chooseSlots() {
  feedsWarpGroups = llvm::any_of(*loop.getBody(), [](Operation &op) { return isa<ttg::WarpGroupDotOp>(op); });
  if (has(AheadKind::Store)) {
    int64_t bytes = 0;
    for (const AheadLoad &load : loads)
      if (load.kind == AheadKind::Store)
        bytes += blockType(load).getBytes();
    storeLate = copyDistance == 1 || 2 * bytes > target.maxSharedBytes;
    slots = storeLate ? 1 : 2;
    return;
  }
  slots = copyDistance + 1;
  copyLate = feedsWarpGroups;
  int64_t bytes = 0;
  for (const AheadLoad &load : loads)
    if (load.kind == AheadKind::Copy)
      bytes += blockType(load).getBytes();
  if (!feedsWarpGroups && bytes * slots > target.maxSharedBytes && bytes * copyDistance <= target.maxSharedBytes) {
    slots = copyDistance;
    copyLate = true;
  }
}

void LoopPipeliner::allocate() {
  for (AheadLoad &load : loads) {
    if (load.kind == AheadKind::Register)
      continue;
    ttg::MemDescType block = blockType(load);
    SmallVector<int64_t> shape{int64_t(slots)};
    llvm::append_range(shape, block.getShape());
    auto type = ttg::MemDescType::get(loop.getContext(), shape, block.getElementType(), block.getEncoding());
    buffers[load.op] = ttg::LocalAllocOp::create(b, load.op.getLoc(), type, Value());
  }
}

Value LoopPipeliner::slotOf(AheadLoad &load, Value index) {
  Value buffer = buffers.lookup(load.op);
  auto type = cast<ttg::MemDescType>(buffer.getType());
  auto block =
      ttg::MemDescType::get(loop.getContext(), type.getShape().drop_front(), type.getElementType(), type.getEncoding());
  return ttg::MemDescIndexOp::create(b, load.op.getLoc(), block, buffer, index);
}

Value LoopPipeliner::nextSlot(Value slot) {
  Value next = arith::AddIOp::create(b, loc, slot, constant(slot.getType(), 1));
  Value wraps = arith::CmpIOp::create(b, loc, arith::CmpIPredicate::eq, next, constant(slot.getType(), slots));
  return arith::SelectOp::create(b, loc, wraps, constant(slot.getType(), 0), next);
}

//===----------------------------------------------------------------------===//
// Ahead
//===----------------------------------------------------------------------===//

void LoopPipeliner::addLookahead(AheadKind kind, unsigned distance) {
  SmallVector<Operation *> ops;
  for (AheadLoad &load : loads)
    if (load.kind == kind)
      ops.push_back(load.source ? load.source : load.op);
  if (ops.empty())
    return;
  int consumer = -1;
  while (!ops.empty()) {
    aheads.push_back({Lookahead(loop, distance++, ops), kind, consumer});
    consumer = int(aheads.size()) - 1;
    ops.assign(aheads.back().lookahead.wanted().begin(), aheads.back().lookahead.wanted().end());
  }
}

void LoopPipeliner::addLookaheads() {
  addLookahead(AheadKind::Copy, copyDistance);
  addLookahead(AheadKind::Store, storeLate ? 1 : 2);
  addLookahead(AheadKind::Register, 1);
}

/// The bound of iterations that have another one `distance` after them.
Value LoopPipeliner::bound(unsigned distance) {
  Value &known = bounds[distance];
  if (known)
    return known;
  OpBuilder::InsertionGuard guard(b);
  b.setInsertionPoint(made ? made : loop);
  if (distance == 0)
    return known = loop.getUpperBound();
  Value step = b.createOrFold<arith::MulIOp>(loc, loop.getStep(), constant(loop.getStep().getType(), distance));
  return known = b.createOrFold<arith::SubIOp>(loc, loop.getUpperBound(), step);
}

Value LoopPipeliner::isBefore(Value iv, Value limit) {
  Value before = b.createOrFold<arith::CmpIOp>(loc, arith::CmpIPredicate::slt, iv, limit);
  return matchPattern(before, m_One()) ? Value() : before;
}

Value LoopPipeliner::advanced(Value iv, unsigned distance) {
  if (distance == 0)
    return iv;
  Value step = b.createOrFold<arith::MulIOp>(loc, loop.getStep(), constant(iv.getType(), distance));
  return b.createOrFold<arith::AddIOp>(loc, iv, step);
}

/// Starts what `ahead` loads for the iteration `more` after `iv`; copies go to `slot`.
void LoopPipeliner::evaluate(Lookahead &ahead, Value iv, unsigned more, Value slot) {
  const Ahead &self = *llvm::find_if(aheads, [&](const Ahead &a) { return &a.lookahead == &ahead; });
  Value valid = isBefore(iv, bound(more));
  for (const Lookahead::Access &access : ahead.evaluate(b, [&] { return advanced(iv, more); }, valid)) {
    tt::LoadOp op = access.load;
    if (self.consumer >= 0) {
      aheads[self.consumer].lookahead.supply(op, makeLoad(b, access));
    } else if (self.kind == AheadKind::Copy) {
      AheadLoad &load = *llvm::find_if(loads, [&](const AheadLoad &l) { return (l.source ? l.source : l.op) == op; });
      ttg::AsyncCopyOp::create(b, op.getLoc(), access.ptr, access.mask, slotOf(load, slot), op.getCache(),
                               op.getEvict());
    } else {
      inFlight[op] = makeLoad(b, access);
    }
  }
  if (self.consumer < 0 && self.kind == AheadKind::Copy)
    ttg::AsyncCommitOp::create(b, loc);
}

/// Everything up to where the first iteration finds what later ones find: as if iterations ran from -distance on.
void LoopPipeliner::prologue() {
  unsigned longest = 0;
  for (const Ahead &ahead : aheads)
    longest = std::max(longest, ahead.lookahead.distance);
  for (unsigned before = longest; before > 0; --before)
    for (Ahead &ahead : aheads) {
      if (ahead.lookahead.distance < before)
        continue;
      unsigned iteration = ahead.lookahead.distance - before;
      bool copies = ahead.consumer < 0 && ahead.kind == AheadKind::Copy;
      evaluate(ahead.lookahead, loop.getLowerBound(), iteration,
               copies ? constant(b.getI32Type(), iteration) : Value());
      if (ahead.consumer < 0 && ahead.kind == AheadKind::Store && iteration == 0)
        first = inFlight;
    }
  for (AheadLoad &load : loads)
    if (load.kind == AheadKind::Store)
      ttg::LocalStoreOp::create(b, load.op.getLoc(), first.lookup(load.op), slotOf(load, constant(b.getI32Type(), 0)));
}

SmallVector<Value> LoopPipeliner::state() {
  SmallVector<Value> state;
  for (const Ahead &ahead : aheads)
    ahead.lookahead.appendState(state);
  for (AheadLoad &load : loads)
    if (load.kind != AheadKind::Copy)
      state.push_back(inFlight.lookup(load.op));
  return state;
}

void LoopPipeliner::setState(ValueRange state) {
  for (Ahead &ahead : aheads)
    ahead.lookahead.setState(state);
  for (AheadLoad &load : loads)
    if (load.kind != AheadKind::Copy) {
      inFlight[load.op] = state.front();
      state = state.drop_front();
    }
}

//===----------------------------------------------------------------------===//
// The loop
//===----------------------------------------------------------------------===//

/// Waits for this iteration's slot, and hands on what the iteration before brought into registers.
void LoopPipeliner::readSlots(Value slot) {
  bool copies = has(AheadKind::Copy);
  ttg::AsyncWaitOp::create(b, loc, copies ? copyDistance - 1 : 0);
  if (feedsWarpGroups)
    ttg::FenceAsyncSharedOp::create(b, loc);
  if (!storeLate && has(AheadKind::Store))
    storeToSlots(arith::XOrIOp::create(b, loc, slot, constant(slot.getType(), 1)));
}

void LoopPipeliner::storeToSlots(Value slot) {
  for (AheadLoad &load : loads)
    if (load.kind == AheadKind::Store) {
      auto store = ttg::LocalStoreOp::create(b, load.op.getLoc(), inFlight.lookup(load.op), slotOf(load, slot));
      store->setAttr(ttg::aheadAttr, b.getUnitAttr());
    }
}

void LoopPipeliner::build() {
  SmallVector<Value> inits;
  for (unsigned number : neededCarried.set_bits())
    inits.push_back(loop.getInitArgs()[number]);
  llvm::append_range(inits, state());
  bool inMemory = has(AheadKind::Copy) || has(AheadKind::Store);
  if (inMemory)
    inits.push_back(constant(b.getI32Type(), 0));
  made = scf::ForOp::create(b, loc, loop.getLowerBound(), loop.getUpperBound(), loop.getStep(), inits);
  made->setDiscardableAttrs(loop->getDiscardableAttrDictionary());
  made->removeAttr("tt.num_stages");
  b.setInsertionPointToEnd(made.getBody());

  IRMapping map;
  map.map(loop.getInductionVar(), made.getInductionVar());
  ValueRange arguments = made.getRegionIterArgs();
  for (unsigned number : neededCarried.set_bits()) {
    map.map(loop.getRegionIterArg(number), arguments.front());
    arguments = arguments.drop_front();
  }
  setState(arguments);
  Value slot = inMemory ? arguments.back() : Value();
  auto current = inFlight; // loads in registers: this iteration's, before the next take their place
  auto runAhead = [&](bool copies) {
    Value filled = slot;
    if (copies && has(AheadKind::Copy) && slots > copyDistance) {
      // The slot before this one.
      Value isFirst = arith::CmpIOp::create(b, loc, arith::CmpIPredicate::eq, slot, constant(slot.getType(), 0));
      filled = arith::SelectOp::create(b, loc, isFirst, constant(slot.getType(), copyDistance),
                                       arith::SubIOp::create(b, loc, slot, constant(slot.getType(), 1)));
    }
    for (Ahead &ahead : aheads)
      if ((ahead.kind == AheadKind::Copy) == copies)
        evaluate(ahead.lookahead, made.getInductionVar(), ahead.lookahead.distance, filled);
  };
  if (inMemory)
    readSlots(slot);
  if (!copyLate)
    runAhead(/*copies=*/true);
  runAhead(/*copies=*/false);
  for (AheadLoad &load : loads)
    if (load.kind != AheadKind::Register)
      views[load.op] = slotOf(load, slot);
  std::swap(current, inFlight);
  cloneBody(map);
  std::swap(current, inFlight);
  if (copyLate)
    runAhead(/*copies=*/true);
  if (storeLate)
    storeToSlots(slot);

  SmallVector<Value> yielded;
  for (unsigned number : neededCarried.set_bits())
    yielded.push_back(map.lookupOrDefault(loop.getYieldedValues()[number]));
  llvm::append_range(yielded, state());
  if (inMemory)
    yielded.push_back(slots == 1 ? slot : nextSlot(slot));
  scf::YieldOp::create(b, loc, yielded);
}

void LoopPipeliner::finish() {
  b.setInsertionPointAfter(made);
  if (!buffers.empty())
    ttg::AsyncWaitOp::create(b, loc, 0);
  for (AheadLoad &load : loads)
    if (Value buffer = buffers.lookup(load.op))
      ttg::LocalDeallocOp::create(b, load.op.getLoc(), buffer);
  for (auto [i, number] : llvm::enumerate(neededCarried.set_bits()))
    loop.getResult(number).replaceAllUsesWith(made.getResult(i));
  loop.erase();
}

void LoopPipeliner::run() {
  chooseSlots();
  allocate();
  addLookaheads();
  prologue();
  findNeeded();
  build();
  finish();
}

//===- Loads.cpp - pipeline-loads: loads ahead of their use ---------------===//
//
// A load that feeds a product takes as long as many products. So it is made iterations ahead: copied to one of several
// slots in shared memory while the products of earlier iterations run. With s stages, s - 1 iterations are on their way
// besides the one worked on.
//
//   scf.for %i ... {                         %m = ttg.local_alloc : 3 slots
//     %x = tt.load %p                        copy iterations 0 and 1 to slots 0 and 1, a group each
//     %a = ttg.convert_layout %x             scf.for %i ... (%slot, %q: %p two iterations ahead) {
//     %d = tt.dot %a, ...             ->       ttg.async_wait {pending = 1}      // this iteration's group has arrived
//   }                                          // (barrier)
//                                              ttg.async_copy %q to %m[%slot - 1], if i + 2 < n;  ttg.async_commit
//                                              %a = ttg.local_load %m[%slot]
//                                              %d = tt.dot %a, ...
//                                            }
//
// One barrier serves both ends: it makes the arrived slot visible, and keeps the new copy away from the slot that was
// read last, which is the one it fills. That takes one slot more than there are copies on their way. Where this slot
// would not fit the target, the copy goes to the end of the iteration and into the slot just read, at the price of a
// second barrier (which tritonc-insert-barriers finds needed). Products of warpgroups read their slots while they run,
// so with them too the copy goes to the end.
//
// Loops of no or one iteration need nothing special: copies of iterations that do not exist are masked out and write
// zeros to slots that nobody reads.
//
// Targets without asynchronous copies: a load goes into registers two iterations ahead and from there to one of two
// slots an iteration later. Such a store counts as asynchronous (`ttg.ahead`): its slot is read after the next wait.
// With two stages, or where two slots do not fit, there is one slot, loads go one iteration ahead, and the store stands
// at the end of the iteration, after a barrier of its own. Loads that nothing exchanges between threads stay in
// registers, one iteration ahead.
//
//===----------------------------------------------------------------------===//
#include "mlir/Transforms/RegionUtils.h"
#include "passes/ir/SharedMemory.h"
#include "passes/layout/linear/Swizzle.h"
#include "passes/pipeline/Lookahead.h"
#include "passes/pipeline/LoopLoads.h"
#include "passes/pipeline/Passes.h"

using namespace mlir;

namespace tritonc {
#define GEN_PASS_DEF_PIPELINELOADS
#include "passes/pipeline/Passes.h.inc"
} // namespace tritonc

using namespace tritonc;

namespace {

class LoopPipeliner {
public:
  LoopPipeliner(scf::ForOp loop, SmallVector<AheadLoad> loads, unsigned stages, const AxisInfoAnalysis &axes,
                const Target &target)
      : loop(loop), loc(loop.getLoc()), loads(std::move(loads)), copyDistance(stages - 1), axes(axes), target(target),
        b(loop) {}

  void run();

private:
  // Buffers.
  void chooseSlots();
  ttg::MemDescType blockType(const AheadLoad &load);
  void allocate();
  Value slotOf(AheadLoad &load, Value index);
  Value nextSlot(Value slot);
  // Ahead.
  bool has(AheadKind kind) const {
    return llvm::any_of(loads, [&](const AheadLoad &load) { return load.kind == kind; });
  }
  void addLookaheads();
  void addLookahead(AheadKind kind, unsigned distance);
  Value bound(unsigned distance);
  Value constant(Type type, int64_t value) { return arith::ConstantOp::create(b, loc, b.getIntegerAttr(type, value)); }
  Value isBefore(Value iv, Value limit);
  Value advanced(Value iv, unsigned distance);
  void evaluate(Lookahead &ahead, Value iv, unsigned more, Value slot);
  void prologue();
  SmallVector<Value> state();
  void setState(ValueRange state);
  // The loop.
  void findNeeded();
  void need(Value value, SmallVectorImpl<Value> &work);
  void build();
  void readSlots(Value slot);
  void storeToSlots(Value slot);
  void cloneBody(IRMapping &map);
  bool emitAheadLoad(Operation *op, IRMapping &map);
  Value readAlong(AheadLoad &load, const LayoutPath &path);
  Value localLoad(AheadLoad &load, const LinearLayout &layout);
  void finish();

  scf::ForOp loop, made;
  Location loc;
  SmallVector<AheadLoad> loads;
  unsigned copyDistance;
  const AxisInfoAnalysis &axes;
  const Target &target;
  OpBuilder b;

  unsigned slots = 0;
  /// Whether copies are started at the end of an iteration.
  bool copyLate = false;
  /// Whether loads in registers go to shared memory at the end of an iteration.
  bool storeLate = false;
  /// Whether wgmma reads the slots.
  bool feedsWarpGroups = false;
  llvm::DenseMap<Operation *, Value> buffers;                 // of a load: its slots
  llvm::DenseMap<Operation *, Value> views;                   // of a load: the slot of this iteration
  llvm::DenseMap<Operation *, Value> inFlight;                // of a load: its value in registers
  llvm::DenseMap<Operation *, Value> first;                   // of a load through registers: iteration 0
  llvm::DenseMap<std::pair<Operation *, Type>, Value> blocks; // read in this iteration
  struct Ahead {
    Lookahead lookahead;
    AheadKind kind;
    /// The one that wants the loads, or -1: the loop.
    int consumer;
  };
  std::vector<Ahead> aheads;
  llvm::DenseMap<unsigned, Value> bounds;
  llvm::SmallPtrSet<Operation *, 32> needed;
  llvm::SmallBitVector neededCarried;
};

//===----------------------------------------------------------------------===//
// Buffers
//===----------------------------------------------------------------------===//

ttg::MemDescType LoopPipeliner::blockType(const AheadLoad &load) {
  if (!load.buffers.empty())
    return cast<ttg::LocalAllocOp>(load.buffers.front()).getType();
  RankedTensorType type = load.type();
  const LinearLayout &own = *ttg::layoutOf(type);
  unsigned bits = type.getElementTypeBitWidth();
  const LinearLayout &reader = load.paths.empty() ? own : load.paths.front().layouts.front();
  LinearLayout layout = target.isNVIDIA() ? copyBuffer(own, accessSteps(load.op, axes), reader, bits)
                                          : exchangeBuffer(own, reader, bits).offsetToCoords;
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
      ops.push_back(load.op);
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
      AheadLoad &load = *llvm::find_if(loads, [&](const AheadLoad &l) { return l.op == op; });
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
// What is left of the body
//===----------------------------------------------------------------------===//

static bool keepsOther(const AheadLoad &load) { return load.usedDirectly && tt::LoadOp(load.op).getOther(); }

void LoopPipeliner::need(Value value, SmallVectorImpl<Value> &work) {
  if (auto argument = dyn_cast<BlockArgument>(value)) {
    if (argument.getOwner() != loop.getBody() || argument == loop.getInductionVar())
      return;
    unsigned number = argument.getArgNumber() - loop.getNumInductionVars();
    if (!neededCarried.test(number)) {
      neededCarried.set(number);
      work.push_back(loop.getYieldedValues()[number]);
    }
    return;
  }
  Operation *op = value.getDefiningOp();
  if (op->getBlock() != loop.getBody() || !needed.insert(op).second)
    return;
  for (AheadLoad &load : loads) {
    if (load.op == op) {
      if (keepsOther(load) && load.kind != AheadKind::Register)
        work.append({load.op.getMask(), load.op.getOther()});
      return;
    }
    if (load.kind == AheadKind::Register)
      continue;
    for (const LayoutPath &path : load.paths)
      if (path.convert == op)
        return;
    if (llvm::is_contained(load.buffers, op))
      return;
  }
  llvm::append_range(work, op->getOperands());
  llvm::SetVector<Value> captured;
  getUsedValuesDefinedAbove(op->getRegions(), captured);
  llvm::append_range(work, captured);
}

/// The ops and carried values that the loop needs besides what runs ahead.
void LoopPipeliner::findNeeded() {
  neededCarried.resize(loop.getNumRegionIterArgs());
  SmallVector<Value> work;
  for (auto [number, result] : llvm::enumerate(loop.getResults()))
    if (!result.use_empty()) {
      neededCarried.set(number);
      work.push_back(loop.getYieldedValues()[number]);
    }
  for (Operation &op : loop.getBody()->without_terminator()) {
    bool isAhead = llvm::any_of(loads, [&](AheadLoad &load) {
      return load.op == &op || (load.kind != AheadKind::Register && llvm::is_contained(load.buffers, &op));
    });
    auto otherLoad = dyn_cast<tt::LoadOp>(op);
    if (isAhead || isMemoryEffectFree(&op) || (otherLoad && !otherLoad.getIsVolatile()))
      continue;
    // The wait is followed by a fence already.
    if (isa<ttg::FenceAsyncSharedOp>(op) && feedsWarpGroups && has(AheadKind::Copy) &&
        llvm::all_of(loop.getBody()->getOps<ttg::LocalAllocOp>(), [&](ttg::LocalAllocOp alloc) {
          return llvm::any_of(loads,
                              [&](AheadLoad &load) { return llvm::is_contained(load.buffers, alloc.getOperation()); });
        }))
      continue;
    needed.insert(&op);
    llvm::append_range(work, op.getOperands());
    llvm::SetVector<Value> captured;
    getUsedValuesDefinedAbove(op.getRegions(), captured);
    llvm::append_range(work, captured);
  }
  while (!work.empty())
    need(work.pop_back_val(), work);
}

Value LoopPipeliner::localLoad(AheadLoad &load, const LinearLayout &layout) {
  RankedTensorType type = ttg::withLayout(load.type(), layout);
  Value &block = blocks[{load.op.getOperation(), type}];
  if (!block)
    block = ttg::LocalLoadOp::create(b, load.op.getLoc(), type, views.lookup(load.op));
  return block;
}

/// The result of the change of layout, from a load in the layout that makes it so.
Value LoopPipeliner::readAlong(AheadLoad &load, const LayoutPath &path) {
  Value value = localLoad(load, path.layouts.front());
  for (auto [i, op] : llvm::enumerate(path.ops)) {
    IRMapping map;
    map.map(op->getOperand(0), value);
    Operation *copy = b.clone(*op, map);
    copy->getResult(0).setType(
        ttg::withLayout(cast<RankedTensorType>(op->getResult(0).getType()), path.layouts[i + 1]));
    value = copy->getResult(0);
  }
  return value;
}

/// Whether `op` was a load made ahead or one of its users that read the slot directly; its result is then mapped.
bool LoopPipeliner::emitAheadLoad(Operation *op, IRMapping &map) {
  for (AheadLoad &load : loads) {
    if (load.op == op) {
      if (load.kind == AheadKind::Register) {
        map.map(load.op.getResult(), inFlight.lookup(op));
      } else if (load.usedDirectly) {
        Value value = localLoad(load, *ttg::layoutOf(load.type()));
        if (load.op.getOther())
          value = arith::SelectOp::create(b, op->getLoc(), map.lookupOrDefault(load.op.getMask()), value,
                                          map.lookupOrDefault(load.op.getOther()));
        map.map(load.op.getResult(), value);
      }
      return true;
    }
    if (load.kind == AheadKind::Register)
      continue;
    for (const LayoutPath &path : load.paths)
      if (path.convert == op) {
        map.map(op->getResult(0), readAlong(load, path));
        return true;
      }
    if (llvm::is_contained(load.buffers, op)) {
      map.map(op->getResult(0), views.lookup(load.op));
      return true;
    }
  }
  return false;
}

void LoopPipeliner::cloneBody(IRMapping &map) {
  for (Operation &op : loop.getBody()->without_terminator())
    if (needed.contains(&op) && !emitAheadLoad(&op, map))
      b.clone(op, map);
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
  auto runAhead = [&] {
    Value filled = slot;
    if (has(AheadKind::Copy) && slots > copyDistance) {
      // The slot before this one.
      Value isFirst = arith::CmpIOp::create(b, loc, arith::CmpIPredicate::eq, slot, constant(slot.getType(), 0));
      filled = arith::SelectOp::create(b, loc, isFirst, constant(slot.getType(), copyDistance),
                                       arith::SubIOp::create(b, loc, slot, constant(slot.getType(), 1)));
    }
    for (Ahead &ahead : aheads)
      evaluate(ahead.lookahead, made.getInductionVar(), ahead.lookahead.distance, filled);
  };
  if (inMemory)
    readSlots(slot);
  if (!copyLate)
    runAhead();
  for (AheadLoad &load : loads)
    if (load.kind != AheadKind::Register)
      views[load.op] = slotOf(load, slot);
  std::swap(current, inFlight);
  cloneBody(map);
  std::swap(current, inFlight);
  if (copyLate)
    runAhead();
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

//===----------------------------------------------------------------------===//
// The pass
//===----------------------------------------------------------------------===//

unsigned stagesOf(scf::ForOp loop, unsigned launch) {
  auto own = loop->getAttrOfType<IntegerAttr>("tt.num_stages");
  return own ? unsigned(std::max<int64_t>(1, own.getInt())) : launch;
}

struct PipelineLoadsPass : tritonc::impl::PipelineLoadsBase<PipelineLoadsPass> {
  using PipelineLoadsBase::PipelineLoadsBase;

  void runOnOperation() override {
    tt::FuncOp function = getOperation();
    SmallVector<scf::ForOp> loops;
    function.walk([&](scf::ForOp loop) {
      if (stagesOf(loop, numStages) > 1)
        loops.push_back(loop);
    });
    if (loops.empty())
      return;
    llvm::Expected<Target> target = parseTarget(ttg::targetName(function));
    if (!target) {
      function.emitError() << llvm::toString(target.takeError());
      return signalPassFailure();
    }
    for (scf::ForOp loop : loops) {
      AxisInfoAnalysis axes(function); // anew, since a loop before this one was replaced
      SmallVector<AheadLoad> loads = findAheadLoads(loop, axes, *target);
      if (loads.empty())
        continue;
      numLoads += loads.size();
      LoopPipeliner(loop, std::move(loads), stagesOf(loop, numStages), axes, *target).run();
    }
  }
};

} // namespace

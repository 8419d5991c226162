//===- AsyncDots.cpp - pipeline-async-dots: products that outlast an iteration ===//
//
// A product by warpgroups runs while its threads go on. In a loop that only sums up products, nobody needs the sum
// before the end, so the next iteration may start while the product of this one runs: its wait and barrier, and the
// start of copies, then cost nothing. What must be over is the product of the iteration before, whose slot is filled
// next.
//
//   scf.for iter_args(%s) {                       scf.for iter_args(%s) {
//     ttg.async_wait                                ttg.async_wait
//     %d = ttg.warp_group_dot %a, %b, %s     ->     %d = ttg.warp_group_dot %a, %b, %s {isAsync = true}
//     (copies to the slot before this one)          %w = ttg.warp_group_dot_wait %d {pending = 1}
//     scf.yield %d                                  (copies to the slot before this one)
//   }                                               scf.yield %w
//                                                 }
//                                                 %r = ttg.warp_group_dot_wait %loop {pending = 0}
//
// Done where operands lie in shared memory that the loop writes, if at all, after the product and in another slot, and
// where the sum goes from product to product untouched.
//
// In attention's loop the sum is scaled before it is used again, after another product. The last product of an
// iteration may outlast it all the same, to the wait for that first product of the next one:
//
//   scf.for iter_args(%s) {                       scf.for iter_args(%s) {
//     %x = ttg.warp_group_dot %q, %k, 0     ->      %x0 = ttg.warp_group_dot %q, %k, 0 {isAsync = true}
//     %t = f(%s, %x)                                %x, %s1 = ttg.warp_group_dot_wait %x0, %s {pending = 0}
//     %d = ttg.warp_group_dot g(%x), %v, %t         %t = f(%s1, %x)
//     scf.yield %d                                  %d = ttg.warp_group_dot g(%x), %v, %t {isAsync = true}
//   }                                               scf.yield %d
//                                                 }
//
// Copies that are one iteration ahead are due at its start. Behind the last product they would have no time to arrive,
// so they are moved to that wait, behind which the slot that they fill is free.
//
//===----------------------------------------------------------------------===//
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "passes/ir/SharedMemory.h"
#include "passes/pipeline/Passes.h"

using namespace mlir;

namespace tritonc {
#define GEN_PASS_DEF_PIPELINEASYNCDOTS
#include "passes/pipeline/Passes.h.inc"
} // namespace tritonc

using namespace tritonc;

namespace {

/// The view behind transpositions.
Value stripTranspositions(Value memory) {
  while (auto trans = memory.getDefiningOp<ttg::MemDescTransOp>())
    memory = trans.getSrc();
  return memory;
}

/// What `op` writes to shared memory; null if it writes none.
Value writtenMemory(Operation *op) {
  return TypeSwitch<Operation *, Value>(op)
      .Case<ttg::AsyncCopyOp, ttg::LocalStoreOp, ttg::TmaLoadOp>([](auto write) { return write.getDst(); })
      .Default([](Operation *) { return Value(); });
}

/// Whether the sum may be under way while threads do other things: sums in pairs would be taken apart in between,
/// partial sums of fp8 are added by threads.
bool staysInUnit(ttg::WarpGroupDotOp dot) {
  Type element = getElementTypeOrSelf(dot.getType()), factor = dot.getB().getType().getElementType();
  bool isFP8 = isa<FloatType>(factor) && factor.getIntOrFloatBitWidth() == 8;
  return !dot.getIsAsync() && !element.isF16() &&
         (!isFP8 || int64_t(dot.getMaxNumImpreciseAcc()) >= dot.getB().getType().getBlockShape().front());
}

class LoopProducts {
public:
  explicit LoopProducts(scf::ForOp loop) : loop(loop) {}

  unsigned run() {
    SmallVector<ttg::WarpGroupDotOp> all(loop.getBody()->getOps<ttg::WarpGroupDotOp>());
    SmallVector<ttg::WarpGroupDotOp> chained;
    for (ttg::WarpGroupDotOp dot : all)
      if (isChained(dot))
        chained.push_back(dot);
    if (!chained.empty()) {
      outlast(chained);
      return chained.size();
    }
    if (all.size() > 1 && waitsForNext(all.front(), all.back())) {
      outlastUntil(all.front(), all.back());
      return 2;
    }
    return 0;
  }

private:
  std::optional<unsigned> carriedNumber(ttg::WarpGroupDotOp dot);
  bool isChained(ttg::WarpGroupDotOp dot);
  bool waitsForNext(ttg::WarpGroupDotOp first, ttg::WarpGroupDotOp last);
  void outlast(ArrayRef<ttg::WarpGroupDotOp> dots);
  void outlastUntil(ttg::WarpGroupDotOp first, ttg::WarpGroupDotOp last);
  void startCopiesBehind(ttg::WarpGroupDotWaitOp wait);
  bool fillsFreeSlot(ttg::AsyncCopyOp copy);
  void waitAfterLoop(ArrayRef<unsigned> numbers);
  bool slotStays(Value memory, Operation *dot);

  scf::ForOp loop;
};

/// Whether nothing writes what a product reads before the product of the next iteration has started.
bool LoopProducts::slotStays(Value memory, Operation *dot) {
  memory = stripTranspositions(memory);
  auto slot = memory.getDefiningOp<ttg::MemDescIndexOp>();
  auto alloc = (slot ? slot.getSrc() : memory).getDefiningOp<ttg::LocalAllocOp>();
  if (!alloc || loop->isAncestor(alloc))
    return false;
  bool stays = true;
  loop.getBody()->walk([&](Operation *op) {
    Value written = writtenMemory(op);
    if (!written)
      return;
    written = stripTranspositions(written);
    auto other = written.getDefiningOp<ttg::MemDescIndexOp>();
    if ((other ? other.getSrc() : written) != alloc.getResult())
      return;
    stays &= slot && other && alloc.getType().getNumCopies() > 1 && other.getIndex() != slot.getIndex() &&
             op->getBlock() == dot->getBlock() && dot->isBeforeInBlock(op);
  });
  return stays;
}

/// The number of the carried value that the product's sum becomes, if nothing else uses it.
std::optional<unsigned> LoopProducts::carriedNumber(ttg::WarpGroupDotOp dot) {
  if (!dot.getD().hasOneUse())
    return std::nullopt;
  OpOperand &use = *dot.getD().use_begin();
  if (use.getOwner() != loop.getBody()->getTerminator())
    return std::nullopt;
  return use.getOperandNumber();
}

/// Whether the sum goes from each iteration's product to the next one's.
bool LoopProducts::isChained(ttg::WarpGroupDotOp dot) {
  std::optional<unsigned> number = carriedNumber(dot);
  if (!number || !staysInUnit(dot) || !isa<ttg::MemDescType>(dot.getA().getType()))
    return false;
  BlockArgument sum = loop.getRegionIterArg(*number);
  return dot.getC() == sum && sum.hasOneUse() && slotStays(dot.getA(), dot) && slotStays(dot.getB(), dot);
}

void LoopProducts::outlast(ArrayRef<ttg::WarpGroupDotOp> dots) {
  SmallVector<Value> sums;
  SmallVector<unsigned> numbers;
  for (ttg::WarpGroupDotOp dot : dots) {
    numbers.push_back(*carriedNumber(dot));
    dot.setIsAsync(true);
    sums.push_back(dot.getD());
  }
  ttg::WarpGroupDotOp last = dots.back();
  OpBuilder builder(loop.getContext());
  builder.setInsertionPointAfter(last);
  auto wait =
      ttg::WarpGroupDotWaitOp::create(builder, last.getLoc(), ValueRange(sums).getTypes(), sums, int32_t(dots.size()));
  for (auto [number, sum] : llvm::zip(numbers, wait.getOutputs()))
    loop.getBody()->getTerminator()->setOperand(number, sum);
  waitAfterLoop(numbers);
}

/// Whether the sum of `last` is first used, in the next iteration, after `first`.
bool LoopProducts::waitsForNext(ttg::WarpGroupDotOp first, ttg::WarpGroupDotOp last) {
  std::optional<unsigned> number = carriedNumber(last);
  if (!number || !staysInUnit(first) || !staysInUnit(last) || !slotStays(last.getB(), last) ||
      (isa<ttg::MemDescType>(last.getA().getType()) && !slotStays(last.getA(), last)))
    return false;
  return llvm::all_of(loop.getRegionIterArg(*number).getUsers(), [&](Operation *user) {
    Operation *inBody = loop.getBody()->findAncestorOpInBlock(*user);
    return inBody && first->isBeforeInBlock(inBody) && inBody != loop.getBody()->getTerminator();
  });
}

void LoopProducts::outlastUntil(ttg::WarpGroupDotOp first, ttg::WarpGroupDotOp last) {
  unsigned number = *carriedNumber(last);
  BlockArgument sum = loop.getRegionIterArg(number);
  first.setIsAsync(true);
  last.setIsAsync(true);
  OpBuilder builder(loop.getContext());
  builder.setInsertionPointAfter(first);
  Value inputs[] = {first.getD(), sum};
  auto wait = ttg::WarpGroupDotWaitOp::create(builder, first.getLoc(), ValueRange(inputs).getTypes(), inputs, 0);
  first.getD().replaceAllUsesExcept(wait.getOutputs()[0], wait);
  sum.replaceAllUsesExcept(wait.getOutputs()[1], wait);
  waitAfterLoop({number});
  startCopiesBehind(wait);
}

/// Whether `op` may write memory that copies read.
static bool writesGlobalMemory(Operation *op) {
  std::optional<SmallVector<MemoryEffects::EffectInstance>> effects = getEffectsRecursively(op);
  return !effects || llvm::any_of(*effects, [](const MemoryEffects::EffectInstance &effect) {
    return isa<MemoryEffects::Write>(effect.getEffect()) && !isa<ttg::SharedMemory>(effect.getResource());
  });
}

/// Whether the iteration uses other slots of the buffer than the one that is filled.
bool LoopProducts::fillsFreeSlot(ttg::AsyncCopyOp copy) {
  auto filled = stripTranspositions(copy.getDst()).getDefiningOp<ttg::MemDescIndexOp>();
  return filled && llvm::all_of(filled.getSrc().getUsers(), [&](Operation *user) {
           auto slot = dyn_cast<ttg::MemDescIndexOp>(user);
           return slot == filled || !loop->isAncestor(user) || (slot && slot.getIndex() != filled.getIndex());
         });
}

void LoopProducts::startCopiesBehind(ttg::WarpGroupDotWaitOp wait) {
  Block *body = loop.getBody();
  auto arrivals = body->getOps<ttg::AsyncWaitOp>();
  if (!llvm::hasSingleElement(arrivals) || (*arrivals.begin()).getPending() != 0 ||
      !(*arrivals.begin())->isBeforeInBlock(wait))
    return;
  llvm::SetVector<Operation *> moved;
  for (Operation &op : llvm::make_range(std::next(wait->getIterator()), body->getTerminator()->getIterator())) {
    auto copy = dyn_cast<ttg::AsyncCopyOp>(op);
    if (writesGlobalMemory(&op) || (copy && !fillsFreeSlot(copy)))
      return;
    if (copy || isa<ttg::AsyncCommitOp>(op))
      moved.insert(&op);
  }
  for (unsigned i = 0; i < moved.size(); ++i)
    for (Value operand : moved[i]->getOperands()) {
      Operation *def = operand.getDefiningOp();
      if (!def || def->getBlock() != body || !wait->isBeforeInBlock(def))
        continue;
      auto load = dyn_cast<tt::LoadOp>(def);
      if (def->getNumRegions() || !(isMemoryEffectFree(def) || (load && !load.getIsVolatile())))
        return;
      moved.insert(def);
    }
  Operation *last = wait;
  for (Operation &op : llvm::make_early_inc_range(
           llvm::make_range(std::next(wait->getIterator()), body->getTerminator()->getIterator())))
    if (moved.contains(&op)) {
      op.moveAfter(last);
      last = &op;
    }
}

void LoopProducts::waitAfterLoop(ArrayRef<unsigned> numbers) {
  OpBuilder builder(loop.getContext());
  builder.setInsertionPointAfter(loop);
  SmallVector<Value> results;
  for (unsigned number : numbers)
    results.push_back(loop.getResult(number));
  auto wait = ttg::WarpGroupDotWaitOp::create(builder, loop.getLoc(), ValueRange(results).getTypes(), results, 0);
  for (auto [result, waited] : llvm::zip(results, wait.getOutputs()))
    result.replaceAllUsesExcept(waited, wait);
}

struct AsyncDotsPass : tritonc::impl::PipelineAsyncDotsBase<AsyncDotsPass> {
  void runOnOperation() override {
    getOperation()->walk([&](scf::ForOp loop) { numDots += LoopProducts(loop).run(); });
  }
};

} // namespace

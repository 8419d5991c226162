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

class LoopProducts {
public:
  explicit LoopProducts(scf::ForOp loop) : loop(loop) {}

  unsigned run() {
    for (auto dot : loop.getBody()->getOps<ttg::WarpGroupDotOp>())
      if (canOutlast(dot))
        dots.push_back(dot);
    if (dots.empty())
      return 0;
    OpBuilder builder(loop.getContext());
    SmallVector<Value> sums;
    SmallVector<unsigned> numbers;
    for (ttg::WarpGroupDotOp dot : dots) {
      dot.setIsAsync(true);
      sums.push_back(dot.getD());
      numbers.push_back(cast<BlockArgument>(dot.getC()).getArgNumber() - loop.getNumInductionVars());
    }
    builder.setInsertionPointAfter(dots.back());
    auto wait = ttg::WarpGroupDotWaitOp::create(builder, dots.back().getLoc(), ValueRange(sums).getTypes(), sums,
                                                int32_t(dots.size()));
    for (auto [number, sum] : llvm::zip(numbers, wait.getOutputs()))
      loop.getBody()->getTerminator()->setOperand(number, sum);
    builder.setInsertionPointAfter(loop);
    SmallVector<Value> results;
    for (unsigned number : numbers)
      results.push_back(loop.getResult(number));
    auto last = ttg::WarpGroupDotWaitOp::create(builder, loop.getLoc(), ValueRange(results).getTypes(), results, 0);
    for (auto [result, waited] : llvm::zip(results, last.getOutputs()))
      result.replaceAllUsesExcept(waited, last);
    return dots.size();
  }

private:
  bool canOutlast(ttg::WarpGroupDotOp dot);
  bool slotStays(Value memory, Operation *dot);

  scf::ForOp loop;
  SmallVector<ttg::WarpGroupDotOp> dots;
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
    stays &= slot && other && other.getIndex() != slot.getIndex() && op->getBlock() == dot->getBlock() &&
             dot->isBeforeInBlock(op);
  });
  return stays;
}

bool LoopProducts::canOutlast(ttg::WarpGroupDotOp dot) {
  auto sum = dyn_cast<BlockArgument>(dot.getC());
  if (dot.getIsAsync() || !isa<ttg::MemDescType>(dot.getA().getType()) || !sum || sum.getOwner() != loop.getBody() ||
      !sum.hasOneUse() || !dot.getD().hasOneUse())
    return false;
  OpOperand &use = *dot.getD().use_begin();
  if (use.getOwner() != loop.getBody()->getTerminator() ||
      use.getOperandNumber() != sum.getArgNumber() - loop.getNumInductionVars())
    return false;
  // Sums in pairs would be taken apart in between; partial sums of fp8 are added by threads.
  Type element = getElementTypeOrSelf(dot.getType());
  Type factor = dot.getB().getType().getElementType();
  bool isFP8 = isa<FloatType>(factor) && factor.getIntOrFloatBitWidth() == 8;
  int64_t k = dot.getB().getType().getBlockShape().front();
  if (element.isF16() || (isFP8 && int64_t(dot.getMaxNumImpreciseAcc()) < k))
    return false;
  return slotStays(dot.getA(), dot) && slotStays(dot.getB(), dot);
}

struct AsyncDotsPass : tritonc::impl::PipelineAsyncDotsBase<AsyncDotsPass> {
  void runOnOperation() override {
    getOperation()->walk([&](scf::ForOp loop) { numDots += LoopProducts(loop).run(); });
  }
};

} // namespace

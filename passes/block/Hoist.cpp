//===- Hoist.cpp - block-hoist: what a loop need not compute again --------===//
//
//   scf.for ... {                                     %s = arith.muli %stride, %row : i64
//     %s = arith.muli %stride, %row : i64             scf.for ... {
//     %r = tt.make_range ...                   ->       %r = tt.make_range ...
//     %e = math.exp %x : tensor<...>                    ...
//   }                                                 }                         (and %e, if %x is made outside)
//
// Scalars are hoisted always, blocks only when making them is real work. A cheap block (see Cheap.h) that is hoisted
// would be kept in registers over the loop: 4096 indices over 128 threads are 32 registers each. LLVM still hoists the
// few instructions that the lowered form has in common, and ptxas knows what registers are left.
//
// A variable that every iteration sets to the same block, as in
//
//   offsets = tl.arange(0, 64)
//   for ...:
//       offsets = tl.arange(0, 64)
//
// is carried, though it never changes: seen once equal blocks are one. Carried, it would count as data, and addresses
// made of it would be converted between layouts.
//
//===----------------------------------------------------------------------===//
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/Interfaces/LoopLikeInterface.h"
#include "mlir/Transforms/GreedyPatternRewriteDriver.h"
#include "mlir/Transforms/LoopInvariantCodeMotionUtils.h"
#include "passes/Passes.h"
#include "passes/block/Cheap.h"

namespace tritonc {
#define GEN_PASS_DEF_BLOCKHOIST
#include "passes/Passes.h.inc"
} // namespace tritonc

using namespace mlir;
using namespace tritonc;

static bool worthHoisting(Operation *op) {
  if (!isMemoryEffectFree(op) || !isSpeculatable(op))
    return false;
  bool makesTensor = llvm::any_of(op->getResultTypes(), [](Type type) { return isa<RankedTensorType>(type); });
  return !makesTensor || !isCheapOp(op);
}

namespace {
struct BlockHoistPass : tritonc::impl::BlockHoistBase<BlockHoistPass> {
  LogicalResult initialize(MLIRContext *context) override {
    RewritePatternSet set(context);
    scf::ForOp::getCanonicalizationPatterns(set, context);
    loopPatterns = std::move(set);
    return success();
  }

  void runOnOperation() override {
    dropUnchanged();
    // Inner loops first, so that what leaves them can leave the outer one as well.
    getOperation()->walk([&](LoopLikeOpInterface loop) {
      numHoisted += moveLoopInvariantCode(
          loop.getLoopRegions(), [&](Value value, Region *) { return loop.isDefinedOutsideOfLoop(value); },
          [](Operation *op, Region *) { return worthHoisting(op); },
          [&](Operation *op, Region *) { loop.moveOutOfLoop(op); });
    });
  }

private:
  /// What loops carry but never change becomes what entered them.
  void dropUnchanged() {
    SmallVector<Operation *> loops;
    getOperation()->walk([&](scf::ForOp loop) {
      for (auto [init, arg, yielded] : llvm::zip(loop.getInitArgs(), loop.getRegionIterArgs(), loop.getYieldedValues()))
        if (yielded == init || yielded == arg) {
          loops.push_back(loop);
          break;
        }
    });
    GreedyRewriteConfig config;
    config.setStrictness(GreedyRewriteStrictness::ExistingOps)
        .setRegionSimplificationLevel(GreedySimplifyRegionLevel::Disabled);
    if (!loops.empty())
      (void)applyOpPatternsGreedily(loops, loopPatterns, config);
  }

  FrozenRewritePatternSet loopPatterns;
};
} // namespace

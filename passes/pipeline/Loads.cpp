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
// AMD's gfx9 copies too, where waves can be given a fitting layout (WaveCopies.cpp). Everything else on AMD: a load
// goes into registers two iterations ahead and from there to one of two slots an iteration later. Such a store counts
// as asynchronous (`ttg.ahead`): its slot is read after the next wait. With two stages, or where two slots do not fit,
// there is one slot, loads go one iteration ahead, and the store stands at the end of the iteration, after a barrier of
// its own. Loads that nothing exchanges between threads stay in registers, one iteration ahead.
//
//===----------------------------------------------------------------------===//
#include "passes/pipeline/InvariantOperands.h"
#include "passes/pipeline/LateOperands.h"
#include "passes/pipeline/LoopPipeliner.h"
#include "passes/pipeline/Passes.h"
#include "passes/pipeline/TransposedOperands.h"
#include "passes/pipeline/WaveCopies.h"

using namespace mlir;

namespace tritonc {
#define GEN_PASS_DEF_PIPELINELOADS
#include "passes/pipeline/Passes.h.inc"
} // namespace tritonc

using namespace tritonc;

namespace {

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
    llvm::Expected<Target> target = parseTarget(ttg::targetName(function));
    if (!target) {
      function.emitError() << llvm::toString(target.takeError());
      return signalPassFailure();
    }
    std::optional<AxisInfoAnalysis> known;
    for (scf::ForOp loop : loops) {
      if (!known)
        known.emplace(function);
      AxisInfoAnalysis &axes = *known;
      SmallVector<AheadLoad> loads = findAheadLoads(loop, axes, *target);
      if (loads.empty())
        continue;
      numLoads += loads.size();
      unsigned stages = stagesOf(loop, numStages);
      if (!keepOperands)
        stages = copyByWaves(loop, loads, stages, axes, *target);
      LoopPipeliner(loop, std::move(loads), stages, axes, *target).run();
      known.reset(); // the loop was replaced
    }
    // When it is known what the loops carry.
    if (!keepOperands) {
      readInvariantOperandsInLoops(function, *target);
      exchangeOperandsLate(function, *target);
    }
    readOperandsTransposed(function, *target);
  }
};

} // namespace

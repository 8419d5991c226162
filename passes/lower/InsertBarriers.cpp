//===- InsertBarriers.cpp - barriers where shared memory needs them -------===//
//
// Threads run at their own pace. An access to shared memory must not overtake an earlier one, by another thread, to the
// same bytes if one of the two writes: read after write, write after read, write after write. A barrier between them
// keeps the order. This pass finds, for every op, which accesses may be *open*: made on some path to the op with no
// barrier since. If one of the op's own accesses conflicts with an open one, a barrier goes before the op, and nothing
// is open any more.
//
// Why this suffices: take two conflicting accesses on one path. If no op between them meets (has or gets a barrier),
// the first is still open at the second op, since only barriers close accesses, so a barrier is put before it. Why it
// terminates: open sets grow over finitely many accesses, and a barrier once decided is kept. Barriers stand in control
// flow that all threads take together, since conditions and loop bounds are scalars, and scalars are the same in all
// threads.
//
// Accesses are byte intervals. An op with scratch (Scratch.h) opens with a write to its buffer, meets, and leaves a
// read of it. So of two reductions in a row with different buffers, neither needs a barrier of its own:
//
//   reduce A: write A, meet, read A          open afterwards: read A
//   reduce B: write B, meet, read B          no conflict; open afterwards: read B
//   reduce A: write A, ...                   no conflict: B's meeting has closed the read of A
//
// and in a loop over one reduction the back edge brings its own read to its write: one barrier per iteration.
//
// What other ops do is in SharedEffects.cpp. Asynchronous work is checked where it starts and opens its accesses where
// it ends, so a pipelined loop has one barrier, in front of the copy that refills the slot read last:
//
//   loop: async_wait      open: writes of copies, and the read of the iteration before
//         BARRIER
//         async_copy      conflicts with that read
//         local_load      nothing else is open
//
//===----------------------------------------------------------------------===//
#include "mlir/Dialect/GPU/IR/GPUDialect.h"
#include "passes/lower/Scratch.h"
#include "passes/lower/SharedEffects.h"
#include "passes/lower/SharedFlow.h"
#include "passes/lower/SharedMemory.h"

using namespace mlir;

namespace tritonc {
#define GEN_PASS_DEF_INSERTBARRIERS
#include "passes/lower/Passes.h.inc"
} // namespace tritonc

namespace tritonc::lower {
namespace {

using Access = SharedBytes;

class AccessSet {
public:
  bool add(const Access &access) {
    if (llvm::is_contained(accesses, access))
      return false;
    accesses.push_back(access);
    return true;
  }
  bool add(ArrayRef<Access> others) {
    bool changed = false;
    for (const Access &access : others)
      changed |= add(access);
    return changed;
  }
  bool conflictsWith(ArrayRef<Access> others) const {
    return llvm::any_of(others, [&](const Access &other) {
      return llvm::any_of(accesses, [&](const Access &access) { return access.conflictsWith(other); });
    });
  }
  ArrayRef<Access> get() const { return accesses; }
  void clear() { accesses.clear(); }

private:
  SmallVector<Access> accesses;
};

struct OpenAccesses {
  AccessSet open;
  /// Those of asynchronous work under way, by its kind.
  AccessSet pending[numAsyncWorks];
  bool join(const OpenAccesses &other) {
    bool changed = open.add(other.open.get());
    for (unsigned work = 0; work < numAsyncWorks; ++work)
      changed |= pending[work].add(other.pending[work].get());
    return changed;
  }
};

/// The memory of the functions that a function may call, itself included: what a call touches.
class Frames {
public:
  Frames(ModuleOp module, const Target &target) : module(module), target(target) {}

  SmallVector<Access> of(tt::FuncOp function) {
    auto [found, isNew] = known.try_emplace(function);
    if (!isNew)
      return found->second;
    SmallVector<Access> accesses;
    function.walk([&](Operation *op) {
      if (auto offset = op->getAttrOfType<IntegerAttr>(sharedOffsetAttr))
        accesses.push_back({offset.getInt(), offset.getInt() + scratchBytes(op, target), true});
      if (auto call = dyn_cast<tt::CallOp>(op))
        if (auto callee = module.lookupSymbol<tt::FuncOp>(call.getCallee()))
          llvm::append_range(accesses, of(callee));
    });
    return known[function] = accesses;
  }

private:
  ModuleOp module;
  const Target &target;
  llvm::DenseMap<Operation *, SmallVector<Access>> known;
};

class BarrierAnalysis : public SharedFlow<OpenAccesses> {
public:
  BarrierAnalysis(ModuleOp module, tt::FuncOp function, Frames &frames, const Target &target)
      : module(module), aliases(function), frames(frames), target(target) {}

  /// Ops that need a barrier before them.
  llvm::SetVector<Operation *> needed;

  void visit(Operation *op, OpenAccesses &state) override {
    SharedEffects effects = effectsOf(op);
    if (state.open.conflictsWith(effects.first) || state.open.conflictsWith(effects.later))
      needed.insert(op);
    if (needed.contains(op))
      state.open.clear();
    state.open.add(effects.first);
    if (effects.meets)
      state.open.clear();
    state.open.add(effects.last);
    if (effects.starts)
      state.pending[unsigned(*effects.starts)].add(effects.later);
    if (effects.ends) {
      // Which groups have ended is not followed: all may have.
      AccessSet &work = state.pending[unsigned(*effects.ends)];
      state.open.add(work.get());
      if (effects.endsAll)
        work.clear();
    }
  }

private:
  SharedEffects effectsOf(Operation *op) {
    SharedEffects effects = sharedEffects(op, aliases, target);
    // Whether the callee meets is not known here: it may leave everything open.
    if (auto call = dyn_cast<tt::CallOp>(op))
      if (auto callee = module.lookupSymbol<tt::FuncOp>(call.getCallee()))
        llvm::append_range(effects.first, frames.of(callee));
    return effects;
  }

  ModuleOp module;
  SharedAliases aliases;
  Frames &frames;
  const Target &target;
};

} // namespace

unsigned insertBarriers(ModuleOp module, const Target &target) {
  unsigned count = 0;
  Frames frames(module, target);
  for (auto function : module.getOps<tt::FuncOp>()) {
    if (function.isExternal())
      continue;
    BarrierAnalysis analysis(module, function, frames, target);
    analysis.run(function.getBody(), {});
    for (Operation *op : analysis.needed) {
      OpBuilder builder(op);
      auto barrier = gpu::BarrierOp::create(builder, op->getLoc());
      barrier->setAttr(sharedOnlyAttr, builder.getUnitAttr());
      ++count;
    }
  }
  return count;
}

namespace {
struct InsertBarriers : impl::InsertBarriersBase<InsertBarriers> {
  void runOnOperation() override {
    FailureOr<Target> target = targetOfModule(getOperation());
    if (failed(target))
      return signalPassFailure();
    barriers += insertBarriers(getOperation(), *target);
  }
};
} // namespace

} // namespace tritonc::lower

std::unique_ptr<mlir::Pass> tritonc::createInsertBarriersPass() { return std::make_unique<lower::InsertBarriers>(); }

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
//===----------------------------------------------------------------------===//
#include "mlir/Dialect/GPU/IR/GPUDialect.h"
#include "passes/lower/Scratch.h"
#include "passes/lower/SharedFlow.h"
#include "passes/lower/SharedMemory.h"
#include "llvm/ADT/SmallSet.h"

using namespace mlir;

namespace tritonc {
#define GEN_PASS_DEF_INSERTBARRIERS
#include "passes/lower/Passes.h.inc"
} // namespace tritonc

namespace tritonc::lower {
namespace {

/// Bytes [begin, end) of the program's shared memory.
struct Access {
  int64_t begin, end;
  bool isWrite;
  bool conflictsWith(const Access &other) const {
    return begin < other.end && other.begin < end && (isWrite || other.isWrite);
  }
  bool operator==(const Access &o) const { return begin == o.begin && end == o.end && isWrite == o.isWrite; }
};

/// What an op does to shared memory: accesses, perhaps a meeting of all threads, accesses.
struct Effects {
  SmallVector<Access, 2> first;
  bool meets = false;
  SmallVector<Access, 2> last;
};

struct OpenAccesses {
  SmallVector<Access> accesses;
  bool add(const Access &access) {
    if (llvm::is_contained(accesses, access))
      return false;
    accesses.push_back(access);
    return true;
  }
  bool join(const OpenAccesses &other) {
    bool changed = false;
    for (const Access &access : other.accesses)
      changed |= add(access);
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
  BarrierAnalysis(ModuleOp module, Frames &frames, const Target &target)
      : module(module), frames(frames), target(target) {}

  /// Ops that need a barrier before them.
  llvm::SetVector<Operation *> needed;

  void visit(Operation *op, OpenAccesses &open) override {
    Effects effects = effectsOf(op);
    bool conflict = llvm::any_of(effects.first, [&](const Access &access) {
      return llvm::any_of(open.accesses, [&](const Access &other) { return access.conflictsWith(other); });
    });
    if (conflict)
      needed.insert(op);
    if (needed.contains(op))
      open.accesses.clear();
    for (const Access &access : effects.first)
      open.add(access);
    if (effects.meets)
      open.accesses.clear();
    for (const Access &access : effects.last)
      open.add(access);
  }

private:
  Effects effectsOf(Operation *op) {
    Effects effects;
    if (isa<gpu::BarrierOp>(op)) {
      effects.meets = true;
    } else if (auto offset = op->getAttrOfType<IntegerAttr>(sharedOffsetAttr)) {
      int64_t begin = offset.getInt(), end = begin + scratchBytes(op, target);
      effects.first.push_back({begin, end, /*isWrite=*/true});
      effects.meets = true;
      effects.last.push_back({begin, end, /*isWrite=*/false});
    } else if (auto call = dyn_cast<tt::CallOp>(op)) {
      // Whether the callee meets is not known here: it may leave everything open.
      if (auto callee = module.lookupSymbol<tt::FuncOp>(call.getCallee()))
        for (const Access &access : frames.of(callee))
          effects.first.push_back(access);
    }
    return effects;
  }

  ModuleOp module;
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
    BarrierAnalysis analysis(module, frames, target);
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

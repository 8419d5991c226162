//===- SharedEffects.cpp - what each op does to shared memory -------------===//
#include "passes/lower/SharedEffects.h"
#include "mlir/Dialect/GPU/IR/GPUDialect.h"
#include "passes/ir/SharedMemory.h"
#include "passes/lower/Scratch.h"
#include "llvm/ADT/TypeSwitch.h"

using namespace mlir;

namespace tritonc::lower {
namespace {

/// Collects the effects of one op.
class Effects {
public:
  explicit Effects(const SharedAliases &aliases) : aliases(aliases) {}

  SharedEffects result;

  void reads(Value memory) { access(memory, false, result.first); }
  void writes(Value memory) { access(memory, true, result.first); }
  void readsLater(std::optional<AsyncWork> work, Value memory) { later(work, memory, false); }
  void writesLater(std::optional<AsyncWork> work, Value memory) { later(work, memory, true); }
  /// Work of this kind ends, but for the last `pending` groups.
  void ends(AsyncWork work, int64_t pending) {
    result.ends = work;
    result.endsAll = pending == 0;
  }

private:
  void later(std::optional<AsyncWork> work, Value memory, bool isWrite) {
    result.starts = work;
    access(memory, isWrite, result.later);
  }
  /// All bytes of every buffer that the value may lie in. Values that are not in memory are no access.
  void access(Value memory, bool isWrite, SmallVectorImpl<SharedBytes> &list) {
    if (!isa<ttg::MemDescType>(memory.getType()))
      return;
    for (Operation *owner : aliases.buffersOf(memory))
      if (auto offset = owner->getAttrOfType<IntegerAttr>(sharedOffsetAttr)) {
        int64_t begin = offset.getInt();
        list.push_back({begin, begin + cast<ttg::LocalAllocOp>(owner).getType().getBytes(), isWrite});
      }
  }

  const SharedAliases &aliases;
};

/// Scratch.h: such an op writes its buffer, meets, and reads it.
void scratchEffects(Operation *op, int64_t begin, const Target &target, SharedEffects &result) {
  int64_t end = begin + scratchBytes(op, target);
  result.first.push_back({begin, end, /*isWrite=*/true});
  result.meets = true;
  result.last.push_back({begin, end, /*isWrite=*/false});
}

void productEffects(ttg::WarpGroupDotOp op, Effects &effects) {
  for (Value operand : {Value(op.getA()), Value(op.getB())}) {
    if (op.getIsAsync())
      effects.readsLater(AsyncWork::Product, operand);
    else
      effects.reads(operand);
  }
}

} // namespace

SharedEffects sharedEffects(Operation *op, const SharedAliases &aliases, const Target &target) {
  Effects effects(aliases);
  TypeSwitch<Operation *>(op)
      .Case<gpu::BarrierOp>([&](auto) { effects.result.meets = true; })
      // Buffers.
      .Case<ttg::LocalAllocOp>([&](auto alloc) {
        if (alloc.getSrc())
          effects.writes(alloc.getResult());
      })
      .Case<ttg::LocalLoadOp>([&](auto load) { effects.reads(load.getSrc()); })
      .Case<ttg::LocalStoreOp>([&](auto store) {
        if (store->hasAttr(ttg::aheadAttr))
          effects.writesLater(AsyncWork::Copy, store.getDst());
        else
          effects.writes(store.getDst());
      })
      // Copies by threads.
      .Case<ttg::AsyncCopyOp>([&](auto copy) { effects.writesLater(AsyncWork::Copy, copy.getDst()); })
      .Case<ttg::AsyncWaitOp>([&](auto wait) { effects.ends(AsyncWork::Copy, wait.getPending()); })
      // Products.
      .Case<ttg::WarpGroupDotOp>([&](auto dot) { productEffects(dot, effects); })
      .Case<ttg::WarpGroupDotWaitOp>([&](auto wait) { effects.ends(AsyncWork::Product, wait.getPending()); })
      // Barriers in memory order what they guard by themselves; only their own words count here. All threads see a
      // barrier's phase end, so what a copy brought needs no further barrier.
      .Case<ttg::BarrierInitOp, ttg::BarrierInvalOp>([&](auto barrier) { effects.writes(barrier.getBarrier()); })
      .Case<ttg::BarrierExpectOp, ttg::BarrierWaitOp>([&](auto barrier) { effects.reads(barrier.getBarrier()); })
      .Case<ttg::TmaLoadOp>([&](auto load) {
        effects.reads(load.getBarrier());
        effects.writesLater(std::nullopt, load.getDst());
      })
      .Case<ttg::TmaStoreOp>([&](auto store) { effects.readsLater(AsyncWork::TmaStore, store.getSrc()); })
      .Case<ttg::TmaStoreWaitOp>([&](auto wait) { effects.ends(AsyncWork::TmaStore, wait.getPending()); })
      .Default([&](Operation *other) {
        if (auto offset = other->getAttrOfType<IntegerAttr>(sharedOffsetAttr))
          scratchEffects(other, offset.getInt(), target, effects.result);
      });
  return std::move(effects.result);
}

} // namespace tritonc::lower

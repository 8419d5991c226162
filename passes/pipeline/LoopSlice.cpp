//===- LoopSlice.cpp - what a loop must compute for some of its values ----===//
#include "passes/pipeline/LoopSlice.h"
#include "mlir/Transforms/RegionUtils.h"
#include "passes/ir/SharedMemory.h"

using namespace mlir;

namespace tritonc {

SmallVector<Operation *> LoopSlice::inOrder() const {
  SmallVector<Operation *> sorted(ops.begin(), ops.end());
  llvm::sort(sorted, [](Operation *a, Operation *b) { return a->isBeforeInBlock(b); });
  return sorted;
}

/// Whether an op may be made a second time, for another iteration. Products and what goes through all threads cost more
/// than a load ahead gains.
static bool isRepeatable(Operation *op) {
  return isMemoryEffectFree(op) &&
         !isa<tt::DotOp, tt::DotScaledOp, tt::ReduceOp, tt::ScanOp, tt::GatherOp, tt::HistogramOp>(op) &&
         op->hasTrait<OpTrait::IsTerminator>() == false;
}

std::optional<LoopSlice> sliceOf(scf::ForOp loop, ArrayRef<Value> roots) {
  LoopSlice slice;
  SmallVector<Value> work(roots);
  Block *body = loop.getBody();
  while (!work.empty()) {
    Value value = work.pop_back_val();
    if (auto argument = dyn_cast<BlockArgument>(value)) {
      if (argument == loop.getInductionVar())
        slice.induction = true;
      if (argument.getOwner() != body || argument == loop.getInductionVar())
        continue;
      unsigned number = argument.getArgNumber() - loop.getNumInductionVars();
      if (slice.carried.insert(number))
        work.push_back(loop.getYieldedValues()[number]);
      continue;
    }
    Operation *op = value.getDefiningOp();
    if (op->getBlock() != body) // before the loop; or inside one of its ops, which counts as a whole
      continue;
    if (isa<tt::LoadOp>(op)) {
      slice.loads.insert(op);
      continue;
    }
    if (!isRepeatable(op))
      return std::nullopt;
    if (!slice.ops.insert(op))
      continue;
    llvm::append_range(work, op->getOperands());
    llvm::SetVector<Value> captured;
    getUsedValuesDefinedAbove(op->getRegions(), captured);
    llvm::append_range(work, captured);
  }
  return slice;
}

Value basePointer(Value address) {
  llvm::SmallPtrSet<Value, 8> seen;
  SmallVector<Value> work{address};
  Value base;
  while (!work.empty()) {
    Value value = work.pop_back_val();
    if (!seen.insert(value).second)
      continue;
    if (auto argument = dyn_cast<BlockArgument>(value)) {
      Operation *parent = argument.getOwner()->getParentOp();
      if (auto loop = dyn_cast<scf::ForOp>(parent); loop && argument != loop.getInductionVar()) {
        unsigned number = argument.getArgNumber() - loop.getNumInductionVars();
        work.append({loop.getInitArgs()[number], loop.getYieldedValues()[number]});
        continue;
      }
      if (!isa<tt::FuncOp>(parent) || !argument.getOwner()->isEntryBlock() || (base && base != value))
        return {};
      base = value;
      continue;
    }
    Operation *op = value.getDefiningOp();
    if (isa<tt::AddPtrOp, tt::SplatOp, tt::BroadcastOp, tt::ExpandDimsOp, tt::ReshapeOp, tt::TransOp, tt::BitcastOp,
            ttg::ConvertLayoutOp>(op)) {
      work.push_back(op->getOperand(0));
      continue;
    }
    if (auto loop = dyn_cast<scf::ForOp>(op)) {
      unsigned number = cast<OpResult>(value).getResultNumber();
      work.append({loop.getInitArgs()[number], loop.getYieldedValues()[number]});
      continue;
    }
    return {};
  }
  return base;
}

} // namespace tritonc

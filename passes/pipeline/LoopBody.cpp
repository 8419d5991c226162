//===- LoopBody.cpp - what is left of a loop whose loads run ahead --------===//
//
// Of the old body goes what only the loads needed: addresses, masks, and the values carried for them. Users of a load
// read the slot of this iteration, in the layout that they want.
//
//===----------------------------------------------------------------------===//
#include "mlir/Transforms/RegionUtils.h"
#include "passes/pipeline/LoopPipeliner.h"

using namespace mlir;
using namespace tritonc;

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
          return llvm::any_of(loads, [&](AheadLoad &load) {
            return load.kind == AheadKind::Copy && llvm::is_contained(load.buffers, alloc.getOperation());
          });
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
  if (!block) {
    block = ttg::LocalLoadOp::create(b, load.op.getLoc(), type, views.lookup(load.op));
    reads.push_back(block.getDefiningOp());
  }
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
    reads.push_back(copy);
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
  if (target.isAMD())
    readLate();
}

/// Moves reads of the slots down to where they are used. A barrier between, as a change of layout has, would keep a
/// whole operand in registers: nothing moves reads across it, while without one they are made for one product after
/// the other. (ptxas has its own mind.)
void LoopPipeliner::readLate() {
  for (Operation *read : llvm::reverse(reads)) {
    Operation *first = nullptr;
    for (Operation *user : read->getUsers()) {
      Operation *around = made.getBody()->findAncestorOpInBlock(*user);
      if (around && (!first || around->isBeforeInBlock(first)))
        first = around;
    }
    if (first)
      read->moveBefore(first);
  }
}

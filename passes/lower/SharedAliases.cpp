//===- SharedAliases.cpp - which buffers a place in shared memory may be in -===//
#include "passes/lower/SharedAliases.h"
#include "mlir/Interfaces/ControlFlowInterfaces.h"
#include "passes/ir/SharedMemory.h"

using namespace mlir;

namespace tritonc::lower {

//===----------------------------------------------------------------------===//
// Aliases
//===----------------------------------------------------------------------===//

SharedAliases::SharedAliases(tt::FuncOp function) {
  function.walk([&](ttg::LocalAllocOp alloc) { buffers[alloc.getResult()].insert(alloc); });
  if (buffers.empty())
    return;
  // Sets only grow; loops and branches backwards may need several rounds.
  for (bool changed = true; changed;) {
    changed = false;
    function.walk<WalkOrder::PreOrder>([&](Operation *op) { changed |= visit(op); });
  }
}

ArrayRef<Operation *> SharedAliases::buffersOf(Value memory) const {
  auto found = buffers.find(memory);
  return found == buffers.end() ? ArrayRef<Operation *>() : found->second.getArrayRef();
}

bool SharedAliases::flow(Value from, Value to) {
  auto found = buffers.find(from);
  if (found == buffers.end() || !isa<ttg::MemDescType>(to.getType()))
    return false;
  Buffers source = found->second;
  Buffers &target = buffers[to];
  size_t before = target.size();
  target.insert(source.begin(), source.end());
  return target.size() != before;
}

bool SharedAliases::flow(ValueRange from, ValueRange to) {
  bool changed = false;
  for (auto [a, b] : llvm::zip(from, to))
    changed |= flow(a, b);
  return changed;
}

bool SharedAliases::visit(Operation *op) {
  if (auto loop = dyn_cast<scf::ForOp>(op)) {
    bool changed = flow(loop.getInitArgs(), loop.getRegionIterArgs());
    changed |= flow(loop.getYieldedValues(), loop.getRegionIterArgs());
    return changed | flow(loop.getRegionIterArgs(), loop.getResults());
  }
  if (auto loop = dyn_cast<scf::WhileOp>(op)) {
    bool changed = flow(loop.getInits(), loop.getBeforeArguments());
    changed |= flow(loop.getYieldedValues(), loop.getBeforeArguments());
    changed |= flow(loop.getConditionOp().getArgs(), loop.getAfterArguments());
    return changed | flow(loop.getConditionOp().getArgs(), loop.getResults());
  }
  if (auto branch = dyn_cast<scf::IfOp>(op)) {
    if (branch.getNumResults() == 0)
      return false;
    bool changed = flow(branch.thenYield().getOperands(), branch.getResults());
    return changed | flow(branch.elseYield().getOperands(), branch.getResults());
  }
  bool changed = false;
  if (auto branch = dyn_cast<BranchOpInterface>(op)) {
    for (auto [i, successor] : llvm::enumerate(op->getSuccessors())) {
      OperandRange operands = branch.getSuccessorOperands(i).getForwardedOperands();
      changed |= flow(operands, successor->getArguments().take_back(operands.size()));
    }
    return changed;
  }
  // Views, selects and whatever else makes places from places.
  for (Value operand : op->getOperands())
    for (Value result : op->getResults())
      changed |= flow(operand, result);
  return changed;
}

//===----------------------------------------------------------------------===//
// Liveness
//===----------------------------------------------------------------------===//

SharedLiveness::SharedLiveness(tt::FuncOp function, const SharedAliases &aliases) {
  number(function);
  for (const auto &[value, owners] : aliases.values())
    for (Operation *alloc : owners) {
      LiveRange &range = ranges.try_emplace(alloc, extents.lookup(alloc)).first->second;
      for (Operation *user : value.getUsers()) {
        LiveRange use = rangeOfUse(alloc, user);
        range = {std::min(range.begin, use.begin), std::max(range.end, use.end)};
      }
    }
}

void SharedLiveness::number(Operation *op) {
  unsigned begin = next++;
  for (Region &region : op->getRegions())
    for (Block &block : region)
      for (Operation &inner : block)
        number(&inner);
  extents[op] = {begin, next++};
}

LiveRange SharedLiveness::rangeOfUse(Operation *alloc, Operation *user) const {
  Operation *around = alloc->getBlock()->findAncestorOpInBlock(*user);
  // A terminator hands the buffer on; a use before the allocation is in the next iteration, one in another block (of
  // branches) or outside may be anywhere in what encloses both.
  if (!around || around->hasTrait<OpTrait::IsTerminator>() || around->isBeforeInBlock(alloc)) {
    Operation *both = alloc->getParentOp();
    while (!both->isAncestor(user))
      both = both->getParentOp();
    return extents.lookup(both);
  }
  // Inside a loop the use comes again.
  Operation *last = user;
  for (Operation *op = user; op != around; op = op->getParentOp())
    if (isa<LoopLikeOpInterface>(op->getParentOp()))
      last = op->getParentOp();
  return extents.lookup(last);
}

} // namespace tritonc::lower

//===- SharedFlow.h - facts that flow forward through a function ----------===//
//
// Both the placement of shared memory and the insertion of barriers ask what may have happened before an op on any
// path: a forward analysis over structured control flow and over blocks. A State is a set that only grows: `join` adds
// another state's members and says whether anything was new. Loops are repeated until nothing is.
//
//===----------------------------------------------------------------------===//
#pragma once

#include "mlir/Dialect/SCF/IR/SCF.h"
#include "llvm/ADT/MapVector.h"

namespace tritonc::lower {

template <typename State> class SharedFlow {
public:
  virtual ~SharedFlow() = default;
  /// What `op` itself does to the state; its regions are followed afterwards.
  virtual void visit(mlir::Operation *op, State &state) = 0;

  /// The state where the region is left, entered with `in`.
  State run(mlir::Region &region, const State &in) {
    State exit;
    if (region.empty())
      return in;
    llvm::MapVector<mlir::Block *, State> entries;
    llvm::SmallVector<mlir::Block *> work{&region.front()};
    entries[&region.front()] = in;
    while (!work.empty()) {
      mlir::Block *block = work.pop_back_val();
      State state = entries[block];
      for (mlir::Operation &op : *block)
        step(&op, state);
      if (block->getNumSuccessors() == 0)
        exit.join(state);
      for (mlir::Block *next : block->getSuccessors()) {
        bool isNew = !entries.count(next);
        if (entries[next].join(state) || isNew)
          work.push_back(next);
      }
    }
    return exit;
  }

private:
  void step(mlir::Operation *op, State &state) {
    visit(op, state);
    if (auto loop = llvm::dyn_cast<mlir::scf::ForOp>(op)) {
      // What an iteration leaves meets the next one; without iterations the state passes as it is.
      while (state.join(run(loop.getRegion(), state)))
        ;
    } else if (auto loop = llvm::dyn_cast<mlir::scf::WhileOp>(op)) {
      State head = state;
      do
        state = run(loop.getBefore(), head);
      while (head.join(run(loop.getAfter(), state)));
    } else if (auto branch = llvm::dyn_cast<mlir::scf::IfOp>(op)) {
      State then = run(branch.getThenRegion(), state);
      state = run(branch.getElseRegion(), state); // an empty region leaves the state as it is
      state.join(then);
    } else {
      for (mlir::Region &region : op->getRegions())
        state.join(run(region, state));
    }
  }
};

} // namespace tritonc::lower

//===- ProgramAxes.cpp - on which program numbers a value depends ---------===//
#include "passes/lint/ProgramAxes.h"
#include "mlir/Dialect/ControlFlow/IR/ControlFlowOps.h"

using namespace mlir;
using namespace tritonc;
using namespace tritonc::lint;

Axes ProgramAxes::of(Value value) {
  run();
  return known(value);
}

void ProgramAxes::run() {
  if (std::exchange(isDone, true))
    return;
  for (Block &block : function.getBody())
    if (!block.isEntryBlock())
      for (Value argument : block.getArguments())
        add(argument, kAllAxes);
  for (Block &block : function.getBody())
    visit(block);
}

/// Whether this is news.
bool ProgramAxes::add(Value value, Axes more) {
  Axes &entry = axes[value];
  const bool grows = more & ~entry;
  entry |= more;
  return grows;
}

void ProgramAxes::visit(Block &block) {
  for (Operation &op : block)
    visit(op);
}

void ProgramAxes::visit(Operation &op) {
  if (auto loop = dyn_cast<scf::ForOp>(op))
    return visitLoop(loop);
  if (auto branch = dyn_cast<scf::IfOp>(op))
    return visitBranch(branch);
  if (auto branch = dyn_cast<cf::CondBranchOp>(op))
    branches |= known(branch.getCondition());
  Axes result = 0;
  if (auto program = dyn_cast<tt::GetProgramIdOp>(op))
    result = Axes(1) << unsigned(program.getAxis());
  else if (isa<tt::AtomicRMWOp, tt::AtomicCASOp, scf::WhileOp, tt::CallOp>(op) ||
           (isa<tt::ExternElementwiseOp, tt::ElementwiseInlineAsmOp>(op) && !isMemoryEffectFree(&op)))
    result = kAllAxes;
  else
    for (Value operand : op.getOperands())
      result |= known(operand);
  for (Value value : op.getResults())
    add(value, result);
  for (Region &region : op.getRegions())
    for (Block &block : region) {
      for (Value argument : block.getArguments())
        add(argument, result);
      visit(block);
    }
}

void ProgramAxes::visitLoop(scf::ForOp loop) {
  const Axes bounds = known(loop.getLowerBound()) | known(loop.getStep());
  add(loop.getInductionVar(), bounds);
  for (auto [init, argument] : llvm::zip(loop.getInitArgs(), loop.getRegionIterArgs()))
    add(argument, known(init));
  for (bool grows = true; grows;) {
    visit(*loop.getBody());
    grows = false;
    for (auto [yielded, argument] : llvm::zip(loop.getYieldedValues(), loop.getRegionIterArgs()))
      grows |= add(argument, known(yielded));
  }
  for (auto [argument, result] : llvm::zip(loop.getRegionIterArgs(), loop.getResults()))
    add(result, known(argument) | bounds | known(loop.getUpperBound()));
}

void ProgramAxes::visitBranch(scf::IfOp branch) {
  const Axes condition = known(branch.getCondition());
  for (Region &region : branch->getRegions())
    for (Block &block : region) {
      visit(block);
      for (auto [yielded, result] : llvm::zip(block.getTerminator()->getOperands(), branch.getResults()))
        add(result, condition | known(yielded));
    }
}

Axes ProgramAxes::ofControl(Operation *op) {
  run();
  for (Operation *parent = op->getParentOp(); parent; parent = parent->getParentOp()) {
    if (isa<tt::FuncOp>(parent))
      break;
    if (!isa<scf::IfOp, scf::ForOp>(parent))
      return kAllAxes;
  }
  Axes result = branches;
  for (Operation *parent = op->getParentOp(); parent && !isa<tt::FuncOp>(parent); parent = parent->getParentOp())
    for (Value operand : isa<scf::IfOp>(parent) ? parent->getOperands() : parent->getOperands().take_front(3))
      result |= known(operand);
  return result;
}

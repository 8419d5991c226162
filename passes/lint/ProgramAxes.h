//===- ProgramAxes.h - on which program numbers a value depends -----------===//
//
// Each value gets the set of grid axes whose program_id it may depend on, through data or through the branches and
// loops that choose it:
//
//   %0 = tt.get_program_id x            {x}
//   %1 = tt.load (p + %0)               {x}
//   %2 = tt.load p                      {}
//   scf.for i = %0 to n                 i: {x}
//
// Results of atomics depend on all axes: each program sees another one. One walk in program order, made when somebody
// asks first; the body of a loop is repeated until what it carries no longer grows.
//
//===----------------------------------------------------------------------===//
#pragma once

#include "passes/ir/Dialects.h"
#include "llvm/ADT/DenseMap.h"

namespace tritonc::lint {

/// Bit i: program_id(i).
using Axes = uint8_t;
constexpr Axes kAllAxes = 7;

class ProgramAxes {
public:
  explicit ProgramAxes(tt::FuncOp function) : function(function) {}
  Axes of(mlir::Value value);
  /// On what it depends whether, and how often, `op` runs: conditions and bounds of what encloses it, and branches of
  /// the function.
  Axes ofControl(mlir::Operation *op);

private:
  void run();
  void visit(mlir::Block &block);
  void visit(mlir::Operation &op);
  void visitLoop(mlir::scf::ForOp loop);
  void visitBranch(mlir::scf::IfOp branch);
  Axes known(mlir::Value value) const { return axes.lookup(value); }
  bool add(mlir::Value value, Axes more);

  tt::FuncOp function;
  bool isDone = false;
  llvm::DenseMap<mlir::Value, Axes> axes;
  Axes branches = 0;
};

} // namespace tritonc::lint

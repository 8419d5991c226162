//===- Pipelines.h - the transitions between the IRs ----------------------===//
//
// Each function runs the passes of one transition, named by what it takes and gives. The order of the passes and the
// reason for it stand in Pipelines.cpp.
//
//===----------------------------------------------------------------------===//
#pragma once

#include "backend/Target.h"
#include "mlir/Pass/PassManager.h"

namespace tritonc {

/// What the passes need to know of a launch.
struct LoweringOptions {
  Target target;
  int numWarps = 4;
  int numStages = 3;
  /// Operands that loops do not change stay in registers, where shared memory does not hold them too.
  bool keepOperands = false;
  int numCtas = 1;
  int optLevel = 3;
  bool lineInfo = false;
  /// Warn about what the source hardly means (passes/lint), and what these need to know of the kernel: whether it is
  /// searched for its best variant, and whose memory the search puts back.
  bool lint = true;
  bool isSearched = false;
  std::vector<std::string> preserved;
};

/// Block IR -> optimised block IR (inlining, canonicalisation, common subexpressions, loop-invariant code motion).
void buildBlockPipeline(mlir::OpPassManager &pm, const LoweringOptions &options);

/// Optimised block IR -> layout IR: every tensor gets a layout, conversions are explicit and minimal.
void buildLayoutPipeline(mlir::OpPassManager &pm, const LoweringOptions &options);

/// Layout IR -> layout IR with asynchronous loads in flight (num_stages).
void buildLoopPipeline(mlir::OpPassManager &pm, const LoweringOptions &options);

/// Layout IR -> LLVM dialect for one GPU thread: shared memory placed, barriers inserted.
/// Leaves on the module: `ttg.shared` (i32, bytes of shared memory).
void buildGpuLoweringPipeline(mlir::OpPassManager &pm, const LoweringOptions &options);

/// Registers every pass of the project, for tritonc-opt and `--print-after`.
void registerAllPasses();

} // namespace tritonc

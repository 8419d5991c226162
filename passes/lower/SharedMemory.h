//===- SharedMemory.h - placing buffers and inserting barriers ------------===//
#pragma once

#include "backend/Target.h"
#include "mlir/IR/BuiltinOps.h"
#include "mlir/Support/LLVM.h"
#include "passes/Pipelines.h"

namespace tritonc {

/// See Passes.td.
std::unique_ptr<mlir::Pass> createAllocateSharedPass();
std::unique_ptr<mlir::Pass> createInsertBarriersPass();

} // namespace tritonc

namespace tritonc::lower {

/// The target that a module of layout IR names; an error if it names none.
mlir::FailureOr<Target> targetOfModule(mlir::ModuleOp module);

/// Gives every op that needs scratch its place (attribute `ttg.shared_offset`), and the module the sum (`ttg.shared`).
/// An error, located at the function and with the largest buffers as notes, if the target has not as much.
mlir::LogicalResult allocateShared(mlir::ModuleOp module, const Target &target);

/// Inserts gpu.barrier {ttg.shared_only} where accesses to the places given by allocateShared need one; gives their
/// number.
unsigned insertBarriers(mlir::ModuleOp module, const Target &target);

/// What the lowering must know of the placed memory; each op carries its own offset.
class SharedMemoryPlan {
public:
  explicit SharedMemoryPlan(int64_t bytes) : total(bytes) {}
  int64_t bytes() const { return total; }

private:
  int64_t total;
};

/// The plan that a module carries; places memory and inserts barriers first if no pass has.
mlir::FailureOr<SharedMemoryPlan> planSharedMemory(mlir::ModuleOp module, const LoweringOptions &options);

} // namespace tritonc::lower

//===- SharedMemory.cpp - shared memory and barriers of the code made -----===//
#include "passes/lower/SharedMemory.h"
#include "mlir/Dialect/GPU/IR/GPUDialect.h"
#include "passes/lower/Scratch.h"

using namespace mlir;

namespace tritonc::lower {

FailureOr<Target> targetOfModule(ModuleOp module) {
  llvm::Expected<Target> target = parseTarget(ttg::targetName(module));
  if (!target)
    return module.emitError() << llvm::toString(target.takeError());
  return *target;
}

FailureOr<SharedMemoryPlan> planSharedMemory(ModuleOp module, const LoweringOptions &options) {
  if (!module->hasAttr(sharedBytesAttr)) {
    if (failed(allocateShared(module, options.target)))
      return failure();
    insertBarriers(module, options.target);
  }
  return SharedMemoryPlan(module->getAttrOfType<IntegerAttr>(sharedBytesAttr).getInt());
}

Value FunctionLowering::sharedAddress(int64_t offset) {
  if (!cachedSharedBase)
    cachedSharedBase = e.inPrologue(
        [&]() -> Value { return LLVM::AddressOfOp::create(e.builder, e.getLoc(), e.ptrTy(3), "tritonc_shared"); });
  return e.byteOffset(cachedSharedBase, offset);
}

Value FunctionLowering::scratch(Operation *op) {
  auto offset = op->getAttrOfType<IntegerAttr>(sharedOffsetAttr);
  assert(offset && "an op whose scratch was not placed");
  return sharedAddress(offset ? offset.getInt() : 0);
}

void FunctionLowering::barrier() {
  // A program of one warp needs no meeting, only that its lanes see each other's shared memory.
  if (numWarps() == 1)
    target.warpBarrier(e);
  else
    target.sharedBarrier(e);
}

static LogicalResult lowerBarrier(FunctionLowering &f, gpu::BarrierOp op) {
  if (op->hasAttr(sharedOnlyAttr))
    f.barrier();
  else
    f.target.barrier(f.e);
  return success();
}

void addBarrierHandlers(HandlerTable &table) { table.add<gpu::BarrierOp, lowerBarrier>(); }

} // namespace tritonc::lower

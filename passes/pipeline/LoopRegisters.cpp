//===- LoopRegisters.cpp - how many registers a loop takes ----------------===//
#include "passes/pipeline/LoopRegisters.h"

using namespace mlir;
using namespace tritonc;

/// For what is not counted. Chosen by what kernels of other people spill on gfx1100.
constexpr static int64_t otherRegisters = 96;

int64_t tritonc::registersOf(Type type) {
  auto tensor = dyn_cast<RankedTensorType>(type);
  const LinearLayout *layout = tensor ? ttg::layoutOf(tensor) : nullptr;
  if (!layout)
    return 0;
  Type element = tensor.getElementType();
  int64_t bits = element.isIntOrFloat() ? element.getIntOrFloatBitWidth() : 64;
  return llvm::divideCeil(layout->inSize(Dim::Register) * bits, 32);
}

int64_t tritonc::registersOf(scf::ForOp loop) {
  int64_t sum = otherRegisters, largest = 0;
  for (Value carried : loop.getRegionIterArgs())
    sum += registersOf(carried.getType());
  for (auto dot : loop.getBody()->getOps<tt::DotOp>())
    if (!llvm::is_contained(loop.getYieldedValues(), dot.getResult()))
      largest = std::max(largest, registersOf(dot.getType()));
  return sum + largest;
}

//===- CarriedAddresses.cpp - layout-carried-addresses: loops without blocks of addresses ===//
//
// A loop that walks down a matrix whose strides are known only at run time carries one 64-bit pointer for each element
// that a thread loads: 192 registers for two tiles that have 96 elements a thread, next to the accumulators. Carried as
// one offset (UniformCarries.cpp), the addresses are made where they are used.
//
// Where elements of a tile are neighbours in memory a thread has few addresses, and carrying them is quicker: each is
// advanced by an addition that waits for nothing, and a product of 8192^3 on an H200 lost 6 % when they were made in
// the loop. Vectors are always carried as an offset: their elements are wanted in the layouts of a row or a column of
// some tile, for each of which cheap addresses are made anew, while carried ones would be converted in each iteration.
//
//===----------------------------------------------------------------------===//
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "passes/Passes.h"
#include "passes/block/Cheap.h"
#include "passes/block/UniformCarries.h"
#include "passes/layout/AxisInfo.h"

namespace tritonc {
#define GEN_PASS_DEF_CARRIEDADDRESSES
#include "passes/Passes.h.inc"
} // namespace tritonc

using namespace mlir;
using namespace tritonc;

namespace {
struct CarriedAddressesPass : tritonc::impl::CarriedAddressesBase<CarriedAddressesPass> {
  using CarriedAddressesBase::CarriedAddressesBase;

  void runOnOperation() override {
    constexpr int64_t few = 16;
    // Made when a loop asks for it, which few do.
    std::optional<AxisInfoAnalysis> axes;
    carryUniformSteps(getOperation(), [&](BlockArgument carried) {
      auto type = cast<RankedTensorType>(carried.getType());
      // What was loaded, say, would have to be kept besides.
      auto loop = cast<scf::ForOp>(carried.getOwner()->getParentOp());
      Operation *start = loop.getTiedLoopInit(carried)->get().getDefiningOp();
      if (!start || !isCheapOp(start))
        return false;
      if (type.getRank() == 1)
        return true;
      if (type.getNumElements() / numThreads <= few)
        return false;
      if (!axes)
        axes.emplace(getOperation());
      // Neighbours up to 16 bytes share an address.
      int64_t together = 1;
      if (isa<tt::PtrType>(type.getElementType()))
        for (unsigned dim = 0; dim < type.getRank(); ++dim)
          together = std::max(together, axes->vectorThrough(carried, dim));
      return type.getNumElements() / numThreads / together > few;
    });
  }
};
} // namespace

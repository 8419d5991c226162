//===- TransposedOperands.cpp - operands that gfx950 reads transposed -----===//
//
// A matrix instruction wants several neighbours along K in one lane. Where the block lies in memory along the other
// dimension, threads have loaded neighbours along that one, and someone must transpose: threads that store single
// elements, or pairs put together from two registers. gfx950 does it on the way back: ds_read_b64_tr reads 8 bytes of a
// row in each lane and gives each lane a column. So the block is stored as it was loaded, 16 bytes at once.
//
// Which layouts allow it is said in layout/linear/Swizzle.h and lower/plan/MatrixLoadPlan.h. A load that was made ahead
// has its buffer from LoopPipeliner; all other operands change their layout by a ttg.convert_layout, which becomes
//
//   %b = ttg.convert_layout %x        ->      %m = ttg.local_alloc %x
//                                             %b = ttg.local_load %m
//
//===----------------------------------------------------------------------===//
#include "passes/pipeline/TransposedOperands.h"
#include "passes/ir/SharedMemory.h"
#include "passes/layout/MatrixChoice.h"
#include "passes/layout/linear/Span.h"
#include "passes/layout/linear/Swizzle.h"

using namespace mlir;
using namespace tritonc;

namespace {

/// The buffer, if the store has what the lanes of the load walk along in registers: at least what one lane reads, at
/// most what it can store at once.
std::optional<LinearLayout> transposed(const LinearLayout &store, const LinearLayout &load, unsigned elementBits) {
  LinearLayout ordered = load.transposeOuts(llvm::map_to_vector(store.outs(), [](const DimBits &d) { return d.dim; }));
  Span registers(store.flatBases(Dim::Register));
  SmallVector<uint64_t> vector;
  for (uint64_t lane : ordered.flatBases(Dim::Lane)) {
    if (!lane || !registers.contains(lane) || elementBits << vector.size() >= 128)
      break;
    vector.push_back(lane);
  }
  return transposedBuffer(store, vector, load, elementBits);
}

} // namespace

LinearLayout tritonc::storedBuffer(const LinearLayout &store, const LinearLayout &load, unsigned elementBits,
                                   const Target &target) {
  if (target.gfxVersion == 0x950)
    if (auto layout = transposed(store, load, elementBits))
      return *layout;
  return exchangeBuffer(store, load, elementBits).offsetToCoords;
}

void tritonc::readOperandsTransposed(tt::FuncOp function, const Target &target) {
  if (target.gfxVersion != 0x950)
    return;
  SmallVector<ttg::ConvertLayoutOp> converts;
  function.walk([&](ttg::ConvertLayoutOp convert) {
    if (llvm::all_of(convert->getUsers(),
                     [](Operation *user) { return isa<tt::DotOp>(user) && user->hasAttr(matrixAttr); }))
      converts.push_back(convert);
  });
  for (ttg::ConvertLayoutOp convert : converts) {
    auto from = cast<RankedTensorType>(convert.getSrc().getType()), to = cast<RankedTensorType>(convert.getType());
    Type element = from.getElementType();
    if (!element.isIntOrFloat())
      continue;
    unsigned bits = element.getIntOrFloatBitWidth();
    // Unlike a conversion, which can go slice by slice, the buffer holds the whole block.
    if (from.getNumElements() * bits / 8 > target.maxSharedBytes / 4)
      continue;
    auto layout = transposed(*ttg::layoutOf(from), *ttg::layoutOf(to), bits);
    if (!layout)
      continue;
    OpBuilder b(convert);
    auto memory = ttg::MemDescType::get(b.getContext(), from.getShape(), element,
                                        ttg::SharedEncodingAttr::get(b.getContext(), *layout));
    Value buffer = ttg::LocalAllocOp::create(b, convert.getLoc(), memory, convert.getSrc());
    convert.replaceAllUsesWith(ttg::LocalLoadOp::create(b, convert.getLoc(), to, buffer).getResult());
    convert.erase();
  }
}

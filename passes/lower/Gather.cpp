//===- Gather.cpp - tt.gather for one thread ------------------------------===//
//
// result[.., i, ..] = src[.., indices[.., i, ..], ..]. The source goes to shared memory, an element's place being its
// number in the flattened tensor; all meet; each thread computes the numbers that it wants from its own coordinates and
// its indices. An index outside the source is undefined; here it wraps around, so it never leaves the buffer.
//
//===----------------------------------------------------------------------===//
#include "passes/lower/Scratch.h"
#include "passes/lower/SharedAccess.h"
#include "llvm/Support/MathExtras.h"

using namespace mlir;

namespace tritonc::lower {
namespace {

LogicalResult lowerGather(FunctionLowering &f, tt::GatherOp op) {
  Emitter &e = f.e;
  auto sourceType = cast<RankedTensorType>(op.getSrc().getType());
  Type element = f.elementType(sourceType);
  SharedBuffer writer(f, f.scratch(op), 0, element, f.layout(sourceType).flattenOuts(Dim::Offset));
  SmallVector<SharedStore> stores;
  for (auto [reg, v] : llvm::enumerate(f.registers(op.getSrc())))
    stores.push_back({writer.address(uint32_t(reg)), {v}});
  storeSharedIf(f, f.isFirstHolder(sourceType), stores);
  f.barrier();

  unsigned bytes = memoryBytes(element);
  auto coordinates = f.coordinates(op.getIndices().getType());
  Registers indices(f.registers(op.getIndices())), result;
  for (auto [reg, index] : llvm::enumerate(indices)) {
    // Flattened with the first dimension lowest, as the layout library does.
    Value number = e.i32(0);
    unsigned shift = 0;
    for (int64_t dim = 0; dim < sourceType.getRank(); ++dim) {
      Value at = coordinates[reg][dim];
      if (dim == int64_t(op.getAxis()))
        at = e.and_(e.zextOrTrunc(index, 32), e.i32(sourceType.getDimSize(dim) - 1));
      number = e.or_(number, e.shl(at, shift), /*disjoint=*/true);
      shift += llvm::Log2_64(uint64_t(sourceType.getDimSize(dim)));
    }
    Value ptr = e.gep(e.i8Ty(), f.scratch(op), e.shl(number, llvm::Log2_32(bytes)));
    result.push_back(loadShared(e, ptr, element, 1).front());
  }
  f.set(op.getResult(), std::move(result));
  return success();
}

} // namespace

void addGatherHandlers(HandlerTable &table) { table.add<tt::GatherOp, lowerGather>(); }

} // namespace tritonc::lower

//===- LocalMemory.cpp - blocks in shared memory --------------------------===//
//
// A `!ttg.memdesc` is one register: the address of its first byte. Its layout says at which offset each element lies,
// so an access is the composition of a register layout with the inverse of the buffer's (bufferAddress): where only
// registers move the lowest bits of the offset, that many elements are one access.
//
//   %v = ttg.local_load %m : !ttg.memdesc<64x64xf16, #s> -> tensor<64x64xf16, #l>
//     {v0..v7} = ld.shared.v4.b32 [m + thread's part];  {v8..v15} = ld.shared.v4.b32 [m + thread's part + 1024];  ...
//
// Views cost next to nothing: an index adds a multiple of the block's bytes, a transposition only renames dimensions.
//
//===----------------------------------------------------------------------===//
#include "passes/ir/SharedMemory.h"
#include "passes/layout/linear/Swizzle.h"
#include "passes/lower/MatrixLoad.h"
#include "passes/lower/Scratch.h"
#include "passes/lower/SharedAccess.h"

using namespace mlir;

namespace tritonc::lower {
namespace {

LinearLayout addressOf(FunctionLowering &f, ttg::MemDescType memory, Type tensor) {
  return bufferAddress(memory.getEncoding().getLayout(), f.layout(tensor));
}

void storeBlock(FunctionLowering &f, Value base, ttg::MemDescType memory, Value source) {
  Type type = source.getType(), element = f.elementType(type);
  LinearLayout address = addressOf(f, memory, type);
  int32_t vector = accessVector(address, memoryBytes(element) * 8);
  SharedBuffer buffer(f, base, 0, element, address);
  Registers values(f.registers(source));
  SmallVector<SharedStore> stores;
  for (ArrayRef<uint32_t> group : vectorGroups(address, vector)) {
    SharedStore store{buffer.address(group.front()), {}};
    for (uint32_t reg : group)
      store.values.push_back(values[reg]);
    stores.push_back(std::move(store));
  }
  storeSharedIf(f, f.isFirstHolder(type), stores);
}

LogicalResult lowerLocalAlloc(FunctionLowering &f, ttg::LocalAllocOp op) {
  Value base = f.scratch(op);
  f.set(op.getResult(), base);
  if (op.getSrc())
    storeBlock(f, base, op.getType(), op.getSrc());
  return success();
}

LogicalResult lowerLocalDealloc(FunctionLowering &, ttg::LocalDeallocOp) { return success(); }

LogicalResult lowerLocalStore(FunctionLowering &f, ttg::LocalStoreOp op) {
  storeBlock(f, f.scalar(op.getDst()), op.getDst().getType(), op.getSrc());
  return success();
}

LogicalResult lowerLocalLoad(FunctionLowering &f, ttg::LocalLoadOp op) {
  Type type = op.getType(), element = f.elementType(type);
  LinearLayout address = addressOf(f, op.getSrc().getType(), type);
  Value base = f.scalar(op.getSrc());
  if (std::optional<Registers> loaded = loadMatrices(f, base, element, address)) {
    f.set(op.getResult(), std::move(*loaded));
    return success();
  }
  int32_t vector = accessVector(address, memoryBytes(element) * 8);
  SharedBuffer buffer(f, base, 0, element, address);
  Registers result(f.numRegisters(type));
  for (ArrayRef<uint32_t> group : vectorGroups(address, vector))
    for (auto [reg, v] : llvm::zip(group, buffer.load(unsigned(vector), group.front())))
      result[reg] = v;
  f.set(op.getResult(), std::move(result));
  return success();
}

LogicalResult lowerMemDescIndex(FunctionLowering &f, ttg::MemDescIndexOp op) {
  Emitter &e = f.e;
  Value bytes = e.mul(f.scalar(op.getIndex()), e.i32(op.getType().getBytes()));
  f.set(op.getResult(), e.gep(e.i8Ty(), f.scalar(op.getSrc()), bytes));
  return success();
}

LogicalResult lowerMemDescTrans(FunctionLowering &f, ttg::MemDescTransOp op) {
  f.set(op.getResult(), f.scalar(op.getSrc()));
  return success();
}

} // namespace

void addLocalMemoryHandlers(HandlerTable &table) {
  table.add<ttg::LocalAllocOp, lowerLocalAlloc>();
  table.add<ttg::LocalDeallocOp, lowerLocalDealloc>();
  table.add<ttg::LocalStoreOp, lowerLocalStore>();
  table.add<ttg::LocalLoadOp, lowerLocalLoad>();
  table.add<ttg::MemDescIndexOp, lowerMemDescIndex>();
  table.add<ttg::MemDescTransOp, lowerMemDescTrans>();
}

} // namespace tritonc::lower

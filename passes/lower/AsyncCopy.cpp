//===- AsyncCopy.cpp - copies from global to shared memory ----------------===//
//
// cp.async (PTX ISA, "Data movement and conversion instructions: cp.async", sm_80) moves 4, 8 or 16 bytes of a thread
// past its registers. How many elements that may be: as many as are neighbours both in global memory, under one mask
// (VectorAccess.h), and in the buffer. Bytes of the destination beyond the source size are zero-filled, so a masked
// copy is one of source size 0.
//
//   ttg.async_copy %p mask %m to %b     ->     cp.async.cg.shared.global [b + thread's part], [p0], 16, (m0 ? 16 : 0);
//
// Where the elements are narrower, or the target has no such copy, it is a load and a store of the same meaning: the
// data are there sooner than asked for.
//
//===----------------------------------------------------------------------===//
#include "passes/ir/SharedMemory.h"
#include "passes/layout/linear/Swizzle.h"
#include "passes/lower/SharedAccess.h"
#include "passes/lower/VectorAccess.h"

using namespace mlir;

namespace tritonc::lower {
namespace {

class CopyLowering {
public:
  CopyLowering(FunctionLowering &f, ttg::AsyncCopyOp op)
      : f(f), e(f.e), op(op), memory(op.getDst().getType()),
        element(f.elementType(op.getDst().getType().getElementType())),
        address(bufferAddress(memory.getEncoding().getLayout(), f.layout(op.getPtr().getType()))),
        buffer(f, f.scalar(op.getDst()), 0, element, address), pointers(f.registers(op.getPtr())) {
    if (op.getMask())
      masks = Registers(f.registers(op.getMask()));
  }

  LogicalResult run() {
    VectorAccess access = vectorAccess(f, op);
    unsigned bytes = memoryBytes(element), width = access.width;
    // Neighbours in global memory must be neighbours in the buffer, in the same order.
    unsigned inBuffer = unsigned(accessVector(address, bytes * 8));
    auto offset = [&](unsigned reg) { return address.apply({{Dim::Register, int32_t(reg)}}, Dim::Offset); };
    auto consecutive = [&](unsigned count) {
      ArrayRef<unsigned> first = access.groups.front();
      for (unsigned i = 1; i < count; i *= 2)
        if (offset(first[i] ^ first[0]) != int32_t(i))
          return false;
      return llvm::all_of(access.groups, [&](ArrayRef<unsigned> group) { return offset(group[0]) % count == 0; });
    };
    width = std::min(width, inBuffer);
    while (!consecutive(width))
      width /= 2;
    Value first = f.isFirstHolder(op.getPtr().getType());
    if (f.target.hasAsyncCopy(width * bytes)) {
      for (const auto &group : access.groups)
        for (unsigned i = 0; i < group.size(); i += width)
          copy(ArrayRef<unsigned>(group).slice(i, width), first);
      return success();
    }
    SmallVector<SharedStore> stores;
    for (const auto &group : access.groups) {
      SmallVector<Value> loaded = load(group);
      for (unsigned i = 0; i < group.size(); i += width)
        stores.push_back({buffer.address(group[i]), SmallVector<Value>(ArrayRef<Value>(loaded).slice(i, width))});
    }
    storeSharedIf(f, first, stores);
    return success();
  }

private:
  Value maskOf(ArrayRef<unsigned> group) { return masks.empty() ? Value() : masks[group.front()]; }

  void copy(ArrayRef<unsigned> group, Value first) {
    unsigned bytes = unsigned(group.size()) * memoryBytes(element);
    f.target.asyncCopy(e, {buffer.address(group.front()), pointers[group.front()], bytes, maskOf(group), first,
                           op.getCache(), op.getEvict(), bool(f.loopCounter)});
  }

  SmallVector<Value> load(ArrayRef<unsigned> group) {
    GlobalAccess access;
    access.ptr = pointers[group.front()];
    access.element = memoryType(e, element);
    access.count = unsigned(group.size());
    access.align = access.count * memoryBytes(element);
    access.predicate = maskOf(group);
    access.cache = op.getCache();
    access.evict = op.getEvict();
    return f.target.loadGlobal(e, access, {});
  }

  FunctionLowering &f;
  Emitter &e;
  ttg::AsyncCopyOp op;
  ttg::MemDescType memory;
  Type element;
  LinearLayout address;
  SharedBuffer buffer;
  Registers pointers, masks;
};

LogicalResult lowerAsyncCopy(FunctionLowering &f, ttg::AsyncCopyOp op) { return CopyLowering(f, op).run(); }

LogicalResult lowerAsyncCommit(FunctionLowering &f, ttg::AsyncCommitOp) {
  f.target.asyncCommit(f.e);
  return success();
}

LogicalResult lowerAsyncWait(FunctionLowering &f, ttg::AsyncWaitOp op) {
  f.target.asyncWait(f.e, unsigned(op.getPending()), 0);
  return success();
}

} // namespace

void addAsyncCopyHandlers(HandlerTable &table) {
  table.add<ttg::AsyncCopyOp, lowerAsyncCopy>();
  table.add<ttg::AsyncCommitOp, lowerAsyncCommit>();
  table.add<ttg::AsyncWaitOp, lowerAsyncWait>();
}

} // namespace tritonc::lower

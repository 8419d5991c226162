//===- AsyncCopy.cpp - copies from global to shared memory ----------------===//
//
// cp.async (PTX ISA, "Data movement and conversion instructions: cp.async", sm_80) moves 4, 8 or 16 bytes of a thread
// past its registers. How many elements that may be: as many as are neighbours both in global memory, under one mask
// (VectorAccess.h), and in the buffer. Bytes of the destination beyond the source size are zero-filled, so a masked
// copy is one of source size 0.
//
//   ttg.async_copy %p mask %m to %b     ->     cp.async.cg.shared.global [b + thread's part], [p0], 16, (m0 ? 16 : 0);
//
// AMD's loads to LDS (AmdOps.cpp) put what the lanes of a wave copy one after the other: the buffer's layout must be so
// (passes/pipeline/WaveCopies.cpp makes it). A wave can wait for all loads but the last ones, so the copies of groups
// are counted.
//
// Where the elements are narrower, or the target has no such copy, it is a load and a store of the same meaning: the
// data are there sooner than asked for.
//
//===----------------------------------------------------------------------===//
#include "passes/ir/SharedMemory.h"
#include "passes/layout/linear/Swizzle.h"
#include "passes/lower/PointerSteps.h"
#include "passes/lower/SharedAccess.h"
#include "passes/lower/VectorAccess.h"

using namespace mlir;

namespace tritonc::lower {
namespace {

/// How a copy is cut.
struct CopyShape {
  LinearLayout address;
  VectorAccess access;
  /// Neighbours in global memory that stay so in the buffer.
  unsigned width;
  /// Whether the target copies so many; else registers lie between.
  bool isAsync;

  unsigned copies() const {
    return isAsync ? unsigned(access.groups.size() * (access.groups.front().size() / width)) : 0;
  }
};

/// Whether what the lanes of a wave copy lies one after the other, `width` elements for each, and nowhere else.
bool copiesByWave(const LinearLayout &address, unsigned width) {
  unsigned lanes = address.inBits(Dim::Lane);
  auto within = [&](Dim in, unsigned bit) {
    return uint32_t(address.basis(in, bit, Dim::Offset)) & ((width << lanes) - 1);
  };
  for (unsigned bit = 0; bit < lanes; ++bit)
    if (uint32_t(address.basis(Dim::Lane, bit, Dim::Offset)) != width << bit)
      return false;
  for (unsigned bit = 0; bit < address.inBits(Dim::Register); ++bit)
    if (within(Dim::Register, bit) >= width)
      return false;
  for (unsigned bit = 0; bit < address.inBits(Dim::Warp); ++bit)
    if (within(Dim::Warp, bit) || !address.basis(Dim::Warp, bit, Dim::Offset))
      return false;
  return true;
}

CopyShape copyShape(FunctionLowering &f, ttg::AsyncCopyOp op) {
  ttg::MemDescType memory = op.getDst().getType();
  CopyShape shape{bufferAddress(memory.getEncoding().getLayout(), f.layout(op.getPtr().getType())), vectorAccess(f, op),
                  0, false};
  unsigned bytes = memoryBytes(f.elementType(memory.getElementType()));
  auto offset = [&](unsigned reg) { return shape.address.apply({{Dim::Register, int32_t(reg)}}, Dim::Offset); };
  // Neighbours in global memory must be neighbours in the buffer, in the same order.
  auto consecutive = [&](unsigned count) {
    ArrayRef<unsigned> first = shape.access.groups.front();
    for (unsigned i = 1; i < count; i *= 2)
      if (offset(first[i] ^ first[0]) != int32_t(i))
        return false;
    return llvm::all_of(shape.access.groups, [&](ArrayRef<unsigned> group) { return offset(group[0]) % count == 0; });
  };
  shape.width = std::min(shape.access.width, unsigned(accessVector(shape.address, bytes * 8)));
  while (!consecutive(shape.width))
    shape.width /= 2;
  shape.isAsync = f.module.options.target.hasAsyncCopy(shape.width * bytes) &&
                  (f.module.options.target.isNVIDIA() || copiesByWave(shape.address, shape.width));
  return shape;
}

class CopyLowering {
public:
  CopyLowering(FunctionLowering &f, ttg::AsyncCopyOp op)
      : f(f), e(f.e), op(op), element(f.elementType(op.getDst().getType().getElementType())), shape(copyShape(f, op)),
        pointers(steppedPointers(f, op.getPtr())) {
    if (op.getMask())
      masks = Registers(f.registers(op.getMask()));
  }

  LogicalResult run() {
    Value first = f.isFirstHolder(op.getPtr().getType());
    if (shape.isAsync && f.module.options.target.isAMD()) {
      forEachCopy([&](ArrayRef<unsigned> group) { copy(group, waveAddress(group.front()), {}); });
      return success();
    }
    SharedBuffer buffer(f, f.scalar(op.getDst()), 0, element, shape.address);
    if (shape.isAsync) {
      forEachCopy([&](ArrayRef<unsigned> group) { copy(group, buffer.address(group.front()), first); });
      return success();
    }
    SmallVector<SharedStore> stores;
    for (const auto &group : shape.access.groups) {
      SmallVector<Value> loaded = load(group);
      for (unsigned i = 0; i < group.size(); i += shape.width)
        stores.push_back({buffer.address(group[i]), SmallVector<Value>(ArrayRef<Value>(loaded).slice(i, shape.width))});
    }
    storeSharedIf(f, first, stores);
    return success();
  }

private:
  /// Where lane 0 copies register `reg` to.
  Value waveAddress(unsigned reg) {
    unsigned bytes = memoryBytes(element);
    uint32_t warps = 0;
    for (unsigned bit = 0; bit < shape.address.inBits(Dim::Warp); ++bit)
      warps |= uint32_t(shape.address.basis(Dim::Warp, bit, Dim::Offset));
    auto offset = uint32_t(shape.address.apply({{Dim::Register, int32_t(reg)}}, Dim::Offset));
    Value mixed = e.xor_(warpPart(f, shape.address, Dim::Offset), e.i32(offset & warps));
    Value start = e.gep(e.i8Ty(), f.scalar(op.getDst()), e.mul(mixed, e.i32(bytes)));
    return e.byteOffset(start, int64_t(offset & ~warps) * bytes);
  }

  void forEachCopy(llvm::function_ref<void(ArrayRef<unsigned>)> body) {
    for (const auto &group : shape.access.groups)
      for (unsigned i = 0; i < group.size(); i += shape.width)
        body(ArrayRef<unsigned>(group).slice(i, shape.width));
  }

  Value maskOf(ArrayRef<unsigned> group) { return masks.empty() ? Value() : masks[group.front()]; }

  void copy(ArrayRef<unsigned> group, Value destination, Value predicate) {
    unsigned bytes = unsigned(group.size()) * memoryBytes(element);
    f.target.asyncCopy(e, {destination, pointers[group.front()], bytes, maskOf(group), predicate, op.getCache(),
                           op.getEvict(), bool(f.loopCounter)});
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
  Type element;
  CopyShape shape;
  Registers pointers, masks;
};

LogicalResult lowerAsyncCopy(FunctionLowering &f, ttg::AsyncCopyOp op) { return CopyLowering(f, op).run(); }

LogicalResult lowerAsyncCommit(FunctionLowering &f, ttg::AsyncCommitOp) {
  f.target.asyncCommit(f.e);
  return success();
}

/// The copies that each group of the function has at least.
unsigned fewestCopies(FunctionLowering &f) {
  std::optional<unsigned> fewest;
  f.source.walk([&](Block *block) {
    unsigned count = 0;
    for (Operation &op : *block)
      if (auto copy = dyn_cast<ttg::AsyncCopyOp>(op)) {
        count += copyShape(f, copy).copies();
      } else if (isa<ttg::AsyncCommitOp>(op)) {
        fewest = fewest ? std::min(*fewest, count) : count;
        count = 0;
      }
  });
  return fewest.value_or(0);
}

LogicalResult lowerAsyncWait(FunctionLowering &f, ttg::AsyncWaitOp op) {
  auto groups = unsigned(op.getPending());
  bool isCounted = groups && f.module.options.target.isAMD();
  f.target.asyncWait(f.e, groups, isCounted ? groups * fewestCopies(f) : 0);
  return success();
}

} // namespace

void addAsyncCopyHandlers(HandlerTable &table) {
  table.add<ttg::AsyncCopyOp, lowerAsyncCopy>();
  table.add<ttg::AsyncCommitOp, lowerAsyncCommit>();
  table.add<ttg::AsyncWaitOp, lowerAsyncWait>();
}

} // namespace tritonc::lower

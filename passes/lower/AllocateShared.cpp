//===- AllocateShared.cpp - places buffers in shared memory ---------------===//
//
// Every ttg.local_alloc and every op that needs scratch (Scratch.h) gets an offset. Allocated buffers live to their
// last use (SharedAliases.h); whatever is live at the same time must lie apart. Scratch lives only while its op runs,
// so all buffers could lie at offset 0; but then each op that follows another needs a barrier first, lest a fast warp
// writes what a slow one still reads. An op meets its threads once itself, after writing. So if op B, the next one with
// scratch on some path after A, uses other memory than A, the barrier inside B already keeps A's reads apart from
// whatever comes after B: no barrier between A and B. Two small buffers used in turns thus save one of two barriers in
// a sequence of reductions. The passes' division of labour: this one only prefers disjoint places; InsertBarriers.cpp
// proves what is needed for the places chosen.
//
//   tt.reduce %a {...}                       ->   tt.reduce %a {ttg.shared_offset = 0, ...}
//   tt.reduce %b {...}                       ->   tt.reduce %b {ttg.shared_offset = 16, ...}
//                                                 module: ttg.shared = 32
//
// Placement is first fit, allocated buffers first and the largest of them before the others, over two relations:
// `mustAvoid` (live at the same time) and `shouldAvoid` (scratch next to one another, and one of them small). Functions
// that are called get memory of their own, so that a call disturbs nobody's.
//
//===----------------------------------------------------------------------===//
#include "mlir/Dialect/GPU/IR/GPUDialect.h"
#include "passes/ir/SharedMemory.h"
#include "passes/lower/Scratch.h"
#include "passes/lower/SharedAliases.h"
#include "passes/lower/SharedFlow.h"
#include "passes/lower/SharedMemory.h"

using namespace mlir;

namespace tritonc {
#define GEN_PASS_DEF_ALLOCATESHARED
#include "passes/lower/Passes.h.inc"
} // namespace tritonc

namespace tritonc::lower {
namespace {

/// The widest access by a thread; buffers start at its multiples.
constexpr int64_t scratchAlign = 16;
/// What the hardware swizzles, in wgmma and the tensor memory accelerator, repeats after 1024 bytes of addresses (PTX
/// ISA, "Shared memory matrix layout"), so larger blocks start at such multiples; smaller ones at multiples of their
/// own size.
constexpr int64_t blockAlign = 1024;

struct Buffer {
  Operation *owner = nullptr;
  int64_t bytes = 0;
  int64_t align = scratchAlign;
  /// In program order.
  unsigned number = 0;
  LiveRange live = {};
  int64_t offset = -1;
  llvm::SmallSetVector<unsigned, 4> mustAvoid, shouldAvoid;
};

/// Buffers up to this size are kept apart from their neighbours; saving a barrier is not worth more memory than that.
constexpr int64_t smallBytes = 4096;

int64_t alignmentOf(Operation *owner) {
  auto alloc = dyn_cast<ttg::LocalAllocOp>(owner);
  if (!alloc)
    return scratchAlign;
  return std::clamp<int64_t>(int64_t(llvm::bit_floor(uint64_t(alloc.getType().getBlockBytes()))), scratchAlign,
                             blockAlign);
}

/// The scratch ops that may be the last one before a point.
struct LastOps {
  llvm::SmallSetVector<unsigned, 4> ops;
  bool join(const LastOps &other) {
    size_t before = ops.size();
    ops.insert(other.ops.begin(), other.ops.end());
    return ops.size() != before;
  }
};

class Neighbours : public SharedFlow<LastOps> {
public:
  explicit Neighbours(SmallVectorImpl<Buffer> &buffers) : buffers(buffers) {
    for (auto [i, buffer] : llvm::enumerate(buffers))
      if (!isa<ttg::LocalAllocOp>(buffer.owner))
        indexOf[buffer.owner] = i;
  }
  void visit(Operation *op, LastOps &state) override {
    if (isa<gpu::BarrierOp>(op))
      state.ops.clear();
    auto found = indexOf.find(op);
    if (found == indexOf.end())
      return;
    unsigned self = found->second;
    for (unsigned other : state.ops) {
      if (other == self || std::min(buffers[self].bytes, buffers[other].bytes) > smallBytes)
        continue;
      buffers[self].shouldAvoid.insert(other);
      buffers[other].shouldAvoid.insert(self);
    }
    state.ops.clear();
    state.ops.insert(self);
  }

private:
  SmallVectorImpl<Buffer> &buffers;
  llvm::DenseMap<Operation *, unsigned> indexOf;
};

/// The lowest offset from `base` on where `buffer` meets none of `avoid` that is placed.
int64_t firstFit(ArrayRef<Buffer> buffers, const Buffer &buffer, int64_t base, ArrayRef<unsigned> avoid) {
  int64_t offset = llvm::alignTo(base, buffer.align);
  for (bool moved = true; moved;) {
    moved = false;
    for (unsigned other : avoid) {
      const Buffer &b = buffers[other];
      if (b.offset < 0 || offset + buffer.bytes <= b.offset || b.offset + b.bytes <= offset)
        continue;
      offset = llvm::alignTo(b.offset + b.bytes, buffer.align);
      moved = true;
    }
  }
  return offset;
}

/// Buffers live at the same time. Of scratch, only that of ops nested in one another is.
void findOverlaps(SmallVectorImpl<Buffer> &buffers) {
  for (unsigned i = 0; i < buffers.size(); ++i)
    for (unsigned j = 0; j < i; ++j)
      if (buffers[i].live.overlaps(buffers[j].live)) {
        buffers[i].mustAvoid.insert(j);
        buffers[j].mustAvoid.insert(i);
      }
}

/// Places a function's buffers from `base` on; gives the end.
int64_t place(SmallVectorImpl<Buffer> &buffers, int64_t base, int64_t limit) {
  int64_t end = base;
  for (Buffer &buffer : buffers) {
    SmallVector<unsigned> all(buffer.mustAvoid.begin(), buffer.mustAvoid.end());
    llvm::append_range(all, buffer.shouldAvoid);
    buffer.offset = firstFit(buffers, buffer, base, all);
    if (buffer.offset + buffer.bytes > limit) {
      buffer.offset = -1;
      buffer.offset = firstFit(buffers, buffer, base, buffer.mustAvoid.getArrayRef());
    }
    end = std::max(end, buffer.offset + buffer.bytes);
  }
  return end;
}

LogicalResult refuse(tt::FuncOp function, ArrayRef<Buffer> buffers, int64_t need, const Target &target) {
  InFlightDiagnostic diagnostic = function.emitError() << "function '" << function.getName() << "' needs " << need
                                                       << " bytes of shared memory, but a program on " << target.name
                                                       << " has at most " << target.maxSharedBytes;
  SmallVector<const Buffer *> largest;
  for (const Buffer &buffer : buffers)
    largest.push_back(&buffer);
  llvm::sort(largest, [](const Buffer *a, const Buffer *b) {
    return std::tie(b->bytes, a->offset) < std::tie(a->bytes, b->offset);
  });
  constexpr size_t maxNotes = 4;
  for (const Buffer *buffer : ArrayRef(largest).take_front(maxNotes)) {
    auto &note = diagnostic.attachNote(buffer->owner->getLoc());
    note << buffer->bytes << " bytes are for this operation";
    if (auto alloc = dyn_cast<ttg::LocalAllocOp>(buffer->owner); alloc && alloc.getType().getNumCopies() > 1)
      note << ", " << alloc.getType().getNumCopies() << " stages of " << alloc.getType().getBlockBytes();
    note << ", from byte " << buffer->offset << " on";
  }
  return diagnostic;
}

} // namespace

/// Places the buffers of one function from byte `base` on; gives the end of all.
static FailureOr<int64_t> allocateFunction(tt::FuncOp function, int64_t base, const Target &target) {
  Builder builder(function.getContext());
  SharedAliases aliases(function);
  SharedLiveness liveness(function, aliases);
  SmallVector<Buffer> buffers;
  function.walk<WalkOrder::PreOrder>([&](Operation *op) {
    op->removeAttr(sharedOffsetAttr);
    int64_t bytes = scratchBytes(op, target);
    if (!bytes)
      return;
    Buffer buffer;
    buffer.owner = op;
    buffer.bytes = bytes;
    buffer.align = alignmentOf(op);
    buffer.number = unsigned(buffers.size());
    buffer.live = isa<ttg::LocalAllocOp>(op) ? liveness.rangeOf(op) : liveness.extentOf(op);
    buffers.push_back(std::move(buffer));
  });
  // What lives longest goes lowest, so that scratch finds one gap above.
  auto rank = [](const Buffer &buffer) {
    return std::pair(isa<ttg::LocalAllocOp>(buffer.owner) ? -buffer.bytes : int64_t(0), buffer.number);
  };
  llvm::sort(buffers, [&](const Buffer &a, const Buffer &b) { return rank(a) < rank(b); });
  findOverlaps(buffers);
  Neighbours(buffers).run(function.getBody(), {});
  int64_t end = place(buffers, llvm::alignTo(base, scratchAlign), target.maxSharedBytes);
  if (end > target.maxSharedBytes) {
    // For whoever asks why the pass failed.
    function->getParentOfType<ModuleOp>()->setAttr(sharedBytesAttr, builder.getI32IntegerAttr(end));
    return refuse(function, buffers, end, target);
  }
  for (Buffer &buffer : buffers)
    buffer.owner->setAttr(sharedOffsetAttr, builder.getI32IntegerAttr(buffer.offset));
  return end;
}

LogicalResult allocateShared(ModuleOp module, const Target &target) {
  // Called functions lie one after the other at the bottom; each kernel, which no one calls, above them.
  int64_t called = 0, total = 0;
  for (bool kernels : {false, true})
    for (auto function : module.getOps<tt::FuncOp>()) {
      if (function.isExternal() || function.isKernel() != kernels)
        continue;
      FailureOr<int64_t> end = allocateFunction(function, called, target);
      if (failed(end))
        return failure();
      total = std::max(total, *end);
      called = kernels ? called : *end;
    }
  module->setAttr(sharedBytesAttr, Builder(module.getContext()).getI32IntegerAttr(total));
  return success();
}

namespace {
struct AllocateShared : impl::AllocateSharedBase<AllocateShared> {
  void runOnOperation() override {
    FailureOr<Target> target = targetOfModule(getOperation());
    if (failed(target) || failed(allocateShared(getOperation(), *target)))
      return signalPassFailure();
    getOperation().walk([&](Operation *op) { buffers += op->hasAttr(sharedOffsetAttr); });
  }
};
} // namespace

} // namespace tritonc::lower

std::unique_ptr<mlir::Pass> tritonc::createAllocateSharedPass() { return std::make_unique<lower::AllocateShared>(); }

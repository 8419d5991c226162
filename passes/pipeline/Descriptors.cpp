//===- Descriptors.cpp - pipeline-descriptors: copies by the accelerator --===//
//
// An access through a descriptor that the launcher built becomes a copy between global memory and a buffer laid out as
// the tensor memory accelerator does (SharedFamilies.h). A load announces its bytes to a barrier in memory and waits
// for them; wgmma reads the buffer where it lies, other users read it into registers.
//
// In loops over products, loads run ahead: s slots, each with a barrier, s - 1 iterations on their way. A barrier
// counts phases; a slot's phase turns over each time the slots have been gone through, so one bit is carried along.
//
//   scf.for %i {                                   s barriers; start iterations 0 .. s - 2
//     %x = tt.descriptor_load %d[%m, f(%i)]        scf.for %i iter_args(%slot, %phase) {
//     %a = ttg.local_alloc %x                ->      ttg.barrier_wait %bars[%slot], %phase
//     ttg.warp_group_dot %a, ...                     ttg.warp_group_dot %buf[%slot], ...
//   }                                                (barrier)
//                                                    ttg.barrier_expect %bars[%slot - 1], %i + s - 1 < n
//                                                    ttg.tma_load %d[%m, f(%i + s - 1)] to %buf[%slot - 1]
//                                                  }
//
// The slot filled is the one before this one: its product was waited for in this iteration at the latest.
//
//===----------------------------------------------------------------------===//
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/IR/IRMapping.h"
#include "mlir/IR/PatternMatch.h"
#include "passes/ir/SharedMemory.h"
#include "passes/layout/linear/SharedFamilies.h"
#include "passes/pipeline/LoopSlice.h"
#include "passes/pipeline/Passes.h"

using namespace mlir;

namespace tritonc {
#define GEN_PASS_DEF_PIPELINEDESCRIPTORS
#include "passes/pipeline/Passes.h.inc"
} // namespace tritonc

using namespace tritonc;

namespace {

/// A block's buffer as the accelerator fills it.
ttg::MemDescType copiedType(RankedTensorType type) {
  MLIRContext *ctx = type.getContext();
  unsigned bits = type.getElementTypeBitWidth();
  LinearLayout layout = panelLayout(type.getShape(), {1, 0}, bits, widestPanel(type.getDimSize(1), bits));
  return ttg::MemDescType::get(ctx, type.getShape(), type.getElementType(), ttg::SharedEncodingAttr::get(ctx, layout));
}

ttg::MemDescType arrayOf(ttg::MemDescType block, int64_t count) {
  SmallVector<int64_t> shape{count};
  llvm::append_range(shape, block.getShape());
  return ttg::MemDescType::get(block.getContext(), shape, block.getElementType(), block.getEncoding());
}

/// A barrier is one word; two keep arrays of them aligned to 16 bytes.
ttg::MemDescType barrierType(MLIRContext *ctx) {
  LinearLayout layout = LinearLayout::identity1D(2, Dim::Offset, outDim(0));
  return ttg::MemDescType::get(ctx, {2}, IntegerType::get(ctx, 64), ttg::SharedEncodingAttr::get(ctx, layout));
}

class Accesses {
public:
  Accesses(tt::FuncOp function, unsigned stages) : function(function), stages(stages), b(function.getContext()) {}

  unsigned run() {
    SmallVector<scf::ForOp> loops;
    function.walk([&](scf::ForOp loop) { loops.push_back(loop); });
    for (scf::ForOp loop : loops)
      pipelineLoop(loop);
    SmallVector<Operation *> rest;
    function.walk([&](Operation *op) {
      if (isa<tt::DescriptorLoadOp, tt::DescriptorStoreOp>(op))
        rest.push_back(op);
    });
    for (Operation *op : rest) {
      if (auto load = dyn_cast<tt::DescriptorLoadOp>(op))
        copyNow(load);
      else
        store(cast<tt::DescriptorStoreOp>(op));
      op->erase();
      ++count;
    }
    return count;
  }

private:
  Value i32(int64_t v) { return arith::ConstantIntOp::create(b, loc, v, 32); }
  Value i1(bool v) { return arith::ConstantIntOp::create(b, loc, v, 1); }
  Value element(Value array, Value index) {
    auto type = cast<ttg::MemDescType>(array.getType());
    auto block = ttg::MemDescType::get(type.getContext(), type.getShape().drop_front(), type.getElementType(),
                                       type.getEncoding());
    return ttg::MemDescIndexOp::create(b, loc, block, array, index);
  }
  void useBuffer(tt::DescriptorLoadOp load, Value buffer);
  void copyNow(tt::DescriptorLoadOp load);
  void store(tt::DescriptorStoreOp op);

  // Loops.
  void pipelineLoop(scf::ForOp loop);
  void start(Value iv, Value valid, Value slot);
  void makeBuffers();
  void emptyBuffers();

  tt::FuncOp function;
  unsigned stages;
  OpBuilder b;
  Location loc = UnknownLoc::get(b.getContext());
  unsigned count = 0;

  struct Ahead {
    tt::DescriptorLoadOp op;
    Value buffers;
  };
  SmallVector<Ahead> ahead;
  scf::ForOp loop;
  LoopSlice slice;
  Value barriers;
  int64_t bytes = 0, slots = 0;
};

/// Users that want the block as it lies get the buffer; the others its contents.
void Accesses::useBuffer(tt::DescriptorLoadOp load, Value buffer) {
  for (Operation *user : llvm::make_early_inc_range(load->getUsers())) {
    auto alloc = dyn_cast<ttg::LocalAllocOp>(user);
    if (alloc && alloc.getType() == buffer.getType()) {
      alloc.replaceAllUsesWith(buffer);
      alloc.erase();
    }
  }
  if (load.getResult().use_empty())
    return;
  Value block = ttg::LocalLoadOp::create(b, loc, load.getType(), buffer);
  load.getResult().replaceAllUsesWith(block);
}

void Accesses::copyNow(tt::DescriptorLoadOp load) {
  loc = load.getLoc();
  b.setInsertionPoint(load);
  ttg::MemDescType type = copiedType(cast<RankedTensorType>(load.getType()));
  Value buffer = ttg::LocalAllocOp::create(b, loc, type, Value());
  Value barrier = ttg::LocalAllocOp::create(b, loc, barrierType(b.getContext()), Value());
  ttg::BarrierInitOp::create(b, loc, barrier, 1);
  ttg::BarrierExpectOp::create(b, loc, barrier, i1(true), int32_t(type.getBytes()));
  ttg::TmaLoadOp::create(b, loc, load.getDesc(), load.getIndices(), buffer, barrier, i1(true));
  ttg::BarrierWaitOp::create(b, loc, barrier, i32(0), Value());
  ttg::BarrierInvalOp::create(b, loc, barrier);
  useBuffer(load, buffer);
}

void Accesses::store(tt::DescriptorStoreOp op) {
  loc = op.getLoc();
  b.setInsertionPoint(op);
  Value buffer =
      ttg::LocalAllocOp::create(b, loc, copiedType(cast<RankedTensorType>(op.getSrc().getType())), op.getSrc());
  ttg::FenceAsyncSharedOp::create(b, loc);
  ttg::TmaStoreOp::create(b, loc, op.getDesc(), op.getIndices(), buffer, tt::DescriptorReduceKindAttr());
  ttg::TmaStoreWaitOp::create(b, loc, 0);
}

//===----------------------------------------------------------------------===//
// Loops
//===----------------------------------------------------------------------===//

unsigned stagesOf(scf::ForOp loop, unsigned launch) {
  auto own = loop->getAttrOfType<IntegerAttr>("tt.num_stages");
  return own ? unsigned(std::max<int64_t>(1, own.getInt())) : launch;
}

void Accesses::makeBuffers() {
  b.setInsertionPoint(loop);
  bytes = 0;
  for (Ahead &each : ahead) {
    ttg::MemDescType type = copiedType(cast<RankedTensorType>(each.op.getType()));
    bytes += type.getBytes();
    each.buffers = ttg::LocalAllocOp::create(b, loc, arrayOf(type, slots), Value());
  }
  barriers = ttg::LocalAllocOp::create(b, loc, arrayOf(barrierType(b.getContext()), slots), Value());
  ttg::BarrierInitOp::create(b, loc, barriers, 1);
}

/// Starts the loads of the iteration with this induction variable, if it exists.
void Accesses::start(Value iv, Value valid, Value slot) {
  Value barrier = element(barriers, slot);
  ttg::BarrierExpectOp::create(b, loc, barrier, valid, int32_t(bytes));
  IRMapping map;
  map.map(loop.getInductionVar(), iv);
  for (Operation *op : slice.inOrder())
    b.clone(*op, map);
  for (Ahead &each : ahead) {
    SmallVector<Value> indices;
    for (Value index : each.op.getIndices())
      indices.push_back(map.lookupOrDefault(index));
    ttg::TmaLoadOp::create(b, loc, each.op.getDesc(), indices, element(each.buffers, slot), barrier, valid);
  }
}

void Accesses::emptyBuffers() {
  b.setInsertionPointAfter(loop);
  ttg::BarrierInvalOp::create(b, loc, barriers);
  for (Ahead &each : ahead)
    ttg::LocalDeallocOp::create(b, loc, each.buffers);
}

void Accesses::pipelineLoop(scf::ForOp candidate) {
  loop = candidate;
  loc = loop.getLoc();
  slots = stagesOf(loop, stages);
  ahead.clear();
  SmallVector<Value> roots;
  for (auto op : loop.getBody()->getOps<tt::DescriptorLoadOp>()) {
    std::optional<LoopSlice> own = sliceOf(loop, SmallVector<Value>(op.getIndices()));
    // What is carried from iteration to iteration would have to be carried ahead.
    if (!own || !own->carried.empty() || !own->loads.empty())
      continue;
    ahead.push_back({op, {}});
    llvm::append_range(roots, op.getIndices());
  }
  bool hasProducts =
      llvm::any_of(*loop.getBody(), [](Operation &op) { return isa<ttg::WarpGroupDotOp, tt::DotOp>(op); });
  if (ahead.empty() || slots < 2 || !hasProducts || loop.getInductionVar().getType() != b.getI32Type())
    return;
  slice = *sliceOf(loop, roots);
  makeBuffers();
  auto ahead1 = [&](Value iv, int64_t iterations) {
    Value step = arith::MulIOp::create(b, loc, loop.getStep(), i32(iterations));
    return Value(arith::AddIOp::create(b, loc, iv, step));
  };
  auto exists = [&](Value iv) {
    auto predicate = loop.getUnsignedCmp() ? arith::CmpIPredicate::ult : arith::CmpIPredicate::slt;
    return Value(arith::CmpIOp::create(b, loc, predicate, iv, loop.getUpperBound()));
  };
  for (int64_t slot = 0; slot < slots - 1; ++slot) {
    Value iv = ahead1(loop.getLowerBound(), slot);
    start(iv, exists(iv), i32(slot));
  }
  // The loop with the slot and its phase.
  IRRewriter rewriter(b.getContext());
  rewriter.setInsertionPoint(loop);
  Value zero = arith::ConstantIntOp::create(rewriter, loc, 0, 32);
  auto rotate = [&](OpBuilder &builder, Location, ArrayRef<BlockArgument> carried) -> SmallVector<Value> {
    OpBuilder::InsertPoint before = b.saveInsertionPoint();
    b.restoreInsertionPoint(builder.saveInsertionPoint());
    Value next = arith::AddIOp::create(b, loc, carried[0], i32(1));
    Value wraps = arith::CmpIOp::create(b, loc, arith::CmpIPredicate::eq, next, i32(slots));
    Value slot = arith::SelectOp::create(b, loc, wraps, i32(0), next);
    Value turned = arith::XOrIOp::create(b, loc, carried[1], i32(1));
    Value phase = arith::SelectOp::create(b, loc, wraps, turned, carried[1]);
    b.restoreInsertionPoint(before);
    return {slot, phase};
  };
  unsigned carried = loop.getNumRegionIterArgs();
  auto made = loop.replaceWithAdditionalYields(rewriter, {zero, zero}, /*replaceInitOperandUsesInLoop=*/false, rotate);
  if (failed(made))
    return;
  loop = cast<scf::ForOp>(made->getOperation());
  loop->removeAttr("tt.num_stages");
  Value slot = loop.getRegionIterArg(carried), phase = loop.getRegionIterArg(carried + 1);
  b.setInsertionPointToStart(loop.getBody());
  ttg::BarrierWaitOp::create(b, loc, element(barriers, slot), phase, Value());
  // At the end, since the slot before this one is free once this iteration's products have been waited for.
  b.setInsertionPoint(loop.getBody()->getTerminator());
  Value isFirst = arith::CmpIOp::create(b, loc, arith::CmpIPredicate::eq, slot, i32(0));
  Value before = arith::SelectOp::create(b, loc, isFirst, i32(slots - 1), arith::SubIOp::create(b, loc, slot, i32(1)));
  Value iv = ahead1(loop.getInductionVar(), slots - 1);
  start(iv, exists(iv), before);
  for (Ahead &each : ahead) {
    b.setInsertionPoint(each.op);
    useBuffer(each.op, element(each.buffers, slot));
    each.op.erase();
    ++count;
  }
  // The accelerator's own writes need no fence.
  bool threadsWrite = false;
  loop.getBody()->walk([&](Operation *op) {
    auto alloc = dyn_cast<ttg::LocalAllocOp>(op);
    threadsWrite |= (alloc && alloc.getSrc()) || isa<ttg::LocalStoreOp, ttg::AsyncCopyOp, tt::DescriptorLoadOp>(op);
  });
  if (!threadsWrite)
    for (auto fence : llvm::make_early_inc_range(loop.getBody()->getOps<ttg::FenceAsyncSharedOp>()))
      fence.erase();
  emptyBuffers();
}

struct DescriptorsPass : tritonc::impl::PipelineDescriptorsBase<DescriptorsPass> {
  using PipelineDescriptorsBase::PipelineDescriptorsBase;
  void runOnOperation() override {
    if (getOperation()->hasAttr("ttg.keep_descriptors"))
      numCopies += Accesses(getOperation(), numStages).run();
  }
};

} // namespace

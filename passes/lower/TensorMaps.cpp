//===- TensorMaps.cpp - copies by the tensor memory accelerator -----------===//
//
// A descriptor that the host built is a kernel parameter of 128 bytes (a CUtensorMap), of which the code needs only the
// address. One thread starts a copy; the accelerator reads or writes the block, one panel of the buffer
// (SharedFamilies.h) with each instruction, and reports the bytes of a load to a barrier in memory, on which all
// threads wait by its phase's parity (PTX ISA, "cp.async.bulk.tensor", "mbarrier").
//
//   ttg.tma_load %desc[%i, %j] to %m, %bar, %p      @first && %p:  cp.async.bulk.tensor.2d [m], [desc, {j, i}], [bar]
//                                                                  cp.async.bulk.tensor.2d [m + panel], [desc, {j + 64,
//                                                                  i}], ...
//
//===----------------------------------------------------------------------===//
#include "passes/ir/SharedMemory.h"
#include "passes/layout/linear/SharedFamilies.h"
#include "passes/lower/Lowering.h"

using namespace mlir;

namespace tritonc::lower {
namespace {

/// True in the thread that starts copies.
Value isFirstThread(FunctionLowering &f) {
  return f.e.inPrologue([&]() -> Value { return f.e.eq(f.threadId(), f.e.i32(0)); });
}

void predicated(FunctionLowering &f, Value predicate, const std::string &text, StringRef constraints, ValueRange args) {
  SmallVector<Value> all(args);
  all.push_back(predicate);
  f.e.inlineAsm("@$" + std::to_string(args.size()) + " " + text, (constraints + ",b,~{memory}").str(), {}, all,
                /*sideEffects=*/true);
}

Value address(FunctionLowering &f, Value memory) { return f.e.toInt(f.scalar(memory)); }

/// `text` for each barrier of an array, or the one that there is; each begins its block.
void eachBarrier(FunctionLowering &f, Value barriers, const std::string &text) {
  auto type = cast<ttg::MemDescType>(barriers.getType());
  for (int64_t i = 0; i < type.getNumCopies(); ++i)
    predicated(f, isFirstThread(f), text, "r", {f.e.add(address(f, barriers), f.e.i32(i * type.getBlockBytes()))});
}

LogicalResult lowerInit(FunctionLowering &f, ttg::BarrierInitOp op) {
  eachBarrier(f, op.getBarrier(), "mbarrier.init.shared::cta.b64 [$0], " + std::to_string(op.getCount()) + ";");
  // Makes the barriers known to the accelerator.
  f.e.inlineAsm("fence.mbarrier_init.release.cluster;", "~{memory}", {}, {}, /*sideEffects=*/true);
  f.e.inlineAsm("fence.proxy.async.shared::cta;", "~{memory}", {}, {}, /*sideEffects=*/true);
  return success();
}

LogicalResult lowerInval(FunctionLowering &f, ttg::BarrierInvalOp op) {
  eachBarrier(f, op.getBarrier(), "mbarrier.inval.shared::cta.b64 [$0];");
  return success();
}

LogicalResult lowerExpect(FunctionLowering &f, ttg::BarrierExpectOp op) {
  Value predicate = f.e.and_(isFirstThread(f), f.scalar(op.getPredicate()));
  predicated(f, predicate, "mbarrier.arrive.expect_tx.shared::cta.b64 _, [$0], " + std::to_string(op.getBytes()) + ";",
             "r", {address(f, op.getBarrier())});
  return success();
}

LogicalResult lowerWait(FunctionLowering &f, ttg::BarrierWaitOp op) {
  Emitter &e = f.e;
  SmallVector<Value> args{address(f, op.getBarrier()), f.scalar(op.getParity())};
  std::string constraints = "r,r", skip;
  if (op.getPredicate()) {
    args.push_back(f.scalar(op.getPredicate()));
    constraints += ",b";
    skip = "@!$2 bra DONE;\n";
  }
  // try_wait suspends the thread for a while; the loop is for when that was not enough.
  e.inlineAsm("{\n.reg .pred done;\n" + skip +
                  "WAIT: mbarrier.try_wait.parity.shared::cta.b64 done, [$0], $1;\n@!done bra WAIT;\nDONE:\n}",
              constraints + ",~{memory}", {}, args, /*sideEffects=*/true);
  return success();
}

/// The panels of a buffer as the accelerator fills it; nothing if it does not lie so.
struct Panels {
  int64_t count, columns, bytes;
};
std::optional<Panels> panelsOf(ttg::MemDescType memory) {
  ArrayRef<int64_t> shape = memory.getBlockShape();
  unsigned bits = memory.getElementType().getIntOrFloatBitWidth();
  if (shape.size() != 2 || memory.getNumCopyDims() != 0 || bits < 8)
    return std::nullopt;
  unsigned rowBytes = widestPanel(shape[1], bits);
  if (!rowBytes || memory.getEncoding().getLayout() != panelLayout(shape, {1, 0}, bits, rowBytes))
    return std::nullopt;
  int64_t columns = int64_t(rowBytes) * 8 / bits;
  return Panels{shape[1] / columns, columns, shape[0] * rowBytes};
}

LogicalResult refuse(Operation *op) {
  return op->emitError() << "the buffer does not lie as the tensor memory accelerator copies";
}

LogicalResult lowerTmaLoad(FunctionLowering &f, ttg::TmaLoadOp op) {
  Emitter &e = f.e;
  auto panels = panelsOf(op.getDst().getType());
  if (!panels || op.getIndices().size() != 2)
    return refuse(op);
  Value predicate = e.and_(isFirstThread(f), f.scalar(op.getPredicate()));
  Value base = address(f, op.getDst()), barrier = address(f, op.getBarrier());
  Value row = f.scalar(op.getIndices()[0]), column = f.scalar(op.getIndices()[1]);
  for (int64_t panel = 0; panel < panels->count; ++panel)
    predicated(
        f, predicate,
        "cp.async.bulk.tensor.2d.shared::cluster.global.mbarrier::complete_tx::bytes [$0], [$1, {$2, $3}], [$4];",
        "r,l,r,r,r",
        {e.add(base, e.i32(panel * panels->bytes)), f.scalar(op.getDesc()),
         e.add(column, e.i32(panel * panels->columns)), row, barrier});
  return success();
}

LogicalResult lowerTmaStore(FunctionLowering &f, ttg::TmaStoreOp op) {
  Emitter &e = f.e;
  auto panels = panelsOf(op.getSrc().getType());
  if (!panels || op.getIndices().size() != 2 || op.getReduce())
    return refuse(op);
  Value base = address(f, op.getSrc()), row = f.scalar(op.getIndices()[0]), column = f.scalar(op.getIndices()[1]);
  for (int64_t panel = 0; panel < panels->count; ++panel)
    predicated(f, isFirstThread(f), "cp.async.bulk.tensor.2d.global.shared::cta.bulk_group [$0, {$1, $2}], [$3];",
               "l,r,r,r",
               {f.scalar(op.getDesc()), e.add(column, e.i32(panel * panels->columns)), row,
                e.add(base, e.i32(panel * panels->bytes))});
  // A group of the thread that started it; without stores the group is empty.
  e.inlineAsm("cp.async.bulk.commit_group;", "~{memory}", {}, {}, /*sideEffects=*/true);
  return success();
}

LogicalResult lowerTmaStoreWait(FunctionLowering &f, ttg::TmaStoreWaitOp op) {
  f.e.inlineAsm("cp.async.bulk.wait_group.read " + std::to_string(op.getPending()) + ";", "~{memory}", {}, {},
                /*sideEffects=*/true);
  return success();
}

} // namespace

void addTensorMapHandlers(HandlerTable &table) {
  table.add<ttg::BarrierInitOp, lowerInit>();
  table.add<ttg::BarrierInvalOp, lowerInval>();
  table.add<ttg::BarrierExpectOp, lowerExpect>();
  table.add<ttg::BarrierWaitOp, lowerWait>();
  table.add<ttg::TmaLoadOp, lowerTmaLoad>();
  table.add<ttg::TmaStoreOp, lowerTmaStore>();
  table.add<ttg::TmaStoreWaitOp, lowerTmaStoreWait>();
}

} // namespace tritonc::lower

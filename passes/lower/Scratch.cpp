//===- Scratch.cpp - which ops need shared memory of their own ------------===//
#include "passes/lower/Scratch.h"
#include "passes/ir/SharedMemory.h"
#include "passes/lower/MatrixProduct.h"
#include "passes/lower/SharedAccess.h"
#include "passes/lower/plan/ConvertPlan.h"
#include "passes/lower/plan/ReducePlan.h"
#include "passes/lower/plan/ScanPlan.h"
#include "llvm/ADT/TypeSwitch.h"

using namespace mlir;

namespace tritonc::lower {

unsigned exchangeBudget(const Target &target) {
  // Half of what a program may have, so that two programs fit on one multiprocessor; never more than 64 KiB.
  return std::min(target.maxSharedBytes / 2, 64 << 10);
}

/// `elements` of each operand, the arrays aligned to 16 bytes.
static int64_t arrays(ValueRange operands, unsigned elements) {
  int64_t bytes = 0;
  for (Value v : operands)
    bytes += llvm::alignTo(int64_t(elements) * memoryBytesOf(v.getType()), 16);
  return bytes;
}

static int64_t reduceBytes(tt::ReduceOp op) {
  const LinearLayout *layout = ttg::layoutOf(op.getSrcs().front().getType());
  unsigned widest = 1;
  for (Value v : op.getSrcs())
    widest = std::max(widest, memoryBytesOf(v.getType()));
  auto plan = layout ? planReduce(*layout, op.getAxis(), widest) : std::nullopt;
  return plan && plan->crossesWarps ? arrays(op.getSrcs(), plan->bufferElements) : 0;
}

static int64_t scanBytes(tt::ScanOp op) {
  const LinearLayout *layout = ttg::layoutOf(op.getSrcs().front().getType());
  auto plan = layout ? planScan(*layout, op.getAxis()) : std::nullopt;
  return plan ? arrays(op.getSrcs(), plan->bufferElements) : 0;
}

static int64_t convertBytes(ttg::ConvertLayoutOp op, const Target &target) {
  const LinearLayout *from = ttg::layoutOf(op.getSrc().getType()), *to = ttg::layoutOf(op.getType());
  if (!from || !to)
    return 0;
  unsigned bytes = memoryBytesOf(op.getType());
  ConvertPlan plan = planConvert(*from, *to, bytes, exchangeBudget(target));
  return plan.kind == ConvertPlan::Kind::Shared ? int64_t(plan.shared.bufferElements) * bytes : 0;
}

/// Whether several threads hold the same element.
static bool hasCopies(Type type) {
  const LinearLayout *layout = ttg::layoutOf(type);
  return !layout || layout->freeVariableMask(Dim::Lane) || layout->freeVariableMask(Dim::Warp);
}

static int64_t atomicBytes(Operation *op) {
  Value result = op->getResult(0);
  if (result.use_empty() || !hasCopies(result.getType()))
    return 0;
  auto tensor = dyn_cast<RankedTensorType>(result.getType());
  return (tensor ? tensor.getNumElements() : 1) * memoryBytesOf(result.getType());
}

DotSlices planDotSlices(tt::DotOp dot, const Target &target) {
  auto a = cast<RankedTensorType>(dot.getA().getType()), b = cast<RankedTensorType>(dot.getB().getType());
  int64_t k = a.getShape().back();
  for (unsigned rounds = 1;; rounds *= 2) {
    DotSlices slices;
    slices.rounds = rounds;
    slices.bStart = int64_t(llvm::alignTo(a.getNumElements() / rounds * memoryBytesOf(a), 16));
    slices.bytes = slices.bStart + b.getNumElements() / rounds * memoryBytesOf(b);
    // Half of the memory: other buffers may be alive.
    if (slices.bytes <= target.maxSharedBytes / 2 || rounds >= k)
      return slices;
  }
}

int64_t scratchBytes(Operation *op, const Target &target) {
  return TypeSwitch<Operation *, int64_t>(op)
      .Case([](ttg::LocalAllocOp alloc) { return alloc.getType().getBytes(); })
      .Case([](tt::ReduceOp reduce) { return reduceBytes(reduce); })
      .Case([](tt::ScanOp scan) { return scanBytes(scan); })
      .Case([&](ttg::ConvertLayoutOp convert) { return convertBytes(convert, target); })
      .Case<tt::AtomicRMWOp, tt::AtomicCASOp>([](Operation *atomic) { return atomicBytes(atomic); })
      .Case([](tt::HistogramOp histogram) { return histogram.getType().getNumElements() * 4; })
      .Case([](tt::GatherOp gather) {
        auto source = cast<RankedTensorType>(gather.getSrc().getType());
        return source.getNumElements() * memoryBytesOf(source);
      })
      .Case([&](tt::DotOp dot) { return multipliesInRegisters(dot) ? 0 : planDotSlices(dot, target).bytes; })
      .Default(int64_t(0));
}

Registers shareWithCopies(FunctionLowering &f, Operation *op, Type type, ArrayRef<Value> values) {
  if (!hasCopies(type))
    return Registers(values);
  auto tensor = dyn_cast<RankedTensorType>(type);
  Registers from(values);
  // An element's place is its number in the flattened tensor.
  LinearLayout index =
      tensor ? f.layout(type).flattenOuts(Dim::Offset)
             : LinearLayout::zeros({{Dim::Register, 0}, {Dim::Lane, 0}, {Dim::Warp, 0}}, {{Dim::Offset, 0}});
  SharedBuffer buffer(f, f.scratch(op), 0, from.front().getType(), index);
  SmallVector<SharedStore> stores;
  SmallVector<Value> addresses;
  for (auto [reg, v] : llvm::enumerate(from)) {
    addresses.push_back(buffer.address(uint32_t(reg)));
    stores.push_back({addresses.back(), {v}});
  }
  storeSharedIf(f, f.isFirstHolder(type), stores);
  f.barrier();
  Registers result;
  for (auto [v, address] : llvm::zip(from, addresses))
    result.push_back(loadShared(f.e, address, v.getType(), 1).front());
  return result;
}

} // namespace tritonc::lower

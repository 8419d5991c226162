//===- Histogram.cpp - tt.histogram for one thread ------------------------===//
//
// One counter per bin in shared memory: all threads clear them, meet, add one for each of their elements with a shared
// atomic, meet, and read the bins of the result's layout. Elements that several threads hold are counted by the first.
// Values outside the bins and masked elements are not counted.
//
// Per-warp ballots (a vote for each bit of the bin number) would save the atomics, but cost log2(bins) votes for each
// element of each bin; shared atomics on distinct banks take one cycle.
//
//===----------------------------------------------------------------------===//
#include "passes/lower/Scratch.h"
#include "passes/lower/SharedAccess.h"

using namespace mlir;

namespace tritonc::lower {
namespace {

Value counter(Emitter &e, Value counters, Value bin) { return e.gep(e.i32Ty(), counters, bin); }

/// counter += 1 under a condition.
void increment(FunctionLowering &f, Value at, Value condition) {
  Emitter &e = f.e;
  if (f.module.options.target.isNVIDIA()) {
    e.inlineAsm("@$1 red.shared.add.u32 [$0], 1;", "r,b,~{memory}", {}, {e.toInt(at), condition}, /*sideEffects=*/true);
    return;
  }
  e.emitIf(condition, [&] {
    LLVM::AtomicRMWOp::create(e.builder, e.getLoc(), LLVM::AtomicBinOp::add, at, e.i32(1),
                              LLVM::AtomicOrdering::monotonic, "workgroup", /*alignment=*/4);
  });
}

/// Each thread clears its share of the counters.
void clear(FunctionLowering &f, Value counters, unsigned bins) {
  Emitter &e = f.e;
  unsigned threads = unsigned(f.numThreads());
  auto clearFrom = [&] {
    for (unsigned first = 0; first < bins; first += threads)
      e.store(e.i32(0), counter(e, counters, e.add(f.threadId(), e.i32(first))), 4);
  };
  f.threadId(); // made outside of the branch
  if (bins < threads)
    e.emitIf(e.ult(f.threadId(), e.i32(bins)), clearFrom);
  else
    clearFrom();
}

LogicalResult lowerHistogram(FunctionLowering &f, tt::HistogramOp op) {
  Emitter &e = f.e;
  Value counters = f.scratch(op);
  unsigned bins = unsigned(op.getType().getNumElements());
  clear(f, counters, bins);
  f.barrier();

  Value counts = f.isFirstHolder(op.getSrc().getType());
  for (auto [reg, v] : llvm::enumerate(Registers(f.registers(op.getSrc())))) {
    Value inside = e.ult(v, e.constant(v.getType(), int64_t(bins)));
    // All values of a type so narrow that every one is a bin.
    if (Emitter::bitsOf(v.getType()) < 32 && bins >= 1u << Emitter::bitsOf(v.getType()))
      inside = e.i1(true);
    Value condition = counts ? e.and_(inside, counts) : inside;
    if (op.getMask())
      condition = e.and_(condition, f.registers(op.getMask())[reg]);
    Value at = counter(e, counters, e.zextOrTrunc(v, 32));
    increment(f, at, condition);
  }
  f.barrier();

  SharedBuffer reader(f, counters, 0, e.i32Ty(), f.layout(op.getType()).flattenOuts(Dim::Offset));
  Type resultType = f.elementType(op.getType());
  Registers result;
  for (unsigned r = 0; r < f.numRegisters(op.getType()); ++r)
    result.push_back(e.zextOrTrunc(reader.load(1, r).front(), Emitter::bitsOf(resultType)));
  f.set(op.getResult(), std::move(result));
  return success();
}

} // namespace

void addHistogramHandlers(HandlerTable &table) { table.add<tt::HistogramOp, lowerHistogram>(); }

} // namespace tritonc::lower

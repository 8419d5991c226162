//===- StoreRace.cpp - -Wstore-race ---------------------------------------===//
//
//   pid = tl.program_id(0)
//   tl.store(out_ptr, tl.sum(tl.load(x_ptr + pid * B + cols)))     programs write different sums to one place
//   tl.store(out_ptr + rows[:, None] + 0 * cols[None, :], x)       so do lanes of one store
//
// Programs: reported when the value depends on a program_id, and neither the address nor the mask nor any condition or
// loop bound around the store depends on one. (An address that depends on some other axis keeps it silent: a grid may
// have one program along an axis, as split-K kernels with one split.) Silent in kernels that take locks or tickets: any
// atomic whose result is used, or a compare-and-swap.
//
// Lanes: reported when alignment analysis shows that groups of lanes along a dimension have one address, the mask
// treats them alike, and the value certainly differs along that dimension: it is read through pointers that do, or is
// made of a range.
//
//===----------------------------------------------------------------------===//
#include "passes/layout/AxisInfo.h"
#include "passes/lint/Lint.h"

using namespace mlir;
using namespace tritonc;
using namespace tritonc::lint;

static bool takesTickets(lint::Function &function) {
  return llvm::any_of(function.atomics,
                      [](Operation *op) { return isa<tt::AtomicCASOp>(op) || !op->getResult(0).use_empty(); });
}

static void warnPrograms(lint::Function &function, tt::StoreOp store) {
  ProgramAxes &axes = function.axes;
  const Axes ofValue = axes.of(store.getValue());
  if (!ofValue)
    return;
  Axes apart = axes.of(store.getPtr()) | axes.ofControl(store);
  if (store.getMask())
    apart |= axes.of(store.getMask());
  if (apart)
    return;
  const std::string what = "programs that differ in program_id(" + std::to_string(llvm::countr_zero(ofValue)) + ")";
  Report warning(DiagId::store_race, store.getLoc(), what);
  warning.hint("add the program's number to the address, store in one program only, or use an atomic");
}

/// Whether elements along the dimension surely differ for some input.
static bool surelyVaries(BlockValues &values, Value value, unsigned dim, unsigned depth = 24) {
  Operation *op = value.getDefiningOp();
  if (!op || depth == 0 || !(values.varying(value) >> dim & 1))
    return false;
  if (isa<tt::MakeRangeOp>(op))
    return true;
  if (auto load = dyn_cast<tt::LoadOp>(op))
    return isa<RankedTensorType>(load.getPtr().getType()) && surelyVaries(values, load.getPtr(), dim, depth - 1);
  if (auto expand = dyn_cast<tt::ExpandDimsOp>(op))
    return dim != expand.getAxis() && surelyVaries(values, expand.getSrc(), dim - (dim > expand.getAxis()), depth - 1);
  if (isa<tt::BroadcastOp, arith::ExtFOp, arith::TruncFOp, tt::FpToFpOp, arith::ExtSIOp, math::ExpOp, arith::SIToFPOp>(
          op))
    return surelyVaries(values, op->getOperand(0), dim, depth - 1);
  if (isa<tt::AddPtrOp, arith::AddIOp, arith::AddFOp, arith::SubIOp, arith::SubFOp, arith::MulFOp, arith::DivFOp>(op)) {
    // One that varies and one that does not.
    const bool left = values.varying(op->getOperand(0)) >> dim & 1,
               right = values.varying(op->getOperand(1)) >> dim & 1;
    return left != right && surelyVaries(values, op->getOperand(left ? 0 : 1), dim, depth - 1);
  }
  return false;
}

/// What a pointer block is made of, as a quick look before the analysis of the whole function: not a plain range.
static bool mayRepeat(BlockValues &values, Value pointer) {
  if (values.varying(pointer) != allDims(pointer))
    return true;
  // Quotients repeat.
  SmallVector<Value> work{pointer};
  for (unsigned steps = 0; !work.empty() && steps < 64; ++steps) {
    Operation *op = work.pop_back_val().getDefiningOp();
    if (!op || isa<tt::LoadOp>(op) || op->getNumRegions())
      continue;
    if (isa<arith::DivSIOp, arith::DivUIOp, arith::ShRSIOp, arith::ShRUIOp>(op))
      return true;
    llvm::append_range(work, op->getOperands());
  }
  return false;
}

/// How many neighbours along the dimension have one value.
static int64_t constancy(BlockValues &values, const AxisInfoAnalysis &analysis, Value value, unsigned dim) {
  const int64_t size = cast<RankedTensorType>(value.getType()).getDimSize(dim);
  return values.varying(value) >> dim & 1 ? std::min<int64_t>(analysis.get(value).constancy[dim], size) : size;
}

static void warnLanes(lint::Function &function, tt::StoreOp store, std::optional<AxisInfoAnalysis> &analysis) {
  auto type = dyn_cast<RankedTensorType>(store.getPtr().getType());
  if (!type || !isa<RankedTensorType>(store.getValue().getType()) || !mayRepeat(function.values, store.getPtr()))
    return;
  if (!analysis)
    analysis.emplace(function.op);
  for (unsigned dim = 0; dim < type.getRank(); ++dim) {
    const int64_t group = constancy(function.values, *analysis, store.getPtr(), dim);
    if (group < 2 || (store.getMask() && constancy(function.values, *analysis, store.getMask(), dim) < group) ||
        !surelyVaries(function.values, store.getValue(), dim))
      continue;
    Report(DiagId::store_race, store.getLoc(),
           group == type.getDimSize(dim)
               ? "all lanes along dimension " + std::to_string(dim)
               : "each " + std::to_string(group) + " neighbouring lanes along dimension " + std::to_string(dim))
        .hint("reduce the block along that dimension, or use an atomic");
    return;
  }
}

void lint::warnStoreRace(lint::Function &function) {
  const bool hasTickets = takesTickets(function);
  std::optional<AxisInfoAnalysis> analysis;
  for (tt::StoreOp store : function.stores) {
    if (!hasTickets && function.op.isKernel())
      warnPrograms(function, store);
    warnLanes(function, store, analysis);
  }
}

//===- NonIdempotentAutotune.cpp - -Wnon-idempotent-autotune --------------===//
//
//   @triton.autotune(configs=[...], key=["n"])          the search runs the kernel again and again:
//   @triton.jit
//   def scale(x_ptr, n, ...):
//       tl.store(x_ptr + offs, tl.load(x_ptr + offs) * 2)      x is scaled by a power of two that nobody asked for
//
// Reported for a kernel with an autotune list of more than one configuration and a parameter that neither reset_to_zero
// nor restore_value names, when the kernel adds to its memory atomically, or stores there what it computed from its own
// content. Silent when the kernel also stores constants there (it clears what it counts), when the old value goes
// through selection, maxima and conversions only (which change nothing the second time), and for other atomics.
//
//===----------------------------------------------------------------------===//
#include "passes/lint/Lint.h"
#include "llvm/ADT/SmallPtrSet.h"

using namespace mlir;
using namespace tritonc;
using namespace tritonc::lint;

namespace {

/// Searches what a stored value is computed from for a read of a parameter's memory.
class OldValue {
public:
  explicit OldValue(BlockArgument parameter) : parameter(parameter) {}

  /// The load, if arithmetic lies between.
  tt::LoadOp find(Value value, bool isChanged = false, unsigned depth = 64) {
    Operation *op = value.getDefiningOp();
    if (!op || depth == 0 || !seen.insert({op, unsigned(isChanged)}).second)
      return {};
    if (auto load = dyn_cast<tt::LoadOp>(op))
      return isChanged && baseParameter(load.getPtr()) == parameter ? load : tt::LoadOp();
    if (op->getNumRegions())
      return {};
    const bool changes = isa<arith::AddFOp, arith::AddIOp, arith::SubFOp, arith::SubIOp, arith::MulFOp, arith::MulIOp,
                             arith::DivFOp, tt::PreciseDivFOp, math::ExpOp, math::Exp2Op, math::LogOp, tt::DotOp>(op);
    for (Value operand : op->getOperands())
      if (tt::LoadOp found = find(operand, isChanged || changes, depth - 1))
        return found;
    return {};
  }

private:
  BlockArgument parameter;
  llvm::DenseSet<std::pair<Operation *, unsigned>> seen;
};

} // namespace

static bool isAdding(Operation *op) {
  auto atomic = dyn_cast<tt::AtomicRMWOp>(op);
  return atomic && (atomic.getAtomicRmwOp() == tt::RMWOp::FAdd || atomic.getAtomicRmwOp() == tt::RMWOp::Add ||
                    atomic.getAtomicRmwOp() == tt::RMWOp::Xor);
}

static bool storesConstant(lint::Function &function, BlockArgument parameter) {
  return llvm::any_of(function.stores, [&](tt::StoreOp store) {
    return (constantInteger(store.getValue()) || constantFloat(store.getValue())) &&
           baseParameter(store.getPtr()) == parameter;
  });
}

void lint::warnNonIdempotentAutotune(lint::Function &function) {
  if (!function.facts.autotuned)
    return;
  llvm::SmallPtrSet<void *, 4> reported;
  // Silent for what is named, reported before, or cleared by the kernel itself.
  auto isFine = [&](BlockArgument parameter) {
    return !parameter || sourceName(parameter).empty() ||
           llvm::is_contained(function.facts.preserved, sourceName(parameter)) ||
           reported.contains(parameter.getAsOpaquePointer()) || storesConstant(function, parameter);
  };
  auto report = [&](Operation *op, BlockArgument parameter, Operation *load) {
    reported.insert(parameter.getAsOpaquePointer());
    Report warning(DiagId::non_idempotent_autotune, op->getLoc(), sourceName(parameter));
    if (load)
      warning.note(load->getLoc(), "what is stored is computed from this load");
    warning.hint(llvm::Twine(load ? "restore_value" : "reset_to_zero") + "=[\"" + sourceName(parameter) +
                 "\"] in the autotune decorator");
  };
  for (Operation *atomic : function.atomics) {
    BlockArgument parameter = baseParameter(atomic->getOperand(0));
    if (isAdding(atomic) && !isFine(parameter))
      report(atomic, parameter, nullptr);
  }
  for (tt::StoreOp store : function.stores) {
    BlockArgument parameter = baseParameter(store.getPtr());
    if (isFine(parameter))
      continue;
    if (tt::LoadOp load = OldValue(parameter).find(store.getValue()))
      report(store, parameter, load);
  }
}

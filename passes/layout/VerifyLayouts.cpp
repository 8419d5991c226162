//===- VerifyLayouts.cpp - layout-verify: do the layouts fit together? ----===//
#include "passes/Passes.h"
#include "passes/block/Cheap.h"
#include "passes/layout/AxisInfo.h"
#include "passes/layout/LayoutInference.h"
#include "passes/layout/MatrixChoice.h"

namespace tritonc {
#define GEN_PASS_DEF_VERIFYLAYOUTS
#include "passes/Passes.h.inc"
} // namespace tritonc

using namespace mlir;
using namespace tritonc;

static bool isTensor(Value value) { return isa<RankedTensorType>(value.getType()); }

static LogicalResult haveLayouts(Operation *op, ValueRange values) {
  for (Value value : values)
    if (isTensor(value) && !ttg::layoutOf(value))
      return op->emitOpError() << "has a value without a layout: " << value.getType();
  return success();
}

static LogicalResult expectLayout(Operation *op, Value value, const LinearLayout &expected) {
  if (*ttg::layoutOf(value) == expected)
    return success();
  return op->emitOpError() << "has layout " << ttg::layoutOf(value)->toString() << ", expected " << expected.toString();
}

/// All tensors of an access or elementwise op are held alike.
static LogicalResult sameLayouts(Operation *op) {
  const LinearLayout *first = nullptr;
  SmallVector<Value> values(op->getOperands());
  llvm::append_range(values, op->getResults());
  for (Value value : values) {
    if (!isTensor(value))
      continue;
    if (first && failed(expectLayout(op, value, *first)))
      return failure();
    first = ttg::layoutOf(value);
  }
  return success();
}

/// Without a matrix instruction, or with one that reads shared memory, operands come as they are.
static bool takesAnyOperands(tt::DotOp dot) {
  std::optional<DotMatrix> unit = dotMatrix(dot);
  return unit ? unit->instruction.family == MatrixFamily::Wgmma : !dot->hasAttr(matrixAttr);
}

static LogicalResult check(Operation *op) {
  if (failed(haveLayouts(op, op->getOperands())) || failed(haveLayouts(op, op->getResults())))
    return failure();
  if (accessPointer(op) || isElementwise(op) || isa<tt::ScanOp>(op))
    return sameLayouts(op);
  if (auto histogram = dyn_cast<tt::HistogramOp>(op))
    return histogram.getMask() ? expectLayout(op, histogram.getMask(), *ttg::layoutOf(histogram.getSrc())) : success();
  if (isa<tt::ReduceOp, tt::SplitOp, tt::CatOp>(op)) {
    std::optional<LinearLayout> expected = resultLayout(op, *ttg::layoutOf(op->getOperand(0)));
    for (Value result : op->getResults())
      if (isTensor(result) && (!expected || failed(expectLayout(op, result, *expected))))
        return expected ? failure() : op->emitOpError("has an operand whose layout allows no result");
    return success();
  }
  if (!isa<tt::ExpandDimsOp, tt::BroadcastOp, tt::TransOp, tt::ReshapeOp, tt::JoinOp, tt::DotOp>(op))
    return success();
  for (auto [i, operand] : llvm::enumerate(op->getOperands())) {
    std::optional<LinearLayout> expected = operandLayout(op, i, *ttg::layoutOf(op->getResult(0)));
    if (!expected && isa<tt::DotOp>(op) && takesAnyOperands(cast<tt::DotOp>(op)))
      continue;
    if (!expected)
      return op->emitOpError("has a result whose layout no operand layout gives");
    if (failed(expectLayout(op, operand, *expected)))
      return failure();
  }
  return success();
}

namespace {
struct VerifyLayoutsPass : tritonc::impl::VerifyLayoutsBase<VerifyLayoutsPass> {
  void runOnOperation() override {
    bool good = true;
    getOperation()->walk([&](Operation *op) { good &= succeeded(check(op)); });
    if (!good)
      signalPassFailure();
  }
};
} // namespace

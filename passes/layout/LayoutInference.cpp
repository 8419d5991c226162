//===- LayoutInference.cpp - layouts through tt operations ----------------===//
#include "passes/layout/LayoutInference.h"
#include "passes/block/Cheap.h"
#include "passes/layout/MatrixChoice.h"

using namespace mlir;
using namespace tritonc;

using MaybeLayout = std::optional<LinearLayout>;

static ArrayRef<int64_t> shapeOfValue(Value value) { return cast<RankedTensorType>(value.getType()).getShape(); }

static LinearLayout unbroadcast(tt::BroadcastOp op, LinearLayout layout) {
  ArrayRef<int64_t> from = shapeOfValue(op.getSrc()), to = shapeOfValue(op.getResult());
  for (unsigned d = 0; d < from.size(); ++d)
    if (from[d] != to[d])
      layout = shrinkToOne(layout, d);
  return layout;
}

MaybeLayout tritonc::operandLayout(Operation *op, unsigned index, const LinearLayout &result) {
  return TypeSwitch<Operation *, MaybeLayout>(op)
      .Case([&](tt::ExpandDimsOp expand) { return sliceLayout(result, expand.getAxis()); })
      .Case([&](tt::BroadcastOp broadcast) { return unbroadcast(broadcast, result); })
      .Case([&](tt::TransOp trans) { return unpermuteDims(result, trans.getOrder()); })
      .Case([&](tt::ReshapeOp reshape) { return reshapeRowMajor(result, shapeOfValue(reshape.getSrc())); })
      .Case([&](tt::JoinOp) { return splitLayout(result); })
      .Case([&](tt::SplitOp) { return joinLayout(result); })
      .Case([&](tt::DotOp dot) -> MaybeLayout {
        if (index == 2)
          return result;
        std::optional<DotMatrix> unit = dotMatrix(dot);
        if (!unit || unit->instruction.family == MatrixFamily::Wgmma)
          return std::nullopt;
        return matrixOperandLayout(unit->instruction, unit->kWidth, result, index, shapeOfValue(dot.getA()).back());
      })
      .Case<tt::ScanOp>([&](auto) { return result; })
      .Default([&](Operation *) { return isElementwise(op) ? MaybeLayout(result) : std::nullopt; });
}

MaybeLayout tritonc::resultLayout(Operation *op, const LinearLayout &operand) {
  return TypeSwitch<Operation *, MaybeLayout>(op)
      .Case([&](tt::ExpandDimsOp expand) { return expandDimsLayout(operand, expand.getAxis()); })
      .Case([&](tt::TransOp trans) { return permuteDims(operand, trans.getOrder()); })
      .Case([&](tt::ReshapeOp reshape) { return reshapeRowMajor(operand, shapeOfValue(reshape.getResult())); })
      .Case([&](tt::JoinOp) { return joinLayout(operand); })
      .Case([&](tt::SplitOp) { return splitLayout(operand); })
      .Case([&](tt::CatOp) { return concatLayout(operand); })
      .Case([&](tt::ReduceOp reduce) { return sliceLayout(operand, reduce.getAxis()); })
      .Case<tt::ScanOp>([&](auto) { return operand; })
      .Default([&](Operation *) { return isElementwise(op) ? MaybeLayout(operand) : std::nullopt; });
}

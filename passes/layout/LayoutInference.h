//===- LayoutInference.h - layouts through tt operations ------------------===//
#pragma once

#include "passes/ir/Dialects.h"
#include "passes/layout/linear/Inference.h"
#include <optional>

namespace tritonc {

/// The layout that the tensor operand `index` of `op` must have when the op's (first tensor) result is in `result`.
/// Nothing where no operand layout gives this result layout without moving elements, or the op does not tie them.
std::optional<LinearLayout> operandLayout(mlir::Operation *op, unsigned index, const LinearLayout &result);

/// The layout that the tensor results of `op` have when its operands are in `operand`. Nothing where the op does not
/// tie them.
std::optional<LinearLayout> resultLayout(mlir::Operation *op, const LinearLayout &operand);

} // namespace tritonc

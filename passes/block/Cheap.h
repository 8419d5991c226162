//===- Cheap.h - blocks that are easier made again than kept --------------===//
//
// A range, a splat or index arithmetic on them costs a handful of instructions per element, often folds into addresses,
// and holds no data from memory. Such values are neither hoisted out of loops nor converted between layouts: whoever
// needs one makes it.
//
//===----------------------------------------------------------------------===//
#pragma once

#include "passes/ir/Dialects.h"

namespace tritonc {

/// The op is an index computation whose cost does not count, given that its operands are cheap.
bool isCheapOp(mlir::Operation *op);

/// `op` only moves whole elements or computes each from those at the same position: its tensor operands and results
/// have one shape and may share one layout.
bool isElementwise(mlir::Operation *op);

} // namespace tritonc

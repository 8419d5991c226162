//===- AxisInfoRules.h - what operations do to axis information -----------===//
#pragma once

#include "passes/layout/AxisInfo.h"

namespace tritonc {

using FactsOf = llvm::function_ref<AxisInfo(mlir::Value)>;

/// The facts about one result of an operation, from those of its operands. Loops and branches are the walk's business.
AxisInfo factsOfResult(mlir::Value result, FactsOf of);
/// The facts that attributes state about a function's argument.
AxisInfo argumentFacts(tt::FuncOp function, mlir::BlockArgument arg);

/// Dimensions that facts about a value of this type have: scalars count as one.
unsigned rankOf(mlir::Type type);
/// Bits of what a pointer or block of pointers points to; at least 8.
unsigned pointeeBits(mlir::Type pointerType);

} // namespace tritonc

//===- InlineCalls.h - device functions into their callers ----------------===//
#pragma once

#include "mlir/IR/BuiltinOps.h"
#include "passes/ir/Dialects.h"

namespace tritonc::cpu {

/// Inlines every call of `module`'s kernels, functions marked noinline included, and erases unreachable blocks.
mlir::LogicalResult inlineCalls(mlir::ModuleOp module);

} // namespace tritonc::cpu

//===- UniformCarries.h - loop-carried blocks that move as a whole --------===//
#pragma once

#include "passes/ir/Dialects.h"

namespace tritonc {

/// Rewrites the loops of `func` so that blocks of pointers or integers which only ever grow by one scalar in all
/// elements are carried as that scalar: those of which `wanted` is true.
void carryUniformSteps(
    tt::FuncOp func, llvm::function_ref<bool(mlir::BlockArgument)> wanted = [](mlir::BlockArgument) { return true; });

} // namespace tritonc

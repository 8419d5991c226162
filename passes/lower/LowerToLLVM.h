//===- LowerToLLVM.h - the pass from layout IR to one thread's program ----===//
#pragma once

#include "mlir/Pass/Pass.h"
#include <memory>

namespace tritonc {

/// See Passes.td. The launch is read from the module's `ttg.*` attributes.
std::unique_ptr<mlir::Pass> createLowerToLLVMPass();
void registerLowerToLLVMPass();

} // namespace tritonc

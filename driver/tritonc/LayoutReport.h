//===- LayoutReport.h - --print-layouts -----------------------------------===//
#pragma once

#include "mlir/IR/BuiltinOps.h"
#include "llvm/Support/raw_ostream.h"

namespace tritonc {

/// Draws each distinct tensor type's layout once, with the place of its first use.
void printLayouts(mlir::ModuleOp module, llvm::raw_ostream &os);

} // namespace tritonc

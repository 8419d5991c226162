//===- IrInput.h - textual block IR as input ------------------------------===//
#pragma once

#include "driver/tritonc/Compile.h"

namespace tritonc {

/// Parses `.ttir` text and finds its kernel: the function named by `options.kernel`, else the only public one.
/// Parameters get their names from the arguments' locations, as Triton writes them, else `arg0`, `arg1`, ...
bool readIr(const CompileInput &input, const FrontendOptions &options, mlir::MLIRContext &context,
            DiagnosticEngine &diagnostics, FrontendResult &result);

} // namespace tritonc

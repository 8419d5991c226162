//===- ConstexprData.h - -Wconstexpr-data ---------------------------------===//
#pragma once

#include "frontend/eval/Signature.h"

namespace tritonc {

/// Warns about compile-time parameters that only say how large the data is.
void warnConstexprData(const ast::FunctionDef &kernel, llvm::ArrayRef<KernelParameter> parameters,
                       DiagnosticEngine &diagnostics);

} // namespace tritonc

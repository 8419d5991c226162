//===- KernelFinder.h - which function of a file is the kernel -------------===//
#pragma once

#include "frontend/eval/Program.h"

namespace tritonc {

/// The jit function called `name`; with an empty name, the only one that no other jit function uses. Null after an
/// error, which lists the candidates.
const ast::FunctionDef *findKernel(SourceModule &module, llvm::StringRef name, DiagnosticEngine &diagnostics);

} // namespace tritonc

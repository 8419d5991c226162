//===- Passes.h - passes on block IR and layout IR ------------------------===//
#pragma once

#include "mlir/Pass/Pass.h"
#include "passes/ir/Dialects.h"

namespace tritonc {

/// On the module when a pass refused it for its size: another configuration of the kernel may fit.
constexpr llvm::StringLiteral unfitAttr = "ttg.unfit";

#define GEN_PASS_DECL
#define GEN_PASS_REGISTRATION
#include "passes/Passes.h.inc"

} // namespace tritonc

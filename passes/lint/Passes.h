//===- Passes.h - warnings about block IR ---------------------------------===//
#pragma once

#include "mlir/Pass/Pass.h"
#include "passes/ir/Dialects.h"

namespace tritonc {

#define GEN_PASS_DECL
#define GEN_PASS_REGISTRATION
#include "passes/lint/Passes.h.inc"

} // namespace tritonc

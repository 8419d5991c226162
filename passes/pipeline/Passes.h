//===- Passes.h - layout IR with work in flight ---------------------------===//
#pragma once

#include "mlir/Pass/Pass.h"
#include "passes/ir/Dialects.h"

namespace tritonc {

#define GEN_PASS_DECL
#define GEN_PASS_REGISTRATION
#include "passes/pipeline/Passes.h.inc"

} // namespace tritonc

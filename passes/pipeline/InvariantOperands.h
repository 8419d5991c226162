//===- InvariantOperands.h - operands of products that loops do not change ===//
#pragma once

#include "backend/Target.h"
#include "passes/ir/Dialects.h"

namespace tritonc {

/// Moves them to shared memory where they and what the loop needs besides are more than the registers of a lane.
void readInvariantOperandsInLoops(tt::FuncOp function, const Target &target);

} // namespace tritonc

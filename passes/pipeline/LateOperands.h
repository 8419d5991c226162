//===- LateOperands.h - operands of products are exchanged when wanted ----===//
#pragma once

#include "backend/Target.h"
#include "passes/ir/Dialects.h"

namespace tritonc {

/// In loops on RDNA, moves changes of layout that make operands of products from loads down to the products, the larger
/// operand's last, where the operand takes more of a lane's 256 registers than the load: before gfx12 both halves of a
/// wave hold it. Each change has a barrier, over which what was made before would stay in registers.
void exchangeOperandsLate(tt::FuncOp function, const Target &target);

} // namespace tritonc

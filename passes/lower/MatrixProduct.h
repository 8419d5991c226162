//===- MatrixProduct.h - tt.dot by a matrix unit --------------------------===//
#pragma once

#include "passes/layout/MatrixChoice.h"
#include "passes/lower/Lowering.h"

namespace tritonc::lower {

/// Whether the dot's instruction takes its operands from registers: then it needs no shared memory.
bool multipliesInRegisters(tt::DotOp op);

/// Lowers a dot for which layout-assign chose such an instruction.
mlir::LogicalResult lowerMatrixProduct(FunctionLowering &f, tt::DotOp op);

} // namespace tritonc::lower

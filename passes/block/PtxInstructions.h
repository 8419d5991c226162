//===- PtxInstructions.h - PTX instructions as arith and math ops ---------===//
#pragma once

#include "mlir/IR/Builders.h"
#include "passes/block/PtxText.h"

namespace tritonc::ptx {

/// Runs `program` in the IR: `inputs` are the values of the operands after the `outputs.size()` first, each an integer
/// or a float of 8 to 64 bits, all scalars or all blocks of one shape. Returns one value per output, of the type in
/// `outputs`. Instructions that are approximate on NVIDIA GPUs are computed as exactly as the target does it elsewhere.
/// On failure `problem` says which instruction is not supported.
mlir::FailureOr<llvm::SmallVector<mlir::Value>> evaluate(mlir::OpBuilder &builder, mlir::Location loc,
                                                         const Program &program, mlir::ValueRange inputs,
                                                         mlir::TypeRange outputs, std::string &problem);

} // namespace tritonc::ptx

//===- Dialects.cpp - loading the dialects of a compile -------------------===//
#include "passes/ir/Dialects.h"
#include "mlir/Dialect/ControlFlow/IR/ControlFlow.h"
#include "mlir/Dialect/GPU/IR/GPUDialect.h"
#include "mlir/Dialect/LLVMIR/LLVMDialect.h"

using namespace mlir;

void tritonc::loadDialects(MLIRContext &context) {
  context.loadDialect<tt::TritonDialect, ttg::TritonGpuDialect, arith::ArithDialect, math::MathDialect, scf::SCFDialect,
                      cf::ControlFlowDialect, ub::UBDialect, gpu::GPUDialect, LLVM::LLVMDialect>();
}

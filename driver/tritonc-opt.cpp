//===- tritonc-opt.cpp - runs single passes on textual IR, for tests ------===//
#include "mlir/Dialect/ControlFlow/IR/ControlFlow.h"
#include "mlir/Dialect/GPU/IR/GPUDialect.h"
#include "mlir/Dialect/LLVMIR/LLVMDialect.h"
#include "mlir/Tools/mlir-opt/MlirOptMain.h"
#include "passes/Pipelines.h"
#include "passes/ir/Dialects.h"

int main(int argc, char **argv) {
  mlir::DialectRegistry registry;
  registry.insert<tritonc::tt::TritonDialect, tritonc::ttg::TritonGpuDialect, mlir::arith::ArithDialect,
                  mlir::math::MathDialect, mlir::scf::SCFDialect, mlir::cf::ControlFlowDialect, mlir::ub::UBDialect,
                  mlir::gpu::GPUDialect, mlir::LLVM::LLVMDialect>();
  tritonc::registerAllPasses();
  return mlir::asMainReturnCode(mlir::MlirOptMain(argc, argv, "tritonc pass driver\n", registry));
}

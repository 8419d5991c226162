//===- Passes.td - passes from layout IR to the LLVM dialect --------------===//

#ifndef TRITONC_LOWER_PASSES_TD
#define TRITONC_LOWER_PASSES_TD

include "mlir/Pass/PassBase.td"

def LowerToLLVM : Pass<"tritonc-lower-to-llvm", "::mlir::ModuleOp"> {
  let summary = "replaces each function by the program of one GPU thread, in the LLVM dialect";
  let description = [{
    Expects layout IR: every tensor has a layout, and the module says for what it was laid out (`ttg.num-warps`,
    `ttg.target`). Afterwards the module holds only LLVM-dialect functions and globals; kernels carry the unit attribute
    `tritonc.kernel` and take exactly the kernel's run-time parameters, and `ttg.shared` on the module says how many bytes of
    shared memory a program needs. Nothing is known about aliasing of parameters; `llvm.align` on a pointer parameter
    comes from `tt.divisibility`.
  }];
  let dependentDialects = ["::mlir::LLVM::LLVMDialect"];
}

#endif

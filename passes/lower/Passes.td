//===- Passes.td - passes from layout IR to the LLVM dialect --------------===//

#ifndef TRITONC_LOWER_PASSES_TD
#define TRITONC_LOWER_PASSES_TD

include "mlir/Pass/PassBase.td"

def AllocateShared : Pass<"tritonc-allocate-shared", "::mlir::ModuleOp"> {
  let summary = "gives every op that needs scratch its place in shared memory";
  let description = [{
    Expects layout IR with its target on the module. Afterwards ops that need shared memory while they run carry
    `ttg.shared_offset`, and the module `ttg.shared`, the bytes in all. Fails, with the numbers, if the target has not as much;
    `ttg.shared` says then what the first refused function needs.
  }];
  let statistics = [Statistic<"buffers", "buffers", "Scratch buffers placed">];
}

def InsertBarriers : Pass<"tritonc-insert-barriers", "::mlir::ModuleOp"> {
  let summary = "inserts a barrier where accesses to shared memory would race without one";
  let description = [{
    Expects memory placed by tritonc-allocate-shared. Inserts `gpu.barrier {ttg.shared_only}`, only where a dependence on
    some path needs one.
  }];
  let dependentDialects = ["::mlir::gpu::GPUDialect"];
  let statistics = [Statistic<"barriers", "barriers", "Barriers inserted">];
}

def LowerToLLVM : Pass<"tritonc-lower-to-llvm", "::mlir::ModuleOp"> {
  let summary = "replaces each function by the program of one GPU thread, in the LLVM dialect";
  let description = [{
    Expects layout IR: every tensor has a layout, and the module says for what it was laid out (`ttg.num-warps`,
    `ttg.target`). Afterwards the module holds only LLVM-dialect functions and globals; kernels carry the unit attribute
    `tritonc.kernel` and take exactly the kernel's run-time parameters, and `ttg.shared` on the module says how many bytes of
    shared memory a program needs. Nothing is known about aliasing of parameters; `llvm.align` on a pointer parameter
    comes from `tt.divisibility`.
  }];
  // gpu: for barriers, where no pass has inserted them before.
  let dependentDialects = ["::mlir::LLVM::LLVMDialect", "::mlir::gpu::GPUDialect"];
}

#endif

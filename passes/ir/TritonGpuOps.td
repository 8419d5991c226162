//===- TritonGpuOps.td - operations of the ttg dialect --------------------===//

#ifndef TRITONC_TRITON_GPU_OPS_TD
#define TRITONC_TRITON_GPU_OPS_TD

include "passes/ir/TritonGpuDialect.td"
include "passes/ir/TritonDialect.td"
include "mlir/Interfaces/SideEffectInterfaces.td"

class TTG_Op<string mnemonic, list<Trait> traits = []> : Op<TritonGpu_Dialect, mnemonic, traits>;

def ConvertLayoutOp : TTG_Op<"convert_layout", [Pure]> {
  let summary = "the same block, held by other threads and registers";
  let description = [{
    A renaming of registers, a warp shuffle or a trip through shared memory, whichever the two layouts need.
  }];
  let arguments = (ins TT_Tensor:$src);
  let results = (outs TT_Tensor:$result);
  let assemblyFormat = "$src attr-dict `:` type($src) `->` type($result)";
  let hasVerifier = 1;
  let hasFolder = 1;
}

#endif

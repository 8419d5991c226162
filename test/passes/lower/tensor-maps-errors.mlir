// RUN: %tritonc-opt %s --verify-diagnostics --tritonc-lower-to-llvm

#b = #ttg.shared<{offset=[[1]]}>
#plain = #ttg.shared<{offset=[[0,1],[0,2],[0,4],[0,8],[0,16],[0,32],[1,0],[2,0],[4,0],[8,0]]}>
module attributes {"ttg.target" = "cuda:90a", "ttg.num-warps" = 4 : i32, "ttg.threads-per-warp" = 32 : i32} {
  tt.func public @copy(%i: i32, %d: !tt.tensordesc<tensor<16x64xf16>>) attributes {ttg.keep_descriptors} {
    %true = arith.constant true
    %m = ttg.local_alloc : () -> !ttg.memdesc<16x64xf16, #plain>
    %bar = ttg.local_alloc : () -> !ttg.memdesc<2xi64, #b>
    // expected-error @+1 {{the buffer does not lie as the tensor memory accelerator copies}}
    ttg.tma_load %d[%i, %i] to %m, %bar, %true : !tt.tensordesc<tensor<16x64xf16>> -> !ttg.memdesc<16x64xf16, #plain>, !ttg.memdesc<2xi64, #b>
    tt.return
  }
}

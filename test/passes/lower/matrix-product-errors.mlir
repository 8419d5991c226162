// Products that name an instruction which the target lacks, or hold their blocks otherwise than it wants.
// RUN: %tritonc-opt %s -split-input-file -verify-diagnostics --tritonc-lower-to-llvm

#a = #ttg.blocked<{shape = [16, 16], sizePerThread = [1, 4], threadsPerWarp = [8, 4], warpsPerCTA = [1, 1], order = [1, 0]}>
module attributes {"ttg.target" = "cuda:75", "ttg.num-warps" = 1 : i32} {
  tt.func public @unknown(%p: !tt.ptr<f32>) {
    %a = arith.constant dense<1.0> : tensor<16x16xbf16, #a>
    %c = arith.constant dense<0.0> : tensor<16x16xf32, #a>
    // expected-error @below {{this target has no matrix instruction "mma.m16n8k16.f32.bf16.bf16"}}
    %d = tt.dot %a, %a, %c {ttg.mma = "mma.m16n8k16.f32.bf16.bf16"} : tensor<16x16xbf16, #a> * tensor<16x16xbf16, #a> -> tensor<16x16xf32, #a>
    tt.return
  }
}

// -----

#a = #ttg.blocked<{shape = [16, 16], sizePerThread = [1, 4], threadsPerWarp = [8, 4], warpsPerCTA = [1, 1], order = [1, 0]}>
module attributes {"ttg.target" = "cuda:80", "ttg.num-warps" = 1 : i32} {
  tt.func public @otherwise(%p: !tt.ptr<f32>) {
    %a = arith.constant dense<1.0> : tensor<16x16xbf16, #a>
    %c = arith.constant dense<0.0> : tensor<16x16xf32, #a>
    // expected-error @below {{the layouts of a product are not those of mma.m16n8k16.f32.bf16.bf16}}
    %d = tt.dot %a, %a, %c {ttg.mma = "mma.m16n8k16.f32.bf16.bf16"} : tensor<16x16xbf16, #a> * tensor<16x16xbf16, #a> -> tensor<16x16xf32, #a>
    tt.return
  }
}

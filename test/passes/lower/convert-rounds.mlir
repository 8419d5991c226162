// A tensor too large for one buffer goes through shared memory in rounds; half the target's memory is one buffer's limit.
// RUN: %tritonc-opt %s --tritonc-lower-to-llvm | %FileCheck %s

#a = #ttg.blocked<{shape = [128, 128], sizePerThread = [1, 4], threadsPerWarp = [1, 64], warpsPerCTA = [4, 1], order = [1, 0]}>
#b = #ttg.blocked<{shape = [128, 128], sizePerThread = [4, 1], threadsPerWarp = [64, 1], warpsPerCTA = [1, 4], order = [0, 1]}>
module attributes {"ttg.target" = "gfx942", "ttg.num-warps" = 4 : i32} {
  // 64 KiB of elements in two rounds of 32 KiB: a barrier in each, and one between.
  // CHECK: ttg.shared = 32768
  // CHECK-LABEL: llvm.func @transpose
  // CHECK-COUNT-3: "llvm.amdgcn.s.barrier"
  // CHECK-NOT: "llvm.amdgcn.s.barrier"
  // CHECK: llvm.return
  tt.func public @transpose(%p: !tt.ptr<f32>) {
    %0 = tt.splat %p : !tt.ptr<f32> -> tensor<128x128x!tt.ptr<f32>, #a>
    %1 = tt.load %0 : tensor<128x128x!tt.ptr<f32>, #a>
    %2 = ttg.convert_layout %1 : tensor<128x128xf32, #a> -> tensor<128x128xf32, #b>
    %3 = tt.splat %p : !tt.ptr<f32> -> tensor<128x128x!tt.ptr<f32>, #b>
    tt.store %3, %2 : tensor<128x128x!tt.ptr<f32>, #b>
    tt.return
  }
}

// Only lanes that move along the axis are shuffled; a reduction within a warp touches no shared memory.
// RUN: %tritonc-opt %s --tritonc-lower-to-llvm | %FileCheck %s

#rows = #ttg.blocked<{shape = [16, 32], sizePerThread = [1, 4], threadsPerWarp = [4, 8], warpsPerCTA = [4, 1], order = [1, 0]}>
#s = #ttg.slice<{dim = 1, parent = #rows}>
module attributes {"ttg.target" = "cuda:90", "ttg.num-warps" = 4 : i32} {
  // CHECK: ttg.shared = 0
  // CHECK-LABEL: llvm.func @rows
  // CHECK-COUNT-3: "llvm.nvvm.shfl.sync.bfly.i32"
  // CHECK-NOT: shfl
  // CHECK-NOT: barrier
  // CHECK: llvm.return
  tt.func public @rows(%p: !tt.ptr<f32>) {
    %x = arith.constant dense<1.0> : tensor<16x32xf32, #rows>
    %m = "tt.reduce"(%x) <{axis = 1 : i32}> ({
    ^bb0(%a: f32, %b: f32):
      %c = arith.maxnumf %a, %b : f32
      tt.reduce.return %c : f32
    }) : (tensor<16x32xf32, #rows>) -> tensor<16xf32, #s>
    %r = tt.make_range {start = 0 : i32, end = 16 : i32} : tensor<16xi32, #s>
    %ps = tt.splat %p : !tt.ptr<f32> -> tensor<16x!tt.ptr<f32>, #s>
    %pp = tt.addptr %ps, %r : tensor<16x!tt.ptr<f32>, #s>, tensor<16xi32, #s>
    tt.store %pp, %m : tensor<16x!tt.ptr<f32>, #s>
    tt.return
  }
}

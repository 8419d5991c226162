// Histograms count in shared memory: clear, meet, add, meet, read.
// RUN: sed -e 's/TARGET/cuda:90/' -e 's/LANES/32/' %s | %tritonc-opt - --tritonc-lower-to-llvm | %FileCheck %s --check-prefixes=CHECK,NV
// RUN: sed -e 's/TARGET/gfx942/' -e 's/LANES/64/' %s | %tritonc-opt - --tritonc-lower-to-llvm | %FileCheck %s --check-prefixes=CHECK,AMD

#l = #ttg.blocked<{shape = [512], sizePerThread = [1], threadsPerWarp = [LANES], warpsPerCTA = [4], order = [0]}>
#b = #ttg.blocked<{shape = [64], sizePerThread = [1], threadsPerWarp = [LANES], warpsPerCTA = [4], order = [0]}>
module attributes {"ttg.target" = "TARGET", "ttg.num-warps" = 4 : i32} {
  // CHECK: ttg.shared = 256
  // CHECK-LABEL: llvm.func @count
  // CHECK: llvm.store {{.*}} : i32, !llvm.ptr<3>
  // CHECK: barrier
  // NV: "@$1 red.shared.add.u32 [$0], 1;"
  // AMD: llvm.atomicrmw add {{.*}} syncscope("workgroup") monotonic
  // CHECK: barrier
  // CHECK: llvm.load {{.*}} : !llvm.ptr<3> -> i32
  // CHECK-NOT: s.barrier
  // CHECK-NOT: barrier.cta
  // CHECK: llvm.return
  tt.func public @count(%p: !tt.ptr<i32>) {
    %x = tt.make_range {start = 0 : i32, end = 512 : i32} : tensor<512xi32, #l>
    %h = tt.histogram %x : tensor<512xi32, #l> -> tensor<64xi32, #b>
    %i = tt.make_range {start = 0 : i32, end = 64 : i32} : tensor<64xi32, #b>
    %ps = tt.splat %p : !tt.ptr<i32> -> tensor<64x!tt.ptr<i32>, #b>
    %pp = tt.addptr %ps, %i : tensor<64x!tt.ptr<i32>, #b>, tensor<64xi32, #b>
    tt.store %pp, %h : tensor<64x!tt.ptr<i32>, #b>
    tt.return
  }
}

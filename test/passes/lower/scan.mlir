// Scans: registers one after the other, lanes by exchanging totals, warps by one trip through shared memory.
// RUN: sed -e 's/TARGET/cuda:90/' -e 's/LANES/32/g' %s | %tritonc-opt - --tritonc-lower-to-llvm | %FileCheck %s --check-prefixes=CHECK,NV
// RUN: sed -e 's/TARGET/gfx942/' -e 's/LANES/64/g' %s | %tritonc-opt - --tritonc-lower-to-llvm | %FileCheck %s
// RUN: sed -e 's/TARGET/gfx1100/' -e 's/LANES/32/g' %s | %tritonc-opt - --tritonc-lower-to-llvm | %FileCheck %s

#l = #ttg.blocked<{shape = [1024], sizePerThread = [2], threadsPerWarp = [LANES], warpsPerCTA = [4], order = [0]}>
#one = #ttg.blocked<{shape = [LANES], sizePerThread = [1], threadsPerWarp = [LANES], warpsPerCTA = [4], order = [0]}>
module attributes {"ttg.target" = "TARGET", "ttg.num-warps" = 4 : i32} {
  // CHECK-LABEL: llvm.func @cumsum
  // NV-COUNT-5: "llvm.nvvm.shfl.sync.bfly.i32"
  // CHECK: {{llvm.store .* : f32, !llvm.ptr<3>|st.shared.b32}}
  // CHECK: barrier
  // CHECK: llvm.load {{.*}} : !llvm.ptr<3> -> f32
  // CHECK-NOT: barrier
  // CHECK: llvm.return
  tt.func public @cumsum(%p: !tt.ptr<f32>) {
    %r = tt.make_range {start = 0 : i32, end = 1024 : i32} : tensor<1024xi32, #l>
    %x = arith.sitofp %r : tensor<1024xi32, #l> to tensor<1024xf32, #l>
    %s = "tt.scan"(%x) <{axis = 0 : i32, reverse = false}> ({
    ^bb0(%a: f32, %b: f32):
      %c = arith.addf %a, %b : f32
      tt.scan.return %c : f32
    }) : (tensor<1024xf32, #l>) -> tensor<1024xf32, #l>
    %ps = tt.splat %p : !tt.ptr<f32> -> tensor<1024x!tt.ptr<f32>, #l>
    %pp = tt.addptr %ps, %r : tensor<1024x!tt.ptr<f32>, #l>, tensor<1024xi32, #l>
    tt.store %pp, %s : tensor<1024x!tt.ptr<f32>, #l>
    tt.return
  }

  // All warps hold the same elements: nothing to exchange between them.
  // CHECK-LABEL: llvm.func @within_warp
  // CHECK-NOT: barrier
  // CHECK: llvm.return
  tt.func public @within_warp(%p: !tt.ptr<i32>) {
    %r = tt.make_range {start = 0 : i32, end = LANES : i32} : tensor<LANESxi32, #one>
    %s = "tt.scan"(%r) <{axis = 0 : i32, reverse = true}> ({
    ^bb0(%a: i32, %b: i32):
      %c = arith.maxsi %a, %b : i32
      tt.scan.return %c : i32
    }) : (tensor<LANESxi32, #one>) -> tensor<LANESxi32, #one>
    %ps = tt.splat %p : !tt.ptr<i32> -> tensor<LANESx!tt.ptr<i32>, #one>
    %pp = tt.addptr %ps, %r : tensor<LANESx!tt.ptr<i32>, #one>, tensor<LANESxi32, #one>
    tt.store %pp, %s : tensor<LANESx!tt.ptr<i32>, #one>
    tt.return
  }
}

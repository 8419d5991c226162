// Reductions: registers as a tree, lanes by shuffles (or redux, DPP), warps by one store, one barrier and one load.
// RUN: sed -e 's/TARGET/cuda:90/' -e 's/LANES/32/' %s | %tritonc-opt - --tritonc-lower-to-llvm | %FileCheck %s --check-prefix=NV
// RUN: sed -e 's/TARGET/gfx942/' -e 's/LANES/64/' %s | %tritonc-opt - --tritonc-lower-to-llvm | %FileCheck %s --check-prefix=WAVE64
// RUN: sed -e 's/TARGET/gfx1100/' -e 's/LANES/32/' %s | %tritonc-opt - --tritonc-lower-to-llvm | %FileCheck %s --check-prefix=WAVE32

#l = #ttg.blocked<{shape = [1024], sizePerThread = [4], threadsPerWarp = [LANES], warpsPerCTA = [4], order = [0]}>
module attributes {"ttg.target" = "TARGET", "ttg.num-warps" = 4 : i32} {
  // NV-LABEL: llvm.func @sum
  // NV-COUNT-5: "llvm.nvvm.shfl.sync.bfly.i32"
  // NV-NOT: shfl
  // NV: "@$2 st.shared.b32 [$0], $1;"
  // NV-NOT: !llvm.ptr<3>
  // NV: barrier.cta.sync
  // NV: llvm.load {{.*}} {alignment = 16 : i64} : !llvm.ptr<3> -> vector<4xi32>
  // NV-NOT: shfl
  // NV-NOT: barrier
  // NV: llvm.return

  // Within rows of 16 lanes by DPP, across rows by row_bcast, the last lane's value to all.
  // WAVE64-LABEL: llvm.func @sum
  // WAVE64-COUNT-6: "llvm.amdgcn.update.dpp"
  // WAVE64: "llvm.amdgcn.readlane"
  // WAVE64: llvm.store {{.*}} : f32, !llvm.ptr<3>
  // WAVE64: llvm.fence syncscope("workgroup") release {llvm.mmra
  // WAVE64: "llvm.amdgcn.s.barrier"
  // WAVE64: llvm.fence syncscope("workgroup") acquire {llvm.mmra
  // WAVE64: llvm.load {{.*}} {alignment = 16 : i64} : !llvm.ptr<3> -> vector<4xi32>
  // WAVE64-NOT: s.barrier
  // WAVE64: llvm.return

  // WAVE32-LABEL: llvm.func @sum
  // WAVE32-COUNT-4: "llvm.amdgcn.update.dpp"
  // WAVE32-NOT: bpermute
  // WAVE32: "llvm.amdgcn.s.barrier"
  // WAVE32-NOT: s.barrier
  // WAVE32: llvm.return
  tt.func public @sum(%p: !tt.ptr<f32>) {
    %r = tt.make_range {start = 0 : i32, end = 1024 : i32} : tensor<1024xi32, #l>
    %x = arith.sitofp %r : tensor<1024xi32, #l> to tensor<1024xf32, #l>
    %s = "tt.reduce"(%x) <{axis = 0 : i32}> ({
    ^bb0(%a: f32, %b: f32):
      %c = arith.addf %a, %b : f32
      tt.reduce.return %c : f32
    }) : (tensor<1024xf32, #l>) -> f32
    tt.store %p, %s : !tt.ptr<f32>
    tt.return
  }

  // 32-bit integers of a whole warp in one instruction.
  // NV-LABEL: llvm.func @max
  // NV-NOT: shfl
  // NV: "llvm.nvvm.redux.sync.max"
  // NV-NOT: shfl
  // NV: llvm.return
  tt.func public @max(%p: !tt.ptr<i32>) {
    %x = tt.make_range {start = 0 : i32, end = 1024 : i32} : tensor<1024xi32, #l>
    %s = "tt.reduce"(%x) <{axis = 0 : i32}> ({
    ^bb0(%a: i32, %b: i32):
      %c = arith.maxsi %a, %b : i32
      tt.reduce.return %c : i32
    }) : (tensor<1024xi32, #l>) -> i32
    tt.store %p, %s : !tt.ptr<i32>
    tt.return
  }
}

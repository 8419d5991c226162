// RUN: %tritonc-opt %s --tritonc-lower-to-llvm --split-input-file | %FileCheck %s

#l = #ttg.blocked<{shape = [128], sizePerThread = [1], threadsPerWarp = [32], warpsPerCTA = [4], order = [0]}>
module attributes {"ttg.target" = "cuda:80", "ttg.num-warps" = 4 : i32} {
  // CHECK-LABEL: llvm.func @nvidia
  tt.func public @nvidia(%x: !tt.ptr<f32>, %c: !tt.ptr<i32>, %h: !tt.ptr<bf16>, %n: i32) {
    %range = tt.make_range {start = 0 : i32, end = 128 : i32} : tensor<128xi32, #l>
    %ns = tt.splat %n : i32 -> tensor<128xi32, #l>
    %m = arith.cmpi slt, %range, %ns : tensor<128xi32, #l>
    %v = arith.sitofp %range : tensor<128xi32, #l> to tensor<128xf32, #l>
    %xs = tt.splat %x : !tt.ptr<f32> -> tensor<128x!tt.ptr<f32>, #l>
    %xp = tt.addptr %xs, %range : tensor<128x!tt.ptr<f32>, #l>, tensor<128xi32, #l>
    // CHECK: "@$2 red.relaxed.gpu.global.add.f32 [$0], $1;", "l,r,b,~{memory}"
    %a = tt.atomic_rmw fadd, relaxed, gpu, %xp, %v, %m : (tensor<128x!tt.ptr<f32>, #l>, tensor<128xf32, #l>, tensor<128xi1, #l>) -> tensor<128xf32, #l>
    // red has no acquire form.
    // CHECK: "@$3 atom.acq_rel.sys.global.add.f32 $0, [$1], $2;", "=r,l,r,b,~{memory}"
    %b = tt.atomic_rmw fadd, acq_rel, sys, %xp, %v, %m : (tensor<128x!tt.ptr<f32>, #l>, tensor<128xf32, #l>, tensor<128xi1, #l>) -> tensor<128xf32, #l>
    // CHECK: "atom.relaxed.cta.global.exch.b32 $0, [$1], $2;"
    %e = tt.atomic_rmw exch, relaxed, cta, %xp, %v : (tensor<128x!tt.ptr<f32>, #l>, tensor<128xf32, #l>) -> tensor<128xf32, #l>
    tt.store %xp, %e : tensor<128x!tt.ptr<f32>, #l>
    // Before sm_90 bf16 is added by compare-and-swap.
    // CHECK: "atom.relaxed.gpu.global.cas.b16 $0, [$1], $2, $3;", "=h,l,h,h,~{memory}"
    %hs = tt.splat %h : !tt.ptr<bf16> -> tensor<128x!tt.ptr<bf16>, #l>
    %hp = tt.addptr %hs, %range : tensor<128x!tt.ptr<bf16>, #l>, tensor<128xi32, #l>
    %hv = arith.truncf %v : tensor<128xf32, #l> to tensor<128xbf16, #l>
    %g = tt.atomic_rmw fadd, relaxed, gpu, %hp, %hv : (tensor<128x!tt.ptr<bf16>, #l>, tensor<128xbf16, #l>) -> tensor<128xbf16, #l>
    // One thread does a scalar's; the others get the old value through shared memory.
    // CHECK: "@$4 atom.acquire.gpu.global.cas.b32 $0, [$1], $2, $3;"
    // CHECK: st.shared.b32
    // CHECK: barrier
    // CHECK: llvm.load {{.*}} !llvm.ptr<3> -> i32
    %c0 = arith.constant 0 : i32
    %old = tt.atomic_cas acquire, gpu, %c, %c0, %n : (!tt.ptr<i32>, i32, i32) -> i32
    %os = tt.splat %old : i32 -> tensor<128xi32, #l>
    %cs = tt.splat %c : !tt.ptr<i32> -> tensor<128x!tt.ptr<i32>, #l>
    %cp = tt.addptr %cs, %range : tensor<128x!tt.ptr<i32>, #l>, tensor<128xi32, #l>
    tt.store %cp, %os : tensor<128x!tt.ptr<i32>, #l>
    tt.return
  }
}

// -----

#l = #ttg.blocked<{shape = [128], sizePerThread = [1], threadsPerWarp = [32], warpsPerCTA = [4], order = [0]}>
module attributes {"ttg.target" = "hip:gfx1100", "ttg.num-warps" = 4 : i32} {
  // CHECK-LABEL: llvm.func @amd
  // CHECK: llvm.atomicrmw fadd {{.*}} syncscope("agent") monotonic
  // CHECK: llvm.cmpxchg {{.*}} syncscope("agent") acq_rel acquire
  tt.func public @amd(%x: !tt.ptr<f32>, %c: !tt.ptr<i32>, %n: i32) {
    %range = tt.make_range {start = 0 : i32, end = 128 : i32} : tensor<128xi32, #l>
    %v = arith.sitofp %range : tensor<128xi32, #l> to tensor<128xf32, #l>
    %xs = tt.splat %x : !tt.ptr<f32> -> tensor<128x!tt.ptr<f32>, #l>
    %xp = tt.addptr %xs, %range : tensor<128x!tt.ptr<f32>, #l>, tensor<128xi32, #l>
    %a = tt.atomic_rmw fadd, relaxed, gpu, %xp, %v : (tensor<128x!tt.ptr<f32>, #l>, tensor<128xf32, #l>) -> tensor<128xf32, #l>
    %c0 = arith.constant 0 : i32
    %old = tt.atomic_cas acq_rel, gpu, %c, %c0, %n : (!tt.ptr<i32>, i32, i32) -> i32
    tt.return
  }
}

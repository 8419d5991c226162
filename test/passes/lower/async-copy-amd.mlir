// Copies to LDS on gfx9: by waves whose lanes write one after the other; anything else goes through registers.
// RUN: sed -e 's/TARGET/gfx950/' %s | %tritonc-opt - --tritonc-lower-to-llvm | %FileCheck %s --check-prefixes=CHECK,GFX950
// RUN: sed -e 's/TARGET/gfx942/' %s | %tritonc-opt - --tritonc-lower-to-llvm | %FileCheck %s --check-prefixes=CHECK,GFX942
// RUN: sed -e 's/TARGET/gfx90a/' %s | %tritonc-opt - --tritonc-lower-to-llvm | %FileCheck %s --check-prefixes=CHECK,GFX942

#l = #ttg.blocked<{shape = [4096], sizePerThread = [8], threadsPerWarp = [64], warpsPerCTA = [4], order = [0]}>
#few = #ttg.blocked<{shape = [1024], sizePerThread = [8], threadsPerWarp = [64], warpsPerCTA = [4], order = [0]}>
#words = #ttg.blocked<{shape = [512], sizePerThread = [1], threadsPerWarp = [64], warpsPerCTA = [4], order = [0]}>
#s = #ttg.shared<{offset=[[1],[2],[4],[8],[16],[32],[64],[128],[256],[512],[1024],[2048]]}>
// Lanes 0 and 1 change places in the buffer with lanes 2 and 4.
#mixed = #ttg.shared<{offset=[[1],[2],[4],[32],[16],[8],[64],[128],[256],[512],[1024],[2048]]}>
#sf = #ttg.shared<{offset=[[1],[2],[4],[8],[16],[32],[64],[128],[256],[512]]}>
#sw = #ttg.shared<{offset=[[1],[2],[4],[8],[16],[32],[64],[128],[256]]}>
module attributes {"ttg.target" = "TARGET", "ttg.num-warps" = 4 : i32} {
  // Two copies of 16 bytes; warp w's go to 1024 w and 4096 + 1024 w. gfx942 has none so wide.
  // CHECK-LABEL: llvm.func @wide
  // GFX950-DAG: %[[WIDTH:.*]] = llvm.mlir.constant(16 : i32)
  // GFX950: %[[WARP:.*]] = llvm.getelementptr %{{.*}}[%{{.*}}] : (!llvm.ptr<3>, i32) -> !llvm.ptr<3>, i8
  // GFX950: "llvm.amdgcn.raw.ptr.buffer.load.lds"(%{{.*}}, %[[WARP]], %[[WIDTH]],
  // GFX950: %[[NEXT:.*]] = llvm.getelementptr %{{.*}}[4096] : (!llvm.ptr<3>) -> !llvm.ptr<3>, i8
  // GFX950: "llvm.amdgcn.raw.ptr.buffer.load.lds"(%{{.*}}, %[[NEXT]], %[[WIDTH]],
  // GFX950-NOT: llvm.store
  // GFX950: "llvm.amdgcn.sched.barrier"
  // GFX950: "llvm.amdgcn.s.waitcnt"
  // GFX942-NOT: load.lds
  // GFX942-COUNT-2: llvm.store {{.*}} : vector<4xi32>, !llvm.ptr<3>
  // CHECK: llvm.return
  tt.func public @wide(%p: !tt.ptr<f16> {tt.divisibility = 16 : i32}) {
    %b = ttg.local_alloc : () -> !ttg.memdesc<4096xf16, #s>
    %r = tt.make_range {start = 0 : i32, end = 4096 : i32} : tensor<4096xi32, #l>
    %ps = tt.splat %p : !tt.ptr<f16> -> tensor<4096x!tt.ptr<f16>, #l>
    %pp = tt.addptr %ps, %r : tensor<4096x!tt.ptr<f16>, #l>, tensor<4096xi32, #l>
    ttg.async_copy %pp to %b : tensor<4096x!tt.ptr<f16>, #l> -> !ttg.memdesc<4096xf16, #s>
    ttg.async_commit
    ttg.async_wait {pending = 0 : i32}
    tt.return
  }

  // CHECK-LABEL: llvm.func @scattered
  // CHECK-NOT: load.lds
  // CHECK-COUNT-2: llvm.store {{.*}} : vector<4xi32>, !llvm.ptr<3>
  // CHECK: llvm.return
  tt.func public @scattered(%p: !tt.ptr<f16> {tt.divisibility = 16 : i32}) {
    %b = ttg.local_alloc : () -> !ttg.memdesc<4096xf16, #mixed>
    %r = tt.make_range {start = 0 : i32, end = 4096 : i32} : tensor<4096xi32, #l>
    %ps = tt.splat %p : !tt.ptr<f16> -> tensor<4096x!tt.ptr<f16>, #l>
    %pp = tt.addptr %ps, %r : tensor<4096x!tt.ptr<f16>, #l>, tensor<4096xi32, #l>
    ttg.async_copy %pp to %b : tensor<4096x!tt.ptr<f16>, #l> -> !ttg.memdesc<4096xf16, #mixed>
    tt.return
  }

  // Warps that hold the same may not all copy it, nor may some of them skip what others count.
  // CHECK-LABEL: llvm.func @copies
  // CHECK-NOT: load.lds
  // CHECK: llvm.return
  tt.func public @copies(%p: !tt.ptr<f16> {tt.divisibility = 16 : i32}) {
    %b = ttg.local_alloc : () -> !ttg.memdesc<1024xf16, #sf>
    %r = tt.make_range {start = 0 : i32, end = 1024 : i32} : tensor<1024xi32, #few>
    %ps = tt.splat %p : !tt.ptr<f16> -> tensor<1024x!tt.ptr<f16>, #few>
    %pp = tt.addptr %ps, %r : tensor<1024x!tt.ptr<f16>, #few>, tensor<1024xi32, #few>
    ttg.async_copy %pp to %b : tensor<1024x!tt.ptr<f16>, #few> -> !ttg.memdesc<1024xf16, #sf>
    tt.return
  }

  // A barrier before the first copy waits for accesses to LDS only, too: in a loop around, copies may follow it.
  // CHECK-LABEL: llvm.func @before
  // CHECK: llvm.fence syncscope("wavefront") acq_rel
  // CHECK-NEXT: "llvm.amdgcn.s.waitcnt"
  // CHECK-NEXT: "llvm.amdgcn.s.barrier"
  // CHECK-NOT: syncscope("workgroup")
  // CHECK: load.lds
  // CHECK: llvm.return
  tt.func public @before(%p: !tt.ptr<f32> {tt.divisibility = 4 : i32}) {
    %b = ttg.local_alloc : () -> !ttg.memdesc<512xf32, #sw>
    %r = tt.make_range {start = 0 : i32, end = 512 : i32} : tensor<512xi32, #words>
    %ps = tt.splat %p : !tt.ptr<f32> -> tensor<512x!tt.ptr<f32>, #words>
    %pp = tt.addptr %ps, %r : tensor<512x!tt.ptr<f32>, #words>, tensor<512xi32, #words>
    gpu.barrier {ttg.shared_only}
    ttg.async_copy %pp to %b : tensor<512x!tt.ptr<f32>, #words> -> !ttg.memdesc<512xf32, #sw>
    tt.return
  }

  // Four bytes of a lane, on all of them; lanes that are off read past the buffer's end, and so write zeros. The group
  // before the last is waited for: two copies may be under way.
  // CHECK-LABEL: llvm.func @words
  // CHECK-DAG: %[[END:.*]] = llvm.mlir.constant(-2147483648 : i32)
  // CHECK-DAG: %[[TWO:.*]] = llvm.mlir.constant(3954 : i32)
  // CHECK: %[[OFFSET:.*]] = llvm.select %{{.*}}, %{{.*}}, %[[END]] : i1, i32
  // CHECK: "llvm.amdgcn.raw.ptr.buffer.load.lds"(%{{.*}}, %{{.*}}, %{{.*}}, %[[OFFSET]],
  // CHECK: load.lds
  // CHECK-NOT: load.lds
  // CHECK: "llvm.amdgcn.s.waitcnt"(%[[TWO]])
  // CHECK: llvm.return
  tt.func public @words(%p: !tt.ptr<f32> {tt.divisibility = 4 : i32}, %n: i32) {
    %b = ttg.local_alloc : () -> !ttg.memdesc<512xf32, #sw>
    %r = tt.make_range {start = 0 : i32, end = 512 : i32} : tensor<512xi32, #words>
    %ns = tt.splat %n : i32 -> tensor<512xi32, #words>
    %m = arith.cmpi slt, %r, %ns : tensor<512xi32, #words>
    %ps = tt.splat %p : !tt.ptr<f32> -> tensor<512x!tt.ptr<f32>, #words>
    %pp = tt.addptr %ps, %r : tensor<512x!tt.ptr<f32>, #words>, tensor<512xi32, #words>
    ttg.async_copy %pp mask %m to %b : tensor<512x!tt.ptr<f32>, #words> -> !ttg.memdesc<512xf32, #sw>, tensor<512xi1, #words>
    ttg.async_commit
    ttg.async_wait {pending = 1 : i32}
    tt.return
  }
}

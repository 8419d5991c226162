// AMD's copies to shared memory: what the lanes of a wave read lies one after the other, so addresses are made for lanes
// whose order suits the readers' banks. gfx950 copies 16 bytes of a lane; gfx942 only 4, and goes through registers here.
// RUN: %tritonc-opt %s --tritonc-layout='target=gfx950 num-warps=4' -o %t.gfx950
// RUN: %tritonc-opt %t.gfx950 --pass-pipeline='builtin.module(tt.func(pipeline-loads{num-stages=3},cse))' -o %t.piped
// RUN: %FileCheck %s < %t.piped
// RUN: %tritonc-opt %t.piped --canonicalize --tritonc-lower-to-llvm | %FileCheck %s --check-prefix=LLVM
// RUN: %tritonc-opt %t.gfx950 --pass-pipeline='builtin.module(tt.func(pipeline-loads{num-stages=2},cse))' | %FileCheck %s --check-prefix=TWO
// RUN: %tritonc-opt %t.gfx950 --pass-pipeline='builtin.module(tt.func(pipeline-loads{num-stages=16},cse))' | %FileCheck %s --check-prefix=FULL
// RUN: %tritonc-opt %s --tritonc-layout='target=gfx942 num-warps=4' -o %t.gfx942
// RUN: %tritonc-opt %t.gfx942 --pass-pipeline='builtin.module(tt.func(pipeline-loads{num-stages=3},cse))' | %FileCheck %s --check-prefix=REGISTERS
// RUN: sed -e 's/xf16/xf32/g; s/<f16>/<f32>/g; s/divisibility = 16/divisibility = 4/g' %s > %t.words.mlir
// RUN: %tritonc-opt %t.words.mlir --tritonc-layout='target=gfx942 num-warps=4' -o %t.words
// RUN: %tritonc-opt %t.words --pass-pipeline='builtin.module(tt.func(pipeline-loads{num-stages=2},cse))' | %FileCheck %s --check-prefix=WORDS

// Rows of A, 64 bytes each: lanes 4 .. 31 exchange their 16-byte pieces by the row.
// CHECK-DAG: #[[A:.*]] = #ttg.linear<{register=[{{\[0,1\],\[0,2\],\[0,4\]}}], lane=[{{\[0,8\],\[0,16\],\[1,0\],\[2,8\],\[4,16\],\[8,0\]}}], warp=[{{\[16,0\],\[32,0\]}}], block=[]}>
// CHECK-DAG: #[[SA:.*]] = #ttg.shared<{offset=[{{\[0,1\],\[0,2\],\[0,4\],\[0,8\],\[0,16\],\[1,0\],\[2,8\],\[4,16\],\[8,0\],\[16,0\],\[32,0\]}}]}>
// CHECK-LABEL: tt.func public @product
// CHECK: %[[M:.*]] = ttg.local_alloc : () -> !ttg.memdesc<3x64x32xf16, #[[SA]]>
// CHECK: ttg.local_alloc : () -> !ttg.memdesc<3x32x64xf16
// CHECK-COUNT-2: ttg.async_commit
// CHECK: scf.for {{.*}} iter_args(
// CHECK-NEXT: ttg.async_wait {pending = 1 : i32}
// CHECK-NOT: ttg.convert_layout
// CHECK: ttg.async_copy %{{.*}} mask %{{.*}} to %{{.*}} : tensor<64x32x!tt.ptr<f16>, #[[A]]> -> <64x32xf16, #[[SA]]>
// CHECK: ttg.async_copy
// CHECK: ttg.async_commit
// CHECK-NOT: tt.load
// CHECK: tt.dot
// CHECK: scf.yield

// Two groups are on their way of two copies each: all but the last two loads must be there.
// vmcnt(2): 0xf72; lgkmcnt(0): 0xc07f.
// LLVM-LABEL: llvm.func @product
// LLVM-DAG: %[[LOADS:.*]] = llvm.mlir.constant(3954 : i32)
// LLVM-DAG: %[[SHARED:.*]] = llvm.mlir.constant(49279 : i32)
// LLVM-COUNT-2: load.lds
// LLVM: "llvm.amdgcn.sched.barrier"
// LLVM-COUNT-2: load.lds
// LLVM: "llvm.amdgcn.sched.barrier"
// LLVM: "llvm.amdgcn.s.waitcnt"(%[[LOADS]])
// LLVM: llvm.fence syncscope("wavefront") acq_rel
// LLVM-NEXT: "llvm.amdgcn.s.waitcnt"(%[[SHARED]])
// LLVM-NEXT: "llvm.amdgcn.s.barrier"
// LLVM-NEXT: llvm.fence syncscope("wavefront") acq_rel
// LLVM-COUNT-2: load.lds
// LLVM-NOT: load.lds
// LLVM: "llvm.amdgcn.ds.read.tr16.b64"
// LLVM-NOT: syncscope("workgroup")

// Copies need as many slots as there are stages: 16 would take 128 KiB of 160, and conversions need some too.
// TWO: ttg.local_alloc : () -> !ttg.memdesc<2x64x32xf16
// TWO: ttg.async_wait {pending = 0 : i32}
// FULL: ttg.local_alloc : () -> !ttg.memdesc<15x64x32xf16
// FULL: ttg.async_wait {pending = 13 : i32}
// REGISTERS-LABEL: tt.func public @product
// REGISTERS-NOT: ttg.async_copy
// REGISTERS: ttg.local_store

// Four bytes at a time anyway.
// WORDS-LABEL: tt.func public @product
// WORDS: scf.for
// WORDS-COUNT-2: ttg.async_copy
tt.func public @product(%a: !tt.ptr<f16> {tt.divisibility = 16 : i32}, %b: !tt.ptr<f16> {tt.divisibility = 16 : i32}, %n: i32, %c: !tt.ptr<f32>) {
  %c0 = arith.constant 0 : i32
  %c1 = arith.constant 1 : i32
  %zero = arith.constant dense<0.0> : tensor<64x64xf32>
  %step = arith.constant dense<2048> : tensor<32x64xi32>
  %stepa = arith.constant dense<2048> : tensor<64x32xi32>
  %c32 = arith.constant dense<32> : tensor<64x1xi32>
  %c64 = arith.constant dense<64> : tensor<32x1xi32>
  %r64 = tt.make_range {start = 0 : i32, end = 64 : i32} : tensor<64xi32>
  %r32 = tt.make_range {start = 0 : i32, end = 32 : i32} : tensor<32xi32>
  %m = tt.expand_dims %r64 {axis = 1 : i32} : tensor<64xi32> -> tensor<64x1xi32>
  %row = arith.muli %m, %c32 : tensor<64x1xi32>
  %k = tt.expand_dims %r32 {axis = 0 : i32} : tensor<32xi32> -> tensor<1x32xi32>
  %rowb = tt.broadcast %row : tensor<64x1xi32> -> tensor<64x32xi32>
  %kb = tt.broadcast %k : tensor<1x32xi32> -> tensor<64x32xi32>
  %offa = arith.addi %rowb, %kb : tensor<64x32xi32>
  %as = tt.splat %a : !tt.ptr<f16> -> tensor<64x32x!tt.ptr<f16>>
  %ap = tt.addptr %as, %offa : tensor<64x32x!tt.ptr<f16>>, tensor<64x32xi32>
  %k1 = tt.expand_dims %r32 {axis = 1 : i32} : tensor<32xi32> -> tensor<32x1xi32>
  %krow = arith.muli %k1, %c64 : tensor<32x1xi32>
  %n1 = tt.expand_dims %r64 {axis = 0 : i32} : tensor<64xi32> -> tensor<1x64xi32>
  %krowb = tt.broadcast %krow : tensor<32x1xi32> -> tensor<32x64xi32>
  %nb = tt.broadcast %n1 : tensor<1x64xi32> -> tensor<32x64xi32>
  %offb = arith.addi %krowb, %nb : tensor<32x64xi32>
  %bs = tt.splat %b : !tt.ptr<f16> -> tensor<32x64x!tt.ptr<f16>>
  %bp = tt.addptr %bs, %offb : tensor<32x64x!tt.ptr<f16>>, tensor<32x64xi32>
  %r:3 = scf.for %i = %c0 to %n step %c1 iter_args(%pa = %ap, %pb = %bp, %acc = %zero) -> (tensor<64x32x!tt.ptr<f16>>, tensor<32x64x!tt.ptr<f16>>, tensor<64x64xf32>) : i32 {
    %x = tt.load %pa : tensor<64x32x!tt.ptr<f16>>
    %y = tt.load %pb : tensor<32x64x!tt.ptr<f16>>
    %d = tt.dot %x, %y, %acc : tensor<64x32xf16> * tensor<32x64xf16> -> tensor<64x64xf32>
    %na = tt.addptr %pa, %stepa : tensor<64x32x!tt.ptr<f16>>, tensor<64x32xi32>
    %nb2 = tt.addptr %pb, %step : tensor<32x64x!tt.ptr<f16>>, tensor<32x64xi32>
    scf.yield %na, %nb2, %d : tensor<64x32x!tt.ptr<f16>>, tensor<32x64x!tt.ptr<f16>>, tensor<64x64xf32>
  }
  %mr = tt.expand_dims %r64 {axis = 1 : i32} : tensor<64xi32> -> tensor<64x1xi32>
  %mrb = tt.broadcast %mr : tensor<64x1xi32> -> tensor<64x64xi32>
  %cs = tt.splat %c : !tt.ptr<f32> -> tensor<64x64x!tt.ptr<f32>>
  %cp = tt.addptr %cs, %mrb : tensor<64x64x!tt.ptr<f32>>, tensor<64x64xi32>
  tt.store %cp, %r#2 : tensor<64x64x!tt.ptr<f32>>
  tt.return
}

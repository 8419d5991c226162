// Loads that feed products run ahead of their use: by asynchronous copies where the target has them, else through registers.
// RUN: %tritonc-opt %s --tritonc-layout='target=sm_80 num-warps=4' -o %t.sm_80
// RUN: %tritonc-opt %t.sm_80 --pass-pipeline='builtin.module(tt.func(pipeline-loads{num-stages=3},cse))' | %FileCheck %s
// RUN: %tritonc-opt %t.sm_80 --pass-pipeline='builtin.module(tt.func(pipeline-loads{num-stages=1},cse))' | %FileCheck %s --check-prefix=STAGE1
// RUN: %tritonc-opt %t.sm_80 --pass-pipeline='builtin.module(tt.func(pipeline-loads{num-stages=5},cse))' | %FileCheck %s --check-prefix=FIVE
// RUN: %tritonc-opt %s --tritonc-layout='target=sm_86 num-warps=4' -o %t.sm_86
// RUN: %tritonc-opt %t.sm_86 --pass-pipeline='builtin.module(tt.func(pipeline-loads{num-stages=13},cse))' | %FileCheck %s --check-prefix=FULL
// RUN: %tritonc-opt %s --tritonc-layout='target=sm_75 num-warps=4' -o %t.sm_75
// RUN: %tritonc-opt %t.sm_75 --pass-pipeline='builtin.module(tt.func(pipeline-loads{num-stages=3},cse))' | %FileCheck %s --check-prefix=STORE
// RUN: %tritonc-opt %s --tritonc-layout='target=gfx942 num-warps=4' -o %t.gfx942
// RUN: %tritonc-opt %t.gfx942 --pass-pipeline='builtin.module(tt.func(pipeline-loads{num-stages=3},cse))' | %FileCheck %s --check-prefix=STORE
// RUN: %tritonc-opt %t.gfx942 --pass-pipeline='builtin.module(tt.func(pipeline-loads{num-stages=2},cse))' | %FileCheck %s --check-prefix=LATE

// Addresses two iterations ahead, masked out where there is no such iteration; what only they needed is not carried twice.
// CHECK-LABEL: tt.func public @product
// CHECK: %[[A:.*]] = ttg.local_alloc : () -> !ttg.memdesc<3x64x32xf16
// CHECK: %[[B:.*]] = ttg.local_alloc : () -> !ttg.memdesc<3x32x64xf16
// CHECK: %[[ONE:.*]] = arith.cmpi sgt, %arg2, %c0_i32
// CHECK: tt.splat %[[ONE]]
// CHECK: %[[A0:.*]] = ttg.memdesc_index %[[A]][%c0_i32]
// CHECK: ttg.async_copy %{{.*}} mask %{{.*}} to %[[A0]]
// CHECK: ttg.async_commit
// CHECK: ttg.memdesc_index %[[A]][%c1_i32]
// CHECK: ttg.async_commit
// CHECK: %[[LAST:.*]] = arith.subi %arg2, %c2_i32
// CHECK: scf.for %[[I:.*]] = %c0_i32 {{.*}} iter_args(%{{.*}} = %{{.*}}, %[[PA:.*]] = %{{.*}}, %[[PB:.*]] = %{{.*}}, %[[SLOT:.*]] = %c0_i32) -> (tensor<64x64xf32
// CHECK-NEXT: ttg.async_wait {pending = 1 : i32}
// CHECK: %[[MORE:.*]] = arith.cmpi slt, %[[I]], %[[LAST]]
// CHECK: tt.splat %[[MORE]]
// CHECK-DAG: ttg.async_copy %[[PA]] mask
// CHECK-DAG: ttg.async_copy %[[PB]] mask
// CHECK: ttg.async_commit
// CHECK: %[[AI:.*]] = ttg.memdesc_index %[[A]][%[[SLOT]]]
// CHECK: %[[BI:.*]] = ttg.memdesc_index %[[B]][%[[SLOT]]]
// CHECK-NOT: ttg.convert_layout
// CHECK: %[[X:.*]] = ttg.local_load %[[AI]]
// CHECK: %[[Y:.*]] = ttg.local_load %[[BI]]
// CHECK: tt.dot %[[X]], %[[Y]]
// CHECK: scf.yield
// CHECK: ttg.async_wait {pending = 0 : i32}
// CHECK-NEXT: ttg.local_dealloc %[[A]]
// CHECK-NEXT: ttg.local_dealloc %[[B]]

// STAGE1-LABEL: tt.func public @product
// STAGE1-NOT: ttg.local_alloc
// STAGE1: scf.for
// STAGE1: tt.load
// STAGE1: tt.load
// STAGE1: tt.dot

// FIVE-LABEL: tt.func public @product
// FIVE: !ttg.memdesc<5x64x32xf16
// FIVE-COUNT-4: ttg.async_commit
// FIVE: scf.for
// FIVE: ttg.async_wait {pending = 3 : i32}

// Thirteen slots do not fit, twelve do: copies go to the slot that this iteration has read.
// FULL-LABEL: tt.func public @product
// FULL: !ttg.memdesc<12x64x32xf16
// FULL-COUNT-12: ttg.async_commit
// FULL: scf.for
// FULL: ttg.async_wait {pending = 11 : i32}
// FULL-NEXT: %[[A:.*]] = ttg.memdesc_index
// FULL: ttg.local_load %[[A]]
// FULL: tt.dot
// FULL: ttg.async_copy {{.*}} to %[[A]]
// FULL: ttg.async_commit
// FULL: scf.yield

// Two iterations ahead into registers, one ahead into the other slot.
// STORE-LABEL: tt.func public @product
// STORE: %[[A:.*]] = ttg.local_alloc : () -> !ttg.memdesc<2x64x32xf16
// STORE: %[[X0:.*]] = tt.load
// STORE: %[[X1:.*]] = tt.load
// STORE: ttg.local_store %[[X0]]
// STORE: scf.for {{.*}} iter_args({{.*}}%[[X:[^ ]*]] = %{{[^,]*}}, %{{[^,]*}} = %{{[^,]*}}, %[[SLOT:.*]] = %c0_i32)
// STORE-NEXT: ttg.async_wait {pending = 0 : i32}
// STORE-NEXT: %[[OTHER:.*]] = arith.xori %[[SLOT]], %c1_i32
// STORE-NEXT: %[[AO:.*]] = ttg.memdesc_index %[[A]][%[[OTHER]]]
// STORE-NEXT: ttg.local_store %[[X]], %[[AO]] {ttg.ahead}
// STORE: ttg.local_store
// STORE: tt.load
// STORE: tt.load
// STORE: ttg.memdesc_index %[[A]][%[[SLOT]]]
// STORE: ttg.local_load
// STORE: tt.dot

// With two stages one slot does, filled at the end of the iteration before.
// LATE-LABEL: tt.func public @product
// LATE: %[[A:.*]] = ttg.local_alloc : () -> !ttg.memdesc<1x64x32xf16
// LATE: scf.for
// LATE: ttg.async_wait {pending = 0 : i32}
// LATE: %[[X:.*]] = tt.load
// LATE: ttg.local_load
// LATE: tt.dot
// LATE: ttg.local_store %[[X]], %{{.*}} {ttg.ahead}
// LATE: scf.yield
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

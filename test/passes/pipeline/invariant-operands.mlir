// An operand that a loop does not change is read from shared memory in it where a lane's registers would not do; where they do, and on
// GPUs of 512 registers, it stays in them. Reads of what was loaded ahead stand at their product, behind the change of layout.
// RUN: %tritonc-opt %s --tritonc-layout='target=gfx1100 num-warps=4' -o %t
// RUN: %tritonc-opt %t --pass-pipeline='builtin.module(tt.func(pipeline-loads{num-stages=2},cse))' | %FileCheck %s
// RUN: %tritonc-opt %t --pass-pipeline='builtin.module(tt.func(pipeline-loads{num-stages=1},cse))' | %FileCheck %s --check-prefix=ONE
// RUN: %tritonc-opt %t --pass-pipeline='builtin.module(tt.func(pipeline-loads{num-stages=2 keep-operands=true},cse))' | %FileCheck %s --check-prefix=KEPT
// RUN: %tritonc-opt %s --tritonc-layout='target=gfx942 num-warps=4' -o %t.gfx942
// RUN: %tritonc-opt %t.gfx942 --pass-pipeline='builtin.module(tt.func(pipeline-loads{num-stages=2},cse))' | %FileCheck %s --check-prefix=CDNA

// KEPT-LABEL: tt.func public @two_products
// KEPT-NOT: ttg.local_alloc %
// KEPT: scf.for
// CHECK-LABEL: tt.func public @two_products
// CHECK: %[[Q:.*]] = tt.load
// CHECK: %[[BUFFER:.*]] = ttg.local_alloc %[[Q]] :
// CHECK: scf.for
// CHECK: %[[QI:.*]] = ttg.local_load %[[BUFFER]]
// CHECK: tt.dot %[[QI]],
// CHECK: %[[P:.*]] = ttg.convert_layout
// CHECK: %[[V:.*]] = ttg.local_load
// CHECK-NEXT: tt.dot %[[P]], %[[V]]

// ONE-LABEL: tt.func public @two_products
// ONE: ttg.local_alloc
// ONE: scf.for
// ONE: ttg.local_load

// CDNA-LABEL: tt.func public @two_products
// CDNA: %[[Q:.*]] = ttg.convert_layout
// CDNA: scf.for
// CDNA: tt.dot %[[Q]],
tt.func public @two_products(%q: tensor<128x64x!tt.ptr<f16>>, %k: tensor<64x32x!tt.ptr<f16>>, %v: tensor<32x64x!tt.ptr<f16>>,
                             %out: tensor<128x64x!tt.ptr<f32>>, %n: i32) {
  %c0 = arith.constant 0 : i32
  %c1 = arith.constant 1 : i32
  %c64 = arith.constant 64 : i32
  %none = arith.constant dense<0.0> : tensor<128x32xf32>
  %zero = arith.constant dense<0.0> : tensor<128x64xf32>
  %a = tt.load %q : tensor<128x64x!tt.ptr<f16>>
  %r:2 = scf.for %i = %c0 to %n step %c1 iter_args(%acc = %zero, %at = %c0) -> (tensor<128x64xf32>, i32) : i32 {
    %ok = tt.splat %at : i32 -> tensor<64x32xi32>
    %pk = tt.addptr %k, %ok : tensor<64x32x!tt.ptr<f16>>, tensor<64x32xi32>
    %b = tt.load %pk : tensor<64x32x!tt.ptr<f16>>
    %s = tt.dot %a, %b, %none : tensor<128x64xf16> * tensor<64x32xf16> -> tensor<128x32xf32>
    %p = arith.truncf %s : tensor<128x32xf32> to tensor<128x32xf16>
    %ov = tt.splat %at : i32 -> tensor<32x64xi32>
    %pv = tt.addptr %v, %ov : tensor<32x64x!tt.ptr<f16>>, tensor<32x64xi32>
    %c = tt.load %pv : tensor<32x64x!tt.ptr<f16>>
    %d = tt.dot %p, %c, %acc : tensor<128x32xf16> * tensor<32x64xf16> -> tensor<128x64xf32>
    %next = arith.addi %at, %c64 : i32
    scf.yield %d, %next : tensor<128x64xf32>, i32
  }
  tt.store %out, %r#0 : tensor<128x64x!tt.ptr<f32>>
  tt.return
}

// With blocks of a quarter there is room.
// CHECK-LABEL: tt.func public @small
// CHECK: %[[A:.*]] = ttg.convert_layout
// CHECK: scf.for
// CHECK: tt.dot %[[A]],
tt.func public @small(%q: tensor<32x32x!tt.ptr<f16>>, %k: tensor<32x32x!tt.ptr<f16>>, %out: tensor<32x32x!tt.ptr<f32>>, %n: i32) {
  %c0 = arith.constant 0 : i32
  %c1 = arith.constant 1 : i32
  %zero = arith.constant dense<0.0> : tensor<32x32xf32>
  %a = tt.load %q : tensor<32x32x!tt.ptr<f16>>
  %r = scf.for %i = %c0 to %n step %c1 iter_args(%acc = %zero) -> (tensor<32x32xf32>) : i32 {
    %b = tt.load %k : tensor<32x32x!tt.ptr<f16>>
    %s = tt.dot %a, %b, %acc : tensor<32x32xf16> * tensor<32x32xf16> -> tensor<32x32xf32>
    scf.yield %s : tensor<32x32xf32>
  }
  tt.store %out, %r : tensor<32x32x!tt.ptr<f32>>
  tt.return
}

// RUN: %tritonc-opt %s -split-input-file -block-lower-pointers | %FileCheck %s
// RUN: %tritonc-opt %s -split-input-file -block-lower-pointers=keep-descriptors=true | %FileCheck %s --check-prefix=KEEP

// A loop carries the offsets; sizes that come from 32 bits are compared in 32 bits, and stride 1 needs no product.
// CHECK-LABEL: @walk
// CHECK-SAME: (%[[X:.*]]: !tt.ptr<f16>, %[[N:.*]]: i32, %[[S:.*]]: i64)
// CHECK: scf.for {{.*}} -> (i32, i32)
// CHECK: tt.splat %[[N]] : i32 -> tensor<32xi32>
// CHECK: arith.cmpi ult, {{.*}} : tensor<32xi32>
// CHECK: tt.addptr {{.*}} : tensor<16x32x!tt.ptr<f16>>, tensor<16x32xi64>
// CHECK: tt.addptr {{.*}} : tensor<16x32x!tt.ptr<f16>>, tensor<16x32xi32>
// CHECK: tt.load {{.*}}, {{.*}}, {{.*}} : tensor<16x32x!tt.ptr<f16>>
// CHECK-NOT: tt.advance
tt.func public @walk(%x: !tt.ptr<f16>, %n: i32, %s: i64) {
  %zero = arith.constant 0 : i32
  %step = arith.constant 32 : i32
  %one = arith.constant 1 : i64
  %wide = arith.extsi %n : i32 to i64
  %p = tt.make_tensor_ptr %x, [%wide, %wide], [%s, %one], [%zero, %zero] {order = array<i32: 1, 0>} : <tensor<16x32xf16>>
  %r = scf.for %i = %zero to %n step %step iter_args(%q = %p) -> (!tt.ptr<tensor<16x32xf16>>) : i32 {
    %v = tt.load %q {boundaryCheck = array<i32: 1>, padding = 2 : i32} : !tt.ptr<tensor<16x32xf16>>
    tt.store %q, %v {boundaryCheck = array<i32: 1>} : !tt.ptr<tensor<16x32xf16>>
    %m = tt.advance %q, [%zero, %step] : <tensor<16x32xf16>>
    scf.yield %m : !tt.ptr<tensor<16x32xf16>>
  }
  tt.return
}

// -----

// Through a while loop, a branch, a selection and a call.
// CHECK-LABEL: tt.func private @callee
// CHECK-SAME: (%{{.*}}: !tt.ptr<f32>, %{{.*}}: i64, %{{.*}}: i64, %{{.*}}: i32) -> (!tt.ptr<f32>, i64, i64, i32)
// CHECK-LABEL: @flow
// CHECK: arith.select {{.*}} : !tt.ptr<f32>
// CHECK: scf.if {{.*}} -> (!tt.ptr<f32>, i64, i64, i32)
// CHECK: scf.while
// CHECK: tt.call @callee({{.*}}) : (!tt.ptr<f32>, i64, i64, i32) -> (!tt.ptr<f32>, i64, i64, i32)
// CHECK-NOT: tensor<8xf32>>
tt.func private @callee(%p: !tt.ptr<tensor<8xf32>>) -> !tt.ptr<tensor<8xf32>> attributes {noinline = true} {
  tt.return %p : !tt.ptr<tensor<8xf32>>
}
tt.func public @flow(%x: !tt.ptr<f32>, %y: !tt.ptr<f32>, %n: i64, %c: i1) {
  %zero = arith.constant 0 : i32
  %one = arith.constant 1 : i64
  %p = tt.make_tensor_ptr %x, [%n], [%one], [%zero] {order = array<i32: 0>} : <tensor<8xf32>>
  %q = tt.make_tensor_ptr %y, [%n], [%n], [%zero] {order = array<i32: 0>} : <tensor<8xf32>>
  %s = arith.select %c, %p, %q : !tt.ptr<tensor<8xf32>>
  %b = scf.if %c -> (!tt.ptr<tensor<8xf32>>) {
    scf.yield %s : !tt.ptr<tensor<8xf32>>
  } else {
    scf.yield %q : !tt.ptr<tensor<8xf32>>
  }
  %w = scf.while (%a = %b) : (!tt.ptr<tensor<8xf32>>) -> !tt.ptr<tensor<8xf32>> {
    scf.condition(%c) %a : !tt.ptr<tensor<8xf32>>
  } do {
  ^bb0(%a: !tt.ptr<tensor<8xf32>>):
    %d = tt.call @callee(%a) : (!tt.ptr<tensor<8xf32>>) -> !tt.ptr<tensor<8xf32>>
    scf.yield %d : !tt.ptr<tensor<8xf32>>
  }
  %v = tt.load %w : !tt.ptr<tensor<8xf32>>
  cf.cond_br %c, ^bb1(%w : !tt.ptr<tensor<8xf32>>), ^bb1(%q : !tt.ptr<tensor<8xf32>>)
^bb1(%e: !tt.ptr<tensor<8xf32>>):
  tt.store %e, %v : !tt.ptr<tensor<8xf32>>
  tt.return
}

// -----

// A descriptor that the launch supplies, and one that is made here.
// CHECK-LABEL: @descriptors
// CHECK-SAME: !tt.ptr<f16> {tt.descriptor = 2 : i32, tt.divisibility = 16 : i32}, %{{.*}}: i64, %{{.*}}: i64, %{{.*}}: i64 {tt.divisibility = 8 : i32}, %{{.*}}: i64
// CHECK: tt.load
// CHECK: tt.reshape {{.*}} -> tensor<16xf16>
// CHECK: tt.atomic_rmw fadd, relaxed, gpu
// CHECK: tt.load
// CHECK: tt.store
// KEEP-LABEL: @descriptors
// KEEP-SAME: !tt.tensordesc<tensor<1x16xf16>>
// KEEP: tt.descriptor_load
// KEEP: tt.descriptor_reduce add
// KEEP: tt.descriptor_gather
// KEEP: tt.descriptor_scatter
tt.func public @descriptors(%d: !tt.tensordesc<tensor<1x16xf16>>, %x: !tt.ptr<f16>, %n: i32, %s: i64, %rows: tensor<8xi32>) {
  %one = arith.constant 1 : i64
  %e = tt.make_tensor_descriptor %x, [%n, %n], [%s, %one] : !tt.ptr<f16>, !tt.tensordesc<tensor<1x16xf16>>
  %v = tt.descriptor_load %d[%n, %n] : !tt.tensordesc<tensor<1x16xf16>> -> tensor<16xf16>
  tt.descriptor_reduce add, %e[%n, %n], %v : !tt.tensordesc<tensor<1x16xf16>>, tensor<16xf16>
  %g = tt.descriptor_gather %d[%rows, %n] : (!tt.tensordesc<tensor<1x16xf16>>, tensor<8xi32>, i32) -> tensor<8x16xf16>
  tt.descriptor_scatter %e[%rows, %n], %g : !tt.tensordesc<tensor<1x16xf16>>, tensor<8xi32>, i32, tensor<8x16xf16>
  tt.return
}

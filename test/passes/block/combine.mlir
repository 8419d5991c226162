// RUN: %tritonc-opt %s -split-input-file -block-combine | %FileCheck %s

// Scalars stay scalar.
// CHECK-LABEL: @splats
tt.func @splats(%x: i32, %y: i32) -> tensor<64xi32> {
  // CHECK: %[[SUM:.*]] = arith.addi %{{.*}}, %{{.*}} : i32
  // CHECK: %[[PRODUCT:.*]] = arith.muli %[[SUM]], %{{.*}} : i32
  // CHECK: tt.splat %[[PRODUCT]]
  %c = arith.constant dense<3> : tensor<64xi32>
  %a = tt.splat %x : i32 -> tensor<64xi32>
  %b = tt.splat %y : i32 -> tensor<64xi32>
  %s = arith.addi %a, %b : tensor<64xi32>
  %p = arith.muli %s, %c : tensor<64xi32>
  tt.return %p : tensor<64xi32>
}

// -----

// The quotient too, though a division may not be moved elsewhere.
// CHECK-LABEL: @quotient
tt.func @quotient(%x: i32, %y: i32) -> tensor<64xi32> {
  // CHECK: arith.divsi %{{.*}}, %{{.*}} : i32
  %a = tt.splat %x : i32 -> tensor<64xi32>
  %b = tt.splat %y : i32 -> tensor<64xi32>
  %s = arith.divsi %a, %b : tensor<64xi32>
  tt.return %s : tensor<64xi32>
}

// -----

// Work is done before it is repeated.
// CHECK-LABEL: @broadcasts
tt.func @broadcasts(%x: tensor<64x1xi32>, %y: tensor<64x1xi32>, %z: i32) -> tensor<64x32xi32> {
  // CHECK: %[[SUM:.*]] = arith.addi %{{.*}}, %{{.*}} : tensor<64x1xi32>
  // CHECK: %[[PRODUCT:.*]] = arith.muli %[[SUM]], %{{.*}} : tensor<64x1xi32>
  // CHECK: tt.broadcast %[[PRODUCT]]
  %a = tt.broadcast %x : tensor<64x1xi32> -> tensor<64x32xi32>
  %b = tt.broadcast %y : tensor<64x1xi32> -> tensor<64x32xi32>
  %c = tt.splat %z : i32 -> tensor<64x32xi32>
  %s = arith.addi %a, %b : tensor<64x32xi32>
  %p = arith.muli %s, %c : tensor<64x32xi32>
  tt.return %p : tensor<64x32xi32>
}

// -----

// Broadcasts of different dimensions stay.
// CHECK-LABEL: @outer
tt.func @outer(%x: tensor<64x1xi32>, %y: tensor<1x32xi32>) -> tensor<64x32xi32> {
  // CHECK: arith.addi %{{.*}}, %{{.*}} : tensor<64x32xi32>
  %a = tt.broadcast %x : tensor<64x1xi32> -> tensor<64x32xi32>
  %b = tt.broadcast %y : tensor<1x32xi32> -> tensor<64x32xi32>
  %s = arith.addi %a, %b : tensor<64x32xi32>
  tt.return %s : tensor<64x32xi32>
}

// -----

// CHECK-LABEL: @select_of_load
tt.func @select_of_load(%p: tensor<64x!tt.ptr<f32>>, %m: tensor<64xi1>) -> tensor<64xf32> {
  // CHECK-NOT: select
  // CHECK: tt.load %{{.*}}, %{{.*}}, %[[ZERO:.*]] : tensor
  %zero = arith.constant dense<0.0> : tensor<64xf32>
  %x = tt.load %p, %m : tensor<64x!tt.ptr<f32>>
  %y = arith.select %m, %x, %zero : tensor<64xi1>, tensor<64xf32>
  tt.return %y : tensor<64xf32>
}

// -----

// Another mask is another matter.
// CHECK-LABEL: @select_other_mask
tt.func @select_other_mask(%p: tensor<64x!tt.ptr<f32>>, %m: tensor<64xi1>, %n: tensor<64xi1>) -> tensor<64xf32> {
  // CHECK: select
  %zero = arith.constant dense<0.0> : tensor<64xf32>
  %x = tt.load %p, %m : tensor<64x!tt.ptr<f32>>
  %y = arith.select %n, %x, %zero : tensor<64xi1>, tensor<64xf32>
  tt.return %y : tensor<64xf32>
}

// -----

// CHECK-LABEL: @constant_masks
tt.func @constant_masks(%p: tensor<64x!tt.ptr<f32>>, %v: tensor<64xf32>) -> (tensor<64xf32>, tensor<64xf32>) {
  // CHECK: %[[ZERO:.*]] = arith.constant dense<0.0
  // CHECK: %[[X:.*]] = tt.load %{{[^,]*}} : tensor
  // CHECK: tt.store %{{[^,]*}}, %{{[^,]*}} : tensor
  // CHECK-NOT: tt.store
  // CHECK: tt.return %[[X]], %[[ZERO]]
  %true = arith.constant dense<true> : tensor<64xi1>
  %false = arith.constant dense<false> : tensor<64xi1>
  %x = tt.load %p, %true : tensor<64x!tt.ptr<f32>>
  %y = tt.load %p, %false : tensor<64x!tt.ptr<f32>>
  tt.store %p, %v, %true : tensor<64x!tt.ptr<f32>>
  tt.store %p, %v, %false : tensor<64x!tt.ptr<f32>>
  tt.return %x, %y : tensor<64xf32>, tensor<64xf32>
}

// -----

// CHECK-LABEL: @constant_offsets
tt.func @constant_offsets(%p: !tt.ptr<f32>) -> !tt.ptr<f32> {
  // CHECK: %[[C:.*]] = arith.constant 12 : i32
  // CHECK: tt.addptr %{{.*}}, %[[C]]
  %a = arith.constant 4 : i32
  %b = arith.constant 8 : i32
  %q = tt.addptr %p, %a : !tt.ptr<f32>, i32
  %r = tt.addptr %q, %b : !tt.ptr<f32>, i32
  tt.return %r : !tt.ptr<f32>
}

// -----

// CHECK-LABEL: @product_and_sum
tt.func @product_and_sum(%a: tensor<16x16xf16>, %b: tensor<16x16xf16>, %c: tensor<16x16xf32>) -> tensor<16x16xf32> {
  // CHECK: %[[D:.*]] = tt.dot %{{.*}}, %{{.*}}, %arg2
  // CHECK: tt.return %[[D]]
  %zero = arith.constant dense<0.0> : tensor<16x16xf32>
  %d = tt.dot %a, %b, %zero : tensor<16x16xf16> * tensor<16x16xf16> -> tensor<16x16xf32>
  %s = arith.addf %d, %c : tensor<16x16xf32>
  tt.return %s : tensor<16x16xf32>
}

// -----

// CHECK-LABEL: @reshaped_splat
tt.func @reshaped_splat(%x: f32) -> tensor<8x1x4xf32> {
  // CHECK: %[[S:.*]] = tt.splat %{{.*}} : f32 -> tensor<8x1x4xf32>
  // CHECK: tt.return %[[S]]
  %a = tt.splat %x : f32 -> tensor<32xf32>
  %b = tt.reshape %a : tensor<32xf32> -> tensor<4x8xf32>
  %c = tt.trans %b {order = array<i32: 1, 0>} : tensor<4x8xf32> -> tensor<8x4xf32>
  %d = tt.expand_dims %c {axis = 1 : i32} : tensor<8x4xf32> -> tensor<8x1x4xf32>
  tt.return %d : tensor<8x1x4xf32>
}

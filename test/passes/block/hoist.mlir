// RUN: %tritonc-opt %s -block-hoist | %FileCheck %s

// Scalars and costly blocks leave the loop; indices are made where they are used.
// CHECK-LABEL: @loop
tt.func @loop(%n: i32, %x: tensor<64xf32>, %p: !tt.ptr<f32>) {
  %zero = arith.constant 0 : i32
  %one = arith.constant 1 : i32
  // CHECK: arith.muli %{{.*}}, %{{.*}} : i32
  // CHECK: math.exp
  // CHECK: scf.for
  // CHECK: tt.make_range
  scf.for %i = %zero to %n step %one : i32 {
    %s = arith.muli %n, %n : i32
    %r = tt.make_range {start = 0 : i32, end = 64 : i32} : tensor<64xi32>
    %e = math.exp %x : tensor<64xf32>
    %q = tt.addptr %p, %s : !tt.ptr<f32>, i32
    %b = tt.splat %q : !tt.ptr<f32> -> tensor<64x!tt.ptr<f32>>
    %a = tt.addptr %b, %r : tensor<64x!tt.ptr<f32>>, tensor<64xi32>
    tt.store %a, %e : tensor<64x!tt.ptr<f32>>
  }
  tt.return
}

// A vector that each iteration makes anew is one with what enters the loop, once equal ranges are one; only %sum is carried.
// CHECK-LABEL: @unchanged
tt.func @unchanged(%n: i32, %p: !tt.ptr<f32>) -> tensor<64xi32> {
  %zero = arith.constant 0 : i32
  %one = arith.constant 1 : i32
  %r = tt.make_range {start = 0 : i32, end = 64 : i32} : tensor<64xi32>
  // CHECK: %[[R:.*]] = tt.make_range
  // CHECK: %[[SUM:.*]] = scf.for {{.*}} iter_args(%{{.*}} = %[[R]]) -> (tensor<64xi32>)
  // CHECK: arith.addi %{{.*}}, %[[R]]
  // CHECK: tt.return %[[SUM]]
  %sum:2 = scf.for %i = %zero to %n step %one iter_args(%offsets = %r, %s = %r) -> (tensor<64xi32>, tensor<64xi32>) : i32 {
    %t = arith.addi %s, %offsets : tensor<64xi32>
    scf.yield %r, %t : tensor<64xi32>, tensor<64xi32>
  }
  tt.return %sum#1 : tensor<64xi32>
}

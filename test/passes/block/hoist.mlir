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

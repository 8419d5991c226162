// What a loop carries of addresses: an offset for vectors and for tiles of many addresses, the addresses themselves where
// wide accesses leave few.
// RUN: %tritonc-opt %s --pass-pipeline='builtin.module(tt.func(layout-carried-addresses{num-threads=128}))' | %FileCheck %s

// The stride is known only at run time: 64 addresses for each of 128 threads.
// CHECK-LABEL: @many
// CHECK: %[[START:.*]] = tt.addptr %{{.*}} : tensor<64x128x!tt.ptr<f32>>
// CHECK: scf.for {{.*}} iter_args(%[[OFFSET:.*]] = %{{.*}}) -> (i64)
// CHECK:   %[[SPLAT:.*]] = tt.splat %[[OFFSET]] : i64 -> tensor<64x128xi64>
// CHECK:   %[[NOW:.*]] = tt.addptr %[[START]], %[[SPLAT]]
// CHECK:   tt.load %[[NOW]]
// CHECK:   %[[STEP:.*]] = arith.extsi %{{.*}} : i32 to i64
// CHECK:   arith.addi %[[OFFSET]], %[[STEP]] : i64
tt.func @many(%p: !tt.ptr<f32> {tt.divisibility = 16 : i32}, %stride: i32, %n: i32) {
  %zero = arith.constant 0 : i32
  %one = arith.constant 1 : i32
  %r = tt.make_range {start = 0 : i32, end = 128 : i32} : tensor<128xi32>
  %row = tt.expand_dims %r {axis = 0 : i32} : tensor<128xi32> -> tensor<1x128xi32>
  %strides = tt.splat %stride : i32 -> tensor<1x128xi32>
  %offsets = arith.muli %row, %strides : tensor<1x128xi32>
  %tile = tt.broadcast %offsets : tensor<1x128xi32> -> tensor<64x128xi32>
  %base = tt.splat %p : !tt.ptr<f32> -> tensor<64x128x!tt.ptr<f32>>
  %start = tt.addptr %base, %tile : tensor<64x128x!tt.ptr<f32>>, tensor<64x128xi32>
  %step = tt.splat %stride : i32 -> tensor<64x128xi32>
  %end = scf.for %i = %zero to %n step %one iter_args(%q = %start) -> (tensor<64x128x!tt.ptr<f32>>) : i32 {
    %x = tt.load %q : tensor<64x128x!tt.ptr<f32>>
    tt.store %q, %x : tensor<64x128x!tt.ptr<f32>>
    %next = tt.addptr %q, %step : tensor<64x128x!tt.ptr<f32>>, tensor<64x128xi32>
    scf.yield %next : tensor<64x128x!tt.ptr<f32>>
  }
  tt.return
}

// Rows are contiguous and aligned: 64 elements in 16 accesses of 16 bytes.
// CHECK-LABEL: @few
// CHECK: scf.for {{.*}} -> (tensor<64x128x!tt.ptr<f32>>)
tt.func @few(%p: !tt.ptr<f32> {tt.divisibility = 16 : i32}, %n: i32) {
  %zero = arith.constant 0 : i32
  %one = arith.constant 1 : i32
  %r = tt.make_range {start = 0 : i32, end = 128 : i32} : tensor<128xi32>
  %row = tt.expand_dims %r {axis = 0 : i32} : tensor<128xi32> -> tensor<1x128xi32>
  %tile = tt.broadcast %row : tensor<1x128xi32> -> tensor<64x128xi32>
  %base = tt.splat %p : !tt.ptr<f32> -> tensor<64x128x!tt.ptr<f32>>
  %start = tt.addptr %base, %tile : tensor<64x128x!tt.ptr<f32>>, tensor<64x128xi32>
  %step = arith.constant dense<128> : tensor<64x128xi32>
  %end = scf.for %i = %zero to %n step %one iter_args(%q = %start) -> (tensor<64x128x!tt.ptr<f32>>) : i32 {
    %x = tt.load %q : tensor<64x128x!tt.ptr<f32>>
    tt.store %q, %x : tensor<64x128x!tt.ptr<f32>>
    %next = tt.addptr %q, %step : tensor<64x128x!tt.ptr<f32>>, tensor<64x128xi32>
    scf.yield %next : tensor<64x128x!tt.ptr<f32>>
  }
  tt.return
}

// Vectors always; what follows the loop uses the sum of all steps.
// CHECK-LABEL: @vector
// CHECK: %[[TOTAL:.*]] = scf.for {{.*}} -> (i32)
// CHECK: %[[LAST:.*]] = tt.splat %[[TOTAL]] : i32 -> tensor<128xi32>
// CHECK: arith.addi %{{.*}}, %[[LAST]] : tensor<128xi32>
tt.func @vector(%n: i32) -> tensor<128xi32> {
  %zero = arith.constant 0 : i32
  %one = arith.constant 1 : i32
  %r = tt.make_range {start = 0 : i32, end = 128 : i32} : tensor<128xi32>
  %step = arith.constant dense<128> : tensor<128xi32>
  %end = scf.for %i = %zero to %n step %one iter_args(%q = %r) -> (tensor<128xi32>) : i32 {
    %next = arith.addi %q, %step : tensor<128xi32>
    scf.yield %next : tensor<128xi32>
  }
  tt.return %end : tensor<128xi32>
}

// Loads that something in the loop stands in the way of are left where they are.
// RUN: %tritonc-opt %s --tritonc-layout='target=sm_80 num-warps=4' -o %t
// RUN: %tritonc-opt %t --pass-pipeline='builtin.module(tt.func(pipeline-loads{num-stages=3}))' | %FileCheck %s

// What one iteration stores, the next one loads; only the other operand runs ahead.
// CHECK-LABEL: tt.func public @in_place
// CHECK: scf.for
// CHECK: ttg.async_copy
// CHECK-NOT: ttg.async_copy
// CHECK: tt.load
// CHECK: tt.dot
// CHECK: tt.store
tt.func public @in_place(%arg0: !tt.ptr<f16> {tt.divisibility = 16 : i32}, %arg1: !tt.ptr<f16> {tt.divisibility = 16 : i32}, %arg2: i32) {
  %c4096_i32 = arith.constant 4096 : i32
  %c1_i32 = arith.constant 1 : i32
  %c0_i32 = arith.constant 0 : i32
  %cst = arith.constant dense<0.000000e+00> : tensor<64x64xf32>
  %cst_0 = arith.constant dense<64> : tensor<64x1xi32>
  %0 = tt.make_range {end = 64 : i32, start = 0 : i32} : tensor<64xi32>
  %1 = tt.expand_dims %0 {axis = 1 : i32} : tensor<64xi32> -> tensor<64x1xi32>
  %2 = arith.muli %1, %cst_0 : tensor<64x1xi32>
  %3 = tt.expand_dims %0 {axis = 0 : i32} : tensor<64xi32> -> tensor<1x64xi32>
  %4 = tt.broadcast %2 : tensor<64x1xi32> -> tensor<64x64xi32>
  %5 = tt.broadcast %3 : tensor<1x64xi32> -> tensor<64x64xi32>
  %6 = arith.addi %4, %5 : tensor<64x64xi32>
  %7 = scf.for %arg3 = %c0_i32 to %arg2 step %c1_i32 iter_args(%arg4 = %cst) -> (tensor<64x64xf32>)  : i32 {
    %8 = arith.muli %arg3, %c4096_i32 : i32
    %9 = tt.addptr %arg0, %8 : !tt.ptr<f16>, i32
    %10 = tt.splat %9 : !tt.ptr<f16> -> tensor<64x64x!tt.ptr<f16>>
    %11 = tt.addptr %10, %6 : tensor<64x64x!tt.ptr<f16>>, tensor<64x64xi32>
    %12 = tt.load %11 : tensor<64x64x!tt.ptr<f16>>
    %13 = tt.addptr %arg1, %8 : !tt.ptr<f16>, i32
    %14 = tt.splat %13 : !tt.ptr<f16> -> tensor<64x64x!tt.ptr<f16>>
    %15 = tt.addptr %14, %6 : tensor<64x64x!tt.ptr<f16>>, tensor<64x64xi32>
    %16 = tt.load %15 : tensor<64x64x!tt.ptr<f16>>
    %17 = tt.dot %12, %16, %arg4, inputPrecision = tf32 : tensor<64x64xf16> * tensor<64x64xf16> -> tensor<64x64xf32>
    %18 = arith.addi %arg3, %c1_i32 : i32
    %19 = arith.muli %18, %c4096_i32 : i32
    %20 = tt.addptr %arg0, %19 : !tt.ptr<f16>, i32
    %21 = tt.splat %20 : !tt.ptr<f16> -> tensor<64x64x!tt.ptr<f16>>
    %22 = tt.addptr %21, %6 : tensor<64x64x!tt.ptr<f16>>, tensor<64x64xi32>
    %23 = arith.truncf %17 : tensor<64x64xf32> to tensor<64x64xf16>
    tt.store %22, %23 : tensor<64x64x!tt.ptr<f16>>
    scf.yield %17 : tensor<64x64xf32>
  }
  tt.return
}

// An atomic update may be a lock.
// CHECK-LABEL: tt.func public @locked
// CHECK-NOT: ttg.async
// CHECK: tt.return
tt.func public @locked(%arg0: !tt.ptr<f16> {tt.divisibility = 16 : i32}, %arg1: !tt.ptr<f16> {tt.divisibility = 16 : i32}, %arg2: !tt.ptr<i32> {tt.divisibility = 16 : i32}, %arg3: i32) {
  %c4096_i32 = arith.constant 4096 : i32
  %c1_i32 = arith.constant 1 : i32
  %c0_i32 = arith.constant 0 : i32
  %cst = arith.constant dense<0.000000e+00> : tensor<64x64xf32>
  %cst_0 = arith.constant dense<64> : tensor<64x1xi32>
  %0 = tt.make_range {end = 64 : i32, start = 0 : i32} : tensor<64xi32>
  %1 = tt.expand_dims %0 {axis = 1 : i32} : tensor<64xi32> -> tensor<64x1xi32>
  %2 = arith.muli %1, %cst_0 : tensor<64x1xi32>
  %3 = tt.expand_dims %0 {axis = 0 : i32} : tensor<64xi32> -> tensor<1x64xi32>
  %4 = tt.broadcast %2 : tensor<64x1xi32> -> tensor<64x64xi32>
  %5 = tt.broadcast %3 : tensor<1x64xi32> -> tensor<64x64xi32>
  %6 = arith.addi %4, %5 : tensor<64x64xi32>
  %7 = scf.for %arg4 = %c0_i32 to %arg3 step %c1_i32 iter_args(%arg5 = %cst) -> (tensor<64x64xf32>)  : i32 {
    %11 = tt.atomic_rmw add, acq_rel, gpu, %arg2, %c1_i32 : (!tt.ptr<i32>, i32) -> i32
    %12 = arith.muli %arg4, %c4096_i32 : i32
    %13 = tt.addptr %arg0, %12 : !tt.ptr<f16>, i32
    %14 = tt.splat %13 : !tt.ptr<f16> -> tensor<64x64x!tt.ptr<f16>>
    %15 = tt.addptr %14, %6 : tensor<64x64x!tt.ptr<f16>>, tensor<64x64xi32>
    %16 = tt.load %15 : tensor<64x64x!tt.ptr<f16>>
    %17 = tt.addptr %arg1, %12 : !tt.ptr<f16>, i32
    %18 = tt.splat %17 : !tt.ptr<f16> -> tensor<64x64x!tt.ptr<f16>>
    %19 = tt.addptr %18, %6 : tensor<64x64x!tt.ptr<f16>>, tensor<64x64xi32>
    %20 = tt.load %19 : tensor<64x64x!tt.ptr<f16>>
    %21 = tt.dot %16, %20, %arg5, inputPrecision = tf32 : tensor<64x64xf16> * tensor<64x64xf16> -> tensor<64x64xf32>
    scf.yield %21 : tensor<64x64xf32>
  }
  %8 = tt.splat %arg0 : !tt.ptr<f16> -> tensor<64x64x!tt.ptr<f16>>
  %9 = tt.addptr %8, %6 : tensor<64x64x!tt.ptr<f16>>, tensor<64x64xi32>
  %10 = arith.truncf %7 : tensor<64x64xf32> to tensor<64x64xf16>
  tt.store %9, %10 : tensor<64x64x!tt.ptr<f16>>
  tt.return
}

// A list in memory: nothing is known of the next block before this one's link is read.
// CHECK-LABEL: tt.func public @chased
// CHECK-NOT: ttg.async
// CHECK: tt.return
tt.func public @chased(%arg0: !tt.ptr<f16> {tt.divisibility = 16 : i32}, %arg1: !tt.ptr<i32> {tt.divisibility = 16 : i32}, %arg2: !tt.ptr<f32> {tt.divisibility = 16 : i32}, %arg3: i32) {
  %c4096_i32 = arith.constant 4096 : i32
  %c1_i32 = arith.constant 1 : i32
  %c0_i32 = arith.constant 0 : i32
  %cst = arith.constant dense<0.000000e+00> : tensor<64x64xf32>
  %cst_0 = arith.constant dense<64> : tensor<64x1xi32>
  %0 = tt.make_range {end = 64 : i32, start = 0 : i32} : tensor<64xi32>
  %1 = tt.expand_dims %0 {axis = 1 : i32} : tensor<64xi32> -> tensor<64x1xi32>
  %2 = arith.muli %1, %cst_0 : tensor<64x1xi32>
  %3 = tt.expand_dims %0 {axis = 0 : i32} : tensor<64xi32> -> tensor<1x64xi32>
  %4 = tt.broadcast %2 : tensor<64x1xi32> -> tensor<64x64xi32>
  %5 = tt.broadcast %3 : tensor<1x64xi32> -> tensor<64x64xi32>
  %6 = arith.addi %4, %5 : tensor<64x64xi32>
  %7:2 = scf.for %arg4 = %c0_i32 to %arg3 step %c1_i32 iter_args(%arg5 = %cst, %arg6 = %c0_i32) -> (tensor<64x64xf32>, i32)  : i32 {
    %10 = arith.muli %arg6, %c4096_i32 : i32
    %11 = tt.addptr %arg0, %10 : !tt.ptr<f16>, i32
    %12 = tt.splat %11 : !tt.ptr<f16> -> tensor<64x64x!tt.ptr<f16>>
    %13 = tt.addptr %12, %6 : tensor<64x64x!tt.ptr<f16>>, tensor<64x64xi32>
    %14 = tt.load %13 : tensor<64x64x!tt.ptr<f16>>
    %15 = tt.dot %14, %14, %arg5, inputPrecision = tf32 : tensor<64x64xf16> * tensor<64x64xf16> -> tensor<64x64xf32>
    %16 = tt.addptr %arg1, %arg6 : !tt.ptr<i32>, i32
    %17 = tt.load %16 : !tt.ptr<i32>
    scf.yield %15, %17 : tensor<64x64xf32>, i32
  }
  %8 = tt.splat %arg2 : !tt.ptr<f32> -> tensor<64x64x!tt.ptr<f32>>
  %9 = tt.addptr %8, %6 : tensor<64x64x!tt.ptr<f32>>, tensor<64x64xi32>
  tt.store %9, %7#0 : tensor<64x64x!tt.ptr<f32>>
  tt.return
}

// A loop without products runs its loads ahead only if the source asks for stages, and then in registers.
// RUN: %tritonc-opt %s --tritonc-layout='target=sm_80 num-warps=4' -o %t
// RUN: %tritonc-opt %t --pass-pipeline='builtin.module(tt.func(pipeline-loads{num-stages=4}))' | %FileCheck %s

// CHECK-LABEL: tt.func public @summed
// CHECK: %[[FIRST:.*]] = tt.load %{{.*}}, %{{.*}} :
// CHECK: scf.for %[[I:.*]] = {{.*}} iter_args(%[[SUM:.*]] = %{{.*}}, %[[X:.*]] = %[[FIRST]])
// CHECK: %[[NEXT:.*]] = tt.load
// CHECK: %[[Y:.*]] = arith.addf %[[SUM]], %[[X]]
// CHECK: scf.yield %[[Y]], %[[NEXT]]
// CHECK-NOT: tt.num_stages
tt.func public @summed(%arg0: !tt.ptr<f32> {tt.divisibility = 16 : i32}, %arg1: !tt.ptr<f32> {tt.divisibility = 16 : i32}, %arg2: i32) {
  %c1024_i32 = arith.constant 1024 : i32
  %c1_i32 = arith.constant 1 : i32
  %c0_i32 = arith.constant 0 : i32
  %cst = arith.constant dense<0.000000e+00> : tensor<1024xf32>
  %0 = tt.make_range {end = 1024 : i32, start = 0 : i32} : tensor<1024xi32>
  %1 = scf.for %arg3 = %c0_i32 to %arg2 step %c1_i32 iter_args(%arg4 = %cst) -> (tensor<1024xf32>)  : i32 {
    %4 = arith.muli %arg3, %c1024_i32 : i32
    %5 = tt.addptr %arg0, %4 : !tt.ptr<f32>, i32
    %6 = tt.splat %5 : !tt.ptr<f32> -> tensor<1024x!tt.ptr<f32>>
    %7 = tt.addptr %6, %0 : tensor<1024x!tt.ptr<f32>>, tensor<1024xi32>
    %8 = tt.load %7 : tensor<1024x!tt.ptr<f32>>
    %9 = arith.addf %arg4, %8 : tensor<1024xf32>
    scf.yield %9 : tensor<1024xf32>
  } {tt.num_stages = 3 : i32}
  %2 = tt.splat %arg1 : !tt.ptr<f32> -> tensor<1024x!tt.ptr<f32>>
  %3 = tt.addptr %2, %0 : tensor<1024x!tt.ptr<f32>>, tensor<1024xi32>
  tt.store %3, %1 : tensor<1024x!tt.ptr<f32>>
  tt.return
}

// CHECK-LABEL: tt.func public @not_asked
// CHECK: scf.for {{.*}} iter_args(%{{[^,]*}} = %{{[^,]*}}) ->
tt.func public @not_asked(%arg0: !tt.ptr<f32> {tt.divisibility = 16 : i32}, %arg1: !tt.ptr<f32> {tt.divisibility = 16 : i32}, %arg2: i32) {
  %c1024_i32 = arith.constant 1024 : i32
  %c1_i32 = arith.constant 1 : i32
  %c0_i32 = arith.constant 0 : i32
  %cst = arith.constant dense<0.000000e+00> : tensor<1024xf32>
  %0 = tt.make_range {end = 1024 : i32, start = 0 : i32} : tensor<1024xi32>
  %1 = scf.for %arg3 = %c0_i32 to %arg2 step %c1_i32 iter_args(%arg4 = %cst) -> (tensor<1024xf32>)  : i32 {
    %4 = arith.muli %arg3, %c1024_i32 : i32
    %5 = tt.addptr %arg0, %4 : !tt.ptr<f32>, i32
    %6 = tt.splat %5 : !tt.ptr<f32> -> tensor<1024x!tt.ptr<f32>>
    %7 = tt.addptr %6, %0 : tensor<1024x!tt.ptr<f32>>, tensor<1024xi32>
    %8 = tt.load %7 : tensor<1024x!tt.ptr<f32>>
    %9 = arith.addf %arg4, %8 : tensor<1024xf32>
    scf.yield %9 : tensor<1024xf32>
  }
  %2 = tt.splat %arg1 : !tt.ptr<f32> -> tensor<1024x!tt.ptr<f32>>
  %3 = tt.addptr %2, %0 : tensor<1024x!tt.ptr<f32>>, tensor<1024xi32>
  tt.store %3, %1 : tensor<1024x!tt.ptr<f32>>
  tt.return
}

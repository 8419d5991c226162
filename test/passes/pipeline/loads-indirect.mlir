// Addresses that are loaded: the loads of indices run one iteration further ahead and wait in registers.
// RUN: %tritonc-opt %s --tritonc-layout='target=sm_80 num-warps=4' -o %t
// RUN: %tritonc-opt %t --pass-pipeline='builtin.module(tt.func(pipeline-loads{num-stages=3},cse))' | %FileCheck %s

// CHECK-LABEL: tt.func public @indirect_kernel
// CHECK: tt.load %{{.*}}, %{{.*}} : !tt.ptr<i32>
// CHECK: ttg.async_commit
// CHECK: tt.load %{{.*}}, %{{.*}} : !tt.ptr<i32>
// CHECK: ttg.async_commit
// CHECK: %[[FIRST:.*]] = tt.load %{{.*}}, %{{.*}} : !tt.ptr<i32>
// CHECK: scf.for %[[I:.*]] = {{.*}} iter_args(%{{.*}} = %{{.*}}, %[[BLOCK:.*]] = %[[FIRST]], %[[SLOT:.*]] = %c0_i32)
// CHECK: ttg.async_wait {pending = 1 : i32}
// CHECK: arith.muli %[[BLOCK]], %c32_i32
// CHECK: ttg.async_commit
// CHECK: %[[NEXT:.*]] = tt.load %{{.*}}, %{{.*}} : !tt.ptr<i32>
// CHECK: scf.yield %{{.*}}, %[[NEXT]], %{{.*}}
tt.func public @indirect_kernel(%arg0: !tt.ptr<f16> {tt.divisibility = 16 : i32}, %arg1: !tt.ptr<f16> {tt.divisibility = 16 : i32}, %arg2: !tt.ptr<f32> {tt.divisibility = 16 : i32}, %arg3: !tt.ptr<i32> {tt.divisibility = 16 : i32}, %arg4: i32 {tt.divisibility = 16 : i32}, %arg5: i32 {tt.divisibility = 16 : i32}) {
  %cst = arith.constant dense<64> : tensor<64x1xi32>
  %cst_0 = arith.constant dense<0.000000e+00> : tensor<32x64xf16>
  %cst_1 = arith.constant dense<0.000000e+00> : tensor<64x32xf16>
  %c1_i32 = arith.constant 1 : i32
  %c0_i32 = arith.constant 0 : i32
  %c32_i32 = arith.constant 32 : i32
  %c31_i32 = arith.constant 31 : i32
  %cst_2 = arith.constant dense<0.000000e+00> : tensor<64x64xf32>
  %0 = tt.make_range {end = 64 : i32, start = 0 : i32} : tensor<64xi32>
  %1 = tt.make_range {end = 32 : i32, start = 0 : i32} : tensor<32xi32>
  %2 = arith.addi %arg4, %c31_i32 : i32
  %3 = arith.divsi %2, %c32_i32 : i32
  %4 = scf.for %arg6 = %c0_i32 to %3 step %c1_i32 iter_args(%arg7 = %cst_2) -> (tensor<64x64xf32>)  : i32 {
    %13 = tt.addptr %arg3, %arg6 : !tt.ptr<i32>, i32
    %14 = tt.load %13 : !tt.ptr<i32>
    %15 = tt.expand_dims %0 {axis = 1 : i32} : tensor<64xi32> -> tensor<64x1xi32>
    %16 = tt.splat %arg4 : i32 -> tensor<64x1xi32>
    %17 = arith.muli %15, %16 : tensor<64x1xi32>
    %18 = tt.splat %arg0 : !tt.ptr<f16> -> tensor<64x1x!tt.ptr<f16>>
    %19 = tt.addptr %18, %17 : tensor<64x1x!tt.ptr<f16>>, tensor<64x1xi32>
    %20 = arith.muli %arg6, %c32_i32 : i32
    %21 = tt.splat %20 : i32 -> tensor<64x1xi32>
    %22 = tt.addptr %19, %21 : tensor<64x1x!tt.ptr<f16>>, tensor<64x1xi32>
    %23 = tt.expand_dims %1 {axis = 0 : i32} : tensor<32xi32> -> tensor<1x32xi32>
    %24 = tt.broadcast %22 : tensor<64x1x!tt.ptr<f16>> -> tensor<64x32x!tt.ptr<f16>>
    %25 = tt.broadcast %23 : tensor<1x32xi32> -> tensor<64x32xi32>
    %26 = tt.addptr %24, %25 : tensor<64x32x!tt.ptr<f16>>, tensor<64x32xi32>
    %27 = tt.splat %20 : i32 -> tensor<1x32xi32>
    %28 = arith.addi %27, %23 : tensor<1x32xi32>
    %29 = tt.splat %arg4 : i32 -> tensor<1x32xi32>
    %30 = arith.cmpi slt, %28, %29 : tensor<1x32xi32>
    %31 = tt.broadcast %30 : tensor<1x32xi1> -> tensor<64x32xi1>
    %32 = tt.load %26, %31, %cst_1 : tensor<64x32x!tt.ptr<f16>>
    %33 = arith.muli %14, %c32_i32 : i32
    %34 = tt.expand_dims %1 {axis = 1 : i32} : tensor<32xi32> -> tensor<32x1xi32>
    %35 = tt.splat %33 : i32 -> tensor<32x1xi32>
    %36 = arith.addi %35, %34 : tensor<32x1xi32>
    %37 = tt.splat %arg5 : i32 -> tensor<32x1xi32>
    %38 = arith.muli %36, %37 : tensor<32x1xi32>
    %39 = tt.splat %arg1 : !tt.ptr<f16> -> tensor<32x1x!tt.ptr<f16>>
    %40 = tt.addptr %39, %38 : tensor<32x1x!tt.ptr<f16>>, tensor<32x1xi32>
    %41 = tt.expand_dims %0 {axis = 0 : i32} : tensor<64xi32> -> tensor<1x64xi32>
    %42 = tt.broadcast %40 : tensor<32x1x!tt.ptr<f16>> -> tensor<32x64x!tt.ptr<f16>>
    %43 = tt.broadcast %41 : tensor<1x64xi32> -> tensor<32x64xi32>
    %44 = tt.addptr %42, %43 : tensor<32x64x!tt.ptr<f16>>, tensor<32x64xi32>
    %45 = tt.splat %20 : i32 -> tensor<32x1xi32>
    %46 = arith.addi %45, %34 : tensor<32x1xi32>
    %47 = tt.splat %arg4 : i32 -> tensor<32x1xi32>
    %48 = arith.cmpi slt, %46, %47 : tensor<32x1xi32>
    %49 = tt.broadcast %48 : tensor<32x1xi1> -> tensor<32x64xi1>
    %50 = tt.load %44, %49, %cst_0 : tensor<32x64x!tt.ptr<f16>>
    %51 = tt.dot %32, %50, %arg7, inputPrecision = tf32 : tensor<64x32xf16> * tensor<32x64xf16> -> tensor<64x64xf32>
    scf.yield %51 : tensor<64x64xf32>
  }
  %5 = tt.expand_dims %0 {axis = 1 : i32} : tensor<64xi32> -> tensor<64x1xi32>
  %6 = arith.muli %5, %cst : tensor<64x1xi32>
  %7 = tt.splat %arg2 : !tt.ptr<f32> -> tensor<64x1x!tt.ptr<f32>>
  %8 = tt.addptr %7, %6 : tensor<64x1x!tt.ptr<f32>>, tensor<64x1xi32>
  %9 = tt.expand_dims %0 {axis = 0 : i32} : tensor<64xi32> -> tensor<1x64xi32>
  %10 = tt.broadcast %8 : tensor<64x1x!tt.ptr<f32>> -> tensor<64x64x!tt.ptr<f32>>
  %11 = tt.broadcast %9 : tensor<1x64xi32> -> tensor<64x64xi32>
  %12 = tt.addptr %10, %11 : tensor<64x64x!tt.ptr<f32>>, tensor<64x64xi32>
  tt.store %12, %4 : tensor<64x64x!tt.ptr<f32>>
  tt.return
}

// A block of indices. Where the mask of the load leaves something else than zero, it is put in when the slot is read.
// CHECK-LABEL: tt.func public @rows_kernel
// CHECK: scf.for {{.*}} iter_args(%{{.*}} = %{{.*}}, %[[ROWS:.*]] = %{{.*}}, %[[SLOT:.*]] = %c0_i32)
// CHECK: ttg.convert_layout %[[ROWS]]
// CHECK: ttg.async_commit
// CHECK: %[[NEXT:.*]] = tt.load %{{.*}}, %{{.*}}, %{{.*}} : tensor<32x!tt.ptr<i32>
// CHECK: ttg.local_load
// CHECK: %[[READ:.*]] = ttg.local_load
// CHECK-NEXT: arith.select %{{.*}}, %[[READ]], %{{.*}}
// CHECK: scf.yield %{{.*}}, %[[NEXT]], %{{.*}}
tt.func public @rows_kernel(%arg0: !tt.ptr<f16> {tt.divisibility = 16 : i32}, %arg1: !tt.ptr<f16> {tt.divisibility = 16 : i32}, %arg2: !tt.ptr<f32> {tt.divisibility = 16 : i32}, %arg3: !tt.ptr<i32> {tt.divisibility = 16 : i32}, %arg4: i32 {tt.divisibility = 16 : i32}, %arg5: i32 {tt.divisibility = 16 : i32}) {
  %cst = arith.constant dense<64> : tensor<64x1xi32>
  %cst_0 = arith.constant dense<1.000000e+00> : tensor<32x64xf16>
  %cst_1 = arith.constant dense<0.000000e+00> : tensor<64x32xf16>
  %cst_2 = arith.constant dense<0> : tensor<32xi32>
  %c32_i32 = arith.constant 32 : i32
  %c0_i32 = arith.constant 0 : i32
  %cst_3 = arith.constant dense<0.000000e+00> : tensor<64x64xf32>
  %0 = tt.make_range {end = 64 : i32, start = 0 : i32} : tensor<64xi32>
  %1 = tt.make_range {end = 32 : i32, start = 0 : i32} : tensor<32xi32>
  %2 = scf.for %arg6 = %c0_i32 to %arg4 step %c32_i32 iter_args(%arg7 = %cst_3) -> (tensor<64x64xf32>)  : i32 {
    %11 = tt.addptr %arg3, %arg6 : !tt.ptr<i32>, i32
    %12 = tt.splat %11 : !tt.ptr<i32> -> tensor<32x!tt.ptr<i32>>
    %13 = tt.addptr %12, %1 : tensor<32x!tt.ptr<i32>>, tensor<32xi32>
    %14 = tt.splat %arg6 : i32 -> tensor<32xi32>
    %15 = arith.addi %14, %1 : tensor<32xi32>
    %16 = tt.splat %arg4 : i32 -> tensor<32xi32>
    %17 = arith.cmpi slt, %15, %16 : tensor<32xi32>
    %18 = tt.load %13, %17, %cst_2 : tensor<32x!tt.ptr<i32>>
    %19 = tt.expand_dims %0 {axis = 1 : i32} : tensor<64xi32> -> tensor<64x1xi32>
    %20 = tt.splat %arg4 : i32 -> tensor<64x1xi32>
    %21 = arith.muli %19, %20 : tensor<64x1xi32>
    %22 = tt.splat %arg0 : !tt.ptr<f16> -> tensor<64x1x!tt.ptr<f16>>
    %23 = tt.addptr %22, %21 : tensor<64x1x!tt.ptr<f16>>, tensor<64x1xi32>
    %24 = tt.splat %arg6 : i32 -> tensor<64x1xi32>
    %25 = tt.addptr %23, %24 : tensor<64x1x!tt.ptr<f16>>, tensor<64x1xi32>
    %26 = tt.expand_dims %1 {axis = 0 : i32} : tensor<32xi32> -> tensor<1x32xi32>
    %27 = tt.broadcast %25 : tensor<64x1x!tt.ptr<f16>> -> tensor<64x32x!tt.ptr<f16>>
    %28 = tt.broadcast %26 : tensor<1x32xi32> -> tensor<64x32xi32>
    %29 = tt.addptr %27, %28 : tensor<64x32x!tt.ptr<f16>>, tensor<64x32xi32>
    %30 = tt.splat %arg6 : i32 -> tensor<1x32xi32>
    %31 = arith.addi %30, %26 : tensor<1x32xi32>
    %32 = tt.splat %arg4 : i32 -> tensor<1x32xi32>
    %33 = arith.cmpi slt, %31, %32 : tensor<1x32xi32>
    %34 = tt.broadcast %33 : tensor<1x32xi1> -> tensor<64x32xi1>
    %35 = tt.load %29, %34, %cst_1 : tensor<64x32x!tt.ptr<f16>>
    %36 = tt.expand_dims %18 {axis = 1 : i32} : tensor<32xi32> -> tensor<32x1xi32>
    %37 = tt.splat %arg5 : i32 -> tensor<32x1xi32>
    %38 = arith.muli %36, %37 : tensor<32x1xi32>
    %39 = tt.splat %arg1 : !tt.ptr<f16> -> tensor<32x1x!tt.ptr<f16>>
    %40 = tt.addptr %39, %38 : tensor<32x1x!tt.ptr<f16>>, tensor<32x1xi32>
    %41 = tt.expand_dims %0 {axis = 0 : i32} : tensor<64xi32> -> tensor<1x64xi32>
    %42 = tt.broadcast %40 : tensor<32x1x!tt.ptr<f16>> -> tensor<32x64x!tt.ptr<f16>>
    %43 = tt.broadcast %41 : tensor<1x64xi32> -> tensor<32x64xi32>
    %44 = tt.addptr %42, %43 : tensor<32x64x!tt.ptr<f16>>, tensor<32x64xi32>
    %45 = tt.expand_dims %1 {axis = 1 : i32} : tensor<32xi32> -> tensor<32x1xi32>
    %46 = tt.splat %arg6 : i32 -> tensor<32x1xi32>
    %47 = arith.addi %46, %45 : tensor<32x1xi32>
    %48 = tt.splat %arg4 : i32 -> tensor<32x1xi32>
    %49 = arith.cmpi slt, %47, %48 : tensor<32x1xi32>
    %50 = tt.broadcast %49 : tensor<32x1xi1> -> tensor<32x64xi1>
    %51 = tt.load %44, %50, %cst_0 : tensor<32x64x!tt.ptr<f16>>
    %52 = tt.dot %35, %51, %arg7, inputPrecision = tf32 : tensor<64x32xf16> * tensor<32x64xf16> -> tensor<64x64xf32>
    scf.yield %52 : tensor<64x64xf32>
  }
  %3 = tt.expand_dims %0 {axis = 1 : i32} : tensor<64xi32> -> tensor<64x1xi32>
  %4 = arith.muli %3, %cst : tensor<64x1xi32>
  %5 = tt.splat %arg2 : !tt.ptr<f32> -> tensor<64x1x!tt.ptr<f32>>
  %6 = tt.addptr %5, %4 : tensor<64x1x!tt.ptr<f32>>, tensor<64x1xi32>
  %7 = tt.expand_dims %0 {axis = 0 : i32} : tensor<64xi32> -> tensor<1x64xi32>
  %8 = tt.broadcast %6 : tensor<64x1x!tt.ptr<f32>> -> tensor<64x64x!tt.ptr<f32>>
  %9 = tt.broadcast %7 : tensor<1x64xi32> -> tensor<64x64xi32>
  %10 = tt.addptr %8, %9 : tensor<64x64x!tt.ptr<f32>>, tensor<64x64xi32>
  tt.store %10, %2 : tensor<64x64x!tt.ptr<f32>>
  tt.return
}

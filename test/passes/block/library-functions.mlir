// Library functions that are formulas of others are written out; others stay.
// RUN: %tritonc-opt %s -pass-pipeline='builtin.module(tt.func(block-library-functions))' | %FileCheck %s --check-prefixes=CHECK,OTHER
// RUN: %tritonc-opt %s -pass-pipeline='builtin.module(tt.func(block-library-functions{keep-rounded=true}))' | %FileCheck %s --check-prefixes=CHECK,NVIDIA
// RUN: %tritonc-opt %s -pass-pipeline='builtin.module(tt.func(block-library-functions{for-host=true}))' | %FileCheck %s --check-prefix=HOST

// The average: common bits and half of the others.
// CHECK-LABEL: @halving
// CHECK: %[[X:.*]] = arith.xori %arg0, %arg1
// CHECK-DAG: %[[A:.*]] = arith.andi %arg0, %arg1
// CHECK-DAG: %[[H:.*]] = arith.shrsi %[[X]]
// CHECK: %[[R:.*]] = arith.addi %[[A]], %[[H]]
// CHECK: tt.return %[[R]]
tt.func @halving(%a: tensor<8xi32>, %b: tensor<8xi32>) -> tensor<8xi32> {
  %r = tt.extern_elementwise %a, %b {libname = "", libpath = "", symbol = "__nv_hadd", pure = true} : (tensor<8xi32>, tensor<8xi32>) -> tensor<8xi32>
  tt.return %r : tensor<8xi32>
}

// NVIDIA has the instruction; elsewhere the nearest product is compared with the exact one in f64.
// CHECK-LABEL: @rounded
// NVIDIA: tt.extern_elementwise {{.*}}"__nv_fmul_rd"
// OTHER: arith.mulf %arg0, %arg1 : f32
// OTHER: arith.mulf %{{.*}} : f64
// OTHER: arith.cmpf ogt
// OTHER: arith.select
tt.func @rounded(%a: f32, %b: f32) -> f32 {
  %r = tt.extern_elementwise %a, %b {libname = "", libpath = "", symbol = "__nv_fmul_rd", pure = true} : (f32, f32) -> f32
  tt.return %r : f32
}

// CHECK-LABEL: @kept
// CHECK: tt.extern_elementwise {{.*}}"__nv_tanhf"
// CHECK: tt.extern_elementwise {{.*}}"__nv_sinpif"
// HOST-LABEL: @kept
// HOST: tt.extern_elementwise {{.*}}"__nv_tanhf"
// HOST: math.roundeven
// HOST: math.sin
// HOST-NOT: sinpi
tt.func @kept(%a: f32) -> f32 {
  %s = tt.extern_elementwise %a {libname = "", libpath = "", symbol = "__nv_tanhf", pure = true} : (f32) -> f32
  %r = tt.extern_elementwise %s {libname = "", libpath = "", symbol = "__nv_sinpif", pure = true} : (f32) -> f32
  tt.return %r : f32
}

// A name with other types than the function has is left alone.
// CHECK-LABEL: @types
// CHECK: tt.extern_elementwise {{.*}}"__nv_hadd"
tt.func @types(%a: i32) -> i64 {
  %r = tt.extern_elementwise %a, %a {libname = "", libpath = "", symbol = "__nv_hadd", pure = true} : (i32, i32) -> i64
  tt.return %r : i64
}

// Bessel functions are written out in f64 everywhere.
// CHECK-LABEL: @bessel
// CHECK-NOT: tt.extern_elementwise
// CHECK: arith.extf %arg0 : tensor<8xf32> to tensor<8xf64>
// CHECK-DAG: math.sin
// CHECK-DAG: math.log
// CHECK: arith.truncf
tt.func @bessel(%a: tensor<8xf32>) -> tensor<8xf32> {
  %r = tt.extern_elementwise %a {libname = "", libpath = "", symbol = "__nv_y1f", pure = true} : (tensor<8xf32>) -> tensor<8xf32>
  tt.return %r : tensor<8xf32>
}

// f64: the error of the operation, which f64 holds, tells the side.
// CHECK-LABEL: @rounded_double
// NVIDIA: tt.extern_elementwise {{.*}}"__nv_dmul_ru"
// OTHER: %[[P:.*]] = arith.mulf %arg0, %arg1 : f64
// OTHER: %[[N:.*]] = arith.negf %[[P]]
// OTHER: math.fma %arg0, %arg1, %[[N]]
// OTHER: arith.select
tt.func @rounded_double(%a: f64, %b: f64) -> f64 {
  %r = tt.extern_elementwise %a, %b {libname = "", libpath = "", symbol = "__nv_dmul_ru", pure = true} : (f64, f64) -> f64
  tt.return %r : f64
}

// CHECK-LABEL: @clamped
// NVIDIA: tt.extern_elementwise {{.*}}"__nv_saturatef"
// OTHER-COUNT-2: arith.select
// OTHER-NOT: tt.extern_elementwise
tt.func @clamped(%a: f32) -> f32 {
  %r = tt.extern_elementwise %a {libname = "", libpath = "", symbol = "__nv_saturatef", pure = true} : (f32) -> f32
  tt.return %r : f32
}

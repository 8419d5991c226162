// RUN: %tritonc-opt %s --tritonc-lower-to-llvm --split-input-file | %FileCheck %s

// Fast instructions where Triton's kernels have them, libclc's functions elsewhere; narrow types through f32.

// CHECK-LABEL: "cuda:90"
// CHECK-DAG: llvm.func @_Z3sinf(f32) -> f32 attributes {memory_effects = #llvm.memory_effects<other = none
// CHECK-DAG: llvm.func @_Z3powff(f32, f32) -> f32
// CHECK-DAG: llvm.func @_Z3expd(f64) -> f64
// CHECK-DAG: llvm.func @_Z4tanhf(f32) -> f32
// CHECK: llvm.func @k
// CHECK: %[[LOG2E:.*]] = llvm.mlir.constant(1.44269502 : f32)
// CHECK: %[[S:.*]] = llvm.fmul %{{.*}}, %[[LOG2E]] {{.*}}contract
// CHECK: llvm.call_intrinsic "llvm.nvvm.ex2.approx"(%[[S]])
// CHECK: "llvm.nvvm.sqrt.approx.ftz.f"
// CHECK: "llvm.nvvm.sqrt.rn.f"
// CHECK: "llvm.nvvm.rsqrt.approx.ftz.f"
// CHECK: "llvm.nvvm.div.full"
// CHECK: llvm.fdiv
// CHECK: llvm.call @_Z3sinf
// CHECK: llvm.call @_Z3powff
// CHECK: llvm.fpext %{{.*}} : f16 to f32
// CHECK: llvm.call @_Z4tanhf
// CHECK: llvm.fptrunc %{{.*}} : f32 to f16
// CHECK: llvm.call @_Z3expd
// CHECK: "llvm.maxnum"
// CHECK: "llvm.maximum"
// CHECK: llvm.frem
// CHECK: "llvm.fma"
#l = #ttg.blocked<{shape = [128], sizePerThread = [1], threadsPerWarp = [32], warpsPerCTA = [4], order = [0]}>
module attributes {"ttg.target" = "cuda:90", "ttg.num-warps" = 4 : i32} {
  tt.func public @k(%x: tensor<128xf32, #l>, %h: tensor<128xf16, #l>, %d: tensor<128xf64, #l>) -> (tensor<128xf16, #l>, tensor<128xf64, #l>, tensor<128xf32, #l>) {
    %0 = math.exp %x : tensor<128xf32, #l>
    %1 = math.sqrt %0 : tensor<128xf32, #l>
    %2 = tt.precise_sqrt %1 : tensor<128xf32, #l>
    %3 = math.rsqrt %2 : tensor<128xf32, #l>
    %4 = arith.divf %3, %x : tensor<128xf32, #l>
    %5 = tt.precise_divf %4, %x : tensor<128xf32, #l>
    %6 = math.sin %5 : tensor<128xf32, #l>
    %7 = math.powf %6, %x : tensor<128xf32, #l>
    %8 = math.tanh %h : tensor<128xf16, #l>
    %9 = math.exp %d : tensor<128xf64, #l>
    %10 = arith.maxnumf %7, %x : tensor<128xf32, #l>
    %11 = arith.maximumf %10, %x : tensor<128xf32, #l>
    %12 = arith.remf %11, %x : tensor<128xf32, #l>
    %13 = math.fma %12, %x, %x : tensor<128xf32, #l>
    tt.return %8, %9, %13 : tensor<128xf16, #l>, tensor<128xf64, #l>, tensor<128xf32, #l>
  }
}

// -----

// CHECK-LABEL: "hip:gfx942"
// CHECK: "llvm.exp2"
// CHECK: "llvm.log"(
// CHECK: "llvm.amdgcn.rsq"
// CHECK: llvm.fdiv
// CHECK: llvm.call @_Z4fmodff
// CHECK: llvm.call @_Z3erff
#l = #ttg.blocked<{shape = [128], sizePerThread = [1], threadsPerWarp = [64], warpsPerCTA = [2], order = [0]}>
module attributes {"ttg.target" = "hip:gfx942", "ttg.num-warps" = 2 : i32} {
  tt.func public @k(%x: tensor<128xf32, #l>) -> tensor<128xf32, #l> {
    %0 = math.exp %x : tensor<128xf32, #l>
    %1 = math.log %0 : tensor<128xf32, #l>
    %3 = math.rsqrt %1 : tensor<128xf32, #l>
    %4 = arith.divf %3, %x : tensor<128xf32, #l>
    %12 = arith.remf %4, %x : tensor<128xf32, #l>
    %13 = math.erf %12 : tensor<128xf32, #l>
    tt.return %13 : tensor<128xf32, #l>
  }
}

// Device functions with a rounding of their own, the fast ones, and rounding to whole numbers are instructions on NVIDIA.
// RUN: %tritonc-opt %s --tritonc-lower-to-llvm | %FileCheck %s

#l = #ttg.blocked<{shape = [128], sizePerThread = [1], threadsPerWarp = [32], warpsPerCTA = [4], order = [0]}>
module attributes {"ttg.target" = "cuda:90", "ttg.num-warps" = 4 : i32} {
  // CHECK-LABEL: llvm.func @rounded
  // CHECK: llvm.call_intrinsic "llvm.nvvm.add.rm.ftz.f"
  // CHECK: llvm.fneg
  // CHECK: llvm.call_intrinsic "llvm.nvvm.add.rp.d"
  // CHECK: llvm.call_intrinsic "llvm.nvvm.d2f.rz.ftz"
  tt.func public @rounded(%x: tensor<128xf32, #l>, %y: tensor<128xf64, #l>) -> (tensor<128xf32, #l>, tensor<128xf32, #l>) {
    %0 = tt.extern_elementwise %x, %x {libname = "", libpath = "", symbol = "__nv_fadd_rd", pure = true} : (tensor<128xf32, #l>, tensor<128xf32, #l>) -> tensor<128xf32, #l>
    %1 = tt.extern_elementwise %y, %y {libname = "", libpath = "", symbol = "__nv_dsub_ru", pure = true} : (tensor<128xf64, #l>, tensor<128xf64, #l>) -> tensor<128xf64, #l>
    %2 = tt.extern_elementwise %1 {libname = "", libpath = "", symbol = "__nv_double2float_rz", pure = true} : (tensor<128xf64, #l>) -> tensor<128xf32, #l>
    tt.return %0, %2 : tensor<128xf32, #l>, tensor<128xf32, #l>
  }

  // CHECK-LABEL: llvm.func @fast
  // CHECK: llvm.call_intrinsic "llvm.nvvm.sin.approx.ftz.f"
  // CHECK: llvm.call_intrinsic "llvm.nvvm.lg2.approx.ftz.f"
  // CHECK: llvm.fmul
  // CHECK: llvm.call_intrinsic "llvm.nvvm.ex2.approx.ftz"
  // CHECK: llvm.call_intrinsic "llvm.nvvm.floor.ftz.f"
  tt.func public @fast(%x: tensor<128xf32, #l>) -> tensor<128xf32, #l> {
    %0 = tt.extern_elementwise %x {libname = "", libpath = "", symbol = "__nv_fast_sinf", pure = true} : (tensor<128xf32, #l>) -> tensor<128xf32, #l>
    %1 = tt.extern_elementwise %0, %x {libname = "", libpath = "", symbol = "__nv_fast_powf", pure = true} : (tensor<128xf32, #l>, tensor<128xf32, #l>) -> tensor<128xf32, #l>
    %2 = math.floor %1 : tensor<128xf32, #l>
    tt.return %2 : tensor<128xf32, #l>
  }

  // Rounding fp8 towards zero takes no instruction: they round to nearest.
  // CHECK-LABEL: llvm.func @narrow
  // CHECK-NOT: cvt.rn
  // CHECK: llvm.return
  tt.func public @narrow(%x: tensor<128xf32, #l>) -> tensor<128xf8E5M2, #l> {
    %0 = tt.fp_to_fp %x, rounding = rtz : tensor<128xf32, #l> -> tensor<128xf8E5M2, #l>
    tt.return %0 : tensor<128xf8E5M2, #l>
  }
}

// RUN: %tritonc-opt %s --tritonc-lower-to-llvm | %FileCheck %s

#l = #ttg.blocked<{shape = [512], sizePerThread = [4], threadsPerWarp = [32], warpsPerCTA = [4], order = [0]}>
module attributes {"ttg.target" = "cuda:90", "ttg.num-warps" = 4 : i32} {
  // CHECK-LABEL: llvm.func @single
  // CHECK-COUNT-4: llvm.inline_asm "ex2.approx.f32 $0, $1;", "=f,f" %{{.*}} : (f32) -> f32
  tt.func public @single(%x: tensor<512xf32, #l>) -> tensor<512xf32, #l> {
    %0 = tt.elementwise_inline_asm "ex2.approx.f32 $0, $1;" {constraints = "=f,f", packed_element = 1 : i32, pure = true} %x : tensor<512xf32, #l> -> tensor<512xf32, #l>
    tt.return %0 : tensor<512xf32, #l>
  }

  // Four bytes share one operand; a result of two halves shares another. Not pure: it stays.
  // CHECK-LABEL: llvm.func @packed
  // CHECK: llvm.bitcast %{{.*}} : vector<4xi8> to i32
  // CHECK: llvm.inline_asm has_side_effects "foo", "=r,=r,r" %{{.*}} : (i32) -> !llvm.struct<(i32, i32)>
  // CHECK: llvm.bitcast %{{.*}} : i32 to vector<2xf16>
  // CHECK: llvm.bitcast %{{.*}} : i32 to vector<2xf16>
  tt.func public @packed(%x: tensor<512xi8, #l>) -> tensor<512xf16, #l> {
    %0 = tt.elementwise_inline_asm "foo" {constraints = "=r,=r,r", packed_element = 4 : i32, pure = false} %x : tensor<512xi8, #l> -> tensor<512xf16, #l>
    tt.return %0 : tensor<512xf16, #l>
  }

  // CHECK-LABEL: llvm.func @library
  // CHECK: llvm.call @_Z4tanhf
  // CHECK: llvm.fcmp "uno"
  // CHECK: llvm.zext %{{.*}} : i1 to i32
  tt.func public @library(%x: tensor<512xf32, #l>) -> tensor<512xi32, #l> {
    %0 = tt.extern_elementwise %x {libname = "", libpath = "", symbol = "__nv_tanhf", pure = true} : (tensor<512xf32, #l>) -> tensor<512xf32, #l>
    %1 = tt.extern_elementwise %0 {libname = "", libpath = "", symbol = "__nv_isnanf", pure = true} : (tensor<512xf32, #l>) -> tensor<512xi32, #l>
    tt.return %1 : tensor<512xi32, #l>
  }

  // CHECK-LABEL: llvm.func @scalar_region
  // CHECK-COUNT-4: llvm.cond_br
  tt.func public @scalar_region(%x: tensor<512xf32, #l>) -> tensor<512xf32, #l> {
    %0 = "tt.map_elementwise"(%x) <{pack = 1 : i32}> ({
    ^bb0(%a: f32):
      %zero = arith.constant 0.0 : f32
      %c = arith.cmpf ogt, %a, %zero : f32
      %r = scf.if %c -> f32 {
        %n = arith.negf %a : f32
        scf.yield %n : f32
      } else {
        scf.yield %a : f32
      }
      tt.map_elementwise.return %r : f32
    }) : (tensor<512xf32, #l>) -> tensor<512xf32, #l>
    tt.return %0 : tensor<512xf32, #l>
  }
}

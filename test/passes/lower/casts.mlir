// RUN: %tritonc-opt %s --tritonc-lower-to-llvm --split-input-file | %FileCheck %s

// Converted in pairs by one instruction where there is one. The first element goes to the lower byte, PTX's second operand.
// CHECK-LABEL: "cuda:90"
// CHECK: llvm.inline_asm "cvt.rn.satfinite.e4m3x2.f32 $0, $1, $2;", "=h,f,f" %arg1, %arg0
// CHECK: llvm.inline_asm "cvt.rn.f16x2.e4m3x2 $0, $1;", "=r,h"
// CHECK: llvm.fpext %{{.*}} : f16 to f32
// CHECK: llvm.sitofp %{{.*}} : i32 to f32
// CHECK: llvm.fptrunc %{{.*}} : f32 to bf16
// CHECK: llvm.fptosi %{{.*}} : f32 to i8
// CHECK: llvm.uitofp %{{.*}} : i1 to f32
#l = #ttg.blocked<{shape = [256], sizePerThread = [2], threadsPerWarp = [32], warpsPerCTA = [4], order = [0]}>
module attributes {"ttg.target" = "cuda:90", "ttg.num-warps" = 4 : i32} {
  tt.func public @k(%x: tensor<256xf32, #l>, %i: tensor<256xi32, #l>) -> (tensor<256xbf16, #l>, tensor<256xi8, #l>, tensor<256xf32, #l>) {
    %0 = tt.fp_to_fp %x, rounding = rtne : tensor<256xf32, #l> -> tensor<256xf8E4M3FN, #l>
    %1 = tt.fp_to_fp %0 : tensor<256xf8E4M3FN, #l> -> tensor<256xf32, #l>
    %2 = arith.sitofp %i : tensor<256xi32, #l> to tensor<256xbf16, #l>
    %3 = arith.fptosi %x : tensor<256xf32, #l> to tensor<256xi8, #l>
    %4 = arith.cmpf ogt, %x, %1 : tensor<256xf32, #l>
    %5 = arith.uitofp %4 : tensor<256xi1, #l> to tensor<256xf32, #l>
    tt.return %2, %3, %5 : tensor<256xbf16, #l>, tensor<256xi8, #l>, tensor<256xf32, #l>
  }
}

// -----

// Elsewhere on bits: 0x7e is the largest code, 0x7f NaN; bf16 towards zero is the upper half.
// CHECK-LABEL: "cuda:80"
// CHECK-NOT: inline_asm
// CHECK: llvm.icmp "ugt" {{.*}} : i32
// CHECK: llvm.trunc %{{.*}} : i32 to i8
// CHECK: llvm.fmul {{.*}} : f32
// CHECK: llvm.trunc %{{.*}} : i32 to i16
// CHECK: llvm.bitcast %{{.*}} : i16 to bf16
#l = #ttg.blocked<{shape = [128], sizePerThread = [1], threadsPerWarp = [32], warpsPerCTA = [4], order = [0]}>
module attributes {"ttg.target" = "cuda:80", "ttg.num-warps" = 4 : i32} {
  tt.func public @k(%x: tensor<128xf32, #l>) -> tensor<128xbf16, #l> {
    %0 = tt.fp_to_fp %x, rounding = rtne : tensor<128xf32, #l> -> tensor<128xf8E4M3FN, #l>
    %1 = tt.fp_to_fp %0 : tensor<128xf8E4M3FN, #l> -> tensor<128xf32, #l>
    %2 = tt.fp_to_fp %1, rounding = rtz : tensor<128xf32, #l> -> tensor<128xbf16, #l>
    tt.return %2 : tensor<128xbf16, #l>
  }
}

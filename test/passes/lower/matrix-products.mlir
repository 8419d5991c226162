// Products by mma.sync: how many, of which kind, and what happens to elements that the instruction does not take.
// RUN: %tritonc-opt %s -split-input-file -layout-assign="num-warps=1 target=sm_80" -tritonc-lower-to-llvm | %FileCheck %s
// RUN: %tritonc-opt %s -split-input-file -layout-assign="num-warps=1 target=sm_90" -tritonc-lower-to-llvm | %FileCheck %s --check-prefix=SM90

// 16 x 16 x 32 is two by two instructions; the halves of an operand are packed once.
// CHECK-LABEL: llvm.func {{.*}}@halves
// CHECK-COUNT-4: llvm.call_intrinsic "llvm.nvvm.mma.m16n8k16.row.col.f32.f32"
// CHECK-NOT: call_intrinsic "llvm.nvvm.mma
tt.func public @halves(%p: !tt.ptr<f32>, %q: !tt.ptr<f16>) {
  %s = tt.splat %q : !tt.ptr<f16> -> tensor<16x32x!tt.ptr<f16>>
  %a = tt.load %s : tensor<16x32x!tt.ptr<f16>>
  %t = tt.splat %q : !tt.ptr<f16> -> tensor<32x16x!tt.ptr<f16>>
  %b = tt.load %t : tensor<32x16x!tt.ptr<f16>>
  %c = arith.constant dense<0.0> : tensor<16x16xf32>
  %d = tt.dot %a, %b, %c : tensor<16x32xf16> * tensor<32x16xf16> -> tensor<16x16xf32>
  %ps = tt.splat %p : !tt.ptr<f32> -> tensor<16x16x!tt.ptr<f32>>
  tt.store %ps, %d : tensor<16x16x!tt.ptr<f32>>
  tt.return
}

// -----

// Three products of two terms each, rounded to nearest; what is left of an infinity is nothing.
// CHECK-LABEL: llvm.func {{.*}}@three_terms
// CHECK: %[[BIG:.*]] = llvm.call_intrinsic "llvm.nvvm.f2tf32.rna"
// CHECK: %[[REST:.*]] = llvm.fsub
// CHECK: llvm.fcmp "oeq" %[[REST]], %[[REST]]
// CHECK: llvm.call_intrinsic "llvm.nvvm.f2tf32.rna"
// CHECK-COUNT-3: llvm.call_intrinsic "llvm.nvvm.mma.m16n8k8.row.col.tf32"
// CHECK-NOT: call_intrinsic "llvm.nvvm.mma
tt.func public @three_terms(%p: !tt.ptr<f32>) {
  %s = tt.splat %p : !tt.ptr<f32> -> tensor<16x8x!tt.ptr<f32>>
  %a = tt.load %s : tensor<16x8x!tt.ptr<f32>>
  %t = tt.splat %p : !tt.ptr<f32> -> tensor<8x8x!tt.ptr<f32>>
  %b = tt.load %t : tensor<8x8x!tt.ptr<f32>>
  %c = arith.constant dense<0.0> : tensor<16x8xf32>
  %d = tt.dot %a, %b, %c, inputPrecision = tf32x3 : tensor<16x8xf32> * tensor<8x8xf32> -> tensor<16x8xf32>
  tt.store %s, %d : tensor<16x8x!tt.ptr<f32>>
  tt.return
}

// -----

// Doubles: eight rows a time, sixteen from sm_90 on.
// CHECK-LABEL: llvm.func {{.*}}@doubles
// CHECK-COUNT-8: llvm.call_intrinsic "llvm.nvvm.mma.m8n8k4.row.col.f64"
// SM90-LABEL: llvm.func {{.*}}@doubles
// SM90-COUNT-1: llvm.call_intrinsic "llvm.nvvm.mma.m16n8k16.row.col.f64"
tt.func public @doubles(%p: !tt.ptr<f64>) {
  %s = tt.splat %p : !tt.ptr<f64> -> tensor<16x16x!tt.ptr<f64>>
  %a = tt.load %s : tensor<16x16x!tt.ptr<f64>>
  %t = tt.splat %p : !tt.ptr<f64> -> tensor<16x8x!tt.ptr<f64>>
  %b = tt.load %t : tensor<16x8x!tt.ptr<f64>>
  %c = arith.constant dense<0.0> : tensor<16x8xf64>
  %d = tt.dot %a, %b, %c : tensor<16x16xf64> * tensor<16x8xf64> -> tensor<16x8xf64>
  tt.store %t, %d : tensor<16x8x!tt.ptr<f64>>
  tt.return
}

// -----

// fp8 is multiplied as it is where the unit takes it, else as halves.
// CHECK-LABEL: llvm.func {{.*}}@bytes
// CHECK-COUNT-2: llvm.call_intrinsic "llvm.nvvm.mma.m16n8k16.row.col.f32.f32"
// SM90-LABEL: llvm.func {{.*}}@bytes
// SM90-COUNT-1: llvm.call_intrinsic "llvm.nvvm.mma.m16n8k32.row.col.f32.e4m3.e5m2.f32"
tt.func public @bytes(%p: !tt.ptr<f32>, %q: !tt.ptr<f8E4M3FN>, %r: !tt.ptr<f8E5M2>) {
  %s = tt.splat %q : !tt.ptr<f8E4M3FN> -> tensor<16x32x!tt.ptr<f8E4M3FN>>
  %a = tt.load %s : tensor<16x32x!tt.ptr<f8E4M3FN>>
  %t = tt.splat %r : !tt.ptr<f8E5M2> -> tensor<32x8x!tt.ptr<f8E5M2>>
  %b = tt.load %t : tensor<32x8x!tt.ptr<f8E5M2>>
  %c = arith.constant dense<0.0> : tensor<16x8xf32>
  %d = tt.dot %a, %b, %c : tensor<16x32xf8E4M3FN> * tensor<32x8xf8E5M2> -> tensor<16x8xf32>
  %ps = tt.splat %p : !tt.ptr<f32> -> tensor<16x8x!tt.ptr<f32>>
  tt.store %ps, %d : tensor<16x8x!tt.ptr<f32>>
  tt.return
}

// The fallback of tt.dot: operands to shared memory, a loop over K with one fused multiply-add per element.
// RUN: %tritonc-opt %s --tritonc-lower-to-llvm | %FileCheck %s

#a = #ttg.blocked<{shape = [16, 32], sizePerThread = [1, 4], threadsPerWarp = [4, 8], warpsPerCTA = [4, 1], order = [1, 0]}>
#b = #ttg.blocked<{shape = [32, 16], sizePerThread = [1, 4], threadsPerWarp = [8, 4], warpsPerCTA = [4, 1], order = [1, 0]}>
#c = #ttg.blocked<{shape = [16, 16], sizePerThread = [1, 2], threadsPerWarp = [4, 8], warpsPerCTA = [4, 1], order = [1, 0]}>
module attributes {"ttg.target" = "cuda:90", "ttg.num-warps" = 4 : i32} {
  // CHECK: ttg.shared = 2048
  // CHECK-LABEL: llvm.func @dot
  // CHECK: barrier
  // CHECK: llvm.br ^[[LOOP:bb[0-9]+]](
  // CHECK: ^[[LOOP]](%[[K:.*]]: i32, {{.*}}: f32, {{.*}}: f32):
  // One element of A, two of B.
  // CHECK-COUNT-3: llvm.load {{.*}} : !llvm.ptr<3> -> f16
  // CHECK-NOT: llvm.load
  // CHECK: llvm.cond_br {{.*}}, ^[[LOOP]](
  tt.func public @dot(%p: !tt.ptr<f32>) {
    %a = arith.constant dense<1.0> : tensor<16x32xf16, #a>
    %b = arith.constant dense<1.0> : tensor<32x16xf16, #b>
    %c = arith.constant dense<0.0> : tensor<16x16xf32, #c>
    %d = tt.dot %a, %b, %c : tensor<16x32xf16, #a> * tensor<32x16xf16, #b> -> tensor<16x16xf32, #c>
    %ps = tt.splat %p : !tt.ptr<f32> -> tensor<16x16x!tt.ptr<f32>, #c>
    tt.store %ps, %d : tensor<16x16x!tt.ptr<f32>, #c>
    tt.return
  }
}

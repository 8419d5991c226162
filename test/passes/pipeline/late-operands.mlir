// In loops on RDNA an operand that was loaded is exchanged last: held over the barriers of the other's exchange it would take 256 registers.
// RUN: %tritonc-opt %s --tritonc-layout='target=gfx1100 num-warps=4' -o %t
// RUN: %tritonc-opt %t --pass-pipeline='builtin.module(tt.func(pipeline-loads{num-stages=1}))' | %FileCheck %s
// RUN: %tritonc-opt %t --pass-pipeline='builtin.module(tt.func(pipeline-loads{num-stages=1 keep-operands=true}))' | %FileCheck %s --check-prefix=KEPT
// RUN: %tritonc-opt %s --tritonc-layout='target=gfx942 num-warps=4' -o %t.gfx942
// RUN: %tritonc-opt %t.gfx942 --pass-pipeline='builtin.module(tt.func(pipeline-loads{num-stages=1}))' | %FileCheck %s --check-prefix=KEPT

// CHECK: scf.for
// CHECK: %[[LOADED:.*]] = tt.load
// CHECK-NOT: ttg.convert_layout %[[LOADED]]
// CHECK: %[[P:.*]] = ttg.convert_layout %{{.*}} : tensor<64x64xf16
// CHECK-NEXT: %[[V:.*]] = ttg.convert_layout %[[LOADED]]
// CHECK-NEXT: tt.dot %[[P]], %[[V]]

// KEPT: scf.for
// KEPT: %[[LOADED:.*]] = tt.load
// KEPT-NEXT: %[[V:.*]] = ttg.convert_layout %[[LOADED]]
// KEPT: %[[P:.*]] = ttg.convert_layout %{{.*}} : tensor<64x64xf16
// KEPT: tt.dot %[[P]], %[[V]]
tt.func public @late(%q: tensor<64x64x!tt.ptr<f16>>, %v: tensor<64x64x!tt.ptr<f16>>, %out: tensor<64x64x!tt.ptr<f32>>, %n: i32) {
  %c0 = arith.constant 0 : i32
  %c1 = arith.constant 1 : i32
  %zero = arith.constant dense<0.0> : tensor<64x64xf32>
  %a = tt.load %q : tensor<64x64x!tt.ptr<f16>>
  %r = scf.for %i = %c0 to %n step %c1 iter_args(%acc = %zero) -> (tensor<64x64xf32>) : i32 {
    %c = tt.load %v : tensor<64x64x!tt.ptr<f16>>
    %s = tt.dot %a, %a, %zero : tensor<64x64xf16> * tensor<64x64xf16> -> tensor<64x64xf32>
    %p = arith.truncf %s : tensor<64x64xf32> to tensor<64x64xf16>
    %d = tt.dot %p, %c, %acc : tensor<64x64xf16> * tensor<64x64xf16> -> tensor<64x64xf32>
    scf.yield %d : tensor<64x64xf32>
  }
  tt.store %out, %r : tensor<64x64x!tt.ptr<f32>>
  tt.return
}

// RUN: %tritonc-opt %s -split-input-file -pass-pipeline='builtin.module(tt.func(block-inline-ptx))' | %FileCheck %s
// RUN: %tritonc-opt %s -split-input-file -pass-pipeline='builtin.module(tt.func(block-inline-ptx{keep-other=true}))' | %FileCheck %s

// CHECK-LABEL: @exp2
// CHECK-NEXT: %[[R:.*]] = math.exp2 %arg0
// CHECK-NEXT: tt.return %[[R]]
tt.func @exp2(%x: tensor<64xf32>) -> tensor<64xf32> {
  %r = tt.elementwise_inline_asm "ex2.approx.ftz.f32 $0, $1;" {constraints = "=f,f", packed_element = 1 : i32, pure = true} %x : tensor<64xf32> -> tensor<64xf32>
  tt.return %r : tensor<64xf32>
}

// -----

// A guard is a select between the new value and the old; names end with their braces.
// CHECK-LABEL: @guard
// CHECK: %[[P:.*]] = arith.cmpf ogt, %arg0, %{{.*}} : f32
// CHECK: %[[N:.*]] = arith.negf %arg0
// CHECK: %[[FIRST:.*]] = arith.select %[[P]], %{{.*}}, %[[N]]
// CHECK: %[[SUM:.*]] = arith.addf %[[FIRST]], %[[FIRST]]
// CHECK: arith.select %[[P]], %[[SUM]], %[[FIRST]]
tt.func @guard(%x: f32) -> f32 {
  %r = tt.elementwise_inline_asm "{ .reg .pred p; setp.gt.f32 p, $1, 0f3F800000; @!p neg.f32 $0, $1; @p add.f32 $0, $0, $0; }" {constraints = "=f,f", packed_element = 1 : i32, pure = true} %x : f32 -> f32
  tt.return %r : f32
}

// -----

// Four bytes share a register: the same byte four times.
// CHECK-LABEL: @bytes
// CHECK: %[[WIDE:.*]] = arith.extui %arg0 : tensor<64xi8> to tensor<64xi32>
// CHECK: %[[ONES:.*]] = arith.constant dense<16843009>
// CHECK: arith.muli %[[WIDE]], %[[ONES]]
// CHECK: arith.andi
// CHECK: arith.trunci %{{.*}} : tensor<64xi32> to tensor<64xi8>
tt.func @bytes(%x: tensor<64xi8>) -> tensor<64xi8> {
  %r = tt.elementwise_inline_asm "and.b32 $0, $1, 0x0F0F0F0F;" {constraints = "=r,r", packed_element = 4 : i32, pure = true} %x : tensor<64xi8> -> tensor<64xi8>
  tt.return %r : tensor<64xi8>
}

// -----

// Four-bit floats: a code counts the midpoints below, seven for each of the two numbers.
// CHECK-LABEL: @fp4
// CHECK: math.absf %arg0
// CHECK-COUNT-7: arith.cmpf {{ug[te]}}
// CHECK: math.absf %arg1
// CHECK-COUNT-7: arith.cmpf {{ug[te]}}
// CHECK: tt.return %{{.*}} : tensor<64xi8>
tt.func @fp4(%x: tensor<64xf32>, %y: tensor<64xf32>) -> tensor<64xi8> {
  %r = tt.elementwise_inline_asm "{ .reg .b8 r; cvt.rn.satfinite.e2m1x2.f32 r, $1, $2; mov.b32 $0, {r, r, r, r}; }" {constraints = "=r,f,f", packed_element = 1 : i32, pure = true} %x, %y : tensor<64xf32>, tensor<64xf32> -> tensor<64xi8>
  tt.return %r : tensor<64xi8>
}

// An operand whose neighbours in memory lie along N: gfx950 stores it as it was loaded, and reads it transposed. The other
// operand changes its layout as everywhere.
// RUN: %tritonc-opt %s --tritonc-layout='target=gfx950 num-warps=4' -o %t.gfx950
// RUN: %tritonc-opt %t.gfx950 --pass-pipeline='builtin.module(tt.func(pipeline-loads{num-stages=1},cse))' | %FileCheck %s
// RUN: %tritonc-opt %s --tritonc-layout='target=gfx942 num-warps=4' -o %t.gfx942
// RUN: %tritonc-opt %t.gfx942 --pass-pipeline='builtin.module(tt.func(pipeline-loads{num-stages=1},cse))' | %FileCheck %s --check-prefix=CONVERT

// CHECK: #[[ROWS:.*]] = #ttg.shared<{offset=[{{\[0,1\],\[0,2\],\[0,4\],\[0,8\]}}
// CHECK-LABEL: tt.func public @product
// CHECK: ttg.convert_layout
// CHECK: %[[Y:.*]] = tt.load %{{.*}} : tensor<32x64x!tt.ptr<f16>
// CHECK: %[[M:.*]] = ttg.local_alloc %[[Y]] : {{.*}} -> !ttg.memdesc<32x64xf16, #[[ROWS]]>
// CHECK: %[[B:.*]] = ttg.local_load %[[M]]
// CHECK: tt.dot %{{.*}}, %[[B]]
// CONVERT-LABEL: tt.func public @product
// CONVERT-NOT: ttg.local_alloc
// CONVERT: tt.dot
tt.func public @product(%a: !tt.ptr<f16> {tt.divisibility = 16 : i32}, %b: !tt.ptr<f16> {tt.divisibility = 16 : i32}, %c: !tt.ptr<f32>) {
  %zero = arith.constant dense<0.0> : tensor<64x64xf32>
  %c32 = arith.constant dense<32> : tensor<64x1xi32>
  %c64 = arith.constant dense<64> : tensor<32x1xi32>
  %r64 = tt.make_range {start = 0 : i32, end = 64 : i32} : tensor<64xi32>
  %r32 = tt.make_range {start = 0 : i32, end = 32 : i32} : tensor<32xi32>
  %m = tt.expand_dims %r64 {axis = 1 : i32} : tensor<64xi32> -> tensor<64x1xi32>
  %row = arith.muli %m, %c32 : tensor<64x1xi32>
  %k = tt.expand_dims %r32 {axis = 0 : i32} : tensor<32xi32> -> tensor<1x32xi32>
  %rowb = tt.broadcast %row : tensor<64x1xi32> -> tensor<64x32xi32>
  %kb = tt.broadcast %k : tensor<1x32xi32> -> tensor<64x32xi32>
  %offa = arith.addi %rowb, %kb : tensor<64x32xi32>
  %as = tt.splat %a : !tt.ptr<f16> -> tensor<64x32x!tt.ptr<f16>>
  %ap = tt.addptr %as, %offa : tensor<64x32x!tt.ptr<f16>>, tensor<64x32xi32>
  %k1 = tt.expand_dims %r32 {axis = 1 : i32} : tensor<32xi32> -> tensor<32x1xi32>
  %krow = arith.muli %k1, %c64 : tensor<32x1xi32>
  %n1 = tt.expand_dims %r64 {axis = 0 : i32} : tensor<64xi32> -> tensor<1x64xi32>
  %krowb = tt.broadcast %krow : tensor<32x1xi32> -> tensor<32x64xi32>
  %nb = tt.broadcast %n1 : tensor<1x64xi32> -> tensor<32x64xi32>
  %offb = arith.addi %krowb, %nb : tensor<32x64xi32>
  %bs = tt.splat %b : !tt.ptr<f16> -> tensor<32x64x!tt.ptr<f16>>
  %bp = tt.addptr %bs, %offb : tensor<32x64x!tt.ptr<f16>>, tensor<32x64xi32>
  %x = tt.load %ap : tensor<64x32x!tt.ptr<f16>>
  %y = tt.load %bp : tensor<32x64x!tt.ptr<f16>>
  %d = tt.dot %x, %y, %zero : tensor<64x32xf16> * tensor<32x64xf16> -> tensor<64x64xf32>
  %mr = tt.expand_dims %r64 {axis = 1 : i32} : tensor<64xi32> -> tensor<64x1xi32>
  %mrb = tt.broadcast %mr : tensor<64x1xi32> -> tensor<64x64xi32>
  %cs = tt.splat %c : !tt.ptr<f32> -> tensor<64x64x!tt.ptr<f32>>
  %cp = tt.addptr %cs, %mrb : tensor<64x64x!tt.ptr<f32>>, tensor<64x64xi32>
  tt.store %cp, %d : tensor<64x64x!tt.ptr<f32>>
  tt.return
}

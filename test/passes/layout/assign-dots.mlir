// Products take the layouts of matrix instructions: which one is an attribute, operands are converted just before.
// RUN: %tritonc-opt %s -split-input-file -layout-assign="num-warps=4 target=sm_80" -layout-verify | %FileCheck %s
// RUN: %tritonc-opt %s -split-input-file -layout-assign="num-warps=4 target=sm_75" -layout-verify | %FileCheck %s --check-prefix=SM75

// Four warps, two by two. The load keeps its wide layout; the accumulator stays in the instruction's over the loop.
// CHECK-DAG: #[[C:.*]] = #ttg.linear<{register=[{{\[}}0,1],[8,0],[0,16],[0,32],[32,0]], lane=[{{\[}}0,2],[0,4],[1,0],[2,0],[4,0]], warp=[{{\[}}16,0],[0,8]], block=[]}>
// CHECK-DAG: #[[A:.*]] = #ttg.linear<{register=[{{\[}}0,1],[8,0],[0,8],[32,0]], lane=[{{\[}}0,2],[0,4],[1,0],[2,0],[4,0]], warp=[{{\[}}16,0],[0,0]], block=[]}>
// CHECK-DAG: #[[B:.*]] = #ttg.linear<{register=[{{\[}}1,0],[8,0],[0,16],[0,32]], lane=[{{\[}}2,0],[4,0],[0,1],[0,2],[0,4]], warp=[{{\[}}0,0],[0,8]], block=[]}>
// CHECK-LABEL: @loop
tt.func @loop(%a: !tt.ptr<f16> {tt.divisibility = 16 : i32}, %b: tensor<16x64xf16>, %n: i32) -> tensor<64x64xf32> {
  %zero = arith.constant dense<0.0> : tensor<64x64xf32>
  %c0 = arith.constant 0 : i32
  %c1 = arith.constant 1 : i32
  %r = tt.make_range {start = 0 : i32, end = 1024 : i32} : tensor<1024xi32>
  %o = tt.reshape %r : tensor<1024xi32> -> tensor<64x16xi32>
  %s = tt.splat %a : !tt.ptr<f16> -> tensor<64x16x!tt.ptr<f16>>
  %p = tt.addptr %s, %o : tensor<64x16x!tt.ptr<f16>>, tensor<64x16xi32>
  // CHECK: scf.for {{.*}} -> (tensor<64x64xf32, #[[C]]>)
  %d = scf.for %i = %c0 to %n step %c1 iter_args(%acc = %zero) -> (tensor<64x64xf32>) : i32 {
    // CHECK: tt.load
    // CHECK: ttg.convert_layout {{.*}} -> tensor<64x16xf16, #[[A]]>
    %x = tt.load %p : tensor<64x16x!tt.ptr<f16>>
    // CHECK: tt.dot {{.*}} {ttg.kwidth = 2 : i32, ttg.mma = "mma.m16n8k16.f32.f16.f16"} : tensor<64x16xf16, #[[A]]> * tensor<16x64xf16, #[[B]]> -> tensor<64x64xf32, #[[C]]>
    // CHECK-NEXT: scf.yield
    // SM75: ttg.mma = "mma.m16n8k8.f32.f16.f16"
    %y = tt.dot %x, %b, %acc : tensor<64x16xf16> * tensor<16x64xf16> -> tensor<64x64xf32>
    scf.yield %y : tensor<64x64xf32>
  }
  tt.return %d : tensor<64x64xf32>
}

// -----

// The result of one product is the left operand of another: rows go to warps in both, and the halves are where the
// instruction wants them.
// CHECK-DAG: #[[P:.*]] = #ttg.linear<{register=[{{\[}}0,1],[8,0],[0,8],[0,16]], lane=[{{\[}}0,2],[0,4],[1,0],[2,0],[4,0]], warp=[{{\[}}16,0],[32,0]], block=[]}>
// CHECK-LABEL: @chain
tt.func @chain(%q: tensor<64x16xf16>, %k: tensor<16x32xf16>, %v: tensor<32x16xf16>) -> tensor<64x16xf32> {
  %zero = arith.constant dense<0.0> : tensor<64x32xf32>
  %none = arith.constant dense<0.0> : tensor<64x16xf32>
  // CHECK: tt.dot {{.*}} -> tensor<64x32xf32, #[[P]]>
  // CHECK-NEXT: %[[HALVES:.*]] = arith.truncf {{.*}} to tensor<64x32xf16, #[[P]]>
  // CHECK-NEXT: tt.dot %[[HALVES]], {{.*}} : tensor<64x32xf16, #[[P]]> *
  %s = tt.dot %q, %k, %zero : tensor<64x16xf16> * tensor<16x32xf16> -> tensor<64x32xf32>
  %p = arith.truncf %s : tensor<64x32xf32> to tensor<64x32xf16>
  %d = tt.dot %p, %v, %none : tensor<64x32xf16> * tensor<32x16xf16> -> tensor<64x16xf32>
  tt.return %d : tensor<64x16xf32>
}

// -----

// What no instruction multiplies has no attribute: full f32, and on sm_75 bf16.
// CHECK-LABEL: @without
tt.func @without(%a: tensor<32x32xf32>, %b: tensor<32x32xbf16>, %c: tensor<32x32xf32>) -> (tensor<32x32xf32>, tensor<32x32xf32>) {
  // CHECK: tt.dot
  // CHECK-NOT: ttg.mma
  // CHECK-SAME: tensor<32x32xf32
  // CHECK: tt.dot {{.*}}ttg.mma = "mma.m16n8k16.f32.bf16.bf16"
  // SM75-LABEL: @without
  // SM75-NOT: ttg.mma
  // SM75: tt.return
  %x = tt.dot %a, %a, %c : tensor<32x32xf32> * tensor<32x32xf32> -> tensor<32x32xf32>
  %y = tt.dot %b, %b, %c : tensor<32x32xbf16> * tensor<32x32xbf16> -> tensor<32x32xf32>
  tt.return %x, %y : tensor<32x32xf32>, tensor<32x32xf32>
}

// -----

// Bytes of fp8 as halves: four neighbours along K in a thread, so that they are read as words.
// CHECK-LABEL: @narrow
tt.func @narrow(%a: tensor<32x32xf8E5M2>, %c: tensor<32x32xf32>) -> tensor<32x32xf32> {
  // CHECK: tt.dot {{.*}} {ttg.kwidth = 4 : i32, ttg.mma = "mma.m16n8k16.f32.f16.f16"}
  %x = tt.dot %a, %a, %c : tensor<32x32xf8E5M2> * tensor<32x32xf8E5M2> -> tensor<32x32xf32>
  tt.return %x : tensor<32x32xf32>
}

// Scratch buffers next to one another lie apart, so that only a loop's back edge needs a barrier.
// RUN: %tritonc-opt %s --tritonc-allocate-shared --tritonc-insert-barriers --split-input-file | %FileCheck %s

#l = #ttg.blocked<{shape = [512], sizePerThread = [4], threadsPerWarp = [32], warpsPerCTA = [4], order = [0]}>
#big = #ttg.blocked<{shape = [4096], sizePerThread = [4], threadsPerWarp = [32], warpsPerCTA = [4], order = [0]}>
module attributes {"ttg.target" = "cuda:90", "ttg.num-warps" = 4 : i32} {
  // CHECK: ttg.shared = 16384
  // CHECK-LABEL: tt.func public @three
  // CHECK-NOT: gpu.barrier
  // CHECK: "tt.reduce"{{.*}} <{axis = 0 : i32}>
  // CHECK: {ttg.shared_offset = 0 : i32}
  // CHECK-NOT: gpu.barrier
  // CHECK: {ttg.shared_offset = 16 : i32}
  // CHECK-NOT: gpu.barrier
  // CHECK: {ttg.shared_offset = 0 : i32}
  // CHECK-NOT: gpu.barrier
  // CHECK: tt.return
  tt.func public @three(%p: !tt.ptr<f32>) {
    %x = arith.constant dense<1.0> : tensor<512xf32, #l>
    %0 = "tt.reduce"(%x) <{axis = 0 : i32}> ({
    ^bb0(%a: f32, %b: f32):
      %c = arith.addf %a, %b : f32
      tt.reduce.return %c : f32
    }) : (tensor<512xf32, #l>) -> f32
    %1 = "tt.reduce"(%x) <{axis = 0 : i32}> ({
    ^bb0(%a: f32, %b: f32):
      %c = arith.maxnumf %a, %b : f32
      tt.reduce.return %c : f32
    }) : (tensor<512xf32, #l>) -> f32
    %2 = "tt.reduce"(%x) <{axis = 0 : i32}> ({
    ^bb0(%a: f32, %b: f32):
      %c = arith.minnumf %a, %b : f32
      tt.reduce.return %c : f32
    }) : (tensor<512xf32, #l>) -> f32
    %3 = arith.addf %0, %1 : f32
    %4 = arith.addf %3, %2 : f32
    tt.store %p, %4 : !tt.ptr<f32>
    tt.return
  }

  // One reduction in a loop meets itself.
  // CHECK-LABEL: tt.func public @loop
  // CHECK: scf.for
  // CHECK: gpu.barrier {ttg.shared_only}
  // CHECK-NEXT: "tt.reduce"
  // CHECK-NOT: gpu.barrier
  // CHECK: tt.return
  tt.func public @loop(%p: !tt.ptr<f32>, %n: i32) {
    %x = arith.constant dense<1.0> : tensor<512xf32, #l>
    %c0 = arith.constant 0 : i32
    %c1 = arith.constant 1 : i32
    %z = arith.constant 0.0 : f32
    %sum = scf.for %i = %c0 to %n step %c1 iter_args(%acc = %z) -> (f32) : i32 {
      %0 = "tt.reduce"(%x) <{axis = 0 : i32}> ({
      ^bb0(%a: f32, %b: f32):
        %c = arith.addf %a, %b : f32
        tt.reduce.return %c : f32
      }) : (tensor<512xf32, #l>) -> f32
      %1 = arith.addf %acc, %0 : f32
      scf.yield %1 : f32
    }
    tt.store %p, %sum : !tt.ptr<f32>
    tt.return
  }

  // Two in a loop take turns.
  // CHECK-LABEL: tt.func public @loop_of_two
  // CHECK-NOT: gpu.barrier
  // CHECK: tt.return
  tt.func public @loop_of_two(%p: !tt.ptr<f32>, %n: i32) {
    %x = arith.constant dense<1.0> : tensor<512xf32, #l>
    %c0 = arith.constant 0 : i32
    %c1 = arith.constant 1 : i32
    %z = arith.constant 0.0 : f32
    %sum = scf.for %i = %c0 to %n step %c1 iter_args(%acc = %z) -> (f32) : i32 {
      %0 = "tt.reduce"(%x) <{axis = 0 : i32}> ({
      ^bb0(%a: f32, %b: f32):
        %c = arith.addf %a, %b : f32
        tt.reduce.return %c : f32
      }) : (tensor<512xf32, #l>) -> f32
      %1 = "tt.reduce"(%x) <{axis = 0 : i32}> ({
      ^bb0(%a: f32, %b: f32):
        %c = arith.maxnumf %a, %b : f32
        tt.reduce.return %c : f32
      }) : (tensor<512xf32, #l>) -> f32
      %2 = arith.addf %0, %1 : f32
      %3 = arith.addf %acc, %2 : f32
      scf.yield %3 : f32
    }
    tt.store %p, %sum : !tt.ptr<f32>
    tt.return
  }

  // Large buffers share their place; then what one branch leaves open needs a barrier before the next, and a barrier of
  // the source counts.
  // CHECK-LABEL: tt.func public @branch
  // CHECK: scf.if
  // CHECK-NOT: gpu.barrier
  // CHECK: tt.gather
  // CHECK: gpu.barrier {ttg.shared_only}
  // CHECK-NEXT: tt.gather
  // CHECK-NEXT: gpu.barrier
  // CHECK-NOT: ttg.shared_only
  // CHECK: tt.return
  tt.func public @branch(%c: i1, %p: !tt.ptr<f32>) {
    %x = arith.constant dense<1.0> : tensor<4096xf32, #big>
    %i = tt.make_range {start = 0 : i32, end = 4096 : i32} : tensor<4096xi32, #big>
    %ps = tt.splat %p : !tt.ptr<f32> -> tensor<4096x!tt.ptr<f32>, #big>
    %pp = tt.addptr %ps, %i : tensor<4096x!tt.ptr<f32>, #big>, tensor<4096xi32, #big>
    scf.if %c {
      %0 = tt.gather %x[%i] {axis = 0 : i32} : (tensor<4096xf32, #big>, tensor<4096xi32, #big>) -> tensor<4096xf32, #big>
      tt.store %pp, %0 : tensor<4096x!tt.ptr<f32>, #big>
    }
    %1 = tt.gather %x[%i] {axis = 0 : i32} : (tensor<4096xf32, #big>, tensor<4096xi32, #big>) -> tensor<4096xf32, #big>
    gpu.barrier
    tt.store %pp, %1 : tensor<4096x!tt.ptr<f32>, #big>
    %2 = tt.gather %x[%i] {axis = 0 : i32} : (tensor<4096xf32, #big>, tensor<4096xi32, #big>) -> tensor<4096xf32, #big>
    tt.store %pp, %2 : tensor<4096x!tt.ptr<f32>, #big>
    tt.return
  }
}

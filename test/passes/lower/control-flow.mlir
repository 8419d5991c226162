// RUN: %tritonc-opt %s --tritonc-lower-to-llvm | %FileCheck %s

#l = #ttg.blocked<{shape = [256], sizePerThread = [2], threadsPerWarp = [32], warpsPerCTA = [4], order = [0]}>
module attributes {"ttg.target" = "cuda:90", "ttg.num-warps" = 4 : i32} {
  // A block of two registers per thread and a scalar make a struct of three.
  // CHECK-LABEL: llvm.func internal @twice(%arg0: f32, %arg1: f32, %arg2: f32) -> !llvm.struct<(f32, f32, f32)>
  // CHECK-SAME: no_inline
  // CHECK: llvm.return {{.*}} : !llvm.struct<(f32, f32, f32)>
  tt.func private @twice(%x: tensor<256xf32, #l>, %s: f32) -> (tensor<256xf32, #l>, f32) attributes {noinline = true} {
    %y = arith.addf %x, %x : tensor<256xf32, #l>
    tt.return %y, %s : tensor<256xf32, #l>, f32
  }

  // Each carried block is one block argument per register; the test is at the top.
  // CHECK-LABEL: llvm.func @loop(
  // CHECK: llvm.br ^[[HEAD:bb[0-9]+]](%{{.*}}, %{{.*}}, %{{.*}}, %{{.*}}, %{{.*}} : i32, f32, f32, !llvm.ptr<1>, !llvm.ptr<1>)
  // CHECK: ^[[HEAD]](%[[I:.*]]: i32,
  // CHECK: llvm.icmp "slt" %[[I]], %arg1
  // CHECK: llvm.cond_br %{{.*}}, ^[[BODY:bb[0-9]+]], ^[[EXIT:bb[0-9]+]]
  // CHECK: ^[[BODY]]:
  // CHECK: llvm.br ^[[HEAD]]({{.*}}loop_annotation = #loop_annotation
  // CHECK: ^[[EXIT]]:
  tt.func public @loop(%x: !tt.ptr<f32>, %n: i32) {
    %c0 = arith.constant 0 : i32
    %c1 = arith.constant 1 : i32
    %c256 = arith.constant dense<256> : tensor<256xi32, #l>
    %zero = arith.constant dense<0.0> : tensor<256xf32, #l>
    %range = tt.make_range {start = 0 : i32, end = 256 : i32} : tensor<256xi32, #l>
    %xs = tt.splat %x : !tt.ptr<f32> -> tensor<256x!tt.ptr<f32>, #l>
    %xp = tt.addptr %xs, %range : tensor<256x!tt.ptr<f32>, #l>, tensor<256xi32, #l>
    %r:2 = scf.for %i = %c0 to %n step %c1 iter_args(%acc = %zero, %p = %xp) -> (tensor<256xf32, #l>, tensor<256x!tt.ptr<f32>, #l>) : i32 {
      %v = tt.load %p : tensor<256x!tt.ptr<f32>, #l>
      %a2 = arith.addf %acc, %v : tensor<256xf32, #l>
      %p2 = tt.addptr %p, %c256 : tensor<256x!tt.ptr<f32>, #l>, tensor<256xi32, #l>
      scf.yield %a2, %p2 : tensor<256xf32, #l>, tensor<256x!tt.ptr<f32>, #l>
    } {tt.loop_unroll_factor = 2 : i32}
    tt.store %xp, %r#0 : tensor<256x!tt.ptr<f32>, #l>
    tt.return
  }

  // CHECK-LABEL: llvm.func @branches(
  // CHECK: llvm.cond_br
  // CHECK: llvm.call @twice({{.*}}) : (f32, f32, f32) -> !llvm.struct<(f32, f32, f32)>
  // CHECK-COUNT-2: llvm.extractvalue
  // CHECK: llvm.icmp "sgt"
  // CHECK: llvm.cond_br
  // CHECK-NOT: poison
  tt.func public @branches(%x: !tt.ptr<f32>, %n: i32, %s: f32) {
    %c0 = arith.constant 0 : i32
    %c1 = arith.constant 1 : i32
    %range = tt.make_range {start = 0 : i32, end = 256 : i32} : tensor<256xi32, #l>
    %xs = tt.splat %x : !tt.ptr<f32> -> tensor<256x!tt.ptr<f32>, #l>
    %xp = tt.addptr %xs, %range : tensor<256x!tt.ptr<f32>, #l>, tensor<256xi32, #l>
    %v = tt.load %xp : tensor<256x!tt.ptr<f32>, #l>
    %c = arith.cmpi eq, %n, %c1 : i32
    %w = scf.if %c -> tensor<256xf32, #l> {
      %t:2 = tt.call @twice(%v, %s) : (tensor<256xf32, #l>, f32) -> (tensor<256xf32, #l>, f32)
      scf.yield %t#0 : tensor<256xf32, #l>
    } else {
      scf.yield %v : tensor<256xf32, #l>
    }
    %k = scf.while (%j = %n) : (i32) -> i32 {
      %go = arith.cmpi sgt, %j, %c0 : i32
      scf.condition(%go) %j : i32
    } do {
    ^bb0(%j: i32):
      %less = arith.subi %j, %c1 : i32
      scf.yield %less : i32
    }
    %d = arith.cmpi slt, %k, %n : i32
    cf.cond_br %d, ^bb1, ^bb2(%w : tensor<256xf32, #l>)
  ^bb1:
    %neg = arith.negf %w : tensor<256xf32, #l>
    cf.br ^bb2(%neg : tensor<256xf32, #l>)
  ^bb2(%o: tensor<256xf32, #l>):
    tt.store %xp, %o : tensor<256x!tt.ptr<f32>, #l>
    tt.return
  ^bb3:
    %unused = ub.poison : tensor<256xf32, #l>
    tt.return
  }
}

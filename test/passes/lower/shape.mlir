// RUN: %tritonc-opt %s --tritonc-lower-to-llvm | %FileCheck %s

// Shape ops rename registers: the kernel's instructions are those of its adds.
#l = #ttg.linear<{register=[[0,1],[0,2]], lane=[[0,4],[0,8],[0,16],[1,0],[2,0]], warp=[[4,0],[8,0]], block=[]}>
#row = #ttg.slice<{dim = 0, parent = #ttg.linear<{register=[[0,1],[0,2]], lane=[[0,4],[0,8],[0,16],[1,0],[2,0]], warp=[[4,0],[8,0]], block=[]}>}>
#one = #ttg.linear<{register=[[0,1],[0,2]], lane=[[0,4],[0,8],[0,16],[0,0],[0,0]], warp=[[0,0],[0,0]], block=[]}>
#t = #ttg.linear<{register=[[1,0],[2,0]], lane=[[4,0],[8,0],[16,0],[0,1],[0,2]], warp=[[0,4],[0,8]], block=[]}>
#j = #ttg.linear<{register=[[0,0,1],[0,1,0],[0,2,0]], lane=[[0,4,0],[0,8,0],[0,16,0],[1,0,0],[2,0,0]], warp=[[4,0,0],[8,0,0]], block=[]}>
module attributes {"ttg.target" = "cuda:90", "ttg.num-warps" = 4 : i32} {
  // CHECK-LABEL: llvm.func @row_broadcast
  // CHECK: %[[A0:.*]] = llvm.fadd %arg4, %arg0
  // CHECK: %[[A1:.*]] = llvm.fadd %arg5, %arg1
  // CHECK: %[[A2:.*]] = llvm.fadd %arg6, %arg2
  // CHECK: %[[A3:.*]] = llvm.fadd %arg7, %arg3
  // CHECK: llvm.fmul %[[A0]], %[[A0]]
  tt.func public @row_broadcast(%r: tensor<32xf32, #row>, %x: tensor<16x32xf32, #l>) -> tensor<32x16xf32, #t> {
    %0 = tt.expand_dims %r {axis = 0 : i32} : tensor<32xf32, #row> -> tensor<1x32xf32, #one>
    %1 = tt.broadcast %0 : tensor<1x32xf32, #one> -> tensor<16x32xf32, #l>
    %2 = arith.addf %x, %1 : tensor<16x32xf32, #l>
    %3 = tt.trans %2 {order = array<i32: 1, 0>} : tensor<16x32xf32, #l> -> tensor<32x16xf32, #t>
    %4 = arith.mulf %3, %3 : tensor<32x16xf32, #t>
    tt.return %4 : tensor<32x16xf32, #t>
  }

  // CHECK-LABEL: llvm.func @join_split
  // CHECK: llvm.fsub %arg0, %arg4
  // CHECK: llvm.fsub %arg1, %arg5
  // CHECK: llvm.fsub %arg2, %arg6
  // CHECK: llvm.fsub %arg3, %arg7
  tt.func public @join_split(%a: tensor<16x32xf32, #l>, %b: tensor<16x32xf32, #l>) -> tensor<16x32xf32, #l> {
    %0 = tt.join %a, %b : tensor<16x32xf32, #l> -> tensor<16x32x2xf32, #j>
    %1, %2 = tt.split %0 : tensor<16x32x2xf32, #j> -> tensor<16x32xf32, #l>
    %3 = arith.subf %1, %2 : tensor<16x32xf32, #l>
    tt.return %3 : tensor<16x32xf32, #l>
  }

  // Splats and rows are computed once.
  // CHECK-LABEL: llvm.func @shared_work
  // CHECK-COUNT-1: llvm.fmul
  // CHECK-NOT: llvm.fmul
  // CHECK: llvm.return
  tt.func public @shared_work(%s: f32) -> tensor<16x32xf32, #l> {
    %0 = tt.splat %s : f32 -> tensor<16x32xf32, #l>
    %1 = arith.mulf %0, %0 : tensor<16x32xf32, #l>
    tt.return %1 : tensor<16x32xf32, #l>
  }
}

// Conversions: renaming, shuffles, vector accesses to shared memory.
// RUN: %tritonc-opt %s --tritonc-lower-to-llvm | %FileCheck %s

#a = #ttg.linear<{register=[[1],[2]], lane=[[4],[8],[16],[32],[64]], warp=[[128],[256]], block=[]}>
#b = #ttg.linear<{register=[[2],[1]], lane=[[4],[8],[16],[32],[64]], warp=[[128],[256]], block=[]}>
#c = #ttg.linear<{register=[[1],[2]], lane=[[64],[32],[16],[8],[4]], warp=[[128],[256]], block=[]}>
#d = #ttg.linear<{register=[[1],[2]], lane=[[4],[8],[16],[256],[128]], warp=[[32],[64]], block=[]}>
module attributes {"ttg.target" = "cuda:90", "ttg.num-warps" = 4 : i32} {
  // CHECK-LABEL: llvm.func @rename
  // CHECK-NOT: shfl
  // CHECK-NOT: ptr<3>
  // CHECK: llvm.return
  tt.func public @rename(%p: !tt.ptr<i32>) {
    %r = tt.make_range {start = 0 : i32, end = 512 : i32} : tensor<512xi32, #a>
    %x = ttg.convert_layout %r : tensor<512xi32, #a> -> tensor<512xi32, #b>
    %i = tt.make_range {start = 0 : i32, end = 512 : i32} : tensor<512xi32, #b>
    %ps = tt.splat %p : !tt.ptr<i32> -> tensor<512x!tt.ptr<i32>, #b>
    %pp = tt.addptr %ps, %i : tensor<512x!tt.ptr<i32>, #b>, tensor<512xi32, #b>
    tt.store %pp, %x : tensor<512x!tt.ptr<i32>, #b>
    tt.return
  }

  // CHECK-LABEL: llvm.func @shuffle
  // CHECK-COUNT-4: "llvm.nvvm.shfl.sync.idx.i32"
  // CHECK-NOT: ptr<3>
  // CHECK: llvm.return
  tt.func public @shuffle(%p: !tt.ptr<i32>) {
    %r = tt.make_range {start = 0 : i32, end = 512 : i32} : tensor<512xi32, #a>
    %x = ttg.convert_layout %r : tensor<512xi32, #a> -> tensor<512xi32, #c>
    %i = tt.make_range {start = 0 : i32, end = 512 : i32} : tensor<512xi32, #c>
    %ps = tt.splat %p : !tt.ptr<i32> -> tensor<512x!tt.ptr<i32>, #c>
    %pp = tt.addptr %ps, %i : tensor<512x!tt.ptr<i32>, #c>, tensor<512xi32, #c>
    tt.store %pp, %x : tensor<512x!tt.ptr<i32>, #c>
    tt.return
  }

  // CHECK-LABEL: llvm.func @shared
  // CHECK: llvm.store {{.*}} {alignment = 16 : i64} : vector<4xi32>, !llvm.ptr<3>
  // CHECK-NOT: llvm.store {{.*}} !llvm.ptr<3>
  // CHECK: barrier.cta.sync
  // CHECK: llvm.load {{.*}} {alignment = 16 : i64} : !llvm.ptr<3> -> vector<4xi32>
  // CHECK: llvm.return
  tt.func public @shared(%p: !tt.ptr<i32>) {
    %r = tt.make_range {start = 0 : i32, end = 512 : i32} : tensor<512xi32, #a>
    %x = ttg.convert_layout %r : tensor<512xi32, #a> -> tensor<512xi32, #d>
    %i = tt.make_range {start = 0 : i32, end = 512 : i32} : tensor<512xi32, #d>
    %ps = tt.splat %p : !tt.ptr<i32> -> tensor<512x!tt.ptr<i32>, #d>
    %pp = tt.addptr %ps, %i : tensor<512x!tt.ptr<i32>, #d>, tensor<512xi32, #d>
    tt.store %pp, %x : tensor<512x!tt.ptr<i32>, #d>
    tt.return
  }
}

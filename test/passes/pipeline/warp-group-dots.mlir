// Where the operands of products by warpgroups go.
// RUN: %tritonc-opt %s --pipeline-warp-group-dots | %FileCheck %s

#acc = #ttg.linear<{register=[[0,1],[8,0],[0,8],[0,16],[0,32]], lane=[[0,2],[0,4],[1,0],[2,0],[4,0]], warp=[[16,0],[32,0]], block=[]}>
#rows = #ttg.blocked<{shape = [64, 64], sizePerThread = [1, 8], threadsPerWarp = [4, 8], warpsPerCTA = [4, 1], order = [1, 0]}>
#columns = #ttg.blocked<{shape = [64, 64], sizePerThread = [8, 1], threadsPerWarp = [8, 4], warpsPerCTA = [1, 4], order = [0, 1]}>
// Rows of 128 bytes, the second dimension fast; and the first.
// CHECK-DAG: #[[ROWS:.*]] = #ttg.shared<{offset={{\[\[}}0,1],[0,2],[0,4],[0,8],[0,16],[0,32],[1,8],[2,16],[4,32],[8,0],[16,0],[32,0]]}>
// CHECK-DAG: #[[COLUMNS:.*]] = #ttg.shared<{offset={{\[\[}}1,0],[2,0],[4,0],[8,0],[16,0],[32,0],[8,1],[16,2],[32,4],[0,8],[0,16],[0,32]]}>
// 64 bytes, the first dimension fast, though the second was loaded so: bytes are read along K only.
// CHECK-DAG: #[[BYTES:.*]] = #ttg.shared<{offset={{\[\[}}1,0],[2,0],[4,0],[8,0],[16,0],[32,0],[0,1],[16,2],[32,4],[0,8],[0,16],[0,32]]}>
// CHECK-DAG: #[[FRAGMENT:.*]] = #ttg.linear<{register={{\[\[}}0,1],[8,0],[0,8],[0,16],[0,32]]
module attributes {"ttg.target" = "cuda:90a", "ttg.num-warps" = 4 : i32, "ttg.threads-per-warp" = 32 : i32} {
  // CHECK-LABEL: @loaded
  // CHECK: %[[A:.*]] = ttg.local_alloc %{{.*}} : (tensor<64x64xf16, #{{.*}}>) -> !ttg.memdesc<64x64xf16, #[[ROWS]]>
  // CHECK: %[[B:.*]] = ttg.local_alloc %{{.*}} -> !ttg.memdesc<64x64xf16, #[[COLUMNS]]>
  // CHECK: ttg.fence_async_shared
  // CHECK: ttg.warp_group_dot %[[A]], %[[B]], %{{.*}}
  // CHECK-NOT: tt.dot
  tt.func @loaded(%p: tensor<64x64x!tt.ptr<f16>, #rows>, %q: tensor<64x64x!tt.ptr<f16>, #columns>, %c: tensor<64x64xf32, #acc>) -> tensor<64x64xf32, #acc> {
    %a = tt.load %p : tensor<64x64x!tt.ptr<f16>, #rows>
    %b = tt.load %q : tensor<64x64x!tt.ptr<f16>, #columns>
    %d = tt.dot %a, %b, %c {ttg.mma = "wgmma.m64n64k16.f32.f16.f16"} : tensor<64x64xf16, #rows> * tensor<64x64xf16, #columns> -> tensor<64x64xf32, #acc>
    tt.return %d : tensor<64x64xf32, #acc>
  }

  // CHECK-LABEL: @transposed
  // CHECK: ttg.local_alloc
  // CHECK: %[[B:.*]] = ttg.local_alloc %{{.*}} -> !ttg.memdesc<64x64xf16, #[[ROWS]]>
  // CHECK: %[[T:.*]] = ttg.memdesc_trans %[[B]] {order = array<i32: 1, 0>} : <64x64xf16, #[[ROWS]]> -> <64x64xf16, #[[COLUMNS]]>
  // CHECK: ttg.warp_group_dot %{{.*}}, %[[T]]
  tt.func @transposed(%p: tensor<64x64x!tt.ptr<f16>, #rows>, %q: tensor<64x64x!tt.ptr<f16>, #rows>, %c: tensor<64x64xf32, #acc>) -> tensor<64x64xf32, #acc> {
    %a = tt.load %p : tensor<64x64x!tt.ptr<f16>, #rows>
    %b = tt.load %q : tensor<64x64x!tt.ptr<f16>, #rows>
    %t = tt.trans %b {order = array<i32: 1, 0>} : tensor<64x64xf16, #rows> -> tensor<64x64xf16, #columns>
    %d = tt.dot %a, %t, %c {ttg.mma = "wgmma.m64n64k16.f32.f16.f16"} : tensor<64x64xf16, #rows> * tensor<64x64xf16, #columns> -> tensor<64x64xf32, #acc>
    tt.return %d : tensor<64x64xf32, #acc>
  }

  // CHECK-LABEL: @bytes
  // CHECK: ttg.local_alloc
  // CHECK: ttg.local_alloc %{{.*}} -> !ttg.memdesc<64x64xi8, #[[BYTES]]>
  tt.func @bytes(%p: tensor<64x64x!tt.ptr<i8>, #rows>, %c: tensor<64x64xi32, #acc>) -> tensor<64x64xi32, #acc> {
    %a = tt.load %p : tensor<64x64x!tt.ptr<i8>, #rows>
    %d = tt.dot %a, %a, %c {ttg.mma = "wgmma.m64n64k32.i32.i8.i8"} : tensor<64x64xi8, #rows> * tensor<64x64xi8, #rows> -> tensor<64x64xi32, #acc>
    tt.return %d : tensor<64x64xi32, #acc>
  }

  // The result of one product, rounded, is A of the next without leaving its registers.
  // CHECK-LABEL: @chained
  // CHECK: %[[P:.*]] = arith.truncf
  // CHECK-NOT: ttg.local_alloc %[[P]]
  // CHECK: ttg.warp_group_dot %{{.*}} : tensor<64x64xf16, #[[FRAGMENT]]> * <
  tt.func @chained(%s: tensor<64x64xf32, #acc>, %q: tensor<64x64x!tt.ptr<f16>, #rows>, %c: tensor<64x64xf32, #acc>) -> tensor<64x64xf32, #acc> {
    %p = arith.truncf %s : tensor<64x64xf32, #acc> to tensor<64x64xf16, #acc>
    %b = tt.load %q : tensor<64x64x!tt.ptr<f16>, #rows>
    %d = tt.dot %p, %b, %c {ttg.mma = "wgmma.m64n64k16.f32.f16.f16"} : tensor<64x64xf16, #acc> * tensor<64x64xf16, #rows> -> tensor<64x64xf32, #acc>
    tt.return %d : tensor<64x64xf32, #acc>
  }

  // The load is brought into the layout, then cast there.
  // CHECK-LABEL: @cast
  // CHECK: %[[L:.*]] = tt.load
  // CHECK: %[[X:.*]] = ttg.convert_layout %[[L]] : tensor<64x64xi8, #{{.*}}> -> tensor<64x64xi8, #[[FRAGMENT]]>
  // CHECK: %[[F:.*]] = arith.sitofp %[[X]] : tensor<64x64xi8, #[[FRAGMENT]]> to tensor<64x64xf16, #[[FRAGMENT]]>
  // CHECK: ttg.warp_group_dot %[[F]]
  tt.func @cast(%p: tensor<64x64x!tt.ptr<i8>, #rows>, %q: tensor<64x64x!tt.ptr<f16>, #rows>, %c: tensor<64x64xf32, #acc>) -> tensor<64x64xf32, #acc> {
    %a = tt.load %p : tensor<64x64x!tt.ptr<i8>, #rows>
    %f = arith.sitofp %a : tensor<64x64xi8, #rows> to tensor<64x64xf16, #rows>
    %b = tt.load %q : tensor<64x64x!tt.ptr<f16>, #rows>
    %d = tt.dot %f, %b, %c {ttg.mma = "wgmma.m64n64k16.f32.f16.f16"} : tensor<64x64xf16, #rows> * tensor<64x64xf16, #rows> -> tensor<64x64xf32, #acc>
    tt.return %d : tensor<64x64xf32, #acc>
  }

  // An operand made before the loop goes to memory before the loop.
  // CHECK-LABEL: @before
  // CHECK: tt.load
  // CHECK: %[[A:.*]] = ttg.local_alloc
  // CHECK-NEXT: ttg.fence_async_shared
  // CHECK: scf.for
  // CHECK: ttg.warp_group_dot %[[A]]
  tt.func @before(%p: tensor<64x64x!tt.ptr<f16>, #rows>, %c: tensor<64x64xf32, #acc>, %n: i32) -> tensor<64x64xf32, #acc> {
    %zero = arith.constant 0 : i32
    %one = arith.constant 1 : i32
    %a = tt.load %p : tensor<64x64x!tt.ptr<f16>, #rows>
    %r = scf.for %i = %zero to %n step %one iter_args(%s = %c) -> (tensor<64x64xf32, #acc>) : i32 {
      %b = tt.load %p : tensor<64x64x!tt.ptr<f16>, #rows>
      %d = tt.dot %a, %b, %s {ttg.mma = "wgmma.m64n64k16.f32.f16.f16"} : tensor<64x64xf16, #rows> * tensor<64x64xf16, #rows> -> tensor<64x64xf32, #acc>
      scf.yield %d : tensor<64x64xf32, #acc>
    }
    tt.return %r : tensor<64x64xf32, #acc>
  }
}

// Blocks in shared memory: addresses, vector accesses, and matrix loads where the layouts allow them.
// RUN: %tritonc-opt %s --tritonc-lower-to-llvm | %FileCheck %s

#rows = #ttg.blocked<{shape = [64, 64], sizePerThread = [1, 8], threadsPerWarp = [4, 8], warpsPerCTA = [4, 1], order = [1, 0]}>
// A operand of mma.m16n8k16 for four warps along m (PTX ISA, fragments of m16n8k16): lane l holds rows l/4 and l/4 + 8, columns
// 2(l%4), +1, +8, +9.
#a = #ttg.linear<{register=[[0,1],[8,0],[0,8],[0,16],[0,32]], lane=[[0,2],[0,4],[1,0],[2,0],[4,0]], warp=[[16,0],[32,0]], block=[]}>
// The same shape read as B operand of which k is the first dimension: column l/4, rows 2(l%4), +1, +8, +9.
#b = #ttg.linear<{register=[[1,0],[8,0],[0,8],[16,0],[32,0],[0,16],[0,32]], lane=[[2,0],[4,0],[0,1],[0,2],[0,4]], warp=[[0,0],[0,0]], block=[]}>
// Rows of 128 bytes whose 16-byte units are exchanged by the row.
#s = #ttg.shared<{offset=[[0,1],[0,2],[0,4],[0,8],[0,16],[0,32],[1,8],[2,16],[4,32],[8,0],[16,0],[32,0]]}>
module attributes {"ttg.target" = "cuda:80", "ttg.num-warps" = 4 : i32, "ttg.threads-per-warp" = 32 : i32} {
  // Four groups of eight halves: 16 bytes each.
  // CHECK-LABEL: llvm.func @store
  // CHECK-COUNT-4: llvm.store %{{.*}} {alignment = 16 : i64} : vector<4xi32>, !llvm.ptr<3>
  // CHECK-NOT: !llvm.ptr<3>
  // CHECK: llvm.return
  tt.func public @store(%x: !tt.ptr<f16>) {
    %v = arith.constant dense<1.0> : tensor<64x64xf16, #rows>
    %m = ttg.local_alloc %v : (tensor<64x64xf16, #rows>) -> !ttg.memdesc<64x64xf16, #s>
    tt.return
  }

  // CHECK-LABEL: llvm.func @index
  // CHECK: %[[BYTES:.*]] = llvm.mul %{{.*}}, %{{.*}} : i32
  // CHECK: llvm.getelementptr %{{.*}}[%[[BYTES]]] : (!llvm.ptr<3>, i32) -> !llvm.ptr<3>, i8
  // CHECK-COUNT-4: llvm.load %{{.*}} {alignment = 16 : i64} : !llvm.ptr<3> -> vector<4xi32>
  tt.func public @index(%p: !tt.ptr<f16>, %i: i32) {
    %m = ttg.local_alloc : () -> !ttg.memdesc<3x64x64xf16, #s>
    %s = ttg.memdesc_index %m[%i] : !ttg.memdesc<3x64x64xf16, #s> -> !ttg.memdesc<64x64xf16, #s>
    %v = ttg.local_load %s : !ttg.memdesc<64x64xf16, #s> -> tensor<64x64xf16, #rows>
    %q = tt.splat %p : !tt.ptr<f16> -> tensor<64x64x!tt.ptr<f16>, #rows>
    tt.store %q, %v : tensor<64x64x!tt.ptr<f16>, #rows>
    tt.return
  }

  // CHECK-LABEL: llvm.func @plain
  // CHECK-COUNT-4: llvm.call_intrinsic "llvm.nvvm.ldmatrix.sync.aligned.m8n8.x4.b16.p3"
  // CHECK-NOT: ldmatrix
  // CHECK: llvm.return
  tt.func public @plain(%p: !tt.ptr<f16>) {
    %m = ttg.local_alloc : () -> !ttg.memdesc<64x64xf16, #s>
    %v = ttg.local_load %m : !ttg.memdesc<64x64xf16, #s> -> tensor<64x64xf16, #a>
    %q = tt.splat %p : !tt.ptr<f16> -> tensor<64x64x!tt.ptr<f16>, #a>
    tt.store %q, %v : tensor<64x64x!tt.ptr<f16>, #a>
    tt.return
  }

  // CHECK-LABEL: llvm.func @transposed
  // CHECK-COUNT-16: llvm.call_intrinsic "llvm.nvvm.ldmatrix.sync.aligned.m8n8.x4.trans.b16.p3"
  // CHECK-NOT: ldmatrix
  // CHECK: llvm.return
  tt.func public @transposed(%p: !tt.ptr<f16>) {
    %m = ttg.local_alloc : () -> !ttg.memdesc<64x64xf16, #s>
    %v = ttg.local_load %m : !ttg.memdesc<64x64xf16, #s> -> tensor<64x64xf16, #b>
    %q = tt.splat %p : !tt.ptr<f16> -> tensor<64x64x!tt.ptr<f16>, #b>
    tt.store %q, %v : tensor<64x64x!tt.ptr<f16>, #b>
    tt.return
  }
}

// Operands whose neighbours in shared memory belong to different lanes: gfx950 reads them transposed; others element by element.
// RUN: sed -e 's/TARGET/gfx950/' %s | %tritonc-opt - --tritonc-lower-to-llvm | %FileCheck %s --check-prefixes=CHECK,TURN
// RUN: sed -e 's/TARGET/gfx942/' %s | %tritonc-opt - --tritonc-lower-to-llvm | %FileCheck %s --check-prefixes=CHECK,PLAIN

// B operand of mfma 16x16x32: lane l holds column l mod 16, rows 8 (l div 16) .. +7.
#b = #ttg.linear<{register=[[1,0],[2,0],[4,0]], lane=[[0,1],[0,2],[0,4],[0,8],[8,0],[16,0]], warp=[[0,0],[0,0]], block=[]}>
// Rows of 32 bytes.
#rows = #ttg.shared<{offset=[[0,1],[0,2],[0,4],[0,8],[1,0],[2,0],[4,0],[8,0],[16,0]]}>
// Columns of 64 bytes: a lane's rows are neighbours, and nothing needs to be transposed.
#columns = #ttg.shared<{offset=[[1,0],[2,0],[4,0],[8,0],[16,0],[0,1],[0,2],[0,4],[0,8]]}>
module attributes {"ttg.target" = "TARGET", "ttg.num-warps" = 4 : i32} {
  // CHECK-LABEL: llvm.func @halves
  // TURN: %[[A:.*]] = llvm.call_intrinsic "llvm.amdgcn.ds.read.tr16.b64"(%[[P:.*]]) : (!llvm.ptr<3>) -> vector<4xi16>
  // TURN: llvm.bitcast %[[A]] : vector<4xi16> to vector<2xi32>
  // TURN: llvm.call_intrinsic "llvm.amdgcn.ds.read.tr16.b64"
  // TURN-NOT: ds.read.tr
  // PLAIN-NOT: ds.read.tr
  // PLAIN-COUNT-8: llvm.load %{{.*}} {alignment = 2 : i64} : !llvm.ptr<3> -> f16
  // CHECK: llvm.return
  tt.func public @halves(%p: tensor<32x16x!tt.ptr<f16>, #b>) attributes {noinline = true} {
    %m = ttg.local_alloc : () -> !ttg.memdesc<32x16xf16, #rows>
    %v = ttg.local_load %m : !ttg.memdesc<32x16xf16, #rows> -> tensor<32x16xf16, #b>
    tt.store %p, %v : tensor<32x16x!tt.ptr<f16>, #b>
    tt.return
  }

  // Eight bytes of a lane are a whole column.
  // CHECK-LABEL: llvm.func @bytes
  // TURN: llvm.call_intrinsic "llvm.amdgcn.ds.read.tr8.b64"(%{{.*}}) : (!llvm.ptr<3>) -> vector<2xi32>
  // TURN-NOT: ds.read.tr
  // PLAIN-COUNT-8: llvm.load %{{.*}} {alignment = 1 : i64} : !llvm.ptr<3> -> i8
  // CHECK: llvm.return
  tt.func public @bytes(%p: tensor<32x16x!tt.ptr<i8>, #b>) attributes {noinline = true} {
    %m = ttg.local_alloc : () -> !ttg.memdesc<32x16xi8, #rows>
    %v = ttg.local_load %m : !ttg.memdesc<32x16xi8, #rows> -> tensor<32x16xi8, #b>
    tt.store %p, %v : tensor<32x16x!tt.ptr<i8>, #b>
    tt.return
  }

  // CHECK-LABEL: llvm.func @straight
  // CHECK-NOT: ds.read.tr
  // CHECK: llvm.load %{{.*}} {alignment = 16 : i64} : !llvm.ptr<3> -> vector<4xi32>
  // CHECK: llvm.return
  tt.func public @straight(%p: tensor<32x16x!tt.ptr<f16>, #b>) attributes {noinline = true} {
    %m = ttg.local_alloc : () -> !ttg.memdesc<32x16xf16, #columns>
    %v = ttg.local_load %m : !ttg.memdesc<32x16xf16, #columns> -> tensor<32x16xf16, #b>
    tt.store %p, %v : tensor<32x16x!tt.ptr<f16>, #b>
    tt.return
  }

  // Words of 32 bits have no such read.
  // CHECK-LABEL: llvm.func @words
  // CHECK-NOT: ds.read.tr
  // CHECK: llvm.return
  tt.func public @words(%p: tensor<32x16x!tt.ptr<f32>, #b>) attributes {noinline = true} {
    %m = ttg.local_alloc : () -> !ttg.memdesc<32x16xf32, #rows>
    %v = ttg.local_load %m : !ttg.memdesc<32x16xf32, #rows> -> tensor<32x16xf32, #b>
    tt.store %p, %v : tensor<32x16x!tt.ptr<f32>, #b>
    tt.return
  }
}

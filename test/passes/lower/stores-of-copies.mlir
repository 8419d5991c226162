// RUN: %tritonc-opt %s --tritonc-lower-to-llvm | %FileCheck %s

// Where several threads hold an element, one of them stores it.
#l = #ttg.blocked<{shape = [64], sizePerThread = [1], threadsPerWarp = [32], warpsPerCTA = [4], order = [0]}>
module attributes {"ttg.target" = "cuda:90", "ttg.num-warps" = 4 : i32} {
  // Two warps cover 64 elements, so warp bit 1 (thread bit 6) holds copies.
  // CHECK-LABEL: llvm.func @block
  // CHECK-DAG: %[[MASK:.*]] = llvm.mlir.constant(64 : i32)
  // CHECK: %[[BIT:.*]] = llvm.and %{{.*}}, %[[MASK]]
  // CHECK: %[[FIRST:.*]] = llvm.icmp "eq" %[[BIT]]
  // CHECK: "@$2 st.global.b32 [$0], $1;", "l,r,b" %{{.*}}, %{{.*}}, %[[FIRST]]
  tt.func public @block(%x: !tt.ptr<i32>) {
    %range = tt.make_range {start = 0 : i32, end = 64 : i32} : tensor<64xi32, #l>
    %xs = tt.splat %x : !tt.ptr<i32> -> tensor<64x!tt.ptr<i32>, #l>
    %xp = tt.addptr %xs, %range : tensor<64x!tt.ptr<i32>, #l>, tensor<64xi32, #l>
    tt.store %xp, %range : tensor<64x!tt.ptr<i32>, #l>
    tt.return
  }

  // A scalar is stored by thread 0.
  // CHECK-LABEL: llvm.func @scalar
  // CHECK: %[[FIRST:.*]] = llvm.icmp "eq"
  // CHECK: %[[BOTH:.*]] = llvm.and %arg2, %[[FIRST]]
  // CHECK: "@$2 st.global.b32 [$0], $1;", "l,r,b" %arg0, %arg1, %[[BOTH]]
  tt.func public @scalar(%x: !tt.ptr<i32>, %v: i32, %m: i1) {
    tt.store %x, %v, %m : !tt.ptr<i32>
    tt.return
  }
}

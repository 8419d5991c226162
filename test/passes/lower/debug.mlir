// RUN: %tritonc-opt %s --tritonc-lower-to-llvm | %FileCheck %s

#l = #ttg.blocked<{shape = [128], sizePerThread = [1], threadsPerWarp = [32], warpsPerCTA = [4], order = [0]}>
module attributes {"ttg.target" = "cuda:90", "ttg.num-warps" = 4 : i32} {
  // CHECK-DAG: "pid (%u, %u, %u) idx (%u) x: %i\0A\00"
  // CHECK-DAG: "must be positive\00"
  // CHECK-LABEL: llvm.func @k
  // CHECK: llvm.call @vprintf
  // CHECK: llvm.cond_br
  // CHECK: llvm.call @__assertfail
  tt.func public @k(%x: tensor<128xi32, #l>, %c: tensor<128xi1, #l>) {
    tt.print " x: " {hex = false, isSigned = array<i32: 1>} : %x : tensor<128xi32, #l>
    tt.assert %c, "must be positive" : tensor<128xi1, #l>
    tt.return
  }
}

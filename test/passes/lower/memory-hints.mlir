// RUN: %tritonc-opt %s --tritonc-lower-to-llvm | %FileCheck %s

#l = #ttg.blocked<{shape = [256], sizePerThread = [2], threadsPerWarp = [32], warpsPerCTA = [4], order = [0]}>
module attributes {"ttg.target" = "cuda:90", "ttg.num-warps" = 4 : i32} {
  // CHECK-LABEL: llvm.func @hints
  tt.func public @hints(%x: !tt.ptr<f16> {tt.divisibility = 16 : i32}, %n: i32 {tt.divisibility = 16 : i32}) {
    %range = tt.make_range {start = 0 : i32, end = 256 : i32} : tensor<256xi32, #l>
    %ns = tt.splat %n : i32 -> tensor<256xi32, #l>
    %m = arith.cmpi slt, %range, %ns : tensor<256xi32, #l>
    %o = arith.constant dense<1.0> : tensor<256xf16, #l>
    %xs = tt.splat %x : !tt.ptr<f16> -> tensor<256x!tt.ptr<f16>, #l>
    %xp = tt.addptr %xs, %range : tensor<256x!tt.ptr<f16>, #l>, tensor<256xi32, #l>
    // Two halves are one word. Plain accesses are left to LLVM.
    // CHECK: llvm.load %{{.*}} {alignment = 4 : i64} : !llvm.ptr<1> -> i32
    %a = tt.load %xp : tensor<256x!tt.ptr<f16>, #l>
    // CHECK: "ld.global.cg.b32 $0, [$1];", "=r,l"
    %b = tt.load %xp cacheModifier = cg : tensor<256x!tt.ptr<f16>, #l>
    // PTX takes a cache operator or an eviction priority: the latter wins.
    // CHECK: "@$2 ld.global.L1::evict_first.b32 $0, [$1];", "=r,l,b,0"
    %c = tt.load %xp, %m, %o cacheModifier = ca evictionPolicy = evict_first : tensor<256x!tt.ptr<f16>, #l>
    // CHECK: "@$2 ld.volatile.global.b32 $0, [$1];"
    %d = tt.load %xp, %m {isVolatile = true} : tensor<256x!tt.ptr<f16>, #l>
    // CHECK: llvm.load volatile
    %e = tt.load %xp {isVolatile = true} : tensor<256x!tt.ptr<f16>, #l>
    %s1 = arith.addf %a, %b : tensor<256xf16, #l>
    %s2 = arith.addf %c, %d : tensor<256xf16, #l>
    // CHECK: "st.global.cs.b32 [$0], $1;", "l,r"
    tt.store %xp, %s1 cacheModifier = cs : tensor<256x!tt.ptr<f16>, #l>
    // CHECK: "@$2 st.global.L1::evict_last.b32 [$0], $1;", "l,r,b"
    tt.store %xp, %s2, %m evictionPolicy = evict_last : tensor<256x!tt.ptr<f16>, #l>
    // CHECK: llvm.store %{{.*}} {alignment = 4 : i64} : i32, !llvm.ptr<1>
    tt.store %xp, %e : tensor<256x!tt.ptr<f16>, #l>
    tt.return
  }

  // A mask that is known costs nothing.
  // CHECK-LABEL: llvm.func @known_masks
  // CHECK: llvm.load
  // CHECK-NOT: llvm.load
  // CHECK-NOT: inline_asm
  // CHECK: llvm.store
  tt.func public @known_masks(%x: !tt.ptr<f16> {tt.divisibility = 16 : i32}) {
    %range = tt.make_range {start = 0 : i32, end = 256 : i32} : tensor<256xi32, #l>
    %yes = arith.constant dense<true> : tensor<256xi1, #l>
    %no = arith.constant dense<false> : tensor<256xi1, #l>
    %xs = tt.splat %x : !tt.ptr<f16> -> tensor<256x!tt.ptr<f16>, #l>
    %xp = tt.addptr %xs, %range : tensor<256x!tt.ptr<f16>, #l>, tensor<256xi32, #l>
    %a = tt.load %xp, %yes : tensor<256x!tt.ptr<f16>, #l>
    %b = tt.load %xp, %no : tensor<256x!tt.ptr<f16>, #l>
    %s = arith.addf %a, %b : tensor<256xf16, #l>
    tt.store %xp, %s, %no : tensor<256x!tt.ptr<f16>, #l>
    tt.store %xp, %s, %yes : tensor<256x!tt.ptr<f16>, #l>
    tt.return
  }
}

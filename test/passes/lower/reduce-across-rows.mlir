// Lanes that differ in the rows of a wave: on gfx950 one swap of rows gives both lanes of a pair both values; elsewhere
// they go through LDS's crossbar. An XOR within a row of 16 lanes takes one or two DPP moves.
// RUN: sed -e 's/TARGET/gfx950/' %s | %tritonc-opt - --tritonc-lower-to-llvm | %FileCheck %s --check-prefixes=WAVE64,SWAP
// RUN: sed -e 's/TARGET/gfx942/' %s | %tritonc-opt - --tritonc-lower-to-llvm | %FileCheck %s --check-prefixes=WAVE64,LDS

#rows = #ttg.blocked<{shape = [16, 4], sizePerThread = [1, 1], threadsPerWarp = [16, 4], warpsPerCTA = [1, 1], order = [0, 1]}>
#columns = #ttg.blocked<{shape = [8, 8], sizePerThread = [1, 1], threadsPerWarp = [8, 8], warpsPerCTA = [1, 1], order = [1, 0]}>
#r = #ttg.slice<{dim = 1, parent = #rows}>
#c = #ttg.slice<{dim = 1, parent = #columns}>
module attributes {"ttg.target" = "TARGET", "ttg.num-warps" = 1 : i32} {
  // WAVE64-LABEL: llvm.func @across
  // SWAP: %[[A:.*]] = {{.*}} "llvm.amdgcn.permlane16.swap"(%[[V:.*]], %[[V]],
  // SWAP-SAME: -> !llvm.struct<(i32, i32)>
  // SWAP: llvm.extractvalue %[[A]][0]
  // SWAP: llvm.extractvalue %[[A]][1]
  // SWAP: llvm.fadd
  // SWAP: "llvm.amdgcn.permlane32.swap"
  // SWAP-NOT: bpermute
  // LDS: "llvm.amdgcn.ds.swizzle"
  // LDS: "llvm.amdgcn.ds.bpermute"
  // WAVE64: llvm.return
  tt.func public @across(%p: tensor<16x!tt.ptr<f32>, #r>, %x: tensor<16x4xf32, #rows>) attributes {noinline = true} {
    %s = "tt.reduce"(%x) <{axis = 1 : i32}> ({
    ^bb0(%a: f32, %b: f32):
      %c = arith.addf %a, %b : f32
      tt.reduce.return %c : f32
    }) : (tensor<16x4xf32, #rows>) -> tensor<16xf32, #r>
    tt.store %p, %s : tensor<16x!tt.ptr<f32>, #r>
    tt.return
  }

  // Both words of 64 bits.
  // WAVE64-LABEL: llvm.func @wide
  // SWAP-COUNT-2: "llvm.amdgcn.permlane16.swap"
  // SWAP-COUNT-2: "llvm.amdgcn.permlane32.swap"
  // WAVE64: llvm.return
  tt.func public @wide(%p: tensor<16x!tt.ptr<i64>, #r>, %x: tensor<16x4xi64, #rows>) attributes {noinline = true} {
    %s = "tt.reduce"(%x) <{axis = 1 : i32}> ({
    ^bb0(%a: i64, %b: i64):
      %c = arith.minsi %a, %b : i64
      tt.reduce.return %c : i64
    }) : (tensor<16x4xi64, #rows>) -> tensor<16xi64, #r>
    tt.store %p, %s : tensor<16x!tt.ptr<i64>, #r>
    tt.return
  }

  // Lanes 1 and 2 apart by a quad's permutation each, 4 apart by the mirror of half a row.
  // WAVE64-LABEL: llvm.func @within
  // WAVE64-COUNT-3: "llvm.amdgcn.update.dpp"
  // WAVE64-NOT: "llvm.amdgcn.update.dpp"
  // WAVE64-NOT: "llvm.amdgcn.ds.
  // WAVE64: llvm.return
  tt.func public @within(%p: tensor<8x!tt.ptr<f32>, #c>, %x: tensor<8x8xf32, #columns>) attributes {noinline = true} {
    %s = "tt.reduce"(%x) <{axis = 1 : i32}> ({
    ^bb0(%a: f32, %b: f32):
      %c = arith.addf %a, %b : f32
      tt.reduce.return %c : f32
    }) : (tensor<8x8xf32, #columns>) -> tensor<8xf32, #c>
    tt.store %p, %s : tensor<8x!tt.ptr<f32>, #c>
    tt.return
  }
}

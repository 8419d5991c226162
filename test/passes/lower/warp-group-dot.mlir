// Products by warpgroups: the instructions, descriptors, tiles, and the sums tied in and out.
// RUN: %tritonc-opt %s --split-input-file --tritonc-lower-to-llvm | %FileCheck %s

#acc = #ttg.linear<{register=[[0,1],[8,0],[0,8],[0,16],[0,32]], lane=[[0,2],[0,4],[1,0],[2,0],[4,0]], warp=[[16,0],[32,0]], block=[]}>
#a = #ttg.linear<{register=[[0,1],[8,0],[0,8],[0,16]], lane=[[0,2],[0,4],[1,0],[2,0],[4,0]], warp=[[16,0],[32,0]], block=[]}>
// Rows of 64 bytes along K, of 128 bytes along N.
#sa = #ttg.shared<{offset=[[0,1],[0,2],[0,4],[0,8],[0,16],[1,0],[2,8],[4,16],[8,0],[16,0],[32,0]]}>
#sb = #ttg.shared<{offset=[[0,1],[0,2],[0,4],[0,8],[0,16],[0,32],[1,8],[2,16],[4,32],[8,0],[16,0]]}>
module attributes {"ttg.target" = "cuda:90a", "ttg.num-warps" = 4 : i32, "ttg.threads-per-warp" = 32 : i32} {
  // Eight rows of 64 bytes are 512: stride 32 units; mode 2. N-major: 8 x 128 bytes, mode 1.
  // CHECK-LABEL: llvm.func @shared
  // CHECK: llvm.inline_asm
  // CHECK-SAME: mov.b32 highA, 2147483680;
  // CHECK-SAME: mov.b32 highB, 1073741888;
  // CHECK-SAME: wgmma.fence.sync.aligned;
  // CHECK-SAME: wgmma.mma_async.sync.aligned.m64n64k16.f32.f16.f16
  // CHECK-SAME: dA, dB, yes, 1, 1, 0, 1;
  // CHECK-SAME: add.u32 at, $64, 2;
  // CHECK-SAME: add.u32 at, $65, 128;
  // CHECK-SAME: wgmma.mma_async
  // CHECK-SAME: wgmma.commit_group.sync.aligned;
  // CHECK-SAME: wgmma.wait_group.sync.aligned 0;
  tt.func public @shared(%c: tensor<64x64xf32, #acc>) -> tensor<64x64xf32, #acc> {
    %x = ttg.local_alloc : () -> !ttg.memdesc<64x32xf16, #sa>
    %y = ttg.local_alloc : () -> !ttg.memdesc<32x64xf16, #sb>
    %d = ttg.warp_group_dot %x, %y, %c : !ttg.memdesc<64x32xf16, #sa> * !ttg.memdesc<32x64xf16, #sb> -> tensor<64x64xf32, #acc>
    tt.return %d : tensor<64x64xf32, #acc>
  }

  // From zero: no sums go in. A in registers. Nothing waits.
  // CHECK-LABEL: llvm.func @registers
  // CHECK: setp.ne.u32 first, 0, 0;
  // CHECK-SAME: {$33,$34,$35,$36}, dB, first, 1, 1, 1;
  // CHECK-SAME: {$37,$38,$39,$40}, dB, yes, 1, 1, 1;
  // CHECK-NOT: wait_group
  // CHECK: wgmma.wait_group.sync.aligned 1;
  // CHECK-SAME: "=f,=f
  tt.func public @registers(%x: tensor<64x32xf16, #a>) -> tensor<64x64xf32, #acc> {
    %zero = arith.constant dense<0.0> : tensor<64x64xf32, #acc>
    %y = ttg.local_alloc : () -> !ttg.memdesc<32x64xf16, #sb>
    ttg.fence_async_shared
    %d = ttg.warp_group_dot %x, %y, %zero {isAsync = true} : tensor<64x32xf16, #a> * !ttg.memdesc<32x64xf16, #sb> -> tensor<64x64xf32, #acc>
    %w = ttg.warp_group_dot_wait %d {pending = 1 : i32} : tensor<64x64xf32, #acc>
    tt.return %w : tensor<64x64xf32, #acc>
  }

  // The fence stands between the writes and the meeting of the threads.
  // CHECK-LABEL: llvm.func @fenced
  // CHECK: llvm.store
  // CHECK: fence.proxy.async.shared::cta;
  // CHECK: barrier.cta.sync
  // CHECK: wgmma.mma_async
  tt.func public @fenced(%x: tensor<64x32xf16, #a>, %c: tensor<64x64xf32, #acc>) -> tensor<64x64xf32, #acc> {
    %x2 = ttg.local_alloc %x : (tensor<64x32xf16, #a>) -> !ttg.memdesc<64x32xf16, #sa>
    %y = ttg.local_alloc : () -> !ttg.memdesc<32x64xf16, #sb>
    ttg.fence_async_shared
    %d = ttg.warp_group_dot %x2, %y, %c : !ttg.memdesc<64x32xf16, #sa> * !ttg.memdesc<32x64xf16, #sb> -> tensor<64x64xf32, #acc>
    tt.return %d : tensor<64x64xf32, #acc>
  }
}

// -----

// Two warpgroups, each with 64 of 128 rows: the second reads A 64 rows further on. 128 bytes of K in bytes.
#acc = #ttg.linear<{register=[[0,1],[8,0],[0,8]], lane=[[0,2],[0,4],[1,0],[2,0],[4,0]], warp=[[16,0],[32,0],[64,0]], block=[]}>
#sa = #ttg.shared<{offset=[[0,1],[0,2],[0,4],[0,8],[0,16],[1,0],[2,0],[4,16],[8,0],[16,0],[32,0],[64,0]]}>
#sb = #ttg.shared<{offset=[[1,0],[2,0],[4,0],[8,0],[16,0],[0,1],[0,2],[16,4],[0,8]]}>
module attributes {"ttg.target" = "cuda:90a", "ttg.num-warps" = 8 : i32, "ttg.threads-per-warp" = 32 : i32} {
  // 64 rows of 32 bytes are 2048; bit 2 of the warp's number, from lane 0 of each warp.
  // CHECK-LABEL: llvm.func @groups
  // CHECK: llvm.nvvm.shfl.sync.idx.i32
  // CHECK: wgmma.mma_async.sync.aligned.m64n16k32.s32.s8.s8 {$0,$1,$2,$3,$4,$5,$6,$7}, dA, dB, yes;
  tt.func public @groups(%c: tensor<128x16xi32, #acc>) -> tensor<128x16xi32, #acc> {
    %x = ttg.local_alloc : () -> !ttg.memdesc<128x32xi8, #sa>
    %y = ttg.local_alloc : () -> !ttg.memdesc<32x16xi8, #sb>
    %d = ttg.warp_group_dot %x, %y, %c : !ttg.memdesc<128x32xi8, #sa> * !ttg.memdesc<32x16xi8, #sb> -> tensor<128x16xi32, #acc>
    tt.return %d : tensor<128x16xi32, #acc>
  }

  // Every 32 products of fp8 are summed apart and added by threads.
  // CHECK-LABEL: llvm.func @imprecise
  // CHECK: wgmma.mma_async.sync.aligned.m64n16k32.f32.e4m3.e5m2
  // CHECK-SAME: dA, dB, first, 1, 1;
  // CHECK-NOT: llvm.fadd
  // CHECK-SAME: wgmma.wait_group
  // CHECK: llvm.fadd
  tt.func public @imprecise(%c: tensor<128x16xf32, #acc>) -> tensor<128x16xf32, #acc> {
    %x = ttg.local_alloc : () -> !ttg.memdesc<128x32xf8E4M3FN, #sa>
    %y = ttg.local_alloc : () -> !ttg.memdesc<32x16xf8E5M2, #sb>
    %d = ttg.warp_group_dot %x, %y, %c : !ttg.memdesc<128x32xf8E4M3FN, #sa> * !ttg.memdesc<32x16xf8E5M2, #sb> -> tensor<128x16xf32, #acc>
    tt.return %d : tensor<128x16xf32, #acc>
  }
}

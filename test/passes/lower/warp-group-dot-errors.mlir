// RUN: %tritonc-opt %s --split-input-file --verify-diagnostics --tritonc-lower-to-llvm

#acc = #ttg.linear<{register=[[0,1],[8,0],[0,8],[0,16],[0,32]], lane=[[0,2],[0,4],[1,0],[2,0],[4,0]], warp=[[16,0],[32,0]], block=[]}>
#plain = #ttg.shared<{offset=[[0,1],[0,2],[0,4],[0,8],[0,16],[1,0],[2,0],[4,0],[8,0],[16,0],[32,0]]}>
#sb = #ttg.shared<{offset=[[0,1],[0,2],[0,4],[0,8],[0,16],[0,32],[1,8],[2,16],[4,32],[8,0],[16,0]]}>
module attributes {"ttg.target" = "cuda:90a", "ttg.num-warps" = 4 : i32, "ttg.threads-per-warp" = 32 : i32} {
  tt.func public @descriptor(%c: tensor<64x64xf32, #acc>) {
    %x = ttg.local_alloc : () -> !ttg.memdesc<64x32xf16, #plain>
    %y = ttg.local_alloc : () -> !ttg.memdesc<32x64xf16, #sb>
    // expected-error @+1 {{operand a lies in shared memory as no matrix descriptor can say}}
    %d = ttg.warp_group_dot %x, %y, %c : !ttg.memdesc<64x32xf16, #plain> * !ttg.memdesc<32x64xf16, #sb> -> tensor<64x64xf32, #acc>
    tt.return
  }
}

// -----

#acc = #ttg.linear<{register=[[0,1],[8,0],[0,8],[0,16],[0,32]], lane=[[0,2],[0,4],[1,0],[2,0],[4,0]], warp=[[16,0],[32,0]], block=[]}>
#other = #ttg.blocked<{shape = [64, 32], sizePerThread = [1, 8], threadsPerWarp = [8, 4], warpsPerCTA = [4, 1], order = [1, 0]}>
#sb = #ttg.shared<{offset=[[0,1],[0,2],[0,4],[0,8],[0,16],[0,32],[1,8],[2,16],[4,32],[8,0],[16,0]]}>
module attributes {"ttg.target" = "cuda:90a", "ttg.num-warps" = 4 : i32, "ttg.threads-per-warp" = 32 : i32} {
  tt.func public @registers(%x: tensor<64x32xf16, #other>, %c: tensor<64x64xf32, #acc>) {
    %y = ttg.local_alloc : () -> !ttg.memdesc<32x64xf16, #sb>
    // expected-error @+1 {{operand a has not the layout of operands in registers}}
    %d = ttg.warp_group_dot %x, %y, %c : tensor<64x32xf16, #other> * !ttg.memdesc<32x64xf16, #sb> -> tensor<64x64xf32, #acc>
    tt.return
  }
}

// -----

#acc = #ttg.blocked<{shape = [64, 64], sizePerThread = [1, 8], threadsPerWarp = [4, 8], warpsPerCTA = [4, 1], order = [1, 0]}>
#sa = #ttg.shared<{offset=[[0,1],[0,2],[0,4],[0,8],[0,16],[1,0],[2,8],[4,16],[8,0],[16,0],[32,0]]}>
#sb = #ttg.shared<{offset=[[0,1],[0,2],[0,4],[0,8],[0,16],[0,32],[1,8],[2,16],[4,32],[8,0],[16,0]]}>
module attributes {"ttg.target" = "cuda:90a", "ttg.num-warps" = 4 : i32, "ttg.threads-per-warp" = 32 : i32} {
  tt.func public @result(%c: tensor<64x64xf32, #acc>) {
    %x = ttg.local_alloc : () -> !ttg.memdesc<64x32xf16, #sa>
    %y = ttg.local_alloc : () -> !ttg.memdesc<32x64xf16, #sb>
    // expected-error @+1 {{the result's layout is none of products by warpgroups}}
    %d = ttg.warp_group_dot %x, %y, %c : !ttg.memdesc<64x32xf16, #sa> * !ttg.memdesc<32x64xf16, #sb> -> tensor<64x64xf32, #acc>
    tt.return
  }
}

// -----

#acc = #ttg.linear<{register=[[0,1],[8,0],[0,8],[0,16],[0,32]], lane=[[0,2],[0,4],[1,0],[2,0],[4,0]], warp=[[16,0],[32,0]], block=[]}>
#sa = #ttg.shared<{offset=[[0,1],[0,2],[0,4],[0,8],[0,16],[1,0],[2,8],[4,16],[8,0],[16,0],[32,0]]}>
#sb = #ttg.shared<{offset=[[0,1],[0,2],[0,4],[0,8],[0,16],[0,32],[1,8],[2,16],[4,32],[8,0],[16,0]]}>
module attributes {"ttg.target" = "cuda:80", "ttg.num-warps" = 4 : i32, "ttg.threads-per-warp" = 32 : i32} {
  tt.func public @target(%c: tensor<64x64xf32, #acc>) {
    %x = ttg.local_alloc : () -> !ttg.memdesc<64x32xf16, #sa>
    %y = ttg.local_alloc : () -> !ttg.memdesc<32x64xf16, #sb>
    // expected-error @+1 {{products by warpgroups exist on sm_90a only}}
    %d = ttg.warp_group_dot %x, %y, %c : !ttg.memdesc<64x32xf16, #sa> * !ttg.memdesc<32x64xf16, #sb> -> tensor<64x64xf32, #acc>
    tt.return
  }
}

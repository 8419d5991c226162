// RUN: %tritonc-opt %s --tritonc-allocate-shared --verify-diagnostics --split-input-file

#big = #ttg.blocked<{shape = [65536], sizePerThread = [4], threadsPerWarp = [32], warpsPerCTA = [4], order = [0]}>
module attributes {"ttg.target" = "cuda:90", "ttg.num-warps" = 4 : i32} {
  // expected-error @+1 {{function 'gather' needs 262144 bytes of shared memory, but a program on sm_90a has at most 232448}}
  tt.func public @gather(%p: !tt.ptr<f32>) {
    %x = arith.constant dense<1.0> : tensor<65536xf32, #big>
    %i = tt.make_range {start = 0 : i32, end = 65536 : i32} : tensor<65536xi32, #big>
    // expected-note @+1 {{262144 bytes are for this operation, from byte 0 on}}
    %0 = tt.gather %x[%i] {axis = 0 : i32} : (tensor<65536xf32, #big>, tensor<65536xi32, #big>) -> tensor<65536xf32, #big>
    %ps = tt.splat %p : !tt.ptr<f32> -> tensor<65536x!tt.ptr<f32>, #big>
    tt.store %ps, %0 : tensor<65536x!tt.ptr<f32>, #big>
    tt.return
  }
}

// -----

// expected-error @+1 {{unknown target}}
module attributes {"ttg.target" = "sm_3", "ttg.num-warps" = 4 : i32} {
}

// -----

#s = #ttg.shared<{offset=[[1,0],[2,0],[4,0],[8,0],[16,0],[32,0],[64,0],[0,1],[0,2],[0,4],[0,8],[0,16],[0,32],[0,64]]}>
module attributes {"ttg.target" = "cuda:80", "ttg.num-warps" = 4 : i32} {
  // expected-error @+1 {{function 'stages' needs 196608 bytes of shared memory, but a program on sm_80 has at most 166912}}
  tt.func public @stages(%p: !tt.ptr<f32>) {
    // expected-note @+1 {{196608 bytes are for this operation, 3 stages of 65536, from byte 0 on}}
    %0 = ttg.local_alloc : () -> !ttg.memdesc<3x128x128xf32, #s>
    tt.return
  }
}

// RUN: %tritonc-opt %s -split-input-file -verify-diagnostics -layout-verify

tt.func @none(%x: f32) {
  // expected-error @+1 {{has a value without a layout: 'tensor<64xf32>'}}
  %a = tt.splat %x : f32 -> tensor<64xf32>
  tt.return
}

// -----

#a = #ttg.blocked<{shape = [64], sizePerThread = [1], threadsPerWarp = [32], warpsPerCTA = [4], order = [0]}>
#b = #ttg.blocked<{shape = [64], sizePerThread = [2], threadsPerWarp = [32], warpsPerCTA = [4], order = [0]}>
tt.func @access(%p: tensor<64x!tt.ptr<f32>, #a>, %q: tensor<64x!tt.ptr<i32>, #b>) {
  %a = tt.load %p : tensor<64x!tt.ptr<f32>, #a>
  %i = tt.load %q : tensor<64x!tt.ptr<i32>, #b>
  // expected-error @+1 {{has layout {register=[[1]]}}
  %r = tt.addptr %p, %i : tensor<64x!tt.ptr<f32>, #a>, tensor<64xi32, #b>
  tt.return
}

// -----

#a = #ttg.blocked<{shape = [64, 64], sizePerThread = [1, 1], threadsPerWarp = [1, 32], warpsPerCTA = [4, 1], order = [1, 0]}>
#b = #ttg.blocked<{shape = [64], sizePerThread = [1], threadsPerWarp = [32], warpsPerCTA = [4], order = [0]}>
tt.func @reduction(%x: tensor<64x64xf32, #a>) {
  // expected-error @+1 {{has layout {register=[], lane=[[1],[2],[4],[8],[16]], warp=[[32],[0]], block=[]}, expected}}
  %m = "tt.reduce"(%x) <{axis = 1 : i32}> ({
  ^bb0(%a: f32, %b: f32):
    %c = arith.addf %a, %b : f32
    tt.reduce.return %c : f32
  }) : (tensor<64x64xf32, #a>) -> tensor<64xf32, #b>
  tt.return
}

// -----

#a = #ttg.blocked<{shape = [64], sizePerThread = [2], threadsPerWarp = [32], warpsPerCTA = [1], order = [0]}>
#b = #ttg.blocked<{shape = [64], sizePerThread = [1], threadsPerWarp = [32], warpsPerCTA = [1], order = [0]}>
tt.func @histogram_mask(%x: tensor<64xi32, #a>, %m: tensor<64xi1, #b>) {
  // expected-error @+1 {{has layout {register=[[32]]}}
  %h = "tt.histogram"(%x, %m) : (tensor<64xi32, #a>, tensor<64xi1, #b>) -> tensor<64xi32, #b>
  tt.return
}

// RUN: %tritonc-opt %s -split-input-file -verify-diagnostics

// expected-error @+1 {{unknown layout 'striped', expected linear, blocked, slice or shared}}
tt.func private @f(tensor<4xf32, #ttg.striped<{}>>)

// -----

// expected-error @+1 {{unknown input 'thread', expected register, lane, warp, block or offset}}
tt.func private @f(tensor<4xf32, #ttg.linear<{thread=[[1]]}>>)

// -----

// expected-error @+1 {{a basis of 'lane' has 2 coordinates for 1 dimensions}}
tt.func private @f(tensor<4xf32, #ttg.linear<{register=[[1]], lane=[[2, 0]], warp=[], block=[]}>>)

// -----

// expected-error @+1 {{a layout has the inputs register, lane, warp and block, in this order}}
tt.func private @f(tensor<4xf32, #ttg.linear<{lane=[[1]], register=[[2]], warp=[], block=[]}>>)

// -----

// expected-error @+1 {{a layout that leaves out elements: its bases do not span the tensor}}
tt.func private @f(tensor<4xf32, #ttg.linear<{register=[[2]], lane=[[2]], warp=[], block=[]}>>)

// -----

// expected-error @+1 {{a layout whose registers hold copies (a zero basis)}}
tt.func private @f(tensor<2xf32, #ttg.linear<{register=[[0]], lane=[[1]], warp=[], block=[]}>>)

// -----

// expected-error @+1 {{layout covers a tensor of shape [4], not [8]}}
tt.func private @f(tensor<8xf32, #ttg.linear<{register=[[1]], lane=[[2]], warp=[], block=[]}>>)

// -----

// expected-error @+1 {{blocked layout takes powers of two}}
tt.func private @f(tensor<8xf32, #ttg.blocked<{shape = [8], sizePerThread = [3], threadsPerWarp = [32], warpsPerCTA = [1], order = [0]}>>)

// -----

// expected-error @+1 {{blocked layout has an order that is no permutation}}
tt.func private @f(tensor<8xf32, #ttg.blocked<{shape = [8], sizePerThread = [1], threadsPerWarp = [32], warpsPerCTA = [1], order = [1]}>>)

// -----

// expected-error @+1 {{blocked layout needs shape, sizePerThread, threadsPerWarp, warpsPerCTA and order of one length}}
tt.func private @f(tensor<8xf32, #ttg.blocked<{shape = [8], sizePerThread = [1]}>>)

// -----

#b = #ttg.blocked<{shape = [8], sizePerThread = [1], threadsPerWarp = [32], warpsPerCTA = [1], order = [0]}>
// expected-error @+1 {{slice of dimension 1 of a layout of rank 1}}
tt.func private @f(tensor<8xf32, #ttg.slice<{dim = 1, parent = #b}>>)

// -----

// expected-error @+1 {{needs a positive power of two as ttg.num-warps}}
module attributes {"ttg.num-warps" = 3 : i32} {}

// -----

// expected-error @+1 {{needs a string as ttg.target}}
module attributes {"ttg.target" = 3 : i32} {}

// -----

#b = #ttg.blocked<{shape = [8], sizePerThread = [1], threadsPerWarp = [32], warpsPerCTA = [1], order = [0]}>
tt.func @f(%x: tensor<8xf32>) {
  // expected-error @+1 {{needs a layout on both sides}}
  %0 = ttg.convert_layout %x : tensor<8xf32> -> tensor<8xf32, #b>
  tt.return
}

// -----

#b = #ttg.blocked<{shape = [8], sizePerThread = [1], threadsPerWarp = [32], warpsPerCTA = [1], order = [0]}>
tt.func @f(%x: tensor<8xf32, #b>) {
  // expected-error @+1 {{makes}}
  %0 = ttg.convert_layout %x : tensor<8xf32, #b> -> tensor<8xf16, #b>
  tt.return
}

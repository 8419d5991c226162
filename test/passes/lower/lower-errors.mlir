// RUN: %tritonc-opt %s --tritonc-lower-to-llvm --split-input-file -verify-diagnostics

// expected-error @+1 {{the module does not name its target}}
module {
}

// -----

// expected-error @+1 {{target 'cpu' is no GPU}}
module attributes {"ttg.target" = "cpu"} {
}

// -----

// expected-error @+1 {{laid out for 32 threads per warp, but 'hip:gfx942' has 64}}
module attributes {"ttg.target" = "hip:gfx942", "ttg.threads-per-warp" = 32 : i32} {
}

// -----

module attributes {"ttg.target" = "cuda:90", "ttg.num-warps" = 4 : i32} {
  tt.func public @k() {
    // expected-error @+1 {{has no layout}}
    %r = tt.make_range {start = 0 : i32, end = 128 : i32} : tensor<128xi32>
    tt.return
  }
}

// -----

#l = #ttg.blocked<{shape = [128], sizePerThread = [1], threadsPerWarp = [32], warpsPerCTA = [2], order = [0]}>
module attributes {"ttg.target" = "cuda:90", "ttg.num-warps" = 4 : i32} {
  tt.func public @k() {
    // expected-error @+1 {{is laid out for 32 lanes and 2 warps, but the launch has 32 and 4}}
    %r = tt.make_range {start = 0 : i32, end = 128 : i32} : tensor<128xi32, #l>
    tt.return
  }
}

// -----

#l = #ttg.blocked<{shape = [128], sizePerThread = [1], threadsPerWarp = [32], warpsPerCTA = [4], order = [0]}>
module attributes {"ttg.target" = "cuda:90", "ttg.num-warps" = 4 : i32} {
  tt.func public @k(%x: tensor<128xf32, #l>) {
    // expected-error @+1 {{unknown device function '__nv_frobnicate'}}
    %r = tt.extern_elementwise %x {libname = "", libpath = "", symbol = "__nv_frobnicate", pure = true} : (tensor<128xf32, #l>) -> tensor<128xf32, #l>
    tt.return
  }
}

// -----

#l = #ttg.blocked<{shape = [128], sizePerThread = [1], threadsPerWarp = [32], warpsPerCTA = [4], order = [0]}>
module attributes {"ttg.target" = "cuda:90", "ttg.num-warps" = 4 : i32} {
  tt.func public @k() {
    // expected-error @+1 {{a block constant with different elements}}
    %r = arith.constant dense<"0x0000000001000000"> : tensor<2xi32, #ttg.linear<{register=[[1]], lane=[[0],[0],[0],[0],[0]], warp=[[0],[0]], block=[]}>>
    tt.return
  }
}

// -----

#l = #ttg.blocked<{shape = [128], sizePerThread = [1], threadsPerWarp = [32], warpsPerCTA = [4], order = [0]}>
module attributes {"ttg.target" = "cuda:90", "ttg.num-warps" = 4 : i32} {
  tt.func public @k(%p: tensor<128x!tt.ptr<i16>, #l>, %v: tensor<128xi16, #l>) {
    // expected-error @+1 {{atomic add of 16-bit elements does not exist on this target}}
    %r = tt.atomic_rmw add, relaxed, gpu, %p, %v : (tensor<128x!tt.ptr<i16>, #l>, tensor<128xi16, #l>) -> tensor<128xi16, #l>
    tt.return
  }
}

// -----

module attributes {"ttg.target" = "cuda:90", "ttg.num-warps" = 4 : i32} {
  tt.func public @k(%i: index) {
    // expected-error @+1 {{cannot be compiled for a GPU}}
    scf.forall (%a) in (%i) {
    }
    tt.return
  }
}

// -----

#l = #ttg.blocked<{shape = [128], sizePerThread = [1], threadsPerWarp = [32], warpsPerCTA = [4], order = [0]}>
module attributes {"ttg.target" = "hip:gfx942", "ttg.num-warps" = 4 : i32} {
  tt.func public @k(%x: i32) {
    // expected-warning @+1 {{device_print prints nothing on gfx942}}
    tt.print "x: " {hex = false, isSigned = array<i32: 1>} : %x : i32
    tt.return
  }
}

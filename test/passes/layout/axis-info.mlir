// RUN: %tritonc-opt %s -split-input-file -layout-print-axis-info -verify-diagnostics

tt.func @ranges(%n: i32 {tt.divisibility = 16 : i32}, %m: i32) {
  // expected-remark @+1 {{contiguity=[1] divisibility=[1] constancy=[1]}}
  %pid = tt.get_program_id x : i32
  // expected-remark @+1 {{contiguity=[1] divisibility=[1024] constancy=[1] constant=1024}}
  %block = arith.constant 1024 : i32
  // expected-remark @+1 {{contiguity=[1] divisibility=[1024] constancy=[1]}}
  %start = arith.muli %pid, %block : i32
  // expected-remark @+1 {{contiguity=[1024] divisibility=[1099511627776] constancy=[1]}}
  %range = tt.make_range {start = 0 : i32, end = 1024 : i32} : tensor<1024xi32>
  // expected-remark @+1 {{contiguity=[1] divisibility=[1024] constancy=[1024]}}
  %starts = tt.splat %start : i32 -> tensor<1024xi32>
  // expected-remark @+1 {{contiguity=[1024] divisibility=[1024] constancy=[1]}}
  %offs = arith.addi %starts, %range : tensor<1024xi32>
  // expected-remark @+1 {{contiguity=[1] divisibility=[16] constancy=[1024]}}
  %limits = tt.splat %n : i32 -> tensor<1024xi32>
  // An aligned bound cuts between groups.
  // expected-remark @+1 {{constancy=[16]}}
  %mask = arith.cmpi slt, %offs, %limits : tensor<1024xi32>
  // Above an aligned bound it does not.
  // expected-remark @+1 {{constancy=[1]}}
  %closed = arith.cmpi sle, %offs, %limits : tensor<1024xi32>
  // expected-remark @+1 {{constancy=[16]}}
  %turned = arith.cmpi sgt, %limits, %offs : tensor<1024xi32>
  // expected-remark @+1 {{constancy=[1024]}}
  %any = tt.splat %m : i32 -> tensor<1024xi32>
  // expected-remark @+1 {{constancy=[1]}}
  %loose = arith.cmpi slt, %offs, %any : tensor<1024xi32>
  tt.return
}

// -----

tt.func @division(%m: i32) {
  // expected-remark @+1 {{contiguity=[64]}}
  %range = tt.make_range {start = 0 : i32, end = 64 : i32} : tensor<64xi32>
  // expected-remark @+1 {{constant=8}}
  %c8 = arith.constant dense<8> : tensor<64xi32>
  // expected-remark @+1 {{constancy=[8]}}
  %q = arith.divsi %range, %c8 : tensor<64xi32>
  // expected-remark @+1 {{contiguity=[8] divisibility=[8] constancy=[1]}}
  %r = arith.remsi %range, %c8 : tensor<64xi32>
  // expected-remark @+1 {{constant=7}}
  %c7 = arith.constant dense<7> : tensor<64xi32>
  // expected-remark @+1 {{contiguity=[8] divisibility=[8] constancy=[1]}}
  %a = arith.andi %range, %c7 : tensor<64xi32>
  // The sign of the sum is not known: quotients of negative numbers round up, remainders count down.
  // expected-remark @+1 {{constancy=[64]}}
  %ms = tt.splat %m : i32 -> tensor<64xi32>
  // expected-remark @+1 {{contiguity=[1] divisibility=[8] constancy=[64]}}
  %m8 = arith.muli %ms, %c8 : tensor<64xi32>
  // expected-remark @+1 {{contiguity=[64] divisibility=[8] constancy=[1]}}
  %sum = arith.addi %m8, %range : tensor<64xi32>
  // expected-remark @+1 {{constancy=[1]}}
  %q2 = arith.divsi %sum, %c8 : tensor<64xi32>
  // expected-remark @+1 {{contiguity=[1]}}
  %r2 = arith.remsi %sum, %c8 : tensor<64xi32>
  // expected-remark @+1 {{constancy=[8]}}
  %q3 = arith.divui %sum, %c8 : tensor<64xi32>
  tt.return
}

// -----

tt.func @matrix(%p: !tt.ptr<f16> {tt.divisibility = 16 : i32}, %stride: i32 {tt.divisibility = 8 : i32}) {
  // expected-remark @+1 {{contiguity=[32]}}
  %rows = tt.make_range {start = 0 : i32, end = 32 : i32} : tensor<32xi32>
  // expected-remark @+1 {{contiguity=[32, 1] divisibility=[1099511627776, 1] constancy=[1, 1]}}
  %rows2 = tt.expand_dims %rows {axis = 1 : i32} : tensor<32xi32> -> tensor<32x1xi32>
  // expected-remark @+1 {{contiguity=[1, 1] divisibility=[8, 8] constancy=[32, 1]}}
  %strides = tt.splat %stride : i32 -> tensor<32x1xi32>
  // expected-remark @+1 {{contiguity=[1, 1] divisibility=[8, 8] constancy=[1, 1]}}
  %offs = arith.muli %rows2, %strides : tensor<32x1xi32>
  // expected-remark @+1 {{divisibility=[16, 16] constancy=[32, 1]}}
  %base = tt.splat %p : !tt.ptr<f16> -> tensor<32x1x!tt.ptr<f16>>
  // expected-remark @+1 {{contiguity=[1, 1] divisibility=[16, 16] constancy=[1, 1]}}
  %row = tt.addptr %base, %offs : tensor<32x1x!tt.ptr<f16>>, tensor<32x1xi32>
  // expected-remark @+1 {{contiguity=[1, 1] divisibility=[16, 16] constancy=[1, 64]}}
  %row2 = tt.broadcast %row : tensor<32x1x!tt.ptr<f16>> -> tensor<32x64x!tt.ptr<f16>>
  // expected-remark @+1 {{contiguity=[64]}}
  %cols = tt.make_range {start = 0 : i32, end = 64 : i32} : tensor<64xi32>
  // expected-remark @+1 {{contiguity=[1, 64]}}
  %cols2 = tt.expand_dims %cols {axis = 0 : i32} : tensor<64xi32> -> tensor<1x64xi32>
  // expected-remark @+1 {{contiguity=[1, 64] divisibility=[1, 1099511627776] constancy=[32, 1]}}
  %cols3 = tt.broadcast %cols2 : tensor<1x64xi32> -> tensor<32x64xi32>
  // expected-remark @+1 {{contiguity=[1, 64] divisibility=[2, 16] constancy=[1, 1]}}
  %ptrs = tt.addptr %row2, %cols3 : tensor<32x64x!tt.ptr<f16>>, tensor<32x64xi32>
  tt.return
}

// -----

tt.func @loop(%n: i32, %step: i32 {tt.divisibility = 16 : i32}, %p: tensor<64x!tt.ptr<f32>> {tt.divisibility = 16 : i32, tt.contiguity = 64 : i32}) {
  // expected-remark @+1 {{constant=0}}
  %zero = arith.constant 0 : i32
  // expected-remark @+1 {{constant=64}}
  %block = arith.constant 64 : i32
  // expected-remark @+1 {{divisibility=[16] constancy=[64]}}
  %steps = tt.splat %step : i32 -> tensor<64xi32>
  // What the loop carries agrees with what enters it.
  // expected-remark @+1 {{contiguity=[64] divisibility=[16] constancy=[1]}}
  %r = scf.for %i = %zero to %n step %block iter_args(%q = %p) -> tensor<64x!tt.ptr<f32>> : i32 {
    // expected-remark @+1 {{divisibility=[64] constancy=[1]}}
    %j = arith.addi %i, %zero : i32
    // expected-remark @+1 {{contiguity=[64] divisibility=[16] constancy=[1]}}
    %next = tt.addptr %q, %steps : tensor<64x!tt.ptr<f32>>, tensor<64xi32>
    scf.yield %next : tensor<64x!tt.ptr<f32>>
  }
  // Hints raise what is known.
  // expected-remark @+1 {{divisibility=[32]}}
  %h = arith.addi %n, %n {tt.divisibility = dense<32> : tensor<1xi32>} : i32
  tt.return
}

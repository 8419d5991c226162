// RUN: %tritonc-opt %s --tritonc-lower-to-llvm --split-input-file | %FileCheck %s

// Masked, aligned and contiguous: one predicated 128-bit access for four elements, no branch.

// CHECK-LABEL: module attributes {{.*}}"cuda:90"
// CHECK: llvm.func @add(%[[X:.*]]: !llvm.ptr<1> {llvm.align = 16 : i64}, {{.*}}, %[[N:.*]]: i32) attributes {tritonc.kernel}
// CHECK-DAG: llvm.call_intrinsic "llvm.nvvm.read.ptx.sreg.tid.x"
// CHECK-DAG: llvm.call_intrinsic "llvm.nvvm.read.ptx.sreg.ctaid.x"
// CHECK: llvm.inline_asm has_side_effects "@$5 ld.global.v4.b32 {$0, $1, $2, $3}, [$4];", "=f,=f,=f,=f,l,b,0,1,2,3"
// CHECK-COUNT-3: ld.global.v4.b32
// CHECK-NOT: ld.global
// CHECK-COUNT-8: llvm.fadd {{.*}}contract
// CHECK-COUNT-2: llvm.inline_asm has_side_effects "@$5 st.global.v4.b32 [$0], {$1, $2, $3, $4};"
// CHECK-NOT: st.global
// CHECK: llvm.return
#l = #ttg.blocked<{shape = [1024], sizePerThread = [4], threadsPerWarp = [32], warpsPerCTA = [4], order = [0]}>
module attributes {"ttg.target" = "cuda:90", "ttg.num-warps" = 4 : i32} {
  tt.func public @add(%x: !tt.ptr<f32> {tt.divisibility = 16 : i32}, %y: !tt.ptr<f32> {tt.divisibility = 16 : i32},
                      %out: !tt.ptr<f32> {tt.divisibility = 16 : i32}, %n: i32 {tt.divisibility = 16 : i32}) {
    %c1024 = arith.constant 1024 : i32
    %pid = tt.get_program_id x : i32
    %base = arith.muli %pid, %c1024 : i32
    %range = tt.make_range {start = 0 : i32, end = 1024 : i32} : tensor<1024xi32, #l>
    %bases = tt.splat %base : i32 -> tensor<1024xi32, #l>
    %offs = arith.addi %bases, %range : tensor<1024xi32, #l>
    %ns = tt.splat %n : i32 -> tensor<1024xi32, #l>
    %mask = arith.cmpi slt, %offs, %ns : tensor<1024xi32, #l>
    %xs = tt.splat %x : !tt.ptr<f32> -> tensor<1024x!tt.ptr<f32>, #l>
    %xp = tt.addptr %xs, %offs : tensor<1024x!tt.ptr<f32>, #l>, tensor<1024xi32, #l>
    %xv = tt.load %xp, %mask : tensor<1024x!tt.ptr<f32>, #l>
    %ys = tt.splat %y : !tt.ptr<f32> -> tensor<1024x!tt.ptr<f32>, #l>
    %yp = tt.addptr %ys, %offs : tensor<1024x!tt.ptr<f32>, #l>, tensor<1024xi32, #l>
    %yv = tt.load %yp, %mask : tensor<1024x!tt.ptr<f32>, #l>
    %sum = arith.addf %xv, %yv : tensor<1024xf32, #l>
    %os = tt.splat %out : !tt.ptr<f32> -> tensor<1024x!tt.ptr<f32>, #l>
    %op = tt.addptr %os, %offs : tensor<1024x!tt.ptr<f32>, #l>, tensor<1024xi32, #l>
    tt.store %op, %sum, %mask : tensor<1024x!tt.ptr<f32>, #l>
    tt.return
  }
}

// -----

// On AMD a masked access of base + small offset goes through a buffer resource: a masked lane takes an offset past its
// end, where loads read zeros and stores do nothing.

// CHECK-LABEL: module attributes {{.*}}"hip:gfx942"
// CHECK: llvm.call_intrinsic "llvm.amdgcn.make.buffer.rsrc
// CHECK: llvm.select {{.*}} i32
// CHECK: llvm.call_intrinsic "llvm.amdgcn.raw.ptr.buffer.load"{{.*}} -> vector<4xi32>
// CHECK: llvm.select {{.*}} i32
// CHECK-NOT: llvm.cond_br
// CHECK: llvm.call_intrinsic "llvm.amdgcn.raw.ptr.buffer.store"{{.*}}vector<4xi32>
#l = #ttg.blocked<{shape = [1024], sizePerThread = [4], threadsPerWarp = [64], warpsPerCTA = [4], order = [0]}>
module attributes {"ttg.target" = "hip:gfx942", "ttg.num-warps" = 4 : i32} {
  tt.func public @copy(%x: !tt.ptr<f32> {tt.divisibility = 16 : i32}, %out: !tt.ptr<f32> {tt.divisibility = 16 : i32},
                       %n: i32 {tt.divisibility = 16 : i32}) {
    %range = tt.make_range {start = 0 : i32, end = 1024 : i32} : tensor<1024xi32, #l>
    %ns = tt.splat %n : i32 -> tensor<1024xi32, #l>
    %mask = arith.cmpi slt, %range, %ns : tensor<1024xi32, #l>
    %xs = tt.splat %x : !tt.ptr<f32> -> tensor<1024x!tt.ptr<f32>, #l>
    %xp = tt.addptr %xs, %range : tensor<1024x!tt.ptr<f32>, #l>, tensor<1024xi32, #l>
    %xv = tt.load %xp, %mask : tensor<1024x!tt.ptr<f32>, #l>
    %os = tt.splat %out : !tt.ptr<f32> -> tensor<1024x!tt.ptr<f32>, #l>
    %op = tt.addptr %os, %range : tensor<1024x!tt.ptr<f32>, #l>, tensor<1024xi32, #l>
    tt.store %op, %xv, %mask : tensor<1024x!tt.ptr<f32>, #l>
    tt.return
  }
}

// Accesses on AMD: through a buffer where the offset's range is known, else by 64-bit addresses.
// RUN: %tritonc-opt %s --tritonc-lower-to-llvm | %FileCheck %s

#l = #ttg.blocked<{shape = [256], sizePerThread = [4], threadsPerWarp = [64], warpsPerCTA = [1], order = [0]}>
module attributes {"ttg.target" = "hip:gfx942", "ttg.num-warps" = 1 : i32} {
  // What all lanes share, of any sign, is the base; masked lanes take the offset 2^31.
  // CHECK-LABEL: llvm.func @uniform_start
  tt.func public @uniform_start(%x: !tt.ptr<f32> {tt.divisibility = 16 : i32}, %start: i32 {tt.divisibility = 16 : i32},
                                %n: i32 {tt.divisibility = 16 : i32}) {
    %range = tt.make_range {start = 0 : i32, end = 256 : i32} : tensor<256xi32, #l>
    %starts = tt.splat %start : i32 -> tensor<256xi32, #l>
    %at = arith.addi %starts, %range : tensor<256xi32, #l>
    %ns = tt.splat %n : i32 -> tensor<256xi32, #l>
    %m = arith.cmpi slt, %at, %ns : tensor<256xi32, #l>
    %xs = tt.splat %x : !tt.ptr<f32> -> tensor<256x!tt.ptr<f32>, #l>
    %xp = tt.addptr %xs, %at : tensor<256x!tt.ptr<f32>, #l>, tensor<256xi32, #l>
    // CHECK: llvm.call_intrinsic "llvm.amdgcn.make.buffer.rsrc"
    // CHECK: %[[OFF:.*]] = llvm.select
    // CHECK: llvm.call_intrinsic "llvm.amdgcn.raw.ptr.buffer.load"(%{{.*}}, %[[OFF]], {{.*}} -> vector<4xi32>
    %a = tt.load %xp, %m : tensor<256x!tt.ptr<f32>, #l>
    // CHECK-NOT: llvm.cond_br
    // CHECK: llvm.call_intrinsic "llvm.amdgcn.raw.ptr.buffer.store"
    tt.store %xp, %a, %m : tensor<256x!tt.ptr<f32>, #l>
    tt.return
  }

  // A factor that is known only at run time: the offset may be negative or beyond 2 GiB.
  // CHECK-LABEL: llvm.func @unknown_stride
  tt.func public @unknown_stride(%x: !tt.ptr<f32>, %stride: i32, %n: i32) {
    %range = tt.make_range {start = 0 : i32, end = 256 : i32} : tensor<256xi32, #l>
    %strides = tt.splat %stride : i32 -> tensor<256xi32, #l>
    %at = arith.muli %range, %strides : tensor<256xi32, #l>
    %ns = tt.splat %n : i32 -> tensor<256xi32, #l>
    %m = arith.cmpi slt, %range, %ns : tensor<256xi32, #l>
    %xs = tt.splat %x : !tt.ptr<f32> -> tensor<256x!tt.ptr<f32>, #l>
    %xp = tt.addptr %xs, %at : tensor<256x!tt.ptr<f32>, #l>, tensor<256xi32, #l>
    // CHECK: llvm.mlir.addressof @tritonc_zeros
    // CHECK-NOT: buffer
    // CHECK-NOT: llvm.cond_br
    // CHECK: %[[P:.*]] = llvm.select %{{.*}} : i1, !llvm.ptr<1>
    // CHECK: llvm.load %[[P]]
    // CHECK: llvm.cond_br
    // CHECK: llvm.store
    %a = tt.load %xp, %m : tensor<256x!tt.ptr<f32>, #l>
    tt.store %xp, %a, %m : tensor<256x!tt.ptr<f32>, #l>
    tt.return
  }

  // Offsets that are negative in some lanes: no buffer, whose check would drop them.
  // CHECK-LABEL: llvm.func @backwards
  // CHECK-NOT: buffer
  // CHECK: llvm.return
  tt.func public @backwards(%x: !tt.ptr<f32>) {
    %range = tt.make_range {start = 0 : i32, end = 256 : i32} : tensor<256xi32, #l>
    %zero = arith.constant dense<0> : tensor<256xi32, #l>
    %at = arith.subi %zero, %range : tensor<256xi32, #l>
    %xs = tt.splat %x : !tt.ptr<f32> -> tensor<256x!tt.ptr<f32>, #l>
    %xp = tt.addptr %xs, %at : tensor<256x!tt.ptr<f32>, #l>, tensor<256xi32, #l>
    %a = tt.load %xp : tensor<256x!tt.ptr<f32>, #l>
    tt.store %xp, %a : tensor<256x!tt.ptr<f32>, #l>
    tt.return
  }

  // 2 GiB and more between the first and the last lane.
  // CHECK-LABEL: llvm.func @far_apart
  // CHECK-NOT: buffer
  // CHECK: llvm.return
  tt.func public @far_apart(%x: !tt.ptr<f32>) {
    %range = tt.make_range {start = 0 : i32, end = 256 : i32} : tensor<256xi32, #l>
    %step = arith.constant dense<4194304> : tensor<256xi32, #l>
    %at = arith.muli %range, %step : tensor<256xi32, #l>
    %xs = tt.splat %x : !tt.ptr<f32> -> tensor<256x!tt.ptr<f32>, #l>
    %xp = tt.addptr %xs, %at : tensor<256x!tt.ptr<f32>, #l>, tensor<256xi32, #l>
    %a = tt.load %xp : tensor<256x!tt.ptr<f32>, #l>
    tt.store %xp, %a : tensor<256x!tt.ptr<f32>, #l>
    tt.return
  }

  // A loop walks down rows of unknown distance: what differs between lanes is put together outside of what the counter adds, which is a
  // scalar, so that the rows of all registers share it.
  // CHECK-LABEL: llvm.func @rows
  // CHECK: %[[STRIDE:.*]] = llvm.sext %arg1 : i32 to i64
  // CHECK: ^{{.*}}(%[[I:.*]]: i32):
  // CHECK: %[[OWN:.*]] = llvm.getelementptr %arg0[%{{.*}}] : (!llvm.ptr<1>, i64) -> !llvm.ptr<1>, i8
  // CHECK: %[[WIDE:.*]] = llvm.sext %[[I]] : i32 to i64
  // CHECK: llvm.mul %[[WIDE]],
  // CHECK: llvm.getelementptr %[[OWN]][%{{.*}}] : (!llvm.ptr<1>, i64) -> !llvm.ptr<1>, i8
  tt.func public @rows(%x: !tt.ptr<f32>, %stride: i32, %n: i32) {
    %c0 = arith.constant 0 : i32
    %c256 = arith.constant 256 : i32
    %range = tt.make_range {start = 0 : i32, end = 256 : i32} : tensor<256xi32, #l>
    %wide = arith.extsi %stride : i32 to i64
    %strides = tt.splat %wide : i64 -> tensor<256xi64, #l>
    %xs = tt.splat %x : !tt.ptr<f32> -> tensor<256x!tt.ptr<f32>, #l>
    scf.for %i = %c0 to %n step %c256 : i32 {
      %is = tt.splat %i : i32 -> tensor<256xi32, #l>
      %row = arith.addi %is, %range : tensor<256xi32, #l>
      %wideRow = arith.extsi %row : tensor<256xi32, #l> to tensor<256xi64, #l>
      %at = arith.muli %wideRow, %strides : tensor<256xi64, #l>
      %xp = tt.addptr %xs, %at : tensor<256x!tt.ptr<f32>, #l>, tensor<256xi64, #l>
      %a = tt.load %xp : tensor<256x!tt.ptr<f32>, #l>
      tt.store %xp, %a : tensor<256x!tt.ptr<f32>, #l>
    }
    tt.return
  }
}

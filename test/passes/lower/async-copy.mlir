// Copies from global to shared memory: as wide as both sides allow; masked lanes read no bytes, so that zeros are written.
// RUN: %tritonc-opt %s --tritonc-lower-to-llvm | %FileCheck %s
// RUN: sed s/cuda:80/cuda:75/ %s | %tritonc-opt --tritonc-lower-to-llvm | %FileCheck %s --check-prefix=OLD

#l = #ttg.blocked<{shape = [512], sizePerThread = [8], threadsPerWarp = [32], warpsPerCTA = [4], order = [0]}>
#s = #ttg.shared<{offset=[[1],[2],[4],[8],[16],[32],[64],[128],[256]]}>
// Pairs of neighbours stay together; the pairs are apart.
#pairs = #ttg.shared<{offset=[[1],[64],[2],[4],[8],[16],[32],[128],[256]]}>
#single = #ttg.shared<{offset=[[64],[1],[2],[4],[8],[16],[32],[128],[256]]}>
module attributes {"ttg.target" = "cuda:80", "ttg.num-warps" = 4 : i32, "ttg.threads-per-warp" = 32 : i32} {
  // 512 halves are 64 threads' work; warps 2 and 3 would copy the same again.
  // CHECK-LABEL: llvm.func @wide
  // CHECK: %[[FIRST:.*]] = llvm.icmp "eq"
  // CHECK: llvm.inline_asm {{.*}}"@$2 cp.async.cg.shared.global [$0], [$1], 16;", "r,l,b,~{memory}" %{{.*}}, %{{.*}}, %[[FIRST]]
  // CHECK-NOT: cp.async.cg
  // CHECK: "cp.async.commit_group;"
  // CHECK: "cp.async.wait_group 1;"
  // OLD-LABEL: llvm.func @wide
  // OLD-NOT: cp.async
  // OLD: ld.global
  // OLD: st.shared
  // OLD-NOT: cp.async
  // OLD: llvm.return
  tt.func public @wide(%p: !tt.ptr<f16> {tt.divisibility = 16 : i32}) {
    %b = ttg.local_alloc : () -> !ttg.memdesc<512xf16, #s>
    %r = tt.make_range {start = 0 : i32, end = 512 : i32} : tensor<512xi32, #l>
    %ps = tt.splat %p : !tt.ptr<f16> -> tensor<512x!tt.ptr<f16>, #l>
    %pp = tt.addptr %ps, %r : tensor<512x!tt.ptr<f16>, #l>, tensor<512xi32, #l>
    ttg.async_copy %pp to %b : tensor<512x!tt.ptr<f16>, #l> -> !ttg.memdesc<512xf16, #s>
    ttg.async_commit
    ttg.async_wait {pending = 1 : i32}
    tt.return
  }

  // A mask by multiples of four elements.
  // CHECK-LABEL: llvm.func @masked
  // CHECK: %[[BYTES:.*]] = llvm.select %{{.*}}, %{{.*}}, %{{.*}} : i1, i32
  // CHECK: "@$3 cp.async.ca.shared.global [$0], [$1], 8, $2;", "r,l,r,b,~{memory}" %{{.*}}, %{{.*}}, %[[BYTES]]
  // CHECK: cp.async.ca.shared.global [$0], [$1], 8, $2;
  // CHECK-NOT: cp.async
  // CHECK: llvm.return
  tt.func public @masked(%p: !tt.ptr<f16> {tt.divisibility = 16 : i32}, %n: i32 {tt.divisibility = 4 : i32}) {
    %b = ttg.local_alloc : () -> !ttg.memdesc<512xf16, #s>
    %r = tt.make_range {start = 0 : i32, end = 512 : i32} : tensor<512xi32, #l>
    %ns = tt.splat %n : i32 -> tensor<512xi32, #l>
    %m = arith.cmpi slt, %r, %ns : tensor<512xi32, #l>
    %ps = tt.splat %p : !tt.ptr<f16> -> tensor<512x!tt.ptr<f16>, #l>
    %pp = tt.addptr %ps, %r : tensor<512x!tt.ptr<f16>, #l>, tensor<512xi32, #l>
    ttg.async_copy %pp mask %m to %b : tensor<512x!tt.ptr<f16>, #l> -> !ttg.memdesc<512xf16, #s>, tensor<512xi1, #l>
    tt.return
  }

  // CHECK-LABEL: llvm.func @pairs
  // CHECK-COUNT-4: cp.async.ca.shared.global [$0], [$1], 4;
  // CHECK: llvm.return
  tt.func public @pairs(%p: !tt.ptr<f16> {tt.divisibility = 16 : i32}) {
    %b = ttg.local_alloc : () -> !ttg.memdesc<512xf16, #pairs>
    %r = tt.make_range {start = 0 : i32, end = 512 : i32} : tensor<512xi32, #l>
    %ps = tt.splat %p : !tt.ptr<f16> -> tensor<512x!tt.ptr<f16>, #l>
    %pp = tt.addptr %ps, %r : tensor<512x!tt.ptr<f16>, #l>, tensor<512xi32, #l>
    ttg.async_copy %pp to %b : tensor<512x!tt.ptr<f16>, #l> -> !ttg.memdesc<512xf16, #pairs>
    tt.return
  }

  // Two bytes are no copy of this kind.
  // CHECK-LABEL: llvm.func @single
  // CHECK-NOT: cp.async
  // CHECK: llvm.load %{{.*}} {alignment = 16 : i64} : !llvm.ptr<1> -> vector<4xi32>
  // CHECK-COUNT-8: st.shared.b16
  // CHECK-NOT: cp.async
  // CHECK: llvm.return
  tt.func public @single(%p: !tt.ptr<f16> {tt.divisibility = 16 : i32}) {
    %b = ttg.local_alloc : () -> !ttg.memdesc<512xf16, #single>
    %r = tt.make_range {start = 0 : i32, end = 512 : i32} : tensor<512xi32, #l>
    %ps = tt.splat %p : !tt.ptr<f16> -> tensor<512x!tt.ptr<f16>, #l>
    %pp = tt.addptr %ps, %r : tensor<512x!tt.ptr<f16>, #l>, tensor<512xi32, #l>
    ttg.async_copy %pp to %b : tensor<512x!tt.ptr<f16>, #l> -> !ttg.memdesc<512xf16, #single>
    tt.return
  }
}

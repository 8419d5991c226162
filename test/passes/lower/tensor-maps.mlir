// Copies by the tensor memory accelerator: one instruction for each panel, by the first thread.
// RUN: %tritonc-opt %s --tritonc-lower-to-llvm | %FileCheck %s

#b = #ttg.shared<{offset=[[1]]}>
// Rows of 128 bytes; two panels.
#s = #ttg.shared<{offset=[[0,1],[0,2],[0,4],[0,8],[0,16],[0,32],[1,8],[2,16],[4,32],[8,0],[0,64]]}>
#l = #ttg.blocked<{shape = [16, 128], sizePerThread = [1, 8], threadsPerWarp = [2, 16], warpsPerCTA = [4, 1], order = [1, 0]}>
module attributes {"ttg.target" = "cuda:90a", "ttg.num-warps" = 4 : i32, "ttg.threads-per-warp" = 32 : i32} {
  // CHECK-LABEL: llvm.func @copy
  // CHECK-SAME: %[[D:[a-z0-9]+]]: !llvm.ptr {llvm.align = 64 : i64, llvm.byval = !llvm.array<128 x i8>}
  // CHECK-COUNT-2: @$1 mbarrier.init.shared::cta.b64 [$0], 1;
  // CHECK: fence.mbarrier_init.release.cluster;
  // CHECK: barrier.cta.sync
  // CHECK: mbarrier.arrive.expect_tx.shared::cta.b64 _, [$0], 4096;
  // CHECK: cp.async.bulk.tensor.2d.shared::cluster.global.mbarrier::complete_tx::bytes [$0], [$1, {$2, $3}], [$4];
  // CHECK-SAME: , %[[D]],
  // CHECK: llvm.add %{{.*}}, %{{.*}} : i32
  // CHECK: cp.async.bulk.tensor.2d.shared::cluster
  // CHECK: WAIT: mbarrier.try_wait.parity.shared::cta.b64 done, [$0], $1;
  // CHECK-COUNT-2: mbarrier.inval.shared::cta.b64 [$0];
  tt.func public @copy(%p: !tt.ptr<f16>, %i: i32, %d: !tt.tensordesc<tensor<16x128xf16>>) attributes {ttg.keep_descriptors} {
    %zero = arith.constant 0 : i32
    %true = arith.constant true
    %m = ttg.local_alloc : () -> !ttg.memdesc<16x128xf16, #s>
    %bars = ttg.local_alloc : () -> !ttg.memdesc<2x2xi64, #b>
    ttg.barrier_init %bars {count = 1 : i32} : !ttg.memdesc<2x2xi64, #b>
    %bar = ttg.memdesc_index %bars[%zero] : !ttg.memdesc<2x2xi64, #b> -> !ttg.memdesc<2xi64, #b>
    ttg.barrier_expect %bar, %true {bytes = 4096 : i32} : !ttg.memdesc<2xi64, #b>
    ttg.tma_load %d[%i, %zero] to %m, %bar, %true : !tt.tensordesc<tensor<16x128xf16>> -> !ttg.memdesc<16x128xf16, #s>, !ttg.memdesc<2xi64, #b>
    ttg.barrier_wait %bar, %zero : !ttg.memdesc<2xi64, #b>
    ttg.barrier_inval %bars : !ttg.memdesc<2x2xi64, #b>
    tt.return
  }

  // The wait lets threads write the buffer again, after a barrier.
  // CHECK-LABEL: llvm.func @store
  // CHECK: llvm.store
  // CHECK: fence.proxy.async.shared::cta;
  // CHECK: barrier.cta.sync
  // CHECK-COUNT-2: cp.async.bulk.tensor.2d.global.shared::cta.bulk_group [$0, {$1, $2}], [$3];
  // CHECK: cp.async.bulk.commit_group;
  // CHECK: cp.async.bulk.wait_group.read 0;
  // CHECK: barrier.cta.sync
  // CHECK: llvm.store
  tt.func public @store(%i: i32, %x: f16, %d: !tt.tensordesc<tensor<16x128xf16>>) attributes {ttg.keep_descriptors} {
    %v = tt.splat %x : f16 -> tensor<16x128xf16, #l>
    %m = ttg.local_alloc %v : (tensor<16x128xf16, #l>) -> !ttg.memdesc<16x128xf16, #s>
    ttg.fence_async_shared
    ttg.tma_store %m to %d[%i, %i] : !ttg.memdesc<16x128xf16, #s> -> !tt.tensordesc<tensor<16x128xf16>>
    ttg.tma_store_wait {pending = 0 : i32}
    ttg.local_store %v, %m : tensor<16x128xf16, #l> -> !ttg.memdesc<16x128xf16, #s>
    tt.return
  }
}

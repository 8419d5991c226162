// Accesses through descriptors that the launcher builds.
// RUN: %tritonc-opt %s --pipeline-descriptors --pipeline-async-dots | %FileCheck %s

#acc = #ttg.linear<{register=[[0,1],[8,0],[0,8],[0,16],[0,32]], lane=[[0,2],[0,4],[1,0],[2,0],[4,0]], warp=[[16,0],[32,0]], block=[]}>
#l = #ttg.blocked<{shape = [64, 64], sizePerThread = [1, 8], threadsPerWarp = [4, 8], warpsPerCTA = [4, 1], order = [1, 0]}>
#s = #ttg.shared<{offset=[[0,1],[0,2],[0,4],[0,8],[0,16],[0,32],[1,8],[2,16],[4,32],[8,0],[16,0],[32,0]]}>
module attributes {"ttg.target" = "cuda:90a", "ttg.num-warps" = 4 : i32, "ttg.threads-per-warp" = 32 : i32} {
  // Three slots, two iterations started before the loop; the product outlasts its iteration.
  // CHECK-LABEL: @product
  // CHECK: %[[M:.*]] = ttg.local_alloc : () -> !ttg.memdesc<3x64x64xf16
  // CHECK: %[[B:.*]] = ttg.local_alloc : () -> !ttg.memdesc<3x2xi64
  // CHECK: ttg.barrier_init %[[B]] {count = 1 : i32}
  // CHECK-COUNT-2: ttg.barrier_expect %{{.*}} {bytes = 8192 : i32}
  // CHECK: scf.for {{.*}} iter_args(%{{.*}} = %{{.*}}, %[[SLOT:.*]] = %{{.*}}, %[[PHASE:.*]] = %{{.*}})
  // CHECK: %[[W:.*]] = ttg.memdesc_index %[[B]][%[[SLOT]]]
  // CHECK: ttg.barrier_wait %[[W]], %[[PHASE]]
  // CHECK: %[[V:.*]] = ttg.memdesc_index %[[M]][%[[SLOT]]]
  // CHECK-NOT: ttg.fence_async_shared
  // CHECK: ttg.warp_group_dot %[[V]], %[[V]], %{{.*}} {isAsync = true}
  // CHECK: ttg.warp_group_dot_wait %{{.*}} {pending = 1 : i32}
  // CHECK: ttg.barrier_expect
  // CHECK: ttg.tma_load %{{.*}} to
  // CHECK: scf.yield
  // CHECK: ttg.warp_group_dot_wait %{{.*}} {pending = 0 : i32}
  // CHECK: ttg.barrier_inval %[[B]]
  // CHECK: ttg.local_dealloc %[[M]]
  tt.func public @product(%d: !tt.tensordesc<tensor<64x64xf16>>, %c: tensor<64x64xf32, #acc>, %n: i32) -> tensor<64x64xf32, #acc> attributes {ttg.keep_descriptors} {
    %zero = arith.constant 0 : i32
    %one = arith.constant 1 : i32
    %size = arith.constant 64 : i32
    %r = scf.for %i = %zero to %n step %one iter_args(%sum = %c) -> (tensor<64x64xf32, #acc>) : i32 {
      %k = arith.muli %i, %size : i32
      %x = tt.descriptor_load %d[%zero, %k] : !tt.tensordesc<tensor<64x64xf16>> -> tensor<64x64xf16, #l>
      %a = ttg.local_alloc %x : (tensor<64x64xf16, #l>) -> !ttg.memdesc<64x64xf16, #s>
      ttg.fence_async_shared
      %p = ttg.warp_group_dot %a, %a, %sum : !ttg.memdesc<64x64xf16, #s> * !ttg.memdesc<64x64xf16, #s> -> tensor<64x64xf32, #acc>
      scf.yield %p : tensor<64x64xf32, #acc>
    }
    tt.return %r : tensor<64x64xf32, #acc>
  }

  // Alone: started, waited for, read into registers, and stored the same way.
  // CHECK-LABEL: @once
  // CHECK: ttg.tma_load
  // CHECK: ttg.barrier_wait
  // CHECK: ttg.barrier_inval
  // CHECK: %[[X:.*]] = ttg.local_load
  // CHECK: %[[S:.*]] = ttg.local_alloc %[[X]]
  // CHECK: ttg.fence_async_shared
  // CHECK: ttg.tma_store %[[S]] to
  // CHECK: ttg.tma_store_wait {pending = 0 : i32}
  tt.func public @once(%d: !tt.tensordesc<tensor<64x64xf16>>, %i: i32) attributes {ttg.keep_descriptors} {
    %x = tt.descriptor_load %d[%i, %i] : !tt.tensordesc<tensor<64x64xf16>> -> tensor<64x64xf16, #l>
    tt.descriptor_store %d[%i, %i], %x : !tt.tensordesc<tensor<64x64xf16>>, tensor<64x64xf16, #l>
    tt.return
  }
}

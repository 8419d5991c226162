// Buffers lie apart while they are live at the same time, and barriers stand where their accesses need one.
// RUN: %tritonc-opt %s --tritonc-allocate-shared --tritonc-insert-barriers | %FileCheck %s

#l = #ttg.blocked<{shape = [512], sizePerThread = [4], threadsPerWarp = [32], warpsPerCTA = [4], order = [0]}>
#s = #ttg.shared<{offset=[[1],[2],[4],[8],[16],[32],[64],[128],[256]]}>
module attributes {"ttg.target" = "cuda:90", "ttg.num-warps" = 4 : i32} {
  // The second buffer takes the place of the first, whose readers it waits for; the third lives beside the second.
  // CHECK-LABEL: tt.func public @lifetimes
  // CHECK: ttg.local_alloc %{{.*}} {ttg.shared_offset = 0 : i32}
  // CHECK-NEXT: gpu.barrier {ttg.shared_only}
  // CHECK-NEXT: ttg.local_load
  // CHECK-NEXT: gpu.barrier {ttg.shared_only}
  // CHECK-NEXT: ttg.local_alloc %{{.*}} {ttg.shared_offset = 0 : i32}
  // CHECK-NEXT: ttg.local_alloc %{{.*}} {ttg.shared_offset = 2048 : i32}
  // CHECK-NEXT: gpu.barrier {ttg.shared_only}
  // CHECK-NEXT: ttg.local_load
  // CHECK-NEXT: ttg.local_load
  tt.func public @lifetimes(%x: tensor<512xf32, #l>) -> (tensor<512xf32, #l>, tensor<512xf32, #l>) {
    %0 = ttg.local_alloc %x : (tensor<512xf32, #l>) -> !ttg.memdesc<512xf32, #s>
    %1 = ttg.local_load %0 : !ttg.memdesc<512xf32, #s> -> tensor<512xf32, #l>
    %2 = ttg.local_alloc %1 : (tensor<512xf32, #l>) -> !ttg.memdesc<512xf32, #s>
    %3 = ttg.local_alloc %1 : (tensor<512xf32, #l>) -> !ttg.memdesc<512xf32, #s>
    %4 = ttg.local_load %2 : !ttg.memdesc<512xf32, #s> -> tensor<512xf32, #l>
    %5 = ttg.local_load %3 : !ttg.memdesc<512xf32, #s> -> tensor<512xf32, #l>
    tt.return %4, %5 : tensor<512xf32, #l>, tensor<512xf32, #l>
  }

  // A buffer from before a loop lives through it, through views too, and so past the scratch of the reduction; a dealloc extends a life.
  // CHECK-LABEL: tt.func public @through_a_loop
  // CHECK: %[[B:.*]] = ttg.local_alloc {ttg.shared_offset = 0 : i32} : () -> !ttg.memdesc<2x512xf32
  // CHECK: ttg.local_alloc %{{.*}} {ttg.shared_offset = 4096 : i32}
  // CHECK: {ttg.shared_offset = 6144 : i32}
  // No barrier before the last write: the reduction has met after each read.
  // CHECK: ttg.local_dealloc
  // CHECK-NEXT: ttg.local_alloc %{{.*}} {ttg.shared_offset = 0 : i32}
  tt.func public @through_a_loop(%x: tensor<512xf32, #l>, %n: i32) -> f32 {
    %c0 = arith.constant 0 : i32
    %c1 = arith.constant 1 : i32
    %z = arith.constant 0.0 : f32
    %buffer = ttg.local_alloc : () -> !ttg.memdesc<2x512xf32, #s>
    %other = ttg.local_alloc %x : (tensor<512xf32, #l>) -> !ttg.memdesc<512xf32, #s>
    %first = ttg.memdesc_index %buffer[%c0] : !ttg.memdesc<2x512xf32, #s> -> !ttg.memdesc<512xf32, #s>
    %r:2 = scf.for %i = %c0 to %n step %c1 iter_args(%acc = %z, %view = %first) -> (f32, !ttg.memdesc<512xf32, #s>) : i32 {
      %v = ttg.local_load %view : !ttg.memdesc<512xf32, #s> -> tensor<512xf32, #l>
      %sum = "tt.reduce"(%v) <{axis = 0 : i32}> ({
      ^bb0(%a: f32, %b: f32):
        %c = arith.addf %a, %b : f32
        tt.reduce.return %c : f32
      }) : (tensor<512xf32, #l>) -> f32
      %next = ttg.memdesc_index %buffer[%i] : !ttg.memdesc<2x512xf32, #s> -> !ttg.memdesc<512xf32, #s>
      %1 = arith.addf %acc, %sum : f32
      scf.yield %1, %next : f32, !ttg.memdesc<512xf32, #s>
    }
    ttg.local_dealloc %other : !ttg.memdesc<512xf32, #s>
    %w = ttg.local_alloc %x : (tensor<512xf32, #l>) -> !ttg.memdesc<512xf32, #s>
    tt.return %r#0 : f32
  }

  // The pipelined loop: one barrier each time round, after the wait and before the slot read last is filled again. After the loop,
  // none before the wait that ends all copies.
  // CHECK-LABEL: tt.func public @pipelined
  // CHECK: ttg.async_copy
  // CHECK: scf.for
  // CHECK-NOT: gpu.barrier
  // CHECK: ttg.async_wait {pending = 1 : i32}
  // CHECK-NOT: ttg.local_load
  // CHECK: gpu.barrier {ttg.shared_only}
  // CHECK-NEXT: ttg.async_copy
  // CHECK-NOT: gpu.barrier
  // CHECK: scf.yield
  // CHECK: ttg.async_wait {pending = 0 : i32}
  // CHECK-NOT: gpu.barrier
  // CHECK: ttg.local_dealloc
  // CHECK-NEXT: gpu.barrier
  // CHECK-NEXT: ttg.local_alloc
  tt.func public @pipelined(%p: tensor<512x!tt.ptr<f32>, #l>, %x: tensor<512xf32, #l>, %n: i32) -> tensor<512xf32, #l> {
    %c0 = arith.constant 0 : i32
    %c1 = arith.constant 1 : i32
    %buffer = ttg.local_alloc : () -> !ttg.memdesc<3x512xf32, #s>
    %0 = ttg.memdesc_index %buffer[%c0] : !ttg.memdesc<3x512xf32, #s> -> !ttg.memdesc<512xf32, #s>
    ttg.async_copy %p to %0 : tensor<512x!tt.ptr<f32>, #l> -> !ttg.memdesc<512xf32, #s>
    ttg.async_commit
    %1 = ttg.memdesc_index %buffer[%c1] : !ttg.memdesc<3x512xf32, #s> -> !ttg.memdesc<512xf32, #s>
    ttg.async_copy %p to %1 : tensor<512x!tt.ptr<f32>, #l> -> !ttg.memdesc<512xf32, #s>
    ttg.async_commit
    %r = scf.for %i = %c0 to %n step %c1 iter_args(%acc = %x) -> (tensor<512xf32, #l>) : i32 {
      ttg.async_wait {pending = 1 : i32}
      %to = ttg.memdesc_index %buffer[%i] : !ttg.memdesc<3x512xf32, #s> -> !ttg.memdesc<512xf32, #s>
      ttg.async_copy %p to %to : tensor<512x!tt.ptr<f32>, #l> -> !ttg.memdesc<512xf32, #s>
      ttg.async_commit
      %from = ttg.memdesc_index %buffer[%i] : !ttg.memdesc<3x512xf32, #s> -> !ttg.memdesc<512xf32, #s>
      %v = ttg.local_load %from : !ttg.memdesc<512xf32, #s> -> tensor<512xf32, #l>
      %sum = arith.addf %acc, %v : tensor<512xf32, #l>
      scf.yield %sum : tensor<512xf32, #l>
    }
    ttg.async_wait {pending = 0 : i32}
    ttg.local_dealloc %buffer : !ttg.memdesc<3x512xf32, #s>
    %w = ttg.local_alloc %r : (tensor<512xf32, #l>) -> !ttg.memdesc<512xf32, #s>
    tt.return %r : tensor<512xf32, #l>
  }

  // Products read until their wait: the copy that overwrites what the last one reads meets all threads first.
  // CHECK-LABEL: tt.func public @products
  // CHECK: ttg.async_wait
  // CHECK-NEXT: gpu.barrier
  // CHECK-NEXT: ttg.warp_group_dot
  // CHECK-NEXT: ttg.warp_group_dot_wait
  // CHECK-NEXT: gpu.barrier
  // CHECK-NEXT: ttg.async_copy
  tt.func public @products(%p: tensor<512x!tt.ptr<f32>, #l>, %c: tensor<512xf32, #l>, %n: i32) -> tensor<512xf32, #l> {
    %c0 = arith.constant 0 : i32
    %c1 = arith.constant 1 : i32
    %a = ttg.local_alloc : () -> !ttg.memdesc<512xf32, #s>
    %r = scf.for %i = %c0 to %n step %c1 iter_args(%acc = %c) -> (tensor<512xf32, #l>) : i32 {
      ttg.async_wait {pending = 0 : i32}
      %d = ttg.warp_group_dot %a, %a, %acc {isAsync = true} : !ttg.memdesc<512xf32, #s> * !ttg.memdesc<512xf32, #s> -> tensor<512xf32, #l>
      %done = ttg.warp_group_dot_wait %d {pending = 1 : i32} : tensor<512xf32, #l>
      ttg.async_copy %p to %a : tensor<512x!tt.ptr<f32>, #l> -> !ttg.memdesc<512xf32, #s>
      ttg.async_commit
      scf.yield %done : tensor<512xf32, #l>
    }
    tt.return %r : tensor<512xf32, #l>
  }
}

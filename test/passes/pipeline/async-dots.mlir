// Products that outlast their iteration.
// RUN: %tritonc-opt %s --pipeline-async-dots | %FileCheck %s

#acc = #ttg.linear<{register=[[0,1],[8,0],[0,8],[0,16],[0,32]], lane=[[0,2],[0,4],[1,0],[2,0],[4,0]], warp=[[16,0],[32,0]], block=[]}>
#rows = #ttg.blocked<{shape = [64, 64], sizePerThread = [1, 8], threadsPerWarp = [4, 8], warpsPerCTA = [4, 1], order = [1, 0]}>
#s = #ttg.shared<{offset=[[0,1],[0,2],[0,4],[0,8],[0,16],[0,32],[1,8],[2,16],[4,32],[8,0],[16,0],[32,0]]}>
module attributes {"ttg.target" = "cuda:90a", "ttg.num-warps" = 4 : i32, "ttg.threads-per-warp" = 32 : i32} {
  // CHECK-LABEL: @slots
  // CHECK: %[[R:.*]]:2 = scf.for
  // CHECK: %[[D:.*]] = ttg.warp_group_dot %{{.*}} {isAsync = true}
  // CHECK-NEXT: %[[W:.*]] = ttg.warp_group_dot_wait %[[D]] {pending = 1 : i32}
  // CHECK: ttg.async_copy
  // CHECK: scf.yield %[[W]]
  // CHECK: %[[L:.*]] = ttg.warp_group_dot_wait %[[R]]#0 {pending = 0 : i32}
  // CHECK: tt.return %[[L]]
  tt.func @slots(%p: tensor<64x64x!tt.ptr<f16>, #rows>, %c: tensor<64x64xf32, #acc>, %n: i32) -> tensor<64x64xf32, #acc> {
    %zero = arith.constant 0 : i32
    %one = arith.constant 1 : i32
    %m = ttg.local_alloc : () -> !ttg.memdesc<2x64x64xf16, #s>
    %r:2 = scf.for %i = %zero to %n step %one iter_args(%sum = %c, %slot = %zero) -> (tensor<64x64xf32, #acc>, i32) : i32 {
      ttg.async_wait {pending = 0 : i32}
      %a = ttg.memdesc_index %m[%slot] : !ttg.memdesc<2x64x64xf16, #s> -> !ttg.memdesc<64x64xf16, #s>
      %d = ttg.warp_group_dot %a, %a, %sum : !ttg.memdesc<64x64xf16, #s> * !ttg.memdesc<64x64xf16, #s> -> tensor<64x64xf32, #acc>
      %next = arith.subi %one, %slot : i32
      %b = ttg.memdesc_index %m[%next] : !ttg.memdesc<2x64x64xf16, #s> -> !ttg.memdesc<64x64xf16, #s>
      ttg.async_copy %p to %b : tensor<64x64x!tt.ptr<f16>, #rows> -> !ttg.memdesc<64x64xf16, #s>
      ttg.async_commit
      scf.yield %d, %next : tensor<64x64xf32, #acc>, i32
    }
    tt.return %r#0 : tensor<64x64xf32, #acc>
  }

  // The buffer is written again before the next product.
  // CHECK-LABEL: @refilled
  // CHECK-NOT: isAsync
  tt.func @refilled(%p: tensor<64x64x!tt.ptr<f16>, #rows>, %c: tensor<64x64xf32, #acc>, %n: i32) -> tensor<64x64xf32, #acc> {
    %zero = arith.constant 0 : i32
    %one = arith.constant 1 : i32
    %r = scf.for %i = %zero to %n step %one iter_args(%sum = %c) -> (tensor<64x64xf32, #acc>) : i32 {
      %x = tt.load %p : tensor<64x64x!tt.ptr<f16>, #rows>
      %a = ttg.local_alloc %x : (tensor<64x64xf16, #rows>) -> !ttg.memdesc<64x64xf16, #s>
      %d = ttg.warp_group_dot %a, %a, %sum : !ttg.memdesc<64x64xf16, #s> * !ttg.memdesc<64x64xf16, #s> -> tensor<64x64xf32, #acc>
      scf.yield %d : tensor<64x64xf32, #acc>
    }
    tt.return %r : tensor<64x64xf32, #acc>
  }

  // The sum is looked at in the loop.
  // CHECK-LABEL: @read
  // CHECK-NOT: isAsync
  tt.func @read(%c: tensor<64x64xf32, #acc>, %n: i32) -> tensor<64x64xf32, #acc> {
    %zero = arith.constant 0 : i32
    %one = arith.constant 1 : i32
    %m = ttg.local_alloc : () -> !ttg.memdesc<64x64xf16, #s>
    %r = scf.for %i = %zero to %n step %one iter_args(%sum = %c) -> (tensor<64x64xf32, #acc>) : i32 {
      %twice = arith.addf %sum, %sum : tensor<64x64xf32, #acc>
      %d = ttg.warp_group_dot %m, %m, %twice : !ttg.memdesc<64x64xf16, #s> * !ttg.memdesc<64x64xf16, #s> -> tensor<64x64xf32, #acc>
      scf.yield %d : tensor<64x64xf32, #acc>
    }
    tt.return %r : tensor<64x64xf32, #acc>
  }

  // The sum is used after another product only, whose wait serves both.
  // CHECK-LABEL: @until_the_next
  // CHECK: scf.for {{.*}} iter_args(%[[S:.*]] =
  // CHECK: %[[X:.*]] = ttg.warp_group_dot %{{.*}} {isAsync = true}
  // CHECK-NEXT: %[[W:.*]]:2 = ttg.warp_group_dot_wait %[[X]], %[[S]] {pending = 0 : i32}
  // CHECK: arith.addf %[[W]]#1, %[[W]]#0
  // CHECK: %[[D:.*]] = ttg.warp_group_dot %{{.*}} {isAsync = true}
  // CHECK-NOT: ttg.warp_group_dot_wait
  // CHECK: scf.yield %[[D]]
  // CHECK: ttg.warp_group_dot_wait
  tt.func @until_the_next(%c: tensor<64x64xf32, #acc>, %n: i32) -> tensor<64x64xf32, #acc> {
    %zero = arith.constant 0 : i32
    %one = arith.constant 1 : i32
    %none = arith.constant dense<0.0> : tensor<64x64xf32, #acc>
    %m = ttg.local_alloc : () -> !ttg.memdesc<64x64xf16, #s>
    %r = scf.for %i = %zero to %n step %one iter_args(%sum = %c) -> (tensor<64x64xf32, #acc>) : i32 {
      %x = ttg.warp_group_dot %m, %m, %none : !ttg.memdesc<64x64xf16, #s> * !ttg.memdesc<64x64xf16, #s> -> tensor<64x64xf32, #acc>
      %y = arith.addf %sum, %x : tensor<64x64xf32, #acc>
      %d = ttg.warp_group_dot %m, %m, %y : !ttg.memdesc<64x64xf16, #s> * !ttg.memdesc<64x64xf16, #s> -> tensor<64x64xf32, #acc>
      scf.yield %d : tensor<64x64xf32, #acc>
    }
    tt.return %r : tensor<64x64xf32, #acc>
  }

  // Copies of the next iteration start behind the wait that frees their slot.
  // CHECK-LABEL: @copies_due
  // CHECK: ttg.warp_group_dot_wait {{.*}} {pending = 0 : i32}
  // CHECK-NEXT: arith.subi
  // CHECK-NEXT: ttg.memdesc_index
  // CHECK-NEXT: ttg.async_copy
  // CHECK-NEXT: ttg.async_commit
  // CHECK-NEXT: arith.addf
  // CHECK: ttg.warp_group_dot
  tt.func @copies_due(%p: tensor<64x64x!tt.ptr<f16>, #rows>, %q: tensor<64x64x!tt.ptr<f32>, #acc>, %c: tensor<64x64xf32, #acc>, %n: i32) -> tensor<64x64xf32, #acc> {
    %zero = arith.constant 0 : i32
    %one = arith.constant 1 : i32
    %none = arith.constant dense<0.0> : tensor<64x64xf32, #acc>
    %m = ttg.local_alloc : () -> !ttg.memdesc<2x64x64xf16, #s>
    %r:2 = scf.for %i = %zero to %n step %one iter_args(%sum = %c, %slot = %zero) -> (tensor<64x64xf32, #acc>, i32) : i32 {
      ttg.async_wait {pending = 0 : i32}
      %a = ttg.memdesc_index %m[%slot] : !ttg.memdesc<2x64x64xf16, #s> -> !ttg.memdesc<64x64xf16, #s>
      %x = ttg.warp_group_dot %a, %a, %none : !ttg.memdesc<64x64xf16, #s> * !ttg.memdesc<64x64xf16, #s> -> tensor<64x64xf32, #acc>
      %y = arith.addf %sum, %x : tensor<64x64xf32, #acc>
      %d = ttg.warp_group_dot %a, %a, %y : !ttg.memdesc<64x64xf16, #s> * !ttg.memdesc<64x64xf16, #s> -> tensor<64x64xf32, #acc>
      %next = arith.subi %one, %slot : i32
      %b = ttg.memdesc_index %m[%next] : !ttg.memdesc<2x64x64xf16, #s> -> !ttg.memdesc<64x64xf16, #s>
      ttg.async_copy %p to %b : tensor<64x64x!tt.ptr<f16>, #rows> -> !ttg.memdesc<64x64xf16, #s>
      ttg.async_commit
      scf.yield %d, %next : tensor<64x64xf32, #acc>, i32
    }
    tt.return %r#0 : tensor<64x64xf32, #acc>
  }

  // Those further ahead have time.
  // CHECK-LABEL: @copies_ahead
  // CHECK: ttg.warp_group_dot_wait {{.*}} {pending = 0 : i32}
  // CHECK-NEXT: arith.addf
  // CHECK: ttg.warp_group_dot
  // CHECK: ttg.async_copy
  tt.func @copies_ahead(%p: tensor<64x64x!tt.ptr<f16>, #rows>, %q: tensor<64x64x!tt.ptr<f32>, #acc>, %c: tensor<64x64xf32, #acc>, %n: i32) -> tensor<64x64xf32, #acc> {
    %zero = arith.constant 0 : i32
    %one = arith.constant 1 : i32
    %none = arith.constant dense<0.0> : tensor<64x64xf32, #acc>
    %m = ttg.local_alloc : () -> !ttg.memdesc<2x64x64xf16, #s>
    %r:2 = scf.for %i = %zero to %n step %one iter_args(%sum = %c, %slot = %zero) -> (tensor<64x64xf32, #acc>, i32) : i32 {
      ttg.async_wait {pending = 1 : i32}
      %a = ttg.memdesc_index %m[%slot] : !ttg.memdesc<2x64x64xf16, #s> -> !ttg.memdesc<64x64xf16, #s>
      %x = ttg.warp_group_dot %a, %a, %none : !ttg.memdesc<64x64xf16, #s> * !ttg.memdesc<64x64xf16, #s> -> tensor<64x64xf32, #acc>
      %y = arith.addf %sum, %x : tensor<64x64xf32, #acc>
      %d = ttg.warp_group_dot %a, %a, %y : !ttg.memdesc<64x64xf16, #s> * !ttg.memdesc<64x64xf16, #s> -> tensor<64x64xf32, #acc>
      %next = arith.subi %one, %slot : i32
      %b = ttg.memdesc_index %m[%next] : !ttg.memdesc<2x64x64xf16, #s> -> !ttg.memdesc<64x64xf16, #s>
      ttg.async_copy %p to %b : tensor<64x64x!tt.ptr<f16>, #rows> -> !ttg.memdesc<64x64xf16, #s>
      ttg.async_commit
      scf.yield %d, %next : tensor<64x64xf32, #acc>, i32
    }
    tt.return %r#0 : tensor<64x64xf32, #acc>
  }

  // They may read what the iteration stores.
  // CHECK-LABEL: @copies_behind_store
  // CHECK: ttg.warp_group_dot_wait {{.*}} {pending = 0 : i32}
  // CHECK-NEXT: arith.addf
  // CHECK: tt.store
  // CHECK: ttg.async_copy
  tt.func @copies_behind_store(%p: tensor<64x64x!tt.ptr<f16>, #rows>, %q: tensor<64x64x!tt.ptr<f32>, #acc>, %c: tensor<64x64xf32, #acc>, %n: i32) -> tensor<64x64xf32, #acc> {
    %zero = arith.constant 0 : i32
    %one = arith.constant 1 : i32
    %none = arith.constant dense<0.0> : tensor<64x64xf32, #acc>
    %m = ttg.local_alloc : () -> !ttg.memdesc<2x64x64xf16, #s>
    %r:2 = scf.for %i = %zero to %n step %one iter_args(%sum = %c, %slot = %zero) -> (tensor<64x64xf32, #acc>, i32) : i32 {
      ttg.async_wait {pending = 0 : i32}
      %a = ttg.memdesc_index %m[%slot] : !ttg.memdesc<2x64x64xf16, #s> -> !ttg.memdesc<64x64xf16, #s>
      %x = ttg.warp_group_dot %a, %a, %none : !ttg.memdesc<64x64xf16, #s> * !ttg.memdesc<64x64xf16, #s> -> tensor<64x64xf32, #acc>
      %y = arith.addf %sum, %x : tensor<64x64xf32, #acc>
      %d = ttg.warp_group_dot %a, %a, %y : !ttg.memdesc<64x64xf16, #s> * !ttg.memdesc<64x64xf16, #s> -> tensor<64x64xf32, #acc>
      tt.store %q, %y : tensor<64x64x!tt.ptr<f32>, #acc>
      %next = arith.subi %one, %slot : i32
      %b = ttg.memdesc_index %m[%next] : !ttg.memdesc<2x64x64xf16, #s> -> !ttg.memdesc<64x64xf16, #s>
      ttg.async_copy %p to %b : tensor<64x64x!tt.ptr<f16>, #rows> -> !ttg.memdesc<64x64xf16, #s>
      ttg.async_commit
      scf.yield %d, %next : tensor<64x64xf32, #acc>, i32
    }
    tt.return %r#0 : tensor<64x64xf32, #acc>
  }
}

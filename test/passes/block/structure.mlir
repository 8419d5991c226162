// RUN: %tritonc-opt %s -block-structure | %FileCheck %s

// Early returns of a function that is called become branches; a kernel keeps its blocks.
// CHECK-LABEL: tt.func private @early
// CHECK: %[[R:.*]] = scf.if
// CHECK: else
// CHECK: tt.return %[[R]]
tt.func private @early(%x: i32, %c: i1) -> i32 {
  cf.cond_br %c, ^bb1, ^bb2
^bb1:
  tt.return %x : i32
^bb2:
  %y = arith.addi %x, %x : i32
  tt.return %y : i32
}

// CHECK-LABEL: tt.func public @kernel
// CHECK: cf.cond_br
tt.func public @kernel(%p: !tt.ptr<i32>, %c: i1) {
  cf.cond_br %c, ^bb1, ^bb2
^bb1:
  tt.return
^bb2:
  %one = arith.constant 1 : i32
  %x = tt.call @early(%one, %c) : (i32, i1) -> i32
  tt.store %p, %x : !tt.ptr<i32>
  tt.return
}

// Three ways to the end of one path, and a loop.
// CHECK-LABEL: tt.func private @loop
// CHECK: scf.while
// CHECK-NOT: {{ cf[.]}}
// CHECK-NOT: scf.index_switch
// CHECK: tt.return
tt.func private @loop(%n: i32) -> i32 {
  %zero = arith.constant 0 : i32
  %one = arith.constant 1 : i32
  cf.br ^bb1(%zero : i32)
^bb1(%i: i32):
  %done = arith.cmpi sge, %i, %n : i32
  cf.cond_br %done, ^bb4, ^bb2
^bb2:
  %odd = arith.andi %i, %one : i32
  %stop = arith.cmpi eq, %odd, %n : i32
  cf.cond_br %stop, ^bb3, ^bb5
^bb3:
  tt.return %i : i32
^bb4:
  tt.return %zero : i32
^bb5:
  %next = arith.addi %i, %one : i32
  cf.br ^bb1(%next : i32)
}

// The scalar function of map_elementwise, in a kernel too.
// CHECK-LABEL: @map
// CHECK: "tt.map_elementwise"
// CHECK-NEXT: ^bb0(%[[A:.*]]: i32, %[[B:.*]]: i32):
// CHECK: %[[R:.*]] = scf.if %{{.*}} -> (i32) {
// CHECK-NEXT: scf.yield %[[A]] : i32
// CHECK: scf.yield %[[B]] : i32
// CHECK: tt.map_elementwise.return %[[R]] : i32
tt.func public @map(%p: !tt.ptr<i32>) {
  %r = tt.make_range {start = 0 : i32, end = 32 : i32} : tensor<32xi32>
  %b = tt.splat %p : !tt.ptr<i32> -> tensor<32x!tt.ptr<i32>>
  %a = tt.addptr %b, %r : tensor<32x!tt.ptr<i32>>, tensor<32xi32>
  %x = tt.load %a : tensor<32x!tt.ptr<i32>>
  %z = "tt.map_elementwise"(%x, %r) <{pack = 1 : i32}> ({
  ^bb0(%y: i32, %w: i32):
    %c = arith.cmpi sgt, %y, %w : i32
    cf.cond_br %c, ^bb1(%y : i32), ^bb1(%w : i32)
  ^bb1(%v: i32):
    tt.map_elementwise.return %v : i32
  }) : (tensor<32xi32>, tensor<32xi32>) -> tensor<32xi32>
  tt.store %a, %z : tensor<32x!tt.ptr<i32>>
  tt.return
}

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

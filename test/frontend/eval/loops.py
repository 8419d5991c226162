# Loops: what they carry, their options, unrolling.
# RUN: %tritonc %s --kernel=carry --signature='*fp32,i32,64' --emit=ttir -o - | %FileCheck %s --check-prefix=CARRY
# RUN: %tritonc %s --kernel=options --signature='*i32,i32' --emit=ttir -o - | %FileCheck %s --check-prefix=OPTIONS
# RUN: %tritonc %s --kernel=backwards --signature='*i32,i32' --emit=ttir -o - | %FileCheck %s --check-prefix=BACK
# RUN: %tritonc %s --kernel=wide --signature='*i64,i64' --emit=ttir -o - | %FileCheck %s --check-prefix=WIDE
# RUN: %tritonc %s --kernel=unrolled --signature='*i32,i32' --emit=ttir -o - | %FileCheck %s --check-prefix=UNROLLED
# RUN: %tritonc %s --kernel=until --signature='*i32,i32' --emit=ttir -o - | %FileCheck %s --check-prefix=UNTIL
import triton
import triton.language as tl


# Only what changes is carried, in the order of first definition; `same` is not.
# CARRY-LABEL: tt.func public @carry
# CARRY: %[[R:.*]]:2 = scf.for %{{.*}} iter_args(%{{.*}}, %{{.*}}) -> (tensor<64xf32>, !tt.ptr<f32>)
# CARRY: scf.yield
# CARRY: tt.store %{{.*}}, %[[R]]#0
@triton.jit
def carry(p, n, B: tl.constexpr):
    same = tl.arange(0, B)
    acc = tl.zeros((B,), tl.float32)
    ptr = p
    for i in range(0, n, B):
        offs = i + same
        if B == 1:
            same = same + 1
        acc += tl.load(ptr + offs)
        ptr += n
    tl.store(p + same, acc)


# OPTIONS-LABEL: tt.func public @options
# OPTIONS: scf.for
# OPTIONS: } {tt.disallow_acc_multi_buffer, tt.flatten, tt.loop_unroll_factor = 2 : i32, tt.num_stages = 3 : i32, tt.warp_specialize}
@triton.jit
def options(p, n):
    for i in tl.range(0, n, 2, num_stages=3, loop_unroll_factor=2, flatten=True, disallow_acc_multi_buffer=True,
                      warp_specialize=True):
        tl.store(p + i, i)


# range(n, 0, -2) runs upwards from 0 to n; the index is mirrored.
# BACK-LABEL: tt.func public @backwards(
# BACK-SAME: %[[N:[a-z0-9_]+]]: i32
# BACK: scf.for %[[I:[a-z0-9_]+]] = %c0{{.*}} to %[[N]] step %c2
# BACK: arith.subi %[[N]], %[[I]]
@triton.jit
def backwards(p, n):
    for i in range(n, 0, -2):
        tl.store(p + i, i)


# WIDE-LABEL: tt.func public @wide
# WIDE: scf.for {{.*}} : i64
@triton.jit
def wide(p, n):
    for i in range(0, n, 1):
        tl.store(p + i, i)


# UNROLLED-LABEL: tt.func public @unrolled
# UNROLLED-NOT: scf.for
# UNROLLED-COUNT-3: tt.store
# UNROLLED-NOT: tt.store
@triton.jit
def unrolled(p, n):
    for i in tl.static_range(3):
        k: tl.constexpr = i * 2
        tl.store(p + k, n)


# UNTIL-LABEL: tt.func public @until
# UNTIL: scf.while (%{{.*}} = %{{.*}}, %{{.*}} = %{{.*}}) : (i32, i32) -> (i32, i32)
# UNTIL: scf.condition
# UNTIL: scf.yield
@triton.jit
def until(p, n):
    steps = 0
    while n > 1 and steps < 100:
        n = n // 2
        steps += 1
    tl.store(p, n + steps)

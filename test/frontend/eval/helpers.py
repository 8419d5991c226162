# Helpers are inlined, with constants known in them; noinline ones stay functions, one per combination of types.
# RUN: %tritonc %s --kernel=k --signature='*fp32,*i32,i32' --emit=ttir -o - | %FileCheck %s
# RUN: %tritonc %s --kernel=k --signature='*fp32,*i32,i32' --emit=ttir -o - --stop-after=frontend | %FileCheck %s --check-prefix=RAW
import triton
import triton.language as tl


@triton.jit
def scale(x, factor: tl.constexpr = 2, *, offset=0):
    if factor == 2:
        return x * factor + offset
    return x - factor


@triton.jit
def both(x, y):
    return x + y, x - y


@triton.jit(noinline=True)
def kept(x, n: tl.constexpr):
    return x * n


@triton.constexpr_function
def at_compile_time(n):
    total = 0
    for i in range(n):
        if i == 3:
            continue
        total += i
    return total


# CHECK-LABEL: tt.func public @k
# CHECK: arith.addi
# CHECK: tt.store
# RAW-LABEL: tt.func public @k
# RAW: tt.call @kept__int32_constexpr_5_(
# RAW: arith.constant 42
# RAW: tt.call @kept__fp32_constexpr_5_(
# RAW: tt.call @kept__int32_constexpr_5_(
# RAW-LABEL: tt.func private @kept__int32_constexpr_5_(%{{.*}}: i32{{.*}}) -> i32 attributes {noinline = true}
# RAW: tt.return
# RAW-LABEL: tt.func private @kept__fp32_constexpr_5_(%{{.*}}: f32{{.*}}) -> f32 attributes {noinline = true}
@triton.jit
def k(p, q, n):
    s, d = both(scale(n, offset=1), y=scale(n, 3))
    args = (s, d)
    a = kept(s, 5) + d + at_compile_time(10)
    b = kept(tl.load(p), 5)
    c = kept(a, 5)
    tl.store(p, b)
    tl.store(q, c + both(*args)[0])

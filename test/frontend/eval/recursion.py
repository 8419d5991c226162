# A jit function may call itself with other compile-time arguments, which end the calls; what could not end is said.
# RUN: %tritonc %s --kernel=ends --signature='*i32, i32' --emit=ttir -o - | %FileCheck %s --check-prefix=ENDS
# RUN: %not %tritonc %s --kernel=run_time --signature='*i32, i32' --emit=ttir -o - 2>&1 | %FileCheck %s --check-prefix=RUN-TIME
# RUN: %not %tritonc %s --kernel=same --signature='*i32, i32' --emit=ttir -o - 2>&1 | %FileCheck %s --check-prefix=SAME
# RUN: %not %tritonc %s --kernel=deeper --signature='*i32, i32' --emit=ttir -o - 2>&1 | %FileCheck %s --check-prefix=DEEPER
# RUN: %not %tritonc %s --kernel=wide --signature='*i32, i32' --emit=ttir -o - 2>&1 | %FileCheck %s --check-prefix=WIDE
import triton
import triton.language as tl


@triton.jit
def power(x, n: tl.constexpr):
    if n == 0:
        return 1
    else:
        return x * power(x, n - 1)


# ENDS-COUNT-2: arith.muli
# ENDS-NOT: arith.muli
@triton.jit
def ends(p, n):
    tl.store(p, power(n, 3))


@triton.jit
def countdown(n):
    # RUN-TIME: [[#@LINE+1]]:12: error: 'countdown' calls itself
    return countdown(n - 1) + countdown(n - 2)


@triton.jit
def run_time(p, n):
    tl.store(p, countdown(n))


@triton.jit
def unchanged(n, B: tl.constexpr):
    # SAME: [[#@LINE+3]]:12: error: 'unchanged' calls itself
    # SAME: note: 'unchanged' is defined here
    # SAME: hint: jit functions are inlined, so only a tl.constexpr argument can end the calls
    return unchanged(n - 1, B) + unchanged(n - 2, B)


@triton.jit
def same(p, n):
    tl.store(p, unchanged(n, 4))


@triton.jit
def doubling(n, B: tl.constexpr):
    # DEEPER: error: calls are nested more than 120 deep
    return doubling(n, B + 1) + doubling(n, B + 2)


@triton.jit
def deeper(p, n):
    tl.store(p, doubling(n, 4))


@triton.jit
def fibonacci(n: tl.constexpr):
    # WIDE: error: compile-time evaluation takes too long
    if n < 2:
        return n
    else:
        return fibonacci(n - 1) + fibonacci(n - 2)


@triton.jit
def wide(p, n):
    tl.store(p, fibonacci(60))

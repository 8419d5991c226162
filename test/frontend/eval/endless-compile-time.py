# Code that runs at compile time has a budget.
# RUN: %not %tritonc %s --signature='*i32' --emit=ttir -o - 2>&1 | %FileCheck %s
import triton
import triton.language as tl


@triton.constexpr_function
def forever(n):
    while n > 0:
        # CHECK: error: compile-time evaluation takes too long
        n += 1
    return n


@triton.constexpr_function
def deep(n):
    # CHECK: error: calls are nested more than
    return deep(n + 1)


@triton.jit
def k(p):
    tl.store(p, deep(1))
    tl.store(p, forever(1))

# RUN: %not %tritonc %s --kernel=k --signature='*fp32,i32,B=64' --emit=ttir -o - 2>&1 | %FileCheck %s
import math

import triton
import triton.language as tl


@triton.constexpr_function
def forever(n):
    while n > 0:
        n += 1
    return n


@triton.constexpr_function
def fails(n):
    raise ValueError("no good")
    # CHECK: [[#@LINE-1]]:5: error: the code raises an exception: ValueError: no good


@triton.jit
def k(p, n, B: tl.constexpr):
    b, c = (1, 2, 3)
    # CHECK: [[#@LINE-1]]:5: error: cannot unpack: 2 values expected, 3 given
    d = n ** 2
    # CHECK: [[#@LINE-1]]:9: error: '**' does not work on a run-time int32 and int
    e = "a" + 1
    # CHECK: [[#@LINE-1]]:9: error: '+' does not work on str and int
    f = -"a"
    # CHECK: [[#@LINE-1]]:9: error: '-' does not work on str
    g = 1 // 0
    # CHECK: [[#@LINE-1]]:9: error: division by zero
    h = 1 << -1
    # CHECK: [[#@LINE-1]]:9: error: a shift by a negative or huge count
    i = 10 ** 100000
    # CHECK: [[#@LINE-1]]:9: error: a compile-time value grows too large
    j = (1, 2)[2]
    # CHECK: [[#@LINE-1]]:9: error: index 2 is out of range for 2 elements
    l = (1, 2)["a"]
    # CHECK: [[#@LINE-1]]:9: error: a tuple cannot be indexed by str
    m = {"x": 1}["y"]
    # CHECK: [[#@LINE-1]]:9: error: there is no entry 'y'
    o = B[0]
    # CHECK: [[#@LINE-1]]:9: error: int cannot be indexed
    p[0] = 1
    # CHECK: [[#@LINE-1]]:5: error: elements of a run-time pointer<fp32> cannot be assigned to
    q = math.sqrt(-1)
    # CHECK: [[#@LINE-1]]:9: error: math domain error
    r = len(5)
    # CHECK: [[#@LINE-1]]:9: error: len does not take int
    s = math.sqrt(**B)
    # CHECK: [[#@LINE-1]]:19: error: '**' needs a dict, not int
    t = fails(B)
    u = [x for x in range(4) if x < n]
    # CHECK: [[#@LINE-1]]:33: error: the condition of a comprehension must be known at compile time
    assert B == 3, "B is wrong"
    # CHECK: [[#@LINE-1]]:5: error: assertion failed: B is wrong
    v = 3j
    # CHECK: [[#@LINE-1]]:9: error: a complex number is not supported in a kernel
    w = (yield)
    # CHECK: [[#@LINE-1]]:10: error: 'yield' is not supported in a kernel
    with open("x"):
        pass
    # CHECK: [[#@LINE-2]]:10: error: 'open' is not defined

# RUN: %not %tritonc %s --kernel=k --signature='*fp32,i32,fp32' --emit=ttir -o - 2>&1 | %FileCheck %s
import triton
import triton.language as tl


@triton.jit
def mixed(n):
    if n > 3:
        return n
    # CHECK: [[#@LINE-1]]:9: error: one path returns a value of type int32, another a value of type fp32
    # CHECK: [[#@LINE+1]]:5: note: a value of type fp32 is returned on the other path
    return 1.5


@triton.jit
def forgets(n):
    if n > 3:
        return n
    # CHECK: [[#@LINE-1]]:9: error: one path returns a value of type int32, another nothing


@triton.jit
def k(p, n, f):
    if n > 3:
        y = 1
    else:
        y = 2.5
    # CHECK: [[#@LINE-4]]:8: error: 'y' has type int32 after one branch and fp32 after the other
    # CHECK: [[#@LINE-4]]:9: note: of type int32 here
    # CHECK: [[#@LINE-3]]:9: note: of type fp32 here
    if n > 3:
        z = 1
    w = z
    # CHECK: [[#@LINE-1]]:9: error: 'z' is not defined
    # CHECK: [[#@LINE-3]]:9: note: 'z' is defined only here, inside a loop or one branch of an 'if'
    a = 1.5 if n > 3 else 2
    # CHECK: [[#@LINE-1]]:9: error: the two values of this expression have the types fp32 and int32
    b = 1 < n < 3
    # CHECK: [[#@LINE-1]]:9: error: comparisons of run-time values cannot be chained
    if tl.arange(0, 16) > n:
        pass
    # CHECK: [[#@LINE-2]]:8: error:
    c = mixed(n)
    d = forgets(n)
    return n
    # CHECK: [[#@LINE-1]]:5: error: kernel 'k' must not return a value

# RUN: %not %tritonc %s --kernel=k --signature='*fp32,i32,None' --emit=ttir -o - 2>&1 | %FileCheck %s
import triton
import triton.language as tl


@triton.jit
def k(p, n, OPT):
    x = 0
    for i in range(n):
        x = x + 1.5
    # CHECK: [[#@LINE-1]]:9: error: 'x' changes its type in the loop, from int32 to fp32
    # CHECK: [[#@LINE-4]]:5: note: of type int32 before the loop
    # CHECK: [[#@LINE-4]]:14: note: in this loop
    # CHECK: hint: give it its final type before the loop
    for i in range(n):
        OPT = i
    # CHECK: [[#@LINE-1]]:9: error: 'OPT' is the compile-time value None before the loop, which makes it int32
    for i in range(n):
        if i > 3:
            return
        # CHECK: [[#@LINE-1]]:13: error: 'return' is not supported inside of a loop
        break
        # CHECK: [[#@LINE-1]]:9: error: 'break' is not supported in a loop or branch that runs on the device
        continue
        # CHECK: [[#@LINE-1]]:9: error: 'continue' is not supported
    for i in range(0, n, 0):
        pass
    # CHECK: [[#@LINE-2]]:26: error: the step of a range must not be zero
    for i in range(1.5):
        pass
    # CHECK: [[#@LINE-2]]:20: error: the bounds of a range must be integer scalars, not float
    for i in range(tl.load(p)):
        pass
    # CHECK: [[#@LINE-2]]:14: error: the bounds of a range must be integer scalars, not a run-time fp32
    for i in tl.static_range(n):
        pass
    # CHECK: [[#@LINE-2]]:14: error: a loop that is unrolled needs bounds known at compile time
    for i in 5:
        pass
    # CHECK: [[#@LINE-2]]:14: error: int cannot be iterated over
    for i in range(n):
        inner = i
    tl.store(p, inner)
    # CHECK: [[#@LINE-1]]:17: error: 'inner' is not defined
    # CHECK: [[#@LINE-3]]:9: note: 'inner' is defined only here
    while True:
        n += 1
    # CHECK: [[#@LINE-2]]:11: error: this loop never ends
    for i in range(n):
        pass
    else:
        pass
    # CHECK: error: 'else' after a loop is not supported in a kernel

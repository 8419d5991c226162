# Operations know their line, the variable that they compute, and the calls that led to them.
# RUN: %tritonc %s --kernel=k --signature='*i32,i32' --emit=ttir -o - -g | %FileCheck %s
import triton
import triton.language as tl


@triton.jit
def helper(x, y):
    total = x * y
    return total


# CHECK-DAG: loc("p"(
# CHECK-DAG: #[[MUL:loc[0-9]*]] = loc("{{.*}}locations.py":9:13)
# CHECK-DAG: #[[CALL:loc[0-9]*]] = loc("{{.*}}locations.py":21:9)
# CHECK-DAG: #[[TOTAL:loc[0-9]*]] = loc("total"(#[[MUL]]))
# CHECK-DAG: #[[Z:loc[0-9]*]] = loc("z"(#[[CALL]]))
# CHECK-DAG: loc(callsite(#[[TOTAL]] at #[[Z]]))
@triton.jit
def k(p, n):
    z = helper(n, tl.load(p))
    tl.store(p, z)

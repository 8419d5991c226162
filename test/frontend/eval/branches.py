# Run-time and compile-time if statements.
# RUN: %tritonc %s --kernel=merge --signature='*i32,i32,fp32' --emit=ttir -o - | %FileCheck %s --check-prefix=MERGE
# RUN: %tritonc %s --kernel=static --signature='*i32,i32,True,None' --emit=ttir -o - | %FileCheck %s --check-prefix=STATIC
# RUN: %tritonc %s --kernel=early --signature='*i32,i32' --emit=ttir -o - | %FileCheck %s --check-prefix=EARLY
# RUN: %tritonc %s --kernel=values --signature='*i32,i32' --emit=ttir -o - | %FileCheck %s --check-prefix=VALUES
# RUN: %tritonc %s --kernel=ternary --signature='*fp32,i32,fp32' --emit=ttir -o - | %FileCheck %s --check-prefix=TERNARY
import triton
import triton.language as tl


# MERGE-LABEL: tt.func public @merge
# MERGE: %[[R:.*]]:2 = scf.if %{{.*}} -> (f32, i32)
# MERGE: scf.yield
# MERGE: else
# MERGE: tt.store %{{.*}}, %[[R]]#1
@triton.jit
def merge(p, n, f):
    if n > 3:
        x = n * 5
        f = f * 2.0
        only_here = 1
    elif n > tl.load(p):
        x = n * tl.load(p + 1)
    else:
        x = tl.load(p + 2)
    tl.store(p, x)
    tl.store(p + 1, f.to(tl.int32))


# The branch that is not taken may be nonsense for these constants.
# STATIC-LABEL: tt.func public @static
# STATIC-NOT: scf.if
# STATIC: tt.store
@triton.jit
def static(p, n, FLAG: tl.constexpr, OPT):
    if OPT is not None:
        n += tl.load(OPT)
    if FLAG and OPT is None:
        tl.store(p, n)
    else:
        undefined_function(p)


# What follows an early return belongs to the other branch.
# EARLY-LABEL: tt.func public @early
# EARLY: scf.if
# EARLY: tt.store
# EARLY: tt.return
@triton.jit
def early(p, n):
    pid = tl.program_id(0)
    if pid >= n:
        return
    tl.store(p + pid, n)


# VALUES-LABEL: tt.func public @values
# VALUES: %[[R:.*]] = scf.if %{{.*}} -> (i32)
# VALUES: scf.if
# VALUES: tt.store %{{.*}}, %[[R]]
@triton.jit
def choose(p, n):
    if n > 10:
        return tl.load(p)
    n = n + 1
    if n == 3:
        return tl.load(p + 1)
    return tl.load(p + 2) * n


@triton.jit
def values(p, n):
    tl.store(p, choose(p, n))


# TERNARY-LABEL: tt.func public @ternary
# TERNARY: arith.select
# TERNARY: tt.store
@triton.jit
def ternary(p, n, f):
    tl.store(p, 1.5 if n > 3 else f)

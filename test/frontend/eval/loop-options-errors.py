# Options of loops that are no number, out of range, or known at run time only.
# RUN: %not %tritonc %s --kernel=k --signature='*fp32, n=i32, f=fp32' --emit=ttir -o - 2>&1 | %FileCheck %s
# RUN: %tritonc %s --kernel=good --signature='*fp32, n=i32, S=3' --emit=ttir --stop-after=frontend -o - 2>&1 | %FileCheck %s --check-prefix=GOOD
import triton
import triton.language as tl


@triton.jit
def k(p, n, f):
    # CHECK: [[#@LINE+1]]:{{[0-9]+}}: error: argument 'num_stages' must be an integer from 0 to 16 known at compile time, not
    for i in tl.range(n, num_stages="three"):
        pass
    # CHECK: [[#@LINE+1]]:{{[0-9]+}}: error: argument 'num_stages' must be an integer from 0 to 16 known at compile time, not
    for i in tl.range(n, num_stages=n):
        pass
    # CHECK: [[#@LINE+1]]:{{[0-9]+}}: error: argument 'num_stages' must be an integer from 0 to 16 known at compile time, not
    for i in tl.range(n, num_stages=-2):
        pass
    # CHECK: [[#@LINE+1]]:{{[0-9]+}}: error: argument 'num_stages' must be an integer from 0 to 16 known at compile time, not
    for i in tl.range(n, num_stages=2.5):
        pass
    # CHECK: [[#@LINE+1]]:{{[0-9]+}}: error: argument 'loop_unroll_factor' must be an integer from 0 to 256 known at compile time, not
    for i in tl.range(n, loop_unroll_factor=100000):
        pass
    # CHECK: [[#@LINE+1]]:{{[0-9]+}}: error: argument 'loop_unroll_factor' must be an integer from 0 to 256 known at compile time, not
    for i in tl.range(n, loop_unroll_factor=-1):
        pass
    # CHECK: [[#@LINE+1]]:{{[0-9]+}}: error: argument 'loop_unroll_factor' must be an integer from 0 to 256 known at compile time, not
    for i in tl.range(n, loop_unroll_factor=f):
        pass
    # CHECK: [[#@LINE+1]]:{{[0-9]+}}: error: argument 'flatten' must be True or False, known at compile time, not
    for i in tl.range(n, flatten="yes"):
        pass
    # CHECK: [[#@LINE+1]]:{{[0-9]+}}: error: argument 'warp_specialize' must be True or False, known at compile time, not
    for i in tl.range(n, warp_specialize=n > 3):
        pass
    # CHECK: [[#@LINE+1]]:37: error: the step of a range must not be zero
    for i in tl.static_range(10, 0, 0):
        pass
    # CHECK: [[#@LINE+1]]:{{[0-9]+}}: error: the step of a range must not be zero
    for i in tl.range(n, 0, 0):
        pass


@triton.jit
def good(p, n, S: tl.constexpr):
    # GOOD: tt.disallow_acc_multi_buffer, tt.flatten, tt.loop_unroll_factor = 256 : i32, tt.num_stages = 3 : i32
    for i in tl.range(n, num_stages=S, loop_unroll_factor=256, flatten=True, disallow_acc_multi_buffer=1,
                      warp_specialize=False):
        tl.store(p + i, i)
    # GOOD: scf.for
    # GOOD-NOT: tt.num_stages
    for i in tl.range(0, n, num_stages=None, loop_unroll_factor=None):
        tl.store(p + i, i)

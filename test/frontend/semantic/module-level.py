# Library functions that make run-time values cannot run outside a kernel; those of numbers can.
# RUN: %not %tritonc %s --emit=ttir --target=sm_90a -o - --kernel=bad --signature='p=*fp32' 2>&1 | %FileCheck %s
# RUN: %tritonc %s --emit=ttir --target=sm_90a -o - --kernel=good --signature='p=*fp32' | %FileCheck %s --check-prefix=GOOD
import triton
import triton.language as tl

BAD = tl.constexpr(tl.arange(0, 16))
GOOD = tl.constexpr(tl.cdiv(17, 4))


@triton.jit
def bad(p):
    # CHECK: module-level.py:[[#@LINE+1]]:{{[0-9]+}}: error: 'BAD' cannot be used here: this makes a run-time value
    tl.store(p, BAD)


# GOOD: arith.constant 5
@triton.jit
def good(p):
    tl.store(p + GOOD, 1.0)

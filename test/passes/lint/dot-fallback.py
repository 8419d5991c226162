# Products that no matrix instruction makes.
# RUN: %tritonc %s --target=gfx1100 --emit=ttgir -o - --kernel=products --signature='a=*fp64, b=*fp16, out=*fp64' 2>&1 | %FileCheck %s --implicit-check-not=warning:
# RUN: %tritonc %s --target=gfx1100 --emit=ttgir -o - --kernel=products --signature='a=*fp16, b=*fp16, out=*fp32' 2>&1 | %FileCheck %s --check-prefix=RIGHT
# RUN: %tritonc %s --target=gfx1100 --emit=ttgir -o - --kernel=products -Wno-dot-fallback --signature='a=*fp64, b=*fp16, out=*fp64' 2>&1 | %FileCheck %s --check-prefix=RIGHT
# RUN: %tritonc %s --target=sm_90a --emit=ttgir -o - --kernel=exact --signature='a=*fp32, out=*fp32' 2>&1 | %FileCheck %s --check-prefix=RIGHT
# RUN: %tritonc %s --target=cpu --emit=so -o %t.so --kernel=products --signature='a=*fp64, b=*fp16, out=*fp64' 2>&1 | %FileCheck %s --check-prefix=CPU --allow-empty
import triton
import triton.language as tl

# RIGHT-NOT: warning:
# RIGHT: tt.dot
# CPU-NOT: warning:


@triton.jit
def products(a, b, out):
    i = tl.arange(0, 32)
    at = i[:, None] * 32 + i[None, :]
    x = tl.load(a + at)
    # CHECK: dot-fallback.py:[[#@LINE+4]]:24: warning: no matrix instruction of gfx1100 serves this dot: there is none for fp64 times fp64 into fp64 [-Wdot-fallback]
    # CHECK-NEXT: tl.dot(x, x)
    # CHECK-NEXT: ^~~~~~
    # CHECK: hint: other types, or larger blocks, are multiplied many times faster
    tl.store(out + at, tl.dot(x, x))
    y = tl.load(b + at)
    tl.store(out + 1024 + at, tl.dot(y, y))


# Asked for: there is tf32.
@triton.jit
def exact(a, out):
    i = tl.arange(0, 32)
    at = i[:, None] * 32 + i[None, :]
    x = tl.load(a + at)
    tl.store(out + at, tl.dot(x, x, input_precision="ieee"))

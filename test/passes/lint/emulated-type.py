# Types that the target has no instructions for: said once for each.
# RUN: %tritonc %s --target=sm_80 --emit=ttgir -o - --kernel=convert --signature='x=*fp32, a=*fp8e4nv, b=*fp8e5, N=64' 2>&1 | %FileCheck %s --implicit-check-not=warning:
# RUN: %tritonc %s --target=sm_89 --emit=ttgir -o - --kernel=convert --signature='x=*fp32, a=*fp8e4nv, b=*fp8e5, N=64' 2>&1 | %FileCheck %s --check-prefix=NONE
# RUN: %tritonc %s --target=gfx950 --emit=ttgir -o - --kernel=convert --signature='x=*fp32, a=*fp8e4nv, b=*fp8e5, N=64' 2>&1 | %FileCheck %s --check-prefix=NONE
# RUN: %tritonc %s --target=sm_80 --emit=ttgir -o - -Wno-emulated-type --kernel=convert --signature='x=*fp32, a=*fp8e4nv, b=*fp8e5, N=64' 2>&1 | %FileCheck %s --check-prefix=NONE
# RUN: %tritonc %s --target=cpu --emit=so -o %t.so --kernel=convert --signature='x=*fp32, a=*fp8e4nv, b=*fp8e5, N=64' 2>&1 | %FileCheck %s --check-prefix=NONE --allow-empty
# RUN: %tritonc %s --target=gfx942 --emit=ttgir -o - --kernel=product --signature='a=*fp8e4b8, out=*fp32' 2>&1 | %FileCheck %s --check-prefix=NONE
# RUN: %tritonc %s --target=gfx942 --emit=ttgir -o - --kernel=product --signature='a=*fp8e5, out=*fp32' 2>&1 | %FileCheck %s --check-prefix=PRODUCT
# RUN: %tritonc %s --target=sm_75 --emit=ttgir -o - --kernel=move --signature='a=*bf16, b=*bf16' 2>&1 | %FileCheck %s --check-prefix=NONE
# RUN: %tritonc %s --target=sm_75 --emit=ttgir -o - --kernel=convert --signature='x=*fp32, a=*bf16, b=*bf16, N=64' 2>&1 | %FileCheck %s --check-prefix=BF16
import triton
import triton.language as tl

# NONE-NOT: warning:
# PRODUCT: emulated-type.py:[[#]]:24: warning: gfx942 has no instructions for fp8e5: each conversion takes several others [-Wemulated-type]
# PRODUCT: ^~~~~~
# BF16: warning: sm_75 has no instructions for bf16: each conversion takes several others [-Wemulated-type]
# BF16-NOT: warning:


@triton.jit
def convert(x, a, b, N: tl.constexpr):
    i = tl.arange(0, N)
    # CHECK: emulated-type.py:[[#@LINE+1]]:{{.*}} warning: sm_80 has no instructions for fp8e4nv: each conversion takes several others [-Wemulated-type]
    tl.store(a + i, tl.load(x + i).to(a.dtype.element_ty))
    # CHECK: emulated-type.py:[[#@LINE+1]]:{{.*}} warning: sm_80 has no instructions for fp8e5: each conversion takes several others [-Wemulated-type]
    tl.store(b + i, tl.load(x + i).to(b.dtype.element_ty))
    tl.store(b + N + i, tl.load(x + i).to(b.dtype.element_ty))


@triton.jit
def product(a, out):
    i = tl.arange(0, 64)
    at = i[:, None] * 64 + i[None, :]
    x = tl.load(a + at)
    tl.store(out + at, tl.dot(x, x))


@triton.jit
def move(a, b):
    i = tl.arange(0, 64)
    tl.store(b + i, tl.load(a + i, mask=i < 60, other=0.0), mask=i < 60)

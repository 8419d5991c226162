# The same offsets into the same buffer, guarded in one place and not in another.
# RUN: %tritonc %s --emit=ttir --target=sm_90a -o - --kernel=wrong --signature='x=*fp32, y=*fp32, n=i32, stride=i64, B=64' 2>&1 | %FileCheck %s --implicit-check-not=warning:
# RUN: %tritonc %s --emit=ttir --target=sm_90a -o - --kernel=right --signature='x=*fp32, y=*fp32, lse=*fp32, n=i32, B=64' 2>&1 | %FileCheck %s --check-prefix=RIGHT
# RUN: %tritonc %s --emit=ttir --target=sm_90a -o - --kernel=wrong -Wno-unmasked --signature='x=*fp32, y=*fp32, n=i32, stride=i64, B=64' 2>&1 | %FileCheck %s --check-prefix=RIGHT
import triton
import triton.language as tl

# RIGHT-NOT: warning:
# RIGHT: tt.func


@triton.jit
def wrong(x, y, n, stride, B: tl.constexpr):
    offs = tl.program_id(0) * B + tl.arange(0, B)
    # CHECK: unmasked.py:[[#@LINE+7]]:5: warning: this access of 'x' has no mask, though its offsets can pass the end that another access guards [-Wunmasked]
    # CHECK-NEXT: tl.store(
    # CHECK-NEXT: ^~~~~~~~
    # CHECK-NEXT: unmasked.py:[[#@LINE+2]]:9: note: this access guards the same offsets with a mask
    # CHECK: hint: give this access the same mask
    a = tl.load(x + offs, mask=offs < n, other=0.0)

    tl.store(x + offs, a + 1)
    # Another buffer, at the same offsets.
    # CHECK: [[#@LINE+1]]:{{[0-9]+}}: warning: this access of 'y' has no mask
    tl.store(y + offs, a)
    # In one dimension of two.
    cols = tl.arange(0, B)
    # CHECK: [[#@LINE+1]]:{{[0-9]+}}: warning: this access of 'y' has no mask
    b = tl.load(y + offs[:, None] * stride + cols[None, :])
    tl.store(y + offs[:, None] * stride + cols[None, :], b * 2, mask=offs[:, None] < n)


@triton.jit
def right(x, y, lse, n, B: tl.constexpr):
    pid = tl.program_id(0)
    offs = pid * B + tl.arange(0, B)
    a = tl.load(x + offs, mask=offs < n, other=0.0)
    tl.store(x + offs, a, mask=offs < n)
    # Another place in a buffer that may be larger.
    tl.store(lse + offs * 2, a)
    # Another part of the same buffer.
    tl.store(x + n + offs, a)
    # Offsets that wrap around.
    b = tl.load(x + offs % n)
    # A path of its own for blocks that are whole.
    if (pid + 1) * B <= n:
        tl.store(y + offs, b)
    else:
        tl.store(y + offs, b, mask=offs < n)
    # A mask that is always true.
    small = tl.arange(0, B)
    tl.store(y + small, tl.load(y + small, mask=small < 64))

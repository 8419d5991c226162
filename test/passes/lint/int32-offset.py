# Row offsets that are computed in 32 bits.
# RUN: %tritonc %s --emit=ttir --target=sm_90a -o - --kernel=wrong --signature='x=*fp32, out=*fp32, stride=i32, n=i32, B=64' 2>&1 | %FileCheck %s --implicit-check-not=warning:
# RUN: %tritonc %s --emit=ttir --target=sm_90a -o - --kernel=right --signature='x=*fp32, out=*fp32, stride=i32, n=i32, B=64' 2>&1 | %FileCheck %s --check-prefix=RIGHT
# RUN: %tritonc %s --emit=ttir --target=sm_90a -o - --kernel=wrong --signature='x=*fp32, out=*fp32, stride=i64, n=i32, B=64' 2>&1 | %FileCheck %s --check-prefix=RIGHT
# RUN: %tritonc %s --emit=ttir --target=sm_90a -o - --kernel=heads --signature='x=*fp32, out=*fp32, stride=i32, n=i32, B=64' 2>&1 | %FileCheck %s --check-prefix=RIGHT
# RUN: %tritonc %s --emit=ttir --target=sm_90a -o - --kernel=wrong -Wno-int32-offset --signature='x=*fp32, out=*fp32, stride=i32, n=i32, B=64' 2>&1 | %FileCheck %s --check-prefix=RIGHT
import triton
import triton.language as tl

# RIGHT-NOT: warning:
# RIGHT: tt.func


# Said once for the kernel.
@triton.jit
def wrong(x, out, stride, n, B: tl.constexpr):
    row = tl.program_id(0)
    cols = tl.arange(0, B)
    mask = cols < n
    # CHECK: int32-offset.py:[[#@LINE+5]]:21: warning: this offset is a product of 32 bits, which overflows where 'x' has more than 2^31 elements [-Wint32-offset]
    # CHECK: int32-offset.py:[[#@LINE+4]]:9: note: it is part of this address
    # CHECK: int32-offset.py:[[#@LINE+4]]:{{[0-9]+}}: note: and so is this one, of 'out'
    # CHECK: hint: make one factor 64 bits wide: tl.program_id(0).to(tl.int64)

    a = tl.load(x + row * stride + cols, mask=mask)
    tl.store(out + row * B * stride + cols, a, mask=mask)


@triton.jit
def right(x, out, stride, n, B: tl.constexpr):
    row = tl.program_id(0)
    cols = tl.arange(0, B)
    mask = cols < n
    a = tl.load(x + row.to(tl.int64) * stride + cols, mask=mask)
    # n, an int32, bounds these.
    offs = row * B + cols
    tl.store(out + offs, a, mask=offs < n)
    # A column for each program.
    tl.store(out + row * stride, tl.sum(tl.where(mask, a, 0.0), axis=0))


# Numbers of heads and batches are small.
@triton.jit
def heads(x, out, stride, n, B: tl.constexpr):
    head = tl.program_id(0)
    cols = tl.arange(0, B)
    offs = head * stride + tl.program_id(1) * B + cols
    tl.store(out + offs, tl.load(x + offs, mask=cols < n), mask=cols < n)

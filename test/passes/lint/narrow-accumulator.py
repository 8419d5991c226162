# Sums over a loop in a type that cannot hold them.
# RUN: %tritonc %s --emit=ttir --target=sm_90a -o - --kernel=wrong --signature='x=*fp16, b=*bf16, i=*i8, out=*fp32, n=i32, B=64' 2>&1 | %FileCheck %s --implicit-check-not=warning:
# RUN: %tritonc %s --emit=ttir --target=sm_90a -o - --kernel=right --signature='x=*fp16, i=*i8, out=*fp32, n=i32, B=64' 2>&1 | %FileCheck %s --check-prefix=RIGHT
# RUN: %tritonc %s --emit=ttir --target=sm_90a -o - --kernel=wrong -Wno-narrow-accumulator --signature='x=*fp16, b=*bf16, i=*i8, out=*fp32, n=i32, B=64' 2>&1 | %FileCheck %s --check-prefix=RIGHT
import triton
import triton.language as tl

# RIGHT-NOT: warning:
# RIGHT: tt.func


@triton.jit
def wrong(x, b, i, out, n, B: tl.constexpr):
    cols = tl.arange(0, B)
    at = cols[:, None] * B + cols[None, :]
    acc = tl.zeros((B, B), tl.float16)
    # CHECK-DAG: narrow-accumulator.py:[[#@LINE+1]]:{{[0-9]+}}: note: the loop
    for k in range(n):
        tile = tl.load(x + k * B * B + at)
        # CHECK-DAG: narrow-accumulator.py:[[#@LINE+2]]:{{[0-9]+}}: warning: 'acc' accumulates in fp16 over a loop: every iteration rounds [-Wnarrow-accumulator]
        # CHECK-DAG: hint: accumulate in fp32 and convert once, after the loop
        acc += tl.dot(tile, tile, out_dtype=tl.float16)
    tl.store(out + at, acc)

    total = 0.0
    total = total.to(tl.float16)
    sums = tl.zeros((B,), tl.bfloat16)
    rounded = tl.zeros((B,), tl.float16)
    count = tl.zeros((B,), tl.int8)
    for k in range(n):
        row = tl.load(x + k * B + cols)
        # CHECK-DAG: [[#@LINE+1]]:{{[0-9]+}}: warning: 'total' accumulates in fp16 over a loop
        total += tl.sum(row, axis=0)
        # CHECK-DAG: [[#@LINE+1]]:{{[0-9]+}}: warning: 'sums' accumulates in bf16 over a loop
        sums = sums + tl.load(b + k * B + cols)
        # Added in fp32 and rounded again.
        # CHECK-DAG: [[#@LINE+1]]:{{[0-9]+}}: warning: 'rounded' accumulates in fp16 over a loop
        rounded = (rounded + row.to(tl.float32)).to(tl.float16)
        # CHECK-DAG: [[#@LINE+1]]:{{[0-9]+}}: warning: 'count' accumulates in int8 over a loop: every iteration may overflow
        count += tl.load(i + k * B + cols)
    tl.store(out + cols, sums + rounded + count + total)


@triton.jit
def right(x, i, out, n, B: tl.constexpr):
    cols = tl.arange(0, B)
    at = cols[:, None] * B + cols[None, :]
    acc = tl.zeros((B, B), tl.float32)
    best = tl.full((B,), 0, tl.float16)
    last = tl.zeros((B,), tl.float16)
    step = tl.zeros((B,), tl.int16)
    total = tl.zeros((B,), tl.int32)
    for k in range(n):
        tile = tl.load(x + k * B * B + at)
        row = tl.load(x + k * B + cols)
        acc = tl.dot(tile, tile, acc)
        # A maximum is exact; a value that is replaced adds nothing up; a counter is as long as its loop.
        best = tl.maximum(best, row)
        last = row + 1
        step += 1
        total += tl.load(i + k * B + cols)
    once = tl.zeros((B,), tl.float16)
    for k in range(0, 1):
        once += best
    tl.store(out + at, acc)
    tl.store(out + cols, best + last + step + total + once)

# Masked-off lanes that change a reduction's result.
# RUN: %tritonc %s --emit=ttir --target=sm_90a -o - --kernel=wrong --signature='x=*fp32, i=*i32, out=*fp32, n=i32, m=i32, B=64' 2>&1 | %FileCheck %s --implicit-check-not=warning:
# RUN: %tritonc %s --emit=ttir --target=sm_90a -o - --kernel=right --signature='x=*fp32, amax=*fp32, i=*i32, out=*fp32, n=i32, m=i32, B=64' 2>&1 | %FileCheck %s --check-prefix=RIGHT
# RUN: %tritonc %s --emit=ttir --target=cpu -o - --kernel=wrong -Wno-mask-identity --signature='x=*fp32, i=*i32, out=*fp32, n=i32, m=i32, B=64' 2>&1 | %FileCheck %s --check-prefix=RIGHT
# RUN: %not %tritonc %s --emit=ttir --target=gfx942 -o - --kernel=wrong -Werror=mask-identity --signature='x=*fp32, i=*i32, out=*fp32, n=i32, m=i32, B=64' 2>&1 | %FileCheck %s --check-prefix=ERROR
import triton
import triton.language as tl

# RIGHT-NOT: warning:
# RIGHT: tt.func
# ERROR: error: masked-off lanes of this load take part in a maximum: they hold 0, {{.*}} [-Werror=mask-identity]


@triton.jit
def largest(block):
    return tl.max(block, axis=0)


@triton.jit
def wrong(x, i, out, n, m, B: tl.constexpr):
    cols = tl.arange(0, B)
    mask = cols < n
    # CHECK: mask-identity.py:[[#@LINE+4]]:13: warning: masked-off lanes of this load take part in a maximum: they hold 0, and only -float('inf') would leave it as it is [-Wmask-identity]
    # CHECK-NEXT: zeros = tl.load(
    # CHECK-NEXT: ^~~~~~~
    # CHECK-NEXT: mask-identity.py:[[#@LINE-10]]:12: note: the maximum
    zeros = tl.load(x + cols, mask=mask, other=0.0)
    # CHECK-NEXT: return tl.max(
    # CHECK: hint: other=-float('inf'), or tl.where(mask, x, -float('inf')) in front of the maximum
    tl.store(out, largest(zeros))

    # CHECK: [[#@LINE+1]]:{{[0-9]+}}: warning: masked-off lanes of this load take part in a sum: they hold -inf, and only 0
    lows = tl.load(x + cols, mask=mask, other=-float("inf"))
    tl.store(out + 1, tl.sum(lows, axis=0))

    # What was subtracted stands in every lane past n, squared.
    # CHECK: [[#@LINE+1]]:{{[0-9]+}}: warning: masked-off lanes of this load take part in a sum: they hold what was computed with other lanes' values
    data = tl.load(x + cols, mask=mask, other=0.0)
    centred = data - tl.sum(data, axis=0) / n
    # CHECK: note: the sum
    # CHECK: hint: put tl.where(mask, x, 0) in front of the sum
    tl.store(out + 2, tl.sum(centred * centred, axis=0))

    # 0 counts as equal.
    # CHECK: [[#@LINE+1]]:{{[0-9]+}}: warning: masked-off lanes of this load take part in a sum: they hold 1,
    labels = tl.load(i + cols, mask=mask, other=0)
    tl.store(out + 3, tl.sum((labels == 0).to(tl.int32), axis=0))

    # CHECK: [[#@LINE+1]]:{{[0-9]+}}: warning: masked-off lanes of this load take part in a minimum: they hold 0, and only the largest integer
    ids = tl.load(i + cols, mask=mask, other=0)
    tl.store(out + 4, tl.min(ids, axis=0))

    # The index of the maximum.
    # CHECK: [[#@LINE+1]]:{{[0-9]+}}: warning: masked-off lanes of this load take part in a maximum: they hold 0,
    scores = tl.load(x + cols, mask=mask, other=0.0)
    tl.store(out + 5, tl.argmax(scores, axis=0))

    # An accumulator that is reduced after the loop.
    running = tl.full((B,), -float("inf"), tl.float32)
    for start in range(0, n, B):
        # CHECK: [[#@LINE+1]]:{{[0-9]+}}: warning: masked-off lanes of this load take part in a maximum: they hold 0,
        part = tl.load(x + start + cols, mask=start + cols < n, other=0.0)
        running = tl.maximum(running, part)
    tl.store(out + 6, tl.max(running, axis=0))

    # The mask's dimension is the one that is reduced.
    rows = tl.arange(0, B)
    at = rows[:, None] * m + cols[None, :]
    # CHECK: [[#@LINE+1]]:{{[0-9]+}}: warning: masked-off lanes of this load take part in a maximum: they hold 0,
    tile = tl.load(x + at, mask=(rows[:, None] < m) & mask[None, :], other=0.0)
    tl.store(out + 64 + rows, tl.max(tile, axis=1), mask=rows < m)


@triton.jit
def right(x, amax, i, out, n, m, B: tl.constexpr):
    cols = tl.arange(0, B)
    mask = cols < n
    lows = tl.load(x + cols, mask=mask, other=-float("inf"))
    top = tl.max(lows, axis=0)
    tl.store(out, top)
    # exp(-inf - top) is 0.
    tl.store(out + 1, tl.sum(tl.exp(lows - top), axis=0))
    zeros = tl.load(x + cols, mask=mask, other=0.0)
    tl.store(out + 2, tl.sum(zeros, axis=0))
    # No magnitude, square or exponential is below 0, nor is what this parameter's name promises.
    tl.store(out + 3, tl.max(tl.abs(zeros), axis=0))
    tl.store(out + 4, tl.max(zeros * zeros, axis=0))
    tl.store(out + 5, tl.max(tl.load(amax + cols, mask=mask, other=0.0), axis=0))
    # The mask comes back in, as itself, written again, or turned round.
    mean = tl.sum(zeros, axis=0) / n
    a = tl.where(mask, zeros - mean, 0.0)
    b = tl.where(n > cols, zeros - mean, 0.0)
    c = tl.where(cols >= n, 0.0, zeros - mean)
    tl.store(out + 6, tl.sum(a * a + b * b + c * c, axis=0))
    # One zero makes the product zero.
    weights = tl.load(x + n + cols, mask=mask, other=0.0)
    tl.store(out + 7, tl.sum(weights * (zeros - mean), axis=0))
    # Lengths and positions are not negative.
    tl.store(out + 8, tl.max(tl.load(i + cols, mask=mask, other=0), axis=0))
    # Rows that are off are not reduced with others, and are not stored.
    rows = tl.arange(0, B)
    tile = tl.load(x + rows[:, None] * m + cols[None, :], mask=rows[:, None] < m, other=0.0)
    tl.store(out + 64 + rows, tl.max(tile, axis=1), mask=rows < m)
    # A mask that is never false.
    full = tl.load(x + cols, mask=cols < 64, other=0.0)
    tl.store(out + 9, tl.max(full, axis=0))
    # A number that stands for -inf.
    tl.store(out + 10, tl.max(tl.load(x + cols, mask=mask, other=-1e30), axis=0))
    # An accumulator that starts at what the lanes hold: no load is to blame.
    running = tl.zeros((B,), tl.float32)
    for start in range(0, n, B):
        running = tl.maximum(running, tl.load(x + start + cols, mask=start + cols < n, other=-float("inf")))
    tl.store(out + 11, tl.max(running, axis=0))
    # A loop whose bounds have nothing to do with the mask's end may never come near it.
    total = 0.0
    for start in range(0, m, B):
        block = tl.load(x + start + cols, mask=start + cols < n, other=0.0)
        total += tl.sum(tl.exp(block - mean), axis=0)
    tl.store(out + 12, total)

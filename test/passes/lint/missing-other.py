# Masked-off lanes without a value that are used.
# RUN: %tritonc %s --emit=ttir --target=sm_90a -o - --kernel=wrong --signature='x=*fp32, out=*fp32, n=i32, m=i32, B=64' 2>&1 | %FileCheck %s --implicit-check-not=warning:
# RUN: %tritonc %s --emit=ttir --target=gfx1100 -o - --kernel=right --signature='x=*fp32, out=*fp32, n=i32, m=i32, B=64' 2>&1 | %FileCheck %s --check-prefix=RIGHT
# RUN: %tritonc %s --emit=ttir --target=sm_90a -o - --kernel=wrong -Wno-missing-other --signature='x=*fp32, out=*fp32, n=i32, m=i32, B=64' 2>&1 | %FileCheck %s --check-prefix=RIGHT
import triton
import triton.language as tl

# RIGHT-NOT: warning:
# RIGHT: tt.func


@triton.jit
def wrong(x, out, n, m, B: tl.constexpr):
    cols = tl.arange(0, B)
    rows = tl.arange(0, B)
    mask = cols < n
    # CHECK: missing-other.py:[[#@LINE+4]]:9: warning: this masked load has no 'other', and its masked-off lanes reach a sum: they are zero here, but undefined in Triton [-Wmissing-other]
    # CHECK-NEXT: a = tl.load(
    # CHECK-NEXT: ^~~~~~~
    # CHECK-NEXT: missing-other.py:[[#@LINE+3]]:19: note: the sum
    a = tl.load(x + cols, mask=mask)
    # CHECK: hint: say other=... or put tl.where(mask, x, ...) in between
    tl.store(out, tl.sum(a * 2 + 1, axis=0))

    # CHECK: [[#@LINE+1]]:{{[0-9]+}}: warning: this masked load has no 'other', and its masked-off lanes reach a maximum
    b = tl.load(x + cols, mask=mask)
    tl.store(out + 1, tl.max(tl.exp(b), axis=0))

    # Backwards, the lanes past n come first.
    # CHECK: [[#@LINE+1]]:{{[0-9]+}}: warning: this masked load has no 'other', and its masked-off lanes reach a reverse scan
    c = tl.load(x + cols, mask=mask)
    tl.store(out + 64 + cols, tl.cumsum(c, axis=0, reverse=True), mask=mask)

    # CHECK: [[#@LINE+1]]:{{[0-9]+}}: warning: this masked load has no 'other', and its masked-off lanes reach a store without a mask
    d = tl.load(x + cols, mask=mask)
    tl.store(out + 128 + cols, d)

    # Neither operand says what there is past n in the inner dimension.
    # CHECK: [[#@LINE+1]]:{{[0-9]+}}: warning: this masked load has no 'other', and its masked-off lanes reach a dot along its inner dimension
    p = tl.load(x + rows[:, None] * m + cols[None, :], mask=mask[None, :])
    # CHECK: [[#@LINE+1]]:{{[0-9]+}}: warning: this masked load has no 'other', and its masked-off lanes reach a dot along its inner dimension
    q = tl.load(x + cols[:, None] * m + rows[None, :], mask=cols[:, None] < n)
    tl.store(out + rows[:, None] * 64 + rows[None, :], tl.dot(p, q))


    # Offsets that a loop steps, written for each operand.
    acc = tl.zeros((B, B), tl.float32)
    for k in range(0, n, B):
        # CHECK: [[#@LINE+1]]:{{[0-9]+}}: warning: this masked load has no 'other', and its masked-off lanes reach a dot along its inner dimension
        p = tl.load(x + rows[:, None] * m + cols[None, :] + k, mask=cols[None, :] + k < n)
        # CHECK: [[#@LINE+1]]:{{[0-9]+}}: warning: this masked load has no 'other', and its masked-off lanes reach a dot along its inner dimension
        q = tl.load(x + (cols[:, None] + k) * m + rows[None, :], mask=cols[:, None] + k < n)
        acc += tl.dot(p, q)
    tl.store(out + rows[:, None] * 64 + rows[None, :], acc)


@triton.jit
def right(x, out, n, m, B: tl.constexpr):
    cols = tl.arange(0, B)
    rows = tl.arange(0, B)
    mask = cols < n
    # Stored under the same mask.
    a = tl.load(x + cols, mask=mask)
    tl.store(out + cols, a * 2, mask=mask)
    # Given a value, or replaced, before the sum.
    tl.store(out, tl.sum(tl.load(x + cols, mask=mask, other=0.0), axis=0))
    tl.store(out + 1, tl.sum(tl.where(mask, a, 0.0), axis=0))
    # Times zero.
    w = tl.load(x + n + cols, mask=mask, other=0.0)
    tl.store(out + 2, tl.sum(a * w, axis=0))
    # Chosen by what was loaded as zero.
    tl.store(out + 5, tl.sum(tl.where(w != 0.0, a, 0.0), axis=0))
    # Forwards, what lies past n comes last.
    tl.store(out + 64 + cols, tl.cumsum(a, axis=0), mask=mask)
    # Rows that are not stored.
    tile = tl.load(x + rows[:, None] * m + cols[None, :], mask=rows[:, None] < m)
    tl.store(out + 128 + rows, tl.sum(tile, axis=1), mask=rows < m)
    # One operand of a product is zero there; and rows that are off stay apart.
    p = tl.load(x + rows[:, None] * m + cols[None, :], mask=mask[None, :] & (rows[:, None] < m))
    q = tl.load(x + cols[:, None] * m + rows[None, :], mask=mask[:, None], other=0.0)
    tl.store(out + rows[:, None] * 64 + rows[None, :], tl.dot(p, q), mask=rows[:, None] < m)
    # One pointer, all or nothing.
    tl.store(out + 3, tl.sum(cols + tl.load(x, mask=n > 0), axis=0))
    # The index beside a maximum counts only where its value wins.
    best, where = tl.max(tl.load(x + cols, mask=mask, other=-float("inf")), axis=0, return_indices=True)
    tl.store(out + 4, best + where)
    # Blocks behind block pointers have their bounds checked.
    block = tl.make_block_ptr(out, (n,), (1,), (0,), (B,), (0,))
    tl.store(block, a, boundary_check=(0,))

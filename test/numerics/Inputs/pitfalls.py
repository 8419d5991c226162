"""Constructs that compilers for this language have got wrong, one small kernel each (see test/pitfalls.py)."""
import triton
import triton.language as tl


@triton.jit
def cumsum_in_loop_kernel(out_ptr, n, BLOCK: tl.constexpr):
    offsets = tl.arange(0, BLOCK)
    for i in range(n):
        ones = tl.full((BLOCK,), 1, tl.int32)
        tl.store(out_ptr + i * BLOCK + offsets, tl.cumsum(ones, 0))


@triton.jit
def compose(a1, b1, a2, b2):
    # x -> a1 x + b1 first, then x -> a2 x + b2
    return a1 * a2, b1 * a2 + b2


@triton.jit
def compose_scan_kernel(a_ptr, b_ptr, a_out_ptr, b_out_ptr, REVERSE: tl.constexpr, BLOCK: tl.constexpr):
    offsets = tl.arange(0, BLOCK)
    a, b = tl.associative_scan((tl.load(a_ptr + offsets), tl.load(b_ptr + offsets)), 0, compose, reverse=REVERSE)
    tl.store(a_out_ptr + offsets, a)
    tl.store(b_out_ptr + offsets, b)


@triton.jit
def cumsum_kernel(x_ptr, out_ptr, BLOCK: tl.constexpr):
    offsets = tl.arange(0, BLOCK)
    tl.store(out_ptr + offsets, tl.cumsum(tl.load(x_ptr + offsets), 0))


@triton.jit
def scatter_add_kernel(index_ptr, x_ptr, out_ptr, BLOCK: tl.constexpr):
    offsets = tl.arange(0, BLOCK)
    tl.atomic_add(out_ptr + tl.load(index_ptr + offsets), tl.load(x_ptr + offsets))


@triton.jit
def block_cas_kernel(index_ptr, lock_ptr, old_ptr, BLOCK: tl.constexpr):
    offsets = tl.arange(0, BLOCK)
    index = tl.load(index_ptr + offsets)
    mine = offsets + 1
    old = tl.atomic_cas(lock_ptr + index, tl.zeros((BLOCK,), tl.int32), mine)
    tl.store(old_ptr + offsets, old)


@triton.jit
def half_scalar_kernel(out_ptr, value, BLOCK: tl.constexpr):
    offsets = tl.arange(0, BLOCK)
    tl.store(out_ptr + offsets, tl.zeros((BLOCK,), tl.float32) + value)


@triton.jit
def chained_dots_kernel(a_ptr, b_ptr, c_ptr, out_ptr, SIZE: tl.constexpr):
    at = tl.arange(0, SIZE)[:, None] * SIZE + tl.arange(0, SIZE)[None, :]
    ab = tl.dot(tl.load(a_ptr + at), tl.load(b_ptr + at))
    c = tl.load(c_ptr + at)
    tl.store(out_ptr + at, tl.dot(ab.to(c.dtype), c))


@triton.jit
def int8_dot_kernel(a_ptr, b_ptr, out_ptr, SIZE: tl.constexpr):
    at = tl.arange(0, SIZE)[:, None] * SIZE + tl.arange(0, SIZE)[None, :]
    tl.store(out_ptr + at, tl.dot(tl.load(a_ptr + at), tl.load(b_ptr + at), out_dtype=tl.int32))


@triton.jit
def ieee_dot_kernel(a_ptr, b_ptr, out_ptr, SIZE: tl.constexpr):
    at = tl.arange(0, SIZE)[:, None] * SIZE + tl.arange(0, SIZE)[None, :]
    tl.store(out_ptr + at, tl.dot(tl.load(a_ptr + at), tl.load(b_ptr + at), input_precision="ieee"))


@triton.jit
def four_loads_kernel(a_ptr, b_ptr, c_ptr, d_ptr, out_ptr, n, STAGES: tl.constexpr, SIZE: tl.constexpr):
    at = tl.arange(0, SIZE)[:, None] * SIZE + tl.arange(0, SIZE)[None, :]
    sum = tl.zeros((SIZE, SIZE), tl.float32)
    for i in tl.range(0, n, num_stages=STAGES):
        where = at + i * SIZE * SIZE
        sum += tl.dot(tl.load(a_ptr + where), tl.load(b_ptr + where))
        sum += tl.dot(tl.load(c_ptr + where), tl.load(d_ptr + where))
    tl.store(out_ptr + at, sum)


@triton.jit
def rounded_division_kernel(x_ptr, y_ptr, out_ptr, BLOCK: tl.constexpr):
    offsets = tl.arange(0, BLOCK)
    tl.store(out_ptr + offsets, tl.fdiv(tl.load(x_ptr + offsets), tl.load(y_ptr + offsets), ieee_rounding=True))


@triton.jit
def signed_division_kernel(x_ptr, y_ptr, out_ptr, x_scalar, y_scalar, BLOCK: tl.constexpr):
    offsets = tl.arange(0, BLOCK)
    x = tl.load(x_ptr + offsets)
    y = tl.load(y_ptr + offsets)
    tl.store(out_ptr + offsets, x // y)
    tl.store(out_ptr + BLOCK + offsets, x % y)
    tl.store(out_ptr + 2 * BLOCK, x_scalar // y_scalar)
    tl.store(out_ptr + 2 * BLOCK + 1, x_scalar % y_scalar)
    COMPILE_TIME: tl.constexpr = -7
    tl.store(out_ptr + 2 * BLOCK + 2, COMPILE_TIME // 2)
    tl.store(out_ptr + 2 * BLOCK + 3, COMPILE_TIME % 4)


@triton.jit
def masked_load_kernel(x_ptr, out_ptr, n, BLOCK: tl.constexpr):
    offsets = tl.arange(0, BLOCK)
    tl.store(out_ptr + offsets, tl.load(x_ptr + offsets, mask=offsets < n).to(tl.float32))


@triton.jit
def masked_bytes_kernel(x_ptr, out_ptr, n, BLOCK: tl.constexpr):
    offsets = tl.arange(0, BLOCK)
    tl.store(out_ptr + offsets, tl.load(x_ptr + offsets, mask=offsets < n, other=0).to(tl.int32))


@triton.jit
def sine_kernel(x_ptr, sin_ptr, cos_ptr, BLOCK: tl.constexpr):
    offsets = tl.arange(0, BLOCK)
    x = tl.load(x_ptr + offsets)
    tl.store(sin_ptr + offsets, tl.sin(x))
    tl.store(cos_ptr + offsets, tl.cos(x))


@triton.jit
def wide_block_kernel(x_ptr, out_ptr, ROWS: tl.constexpr, COLUMNS: tl.constexpr):
    at = tl.arange(0, ROWS)[:, None] * COLUMNS + tl.arange(0, COLUMNS)[None, :]
    tl.store(out_ptr + at, tl.load(x_ptr + at) * 2)


@triton.jit
def transpose_kernel(x_ptr, out_ptr, SIZE: tl.constexpr):
    at = tl.arange(0, SIZE)[:, None] * SIZE + tl.arange(0, SIZE)[None, :]
    tl.store(out_ptr + at, tl.trans(tl.load(x_ptr + at)))


@triton.jit
def max_index_kernel(x_ptr, max_ptr, index_ptr, BLOCK: tl.constexpr):
    value, index = tl.max(tl.load(x_ptr + tl.arange(0, BLOCK)), axis=0, return_indices=True)
    tl.store(max_ptr, value)
    tl.store(index_ptr, index)


@triton.jit
def return_in_loop_kernel(x_ptr, out_ptr, n):
    for i in range(n):
        x = tl.load(x_ptr + i)
        if x > 0:
            tl.store(out_ptr, i)
            return
    tl.store(out_ptr, n)

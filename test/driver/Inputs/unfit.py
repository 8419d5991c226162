import triton
import triton.language as tl


@triton.jit
def count_kernel(x_ptr, out_ptr, BINS: tl.constexpr):
    # The bins are counted in shared memory.
    x = tl.load(x_ptr + tl.arange(0, 256))
    tl.store(out_ptr + tl.arange(0, BINS), tl.histogram(x, BINS))


@triton.jit
def even_kernel(x_ptr, BLOCK: tl.constexpr, PARTS: tl.constexpr):
    tl.static_assert(BLOCK % PARTS == 0, "PARTS must divide BLOCK")
    tl.store(x_ptr + tl.arange(0, BLOCK), PARTS)


@triton.jit
def product_kernel(a_ptr, b_ptr, c_ptr, BLOCK: tl.constexpr):
    rows = tl.arange(0, BLOCK)
    depth = tl.arange(0, 16)
    a = tl.load(a_ptr + rows[:, None] * 16 + depth[None, :])
    b = tl.load(b_ptr + depth[:, None] * BLOCK + rows[None, :])
    tl.store(c_ptr + rows[:, None] * BLOCK + rows[None, :], tl.dot(a, b))

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

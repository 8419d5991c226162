import triton
import triton.language as tl
from helper_of_tests import twice


@triton.jit
def uses_helper(x_ptr, BLOCK: tl.constexpr):
    offs = tl.arange(0, BLOCK)
    tl.store(x_ptr + offs, twice(tl.load(x_ptr + offs)))

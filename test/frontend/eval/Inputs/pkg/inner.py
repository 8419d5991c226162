import triton
import triton.language as tl

TWO = tl.constexpr(2)


@triton.jit
def twice(x):
    return x * TWO

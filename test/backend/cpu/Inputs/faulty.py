import triton
import triton.language as tl
@triton.jit
def oob(x_ptr, y_ptr, n, BLOCK: tl.constexpr):
    o = tl.program_id(0) * BLOCK + tl.arange(0, BLOCK)
    x = tl.load(x_ptr + o)
    tl.store(y_ptr + o, x, mask=o < n)
@triton.jit
def race(x_ptr, y_ptr, BLOCK: tl.constexpr):
    o = tl.arange(0, BLOCK)
    tl.store(y_ptr + o, tl.load(x_ptr + o) + tl.program_id(0))
@triton.jit
def lanes(y_ptr, BLOCK: tl.constexpr):
    o = tl.arange(0, BLOCK)
    tl.store(y_ptr + o // 2, o)
@triton.jit
def nan(x_ptr, y_ptr, BLOCK: tl.constexpr):
    o = tl.arange(0, BLOCK)
    x = tl.load(x_ptr + o)
    y = x - x
    tl.store(y_ptr + o, tl.log(y - 1))
@triton.jit
def uninit(x_ptr, y_ptr, BLOCK: tl.constexpr):
    o = tl.arange(0, BLOCK)
    x = tl.load(y_ptr + o)
    tl.store(y_ptr + o, x)
@triton.jit
def check(x_ptr, n):
    tl.device_assert(n > tl.program_id(0), "n is small")
    tl.device_print("n", n)
@triton.jit
def lock(x_ptr, c_ptr, out):
    o = tl.arange(0, 16)
    pid = tl.program_id(0)
    tl.store(x_ptr + pid * 16 + o, o)
    done = tl.atomic_add(c_ptr, 1)
    if done == tl.num_programs(0) - 1:
        s = tl.load(x_ptr + o) + tl.load(x_ptr + 16 + o)
        tl.store(out + o, s)

import triton
import triton.language as tl
from triton.language.extra import libdevice


@triton.jit
def rounded_kernel(x_ptr, y_ptr, z_ptr, out_ptr, N: tl.constexpr, OP: tl.constexpr):
    i = tl.arange(0, N)
    x = tl.load(x_ptr + i)
    y = tl.load(y_ptr + i)
    z = tl.load(z_ptr + i)
    if OP == "mul_rz":
        r = libdevice.mul_rz(x, y)
    elif OP == "mul_ru":
        r = libdevice.mul_ru(x, y)
    elif OP == "mul_rd":
        r = libdevice.mul_rd(x, y)
    elif OP == "div_rz":
        r = libdevice.div_rz(x, y)
    elif OP == "div_ru":
        r = libdevice.div_ru(x, y)
    elif OP == "div_rd":
        r = libdevice.div_rd(x, y)
    elif OP == "sqrt_rz":
        r = libdevice.sqrt_rz(x)
    elif OP == "sqrt_ru":
        r = libdevice.sqrt_ru(x)
    elif OP == "fma_rz":
        r = libdevice.fma_rz(x, y, z)
    elif OP == "fma_ru":
        r = libdevice.fma_ru(x, y, z)
    else:
        r = libdevice.fma_rd(x, y, z)
    tl.store(out_ptr + i, r)

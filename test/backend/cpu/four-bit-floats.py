# The four-bit floats of PTX (e2m1, two in a byte) on the host: values, midpoints, what is too large, and signs.
# RUN: rm -rf %t && mkdir %t && %tritonc %s -o %t/k.so --target=cpu --signature='out_ptr=*u8'
# RUN: %tritonrun %t/k.so --grid=1 --arg out_ptr='u8[32]:zeros' --print=out_ptr | %FileCheck %s
import triton
import triton.language as tl


# Quarters from 0 to 7.75 in the low half of the byte, their negatives in the high one.
# CHECK: out_ptr = 0 128 145 162 162 162 179 196 196 196 196 213 213 213 230 230 230 230 230 230 230 247 247 247 247 247 247 247 247 247 247 247
@triton.jit
def k(out_ptr):
    i = tl.arange(0, 32)
    x = i * 0.25
    codes = tl.inline_asm_elementwise(
        "{ .reg .b8 r; cvt.rn.satfinite.e2m1x2.f32 r, $1, $2; mov.b32 $0, {r, r, r, r}; }", "=r,f,f", [-x, x],
        dtype=tl.uint8, is_pure=True, pack=1)
    tl.store(out_ptr + i, codes)

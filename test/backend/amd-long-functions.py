# Functions whose values are many times the registers compile, spilling, in seconds; those that fit do not spill.
# RUN: %tritonc %s --target=gfx942 --emit=amdgcn -o %t.s --num-warps=1 --signature='*fp32:16, *fp32:16, N=131072' --kernel=normalize
# RUN: %FileCheck %s --check-prefix=FULL --input-file %t.s
# RUN: %tritonc %s --target=gfx942 --emit=amdgcn -o %t.s --num-warps=1 --signature='*fp32:16, *fp32:16, N=16384' --kernel=normalize
# RUN: %FileCheck %s --check-prefix=FITS --input-file %t.s
# FULL: .vgpr_spill_count: {{[1-9]}}
# FITS: .vgpr_spill_count: 0
import triton
import triton.language as tl


@triton.jit
def normalize(x_ptr, y_ptr, N: tl.constexpr):
    at = tl.arange(0, N)
    x = tl.load(x_ptr + at)
    tl.store(y_ptr + at, x / tl.sum(x, 0))

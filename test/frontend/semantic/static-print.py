# tl.static_print says its values while compiling, as a note at the call.
# RUN: %tritonc %s --emit=ttir --target=sm_90a -o %t.ttir --signature='p=*fp32, BLOCK=16' 2>&1 | %FileCheck %s
import triton
import triton.language as tl


@triton.jit
def kernel(p, BLOCK: tl.constexpr):
    # CHECK: static-print.py:[[#@LINE+1]]:{{[0-9]+}}: note: BLOCK=16, fp32
    tl.static_print(f"BLOCK={BLOCK}", p.dtype.element_ty, sep=", ")
    tl.store(p, 0.0)

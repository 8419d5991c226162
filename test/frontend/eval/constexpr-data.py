# Sizes of data that are compile-time constants for no reason.
# RUN: %tritonc %s --emit=ttir --target=sm_90a -o - --kernel=wrong --signature='x=*fp32, out=*fp32, n_elements=1000, n_cols=100, B=64' 2>&1 | %FileCheck %s --implicit-check-not=warning:
# RUN: %tritonc %s --emit=ttir --target=sm_90a -o - --kernel=right --signature='x=*fp32, out=*fp32, n_elements=i32, N=64, M=100, n_rows=8, seqlen=9, D=80, B=64' 2>&1 | %FileCheck %s --check-prefix=RIGHT
# RUN: %tritonc %s --emit=ttir --target=sm_90a -o - --kernel=wrong -Wno-constexpr-data --signature='x=*fp32, out=*fp32, n_elements=1000, n_cols=100, B=64' 2>&1 | %FileCheck %s --check-prefix=RIGHT
import triton
import triton.language as tl

# RIGHT-NOT: warning:
# RIGHT: tt.func


# CHECK: constexpr-data.py:[[#@LINE+6]]:19: warning: constexpr 'n_elements' is a data size that is only compared: each size compiles the kernel again [-Wconstexpr-data]
# CHECK-NEXT: def wrong(
# CHECK-NEXT: ^~~~~~~~~~~~~~~~~~~~~~~~
# CHECK-NEXT: constexpr-data.py:[[#@LINE+6]]:{{[0-9]+}}: note: a run-time value would do here
# CHECK: hint: without the annotation it is an argument of the launch, and one compile serves all sizes
@triton.jit
def wrong(x, out, n_elements: tl.constexpr, n_cols: tl.constexpr, B: tl.constexpr):
    # CHECK: [[#@LINE-1]]:45: warning: constexpr 'n_cols' is a data size that is only compared
    offs = tl.program_id(0) * B + tl.arange(0, B)
    tl.store(out + offs, tl.load(x + offs, mask=offs < n_elements), mask=offs < n_elements)
    for start in range(0, tl.cdiv(n_cols, B)):
        cols = start * B + tl.arange(0, B)
        tl.store(out + cols, cols, mask=n_cols > cols)


@triton.heuristics({"n_rows": lambda args: 8})
@triton.jit
def right(x, out, n_elements, N: tl.constexpr, M: tl.constexpr, n_rows: tl.constexpr, seqlen: tl.constexpr,
          D: tl.constexpr, B: tl.constexpr):
    offs = tl.program_id(0) * B + tl.arange(0, B)
    # Not a constant; a shape; a condition; a choice of a decorator; loops that are unrolled; a dimension of a model.
    tl.store(out + offs, offs, mask=offs < n_elements)
    tl.store(out + tl.arange(0, N), tl.arange(0, N))
    if M > 64:
        tl.store(out + offs, offs, mask=offs < M)
    tl.store(out + offs, offs, mask=offs < n_rows)
    for i in tl.static_range(seqlen):
        tl.store(out + i, i)
    tl.store(out + offs, offs, mask=offs < D)

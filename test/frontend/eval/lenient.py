# What Triton lets pass, because it never looks: kernels of the field rely on it.
# RUN: %tritonc %s --emit=ttir --target=sm_90a -o - --signature='p=*fp32, n=i32, B=16' | %FileCheck %s
import triton
import triton.language as tl


@triton.jit
def k(p, n, B: tl.constexpr):
    # A run-time value stays one under the annotation.
    # CHECK: arith.addi %arg1
    m: tl.constexpr = n + 1
    # CHECK: arith.muli
    m = m * 3
    # Options of tl.range on Python's range are dropped.
    # CHECK: scf.for
    # CHECK-NOT: tt.flatten
    for i in range(0, m, flatten=True, num_stages=2):
        # Options that Python takes for false are none.
        # CHECK: tt.load
        # CHECK-NOT: padding
        b = tl.make_block_ptr(p, (n, n), (n, 1), (i, 0), (B, B), (1, 0))
        x = tl.load(b, boundary_check=(0,), padding_option=False)
        # Lists are tuples in a kernel.
        tl.static_assert(x.shape == [B, B] and x.shape != [B] and [1, 2] == (1, 2))
        # CHECK: tt.store
        # CHECK-NOT: cacheModifier
        tl.store(b, x, boundary_check=(0,), cache_modifier=0)
    # CHECK: scf.while
    while tl.condition(m > 0, disable_licm=True):
        m -= 1
    tl.store(p, m)

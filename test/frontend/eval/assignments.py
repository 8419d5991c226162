# RUN: %tritonc %s --kernel=targets --signature='*i32,i32' --emit=ttir -o - | %FileCheck %s --check-prefix=TARGETS
# RUN: %tritonc %s --kernel=weak --signature='*fp16,16' --emit=ttir -o - | %FileCheck %s --check-prefix=WEAK
import triton
import triton.language as tl


# 1 + 2 + (3 + 4) + 4 + 10 = 24
# TARGETS-LABEL: tt.func public @targets
# TARGETS: arith.constant 24
# TARGETS: tt.store
@triton.jit
def targets(p, n):
    """A docstring does nothing."""
    a, (b, *c) = 1, (2, 3, 4)
    d = e = 4
    f: tl.constexpr = {"x": 10}["x"]
    g: tl.constexpr = len([x for x in range(6) if x % 2 == 0])
    tl.static_assert(g == 3 and f"{g:02d}" == "03" and d is not None, f"g is {g}")
    tl.store(p, n + a + b + c[0] + c[1] + e + f)


# A number that was assigned to a variable is a run-time fp32, which makes the sum fp32; a literal adapts to the block.
# WEAK-LABEL: tt.func public @weak
# WEAK: arith.addf %{{.*}} : tensor<16xf16>
# WEAK: arith.extf %{{.*}} : tensor<16xf16> to tensor<16xf32>
# WEAK: arith.mulf %{{.*}} : tensor<16xf32>
@triton.jit
def weak(p, B: tl.constexpr):
    o = tl.arange(0, B)
    two = 2.5
    x = tl.load(p + o) + 1.5
    tl.store(p + o, (x * two).to(tl.float16))

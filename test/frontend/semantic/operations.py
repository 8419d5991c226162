# The operations that kernels use most, in the form of Triton's TTIR.
# RUN: %tritonc %s --emit=ttir --target=sm_90a -o - --kernel=kernel --signature='p=*fp16, u=*u8, q=*fp32, n=i32, BLOCK=64' | %FileCheck %s
import triton
import triton.language as tl


@triton.jit
def kernel(p, u, q, n, BLOCK: tl.constexpr):
    # The literal of the load below takes the element's type.
    # CHECK: arith.constant dense<0xFC00> : tensor<64xf16>
    offs = tl.program_id(0) * BLOCK + tl.arange(0, BLOCK)
    # CHECK: arith.cmpi slt
    mask = offs < n
    # CHECK: tt.load {{.*}} evictionPolicy = evict_last
    x = tl.load(p + offs, mask=mask, other=-float("inf"), eviction_policy="evict_last")
    # A comparison with a literal is done in the literal's type.
    # CHECK: arith.cmpf ogt, {{.*}} : tensor<64xf32>
    positive = x > 0.5
    # Unsigned bytes extend with zeros.
    # CHECK: arith.uitofp
    weight = tl.load(u + offs).to(tl.float32)
    # CHECK: "tt.reduce"
    # CHECK: arith.maxnumf {{.*}} : f32
    peak = tl.max(x, 0)
    # CHECK: math.exp
    e = tl.exp(x.to(tl.float32) - peak)
    # Ties go to the smaller index.
    # CHECK: "tt.reduce"
    # CHECK-DAG: arith.cmpf oeq
    # CHECK-DAG: arith.cmpi slt
    where = tl.argmax(e, 0)
    # CHECK: "tt.scan"
    # CHECK: arith.addf
    total = tl.cumsum(e, 0)
    # CHECK: arith.select
    out = tl.where(positive, total * weight, 0.0)
    # CHECK: tt.store
    tl.store(q + offs, out + where, mask=mask)
    # CHECK: tt.atomic_rmw fadd, relaxed, gpu
    tl.atomic_add(q, peak, sem="relaxed")

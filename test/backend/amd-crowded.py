# What keeps registers and instructions few in products on AMD GPUs.
# RUN: %tritonc %s --target=gfx1100 --kernel=product --emit=amdgcn -o - --num-warps=4 --signature='a=*bf16:16, b=*bf16:16, c=*bf16:16, k=i32, M=64, N=64, K=32' | %FileCheck %s --check-prefix=PRODUCT
# RUN: %tritonc %s --target=gfx1100 --kernel=product --emit=ttgir -o - --num-warps=4 --signature='a=*bf16:16, b=*bf16:16, c=*bf16:16, k=i32, M=64, N=64, K=32' | %FileCheck %s --check-prefix=AHEAD
# RUN: %tritonc %s --target=gfx1100 --kernel=product --emit=ttgir -o - --num-warps=4 --signature='a=*bf16:16, b=*bf16:16, c=*bf16:16, k=i32, M=256, N=128, K=32' | %FileCheck %s --check-prefix=CROWDED
# RUN: %tritonc %s --target=gfx950 --kernel=product --emit=amdgcn -o - --num-warps=4 --signature='a=*bf16:16, b=*bf16:16, c=*bf16:16, k=i32, M=64, N=64, K=32' | %FileCheck %s --check-prefix=CDNA4
import triton
import triton.language as tl


# A bf16 is rounded by four instructions, a pair is one more; CDNA 4 has an instruction for the pair. Sums leave through shared memory, to be
# stored 16 bytes at once.
# PRODUCT-LABEL: product:
# PRODUCT: v_wmma_f32_16x16x16_bf16
# PRODUCT: v_bfe_u32 [[ODD:v[0-9]+]], [[SUM:v[0-9]+]], 16, 1
# PRODUCT: v_add3_u32 {{v[0-9]+}}, [[SUM]], [[ODD]], 0x7fff
# PRODUCT: v_perm_b32
# PRODUCT: ds_store
# PRODUCT: {{global|buffer}}_store_b128
# PRODUCT-NOT: {{global|buffer}}_store_b16
# CDNA4-LABEL: product:
# CDNA4-NOT: v_add3_u32
# CDNA4: v_cvt_pk_bf16_f32
# AHEAD-COUNT-2: ttg.local_store {{.*}}ttg.ahead
# CROWDED: scf.for
# CROWDED-NOT: ttg.ahead
@triton.jit
def product(a, b, c, k, M: tl.constexpr, N: tl.constexpr, K: tl.constexpr):
    i, j, l = tl.arange(0, M), tl.arange(0, N), tl.arange(0, K)
    sum = tl.zeros((M, N), dtype=tl.float32)
    for at in range(0, k, K):
        x = tl.load(a + i[:, None] * 4096 + (at + l)[None, :])
        y = tl.load(b + (at + l)[:, None] * 4096 + j[None, :])
        sum = tl.dot(x, y, sum)
    tl.store(c + i[:, None] * 4096 + j[None, :], sum.to(tl.bfloat16))

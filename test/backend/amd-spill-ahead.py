# Far more values than registers: they are spilled before the registers are allocated, the farthest next use first.
# RUN: %tritonc %s --target=gfx1100 --kernel=many --emit=amdgcn -o - --num-warps=4 --signature='x=*fp32:16, y=*fp32:16, n=i32, B=32768' | %FileCheck %s
# RUN: %tritonc %s --target=gfx1100 --kernel=far --emit=amdgcn -o - --num-warps=4 --signature='x=*fp32:16, y=*fp32:16, n=i32, B=16384, C=16384' | %FileCheck %s --check-prefix=FAR
import triton
import triton.language as tl


# 256 elements a lane are alive from the maximum to the end: some wait in private memory, in each direction once and 16 bytes at a time.
# CHECK-LABEL: many:
# CHECK-DAG: scratch_store_b128
# CHECK-DAG: scratch_load_b128
# CHECK: .vgpr_spill_count: {{[1-9][0-9]?[0-9]?$}}
@triton.jit
def many(x, y, n, B: tl.constexpr):
    at = tl.arange(0, B)
    v = tl.load(x + at)
    w = v - tl.max(v, 0)
    for i in range(0, n):
        w = w * v + i
    tl.store(y + at, w)


# What a loop does not use waits in memory while it runs: the loop itself has no access to it.
# FAR-LABEL: far:
# FAR: scratch_store
# FAR: [[LOOP:.LBB[0-9_]+]]:
# FAR-NOT: scratch_
# FAR: s_cbranch_{{.*}} [[LOOP]]
# FAR: scratch_load
@triton.jit
def far(x, y, n, B: tl.constexpr, C: tl.constexpr):
    at = tl.arange(0, B)
    v = tl.load(x + at)
    w = tl.load(y + tl.arange(0, C))
    for i in range(0, n):
        w = w * w + i
    tl.store(y + tl.arange(0, C), w + tl.max(v, 0))
    tl.store(x + at, v + 1)

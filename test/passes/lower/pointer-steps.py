# Rows that a thread accesses lie one uniform distance apart: one product for all of them.
# RUN: %tritonc %s --target=sm_90a --kernel=rows --emit=ptx -o - --num-warps=4 --signature='x=*fp32:16, out=*fp32:16, stride=i32:16, start=i32:16, N=64' | %FileCheck %s --check-prefix=ROWS
# RUN: %tritonc %s --target=sm_90a --kernel=gathered --emit=ptx -o - --num-warps=4 --signature='x=*fp32:16, rows=*i32:16, out=*fp32:16, stride=i32:16, N=64' | %FileCheck %s --check-prefix=GATHERED
# RUN: %tritonc %s --target=sm_90a --kernel=indirect --emit=ptx -o - --num-warps=1 --signature='table=*i64, out=*fp32, N=128' | %FileCheck %s --check-prefix=INDIRECT
# RUN: %tritonc %s --target=sm_90a --kernel=doubled --emit=ptx -o - --num-warps=1 --signature='x=*fp32, out=*fp32, N=128' | %FileCheck %s --check-prefix=DOUBLED
import triton
import triton.language as tl


# A thread reads eight rows: products make the address of the first and three distances. What it writes is a constant apart.
# ROWS: .entry rows
# ROWS-COUNT-6: {{mul|mad}}.
# ROWS-NOT: {{mul|mad}}.
# ROWS: st.global.v4.b32 [%rd[[OUT:[0-9]+]]],
# ROWS: st.global.v4.b32 [%rd[[OUT]]+2048],
@triton.jit
def rows(x, out, stride, start, N: tl.constexpr):
    i, j = tl.arange(0, N)[:, None], tl.arange(0, N)[None, :]
    at = (start + i).to(tl.int64) * stride + j
    tl.store(out + i * N + j, tl.load(x + at))


# Rows from memory have no common distance.
# GATHERED: .entry gathered
# GATHERED: ld.global.b32
# GATHERED-COUNT-8: mul.wide.s32
@triton.jit
def gathered(x, rows, out, stride, N: tl.constexpr):
    i, j = tl.arange(0, N)[:, None], tl.arange(0, N)[None, :]
    at = tl.load(rows + i).to(tl.int64) * stride + j
    tl.store(out + i * N + j, tl.load(x + at))


# A pointer takes eight bytes.
# INDIRECT: .entry indirect
# INDIRECT: ld.global.b64 {{.*}}, [%rd[[TABLE:[0-9]+]]];
# INDIRECT: ld.global.b64 {{.*}}, [%rd[[TABLE]]+256];
@triton.jit
def indirect(table, out, N: tl.constexpr):
    i = tl.arange(0, N)
    pointers = tl.load(table.to(tl.pointer_type(tl.pointer_type(tl.float32))) + i)
    tl.store(out + i, tl.load(pointers))


# An expression of 2^24 paths.
# DOUBLED: .entry doubled
@triton.jit
def doubled(x, out, N: tl.constexpr):
    i = tl.arange(0, N)
    o = i
    for _ in tl.static_range(24):
        o = o + o
    tl.store(out + i, tl.load(x + o))

# Different values stored in one place.
# RUN: %tritonc %s --emit=ttir --target=sm_90a -o - --kernel=wrong --signature='x=*fp32, out=*fp32, n=i32, B=64' 2>&1 | %FileCheck %s --implicit-check-not=warning:
# RUN: %tritonc %s --emit=ttir --target=sm_90a -o - --kernel=right --signature='x=*fp32, out=*fp32, n=i32, B=64' 2>&1 | %FileCheck %s --check-prefix=RIGHT
# RUN: %tritonc %s --emit=ttir --target=sm_90a -o - --kernel=locked --signature='x=*fp32, lock=*i32, out=*fp32, B=64' 2>&1 | %FileCheck %s --check-prefix=RIGHT
# RUN: %tritonc %s --emit=ttir --target=sm_90a -o - --kernel=wrong -Wno-store-race --signature='x=*fp32, out=*fp32, n=i32, B=64' 2>&1 | %FileCheck %s --check-prefix=RIGHT
import triton
import triton.language as tl

# RIGHT-NOT: warning:
# RIGHT: tt.func


@triton.jit
def wrong(x, out, n, B: tl.constexpr):
    pid = tl.program_id(0)
    cols = tl.arange(0, B)
    data = tl.load(x + pid * B + cols)
    # CHECK: store-race.py:[[#@LINE+4]]:5: warning: programs that differ in program_id(0) write different values to the same address [-Wstore-race]
    # CHECK-NEXT: tl.store(
    # CHECK-NEXT: ^~~~~~~~
    # CHECK: hint: add the program's number to the address, store in one program only, or use an atomic
    tl.store(out, tl.sum(data, axis=0))
    for k in range(n):
        # CHECK: [[#@LINE+1]]:{{[0-9]+}}: warning: programs that differ in program_id(1)
        tl.store(out + k * B + cols, cols + tl.program_id(1))
    # CHECK: [[#@LINE+1]]:{{[0-9]+}}: warning: all lanes along dimension 0 write different values
    tl.store(out + pid + tl.zeros((B,), tl.int32), data)
    # CHECK: hint: reduce the block along that dimension, or use an atomic
    # CHECK: [[#@LINE+1]]:{{[0-9]+}}: warning: each 4 neighbouring lanes along dimension 0 write different values
    tl.store(out + pid * B + cols // 4, data)
    tile = tl.load(x + pid * B * B + cols[:, None] * B + cols[None, :])
    # CHECK: [[#@LINE+1]]:{{[0-9]+}}: warning: all lanes along dimension 1 write different values
    tl.store(out + pid * B + cols[:, None] + 0 * cols[None, :], tile)


@triton.jit
def right(x, out, n, B: tl.constexpr):
    pid = tl.program_id(0)
    cols = tl.arange(0, B)
    data = tl.load(x + pid * B + cols)
    tl.store(out + pid, tl.sum(data, axis=0))
    # One program; one value.
    if pid == 0:
        tl.store(out, tl.sum(data, axis=0))
    tl.store(out, tl.sum(data, axis=0), mask=pid == n)
    tl.store(out, tl.load(x))
    tl.store(out + cols, cols)
    # Programs take turns: i starts at the program's number.
    for i in range(pid, n, tl.num_programs(0)):
        tl.store(out + i * B + cols, data)
    # Which split this is may not matter: there may be one.
    split = tl.load(x + tl.program_id(1) * B + cols)
    tl.store(out + pid * B + cols, split)
    # Lanes that share a place, but also the value, and lanes of which one is on.
    tl.store(out + pid + tl.zeros((B,), tl.int32), tl.zeros((B,), tl.float32) + tl.max(data, axis=0))
    tl.store(out + pid * B + cols // 4, data, mask=cols % 4 == 0)
    tl.store(out + pid * B + cols // 4, (cols // 4).to(tl.float32))
    # Atomics are made for it.
    tl.atomic_add(out + tl.zeros((B,), tl.int32), data)


@triton.jit
def locked(x, lock, out, B: tl.constexpr):
    data = tl.load(x + tl.program_id(0) * B + tl.arange(0, B))
    while tl.atomic_cas(lock, 0, 1) == 1:
        pass
    tl.store(out, tl.load(out) + tl.sum(data, axis=0))
    tl.atomic_xchg(lock, 0)

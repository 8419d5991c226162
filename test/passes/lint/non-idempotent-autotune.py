# Kernels that a search changes more than once.
# RUN: %tritonc %s --emit=ttir --target=sm_90a -o - --kernel=wrong --signature='x=*fp32, y=*fp32, out=*fp32, n=i32, B=64' 2>&1 | %FileCheck %s --implicit-check-not=warning:
# RUN: %tritonc %s --emit=ttir --target=sm_90a -o - --kernel=right --signature='x=*fp32, y=*fp32, out=*fp32, hits=*i32, n=i32, B=64' 2>&1 | %FileCheck %s --check-prefix=RIGHT
# RUN: %tritonc %s --emit=ttir --target=sm_90a -o - --kernel=untuned --signature='x=*fp32, n=i32, B=64' 2>&1 | %FileCheck %s --check-prefix=RIGHT
# RUN: %tritonc %s --emit=ttir --target=sm_90a -o - --kernel=one_choice --signature='x=*fp32, n=i32, B=64' 2>&1 | %FileCheck %s --check-prefix=RIGHT
# RUN: %tritonc %s --emit=ttir --target=sm_90a -o - --kernel=wrong -Wno-non-idempotent-autotune --signature='x=*fp32, y=*fp32, out=*fp32, n=i32, B=64' 2>&1 | %FileCheck %s --check-prefix=RIGHT
import triton
import triton.language as tl

# RIGHT-NOT: warning:
# RIGHT: tt.func

CONFIGS = [triton.Config({"B": 64}), triton.Config({"B": 128})]


@triton.autotune(configs=CONFIGS, key=["n"], restore_value=["y"])
@triton.jit
def wrong(x, y, out, n, B: tl.constexpr):
    offs = tl.program_id(0) * B + tl.arange(0, B)
    mask = offs < n
    data = tl.load(x + offs, mask=mask, other=0.0)
    # CHECK-DAG: non-idempotent-autotune.py:[[#@LINE+3]]:5: warning: each run of the autotuned kernel changes 'x' further, and neither reset_to_zero nor restore_value names it [-Wnon-idempotent-autotune]
    # CHECK-DAG: non-idempotent-autotune.py:[[#@LINE-2]]:12: note: what is stored is computed from this load
    # CHECK-DAG: hint: restore_value=["x"] in the autotune decorator
    tl.store(x + offs, data * 2, mask=mask)
    # CHECK-DAG: [[#@LINE+2]]:5: warning: each run of the autotuned kernel changes 'out' further
    # CHECK-DAG: hint: reset_to_zero=["out"] in the autotune decorator
    tl.atomic_add(out, tl.sum(data, axis=0))
    tl.store(y + offs, tl.load(y + offs, mask=mask) + 1, mask=mask)


@triton.autotune(configs=CONFIGS, key=["n"], reset_to_zero=["out"])
@triton.jit
def right(x, y, out, hits, n, B: tl.constexpr):
    offs = tl.program_id(0) * B + tl.arange(0, B)
    mask = offs < n
    data = tl.load(x + offs, mask=mask, other=0.0)
    # What is read is not what is written, or is named, or stays as it is the second time.
    tl.store(y + offs, data * 2, mask=mask)
    tl.atomic_add(out, tl.sum(data, axis=0))
    tl.store(x + offs, tl.maximum(data, 0.0), mask=mask)
    tl.atomic_max(y, tl.max(tl.abs(data), axis=0))
    # Counted, and cleared again by the last.
    if tl.atomic_add(hits, 1) == tl.num_programs(0) - 1:
        tl.store(hits, 0)


@triton.jit
def untuned(x, n, B: tl.constexpr):
    offs = tl.program_id(0) * B + tl.arange(0, B)
    tl.store(x + offs, tl.load(x + offs, mask=offs < n) * 2, mask=offs < n)


@triton.autotune(configs=[triton.Config({"B": 64})], key=["n"])
@triton.jit
def one_choice(x, n, B: tl.constexpr):
    offs = tl.program_id(0) * B + tl.arange(0, B)
    tl.store(x + offs, tl.load(x + offs, mask=offs < n) * 2, mask=offs < n)

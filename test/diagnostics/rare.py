# Refusals that no other test provokes.
# RUN: not %tritonc %s --kernel=floor_div --signature='*fp32, B=16' --emit=ttir 2>&1 | %FileCheck %s --check-prefix=FLOOR
# RUN: not %tritonc %s --kernel=batches --signature='*fp32' --emit=ttir 2>&1 | %FileCheck %s --check-prefix=BATCH
# RUN: not %tritonc %s --kernel=star --signature='*fp32' --emit=ttir 2>&1 | %FileCheck %s --check-prefix=STAR
# RUN: not %tritonc %s --kernel=domain --signature='*fp32' --emit=ttir 2>&1 | %FileCheck %s --check-prefix=DOMAIN
# RUN: not %tritonc %s --kernel=rows --signature='*fp32, i32' --emit=ttir 2>&1 | %FileCheck %s --check-prefix=ROWS
# RUN: not %tritonc %s --kernel=module_level --signature='*fp32' --emit=ttir 2>&1 | %FileCheck %s --check-prefix=LEVEL
# RUN: not %tritonc %s --kernel=floor_div --signature='*fp32:3, B=16' --emit=ttir 2>&1 | %FileCheck %s --check-prefix=SUFFIX
# RUN: not %tritonc %S/Inputs/no-kernel.py --signature='*fp32' --emit=ttir 2>&1 | %FileCheck %s --check-prefix=NONE
# RUN: %tritonc %s --kernel=pruned --signature='*fp32' --autotune --emit=ttir 2>&1 | %FileCheck %s --check-prefix=PRUNE
import math

import triton
import triton.language as tl

# NONE: error: {{.*}}no-kernel.py' has no @triton.jit function


@triton.jit
def floor_div(p, B: tl.constexpr):
    x = tl.load(p + tl.arange(0, B))
    # FLOOR: rare.py:[[# @LINE + 2]]:{{.*}}: error: '//' cannot divide fp32[16] by fp32[16]: it is for integers
    # FLOOR: hint: use tl.floor(x / y)
    tl.store(p + tl.arange(0, B), x // 2.0)
# SUFFIX: error: unknown suffix ':3': only :1 and powers of two such as :16 mean something


@triton.jit
def batches(p):
    a = tl.zeros((2, 16, 16), tl.float32)
    b = tl.zeros((4, 16, 16), tl.float32)
    # BATCH: error: dot needs equal batch dimensions, not those of fp32[2, 16, 16] and fp32[4, 16, 16]
    c = tl.dot(a, b)


# STAR: error: a kernel cannot take 'args': its parameters must be named one by one
@triton.jit
def star(p, *args):
    tl.store(p, 1.0)


@triton.jit
def domain(p):
    # DOMAIN: error: math domain error: the argument is -1.0
    x: tl.constexpr = math.sqrt(-1.0)
    tl.store(p, x)


@triton.jit
def rows(p, n):
    d = tl.make_tensor_descriptor(p, [n, n], [n, 1], [4, 16])
    # ROWS: error: gather and scatter need a descriptor of one-row blocks of at least 32 bytes and at least 8 row numbers, not fp32[4, 16] and int32[8]
    d.gather(tl.arange(0, 8), 0)


# LEVEL: error: 'X' cannot be used here: this makes a run-time value, which only a kernel can do
# LEVEL: note: it comes from here
X = tl.zeros((4,), tl.float32)


@triton.jit
def module_level(p):
    tl.store(p, X)


# PRUNE: configurations: pruning needs the arguments of a launch
@triton.autotune([triton.Config({}, num_warps=4), triton.Config({}, num_warps=8)], key=[],
                 prune_configs_by={"early_config_prune": None})
@triton.jit
def pruned(p):
    tl.store(p, 1.0)

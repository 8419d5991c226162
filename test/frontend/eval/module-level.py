# Module-level code is evaluated as far as a kernel needs it; the rest may be anything.
# RUN: %tritonc %s --kernel=k --signature='*fp32,B=64' --emit=ttir -o - | %FileCheck %s
import math
import os
import sys

import numpy as np
import torch
import triton
import triton.language as tl
from triton.language import constexpr, program_id
from triton.language.extra.cuda.libdevice import tanh as ld_tanh

try:
    from triton.language.extra import libdevice as tldevice
except ImportError:
    from somewhere.else_ import tldevice

torch.manual_seed(0)
LOG2E = tl.constexpr(math.log2(math.e))
DEBUG = os.environ.get("DEBUG", "0") == "1"
TABLE = {name: i for i, name in enumerate(["zero", "one", "two"])}
sizes = [1]
for i in range(1, 4):
    sizes.append(sizes[-1] * 2)
if torch.cuda.is_available() and sys.version_info > (3, 8):
    ANSWER = constexpr(40)
else:
    ANSWER = constexpr(40)
BIG: tl.constexpr = triton.next_power_of_2(1000) + triton.cdiv(10, 3)


def pick(kind, *rest, default=7, **kw):
    return {"a": 1, "b": 2}.get(kind, default) + len(rest) + kw.get("extra", 0)


@triton.jit
def act(x, f: tl.constexpr):
    return f(x)


@triton.jit
def square(x):
    return x * x


# 40 + (1024 + 4) + (7 + 2 + 100) + 8 + 2 = 1187
# CHECK-LABEL: tt.func public @k
# CHECK: arith.constant dense<1.187000e+03> : tensor<64xf32>
# CHECK: arith.mulf %[[X:.*]], %[[X]]
# CHECK: tt.extern_elementwise %{{.*}}symbol = "__nv_tanhf"
@triton.jit
def k(p, B: tl.constexpr):
    offs = program_id(axis=0) * B + tl.arange(0, B)
    x = tl.load(p + offs)
    c: tl.constexpr = ANSWER + BIG + pick("z", 1, 2, extra=100) + sizes[3] + TABLE["two"]
    if DEBUG:
        tl.device_print("x", x)
    x = act(x, square) + (1.0 * c)
    x = tldevice.tanh(x) + tl.math.exp2(x * LOG2E)
    tl.store(p + offs, ld_tanh(x))


def launch(x):
    k[(1,)](x, B=64)
    print(f"{np.asarray(x)=!r}")

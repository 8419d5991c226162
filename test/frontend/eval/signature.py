# Where parameters come from, and what is left of them.
# RUN: %tritonc %s --kernel=k --signature='*fp32:16, n=i32:16, B=64, one=i32:1, opt=None, kind="relu", T=tl.float16' --emit=ttir -o - | %FileCheck %s
# RUN: %tritonc %s --kernel=k --signature='*fp32:16, i32:16, 64, i32:1, None, "relu", tl.float16,' --emit=ttir -o - | %FileCheck %s
# RUN: %tritonc %s --kernel=k --signature='*fp32:16, i32:16, 32, i32:1, None, "none", tl.int8' -D B=64 -D 'kind="relu"' -D T=tl.float16 --emit=ttir -o - | %FileCheck %s
# RUN: %tritonc %s --kernel=annotated --signature='p=*u8' --emit=ttir -o - | %FileCheck %s --check-prefix=ANNOTATED
# RUN: %tritonc %s --kernel=types --signature='*kfp16, *bf16, *fp8e5, u32, fp64, **i8, i1' --emit=ttir -o - | %FileCheck %s --check-prefix=TYPES
# RUN: %tritonc %s --kernel=literals --signature='*fp32, -1e-5, float("inf"), (1, 2, 3), 0x10, True' --emit=ttir -o - | %FileCheck %s --check-prefix=LITERALS
# RUN: %tritonc %s --kernel=guessed --signature='*i32, B=64' --emit=ttir -o - | %FileCheck %s --check-prefix=GUESSED
import triton
import triton.language as tl


# CHECK: tt.func public @k(%{{[a-z_0-9]+}}: !tt.ptr<f32> {tt.divisibility = 16 : i32}{{.*}}, %{{[a-z_0-9]+}}: i32 {tt.divisibility = 16 : i32}{{[^,]*}}) attributes {noinline = false}
# CHECK: tensor<64xf16>
@triton.jit
def k(p, n, B: tl.constexpr, one, opt, kind: tl.constexpr, T: tl.constexpr):
    o = tl.arange(0, B) * one
    x = tl.load(p + o, mask=o < n)
    if kind == "relu":
        x = tl.maximum(x, 0.0)
    if opt is not None:
        x += tl.load(opt + o)
    tl.store(p + o, x.to(T).to(tl.float32), mask=o < n)


# ANNOTATED: tt.func public @annotated(%{{.*}}: !tt.ptr<i8>{{.*}}, %{{.*}}: i64{{.*}}, %{{.*}}: !tt.ptr<i64>{{.*}}, %{{.*}}: i32
@triton.jit
def annotated(p, n: tl.int64, q: "*u64", m: int, flag: tl.constexpr = True, eps=1e-5):
    tl.store(q, n + m)
    tl.static_assert(flag and eps == 1e-5)


# TYPES: tt.func public @types(%{{.*}}: !tt.ptr<f16>{{.*}}, %{{.*}}: !tt.ptr<bf16>{{.*}}, %{{.*}}: !tt.ptr<f8E5M2>{{.*}}, %{{.*}}: i32{{.*}}, %{{.*}}: f64{{.*}}, %{{.*}}: !tt.ptr<!tt.ptr<i8>>{{.*}}, %{{.*}}: i1
@triton.jit
def types(a, b, c, d, e, f, g):
    tl.static_assert(d.dtype == tl.uint32 and a.dtype.element_ty == tl.float16)
    tl.store(b, e.to(tl.bfloat16), mask=g)


# LITERALS: tt.func public @literals
@triton.jit
def literals(p, a, b, c, d, e):
    tl.static_assert(a == -0.00001 and b > 1e30 and c[1:] == (2, 3) and d == 16 and e is True)


# GUESSED: tt.func public @guessed
# GUESSED: arith.constant 68
@triton.heuristics({"EVEN": lambda args: args["B"] % 32 == 0, "W": lambda args: 4 if args["B"] > 32 else 2})
@triton.jit
def guessed(p, B: tl.constexpr, EVEN: tl.constexpr, W: tl.constexpr):
    if EVEN:
        tl.store(p, B + W)

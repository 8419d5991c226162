"""Control flow, tuples, functions, compile-time values and inline assembly."""
from suite import Buffer, Scalar

X = {"x_ptr": Buffer("i32", 256, "ordinary"), "out_ptr": Buffer("i32", 256, "poison", True)}
ASM = "inline assembly is NVIDIA's"

# name, body: run for several n
LOOPS = {
    "while_halving": """
        steps = 0
        while n > 1:
            n = n // 2 if n % 2 == 0 else 3 * n + 1
            steps += 1
        tl.store(out_ptr, steps)""",
    "for_carries": """
        a, b = 0, 1
        for _ in range(n):
            a, b = b, a + b
        tl.store(out_ptr, a)
        tl.store(out_ptr + 1, b)""",
    "for_negative": """
        total = 0
        for j in range(n, 0, -3):
            total = total * 7 + j
        tl.store(out_ptr, total)""",
    "for_step": """
        total = tl.zeros((64,), tl.int32)
        i = tl.arange(0, 64)
        for j in tl.range(0, n, 4, num_stages=2):
            total += tl.load(x_ptr + j + i) * j
        tl.store(out_ptr + i, total)""",
    "for_unrolled": """
        total = 0
        for j in tl.range(0, n, loop_unroll_factor=4):
            total = total * 3 + j
        tl.store(out_ptr, total)""",
    "for_flat": """
        total = 0
        for j in tl.range(0, n, flatten=True):
            for k in range(0, 3):
                total = total * 3 + j * k
        tl.store(out_ptr, total)""",
    "nested": """
        total = 0
        for j in range(n):
            for k in range(j, n):
                if (j + k) % 3 == 0:
                    total += j * k
                elif k > 5:
                    total -= k
                else:
                    total ^= 1
        tl.store(out_ptr, total)""",
    "static": """
        total = n
        for j in tl.static_range(1, 6, 2):
            total = total * j + j
        for j in tl.static_range(3):
            total -= j
        tl.store(out_ptr, total)""",
    "branch_values": """
        i = tl.arange(0, 64)
        x = tl.load(x_ptr + i)
        if n > 5:
            y = x + n
            z = 1
        elif n == 5:
            y = x - 1
            z = 2
        else:
            y = x * 0
            z = 3
        tl.store(out_ptr + i, y * z)""",
    "early_return": """
        tl.store(out_ptr, 1)
        if n > 5:
            tl.store(out_ptr + 1, 2)
            return
        tl.store(out_ptr + 2, 3)
        if n == 0:
            return
        tl.store(out_ptr + 3, 4)""",
    "ternary": """
        a = 5 if n > 3 else n
        b = (a if a > n else n) + (0 if n else 100)
        tl.store(out_ptr, a * 1000 + b)
        tl.store(out_ptr + 1, 1 if n > 1 and n < 6 or n == 7 else 0)
        tl.store(out_ptr + 2, not (n > 3))""",
    "while_and": """
        i = 0
        found = -1
        while i < n and found < 0:
            x = tl.load(x_ptr + i)
            if x % 5 == 0:
                found = i
            i += 1
        tl.store(out_ptr, found)""",
    "induction_after": """
        last = -1
        for j in range(2, n):
            last = j
        tl.store(out_ptr, last)""",
    "block_carry": """
        i = tl.arange(0, 64)
        a = tl.load(x_ptr + i)
        b = tl.load(x_ptr + 64 + i)
        for j in range(n):
            a, b = b, a ^ (b >> 1)
        tl.store(out_ptr + i, a)
        tl.store(out_ptr + 64 + i, b)""",
    "pointer_carry": """
        i = tl.arange(0, 32)
        p = x_ptr + i
        total = tl.zeros((32,), tl.int64)
        for j in range(n):
            total += tl.load(p, mask=i < 32 - j, other=3)
            p += 8
        tl.store(out_ptr + i, total)""",
}
# name, helpers, body, for n = 6
FUNCTIONS = {
    "tuples": ("@triton.jit\ndef swap(a, b):\n    return b, a\n\n\n@triton.jit\ndef both(pair):\n    x, y = pair\n    return x * y, x + y, x - y", """
        t = swap(n, n + 1)
        p, q, r = both(t)
        u = (p, q, r)
        tl.store(out_ptr, u[0] * 100 + u[1] * 10 + u[2])
        tl.store(out_ptr + 1, t[0] - t[1] + len(u))"""),
    "return_in_branch": ("@triton.jit\ndef pick(x, n):\n    if n > 3:\n        return x + 1\n    else:\n        return x - 1", """
        i = tl.arange(0, 64)
        tl.store(out_ptr + i, pick(tl.load(x_ptr + i), n) + pick(n, 2))"""),
    "noinline": ("@triton.jit(noinline=True)\ndef scaled(x, k):\n    return x * k + 1\n\n\n@triton.jit(noinline=True)\ndef twice(p, n):\n    v = tl.load(p)\n    tl.store(p + 1, v * n)", """
        tl.store(out_ptr, scaled(n, 7))
        twice(out_ptr, n)"""),
    "defaults": ("@triton.jit\ndef affine(x, a=2, b: tl.constexpr = 3, c=4):\n    return x * a + b * c", """
        tl.store(out_ptr, affine(n))
        tl.store(out_ptr + 1, affine(n, c=1, b=7))
        tl.store(out_ptr + 2, affine(n, 5, 6))"""),
    "map_elementwise": ("@triton.jit\ndef collatz(x, y):\n    if x > y:\n        return x - y\n    else:\n        return y * 2", """
        i = tl.arange(0, 64)
        tl.store(out_ptr + i, tl.map_elementwise(collatz, tl.load(x_ptr + i), tl.load(x_ptr + 64 + i)))"""),
    "compile_time": ("WIDTH = tl.constexpr(8)", """
        size: tl.constexpr = WIDTH * 4 + (3 if WIDTH > 4 else 0) - 3
        tl.static_assert(size == 32, f"size {size}")
        i = tl.arange(0, size)
        k: tl.constexpr = -7 // 2 + -7 % 3 + (1 << 5) + 2**3
        tl.store(out_ptr + i, tl.load(x_ptr + i) + k)
        if x_ptr.dtype.element_ty == tl.int32:
            tl.store(out_ptr + 32, x_ptr.dtype.element_ty.primitive_bitwidth)
        else:
            tl.store(out_ptr + 32, 0)"""),
    "attributes": ("", """
        x = tl.load(x_ptr + tl.arange(0, 8)[:, None] * 4 + tl.arange(0, 4)[None, :])
        tl.store(out_ptr, x.shape[0] * 100 + x.shape[1] * 10 + len(x.shape))
        tl.store(out_ptr + 1, x.numel + (1 if x.dtype.is_int() else 2) + (4 if x.dtype.is_int_signed() else 0))
        tl.store(out_ptr + 2, tl.constexpr(3) + x.type.scalar.primitive_bitwidth)"""),
    "assertions": ("", """
        i = tl.arange(0, 64)
        x = tl.load(x_ptr + i)
        tl.device_assert(i < 64, "in range")
        tl.static_assert(x.dtype == tl.int32)
        tl.store(out_ptr + i, x + n)"""),
}


def build(suite):
    for name, body in LOOPS.items():
        suite.define("control", "loop_" + name, "x_ptr, out_ptr, n", body)
        for n in (0, 1, 5, 11):
            if name == "while_halving" and n == 11:
                n = 27
            args = dict(X, n=Scalar("i32", n))
            suite.add("control", "loop_%s_%d" % (name, n), "loop_" + name, args, warps=(4, 1, 2, 4)[n % 4])
    for name, (helpers, body) in FUNCTIONS.items():
        suite.case("functions_of_kernels", "function_" + name, dict(X, n=Scalar("i32", 6)), body, helpers=helpers)
    assembly(suite)
    suite.case("control", "early_exit_by_program", {"out_ptr": Buffer("i32", 64, "poison", True), "n": Scalar("i32", 10)}, """
        p = tl.program_id(0)
        if p >= n:
            return
        tl.store(out_ptr + p, p)""", grid=(32, 1, 1))


def assembly(suite):
    def one(name, body, dtype="fp32", out=None):
        suite.case("assembly", "asm_" + name, {"x_ptr": Buffer(dtype, 512, "finite"), "y_ptr": Buffer(dtype, 512, "finite"), "out_ptr": Buffer(out or dtype, 1024, "poison", True)},
                   "i = tl.arange(0, 512)\nx = tl.load(x_ptr + i)\ny = tl.load(y_ptr + i)\n" + body, cpu_check="", why=ASM)

    one("fma", "tl.store(out_ptr + i, tl.inline_asm_elementwise('fma.rn.f32 $0, $1, $2, $2;', '=f,f,f', [x, y], dtype=tl.float32, is_pure=True, pack=1))")
    one("shift_bytes", "tl.store(out_ptr + i, tl.inline_asm_elementwise('shl.b32 $0, $1, 3;', '=r,r', [x], dtype=tl.int8, is_pure=True, pack=4))", "i8")
    one("add_halves", "tl.store(out_ptr + i, tl.inline_asm_elementwise('add.f16x2 $0, $1, $2;', '=r,r,r', [x, y], dtype=tl.float16, is_pure=True, pack=2))", "fp16")
    one("two_results", "a, b = tl.inline_asm_elementwise('{ add.s32 $0, $2, $3; sub.s32 $1, $2, $3; }', '=&r,=r,r,r', [x, y], dtype=(tl.int32, tl.int32), is_pure=True, pack=1)\n"
        "tl.store(out_ptr + i, a)\ntl.store(out_ptr + 512 + i, b)", "i32")
    one("mixed_widths", "tl.store(out_ptr + i, tl.inline_asm_elementwise('cvt.rni.s32.f32 $0, $1;', '=r,r', [(x * 0 + 2.5)], dtype=tl.int32, is_pure=True, pack=1))", "fp32", "i32")

"""Reductions and scans: every built-in one, custom combining functions, tuples, directions, axes, NaN and ties."""
from suite import Buffer, Scalar
from values import SIGNED, UNSIGNED, WIDE_FLOATS

LOAD = "i = tl.arange(0, M)[:, None]\nj = tl.arange(0, N)[None, :]\nx = tl.load(x_ptr + i * N + j)\n"
WHOLE = SIGNED + UNSIGNED
SIZES = [(16, 16, 4), (4, 128, 1), (128, 4, 4), (64, 64, 8), (2, 512, 4), (256, 8, 2)]
COMBINE = {
    "product": "@triton.jit\ndef product(a, b):\n    return a * b",
    "later": "@triton.jit\ndef later(a, b):\n    return tl.where(b != 0, b, a)",
    "affine": "@triton.jit\ndef affine(a, b, c, d):\n    return a * c, b * c + d",
    "extremes": "@triton.jit\ndef extremes(a, b, c, d):\n    return tl.minimum(a, c), tl.maximum(b, d)",
    "welford": "@triton.jit\ndef welford(n, m, s, k, q, t):\n    d = q - m\n    w = n + k\n    return w, m + d * (k / w), s + t + d * d * (n * k / w)",
    "exclusive": "@triton.jit\ndef exclusive(a, b):\n    return a ^ b",
}


def build(suite):
    vectors(suite)
    matrices(suite)
    extremes(suite)
    custom(suite)
    scans(suite)


def vectors(suite):
    for number, dtype in enumerate(WIDE_FLOATS + WHOLE):
        for name in ("sum", "max", "min"):
            for n, warps in ((32, 1), (256, 4), (2048, 8))[number % 3:][:2]:
                suite.define("reductions", "reduce1_" + name, "x_ptr, out_ptr, N: tl.constexpr", "tl.store(out_ptr, tl.%s(tl.load(x_ptr + tl.arange(0, N)), 0))" % name)
                floating = dtype in WIDE_FLOATS
                how = "small" if name == "sum" and floating else "any"
                if name == "sum" and dtype in ("fp16", "bf16"):
                    how = "range:0.25:0.25"
                suite.add("reductions", "reduce1_%s_%s_%d" % (name, dtype, n), "reduce1_" + name,
                          {"x_ptr": Buffer(dtype, n, how), "out_ptr": Buffer(dtype if floating else "i64", 1, "poison", True)}, {"N": n}, warps=warps)
    for dtype in ("fp32", "fp16", "fp64", "bf16"):
        suite.define("reductions", "sum_rounding", "x_ptr, out_ptr, N: tl.constexpr", "tl.store(out_ptr, tl.sum(tl.load(x_ptr + tl.arange(0, N)), 0))")
        suite.add("reductions", "sum_rounding_" + dtype, "sum_rounding", {"x_ptr": Buffer(dtype, 1024, "positive"), "out_ptr": Buffer(dtype, 1, "poison", True)}, {"N": 1024},
                  check={"fp16": "rel 0.004", "bf16": "rel 0.03", "fp32": "rel 1e-6", "fp64": "rel 1e-14"}[dtype], why="the order of addition is open")
    for dtype in WHOLE:
        suite.define("reductions", "bits1", "x_ptr, out_ptr, N: tl.constexpr", """
            x = tl.load(x_ptr + tl.arange(0, N))
            tl.store(out_ptr, tl.xor_sum(x, 0))
            tl.store(out_ptr + 1, tl.reduce_or(x, 0))
            tl.store(out_ptr + 2, tl.xor_sum(x))""")
        suite.add("reductions", "bits1_" + dtype, "bits1", {"x_ptr": Buffer(dtype, 128), "out_ptr": Buffer("i64", 3, "poison", True)}, {"N": 128})
    suite.elementwise("reductions", "softmax_one", "tl.softmax(x)", ["fp32"], "fp32", how="ordinary", check="rel 1e-6", why="the order of addition is open")
    suite.case("reductions", "sum_dtype", {"x_ptr": Buffer("i8", 256), "y_ptr": Buffer("fp16", 256, "small"), "z_ptr": Buffer("i1", 256), "out_ptr": Buffer("fp64", 4, "poison", True)}, """
        i = tl.arange(0, 256)
        tl.store(out_ptr, tl.sum(tl.load(x_ptr + i), dtype=tl.int64).to(tl.float64))
        tl.store(out_ptr + 1, tl.sum(tl.load(y_ptr + i), 0, dtype=tl.float32))
        tl.store(out_ptr + 2, tl.sum(tl.load(z_ptr + i)))
        tl.store(out_ptr + 3, tl.sum(tl.load(x_ptr + i), dtype=tl.int8))""")


def matrices(suite):
    number = 0
    for name in ("sum", "max", "min", "xor_sum"):
        for axis in (0, 1, None):
            for dtype in ("fp32", "fp16", "i32", "i8", "u16", "i64"):
                if name == "xor_sum" and dtype[0] == "f":
                    continue
                m, n, warps = SIZES[number % len(SIZES)]
                number += 1
                at = {0: "tl.arange(0, N)", 1: "tl.arange(0, M)", None: "0"}[axis]
                suite.define("reductions", "reduce2_%s_%s" % (name, axis), "x_ptr, out_ptr, M: tl.constexpr, N: tl.constexpr", LOAD + "tl.store(out_ptr + %s, tl.%s(x, axis=%s))" % (at, name, axis))
                count = {0: n, 1: m, None: 1}[axis]
                how = "small" if dtype == "fp32" and name == "sum" else "range:0.25:0.25" if name == "sum" and dtype == "fp16" else "any"
                suite.add("reductions", "reduce2_%s_%s_%s_%d_%d" % (name, axis, dtype, m, n), "reduce2_%s_%s" % (name, axis),
                          {"x_ptr": Buffer(dtype, m * n, how), "out_ptr": Buffer(dtype if dtype[0] == "f" else "i64", count, "poison", True)}, {"M": m, "N": n}, warps=warps)
    for axis in (0, 1, 2):
        suite.case("reductions", "reduce3_%d" % axis, {"x_ptr": Buffer("i32", 2048), "out_ptr": Buffer("i32", 2048, "poison", True)}, """
            i = tl.arange(0, 2048)
            x = tl.load(x_ptr + i).reshape(8, 16, 16)
            y = tl.broadcast_to(tl.sum(x, %d, keep_dims=True), (8, 16, 16)) - tl.max(x, %d, keep_dims=True)
            tl.store(out_ptr + i, y.reshape(2048))""" % (axis, axis))
    suite.case("reductions", "chained", {"x_ptr": Buffer("fp32", 4096, "small"), "out_ptr": Buffer("fp32", 64, "poison", True)}, """
        i = tl.arange(0, 64)[:, None]
        j = tl.arange(0, 64)[None, :]
        x = tl.load(x_ptr + i * 64 + j)
        x = x - tl.max(x, 1)[:, None]
        x = x + tl.sum(x, 0)[None, :] * 0.125
        tl.store(out_ptr + tl.arange(0, 64), tl.sum(x, 1))""", warps=8)


def extremes(suite):
    for dtype in ("fp32", "fp16", "bf16", "i32", "i8", "u8", "i64", "fp64"):
        for how in ("small", "any"):
            # NaN: which one wins is a matter of order, so not with ties to the left; see the bodies
            body = LOAD + """
v, a = tl.max(x, 1, return_indices=True)
w, b = tl.min(x, 1, return_indices=True)
k = tl.arange(0, M)
tl.store(out_ptr + k, v)
tl.store(out_ptr + M + k, w)
tl.store(at_ptr + k, a)
tl.store(at_ptr + M + k, b)
tl.store(at_ptr + 2 * M + k, tl.argmax(x, 1))
tl.store(at_ptr + 3 * M + k, tl.argmin(x, axis=1))"""
            suite.define("extremes", "arg", "x_ptr, out_ptr, at_ptr, M: tl.constexpr, N: tl.constexpr", body)
            for m, n, warps in ((16, 16, 4), (8, 128, 1)):
                inputs = "finite" if how == "any" else how
                suite.add("extremes", "arg_%s_%s_%d_%d" % (dtype, how, m, n), "arg",
                          {"x_ptr": Buffer(dtype, m * n, inputs), "out_ptr": Buffer(dtype, 2 * m, "poison", True), "at_ptr": Buffer("i32", 4 * m, "poison", True)}, {"M": m, "N": n}, warps=warps)
    for dtype in ("fp32", "fp16", "i32"):
        body = LOAD + """
k = tl.arange(0, N)
v, a = tl.max(x, 0, return_indices=True, return_indices_tie_break_left=False)
tl.store(out_ptr + k, v)
tl.store(at_ptr + k, tl.argmax(x, 0, keep_dims=True).reshape(N) + tl.argmin(x, 0, tie_break_left=True))"""
        suite.define("extremes", "arg_axis0", "x_ptr, out_ptr, at_ptr, M: tl.constexpr, N: tl.constexpr", body)
        suite.add("extremes", "arg_axis0_" + dtype, "arg_axis0", {"x_ptr": Buffer(dtype, 512, "finite"), "out_ptr": Buffer(dtype, 32, "poison", True),
                                                                "at_ptr": Buffer("i32", 32, "poison", True)}, {"M": 16, "N": 32})
    for dtype in ("fp32", "fp16", "bf16", "fp64"):
        suite.define("extremes", "nan_rows", "x_ptr, out_ptr, M: tl.constexpr, N: tl.constexpr", LOAD + """
k = tl.arange(0, M)
tl.store(out_ptr + k, tl.max(x, 1))
tl.store(out_ptr + M + k, tl.min(x, 1))""")
        suite.add("extremes", "nan_rows_" + dtype, "nan_rows", {"x_ptr": Buffer(dtype, 512), "out_ptr": Buffer(dtype, 64, "poison", True)}, {"M": 32, "N": 16})


def helper(suite, name):
    """Puts a combining function into the file, once."""
    suite.kernels.setdefault("custom", {})["helper_" + name] = COMBINE[name] + "\n"


def custom(suite):
    for name, dtype in (("product", "i32"), ("product", "fp32"), ("exclusive", "i8"), ("exclusive", "u64"), ("product", "i16")):
        helper(suite, name)
        suite.define("custom", "reduce_" + name, "x_ptr, out_ptr, M: tl.constexpr, N: tl.constexpr", LOAD + """
tl.store(out_ptr + tl.arange(0, M), tl.reduce(x, 1, %s))
tl.store(out_ptr + M + tl.arange(0, N), tl.reduce(x, 0, %s))""" % (name, name))
        for m, n, warps in ((16, 16, 4), (4, 64, 2)):
            suite.add("custom", "reduce_%s_%s_%d" % (name, dtype, m), "reduce_" + name,
                      {"x_ptr": Buffer(dtype, m * n, "range:1:1" if dtype == "fp32" else "any"), "out_ptr": Buffer(dtype, m + n, "poison", True)},
                      {"M": m, "N": n}, warps=warps)
    helper(suite, "extremes")
    helper(suite, "welford")
    for dtype in ("fp32", "i32", "fp16"):
        suite.define("custom", "reduce_pair", "x_ptr, out_ptr, M: tl.constexpr, N: tl.constexpr", LOAD + """
low, high = tl.reduce((x, x + x), 1, extremes, keep_dims=True)
tl.store(out_ptr + i * 2, low)
tl.store(out_ptr + i * 2 + 1, high)""")
        suite.add("custom", "reduce_pair_" + dtype, "reduce_pair", {"x_ptr": Buffer(dtype, 1024, "ordinary"), "out_ptr": Buffer(dtype, 64, "poison", True)}, {"M": 32, "N": 32})
    for n, warps in ((64, 1), (1024, 4)):
        suite.define("custom", "reduce_welford", "x_ptr, out_ptr, N: tl.constexpr", """
            x = tl.load(x_ptr + tl.arange(0, N))
            n, m, s = tl.reduce((tl.full((N,), 1.0, tl.float32), x, tl.zeros((N,), tl.float32)), 0, welford)
            tl.store(out_ptr, n)
            tl.store(out_ptr + 1, m)
            tl.store(out_ptr + 2, s)""")
        suite.add("custom", "reduce_welford_%d" % n, "reduce_welford", {"x_ptr": Buffer("fp32", n, "ordinary"), "out_ptr": Buffer("fp32", 3, "poison", True)}, {"N": n},
                  warps=warps, check="rel 1e-5", why="the order of combination is open")


def scans(suite):
    number = 0
    for dtype in WIDE_FLOATS + WHOLE:
        for name in ("cumsum", "cumprod"):
            for reverse in (False, True):
                n, warps = ((64, 1), (256, 4), (1024, 8), (32, 4))[number % 4]
                number += 1
                suite.define("scans", "%s_%s" % (name, reverse), "x_ptr, out_ptr, N: tl.constexpr", """
                    i = tl.arange(0, N)
                    tl.store(out_ptr + i, tl.%s(tl.load(x_ptr + i), 0, reverse=%s))""" % (name, reverse))
                floating = dtype in WIDE_FLOATS
                how = ("range:0.125:0.125" if name == "cumsum" else "range:1:1") if dtype in ("fp16", "bf16") else ("small" if name == "cumsum" else "range:1:1") if floating else "any"
                if dtype == "bf16":
                    n = min(n, 256)
                suite.add("scans", "%s_%s_%s_%d" % (name, reverse, dtype, n), "%s_%s" % (name, reverse),
                          {"x_ptr": Buffer(dtype, n, how), "out_ptr": Buffer(dtype if floating else "i64", n, "poison", True)}, {"N": n}, warps=warps)
    for axis in (0, 1):
        for reverse in (False, True):
            for dtype in ("fp32", "i32", "i8"):
                m, n, warps = SIZES[number % len(SIZES)]
                number += 1
                kernel = "scan2_%d_%s" % (axis, reverse)
                suite.define("scans", kernel, "x_ptr, out_ptr, M: tl.constexpr, N: tl.constexpr", LOAD + "tl.store(out_ptr + i * N + j, tl.cumsum(x, axis=%d, reverse=%s))" % (axis, reverse))
                suite.add("scans", "%s_%s" % (kernel, dtype), kernel, {"x_ptr": Buffer(dtype, m * n, "small"), "out_ptr": Buffer(dtype, m * n, "poison", True)}, {"M": m, "N": n}, warps=warps)
    for name in ("later", "exclusive", "affine"):
        suite.kernels.setdefault("scans", {})["helper_" + name] = COMBINE[name] + "\n"
    for reverse in (False, True):
        for n, warps in ((32, 1), (128, 4), (512, 4)):
            kernel = "scan_later_%s" % reverse
            suite.define("scans", kernel, "x_ptr, out_ptr, N: tl.constexpr", """
                i = tl.arange(0, N)
                x = tl.load(x_ptr + i)
                tl.store(out_ptr + i, tl.associative_scan(x, 0, later, reverse=%s))
                tl.store(out_ptr + N + i, tl.associative_scan(x, 0, exclusive, reverse=%s))""" % (reverse, reverse))
            suite.add("scans", "%s_%d" % (kernel, n), kernel, {"x_ptr": Buffer("i32", n, "range:-1:1"), "out_ptr": Buffer("i32", 2 * n, "poison", True)}, {"N": n}, warps=warps)
        for dtype in ("i32", "i64", "u8"):
            for m, n, warps in ((4, 64, 2), (16, 16, 4)):
                kernel = "scan_affine_%s" % reverse
                suite.define("scans", kernel, "x_ptr, out_ptr, M: tl.constexpr, N: tl.constexpr", LOAD + """
a, b = tl.associative_scan((x | 1, x), 1, affine, reverse=%s)
tl.store(out_ptr + i * N + j, a)
tl.store(out_ptr + M * N + i * N + j, b)""" % reverse)
                suite.add("scans", "%s_%s_%d" % (kernel, dtype, m), kernel, {"x_ptr": Buffer(dtype, m * n), "out_ptr": Buffer(dtype, 2 * m * n, "poison", True)}, {"M": m, "N": n}, warps=warps)
    suite.case("scans", "scan_in_loop", {"x_ptr": Buffer("fp32", 1024, "small"), "out_ptr": Buffer("fp32", 1024, "poison", True), "n": Scalar("i32", 8)}, """
        i = tl.arange(0, 128)
        carry = 0.0
        for block in range(n):
            x = tl.load(x_ptr + block * 128 + i)
            tl.store(out_ptr + block * 128 + i, tl.cumsum(x, 0) + carry)
            carry += tl.sum(x, 0)""")
    suite.case("scans", "cumsum_dtype", {"x_ptr": Buffer("i8", 256), "out_ptr": Buffer("i64", 512, "poison", True)}, """
        i = tl.arange(0, 256)
        x = tl.load(x_ptr + i)
        tl.store(out_ptr + i, tl.cumsum(x, 0, dtype=tl.int64))
        tl.store(out_ptr + 256 + i, tl.cumsum(x, 0, dtype=tl.int8))""")

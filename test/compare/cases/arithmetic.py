"""Operators and arithmetic functions: every type, mixed types, constants and run-time scalars beside blocks."""
from suite import Buffer, Scalar
from values import INTEGERS, SIGNED, UNSIGNED, WIDE_FLOATS

WHOLE = SIGNED + UNSIGNED
NUMBERS = WIDE_FLOATS + WHOLE
COMPARED = "(x < y).to(tl.int32) + (x <= y) * 2 + (x > y) * 4 + (x >= y) * 8 + (x == y) * 16 + (x != y) * 32"
# Pairs whose common type is not obvious; results are stored in a type that holds them all
MIXED = [("i8", "i16"), ("i8", "u8"), ("u8", "i16"), ("i16", "u16"), ("i32", "u32"), ("u32", "i64"), ("i64", "u64"), ("i8", "u64"),
         ("i32", "fp16"), ("i64", "bf16"), ("u8", "fp32"), ("fp16", "bf16"), ("fp16", "fp32"), ("bf16", "fp32"), ("fp32", "fp64"),
         ("i64", "fp64"), ("i1", "i32"), ("i1", "fp16"), ("i1", "i8"), ("u16", "bf16")]
CONSTANTS = [("plus_one", "x + 1"), ("minus_big", "x.to(tl.int64) - 2147483648"), ("times_half", "x * 0.5"), ("reverse_sub", "3 - x"), ("times_minus_one", "-1 * x"),
             ("plus_true", "x + True"), ("reverse_div", "1.0 / x")]


def build(suite):
    operators(suite)
    integers(suite)
    mixed(suite)
    functions(suite)


def operators(suite):
    for name, expr in (("add", "x + y"), ("sub", "x - y"), ("mul", "x * y")):
        for dtype in NUMBERS:
            suite.elementwise("arithmetic", name, expr, [dtype] * 2, dtype)
    for dtype in WIDE_FLOATS:
        # Division of fp32 is div.full.f32, within 2 ulp of the true quotient (PTX ISA, div).
        suite.elementwise("arithmetic", "div", "x / y", [dtype] * 2, dtype, check="exact" if dtype == "fp64" else "ulp 2")
        suite.elementwise("arithmetic", "mod_float", "x % y", [dtype] * 2, dtype, cpu_check="",
                          why="the GPU computes x - trunc(x / y) * y, the CPU the exact remainder")
        suite.elementwise("arithmetic", "mod_float_small", "x % y", [dtype] * 2, dtype, how=["small", "range:0.5:8.0"], cpu_check="exact zeros",
                          why="the sign of a zero remainder")
        suite.elementwise("arithmetic", "mul_add", "x * y + z", [dtype] * 3, dtype, how="ordinary",
                          cpu_check={"fp16": "rel 1e-3", "bf16": "rel 8e-3", "fp32": "rel 1e-7", "fp64": "rel 2e-16"}[dtype], why="the GPU fuses both")
    for dtype in ("i8", "i32", "u32", "i64"):
        suite.elementwise("arithmetic", "div_int", "x / y", [dtype] * 2, "fp32", how=["ordinary", "divisor"], check="ulp 2")
    for dtype in NUMBERS + ["i1"]:
        suite.elementwise("arithmetic", "compare", COMPARED, [dtype] * 2, "i32")
    for dtype in WIDE_FLOATS + SIGNED:
        suite.elementwise("arithmetic", "negate", "-x", [dtype], dtype)
    for dtype in WIDE_FLOATS + ["i8", "i64", "u8", "u32"]:
        suite.elementwise("arithmetic", "where", "tl.where(x, y, z)", ["i1", dtype, dtype], dtype)
        suite.elementwise("arithmetic", "truth", "((x > 0) and (y > 0)) | (not (z == 0))", [dtype, dtype, dtype], "i1")
    # The same operation for every placement of elements in threads
    for n, warps in ((1, 1), (2, 1), (16, 4), (32, 8), (128, 1), (4096, 4), (8192, 8), (4096, 16)):
        suite.elementwise("arithmetic", "add_sizes", "x + y", ["fp32", "fp16"], "fp32", n=n, warps=warps)
        suite.elementwise("arithmetic", "mul_sizes", "x * y", ["i8", "i16"], "i16", n=n, warps=warps)


def integers(suite):
    for dtype in WHOLE:
        suite.elementwise("integers", "floordiv", "x // y", [dtype] * 2, dtype, how=["any", "divisor"])
        suite.elementwise("integers", "mod", "x % y", [dtype] * 2, dtype, how=["any", "divisor"])
        suite.elementwise("integers", "shift_left", "x << y", [dtype] * 2, dtype, how=["any", "shift"])
        suite.elementwise("integers", "shift_right", "x >> y", [dtype] * 2, dtype, how=["any", "shift"])
        suite.elementwise("integers", "bitwise", "(x & y) ^ (x | ~y)", [dtype] * 2, dtype)
        suite.elementwise("integers", "min_max", "tl.minimum(x, y) ^ (tl.maximum(x, y) << 1)", [dtype] * 2, dtype)
        suite.elementwise("integers", "abs", "tl.abs(x)", [dtype], dtype)
    suite.elementwise("integers", "logic_bool", "(x & y) ^ (x | ~y)", ["i1"] * 2, "i1")
    for dtype in SIGNED:
        suite.elementwise("integers", "floordiv_small", "x // y * 16 + x % y", [dtype] * 2, dtype, how=["small", "range:-7:-1"])
    for dtype in ("i32", "u32", "i64", "u64"):
        suite.elementwise("integers", "umulhi", "tl.umulhi(x, y)", [dtype] * 2, dtype)
        suite.elementwise("integers", "cdiv", "tl.cdiv(x, y)", [dtype] * 2, dtype, how=["range:0:1000000", "range:1:1000"])
        suite.elementwise("integers", "by_constants", "x // 7 + x % 10 + x // 16 - x % 32", [dtype], dtype)
        suite.elementwise("integers", "shift_constants", "(x << 3) ^ (x >> 5)", [dtype], dtype)
    suite.elementwise("integers", "shift_mixed", "x >> y", ["i32", "i64"], "i64", how=["any", "range:0:31"])
    suite.elementwise("integers", "shift_small_by_wide", "x << y", ["i8", "i32"], "i64", how=["any", "range:0:31"])
    suite.elementwise("integers", "mod_mixed", "x % y", ["i16", "i64"], "i64", how=["any", "divisor"])


def mixed(suite):
    for left, right in MIXED:
        for name, expr in (("mix_add", "x + y"), ("mix_mul", "x * y"), ("mix_less", "(x < y) | (y == x)")):
            floating = "f" in left + right
            # Conversions of integers beyond the range of a float are avoided: in fp16 they are infinite, which is fine.
            suite.elementwise("mixed", name, expr, [left, right], "i1" if name == "mix_less" else "fp64" if floating else "i64")
    suite.elementwise("mixed", "mix_div", "x / y", ["i32", "fp16"], "fp32", how=["ordinary", "positive"], check="ulp 2")
    suite.elementwise("mixed", "mix_where", "tl.where(x > y, x, y)", ["i8", "fp16"], "fp64")
    suite.elementwise("mixed", "mix_minimum", "tl.minimum(x, y)", ["i16", "i32"], "i64")
    for name, expr in CONSTANTS:
        for dtype in ("i8", "u8", "i32", "i64", "fp16", "bf16", "fp32"):
            if (name == "times_minus_one" and dtype == "u8") or (name == "minus_big" and dtype[0] not in "iu"):
                continue
            if name == "reverse_div":
                suite.elementwise("constants", name, expr, [dtype], "fp64", how="positive" if "f" in dtype else "divisor", check="exact",
                                  cpu_check="rel 1e-6", why="fp32 quotients may be off by 2 ulp; stored as fp64")
            else:
                suite.elementwise("constants", name, expr, [dtype], "fp64" if "half" in name or "f" in dtype else "i64")
    for block in ("i8", "i32", "fp16", "fp32"):
        for dtype, value in (("i32", -5), ("i64", 1 << 40), ("fp32", 0.1), ("u8", 200), ("fp64", 1.0000001), ("fp16", 42.0), ("bf16", -1.5)):
            body = "i = tl.arange(0, N)\nx = tl.load(x_ptr + i)\ntl.store(out_ptr + i, (x + s) * 2)"
            suite.define("scalars", "with_scalar", "x_ptr, out_ptr, s, N: tl.constexpr", body)
            out = "fp64" if "f" in block + dtype else "i64"
            suite.add("scalars", "with_scalar_%s_%s" % (block, dtype), "with_scalar",
                      {"x_ptr": Buffer(block, 256), "out_ptr": Buffer(out, 256, "poison", True), "s": Scalar(dtype, value)}, {"N": 256})
    body = """
        tl.store(out_ptr, a // b)
        tl.store(out_ptr + 1, a % b)
        tl.store(out_ptr + 2, (a << 2) ^ (b >> 1))
        tl.store(out_ptr + 3, tl.cdiv(a, b))
        tl.store(out_ptr + 4, min(a, b) + max(a, 3))
        tl.store(out_ptr + 5, a * b - (a & b))
        tl.store(out_ptr + 6, (a > b) & (a != 3) | (b == 2))
        tl.store(out_ptr + 7, -a)"""
    suite.define("scalars", "scalar_operators", "a, b, out_ptr", body)
    for a, b in ((17, 5), (-17, 5), (17, -5), (-17, -5), (-2147483648, 3), (0, 7)):
        for left, right in (("i32", "i32"), ("i64", "i32")):
            suite.add("scalars", "scalar_operators_%s_%s_%s_%s" % (left, right, str(a).replace("-", "m"), str(b).replace("-", "m")), "scalar_operators",
                      {"a": Scalar(left, a), "b": Scalar(right, b), "out_ptr": Buffer("i64", 8, "poison", True)})


def functions(suite):
    either = "which of two zeros is greater is open on the CPU"
    for dtype in WIDE_FLOATS:
        for name, rule in (("none", "tl.PropagateNan.NONE"), ("all", "tl.PropagateNan.ALL")):
            suite.elementwise("functions", "maximum_nan_" + name, "tl.maximum(x, y, propagate_nan=%s)" % rule, [dtype] * 2, dtype, cpu_check="exact zeros", why=either)
            suite.elementwise("functions", "minimum_nan_" + name, "tl.minimum(x, y, propagate_nan=%s)" % rule, [dtype] * 2, dtype, cpu_check="exact zeros", why=either)
            # Bounds that are NaN, or crossed, mean nothing.
            suite.elementwise("functions", "clamp_nan_" + name, "tl.clamp(x, tl.minimum(y, z), tl.maximum(y, z), propagate_nan=%s)" % rule,
                              [dtype] * 3, dtype, how=["any", "finite", "finite"], cpu_check="exact zeros", why=either)
        # NaN becomes either bound, by the instruction that is chosen.
        suite.elementwise("functions", "clamp_constants", "tl.clamp(x, -1.0, 1.0)", [dtype], dtype, how="finite")
        suite.elementwise("functions", "abs_float", "tl.abs(x)", [dtype], dtype)
        suite.elementwise("functions", "fma", "tl.fma(x, y, z)", [dtype] * 3, dtype)
        suite.elementwise("functions", "add_function", "tl.add(x, y)", [dtype] * 2, dtype)
    for dtype in ("i8", "u16", "i32", "u64"):
        suite.elementwise("functions", "arithmetic_functions", "tl.mul(tl.add(x, y), tl.sub(x, y, sanitize_overflow=False))", [dtype] * 2, dtype)
    suite.elementwise("functions", "abs_fp8", "tl.abs(x)", ["fp8e4nv"], "fp8e4nv", n=256)
    for dtype in INTEGERS:
        suite.elementwise("functions", "pick", "tl.where(x == y, x, y)", [dtype] * 2, dtype)

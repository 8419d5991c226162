"""Conversions between all pairs of types, rounding modes and bitcasts."""
from suite import Buffer
from values import FLOATS, INTEGERS, SIGNED, UNSIGNED, WIDE_FLOATS, bits

FP8 = ["fp8e5", "fp8e4nv", "fp8e4b15"]
NAMES = {"fp16": "tl.float16", "bf16": "tl.bfloat16", "fp32": "tl.float32", "fp64": "tl.float64", "fp8e5": "tl.float8e5", "fp8e4nv": "tl.float8e4nv",
         "fp8e4b15": "tl.float8e4b15", "i1": "tl.int1", "i8": "tl.int8", "i16": "tl.int16", "i32": "tl.int32", "i64": "tl.int64", "u8": "tl.uint8",
         "u16": "tl.uint16", "u32": "tl.uint32", "u64": "tl.uint64"}


def in_range(source, target):
    """Inputs whose conversion to an integer type is defined."""
    width = min(bits(target), 15 if source in ("fp16", "bf16") else 63)
    high = 2.0**(width - 1) * 0.99
    return "range:%r:%r" % (-high if target in SIGNED else 0.0, high)


def build(suite):
    pairs(suite)
    rounding(suite)
    bitcasts(suite)
    suite.elementwise("casts", "through_fp8e5", "x.to(tl.float8e5).to(tl.float32)", ["fp32"], "fp32")
    suite.elementwise("casts", "through_fp8e4nv", "x.to(tl.float8e4nv).to(tl.float32)", ["fp32"], "fp32")
    suite.elementwise("casts", "chain", "x.to(tl.int8).to(tl.uint8).to(tl.int32).to(tl.float16)", ["i32"], "fp16")
    suite.elementwise("casts", "int4_low_high", "((x << 4).to(tl.int8) >> 4).to(tl.float16) + (x >> 4)", ["i8"], "fp16")


def pairs(suite):
    body = "i = tl.arange(0, N)\ntl.store(out_ptr + i, tl.load(x_ptr + i).to(out_ptr.dtype.element_ty))"
    suite.define("casts", "cast", "x_ptr, out_ptr, N: tl.constexpr", body)
    every = WIDE_FLOATS + FP8 + list(INTEGERS)
    # Triton has no conversion between 8-bit floats and integers, and makes fp8e4b15 of fp16 and fp32 only.
    wanted = lambda s, t: s != t and not (s in FP8 and t in INTEGERS) and not (t in FP8 and s in INTEGERS) and not (t == "fp8e4b15" and s not in ("fp16", "fp32"))
    for number, (source, target) in enumerate((s, t) for s in every for t in every if wanted(s, t)):
        # Triton on sm_90 makes large numbers of fp8e5's infinity and NaN.
        how = "finite" if (source, target) == ("fp8e5", "bf16") else "any"
        if source in WIDE_FLOATS and target in SIGNED + UNSIGNED:
            how = in_range(source, target)
        n, warps = ((256, 1), (512, 4), (1024, 2), (128, 4))[number % 4]
        suite.add("casts", "cast_%s_%s_%d_w%d" % (source, target, n, warps), "cast",
                  {"x_ptr": Buffer(source, n, how), "out_ptr": Buffer(target, n, "poison", True)}, {"N": n}, warps=warps)
    for source in ("fp16", "fp32", "fp64"):
        for target in SIGNED + UNSIGNED:
            suite.add("casts_out_of_range", "cast_out_%s_%s" % (source, target), "cast_out",
                      {"x_ptr": Buffer(source, 512, "any"), "out_ptr": Buffer(target, 512, "poison", True)}, {"N": 512}, cpu_check="",
                      why="undefined in block IR; on this GPU both saturate")
    suite.define("casts_out_of_range", "cast_out", "x_ptr, out_ptr, N: tl.constexpr", body)


def rounding(suite):
    for source, target in (("fp32", "fp16"), ("fp32", "bf16"), ("fp64", "fp32"), ("fp32", "fp8e5"), ("fp16", "fp8e5"), ("fp64", "fp16"), ("bf16", "fp8e5")):
        for mode in ("rtne", "rtz"):
            expr = "x.to(%s, fp_downcast_rounding='%s')" % (NAMES[target], mode)
            suite.elementwise("rounding", "round_%s_%s_%s" % (source, target, mode), expr, [source], target)
    for source, target in (("fp32", "fp16"), ("fp64", "fp32"), ("fp32", "bf16")):
        # Ties and the values beside them: products of two short numbers have few bits beyond the target's.
        suite.elementwise("rounding", "ties_%s_%s" % (source, target), "(x * 1.00048828125 * y).to(%s)" % NAMES[target], [source] * 2, target, how="small")


def bitcasts(suite):
    for one, other in (("fp32", "i32"), ("fp16", "i16"), ("bf16", "u16"), ("fp64", "i64"), ("i8", "u8"), ("fp8e5", "i8"), ("fp16", "bf16"), ("fp32", "u32")):
        for source, target in ((one, other), (other, one)):
            suite.elementwise("bitcasts", "bitcast_%s_%s" % (source, target), "x.to(%s, bitcast=True)" % NAMES[target], [source], target)
    suite.elementwise("bitcasts", "sign_bit", "(x.to(tl.uint32, bitcast=True) ^ 0x80000000).to(tl.float32, bitcast=True)", ["fp32"], "fp32")
    suite.elementwise("bitcasts", "exponent", "((x.to(tl.int32, bitcast=True) >> 23) & 0xff) - 127", ["fp32"], "i32")
    suite.elementwise("bitcasts", "cast_function", "tl.cast(tl.cast(x, tl.int16, bitcast=True), tl.int32)", ["fp16"], "i32")
    assert set(NAMES) == set(FLOATS) | set(INTEGERS)

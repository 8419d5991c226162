"""Random numbers: the generator bit by bit, and what is made of its bits."""
from suite import Buffer, Scalar

FORMS = {"rand": "fp32", "randint": "i32", "randn": "fp32"}
NORMAL = "a logarithm and a cosine within 2 ulp, multiplied"


def build(suite):
    for seed_type, seed in (("i32", 42), ("i32", -7), ("i64", 0x123456789ABCDEF), ("u64", 0xFEDCBA9876543210), ("u32", 0xFFFFFFFF)):
        for name, out in FORMS.items():
            for offset in ("i32", "i64", "u32"):
                if offset != "i32" and seed != 42:
                    continue
                suite.define("random", name, "at_ptr, out_ptr, seed, N: tl.constexpr", "i = tl.arange(0, N)\ntl.store(out_ptr + i, tl.%s(seed, tl.load(at_ptr + i)))" % name)
                suite.add("random", "%s_%s_%s_%d" % (name, seed_type, offset, seed % 97), name,
                          {"at_ptr": Buffer(offset, 512), "out_ptr": Buffer(out, 512, "poison", True), "seed": Scalar(seed_type, seed)}, {"N": 512},
                          check="rel 2e-6" if name == "randn" else "exact", why=NORMAL if name == "randn" else "")
        for name, out in (("rand4x", "fp32"), ("randint4x", "i32"), ("randn4x", "fp32")):
            suite.define("random", name, "out_ptr, seed, N: tl.constexpr", """
                i = tl.arange(0, N)
                a, b, c, d = tl.%s(seed, i)
                tl.store(out_ptr + i, a)
                tl.store(out_ptr + N + i, b)
                tl.store(out_ptr + 2 * N + i, c)
                tl.store(out_ptr + 3 * N + i, d)""" % name)
            suite.add("random", "%s_%s_%d" % (name, seed_type, seed % 97), name, {"out_ptr": Buffer(out, 1024, "poison", True), "seed": Scalar(seed_type, seed)}, {"N": 256},
                      check="rel 2e-6" if name == "randn4x" else "exact", why=NORMAL if name == "randn4x" else "")
    for rounds in (6, 10):
        suite.case("random", "rounds_%d" % rounds, {"out_ptr": Buffer("fp32", 512, "poison", True), "bits_ptr": Buffer("i32", 256, "poison", True)}, """
            i = tl.arange(0, 256)
            tl.store(out_ptr + i, tl.rand(11, i, %d))
            tl.store(bits_ptr + i, tl.randint(11, i, n_rounds=%d))
            tl.store(out_ptr + 256 + i, tl.rand(0, tl.program_id(0) + 3))""" % (rounds, rounds))
    suite.case("random", "philox", {"x_ptr": Buffer("u32", 1024), "out_ptr": Buffer("u32", 1024, "poison", True)}, """
        i = tl.arange(0, 256)
        a, b, c, d = tl.philox(0x1BD11BDAA9FC1A22, tl.load(x_ptr + i), tl.load(x_ptr + 256 + i), tl.load(x_ptr + 512 + i), tl.load(x_ptr + 768 + i))
        tl.store(out_ptr + i, a)
        tl.store(out_ptr + 256 + i, b)
        tl.store(out_ptr + 512 + i, c)
        tl.store(out_ptr + 768 + i, d)""")
    suite.case("random", "philox_impl", {"x_ptr": Buffer("u32", 256), "out_ptr": Buffer("u32", 256, "poison", True)}, """
        i = tl.arange(0, 256)
        x = tl.load(x_ptr + i)
        a, b, c, d = tl.philox_impl(x, x + 1, x * 3, x ^ 77, x >> 3, x | 1)
        tl.store(out_ptr + i, a ^ b ^ c ^ d)""")
    for dtype, out in (("u32", "fp32"), ("i32", "fp32"), ("u64", "fp32"), ("i64", "fp32")):
        suite.elementwise("random", "uniform", "tl.uint_to_uniform_float(x)", [dtype], out)
    suite.case("random", "pair_normal", {"x_ptr": Buffer("fp32", 512, "range:0.0:1.0"), "out_ptr": Buffer("fp32", 512, "poison", True)}, """
        i = tl.arange(0, 256)
        a, b = tl.pair_uniform_to_normal(tl.load(x_ptr + i), tl.load(x_ptr + 256 + i))
        tl.store(out_ptr + i, a)
        tl.store(out_ptr + 256 + i, b)""", check="rel 2e-6", why=NORMAL)
    suite.case("random", "dropout", {"x_ptr": Buffer("fp16", 1024, "ordinary"), "out_ptr": Buffer("fp16", 1024, "poison", True), "p": Scalar("fp32", 0.3), "seed": Scalar("i32", 5)}, """
        i = tl.program_id(0) * 256 + tl.arange(0, 256)
        x = tl.load(x_ptr + i)
        tl.store(out_ptr + i, tl.where(tl.rand(seed, i) > p, x / (1 - p), 0.0))""", grid=(4, 1, 1), check="ulp 1")

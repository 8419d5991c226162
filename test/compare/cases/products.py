"""Matrix products: dot in every type and precision, dot_scaled."""
from suite import Buffer, Scalar

LOAD = """
m = tl.arange(0, M)
n = tl.arange(0, N)
k = tl.arange(0, K)
a = tl.load(a_ptr + m[:, None] * K + k[None, :])
b = tl.load(b_ptr + k[:, None] * N + n[None, :])
"""
STORE = "\ntl.store(out_ptr + m[:, None] * N + n[None, :], c)"
PARAMS = "a_ptr, b_ptr, out_ptr, M: tl.constexpr, N: tl.constexpr, K: tl.constexpr"
SIZES = [(16, 16, 16, 4), (32, 32, 32, 1), (64, 64, 64, 4), (128, 64, 32, 8), (16, 128, 64, 4), (64, 16, 128, 4), (128, 128, 64, 4), (64, 256, 32, 8)]
# Small whole numbers are exact in any order and precision; others by a bound relative to the largest element: accumulation
# order is open, and fp8 and tf32 products lose bits of their own.
BOUND = {"fp16": "rel 2e-6", "bf16": "rel 2e-6", "fp32": "rel 1e-3", "fp8e5": "rel 1e-4", "fp8e4nv": "rel 1e-4", "fp64": "rel 1e-14"}
OPEN = "the order of accumulation is open"


def args(dtype, out, m, n, k, how):
    return {"a_ptr": Buffer(dtype, m * k, how), "b_ptr": Buffer(dtype, k * n, how), "out_ptr": Buffer(out, m * n, "poison", True)}


def build(suite):
    plain(suite)
    precisions(suite)
    forms(suite)
    loops(suite)
    scaled(suite)


def plain(suite):
    suite.define("dot", "dot", PARAMS, LOAD + "c = tl.dot(a, b)" + STORE)
    suite.define("dot", "dot_int", PARAMS, LOAD + "c = tl.dot(a, b, out_dtype=tl.int32)" + STORE)
    number = 0
    for dtype in ("fp16", "bf16", "fp32", "fp8e5", "fp8e4nv", "i8", "fp64"):
        for how in ("small",) if dtype == "i8" else ("small", "unit"):
            for m, n, k, warps in SIZES[number % 2::2]:
                if bits_short(dtype, k):
                    continue
                kernel, out = ("dot_int", "i32") if dtype == "i8" else ("dot", "fp64" if dtype == "fp64" else "fp32")
                suite.add("dot", "%s_%s_%s_%d_%d_%d_w%d" % (kernel, dtype, how, m, n, k, warps), kernel, args(dtype, out, m, n, k, "any" if dtype == "i8" else how), {"M": m, "N": n, "K": k},
                          warps=warps, check="exact" if how == "small" else BOUND[dtype], cpu_check="rel 2e-3" if how == "unit" and dtype in ("fp32", "fp8e5", "fp8e4nv") else None,
                          why="" if how == "small" else OPEN)
            number += 1


def bits_short(dtype, k):
    """Eight-bit operands need 32 along K."""
    return dtype in ("i8", "fp8e5", "fp8e4nv") and k < 32


def precisions(suite):
    for name, bound in (("tf32", "rel 1.5e-3"), ("tf32x3", "rel 2e-6"), ("ieee", "rel 2e-6"), ("bf16x3", "rel 3e-5"), ("bf16x6", "rel 2e-6")):
        kernel = "dot_" + name
        suite.define("dot_precision", kernel, PARAMS, LOAD + "c = tl.dot(a, b, input_precision='%s')" % name + STORE)
        for m, n, k, warps in ((32, 32, 32, 4), (64, 64, 64, 4), (16, 16, 128, 2)):
            for how in ("small", "unit"):
                suite.add("dot_precision", "%s_%s_%d_%d_%d" % (kernel, how, m, n, k), kernel, args("fp32", "fp32", m, n, k, how), {"M": m, "N": n, "K": k}, warps=warps,
                          check="exact" if how == "small" else bound, cpu_check="rel 1e-3" if how == "unit" else None, why="" if how == "small" else OPEN + "; tf32 operands are rounded here and cut off there, the CPU multiplies in fp32")
    suite.define("dot_precision", "dot_allow", PARAMS, LOAD + "c = tl.dot(a, b, allow_tf32=False)" + STORE)
    suite.add("dot_precision", "dot_allow_unit", "dot_allow", args("fp32", "fp32", 64, 32, 64, "unit"), {"M": 64, "N": 32, "K": 64}, check="rel 2e-6", why=OPEN)
    suite.define("dot_precision", "dot_imprecise", PARAMS, LOAD + "c = tl.dot(a, b, max_num_imprecise_acc=0)" + STORE)
    suite.add("dot_precision", "dot_imprecise_unit", "dot_imprecise", args("fp8e5", "fp32", 64, 64, 128, "unit"), {"M": 64, "N": 64, "K": 128}, check="rel 1e-4", why=OPEN)


def forms(suite):
    for dtype in ("fp16", "bf16", "i8", "fp32"):
        for name, product in (("trans_b", "tl.dot(a, tl.trans(tl.load(b_ptr + n[:, None] * K + k[None, :])))"),
                              ("trans_a", "tl.dot(tl.trans(tl.load(a_ptr + k[:, None] * M + m[None, :])), b)"),
                              ("acc", "tl.dot(a, b, acc=tl.full((M, N), 3, out_ptr.dtype.element_ty), out_dtype=out_ptr.dtype.element_ty)"),
                              ("add", "tl.dot(a, b) + tl.dot(a, b)")):
            suite.define("dot_forms", "dot_" + name, PARAMS, LOAD + "c = %s" % product + STORE)
            suite.add("dot_forms", "dot_%s_%s" % (name, dtype), "dot_" + name, args(dtype, "i32" if dtype == "i8" else "fp32", 64, 32, 64, "small"), {"M": 64, "N": 32, "K": 64})
    suite.define("dot_forms", "dot_fp16_out", PARAMS, LOAD + "c = tl.dot(a, b, out_dtype=tl.float16)" + STORE)
    for m, n, k, warps in ((16, 16, 16, 1), (64, 64, 32, 4), (64, 128, 64, 4)):
        suite.add("dot_forms", "dot_fp16_out_%d" % (m + n), "dot_fp16_out", args("fp16", "fp16", m, n, k, "range:-1:1"), {"M": m, "N": n, "K": k}, warps=warps,
                  check="rel 4e-3", why=OPEN + ", in fp16")
    suite.define("dot_forms", "dot_batch", "a_ptr, b_ptr, out_ptr, B: tl.constexpr, S: tl.constexpr", """
        i = tl.arange(0, B)[:, None, None] * S * S + tl.arange(0, S)[None, :, None] * S + tl.arange(0, S)[None, None, :]
        tl.store(out_ptr + i, tl.dot(tl.load(a_ptr + i), tl.load(b_ptr + i)))""")
    for dtype in ("fp16", "fp32", "bf16"):
        for batch, size in ((2, 32), (4, 16)):
            suite.add("dot_forms", "dot_batch_%s_%d" % (dtype, batch), "dot_batch", {"a_ptr": Buffer(dtype, batch * size * size, "small"), "b_ptr": Buffer(dtype, batch * size * size, "small"),
                      "out_ptr": Buffer("fp32", batch * size * size, "poison", True)}, {"B": batch, "S": size})
    suite.define("dot_forms", "dot_chain", PARAMS, LOAD + "c = tl.dot(tl.dot(a, b).to(a.dtype), b)" + STORE)
    for dtype in ("fp16", "bf16"):
        for size, warps in ((16, 4), (64, 4), (32, 8), (128, 4)):
            suite.add("dot_forms", "dot_chain_%s_%d" % (dtype, size), "dot_chain", args(dtype, "fp32", size, size, size, "range:0:1"), {"M": size, "N": size, "K": size}, warps=warps,
                      check="rel 4e-3", cpu_check="rel 8e-3", why=OPEN + ", and the inner product is rounded")
    suite.define("dot_forms", "dot_cast", PARAMS, LOAD + "c = tl.dot(a.to(tl.float16), (b * 2).to(tl.float16))" + STORE)
    for dtype in ("i8", "fp8e5", "fp32"):
        if dtype != "fp8e5":
            suite.add("dot_forms", "dot_cast_" + dtype, "dot_cast", args(dtype, "fp32", 64, 64, 32, "small"), {"M": 64, "N": 64, "K": 32})
    suite.define("dot_forms", "dot_nan", PARAMS, LOAD + "c = tl.dot(a, b)" + STORE)
    suite.add("dot_forms", "dot_nan_fp16", "dot_nan", {"a_ptr": Buffer("fp16", 64 * 64, "small"), "b_ptr": Buffer("fp16", 64 * 64, "any"), "out_ptr": Buffer("fp32", 64 * 64, "poison", True)},
              {"M": 64, "N": 64, "K": 64}, check="rel 1e-6", why=OPEN)
    for dtype in ("fp16", "fp32"):
        suite.define("dot_forms", "dot_epilogue", PARAMS, LOAD + """
c = tl.dot(a, b)
c = tl.where(c > 0, c, c * 0.5) - tl.max(c, 1)[:, None]
c = c + tl.sum(c, 0)[None, :] * 0.0625""" + STORE)
        suite.add("dot_forms", "dot_epilogue_" + dtype, "dot_epilogue", args(dtype, "fp32", 64, 64, 32, "small"), {"M": 64, "N": 64, "K": 32})


def loops(suite):
    suite.define("dot_loop", "dot_loop", "a_ptr, b_ptr, out_ptr, K, M: tl.constexpr, N: tl.constexpr, BK: tl.constexpr", """
        m = tl.arange(0, M)
        n = tl.arange(0, N)
        k = tl.arange(0, BK)
        c = tl.zeros((M, N), tl.float32)
        for start in range(0, K, BK):
            a = tl.load(a_ptr + m[:, None] * K + start + k[None, :], mask=start + k[None, :] < K, other=0.0)
            b = tl.load(b_ptr + (start + k[:, None]) * N + n[None, :], mask=start + k[:, None] < K, other=0.0)
            c = tl.dot(a, b, c)""" + STORE.replace("\n", "\n        "))
    suite.define("dot_loop", "dot_loop_descriptor", "a_ptr, b_ptr, out_ptr, K, M: tl.constexpr, N: tl.constexpr, BK: tl.constexpr", """
        m = tl.arange(0, M)
        n = tl.arange(0, N)
        x = tl.make_tensor_descriptor(a_ptr, [M, K], [K, 1], [M, BK])
        y = tl.make_tensor_descriptor(b_ptr, [K, N], [N, 1], [BK, N])
        c = tl.zeros((M, N), tl.float32)
        for start in tl.range(0, K, BK, num_stages=3):
            c = tl.dot(x.load([0, start]), y.load([start, 0]), c)""" + STORE.replace("\n", "\n        "))
    for dtype in ("fp16", "bf16", "fp32", "fp8e5"):
        for size, block, total, warps in ((64, 32, 256, 4), (128, 64, 512, 8), (32, 32, 80, 4), (64, 64, 32, 4)):
            for kernel in ("dot_loop", "dot_loop_descriptor"):
                if dtype == "fp8e5" and kernel == "dot_loop":
                    continue
                suite.add("dot_loop", "%s_%s_%d_%d" % (kernel, dtype, size, total), kernel, {"a_ptr": Buffer(dtype, size * total, "small"), "b_ptr": Buffer(dtype, total * size, "small"),
                          "out_ptr": Buffer("fp32", size * size, "poison", True), "K": Scalar("i32", total)}, {"M": size, "N": size, "BK": block}, warps=warps)


def scaled(suite):
    """Scales are powers of two near one, so that small elements give exact sums."""
    elements = {"e2m1": "u8", "e4m3": "fp8e4nv", "e5m2": "fp8e5", "bf16": "bf16", "fp16": "fp16"}
    pairs = [("e5m2", "e5m2"), ("e4m3", "e4m3"), ("e4m3", "e5m2"), ("e2m1", "e2m1"), ("e2m1", "e4m3"), ("e5m2", "e2m1"), ("bf16", "e4m3"), ("e2m1", "bf16"), ("fp16", "e2m1"), ("e5m2", "fp16")]
    for left, right in pairs:
        for scales in ("both", "left", "right"):
            if (scales != "right" and left in ("bf16", "fp16")) or (scales != "left" and right in ("bf16", "fp16")):
                if scales == "both" or scales == ("left" if left in ("bf16", "fp16") else "right"):
                    continue
            half_a, half_b = (2 if left == "e2m1" else 1), (2 if right == "e2m1" else 1)
            name = "scaled_%s_%s_%s" % (left, right, scales)
            suite.define("dot_scaled", name, "a_ptr, b_ptr, s_ptr, t_ptr, out_ptr, M: tl.constexpr, N: tl.constexpr, K: tl.constexpr", """
                m = tl.arange(0, M)
                n = tl.arange(0, N)
                ka = tl.arange(0, K // %d)
                kb = tl.arange(0, K // %d)
                g = tl.arange(0, K // 32)
                a = tl.load(a_ptr + m[:, None] * (K // %d) + ka[None, :])
                b = tl.load(b_ptr + kb[:, None] * N + n[None, :])
                s = tl.load(s_ptr + m[:, None] * (K // 32) + g[None, :])
                t = tl.load(t_ptr + n[:, None] * (K // 32) + g[None, :])
                c = tl.dot_scaled(a, %s, "%s", b, %s, "%s")
                tl.store(out_ptr + m[:, None] * N + n[None, :], c)""" % (half_a, half_b, half_a, "s" if scales != "right" else "None", left,
                                                                       "t" if scales != "left" else "None", right))
            for m, n, k in ((32, 32, 64), (128, 64, 128)):
                suite.add("dot_scaled", "%s_%d" % (name, m), name,
                          {"a_ptr": Buffer(elements[left], m * k // half_a, "ordinary" if left == "e2m1" else "small"), "b_ptr": Buffer(elements[right], n * k // half_b, "ordinary" if right == "e2m1" else "small"),
                           "s_ptr": Buffer("u8", m * k // 32, "range:125:129"), "t_ptr": Buffer("u8", n * k // 32, "range:125:129"), "out_ptr": Buffer("fp32", m * n, "poison", True)},
                          {"M": m, "N": n, "K": k})
    suite.define("dot_scaled", "scaled_nvfp4", "a_ptr, b_ptr, s_ptr, t_ptr, out_ptr, M: tl.constexpr, N: tl.constexpr, K: tl.constexpr", """
        m = tl.arange(0, M)
        n = tl.arange(0, N)
        k = tl.arange(0, K // 2)
        g = tl.arange(0, K // 16)
        a = tl.load(a_ptr + m[:, None] * (K // 2) + k[None, :])
        b = tl.load(b_ptr + k[:, None] * N + n[None, :])
        s = tl.load(s_ptr + m[:, None] * (K // 16) + g[None, :])
        t = tl.load(t_ptr + n[:, None] * (K // 16) + g[None, :])
        tl.store(out_ptr + m[:, None] * N + n[None, :], tl.dot_scaled(a, s, "e2m1", b, t, "e2m1"))""")
    for m, n, k in ((32, 32, 64), (64, 64, 128)):
        suite.add("dot_scaled", "scaled_nvfp4_%d" % m, "scaled_nvfp4",
                  {"a_ptr": Buffer("u8", m * k // 2, "ordinary"), "b_ptr": Buffer("u8", n * k // 2, "ordinary"), "s_ptr": Buffer("fp8e4nv", m * k // 16, "small"),
                   "t_ptr": Buffer("fp8e4nv", n * k // 16, "small"), "out_ptr": Buffer("fp32", m * n, "poison", True)}, {"M": m, "N": n, "K": k})

"""Operations on shapes, sorting, gathering and counting."""
from suite import Buffer

TYPES = ["fp32", "fp16", "i8", "i64"]
LOAD = "i = tl.arange(0, M)[:, None]\nj = tl.arange(0, N)[None, :]\nx = tl.load(x_ptr + i * N + j)\n"
# name, expression of x (M x N), shape of the result with M and N
SHAPED = [
    ("trans", "tl.trans(x)", "N, M"), ("trans_method", "x.trans(1, 0)", "N, M"), ("trans_t", "x.T", "N, M"), ("permute", "tl.permute(x, (1, 0))", "N, M"),
    ("reshape", "tl.reshape(x, (N, M))", "N, M"), ("reshape_flat", "tl.reshape(tl.ravel(x), (N // 2, 2 * M))", "N // 2, 2 * M"),
    ("view", "x * 0 + tl.sum(tl.sum(tl.view(x, (M * N // 8, 8)), 1), 0)", "M, N"), ("broadcast", "tl.broadcast_to(tl.sum(x, 1, keep_dims=True), (M, N))", "M, N"),
    ("join", "tl.reshape(tl.join(x, x + 1), (M, 2 * N))", "M, 2 * N"), ("interleave", "tl.interleave(x, x * 2)", "M, 2 * N"),
    ("expand", "tl.reshape(tl.expand_dims(x, 1) + tl.expand_dims(x, 1), (M, N))", "M, N"),
    ("permute3", "tl.reshape(tl.permute(tl.reshape(x, (M, 2, N // 2)), (2, 0, 1)), (M, N))", "M, N"),
    ("flip_last", "tl.flip(x, -1)", "M, N"), ("flip_first", "tl.flip(x, 0)", "M, N"), ("cat", "x * 0 + tl.sum(tl.cat(tl.ravel(x), tl.ravel(x + 1), can_reorder=True), 0)", "M, N"),
    ("sort", "tl.sort(x)", "M, N"), ("sort_down", "tl.sort(x, descending=True)", "M, N"), ("sort_dim", "tl.sort(x, dim=1)", "M, N"),
    ("topk", "tl.topk(x, 4)", "M, 4"),
]


def build(suite):
    sizes = ((16, 16, 4), (4, 64, 1), (32, 8, 4), (64, 32, 8), (2, 128, 2))
    for number, (name, expr, shape) in enumerate(SHAPED):
        for at, dtype in enumerate(TYPES):
            m, n, warps = sizes[(number + at) % len(sizes)]
            rows, columns = shape.split(", ")
            body = LOAD + "y = %s\nr = tl.arange(0, %s)[:, None]\nc = tl.arange(0, %s)[None, :]\n" % (expr, rows, columns)
            body += "tl.store(out_ptr + r * (%s) + c, y)" % columns
            suite.define("shapes", "shape_" + name, "x_ptr, out_ptr, M: tl.constexpr, N: tl.constexpr", body)
            # NaN has no place in an order; cat and view may reorder, so only their sums are compared.
            how = "small" if name in ("sort", "sort_down", "sort_dim", "topk", "broadcast", "view", "cat") else "any"
            suite.add("shapes", "shape_%s_%s_%d_%d_w%d" % (name, dtype, m, n, warps), "shape_" + name,
                      {"x_ptr": Buffer(dtype, m * n, how), "out_ptr": Buffer(dtype, 2 * m * n, "poison", True)}, {"M": m, "N": n}, warps=warps)
    vectors(suite)
    several(suite)


def vectors(suite):
    for dtype in ("fp32", "i16", "u32", "bf16", "fp64", "u8"):
        for n, warps in ((16, 1), (256, 4), (1024, 8)):
            for down in (False, True):
                suite.define("sorting", "sort_%s" % ("down" if down else "up"), "x_ptr, out_ptr, N: tl.constexpr", """
                    i = tl.arange(0, N)
                    tl.store(out_ptr + i, tl.sort(tl.load(x_ptr + i), descending=%s))""" % down)
                suite.add("sorting", "sort_%s_%s_%d" % ("down" if down else "up", dtype, n), "sort_%s" % ("down" if down else "up"),
                          {"x_ptr": Buffer(dtype, n, "ordinary"), "out_ptr": Buffer(dtype, n, "poison", True)}, {"N": n}, warps=warps)
        suite.define("sorting", "top8", "x_ptr, out_ptr, N: tl.constexpr", """
            tl.store(out_ptr + tl.arange(0, 8), tl.topk(tl.load(x_ptr + tl.arange(0, N)), 8))""")
        suite.add("sorting", "top8_" + dtype, "top8", {"x_ptr": Buffer(dtype, 128, "ordinary"), "out_ptr": Buffer(dtype, 8, "poison", True)}, {"N": 128})
    suite.define("sorting", "sort_nan", "x_ptr, out_ptr, N: tl.constexpr", "i = tl.arange(0, N)\ntl.store(out_ptr + i, tl.sort(tl.load(x_ptr + i)))")
    suite.add("sorting", "sort_nan", "sort_nan", {"x_ptr": Buffer("fp32", 128, "any"), "out_ptr": Buffer("fp32", 128, "poison", True)}, {"N": 128})
    suite.case("sorting", "bitonic_merge", {"x_ptr": Buffer("i32", 256, "ordinary"), "out_ptr": Buffer("i32", 256, "poison", True)}, """
        i = tl.arange(0, N)
        x = tl.sort(tl.load(x_ptr + i).reshape(2, N // 2), descending=False)
        low, high = tl.split(tl.trans(x))
        y = tl.reshape(tl.trans(tl.join(low, tl.flip(high, 0))), (N,))
        tl.store(out_ptr + i, tl.bitonic_merge(y))""", {"N": 256})
    for dtype in ("i32", "i64", "u32"):
        for bins, n, warps in ((16, 256, 4), (128, 1024, 4), (32, 64, 1), (256, 2048, 8)):
            suite.define("counting", "histogram", "x_ptr, out_ptr, N: tl.constexpr, BINS: tl.constexpr", """
                x = tl.load(x_ptr + tl.arange(0, N))
                tl.store(out_ptr + tl.arange(0, BINS), tl.histogram(x, BINS))""")
            suite.add("counting", "histogram_%s_%d_%d" % (dtype, bins, n), "histogram",
                      {"x_ptr": Buffer(dtype, n, "index:%d" % bins), "out_ptr": Buffer("i32", bins, "poison", True)}, {"N": n, "BINS": bins}, warps=warps)
    suite.case("counting", "histogram_masked", {"x_ptr": Buffer("i32", 512, "index:64"), "out_ptr": Buffer("i32", 64, "poison", True)}, """
        i = tl.arange(0, 512)
        x = tl.load(x_ptr + i)
        tl.store(out_ptr + tl.arange(0, 64), tl.histogram(x, 64, mask=i < 300))""")
    for dtype in TYPES:
        for index in ("i32", "i64", "u8"):
            suite.define("gathering", "gather1", "x_ptr, at_ptr, out_ptr, N: tl.constexpr, K: tl.constexpr", """
                x = tl.load(x_ptr + tl.arange(0, N))
                at = tl.load(at_ptr + tl.arange(0, K))
                tl.store(out_ptr + tl.arange(0, K), tl.gather(x, at, 0))""")
            suite.add("gathering", "gather1_%s_%s" % (dtype, index), "gather1", {"x_ptr": Buffer(dtype, 128), "at_ptr": Buffer(index, 256, "index:128"),
                                                                              "out_ptr": Buffer(dtype, 256, "poison", True)}, {"N": 128, "K": 256})
        for axis in (0, 1):
            suite.define("gathering", "gather_axis%d" % axis, "x_ptr, at_ptr, out_ptr, M: tl.constexpr, N: tl.constexpr", LOAD + """
                at = tl.load(at_ptr + i * N + j)
                tl.store(out_ptr + i * N + j, tl.gather(x, at, %d))""".replace("\n                ", "\n") % axis)
            suite.add("gathering", "gather_axis%d_%s" % (axis, dtype), "gather_axis%d" % axis,
                      {"x_ptr": Buffer(dtype, 1024), "at_ptr": Buffer("i32", 1024, "index:32"), "out_ptr": Buffer(dtype, 1024, "poison", True)}, {"M": 32, "N": 32})


def several(suite):
    for dtype in TYPES:
        suite.define("shapes", "split", "x_ptr, out_ptr, N: tl.constexpr", """
            i = tl.arange(0, N)
            a, b = tl.split(tl.load(x_ptr + i[:, None] * 2 + tl.arange(0, 2)[None, :]))
            tl.store(out_ptr + i, a)
            tl.store(out_ptr + N + i, b + a)""")
        suite.add("shapes", "split_" + dtype, "split", {"x_ptr": Buffer(dtype, 512), "out_ptr": Buffer(dtype, 512, "poison", True)}, {"N": 256})
    suite.case("shapes", "scalars_and_blocks", {"out_ptr": Buffer("fp32", 256, "poison", True)}, """
        a = tl.full((64,), 2.5, tl.float32)
        b = tl.zeros((64,), tl.float32) + tl.zeros_like(a) + 1
        c = tl.join(tl.sum(a, 0), 4.0 + tl.max(a, 0))
        d, e = tl.split(c)
        f = tl.broadcast_to(d * e, (64,))
        i = tl.arange(64, 128)
        tl.store(out_ptr + i, a + b + f + i)
        g, h = tl.broadcast(i[:, None], tl.arange(0, 2)[None, :])
        tl.store(out_ptr + 128 + tl.arange(0, 64)[:, None] * 2 + tl.arange(0, 2)[None, :], (g * h).to(tl.float32))""")
    suite.case("shapes", "permute4", {"x_ptr": Buffer("i32", 1024), "out_ptr": Buffer("i32", 1024, "poison", True)}, """
        i = tl.arange(0, 1024)
        x = tl.load(x_ptr + i).reshape(4, 8, 2, 16)
        tl.store(out_ptr + i, tl.permute(x, 3, 1, 0, 2).reshape(1024))""")
    suite.case("shapes", "swizzle2d", {"out_ptr": Buffer("i32", 4096, "poison", True)}, """
        i = tl.arange(0, 32)[:, None]
        j = tl.arange(0, 64)[None, :]
        a, b = tl.swizzle2d(i, j, 32, 64, 6)
        tl.store(out_ptr + i * 64 + j, a)
        tl.store(out_ptr + 2048 + i * 64 + j, b)""")
    for order in ("tl.join(a, b)", "tl.join(b, a)"):
        suite.case("shapes", "join_scalars_" + order[8], {"x_ptr": Buffer("i64", 2), "out_ptr": Buffer("i64", 2, "poison", True)}, """
            a = tl.load(x_ptr)
            b = tl.load(x_ptr + 1)
            tl.store(out_ptr + tl.arange(0, 2), %s)""" % order)

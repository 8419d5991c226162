"""Loads, stores, block pointers, tensor descriptors and atomics."""
from suite import Buffer, Scalar
from values import FLOATS, INTEGERS

EVERY = list(FLOATS) + list(INTEGERS)


def build(suite):
    masks(suite)
    blocks(suite)
    block_pointers(suite)
    descriptors(suite)
    atomics(suite)


def masks(suite):
    body = """
        i = tl.arange(0, N)
        x = tl.load(x_ptr + i, mask=i < 100)
        tl.store(out_ptr + i, x, mask=i < 100)"""
    suite.define("memory", "masked_copy", "x_ptr, out_ptr, N: tl.constexpr", body)
    suite.define("memory", "masked_other", "x_ptr, out_ptr, N: tl.constexpr", """
        i = tl.arange(0, N)
        x = tl.load(x_ptr + i, mask=(i % 3 != 0) & (i < 200), other=1)
        tl.store(out_ptr + i, x)""")
    suite.define("memory", "strided", "x_ptr, out_ptr, N: tl.constexpr", """
        i = tl.arange(0, N)
        tl.store(out_ptr + (N - 1 - i), tl.load(x_ptr + i * 2 + 1))""")
    for number, dtype in enumerate(EVERY):
        n, warps = ((128, 4), (256, 1), (256, 4), (512, 2))[number % 4]
        for kernel in ("masked_copy", "masked_other"):
            if kernel == "masked_other" and dtype.startswith("fp8"):
                continue
            suite.add("memory", "%s_%s" % (kernel, dtype), kernel, {"x_ptr": Buffer(dtype, n), "out_ptr": Buffer(dtype, n, "poison", True)}, {"N": n}, warps=warps)
        suite.add("memory", "strided_" + dtype, "strided", {"x_ptr": Buffer(dtype, 2 * n), "out_ptr": Buffer(dtype, n, "poison", True)}, {"N": n}, warps=warps)
    for name, load, store in (("ca", "cache_modifier='.ca'", ""), ("cg", "cache_modifier='.cg'", ", cache_modifier='.cg'"), ("cs", "", ", cache_modifier='.cs'"),
                              ("cv", "cache_modifier='.cv'", ", cache_modifier='.wt'"), ("wb", "volatile=True", ", cache_modifier='.wb'"),
                              ("first", "eviction_policy='evict_first'", ", eviction_policy='evict_last'"),
                              ("last", "eviction_policy='evict_last', other=7, mask=i % 2 == 0", ", eviction_policy='evict_first'")):
        suite.case("memory", "hints_" + name, {"x_ptr": Buffer("fp16", 1024), "out_ptr": Buffer("fp16", 1024, "poison", True)}, """
            i = tl.arange(0, N)
            x = tl.load(x_ptr + i, %s)
            tl.store(out_ptr + i, x%s)""" % (load, store), {"N": 1024})
    suite.case("memory", "scalar_access", {"x_ptr": Buffer("i16", 16), "out_ptr": Buffer("i16", 16, "poison", True)}, """
        a = tl.load(x_ptr + 3)
        b = tl.load(x_ptr + 4, mask=a == a)
        c = tl.load(x_ptr + 5, mask=a != a, other=11)
        tl.store(out_ptr, a)
        tl.store(out_ptr + 1, b + c)
        tl.store(out_ptr + 2, c, mask=a != a)""")
    suite.case("memory", "gather_scatter", {"x_ptr": Buffer("fp32", 512), "at_ptr": Buffer("i64", 512, "permutation"), "out_ptr": Buffer("fp32", 512, "poison", True)}, """
        i = tl.arange(0, N)
        at = tl.load(at_ptr + i)
        x = tl.load(x_ptr + at, mask=at % 5 != 0, other=-1.0)
        tl.store(out_ptr + at, x * 2, mask=at % 7 != 0)""", {"N": 512})
    suite.case("memory", "pointers_in_memory", {"x_ptr": Buffer("fp32", 256), "out_ptr": Buffer("fp32", 256, "poison", True)}, """
        i = tl.arange(0, N)
        address = (x_ptr + i).to(tl.int64)
        again = (address + 4 * (N - 1 - 2 * i)).to(tl.pointer_type(tl.float32))
        tl.store(out_ptr + i, tl.load(again))""", {"N": 256})
    suite.case("memory", "hint_functions", {"x_ptr": Buffer("fp16", 512), "out_ptr": Buffer("fp16", 512, "poison", True)}, """
        i = tl.arange(0, N)
        i = tl.max_contiguous(tl.multiple_of(i, N), N)
        tl.assume(tl.num_programs(0) > 0)
        half = tl.max_constancy(i // 16, 16)
        tl.debug_barrier()
        tl.store(out_ptr + i, tl.load(x_ptr + i) + tl.load(x_ptr + half))""", {"N": 512})
    for grid in ((5, 1, 1), (3, 4, 1), (2, 3, 4)):
        count = grid[0] * grid[1] * grid[2] * 64
        suite.define("memory", "grid", "x_ptr, out_ptr, N: tl.constexpr", """
            p = (tl.program_id(2) * tl.num_programs(1) + tl.program_id(1)) * tl.num_programs(0) + tl.program_id(0)
            i = p * N + tl.arange(0, N)
            tl.store(out_ptr + i, tl.load(x_ptr + i) + p)""")
        suite.add("memory", "grid_%d_%d_%d" % grid, "grid", {"x_ptr": Buffer("i32", count), "out_ptr": Buffer("i32", count, "poison", True)}, {"N": 64}, grid=grid, warps=2)


def blocks(suite):
    suite.define("memory", "block2d", "x_ptr, out_ptr, M: tl.constexpr, N: tl.constexpr", """
        i = tl.arange(0, M)[:, None]
        j = tl.arange(0, N)[None, :]
        x = tl.load(x_ptr + i * N + j, mask=(i < M - 1) & (j < N - 3), other=0)
        tl.store(out_ptr + j * M + i, x)""")
    for number, (m, n) in enumerate(((2, 16), (16, 16), (64, 32), (1, 256), (128, 4), (32, 128))):
        for dtype in ("fp16", "fp32", "i8", "i64"):
            suite.add("memory", "block2d_%s_%d_%d" % (dtype, m, n), "block2d", {"x_ptr": Buffer(dtype, m * n), "out_ptr": Buffer(dtype, m * n, "poison", True)},
                      {"M": m, "N": n}, warps=(1, 4, 8)[number % 3])
    suite.case("memory", "block3d", {"x_ptr": Buffer("i32", 1024), "out_ptr": Buffer("i32", 1024, "poison", True)}, """
        i = tl.arange(0, 4)[:, None, None]
        j = tl.arange(0, 8)[None, :, None]
        k = tl.arange(0, 32)[None, None, :]
        x = tl.load(x_ptr + i * 256 + j * 32 + k)
        tl.store(out_ptr + k * 32 + j * 4 + i, x)""")


def block_pointers(suite):
    suite.define("block_pointers", "block_pointer", "x_ptr, out_ptr, M, N, BM: tl.constexpr, BN: tl.constexpr", """
        a = tl.make_block_ptr(x_ptr, (M, N), (N, 1), (8, -4), (BM, BN), (1, 0))
        b = tl.make_block_ptr(out_ptr, (BM, BN), (BN, 1), (0, 0), (BM, BN), (1, 0))
        x = tl.load(a, boundary_check=(0, 1), padding_option="zero")
        y = tl.load(tl.advance(a, (2, 6)), boundary_check=(0, 1), padding_option="zero")
        tl.store(b, x + y)""")
    suite.define("block_pointers", "block_pointer_store", "x_ptr, out_ptr, M, N, BM: tl.constexpr, BN: tl.constexpr", """
        a = tl.make_block_ptr(x_ptr, (BM, BN), (1, BM), (0, 0), (BM, BN), (0, 1))
        b = tl.make_block_ptr(out_ptr, (M, N), (N, 1), (M - 9, 3), (BM, BN), (1, 0))
        x = a.load() if BM == 0 else tl.load(a)
        tl.store(b, x, boundary_check=(0, 1))""")
    suite.define("block_pointers", "block_pointer_nan", "x_ptr, out_ptr, M, N, BM: tl.constexpr, BN: tl.constexpr", """
        a = tl.make_block_ptr(x_ptr, (M, N), (N, 1), (M - 8, 0), (BM, BN), (1, 0))
        b = tl.make_block_ptr(out_ptr, (BM, BN), (BN, 1), (0, 0), (BM, BN), (1, 0))
        tl.store(b, tl.load(a, boundary_check=(0,), padding_option="nan"))""")
    for dtype in ("fp16", "bf16", "fp32", "i32", "i8", "fp64"):
        for kernel in ("block_pointer", "block_pointer_store", "block_pointer_nan"):
            if kernel.endswith("nan") and dtype[0] == "i":
                continue
            # 40 x 48 elements, 16 x 32 a block
            args = {"x_ptr": Buffer(dtype, 40 * 48), "out_ptr": Buffer(dtype, 40 * 48, "poison", True), "M": Scalar("i32", 40), "N": Scalar("i32", 48)}
            suite.add("block_pointers", "%s_%s" % (kernel, dtype), kernel, args, {"BM": 16, "BN": 32})
    suite.case("block_pointers", "block_pointer_loop", {"x_ptr": Buffer("i32", 1000), "out_ptr": Buffer("i32", 64, "poison", True), "n": Scalar("i32", 1000)}, """
        a = tl.make_block_ptr(x_ptr, (n,), (1,), (0,), (64,), (0,))
        total = tl.zeros((64,), tl.int32)
        for _ in range(0, n, 64):
            total += tl.load(a, boundary_check=(0,), padding_option="zero")
            a = tl.advance(a, (64,))
        tl.store(out_ptr + tl.arange(0, 64), total)""")


def descriptors(suite):
    suite.define("descriptors", "descriptor_copy", "x_ptr, out_ptr, M, N, BM: tl.constexpr, BN: tl.constexpr", """
        a = tl.make_tensor_descriptor(x_ptr, [M, N], [N, 1], [BM, BN])
        b = tl.make_tensor_descriptor(out_ptr, [M, N], [N, 1], [BM, BN])
        b.store([M - 4, 16], a.load([8, N - 8]))
        tl.store_tensor_descriptor(b, [0, 0], tl.load_tensor_descriptor(a, [16, 0]))""")
    suite.define("descriptors", "descriptor_nan", "x_ptr, out_ptr, M, N, BM: tl.constexpr, BN: tl.constexpr", """
        a = tl.make_tensor_descriptor(x_ptr, [M, N], [N, 1], [BM, BN], padding_option="nan")
        b = tl.make_tensor_descriptor(out_ptr, [M, N], [N, 1], [BM, BN])
        b.store([0, 0], a.load([M - 4, N - 8]))""")
    for dtype in ("fp16", "bf16", "fp32", "i8", "i32", "fp8e5", "i64"):
        for kernel in ("descriptor_copy", "descriptor_nan"):
            if kernel.endswith("nan") and dtype not in ("fp16", "bf16", "fp32"):
                continue
            args = {"x_ptr": Buffer(dtype, 64 * 96), "out_ptr": Buffer(dtype, 64 * 96, "poison", True), "M": Scalar("i32", 64), "N": Scalar("i32", 96)}
            suite.add("descriptors", "%s_%s" % (kernel, dtype), kernel, args, {"BM": 16, "BN": 32})
    for op, dtype in (("add", "i32"), ("add", "fp32"), ("add", "u64"), ("min", "i32"), ("max", "i64"), ("min", "u32"), ("and", "i32"), ("or", "u32"), ("xor", "i64"), ("add", "fp16"), ("add", "bf16")):
        suite.define("descriptors", "descriptor_" + op, "x_ptr, out_ptr, M, N, BM: tl.constexpr, BN: tl.constexpr", """
            a = tl.make_tensor_descriptor(x_ptr, [M, N], [N, 1], [BM, BN])
            b = tl.make_tensor_descriptor(out_ptr, [M, N], [N, 1], [BM, BN])
            b.atomic_%s([M - 8, 16], a.load([0, 0]))""" % op)
        args = {"x_ptr": Buffer(dtype, 32 * 64, "small"), "out_ptr": Buffer(dtype, 32 * 64, "small", True), "M": Scalar("i32", 32), "N": Scalar("i32", 64)}
        suite.add("descriptors", "descriptor_%s_%s" % (op, dtype), "descriptor_" + op, args, {"BM": 16, "BN": 32})
    for dtype in ("fp16", "fp32", "i32"):
        suite.define("descriptors", "descriptor_gather", "x_ptr, at_ptr, out_ptr, M, N, BM: tl.constexpr, BN: tl.constexpr", """
            a = tl.make_tensor_descriptor(x_ptr, [M, N], [N, 1], [1, BN])
            at = tl.load(at_ptr + tl.arange(0, BM))
            x = a.gather(at, 16)
            tl.store(out_ptr + tl.arange(0, BM)[:, None] * BN + tl.arange(0, BN)[None, :], x)""")
        suite.define("descriptors", "descriptor_scatter", "x_ptr, at_ptr, out_ptr, M, N, BM: tl.constexpr, BN: tl.constexpr", """
            a = tl.make_tensor_descriptor(out_ptr, [M, N], [N, 1], [1, BN])
            at = tl.load(at_ptr + tl.arange(0, BM))
            x = tl.load(x_ptr + tl.arange(0, BM)[:, None] * BN + tl.arange(0, BN)[None, :])
            a.scatter(x, at, 16)""")
        for kernel in ("descriptor_gather", "descriptor_scatter"):
            args = {"x_ptr": Buffer(dtype, 64 * 64), "at_ptr": Buffer("i32", 32, "permutation"), "out_ptr": Buffer(dtype, 64 * 64, "poison", True),
                    "M": Scalar("i32", 64), "N": Scalar("i32", 64)}
            suite.add("descriptors", "%s_%s" % (kernel, dtype), kernel, args, {"BM": 32, "BN": 32})


def atomics(suite):
    def define(op, more=""):
        suite.define("atomics", "atomic_%s%s" % (op, more.count(",") or ""), "x_ptr, out_ptr, old_ptr, N: tl.constexpr", """
            i = tl.arange(0, N)
            x = tl.load(x_ptr + i)
            old = tl.atomic_%s(out_ptr + i, x%s)
            tl.store(old_ptr + i, old, mask=i < 50)""" % (op, more))
        suite.define("atomics", "atomic_%s_shared" % op, "x_ptr, out_ptr, N: tl.constexpr", """
            i = tl.program_id(0) * N + tl.arange(0, N)
            tl.atomic_%s(out_ptr + i %% 8, tl.load(x_ptr + i))""" % op)

    kinds = [("add", d) for d in ("fp16", "bf16", "fp32", "fp64", "i32", "i64", "u32", "u64")]
    kinds += [(op, d) for op in ("max", "min") for d in ("i32", "u32", "i64", "u64", "fp32")]
    kinds += [(op, d) for op in ("and", "or", "xor", "xchg") for d in ("i32", "i64", "u32")] + [("xchg", "fp32"), ("max", "fp64"), ("min", "fp64")]
    for number, (op, dtype) in enumerate(kinds):
        define(op)
        define(op, ", mask=i < 50")
        define(op, ", mask=i < 50, sem='%s', scope='%s'" % (("relaxed", "acquire", "release", "acq_rel")[len(op) % 4], ("gpu", "cta", "sys")[len(op) % 3]))
        for more in ("", "1", "3"):
            args = {"x_ptr": Buffer(dtype, 128, "small"), "out_ptr": Buffer(dtype, 128, "small", True), "old_ptr": Buffer(dtype, 128, "poison", True)}
            if more == "":
                args["old_ptr"].how = "zeros"
            suite.add("atomics", "atomic_%s%s_%s" % (op, more, dtype), "atomic_%s%s" % (op, more), args, {"N": 128}, warps=(1, 4, 2)[number % 3])
        # Whole numbers up to 8: sums of 64 of them are exact, also in fp16 (not in bf16, where 256 is the limit)
        if op not in ("xchg",) and dtype != "bf16":
            suite.add("atomics", "atomic_%s_shared_%s" % (op, dtype), "atomic_%s_shared" % op,
                      {"x_ptr": Buffer(dtype, 512, "small"), "out_ptr": Buffer(dtype, 8, "small", True)}, {"N": 128}, grid=(4, 1, 1))
    for dtype in ("i32", "i64", "u32"):
        suite.define("atomics", "atomic_cas", "x_ptr, out_ptr, old_ptr, N: tl.constexpr", """
            i = tl.arange(0, N)
            x = tl.load(x_ptr + i)
            old = tl.atomic_cas(out_ptr + i, x, x + 100)
            tl.store(old_ptr + i, old)""")
        suite.add("atomics", "atomic_cas_" + dtype, "atomic_cas", {"x_ptr": Buffer(dtype, 128, "index:3"), "out_ptr": Buffer(dtype, 128, "index:3", True),
                                                                  "old_ptr": Buffer(dtype, 128, "poison", True)}, {"N": 128})
    suite.case("atomics", "atomic_scalars", {"out_ptr": Buffer("i32", 8, "zeros", True), "f_ptr": Buffer("fp32", 4, "zeros", True)}, """
        tl.atomic_add(out_ptr, 3)
        old = tl.atomic_cas(out_ptr + 1, 0, 7)
        tl.atomic_max(out_ptr + 2, tl.program_id(0) + old * 0)
        tl.atomic_xchg(out_ptr + 3, 9, sem="release")
        tl.atomic_or(out_ptr + 4, 1 << tl.program_id(0), scope="sys")
        tl.atomic_add(f_ptr, 0.5)
        tl.atomic_max(f_ptr + 1, tl.program_id(0) * 1.5)
        tl.atomic_min(f_ptr + 2, tl.program_id(0) * -1.5)""", grid=(6, 1, 1))
    suite.case("atomics", "atomic_lock", {"lock_ptr": Buffer("i32", 1, "zeros", True), "out_ptr": Buffer("fp32", 64, "zeros", True), "x_ptr": Buffer("fp32", 512, "small")}, """
        i = tl.arange(0, 64)
        x = tl.load(x_ptr + tl.program_id(0) * 64 + i)
        while tl.atomic_cas(lock_ptr, 0, 1) == 1:
            pass
        tl.store(out_ptr + i, tl.load(out_ptr + i, volatile=True) + x)
        tl.debug_barrier()
        tl.atomic_xchg(lock_ptr, 0)""", grid=(8, 1, 1))
    suite.case("atomics", "atomic_float_order", {"x_ptr": Buffer("fp32", 256, "any"), "out_ptr": Buffer("fp32", 256, "ordinary", True)}, """
        i = tl.arange(0, 256)
        x = tl.load(x_ptr + i)
        tl.atomic_max(out_ptr + i, tl.where(x == x, x, 0.0))""")
    suite.case("atomics", "atomic_2d", {"x_ptr": Buffer("fp16", 512, "small"), "out_ptr": Buffer("fp16", 64, "small", True)}, """
        i = tl.arange(0, 16)[:, None]
        j = tl.arange(0, 32)[None, :]
        tl.atomic_add(out_ptr + i * 0 + j, tl.load(x_ptr + i * 32 + j), mask=i < 5)""")

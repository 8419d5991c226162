"""Matrix products for numerics.py: sizes that do not fill their tiles, row strides beyond the rows, both orders of memory.

Tolerances are relative Frobenius errors against double: the result's rounding (f16, bf16) or the sum's (f32, which also holds
what the instruction's own order of summation does).
"""
import itertools

import numpy as np

TOL = {"fp16": 2e-3, "bf16": 1e-2, "fp32": 1e-6, "fp64": 1e-12}
# Products of fp32 are tf32 where tl.dot is not told otherwise and the unit knows it.
TF32_TOL = 1e-3


class Products:
    """Builds cases out of numerics.py's Tensor and Case."""

    def __init__(self, numerics):
        self.Tensor, self.Case, self.numerics = numerics.Tensor, numerics.Case, numerics

    @property
    def small(self):
        return self.numerics.SMALL

    def groups(self):
        return {"matmul": self.matmul, "bmm": self.bmm, "grouped_gemm": self.grouped, "split_k": self.split_k,
                "int8_matmul": self.int8, "w4a16": self.w4a16, "attention": self.attention}

    # ------------------------------------------------------------ operands
    def matrix(self, rng, rows, cols, dtype, pad=16, transposed=False, batch=None):
        """A tensor whose rows (columns, if transposed) are `pad` elements longer than they need to be, and its values."""
        shape = (cols, rows + pad) if transposed else (rows, cols + pad)
        full = shape if batch is None else (batch,) + shape
        if dtype == "i8":
            tensor = self.Tensor(dtype, rng.integers(-128, 128, full))
        else:
            tensor = self.Tensor(dtype, rng.standard_normal(full))
        values = tensor.values[..., :rows if transposed else cols]
        return tensor, values.swapaxes(-1, -2) if transposed else values

    def output(self, ref, dtype, tol, pad=3, batched=False):
        shape = ref.shape[:-1] + (ref.shape[-1] + pad,)
        pick = np.s_[..., :ref.shape[-1]]
        return self.Tensor(dtype, shape=shape, ref=ref, tol=tol, pick=pick)

    @staticmethod
    def strides(args, constexprs, name, dims, tensor, transposed=False):
        """stride_<name><dim> of a matrix in memory: 1 where elements are neighbours (known at compile time)."""
        outer, inner = reversed(dims) if transposed else dims
        args["stride_%s%s" % (name, outer)] = ("i32", tensor.array.shape[-1])
        constexprs["stride_%s%s" % (name, inner)] = 1

    def blocks(self, *sizes):
        return [s for s in sizes if not self.small or max(s) <= 64]

    # ------------------------------------------------------------ kernels
    def matmul(self, rng):
        tiles = self.blocks((64, 64, 32), (32, 64, 16), (16, 16, 32), (32, 32, 64), (128, 128, 64), (128, 256, 64), (16, 128, 128))
        shapes = [(70, 65, 83), (64, 64, 64)] if self.small else [(300, 257, 211), (256, 256, 256)]
        for (bm, bn, bk), dtype in itertools.product(tiles, ("fp16", "bf16", "fp32")):
            m, n, k = shapes[(bm + bk) // 16 % 2]
            for a_trans, b_trans in ((False, False), (False, True), (True, False)):
                if (a_trans or b_trans) and (bm, bn, bk) not in ((64, 64, 32), (128, 128, 64)):
                    continue
                yield self.product(rng, dtype, m, n, k, bm, bn, bk, a_trans, b_trans)

    def product(self, rng, dtype, m, n, k, bm, bn, bk, a_trans, b_trans):
        a, va = self.matrix(rng, m, k, dtype, transposed=a_trans)
        b, vb = self.matrix(rng, k, n, dtype, transposed=b_trans)
        tf32 = dtype == "fp32" and self.numerics.TARGET.startswith("sm_")
        c = self.output(va @ vb, dtype, TF32_TOL if tf32 else TOL[dtype])
        args = dict(a_ptr=a, b_ptr=b, c_ptr=c, M=("i32", m), N=("i32", n), K=("i32", k))
        constexprs = dict(BLOCK_M=bm, BLOCK_N=bn, BLOCK_K=bk, GROUP_M=4, ACTIVATION='""')
        self.strides(args, constexprs, "a", "mk", a, a_trans)
        self.strides(args, constexprs, "b", "kn", b, b_trans)
        self.strides(args, constexprs, "c", "mn", c)
        layout = "%s%s" % ("T" if a_trans else "N", "T" if b_trans else "N")
        return self.Case("matmul %s %dx%dx%d tile %dx%dx%d %s" % (dtype, m, n, k, bm, bn, bk, layout), "matmul",
                         "matmul_kernel", self.in_order(args, "a_ptr b_ptr c_ptr M N K stride_am stride_ak stride_bk "
                                                        "stride_bn stride_cm stride_cn"), constexprs,
                         (-(-m // bm) * -(-n // bn),))

    @staticmethod
    def in_order(args, names):
        """The kernel's order; what is a constexpr is left out."""
        return {name: args[name] for name in names.split() if name in args}

    def bmm(self, rng):
        for dtype, (batch, m, n, k) in itertools.product(("fp16", "bf16"), ((3, 40, 33, 50),)):
            a, va = self.matrix(rng, m, k, dtype, batch=batch)
            b, vb = self.matrix(rng, k, n, dtype, batch=batch)
            c = self.output(va @ vb, dtype, TOL[dtype])
            args = dict(a_ptr=a, b_ptr=b, c_ptr=c, M=("i32", m), N=("i32", n), K=("i32", k))
            constexprs = dict(BLOCK_M=32, BLOCK_N=32, BLOCK_K=32, GROUP_M=2)
            for name, dims, tensor in (("a", "mk", a), ("b", "kn", b), ("c", "mn", c)):
                args["stride_%sb" % name] = ("i32", tensor.array.shape[1] * tensor.array.shape[2])
                self.strides(args, constexprs, name, dims, tensor)
            order = "a_ptr b_ptr c_ptr M N K stride_ab stride_am stride_ak stride_bb stride_bk stride_bn stride_cb stride_cm stride_cn"
            yield self.Case("bmm %s %dx%dx%dx%d" % (dtype, batch, m, n, k), "batched_gemm", "bmm_kernel",
                            self.in_order(args, order), constexprs, (-(-m // 32) * -(-n // 32), batch))

    def grouped(self, rng):
        ends = np.array([5, 5, 45, 64, 97])  # one group is empty
        n, k, groups = 50, 40, len(ends)
        for dtype in ("fp16", "bf16"):
            a, va = self.matrix(rng, int(ends[-1]), k, dtype)
            b, vb = self.matrix(rng, k, n, dtype, batch=groups)
            first = np.concatenate([[0], ends[:-1]])
            c = self.output(np.concatenate([va[lo:hi] @ vb[g] for g, (lo, hi) in enumerate(zip(first, ends))]), dtype, TOL[dtype])
            args = dict(a_ptr=a, b_ptr=b, c_ptr=c, ends_ptr=self.Tensor("i32", ends), num_groups=("i32", groups),
                        N=("i32", n), K=("i32", k), stride_bg=("i32", b.array.shape[1] * b.array.shape[2]))
            constexprs = dict(BLOCK_M=32, BLOCK_N=32, BLOCK_K=32, NUM_PROGRAMS=3)
            for name, dims, tensor in (("a", "mk", a), ("b", "kn", b), ("c", "mn", c)):
                self.strides(args, constexprs, name, dims, tensor)
            order = ("a_ptr b_ptr c_ptr ends_ptr num_groups N K stride_am stride_ak stride_bg stride_bk stride_bn "
                     "stride_cm stride_cn")
            yield self.Case("grouped_gemm %s" % dtype, "grouped_gemm", "grouped_gemm_kernel", self.in_order(args, order),
                            constexprs, (3,))

    def split_k(self, rng):
        m, n, k, splits = 40, 70, 150, 3
        for dtype in ("fp16", "bf16"):
            a, va = self.matrix(rng, m, k, dtype)
            b, vb = self.matrix(rng, k, n, dtype)
            c = self.Tensor("fp32", np.zeros((m, n)), ref=va @ vb, tol=2e-6)
            args = dict(a_ptr=a, b_ptr=b, c_ptr=c, M=("i32", m), N=("i32", n), K=("i32", k))
            constexprs = dict(BLOCK_M=32, BLOCK_N=32, BLOCK_K=32, SPLIT_K=splits)
            for name, dims, tensor in (("a", "mk", a), ("b", "kn", b), ("c", "mn", c)):
                self.strides(args, constexprs, name, dims, tensor)
            yield self.Case("split_k %s" % dtype, "split_k_matmul", "split_k_matmul_kernel",
                            self.in_order(args, "a_ptr b_ptr c_ptr M N K stride_am stride_ak stride_bk stride_bn stride_cm stride_cn"),
                            constexprs, (-(-m // 32) * -(-n // 32), splits))

    def int8(self, rng):
        for (m, n, k), b_trans in itertools.product(((70, 33, 100), (32, 64, 64)), (False, True)):
            a, va = self.matrix(rng, m, k, "i8")
            b, vb = self.matrix(rng, k, n, "i8", transposed=b_trans)
            c = self.Tensor("i32", np.full((m, n), -77), ref=va @ vb, tol=0.0)
            scale = self.Tensor("fp32", np.ones(1))
            args = dict(a_ptr=a, b_ptr=b, c_ptr=c, a_scale_ptr=scale, b_scale_ptr=self.Tensor("fp32", np.ones(1)),
                        M=("i32", m), N=("i32", n), K=("i32", k))
            constexprs = dict(BLOCK_M=32, BLOCK_N=32, BLOCK_K=64, GROUP_M=4, SCALED=False)
            self.strides(args, constexprs, "a", "mk", a)
            self.strides(args, constexprs, "b", "kn", b, b_trans)
            self.strides(args, constexprs, "c", "mn", c)
            order = ("a_ptr b_ptr c_ptr a_scale_ptr b_scale_ptr M N K stride_am stride_ak stride_bk stride_bn "
                     "stride_cm stride_cn")
            yield self.Case("int8_matmul %dx%dx%d%s" % (m, n, k, " NT" if b_trans else ""), "int8_matmul",
                            "int8_matmul_kernel", self.in_order(args, order), constexprs, (-(-m // 32) * -(-n // 32),))

    def w4a16(self, rng):
        m, n, k, group = 40, 50, 128, 64
        for dtype in ("fp16", "bf16"):
            a, va = self.matrix(rng, m, k, dtype)
            nibbles = rng.integers(0, 16, (k, n))
            words = sum(nibbles[i::8].astype(np.int64) << (4 * i) for i in range(8)).astype(np.uint32).view(np.int32)
            scale = self.Tensor(dtype, rng.random((k // group, n)) + 0.5)
            weights = self.numerics.decode(
                self.numerics.encode((nibbles - 8) * np.repeat(scale.values, group, 0), dtype), dtype)
            c = self.output(va @ weights, dtype, TOL[dtype])
            args = dict(a_ptr=a, qw_ptr=self.Tensor("i32", words), scale_ptr=scale, c_ptr=c, M=("i32", m), N=("i32", n),
                        K=("i32", k))
            constexprs = dict(BLOCK_M=32, BLOCK_N=32, BLOCK_K=32, GROUP_SIZE=group)
            self.strides(args, constexprs, "a", "mk", a)
            self.strides(args, constexprs, "q", "kn", args["qw_ptr"])
            self.strides(args, constexprs, "s", "gn", scale)
            self.strides(args, constexprs, "c", "mn", c)
            order = ("a_ptr qw_ptr scale_ptr c_ptr M N K stride_am stride_ak stride_qk stride_qn stride_sg stride_sn "
                     "stride_cm stride_cn")
            yield self.Case("w4a16 %s" % dtype, "w4a16_matmul", "w4a16_matmul_kernel", self.in_order(args, order), constexprs,
                            (-(-m // 32), -(-n // 32)))

    def attention(self, rng):
        batch, heads, shared = 1, 2, 2
        for dtype, causal, dim, (seq_q, seq_k) in itertools.product(("fp16", "bf16"), (False, True), (32, 64), ((50, 75),)):
            if causal:
                seq_q = seq_k
            q = self.Tensor(dtype, rng.standard_normal((batch, heads, seq_q, dim)))
            k, v = (self.Tensor(dtype, rng.standard_normal((batch, heads // shared, seq_k, dim))) for _ in range(2))
            scale = 0.7 / dim**0.5
            scores = q.values @ np.repeat(k.values, shared, 1).swapaxes(-1, -2) * scale
            if causal:
                scores = np.where(np.tri(seq_q, seq_k, dtype=bool), scores, -np.inf)
            top = scores.max(-1, keepdims=True)
            weights = np.exp(scores - top)
            total = weights.sum(-1, keepdims=True)
            out = self.Tensor(dtype, shape=q.array.shape, ref=weights / total @ np.repeat(v.values, shared, 1), tol=TOL[dtype])
            lse = self.Tensor("fp32", shape=scores.shape[:-1], ref=(np.log(total) + top)[..., 0], tol=1e-4)
            args = dict(q_ptr=q, k_ptr=k, v_ptr=v, o_ptr=out, lse_ptr=lse, sm_scale=("fp32", scale))
            constexprs = dict(BLOCK_M=32, BLOCK_N=32, HEAD_DIM=dim, Q_PER_KV=shared, CAUSAL=causal)
            for name, rows, tensor in (("q", "m", q), ("k", "n", k), ("v", "n", v), ("o", "m", out)):
                shape = tensor.array.shape
                args["stride_%sb" % name] = ("i32", shape[1] * shape[2] * dim)
                args["stride_%sh" % name] = ("i32", shape[2] * dim)
                args["stride_%s%s" % (name, rows)] = ("i32", dim)
                constexprs["stride_%sd" % name] = 1
            args.update(num_heads=("i32", heads), seq_q=("i32", seq_q), seq_k=("i32", seq_k))
            yield self.Case("attention %s %dx%d dim %d%s" % (dtype, seq_q, seq_k, dim, " causal" if causal else ""),
                            "flash_attention", "flash_attn_fwd_kernel", args, constexprs, (-(-seq_q // 32), batch * heads))

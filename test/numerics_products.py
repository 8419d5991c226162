"""Cases of numerics.py that multiply matrices: forms of tl.dot on one block, and kernels at sizes for real machines. Errors are relative, in the Frobenius norm, against products in double of the
operands as they are stored: bf16 under 1e-2, f16 under 2e-3, tf32 under 1e-3, ieee under 1e-6, integers exact."""
import itertools
import os

import numpy as np

TOL = {"fp16": 2e-3, "bf16": 1e-2, "fp32": 1e-3}
KERNELS = {"batched_gemm": "bmm_kernel", "flash_attention": "flash_attn_fwd_kernel"}
FORMS = os.path.join(os.path.dirname(os.path.abspath(__file__)), "numerics", "Inputs", "products")


class Products:
    """`n` is the module numerics, whose Tensor and Case these cases are made of."""

    def __init__(self, n):
        self.n = n

    def tensor(self, rng, dtype, shape, scale=1.0):
        if dtype == "i8":
            return self.n.Tensor(dtype, rng.integers(-128, 128, shape))
        if dtype == "i32":
            return self.n.Tensor(dtype, rng.integers(-2**31, 2**31, shape))
        return self.n.Tensor(dtype, rng.standard_normal(shape) * scale)

    def shapes(self, *big):
        """Sizes (M, N, K) and blocks; none where only small ones are wanted, for matrix_cases.py has those."""
        return [] if self.n.SMALL else [((16, 16, 16), (16, 16, 16))] + list(big)

    def out(self, dtype, ref, tol, pad=0):
        """An output with columns to spare, which must stay as they are."""
        shape = ref.shape[:-1] + (ref.shape[-1] + pad,)
        return self.n.Tensor(dtype, shape=shape, ref=ref, tol=tol, pick=np.s_[..., :ref.shape[-1]] if pad else None)

    def matmul(self, rng):
        n = self.n
        big = [((512, 512, 512), (128, 128, 32)), ((333, 257, 190), (64, 128, 64)), ((128, 256, 96), (128, 256, 64))]
        for (m_n_k, blocks), dtype, form in itertools.product(self.shapes(*big), ("fp16", "bf16", "fp32"), ("nn", "nt")):
            (m, cols, k), (bm, bn, bk) = m_n_k, blocks
            if dtype == "fp32":
                bk = min(bk, 32)
            a, b = self.tensor(rng, dtype, (m, k)), self.tensor(rng, dtype, (k, cols) if form == "nn" else (cols, k))
            right = b.values if form == "nn" else b.values.T
            ref = a.values @ right
            activation = "leaky_relu" if form == "nt" else ""
            if activation:
                ref = np.where(ref >= 0, ref, 0.01 * ref)
            c = self.out(dtype, ref, TOL[dtype], pad=0 if cols % 16 == 0 else 3)
            strides = dict(stride_am=k, stride_ak=1, stride_bk=cols if form == "nn" else 1,
                           stride_bn=1 if form == "nn" else k, stride_cm=c.array.shape[1], stride_cn=1)
            args = dict(a_ptr=a, b_ptr=b, c_ptr=c, M=m, N=cols, K=k, **strides)
            yield self.case("matmul %s %s %dx%dx%d" % (dtype, form, m, cols, k), "matmul", args,
                         dict(BLOCK_M=bm, BLOCK_N=bn, BLOCK_K=bk, GROUP_M=8, ACTIVATION=repr(activation) if activation else None),
                         (n.cdiv(m, bm) * n.cdiv(cols, bn),))

    def batched_gemm(self, rng):
        n = self.n
        for ((m, cols, k), (bm, bn, bk)), dtype in itertools.product(self.shapes(((200, 130, 90), (64, 64, 32))),
                                                                   ("fp16", "bf16", "fp32")):
            batch = 3
            a, b = self.tensor(rng, dtype, (batch, m, k)), self.tensor(rng, dtype, (batch, k, cols))
            c = self.out(dtype, a.values @ b.values, TOL[dtype])
            args = dict(a_ptr=a, b_ptr=b, c_ptr=c, M=m, N=cols, K=k, stride_ab=m * k, stride_am=k, stride_ak=1,
                        stride_bb=k * cols, stride_bk=cols, stride_bn=1, stride_cb=m * cols, stride_cm=cols, stride_cn=1)
            yield self.case("batched_gemm %s %dx%dx%d" % (dtype, m, cols, k), "batched_gemm", args,
                         dict(BLOCK_M=bm, BLOCK_N=bn, BLOCK_K=bk, GROUP_M=4), (n.cdiv(m, bm) * n.cdiv(cols, bn), batch))

    def case(self, label, kernel, args, constexprs, grid):
        """Strides of 1 are known at compile time."""
        args = {name: ("i32", v) if isinstance(v, int) else v for name, v in args.items()}
        for name in [name for name in args if name.startswith("stride_") and args[name][1] == 1]:
            del args[name]
            constexprs[name] = 1
        return self.n.Case(label, kernel, KERNELS.get(kernel, kernel + "_kernel"), args, constexprs, grid)

    def grouped_gemm(self, rng):
        n = self.n
        for ((_, cols, k), (bm, bn, bk)), dtype in itertools.product(self.shapes(((200, 130, 90), (64, 64, 32))),
                                                                   ("fp16", "bf16", "fp32")):
            rows = [40, 0, 1, 33] if n.SMALL else [130, 0, 1, 77, 64]
            ends = np.cumsum(rows)
            a, b = self.tensor(rng, dtype, (int(ends[-1]), k)), self.tensor(rng, dtype, (len(rows), k, cols))
            ref = np.concatenate([a.values[end - count:end] @ b.values[g] for g, (end, count) in enumerate(zip(ends, rows))])
            c = self.out(dtype, ref, TOL[dtype])
            args = dict(a_ptr=a, b_ptr=b, c_ptr=c, ends_ptr=n.Tensor("i32", ends), num_groups=len(rows), N=cols, K=k, stride_am=k,
                        stride_ak=1, stride_bg=k * cols, stride_bk=cols, stride_bn=1, stride_cm=cols, stride_cn=1)
            yield self.case("grouped_gemm %s %dx%d" % (dtype, cols, k), "grouped_gemm", args,
                         dict(BLOCK_M=bm, BLOCK_N=bn, BLOCK_K=bk, NUM_PROGRAMS=3), (3,))

    def split_k_matmul(self, rng):
        n = self.n
        for ((m, cols, k), (bm, bn, bk)), dtype in itertools.product(self.shapes(((100, 130, 900), (64, 64, 32))),
                                                                   ("fp16", "bf16", "fp32")):
            a, b = self.tensor(rng, dtype, (m, k)), self.tensor(rng, dtype, (k, cols))
            c = n.Tensor("fp32", np.zeros((m, cols)), ref=a.values @ b.values, tol=1e-3)
            args = dict(a_ptr=a, b_ptr=b, c_ptr=c, M=m, N=cols, K=k, stride_am=k, stride_ak=1, stride_bk=cols, stride_bn=1,
                        stride_cm=cols, stride_cn=1)
            yield self.case("split_k_matmul %s %dx%dx%d" % (dtype, m, cols, k), "split_k_matmul", args,
                         dict(BLOCK_M=bm, BLOCK_N=bn, BLOCK_K=bk, SPLIT_K=3),
                         (n.cdiv(m, bm) * n.cdiv(cols, bn), 3))

    def int8_matmul(self, rng):
        n = self.n
        for ((m, cols, k), (bm, bn, bk)), scaled in itertools.product(self.shapes(((200, 130, 300), (128, 64, 64))), (False, True)):
            bk = max(bk, 32)
            a, b = self.tensor(rng, "i8", (m, k)), self.tensor(rng, "i8", (k, cols))
            rows_scale, cols_scale = self.n.Tensor("fp32", rng.random(m)), self.n.Tensor("fp32", rng.random(cols))
            ref = a.values @ b.values
            if scaled:
                ref = ref * rows_scale.values[:, None] * cols_scale.values
            c = self.out("fp32" if scaled else "i32", ref, 1e-6 if scaled else 0.0)
            args = dict(a_ptr=a, b_ptr=b, c_ptr=c, a_scale_ptr=rows_scale, b_scale_ptr=cols_scale, M=m, N=cols, K=k, stride_am=k,
                        stride_ak=1, stride_bk=cols, stride_bn=1, stride_cm=cols, stride_cn=1)
            yield self.case("int8_matmul %dx%dx%d scaled=%s" % (m, cols, k, scaled), "int8_matmul", args,
                         dict(BLOCK_M=bm, BLOCK_N=bn, BLOCK_K=bk, GROUP_M=4, SCALED=scaled),
                         (n.cdiv(m, bm) * n.cdiv(cols, bn),))

    def w4a16_matmul(self, rng):
        n = self.n
        for ((m, cols, _), (bm, bn, bk)), dtype in itertools.product(self.shapes(((70, 130, 0), (64, 64, 64))), ("fp16", "bf16")):
            k, group = 128, 64
            a, words = self.tensor(rng, dtype, (m, k), 0.1), self.tensor(rng, "i32", (k // 8, cols))
            scale = self.n.Tensor(dtype, rng.random((k // group, cols)) * 0.1)
            nibbles = np.stack([(words.array.view(np.uint32) >> (4 * i)) & 15 for i in range(8)], 1).reshape(k, cols)
            weight = n.decode(n.encode((nibbles.astype(float) - 8) * np.repeat(scale.values, group, 0), dtype), dtype)
            c = self.out(dtype, a.values @ weight, TOL[dtype])
            args = dict(a_ptr=a, qw_ptr=words, scale_ptr=scale, c_ptr=c, M=m, N=cols, K=k, stride_am=k, stride_ak=1, stride_qk=cols,
                        stride_qn=1, stride_sg=cols, stride_sn=1, stride_cm=cols, stride_cn=1)
            yield self.case("w4a16_matmul %s %dx%d" % (dtype, m, cols), "w4a16_matmul", args,
                         dict(BLOCK_M=bm, BLOCK_N=bn, BLOCK_K=bk, GROUP_SIZE=group), (n.cdiv(m, bm), n.cdiv(cols, bn)))

    def flash_attention(self, rng):
        n = self.n
        sizes = [] if n.SMALL else [(300, 300, 64, 64, 64), (256, 256, 128, 64, 128), (130, 515, 64, 128, 64)]
        for (seq_q, seq_k, dim, bm, bn), dtype, causal in itertools.product(sizes, ("fp16", "bf16"), (False, True)):
            batch, heads, share = 2, 4, 2
            q = self.tensor(rng, dtype, (batch, heads, seq_q, dim))
            k, v = (self.tensor(rng, dtype, (batch, heads // share, seq_k, dim)) for _ in range(2))
            scores = q.values @ np.repeat(k.values, share, 1).swapaxes(-1, -2) / np.sqrt(dim)
            if causal:
                scores = np.where(np.arange(seq_q)[:, None] >= np.arange(seq_k), scores, -np.inf)
            top = scores.max(-1, keepdims=True)
            weights = np.exp(scores - top)
            total = weights.sum(-1, keepdims=True)
            o = self.out(dtype, weights / total @ np.repeat(v.values, share, 1), TOL[dtype])
            lse = n.Tensor("fp32", shape=(batch * heads, seq_q), ref=(top + np.log(total)).reshape(batch * heads, seq_q), tol=1e-3)
            args = dict(q_ptr=q, k_ptr=k, v_ptr=v, o_ptr=o, lse_ptr=lse, sm_scale=("fp32", float(np.float32(1 / np.sqrt(dim)))))
            for name, tensor, row in (("q", q, "m"), ("k", k, "n"), ("v", v, "n"), ("o", o, "m")):
                _, h, s, d = tensor.array.shape
                for axis, stride in (("b", h * s * d), ("h", s * d), (row, d), ("d", 1)):
                    args["stride_" + name + axis] = stride
            args.update(num_heads=heads, seq_q=seq_q, seq_k=seq_k)
            yield self.case("flash_attention %s %dx%dx%d causal=%s" % (dtype, seq_q, seq_k, dim, causal), "flash_attention", args,
                         dict(BLOCK_M=bm, BLOCK_N=bn, HEAD_DIM=dim, Q_PER_KV=share, CAUSAL=causal),
                         (n.cdiv(seq_q, bm), batch * heads))

    def dot_forms(self, rng):
        n = self.n
        forms = [("fp16", "any", "tf32", "fp32", 1e-5), ("fp16", "f16", "tf32", "fp16", 4e-3),
                 ("bf16", "any", "tf32", "fp32", 1e-5), ("fp32", "any", "tf32", "fp32", 1e-3),
                 ("fp32", "any", "ieee", "fp32", 1e-6), ("fp32", "any", "tf32x3", "fp32", 2e-6),
                 ("fp32", "any", "bf16x3", "fp32", 1e-4), ("fp32", "any", "bf16x6", "fp32", 2e-6),
                 ("fp64", "any", "ieee", "fp64", 1e-14), ("i8", "i32", "ieee", "i32", 0.0), ("i8", "cast", "ieee", "fp32", 1e-5),
                 ("fp8e4nv", "any", "ieee", "fp32", 5e-4), ("fp8e5", "any", "ieee", "fp32", 5e-4)]
        # Less than an instruction multiplies, too: lanes then hold copies, and where K is too small there is no instruction.
        blocks = [(16, 16, 32), (64, 32, 64), (32, 128, 32), (4, 8, 16), (2, 16, 8), (16, 4, 4)] + ([] if n.SMALL else [(128, 64, 128), (128, 128, 32)])
        for (dtype, out, precision, result, tol), (m, cols, k) in itertools.product(forms, blocks):
            for transposed in (False, True):
                a = self.tensor(rng, dtype, (k, m) if transposed else (m, k))
                b = self.tensor(rng, dtype, (cols, k) if transposed else (k, cols))
                left, right = n.wmma_values(a, k), n.wmma_values(b, k)
                if transposed:
                    left, right = left.T, right.T
                args = dict(a_ptr=a, b_ptr=b, c_ptr=self.out(result, left @ right, tol))
                yield n.Case("dot %s %s %s %dx%dx%d%s" % (dtype, out, precision, m, cols, k, " transposed" * transposed), FORMS,
                             "dot_kernel", args, dict(M=m, N=cols, K=k, PRECISION=repr(precision), OUT=repr(out),
                                                      TRANSPOSED=transposed), (1,))
        for dtype, (batch, m, cols, k) in itertools.product(("fp16", "fp32"), [(2, 16, 16, 16), (8, 32, 16, 32)]):
            a, b = self.tensor(rng, dtype, (batch, m, k)), self.tensor(rng, dtype, (batch, k, cols))
            yield n.Case("dot of %d batches %s %dx%dx%d" % (batch, dtype, m, cols, k), FORMS, "batch_kernel",
                         dict(a_ptr=a, b_ptr=b, c_ptr=self.out("fp32", a.values @ b.values, 1e-3)),
                         dict(B=batch, M=m, N=cols, K=k), (1,))
        for dtype, side, (m, cols, k, d) in itertools.product(("fp16", "bf16", "fp32"), (0, 1), [(32, 32, 16, 16), (64, 32, 64, 32)]):
            a, b = self.tensor(rng, dtype, (m, k), 0.3), self.tensor(rng, dtype, (k, cols), 0.3)
            v = self.tensor(rng, dtype, (m if side else cols, d))
            p = n.decode(n.encode(2 * a.values @ b.values, dtype), dtype)
            ref = v.values.T @ p if side else p @ v.values
            yield n.Case("dot of a dot %s side %d %dx%dx%dx%d" % (dtype, side, m, cols, k, d), FORMS, "chain_kernel",
                         dict(a_ptr=a, b_ptr=b, v_ptr=v, c_ptr=self.out("fp32", ref, TOL[dtype] * 1.5)),
                         dict(M=m, N=cols, K=k, D=d, SIDE=side), (1,))

    def microscaled(self, rng, form, rows, k, group):
        """Codes of a [rows, K] operand, scales [rows, K / group], and the values that they mean."""
        n = self.n
        if form == "e2m1":
            codes = rng.integers(0, 16, (rows, k))
            values = np.array([0, .5, 1, 1.5, 2, 3, 4, 6])[codes & 7] * np.where(codes & 8, -1, 1)
        else:
            dtype = {"e4m3": "fp8e4nv", "e5m2": "fp8e5", "bf16": "bf16", "fp16": "fp16"}[form]
            codes = n.encode(rng.standard_normal((rows, k)), dtype)
            values = n.decode(codes, dtype)
        if group == 16:  # NVFP4
            scales = n.encode(np.abs(rng.standard_normal((rows, k // group))) * 4, "fp8e4nv")
            factors = n.decode(scales, "fp8e4nv")
        else:
            scales = rng.integers(120, 134, (rows, k // group))
            factors = 2.0**(scales - 127)
        if form != "fp16":
            values = values * np.repeat(factors, group, 1)
        return codes, scales, values

    def scaled_forms(self, rng):
        n = self.n
        for (left, right), k_pack, group in itertools.product([("e4m3", "e5m2"), ("e2m1", "e2m1"), ("e2m1", "e4m3"), ("e4m3", "bf16"),
                                                               ("e2m1", "fp16")], (True, False), (32, 16)):
            if (left, right) != ("e2m1", "e2m1") and (not k_pack or group == 16):
                continue
            m, cols, k = 64, 32, 64
            operands = [self.microscaled(rng, left, m, k, group), self.microscaled(rng, right, cols, k, group)]
            tensors = []
            for form, (codes, scales, _) in zip((left, right), operands):
                if form == "e2m1" and k_pack:
                    codes = codes[:, 0::2] | codes[:, 1::2] << 4
                elif form == "e2m1":
                    codes = codes[0::2] | codes[1::2] << 4
                tensors += [codes, scales]
            kinds = [{"e4m3": "fp8e4nv", "e5m2": "fp8e5", "e2m1": "u8"}.get(form, form) for form in (left, right)]
            scale_kind = "fp8e4nv" if group == 16 else "u8"
            args = {}
            for name, kind, values in zip(("a_ptr", "as_ptr", "b_ptr", "bs_ptr"), (kinds[0], scale_kind, kinds[1], scale_kind), tensors):
                values = values.T.copy() if name == "b_ptr" else values
                args[name] = n.Tensor(kind, np.zeros(values.shape))
                args[name].array = values.astype(args[name].array.dtype)
            ref = operands[0][2] @ operands[1][2].T
            args["c_ptr"] = self.out("fp32", ref, 1e-3 if right == "fp16" else 1e-4)
            yield n.Case("dot_scaled %s %s k_pack=%s group=%d" % (left, right, k_pack, group), FORMS, "scaled_kernel", args,
                         dict(M=m, N=cols, K=k, LEFT=repr(left), RIGHT=repr(right), PACK_A=2 if left == "e2m1" else 1,
                              PACK_B=2 if right == "e2m1" else 1, K_PACK=k_pack, GROUP=group), (1,))

    def large(self, rng):
        for kernel in (self.matmul, self.batched_gemm, self.grouped_gemm, self.split_k_matmul, self.int8_matmul,
                       self.w4a16_matmul, self.flash_attention):
            yield from kernel(rng)

    def groups(self):
        return {"dot_forms": self.dot_forms, "scaled_forms": self.scaled_forms, "large_products": self.large}

"""Products of one block each, in the forms that tl.dot takes."""
import triton
import triton.language as tl


@triton.jit
def dot_kernel(a_ptr, b_ptr, c_ptr, M: tl.constexpr, N: tl.constexpr, K: tl.constexpr, PRECISION: tl.constexpr,
               OUT: tl.constexpr, TRANSPOSED: tl.constexpr):
    m, n, k = tl.arange(0, M), tl.arange(0, N), tl.arange(0, K)
    if TRANSPOSED:  # A is stored [K, M], B [N, K]
        a = tl.trans(tl.load(a_ptr + k[:, None] * M + m[None, :]))
        b = tl.trans(tl.load(b_ptr + n[:, None] * K + k[None, :]))
    else:
        a = tl.load(a_ptr + m[:, None] * K + k[None, :])
        b = tl.load(b_ptr + k[:, None] * N + n[None, :])
    if OUT == "f16":
        c = tl.dot(a, b, input_precision=PRECISION, out_dtype=tl.float16)
    elif OUT == "any":
        c = tl.dot(a, b, input_precision=PRECISION)
    elif OUT == "cast":
        c = tl.dot(a.to(tl.float16), b.to(tl.float16))
    else:
        c = tl.dot(a, b, input_precision=PRECISION, out_dtype=tl.int32)
    tl.store(c_ptr + m[:, None] * N + n[None, :], c)


@triton.jit
def batch_kernel(a_ptr, b_ptr, c_ptr, B: tl.constexpr, M: tl.constexpr, N: tl.constexpr, K: tl.constexpr):
    i, m, n, k = tl.arange(0, B)[:, None, None], tl.arange(0, M), tl.arange(0, N), tl.arange(0, K)
    a = tl.load(a_ptr + i * M * K + m[None, :, None] * K + k[None, None, :])
    b = tl.load(b_ptr + i * K * N + k[None, :, None] * N + n[None, None, :])
    c = tl.dot(a, b)
    tl.store(c_ptr + i * M * N + m[None, :, None] * N + n[None, None, :], c)


@triton.jit
def chain_kernel(a_ptr, b_ptr, v_ptr, c_ptr, M: tl.constexpr, N: tl.constexpr, K: tl.constexpr, D: tl.constexpr,
                 SIDE: tl.constexpr):
    """(2 A B) V, or with SIDE = 1 the chain through the right operand: V^T (2 A B)."""
    m, n, k, d = tl.arange(0, M), tl.arange(0, N), tl.arange(0, K), tl.arange(0, D)
    a = tl.load(a_ptr + m[:, None] * K + k[None, :])
    b = tl.load(b_ptr + k[:, None] * N + n[None, :])
    p = (tl.dot(a, b) * 2).to(a.dtype)
    if SIDE == 0:
        v = tl.load(v_ptr + n[:, None] * D + d[None, :])
        tl.store(c_ptr + m[:, None] * D + d[None, :], tl.dot(p, v))
    else:
        v = tl.load(v_ptr + m[:, None] * D + d[None, :])
        tl.store(c_ptr + d[:, None] * N + n[None, :], tl.dot(tl.trans(v), p))


@triton.jit
def scaled_kernel(a_ptr, as_ptr, b_ptr, bs_ptr, c_ptr, M: tl.constexpr, N: tl.constexpr, K: tl.constexpr, LEFT: tl.constexpr,
                  RIGHT: tl.constexpr, PACK_A: tl.constexpr, PACK_B: tl.constexpr, K_PACK: tl.constexpr, GROUP: tl.constexpr):
    """A [M, K] and B [K, N] with a scale for each GROUP elements along K; e2m1 packs PACK elements of A (B) in a byte."""
    a_rows: tl.constexpr = M if K_PACK else M // PACK_A
    a_cols: tl.constexpr = K // PACK_A if K_PACK else K
    b_rows: tl.constexpr = K // PACK_B if K_PACK else K
    b_cols: tl.constexpr = N if K_PACK else N // PACK_B
    a = tl.load(a_ptr + tl.arange(0, a_rows)[:, None] * a_cols + tl.arange(0, a_cols)[None, :])
    b = tl.load(b_ptr + tl.arange(0, b_rows)[:, None] * b_cols + tl.arange(0, b_cols)[None, :])
    groups = tl.arange(0, K // GROUP)[None, :]
    sa = tl.load(as_ptr + tl.arange(0, M)[:, None] * (K // GROUP) + groups)
    sb = tl.load(bs_ptr + tl.arange(0, N)[:, None] * (K // GROUP) + groups)
    c = tl.dot_scaled(a, sa, LEFT, b, sb if RIGHT != "fp16" else None, RIGHT, lhs_k_pack=K_PACK, rhs_k_pack=K_PACK)
    tl.store(c_ptr + tl.arange(0, M)[:, None] * N + tl.arange(0, N)[None, :], c)

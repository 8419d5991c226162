#!/usr/bin/env python3
"""Runs the example kernels on odd sizes and compares with double-precision references.

    numerics.py --bin build/bin [--device cpu|cuda] [--only softmax,scan] [--num-warps 1,4,8] [--target sm_90a]
    numerics.py --bin build/bin --emulator PATH_OF_AMDEMU --target gfx942

Every output is poisoned before the run, inputs are random, row strides are larger than the rows, and buffers are checked for
writes past their ends (by tritonrun's guard zones, by inaccessible pages in the emulator). Exit code 1 if anything differs.
"""
import argparse
import itertools
import os
import re
import subprocess
import sys
import tempfile

import numpy as np

import matrix_cases
import numerics_loops
import numerics_products
import numerics_ptx

HERE = os.path.dirname(os.path.abspath(__file__))
KERNELS = os.path.join(os.path.dirname(HERE), "examples", "kernels")
BITS = {"fp32": 32, "fp16": 16, "bf16": 16, "fp64": 64, "i32": 32, "i64": 64, "u8": 8, "i8": 8, "fp8e4nv": 8, "fp8e5": 8}


# ---------------------------------------------------------------- data types
def to_bf16(x):
    """float32 -> bfloat16 bits, round to nearest even."""
    bits = np.ascontiguousarray(x, np.float32).view(np.uint32).astype(np.uint64)
    return ((bits + 0x7FFF + ((bits >> 16) & 1)) >> 16).astype(np.uint16)


def fp8_values(dtype):
    """All 256 values of an 8-bit float format (OCP): e4m3 without infinities, e5m2 the upper byte of a half."""
    codes = np.arange(256)
    if dtype == "fp8e5":
        return (codes.astype(np.uint16) << 8).view(np.float16).astype(np.float64)
    exponent, mantissa = codes >> 3 & 15, codes & 7
    size = np.where(exponent == 0, mantissa / 8 * 2.0**-6, (1 + mantissa / 8) * 2.0**(exponent - 7.0))
    return np.where(codes & 127 == 127, np.nan, np.where(codes < 128, size, -size))


def to_fp8(x, dtype):
    """The code of the nearest finite value (ties as they come: these are inputs)."""
    values = fp8_values(dtype)
    codes = [c for c in np.argsort(values) if np.isfinite(values[c])]
    x = np.asarray(x, np.float64)
    at = np.clip(np.searchsorted(values[codes], x), 1, len(codes) - 1)
    at -= np.abs(x - values[codes][at - 1]) < np.abs(x - values[codes][at])
    return np.array(codes, np.uint8)[at]


def encode(x, dtype):
    if dtype == "bf16":
        return to_bf16(x)
    if dtype.startswith("fp8"):
        return to_fp8(x, dtype)
    return np.asarray(x).astype({"fp32": np.float32, "fp16": np.float16, "fp64": np.float64, "i32": np.int32,
                                 "i64": np.int64, "u8": np.uint8, "i8": np.int8}[dtype])


def decode(x, dtype):
    """Stored values as doubles."""
    if dtype == "bf16":
        return (x.astype(np.uint32) << 16).view(np.float32).astype(np.float64)
    if dtype.startswith("fp8"):
        return fp8_values(dtype)[x]
    return x.astype(np.float64)


def wmma_values(tensor, k):
    """What a product over K = k multiplies for the values of a tensor; see check_emulated. WMMA's own K is 16."""
    if k >= 16 and tensor.dtype.startswith("fp8") and EMULATED and TARGET.startswith("gfx12"):
        return tensor.array.astype(np.float64) * 2.0**-24
    return tensor.values


# ---------------------------------------------------------------- cases
class Tensor:
    """A kernel argument in memory: `array` in its stored form; outputs carry a reference and a tolerance."""

    def __init__(self, dtype, values=None, shape=None, ref=None, tol=None, pick=None):
        self.dtype, self.ref, self.tol, self.pick = dtype, ref, tol, pick
        if values is None:
            poison = np.full(shape, np.nan if BITS[dtype] > 8 and dtype[0] in "fb" else -77)
            values = poison
        self.array = encode(values, dtype)

    @property
    def values(self):
        return decode(self.array, self.dtype)


class Case:
    def __init__(self, label, file, kernel, args, constexprs, grid, warps=None):
        self.label, self.file, self.kernel = label, file, kernel
        self.args, self.constexprs, self.grid, self.warps = args, constexprs, grid, warps

    def signature(self):
        parts = []
        for name, value in self.args.items():
            if isinstance(value, Tensor):
                parts.append("%s=*%s:16" % (name, value.dtype))
            else:
                kind, number = value
                aligned = kind in ("i32", "i64") and number % 16 == 0 and number > 0
                parts.append("%s=%s%s" % (name, kind, ":16" if aligned else ""))
        return ", ".join(parts + ["%s=%s" % item for item in self.constexprs.items()])


def pow2(n):
    return 1 << max(0, n - 1).bit_length()


def cdiv(a, b):
    return -(-a // b)


FLOAT_TOL = {"fp32": 2e-6, "fp16": 1e-3, "bf16": 6e-3}
SMALL = False
TARGET = "cpu"
EMULATED = False


def sizes(*values):
    return [v for v in values if not SMALL or v <= 1100]


def rows_of(rng, rows, cols, dtype, scale=1.0, shift=0.0, pad=3):
    return Tensor(dtype, rng.standard_normal((rows, cols + pad)) * scale + shift)


def elementwise(rng, name):
    for dtype, n in itertools.product(("fp32", "bf16", "fp16"), sizes(1, 17, 1023, 1024, 4096, 98437)):
        x, y = (Tensor(dtype, rng.standard_normal(n)) for _ in range(2))
        ref = x.values + y.values
        if name == "relu_add":
            ref = np.maximum(ref, 0)
        out = Tensor(dtype, shape=n, ref=ref, tol=FLOAT_TOL[dtype])
        block = 256 if SMALL else 1024
        yield Case("%s %s n=%d" % (name, dtype, n), name, name + "_kernel",
                   dict(x_ptr=x, y_ptr=y, out_ptr=out, n_elements=("i32", n)), dict(BLOCK=block), (cdiv(n, block),))


def softmax(rng):
    for dtype, cols in itertools.product(("fp32", "fp16", "bf16"), sizes(1, 17, 781, 1000, 1024, 4096, 12288)):
        rows = 3
        x = rows_of(rng, rows, cols, dtype, 3, pad=3 if cols % 16 else 16)
        x.array[0, cols // 2] = encode(np.array([100.0]), dtype)[0]  # without subtracting the maximum exp overflows
        v = x.values[:, :cols]
        e = np.exp(v - v.max(-1, keepdims=True))
        stride = x.array.shape[1]
        out = Tensor(dtype, shape=(rows, stride), ref=e / e.sum(-1, keepdims=True), tol=FLOAT_TOL[dtype],
                     pick=np.s_[:, :cols])
        args = dict(x_ptr=x, out_ptr=out, stride_xm=("i32", stride), stride_om=("i32", stride), n_cols=("i32", cols))
        yield Case("softmax %s %dx%d" % (dtype, rows, cols), "fused_softmax", "softmax_kernel", args,
                   dict(BLOCK_N=pow2(cols)), (rows,))
        if dtype == "fp32":
            out = Tensor(dtype, shape=(rows, stride), ref=out.ref, tol=FLOAT_TOL[dtype], pick=np.s_[:, :cols])
            args = dict(output_ptr=out, input_ptr=x, input_row_stride=("i32", stride),
                        output_row_stride=("i32", stride), n_rows=("i32", rows), n_cols=("i32", cols))
            yield Case("softmax (documentation style) %dx%d" % (rows, cols), "softmax_doc_style",
                       "softmax_rows_kernel", args, dict(BLOCK_SIZE=pow2(cols), num_stages=2), (2,))


def norm(rng, which):
    eps = 1e-5
    for dtype, cols in itertools.product(("fp32", "bf16", "fp16"), sizes(1, 17, 781, 1024, 4096, 8192)):
        rows = 3
        x = rows_of(rng, rows, cols, dtype, shift=0.5, pad=3 if cols % 16 else 16)
        w, b = (Tensor(dtype, rng.standard_normal(cols)) for _ in range(2))
        v = x.values[:, :cols]
        stride = x.array.shape[1]
        mean = v.mean(-1) if which == "layer_norm" else np.zeros(rows)
        rstd = 1 / np.sqrt(((v - mean[:, None])**2).mean(-1) + eps)
        ref = (v - mean[:, None]) * rstd[:, None] * w.values
        args = dict(x_ptr=x, w_ptr=w)
        if which == "layer_norm":
            ref = ref + b.values
            args["b_ptr"] = b
        args["y_ptr"] = Tensor(dtype, shape=(rows, stride), ref=ref, tol=max(FLOAT_TOL[dtype], 2e-6),
                               pick=np.s_[:, :cols])
        if which == "layer_norm":
            args["mean_ptr"] = Tensor("fp32", shape=rows, ref=mean, tol=1e-5)
        args["rstd_ptr"] = Tensor("fp32", shape=rows, ref=rstd, tol=1e-5)
        args.update(stride_xm=("i32", stride), stride_ym=("i32", stride), n_cols=("i32", cols), eps=("fp32", eps))
        yield Case("%s %s %dx%d" % (which, dtype, rows, cols), which, which + "_fwd_kernel", args,
                   dict(BLOCK_N=pow2(cols)), (rows,))


def cross_entropy(rng):
    for dtype, cols in itertools.product(("fp32", "bf16"), sizes(5, 1000, 1024, 50257)):
        rows = 7
        x = rows_of(rng, rows, cols, dtype)
        labels = rng.integers(0, cols, rows)
        labels[::3] = -100
        v = x.values[:, :cols]
        top = v.max(-1)
        lse = top + np.log(np.exp(v - top[:, None]).sum(-1))
        loss = np.where(labels != -100, lse - v[np.arange(rows), np.maximum(labels, 0)], 0.0)
        args = dict(logits_ptr=x, labels_ptr=Tensor("i64", labels), loss_ptr=Tensor("fp32", shape=rows, ref=loss, tol=1e-5),
                    lse_ptr=Tensor("fp32", shape=rows, ref=lse, tol=1e-5), stride_row=("i32", x.array.shape[1]),
                    n_cols=("i32", cols), ignore_index=("i32", -100))
        yield Case("cross_entropy %s %dx%d" % (dtype, rows, cols), "cross_entropy", "cross_entropy_fwd_kernel", args,
                   dict(BLOCK_N=512 if SMALL else 4096), (rows,))


def masked_mean(rng):
    for dtype, cols in itertools.product(("fp32", "bf16"), sizes(1, 781, 1024, 5001)):
        rows = 5
        x = rows_of(rng, rows, cols, dtype, shift=0.3)
        keep = (rng.random((rows, cols + 5)) < 0.6).astype(np.uint8)
        keep[0] = 0  # a row with nothing to count gives 0
        v = x.values[:, :cols]
        k = keep[:, :cols] != 0
        nan = encode(np.array([np.nan]), dtype)[0]
        x.array[:, :cols][~k] = nan  # must not leak into the mean
        ref = np.where(k, v, 0).sum(-1) / np.maximum(k.sum(-1), 1)
        args = dict(x_ptr=x, keep_ptr=Tensor("u8", keep), out_ptr=Tensor("fp32", shape=rows, ref=ref, tol=1e-5),
                    stride_xm=("i32", x.array.shape[1]), stride_km=("i32", keep.shape[1]), n_cols=("i32", cols))
        yield Case("masked_mean %s %dx%d" % (dtype, rows, cols), "masked_mean", "masked_mean_kernel", args,
                   dict(BLOCK_N=min(pow2(cols), 512 if SMALL else 2048)), (rows,))


def scan(rng):
    rows = 3
    for kernel, cols in itertools.product(("cumsum_kernel", "assoc_cumsum_kernel", "blocked_cumsum_kernel"),
                                          sizes(1, 33, 781, 1024, 4096)):
        x = rows_of(rng, rows, cols, "fp32")
        stride = x.array.shape[1]
        out = Tensor("fp32", shape=(rows, stride), ref=x.values[:, :cols].cumsum(-1), tol=1e-5, pick=np.s_[:, :cols])
        block = min(pow2(cols), 256) if kernel == "blocked_cumsum_kernel" else pow2(cols)
        args = dict(x_ptr=x, out_ptr=out, stride_xm=("i32", stride), stride_om=("i32", stride), n_cols=("i32", cols))
        yield Case("scan %s %dx%d" % (kernel, rows, cols), "scan", kernel, args, dict(BLOCK_N=block), (rows,))
    for cols in sizes(1, 33, 781, 1024, 4096):
        a, b = Tensor("fp32", rng.random((rows, cols)) * 0.5 + 0.5), Tensor("fp32", rng.standard_normal((rows, cols)))
        ref, state = np.empty((rows, cols)), np.zeros(rows)
        for t in range(cols):
            state = a.values[:, t] * state + b.values[:, t]
            ref[:, t] = state
        args = dict(a_ptr=a, b_ptr=b, h_ptr=Tensor("fp32", shape=(rows, cols), ref=ref, tol=1e-5),
                    stride_am=("i32", cols), stride_bm=("i32", cols), stride_hm=("i32", cols), n_cols=("i32", cols))
        yield Case("scan linear_recurrence %dx%d" % (rows, cols), "scan", "linear_recurrence_kernel", args,
                   dict(BLOCK_N=pow2(cols)), (rows,))


def philox_uniform(seed, offsets):
    """Philox 4x32-10 (Salmon et al., SC'11), first word, as a float in [0, 1)."""
    c = [offsets.astype(np.uint64) & 0xFFFFFFFF] + [np.zeros(len(offsets), np.uint64) for _ in range(3)]
    k0, k1 = seed & 0xFFFFFFFF, (seed >> 32) & 0xFFFFFFFF
    for _ in range(10):
        p0, p1 = c[0] * np.uint64(0xD2511F53), c[2] * np.uint64(0xCD9E8D57)
        c = [(p1 >> np.uint64(32)) ^ c[1] ^ np.uint64(k0), p1 & np.uint64(0xFFFFFFFF),
             (p0 >> np.uint64(32)) ^ c[3] ^ np.uint64(k1), p0 & np.uint64(0xFFFFFFFF)]
        k0, k1 = (k0 + 0x9E3779B9) & 0xFFFFFFFF, (k1 + 0xBB67AE85) & 0xFFFFFFFF
    x = c[0].astype(np.uint32).view(np.int32)
    x = np.where(x < 0, -x - 1, x)
    return x.astype(np.float32) * np.float32(4.6566127342e-10)


def dropout(rng):
    p, seed = 0.25, 20240607
    for dtype, n in itertools.product(("fp32", "bf16"), sizes(1, 1000, 4096, 98437)):
        x = Tensor(dtype, rng.standard_normal(n))
        keep = philox_uniform(seed, np.arange(n)) >= np.float32(p)
        out = Tensor(dtype, shape=n, ref=np.where(keep, x.values / (1 - p), 0.0), tol=FLOAT_TOL[dtype])
        yield Case("dropout %s n=%d" % (dtype, n), "dropout", "dropout_kernel",
                   dict(x_ptr=x, out_ptr=out, n_elements=("i32", n), p=("fp32", p), seed=("i32", seed)),
                   dict(BLOCK=256 if SMALL else 1024), (cdiv(n, 256 if SMALL else 1024),))


def histogram(rng):
    for which, n in itertools.product(("atomic", "block"), sizes(1, 1000, 4096, 98437)):
        bins = 16 if SMALL else 256
        x = Tensor("i32", rng.integers(0, bins, n))
        hist = Tensor("i32", np.zeros(bins), ref=np.bincount(x.array, minlength=bins), tol=0.0)
        block = 256 if SMALL else 1024
        constexprs = dict(BLOCK=block)
        if which == "block":
            constexprs["NUM_BINS"] = bins
        yield Case("histogram %s n=%d" % (which, n), "histogram", "histogram_%s_kernel" % which,
                   dict(x_ptr=x, hist_ptr=hist, n_elements=("i32", n)), constexprs, (cdiv(n, block),))


GROUPS = {
    "vector_add": lambda rng: elementwise(rng, "vector_add"),
    "relu_add": lambda rng: elementwise(rng, "relu_add"),
    "masked_mean": masked_mean,
    "softmax": softmax,
    "layer_norm": lambda rng: norm(rng, "layer_norm"),
    "rms_norm": lambda rng: norm(rng, "rms_norm"),
    "cross_entropy": cross_entropy,
    "scan": scan,
    "dropout": dropout,
    "histogram": histogram,
}
GROUPS.update(matrix_cases.Products(sys.modules[__name__]).groups())
GROUPS.update(numerics_products.Products(sys.modules[__name__]).groups())
GROUPS.update(numerics_loops.Loops(sys.modules[__name__]).groups())
GROUPS.update(numerics_ptx.InlinePtx(sys.modules[__name__]).groups())


# ---------------------------------------------------------------- running
class Failure(Exception):
    pass


class NotEmulated(Exception):
    pass


def command(argv):
    run = subprocess.run(argv, capture_output=True, text=True)
    if run.returncode != 0:
        raise Failure("exit code %d: %s\n%s%s" % (run.returncode, " ".join(argv), run.stdout[-2000:], run.stderr[-2000:]))
    return run.stdout


def compile_case(case, opts, warps, folder, suffix):
    image = os.path.join(folder, "k" + suffix)
    command([os.path.join(opts.bin, "tritonc"), os.path.join(KERNELS, case.file + ".py"), "-o", image,
             "--target=" + opts.target, "--kernel=" + case.kernel, "--signature=" + case.signature(),
             "--num-warps=%d" % warps, "--no-autotune"] + opts.flag)
    return image


def run_with_tritonrun(case, opts, warps, folder):
    image = compile_case(case, opts, warps, folder, ".tkb")
    argv = [os.path.join(opts.bin, "tritonrun"), image, "--device=" + opts.device,
            "--grid=" + ",".join(str(g) for g in case.grid)]
    for name, value in case.args.items():
        if isinstance(value, Tensor):
            path = os.path.join(folder, name + ".npy")
            np.save(path, value.array)
            argv += ["--arg", "%s=%s[%s]:@%s" % (name, value.dtype, ",".join(map(str, value.array.shape)), path)]
            if value.ref is not None:
                argv += ["--save", "%s=%s" % (name, os.path.join(folder, name + ".out.npy"))]
        else:
            argv += ["--arg", "%s=%r" % (name, value[1])]
    command(argv)
    return {name: np.load(os.path.join(folder, name + ".out.npy")) for name, value in case.args.items()
            if isinstance(value, Tensor) and value.ref is not None}


# VOP1, VOP2 and VOPC with a 16-bit result or 16-bit operands in v128 and up; see check_emulated.
V128_AND_UP = r"v(?:12[89]|1[3-9]\d|2\d\d)\b"
SHORT_16_BIT = r"\w+_[fiub]16\w*_(?:e32|dpp)"
TAKEN_FOR_HALVES = re.compile(rf"^\s*v_(?:(?!cvt_f32_){SHORT_16_BIT} {V128_AND_UP}"
                              rf"|(?!cvt_f16_f32_|dot){SHORT_16_BIT} .*, {V128_AND_UP}).*", re.M)


def check_emulated(case, opts, warps, folder):
    """tinygrad's WMMA (commit a9069c17, test/mockgpu/amd/emu.py) reads an inline constant as the sum to be added, which is 0,
    from the vector register with the number of its encoding: v128 and the seven after it. It has the conversions of 8-bit
    floats on gfx950 only. WMMA's 8-bit floats it takes for the low bits of fp16 (`gval`), so references of such products
    are made of the same numbers: that an element meets its partners is then still seen, what it is worth is not.
    On gfx11 and up, VOP1, VOP2 and VOPC of 16 bits write v128 + n for the upper half of v[n]. The emulator reads those of gfx9
    so, too (`_compile_vop12`, `_compile_vopc`): `v_cvt_f16_f32_e32 v131, v2` writes to v3. It is right about them as VOP3."""
    with open(compile_case(case, opts, warps, folder, ".s")) as f:
        text = f.read()
    if opts.target != "gfx950" and re.search(r"^\s*v_cvt_\w*(fp8|bf8)", text, re.M):
        raise NotEmulated("converts 8-bit floats")
    if opts.target.startswith("gfx9"):
        if found := TAKEN_FOR_HALVES.search(text):
            raise NotEmulated("a high register is taken for an upper half in " + " ".join(found[0].split()))
        if found := re.search(r"^\s*(v_mfma_f64|ds_read_b64_tr_b8)", text, re.M):
            raise NotEmulated("amdemu refuses " + found[1])
        return
    registers = max(map(int, re.findall(r"\.vgpr_count:\s*(\d+)", text)), default=0)
    if registers > 128 and re.search(r"^\s*v_wmma_.*, 0\s*$", text, re.M):
        raise NotEmulated("adds to an inline zero, and uses v128")


def run_in_emulator(case, opts, warps, folder):
    import amdemu
    check_emulated(case, opts, warps, folder)
    image = compile_case(case, opts, warps, folder, ".hsaco")
    code = amdemu.CodeObject(image)
    args, outputs = [], {}
    for name, value in case.args.items():
        if isinstance(value, Tensor):
            buffer = bytearray(value.array.tobytes())
            args.append(buffer)
            outputs[name] = buffer
        elif value[0].startswith("fp"):
            args.append(float(value[1]))
        else:
            args.append(int(value[1]))
    lanes = 64 if opts.target.startswith("gfx9") else 32
    result = code.launch(case.kernel, grid=list(case.grid) + [1] * (3 - len(case.grid)), block=warps * lanes, args=args, race=True)
    if result.races:
        raise Failure("%d LDS races: %s" % (len(result.races), result.races[:2]))
    return {name: np.frombuffer(outputs[name], value.array.dtype).reshape(value.array.shape)
            for name, value in case.args.items() if isinstance(value, Tensor) and value.ref is not None}


def check(case, outputs):
    if hasattr(case, "judge"):
        case.judge(outputs)
        return 0.0
    worst = 0.0
    for name, stored in outputs.items():
        tensor = case.args[name]
        if stored.dtype != tensor.array.dtype:
            stored = stored.view(tensor.array.dtype)
        values = decode(stored, tensor.dtype)
        if tensor.pick is not None:
            untouched = np.ones(values.shape, bool)
            untouched[tensor.pick] = False
            if not np.isnan(values[untouched]).all():
                raise Failure("%s: written outside its columns" % name)
            values = values[tensor.pick]
        if not np.isfinite(values).all():
            raise Failure("%s: %d values are not finite (never written?)" % (name, (~np.isfinite(values)).sum()))
        error = np.linalg.norm(values - tensor.ref) / max(np.linalg.norm(tensor.ref), 1e-300)
        if not np.any(tensor.ref):
            error = np.abs(values).max()
        worst = max(worst, error)
        if not error <= tensor.tol:
            raise Failure("%s: relative error %.3g over %.3g" % (name, error, tensor.tol))
    return worst


def main():
    global SMALL, TARGET, EMULATED
    ap = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    ap.add_argument("--bin", required=True, help="folder of tritonc and tritonrun")
    ap.add_argument("--device", default="cpu", help="tritonrun's --device")
    ap.add_argument("--target", default="", help="tritonc's --target; default: cpu, or sm_90a with --device=cuda")
    ap.add_argument("--emulator", default="", help="folder that holds the package amdemu")
    ap.add_argument("--only", default="", help="groups: " + ",".join(GROUPS))
    ap.add_argument("--num-warps", default="4")
    ap.add_argument("--flag", action="append", default=[], help="a further option of tritonc; may be repeated")
    ap.add_argument("--small", action="store_true", help="only small sizes")
    ap.add_argument("--seed", type=int, default=None)
    ap.add_argument("--limit", type=int, default=0, help="at most this many cases of a group")
    ap.add_argument("--shard", default="0/1", help="I/N: every Nth case from case I on; give all shards one --seed")
    ap.add_argument("-v", action="store_true")
    opts = ap.parse_args()
    EMULATED = bool(opts.emulator)
    SMALL = opts.small or EMULATED
    opts.target = opts.target or ("cpu" if opts.device == "cpu" else "sm_90a")
    TARGET = opts.target
    if opts.emulator:
        sys.path.insert(0, opts.emulator)
    seed = opts.seed if opts.seed is not None else int.from_bytes(os.urandom(4), "little")
    passed = failed = 0
    for group in opts.only.split(",") if opts.only else GROUPS:
        rng = np.random.default_rng(seed)
        cases = GROUPS[group](rng)
        first, step = map(int, opts.shard.split("/"))
        cases = itertools.islice(cases, first, None, step)
        if opts.limit:
            cases = itertools.islice(cases, opts.limit)
        worst = 0.0
        count = 0
        for case in cases:
            for warps in map(int, opts.num_warps.split(",")):
                with tempfile.TemporaryDirectory() as folder:
                    try:
                        run = run_in_emulator if opts.emulator else run_with_tritonrun
                        error = check(case, run(case, opts, warps, folder))
                        worst = max(worst, error)
                        count += 1
                        if opts.v:
                            print("ok   %s num_warps=%d: %.3g" % (case.label, warps, error), flush=True)
                    except NotEmulated as e:
                        print("     %s num_warps=%d: not run: %s" % (case.label, warps, e), flush=True)
                    except Exception as e:  # one broken case must not hide the others
                        failed += 1
                        print("FAIL %s num_warps=%d: %s" % (case.label, warps, e), flush=True)
        passed += count
        print("%-14s %3d cases right, worst relative error %.3g" % (group, count, worst), flush=True)
    print("%s: %d passed, %d failed (seed %d)" % (opts.target, passed, failed, seed))
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())

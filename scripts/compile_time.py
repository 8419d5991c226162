#!/usr/bin/env python3
"""Whole-process compile time to PTX, and of a bundle of all variants of a product, median of N runs, with peak memory.

    scripts/compile_time.py [--bin build/bin] [-n 20] [--triton PYTHON]

With --triton, a Python that has Triton compiles the same kernels (import and first compile, cold cache) for comparison.
"""
import argparse
import os
import resource
import statistics
import subprocess
import sys
import tempfile
import time

TOP = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))
ROW = "i32:16, i32:16, i32:16"
PRODUCT = ("*fp16:16, *fp16:16, *fp16:16, i32:16, i32:16, i32:16, stride_am=i32:16, stride_ak=1, stride_bk=i32:16, stride_bn=1, "
           "stride_cm=i32:16, stride_cn=1, ACTIVATION=''")
STRIDES = ", ".join("stride_%s%s=%s" % (a, b, 1 if b == "d" else "i32:16") for a, b in
                    [(a, b) for a in "qkvo" for b in ("b", "h", "n" if a in "kv" else "m", "d")])
ATTENTION = ("*fp16:16, *fp16:16, *fp16:16, *fp16:16, *fp32:16, fp32, %s, num_heads=i32:16, seq_q=i32:16, seq_k=i32:16, "
             "BLOCK_M=128, BLOCK_N=128, HEAD_DIM=128, Q_PER_KV=1, CAUSAL=True" % STRIDES)
# label, file, kernel, signature, further options, goal in milliseconds
CASES = [
    ("--version", None, None, None, [], 10),
    ("vector_add", "vector_add", "vector_add_kernel", "*fp32:16, *fp32:16, *fp32:16, i32:16, BLOCK=1024", ["--num-warps=4"], 20),
    ("softmax", "fused_softmax", "softmax_kernel", "*fp32:16, *fp32:16, %s, BLOCK_N=4096" % ROW, ["--num-warps=8"], 40),
    ("layer_norm", "layer_norm", "layer_norm_fwd_kernel",
     "*bf16:16, *bf16:16, *bf16:16, *bf16:16, *fp32:16, *fp32:16, %s, fp32, BLOCK_N=4096" % ROW, ["--num-warps=8"], 60),
    ("matmul", "matmul", "matmul_kernel", PRODUCT + ", BLOCK_M=128, BLOCK_N=128, BLOCK_K=64, GROUP_M=8",
     ["--num-warps=8", "--num-stages=4", "--no-autotune"], 150),
    ("attention", "flash_attention", "flash_attn_fwd_kernel", ATTENTION,
     ["--num-warps=8", "--num-stages=2", "--no-autotune"], 200),
    ("14 variants", "matmul", "matmul_kernel", PRODUCT, ["--no-cubin"], 3000),
]

TRITON = r"""
import sys, time, importlib.util, tempfile, os
start = time.perf_counter()
os.environ["TRITON_CACHE_DIR"] = tempfile.mkdtemp()
import triton
from triton.backends.compiler import GPUTarget
path, kernel, signature, warps = sys.argv[1:5]
spec = importlib.util.spec_from_file_location("m", path)
module = importlib.util.module_from_spec(spec)
spec.loader.exec_module(module)
fn = getattr(module, kernel)
types, constexprs, attrs = {}, {}, {}
for i, (name, part) in enumerate(zip(fn.arg_names, signature.split(", "))):
    if "=" in part:
        types[name] = "constexpr"
        constexprs[(i,)] = int(part.split("=")[1])
        continue
    kind, _, div = part.partition(":")
    types[name] = kind
    if div == "16":
        attrs[(i,)] = [["tt.divisibility", 16]]
triton.compile(triton.compiler.ASTSource(fn, types, constexprs, attrs), target=GPUTarget("cuda", 90, 32),
               options={"num_warps": int(warps)})
"""


def run(argv):
    start = time.perf_counter()
    process = subprocess.Popen(argv, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE)
    _, status, usage = os.wait4(process.pid, 0)
    elapsed = (time.perf_counter() - start) * 1e3
    if status:
        sys.exit("%s failed:\n%s" % (" ".join(argv), process.stderr.read().decode()))
    return elapsed, usage.ru_maxrss / 1024


def main():
    ap = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    ap.add_argument("--bin", default=os.path.join(TOP, "build", "bin"))
    ap.add_argument("-n", type=int, default=20)
    ap.add_argument("--triton", default="", help="a Python with Triton")
    opts = ap.parse_args()
    tritonc = os.path.join(opts.bin, "tritonc")
    print("%-12s %10s %8s %8s %9s %6s" % ("", "median ms", "min", "max", "peak MiB", "goal"))
    late = False
    with tempfile.TemporaryDirectory() as folder:
        for label, file, kernel, signature, options, goal in CASES:
            path = file and os.path.join(TOP, "examples", "kernels", file + ".py")
            argv = [tritonc, "--version"] if not file else [
                tritonc, path, "-o", os.path.join(folder, "k.tkb" if "--no-cubin" in options else "k.ptx"),
                "--target=sm_90a", "--kernel=" + kernel, "--signature=" + signature] + options
            run(argv)
            times, peaks = zip(*(run(argv) for _ in range(opts.n)))
            median = statistics.median(times)
            late |= median > goal
            print("%-12s %10.1f %8.1f %8.1f %9.0f %6d" % (label, median, min(times), max(times), max(peaks), goal))
            if opts.triton and options and options[0].startswith("--num-warps") and len(options) == 1:
                warps = options[0].split("=")[1]
                times = [run([opts.triton, "-c", TRITON, path, kernel, signature, warps])[0] for _ in range(3)]
                print("%-12s %10.1f   (Triton: process, import, compile to cubin; cold cache; 3 runs)" % ("", statistics.median(times)))
    return 1 if late else 0


if __name__ == "__main__":
    sys.exit(main())

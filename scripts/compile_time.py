#!/usr/bin/env python3
"""Whole-process compile time to PTX, and of a bundle of all variants of a product, median of N runs, with peak memory.

    scripts/compile_time.py [--bin build/bin] [-n 20] [--triton PYTHON]
    scripts/compile_time.py [--list LIST.json] [--targets sm_90a,gfx942,cpu] [-j 2] [--slowest 5] FOLDER

With --triton, a Python that has Triton compiles the same kernels (import and first compile, cold cache) for comparison.

With a folder, every kernel of a list is compiled once for each target, and a table gives the median, the 95th percentile and the
maximum of the processor time of its process (user and system, of its children too: other work on the machine hardly
counts) and of its wall time. FOLDER/ID.py holds a kernel with all it needs. The list is a JSON array of objects:

    id           name of the file without .py
    kernel       name of the @triton.jit function; default: the only one that no other calls
    signature    object, parameter -> type as --signature takes it ("*fp32:16", "i32", "1")
    constexprs   object, parameter -> number, string, boolean or null; {"dtype": "float16"} is a dtype, {"float": "inf"} a
                 float whatever its spelling, {"tuple": [...]} a tuple; default: none
    num_warps    default 4
    num_stages   default 3
"""
import argparse
import concurrent.futures
import json
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


def spell(value):
    """A constexpr as --signature takes it."""
    if isinstance(value, dict):
        if "dtype" in value:
            return "tl." + value["dtype"]
        if "float" in value:
            return "float(%r)" % value["float"]
        return "(%s)" % "".join(spell(part) + ", " for part in value["tuple"])
    return json.dumps(value) if isinstance(value, str) else repr(value)


def compile_listed(tritonc, folder, item, target):
    """Milliseconds of processor time and of wall time; None where the kernel does not compile."""
    parts = ["%s=%s" % p for p in item["signature"].items()]
    parts += ["%s=%s" % (name, spell(value)) for name, value in item.get("constexprs", {}).items()]
    emit = "so" if target == "cpu" else "amdgcn" if target.startswith("gfx") else "ptx"
    argv = [tritonc, os.path.join(folder, item["id"] + ".py"), "--emit=" + emit, "--target=" + target,
            "--signature=" + ", ".join(parts), "--num-warps=%d" % item.get("num_warps", 4),
            "--num-stages=%d" % item.get("num_stages", 3), "--no-autotune", "--no-cache"]
    if "kernel" in item:
        argv.append("--kernel=" + item["kernel"])
    with tempfile.TemporaryDirectory() as output:
        start = time.perf_counter()
        process = subprocess.Popen(argv + ["-o", os.path.join(output, "out")], stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL,
                                   stderr=subprocess.DEVNULL)
        _, status, usage = os.wait4(process.pid, 0)
        wall = 1e3 * (time.perf_counter() - start)
    return None if status else (1e3 * (usage.ru_utime + usage.ru_stime), wall)


def time_list(opts, tritonc):
    with open(opts.list) as file:
        items = json.load(file)
    late = False
    print("%-9s %9s   %27s   %27s" % ("", "compiled", "processor ms: median p95 max", "wall ms: median  p95   max"))
    for target in opts.targets.split(","):
        with concurrent.futures.ThreadPoolExecutor(opts.jobs) as pool:
            results = list(pool.map(lambda item: compile_listed(tritonc, opts.folder, item, target), items))
        done = [(r, item["id"]) for r, item in zip(results, items) if r]
        late |= len(done) < len(items)
        columns = []
        for which in (0, 1):
            ms = sorted(r[which] for r, _ in done) or [0]
            columns += [statistics.median(ms), ms[int(0.95 * (len(ms) - 1))], ms[-1]]
        print("%-9s %4d/%-4d   %14.0f %6.0f %6.0f   %14.0f %6.0f %6.0f" % (target, len(done), len(items), *columns), flush=True)
        for (processor, wall), name in sorted(done, reverse=True)[:opts.slowest]:
            print("          %8.0f %8.0f  %s" % (processor, wall, name))
        for result, item in zip(results, items):
            if not result:
                print("          not compiled: %s" % item["id"])
    return 1 if late else 0


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
    ap.add_argument("folder", nargs="?", help="prepared modules instead of the example kernels")
    ap.add_argument("--list", help="JSON list of the kernels in the folder; default: FOLDER/kernels.json")
    ap.add_argument("--targets", default="sm_90a,gfx942,cpu")
    ap.add_argument("--jobs", "-j", type=int, default=os.cpu_count())
    ap.add_argument("--slowest", type=int, default=0, metavar="N", help="also name the N slowest kernels of each target")
    opts = ap.parse_args()
    tritonc = os.path.join(opts.bin, "tritonc")
    if opts.folder:
        opts.list = opts.list or os.path.join(opts.folder, "kernels.json")
        return time_list(opts, tritonc)
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

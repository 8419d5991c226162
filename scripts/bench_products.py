#!/usr/bin/env python3
"""Matrix products and attention against Triton on one NVIDIA GPU: the best configuration of each side.

    scripts/bench_products.py --bin build/bin [--only attention] [--quick] [--out FILE.json]

Both sides compile every configuration of the kernel's autotune list and are timed through the same launcher (bench_gpu.Binary);
then each side's fastest configurations are measured again, alternating. Results are checked against Triton's first.
ratio = Triton's time / our time: above 1 we are faster. The last line has the geometric mean.
"""
import argparse
import ctypes
import concurrent.futures
import json
import math
import os
import statistics
import subprocess
import sys
import tempfile
import time
import tomllib

import torch
import triton
import triton.testing

sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))
import bench_gpu  # noqa: E402

SPELL = dict(bench_gpu.SPELL)
SPELL.update({torch.int8: "i8", torch.float8_e4m3fn: "fp8e4nv"})
DTYPES = {"bf16": torch.bfloat16, "fp16": torch.float16, "fp8": torch.float8_e4m3fn, "tf32": torch.float32}
META = ("num_warps", "num_stages")


class Row:
    """One line of the table: arguments, the configurations, and how to launch."""

    def __init__(self, label, file, kernel, args, out, grid, flops, configs, extra, tolerance=1e-2):
        self.label, self.file, self.kernel, self.args, self.out = label, file, kernel, args, out
        self.grid, self.flops, self.configs, self.extra, self.tolerance = grid, flops, configs, extra, tolerance

    def signature(self, config):
        parts = []
        for arg in self.args:
            if isinstance(arg, torch.Tensor):
                parts.append("*%s:16" % SPELL[arg.dtype])
            elif isinstance(arg, float):
                parts.append("fp32")
            else:
                parts.append("1" if arg == 1 else "i32:16" if arg % 16 == 0 else "i32")
        for name, value in {**self.extra, **config}.items():
            if name not in META:
                parts.append("%s=%s" % (name, '"%s"' % value if isinstance(value, str) else value))
        return ", ".join(parts)

    def runtime(self):
        return [a for a in self.args if isinstance(a, (torch.Tensor, float)) or a != 1]


def autotuned(file, kernel):
    return bench_gpu.theirs(file, kernel)


def configs_of(kernel):
    return [{k: v for k, v in c.all_kwargs().items() if k != "num_ctas"} for c in kernel.configs]


def rows(opts):
    randn = bench_gpu.randn
    cdiv = triton.cdiv
    matmul = autotuned("matmul", "matmul_kernel")
    configs = configs_of(matmul)
    shapes = [(n, n, n, "bf16", 0) for n in ((1024, 4096, 8192) if opts.quick else (512, 1024, 2048, 4096, 8192))]
    shapes += [(8192, 8192, 8192, "fp16", 0), (8192, 8192, 8192, "fp8", 1), (4096, 4096, 4096, "tf32", 1),
               (16, 4096, 4096, "bf16", 0), (16, 14336, 4096, "bf16", 0), (4096, 14336, 4096, "bf16", 0)]
    if not opts.quick:
        shapes += [(4096, 4096, 4096, "fp8", 1), (4096, 4096, 4096, "tf32", 0), (16, 6144, 4096, "bf16", 0),
                   (16, 4096, 14336, "bf16", 0)]
    for m, n, k, kind, nt in shapes:
        a = randn(m, k, dtype=DTYPES[kind])
        b = randn(n, k, dtype=DTYPES[kind]).t() if nt else randn(k, n, dtype=DTYPES[kind])
        c = torch.empty(m, n, device="cuda", dtype=torch.bfloat16 if kind == "fp8" else DTYPES[kind])
        args = (a, b, c, m, n, k, *a.stride(), *b.stride(), *c.stride())
        yield Row("matmul %dx%dx%d %s %s" % (m, n, k, kind, "nt" if nt else "nn"), "matmul", "matmul_kernel", args, 2,
                  lambda cfg, m=m, n=n: (cdiv(m, cfg["BLOCK_M"]) * cdiv(n, cfg["BLOCK_N"]),), 2 * m * n * k, configs,
                  dict(ACTIVATION=""), 3e-2 if kind == "fp8" else 1e-2)
    persistent = autotuned("matmul_desc", "matmul_desc_persistent_kernel")
    programs = torch.cuda.get_device_properties(0).multi_processor_count
    shapes = [(4096, 4096, 4096, "bf16", 0), (8192, 8192, 8192, "bf16", 0), (8192, 8192, 8192, "fp8", 1)]
    if not opts.quick:
        shapes += [(1024, 1024, 1024, "bf16", 0), (2048, 2048, 2048, "bf16", 0), (4096, 4096, 4096, "fp8", 1),
                   (4096, 14336, 4096, "bf16", 0)]
    for m, n, k, kind, nt in shapes:
        a = randn(m, k, dtype=DTYPES[kind])
        b = randn(n, k, dtype=DTYPES[kind]) if nt else randn(k, n, dtype=DTYPES[kind])
        c = torch.empty(m, n, device="cuda", dtype=torch.bfloat16 if kind == "fp8" else DTYPES[kind])
        yield Row("desc %dx%dx%d %s %s" % (m, n, k, kind, "nt" if nt else "nn"), "matmul_desc",
                  "matmul_desc_persistent_kernel", (a, b, c, m, n, k, k, b.stride(0), n), 2,
                  lambda cfg, m=m, n=n: (min(programs, cdiv(m, cfg["BLOCK_M"]) * cdiv(n, cfg["BLOCK_N"])),),
                  2 * m * n * k, configs_of(persistent), dict(B_IS_NK=bool(nt), NUM_SMS=programs),
                  3e-2 if kind == "fp8" else 1e-2)
    attention = autotuned("flash_attention", "flash_attn_fwd_kernel")
    configs = configs_of(attention)
    batch, heads = 4, 32
    for s in (1024, 4096) if opts.quick else (1024, 4096, 16384):
        for d in (64, 128):
            for causal in (False, True):
                q, k, v = (randn(batch, heads, s, d, dtype=torch.bfloat16) for _ in range(3))
                o, lse = torch.empty_like(q), torch.empty(batch, heads, s, device="cuda")
                strides = [x for t in (q, k, v, o) for x in t.stride()]
                args = (q, k, v, o, lse, 1.0 / math.sqrt(d), *strides, heads, s, s)
                yield Row("attention S=%d D=%d %s" % (s, d, "causal" if causal else "full"), "flash_attention",
                          "flash_attn_fwd_kernel", args, 3,
                          lambda cfg, s=s: (cdiv(s, cfg["BLOCK_M"]), batch * heads),
                          4 * batch * heads * s * s * d * (0.5 if causal else 1), configs,
                          dict(HEAD_DIM=d, Q_PER_KV=1, CAUSAL=causal))
    for n, scaled in ((4096, False),) if opts.quick else ((4096, False), (8192, True)):
        a = torch.randint(-128, 128, (n, n), device="cuda", dtype=torch.int8)
        b = torch.randint(-128, 128, (n, n), device="cuda", dtype=torch.int8).t()
        sa, sb = torch.rand(n, device="cuda") + 0.1, torch.rand(n, device="cuda") + 0.1
        c = torch.empty(n, n, device="cuda", dtype=torch.bfloat16 if scaled else torch.int32)
        args = (a, b, c, sa, sb, n, n, n, *a.stride(), *b.stride(), *c.stride())
        config = dict(BLOCK_M=128, BLOCK_N=256, BLOCK_K=128, GROUP_M=8, num_warps=8, num_stages=3)
        yield Row("int8 %d %s" % (n, "scaled" if scaled else "int32"), "int8_matmul", "int8_matmul_kernel", args, 2,
                  lambda cfg, n=n: (cdiv(n, cfg["BLOCK_M"]) * cdiv(n, cfg["BLOCK_N"]),), 2 * n * n * n, [config],
                  dict(SCALED=scaled))


#===--- Compiling -------------------------------------------------------------===#


def compile_ours(opts, folder, row, config):
    """(cubin path, manifest), or the error."""
    image = os.path.join(folder, "%x.cubin" % (hash((row.kernel, row.signature(config), str(config))) & (1 << 64) - 1))
    if not os.path.exists(image + ".toml"):
        run = subprocess.run(
            [os.path.join(opts.bin, "tritonc"), os.path.join(bench_gpu.KERNELS, row.file + ".py"), "-o", image,
             "--kernel=" + row.kernel, "--signature=" + row.signature(config), "--num-warps=%d" % config["num_warps"],
             "--num-stages=%d" % config["num_stages"], "--target=" + opts.target, "--no-autotune", "--no-cache"],
            capture_output=True, text=True)
        if run.returncode:
            return run.stderr.strip()[:200] or "exit code %d" % run.returncode
    return image, tomllib.load(open(image + ".toml", "rb"))


def tensor_maps(manifest, row):
    """CUtensorMap for each [[tensor_map]] of the manifest (CUDA Driver API, cuTensorMapEncodeTiled), aligned to 64 bytes."""
    values = dict(zip((p["name"] for p in manifest["param"]), row.runtime()))
    made = []
    for entry in manifest.get("tensor_map", []):
        number = lambda text: values[text] if text in values else int(text)
        size, columns = entry["element_bytes"], entry["box_columns"]
        storage = (ctypes.c_char * 192)()
        offset = -ctypes.addressof(storage) % 64
        pair = lambda kind, x, y: (kind * 2)(x, y)
        rows, fast = number(entry["sizes"][0]), number(entry["sizes"][1])
        bench_gpu.check(bench_gpu.cuda.cuTensorMapEncodeTiled(
            ctypes.byref(storage, offset), {1: 0, 2: 1, 4: 2}[size], 2, ctypes.c_void_p(values[entry["base"]].data_ptr()),
            pair(ctypes.c_uint64, fast, rows), (ctypes.c_uint64 * 1)(number(entry["strides"][0]) * size),
            pair(ctypes.c_uint32, columns, entry["box_rows"]), pair(ctypes.c_uint32, 1, 1), 0,
            {128: 3, 64: 2, 32: 1}.get(columns * size, 0), 2, 0), "cuTensorMapEncodeTiled")
        made.append((ctypes.c_char * 128).from_buffer(storage, offset))
    return made


def triton_launch(row, config):
    """Kernels that make descriptors need scratch memory, which Triton's launcher provides."""
    kernel = autotuned(row.file, row.kernel)
    return lambda: kernel.fn[row.grid(config)](*row.args, **row.extra, **config)


def triton_binary(row, config):
    kernel = autotuned(row.file, row.kernel)
    kernel = getattr(kernel, "fn", kernel) if hasattr(kernel, "configs") else kernel
    compiled = kernel.warmup(*row.args, grid=row.grid(config), **row.extra, **config)
    return bench_gpu.Binary(compiled.asm["cubin"], compiled.metadata.name, compiled.metadata.shared,
                            32 * config["num_warps"], trailing=2)


#===--- Timing ----------------------------------------------------------------===#


def bench(launch, ms):
    return triton.testing.do_bench(launch, warmup=max(1, ms // 4), rep=ms, return_mode="median")


def error(row, launch, reference):
    out = row.args[row.out]
    out.fill_(float("nan") if out.is_floating_point() else -77)
    launch()
    torch.cuda.synchronize()
    if reference is None:
        return out.double()
    return float((out.double() - reference).norm() / reference.norm())


def measure(opts, row, ours, theirs):
    """`ours` and `theirs` are lists of (config, launch)."""
    reference = error(row, theirs[0][1], None)
    worst = 0.0
    for config, launch in ours:
        e = error(row, launch, reference)
        worst = max(worst, e) if e == e else float("inf")
        if not e <= row.tolerance:
            print("  WRONG %s %s: %g" % (row.label, config, e))
    del reference
    quick = 4 if opts.quick else 8
    best = []
    for side in (ours, theirs):
        timed = sorted(((bench(launch, quick), i) for i, (_, launch) in enumerate(side)))
        best.append([side[i] for _, i in timed[:2]])
        if opts.verbose:
            print("   ", " ".join("%s:%.4f" % (short(side[i][0]), t) for t, i in timed), flush=True)
    results = []
    for _ in range(3):
        results.append([min(bench(launch, 4 * quick) for _, launch in side) for side in best])
    mine, other = (statistics.median(r[i] for r in results) for i in (0, 1))
    return dict(case=row.label, ours_ms=mine, triton_ms=other, ratio=other / mine, tflops=row.flops / mine / 1e9,
                triton_tflops=row.flops / other / 1e9, error=worst, ours_config=short(best[0][0][0]),
                triton_config=short(best[1][0][0]))


def short(config):
    split = "/2" if config.get("SPLIT_EPILOGUE") else ""
    return "x".join(str(v) for k, v in config.items() if k.startswith("BLOCK")) + split + "w%(num_warps)ds%(num_stages)d" % config


def main():
    ap = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    ap.add_argument("--bin", default=os.path.join(bench_gpu.TOP, "build", "bin"))
    ap.add_argument("--target", default="sm_90a")
    ap.add_argument("--only", default="", help="labels that contain one of these words")
    ap.add_argument("--configs", default="", help="configurations whose short name contains one of these words")
    ap.add_argument("--out", default="")
    ap.add_argument("--quick", action="store_true")
    ap.add_argument("--verbose", action="store_true", help="every configuration's time")
    ap.add_argument("--jobs", type=int, default=max(1, (os.cpu_count() or 2) // 2))
    ap.add_argument("--warm", default="", help=argparse.SUPPRESS)
    opts = ap.parse_args()
    start = time.time()
    triton.set_allocator(lambda size, alignment, stream: torch.empty(size, device="cuda", dtype=torch.int8))
    chosen = [r for r in rows(opts) if not opts.only or any(w in r.label for w in opts.only.split(","))]
    for row in chosen:
        row.configs = [c for c in row.configs
                       if not opts.configs or any(w in short(c) for w in opts.configs.split(","))]
    if opts.warm:
        number, count = map(int, opts.warm.split("/"))
        jobs = {(r.kernel, r.signature(c), short(c)): (r, c) for r in chosen for c in r.configs}
        for row, config in list(jobs.values())[number::count]:
            try:
                triton_binary(row, config)
            except Exception:
                pass  # the main process meets it again and says so
        return
    # Triton compiles in processes, into its cache on disk.
    workers = [subprocess.Popen([sys.executable, *sys.argv, "--warm=%d/%d" % (i, opts.jobs)], stdout=subprocess.DEVNULL,
                                stderr=subprocess.DEVNULL) for i in range(opts.jobs)]
    table, refused = [], set()
    with tempfile.TemporaryDirectory() as folder, concurrent.futures.ThreadPoolExecutor(os.cpu_count()) as pool:
        images = {}
        for row in chosen:
            for config in row.configs:
                key = (row.kernel, row.signature(config), short(config))
                if key not in images:
                    images[key] = pool.submit(compile_ours, opts, folder, row, config)
        for worker in workers:
            worker.wait()
        concurrent.futures.wait(list(images.values()))
        print("compiled %d kernels for each side in %.0f s" % (len(images), time.time() - start), flush=True)
        print("%-34s %9s %9s %6s %7s %7s %8s %s" % ("", "ours ms", "triton", "ratio", "TFLOP/s", "triton", "error", "best"))
        for row in chosen:
            ours, theirs = [], []
            for config in row.configs:
                key = (row.kernel, row.signature(config), short(config))
                built = images[key].result()
                if isinstance(built, str):
                    if key not in refused:
                        print("  refused %s %s: %s" % (row.label, short(config), built[:120]))
                    refused.add(key)
                else:
                    image, manifest = built
                    binary = bench_gpu.Binary(open(image, "rb").read(), row.kernel, manifest["shared_bytes"],
                                              32 * config["num_warps"])
                    ours.append((config, binary.bind(row.runtime() + tensor_maps(manifest, row), row.grid(config))))
                    local = binary.attribute(3)
                    if local:
                        print("  note %s %s: %d bytes of local memory" % (row.label, short(config), local))
                try:
                    if row.file == "matmul_desc":
                        launch = triton_launch(row, config)
                        launch()
                    else:
                        launch = triton_binary(row, config).bind(row.runtime(), row.grid(config))
                    theirs.append((config, launch))
                except Exception as e:
                    if key not in refused:
                        print("  Triton refused %s %s: %s" % (row.label, short(config), str(e)[:60]))
            try:
                result = measure(opts, row, ours, theirs)
            except Exception as e:
                print("%-34s FAILED: %s" % (row.label, str(e)[:300]), flush=True)
                continue
            table.append(result)
            print("%(case)-34s %(ours_ms)9.4f %(triton_ms)9.4f %(ratio)6.3f %(tflops)7.1f %(triton_tflops)7.1f %(error)8.2g "
                  "%(ours_config)s / %(triton_config)s" % result, flush=True)
            if opts.out:
                json.dump(table, open(opts.out, "w"), indent=1)
    if table:
        print("geometric mean ratio %.3f, worst %.3f, %d of %d rows, %.0f s" % (
            statistics.geometric_mean(r["ratio"] for r in table), min(r["ratio"] for r in table), len(table), len(chosen),
            time.time() - start))


if __name__ == "__main__":
    main()

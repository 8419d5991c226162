#!/usr/bin/env python3
"""Our kernels against Triton's and PyTorch's on one NVIDIA GPU, side by side in one process.

    scripts/bench_gpu.py --bin build/bin [--only softmax] [--out FILE.json] [--quick]

Needs a Python with PyTorch and Triton. Ours are compiled by tritonc to cubin, Triton's by Triton; both cubins are then
launched through the same few lines around the CUDA driver, so that neither launcher counts. One measurement is a CUDA graph of launches
over several copies of the arguments, more than fit into the L2 cache together, so that each launch finds it cold and the event
timer's resolution does not matter. Both sides alternate; the median of the rounds is taken. ratio = Triton's time / our time: above 1
we are faster. Results are compared before timing.
"""
import argparse
import ctypes
import importlib.util
import json
import os
import statistics
import subprocess
import sys
import tempfile

import torch
import triton
import triton.testing

TOP = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))
KERNELS = os.path.join(TOP, "examples", "kernels")
SPELL = {torch.float32: "fp32", torch.float16: "fp16", torch.bfloat16: "bf16", torch.int32: "i32", torch.int64: "i64",
         torch.uint8: "u8"}
cuda = ctypes.CDLL("libcuda.so.1")


def check(code, what):
    if code:
        text = ctypes.c_char_p()
        cuda.cuGetErrorName(code, ctypes.byref(text))
        raise RuntimeError("%s: %s" % (what, text.value))


class Binary:
    """A loaded cubin, launched on PyTorch's current stream. `trailing` null pointers follow the arguments."""

    def __init__(self, cubin, kernel, shared, threads, trailing=0):
        self.shared, self.threads, self.trailing = shared, threads, trailing
        module, self.function = ctypes.c_void_p(), ctypes.c_void_p()
        check(cuda.cuModuleLoadData(ctypes.byref(module), cubin), "cuModuleLoadData")
        check(cuda.cuModuleGetFunction(ctypes.byref(self.function), module, kernel.encode()), "cuModuleGetFunction")
        if shared > 48 * 1024:
            check(cuda.cuFuncSetAttribute(self.function, 8, shared), "cuFuncSetAttribute")

    def bind(self, args, grid):
        """A function that launches with these arguments."""
        values = []
        for arg in args:
            if isinstance(arg, torch.Tensor):
                values.append(ctypes.c_void_p(arg.data_ptr()))
            elif isinstance(arg, float):
                values.append(ctypes.c_float(arg))
            elif isinstance(arg, ctypes.Array):
                values.append(arg)
            else:
                values.append(ctypes.c_int32(arg))
        values += [ctypes.c_void_p(0)] * self.trailing
        params = (ctypes.c_void_p * len(values))(*[ctypes.cast(ctypes.byref(v), ctypes.c_void_p) for v in values])
        x, y, z = (list(grid) + [1, 1])[:3]

        def launch(keep=values):
            stream = ctypes.c_void_p(torch.cuda.current_stream().cuda_stream)
            check(cuda.cuLaunchKernel(self.function, x, y, z, self.threads, 1, 1, self.shared, stream, params, None),
                  "cuLaunchKernel")
        return launch

    def attribute(self, which):
        value = ctypes.c_int()
        check(cuda.cuFuncGetAttribute(ctypes.byref(value), which, self.function), "cuFuncGetAttribute")
        return value.value


def compile_ours(opts, folder, file, kernel, args, constexprs, warps):
    parts = []
    for arg in args:
        if isinstance(arg, torch.Tensor):
            parts.append("*%s%s" % (SPELL[arg.dtype], ":16" if arg.data_ptr() % 16 == 0 else ""))
        elif isinstance(arg, float):
            parts.append("fp32")
        else:
            parts.append("i32" + (":16" if arg % 16 == 0 else ""))
    signature = ", ".join(parts + ["%s=%s" % c for c in constexprs.items()])
    image = os.path.join(folder, "%s_%d.cubin" % (kernel, len(os.listdir(folder))))
    run = subprocess.run([os.path.join(opts.bin, "tritonc"), os.path.join(KERNELS, file + ".py"), "-o", image,
                          "--kernel=" + kernel, "--signature=" + signature, "--num-warps=%d" % warps,
                          "--target=" + opts.target, "--no-autotune"], capture_output=True, text=True)
    if run.returncode:
        raise RuntimeError(run.stderr)
    manifest = open(image + ".toml").read()
    shared = int(next((l.split("=")[1] for l in manifest.splitlines() if l.startswith("shared")), "0").split("#")[0])
    return Binary(open(image, "rb").read(), kernel, shared, 32 * warps)


def theirs(file, kernel):
    spec = importlib.util.spec_from_file_location("kernels_" + file, os.path.join(KERNELS, file + ".py"))
    module = importlib.util.module_from_spec(spec)
    sys.modules[spec.name] = module
    spec.loader.exec_module(module)
    return getattr(module, kernel)


def pow2(n):
    return 1 << max(0, n - 1).bit_length()


def row_warps(block):
    return 4 if block <= 2048 else 8 if block <= 8192 else 16


def randn(*shape, dtype=torch.float32):
    return torch.randn(shape, device="cuda").to(dtype)


def cases(quick):
    """(label, file, kernel, args, index of outputs, constexprs, warps, grid, bytes, prepare)"""
    f32, f16, bf16 = torch.float32, torch.float16, torch.bfloat16
    for name in ("vector_add", "relu_add"):
        for dtype, block in ((f32, 1024), (f32, 2048), (f32, 4096), (bf16, 2048)):
            if quick and block == 4096:
                continue
            n = 1 << 28
            x, y = randn(n, dtype=dtype), randn(n, dtype=dtype)
            out = torch.empty_like(x)
            yield ("%s BLOCK=%d %s" % (name, block, SPELL[dtype]), name, name + "_kernel", (x, y, out, n), [2],
                   dict(BLOCK=block), 4 if block <= 1024 else 8, (triton.cdiv(n, block),), 3 * n * x.element_size(), None)
            del x, y, out
    for cols in (781, 1024, 4096, 12288):
        for dtype in (f32, f16):
            x = randn(4096, cols, dtype=dtype) * 3
            out = torch.empty_like(x)
            block = pow2(cols)
            yield ("softmax 4096x%d %s" % (cols, SPELL[dtype]), "fused_softmax", "softmax_kernel",
                   (x, out, cols, cols, cols), [1], dict(BLOCK_N=block), row_warps(block), (4096,),
                   2 * x.numel() * x.element_size(), None)
    for which in ("layer_norm", "rms_norm"):
        for cols in (1024, 4096, 8192):
            x = randn(8192, cols, dtype=bf16) + 0.5
            w, b = randn(cols, dtype=bf16), randn(cols, dtype=bf16)
            y = torch.empty_like(x)
            mean, rstd = torch.empty(8192, device="cuda"), torch.empty(8192, device="cuda")
            args = (x, w, b, y, mean, rstd, cols, cols, cols, 1e-5) if which == "layer_norm" else (
                x, w, y, rstd, cols, cols, cols, 1e-5)
            yield ("%s 8192x%d bf16" % (which, cols), which, which + "_fwd_kernel", args,
                   [3, 4, 5] if which == "layer_norm" else [2, 3], dict(BLOCK_N=cols), row_warps(cols), (8192,),
                   2 * x.numel() * 2, None)
    for cols, block, warps in ((128256, 4096, 8), (128256, 8192, 16), (32000, 4096, 8)):
        x = randn(8192, cols, dtype=bf16)
        labels = torch.randint(0, cols, (8192,), device="cuda")
        labels[::7] = -100
        loss, lse = torch.empty(8192, device="cuda"), torch.empty(8192, device="cuda")
        yield ("cross_entropy 8192x%d BLOCK=%d" % (cols, block), "cross_entropy", "cross_entropy_fwd_kernel",
               (x, labels, loss, lse, cols, cols, -100), [2, 3], dict(BLOCK_N=block), warps, (8192,),
               x.numel() * 2, None)
        del x
    n = 1 << 26
    for dtype in (f32, bf16):
        x = randn(n, dtype=dtype)
        yield ("dropout 2^26 %s" % SPELL[dtype], "dropout", "dropout_kernel", (x, torch.empty_like(x), n, 0.25, 20240607),
               [1], dict(BLOCK=1024), 4, (triton.cdiv(n, 1024),), 2 * n * x.element_size(), None)
    for kernel, rows, cols in (("cumsum_kernel", 8192, 4096), ("assoc_cumsum_kernel", 8192, 4096),
                               ("blocked_cumsum_kernel", 8192, 4096), ("blocked_cumsum_kernel", 1024, 65537)):
        x = randn(rows, cols)
        block = min(pow2(cols), 2048) if kernel == "blocked_cumsum_kernel" else pow2(cols)
        yield ("%s %dx%d" % (kernel, rows, cols), "scan", kernel, (x, torch.empty_like(x), cols, cols, cols), [1],
               dict(BLOCK_N=block), row_warps(block), (rows,), 2 * x.numel() * 4, None)
    a, b = torch.rand(8192, 4096, device="cuda") * 0.5 + 0.5, randn(8192, 4096)
    yield ("linear_recurrence 8192x4096", "scan", "linear_recurrence_kernel",
           (a, b, torch.empty_like(a), 4096, 4096, 4096, 4096), [2], dict(BLOCK_N=4096), 8, (8192,), 3 * a.numel() * 4, None)
    x = torch.randint(0, 256, (n,), device="cuda", dtype=torch.int32)
    for kernel, block, extra in (("histogram_atomic_kernel", 1024, {}), ("histogram_block_kernel", 8192, {"NUM_BINS": 256})):
        hist = torch.zeros(256, device="cuda", dtype=torch.int32)
        yield (kernel + " 2^26", "histogram", kernel, (x, hist, n), [1], dict(BLOCK=block, **extra), 4,
               (triton.cdiv(n, block),), n * 4, hist.zero_)
    for cols in (4096, 5001):
        x = randn(8192, cols) + 0.3
        keep = (torch.rand(8192, cols, device="cuda") < 0.6).to(torch.uint8)
        yield ("masked_mean 8192x%d" % cols, "masked_mean", "masked_mean_kernel",
               (x, keep, torch.empty(8192, device="cuda"), cols, cols, cols), [2], dict(BLOCK_N=2048), 4, (8192,),
               x.numel() * 5, None)


def graph_of(launches, prepare, repeat):
    """One CUDA graph of all launches, `repeat` times over."""
    graph = torch.cuda.CUDAGraph()
    stream = torch.cuda.Stream()
    with torch.cuda.graph(graph, stream=stream):
        for _ in range(repeat):
            for launch in launches:
                if prepare:
                    prepare()
                launch()
    return graph


def milliseconds(graph):
    start, end = torch.cuda.Event(enable_timing=True), torch.cuda.Event(enable_timing=True)
    start.record()
    graph.replay()
    end.record()
    end.synchronize()
    return start.elapsed_time(end)


def measure(opts, folder, case):
    label, file, kernel, args, outputs, constexprs, warps, grid, size, prepare = case
    reference = theirs(file, kernel)
    ours = compile_ours(opts, folder, file, kernel, args, constexprs, warps)
    compiled = reference[grid](*args, **constexprs, num_warps=warps)
    other = Binary(compiled.asm["cubin"], compiled.metadata.name, compiled.metadata.shared, 32 * warps, trailing=2)

    def result(launch):
        for i in outputs:
            args[i].fill_(-77)
        if prepare:
            prepare()
        launch()
        torch.cuda.synchronize()
        return [args[i].double() for i in outputs]

    worst = 0.0
    for mine, reference_result in zip(result(ours.bind(args, grid)), result(other.bind(args, grid))):
        worst = max(worst, float((mine - reference_result).norm() / reference_result.norm().clamp_min(1e-300)))
    if not worst <= 1e-2:
        raise RuntimeError("differs from Triton's result: relative error %g" % worst)
    # Arguments that `prepare` resets must stay the same ones.
    copies = [args] + [tuple(a.clone() if isinstance(a, torch.Tensor) and not prepare else a for a in args)
                       for _ in range(min(32, 400_000_000 // size))]
    launchers = [[binary.bind(c, grid) for c in copies] for binary in (ours, other)]
    once = [milliseconds(graph_of(each, prepare, 1)) for each in launchers]
    repeat = max(1, int((1 if opts.quick else 3) / max(once)))
    graphs = [graph_of(each, prepare, repeat) for each in launchers]
    times = [[], []]
    for _ in range(7 if opts.quick else 15):
        for graph, into in zip(graphs, times):
            into.append(milliseconds(graph) / repeat / len(copies))
    mine, triton_ms = (statistics.median(t) for t in times)
    row = dict(case=label, ours_ms=mine, triton_ms=triton_ms, ratio=triton_ms / mine, gb_per_s=size / mine / 1e6, error=worst,
               regs=ours.attribute(4), local=ours.attribute(3), shared=ours.shared)
    try:
        row.update(triton_regs=compiled.n_regs, triton_spills=compiled.n_spills, triton_shared=compiled.metadata.shared)
    except Exception:
        pass
    return row


def main():
    ap = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    ap.add_argument("--bin", default=os.path.join(TOP, "build", "bin"))
    ap.add_argument("--target", default="sm_90a")
    ap.add_argument("--only", default="")
    ap.add_argument("--out", default="")
    ap.add_argument("--quick", action="store_true")
    opts = ap.parse_args()
    rows, failures = [], 0
    x = torch.empty(1 << 30, device="cuda").normal_()
    y = torch.empty_like(x)
    copy = triton.testing.do_bench(lambda: y.copy_(x), warmup=20, rep=80, return_mode="median")
    copy_rate = 2 * x.numel() * 4 / copy / 1e6
    del x, y
    print("device copy %.0f GB/s on %s" % (copy_rate, torch.cuda.get_device_name(0)))
    print("%-38s %9s %9s %6s %7s %6s %9s %5s %5s" % ("", "ours ms", "triton", "ratio", "GB/s", "% copy", "error", "regs", "tr.")) 
    with tempfile.TemporaryDirectory() as folder:
        for case in cases(opts.quick):
            if opts.only and not any(word in case[0] for word in opts.only.split(",")):
                continue
            try:
                row = measure(opts, folder, case)
            except Exception as e:
                failures += 1
                print("%-38s FAILED: %s" % (case[0], str(e)[:300]), flush=True)
                continue
            finally:
                torch.cuda.empty_cache()
            rows.append(row)
            print("%-38s %9.4f %9.4f %6.3f %7.0f %6.1f %9.2g %5d %5s" % (
                row["case"], row["ours_ms"], row["triton_ms"], row["ratio"], row["gb_per_s"],
                100 * row["gb_per_s"] / copy_rate, row["error"], row["regs"], row.get("triton_regs")), flush=True)
    if rows:
        print("geometric mean ratio %.3f, worst %.3f, %d cases, %d failed" % (
            statistics.geometric_mean(r["ratio"] for r in rows), min(r["ratio"] for r in rows), len(rows), failures))
    if opts.out:
        json.dump(dict(copy=copy_rate, rows=rows), open(opts.out, "w"), indent=1)
    return 1 if failures else 0


if __name__ == "__main__":
    sys.exit(main())

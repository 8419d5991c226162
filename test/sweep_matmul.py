#!/usr/bin/env python3
"""Draws configurations of matrix products and checks each: right, or refused for a reason that the message gives.

    sweep_matmul.py --bin build/bin [--device cpu|cuda] [--target sm_90a] [--count 200] [--seed S] [--compile-only]

A configuration is a number of stages (1 to 5) and warps (1 to 16), a tile (16x16x16 to 256x128x128), an element type and an order
of each operand in memory. Sizes do not fill the tiles. Wrong results, crashes, and refusals without a place in the source or
without the numbers are failures: exit code 1.
"""
import argparse
import collections
import concurrent.futures
import itertools
import os
import random
import re
import subprocess
import sys
import tempfile

import numpy as np

import numerics

TILES = [t for t in itertools.product((16, 32, 64, 128, 256), (16, 32, 64, 128, 256), (16, 32, 64, 128))
         if t[0] * t[1] <= 256 * 128]
DTYPES = ("fp16", "bf16", "fp32", "i8")
FORMS = ("nn", "nt", "tn")
# What a target may not have enough of.
REASON = re.compile(r"shared memory|registers|threads|too large|at least|at most", re.I)
PLACE = re.compile(r"^\S+\.py:\d+:\d+: error: |^\s*tritonc: error: .*\d", re.M)


class Config(collections.namedtuple("Config", "dtype form tile warps stages")):
    def __str__(self):
        return "%s %s %s num_warps=%d num_stages=%d" % (self.dtype, self.form, "x".join(map(str, self.tile)), self.warps, self.stages)


def draw(count, seed):
    every = [Config(*c) for c in itertools.product(DTYPES, FORMS, TILES, (1, 2, 4, 8, 16), (1, 2, 3, 4, 5))]
    every = [c for c in every if c.dtype != "i8" or c.tile[2] >= 32]
    return random.Random(seed).sample(every, min(count, len(every)))


def case_of(config, seed, fast):
    """A product with partly filled tiles at all three edges, and two or more trips of the loop."""
    rng = np.random.default_rng(seed)
    bm, bn, bk = config.tile
    m, n, k = bm + bm // 2 + 5, bn + 3, 3 * bk + 5
    if fast:  # aligned rows: wide loads and asynchronous copies
        m, n, k = bm + bm // 2, bn + 16, 3 * bk + 16
    byte = config.dtype == "i8"

    def operand(rows, cols, transposed):
        shape = (cols, rows) if transposed else (rows, cols)
        t = numerics.Tensor(config.dtype, rng.integers(-128, 128, shape) if byte else rng.standard_normal(shape))
        return t, t.values.T if transposed else t.values

    a, left = operand(m, k, config.form[0] == "t")
    b, right = operand(k, n, config.form[1] == "t")
    tolerance = {"fp16": 2e-3, "bf16": 1e-2, "fp32": 1e-3, "i8": 0.0}[config.dtype]
    c = numerics.Tensor("i32" if byte else config.dtype, shape=(m, n), ref=left @ right, tol=tolerance)
    args = dict(a_ptr=a, b_ptr=b, c_ptr=c)
    if byte:
        args.update(a_scale_ptr=numerics.Tensor("fp32", np.ones(1)), b_scale_ptr=numerics.Tensor("fp32", np.ones(1)))
    args.update(M=("i32", m), N=("i32", n), K=("i32", k))
    constexprs = dict(BLOCK_M=bm, BLOCK_N=bn, BLOCK_K=bk, GROUP_M=4)
    constexprs.update(SCALED=False) if byte else constexprs.update(ACTIVATION="''")
    strides = dict(am=1 if config.form[0] == "t" else k, ak=m if config.form[0] == "t" else 1,
                   bk=1 if config.form[1] == "t" else n, bn=k if config.form[1] == "t" else 1, cm=n, cn=1)
    for name, stride in strides.items():
        if stride == 1:
            constexprs["stride_" + name] = 1
        else:
            args["stride_" + name] = ("i32", stride)
    grid = (-(-m // bm) * -(-n // bn),)
    kernel = ("int8_matmul", "int8_matmul_kernel") if byte else ("matmul", "matmul_kernel")
    return numerics.Case(str(config), *kernel, args, constexprs, grid)


def compile_only(case, opts, warps, folder):
    numerics.compile_case(case, opts, warps, folder, ".tkb")
    return {}


def judge(config, opts, seed):
    """`right`, `refused` or `FAIL`, and what there is to say."""
    case = case_of(config, seed, fast=seed % 2 == 0)
    mine = argparse.Namespace(**vars(opts))
    mine.flag = opts.flag + ["--num-stages=%d" % config.stages]
    with tempfile.TemporaryDirectory() as folder:
        try:
            run = compile_only if opts.compile_only else numerics.run_with_tritonrun
            error = numerics.check(case, run(case, mine, config.warps, folder))
            return "right", "%.2g" % error
        except numerics.Failure as failure:
            text = str(failure)
            refused = re.match(r"exit code [12]:", text) and "/tritonc " in text.split("\n")[0]
            if refused and PLACE.search(text) and REASON.search(text):
                return "refused", text.split("\n", 1)[1].strip().split("\n")[0]
            return "FAIL", text
        except (OSError, ValueError, subprocess.SubprocessError) as problem:
            return "FAIL", repr(problem)


def main():
    ap = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    ap.add_argument("--bin", required=True, help="folder of tritonc and tritonrun")
    ap.add_argument("--device", default="cpu")
    ap.add_argument("--target", default="", help="tritonc's --target; default: cpu, or sm_90a with --device=cuda")
    ap.add_argument("--compile-only", action="store_true", help="for targets that are not here: nothing is run")
    ap.add_argument("--count", type=int, default=100)
    ap.add_argument("--seed", type=int, default=None)
    ap.add_argument("--jobs", type=int, default=os.cpu_count())
    ap.add_argument("--flag", action="append", default=[], help="a further option of tritonc; may be repeated")
    ap.add_argument("-v", action="store_true")
    opts = ap.parse_args()
    opts.target = opts.target or ("cpu" if opts.device == "cpu" else "sm_90a")
    seed = opts.seed if opts.seed is not None else int.from_bytes(os.urandom(4), "little")
    configs = draw(opts.count, seed)
    count = collections.Counter()
    with concurrent.futures.ThreadPoolExecutor(opts.jobs) as pool:
        for config, (verdict, what) in zip(configs, pool.map(lambda i: judge(configs[i], opts, seed + i), range(len(configs)))):
            count[verdict] += 1
            if opts.v or verdict == "FAIL":
                print("%-7s %s: %s" % (verdict, config, what), flush=True)
    print("%s: %d right, %d refused, %d failed (seed %d)" % (opts.target, count["right"], count["refused"], count["FAIL"], seed))
    return 1 if count["FAIL"] else 0


if __name__ == "__main__":
    sys.exit(main())

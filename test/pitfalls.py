#!/usr/bin/env python3
"""Runs the kernels of numerics/Inputs/pitfalls.py: constructs that have been miscompiled elsewhere.

    pitfalls.py --bin build/bin [--device cpu|cuda] [--only dots,scans] [--num-warps 1,4]
    pitfalls.py --bin build/bin --emulator PATH_OF_AMDEMU --target gfx942

Options and output are those of numerics.py.
"""
import itertools
import os
import sys

import numpy as np

sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))
import numerics
from numerics import Case, Tensor

FILE = os.path.join(os.path.dirname(os.path.abspath(__file__)), "numerics", "Inputs", "pitfalls")


def case(label, kernel, args, constexprs, warps=None):
    return Case(label, FILE, kernel + "_kernel", args, constexprs, (1,), warps)


def scans(rng):
    for n in (1, 3):
        ref = np.tile(np.arange(1, 9), n)
        yield case("cumsum of ones in a loop of %d" % n, "cumsum_in_loop",
                   dict(out_ptr=Tensor("i32", shape=8 * n, ref=ref, tol=0.0), n=("i32", n)), dict(BLOCK=8))
    for size in (32, 64, 128, 512, 2048):
        x = Tensor("i32", rng.integers(-1000, 1000, size))
        yield case("cumsum of %d" % size, "cumsum",
                   dict(x_ptr=x, out_ptr=Tensor("i32", shape=size, ref=x.array.cumsum(), tol=0.0)), dict(BLOCK=size))
    for size, reverse in itertools.product((16, 128, 1024), (False, True)):
        a, b = (Tensor("i32", rng.integers(-3, 4, size)) for _ in range(2))
        a_out, b_out = np.empty(size, np.int32), np.empty(size, np.int32)
        with np.errstate(over="ignore"):
            order = range(size - 1, -1, -1) if reverse else range(size)
            state = None
            for i in order:
                here = a.array[i], b.array[i]
                state = here if state is None else (state[0] * here[0], state[1] * here[0] + here[1])
                a_out[i], b_out[i] = state
        yield case("scan by a combination that does not commute, %d%s" % (size, ", reverse" if reverse else ""), "compose_scan",
                   dict(a_ptr=a, b_ptr=b, a_out_ptr=Tensor("i32", shape=size, ref=a_out, tol=0.0),
                        b_out_ptr=Tensor("i32", shape=size, ref=b_out, tol=0.0)), dict(REVERSE=reverse, BLOCK=size))


def atomics(rng):
    for dtype, size in itertools.product(("i32", "fp32"), (32, 256, 1024)):
        index, x = Tensor("i32", rng.integers(0, 7, size)), Tensor(dtype, rng.integers(-9, 10, size))
        ref = np.zeros(7)
        np.add.at(ref, index.array, x.values)
        out = Tensor(dtype, np.zeros(7), ref=ref, tol=0.0)
        yield case("atomic_add of %d at 7 places, %s" % (size, dtype), "scatter_add",
                   dict(index_ptr=index, x_ptr=x, out_ptr=out), dict(BLOCK=size))
    # Every place is taken once and by one who saw 0; all others see the winner.
    size = 256
    index = Tensor("i32", np.arange(size))
    index.array[::2] = 1
    lock = Tensor("i32", np.zeros(size), ref=index.array, tol=0.0)
    old = Tensor("i32", shape=size, ref=index.array, tol=0.0)

    def judge(outputs):
        taken, seen = outputs["lock_ptr"], outputs["old_ptr"]
        for place in range(size):
            rivals = np.flatnonzero(index.array == place)
            winners = rivals[seen[rivals] == 0]
            if not len(rivals):
                assert taken[place] == 0, "place %d was taken by nobody" % place
                continue
            assert len(winners) == 1, "place %d has %d winners" % (place, len(winners))
            assert taken[place] == winners[0] + 1, "place %d holds another than its winner" % place
            assert (seen[np.setdiff1d(rivals, winners)] == winners[0] + 1).all(), "a loser saw something else"

    made = case("atomic_cas on a block, half of it at one place", "block_cas", dict(index_ptr=index, lock_ptr=lock, old_ptr=old),
                dict(BLOCK=size))
    made.judge = judge
    yield made


def dots(rng):
    for size in (16, 32):
        a, b, c = (Tensor("fp16", rng.standard_normal((size, size))) for _ in range(3))
        ref = (a.values @ b.values).astype(np.float16).astype(np.float64) @ c.values
        yield case("two dots in a row, %dx%d" % (size, size), "chained_dots",
                   dict(a_ptr=a, b_ptr=b, c_ptr=c, out_ptr=Tensor("fp32", shape=(size, size), ref=ref, tol=2e-3)), dict(SIZE=size))
    for size in (16, 32, 64):
        a, b = (Tensor("i8", rng.integers(-128, 128, (size, size))) for _ in range(2))
        yield case("int8 dot %dx%d" % (size, size), "int8_dot",
                   dict(a_ptr=a, b_ptr=b, out_ptr=Tensor("i32", shape=(size, size), ref=a.values @ b.values, tol=0.0)),
                   dict(SIZE=size))
    # The largest does not fit into every target's shared memory at once.
    for size in (16, 64, 128):
        a, b = (Tensor("fp32", rng.standard_normal((size, size))) for _ in range(2))
        yield case("single-precision dot %dx%d" % (size, size), "ieee_dot",
                   dict(a_ptr=a, b_ptr=b, out_ptr=Tensor("fp32", shape=(size, size), ref=a.values @ b.values, tol=1e-6)),
                   dict(SIZE=size))


def pipelines(rng):
    size = 32
    for n, stages in itertools.product((0, 1, 2, 7), (1, 2, 4)):
        blocks = [Tensor("fp16", rng.standard_normal((max(n, 1), size, size))) for _ in range(4)]
        a, b, c, d = (t.values[:n] for t in blocks)
        ref = (a @ b + c @ d).sum(0) if n else np.zeros((size, size))
        args = dict(zip(("a_ptr", "b_ptr", "c_ptr", "d_ptr"), blocks))
        args.update(out_ptr=Tensor("fp32", shape=(size, size), ref=ref, tol=1e-3), n=("i32", n))
        yield case("four loads in a loop, %d iterations, %d stages" % (n, stages), "four_loads", args,
                   dict(STAGES=stages, SIZE=size))


def scalars(rng):
    yield case("half-precision scalar", "half_scalar",
               dict(out_ptr=Tensor("fp32", shape=64, ref=np.full(64, 42.0), tol=0.0), value=("fp16", 42.0)), dict(BLOCK=64))
    x, y = (Tensor("fp32", rng.standard_normal(1024)) for _ in range(2))
    ref = (x.array / y.array).astype(np.float64)
    yield case("division with IEEE rounding", "rounded_division",
               dict(x_ptr=x, y_ptr=y, out_ptr=Tensor("fp32", shape=1024, ref=ref, tol=0.0)), dict(BLOCK=1024))
    for a, b in ((-7, 2), (7, -2), (-7, -2), (-8, 3)):
        x = Tensor("i32", rng.integers(-100, 100, 64))
        y = Tensor("i32", rng.integers(1, 10, 64) * rng.choice((-1, 1), 64))
        quotient = lambda p, q: np.trunc(p / q).astype(np.int64)
        parts = [quotient(x.array, y.array), x.array - y.array * quotient(x.array, y.array), [quotient(a, b)],
                 [a - b * quotient(a, b)], [-7 // 2], [-7 % 4]]
        ref = np.concatenate([np.asarray(p).ravel() for p in parts])
        yield case("signed division by %d, %d" % (a, b), "signed_division",
                   dict(x_ptr=x, y_ptr=y, out_ptr=Tensor("i32", shape=132, ref=ref, tol=0.0), x_scalar=("i32", a),
                        y_scalar=("i32", b)), dict(BLOCK=64))


def loads(rng):
    for n in (0, 1, 100, 127, 128):
        x = Tensor("fp16", np.full(128, np.nan))
        x.array[:n] = rng.standard_normal(n)
        ref = np.where(np.arange(128) < n, x.values, 0)
        yield case("masked load without other, %d of 128" % n, "masked_load",
                   dict(x_ptr=x, out_ptr=Tensor("fp32", shape=128, ref=ref, tol=0.0), n=("i32", n)), dict(BLOCK=128))
        x = Tensor("i8", rng.integers(-128, 128, 128))
        ref = np.where(np.arange(128) < n, x.values, 0)
        yield case("masked bytes, %d of 128" % n, "masked_bytes",
                   dict(x_ptr=x, out_ptr=Tensor("i32", shape=128, ref=ref, tol=0.0), n=("i32", n)), dict(BLOCK=128))
    x = Tensor("i32", rng.integers(0, 1 << 20, (128, 128)))
    yield case("transposition 128x128", "transpose", dict(x_ptr=x, out_ptr=Tensor("i32", shape=(128, 128), ref=x.array.T, tol=0.0)),
               dict(SIZE=128))
    # The NaN rule of a maximum with its index is that of a chain of `>`: whatever comes out is an element and its place.
    for where in (0, 5, 63):
        x = Tensor("fp32", rng.standard_normal(64))
        x.array[where] = np.nan
        value = Tensor("fp32", shape=1, ref=np.zeros(1), tol=0.0)
        index = Tensor("i32", shape=1, ref=np.zeros(1), tol=0.0)

        def judge(outputs, x=x):
            place = int(outputs["index_ptr"][0])
            assert 0 <= place < 64, "index %d" % place
            assert x.array[place].tobytes() == outputs["max_ptr"][0].tobytes(), "the value is not the element at its index"

        made = case("maximum with index and a NaN at %d" % where, "max_index", dict(x_ptr=x, max_ptr=value, index_ptr=index),
                    dict(BLOCK=64))
        made.judge = judge
        yield made


def sines(rng):
    """Within 2 ulp of the double result, for arguments up to 1e6 and near multiples of pi/2."""
    size = 1024
    x = rng.standard_normal(size) * 10.0 ** rng.uniform(-3, 6, size)
    x[:256] = np.arange(256) * np.pi / 2
    x = Tensor("fp32", x)
    made = case("sine and cosine of large arguments", "sine",
                dict(x_ptr=x, sin_ptr=Tensor("fp32", shape=size, ref=np.sin(x.values), tol=1.0),
                     cos_ptr=Tensor("fp32", shape=size, ref=np.cos(x.values), tol=1.0)), dict(BLOCK=size))

    def judge(outputs):
        for name, function in (("sin_ptr", np.sin), ("cos_ptr", np.cos)):
            right = function(x.values)
            ulp = np.spacing(np.abs(right).astype(np.float32)).astype(np.float64)
            error = np.abs(outputs[name].astype(np.float64) - right) / ulp
            worst = int(error.argmax())
            assert error[worst] <= 2, "%s(%r): %.3g ulp" % (name[:3], x.array[worst], error[worst])

    made.judge = judge
    yield made


def large(rng):
    x = Tensor("i32", rng.integers(0, 1000, (4, 65536)))
    yield case("a 4 x 65536 block", "wide_block", dict(x_ptr=x, out_ptr=Tensor("i32", shape=x.array.shape, ref=x.array * 2, tol=0.0)),
               dict(ROWS=4, COLUMNS=65536))


numerics.GROUPS = {"scans": scans, "atomics": atomics, "dots": dots, "pipelines": pipelines, "scalars": scalars, "loads": loads,
                   "sines": sines, "large": large}
numerics.BITS.update(i8=8)

if __name__ == "__main__":
    sys.exit(numerics.main())

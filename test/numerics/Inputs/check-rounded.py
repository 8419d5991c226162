#!/usr/bin/env python3
"""check-rounded.py TRITONC TRITONRUN FOLDER: f64 operations rounded in a direction against exact fractions, over the whole range of
exponents and most of all where results are denormal."""
import math
import os
import random
import subprocess
import sys
from fractions import Fraction

import numpy as np

TRITONC, TRITONRUN, FOLDER = sys.argv[1:4]
KERNEL = """import triton
import triton.language as tl
from triton.language.extra import libdevice


@triton.jit
def rounded_kernel(x_ptr, y_ptr, z_ptr, out_ptr, N: tl.constexpr):
    i = tl.arange(0, N)
    x = tl.load(x_ptr + i)
    y = tl.load(y_ptr + i)
    z = tl.load(z_ptr + i)
    tl.store(out_ptr + i, libdevice.%s(%s))
"""
OPERATIONS = ["mul_rz", "mul_ru", "mul_rd", "div_rz", "div_ru", "div_rd", "sqrt_rz", "sqrt_ru", "fma_rz", "fma_ru", "fma_rd"]
COUNT = 2048
LARGEST = sys.float_info.max
SPECIAL = [5e-324, 1e-323, 2.2250738585072014e-308, 2.225073858507201e-308, 1.0, 1.0000000000000002, -5e-324, -2.2e-308, 3.0, 1 / 3,
           1e308, LARGEST, -LARGEST, -0.0, 2.0**-540, 1.3 * 2.0**-537, 2.0**-900, 2.0**-1000, -(2.0**-800), 0.0]


def draw(rng):
    kind = rng.random()
    if kind < 0.3:
        return rng.choice(SPECIAL)
    low, high = (-1074, -900) if kind < 0.6 else (-600, -400) if kind < 0.8 else (-1074, 1022)
    return math.ldexp(rng.uniform(-2, 2), rng.randint(low, high))


def rounded(exact, direction):
    """The double next to a fraction, in a direction."""
    try:
        nearest = exact.numerator / exact.denominator
    except OverflowError:
        nearest = math.inf if exact > 0 else -math.inf
    if math.isinf(nearest):
        inwards = {"z": True, "u": exact < 0, "d": exact > 0}[direction]
        return math.copysign(LARGEST, nearest) if inwards else nearest
    if Fraction(nearest) == exact:
        return nearest
    towards = {"z": 0.0, "u": math.inf, "d": -math.inf}[direction]
    beyond = {"z": abs(Fraction(nearest)) > abs(exact), "u": Fraction(nearest) < exact, "d": Fraction(nearest) > exact}[direction]
    return math.nextafter(nearest, towards) if beyond else nearest


def rounded_root(x, direction):
    root = math.sqrt(x)
    square = Fraction(root) ** 2
    if direction == "u":
        return math.nextafter(root, math.inf) if square < Fraction(x) else root
    return math.nextafter(root, 0.0) if square > Fraction(x) else root


def expected(operation, x, y, z):
    """None where the result is no number, or an exact zero that is not made of zeros."""
    name, direction = operation[:-3], operation[-1]
    if name == "sqrt":
        return rounded_root(x, direction) if x > 0 else None
    if name == "div" and y == 0:
        return None
    a, b, c = Fraction(x), Fraction(y), Fraction(z)
    exact = a * b if name == "mul" else a / b if name == "div" else a * b + c
    if exact:
        return rounded(exact, direction)
    if name != "fma" or c:
        return None
    product = math.copysign(1, x) * math.copysign(1, y)
    same = product == math.copysign(1, z)
    return math.copysign(0.0, product) if same else -0.0 if direction == "d" else 0.0


def main():
    os.makedirs(FOLDER, exist_ok=True)
    rng = random.Random(7)
    operands = {name: np.array([draw(rng) for _ in range(COUNT)]) for name in "xyz"}
    for name, values in operands.items():
        np.save(os.path.join(FOLDER, name + ".npy"), values)
    wrong = checked = 0
    for operation in OPERATIONS:
        code, out = os.path.join(FOLDER, "k.so"), os.path.join(FOLDER, "out.npy")
        kernel = os.path.join(FOLDER, "rounded.py")
        with open(kernel, "w") as f:
            f.write(KERNEL % (operation, {"sqrt": "x", "fma": "x, y, z"}.get(operation[:-3], "x, y")))
        subprocess.check_call([TRITONC, kernel, "-o", code, "--target=cpu", "--signature=*fp64, *fp64, *fp64, *fp64, N=%d" % COUNT])
        arguments = ["--arg=%s_ptr=f64[%d]:@%s" % (n, COUNT, os.path.join(FOLDER, n + ".npy")) for n in "xyz"]
        subprocess.check_call([TRITONRUN, code, "--grid=1", "--arg=out_ptr=f64[%d]:poison" % COUNT, "--save=out_ptr=" + out] +
                              arguments, stdout=subprocess.DEVNULL)
        for x, y, z, r in zip(*(operands[n].tolist() for n in "xyz"), np.load(out).tolist()):
            want = expected(operation, x, y, z)
            if want is None:
                continue
            checked += 1
            if r != want or math.copysign(1, r) != math.copysign(1, want):
                wrong += 1
                if wrong <= 10:
                    print("%s(%r, %r, %r) is %r, not %r" % (operation, x, y, z, r, want))
    print("%d results, %d wrong" % (checked, wrong))
    return wrong > 0 or checked < 10000


if __name__ == "__main__":
    sys.exit(main())

#!/usr/bin/env python3
"""Random index arithmetic: does the axis analysis claim only what holds?

Each seed gives a function of integer arithmetic on ranges and arguments. It is evaluated here for several arguments, and every
claim of `layout-print-axis-info` (contiguity, divisibility, constancy, constant) is checked element by element. Values that leave
32 bits are not judged: the analysis assumes that index arithmetic does not overflow. Nor are quotients by negative numbers.

  random_axis_info.py --bin DIR --seeds A:B
"""
import argparse
import os
import random
import re
import subprocess
import sys

N = 32
BINARY = "addi addi addi muli divsi divui remsi remui addi subi muli divsi divui remsi remui andi ori xori minsi maxsi minui maxui".split()
COMPARE = "slt sle sgt sge ult ule ugt uge eq ne".split()


def signed(value):
    return (value + 2**31) % 2**32 - 2**31


def truncated(a, b):
    return abs(a) // abs(b) * (1 if (a < 0) == (b < 0) else -1)


def compute(op, a, b):
    """None where the operation is undefined or overflows."""
    ua, ub = a % 2**32, b % 2**32
    if op in ("divsi", "remsi", "divui", "remui") and b == 0 or op == "divsi" and b < 0:
        return None
    result = {
        "addi": lambda: a + b, "subi": lambda: a - b, "muli": lambda: a * b, "andi": lambda: a & b, "ori": lambda: a | b,
        "xori": lambda: a ^ b, "minsi": lambda: min(a, b), "maxsi": lambda: max(a, b),
        "divsi": lambda: truncated(a, b), "remsi": lambda: a - b * truncated(a, b),
        "divui": lambda: signed(ua // ub), "remui": lambda: signed(ua % ub),
        "minui": lambda: signed(min(ua, ub)), "maxui": lambda: signed(max(ua, ub)),
        "slt": lambda: a < b, "sle": lambda: a <= b, "sgt": lambda: a > b, "sge": lambda: a >= b,
        "ult": lambda: ua < ub, "ule": lambda: ua <= ub, "ugt": lambda: ua > ub, "uge": lambda: ua >= ub,
        "eq": lambda: a == b, "ne": lambda: a != b,
    }[op]()
    return int(result) if -2**31 <= result < 2**31 else None


def program(pick):
    """Lines of text, and for each value a function of the arguments that gives its elements (None where not judged)."""
    text, values, masks = [], [], []
    full = f"tensor<{N}xi32>"

    def add(line, evaluate, to=values):
        name = f"%v{len(text)}"
        text.append((name, f"{name} = {line}"))
        to.append((name, evaluate))
        checks.append((name, evaluate))

    checks = []
    start = pick.choice([0, 0, 8, 3])
    add(f"tt.make_range {{start = {start} : i32, end = {start + N} : i32}} : {full}", lambda args: [start + i for i in range(N)])
    for arg in range(3):
        add(f"tt.splat %a{arg} : i32 -> {full}", lambda args, arg=arg: [args[arg]] * N)
    for c in (4, 8, pick.choice([1, 2, 16, 12])):
        add(f"arith.constant dense<{c}> : {full}", lambda args, c=c: [c] * N)
    for _ in range(pick.randint(3, 14)):
        kind = pick.choice(["binary"] * 6 + ["constant", "constant", "compare", "select", "shift"])
        # Mostly with the range and the arguments, so that there is something to claim.
        (a, fa), (b, fb) = pick.choice([pick.choice(values[:1] + values[7:]), pick.choice(values)]), pick.choice(values)

        def zipped(op, fa=fa, fb=fb):
            def evaluate(args):
                x, y = fa(args), fb(args)
                if x is None or y is None:
                    return None
                result = [compute(op, p, q) for p, q in zip(x, y)]
                return None if None in result else result
            return evaluate

        if kind == "constant":
            c = pick.choice([1, 2, 3, 4, 7, 8, 15, 16, 31, 32, 64, -1, -4, 0, 12])
            add(f"arith.constant dense<{c}> : {full}", lambda args, c=c: [c] * N)
        elif kind == "binary":
            op = pick.choice(BINARY)
            add(f"arith.{op} {a}, {b} : {full}", zipped(op))
        elif kind == "compare":
            op = pick.choice(COMPARE)
            add(f"arith.cmpi {op}, {a}, {b} : {full}", zipped(op), masks)
        elif kind == "select" and masks:
            m, fm = pick.choice(masks)
            add(f"arith.select {m}, {a}, {b} : tensor<{N}xi1>, {full}", lambda args, fa=fa, fb=fb, fm=fm: None
                if None in (fa(args), fb(args), fm(args)) else [x if c else y for c, x, y in zip(fm(args), fa(args), fb(args))])
        elif kind == "shift":
            op, amount = pick.choice(["shli", "shrsi", "shrui"]), pick.choice([0, 1, 2, 3])
            add(f"arith.constant dense<{amount}> : {full}", lambda args, c=amount: [c] * N)
            by = text[-1][0]

            def shifted(args, op=op, fa=fa, amount=amount):
                x = fa(args)
                if x is None:
                    return None
                if op == "shrsi":
                    return [v >> amount for v in x]
                if op == "shrui":
                    return [signed((v % 2**32) >> amount) for v in x]
                result = [v << amount for v in x]
                return result if all(-2**31 <= v < 2**31 for v in result) else None

            add(f"arith.{op} {a}, {by} : {full}", shifted)
    return text, checks


def violated(claim, elements, is_mask):
    contiguity, divisibility, constancy = (int(claim[i]) for i in (1, 2, 3))
    for first in range(0, N, min(constancy, N)):
        if len(set(elements[first:first + constancy])) > 1:
            return f"constancy {constancy}"
    if is_mask:
        return ""
    for first in range(0, N, min(contiguity, N)):
        group = elements[first:first + contiguity]
        if any(value != group[0] + i for i, value in enumerate(group)):
            return f"contiguity {contiguity}"
        if group[0] % min(divisibility, 2**31):
            return f"divisibility {divisibility} (with contiguity {contiguity})"
    if claim[4] and any(value != int(claim[4]) for value in elements):
        return f"constant {claim[4]}"
    return ""


def check(seed, tool):
    pick = random.Random(seed)
    text, checks = program(pick)
    divisors = [pick.choice([1, 1, 4, 16, 32]) for _ in range(3)]
    params = ", ".join(f"%a{i}: i32 {{tt.divisibility = {d} : i32}}" for i, d in enumerate(divisors))
    source = f"tt.func @f({params}) {{\n" + "\n".join(line for _, line in text) + "\ntt.return\n}\n"
    done = subprocess.run([tool, "--layout-print-axis-info", "-o", os.devnull], input=source, capture_output=True, text=True)
    pattern = r"<stdin>:(\d+):\d+: remark: contiguity=\[(\d+)\] divisibility=\[(\d+)\] constancy=\[(\d+)\](?: constant=(-?\d+))?"
    claims = {int(m[1]) - 2: (None, m[2], m[3], m[4], m[5]) for m in re.finditer(pattern, done.stderr)}
    if done.returncode or len(claims) != len(text):
        return f"{len(claims)} claims for {len(text)} values\n{done.stderr[:400]}"
    for _ in range(12):
        args = [d * pick.choice([0, 1, 2, 3, 5, -1, -2, -3, 7, 100, -100]) for d in divisors]
        for line, (name, evaluate) in enumerate(checks):
            elements = evaluate(args)
            if elements is None:
                continue
            is_mask = "cmpi" in text[line][1]
            problem = violated(claims[line], elements, is_mask)
            if problem:
                return f"{name} is {elements} for {args}; claimed {problem}\n{source}"
    return ""


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--bin", default="build/bin", help="folder of the tools, or one of them")
    parser.add_argument("--seeds", default="1:50", help="first:last")
    options = parser.parse_args()
    folder = os.path.dirname(options.bin) if os.path.isfile(options.bin) else options.bin
    first, last = map(int, options.seeds.split(":"))
    failures = 0
    for seed in range(first, last + 1):
        problem = check(seed, os.path.join(folder, "tritonc-opt"))
        if problem:
            failures += 1
            print(f"seed {seed}: {problem}")
    print(f"{last - first + 1} programs, {failures} failed")
    return 1 if failures else 0


if __name__ == "__main__":
    sys.exit(main())

#!/usr/bin/env python3
"""Random block programs: do layouts, conversions, reductions and scans keep every element in its place?

Each seed gives one kernel in TTIR that loads integers from two tensors, moves and combines them at random (reductions, scans,
transpositions, reshapes, joins, loops, branches, accesses in any order of dimensions) and stores some of the results, each into a
place of its own. Integers wrap exactly, so every correct compiler gives the same bits.

  random_blocks.py --bin DIR --seeds A:B            lay out for several machines and verify the layouts (layout-verify)
  random_blocks.py --bin DIR --seeds A:B --run      also run on the CPU, and compare a GPU with it where there is one
  random_blocks.py --print SEED                     the kernel
"""
import argparse
import math
import os
import random
import subprocess
import sys
import tempfile

MACHINES = [("sm_90a", 4), ("gfx942", 2), ("gfx1100", 8), ("sm_80", 1), ("gfx90a", 16)]
LARGEST = 8192


def tensor(shape, element="i32"):
    return "tensor<" + "x".join(map(str, shape)) + "x" + element + ">"


class Kernel:
    def __init__(self, seed):
        self.random = random.Random(seed)
        self.lines, self.count, self.depth, self.stored = [], 0, 1, 0
        values = []
        for _ in range(self.random.randint(4, 40)):
            self.step(values)
        for _ in range(2):
            if values:
                self.store(*self.random.choice(values))

    def text(self):
        aligned = " {tt.divisibility = 16 : i32}"
        first = self.random.choice([aligned, ""])
        return "\n".join([
            f"tt.func public @k(%x: !tt.ptr<i32>{first}, %y: !tt.ptr<i32>{aligned}, %o: !tt.ptr<i32>{aligned}, %n: i32) {{",
            "  %c0 = arith.constant 0 : i32",
            "  %c1 = arith.constant 1 : i32",
            "  %some = arith.cmpi sgt, %n, %c1 : i32",
            *self.lines,
            "  tt.return",
            "}",
            "",
        ])

    def line(self, text):
        self.lines.append("  " * self.depth + text)

    def make(self, text):
        self.count += 1
        self.line(f"%v{self.count} = {text}")
        return f"%v{self.count}"

    def axis(self, shape, dim, stride):
        """stride * (index along dim), over the whole shape."""
        size = shape[dim]
        value = self.make(f"tt.make_range {{start = 0 : i32, end = {size} : i32}} : {tensor([size])}")
        current = [size]
        for other in range(len(shape)):
            if other != dim:
                wider = list(current)
                wider.insert(other, 1)
                value = self.make(f"tt.expand_dims {value} {{axis = {other} : i32}} : {tensor(current)} -> {tensor(wider)}")
                current = wider
        factor = self.make(f"arith.constant dense<{stride}> : {tensor(current)}")
        value = self.make(f"arith.muli {value}, {factor} : {tensor(current)}")
        if current != shape:
            value = self.make(f"tt.broadcast {value} : {tensor(current)} -> {tensor(shape)}")
        return value

    def pointers(self, shape, base):
        order = list(range(len(shape)))
        if self.random.random() < 0.4:
            self.random.shuffle(order)
        total, stride = None, 1
        for dim in reversed(order):
            part = self.axis(shape, dim, stride)
            total = part if total is None else self.make(f"arith.addi {total}, {part} : {tensor(shape)}")
            stride *= shape[dim]
        kind = tensor(shape, "!tt.ptr<i32>")
        bases = self.make(f"tt.splat {base} : !tt.ptr<i32> -> {kind}")
        return self.make(f"tt.addptr {bases}, {total} : {kind}, {tensor(shape)}"), kind

    def load(self):
        shape = [2 ** self.random.randint(0, 6) for _ in range(self.random.randint(1, 3))]
        if len(shape) == 1:
            shape = [2 ** self.random.randint(0, 12)]
        while math.prod(shape) > 4096:
            shape[shape.index(max(shape))] //= 2
        pointers, kind = self.pointers(shape, self.random.choice(["%x", "%y"]))
        return self.make(f"tt.load {pointers} : {kind}"), shape

    def store(self, value, shape):
        offset = self.make(f"arith.constant {self.stored} : i32")
        base = self.make(f"tt.addptr %o, {offset} : !tt.ptr<i32>, i32")
        self.stored += max(math.prod(shape), 16)
        pointers, kind = self.pointers(shape, base)
        self.line(f"tt.store {pointers}, {value} : {kind}")

    def combine(self, op, attributes, value, shape, result):
        value = self.make(f'"tt.{op}"({value}) <{{{attributes}}}> ({{')
        self.line("^bb0(%a: i32, %b: i32):")
        self.line("  %sum = arith.addi %a, %b : i32")
        self.line(f"  tt.{op}.return %sum : i32")
        self.line(f"}}) : ({tensor(shape)}) -> {tensor(result)}")
        return value, result

    def body(self, values, extra, steps, shape):
        """Steps in a region that yields a value of this shape."""
        self.depth += 1
        inner = values + extra
        for _ in range(steps):
            self.step(inner)
        result = self.random.choice([v for v, s in inner if s == shape])
        self.line(f"scf.yield {result} : {tensor(shape)}")
        self.depth -= 1

    def step(self, values):
        pick, rank = self.random, None
        kind = pick.choice("load add add reduce trans reshape join split scan expand broadcast store cat loop if fill".split())
        if kind == "load" or not values:
            values.append(self.load())
            return
        value, shape = pick.choice(values)
        rank, kind_of = len(shape), tensor(shape)
        same = pick.choice([v for v, s in values if s == shape])
        if kind == "add":
            values.append((self.make(f"arith.addi {value}, {same} : {kind_of}"), shape))
        elif kind == "fill":
            values.append((self.make(f"arith.constant dense<3> : {kind_of}"), shape))
        elif kind == "reduce" and rank > 1:
            axis = pick.randrange(rank)
            values.append(self.combine("reduce", f"axis = {axis} : i32", value, shape, shape[:axis] + shape[axis + 1:]))
        elif kind == "scan":
            attributes = f"axis = {pick.randrange(rank)} : i32, reverse = {pick.choice(['true', 'false'])}"
            values.append(self.combine("scan", attributes, value, shape, shape))
        elif kind == "trans" and rank > 1:
            order = list(range(rank))
            pick.shuffle(order)
            result = [shape[i] for i in order]
            attribute = f"{{order = array<i32: {', '.join(map(str, order))}>}}"
            values.append((self.make(f"tt.trans {value} {attribute} : {kind_of} -> {tensor(result)}"), result))
        elif kind == "reshape":
            left, result = math.prod(shape), []
            while left > 1 and len(result) < 2:
                result.append(2 ** pick.randint(0, left.bit_length() - 1))
                left //= result[-1]
            result.append(left)
            values.append((self.make(f"tt.reshape {value} : {kind_of} -> {tensor(result)}"), result))
        elif kind == "join" and rank < 3 and math.prod(shape) < LARGEST:
            values.append((self.make(f"tt.join {value}, {same} : {kind_of} -> {tensor(shape + [2])}"), shape + [2]))
        elif kind == "cat" and rank == 1 and shape[0] < LARGEST:
            values.append((self.make(f"tt.cat {value}, {same} : {kind_of} -> {tensor([2 * shape[0]])}"), [2 * shape[0]]))
        elif kind == "split" and rank > 1 and shape[-1] == 2:
            self.count += 2
            a, b, half = f"%v{self.count - 1}", f"%v{self.count}", shape[:-1]
            self.line(f"{a}, {b} = tt.split {value} : {kind_of} -> {tensor(half)}")
            values += [(a, half), (b, half)]
        elif kind == "expand" and rank < 3:
            axis = pick.randint(0, rank)
            result = shape[:axis] + [1] + shape[axis:]
            values.append((self.make(f"tt.expand_dims {value} {{axis = {axis} : i32}} : {kind_of} -> {tensor(result)}"), result))
        elif kind == "broadcast" and 1 in shape:
            result = [2 ** pick.randint(0, 5) if size == 1 else size for size in shape]
            if math.prod(result) <= LARGEST:
                values.append((self.make(f"tt.broadcast {value} : {kind_of} -> {tensor(result)}"), result))
        elif kind == "store":
            self.store(value, shape)
        elif kind == "loop" and self.depth < 3:
            self.count += 1
            name = self.count
            self.line(f"%v{name} = scf.for %i{name} = %c0 to %n step %c1 iter_args(%t{name} = {value}) -> ({kind_of}) : i32 {{")
            self.body(values, [(f"%t{name}", shape)], pick.randint(1, 6), shape)
            self.line("}")
            values.append((f"%v{name}", shape))
        elif kind == "if" and self.depth < 3:
            self.count += 1
            name = self.count
            self.line(f"%v{name} = scf.if %some -> ({kind_of}) {{")
            self.body(values, [], pick.randint(0, 4), shape)
            self.line("} else {")
            self.body(values, [], pick.randint(0, 4), shape)
            self.line("}")
            values.append((f"%v{name}", shape))


def call(*command):
    done = subprocess.run(command, capture_output=True, text=True, timeout=120)
    if done.returncode:
        lines = (done.stderr or done.stdout).strip().splitlines()
        return lines[0] if lines else f"exit code {done.returncode}"
    return ""


def check(seed, options, folder):
    kernel = Kernel(seed)
    source = os.path.join(folder, f"k{seed}.ttir")
    with open(source, "w") as file:
        file.write(kernel.text())
    tool = lambda name: os.path.join(options.bin, name)
    for target, warps in MACHINES:
        layout = f"--tritonc-layout=target={target} num-warps={warps}"
        problem = call(tool("tritonc-opt"), source, "--tritonc-block", layout, "--layout-verify", "-o", os.devnull)
        if problem:
            return f"{target}, {warps} warps: {problem}"
    if not options.run:
        return ""
    bundle, warps = os.path.join(folder, f"k{seed}.tkb"), 2 ** (seed % 4)
    problem = call(tool("tritonc"), source, "-o", bundle, "--target=cpu,sm_90a", f"--num-warps={warps}")
    inputs = [f"--arg=arg{i}=i32[65536]:randint(0,100)" for i in (0, 1)]
    run = [tool("tritonrun"), bundle, "--grid=1", *inputs, f"--arg=arg2=i32[{kernel.stored + 64}]:zeros", "--arg=arg3=3"]
    return problem or call(*run, "--check-against=cpu")


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--bin", default="build/bin", help="folder of the tools, or one of them")
    parser.add_argument("--seeds", default="1:50", help="first:last")
    parser.add_argument("--run", action="store_true")
    parser.add_argument("--print", type=int, metavar="SEED")
    options = parser.parse_args()
    if options.print is not None:
        sys.stdout.write(Kernel(options.print).text())
        return 0
    if os.path.isfile(options.bin):
        options.bin = os.path.dirname(options.bin)
    first, last = map(int, options.seeds.split(":"))
    failures = 0
    with tempfile.TemporaryDirectory() as folder:
        for seed in range(first, last + 1):
            problem = check(seed, options, folder)
            if problem:
                failures += 1
                print(f"seed {seed}: {problem}")
    print(f"{last - first + 1} kernels, {failures} failed")
    return 1 if failures else 0


if __name__ == "__main__":
    sys.exit(main())

#!/usr/bin/env python3
"""Mutates kernels and their textual IR, compiles what comes out, and reports every exit code other than 0, 2 and 3.

    test/fuzz/ir_fuzz.py --tritonc=build/bin/tritonc --seconds=60 --seed=1 [--keep=DIR] [FILE.py|FILE.ttir ...]

A case is a function of the seed and its number, so `--seed=S --case=N` makes it again. Inputs: the examples' block and layout IR
as tritonc prints it, and any files that are named. Mutations work on words (types, numbers, names, operations), lines, and
brackets, since random bytes seldom pass the parser. With --frontend only the kernels are mutated, as Python (kernel_mutations.py),
and compiled as far as block IR: that is the fuzzer of the parser and the evaluator.
"""
import argparse
import os
import random
import re
import subprocess
import sys
import tempfile
import time

import kernel_mutations

WORD = re.compile(r"%?[A-Za-z_][\w.]*|-?\d+(?:\.\d+)?(?:[eE][-+]?\d+)?|\S")
NUMBERS = ["0", "1", "-1", "2", "3", "7", "31", "32", "33", "1024", "1048576", "2147483647", "2147483648", "-2147483648",
           "9223372036854775807", "18446744073709551616", "1.0e+00", "0x7FC00000", "65536x65536", "true"]
TYPES = ["i1", "i8", "i16", "i32", "i64", "i128", "i7", "f16", "bf16", "f32", "f64", "f8E4M3FN", "f8E5M2", "index", "none",
         "!tt.ptr<f32>", "!tt.ptr<i1>", "!tt.ptr<f32, 3>", "tensor<32xf32>", "tensor<1xi1>", "tensor<4x8x!tt.ptr<f16>>", "tensor<?xf32>",
         "vector<4xf32>", "tuple<>", "tensor<0xf32>", "tensor<3xi32>", "tensor<f32>"]
KIND = [(re.compile(r"^-?\d"), "number"), (re.compile(r"^(i\d+|f\d+\w*|bf16|index)$"), "type"), (re.compile(r"^%"), "value"),
        (re.compile(r"^(tt|ttg|arith|math|scf|cf|ub)\."), "operation"), (re.compile(r"^\w+$"), "name")]


def kind(word):
    return next((name for pattern, name in KIND if pattern.match(word)), "mark")


def mutate_words(text, rng, pool):
    spans = [m.span() for m in WORD.finditer(text)]
    if not spans:
        return text
    begin, end = rng.choice(spans)
    word = text[begin:end]
    what = kind(word)
    if what == "number":
        new = rng.choice(NUMBERS)
    elif what == "type":
        new = rng.choice(TYPES)
    else:
        same = [w for w in pool if kind(w) == what]
        new = rng.choice(same) if same and rng.random() < 0.85 else rng.choice(["", word + word, rng.choice(TYPES)])
    return text[:begin] + new + text[end:]


def mutate_lines(text, rng, pool):
    lines = text.split("\n")
    i, j = rng.randrange(len(lines)), rng.randrange(len(lines))
    action = rng.randrange(5)
    if action == 0:
        del lines[i]
    elif action == 1:
        lines.insert(j, lines[i])
    elif action == 2:
        lines[i], lines[j] = lines[j], lines[i]
    elif action == 3:
        lines[i] = lines[i][: rng.randrange(len(lines[i]) + 1)]
    else:
        lines = lines[:i]
    return "\n".join(lines)


BINARY = {"i": "addi subi muli divsi divui remsi remui andi ori xori shli shrsi shrui maxsi minsi maxui minui ceildivsi floordivsi".split(),
          "f": "addf subf mulf divf remf maximumf minimumf maxnumf minnumf".split()}
UNARY = "exp exp2 log log2 sin cos tanh sqrt rsqrt absf erf floor ceil".split()


def mutate_everywhere(text, rng, pool):
    """Changes a type or a size in all places at once, or an operation for one of the same form: mostly valid IR comes out."""
    action = rng.randrange(4)
    if action == 0:
        old, new = rng.sample(["f16", "bf16", "f32", "f64", "f8E5M2", "f8E4M3FN"], 2)
        return re.sub(r"(?<![\w%])" + old + r"\b|(?<=x)" + old + r"\b", new, text)
    if action == 1:
        old, new = rng.sample(["i1", "i8", "i16", "i32", "i64"], 2)
        return re.sub(r"(?<=x)" + old + r"\b|(?<=: )" + old + r"\b", new, text)
    if action == 2:
        sizes = re.findall(r"(?<=[<x])\d+(?=x)", text)
        if sizes:
            old, new = rng.choice(sizes), str(2 ** rng.randrange(15))
            text = re.sub(r"(?<=[<x])%s(?=x)" % old, new, text)
            return re.sub(r"\bend = %s\b" % old, "end = " + new, text)
    found = list(re.finditer(r"\barith\.(\w+?)([if])\b|\bmath\.(\w+)", text))
    if not found:
        return text
    match = rng.choice(found)
    if match.group(3):
        return text[: match.start(3)] + rng.choice(UNARY) + text[match.end(3) :]
    return text[: match.start(1)] + rng.choice(BINARY[match.group(2)]) + text[match.end(2) :]


def mutate_bytes(text, rng, pool):
    i = rng.randrange(len(text))
    return text[:i] + rng.choice(["", "\0", "\x7f", "\u00e9", "(", ")", "{", "}", "<", ">", "\"", "\n", "#", " " * 300]) + text[i + 1 :]


def mutated(text, rng, pool):
    for _ in range(rng.choice([1, 1, 1, 2, 3, 6])):
        step = rng.choices([mutate_everywhere, mutate_words, mutate_lines, mutate_bytes], [10, 7, 2, 1])[0]
        text = step(text, rng, pool) or " "
    return text


POINTERS = "*fp32:16,*fp32:16,*fp32:16,"
EXAMPLES = {
    "vector_add.py": [POINTERS + "i32,BLOCK=256"],
    "relu_add.py": [POINTERS + "i32,BLOCK=512"],
    "dropout.py": ["*fp16,*fp16,i32,fp32,i32,BLOCK=256"],
    "fused_softmax.py": ["*fp32:16,*fp32:16,i32,i32,i32,BLOCK_N=256"],
    "layer_norm.py": [POINTERS + POINTERS + "i32,i32,i32,fp32,BLOCK_N=256"],
    "histogram.py": ["*i32,*i32,i32,BLOCK=256,NUM_BINS=64", "--kernel=histogram_block_kernel"],
    "matmul.py": ["*fp16,*fp16,*fp16,i32,i32,i32,i32,i32,i32,i32,i32,i32,BLOCK_M=32,BLOCK_N=32,BLOCK_K=32,GROUP_M=4,ACTIVATION=\"relu\"", "--no-autotune"],
    "cross_entropy.py": ["*fp16,*i64,*fp32,*fp32,i32,i32,i32,BLOCK_N=256"],
    "masked_mean.py": ["*fp32,*u8,*fp32,i32,i32,i32,BLOCK_N=256"],
    "scan.py": [POINTERS + "i32,i32,i32,i32,BLOCK_N=128", "--kernel=linear_recurrence_kernel"],
}


def seeds(tritonc, files):
    """(suffix, text, options) of each thing to mutate."""
    for path in files:
        suffix = os.path.splitext(path)[1]
        if suffix != ".py":
            yield suffix, open(path).read(), []
            continue
        signature, *options = EXAMPLES.get(os.path.basename(path), [""])
        options.append("--signature=" + signature)
        yield ".py", open(path).read(), options
        result = subprocess.run([tritonc, path, "--emit=ttir", "--target=sm_90a", "-o", "-"] + options, capture_output=True, text=True)
        if result.returncode == 0:
            yield ".ttir", result.stdout, []


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--tritonc", required=True)
    parser.add_argument("--seconds", type=float, default=20)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--cases", type=int, default=10**9, help="stop after so many, if --seconds are not over before")
    parser.add_argument("--case", type=int, help="only this one, and keep it")
    parser.add_argument("--frontend", action="store_true", help="mutate kernels as Python, and stop at block IR")
    parser.add_argument("--keep", help="folder for the cases that fail")
    parser.add_argument("files", nargs="*")
    args = parser.parse_args()
    args.tritonc = os.path.abspath(args.tritonc)  # cases are compiled in a folder of their own
    kernels = os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "..", "examples", "kernels")
    files = args.files or [os.path.join(kernels, name) for name in EXAMPLES]
    inputs = [i for i in seeds(args.tritonc, files) if not args.frontend or i[0] == ".py"]
    if not inputs:
        sys.exit("nothing to mutate")
    pool = sorted({w for _, text, _ in inputs for w in WORD.findall(text)})
    targets = [["--target=sm_90a", "--emit=ptx"], ["--target=sm_80", "--emit=ptx"], ["--target=gfx942", "--emit=amdgcn"],
               ["--target=gfx1100", "--emit=amdgcn"], ["--target=cpu", "--emit=llvm"]]
    counts, failures = {}, []
    end = time.monotonic() + args.seconds
    number = args.case or 0
    args.cases = max(args.cases, number + 1)
    with tempfile.TemporaryDirectory() as folder:
        while time.monotonic() < end and number < args.cases:
            rng = random.Random("%d/%d" % (args.seed, number))
            suffix, text, options = rng.choice(inputs)
            path = os.path.join(folder, "case" + suffix)
            text = (kernel_mutations.mutated if args.frontend else mutated)(text, rng, pool)
            with open(path, "w", encoding="utf-8", errors="surrogateescape") as file:
                file.write(text)
            target = ["--target=sm_90a", "--emit=ttir"] if args.frontend else rng.choice(targets)
            try:
                done = subprocess.run([args.tritonc, path, "-o", "-"] + target + options, cwd=folder, capture_output=True, timeout=30)
                code, said = done.returncode, done.stderr.decode("utf-8", "replace")
            except subprocess.TimeoutExpired:
                code, said = "timeout", ""
            # A refusal says where or why.
            if code == 2 and "error: " not in said:
                code = "silent"
            counts[code] = counts.get(code, 0) + 1
            if code not in (0, 2, 3) or args.case is not None:
                failures.append(number)
                print("case %d (%s %s): exit %s\n%s" % (number, suffix, " ".join(target), code, said[-800:]), flush=True)
                if args.keep:
                    os.makedirs(args.keep, exist_ok=True)
                    with open(os.path.join(args.keep, "%d-%d%s" % (args.seed, number, suffix)), "w", encoding="utf-8") as file:
                        file.write(text)
            if args.case is not None:
                break
            number += 1
    print("%d cases: %s" % (sum(counts.values()), ", ".join("%s: %d" % item for item in sorted(counts.items(), key=str))))
    sys.exit(1 if failures and args.case is None else 0)


main()

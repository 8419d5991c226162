#!/usr/bin/env python3
"""Compares tritonc with Triton, kernel by kernel.

    compare.py --dir DIR --bin build/bin --compile-only              generates the kernels, compiles them for sm_90a and the CPU
    triton_compile.py DIR                                            Triton's own code for them (a Python with Triton; no GPU)
    compare.py --dir DIR --lib build/lib/libtritonrt.so --run        runs all three and compares (a Hopper GPU)
    compare.py --dir DIR --lib build/lib/libtritonrt.so --run --expected FILE
                                                                     the same with results of Triton that --save-expected kept

Inputs are random, with infinities, NaN, denormals, -0 and extreme integers among them; outputs are poisoned; bytes around every
buffer are checked. Results must be equal bit by bit (any NaN equals any NaN), except where a case says otherwise: `ulp N` for
functions that are not exact, `rel X` (of the largest element) where an order of operations is open. --compile-only and --run may
be given together. Without a GPU only the CPU is compared. The table goes to standard output, each difference in detail after it.
Exit code 1 if anything differs or is refused that Triton compiles.
"""
import argparse
import collections
import json
import os
import re
import sys

import numpy as np

import execute
import generate
import native_compile
import suite
import values


def read_cases(folder, only):
    with open(os.path.join(folder, "cases.json")) as f:
        cases = [suite.from_json(r) for r in json.load(f)]
    return [c for c in cases if re.search(only, c.group + "/" + c.name)]


def refused_by_triton(folder):
    for name in ("triton.json", "triton-front.json"):
        path = os.path.join(folder, name)
        if os.path.exists(path):
            with open(path) as f:
                return json.load(f)
    return {}


def compile_cases(options, cases):
    """Names that cannot be run, per kind; prints what only we refuse."""
    refused = refused_by_triton(options.dir)
    kinds = [k for k in ("gpu", "cpu") if k in options.kinds]
    failures, seconds = native_compile.compile_all(os.path.join(options.bin, "tritonc"), options.dir, cases, kinds, options.jobs, options.ptx)
    by_name = {c.name: c for c in cases}
    # A case without a comparison on the CPU need not compile for it (inline assembly of GPUs).
    ours = {(k, n): m for (k, n), m in failures.items() if n not in refused and not (k == "cpu" and by_name[n].cpu_check == "")}
    for (kind, name), message in sorted(ours.items()):
        print("refused for the %s: %s/%s\n    %s" % (kind.upper(), by_name[name].group, name, message.replace("\n", "\n    ")))
    print("compiled %d cases for %s in %.0f s: %d refused; Triton refuses %d" % (len(cases), " and ".join(k.upper() for k in kinds), seconds, len(ours), len(refused)))
    return not ours


def describe(case, name, got, want, bad):
    """The first elements that differ, with what the kernel read there."""
    dtype, lines = case.args[name].dtype, []
    sources = execute.inputs(case)
    for index in np.flatnonzero(bad)[:4]:
        read = ", ".join("%s=%r" % (n, shown(a[index:index + 1], case.args[n].dtype)) for n, a in sources.items()
                         if not case.args[n].out and len(a) == len(got))
        lines.append("    %s[%d]: %s, Triton %s%s" % (name, index, shown(got[index:index + 1], dtype), shown(want[index:index + 1], dtype), "  (%s)" % read if read else ""))
    return lines


def shown(one, dtype):
    value = values.decode(one, dtype)[0]
    raw = int(one[0]) & ((1 << (one.itemsize * 8)) - 1)
    return "%r (0x%x)" % (value.item(), raw) if dtype in values.FLOATS else str(value)


def compare_case(case, got, want, check):
    """None, or what differs."""
    lines = []
    for name in want:
        bad, summary = values.differences(got[name], want[name], case.args[name].dtype, check)
        if bad.any():
            lines += ["    %s: %s differ (%s)" % (name, summary, check)] + describe(case, name, got[name], want[name], bad)
    return lines


class Column:
    """One comparison with Triton: counts for each group, and the details."""

    def __init__(self, title):
        self.title, self.counts, self.details = title, collections.defaultdict(collections.Counter), []

    def note(self, case, result, lines=()):
        self.counts[case.group][result] += 1
        if result in ("differs", "fails"):
            self.details += ["%s %s: %s/%s%s" % (self.title, result, case.group, case.name, " (%s)" % case.why if case.why else "")] + list(lines)


def compare(cases, ours, failures, expected, title):
    column = Column(title)
    cpu = title == "CPU"
    for case in cases:
        check = case.cpu_check if cpu and case.cpu_check is not None else case.check
        if case.name not in expected:
            continue
        if cpu and check == "":
            column.note(case, "left out")
        elif case.name in failures:
            column.note(case, "fails", ["    " + failures[case.name]])
        elif case.name in ours:
            lines = compare_case(case, ours[case.name], expected[case.name], check)
            column.note(case, "differs" if lines else "equal", lines)
        else:
            column.note(case, "not compiled")
    return column


def table(cases, columns):
    groups = list(dict.fromkeys(c.group for c in cases))
    heads = ["group", "kernels"] + ["%s %s" % (c.title, what) for c in columns for what in ("equal", "differing", "left out", "not compiled")]
    rows = []
    for group in groups + ["all"]:
        row = [group, sum(group in (c.group, "all") for c in cases)]
        for column in columns:
            count = column.counts[group] if group != "all" else sum(column.counts.values(), collections.Counter())
            row += [count["equal"], count["differs"] + count["fails"], count["left out"], count["not compiled"]]
        rows.append(row)
    widths = [max(len(str(r[i])) for r in rows + [heads]) for i in range(len(heads))]
    return "\n".join("  ".join(str(x).ljust(w) if i == 0 else str(x).rjust(w) for i, (x, w) in enumerate(zip(r, widths))) for r in [heads] + rows)


def run_cases(options, cases):
    """Runs what is there and compares; True if nothing differs."""
    built = lambda kind: [c.name for c in cases if os.path.exists(os.path.join(options.dir, kind, c.name + {"gpu": ".cubin", "cpu": ".so", "triton": ".cubin"}[kind]))]
    if options.expected:
        expected, lost = execute.unpack(options.expected), {}
    else:
        expected, lost = execute.run(options.dir, options.lib, "triton", built("triton"), options.jobs)
    for name, why in sorted(lost.items()):
        print("Triton's own kernel fails: %s: %s" % (name, why))
    if options.save_expected:
        execute.pack(options.save_expected, expected)
    columns = []
    for kind in options.kinds:
        if kind == "gpu" and options.ptx:
            continue
        ours, failures = execute.run(options.dir, options.lib, kind, built(kind), options.jobs)
        if options.save_ours:
            execute.pack(options.save_ours + "-" + kind + ".npz", ours)
        columns.append(compare(cases, ours, failures, expected, kind.upper()))
    details = [line for c in columns for line in c.details]
    if options.details:
        with open(options.details, "w") as f:
            f.write("\n".join(details) + "\n")
    print(table([c for c in cases if c.name in expected], columns))
    print("\n".join(details))
    return not details and bool(expected)


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--dir", required=True, help="kernels, code and results")
    parser.add_argument("--bin", default="build/bin", help="folder of tritonc")
    parser.add_argument("--lib", default="build/lib/libtritonrt.so", help="the runtime library")
    parser.add_argument("--only", default="", metavar="REGEX", help="cases whose GROUP/NAME matches")
    parser.add_argument("--every", type=int, default=1, metavar="N", help="only each N-th case")
    parser.add_argument("--kinds", default="gpu,cpu", type=lambda s: s.split(","), help="what to compile and run [gpu,cpu]")
    parser.add_argument("--ptx", action="store_true", help="stop at PTX, which needs no ptxas; only the CPU is run")
    parser.add_argument("--jobs", type=int, default=os.cpu_count())
    parser.add_argument("--compile-only", action="store_true", help="generate and compile")
    parser.add_argument("--run", action="store_true", help="run what is compiled, and compare")
    parser.add_argument("--expected", metavar="FILE", help="results of Triton instead of running its code; only these cases")
    parser.add_argument("--save-expected", metavar="FILE", help="keep Triton's results")
    parser.add_argument("--save-ours", metavar="STEM", help="keep ours, in STEM-gpu.npz and STEM-cpu.npz")
    parser.add_argument("--details", metavar="FILE", help="write the differences there too")
    options = parser.parse_args()
    if options.compile_only:
        generate.write(options.dir, options.only)
    cases = read_cases(options.dir, options.only)[::options.every]
    if options.expected:
        known = execute.unpack(options.expected)
        cases = [c for c in cases if c.name in known]
    good = True
    if options.compile_only:
        good = compile_cases(options, cases)
    if options.run:
        good = run_cases(options, cases) and good
    sys.exit(0 if good else 1)


if __name__ == "__main__":
    main()

#!/usr/bin/env python3
"""Writes small kernels that cover triton.language (operations x types x shapes), and what to run them on.

    generate.py --out DIR [--only REGEX]

DIR gets kernels/GROUP.py, which both Triton and tritonc read, and cases.json: for each case its kernel, arguments, compile-time
values, grid and what must agree. The same every time. compare.py compiles and runs them.
"""
import argparse
import json
import os
import re

import suite
from cases import arithmetic, casts, control, mathematics, memory, products, randoms, reductions, shapes

PARTS = (arithmetic, casts, mathematics, memory, shapes, reductions, products, control, randoms)


def every_case():
    cases = suite.Suite()
    for part in PARTS:
        part.build(cases)
    return cases


def write(folder, only=""):
    made = every_case()
    os.makedirs(os.path.join(folder, "kernels"), exist_ok=True)
    for group, text in made.files().items():
        with open(os.path.join(folder, "kernels", group + ".py"), "w") as f:
            f.write(text)
    cases = [c for c in made.cases.values() if re.search(only, c.group + "/" + c.name)]
    with open(os.path.join(folder, "cases.json"), "w") as f:
        json.dump([suite.to_json(c) for c in cases], f, indent=0)
    return cases


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--out", required=True, metavar="DIR")
    parser.add_argument("--only", default="", metavar="REGEX", help="cases whose GROUP/NAME matches")
    options = parser.parse_args()
    cases = write(options.out, options.only)
    print("%d cases in %d groups" % (len(cases), len({c.group for c in cases})))


if __name__ == "__main__":
    main()

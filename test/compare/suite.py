"""Cases: a small kernel, its arguments and what must agree. Case files in cases/ add to a Suite; generate.py writes it out."""
import dataclasses
import itertools
import re
import textwrap

HEADER = """# Written by test/compare/generate.py.
import triton
import triton.language as tl
from triton.language.extra import libdevice


"""
# (elements, warps) of elementwise cases, in turn: several elements for a thread, one, several warps, one warp
SHAPES = [(1024, 4), (512, 1), (2048, 8), (1024, 2)]
LETTERS = "xyzw"


@dataclasses.dataclass
class Buffer:
    """A pointer argument. Those with `out` are compared; `how` is a way of values.fill."""
    dtype: str
    count: int
    how: str = "any"
    out: bool = False


@dataclasses.dataclass
class Scalar:
    dtype: str
    value: object


@dataclasses.dataclass
class Case:
    name: str
    group: str
    kernel: str
    args: dict
    consts: dict
    grid: tuple = (1, 1, 1)
    warps: int = 4
    check: str = "exact"
    # How the CPU is compared when it differs, or "" for not at all; `why` says why
    cpu_check: str = None
    # Why a tolerance is wider than 2 ulp, or a comparison is left out
    why: str = ""


class Suite:
    def __init__(self):
        self.cases, self.kernels, self.turn = {}, {}, itertools.count()

    def define(self, group, name, params, body, helpers=""):
        """Adds a kernel to the file of its group; again with the same text is no error."""
        text = textwrap.dedent(helpers).strip()
        text += ("\n\n\n" if text else "") + "@triton.jit\ndef %s(%s):\n%s\n" % (name, params, textwrap.indent(textwrap.dedent(body).strip(), "    "))
        known = self.kernels.setdefault(group, {})
        assert known.setdefault(name, text) == text, "two kernels " + name

    def add(self, group, name, kernel, args, consts=None, **more):
        name = re.sub(r"\W+", "_", name)
        assert name not in self.cases, "two cases " + name
        self.cases[name] = Case(name, group, kernel, args, consts or {}, **more)

    def case(self, group, name, args, body, consts=None, helpers="", **more):
        """A kernel with a single case."""
        consts = consts or {}
        self.define(group, name, ", ".join(list(args) + [c + ": tl.constexpr" for c in consts]), body, helpers)
        self.add(group, name, name, args, consts, **more)

    def elementwise(self, group, name, expr, inputs, out, how="any", n=None, warps=None, **more):
        """out[i] = expr of x, y, z, w. `how` is one for all inputs or a list."""
        turn = SHAPES[next(self.turn) % len(SHAPES)]
        n, warps = n or turn[0], warps or turn[1]
        how = [how] * len(inputs) if isinstance(how, str) else how
        letters = LETTERS[:len(inputs)]
        body = "i = tl.arange(0, N)\n" + "".join("%s = tl.load(%s_ptr + i)\n" % (a, a) for a in letters) + "tl.store(out_ptr + i, %s)" % expr
        self.define(group, name, "".join(a + "_ptr, " for a in letters) + "out_ptr, N: tl.constexpr", body)
        args = {a + "_ptr": Buffer(d, n, h) for a, d, h in zip(letters, inputs, how)}
        args["out_ptr"] = Buffer(out, n, "poison", True)
        self.add(group, "_".join([name] + list(dict.fromkeys(inputs)) + [out, str(n), "w%d" % warps]), name, args, {"N": n}, warps=warps, **more)

    def files(self):
        return {group: HEADER + "\n\n".join(kernels.values()) for group, kernels in self.kernels.items()}


def signature(case):
    """As tritonc takes it; buffers are allocated at multiples of 256 bytes."""
    parts = ["%s=%s" % (n, "*%s:16" % a.dtype if isinstance(a, Buffer) else a.dtype) for n, a in case.args.items()]
    return ", ".join(parts + ["%s=%s" % kv for kv in case.consts.items()])


def to_json(case):
    record = dataclasses.asdict(case)
    record["args"] = {n: dict(dataclasses.asdict(a), kind=type(a).__name__) for n, a in case.args.items()}
    return record


def from_json(record):
    args = {}
    for name, fields in record["args"].items():
        fields = dict(fields)
        args[name] = {"Buffer": Buffer, "Scalar": Scalar}[fields.pop("kind")](**fields)
    return Case(**dict(record, args=args, grid=tuple(record["grid"])))

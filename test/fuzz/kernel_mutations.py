"""Mutations of Triton kernels as Python text, made so that the evaluator has work: most results still parse."""
import re

FUNCTIONS = """load store arange zeros full sum max min argmax argmin where dot exp log sqrt abs cdiv program_id num_programs maximum minimum
cumsum associative_scan reduce sort flip topk histogram gather join split interleave cat reshape view permute trans broadcast_to expand_dims
ravel cast bitcast rand randn randint randint4x philox atomic_add atomic_cas atomic_xchg atomic_max fma umulhi clamp sigmoid softmax
static_range range static_assert static_print device_print device_assert multiple_of max_contiguous assume constexpr make_block_ptr advance
make_tensor_descriptor load_tensor_descriptor inline_asm_elementwise map_elementwise zeros_like debug_barrier xor_sum swizzle2d dot_scaled
tensor dtype pointer_type int32 float16 float8e4nv math.exp2 math.pow extra.libdevice.tanh""".split()
ATOMS = ["0", "1", "-1", "2", "3", "0.5", "1e400", "float('inf')", "float('nan')", "2**31", "2**63", "2**200", "None", "True", "False", "()", "(1,)",
         "(1, 2)", "[]", "[1, 2]", "''", "'ieee'", "tl.float32", "tl.int1", "tl.pi32_t", "tl", "triton", "x", "offs", "mask", "BLOCK", "n_elements",
         "lambda a: a", "...", "x_ptr", "x_ptr.dtype.element_ty", "tl.arange(0, 4)", "tl.arange(0, 4)[:, None]", "x.T", "x.shape", "x.to(tl.int8)",
         "not x", "-x", "~x", "x[None, :]", "x[0]", "x[:]", "x[None][None]", "f'{x}'", "{}", "{1: 2}", "b'a'", "1j", "*x", "**x", "(yield)",
         "[i for i in range(3)]", "tl.constexpr(3)", "print", "len", "range(3)", "max(1, 2)", "min(x, 1)", "int(x)", "type(x)", "x if n else 0"]
OPERATORS = "+ - * / // % ** & | ^ << >> == != < <= > >= and or is in @ . , = += //= **= := -> : ;".split()
LINES = ["return", "return x", "return x, n", "pass", "break", "continue", "x = x + 1", "x = x.to(tl.float16)", "x, y = y, x", "n = n * 2", "del x",
         "assert x", "assert n > 0, 'no'", "global x", "x: tl.constexpr = 3", "tl.static_assert(BLOCK > 0, f'{BLOCK}')", "tl.static_print(x, n)",
         "tl.debug_barrier()", "x = tl.sum(x, 0)", "x = tl.where(mask, x, 0)", "x += tl.program_id(0)", "raise ValueError(x)", "import math",
         "x = (x, x)", "x = None", "kernel(x)", "(x, (y, z)) = 1, (2, 3)", "x[0] = 1", "x.y = 1"]
BLOCKS = ["if n > 0:", "if BLOCK > 3:", "else:", "elif x is None:", "for i in range(n):", "for i in tl.range(0, n, 2, num_stages=3):",
          "for i in tl.static_range(3):", "for i in tl.static_range(BLOCK):", "while n > 0:", "while True:", "with tl.foo():", "try:",
          "def inner(a):", "for i, j in x:", "for i in range(10, 0, -1):", "for i in range(0, n, 0):"]
NAME = re.compile(r"\b[A-Za-z_]\w*\b")
ATOM = re.compile(r"\b[A-Za-z_][\w.]*\b|\b\d[\w.]*")
OPERATOR = re.compile(r"(?<= )(?:[-+*/%&|^<>=!:]+|and|or|is|in|not)(?= )")
CALL = re.compile(r"\btl\.([A-Za-z_][\w.]*)\(")


def replace(text, match, new, group=0):
    return text[: match.start(group)] + new + text[match.end(group) :]


def one(text, rng):
    lines = text.split("\n")
    action = rng.randrange(8)
    if action in (5, 6):
        i = rng.randrange(len(lines))
        indent = lines[i][: len(lines[i]) - len(lines[i].lstrip())]
        if action == 5:
            lines.insert(i, indent + rng.choice(LINES))
        else:
            lines[i] = indent + rng.choice(BLOCKS) + "\n    " + lines[i]
        return "\n".join(lines)
    if action == 7:  # an argument or an element goes, or stands twice
        found = list(re.finditer(r"[^,()\[\]\n]+,", text))
        match = rng.choice(found) if found else None
        return text if not match else replace(text, match, rng.choice(["", match.group() * 2]))
    if action == 0:
        found = list(CALL.finditer(text))
        return text if not found else replace(text, rng.choice(found), rng.choice(FUNCTIONS), 1)
    if action == 1:
        found = list(OPERATOR.finditer(text))
        return text if not found else replace(text, rng.choice(found), rng.choice(OPERATORS))
    if action == 2:  # one name for another of the same text
        names = list(NAME.finditer(text))
        return text if not names else replace(text, rng.choice(names), rng.choice(names).group())
    match = rng.choice(list(ATOM.finditer(text)) or [None])
    if not match:
        return text
    new = rng.choice(ATOMS)
    return replace(text, match, new if action == 3 else "%s(%s)" % (rng.choice(["tl." + rng.choice(FUNCTIONS), "-", "not ", "tl.constexpr"]), match.group()))


def mutated(text, rng, pool):
    for _ in range(rng.choice([1, 1, 1, 2, 3, 5])):
        text = one(text, rng)
    return text

//===- Mutator.cpp - deterministic mutations of Python text ---------------===//
#include "Mutator.h"
#include <algorithm>
#include <iterator>

namespace tritonc::fuzz {

llvm::ArrayRef<llvm::StringLiteral> grammarSeeds() {
  static constexpr llvm::StringLiteral seeds[] = {
      R"PY(import triton
import triton.language as tl
from . import helpers as h, other
from ..pkg.mod import (a, b as c,)

@triton.autotune(configs=[triton.Config({"BLOCK": b}, num_warps=w) for b in [64, 128] for w in (4, 8) if b > w], key=["n"])
@triton.jit
def kernel(x_ptr, y_ptr, n, /, BLOCK: tl.constexpr = 128, *args, flag=True, **kw) -> None:
    """doc"""
    pid = tl.program_id(0)
    offs = pid * BLOCK + tl.arange(0, BLOCK)
    mask = offs < n
    for i in range(0, n, 2):
        x = tl.load(x_ptr + offs, mask=mask & (offs != i), other=0.0)
        if not flag and i % 2 == 0 or x is not None:
            x += -x ** 2 // 3 @ 4 << 1 | ~7 ^ 1
        elif (y := f(x)) > 3 >= 2:
            break
        else:
            continue
    tl.store(y_ptr + offs[:, None], x[None, :, ::2, ...], mask=mask)
)PY",
      R"PY(async def f[T: int, *Ts, **P](a: T, *b: *Ts, c=1) -> list[T]:
    async with a as b, c() as (d, *e):
        await x
    async for i, *j in g(): yield i
    else:
        x = yield from z
    with (open("a") as f, open("b")): pass
    with (a).b as c: pass
    return [i async for i in x if i if j], {k: v for k, v in z}, {1, *a}, {**a, "b": 1}, (x for x in y)
class A(B, metaclass=C):
    x: int = 3
    a.b: "str"
    def g(self): global u, v; nonlocal w; return lambda x, *y, z=1, **k: (x, y) if x else y
type X[T] = T | None
match = 3
match x, *y:
    case 1 | -2.5 | 3 + 4j | "a" "b" | None: pass
    case [a, *_, (b), (c, d)] if a: pass
    case {"k": v, a.b: 3, **rest}: pass
    case C(x, y=D()) as z: pass
    case _: pass
)PY",
      "try:\n    raise E(1) from e\nexcept* (A, B) as c:\n    del a, (b[1], c.d)\nelse: assert x, "
      "'y'\nfinally:\n\tpass\n"
      "while True: x = y = z = 0; break\nelse: ...\n",
      "x = f\"{a!r:>{w}.{p}}{b=}{{}}\\N{BULLET}{'nested' f'{c:{d}}'}\" rb'''raw\\\n''' u'\\u1234\\x41\\101' \\\n  "
      "'''a\nb'''\n"
      "n = 0xFF_FF + 0o17 + 0b1_0 + 1_000.5e-3 + .5j + 1e400 + 123456789012345678901234567890\n"
      "# comment\n\f\n(a,\n # c\n b)\n",
      "# -*- coding: latin-1 -*-\r\nx = 'a'\r\nif x:\r\n\ty = [1,\r\n 2]\r\n",
  };
  return seeds;
}

llvm::StringRef Mutator::token() {
  static const llvm::StringRef tokens[] = {"(",
                                           ")",
                                           "[",
                                           "]",
                                           "{",
                                           "}",
                                           "'",
                                           "\"",
                                           "'''",
                                           "\"\"\"",
                                           "f'",
                                           "f\"{",
                                           "rf'''",
                                           "b'",
                                           "{{",
                                           "}}",
                                           ":",
                                           "!r",
                                           "=",
                                           ":=",
                                           "==",
                                           "!",
                                           ",",
                                           ";",
                                           ".",
                                           "...",
                                           "->",
                                           "@",
                                           "*",
                                           "**",
                                           "/",
                                           "\\",
                                           "\\\n",
                                           "\n",
                                           "\r",
                                           "\r\n",
                                           "\t",
                                           "    ",
                                           "\f",
                                           "#",
                                           llvm::StringRef("\0", 1),
                                           "\xff",
                                           "\xe2\x80\x9c",
                                           "\xc3\xa9",
                                           "0x",
                                           "1_",
                                           "1e",
                                           "09",
                                           "1j",
                                           "if ",
                                           "else",
                                           "elif ",
                                           "for ",
                                           "in ",
                                           "while ",
                                           "def f(",
                                           "class ",
                                           "lambda ",
                                           "async ",
                                           "await ",
                                           "yield ",
                                           "from ",
                                           "import ",
                                           "as ",
                                           "match ",
                                           "case ",
                                           "type ",
                                           "with ",
                                           "try:",
                                           "except",
                                           "not ",
                                           "is ",
                                           "or ",
                                           "return ",
                                           "None",
                                           "_",
                                           "\\N{",
                                           "\\x",
                                           "\\u12",
                                           "~",
                                           "-",
                                           "+",
                                           "global ",
                                           "del ",
                                           "if x:\n",
                                           "\n  ",
                                           "\n\t",
                                           "\xEF\xBB\xBF",
                                           "# coding: utf-16\n"};
  return tokens[below(std::size(tokens))];
}

void Mutator::mutateOnce(std::string &text, llvm::StringRef other) {
  const size_t at = below(text.size() + 1);
  const size_t length = below(std::min<size_t>(text.size() - at, 1 + below(64)) + 1);
  switch (below(10)) {
  case 0: // delete
    text.erase(at, length);
    break;
  case 1: // double, perhaps many times
    if (text.size() < 1 << 16) {
      const std::string piece = text.substr(at, length);
      for (size_t i = below(4) ? 1 : below(300); i > 0; --i)
        text.insert(at, piece);
    }
    break;
  case 2: // a byte becomes another
    if (at < text.size())
      text[at] = static_cast<char>(below(256));
    break;
  case 3: // a bit flips
    if (at < text.size())
      text[at] = static_cast<char>(text[at] ^ (1u << below(8)));
    break;
  case 4: // cut off
    if (below(4) == 0)
      text.resize(at);
    break;
  case 5: { // a stretch of another text
    const size_t from = below(other.size() + 1);
    text.insert(at, other.substr(from, below(200)).str());
    break;
  }
  case 6: { // deep nesting
    const std::string piece = token().str();
    if (below(20) == 0 && text.size() < 1 << 16)
      for (size_t i = below(2000); i > 0; --i)
        text.insert(at, piece);
    else
      text.insert(at, piece);
    break;
  }
  default:
    text.insert(at, token().str());
  }
}

std::string Mutator::mutate(llvm::StringRef text, llvm::StringRef other) {
  std::string result = text.str();
  for (size_t i = 1 + below(8); i > 0; --i)
    mutateOnce(result, other);
  return result;
}

} // namespace tritonc::fuzz

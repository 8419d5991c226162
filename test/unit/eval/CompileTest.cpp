// What compileKernel reports besides the IR: parameters, constants, files; and that odd input never ends in a crash.
#include "frontend/Frontend.h"
#include "mlir/IR/BuiltinOps.h"
#include "mlir/IR/OwningOpRef.h"
#include "passes/ir/Dialects.h"
#include "llvm/Support/raw_ostream.h"
#include <gtest/gtest.h>

using namespace tritonc;

namespace {

const char prologue[] = "import triton\nimport triton.language as tl\n";

std::string compile(const std::string &source, FrontendOptions options,
                    std::optional<FrontendResult> *result = nullptr) {
  DiagnosticEngine diagnostics;
  std::shared_ptr<SourceModule> module = parseSource("test.py", prologue + source, {}, diagnostics);
  std::string errors;
  llvm::raw_string_ostream os(errors);
  if (module) {
    mlir::MLIRContext context(mlir::MLIRContext::Threading::DISABLED);
    std::optional<FrontendResult> made = compileKernel(*module, options, context, diagnostics);
    EXPECT_EQ(made.has_value(), !diagnostics.hasErrors());
    if (made && result) {
      made->module = nullptr; // before its context
      *result = std::move(made);
    }
  }
  diagnostics.flush(os, false);
  return errors;
}

} // namespace

TEST(Compile, Parameters) {
  FrontendOptions options;
  options.signature = "*fp16:16, i32:16, i1, u64, one=i32:1, B=64";
  std::optional<FrontendResult> result;
  std::string errors =
      compile("@triton.jit\ndef k(p, n, f, u, one, B: tl.constexpr, eps=1e-5, act: tl.constexpr = 'x'):\n    pass\n",
              options, &result);
  ASSERT_TRUE(result) << errors;
  ASSERT_EQ(result->params.size(), 4u);
  EXPECT_EQ(result->params[0].type, "*fp16");
  EXPECT_EQ(result->params[0].size, 8);
  EXPECT_EQ(result->params[0].divisibility, 16);
  EXPECT_EQ(result->params[1].size, 4);
  EXPECT_EQ(result->params[2].size, 1);
  EXPECT_EQ(result->params[3].type, "u64");
  ASSERT_EQ(result->constexprs.size(), 4u);
  EXPECT_EQ(result->constexprs[0].name, "one");
  EXPECT_EQ(result->constexprs[0].value, "1");
  EXPECT_EQ(result->constexprs[1].value, "64");
  EXPECT_EQ(result->constexprs[2].value, "1e-05");
  EXPECT_EQ(result->constexprs[3].value, "\"x\"");
  EXPECT_EQ(result->dependencies, std::vector<std::string>{"test.py"});
}

TEST(Compile, VariantOverridesSignatureAndDefinesOverrideBoth) {
  FrontendOptions options;
  options.signature = "A=1, B=1, C=1";
  options.variant.constexprs = {{"B", "2"}, {"C", "2"}};
  options.defines = {{"C", "3"}};
  EXPECT_EQ(compile("@triton.jit\ndef k(A: tl.constexpr, B: tl.constexpr, C: tl.constexpr):\n"
                    "    tl.static_assert((A, B, C) == (1, 2, 3))\n",
                    options),
            "");
}

TEST(Compile, KernelInsideAFunction) {
  FrontendOptions options;
  options.signature = "*i32";
  EXPECT_EQ(compile("def make(flag):\n    import math\n    WIDTH = tl.constexpr(math.ceil(3.5))\n    @triton.jit\n"
                    "    def inner(x):\n        return x * WIDTH\n    @triton.jit\n    def k(p):\n"
                    "        tl.store(p, inner(tl.load(p)))\n    return k\n",
                    options),
            "");
}

TEST(Compile, NothingCrashes) {
  FrontendOptions options;
  options.signature = "*fp32, i32";
  for (const char *body : {"k(p, n)",
                           "p()",
                           "tl()",
                           "tl.load",
                           "p.x.y.z",
                           "(lambda: lambda: 0)()()",
                           "[*p]",
                           "f(**n)",
                           "n[0][1]",
                           "p[None]",
                           "x = y = z",
                           "a, *b, c = n",
                           "a.b = 3",
                           "del p, q",
                           "n + p + tl",
                           "not tl",
                           "-None",
                           "n if tl else p",
                           "p and n or tl",
                           "tl.arange(0, 10**30)",
                           "tl.zeros((1 << 40,), tl.float32)",
                           "tl.full((4,), 1e400, tl.int8)",
                           "'a' * 10**9",
                           "2 ** 2 ** 30",
                           "[0] * 10**12",
                           "range(10**12)[5]",
                           "list(range(10**9))",
                           "tl.load(p, n, n, n)",
                           "tl.store(p, p)",
                           "tl.sum(n)",
                           "tl.dot(n, n)",
                           "tl.reduce(tl.arange(0, 4), 0, tl.load)",
                           "tl.reduce(tl.arange(0, 4), 7, k)",
                           "for i in n: pass",
                           "while p: pass",
                           "if p: return 1",
                           "return tl",
                           "x: tl.constexpr = p",
                           "yield",
                           "raise n",
                           "assert p",
                           "global n",
                           "f'{p!r:>{n}}'",
                           "n == None == p",
                           "p @ n",
                           "n is tl",
                           "n in p",
                           "tl.tensor(n)",
                           "tl.static_range(n)",
                           "tl.range()",
                           "tl.constexpr()",
                           "n.to(n)",
                           "n.to(tl.float32, bitcast=3)",
                           "p.dtype.element_ty()",
                           "import os; os.environ['x']",
                           "from . import q; q()",
                           "class A: pass",
                           "def f(): return f()\n    f()",
                           "n: int",
                           "...",
                           "tl.static_assert(n)",
                           "tl.device_print(n)",
                           "tl.make_block_ptr(p, n, n, n, n, n)",
                           "tl.join(p, n)",
                           "tl.trans(n)",
                           "tl.inline_asm_elementwise(1, 2, 3, 4, 5, 6)",
                           "tl.associative_scan(n, n, n)",
                           "tl.sort(p)",
                           "tl.rand(p, p)"}) {
    (void)compile("@triton.jit\ndef k(p, n):\n    " + std::string(body) + "\n", options);
  }
}

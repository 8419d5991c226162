// Lists of configurations in the forms that kernels have them: literal, comprehension, function, name, built by a loop.
#include "frontend/Frontend.h"
#include "mlir/IR/BuiltinOps.h"
#include "mlir/IR/OwningOpRef.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/raw_ostream.h"
#include <gtest/gtest.h>

using namespace tritonc;

namespace {

std::string variantsOf(const std::string &decorators, const std::string &prologue = "", std::string *errors = nullptr) {
  std::string source = "import itertools\nimport triton\nimport triton.language as tl\n" + prologue + decorators +
                       "\n@triton.jit\ndef k(p, n, B: tl.constexpr, T: tl.constexpr):\n    pass\n";
  DiagnosticEngine diagnostics;
  std::shared_ptr<SourceModule> module = parseSource("test.py", source, {}, diagnostics);
  if (!module)
    return "syntax error";
  FrontendOptions options;
  std::optional<Autotune> autotune = findAutotune(*module, options, diagnostics);
  if (errors) {
    llvm::raw_string_ostream os(*errors);
    diagnostics.flush(os, false);
  }
  if (!autotune)
    return "error";
  std::string text;
  for (const Variant &variant : autotune->variants) {
    for (const auto &[name, value] : variant.constexprs)
      text += name + "=" + value + " ";
    text += "w" + std::to_string(variant.numWarps) + " s" + std::to_string(variant.numStages);
    if (variant.wavesPerEu)
      text += " e" + std::to_string(variant.wavesPerEu);
    text += "; ";
  }
  for (const auto &[what, names] : {std::pair("key", autotune->key), std::pair("zero", autotune->resetToZero),
                                    std::pair("restore", autotune->restoreValue)})
    if (names.size() > (std::string(what) == "key" && names == std::vector<std::string>{"n"}))
      text += what + ("=" + llvm::join(names, ",")) + "; ";
  return text;
}

} // namespace

TEST(Autotune, NoDecorator) { EXPECT_EQ(variantsOf(""), ""); }

TEST(Autotune, LiteralList) {
  EXPECT_EQ(variantsOf("@triton.autotune(configs=[triton.Config({'B': 64, 'T': tl.float16}, num_warps=8),\n"
                       "    triton.Config(kwargs=dict(B=128), num_stages=2)], key=['n'])"),
            "B=64 T=tl.float16 w8 s3; B=128 w4 s2; ");
}

TEST(Autotune, Comprehension) {
  EXPECT_EQ(
      variantsOf(
          "@triton.autotune([triton.Config({'B': b}, num_warps=w) for b in [16, 32] for w in (1, 2) if b * w < 64],"
          " key=['n'])"),
      "B=16 w1 s3; B=16 w2 s3; B=32 w1 s3; ");
}

TEST(Autotune, Function) {
  EXPECT_EQ(
      variantsOf(
          "@triton.autotune(configs=configs(2), key=['n'])",
          "def configs(limit):\n    result = []\n    for b in range(8):\n        if b >= limit:\n            break\n"
          "        result.append(triton.Config({'B': 1 << b, 'waves_per_eu': b + 1}))\n    return result\n"),
      "B=1 w4 s3 e1; B=2 w4 s3 e2; ");
}

TEST(Autotune, NameBuiltByLoop) {
  EXPECT_EQ(variantsOf("@triton.autotune(configs=LIST, key=['n'])",
                       "LIST = [triton.Config({'B': 1})]\nfor b, w in itertools.product([2, 4], [1, 2]):\n"
                       "    LIST.append(triton.Config({'B': b}, num_warps=w))\nLIST += [triton.Config({'B': 9})]\n"),
            "B=1 w4 s3; B=2 w1 s3; B=2 w2 s3; B=4 w1 s3; B=4 w2 s3; B=9 w4 s3; ");
}

TEST(Autotune, TargetDecides) {
  EXPECT_EQ(
      variantsOf("@triton.autotune(configs=[triton.Config({'B': 1 if is_hip() else 2})], key=['n'])",
                 "def is_hip():\n    return triton.runtime.driver.active.get_current_target().backend == 'hip'\n"),
      "B=2 w4 s3; ");
}

TEST(Autotune, WhatASearchDependsOn) {
  EXPECT_EQ(variantsOf("@triton.autotune(configs=[triton.Config({'B': 1})], key=KEY, reset_to_zero=['p'],\n"
                       "    restore_value=['p', 'no_such_parameter'])",
                       "KEY = ['n', 'T']\n"),
            "B=1 w4 s3; key=n,T; zero=p; restore=p; ");
  EXPECT_EQ(variantsOf("@triton.autotune([triton.Config({'B': 1})], ['B', 'gone'], None, ('p',))"),
            "B=1 w4 s3; key=B; zero=p; ");
}

TEST(Autotune, UnknownIsAnError) {
  std::string errors;
  EXPECT_EQ(variantsOf("@triton.autotune(configs=somewhere.configs(), key=['n'])", "import somewhere\n", &errors),
            "error");
  EXPECT_NE(errors.find("the autotune configurations of 'k' cannot be evaluated"), std::string::npos) << errors;
}

TEST(Autotune, PruningIsLeftToTheSearch) {
  std::string notes;
  EXPECT_EQ(variantsOf("@triton.autotune(configs=[triton.Config({'B': 1})], key=['n'],\n"
                       "    prune_configs_by={'early_config_prune': lambda c, a: c[:1]})",
                       "", &notes),
            "B=1 w4 s3; ");
  EXPECT_NE(notes.find("note: 'k' is compiled for all 1 configurations"), std::string::npos) << notes;
}

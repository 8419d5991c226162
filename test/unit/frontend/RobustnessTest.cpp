//===- RobustnessTest.cpp - mutated and hostile inputs --------------------===//
#include "fuzz/Mutator.h"
#include "fuzz/ParserCheck.h"
#include <gtest/gtest.h>

namespace tritonc::fuzz {

TEST(Robustness, SeedsParse) {
  for (llvm::StringLiteral seed : grammarSeeds())
    EXPECT_EQ(checkParser(seed), "");
}

TEST(Robustness, EveryPrefix) {
  for (llvm::StringLiteral seed : grammarSeeds())
    for (size_t i = 0; i < seed.size(); ++i)
      ASSERT_EQ(checkParser(seed.take_front(i)), "") << seed.take_front(i).str();
}

TEST(Robustness, EveryByteMissing) {
  for (llvm::StringLiteral seed : grammarSeeds())
    for (size_t i = 0; i < seed.size(); ++i) {
      const std::string text = seed.take_front(i).str() + seed.drop_front(i + 1).str();
      ASSERT_EQ(checkParser(text), "") << text;
    }
}

TEST(Robustness, Mutations) {
  for (uint64_t seed = 0; seed < 2000; ++seed) {
    Mutator mutator(seed);
    const auto seeds = grammarSeeds();
    const std::string text = mutator.mutate(seeds[mutator.below(seeds.size())], seeds[mutator.below(seeds.size())]);
    ASSERT_EQ(checkParser(text), "") << "seed " << seed;
  }
}

TEST(Robustness, EveryByteAlone) {
  for (unsigned byte = 0; byte < 256; ++byte)
    ASSERT_EQ(checkParser(std::string(3, static_cast<char>(byte))), "");
}

TEST(Robustness, RepeatedPieces) {
  for (const char *piece :
       {"(",    ")",    "f'{", "f\"{x:", "{",  "lambda:", "not ", "a if b else ",     "x=",      "a,",  "if x:\n ",
        "\\\n", "\n\t", "@",   "a.",     "a[", "*",       "**",   "match x:\n case ", "else:\n", "'''", "\xFF"}) {
    std::string text;
    for (unsigned i = 0; i < 3000; ++i)
      text += piece;
    EXPECT_EQ(checkParser(text), "") << piece;
  }
}

} // namespace tritonc::fuzz

//===- Mutator.h - deterministic mutations of Python text -----------------===//
//
// A small engine in place of a coverage-guided one, since what breaks a parser is known: cut and doubled stretches,
// tokens in the wrong place, unbalanced brackets and quotes, indentation that shifts, bytes that are no text. The same
// seed gives the same inputs on every machine (std::mt19937_64 is fixed by the standard; its distributions are not, so
// none is used).
//
//===----------------------------------------------------------------------===//
#pragma once

#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/StringRef.h"
#include <random>
#include <string>

namespace tritonc::fuzz {

/// Texts that use the whole grammar, to start from.
llvm::ArrayRef<llvm::StringLiteral> grammarSeeds();

class Mutator {
public:
  explicit Mutator(uint64_t seed) : random(seed) {}

  size_t below(size_t limit) { return limit ? random() % limit : 0; }
  /// `text` with one to eight changes; `other` is what pieces are taken from.
  std::string mutate(llvm::StringRef text, llvm::StringRef other);

private:
  void mutateOnce(std::string &text, llvm::StringRef other);
  llvm::StringRef token();

  std::mt19937_64 random;
};

} // namespace tritonc::fuzz

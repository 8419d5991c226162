//===- Literals.h - the values that literals stand for --------------------===//
#pragma once

#include "llvm/ADT/SmallVector.h"
#include "llvm/ADT/StringRef.h"
#include <cstdint>
#include <string>

namespace tritonc {

/// The parts of a string token: prefix letters, quotes, what is between them.
struct StringParts {
  llvm::StringRef body;
  uint32_t bodyOffset = 0; ///< from the start of the token
  bool raw = false;
  bool bytes = false;
};
StringParts splitString(llvm::StringRef token);

/// What is wrong with an escape: bytes [begin, end) of the body. No message: nothing is.
struct EscapeError {
  std::string message;
  uint32_t begin = 0, end = 0;
};

/// True if the value is the body itself, so that nothing must be copied.
bool isVerbatim(llvm::StringRef body, bool raw, bool formatted);

/// Appends the value of a string's body: escapes, line ends as "\n", doubled braces in an f-string's text.
EscapeError decodeString(llvm::StringRef body, bool raw, bool bytes, bool formatted, llvm::SmallVectorImpl<char> &out);

struct NumberValue {
  enum Kind { Int, Float, Imaginary } kind = Int;
  double floating = 0;
  llvm::SmallVector<uint64_t, 4> words; ///< least significant first, no leading zero words
  bool tooLong = false;                 ///< more decimal digits than longestDecimal
};
/// CPython's default limit for conversions that take quadratic time.
constexpr size_t longestDecimal = 4300;
NumberValue decodeNumber(llvm::StringRef token);

} // namespace tritonc

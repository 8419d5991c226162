//===- Characters.h - code points of source text --------------------------===//
//
// Python identifiers are XID_Start XID_Continue* after NFKC. LLVM carries neither table, and they matter little to
// kernels, so this accepts every printable code point beyond ASCII that is not in a block of punctuation, symbols or
// spaces: a superset that still catches what people paste by accident (curly quotes, no-break spaces, minus signs,
// emoji). Names are compared byte by byte, without normalisation.
//
//===----------------------------------------------------------------------===//
#pragma once

#include "llvm/ADT/SmallVector.h"
#include "llvm/ADT/StringRef.h"
#include <cstdint>

namespace tritonc {

inline bool isAsciiIdentifierStart(unsigned char c) {
  return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_';
}
inline bool isAsciiIdentifierContinue(unsigned char c) { return isAsciiIdentifierStart(c) || (c >= '0' && c <= '9'); }

struct CodePoint {
  uint32_t value = 0;
  unsigned length = 0; ///< in bytes; 0: not valid UTF-8
};
/// The code point at the start of `text`.
CodePoint decodeUtf8(llvm::StringRef text);
/// Appends `codePoint` as UTF-8; surrogates take three bytes like their neighbours.
void appendUtf8(uint32_t codePoint, llvm::SmallVectorImpl<char> &out);
/// Offset of the first byte that is not valid UTF-8, or npos.
size_t findInvalidUtf8(llvm::StringRef text);

bool isIdentifierCodePoint(uint32_t codePoint);
/// The ASCII text that a look-alike was probably meant to be, or empty.
llvm::StringRef asciiLookalike(uint32_t codePoint);

} // namespace tritonc

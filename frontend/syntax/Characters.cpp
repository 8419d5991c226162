//===- Characters.cpp - code points of source text ------------------------===//
#include "frontend/syntax/Characters.h"
#include "llvm/Support/Unicode.h"
#include <algorithm>
#include <cstring>
#include <iterator>

namespace tritonc {

CodePoint decodeUtf8(llvm::StringRef text) {
  if (text.empty())
    return {};
  auto byte = [&](size_t i) { return static_cast<unsigned char>(text[i]); };
  const unsigned char lead = byte(0);
  if (lead < 0x80)
    return {lead, 1};
  const unsigned length = lead >= 0xF0 ? 4 : lead >= 0xE0 ? 3 : 2;
  if (lead < 0xC2 || lead > 0xF4 || text.size() < length)
    return {};
  uint32_t value = lead & (0x7F >> length);
  for (unsigned i = 1; i < length; ++i) {
    if ((byte(i) & 0xC0) != 0x80)
      return {};
    value = value << 6 | (byte(i) & 0x3F);
  }
  const uint32_t smallest = length == 4 ? 0x10000 : length == 3 ? 0x800 : 0x80;
  const bool surrogate = value >= 0xD800 && value <= 0xDFFF;
  if (value < smallest || value > 0x10FFFF || surrogate)
    return {};
  return {value, length};
}

void appendUtf8(uint32_t c, llvm::SmallVectorImpl<char> &out) {
  auto tail = [&](unsigned shift) { out.push_back(static_cast<char>(0x80 | (c >> shift & 0x3F))); };
  if (c < 0x80) {
    out.push_back(static_cast<char>(c));
  } else if (c < 0x800) {
    out.push_back(static_cast<char>(0xC0 | c >> 6));
    tail(0);
  } else if (c < 0x10000) {
    out.push_back(static_cast<char>(0xE0 | c >> 12));
    tail(6), tail(0);
  } else {
    out.push_back(static_cast<char>(0xF0 | c >> 18));
    tail(12), tail(6), tail(0);
  }
}

size_t findInvalidUtf8(llvm::StringRef text) {
  size_t i = 0;
  while (i < text.size()) {
    // Eight ASCII bytes at a time.
    uint64_t chunk;
    if (text.size() - i >= sizeof(chunk)) {
      std::memcpy(&chunk, text.data() + i, sizeof(chunk));
      if (!(chunk & 0x8080808080808080ull)) {
        i += sizeof(chunk);
        continue;
      }
    }
    const CodePoint c = decodeUtf8(text.substr(i));
    if (!c.length)
      return i;
    i += c.length;
  }
  return llvm::StringRef::npos;
}

namespace {
struct Block {
  uint32_t first, last;
};
// Blocks of punctuation, symbols, spaces and private use, from the Unicode block list.
constexpr Block notIdentifier[] = {
    {0x0080, 0x00A9}, {0x00AB, 0x00B4},   {0x00B6, 0x00B6}, {0x00B8, 0x00B9}, {0x00BB, 0x00BF}, {0x00D7, 0x00D7},
    {0x00F7, 0x00F7}, {0x1680, 0x1680},   {0x2000, 0x203E}, {0x2041, 0x2053}, {0x2055, 0x2070}, {0x2074, 0x207E},
    {0x2080, 0x208F}, {0x20A0, 0x20CF},   {0x2190, 0x2BFF}, {0x2E00, 0x2E7F}, {0x3000, 0x3004}, {0x3008, 0x3020},
    {0x3030, 0x3030}, {0xE000, 0xF8FF},   {0xFE10, 0xFE1F}, {0xFE30, 0xFE32}, {0xFE35, 0xFE4C}, {0xFE50, 0xFE6F},
    {0xFEFF, 0xFEFF}, {0xFF01, 0xFF0F},   {0xFF1A, 0xFF20}, {0xFF3B, 0xFF3E}, {0xFF40, 0xFF40}, {0xFF5B, 0xFF65},
    {0xFFE0, 0xFFFF}, {0x1F000, 0x1FAFF},
};
} // namespace

bool isIdentifierCodePoint(uint32_t c) {
  if (c < 0x80)
    return isAsciiIdentifierContinue(static_cast<unsigned char>(c));
  const Block *block = std::upper_bound(std::begin(notIdentifier), std::end(notIdentifier), c,
                                        [](uint32_t value, const Block &b) { return value <= b.last; });
  if (block != std::end(notIdentifier) && c >= block->first)
    return false;
  return llvm::sys::unicode::isPrintable(static_cast<int>(c));
}

llvm::StringRef asciiLookalike(uint32_t c) {
  static constexpr char printable[] = "!\"#$%&'()*+,-./0123456789:;<=>?@ABCDEFGHIJKLMNOPQRSTUVWXYZ[\\]^_`"
                                      "abcdefghijklmnopqrstuvwxyz{|}~";
  if (c >= 0xFF01 && c <= 0xFF5E) // full-width forms
    return llvm::StringRef(printable + (c - 0xFF01), 1);
  switch (c) {
  case 0x00A0:
  case 0x2007:
  case 0x202F:
  case 0x3000:
    return " ";
  case 0x2018:
  case 0x2019:
  case 0x00B4:
    return "'";
  case 0x201C:
  case 0x201D:
    return "\"";
  case 0x2010:
  case 0x2011:
  case 0x2012:
  case 0x2013:
  case 0x2014:
  case 0x2212:
    return "-";
  case 0x00D7:
  case 0x2217:
  case 0x22C5:
    return "*";
  case 0x00F7:
  case 0x2215:
    return "/";
  case 0x2026:
    return "...";
  case 0x2264:
    return "<=";
  case 0x2265:
    return ">=";
  case 0x2260:
    return "!=";
  case 0x2192:
    return "->";
  case 0x3001:
    return ",";
  default:
    return "";
  }
}

} // namespace tritonc

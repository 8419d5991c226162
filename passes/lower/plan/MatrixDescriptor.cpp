//===- MatrixDescriptor.cpp - an operand of wgmma in shared memory --------===//
#include "passes/lower/plan/MatrixDescriptor.h"
#include "passes/layout/linear/SharedFamilies.h"
#include "llvm/Support/MathExtras.h"

namespace tritonc::lower {
namespace {

/// A stride that the layout may choose, once: the first use fixes it.
struct FreeStride {
  std::optional<uint32_t> bytes;
  bool take(uint32_t offset, unsigned scale) {
    if (!bytes)
      bytes = offset >> scale;
    return *bytes % 16 == 0 && *bytes << scale == offset;
  }
};

struct Matcher {
  const LinearLayout &byteOffset;
  unsigned elementBytes, rowBytes;
  unsigned outerDim, kDim, outerBits;

  /// Where coordinate bit `bit` of `dim` leads, swizzle undone.
  uint32_t at(unsigned dim, unsigned bit) const {
    return swizzleAddress(uint32_t(byteOffset.basis(outDim(dim), bit, Dim::Offset)), rowBytes);
  }

  std::optional<MatrixDescriptor> match(bool mnMajor) const;
  bool startsArePlain(unsigned dim, unsigned from) const;
};

/// Tiles may start where the swizzle's phase is zero, each start bit a stride of its own.
bool Matcher::startsArePlain(unsigned dim, unsigned from) const {
  for (unsigned bit = from; bit < byteOffset.inBits(outDim(dim)); ++bit) {
    auto offset = uint32_t(byteOffset.basis(outDim(dim), bit, Dim::Offset));
    if (!llvm::isPowerOf2_32(offset) || offset % 16 || swizzleAddress(offset, rowBytes) != offset)
      return false;
  }
  return true;
}

std::optional<MatrixDescriptor> Matcher::match(bool mnMajor) const {
  unsigned kBits = llvm::Log2_32(32 / elementBytes);
  unsigned inner = mnMajor ? outerDim : kDim, rows = mnMajor ? kDim : outerDim;
  unsigned innerBits = mnMajor ? outerBits : kBits, rowBits = mnMajor ? kBits : outerBits;
  if (byteOffset.inBits(outDim(kDim)) < kBits || byteOffset.inBits(outDim(outerDim)) < outerBits)
    return std::nullopt;
  // Without swizzle the two strides change places between the majors: see the table.
  FreeStride leading, stride;
  bool swapped = mnMajor && rowBytes == 16;
  FreeStride &acrossPanels = swapped ? stride : leading, &acrossRows = swapped ? leading : stride;
  for (unsigned bit = 0; bit < innerBits; ++bit) {
    uint32_t plain = elementBytes << bit;
    if (plain < rowBytes ? at(inner, bit) != plain
                         : !acrossPanels.take(at(inner, bit), bit - llvm::Log2_32(rowBytes / elementBytes)))
      return std::nullopt;
  }
  for (unsigned bit = 0; bit < rowBits; ++bit)
    if (bit < 3 ? at(rows, bit) != rowBytes << bit : !acrossRows.take(at(rows, bit), bit - 3))
      return std::nullopt;
  if (!startsArePlain(outerDim, outerBits) || !startsArePlain(kDim, kBits))
    return std::nullopt;
  MatrixDescriptor descriptor;
  descriptor.rowBytes = rowBytes;
  descriptor.mnMajor = mnMajor;
  descriptor.leadingBytes = leading.bytes.value_or(16);
  descriptor.strideBytes = stride.bytes.value_or(8 * rowBytes);
  // 14 bits, in units of 16 bytes.
  if (descriptor.leadingBytes >= 1u << 18 || descriptor.strideBytes >= 1u << 18)
    return std::nullopt;
  descriptor.byteOffset = byteOffset;
  return descriptor;
}

} // namespace

uint64_t MatrixDescriptor::fields() const {
  uint64_t mode = rowBytes == 128 ? 1 : rowBytes == 64 ? 2 : rowBytes == 32 ? 3 : 0;
  return uint64_t(leadingBytes >> 4) << 16 | uint64_t(strideBytes >> 4) << 32 | mode << 62;
}

uint32_t MatrixDescriptor::tileOffset(unsigned outerDim, int32_t outer, unsigned kDim, int32_t k) const {
  return uint32_t(byteOffset.apply({{outDim(outerDim), outer}, {outDim(kDim), k}}, Dim::Offset));
}

std::optional<MatrixDescriptor> matchMatrixDescriptor(const LinearLayout &buffer, unsigned elementBits,
                                                      unsigned outerDim, unsigned kDim, int32_t outer) {
  if (elementBits < 8 || elementBits > 32 || buffer.outs().size() != 2)
    return std::nullopt;
  unsigned bytes = elementBits / 8;
  LinearLayout byteOffset = buffer.invert().compose(
      LinearLayout::strided1D(buffer.inSize(Dim::Offset), int32_t(bytes), Dim::Offset, Dim::Offset));
  for (unsigned rowBytes : {128u, 64u, 32u, 16u}) {
    Matcher matcher{byteOffset, bytes, rowBytes, outerDim, kDim, llvm::Log2_32(uint32_t(outer))};
    for (bool mnMajor : {false, true})
      if (!mnMajor || elementBits == 16)
        if (auto found = matcher.match(mnMajor))
          return found;
  }
  return std::nullopt;
}

} // namespace tritonc::lower

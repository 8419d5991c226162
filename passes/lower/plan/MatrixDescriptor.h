//===- MatrixDescriptor.h - an operand of wgmma in shared memory ----------===//
//
// wgmma finds an operand by a 64-bit descriptor: start address, two strides and the swizzle (PTX ISA, "Matrix
// Descriptor Format" of wgmma). Here a buffer's layout, whatever made it, is compared with what each descriptor would
// read; if one fits, the operand can be read in place. With `w` the bytes of a row of the panels (SharedFamilies.h),
// `o` the coordinate along M or N and 32 bytes of K for one instruction, the hardware reads element (o, k) at, before
// the swizzle:
//
//   K-major   w >= 32:  (o % 8) * w + (o / 8) * stride + k * size
//             w  = 16:  (o % 8) * 16 + (o / 8) * stride + (k * size / 16) * leading + k * size % 16
//   MN-major  w >= 32:  o * size % w + (o * size / w) * leading + (k % 8) * w + (k / 8) * stride
//             w  = 16:  o * size % 16 + (o * size / 16) * stride + (k % 8) * 16 + (k / 8) * leading
//
// (The canonical layouts in "Strides" there, written with sizes in bytes; MN-major exists for 16-bit elements only.)
//
//===----------------------------------------------------------------------===//
#pragma once

#include "passes/layout/linear/LinearLayout.h"

namespace tritonc::lower {

/// How an instruction reads one operand.
struct MatrixDescriptor {
  unsigned rowBytes = 128;
  bool mnMajor = false;
  uint32_t leadingBytes = 0;
  uint32_t strideBytes = 0;
  /// coordinates -> byte offset in the buffer; for the starts of instructions' tiles, whose bits are all plain strides.
  LinearLayout byteOffset;

  /// The descriptor without the start address.
  uint64_t fields() const;
  /// The byte offset of the tile that starts at these coordinates.
  uint32_t tileOffset(unsigned outerDim, int32_t outer, unsigned kDim, int32_t k) const;
};

/// The descriptor for tiles of `outer` rows (64 of A, N of B) by 32 bytes of K of a buffer, if there is one.
/// `buffer` is Dim::Offset -> coordinates of rank 2.
std::optional<MatrixDescriptor> matchMatrixDescriptor(const LinearLayout &buffer, unsigned elementBits,
                                                      unsigned outerDim, unsigned kDim, int32_t outer);

} // namespace tritonc::lower

//===- SharedFamilies.h - buffers that the matrix unit and TMA read -------===//
//
// Hopper's wgmma reads its operands from shared memory by a descriptor, and the tensor memory accelerator writes there;
// both know a few layouts only, which differ in one number: the bytes of a row, 16, 32, 64 or 128. A block is cut along
// its fastest dimension into *panels* that wide; a panel holds all rows, one after the other; the panels follow one
// another. Within a panel, 16-byte chunks of a row change places depending on the row, so that eight rows' chunks of
// one column lie in different banks: bits 4.. of the byte address are XORed with bits 7.. of it, as many as number the
// chunks of a row (PTX ISA, "Asynchronous Warpgroup Level Matrix Shared Memory Layout": swizzling modes).
//
//   128-byte rows, byte of row r, chunk c:    panel + 128 * r + 16 * (c ^ (r & 7))
//    64-byte rows:                            panel +  64 * r + 16 * (c ^ (r >> 1 & 3))
//    32-byte rows:                            panel +  32 * r + 16 * (c ^ (r >> 2 & 1))
//    16-byte rows, no swizzle:                panel +  16 * r
//
//===----------------------------------------------------------------------===//
#pragma once

#include "passes/layout/linear/LinearLayout.h"

namespace tritonc {

/// Dim::Offset (in elements) -> coordinates. `order` lists the dimensions from the fastest on; the first two are cut
/// into panels, the others are outermost. `rowBytes` is 16, 32, 64 or 128, at most the bytes of dimension order[0].
LinearLayout panelLayout(llvm::ArrayRef<int64_t> shape, llvm::ArrayRef<int32_t> order, unsigned elementBits,
                         unsigned rowBytes);

/// The widest row that `elements` elements fill: 128, 64, 32 or 16; 0 if there are fewer than 16 bytes.
unsigned widestPanel(int64_t elements, unsigned elementBits);

/// Exchanges the chunks of a byte address as the hardware does for rows of `rowBytes`; its own inverse.
uint32_t swizzleAddress(uint32_t address, unsigned rowBytes);

/// The bytes at whose multiples a buffer with such rows must start: the swizzle's period.
unsigned panelAlignment(unsigned rowBytes);

} // namespace tritonc

//===- MatrixDescriptorTest.cpp - what a descriptor reads is the operand --===//
#include "passes/lower/plan/MatrixDescriptor.h"
#include "passes/layout/linear/SharedFamilies.h"
#include <gtest/gtest.h>

using namespace tritonc;
using namespace tritonc::lower;

namespace {

/// The byte that the hardware reads for element (o, k) of a tile, from the encoded descriptor alone: the canonical
/// layouts of the PTX ISA, "Strides", and the swizzle on address bits.
uint32_t hardwareAddress(uint64_t descriptor, bool mnMajor, uint32_t size, uint32_t o, uint32_t k) {
  uint32_t start = uint32_t(descriptor & 0x3fff) << 4, leading = uint32_t(descriptor >> 16 & 0x3fff) << 4,
           stride = uint32_t(descriptor >> 32 & 0x3fff) << 4;
  const uint32_t widths[] = {16, 128, 64, 32};
  uint32_t w = widths[descriptor >> 62], plain;
  if (!mnMajor && w > 16)
    plain = o % 8 * w + o / 8 * stride + k * size;
  else if (!mnMajor)
    plain = o % 8 * 16 + o / 8 * stride + k * size / 16 * leading + k * size % 16;
  else if (w > 16)
    plain = o * size % w + o * size / w * leading + k % 8 * w + k / 8 * stride;
  else
    plain = o * size % 16 + o * size / 16 * stride + k % 8 * 16 + k / 8 * leading;
  return swizzleAddress(start + plain, w);
}

void expectReads(const LinearLayout &buffer, unsigned bits, unsigned outerDim, int32_t outer, unsigned rowBytes,
                 bool mnMajor) {
  unsigned kDim = 1 - outerDim, size = bits / 8;
  auto found = matchMatrixDescriptor(buffer, bits, outerDim, kDim, outer);
  ASSERT_TRUE(found) << buffer.toString();
  EXPECT_EQ(found->rowBytes, rowBytes);
  EXPECT_EQ(found->mnMajor, mnMajor);
  LinearLayout offset = buffer.invert();
  int32_t stepK = int32_t(32 / size);
  for (int32_t o0 = 0; o0 < buffer.outSize(outDim(outerDim)); o0 += outer)
    for (int32_t k0 = 0; k0 < buffer.outSize(outDim(kDim)); k0 += stepK) {
      uint64_t descriptor = found->fields() + (found->tileOffset(outerDim, o0, kDim, k0) >> 4);
      for (int32_t o = 0; o < outer; ++o)
        for (int32_t k = 0; k < stepK; ++k)
          ASSERT_EQ(hardwareAddress(descriptor, mnMajor, size, uint32_t(o), uint32_t(k)),
                    uint32_t(offset.apply({{outDim(outerDim), o0 + o}, {outDim(kDim), k0 + k}}, Dim::Offset)) * size);
    }
}

TEST(MatrixDescriptor, KMajor) {
  for (unsigned bits : {8u, 16u, 32u})
    for (unsigned rowBytes : {16u, 32u, 64u, 128u})
      for (int32_t outer : {8, 64, 128}) {
        int64_t k = 8 * std::max(32u, rowBytes) / bits;
        for (int64_t panels : {1, 2}) {
          int64_t shape[] = {128, k * panels}, turned[] = {k * panels, 128};
          expectReads(panelLayout(shape, {1, 0}, bits, rowBytes), bits, 0, outer, rowBytes, false);
          expectReads(panelLayout(turned, {0, 1}, bits, rowBytes), bits, 1, outer, rowBytes, false);
        }
      }
}

TEST(MatrixDescriptor, MNMajor) {
  for (unsigned rowBytes : {16u, 32u, 64u, 128u})
    for (int32_t outer : {8, 64, 256})
      for (int64_t k : {16, 64}) {
        if (outer * 2 < int32_t(rowBytes))
          continue;
        int64_t shape[] = {k, 256}, turned[] = {256, k};
        expectReads(panelLayout(shape, {1, 0}, 16, rowBytes), 16, 1, outer, rowBytes, true);
        expectReads(panelLayout(turned, {0, 1}, 16, rowBytes), 16, 0, outer, rowBytes, true);
      }
}

TEST(MatrixDescriptor, WhatDoesNotFit) {
  int64_t shape[] = {64, 64};
  // Bytes are read along K only.
  EXPECT_FALSE(matchMatrixDescriptor(panelLayout(shape, {0, 1}, 8, 64), 8, 0, 1, 64));
  // Plain rows of 128 bytes, no swizzle.
  LinearLayout plain =
      LinearLayout::identity1D(64, Dim::Offset, outDim(1)) * LinearLayout::identity1D(64, Dim::Offset, outDim(0));
  EXPECT_FALSE(matchMatrixDescriptor(plain.transposeOuts({outDim(0), outDim(1)}), 16, 0, 1, 64));
  // Less than one instruction's K.
  int64_t thin[] = {64, 8};
  EXPECT_FALSE(matchMatrixDescriptor(panelLayout(thin, {1, 0}, 16, 16), 16, 0, 1, 64));
}

TEST(MatrixDescriptor, Fields) {
  int64_t shape[] = {128, 64};
  auto found = matchMatrixDescriptor(panelLayout(shape, {1, 0}, 16, 128), 16, 0, 1, 64);
  ASSERT_TRUE(found);
  // 128-byte swizzle is mode 1, eight rows of 128 bytes are 64 units.
  EXPECT_EQ(found->fields() >> 62, 1u);
  EXPECT_EQ(found->fields() >> 32 & 0x3fff, 64u);
}

} // namespace

//===- DescriptorArgument.h - tensor descriptors as arguments -------------===//
//
// A caller gives a descriptor as a structure of 8-byte fields: the tensor's address, its sizes, and the distances
// between neighbours along each dimension, in elements, the slowest dimension first:
//
//     struct { uint64_t base; int64_t shape[rank]; int64_t strides[rank]; }
//
// A kernel on a GPU takes the fields as parameters of their own, one on the CPU the structure's address.
//
//===----------------------------------------------------------------------===//
#pragma once

#include "runtime/KernelManifest.h"
#include <optional>

namespace tritonc {

/// `tensordesc<bf16[128,64]>` taken apart.
struct DescriptorType {
  std::string element;
  int rank = 0;

  int fields() const { return 1 + 2 * rank; }
  size_t bytes() const { return 8 * static_cast<size_t>(fields()); }
};

/// Nothing for types that are no descriptors.
std::optional<DescriptorType> descriptorType(std::string_view type);

/// Whether address and strides are what kernels are compiled for: multiples of 16 bytes, and 1 for the last.
Status checkDescriptor(const ManifestParam &param, const DescriptorType &type, const void *fields);

} // namespace tritonc

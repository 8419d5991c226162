//===- DescriptorArgument.cpp - tensor descriptors as arguments -----------===//
#include "runtime/DescriptorArgument.h"
#include <algorithm>
#include <cstring>

namespace tritonc {

std::optional<DescriptorType> descriptorType(std::string_view type) {
  constexpr std::string_view prefix = "tensordesc<";
  size_t open = type.find('['), close = type.find(']');
  if (type.substr(0, prefix.size()) != prefix || open == type.npos || close == type.npos || close < open)
    return std::nullopt;
  DescriptorType result;
  result.element = type.substr(prefix.size(), open - prefix.size());
  std::string_view dims = type.substr(open, close - open);
  result.rank = 1 + static_cast<int>(std::count(dims.begin(), dims.end(), ','));
  return result;
}

/// Bytes of an element: the first number in its type's name is its bits (`fp8e5`, `bf16`, `i32`).
static int64_t elementBytes(const std::string &element) {
  int64_t bits = 0;
  for (char c : element) {
    const bool isDigit = c >= '0' && c <= '9';
    if (!isDigit && bits != 0)
      break;
    if (isDigit)
      bits = bits * 10 + (c - '0');
  }
  return std::max<int64_t>(1, bits / 8);
}

Status checkDescriptor(const ManifestParam &param, const DescriptorType &type, const void *fields) {
  std::vector<int64_t> values(static_cast<size_t>(type.fields()));
  std::memcpy(values.data(), fields, type.bytes());
  if (values[0] % 16 != 0)
    return Status::bad("descriptor '", param.name, "': the address is not a multiple of 16 bytes");
  const size_t strides = static_cast<size_t>(1 + type.rank);
  for (size_t i = strides; i + 1 < values.size(); ++i)
    if (values[i] * elementBytes(type.element) % 16 != 0)
      return Status::bad("descriptor '", param.name, "': a stride of ", values[i], " elements of ", type.element,
                         " is not a multiple of 16 bytes");
  if (values.back() != 1)
    return Status::bad("descriptor '", param.name, "': the last stride is ", values.back(), ", not 1");
  return {};
}

} // namespace tritonc

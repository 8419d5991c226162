//===- Container.h - reading LLVM's offload binary container --------------===//
//
// A `.tkb` is a sequence of LLVM offload binaries (llvm/Object/OffloadBinary.h gives the layout), one per image. LLVM's
// own reader believes the offsets that it finds; a bundle comes from outside, so this one checks each of them first and
// says where in the file it is wrong. It is free of LLVM because libtritonrt is.
//
//===----------------------------------------------------------------------===//
#pragma once

#include "runtime/Status.h"
#include <cstdint>
#include <string_view>
#include <utility>
#include <vector>

namespace tritonc {

/// One image of a container; the views point into the file's bytes.
struct ContainerImage {
  std::string_view bytes;
  std::vector<std::pair<std::string_view, std::string_view>> strings;
  /// Offset of this image's header in the file, for messages.
  size_t offset = 0;

  std::string_view get(std::string_view key) const;
};

/// Whether the bytes start like an offload binary.
bool isContainer(std::string_view file);

/// Reads all images; `origin` names the file in error messages.
Status readContainer(std::string_view file, std::string_view origin, std::vector<ContainerImage> &images);

} // namespace tritonc

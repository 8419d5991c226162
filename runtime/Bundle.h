//===- Bundle.h - writing `.tkb` files ------------------------------------===//
//
// One LLVM offload binary for each image, one after the other, so that `llvm-offload-binary` lists and extracts them.
// The manifest is the string "manifest"; "triple", "arch", "kernel" and "variant" are there for people and other tools.
// Reading is in runtime/Images.h.
//
//===----------------------------------------------------------------------===//
#pragma once

#include "runtime/Manifest.h"
#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/SmallString.h"

namespace tritonc {

struct BundleEntry {
  Manifest manifest;
  std::string image;
  /// Number of the variant within its kernel and target; a PTX and its cubin share it. Negative: counted here, by what
  /// tells variants apart.
  int variant = -1;
};

/// The file's bytes, a function of the entries only. Manifests without a content hash get one. Two images of one
/// kernel, target, kind and variant are refused.
llvm::Expected<llvm::SmallString<0>> writeBundle(llvm::ArrayRef<BundleEntry> entries);

/// Hex SHA-256.
std::string contentHash(llvm::StringRef bytes);

} // namespace tritonc

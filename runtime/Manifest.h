//===- Manifest.h - manifests for compiler code ---------------------------===//
//
// The fields are in runtime/KernelManifest.h, which is free of LLVM; this adds the reader in LLVM's style of errors.
//
//===----------------------------------------------------------------------===//
#pragma once

#include "runtime/KernelManifest.h"
#include "llvm/ADT/StringRef.h"
#include "llvm/Support/Error.h"

namespace tritonc {

/// Reads a manifest; `origin` names the file in error messages.
inline llvm::Expected<Manifest> parseManifest(llvm::StringRef toml, llvm::StringRef origin) {
  Manifest manifest;
  Status status = readManifest(std::string_view(toml.data(), toml.size()),
                               std::string_view(origin.data(), origin.size()), manifest);
  if (!status.ok())
    return llvm::createStringError(llvm::inconvertibleErrorCode(), "%s", status.message().c_str());
  return manifest;
}

} // namespace tritonc

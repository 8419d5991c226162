//===- DynamicLibrary.h - libraries opened at run time --------------------===//
#pragma once

#include "runtime/Status.h"
#include <string>
#include <vector>

namespace tritonc {

/// Opens the first of `names` that loads; a null handle and all reasons when none does.
struct OpenedLibrary {
  void *handle = nullptr;
  std::string name;
  std::string reasons;
};
OpenedLibrary openLibrary(const std::vector<std::string> &names);

/// The address of a symbol, or null.
void *findSymbol(void *handle, const char *name);

/// Loads a shared object from memory. Its ELF headers are checked first: the loader trusts them, and a truncated file
/// would end the process. The handle is never closed while the process may still run its code.
Status loadSharedObject(std::string_view bytes, const std::string &name, void *&handle);
void closeLibrary(void *handle);

} // namespace tritonc

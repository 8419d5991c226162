//===- Link.h - linking ELF shared objects --------------------------------===//
//
// Code objects and host shared objects are linked by LLD, which is part of this program: starting a linker costs more
// than compiling a small kernel does (25 of 61 ms were measured). A linker that the user names is run instead.
//
//===----------------------------------------------------------------------===//
#pragma once

#include "backend/toolchain/Tool.h"

namespace tritonc {

/// Links the files and options `arguments` into an ELF shared object and returns its bytes. `arguments` are those of
/// ld.lld without the program and without `-shared` and `-o`. Calls from several threads take turns, since LLD is one
/// per process. A linker that the user named and that is not there is a MissingToolError.
llvm::Expected<std::string> linkSharedObject(llvm::ArrayRef<std::string> arguments, const TemporaryFolder &folder,
                                             const ToolPaths &tools);

} // namespace tritonc

//===- Files.h - whole files ----------------------------------------------===//
#pragma once

#include "runtime/Status.h"

namespace tritonc {

/// Reads a whole file; the message says what the system said.
Status readFile(const std::string &path, std::string &bytes);

/// Writes a whole file beside its place and renames it, so that no partial file is ever there. Devices and pipes, which
/// a rename would replace, are written in place.
Status writeFile(const std::string &path, std::string_view bytes);

} // namespace tritonc

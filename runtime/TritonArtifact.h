//===- TritonArtifact.h - kernels from Triton's own cache -----------------===//
#pragma once

#include "runtime/Images.h"

namespace tritonc {

/// Whether the path names a `.json` file.
bool isTritonArtifact(const std::string &path);

/// Opens `NAME.json` with the `NAME.cubin`, `NAME.ptx` or `NAME.hsaco` beside it. Triton does not record the parameters
/// there, so they are taken from `NAME.ttir`, which it leaves in the same folder.
Status openTritonArtifact(const std::string &path, ImageFile &file);

} // namespace tritonc

#include "runtime/gpu/GpuApi.h"
#include "runtime/DynamicLibrary.h"
#include <cstring>

namespace tritonc {

Status GpuApi::fill(GpuFlavour newFlavour, void *newLibrary, const std::string &newName) {
  flavour = newFlavour;
  library = newLibrary;
  libraryName = newName;
  const char *missing = nullptr;
  auto take = [&](auto &field, const char *name) {
    field = reinterpret_cast<std::decay_t<decltype(field)>>(findSymbol(library, name));
    if (!field && !missing)
      missing = name;
  };
#define TRITONC_GPU_TAKE(field, parameters, cuda, hip) take(field, flavour == GpuFlavour::CUDA ? cuda : hip);
  TRITONC_GPU_CALLS(TRITONC_GPU_TAKE)
#undef TRITONC_GPU_TAKE
  if (missing)
    return Status::missing("'", libraryName, "' has no function '", missing, "'")
        .withHint(flavour == GpuFlavour::CUDA ? "the NVIDIA driver must support CUDA 12 or later"
                                              : "ROCm 5.2 or later is needed");
  return {};
}

const char *gpuCallName(GpuFlavour flavour, const char *field) {
#define TRITONC_GPU_NAME(name, parameters, cuda, hip)                                                                  \
  if (std::strcmp(field, #name) == 0)                                                                                  \
    return flavour == GpuFlavour::CUDA ? cuda : hip;
  TRITONC_GPU_CALLS(TRITONC_GPU_NAME)
#undef TRITONC_GPU_NAME
  return field;
}

} // namespace tritonc

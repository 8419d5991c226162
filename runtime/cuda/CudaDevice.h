#pragma once

#include "runtime/Device.h"

namespace tritonc {

/// An NVIDIA GPU through the driver API; the library is opened by this call.
Status openCudaDevice(int ordinal, std::unique_ptr<Device> &device);

} // namespace tritonc

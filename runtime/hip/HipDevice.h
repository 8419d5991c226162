#pragma once

#include "runtime/Device.h"

namespace tritonc {

/// An AMD GPU through the HIP runtime; the library is opened by this call.
Status openHipDevice(int ordinal, std::unique_ptr<Device> &device);

} // namespace tritonc

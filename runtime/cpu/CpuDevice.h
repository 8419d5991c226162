#pragma once

#include "runtime/Device.h"

namespace tritonc {

/// The host; `threads` 0 means one for each processor. See CpuDevice.cpp for the convention of the images.
std::unique_ptr<Device> makeCpuDevice(int threads);

} // namespace tritonc

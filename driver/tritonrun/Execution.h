//===- Execution.h - one launch on one device -----------------------------===//
#pragma once

#include "driver/tritonrun/Launch.h"
#include "runtime/Device.h"
#include "runtime/GuardedBuffer.h"

namespace tritonc::run {

/// A kernel loaded on a device with its buffers.
class Execution {
public:
  Execution(Device &device, const Launch &launch) : device(device), launch(launch), arguments(device) {}

  /// Loads the image and allocates the buffers.
  Status open();
  /// Fills the buffers, launches once and waits. `outputs` gets what the tensors hold afterwards, in parameter order;
  /// null and scalar arguments leave an empty tensor. A zero in the grid launches nothing.
  Status run(std::vector<Tensor> &outputs);

  bool emptyGrid() const { return launch.grid[0] == 0 || launch.grid[1] == 0 || launch.grid[2] == 0; }
  LoadedKernel &loaded() { return *kernel; }
  /// For timing; the buffers hold the inputs again.
  Status request(LaunchRequest &request);

private:
  Status upload();

  Device &device;
  const Launch &launch;
  std::unique_ptr<LoadedKernel> kernel;
  std::vector<std::unique_ptr<GuardedBuffer>> buffers;
  std::vector<DeviceAddress> addresses;
  Arguments arguments;
};

struct Timing {
  double median = 0, low = 0, high = 0;
  int samples = 0;
};

struct BenchResult {
  Timing cold, hot;
};

/// Times the launch cold and hot. `samples` 0: as many as fit.
Status benchmark(Device &device, const LaunchRequest &request, int samples, BenchResult &result);

} // namespace tritonc::run

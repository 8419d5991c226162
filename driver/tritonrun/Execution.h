//===- Execution.h - one launch on one device -----------------------------===//
#pragma once

#include "driver/tritonrun/DeviceBuffers.h"
#include "driver/tritonrun/Launch.h"
#include "runtime/Device.h"

namespace tritonc::run {

/// A kernel loaded on a device with its buffers.
class Execution {
public:
  Execution(Device &device, const Launch &launch, DeviceBuffers &shared)
      : device(device), launch(launch), shared(shared), arguments(device) {}

  /// Loads the image and finds the buffers.
  Status open();
  /// Fills the buffers, launches once and waits. `outputs` gets what the tensors hold afterwards, in parameter order;
  /// null and scalar arguments leave an empty tensor. A zero in the grid launches nothing.
  Status run(std::vector<Tensor> &outputs);
  /// The same without the outputs: whether it can be launched, and keeps to its tensors.
  Status tryOut();

  bool emptyGrid() const { return launch.grid[0] == 0 || launch.grid[1] == 0 || launch.grid[2] == 0; }
  LoadedKernel &loaded() { return *kernel; }
  /// For timing; the buffers hold the inputs again. What the kernel's autotune decorator resets is reset before each
  /// launch.
  Status request(LaunchRequest &request);

private:
  Status restore();
  Status checkGuards();
  Status addResets(LaunchRequest &request);

  Device &device;
  const Launch &launch;
  DeviceBuffers &shared;
  std::unique_ptr<LoadedKernel> kernel;
  std::vector<GuardedBuffer *> buffers;
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

/// Median, 20th and 80th percentile.
Timing summarize(std::vector<double> seconds);

/// Times the launch cold and hot. `samples` 0: as many as fit.
Status benchmark(Device &device, const LaunchRequest &request, int samples, BenchResult &result);

} // namespace tritonc::run

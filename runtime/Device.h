//===- Device.h - a place where kernels run -------------------------------===//
//
// CUDA, HIP and the CPU behind one interface: memory, loading, launching, timing, and what the loaded binary really
// uses. Buffers are addresses in the device's memory; on the CPU they are host addresses.
//
//===----------------------------------------------------------------------===//
#pragma once

#include "runtime/DescriptorArgument.h"
#include "runtime/KernelManifest.h"
#include "runtime/Status.h"
#include <array>
#include <cstdint>
#include <memory>
#include <string>
#include <vector>

namespace tritonc {

struct KernelImage;

enum class DeviceKind { CPU, CUDA, HIP };

struct DeviceInfo {
  DeviceKind kind = DeviceKind::CPU;
  /// As in `--device`: `cuda:0`, `hip:1`, `cpu`.
  std::string spec = "cpu";
  std::string name;
  /// `sm_90`, `gfx942`, `cpu`.
  std::string arch = "cpu";
  /// NVIDIA: compute capability times ten.
  int computeCapability = 0;
  int driverVersion = 0;
  int warpSize = 1;
  /// Multiprocessors, compute units or worker threads.
  int units = 1;
  int maxThreads = 1024;
  /// Most dynamic shared memory of one program, opt-in included.
  int maxSharedBytes = 0;
  int threadsPerUnit = 0;
  int64_t cacheBytes = 32 << 20;
  std::array<int64_t, 3> maxGrid = {2147483647, 65535, 65535};
};

using DeviceAddress = uint64_t;

/// What the loaded binary uses on this device; -1 where the device does not say.
struct LoadedFigures {
  int registers = -1;
  int localBytes = -1;
  int staticSharedBytes = -1;
  int maxThreads = -1;
  int programsPerUnit = -1;
};

/// A kernel loaded on a device.
class LoadedKernel {
public:
  virtual ~LoadedKernel() = default;
  Manifest manifest;
};

/// Memory that is put back before each launch that is timed: a copy of `from`, or zeros when that is 0.
struct BufferReset {
  DeviceAddress to = 0, from = 0;
  size_t bytes = 0;
};

struct LaunchRequest {
  LoadedKernel *kernel = nullptr;
  std::array<int64_t, 3> grid = {1, 1, 1};
  /// One pointer to the value of each parameter, trailing pointers included.
  void **params = nullptr;
  /// The caller's stream; null: the device's own.
  void *stream = nullptr;
  /// Done before each timed launch, outside of the time.
  std::vector<BufferReset> resets;

  int64_t programs() const { return grid[0] * grid[1] * grid[2]; }
};

class Device {
public:
  virtual ~Device() = default;
  const DeviceInfo &info() const { return deviceInfo; }

  virtual Status load(const KernelImage &image, std::unique_ptr<LoadedKernel> &kernel) = 0;
  virtual Status figures(LoadedKernel &kernel, LoadedFigures &figures) = 0;

  virtual Status allocate(size_t bytes, DeviceAddress &address) = 0;
  virtual Status release(DeviceAddress address) = 0;
  virtual Status copyIn(DeviceAddress to, const void *from, size_t bytes) = 0;
  virtual Status copyOut(void *to, DeviceAddress from, size_t bytes) = 0;
  /// Within the device; done when the call returns.
  virtual Status copyWithin(DeviceAddress to, DeviceAddress from, size_t bytes) = 0;

  /// Which part of an allocation kernels may touch, and whether it holds data yet. For devices that check accesses.
  virtual void describe(DeviceAddress address, size_t bytes, bool hasData) {
    (void)address, (void)bytes, (void)hasData;
  }

  /// Puts one launch into the queue. The grid has been checked by checkGrid and holds no zero.
  virtual Status launch(const LaunchRequest &request) = 0;
  virtual Status synchronize() = 0;

  /// Times `count` single launches, the caches flushed before each; in seconds.
  virtual Status timeCold(const LaunchRequest &request, int count, std::vector<double> &seconds) = 0;
  /// Times `count` batches of `batch` launches back to back; seconds per launch. With resets each launch is a batch.
  virtual Status timeHot(const LaunchRequest &request, int batch, int count, std::vector<double> &seconds) = 0;

  /// Whether the grid is within the device's limits.
  Status checkGrid(const std::array<int64_t, 3> &grid) const;

protected:
  DeviceInfo deviceInfo;
};

/// Opens `cpu`, `cuda:N` or `hip:N` (N is 0 when left out). A missing library or device is Outcome::Missing.
Status openDevice(const std::string &spec, std::unique_ptr<Device> &device);

/// A parameter list for one kernel: the values, the trailing pointers, and the scratch memory behind them.
class Arguments {
public:
  explicit Arguments(Device &device) : device(device) {}
  ~Arguments();
  Arguments(const Arguments &) = delete;
  Arguments &operator=(const Arguments &) = delete;

  /// Copies one value for each parameter of `manifest` (of a descriptor its fields: DescriptorArgument.h) and provides
  /// scratch for the grid.
  Status bind(const Manifest &manifest, void *const *values, size_t count, const std::array<int64_t, 3> &grid);
  void **params() { return pointers.data(); }

private:
  void bindDescriptor(size_t index, const DescriptorType &descriptor, const void *fields);

  Device &device;
  std::vector<std::array<char, 16>> storage;
  std::vector<std::vector<char>> large;
  std::vector<void *> pointers;
  DeviceAddress scratch = 0;
  int64_t scratchSize = 0;
};

} // namespace tritonc

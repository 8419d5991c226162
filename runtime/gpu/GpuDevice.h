//===- GpuDevice.h - what CUDA and HIP devices do alike -------------------===//
#pragma once

#include "runtime/Device.h"
#include "runtime/gpu/GpuApi.h"

namespace tritonc {

struct GpuKernel final : LoadedKernel {
  explicit GpuKernel(const GpuApi &api) : api(api) {}
  ~GpuKernel() override;
  const GpuApi &api;
  GpuHandle module = nullptr, function = nullptr;
};

/// A CUtensorMap.
struct alignas(64) TensorMapValue {
  unsigned char bytes[128];
};

class GpuDevice : public Device {
public:
  explicit GpuDevice(const GpuApi &api) : api(api) {}
  ~GpuDevice() override;

  Status load(const KernelImage &image, std::unique_ptr<LoadedKernel> &kernel) override;
  Status figures(LoadedKernel &kernel, LoadedFigures &figures) override;
  Status allocate(size_t bytes, DeviceAddress &address) override;
  Status release(DeviceAddress address) override;
  Status copyIn(DeviceAddress to, const void *from, size_t bytes) override;
  Status copyOut(void *to, DeviceAddress from, size_t bytes) override;
  Status copyWithin(DeviceAddress to, DeviceAddress from, size_t bytes) override;
  Status launch(const LaunchRequest &request) override;
  Status synchronize() override;
  Status timeCold(const LaunchRequest &request, int count, std::vector<double> &seconds) override;
  Status timeHot(const LaunchRequest &request, int batch, int count, std::vector<double> &seconds) override;

protected:
  /// Makes the device current for the calling thread.
  virtual Status enter() = 0;
  /// `CUDA_ERROR_INVALID_VALUE (1): invalid argument`.
  virtual std::string errorText(int code) const = 0;
  virtual Status loadModule(std::string_view bytes, const Manifest &manifest, GpuHandle &module) = 0;
  /// Whatever a kernel needs once before it is launched (opt-in shared memory).
  virtual Status prepare(const GpuKernel &) { return {}; }
  /// A launch whose programs are clusters of several thread blocks.
  virtual Status launchClustered(const GpuKernel &kernel, const LaunchRequest &request, GpuHandle stream);

  /// Values for the kernel's tensor maps, from those of its parameters, to pass behind them.
  virtual Status buildTensorMaps(const Manifest &manifest, void *const *params, std::vector<TensorMapValue> &maps);

  /// Ok for code 0, else the call by name and the error.
  Status check(int code, const char *call) const;
  /// Opens the stream that launches use by default; called once the device is current.
  Status openStream();

  const GpuApi api;
  GpuHandle stream = nullptr;

private:
  Status putBack(const LaunchRequest &request);
  Status runBatches(const LaunchRequest &request, GpuHandle graph, int batch, int count, std::vector<double> &seconds);
  Status readTimes(const std::vector<GpuHandle> &events, int launches, std::vector<double> &seconds);
  Status makeEvents(int count, std::vector<GpuHandle> &events);
  void destroyEvents(std::vector<GpuHandle> &events);
  bool captureBatch(const LaunchRequest &request, int batch, GpuHandle &graph, GpuHandle &executable);
};

} // namespace tritonc

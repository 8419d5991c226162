#include "runtime/gpu/GpuDevice.h"
#include "runtime/Images.h"
#include <algorithm>

namespace tritonc {

// Numbers that CUfunction_attribute and hipFunction_attribute share.
enum FunctionAttribute { MaxThreadsPerBlock = 0, SharedSizeBytes = 1, LocalSizeBytes = 3, NumRegs = 4 };

/// Calls an API function and leaves with its error, named by the call.
#define GPU_TRY(field, ...) TRITONC_TRY(check(api.field(__VA_ARGS__), #field))

GpuKernel::~GpuKernel() {
  if (module)
    api.moduleUnload(module);
}

GpuDevice::~GpuDevice() {
  if (stream)
    api.streamDestroy(stream);
}

Status GpuDevice::check(int code, const char *field) const {
  if (code == 0)
    return {};
  return Status::failed(gpuCallName(api.flavour, field), " failed on ", deviceInfo.spec, ": ", errorText(code));
}

Status GpuDevice::openStream() {
  // 1: does not wait for the legacy default stream.
  GPU_TRY(streamCreate, &stream, 1);
  return {};
}

Status GpuDevice::load(const KernelImage &image, std::unique_ptr<LoadedKernel> &kernel) {
  TRITONC_TRY(enter());
  auto loaded = std::make_unique<GpuKernel>(api);
  loaded->manifest = image.manifest;
  TRITONC_TRY(loadModule(image.bytes, image.manifest, loaded->module));
  TRITONC_TRY(check(api.moduleGetFunction(&loaded->function, loaded->module, image.manifest.kernel.c_str()),
                    "moduleGetFunction")
                  .in("kernel '" + image.manifest.kernel + "'"));
  if (image.manifest.sharedBytes > deviceInfo.maxSharedBytes)
    return Status::bad("kernel '", image.manifest.kernel, "' needs ", image.manifest.sharedBytes,
                       " bytes of shared memory, but ", deviceInfo.spec, " gives a program at most ",
                       deviceInfo.maxSharedBytes);
  if (image.manifest.threads > deviceInfo.maxThreads)
    return Status::bad("kernel '", image.manifest.kernel, "' needs ", image.manifest.threads, " threads, but ",
                       deviceInfo.spec, " gives a program at most ", deviceInfo.maxThreads);
  TRITONC_TRY(prepare(*loaded));
  kernel = std::move(loaded);
  return {};
}

Status GpuDevice::figures(LoadedKernel &kernel, LoadedFigures &figures) {
  TRITONC_TRY(enter());
  GpuHandle function = static_cast<GpuKernel &>(kernel).function;
  GPU_TRY(functionAttribute, &figures.registers, NumRegs, function);
  GPU_TRY(functionAttribute, &figures.localBytes, LocalSizeBytes, function);
  GPU_TRY(functionAttribute, &figures.staticSharedBytes, SharedSizeBytes, function);
  GPU_TRY(functionAttribute, &figures.maxThreads, MaxThreadsPerBlock, function);
  GPU_TRY(occupancy, &figures.programsPerUnit, function, kernel.manifest.threads,
          static_cast<size_t>(kernel.manifest.sharedBytes));
  return {};
}

Status GpuDevice::allocate(size_t bytes, DeviceAddress &address) {
  TRITONC_TRY(enter());
  return check(api.memAlloc(&address, std::max<size_t>(bytes, 1)), "memAlloc")
      .in(concat("allocating ", bytes, " bytes"));
}

Status GpuDevice::release(DeviceAddress address) {
  TRITONC_TRY(enter());
  GPU_TRY(memFree, address);
  return {};
}

Status GpuDevice::copyIn(DeviceAddress to, const void *from, size_t bytes) {
  TRITONC_TRY(enter());
  if (!bytes)
    return {};
  GPU_TRY(copyToDevice, to, from, bytes);
  // From pageable memory it may return before the data is there (CUDA Driver API, "API synchronization behavior"), and
  // our stream does not wait for the default one, in which it runs.
  GPU_TRY(streamSynchronize, nullptr);
  return {};
}

Status GpuDevice::copyOut(void *to, DeviceAddress from, size_t bytes) {
  TRITONC_TRY(enter());
  if (bytes)
    GPU_TRY(copyToHost, to, from, bytes);
  return {};
}

Status GpuDevice::copyWithin(DeviceAddress to, DeviceAddress from, size_t bytes) {
  TRITONC_TRY(enter());
  if (bytes)
    GPU_TRY(copyWithinAsync, to, from, bytes, stream);
  GPU_TRY(streamSynchronize, stream);
  return {};
}

/// Puts the resets into the stream.
Status GpuDevice::putBack(const LaunchRequest &request) {
  for (const BufferReset &reset : request.resets)
    if (reset.from)
      GPU_TRY(copyWithinAsync, reset.to, reset.from, reset.bytes, stream);
    else
      GPU_TRY(fillAsync, reset.to, 0, reset.bytes, stream);
  return {};
}

Status GpuDevice::launchClustered(const GpuKernel &kernel, const LaunchRequest &, GpuHandle) {
  return Status::bad("kernel '", kernel.manifest.kernel, "' has programs of ", kernel.manifest.numCtas,
                     " thread blocks, which ", deviceInfo.spec, " cannot launch");
}

Status GpuDevice::buildTensorMaps(const Manifest &manifest, void *const *, std::vector<TensorMapValue> &) {
  return Status::bad("kernel '", manifest.kernel, "' takes tensor maps, which ", deviceInfo.spec, " does not have");
}

Status GpuDevice::launch(const LaunchRequest &original) {
  TRITONC_TRY(enter());
  LaunchRequest request = original;
  auto &kernel = *static_cast<GpuKernel *>(request.kernel);
  GpuHandle where = request.stream ? request.stream : stream;
  std::vector<TensorMapValue> maps;
  std::vector<void *> params;
  if (!kernel.manifest.tensorMaps.empty()) {
    TRITONC_TRY(buildTensorMaps(kernel.manifest, request.params, maps));
    size_t count = kernel.manifest.params.size() + static_cast<size_t>(kernel.manifest.extraPointers());
    params.assign(request.params, request.params + count);
    for (TensorMapValue &map : maps)
      params.push_back(&map);
    request.params = params.data();
  }
  if (kernel.manifest.numCtas > 1)
    return launchClustered(kernel, request, where);
  GPU_TRY(launchKernel, kernel.function, static_cast<unsigned>(request.grid[0]), static_cast<unsigned>(request.grid[1]),
          static_cast<unsigned>(request.grid[2]), static_cast<unsigned>(kernel.manifest.threads), 1, 1,
          static_cast<unsigned>(kernel.manifest.sharedBytes), where, request.params, nullptr);
  return {};
}

Status GpuDevice::synchronize() {
  TRITONC_TRY(enter());
  GPU_TRY(streamSynchronize, stream);
  return {};
}

Status GpuDevice::makeEvents(int count, std::vector<GpuHandle> &events) {
  for (int i = 0; i < count; ++i) {
    GpuHandle event = nullptr;
    GPU_TRY(eventCreate, &event, 0);
    events.push_back(event);
  }
  return {};
}

void GpuDevice::destroyEvents(std::vector<GpuHandle> &events) {
  for (GpuHandle event : events)
    api.eventDestroy(event);
  events.clear();
}

/// Events come in pairs, one before and one after `launches` launches.
Status GpuDevice::readTimes(const std::vector<GpuHandle> &events, int launches, std::vector<double> &seconds) {
  GPU_TRY(streamSynchronize, stream);
  for (size_t i = 0; i + 1 < events.size(); i += 2) {
    float milliseconds = 0;
    GPU_TRY(eventElapsed, &milliseconds, events[i], events[i + 1]);
    seconds.push_back(milliseconds * 1e-3 / launches);
  }
  return {};
}

Status GpuDevice::timeCold(const LaunchRequest &request, int count, std::vector<double> &seconds) {
  TRITONC_TRY(enter());
  // Twice the cache, written before each launch, leaves nothing of the kernel's data in it.
  size_t flushBytes = static_cast<size_t>(std::max<int64_t>(deviceInfo.cacheBytes, 32 << 20)) * 2;
  DeviceAddress flush = 0;
  std::vector<GpuHandle> events;
  TRITONC_TRY(allocate(flushBytes, flush));
  auto run = [&]() -> Status {
    TRITONC_TRY(makeEvents(2 * count, events));
    for (int i = 0; i < count; ++i) {
      TRITONC_TRY(putBack(request));
      GPU_TRY(fillAsync, flush, static_cast<unsigned char>(i), flushBytes, stream);
      GPU_TRY(eventRecord, events[2 * i], stream);
      TRITONC_TRY(launch(request));
      GPU_TRY(eventRecord, events[2 * i + 1], stream);
    }
    return readTimes(events, 1, seconds);
  };
  Status status = run();
  destroyEvents(events);
  Status freed = release(flush);
  return status.ok() ? freed : status;
}

/// A graph of `batch` launches: for kernels of a few microseconds the host cannot issue single launches fast enough.
/// Where the API refuses, the caller launches one by one.
bool GpuDevice::captureBatch(const LaunchRequest &request, int batch, GpuHandle &graph, GpuHandle &executable) {
  const int relaxed = 2;
  if (api.captureBegin(stream, relaxed) != 0)
    return false;
  bool launched = true;
  for (int i = 0; i < batch && launched; ++i)
    launched = launch(request).ok();
  bool ended = api.captureEnd(stream, &graph) == 0;
  if (launched && ended && graph && api.graphInstantiate(&executable, graph, 0) == 0)
    return true;
  if (graph)
    api.graphDestroy(graph);
  graph = executable = nullptr;
  return false;
}

Status GpuDevice::runBatches(const LaunchRequest &request, GpuHandle executable, int batch, int count,
                             std::vector<double> &seconds) {
  std::vector<GpuHandle> events;
  auto run = [&]() -> Status {
    TRITONC_TRY(makeEvents(2 * count, events));
    for (int i = 0; i < count; ++i) {
      TRITONC_TRY(putBack(request));
      GPU_TRY(eventRecord, events[2 * i], stream);
      if (executable)
        GPU_TRY(graphLaunch, executable, stream);
      for (int j = 0; j < batch && !executable; ++j)
        TRITONC_TRY(launch(request));
      GPU_TRY(eventRecord, events[2 * i + 1], stream);
    }
    return readTimes(events, batch, seconds);
  };
  Status status = run();
  destroyEvents(events);
  return status;
}

Status GpuDevice::timeHot(const LaunchRequest &request, int batch, int count, std::vector<double> &seconds) {
  TRITONC_TRY(enter());
  GpuHandle graph = nullptr, executable = nullptr;
  batch = request.resets.empty() ? batch : 1;
  if (batch > 1)
    captureBatch(request, batch, graph, executable);
  Status status = runBatches(request, executable, batch, count, seconds);
  if (executable)
    api.graphExecDestroy(executable);
  if (graph)
    api.graphDestroy(graph);
  return status;
}

} // namespace tritonc

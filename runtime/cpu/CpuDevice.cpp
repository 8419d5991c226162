//===- CpuDevice.cpp - kernels compiled for the host ----------------------===//
//
// An image is a shared object with one function for each kernel:
//
//     void NAME__launch(void *const *params, const int32_t grid[3], int64_t begin, int64_t end);
//
// It runs the programs begin..end-1 of the grid, program p being (p % gx, p / gx % gy, p / gx / gy); params[i] points
// to the value of parameter i. The grid is spread over a pool of threads. The image is loaded from memory, so bundles
// need no temporary file.
//
//===----------------------------------------------------------------------===//
#include "runtime/cpu/CpuDevice.h"
#include "runtime/DynamicLibrary.h"
#include "runtime/Files.h"
#include "runtime/Images.h"
#include "runtime/cpu/Sanitizer.h"
#include "runtime/cpu/ThreadPool.h"
#include <algorithm>
#include <chrono>
#include <cstdlib>
#include <cstring>

namespace tritonc {
namespace {

using LaunchFunction = void (*)(void *const *, const int32_t *, int64_t, int64_t);

struct CpuKernel final : LoadedKernel {
  ~CpuKernel() override {
    if (handle)
      closeLibrary(handle);
  }
  void *handle = nullptr;
  LaunchFunction function = nullptr;
  /// The checks that it was compiled with; bits of Sanitizer::Check.
  uint32_t checks = 0;
};

/// Assertions of kernels that failed since the last launch began. The kernel's handler has no context, so this is one
/// for the process.
struct FailedAssertions {
  std::mutex mutex;
  std::string first;
  int count = 0;

  void clear() {
    std::lock_guard<std::mutex> lock(mutex);
    first.clear();
    count = 0;
  }
  Status status() {
    std::lock_guard<std::mutex> lock(mutex);
    if (count == 0)
      return {};
    return Status::failed(first, count > 1 ? " (and in " + std::to_string(count - 1) + " more programs)" : "");
  }
};
FailedAssertions failedAssertions;

void onFailedAssertion(const char *message, int32_t x, int32_t y, int32_t z) {
  std::lock_guard<std::mutex> lock(failedAssertions.mutex);
  if (failedAssertions.count++ == 0)
    failedAssertions.first = std::string(message) + ", in program (" + std::to_string(x) + ", " + std::to_string(y) +
                             ", " + std::to_string(z) + ")";
}

std::string processorName() {
  std::string text;
  if (readFile("/proc/cpuinfo", text).ok())
    if (size_t at = text.find("model name"); at != std::string::npos)
      if (size_t colon = text.find(": ", at); colon != std::string::npos)
        return text.substr(colon + 2, text.find('\n', colon) - colon - 2);
  return "host processor";
}

class CpuDevice final : public Device {
public:
  explicit CpuDevice(int threads) : pool(threads) {
    deviceInfo.name = processorName();
    deviceInfo.units = pool.size();
    // GPUs' limits hold here too, so that what runs here also runs there.
    deviceInfo.cacheBytes = 64 << 20;
  }

  Status load(const KernelImage &image, std::unique_ptr<LoadedKernel> &kernel) override {
    auto loaded = std::make_unique<CpuKernel>();
    loaded->manifest = image.manifest;
    const std::string &name = image.manifest.kernel;
    TRITONC_TRY(loadSharedObject(image.bytes, name, loaded->handle));
    std::string symbol = name + "__launch";
    loaded->function = reinterpret_cast<LaunchFunction>(findSymbol(loaded->handle, symbol.c_str()));
    if (!loaded->function)
      return Status::bad("the image does not export '", symbol, "'");
    auto variable = [&](const char *suffix) { return findSymbol(loaded->handle, (name + suffix).c_str()); };
    if (void *handler = variable("__assert_handler"))
      *static_cast<void (**)(const char *, int32_t, int32_t, int32_t)>(handler) = onFailedAssertion;
    if (void *checks = variable("__sanitize"))
      loaded->checks = *static_cast<const uint32_t *>(checks);
    if (void *functions = variable("__sanitizer"))
      *static_cast<const Sanitizer::Functions **>(functions) = sanitizer.functions();
    kernel = std::move(loaded);
    return {};
  }

  void describe(DeviceAddress address, size_t bytes, bool hasData) override {
    sanitizer.describe(address, bytes, hasData);
  }

  Status figures(LoadedKernel &, LoadedFigures &) override { return {}; }

  Status allocate(size_t bytes, DeviceAddress &address) override {
    void *memory = nullptr;
    if (posix_memalign(&memory, 4096, std::max<size_t>(bytes, 1)) != 0)
      return Status::failed("out of memory: ", bytes, " bytes");
    address = reinterpret_cast<DeviceAddress>(memory);
    sanitizer.allocated(address, bytes);
    return {};
  }
  Status release(DeviceAddress address) override {
    sanitizer.released(address);
    std::free(reinterpret_cast<void *>(address));
    return {};
  }
  Status copyIn(DeviceAddress to, const void *from, size_t bytes) override {
    std::memcpy(reinterpret_cast<void *>(to), from, bytes);
    return {};
  }
  Status copyOut(void *to, DeviceAddress from, size_t bytes) override {
    std::memcpy(to, reinterpret_cast<const void *>(from), bytes);
    return {};
  }

  Status copyWithin(DeviceAddress to, DeviceAddress from, size_t bytes) override {
    std::memcpy(reinterpret_cast<void *>(to), reinterpret_cast<const void *>(from), bytes);
    return {};
  }

  Status launch(const LaunchRequest &request) override {
    auto *kernel = static_cast<CpuKernel *>(request.kernel);
    const int32_t grid[3] = {static_cast<int32_t>(request.grid[0]), static_cast<int32_t>(request.grid[1]),
                             static_cast<int32_t>(request.grid[2])};
    failedAssertions.clear();
    if (kernel->checks) {
      // One after another: the checks look at the order of programs, and take a lock for each strip anyway.
      sanitizer.beginLaunch(request, kernel->checks);
      kernel->function(request.params, grid, 0, request.programs());
      TRITONC_TRY(sanitizer.endLaunch());
    } else {
      pool.run(request.programs(),
               [&](int64_t begin, int64_t end) { kernel->function(request.params, grid, begin, end); });
    }
    return failedAssertions.status();
  }
  Status synchronize() override { return {}; }

  Status timeCold(const LaunchRequest &request, int count, std::vector<double> &seconds) override {
    std::vector<char> flush(static_cast<size_t>(deviceInfo.cacheBytes));
    for (int i = 0; i < count; ++i) {
      putBack(request);
      std::memset(flush.data(), i, flush.size());
      // The store must not be left out.
      asm volatile("" : : "r"(flush.data()) : "memory");
      TRITONC_TRY(timeBatch(request, 1, seconds));
    }
    return {};
  }
  Status timeHot(const LaunchRequest &request, int batch, int count, std::vector<double> &seconds) override {
    for (int i = 0; i < count; ++i) {
      putBack(request);
      TRITONC_TRY(timeBatch(request, request.resets.empty() ? batch : 1, seconds));
    }
    return {};
  }

private:
  static void putBack(const LaunchRequest &request) {
    for (const BufferReset &reset : request.resets)
      if (reset.from)
        std::memcpy(reinterpret_cast<void *>(reset.to), reinterpret_cast<const void *>(reset.from), reset.bytes);
      else
        std::memset(reinterpret_cast<void *>(reset.to), 0, reset.bytes);
  }

  Status timeBatch(const LaunchRequest &request, int batch, std::vector<double> &seconds) {
    using Clock = std::chrono::steady_clock;
    auto start = Clock::now();
    for (int j = 0; j < batch; ++j)
      TRITONC_TRY(launch(request));
    seconds.push_back(std::chrono::duration<double>(Clock::now() - start).count() / batch);
    return {};
  }

  ThreadPool pool;
  Sanitizer sanitizer;
};

} // namespace

std::unique_ptr<Device> makeCpuDevice(int threads) { return std::make_unique<CpuDevice>(threads); }

} // namespace tritonc

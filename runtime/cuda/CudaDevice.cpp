//===- CudaDevice.cpp - NVIDIA GPUs through the driver API ----------------===//
//
// The driver's library is opened at run time. The primary context is used, which the CUDA runtime, PyTorch and others
// use too, so a program that embeds libtritonrt shares its memory with them. Numbers of enumerators are those of cuda.h
// 12 and 13 (CUDA Driver API reference, "Data types used by CUDA driver").
//
//===----------------------------------------------------------------------===//
#include "runtime/cuda/CudaDevice.h"
#include "runtime/DynamicLibrary.h"
#include "runtime/gpu/GpuDevice.h"
#include <algorithm>
#include <charconv>
#include <cstring>

namespace tritonc {
namespace {

enum CUdevice_attribute {
  MaxThreadsPerBlock = 1,
  MaxGridX = 5,
  MaxGridY = 6,
  MaxGridZ = 7,
  WarpSize = 10,
  MultiprocessorCount = 16,
  CacheBytes = 38,
  MaxThreadsPerMultiprocessor = 39,
  CapabilityMajor = 75,
  CapabilityMinor = 76,
  MaxSharedOptin = 97,
};
constexpr int functionMaxDynamicShared = 8;
constexpr int functionLocalBytes = 3;
constexpr int jitErrorLogBuffer = 5, jitErrorLogBytes = 6, jitOptimizationLevel = 7;
constexpr int clusterDimensionAttribute = 4;
/// Dynamic shared memory that needs no opt-in.
constexpr int sharedWithoutOptin = 48 * 1024;

/// CUlaunchAttribute: an id, padding to 8 bytes, a 64-byte union.
struct LaunchAttribute {
  int id;
  int padding;
  union {
    unsigned cluster[3];
    char raw[64];
  } value;
};
/// CUlaunchConfig.
struct LaunchConfig {
  unsigned grid[3], block[3], sharedBytes;
  GpuHandle stream;
  LaunchAttribute *attributes;
  unsigned attributeCount;
};

class CudaDevice final : public GpuDevice {
public:
  using GpuDevice::GpuDevice;

  ~CudaDevice() override {
    if (!context)
      return;
    if (stream && setContext(context) == 0)
      api.streamDestroy(stream);
    stream = nullptr;
    releaseContext(handle);
  }

  Status open(int ordinal) {
    deviceInfo.kind = DeviceKind::CUDA;
    deviceInfo.spec = concat("cuda:", ordinal);
    deviceInfo.arch = "cuda";
    TRITONC_TRY(takeCalls());
    int code = api.init(0), count = 0;
    if (code == 0)
      code = api.deviceCount(&count);
    if (code != 0)
      return Status::missing("no CUDA device: cuInit failed: ", errorText(code));
    if (ordinal >= count)
      return Status::missing("no device cuda:", ordinal, ": there ", count == 1 ? "is " : "are ", count, " CUDA device",
                             count == 1 ? "" : "s");
    TRITONC_TRY(check(api.deviceGet(&handle, ordinal), "deviceGet"));
    TRITONC_TRY(check(retainContext(&context, handle), "cuDevicePrimaryCtxRetain"));
    TRITONC_TRY(enter());
    TRITONC_TRY(readInfo());
    return openStream();
  }

protected:
  Status enter() override { return check(setContext(context), "cuCtxSetCurrent"); }

  std::string errorText(int code) const override {
    const char *name = nullptr, *text = nullptr;
    if (errorName)
      errorName(code, &name);
    if (errorString)
      errorString(code, &text);
    return concat(name ? name : "unknown error", " (", code, ")", text ? ": " : "", text ? text : "");
  }

  /// What the driver compiles from PTX is chosen like ptxas's code (backend/nvptx/Ptxas.cpp): where a thread needs
  /// local memory, the one of level 4, the default, and 1 that needs less of it.
  Status loadModule(std::string_view bytes, const Manifest &manifest, GpuHandle &module) override {
    TRITONC_TRY(loadAt(4, bytes, manifest, module));
    const int local = manifest.imageKind == "ptx" ? localBytes(module, manifest) : 0;
    if (local == 0)
      return {};
    GpuHandle plain = nullptr;
    TRITONC_TRY(loadAt(1, bytes, manifest, plain));
    if (localBytes(plain, manifest) < local)
      std::swap(module, plain);
    return check(api.moduleUnload(plain), "moduleUnload");
  }

  Status prepare(const GpuKernel &kernel) override {
    int bytes = kernel.manifest.sharedBytes;
    if (bytes <= sharedWithoutOptin)
      return {};
    return check(setFunctionAttribute(kernel.function, functionMaxDynamicShared, bytes), "cuFuncSetAttribute");
  }

  Status launchClustered(const GpuKernel &kernel, const LaunchRequest &request, GpuHandle where) override {
    if (!launchEx)
      return GpuDevice::launchClustered(kernel, request, where);
    const Manifest &manifest = kernel.manifest;
    LaunchAttribute attribute = {};
    attribute.id = clusterDimensionAttribute;
    attribute.value.cluster[0] = static_cast<unsigned>(manifest.numCtas);
    attribute.value.cluster[1] = attribute.value.cluster[2] = 1;
    LaunchConfig config = {};
    config.grid[0] = static_cast<unsigned>(request.grid[0] * manifest.numCtas);
    config.grid[1] = static_cast<unsigned>(request.grid[1]);
    config.grid[2] = static_cast<unsigned>(request.grid[2]);
    config.block[0] = static_cast<unsigned>(manifest.threads);
    config.block[1] = config.block[2] = 1;
    config.sharedBytes = static_cast<unsigned>(manifest.sharedBytes);
    config.stream = where;
    config.attributes = &attribute;
    config.attributeCount = 1;
    return check(launchEx(&config, kernel.function, request.params, nullptr), "cuLaunchKernelEx");
  }

  Status buildTensorMaps(const Manifest &manifest, void *const *params, std::vector<TensorMapValue> &maps) override {
    if (!encodeTiled)
      return Status::missing("'", api.libraryName, "' has no function 'cuTensorMapEncodeTiled'");
    for (const ManifestTensorMap &map : manifest.tensorMaps) {
      maps.emplace_back();
      TRITONC_TRY(encode(manifest, map, params, maps.back()));
    }
    return {};
  }

private:
  Status loadAt(int level, std::string_view bytes, const Manifest &manifest, GpuHandle &module) {
    // PTX is a C string to the driver.
    std::string image(bytes);
    char log[8192] = "";
    int options[] = {jitErrorLogBuffer, jitErrorLogBytes, jitOptimizationLevel};
    void *values[] = {log, reinterpret_cast<void *>(sizeof log), reinterpret_cast<void *>(intptr_t(level))};
    int code = moduleLoad(&module, image.c_str(), 3, options, values);
    if (code == 0)
      return {};
    std::string message = concat("loading the ", manifest.imageKind, " for ", manifest.target,
                                 ": cuModuleLoadDataEx failed on ", deviceInfo.spec, ": ", errorText(code));
    if (log[0])
      message += concat("\n", log);
    return Status(Outcome::Failed, message);
  }

  /// Local memory of a thread of the module's kernel; 0 where the driver does not tell.
  int localBytes(GpuHandle module, const Manifest &manifest) {
    GpuHandle function = nullptr;
    int local = 0;
    bool known = api.moduleGetFunction(&function, module, manifest.kernel.c_str()) == 0 &&
                 api.functionAttribute(&local, functionLocalBytes, function) == 0;
    return known ? local : 0;
  }

  /// Of a parameter by name, or the number that the text is.
  static Status integerValue(const Manifest &manifest, const std::string &text, void *const *params, int64_t &value) {
    for (size_t i = 0; i < manifest.params.size(); ++i) {
      const ManifestParam &param = manifest.params[i];
      if (param.name != text)
        continue;
      if (param.size == 8) {
        std::memcpy(&value, params[i], 8);
      } else {
        int32_t narrow = 0;
        std::memcpy(&narrow, params[i], std::min<size_t>(sizeof narrow, static_cast<size_t>(param.size)));
        value = narrow;
      }
      return {};
    }
    auto parsed = std::from_chars(text.data(), text.data() + text.size(), value);
    if (parsed.ec == std::errc() && parsed.ptr == text.data() + text.size())
      return {};
    return Status::bad("a tensor map of kernel '", manifest.kernel, "' depends on '", text, "', which is no parameter");
  }

  Status encode(const Manifest &manifest, const ManifestTensorMap &map, void *const *params, TensorMapValue &value) {
    int64_t base = 0, sizes[2] = {}, stride = 0;
    TRITONC_TRY(integerValue(manifest, map.base, params, base));
    TRITONC_TRY(integerValue(manifest, map.sizes[0], params, sizes[0]));
    TRITONC_TRY(integerValue(manifest, map.sizes[1], params, sizes[1]));
    TRITONC_TRY(integerValue(manifest, map.strides[0], params, stride));
    stride *= map.elementBytes;
    auto describe = [&] {
      return concat("the descriptor of '", map.base, "' (", sizes[0], " x ", sizes[1], " elements of ",
                    map.elementBytes, " bytes, rows ", stride, " bytes apart)");
    };
    if (base % 16 || stride % 16)
      return Status::bad(describe(), ": address and row distance must be multiples of 16 bytes");
    if (sizes[0] < 1 || sizes[1] < 1)
      return Status::bad(describe(), ": sizes must be positive");
    // The fastest dimension comes first; strides are in bytes, without that of the fastest.
    const uint64_t dims[2] = {static_cast<uint64_t>(sizes[1]), static_cast<uint64_t>(sizes[0])};
    const uint64_t strides[1] = {static_cast<uint64_t>(stride)};
    const uint32_t box[2] = {static_cast<uint32_t>(map.boxColumns), static_cast<uint32_t>(map.boxRows)},
                   ones[2] = {1, 1};
    // CU_TENSOR_MAP_DATA_TYPE_UINT8, 16, 32; CU_TENSOR_MAP_SWIZZLE_NONE, 32B, 64B, 128B; promotion to 128 bytes of L2.
    int type = map.elementBytes == 1 ? 0 : map.elementBytes == 2 ? 1 : 2;
    int width = map.boxColumns * map.elementBytes, swizzle = width == 128 ? 3 : width == 64 ? 2 : width == 32 ? 1 : 0;
    int code = encodeTiled(&value, type, 2, reinterpret_cast<void *>(base), dims, strides, box, ones, 0, swizzle, 2, 0);
    return check(code, "cuTensorMapEncodeTiled").in(describe());
  }

  Status takeCalls() {
    const char *missing = nullptr;
    auto take = [&](auto &field, const char *name, bool required) {
      field = reinterpret_cast<std::decay_t<decltype(field)>>(findSymbol(api.library, name));
      if (!field && required)
        missing = name;
    };
    take(errorName, "cuGetErrorName", true);
    take(errorString, "cuGetErrorString", true);
    take(retainContext, "cuDevicePrimaryCtxRetain", true);
    take(releaseContext, "cuDevicePrimaryCtxRelease_v2", true);
    take(setContext, "cuCtxSetCurrent", true);
    take(moduleLoad, "cuModuleLoadDataEx", true);
    take(setFunctionAttribute, "cuFuncSetAttribute", true);
    // From CUDA 11.8 and 12.0.
    take(encodeTiled, "cuTensorMapEncodeTiled", false);
    take(launchEx, "cuLaunchKernelEx", false);
    if (missing)
      return Status::missing("'", api.libraryName, "' has no function '", missing, "'");
    return {};
  }

  Status readInfo() {
    auto attribute = [&](int which, int &value) -> Status {
      return check(api.deviceAttribute(&value, which, handle), "deviceAttribute");
    };
    int major = 0, minor = 0, cache = 0, gridX = 0, gridY = 0, gridZ = 0;
    TRITONC_TRY(attribute(CapabilityMajor, major));
    TRITONC_TRY(attribute(CapabilityMinor, minor));
    TRITONC_TRY(attribute(CacheBytes, cache));
    TRITONC_TRY(attribute(MaxGridX, gridX));
    TRITONC_TRY(attribute(MaxGridY, gridY));
    TRITONC_TRY(attribute(MaxGridZ, gridZ));
    TRITONC_TRY(attribute(WarpSize, deviceInfo.warpSize));
    TRITONC_TRY(attribute(MultiprocessorCount, deviceInfo.units));
    TRITONC_TRY(attribute(MaxThreadsPerBlock, deviceInfo.maxThreads));
    TRITONC_TRY(attribute(MaxThreadsPerMultiprocessor, deviceInfo.threadsPerUnit));
    TRITONC_TRY(attribute(MaxSharedOptin, deviceInfo.maxSharedBytes));
    TRITONC_TRY(check(api.driverVersion(&deviceInfo.driverVersion), "driverVersion"));
    char name[256] = "";
    TRITONC_TRY(check(api.deviceName(name, sizeof name, handle), "deviceName"));
    deviceInfo.name = name;
    deviceInfo.computeCapability = major * 10 + minor;
    deviceInfo.arch = concat("sm_", deviceInfo.computeCapability);
    deviceInfo.cacheBytes = cache;
    deviceInfo.maxGrid = {gridX, gridY, gridZ};
    return {};
  }

  int handle = 0;
  GpuHandle context = nullptr;
  int (*errorName)(int, const char **) = nullptr;
  int (*errorString)(int, const char **) = nullptr;
  int (*retainContext)(GpuHandle *, int) = nullptr;
  int (*releaseContext)(int) = nullptr;
  int (*setContext)(GpuHandle) = nullptr;
  int (*moduleLoad)(GpuHandle *, const void *, unsigned, int *, void **) = nullptr;
  int (*setFunctionAttribute)(GpuHandle, int, int) = nullptr;
  int (*launchEx)(const LaunchConfig *, GpuHandle, void **, void **) = nullptr;
  int (*encodeTiled)(void *, int, uint32_t, void *, const uint64_t *, const uint64_t *, const uint32_t *,
                     const uint32_t *, int, int, int, int) = nullptr;
};

} // namespace

Status openCudaDevice(int ordinal, std::unique_ptr<Device> &device) {
  // The driver's library stays open: it registers handlers that run at exit.
  OpenedLibrary library = openLibrary({"libcuda.so.1", "libcuda.so"});
  if (!library.handle)
    return Status::missing("no CUDA device: the driver library libcuda.so.1 was not found")
        .withHint("it comes with the NVIDIA driver; --device=cpu needs none");
  GpuApi api;
  TRITONC_TRY(api.fill(GpuFlavour::CUDA, library.handle, library.name));
  auto opened = std::make_unique<CudaDevice>(api);
  TRITONC_TRY(opened->open(ordinal));
  device = std::move(opened);
  return {};
}

} // namespace tritonc

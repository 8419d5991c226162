//===- HipDevice.cpp - AMD GPUs through the HIP runtime -------------------===//
//
// The library's number changes with every major version of ROCm, and so does the layout of hipDeviceProp_t. The one
// thing that is needed from it, the gfx name, is text, so it is searched for instead of read at an offset; everything
// else comes from functions whose form is stable.
//
//===----------------------------------------------------------------------===//
#include "runtime/hip/HipDevice.h"
#include "runtime/DynamicLibrary.h"
#include "runtime/gpu/GpuDevice.h"
#include <cctype>
#include <cstring>

namespace tritonc {
namespace {

/// hipDeviceProp_t is 792 bytes in ROCm 5 and 1472 in ROCm 6; this leaves room.
constexpr size_t propertyBytes = 16384;

/// `gfx942` from the properties (which say `gfx942:sramecc+:xnack-`).
std::string architectureName(const char *properties, size_t bytes) {
  // The first 256 bytes are the product name.
  for (size_t at = 256; at + 8 < bytes; ++at) {
    if (std::memcmp(properties + at, "gfx", 3) != 0)
      continue;
    std::string name = "gfx";
    for (size_t i = at + 3; i < bytes && std::isxdigit(static_cast<unsigned char>(properties[i])); ++i)
      name += properties[i];
    if (name.size() >= 6)
      return name;
  }
  return {};
}

class HipDevice final : public GpuDevice {
public:
  using GpuDevice::GpuDevice;

  Status open(int newOrdinal) {
    ordinal = newOrdinal;
    deviceInfo.kind = DeviceKind::HIP;
    deviceInfo.spec = concat("hip:", ordinal);
    TRITONC_TRY(takeCalls());
    int code = api.init(0), count = 0;
    const char *call = "hipInit";
    if (code == 0) {
      code = api.deviceCount(&count);
      call = "hipGetDeviceCount";
    }
    if (code != 0)
      return Status::missing("no HIP device: ", call, " failed: ", errorText(code));
    if (ordinal >= count)
      return Status::missing("no device hip:", ordinal, ": there ", count == 1 ? "is " : "are ", count, " HIP device",
                             count == 1 ? "" : "s");
    TRITONC_TRY(enter());
    TRITONC_TRY(readInfo());
    return openStream();
  }

protected:
  Status enter() override { return check(setDevice(ordinal), "hipSetDevice"); }

  std::string errorText(int code) const override {
    const char *name = errorName ? errorName(code) : nullptr, *text = errorString ? errorString(code) : nullptr;
    return concat(name ? name : "unknown error", " (", code, ")", text ? ": " : "", text ? text : "");
  }

  Status loadModule(std::string_view bytes, const Manifest &manifest, GpuHandle &module) override {
    return check(moduleLoad(&module, bytes.data()), "hipModuleLoadData")
        .in(concat("loading the hsaco for ", manifest.target));
  }

private:
  Status takeCalls() {
    const char *missing = nullptr;
    auto take = [&](auto &field, const char *name, bool required) {
      field = reinterpret_cast<std::decay_t<decltype(field)>>(findSymbol(api.library, name));
      if (!field && required)
        missing = name;
    };
    take(errorName, "hipGetErrorName", false);
    take(errorString, "hipGetErrorString", false);
    take(setDevice, "hipSetDevice", true);
    take(moduleLoad, "hipModuleLoadData", true);
    take(properties, "hipGetDevicePropertiesR0600", false);
    if (!properties)
      take(properties, "hipGetDeviceProperties", true);
    if (missing)
      return Status::missing("'", api.libraryName, "' has no function '", missing, "'");
    return {};
  }

  Status readInfo() {
    std::vector<char> bytes(propertyBytes);
    TRITONC_TRY(check(properties(bytes.data(), ordinal), "hipGetDeviceProperties"));
    deviceInfo.arch = architectureName(bytes.data(), bytes.size());
    if (deviceInfo.arch.empty())
      return Status::missing("the HIP runtime does not say which gfx architecture hip:", ordinal, " is");
    deviceInfo.name.assign(bytes.data(), strnlen(bytes.data(), 256));
    // GCN and CDNA (gfx9) run 64 lanes in a wave, RDNA 32.
    bool wave64 = deviceInfo.arch.compare(0, 4, "gfx9") == 0;
    deviceInfo.warpSize = wave64 ? 64 : 32;
    // LDS of one workgroup: AMD ISA guides; gfx950 has 160 KiB.
    deviceInfo.maxSharedBytes = (deviceInfo.arch == "gfx950" ? 160 : 64) * 1024;
    // MI300's last-level cache holds 256 MiB (CDNA 3 white paper); smaller parts are flushed by it too.
    deviceInfo.cacheBytes = 256 << 20;
    deviceInfo.maxGrid = {2147483647, 65535, 65535};
    return check(api.driverVersion(&deviceInfo.driverVersion), "driverVersion");
  }

  int ordinal = 0;
  const char *(*errorName)(int) = nullptr;
  const char *(*errorString)(int) = nullptr;
  int (*setDevice)(int) = nullptr;
  int (*moduleLoad)(GpuHandle *, const void *) = nullptr;
  int (*properties)(void *, int) = nullptr;
};

} // namespace

Status openHipDevice(int ordinal, std::unique_ptr<Device> &device) {
  OpenedLibrary library = openLibrary(
      {"libamdhip64.so.7", "libamdhip64.so.6", "libamdhip64.so.5", "libamdhip64.so", "/opt/rocm/lib/libamdhip64.so"});
  if (!library.handle)
    return Status::missing("no HIP device: the runtime library libamdhip64.so was not found")
        .withHint("it comes with ROCm; --device=cpu needs none");
  GpuApi api;
  TRITONC_TRY(api.fill(GpuFlavour::HIP, library.handle, library.name));
  auto opened = std::make_unique<HipDevice>(api);
  TRITONC_TRY(opened->open(ordinal));
  device = std::move(opened);
  return {};
}

} // namespace tritonc

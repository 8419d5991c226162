#include "runtime/Device.h"
#include "runtime/cpu/CpuDevice.h"
#include "runtime/cuda/CudaDevice.h"
#include "runtime/hip/HipDevice.h"
#include <cstring>

namespace tritonc {

Status Device::checkGrid(const std::array<int64_t, 3> &grid) const {
  static const char axes[] = {'x', 'y', 'z'};
  for (int axis = 0; axis < 3; ++axis) {
    if (grid[axis] < 0)
      return Status::bad("grid dimension ", axes[axis], " is negative: ", grid[axis]);
    if (grid[axis] > deviceInfo.maxGrid[axis])
      return Status::bad("grid dimension ", axes[axis], " is ", grid[axis], ", but ", deviceInfo.spec,
                         " allows at most ", deviceInfo.maxGrid[axis]);
  }
  return {};
}

/// The number after `cuda:`; -1 when it is not a number.
static int ordinalOf(const std::string &spec, size_t prefix) {
  if (spec.size() == prefix)
    return 0;
  if (spec[prefix] != ':' || spec.size() == prefix + 1 || spec.size() > prefix + 5)
    return -1;
  int ordinal = 0;
  for (char c : spec.substr(prefix + 1)) {
    if (c < '0' || c > '9')
      return -1;
    ordinal = ordinal * 10 + (c - '0');
  }
  return ordinal;
}

Status openDevice(const std::string &spec, std::unique_ptr<Device> &device) {
  if (spec == "cpu") {
    device = makeCpuDevice(0);
    return {};
  }
  bool cuda = spec.compare(0, 4, "cuda") == 0, hip = spec.compare(0, 3, "hip") == 0;
  int ordinal = cuda ? ordinalOf(spec, 4) : hip ? ordinalOf(spec, 3) : -1;
  if (ordinal < 0)
    return Status::bad("unknown device '", spec, "'").withHint("devices are auto, cpu, cuda, cuda:N, hip, hip:N");
  return cuda ? openCudaDevice(ordinal, device) : openHipDevice(ordinal, device);
}

Arguments::~Arguments() {
  if (scratch)
    (void)device.release(scratch);
}

void Arguments::bindDescriptor(size_t index, const DescriptorType &descriptor, const void *fields) {
  large[index].resize(descriptor.bytes());
  std::memcpy(large[index].data(), fields, descriptor.bytes());
  if (device.info().kind == DeviceKind::CPU) {
    const char *address = large[index].data();
    std::memcpy(storage[index].data(), &address, sizeof address);
    pointers.push_back(storage[index].data());
    return;
  }
  for (int field = 0; field < descriptor.fields(); ++field)
    pointers.push_back(large[index].data() + 8 * field);
}

Status Arguments::bind(const Manifest &manifest, void *const *values, size_t count,
                       const std::array<int64_t, 3> &grid) {
  if (count != manifest.params.size())
    return Status::bad("kernel '", manifest.kernel, "' takes ", manifest.params.size(), " arguments, but ", count,
                       " were given");
  size_t total = count + static_cast<size_t>(manifest.extraPointers());
  storage.assign(total, {});
  large.assign(total, {});
  pointers.clear();
  for (size_t i = 0; i < count; ++i) {
    if (std::optional<DescriptorType> descriptor = descriptorType(manifest.params[i].type)) {
      TRITONC_TRY(checkDescriptor(manifest.params[i], *descriptor, values[i]));
      bindDescriptor(i, *descriptor, values[i]);
      continue;
    }
    size_t size = static_cast<size_t>(manifest.params[i].size);
    void *to = storage[i].data();
    if (size > storage[i].size()) {
      large[i].resize(size);
      to = large[i].data();
    }
    std::memcpy(to, values[i], size);
    pointers.push_back(to);
  }
  for (size_t i = count; i < total; ++i)
    pointers.push_back(storage[i].data());
  if (manifest.scratchBytes == 0)
    return {};
  int64_t programs = grid[0] * grid[1] * grid[2] * manifest.numCtas, needed = 0;
  if (__builtin_mul_overflow(manifest.scratchBytes, programs, &needed))
    return Status::bad("the scratch memory for ", programs, " programs is too large");
  if (needed > scratchSize) {
    if (scratch)
      TRITONC_TRY(device.release(scratch));
    scratch = 0;
    TRITONC_TRY(device.allocate(static_cast<size_t>(needed), scratch));
    scratchSize = needed;
  }
  std::memcpy(storage[count].data(), &scratch, sizeof scratch);
  return {};
}

} // namespace tritonc

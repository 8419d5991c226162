//===- tritonrt.cpp - the C interface over the runtime's classes ----------===//
//
// Each function is a translation: it catches what could be thrown (memory running out) and turns a Status into the C
// form.
//
//===----------------------------------------------------------------------===//
#include "runtime/tritonrt.h"
#include "runtime/Device.h"
#include "runtime/Images.h"
#include "runtime/TuneRecords.h"
#include <algorithm>
#include <cstdlib>
#include <cstring>
#include <new>

using namespace tritonc;

struct tritonrt_device {
  std::unique_ptr<Device> device;
};

struct tritonrt_file {
  ImageFile file;
};

struct tritonrt_kernel {
  explicit tritonrt_kernel(Device &device) : device(device), arguments(device) {}
  Device &device;
  std::unique_ptr<LoadedKernel> kernel;
  Arguments arguments;
  std::string manifest;
};

namespace {

tritonrt_status give(const Status &status, tritonrt_error *error) {
  auto code = static_cast<tritonrt_status>(status.kind());
  if (!error)
    return code;
  std::string text = status.message();
  if (!status.hint().empty())
    text += " (" + status.hint() + ")";
  size_t length = std::min(text.size(), sizeof error->message - 1);
  std::memcpy(error->message, text.data(), length);
  error->message[length] = '\0';
  error->status = code;
  return code;
}

/// Runs `body`, which returns a Status, and lets no exception out.
template <typename Body> tritonrt_status guarded(tritonrt_error *error, Body body) {
  try {
    return give(body(), error);
  } catch (const std::bad_alloc &) {
    return give(Status::failed("out of memory"), error);
  } catch (const std::exception &problem) {
    return give(Status(Outcome::Internal, problem.what()), error);
  }
}

Status variantChoice(const char *variant, ImageChoice &choice) {
  if (!variant || !*variant)
    return {};
  char *end = nullptr;
  long number = std::strtol(variant, &end, 10);
  if (std::strchr(variant, '='))
    choice.variantText = variant;
  else if (*end == '\0' && number >= 0 && number < (1 << 20))
    choice.variant = static_cast<int>(number);
  else
    return Status::bad("variant '", variant, "' is neither a number nor NAME=VALUE,...");
  return {};
}

/// The code relies on what its signature promises; a device would only answer with a fault.
Status checkDivisibility(const Manifest &manifest, void *const *args, size_t count) {
  for (size_t i = 0; i < std::min(count, manifest.params.size()); ++i) {
    const ManifestParam &param = manifest.params[i];
    const bool isInteger = param.type[0] == 'i' || param.type[0] == 'u';
    if (param.divisibility <= 1 || (!param.isPointer() && !isInteger) || param.size > 8)
      continue;
    // A power of two divides a number or its low bytes alike, whatever the sign.
    uint64_t value = 0;
    std::memcpy(&value, args[i], static_cast<size_t>(param.size));
    if (value % static_cast<uint64_t>(param.divisibility) != 0)
      return Status::bad("argument '", param.name, "' of kernel '", manifest.kernel, "' is not divisible by ",
                         param.divisibility, ", which the kernel was compiled for");
  }
  return {};
}

Status loadImage(const KernelImage &image, Device &device, tritonrt_kernel **kernel) {
  auto loaded = std::make_unique<tritonrt_kernel>(device);
  TRITONC_TRY(device.load(image, loaded->kernel));
  loaded->manifest = toToml(loaded->kernel->manifest);
  *kernel = loaded.release();
  return {};
}

/// The record of a search for these images with these values; types are the images' own.
const TuneRecord *findRecord(const TuneRecords &records, const std::vector<const KernelImage *> &images,
                             const DeviceInfo &device, const std::vector<std::string> &key) {
  const std::string identity = identityOf(rivalsOf(*images.front(), images)), name = tuneDeviceName(device);
  for (const TuneRecord &record : records.records) {
    std::vector<std::string> values;
    for (const std::string &entry : record.key)
      if (entry.find("=*") == std::string::npos)
        values.push_back(entry);
    if (record.images == identity && record.kernel == images.front()->manifest.kernel && record.device == name &&
        record.driver == device.driverVersion && record.isComplete() && record.winner() &&
        std::is_permutation(values.begin(), values.end(), key.begin(), key.end()))
      return &record;
  }
  return nullptr;
}

Status openAuto(std::unique_ptr<Device> &device) {
  for (const char *spec : {"cuda:0", "hip:0"})
    if (openDevice(spec, device).ok())
      return {};
  return openDevice("cpu", device);
}

} // namespace

extern "C" {

tritonrt_status tritonrt_device_open(const char *spec, tritonrt_device **device, tritonrt_error *error) {
  return guarded(error, [&]() -> Status {
    auto opened = std::make_unique<tritonrt_device>();
    std::string text = spec ? spec : "auto";
    TRITONC_TRY(text == "auto" ? openAuto(opened->device) : openDevice(text, opened->device));
    *device = opened.release();
    return {};
  });
}

void tritonrt_device_close(tritonrt_device *device) { delete device; }

const char *tritonrt_device_name(const tritonrt_device *device) { return device->device->info().name.c_str(); }

const char *tritonrt_device_arch(const tritonrt_device *device) { return device->device->info().arch.c_str(); }

tritonrt_status tritonrt_file_open(const char *path, tritonrt_file **file, tritonrt_error *error) {
  return guarded(error, [&]() -> Status {
    auto opened = std::make_unique<tritonrt_file>();
    TRITONC_TRY(openImageFile(path, opened->file));
    *file = opened.release();
    return {};
  });
}

tritonrt_status tritonrt_file_from_memory(const void *bytes, size_t size, tritonrt_file **file, tritonrt_error *error) {
  return guarded(error, [&]() -> Status {
    auto opened = std::make_unique<tritonrt_file>();
    TRITONC_TRY(openImageMemory(std::string_view(static_cast<const char *>(bytes), size), "memory", opened->file));
    *file = opened.release();
    return {};
  });
}

void tritonrt_file_close(tritonrt_file *file) { delete file; }

tritonrt_status tritonrt_kernel_load(const tritonrt_file *file, tritonrt_device *device, const char *name,
                                     const char *variant, tritonrt_kernel **kernel, tritonrt_error *error) {
  return guarded(error, [&]() -> Status {
    ImageChoice choice;
    choice.kernel = name ? name : "";
    TRITONC_TRY(variantChoice(variant, choice));
    std::vector<const KernelImage *> images;
    TRITONC_TRY(rankImages(file->file, choice, device->device->info(), images));
    return loadImage(*images.front(), *device->device, kernel);
  });
}

tritonrt_status tritonrt_kernel_load_tuned(const tritonrt_file *file, tritonrt_device *device, const char *name,
                                           const char *records, const char *const *key, size_t key_count,
                                           tritonrt_kernel **kernel, int *is_tuned, tritonrt_error *error) {
  return guarded(error, [&]() -> Status {
    ImageChoice choice;
    choice.kernel = name ? name : "";
    std::vector<const KernelImage *> images;
    TRITONC_TRY(rankImages(file->file, choice, device->device->info(), images));
    TuneRecords known;
    TRITONC_TRY(TuneRecords::read(records, known));
    const std::vector<std::string> values(key, key + key_count);
    const TuneRecord *record = findRecord(known, images, device->device->info(), values);
    const KernelImage *chosen = nullptr;
    for (const KernelImage *image : images)
      if (record && image->variant == record->winner()->variant)
        chosen = image;
    if (is_tuned)
      *is_tuned = chosen != nullptr;
    return loadImage(chosen ? *chosen : *images.front(), *device->device, kernel);
  });
}

void tritonrt_kernel_close(tritonrt_kernel *kernel) { delete kernel; }

size_t tritonrt_kernel_param_count(const tritonrt_kernel *kernel) { return kernel->kernel->manifest.params.size(); }

const char *tritonrt_kernel_param_name(const tritonrt_kernel *kernel, size_t index) {
  const auto &params = kernel->kernel->manifest.params;
  return index < params.size() ? params[index].name.c_str() : nullptr;
}

const char *tritonrt_kernel_param_type(const tritonrt_kernel *kernel, size_t index) {
  const auto &params = kernel->kernel->manifest.params;
  return index < params.size() ? params[index].type.c_str() : nullptr;
}

const char *tritonrt_kernel_manifest(const tritonrt_kernel *kernel) { return kernel->manifest.c_str(); }

tritonrt_status tritonrt_launch(tritonrt_kernel *kernel, int64_t grid_x, int64_t grid_y, int64_t grid_z,
                                void *const *args, size_t count, void *stream, tritonrt_error *error) {
  return guarded(error, [&]() -> Status {
    LaunchRequest request;
    request.grid = {grid_x, grid_y, grid_z};
    TRITONC_TRY(kernel->device.checkGrid(request.grid));
    if (grid_x == 0 || grid_y == 0 || grid_z == 0)
      return {};
    TRITONC_TRY(checkDivisibility(kernel->kernel->manifest, args, count));
    TRITONC_TRY(kernel->arguments.bind(kernel->kernel->manifest, args, count, request.grid));
    request.kernel = kernel->kernel.get();
    request.params = kernel->arguments.params();
    request.stream = stream;
    return kernel->device.launch(request);
  });
}

tritonrt_status tritonrt_synchronize(tritonrt_device *device, tritonrt_error *error) {
  return guarded(error, [&] { return device->device->synchronize(); });
}

tritonrt_status tritonrt_allocate(tritonrt_device *device, size_t bytes, tritonrt_address *address,
                                  tritonrt_error *error) {
  return guarded(error, [&] { return device->device->allocate(bytes, *address); });
}

tritonrt_status tritonrt_release(tritonrt_device *device, tritonrt_address address, tritonrt_error *error) {
  return guarded(error, [&] { return device->device->release(address); });
}

tritonrt_status tritonrt_copy_in(tritonrt_device *device, tritonrt_address to, const void *from, size_t bytes,
                                 tritonrt_error *error) {
  return guarded(error, [&] { return device->device->copyIn(to, from, bytes); });
}

tritonrt_status tritonrt_copy_out(tritonrt_device *device, void *to, tritonrt_address from, size_t bytes,
                                  tritonrt_error *error) {
  return guarded(error, [&] { return device->device->copyOut(to, from, bytes); });
}

} // extern "C"

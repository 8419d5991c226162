//===- Places.h - which image on which device -----------------------------===//
#pragma once

#include "driver/tritonrun/DeviceBuffers.h"
#include "driver/tritonrun/Launch.h"
#include "runtime/Device.h"

namespace tritonc::run {

/// A device with the images of the chosen kernel that run on it, one of each variant.
struct Place {
  std::unique_ptr<Device> device;
  /// Of the device, so they go before it.
  std::unique_ptr<DeviceBuffers> buffers;
  std::vector<const KernelImage *> images;
  std::string description() const { return device->info().spec + " (" + device->info().name + ")"; }
};

/// Opens a `.tkb`, a raw image or one of Triton's artifacts, and checks the images' hashes.
Status openAnyImage(const std::string &path, ImageFile &file);

/// Opens the device of --device; auto takes the first GPU that the file has code for, else the CPU.
Status openPlace(const ImageFile &file, const ImageChoice &choice, const std::string &device, int threads,
                 Place &place);

} // namespace tritonc::run

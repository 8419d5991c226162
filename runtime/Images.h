//===- Images.h - compiled kernels in files, and which one fits a device --===//
//
// A bundle holds its manifests; a raw `.ptx .cubin .hsaco .so` has one beside it, named like the image with `.toml`
// added.
//
//===----------------------------------------------------------------------===//
#pragma once

#include "runtime/Device.h"
#include "runtime/KernelManifest.h"
#include <memory>
#include <string>
#include <string_view>
#include <vector>

namespace tritonc {

/// A kernel compiled for one target: what to load and how to launch it.
struct KernelImage {
  Manifest manifest;
  /// Points into the ImageFile that it came from.
  std::string_view bytes;
  /// Counts variants of one kernel and target from 0; a PTX and its cubin share the number.
  int variant = 0;
};

/// The images of one file; owns their bytes. Movable: the bytes do not move.
struct ImageFile {
  std::string path;
  std::unique_ptr<std::string> storage;
  std::vector<KernelImage> images;
};

/// Opens a bundle or a raw image by its content and suffix.
Status openImageFile(const std::string &path, ImageFile &file);

/// The same for bytes in memory that are a bundle.
Status openImageMemory(std::string_view bytes, const std::string &origin, ImageFile &file);

/// What picks among the images of a file; empty or negative: anything.
struct ImageChoice {
  std::string kernel;
  int variant = -1;
  /// `BLOCK=1024,num_warps=8`: all must hold.
  std::string variantText;
};

/// The images of the chosen kernel and variant for any target; an error names what there is.
Status selectImages(const ImageFile &file, const ImageChoice &choice, std::vector<const KernelImage *> &images);

/// How well an image suits a device: 0 not at all, else the larger the better. A cubin is preferred over PTX, the exact
/// architecture over a compatible one.
int suitability(const KernelImage &image, const DeviceInfo &device);

/// The selected images that run on the device, the best one of each variant, in the order of the variants.
Status rankImages(const ImageFile &file, const ImageChoice &choice, const DeviceInfo &device,
                  std::vector<const KernelImage *> &images);

} // namespace tritonc

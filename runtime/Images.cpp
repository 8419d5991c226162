#include "runtime/Images.h"
#include "runtime/Container.h"
#include "runtime/Files.h"
#include <algorithm>
#include <charconv>
#include <cstdlib>
#include <map>
#include <set>

namespace tritonc {
namespace {

std::string suffixOf(const std::string &path) {
  size_t slash = path.find_last_of('/'), dot = path.find_last_of('.');
  if (dot == std::string::npos || (slash != std::string::npos && dot < slash))
    return {};
  return path.substr(dot + 1);
}

Status addImages(const std::vector<ContainerImage> &parts, const std::string &origin, ImageFile &file) {
  for (const ContainerImage &part : parts) {
    std::string where = concat(origin, "(image at byte ", part.offset, ")");
    std::string_view text = part.get("manifest");
    if (text.empty())
      return Status::bad(where, ": the image has no tritonc manifest")
          .withHint("this is an offload binary of another tool");
    KernelImage image;
    TRITONC_TRY(readManifest(text, where, image.manifest));
    image.bytes = part.bytes;
    std::string_view variant = part.get("variant");
    auto [stop, error] = std::from_chars(variant.data(), variant.data() + variant.size(), image.variant);
    if (error != std::errc() || stop != variant.data() + variant.size() || image.variant < 0)
      return Status::bad(where, ": the image has no variant number");
    file.images.push_back(std::move(image));
  }
  return {};
}

Status openRaw(const std::string &path, const std::string &suffix, ImageFile &file) {
  std::string toml, beside = path + ".toml";
  if (Status status = readFile(beside, toml); !status.ok())
    return Status::bad("'", path, "' has no manifest: ", status.message())
        .withHint("tritonc writes '" + beside + "' beside the image");
  KernelImage image;
  TRITONC_TRY(readManifest(toml, beside, image.manifest));
  if (image.manifest.imageKind != suffix)
    return Status::bad(beside, ": the manifest describes a '", image.manifest.imageKind, "', not a '", suffix, "'");
  image.bytes = *file.storage;
  file.images.push_back(std::move(image));
  return {};
}

std::string joined(const std::set<std::string> &names) {
  std::string text;
  for (const std::string &name : names)
    text += (text.empty() ? "" : ", ") + name;
  return text;
}

/// `BLOCK=1024,num_warps=8` holds for a variant whose text has every part.
bool variantMatches(const Manifest &manifest, const std::string &wanted) {
  std::string have = ", " + manifest.variantText() + ",";
  size_t begin = 0;
  while (begin <= wanted.size()) {
    size_t end = std::min(wanted.find(',', begin), wanted.size());
    std::string part = wanted.substr(begin, end - begin);
    part.erase(0, part.find_first_not_of(' '));
    if (!part.empty() && have.find(", " + part + ",") == std::string::npos)
      return false;
    begin = end + 1;
  }
  return true;
}

/// sm_90a: 90 and true.
bool parseSm(const std::string &target, int &capability, bool &specific) {
  if (target.compare(0, 3, "sm_") != 0 || target.size() < 5)
    return false;
  char *end = nullptr;
  capability = static_cast<int>(std::strtol(target.c_str() + 3, &end, 10));
  specific = *end == 'a';
  return *end == '\0' || (specific && end[1] == '\0');
}

int cudaSuitability(const Manifest &manifest, const DeviceInfo &device) {
  int capability = 0;
  bool specific = false;
  if (!parseSm(manifest.target, capability, specific))
    return 0;
  bool exact = capability == device.computeCapability;
  if (specific && !exact)
    return 0;
  // Architecture-specific code first, then the nearest older one; within one, the cubin.
  int score = 10 * capability + (specific ? 4 : 0);
  if (manifest.imageKind == "cubin")
    // CUDA C++ Programming Guide, "Binary Compatibility": within a major version, onto the same or a later minor one.
    return capability / 10 == device.computeCapability / 10 && capability <= device.computeCapability ? score + 2 : 0;
  return manifest.imageKind == "ptx" && capability <= device.computeCapability ? score + 1 : 0;
}

} // namespace

Status openImageMemory(std::string_view bytes, const std::string &origin, ImageFile &file) {
  file.path = origin;
  std::vector<ContainerImage> parts;
  TRITONC_TRY(readContainer(bytes, origin, parts));
  return addImages(parts, origin, file);
}

Status openImageFile(const std::string &path, ImageFile &file) {
  file.path = path;
  file.storage = std::make_unique<std::string>();
  TRITONC_TRY(readFile(path, *file.storage));
  std::string suffix = suffixOf(path);
  if (isContainer(*file.storage) || suffix == "tkb")
    return openImageMemory(*file.storage, path, file);
  if (suffix == "ptx" || suffix == "cubin" || suffix == "hsaco" || suffix == "so")
    return openRaw(path, suffix, file);
  return Status::bad("'", path, "' is not a kernel image")
      .withHint("expected .tkb, .ptx, .cubin, .hsaco, .so or a launch file");
}

Status selectImages(const ImageFile &file, const ImageChoice &choice, std::vector<const KernelImage *> &images) {
  std::set<std::string> kernels, variants;
  for (const KernelImage &image : file.images)
    kernels.insert(image.manifest.kernel);
  if (!choice.kernel.empty() && !kernels.count(choice.kernel))
    return Status::bad("no kernel '", choice.kernel, "' in '", file.path, "'").withHint("it holds " + joined(kernels));
  if (choice.kernel.empty() && kernels.size() > 1)
    return Status::bad("'", file.path, "' holds several kernels: ", joined(kernels))
        .withHint("choose one with --kernel");
  for (const KernelImage &image : file.images) {
    if (!choice.kernel.empty() && image.manifest.kernel != choice.kernel)
      continue;
    variants.insert(concat(image.variant, " (", image.manifest.variantText(), ")"));
    if ((choice.variant < 0 || image.variant == choice.variant) && variantMatches(image.manifest, choice.variantText))
      images.push_back(&image);
  }
  if (images.empty())
    return Status::bad("no such variant in '", file.path, "'").withHint("it holds " + joined(variants));
  return {};
}

int suitability(const KernelImage &image, const DeviceInfo &device) {
  const Manifest &manifest = image.manifest;
  switch (device.kind) {
  case DeviceKind::CPU:
    return manifest.imageKind == "so" && manifest.target == "cpu";
  case DeviceKind::CUDA:
    return cudaSuitability(manifest, device);
  case DeviceKind::HIP:
    return manifest.imageKind == "hsaco" && manifest.target == device.arch;
  }
  return 0;
}

Status rankImages(const ImageFile &file, const ImageChoice &choice, const DeviceInfo &device,
                  std::vector<const KernelImage *> &images) {
  std::vector<const KernelImage *> selected;
  TRITONC_TRY(selectImages(file, choice, selected));
  std::map<int, const KernelImage *> best;
  std::set<std::string> targets;
  for (const KernelImage *each : selected) {
    targets.insert(each->manifest.target);
    const KernelImage *&held = best[each->variant];
    if (suitability(*each, device) > (held ? suitability(*held, device) : 0))
      held = each;
  }
  images.clear();
  for (auto &[variant, image] : best)
    if (image)
      images.push_back(image);
  if (images.empty())
    return Status::bad("no image in '", file.path, "' runs on ", device.spec, " (", device.arch, ")")
        .withHint("it holds images for " + joined(targets));
  return {};
}

} // namespace tritonc

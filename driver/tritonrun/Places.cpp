#include "driver/tritonrun/Places.h"
#include "runtime/Bundle.h"
#include "runtime/TritonArtifact.h"
#include "runtime/cpu/CpuDevice.h"

namespace tritonc::run {

Status openAnyImage(const std::string &path, ImageFile &file) {
  if (isTritonArtifact(path))
    return openTritonArtifact(path, file);
  TRITONC_TRY(openImageFile(path, file));
  for (const KernelImage &image : file.images) {
    const std::string &hash = image.manifest.contentHash;
    if (!hash.empty() && hash != contentHash(llvm::StringRef(image.bytes.data(), image.bytes.size())))
      return Status::bad("'", path, "': the image of kernel '", image.manifest.kernel, "' for ", image.manifest.target,
                         " does not match its content hash; the file is damaged");
  }
  return {};
}

static Status openOn(const ImageFile &file, const ImageChoice &choice, const std::string &spec, int threads,
                     Place &place) {
  if (spec == "cpu" && threads > 0)
    place.device = makeCpuDevice(threads);
  else
    TRITONC_TRY(openDevice(spec, place.device));
  place.buffers = std::make_unique<DeviceBuffers>(*place.device);
  return rankImages(file, choice, place.device->info(), place.images);
}

Status openPlace(const ImageFile &file, const ImageChoice &choice, const std::string &device, int threads,
                 Place &place) {
  if (device != "auto")
    return openOn(file, choice, device, threads, place);
  std::vector<const KernelImage *> selected;
  TRITONC_TRY(selectImages(file, choice, selected));
  auto holds = [&](const char *kind) {
    for (const KernelImage *image : selected)
      if (image->manifest.imageKind == kind)
        return true;
    return false;
  };
  std::vector<std::string> candidates;
  if (holds("cubin") || holds("ptx"))
    candidates.push_back("cuda");
  if (holds("hsaco"))
    candidates.push_back("hip");
  if (holds("so"))
    candidates.push_back("cpu");
  Status last = Status::bad("no image in '", file.path, "' can be run");
  std::string reasons;
  for (const std::string &candidate : candidates) {
    Place tried;
    last = openOn(file, choice, candidate, threads, tried);
    if (last.ok()) {
      place = std::move(tried);
      return {};
    }
    reasons += (reasons.empty() ? "" : "; ") + last.message();
  }
  return reasons.empty() ? last : Status(last.kind(), reasons).withHint(last.hint());
}

} // namespace tritonc::run

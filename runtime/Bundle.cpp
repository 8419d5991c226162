#include "runtime/Bundle.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Object/OffloadBinary.h"
#include "llvm/Support/MemoryBuffer.h"
#include "llvm/Support/SHA256.h"
#include "llvm/TargetParser/Host.h"
#include <map>
#include <set>

using namespace llvm;

namespace tritonc {
namespace {

object::ImageKind imageKindOf(const Manifest &manifest) {
  if (manifest.imageKind == "ptx")
    return object::IMG_PTX;
  return manifest.imageKind == "cubin" ? object::IMG_Cubin : object::IMG_Object;
}

object::OffloadKind producerOf(const Manifest &manifest) {
  if (StringRef(manifest.target).starts_with("sm_"))
    return object::OFK_Cuda;
  return StringRef(manifest.target).starts_with("gfx") ? object::OFK_HIP : object::OFK_None;
}

std::string tripleOf(const Manifest &manifest) {
  if (StringRef(manifest.target).starts_with("sm_"))
    return "nvptx64-nvidia-cuda";
  return StringRef(manifest.target).starts_with("gfx") ? "amdgcn-amd-amdhsa" : sys::getDefaultTargetTriple();
}

/// Variants count per kernel and target.
class VariantNumbers {
public:
  int of(const Manifest &manifest) {
    std::string key = manifest.variantText();
    for (const ManifestParam &param : manifest.params)
      key += ";" + param.name + ":" + param.type + ":" + std::to_string(param.divisibility);
    auto &numbers = known[{manifest.kernel, manifest.target}];
    return numbers.try_emplace(key, static_cast<int>(numbers.size())).first->second;
  }

private:
  std::map<std::pair<std::string, std::string>, std::map<std::string, int>> known;
};

} // namespace

std::string contentHash(StringRef bytes) {
  std::array<uint8_t, 32> digest = SHA256::hash(arrayRefFromStringRef(bytes));
  return toHex(digest, /*LowerCase=*/true);
}

Expected<SmallString<0>> writeBundle(ArrayRef<BundleEntry> entries) {
  SmallString<0> file;
  VariantNumbers numbers;
  std::set<std::string> seen;
  for (const BundleEntry &entry : entries) {
    Manifest manifest = entry.manifest;
    if (manifest.contentHash.empty())
      manifest.contentHash = contentHash(entry.image);
    int number = entry.variant >= 0 ? entry.variant : numbers.of(manifest);
    std::string variant = std::to_string(number),
                identity = manifest.kernel + " for " + manifest.target + " (" + manifest.variantText() + ")";
    if (!seen.insert(manifest.imageKind + ";" + variant + ";" + manifest.kernel + ";" + manifest.target).second)
      return createStringError(inconvertibleErrorCode(), "%s is in the bundle twice", identity.c_str());
    std::string toml = toToml(manifest), triple = tripleOf(manifest);
    object::OffloadBinary::OffloadingImage image;
    image.TheImageKind = imageKindOf(manifest);
    image.TheOffloadKind = producerOf(manifest);
    image.StringData["triple"] = triple;
    image.StringData["arch"] = manifest.target;
    image.StringData["kernel"] = manifest.kernel;
    image.StringData["variant"] = variant;
    image.StringData["manifest"] = toml;
    image.Image = MemoryBuffer::getMemBuffer(entry.image, "", /*RequiresNullTerminator=*/false);
    file += object::OffloadBinary::write(image);
  }
  return file;
}

} // namespace tritonc

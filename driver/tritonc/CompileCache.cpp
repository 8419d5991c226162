//===- CompileCache.cpp - images that were compiled before ----------------===//
#include "driver/tritonc/CompileCache.h"
#include "driver/common/Version.h"
#include "driver/tritonc/Compile.h"
#include "runtime/Bundle.h"
#include "runtime/Images.h"
#include "llvm/Config/llvm-config.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/Path.h"
#include "llvm/TargetParser/Host.h"
#include <link.h>

using namespace llvm;

namespace tritonc {
namespace {

/// The linker's hash of this program, from its note segment: two builds of one version do not share entries.
std::string buildId() {
  std::string id;
  auto visit = [](dl_phdr_info *info, size_t, void *into) {
    for (int i = 0; i < info->dlpi_phnum; ++i) {
      const auto &segment = info->dlpi_phdr[i];
      if (segment.p_type != PT_NOTE)
        continue;
      const char *at = reinterpret_cast<const char *>(info->dlpi_addr + segment.p_vaddr);
      const char *end = at + segment.p_memsz;
      while (at + sizeof(ElfW(Nhdr)) <= end) {
        const auto *note = reinterpret_cast<const ElfW(Nhdr) *>(at);
        const char *name = at + sizeof(*note), *value = name + alignTo(note->n_namesz, 4);
        if (note->n_type == NT_GNU_BUILD_ID && StringRef(name, note->n_namesz) == StringRef("GNU\0", 4))
          static_cast<std::string *>(into)->assign(value, note->n_descsz);
        at = value + alignTo(note->n_descsz, 4);
      }
    }
    return 1; // the program itself comes first
  };
  dl_iterate_phdr(visit, &id);
  return toHex(id);
}

/// Size and time of an outside tool: another ptxas makes another cubin.
std::string toolIdentity(Expected<std::string> path) {
  sys::fs::file_status status;
  if (!path) {
    consumeError(path.takeError());
    return "none";
  }
  if (sys::fs::status(*path, status))
    return "none";
  return formatv("{0}.{1}", status.getSize(), status.getLastModificationTime().time_since_epoch().count()).str();
}

std::string hostFeatures() {
  std::string text = sys::getHostCPUName().str();
  for (auto &feature : sys::getHostCPUFeatures())
    if (feature.second)
      text += "+" + feature.first().str();
  return text;
}

/// Lines `name=value`; the text decides the key.
class KeyText {
public:
  template <typename T> void add(const char *name, const T &value) {
    text += name + ("=" + formatv("{0}", value).str()) + "\n";
  }
  std::string text;
};

} // namespace

std::string cacheKey(const CompileJob &job, const TritoncOptions &options, StringRef blockIr) {
  KeyText key;
  key.add("format", 1);
  key.add("tritonc", TRITONC_VERSION);
  key.add("llvm", LLVM_VERSION_STRING);
  static const std::string build = buildId();
  key.add("build", build);
  key.add("target", job.target.name);
  key.add("emit", emitKindName(job.emit));
  key.add("O", options.optLevel);
  key.add("g", options.debugInfo);
  for (const std::string &check : options.sanitize)
    key.add("sanitize", check);
  key.add("lineinfo", options.lineInfo);
  if (job.target.isCPU()) {
    key.add("cpu", options.cpuName == "native" ? hostFeatures() : options.cpuName);
  } else {
    const Variant &v = job.variant;
    key.add("variant", formatv("{0} {1} {2} {3} {4} {5} {6}", v.numWarps, v.numStages, v.numCtas, v.maxRegisters,
                               v.wavesPerEu, v.matrixInstrNonKDim, v.kpack)
                           .str());
  }
  if (job.target.isNVIDIA()) {
    key.add("cubin", job.alsoCubin);
    key.add("resources", job.wantResources);
    if (job.alsoCubin || job.wantResources || job.emit == EmitKind::Cubin)
      key.add("ptxas", toolIdentity(findPtxas(options.tools)));
  } else {
    key.add("resources", job.wantResources);
    if (!options.tools.lld.empty())
      key.add("ld.lld", toolIdentity(findLld(options.tools)));
  }
  key.text += "ir=\n";
  key.text += blockIr;
  return contentHash(key.text);
}

Error openCacheFolder(const std::string &folder) {
  std::error_code error = sys::fs::create_directories(folder);
  // Existing folders may be for reading only.
  if (!error)
    error = sys::fs::access(folder, sys::fs::AccessMode::Write);
  if (!error && !sys::fs::is_directory(folder))
    error = std::make_error_code(std::errc::not_a_directory);
  return errorCodeToError(error);
}

std::string CompileCache::pathOf(const std::string &key) const {
  // A first level of 256 folders keeps each of them small.
  SmallString<128> path(folder);
  sys::path::append(path, key.substr(0, 2), key.substr(2) + ".tkb");
  return path.str().str();
}

std::optional<std::vector<CachedImage>> CompileCache::read(const std::string &key) const {
  std::string path = pathOf(key);
  ImageFile file;
  if (folder.empty() || !sys::fs::exists(path) || !openImageFile(path, file).ok())
    return std::nullopt;
  std::vector<CachedImage> images;
  for (const KernelImage &image : file.images) {
    if (contentHash(StringRef(image.bytes.data(), image.bytes.size())) != image.manifest.contentHash)
      return std::nullopt;
    images.push_back({image.manifest, std::string(image.bytes)});
  }
  return images;
}

/// Failing to write only costs the next run its time.
void CompileCache::write(const std::string &key, const std::vector<CachedImage> &images) const {
  if (folder.empty())
    return;
  std::vector<BundleEntry> entries;
  for (const CachedImage &image : images)
    entries.push_back({image.manifest, image.bytes, 0});
  auto bytes = writeBundle(entries);
  if (!bytes)
    return consumeError(bytes.takeError());
  std::string path = pathOf(key);
  if (sys::fs::create_directories(sys::path::parent_path(path)))
    return;
  int descriptor;
  SmallString<128> temporary;
  if (sys::fs::createUniqueFile(path + ".%%%%%%.tmp", descriptor, temporary, sys::fs::OF_None, 0666))
    return;
  raw_fd_ostream os(descriptor, /*shouldClose=*/true);
  os << *bytes;
  os.close();
  const bool good = !os.has_error();
  os.clear_error();
  if (!good || sys::fs::rename(temporary, path))
    sys::fs::remove(temporary);
}

std::optional<std::vector<CachedImage>> CompileCache::find(const std::string &key) {
  {
    std::unique_lock<std::mutex> lock(mutex);
    auto found = entries.find(key);
    while (found != entries.end() && !found->second.isReady) {
      changed.wait(lock);
      found = entries.find(key);
    }
    if (found != entries.end())
      return found->second.images;
    entries[key];
  }
  auto images = read(key);
  if (images) {
    std::lock_guard<std::mutex> lock(mutex);
    entries[key] = {true, *images};
    changed.notify_all();
  }
  return images;
}

void CompileCache::add(const std::string &key, std::vector<CachedImage> images) {
  write(key, images);
  std::lock_guard<std::mutex> lock(mutex);
  entries[key] = {true, std::move(images)};
  changed.notify_all();
}

void CompileCache::giveUp(const std::string &key) {
  std::lock_guard<std::mutex> lock(mutex);
  entries.erase(key);
  changed.notify_all();
}

} // namespace tritonc

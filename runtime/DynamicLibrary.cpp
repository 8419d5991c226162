#include "runtime/DynamicLibrary.h"
#include <cerrno>
#include <cstring>
#include <dlfcn.h>
#include <elf.h>
#include <string_view>
#include <sys/mman.h>
#include <unistd.h>

namespace tritonc {

OpenedLibrary openLibrary(const std::vector<std::string> &names) {
  OpenedLibrary library;
  for (const std::string &name : names) {
    if (void *handle = dlopen(name.c_str(), RTLD_NOW | RTLD_LOCAL)) {
      library.handle = handle;
      library.name = name;
      return library;
    }
    const char *why = dlerror();
    library.reasons += (library.reasons.empty() ? "" : "; ") + std::string(why ? why : name.c_str());
  }
  return library;
}

void *findSymbol(void *handle, const char *name) { return dlsym(handle, name); }

void closeLibrary(void *handle) { dlclose(handle); }

namespace {

#if defined(__aarch64__)
constexpr Elf64_Half hostMachine = EM_AARCH64;
#else
constexpr Elf64_Half hostMachine = EM_X86_64;
#endif

/// Why the bytes cannot be given to the loader; empty when they can.
std::string elfProblem(std::string_view bytes) {
  Elf64_Ehdr header;
  if (bytes.size() < sizeof header)
    return "the file is too short for an ELF object";
  std::memcpy(&header, bytes.data(), sizeof header);
  if (std::memcmp(header.e_ident, ELFMAG, SELFMAG) != 0 || header.e_ident[EI_CLASS] != ELFCLASS64)
    return "not a 64-bit ELF object";
  if (header.e_type != ET_DYN)
    return "not a shared object";
  if (header.e_machine != hostMachine)
    return "compiled for another processor";
  uint64_t tableBytes = uint64_t(header.e_phnum) * sizeof(Elf64_Phdr);
  if (header.e_phentsize != sizeof(Elf64_Phdr) || header.e_phoff > bytes.size() ||
      tableBytes > bytes.size() - header.e_phoff)
    return "the program headers are cut off";
  for (int i = 0; i < header.e_phnum; ++i) {
    Elf64_Phdr segment;
    std::memcpy(&segment, bytes.data() + header.e_phoff + i * sizeof segment, sizeof segment);
    if (segment.p_offset > bytes.size() || segment.p_filesz > bytes.size() - segment.p_offset)
      return "the file is truncated";
  }
  return {};
}

} // namespace

Status loadSharedObject(std::string_view bytes, const std::string &name, void *&handle) {
  std::string problem = elfProblem(bytes);
  if (!problem.empty())
    return Status::bad("cannot load the image of '", name, "': ", problem);
  // The name is for debuggers; the kernel takes 249 bytes.
  int fd = memfd_create(name.substr(0, 200).c_str(), MFD_CLOEXEC);
  if (fd < 0)
    return Status::failed("memfd_create failed: ", std::strerror(errno));
  size_t done = 0;
  while (done < bytes.size()) {
    ssize_t wrote = write(fd, bytes.data() + done, bytes.size() - done);
    if (wrote < 0 && errno == EINTR)
      continue;
    if (wrote < 0) {
      int error = errno;
      close(fd);
      return Status::failed("writing the image to memory failed: ", std::strerror(error));
    }
    done += static_cast<size_t>(wrote);
  }
  handle = dlopen(concat("/proc/self/fd/", fd).c_str(), RTLD_NOW | RTLD_LOCAL);
  const char *why = handle ? nullptr : dlerror();
  close(fd);
  if (!handle)
    return Status::bad("cannot load the image of '", name, "': ", why ? why : "dlopen failed");
  return {};
}

} // namespace tritonc

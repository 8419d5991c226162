#include "runtime/Files.h"
#include <cerrno>
#include <cstdio>
#include <cstring>
#include <sys/stat.h>
#include <unistd.h>

namespace tritonc {

Status readFile(const std::string &path, std::string &bytes) {
  std::FILE *file = std::fopen(path.c_str(), "rb");
  if (!file)
    return Status::bad("cannot open '", path, "': ", std::strerror(errno));
  // Devices need not end, as /dev/zero does not; /dev/null is an empty file.
  struct stat info;
  const bool isDevice = fstat(fileno(file), &info) == 0 && S_ISCHR(info.st_mode);
  bytes.clear();
  char buffer[1 << 16];
  errno = 0;
  while (size_t got = isDevice && !bytes.empty() ? 0 : std::fread(buffer, 1, sizeof buffer, file))
    bytes.append(buffer, got);
  int error = std::ferror(file) ? (errno ? errno : EIO) : 0;
  std::fclose(file);
  if (isDevice && !bytes.empty())
    return Status::bad("cannot read '", path, "': it is a device");
  if (error)
    return Status::bad("cannot read '", path, "': ", std::strerror(error));
  return {};
}

Status writeFile(const std::string &path, std::string_view bytes) {
  struct stat info;
  bool inPlace = stat(path.c_str(), &info) == 0 && !S_ISREG(info.st_mode);
  std::string target = inPlace ? path : concat(path, ".tmp", getpid());
  std::FILE *file = std::fopen(target.c_str(), "wb");
  if (!file)
    return Status::bad("cannot write '", path, "': ", std::strerror(errno));
  bool good = std::fwrite(bytes.data(), 1, bytes.size(), file) == bytes.size();
  good = std::fclose(file) == 0 && good;
  if (good && (inPlace || std::rename(target.c_str(), path.c_str()) == 0))
    return {};
  int error = errno;
  if (!inPlace)
    std::remove(target.c_str());
  return Status::bad("cannot write '", path, "': ", std::strerror(error));
}

} // namespace tritonc

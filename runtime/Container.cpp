#include "runtime/Container.h"
#include <cstring>

namespace tritonc {
namespace {

// Field offsets of version 1, little endian: header {magic[4], u32 version, u64 size, u64 entryOffset, u64 entrySize},
// entry {u16 image kind, u16 producer, u32 flags, u64 stringOffset, u64 stringCount, u64 imageOffset, u64 imageSize},
// string {u64 key, u64 value}. All offsets count from the header.
constexpr size_t headerBytes = 32, entryBytes = 40, stringBytes = 16;
constexpr std::string_view magic("\x10\xFF\x10\xAD", 4);

template <typename Int> Int readInt(std::string_view bytes, size_t offset) {
  Int value;
  std::memcpy(&value, bytes.data() + offset, sizeof value);
  return value;
}

/// One offload binary within the file.
class Parser {
public:
  Parser(std::string_view file, std::string_view origin, size_t base) : file(file), origin(origin), base(base) {}

  Status parse(ContainerImage &image, size_t &size) {
    if (file.size() - base < headerBytes)
      return broken(0, "the header is cut off");
    if (file.substr(base, magic.size()) != magic)
      return broken(0, "no offload binary starts here");
    auto version = readInt<uint32_t>(file, base + 4);
    if (version != 1)
      return broken(4, concat("version ", version, " of the container is not supported"));
    auto total = readInt<uint64_t>(file, base + 8);
    if (total > file.size() - base)
      return broken(8, concat("the file is truncated: ", total, " bytes expected, ", file.size() - base, " there"));
    if (total < headerBytes + entryBytes)
      return broken(8, concat("impossible size ", total));
    part = file.substr(base, total);
    auto entry = readInt<uint64_t>(part, 16);
    if (!fits(entry, entryBytes))
      return broken(16, "the entry lies outside");
    image.offset = base;
    TRITONC_TRY(parseStrings(image, entry));
    auto imageOffset = readInt<uint64_t>(part, entry + 24), imageSize = readInt<uint64_t>(part, entry + 32);
    if (!fits(imageOffset, imageSize))
      return broken(entry + 24, "the image lies outside");
    image.bytes = part.substr(imageOffset, imageSize);
    size = total;
    return {};
  }

private:
  bool fits(uint64_t offset, uint64_t size) const { return offset <= part.size() && size <= part.size() - offset; }

  Status parseStrings(ContainerImage &image, size_t entry) {
    auto table = readInt<uint64_t>(part, entry + 8), count = readInt<uint64_t>(part, entry + 16);
    if (table > part.size() || count > (part.size() - table) / stringBytes)
      return broken(entry + 8, "the string table lies outside");
    for (uint64_t i = 0; i < count; ++i) {
      size_t at = table + i * stringBytes;
      std::string_view key, value;
      if (!cString(readInt<uint64_t>(part, at), key) || !cString(readInt<uint64_t>(part, at + 8), value))
        return broken(at, "a string lies outside");
      image.strings.emplace_back(key, value);
    }
    return {};
  }

  /// The string up to its NUL, which must come before the end.
  bool cString(uint64_t offset, std::string_view &text) const {
    if (offset >= part.size())
      return false;
    size_t end = part.find('\0', offset);
    if (end == std::string_view::npos)
      return false;
    text = part.substr(offset, end - offset);
    return true;
  }

  Status broken(size_t offset, std::string_view what) const {
    return Status::bad(origin, ": not a valid kernel bundle: at byte ", base + offset, ": ", what);
  }

  std::string_view file, origin, part;
  size_t base;
};

} // namespace

std::string_view ContainerImage::get(std::string_view key) const {
  for (auto &[name, value] : strings)
    if (name == key)
      return value;
  return {};
}

bool isContainer(std::string_view file) { return file.substr(0, magic.size()) == magic; }

Status readContainer(std::string_view file, std::string_view origin, std::vector<ContainerImage> &images) {
  if (file.empty())
    return Status::bad(origin, ": not a valid kernel bundle: the file is empty");
  for (size_t base = 0, size = 0; base < file.size(); base += size) {
    ContainerImage image;
    TRITONC_TRY(Parser(file, origin, base).parse(image, size));
    images.push_back(std::move(image));
  }
  return {};
}

} // namespace tritonc

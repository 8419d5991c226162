#include "runtime/GuardedBuffer.h"

namespace tritonc {

static constexpr char guardPattern = static_cast<char>(0xC5);

GuardedBuffer::~GuardedBuffer() {
  for (DeviceAddress address : {base, copy})
    if (address)
      (void)device.release(address);
}

GuardedBuffer::GuardedBuffer(GuardedBuffer &&other) noexcept
    : device(other.device), base(other.base), copy(other.copy), size(other.size) {
  other.base = other.copy = 0;
}

Status GuardedBuffer::allocate(size_t bytes) {
  size = bytes;
  return device.allocate(bytes + 2 * guardBytes, base);
}

Status GuardedBuffer::upload(const std::vector<char> &data) {
  std::vector<char> guard(guardBytes, guardPattern);
  TRITONC_TRY(device.copyIn(base, guard.data(), guardBytes));
  TRITONC_TRY(device.copyIn(base + guardBytes, data.data(), size));
  return device.copyIn(base + guardBytes + size, guard.data(), guardBytes);
}

Status GuardedBuffer::keepCopy() {
  if (copy)
    return {};
  if (!device.allocate(size + 2 * guardBytes, copy).ok()) {
    copy = 0;
    return {};
  }
  return device.copyWithin(copy, base, size + 2 * guardBytes);
}

Status GuardedBuffer::restore(const std::vector<char> &data) {
  return copy ? device.copyWithin(base, copy, size + 2 * guardBytes) : upload(data);
}

BufferReset GuardedBuffer::reset(bool toZero) const {
  return {base + guardBytes, toZero ? 0 : copy + guardBytes, size};
}

Status GuardedBuffer::download(std::vector<char> &data) const {
  data.resize(size);
  return device.copyOut(data.data(), base + guardBytes, size);
}

Status GuardedBuffer::checkGuards(bool &touched, int64_t &where) const {
  std::vector<char> guard(guardBytes);
  touched = true;
  TRITONC_TRY(device.copyOut(guard.data(), base + guardBytes + size, guardBytes));
  for (size_t i = 0; i < guardBytes; ++i)
    if (guard[i] != guardPattern) {
      where = static_cast<int64_t>(size + i);
      return {};
    }
  TRITONC_TRY(device.copyOut(guard.data(), base, guardBytes));
  for (size_t i = guardBytes; i-- > 0;)
    if (guard[i] != guardPattern) {
      where = static_cast<int64_t>(i) - static_cast<int64_t>(guardBytes);
      return {};
    }
  touched = false;
  return {};
}

} // namespace tritonc

//===- GuardedBuffer.h - device memory with a moat ------------------------===//
//
// Each tensor lies between two zones of a known pattern. A kernel that writes a little before or behind its tensor, the
// usual result of a wrong mask, changes the pattern and is noticed, on every device and without a sanitizer.
//
//===----------------------------------------------------------------------===//
#pragma once

#include "runtime/Device.h"

namespace tritonc {

class GuardedBuffer {
public:
  explicit GuardedBuffer(Device &device) : device(device) {}
  ~GuardedBuffer();
  GuardedBuffer(GuardedBuffer &&other) noexcept;
  GuardedBuffer(const GuardedBuffer &) = delete;
  GuardedBuffer &operator=(const GuardedBuffer &) = delete;

  Status allocate(size_t bytes);
  /// Writes the data and both zones.
  Status upload(const std::vector<char> &data);
  /// Keeps a copy of what is there now on the device, so that restore need not cross the bus. Too little memory is no
  /// error: then there is no copy.
  Status keepCopy();
  /// What upload would do.
  Status restore(const std::vector<char> &data);
  /// How a timed launch puts the data back: from the copy, or with zeros.
  BufferReset reset(bool toZero) const;
  bool hasCopy() const { return copy != 0; }
  Status download(std::vector<char> &data) const;
  /// Where a zone was written: bytes before the start (negative) or from the start on; `touched` is false when intact.
  Status checkGuards(bool &touched, int64_t &where) const;
  DeviceAddress data() const { return base + guardBytes; }

  /// One page: keeps every alignment that a kernel may assume, and catches a block's worth of stray stores.
  static constexpr size_t guardBytes = 4096;

private:
  Device &device;
  DeviceAddress base = 0, copy = 0;
  size_t size = 0;
};

} // namespace tritonc

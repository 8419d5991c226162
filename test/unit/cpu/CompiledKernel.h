//===- CompiledKernel.h - block IR compiled, loaded and launched in a test ===//
#pragma once

#include "llvm/ADT/StringRef.h"
#include <cstdint>
#include <memory>
#include <string>
#include <vector>

namespace tritonc::testing {

/// A kernel compiled for the host and opened with dlopen.
class CompiledKernel {
public:
  /// `source` is textual block IR; a name without a line break is a file of test/unit/cpu/kernels. `error` is set and
  /// the kernel is empty if it does not compile.
  explicit CompiledKernel(llvm::StringRef source, llvm::StringRef cpu = "");
  ~CompiledKernel();
  explicit operator bool() const { return launchRange != nullptr; }
  /// Runs the whole grid.
  void launch(const std::vector<void *> &params, int x, int y = 1, int z = 1) const;
  void *symbol(llvm::StringRef name) const;

  std::string error, name;

private:
  void *handle = nullptr;
  void (*launchRange)(void *const *, const int32_t *, int64_t, int64_t) = nullptr;
};

/// Memory whose last byte is followed, and whose first page is preceded, by pages that trap.
class GuardedMemory {
public:
  explicit GuardedMemory(size_t bytes);
  ~GuardedMemory();
  GuardedMemory(const GuardedMemory &) = delete;
  void *data() const { return start; }

private:
  void *mapping, *start;
  size_t mapped;
};

/// An array in guarded memory.
template <typename T> class Guarded {
public:
  explicit Guarded(size_t count) : memory(count * sizeof(T)), count(count) {}
  T &operator[](size_t i) { return static_cast<T *>(memory.data())[i]; }
  T *data() { return static_cast<T *>(memory.data()); }
  size_t size() const { return count; }
  /// What a launch takes: the address of the pointer.
  void *param() {
    pointer = memory.data();
    return &pointer;
  }

private:
  GuardedMemory memory;
  size_t count;
  void *pointer = nullptr;
};

/// 16-bit floats by their bits, rounded to nearest even.
uint16_t toHalf(double value);
double fromHalf(uint16_t bits);
uint16_t toBfloat(double value);
double fromBfloat(uint16_t bits);

} // namespace tritonc::testing

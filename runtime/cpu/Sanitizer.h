//===- Sanitizer.h - the launcher's side of -fsanitize --------------------===//
//
// Kernels compiled with -fsanitize call these functions for each strip of lanes that touches memory, and for values
// that just became NaN (docs/cpu-checks.md). What they know: the device's allocations, which bytes of them were
// written, and for each element who wrote and read it last.
//
//===----------------------------------------------------------------------===//
#pragma once

#include "runtime/Device.h"
#include <map>
#include <mutex>
#include <set>
#include <string>
#include <unordered_map>

namespace tritonc {

/// What a kernel says of an operation; laid out as the compiler does.
struct SanitizerSite {
  const char *file;
  int32_t line, column;
  int32_t kind; ///< 0 load, 1 store, 2 atomic, 3 value
  int32_t bytes;
  int32_t parameter; ///< that the pointer was computed from, or -1
  int32_t rank;
  const int64_t *shape;
  const char *operation;
};

class Sanitizer {
public:
  /// The table that a kernel's variable NAME__sanitizer points to.
  struct Functions {
    void *context;
    void (*access)(void *context, const SanitizerSite *site, const uint64_t *addresses, uint8_t *active, int32_t lanes,
                   int64_t index, int64_t step, int64_t execution, int64_t program);
    void (*nan)(void *context, const SanitizerSite *site, int64_t index, int64_t program);
  };
  /// The checks of a kernel, as in its variable NAME__sanitize.
  enum Check : uint32_t { Bounds = 1, Races = 2, NaN = 4, Uninitialized = 8 };

  Sanitizer();
  const Functions *functions() const { return &table; }

  void allocated(uint64_t address, size_t bytes);
  void released(uint64_t address);
  /// Of the allocation around `address`, which came last, only these bytes count.
  void describe(uint64_t address, size_t bytes, bool hasData);

  void beginLaunch(const LaunchRequest &request, uint32_t checks);
  /// The errors of the launch; each has been written to standard error.
  Status endLaunch();

private:
  struct Allocation {
    uint64_t whole; ///< address of what was allocated, of which this is a part
    size_t bytes;
    std::vector<bool> written; ///< empty: all
  };
  /// The last accesses of an element by other means than atomics. Times count accesses.
  struct Element {
    int64_t writer = -1, writeExecution = 0, writeTime = 0;
    int64_t reader = -1, readTime = 0;
    const SanitizerSite *writeSite = nullptr, *readSite = nullptr;
  };
  using Place = std::map<uint64_t, Allocation>::iterator;

  void access(const SanitizerSite &site, const uint64_t *addresses, uint8_t *active, int32_t lanes, int64_t index,
              int64_t step, int64_t execution, int64_t program);
  bool inBounds(const SanitizerSite &site, uint64_t address, int64_t element, int64_t program);
  void checkWritten(const SanitizerSite &site, uint64_t address, int64_t element, int64_t program);
  void checkRace(const SanitizerSite &site, uint64_t address, int64_t element, int64_t execution, int64_t program);
  bool isOrdered(int64_t earlier, int64_t time, int64_t later) const;
  /// The allocation that holds `address`, or end().
  Place find(uint64_t address);
  std::string nameOf(int32_t parameter) const;
  std::string placeInBuffer(uint64_t address, int32_t parameter);
  void report(const SanitizerSite &site, const char *kind, const std::string &message, int64_t element,
              int64_t program);

  Functions table;
  std::mutex mutex;
  std::map<uint64_t, Allocation> allocations;
  std::unordered_map<uint64_t, Element> elements;
  /// Times of each program's last atomic.
  std::unordered_map<int64_t, int64_t> atomics;
  const LaunchRequest *request = nullptr;
  uint32_t checks = 0;
  int64_t now = 0;
  std::set<std::pair<const SanitizerSite *, std::string>> reported;
  int errors = 0;
};

} // namespace tritonc

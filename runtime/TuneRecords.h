//===- TuneRecords.h - the outcome of searches, kept in a file ------------===//
//
// A search times every variant of a kernel for one set of arguments on one device. Its record holds all timings, and is
// found again by what they depend on: the kernel, the images' contents, the device and its driver, the argument types
// and the values of the key arguments. A recompiled kernel has other images, so an old record never decides for it.
//
// Several processes may write one file (the GPUs of a machine, the jobs of an array): each locks it, reads, adds and
// renames. A search that was split (--shard) leaves records that are not complete; joined, they are.
//
//===----------------------------------------------------------------------===//
#pragma once

#include "runtime/Device.h"
#include "runtime/Status.h"
#include <string>
#include <vector>

namespace tritonc {

struct KernelImage;

/// What one variant took, or why it could not be timed.
struct VariantTiming {
  int variant = 0;
  /// `BLOCK=128, num_warps=4, num_stages=3`.
  std::string config;
  /// Median, 20th and 80th percentile, in seconds.
  double median = 0, low = 0, high = 0;
  int samples = 0;
  /// Not empty: it failed.
  std::string failure;
};

struct TuneRecord {
  std::string kernel;
  /// Hash over the contents of all variants for this device.
  std::string images;
  std::string device;
  int driver = 0;
  /// `M=8192`, `a_ptr=*fp16`.
  std::vector<std::string> key;
  /// How many variants there are to time; as many timings make the record complete.
  int variants = 0;
  std::vector<VariantTiming> timings;

  /// Whether both are about the same launch.
  bool matches(const TuneRecord &other) const;
  bool isComplete() const { return static_cast<int>(timings.size()) >= variants; }
  /// The fastest; null when all failed.
  const VariantTiming *winner() const;
  /// Takes over the other's timings; those of the same variant replace the own ones.
  void add(const TuneRecord &other);
};

class TuneRecords {
public:
  /// Reads a file; without one there are no records.
  static Status read(const std::string &path, TuneRecords &records);
  Status write(const std::string &path) const;

  /// Null when there is none for this launch.
  const TuneRecord *find(const TuneRecord &launch) const;
  /// `replace`: timings of an older search for the launch go.
  void add(const TuneRecord &record, bool replace);

  std::vector<TuneRecord> records;
};

/// Adds records to a file that other processes may be writing as well.
Status updateTuneRecords(const std::string &path, const std::vector<TuneRecord> &records, bool replace);

/// Those of `images` that take the same parameters as `image`: a bundle may hold a kernel for several types, and a
/// search is among the variants for one of them.
std::vector<const KernelImage *> rivalsOf(const KernelImage &image, const std::vector<const KernelImage *> &images);

/// The hash for TuneRecord::images.
std::string identityOf(const std::vector<const KernelImage *> &images);

/// The name for TuneRecord::device; on the CPU the number of threads is part of it.
std::string tuneDeviceName(const DeviceInfo &device);

/// Makes the folders of a file's path.
Status makeFolders(const std::string &path);

} // namespace tritonc

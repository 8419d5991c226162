//===- Tuner.h - which variant is the fastest -----------------------------===//
//
// Every variant is launched once, checked for writes outside of its tensors, and timed with the caches flushed before
// each launch, as it would be found in a program. All buffers are put back before each variant. What fails (too much
// shared memory, a refused launch, a stray write) is reported and skipped. A first round gives each variant its share
// of a fixed time, fewer launches to those that are clearly slower; a second one times the best few again, longer,
// since they are often within a per cent of each other.
//
//===----------------------------------------------------------------------===//
#pragma once

#include "driver/tritonrun/Execution.h"
#include "driver/tritonrun/Places.h"
#include "runtime/TuneRecords.h"
#include "llvm/Support/raw_ostream.h"

namespace tritonc::run {

/// `BLOCK=128, num_warps=4`: the parts of the candidate's text that not all have.
std::string shortText(const std::vector<struct Candidate> &candidates, const KernelImage &image);

/// `BLOCK=128 (the largest of 4)`: where the variant lies at the end of three or more numbers that the candidates have,
/// so that a faster one may lie beyond. 1 is the end of the possible.
std::string edgeText(const std::vector<struct Candidate> &candidates, const KernelImage &image);

/// A variant with its arguments, or why it cannot have them.
struct Candidate {
  const KernelImage *image = nullptr;
  Launch launch;
  Status status;
};

class Tuner {
public:
  Tuner(Place &place, llvm::raw_ostream &progress) : place(place), progress(progress) {}

  /// Times the candidates and adds the timings to the record.
  Status run(std::vector<Candidate> &candidates, TuneRecord &record);

private:
  Status trial(Candidate &candidate, double budget, VariantTiming &timing);
  /// The samples that fit into `budget` seconds.
  int samplesFor(double budget, double each) const;
  void refine(std::vector<Candidate> &candidates, std::vector<VariantTiming> &timings, double budget);
  Status recover();
  /// The timing of an earlier candidate that is the same launch of the same code; -1: there is none.
  static int sameAs(const std::vector<Candidate> &candidates, size_t index);
  void show(size_t number, const std::vector<Candidate> &candidates, const VariantTiming &timing);

  Place &place;
  llvm::raw_ostream &progress;
  double best = 0;
};

} // namespace tritonc::run

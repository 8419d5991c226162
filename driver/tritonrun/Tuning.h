//===- Tuning.h - searches and their records in a run ---------------------===//
//
// A run asks here which variant to launch: `--tune` searches; otherwise a record of an earlier search decides, without
// any launch. The record is written when the winner has passed the run's checks, so that a wrong kernel that is fast is
// not found again.
//
//===----------------------------------------------------------------------===//
#pragma once

#include "driver/tritonrun/Tuner.h"
#include "runtime/Table.h"

namespace tritonc::run {

class Tuning {
public:
  Tuning(const Options &options, llvm::raw_ostream &err) : options(options), err(err) {}

  /// Finds the file of records and reads it; what cannot be written is said before a search, not after it.
  Status open();

  /// Searches among `candidates`, all variants of the place. `winner` is null when this process timed only a shard.
  Status search(Place &place, std::vector<Candidate> &candidates, const Candidate *&winner);
  /// Writes what the last search found.
  Status keep();

  /// The variant that a record names for this launch; -1 when there is none.
  int recorded(const Place &place, const Launch &launch);

  /// The timings of all searches of this run.
  const Table &table() const { return timings; }

private:
  TuneRecord launchOf(const Place &place, const Launch &launch) const;
  void addRows(const TuneRecord &record);

  const Options &options;
  llvm::raw_ostream &err;
  std::string path;
  TuneRecords records;
  TuneRecord found;
  int shard = 1, shards = 1;
  Table timings{{{"kernel", "kernel"},
                 {"device", "device"},
                 {"variant", "variant"},
                 {"config", "config"},
                 {"us", "us"},
                 {"p20_us", "p20"},
                 {"p80_us", "p80"},
                 {"n", "n"},
                 {"winner", "winner"},
                 {"failure", "failure"}}};
};

/// `--merge`: joins files of records into the one of `--tuning`.
Status mergeRecords(const Options &options, llvm::raw_ostream &out);

} // namespace tritonc::run

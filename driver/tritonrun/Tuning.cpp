#include "driver/tritonrun/Tuning.h"
#include <algorithm>
#include <cerrno>
#include <cmath>
#include <cstdlib>
#include <cstring>
#include <unistd.h>

namespace tritonc::run {
namespace {

/// `--shard=i/n`: every n-th variant, from the i-th on.
Status parseShard(const std::string &text, int &index, int &count) {
  char *end = nullptr;
  const long first = std::strtol(text.c_str(), &end, 10);
  const bool hasSlash = end != text.c_str() && *end == '/';
  const char *second = hasSlash ? end + 1 : end;
  const long total = hasSlash ? std::strtol(second, &end, 10) : 0;
  if (!hasSlash || end == second || *end != '\0' || total < 1 || total > 65536 || first < 1 || first > total)
    return Status::bad("--shard '", text, "' is not of the form i/n with i from 1 to n");
  index = static_cast<int>(first);
  count = static_cast<int>(total);
  return {};
}

Status recordsPath(const Options &options, std::string &path) {
  path = !options.tuning.empty()      ? options.tuning
         : !options.cacheHome.empty() ? options.cacheHome + "/tritonc/tuning.toml"
                                      : "";
  if (path.empty())
    return Status::bad("there is no place for tuning records: neither XDG_CACHE_HOME nor HOME is set")
        .withHint("name a file with --tuning=FILE");
  return {};
}

/// Folders are made on the way to the default place only: one that was named is more likely misspelt.
Status checkWritable(const std::string &path, bool isNamed) {
  if (!isNamed)
    TRITONC_TRY(makeFolders(path));
  size_t slash = path.find_last_of('/');
  std::string folder = slash == std::string::npos ? "." : path.substr(0, slash + 1);
  const bool exists = access(path.c_str(), F_OK) == 0;
  if (access(folder.c_str(), W_OK) != 0 || (exists && access(path.c_str(), W_OK) != 0))
    return Status::bad("cannot write the tuning records '", path, "': ", std::strerror(errno));
  return {};
}

} // namespace

Status Tuning::open() {
  if (!options.shard.empty())
    TRITONC_TRY(parseShard(options.shard, shard, shards));
  Status status = recordsPath(options, path);
  if (options.tune) {
    TRITONC_TRY(status);
    TRITONC_TRY(checkWritable(path, !options.tuning.empty()));
    return TuneRecords::read(path, records);
  }
  if (!status.ok() || options.noTuning)
    return {};
  status = TuneRecords::read(path, records);
  if (status.ok() || !options.tuning.empty())
    return status;
  // No one asked for this file by name, so a broken one must not stand in the way.
  err << "tritonrun: note: the tuning records are not used: " << status.message() << "\n";
  records = {};
  return {};
}

TuneRecord Tuning::launchOf(const Place &place, const Launch &launch) const {
  const Manifest &manifest = launch.image->manifest;
  TuneRecord record;
  record.kernel = manifest.kernel;
  const std::vector<const KernelImage *> rivals = rivalsOf(*launch.image, place.images);
  record.images = identityOf(rivals);
  record.device = tuneDeviceName(place.device->info());
  record.driver = place.device->info().driverVersion;
  record.variants = static_cast<int>(rivals.size());
  // Without a key from the source, every integer counts: sizes are what the best variant depends on.
  auto isKey = [&](const ManifestParam &param) {
    for (const std::string &name : manifest.tuneKey)
      if (name == param.name)
        return true;
    return manifest.tuneKey.empty() && (param.type[0] == 'i' || param.type[0] == 'u');
  };
  for (const ManifestParam &param : manifest.params) {
    auto value = launch.names.find(param.name);
    if (param.isPointer())
      record.key.push_back(param.name + "=" + param.type);
    else if (isKey(param) && value != launch.names.end())
      record.key.push_back(param.name + "=" + numberText(value->second));
  }
  return record;
}

Status Tuning::search(Place &place, std::vector<Candidate> &candidates, const Candidate *&winner) {
  winner = nullptr;
  const Candidate *sound = nullptr;
  for (const Candidate &candidate : candidates)
    if (candidate.status.ok() && !sound)
      sound = &candidate;
  if (!sound)
    return candidates.front().status;
  if (sound->launch.grid[0] == 0 || sound->launch.grid[1] == 0 || sound->launch.grid[2] == 0)
    return Status::bad("the grid has a zero in it: there is nothing to tune");
  found = launchOf(place, sound->launch);
  const std::vector<const KernelImage *> rivals = rivalsOf(*sound->image, place.images);
  candidates.erase(std::remove_if(candidates.begin(), candidates.end(),
                                  [&](const Candidate &candidate) {
                                    return std::find(rivals.begin(), rivals.end(), candidate.image) == rivals.end();
                                  }),
                   candidates.end());
  std::vector<Candidate> own;
  for (size_t i = 0; i < candidates.size(); ++i)
    if (static_cast<int>(i % static_cast<size_t>(shards)) == shard - 1)
      own.push_back(std::move(candidates[i]));
  err << "tritonrun: tuning '" << found.kernel << "' on " << place.description() << ": " << own.size() << " of "
      << candidates.size() << " variants\n";
  TRITONC_TRY(Tuner(place, err).run(own, found));
  addRows(found);
  candidates = std::move(own);
  if (shards > 1)
    return keep();
  const VariantTiming *best = found.winner();
  if (!best)
    return Status::failed("all ", found.timings.size(), " variants of '", found.kernel,
                          "' failed; the first: ", found.timings.front().failure);
  double slowest = 0;
  for (const VariantTiming &timing : found.timings)
    slowest = timing.failure.empty() ? std::max(slowest, timing.median) : slowest;
  for (const Candidate &candidate : candidates)
    if (candidate.image->variant == best->variant)
      winner = &candidate;
  err << "tritonrun: the fastest is variant " << best->variant << " (" << shortText(candidates, *winner->image)
      << "): " << numberText(Number::of(std::round(slowest / best->median * 100) / 100))
      << " times as fast as the slowest\n";
  if (const std::string edge = edgeText(candidates, *winner->image); !edge.empty())
    err << "tritonrun: note: it lies on the edge of what is listed, and beyond it may be a faster one: " << edge
        << "\n";
  return {};
}

Status Tuning::keep() {
  TRITONC_TRY(updateTuneRecords(path, {found}, /*replace=*/shards == 1));
  err << "tritonrun: recorded in '" << path << "'\n";
  return {};
}

int Tuning::recorded(const Place &place, const Launch &launch) {
  const TuneRecord *record = records.find(launchOf(place, launch));
  if (!record)
    return -1;
  if (!record->isComplete()) {
    err << "tritonrun: note: the tuning record for this launch has " << record->timings.size() << " of "
        << record->variants << " variants, so it is not used; the shards that are missing may need --merge\n";
    return -1;
  }
  const VariantTiming *best = record->winner();
  if (!best)
    return -1;
  err << "tritonrun: note: variant " << best->variant << " (" << best->config << ") by the tuning record in '" << path
      << "'\n";
  return best->variant;
}

void Tuning::addRows(const TuneRecord &record) {
  const VariantTiming *best = record.winner();
  for (const VariantTiming &timing : record.timings) {
    const bool good = timing.failure.empty();
    auto time = [&](double seconds) { return good ? Cell::ofReal(seconds * 1e6) : Cell(); };
    timings.add({Cell::ofText(record.kernel), Cell::ofText(record.device), Cell::ofInteger(timing.variant),
                 Cell::ofText(timing.config), time(timing.median), time(timing.low), time(timing.high),
                 good ? Cell::ofInteger(timing.samples) : Cell(), Cell{&timing == best ? "1" : "0", true},
                 Cell::ofText(timing.failure)});
  }
}

Status mergeRecords(const Options &options, llvm::raw_ostream &out) {
  if (!options.image.empty())
    return Status::bad("--merge takes no kernel, but '", options.image, "' is given")
        .withHint("give each file of records with a --merge of its own");
  std::string path;
  TRITONC_TRY(recordsPath(options, path));
  std::vector<TuneRecord> all;
  for (const std::string &file : options.merges) {
    if (access(file.c_str(), R_OK) != 0)
      return Status::bad("cannot open '", file, "': ", std::strerror(errno));
    TuneRecords records;
    TRITONC_TRY(TuneRecords::read(file, records));
    all.insert(all.end(), records.records.begin(), records.records.end());
  }
  TRITONC_TRY(checkWritable(path, !options.tuning.empty()));
  TRITONC_TRY(updateTuneRecords(path, all, /*replace=*/false));
  TuneRecords merged;
  TRITONC_TRY(TuneRecords::read(path, merged));
  size_t incomplete = 0;
  for (const TuneRecord &record : merged.records)
    incomplete += !record.isComplete();
  out << "'" << path << "': " << merged.records.size() << (merged.records.size() == 1 ? " record" : " records");
  if (incomplete)
    out << ", " << incomplete << " of them not complete";
  out << "\n";
  return {};
}

} // namespace tritonc::run

#include "driver/tritonrun/Tuner.h"
#include "driver/tritonrun/CrashMessage.h"
#include <algorithm>
#include <cstdio>
#include <map>
#include <set>

namespace tritonc::run {
namespace {

/// Seconds of measuring for a whole search, and the least and most for one variant of it.
constexpr double searchSeconds = 0.5, leastSeconds = 0.01, mostSeconds = 0.1;
/// A variant this much slower than the best so far gets the fewest launches.
constexpr double clearlySlower = 1.5;
/// How near to the best a variant must be to be timed again, and how many are.
constexpr double nearlyBest = 1.08;
constexpr size_t refinedMost = 3;

/// `123.4 us`, `1.234 ms`.
std::string timeText(double seconds) {
  char buffer[48];
  if (seconds < 1e-3)
    std::snprintf(buffer, sizeof buffer, "%.2f us", seconds * 1e6);
  else
    std::snprintf(buffer, sizeof buffer, "%.3f ms", seconds * 1e3);
  return buffer;
}

void store(const Timing &measured, VariantTiming &timing) {
  timing.median = measured.median;
  timing.low = measured.low;
  timing.high = measured.high;
  timing.samples = measured.samples;
}

/// What a failure says in one line; a compiler's log can be long.
std::string oneLine(const std::string &text) { return text.substr(0, text.find('\n')); }

} // namespace

std::string shortText(const std::vector<Candidate> &candidates, const KernelImage &image) {
  std::vector<std::string> parts = splitOutside(image.manifest.variantText(), ',');
  std::string text;
  for (const std::string &part : parts) {
    const bool isCommon = std::all_of(candidates.begin(), candidates.end(), [&](const Candidate &candidate) {
      std::vector<std::string> others = splitOutside(candidate.image->manifest.variantText(), ',');
      return std::find(others.begin(), others.end(), part) != others.end();
    });
    if (!isCommon)
      text += (text.empty() ? "" : ", ") + part;
  }
  return text.empty() ? image.manifest.variantText() : text;
}

std::string edgeText(const std::vector<Candidate> &candidates, const KernelImage &image) {
  const auto numbersOf = [](const KernelImage &of) {
    std::vector<std::pair<std::string, long long>> numbers;
    for (const std::string &part : splitOutside(of.manifest.variantText(), ',')) {
      const size_t equals = part.find('=');
      long long number = 0;
      if (equals != std::string::npos && !llvm::StringRef(part).drop_front(equals + 1).getAsInteger(10, number))
        numbers.emplace_back(part.substr(0, equals), number);
    }
    return numbers;
  };
  std::map<std::string, std::set<long long>> listed;
  for (const Candidate &candidate : candidates)
    for (const auto &[name, number] : numbersOf(*candidate.image))
      listed[name].insert(number);
  std::string text;
  for (const auto &[name, number] : numbersOf(image)) {
    const std::set<long long> &numbers = listed[name];
    const bool isLargest = number == *numbers.rbegin(), isSmallest = number == *numbers.begin() && number > 1;
    if (numbers.size() >= 3 && (isLargest || isSmallest))
      text += (text.empty() ? "" : ", ") + name + "=" + std::to_string(number) + " (the " +
              (isLargest ? "largest" : "smallest") + " of " + std::to_string(numbers.size()) + ")";
  }
  return text;
}

int Tuner::samplesFor(double budget, double each) const {
  // Flushing writes the cache twice over, at some terabytes a second on GPUs; on the CPU at some gigabytes.
  const DeviceInfo &info = place.device->info();
  const bool isCpu = info.kind == DeviceKind::CPU;
  const double flush = static_cast<double>(info.cacheBytes) * (isCpu ? 1 / 5e9 : 2 / 2e12) + (isCpu ? 0 : 2e-5);
  return static_cast<int>(std::clamp(budget / (each + flush), 3.0, 100.0));
}

/// Launches once to see whether it works, then estimates, then measures.
Status Tuner::trial(Candidate &candidate, double budget, VariantTiming &timing) {
  Execution execution(*place.device, candidate.launch, *place.buffers);
  TRITONC_TRY(execution.open());
  TRITONC_TRY(execution.tryOut());
  LaunchRequest request;
  TRITONC_TRY(execution.request(request));
  CrashScope scope(candidate.launch.image->manifest.kernel.c_str());
  std::vector<double> seconds;
  TRITONC_TRY(place.device->timeHot(request, 1, 1, seconds)); // the launch before warmed up
  double each = *std::min_element(seconds.begin(), seconds.end());
  const bool isSlow = best > 0 && each > clearlySlower * best;
  seconds.clear();
  TRITONC_TRY(place.device->timeCold(request, isSlow ? 2 : samplesFor(budget, each), seconds));
  store(summarize(std::move(seconds)), timing);
  return {};
}

/// After some failures a GPU's context takes no more calls: then everything on it is opened anew.
Status Tuner::recover() {
  if (place.device->synchronize().ok())
    return {};
  const std::string spec = place.device->info().spec;
  place.buffers.reset();
  place.device.reset();
  TRITONC_TRY(openDevice(spec, place.device));
  place.buffers = std::make_unique<DeviceBuffers>(*place.device);
  place.buffers->keepCopies = true;
  return {};
}

/// Variants whose options do not matter on the device (stages on the CPU) come to the same code.
int Tuner::sameAs(const std::vector<Candidate> &candidates, size_t index) {
  const Candidate &own = candidates[index];
  const Manifest &manifest = own.image->manifest;
  for (size_t i = 0; i < index; ++i) {
    const Candidate &other = candidates[i];
    const Manifest &theirs = other.image->manifest;
    if (!own.status.ok() || !other.status.ok() || manifest.contentHash.empty() ||
        manifest.contentHash != theirs.contentHash || manifest.threads != theirs.threads ||
        manifest.sharedBytes != theirs.sharedBytes || own.launch.grid != other.launch.grid)
      continue;
    bool isSame = true;
    for (size_t j = 0; j < own.launch.arguments.size(); ++j)
      isSame &= own.launch.arguments[j].data == other.launch.arguments[j].data &&
                own.launch.arguments[j].scalar == other.launch.arguments[j].scalar;
    if (isSame)
      return static_cast<int>(i);
  }
  return -1;
}

void Tuner::show(size_t number, const std::vector<Candidate> &candidates, const VariantTiming &timing) {
  std::string position = std::to_string(number), all = std::to_string(candidates.size());
  progress << "tritonrun: [" << std::string(all.size() - position.size(), ' ') << position << "/" << all << "] variant "
           << timing.variant << " (" << shortText(candidates, *candidates[number - 1].image) << "): ";
  if (!timing.failure.empty())
    progress << "skipped: " << timing.failure << "\n";
  else
    progress << timeText(timing.median) << (timing.median <= best ? "  best so far" : "") << "\n";
  progress.flush();
}

void Tuner::refine(std::vector<Candidate> &candidates, std::vector<VariantTiming> &timings, double budget) {
  std::vector<size_t> order;
  for (size_t i = 0; i < timings.size(); ++i)
    if (timings[i].failure.empty() && timings[i].median <= nearlyBest * best)
      order.push_back(i);
  std::sort(order.begin(), order.end(), [&](size_t a, size_t b) { return timings[a].median < timings[b].median; });
  order.resize(std::min(order.size(), refinedMost));
  if (order.size() < 2)
    return;
  for (size_t i : order) {
    VariantTiming again = timings[i];
    if (!trial(candidates[i], budget, again).ok())
      continue;
    timings[i] = again;
    progress << "tritonrun: once more, variant " << again.variant << ": " << timeText(again.median) << "\n";
  }
}

Status Tuner::run(std::vector<Candidate> &candidates, TuneRecord &record) {
  place.buffers->keepCopies = true;
  const double budget = std::clamp(searchSeconds / static_cast<double>(candidates.size()), leastSeconds, mostSeconds);
  std::vector<VariantTiming> timings;
  for (Candidate &candidate : candidates) {
    VariantTiming timing;
    timing.variant = candidate.image->variant;
    timing.config = candidate.image->manifest.variantText();
    const int same = sameAs(candidates, timings.size());
    if (same >= 0) {
      VariantTiming known = timings[static_cast<size_t>(same)];
      known.variant = timing.variant;
      known.config = timing.config;
      timings.push_back(std::move(known));
      show(timings.size(), candidates, timings.back());
      continue;
    }
    Status status = candidate.status.ok() ? trial(candidate, budget, timing) : candidate.status;
    if (status.ok()) {
      best = best > 0 ? std::min(best, timing.median) : timing.median;
    } else {
      timing.failure = oneLine(status.message());
      TRITONC_TRY(recover());
    }
    timings.push_back(std::move(timing));
    show(timings.size(), candidates, timings.back());
  }
  refine(candidates, timings, budget);
  TuneRecord measured;
  measured.timings = std::move(timings);
  record.add(measured);
  return {};
}

} // namespace tritonc::run

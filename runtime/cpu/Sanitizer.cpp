//===- Sanitizer.cpp - the launcher's side of -fsanitize ------------------===//
//
// Races: programs run one after another here, in an order that a GPU does not promise. So any two accesses of one
// element by two programs, one of which writes, are reported, unless both programs performed an atomic in between (a
// lock, a counter that the last one waits for): that is taken as synchronisation. Within a program only lanes of one
// store that write the same element are reported. Elements are told apart by their first byte.
//
//===----------------------------------------------------------------------===//
#include "runtime/cpu/Sanitizer.h"
#include <cstdio>
#include <cstring>

namespace tritonc {

/// Errors that are written out; the rest is counted.
constexpr int kShown = 20;

Sanitizer::Sanitizer() {
  table.context = this;
  table.access = [](void *self, const SanitizerSite *site, const uint64_t *addresses, uint8_t *active, int32_t lanes,
                    int64_t index, int64_t step, int64_t execution, int64_t program) {
    auto *sanitizer = static_cast<Sanitizer *>(self);
    std::lock_guard<std::mutex> lock(sanitizer->mutex);
    sanitizer->access(*site, addresses, active, lanes, index, step, execution, program);
  };
  table.nan = [](void *self, const SanitizerSite *site, int64_t index, int64_t program) {
    auto *sanitizer = static_cast<Sanitizer *>(self);
    std::lock_guard<std::mutex> lock(sanitizer->mutex);
    // The first one only: what follows is its consequence.
    if (sanitizer->errors == 0)
      sanitizer->report(*site, "nan", std::string("'") + site->operation + "' makes a NaN of values that are not",
                        index, program);
  };
}

void Sanitizer::allocated(uint64_t address, size_t bytes) { allocations[address] = {address, bytes, {}}; }

void Sanitizer::released(uint64_t address) {
  for (auto place = allocations.begin(); place != allocations.end();)
    place = place->second.whole == address ? allocations.erase(place) : std::next(place);
}

void Sanitizer::describe(uint64_t address, size_t bytes, bool hasData) {
  Place place = find(address);
  if (place == allocations.end())
    return;
  uint64_t whole = place->second.whole;
  allocations.erase(place);
  allocations[address] = {whole, bytes, std::vector<bool>(hasData ? 0 : bytes)};
}

void Sanitizer::beginLaunch(const LaunchRequest &next, uint32_t wanted) {
  request = &next;
  checks = wanted;
  elements.clear();
  atomics.clear();
  reported.clear();
  errors = 0;
  now = 0;
}

Status Sanitizer::endLaunch() {
  request = nullptr;
  if (errors == 0)
    return {};
  return Status::failed("-fsanitize found ", errors, errors == 1 ? " error" : " errors");
}

Sanitizer::Place Sanitizer::find(uint64_t address) {
  auto after = allocations.upper_bound(address);
  if (after == allocations.begin())
    return allocations.end();
  Place place = std::prev(after);
  return address - place->first < std::max<size_t>(place->second.bytes, 1) ? place : allocations.end();
}

void Sanitizer::access(const SanitizerSite &site, const uint64_t *addresses, uint8_t *active, int32_t lanes,
                       int64_t index, int64_t step, int64_t execution, int64_t program) {
  ++now;
  for (int32_t lane = 0; lane < lanes; ++lane) {
    if (!active[lane])
      continue;
    int64_t element = index + lane * step;
    // An access outside is not performed, whatever is checked for: the run is to go on.
    if (!inBounds(site, addresses[lane], element, program)) {
      active[lane] = 0;
      continue;
    }
    if (checks & Uninitialized)
      checkWritten(site, addresses[lane], element, program);
    if (checks & Races)
      checkRace(site, addresses[lane], element, execution, program);
  }
  if (site.kind == 2)
    atomics[program] = now;
}

std::string Sanitizer::nameOf(int32_t parameter) const {
  const auto &params = request->kernel->manifest.params;
  return parameter >= 0 && parameter < static_cast<int32_t>(params.size()) ? params[parameter].name : "";
}

std::string Sanitizer::placeInBuffer(uint64_t address, int32_t parameter) {
  char text[64];
  Place place = find(address);
  std::string name = nameOf(parameter);
  if (place == allocations.end() || name.empty()) {
    std::snprintf(text, sizeof text, "address 0x%llx", static_cast<unsigned long long>(address));
    return text;
  }
  return "byte " + std::to_string(address - place->first) + " of '" + name + "'";
}

bool Sanitizer::inBounds(const SanitizerSite &site, uint64_t address, int64_t element, int64_t program) {
  Place place = allocations.end();
  std::string name = nameOf(site.parameter);
  if (!name.empty()) {
    const std::string &type = request->kernel->manifest.params[site.parameter].type;
    uint64_t base = 0;
    std::memcpy(&base, request->params[site.parameter], sizeof base);
    // A descriptor's first field is its base.
    if (type.compare(0, 10, "tensordesc") == 0)
      std::memcpy(&base, reinterpret_cast<const void *>(base), sizeof base);
    place = find(base);
    // Memory that this device did not provide has no known end.
    if (place == allocations.end() && base != 0)
      return true;
    if (place != allocations.end()) {
      int64_t offset = static_cast<int64_t>(address - place->first), size = place->second.bytes;
      if (offset >= 0 && offset + site.bytes <= size)
        return true;
      std::string where = offset < 0 ? std::to_string(-offset) + " bytes before '" + name + "' begins"
                                     : std::to_string(offset + site.bytes - size) + " bytes past the end of '" + name +
                                           "' (" + std::to_string(size) + " bytes)";
      report(site, "bounds", where, element, program);
      return false;
    }
  } else {
    place = find(address);
    if (place != allocations.end() && address + site.bytes <= place->first + place->second.bytes)
      return true;
  }
  report(site, "bounds", "there is no buffer at " + placeInBuffer(address, -1), element, program);
  return false;
}

void Sanitizer::checkWritten(const SanitizerSite &site, uint64_t address, int64_t element, int64_t program) {
  Place place = find(address);
  if (place == allocations.end() || place->second.written.empty())
    return;
  size_t first = address - place->first;
  for (size_t i = first; i < first + site.bytes && i < place->second.bytes; ++i) {
    if (site.kind != 1 && !place->second.written[i]) {
      report(site, "uninit", placeInBuffer(address, site.parameter) + " was never written", element, program);
      return;
    }
    if (site.kind != 0)
      place->second.written[i] = true;
  }
}

bool Sanitizer::isOrdered(int64_t earlier, int64_t time, int64_t later) const {
  auto release = atomics.find(earlier), acquire = atomics.find(later);
  return release != atomics.end() && acquire != atomics.end() && release->second > time &&
         acquire->second > release->second;
}

void Sanitizer::checkRace(const SanitizerSite &site, uint64_t address, int64_t element, int64_t execution,
                          int64_t program) {
  if (site.kind == 2)
    return;
  Element &last = elements[address];
  auto conflict = [&](const char *what, const SanitizerSite &other, int64_t program2) {
    std::string text = placeInBuffer(address, site.parameter) + ", which program " + std::to_string(program2) + " " +
                       what + " in line " + std::to_string(other.line);
    report(site, "race", text, element, program);
  };
  if (last.writer >= 0 && last.writer != program && !isOrdered(last.writer, last.writeTime, program))
    conflict("wrote", *last.writeSite, last.writer);
  if (site.kind == 0) {
    last.reader = program;
    last.readTime = now;
    last.readSite = &site;
    return;
  }
  if (last.reader >= 0 && last.reader != program && !isOrdered(last.reader, last.readTime, program))
    conflict("read", *last.readSite, last.reader);
  if (last.writer == program && last.writeExecution == execution && last.writeSite == &site)
    report(site, "race", "two elements of the block are stored to " + placeInBuffer(address, site.parameter), element,
           program);
  last.writer = program;
  last.writeExecution = execution;
  last.writeTime = now;
  last.writeSite = &site;
}

void Sanitizer::report(const SanitizerSite &site, const char *kind, const std::string &message, int64_t element,
                       int64_t program) {
  // One report for each operation and kind of error.
  if (!reported.insert({&site, kind}).second)
    return;
  if (++errors > kShown)
    return;
  std::string text;
  if (site.file)
    text += std::string(site.file) + ":" + std::to_string(site.line) + ":" + std::to_string(site.column) + ": ";
  text += std::string("error: ") + kind + ": ";
  static const char *const kinds[] = {"load", "store", "atomic", "value"};
  if (site.kind < 3)
    text += std::string(kinds[site.kind]) + " of " + std::to_string(site.bytes) + " bytes: ";
  text += message;
  int64_t gx = request->grid[0], gy = request->grid[1];
  text += "; program (" + std::to_string(program % gx) + ", " + std::to_string(program / gx % gy) + ", " +
          std::to_string(program / gx / gy) + ")";
  if (site.rank > 0) {
    std::string place;
    for (int d = site.rank - 1; d >= 0; --d) {
      place = std::to_string(element % site.shape[d]) + (place.empty() ? "" : ", ") + place;
      element /= site.shape[d];
    }
    text += ", element [" + place + "] of the block";
  }
  std::fprintf(stderr, "%s\n", text.c_str());
}

} // namespace tritonc

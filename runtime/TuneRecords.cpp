//===- TuneRecords.cpp - the outcome of searches, kept in a file ----------===//
#include "runtime/TuneRecords.h"
#include "runtime/Files.h"
#include "runtime/Images.h"
#include "runtime/QuotedText.h"
#include "runtime/TomlProblem.h"
#include <algorithm>
#include <cerrno>
#include <cmath>
#include <cstdio>
#include <cstring>
#include <fcntl.h>
#include <limits>
#include <sys/file.h>
#include <sys/stat.h>
#include <toml++/toml.h>
#include <unistd.h>

namespace tritonc {
namespace {

constexpr int formatVersion = 1;

/// Microseconds, with nanoseconds behind the point.
std::string microseconds(double seconds) {
  char buffer[48];
  std::snprintf(buffer, sizeof buffer, "%.3f", seconds * 1e6);
  return buffer;
}

/// The fields of a table, with the first complaint kept.
class TableReader {
public:
  TableReader(const toml::table &table, const std::string &origin, Status &status)
      : table(table), origin(origin), status(status) {}

  void text(const char *key, std::string &value) {
    if (const toml::node *node = find(key)) {
      auto found = node->value_exact<std::string>();
      found ? void(value = *found) : complain(*node, concat("'", key, "' must be a string"));
    }
  }
  void number(const char *key, int &value) {
    if (const toml::node *node = find(key)) {
      auto found = node->value_exact<int64_t>();
      const bool good = found && *found >= 0 && *found <= std::numeric_limits<int>::max();
      good ? void(value = static_cast<int>(*found)) : complain(*node, concat("'", key, "' must be a number"));
    }
  }
  void time(const char *key, double &seconds) {
    if (const toml::node *node = find(key)) {
      auto found = node->value<double>();
      const bool good = found && std::isfinite(*found) && *found >= 0;
      good ? void(seconds = *found * 1e-6) : complain(*node, concat("'", key, "' must be a time in microseconds"));
    }
  }
  void texts(const char *key, std::vector<std::string> &values) {
    const toml::node *node = find(key);
    const toml::array *array = node ? node->as_array() : nullptr;
    if (node && !array)
      return complain(*node, concat("'", key, "' must be an array of strings"));
    for (size_t i = 0; array && i < array->size(); ++i) {
      auto found = (*array)[i].value_exact<std::string>();
      found ? values.push_back(*found) : complain((*array)[i], concat("'", key, "' must be an array of strings"));
    }
  }
  template <typename Each> void tables(const char *key, bool isRequired, Each each) {
    const toml::node *node = isRequired ? find(key) : table.get(key);
    const toml::array *array = node ? node->as_array() : nullptr;
    if (node && !array)
      return complain(*node, concat("'", key, "' must be an array of tables"));
    for (size_t i = 0; array && i < array->size(); ++i) {
      const toml::table *inner = (*array)[i].as_table();
      inner ? each(*inner) : complain((*array)[i], concat("'", key, "' must be an array of tables"));
    }
  }
  bool has(const char *key) const { return table.contains(key); }
  void complain(const toml::node &node, const std::string &message) {
    if (status.ok())
      status = Status::bad(origin, ":", node.source().begin.line, ":", node.source().begin.column,
                           ": tuning record: ", message);
  }

private:
  const toml::node *find(const char *key) {
    const toml::node *node = table.get(key);
    if (!node)
      complain(table, concat("'", key, "' is missing"));
    return node;
  }
  const toml::table &table;
  const std::string &origin;
  Status &status;
};

void readTiming(TableReader reader, VariantTiming &timing) {
  reader.number("variant", timing.variant);
  reader.text("config", timing.config);
  if (reader.has("failed")) {
    reader.text("failed", timing.failure);
    if (timing.failure.empty())
      timing.failure = "unknown reason";
    return;
  }
  reader.time("us", timing.median);
  reader.time("p20_us", timing.low);
  reader.time("p80_us", timing.high);
  reader.number("samples", timing.samples);
}

void readRecord(const toml::table &table, const std::string &origin, Status &status, TuneRecord &record) {
  TableReader reader(table, origin, status);
  reader.text("kernel", record.kernel);
  reader.text("images", record.images);
  reader.text("device", record.device);
  reader.number("driver", record.driver);
  reader.texts("key", record.key);
  reader.number("variants", record.variants);
  reader.tables("timing", true, [&](const toml::table &each) {
    record.timings.emplace_back();
    readTiming(TableReader(each, origin, status), record.timings.back());
  });
}

std::string textOf(const TuneRecord &record) {
  std::string out =
      concat("\n[[record]]\nkernel = ", quotedText(record.kernel), "\nimages = ", quotedText(record.images),
             "\ndevice = ", quotedText(record.device), "\ndriver = ", record.driver, "\nkey = [");
  for (size_t i = 0; i < record.key.size(); ++i)
    out += (i ? ", " : "") + quotedText(record.key[i]);
  out += concat("]\nvariants = ", record.variants, "\n");
  // For people; reading goes by the timings.
  if (const VariantTiming *best = record.isComplete() ? record.winner() : nullptr)
    out += concat("winner = ", best->variant, "\n");
  out += "timing = [\n";
  for (const VariantTiming &timing : record.timings) {
    out += concat("  { variant = ", timing.variant, ", config = ", quotedText(timing.config));
    if (timing.failure.empty())
      out += concat(", us = ", microseconds(timing.median), ", p20_us = ", microseconds(timing.low),
                    ", p80_us = ", microseconds(timing.high), ", samples = ", timing.samples, " },\n");
    else
      out += concat(", failed = ", quotedText(timing.failure), " },\n");
  }
  return out + "]\n";
}

/// Holds a lock of its own file while it lives: the records themselves are replaced by renaming.
class FileLock {
public:
  ~FileLock() {
    if (descriptor >= 0)
      close(descriptor);
  }
  Status take(const std::string &path) {
    std::string name = path + ".lock";
    descriptor = open(name.c_str(), O_RDWR | O_CREAT | O_CLOEXEC, 0666);
    if (descriptor < 0)
      return Status::bad("cannot write '", path, "': ", std::strerror(errno));
    while (flock(descriptor, LOCK_EX) != 0)
      if (errno != EINTR)
        return Status::bad("cannot lock '", name, "': ", std::strerror(errno));
    return {};
  }

private:
  int descriptor = -1;
};

} // namespace

bool TuneRecord::matches(const TuneRecord &other) const {
  return kernel == other.kernel && images == other.images && device == other.device && driver == other.driver &&
         key == other.key;
}

const VariantTiming *TuneRecord::winner() const {
  const VariantTiming *best = nullptr;
  for (const VariantTiming &timing : timings)
    if (timing.failure.empty() && (!best || timing.median < best->median))
      best = &timing;
  return best;
}

void TuneRecord::add(const TuneRecord &other) {
  variants = std::max(variants, other.variants);
  for (const VariantTiming &timing : other.timings) {
    auto same = std::find_if(timings.begin(), timings.end(),
                             [&](const VariantTiming &own) { return own.variant == timing.variant; });
    if (same != timings.end())
      *same = timing;
    else
      timings.push_back(timing);
  }
  std::sort(timings.begin(), timings.end(),
            [](const VariantTiming &a, const VariantTiming &b) { return a.variant < b.variant; });
}

Status TuneRecords::read(const std::string &path, TuneRecords &records) {
  records.records.clear();
  if (access(path.c_str(), F_OK) != 0)
    return {};
  std::string text;
  TRITONC_TRY(readFile(path, text));
  Status status;
  try {
    toml::table table = toml::parse(text, path);
    TableReader reader(table, path, status);
    int version = formatVersion;
    if (!table.empty())
      reader.number("format_version", version);
    if (status.ok() && version > formatVersion)
      return Status::bad(path, ": the records have format version ", version, ", but this tool reads up to ",
                         formatVersion);
    // A manifest has a version, too, and would be lost when the records are written.
    for (const auto &entry : table)
      if (const std::string_view key = entry.first.str(); key != "format_version" && key != "record")
        return Status::bad(path, ": not a file of tuning records: it has the key '", key, "'");
    reader.tables("record", false, [&](const toml::table &each) {
      records.records.emplace_back();
      readRecord(each, path, status, records.records.back());
    });
  } catch (const toml::parse_error &error) {
    return Status::bad(path, ":", error.source().begin.line, ":", error.source().begin.column,
                       ": not a file of tuning records: ", tomlProblem(error.description()));
  }
  return status;
}

Status TuneRecords::write(const std::string &path) const {
  std::string text = concat("# Timings of tritonrun --tune. Lines may be removed by hand; the rest stays valid.\n"
                            "format_version = ",
                            formatVersion, "\n");
  for (const TuneRecord &record : records)
    text += textOf(record);
  return writeFile(path, text);
}

const TuneRecord *TuneRecords::find(const TuneRecord &launch) const {
  for (const TuneRecord &record : records)
    if (record.matches(launch))
      return &record;
  return nullptr;
}

void TuneRecords::add(const TuneRecord &record, bool replace) {
  for (TuneRecord &own : records)
    if (own.matches(record))
      return replace ? void(own = record) : own.add(record);
  records.push_back(record);
}

Status makeFolders(const std::string &path) {
  for (size_t slash = path.find('/', 1); slash != std::string::npos; slash = path.find('/', slash + 1))
    if (std::string folder = path.substr(0, slash); mkdir(folder.c_str(), 0777) != 0 && errno != EEXIST)
      return Status::bad("cannot make the folder '", folder, "': ", std::strerror(errno));
  return {};
}

Status updateTuneRecords(const std::string &path, const std::vector<TuneRecord> &added, bool replace) {
  FileLock lock;
  TuneRecords records;
  TRITONC_TRY(lock.take(path));
  TRITONC_TRY(TuneRecords::read(path, records));
  for (const TuneRecord &record : added)
    records.add(record, replace);
  return records.write(path);
}

std::vector<const KernelImage *> rivalsOf(const KernelImage &image, const std::vector<const KernelImage *> &images) {
  const std::vector<ManifestParam> &own = image.manifest.params;
  std::vector<const KernelImage *> rivals;
  for (const KernelImage *other : images) {
    const std::vector<ManifestParam> &theirs = other->manifest.params;
    if (std::equal(own.begin(), own.end(), theirs.begin(), theirs.end(),
                   [](const ManifestParam &a, const ManifestParam &b) { return a.name == b.name && a.type == b.type; }))
      rivals.push_back(other);
  }
  return rivals;
}

std::string identityOf(const std::vector<const KernelImage *> &images) {
  // FNV-1a over hashes that are good ones already.
  uint64_t hash = 0xcbf29ce484222325u;
  auto add = [&](std::string_view text) {
    for (unsigned char c : text)
      hash = (hash ^ c) * 0x100000001b3u;
  };
  for (const KernelImage *image : images) {
    add(concat(image->variant, ":"));
    add(image->manifest.contentHash.empty() ? image->bytes : std::string_view(image->manifest.contentHash));
  }
  char buffer[24];
  std::snprintf(buffer, sizeof buffer, "%016llx", static_cast<unsigned long long>(hash));
  return buffer;
}

std::string tuneDeviceName(const DeviceInfo &device) {
  return device.kind == DeviceKind::CPU ? concat(device.name, ", ", device.units, " threads") : device.name;
}

} // namespace tritonc

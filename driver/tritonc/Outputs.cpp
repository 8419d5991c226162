//===- Outputs.cpp - writing what was compiled ----------------------------===//
#include "driver/tritonc/Outputs.h"
#include "driver/common/CrashHandler.h"
#include "runtime/Bundle.h"
#include "runtime/Report.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/Path.h"
#include "llvm/Support/raw_ostream.h"

using namespace llvm;

namespace tritonc {

OutputFiles::~OutputFiles() {
  for (const File &file : files)
    sys::fs::remove(file.temporary);
  forgetPendingOutputs();
}

bool OutputFiles::fail(StringRef path, const std::error_code &error) {
  auto &report = diagnostics.report(DiagId::driver_cannot_write, {}, path, error.message());
  StringRef folder = sys::path::parent_path(path);
  if (!folder.empty() && !sys::fs::is_directory(folder))
    report.withHint("the folder '" + folder.str() + "' does not exist");
  return false;
}

static std::error_code writeAll(raw_fd_ostream &os, StringRef bytes) {
  os << bytes;
  os.flush();
  std::error_code error = os.error();
  os.clear_error();
  return error;
}

/// A device or a pipe is written in place; renaming over it would replace it. Standard output is checked when main
/// ends.
static bool isWrittenInPlace(StringRef path) {
  sys::fs::file_status status;
  return path == "-" ||
         (!sys::fs::status(path, status) && sys::fs::exists(status) && !sys::fs::is_regular_file(status));
}

bool OutputFiles::add(StringRef path, std::string bytes) {
  if (isWrittenInPlace(path)) {
    streams.push_back({path.str(), std::move(bytes)});
    return true;
  }
  for (const File &file : files)
    if (file.path == path) {
      diagnostics.report(DiagId::driver_cannot_write, {}, path, "two outputs have this name");
      return false;
    }
  int descriptor;
  SmallString<128> temporary;
  if (std::error_code error =
          sys::fs::createUniqueFile(path + ".%%%%%%.tmp", descriptor, temporary, sys::fs::OF_None, 0666))
    return fail(path, error);
  files.push_back({path.str(), temporary.str().str()});
  addPendingOutput(files.back().temporary.c_str());
  raw_fd_ostream os(descriptor, /*shouldClose=*/true);
  std::error_code error = writeAll(os, bytes);
  return error ? fail(path, error) : true;
}

bool OutputFiles::commit() {
  // What can fail for want of space has been done; streams come first, since a name given to a file is hard to take
  // back.
  for (const Stream &stream : streams) {
    if (stream.path == "-") {
      outs() << stream.bytes;
      continue;
    }
    std::error_code error;
    raw_fd_ostream os(stream.path, error);
    if (!error)
      error = writeAll(os, stream.bytes);
    if (error)
      return fail(stream.path, error);
  }
  while (!files.empty()) {
    const File &file = files.front();
    if (std::error_code error = sys::fs::rename(file.temporary, file.path))
      return fail(file.path, error);
    files.pop_front();
  }
  return true;
}

Expected<std::string> makeBundle(const std::vector<CompileResult> &results) {
  std::vector<BundleEntry> entries;
  for (const CompileResult &result : results)
    for (const CompiledImage &image : result.images)
      entries.push_back({image.manifest, image.bytes, result.variant});
  auto bytes = writeBundle(entries);
  if (!bytes)
    return bytes.takeError();
  return bytes->str().str();
}

/// Spaces, dollars and hashes mean something in a makefile.
static std::string escaped(StringRef path) {
  std::string text;
  for (char c : path) {
    if (c == ' ' || c == '#')
      text += '\\';
    if (c == '$')
      text += '$';
    text += c;
  }
  return text;
}

std::string makeDepfile(StringRef target, const std::vector<std::string> &dependencies, bool phony) {
  std::string text = escaped(target) + ":";
  for (const std::string &file : dependencies)
    text += " \\\n  " + escaped(file);
  text += "\n";
  for (size_t i = 1; phony && i < dependencies.size(); ++i)
    text += escaped(dependencies[i]) + ":\n";
  return text;
}

std::string makeReport(const std::vector<CompileResult> &results, StringRef format) {
  std::vector<ReportRow> rows;
  for (const CompileResult &result : results)
    if (!result.images.empty())
      rows.push_back(reportRow(result.images.back().manifest, result.variant));
  Table table = reportTable(rows);
  std::string text = format == "json" ? table.json() : format == "csv" ? table.csv() : table.text();
  return StringRef(text).ends_with("\n") ? text : text + "\n";
}

} // namespace tritonc

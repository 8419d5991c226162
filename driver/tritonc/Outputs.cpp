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

bool writeOutput(StringRef path, StringRef bytes, DiagnosticEngine &diagnostics) {
  if (path == "-") {
    outs() << bytes;
    return true;
  }
  auto fail = [&](const std::error_code &error) {
    auto &report = diagnostics.report(DiagId::driver_cannot_write, {}, path, error.message());
    StringRef folder = sys::path::parent_path(path);
    if (!folder.empty() && !sys::fs::is_directory(folder))
      report.withHint("the folder '" + folder.str() + "' does not exist");
    return false;
  };
  // A device or a pipe is written in place; renaming over it would replace it.
  sys::fs::file_status status;
  if (!sys::fs::status(path, status) && sys::fs::exists(status) && !sys::fs::is_regular_file(status)) {
    std::error_code error;
    raw_fd_ostream os(path, error);
    if (error)
      return fail(error);
    os << bytes;
    os.flush();
    error = os.error();
    os.clear_error();
    return error ? fail(error) : true;
  }
  int descriptor;
  SmallString<128> temporary;
  if (std::error_code error =
          sys::fs::createUniqueFile(path + ".%%%%%%.tmp", descriptor, temporary, sys::fs::OF_None, 0666))
    return fail(error);
  setPendingOutput(temporary.c_str());
  std::error_code error;
  {
    raw_fd_ostream os(descriptor, /*shouldClose=*/true);
    os << bytes;
    os.flush();
    if (os.has_error()) {
      error = os.error();
      os.clear_error();
    }
  }
  if (!error)
    error = sys::fs::rename(temporary, path);
  if (error)
    sys::fs::remove(temporary);
  setPendingOutput(nullptr);
  return error ? fail(error) : true;
}

Expected<std::string> makeBundle(const std::vector<CompileResult> &results) {
  std::vector<BundleEntry> entries;
  for (const CompileResult &result : results)
    for (const CompiledImage &image : result.images)
      entries.push_back({image.manifest, image.bytes});
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
  std::map<std::string, int> variants;
  for (const CompileResult &result : results) {
    if (result.images.empty())
      continue;
    const Manifest &manifest = result.images.back().manifest;
    rows.push_back(reportRow(manifest, variants[manifest.target]++));
  }
  Table table = reportTable(rows);
  std::string text = format == "json" ? table.json() : format == "csv" ? table.csv() : table.text();
  return StringRef(text).ends_with("\n") ? text : text + "\n";
}

} // namespace tritonc

//===- Outputs.h - writing what was compiled ------------------------------===//
#pragma once

#include "driver/tritonc/Compile.h"
#include <deque>

namespace tritonc {

/// The files of one run, written all or none: each under another name first, and renamed when the last one is there.
class OutputFiles {
public:
  explicit OutputFiles(DiagnosticEngine &diagnostics) : diagnostics(diagnostics) {}
  ~OutputFiles();
  OutputFiles(const OutputFiles &) = delete;
  OutputFiles &operator=(const OutputFiles &) = delete;

  /// False, and reported, when the file cannot be written. `-` is standard output.
  bool add(llvm::StringRef path, std::string bytes);
  /// Gives all files their names.
  bool commit();

private:
  bool fail(llvm::StringRef path, const std::error_code &error);
  struct File {
    std::string path, temporary;
  };
  struct Stream {
    std::string path, bytes;
  };
  DiagnosticEngine &diagnostics;
  std::deque<File> files; ///< a deque, since the crash handler keeps pointers to the names
  std::vector<Stream> streams;
};

/// The bundle of all results, in their order.
llvm::Expected<std::string> makeBundle(const std::vector<CompileResult> &results);

/// A make rule for the output: `target: dependencies`, as cc's -MD writes.
std::string makeDepfile(llvm::StringRef target, const std::vector<std::string> &dependencies, bool phony);

/// The report of every image: text, json or csv.
std::string makeReport(const std::vector<CompileResult> &results, llvm::StringRef format);

} // namespace tritonc

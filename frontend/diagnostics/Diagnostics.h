//===- Diagnostics.h - located messages for users -------------------------===//
//
// Every message that a user can cause has an entry in Diagnostics.def; `report` takes the entry's id and its arguments.
// Printed form:
//
//     file:line:col: error: message
//     source line
//         ^~~~~
//     file:line:col: note: where it came from
//     hint: did you mean 'BLOCK'?
//
// Messages are lower case, without a full stop and without names of our insides. The engine collects; the driver prints
// and decides the exit code. No MLIR here.
//
//===----------------------------------------------------------------------===//
#pragma once

#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/StringRef.h"
#include "llvm/Support/FormatVariadic.h"
#include "llvm/Support/raw_ostream.h"
#include <cstdint>
#include <memory>
#include <string>
#include <vector>

namespace tritonc {

/// One id for each entry of Diagnostics.def.
enum class DiagId : unsigned {
#define DIAGNOSTIC(ID, SEVERITY, TEXT) ID,
#include "frontend/diagnostics/Diagnostics.def"
#undef DIAGNOSTIC
};

enum class Severity { Error, Warning, Performance, Note };

/// A file that diagnostics can quote. Lines and columns count from 1; columns count bytes.
struct SourceFile {
  std::string path;
  std::string text;
  /// Where each line starts, if someone called indexLines; else lineColumn counts.
  std::vector<uint32_t> lineStarts;

  void indexLines();
};

/// A range of bytes in a file. A null file means "no place" (a command-line error).
struct SourceRange {
  const SourceFile *file = nullptr;
  uint32_t begin = 0;
  uint32_t end = 0;
  bool valid() const { return file != nullptr; }
};

struct Diagnostic {
  DiagId id;
  Severity severity;
  SourceRange range;
  std::string message;
  struct Note {
    SourceRange range;
    std::string message;
  };
  std::vector<Note> notes;
  std::string hint;

  Diagnostic &note(SourceRange where, std::string text) {
    notes.push_back({where, std::move(text)});
    return *this;
  }
  Diagnostic &withHint(std::string text) {
    hint = std::move(text);
    return *this;
  }
};

class DiagnosticEngine {
public:
  /// Adds a diagnostic; the text of `id` is a formatv pattern ({0}, {1}, ...). The reference is valid until the next
  /// call.
  template <typename... Args> Diagnostic &report(DiagId id, SourceRange range, Args &&...args) {
    return add(id, range, llvm::formatv(false, pattern(id), std::forward<Args>(args)...).str());
  }

  /// The diagnostic without an engine, to be appended to one later or never.
  template <typename... Args> static Diagnostic make(DiagId id, SourceRange range, Args &&...args) {
    return {id, severity(id), range, llvm::formatv(false, pattern(id), std::forward<Args>(args)...).str(), {}, {}};
  }
  Diagnostic &append(Diagnostic diagnostic);

  /// Keeps what ranges point into (a file that was made up, a parsed module) alive as long as the engine.
  void keepAlive(std::shared_ptr<const void> object) { kept.push_back(std::move(object)); }

  bool hasErrors() const { return errorCount != 0; }
  unsigned errors() const { return errorCount; }
  llvm::ArrayRef<std::unique_ptr<Diagnostic>> all() const { return diagnostics; }
  /// Prints everything collected so far, then forgets it (the error count stays): file by file in the order in which
  /// they came up, by position within a file, repetitions once.
  void flush(llvm::raw_ostream &os, bool color);

  static const char *pattern(DiagId id);
  static Severity severity(DiagId id);
  /// The flag of a warning without `-W` (`missing-other`), empty for errors.
  static llvm::StringRef name(DiagId id);

private:
  Diagnostic &add(DiagId id, SourceRange range, std::string message);
  std::vector<std::unique_ptr<Diagnostic>> diagnostics;
  std::vector<std::shared_ptr<const void>> kept;
  unsigned errorCount = 0;
};

/// The candidate nearest to `name` by edit distance, if near enough to be a typing error; else empty.
std::string nearestName(llvm::StringRef name, llvm::ArrayRef<std::string> candidates);

/// 1-based line and column of a byte offset.
struct LineColumn {
  unsigned line, column;
};
LineColumn lineColumn(const SourceFile &file, uint32_t offset);

} // namespace tritonc

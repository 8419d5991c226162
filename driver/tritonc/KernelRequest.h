//===- KernelRequest.h - what a run is asked to compile -------------------===//
//
// One kernel with its signature, targets and variants: the command line is one request, each `[[kernel]]` of a --spec
// file another. A request is turned into jobs: one compile for each target and variant.
//
//===----------------------------------------------------------------------===//
#pragma once

#include "driver/tritonc/Compile.h"
#include "llvm/ADT/StringMap.h"

namespace tritonc {

struct KernelRequest {
  /// The command line's, with what the entry of the spec says in its place.
  TritoncOptions options;
  /// What a C header calls the kernel; empty: by its own name.
  std::string name;
  std::vector<Target> targets;
  /// The entry in the spec, for diagnostics.
  SourceRange where;
};

/// A whole file, or standard input for `-`. Nothing, and reported, when it cannot be read. `where` is who asks for it.
std::optional<std::string> readText(const std::string &path, SourceRange where, DiagnosticEngine &diagnostics);

/// Source files of a run, each read and parsed once.
class KernelSources {
public:
  /// Null, and reported, when the file cannot be read or does not parse. `where` is who asks for it.
  std::shared_ptr<const CompileInput> find(const std::string &path, const std::vector<std::string> &includeDirs,
                                           SourceRange where, DiagnosticEngine &diagnostics);

private:
  llvm::StringMap<std::shared_ptr<const CompileInput>> files;
};

/// Whether the path's suffix is that of textual IR.
bool isIrPath(llvm::StringRef path);

/// Appends the request's jobs for a run that makes `emit`. A variant that the target cannot hold is left out with a
/// warning if there are others; impossible values, and a target without any variant, are errors.
bool listJobs(const KernelRequest &request, size_t number, EmitKind emit, std::shared_ptr<const CompileInput> input,
              std::vector<CompileJob> &jobs, DiagnosticEngine &diagnostics);

/// What is wrong without a place, from diagnostic number `first` on, is wrong at `where`: the entry of a spec.
void placeErrors(DiagnosticEngine &diagnostics, size_t first, SourceRange where);

/// `BLOCK=128, num_warps=4, num_stages=3`: how a variant is called in messages.
std::string variantText(const Variant &variant);

} // namespace tritonc

//===- Compile.h - one kernel, one target, one variant --------------------===//
#pragma once

#include "backend/Target.h"
#include "driver/tritonc/CompileCache.h"
#include "driver/tritonc/Stages.h"
#include "frontend/Frontend.h"
#include "runtime/Manifest.h"

namespace tritonc {

enum class EmitKind { Ast, Ttir, Ttgir, Llvm, Ptx, Cubin, Amdgcn, Hsaco, SharedObject, Object, Header, Bundle };

/// Reads `--emit`'s words.
std::optional<EmitKind> parseEmitKind(llvm::StringRef word);
/// The kind that a file name's suffix means.
std::optional<EmitKind> emitKindOfSuffix(llvm::StringRef path);
llvm::StringRef emitKindName(EmitKind kind);
/// Whether the kind is text, which may go to a terminal.
bool isText(EmitKind kind);

/// A source file: Python, or IR in MLIR's textual form.
struct CompileInput {
  std::string path;
  std::string text;
  /// Parsed Python; null for textual IR.
  std::shared_ptr<SourceModule> module;
  bool isIr() const { return module == nullptr; }
};

struct CompileJob {
  std::shared_ptr<const CompileInput> input;
  /// Which kernel, its signature and where helpers are; target and variant are taken from here.
  FrontendOptions frontend;
  Target target;
  Variant variant;
  /// Its number of stages is the only one of its request, by default or by option: where shared memory does not hold
  /// them, fewer will do. (Those of a list compete with others, so they are left out instead.)
  bool mayLowerStages = false;
  /// As in LoweringOptions.
  bool keepOperands = false;
  /// Which request of the run it belongs to, and the variant's position in that request's list for the target.
  size_t request = 0;
  int variantIndex = 0;
  /// What the kernel's autotune decorator says for a search; the variants in it are not used.
  Autotune autotune;
  /// What to produce; for bundles the image kind of the target.
  EmitKind emit = EmitKind::Ptx;
  /// Whether a cubin is wanted beside PTX where ptxas is found.
  bool alsoCubin = false;
  /// Whether figures for --report are wanted even if the output does not need them.
  bool wantResources = false;
};

struct CompiledImage {
  Manifest manifest;
  std::string bytes;
};

struct CompileResult {
  /// Empty after an error or a stop; PTX first, then the cubin if one was made.
  std::vector<CompiledImage> images;
  /// Text of an IR dump (--emit=ttir, ttgir, llvm) or of --stop-after.
  std::string text;
  /// What --print-after asked for; for stderr.
  std::string printed;
  std::string timeReport;
  std::vector<std::string> dependencies;
  /// An exit code: 0, or what kind of failure it was.
  int exitCode = 0;
  /// The failure is this variant's own (too much shared memory, a static assertion); others may do.
  bool isUnfit = false;
  /// It was shared memory that did not suffice.
  bool needsTooMuchShared = false;
  /// Number of the variant within its kernel and target; set by the driver.
  int variant = 0;
};

/// The names of the passes that a compile for the target runs, for --print-after.
std::vector<std::string> passNames(const Target &target);

/// Compiles one job. Diagnostics go to `diagnostics`, which only this job uses; `cache` may be null.
CompileResult compile(const CompileJob &job, const TritoncOptions &options, CompileCache *cache,
                      const std::string &label, DiagnosticEngine &diagnostics);

} // namespace tritonc

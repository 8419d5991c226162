//===- Frontend.h - from Python source to block IR ------------------------===//
//
// The one public entry of the phase. Input: the text of a `.py` file with `@triton.jit` functions, which kernel to
// take, its launch signature and constexpr values. Output: a module of the `tt` dialect with one public function, the
// helpers inlined (those marked noinline stay as private functions), and the facts that a manifest needs.
//
//===----------------------------------------------------------------------===//
#pragma once

#include "frontend/diagnostics/Diagnostics.h"
#include "runtime/Manifest.h"
#include "llvm/ADT/StringRef.h"
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace mlir {
class MLIRContext;
class ModuleOp;
template <typename OpTy> class OwningOpRef;
} // namespace mlir

namespace tritonc {

/// One choice of meta-parameters: from the command line or from an autotune list.
struct Variant {
  /// Constexpr values as Python literals, by name.
  std::vector<std::pair<std::string, std::string>> constexprs;
  int numWarps = 4;
  int numStages = 3;
  int numCtas = 1;
  int maxRegisters = 0; ///< 0: no limit asked for
  int wavesPerEu = 0;
  int matrixInstrNonKDim = 0;
  int kpack = 1;
};

struct FrontendOptions {
  /// The kernel's name; empty: the only `@triton.jit` function that no other one calls.
  std::string kernel;
  /// `--signature` as given; empty when everything comes from `-D` and annotations.
  std::string signature;
  /// `-D NAME=VALUE`, in order; they override the signature's constexprs.
  std::vector<std::pair<std::string, std::string>> defines;
  /// `-I` folders and TRITONC_PATH, in search order.
  std::vector<std::string> includeDirs;
  Variant variant;
  /// Canonical target name, for code that asks for it at compile time.
  std::string target;
  /// Keep tl.device_assert on every target. Triton drops it outside debug mode; the CPU target always checks it.
  bool deviceAsserts = false;
};

struct FrontendResult {
  mlir::OwningOpRef<mlir::ModuleOp> module;
  std::string kernel;
  std::vector<ManifestParam> params;
  std::vector<ManifestConstexpr> constexprs;
  /// What the autotune decorator says, for warnings: whether there is a search, and whose memory it zeroes or puts
  /// back.
  bool isSearched = false;
  std::vector<std::string> preserved;
  /// Every file that was read, for depfiles: the source first.
  std::vector<std::string> dependencies;
};

/// A parsed source file and the modules it imports; parsed once, compiled for many variants.
class SourceModule;

/// Parses `path` (whose text is `source`). Syntax errors go to `diagnostics` and give null.
std::shared_ptr<SourceModule> parseSource(llvm::StringRef path, llvm::StringRef source,
                                          const std::vector<std::string> &includeDirs, DiagnosticEngine &diagnostics);

/// Prints the syntax tree of a module, for `--emit=ast`.
void printAst(const SourceModule &module, llvm::raw_ostream &os);

/// What a kernel's `@triton.autotune` says: the configurations, and what a search needs to know.
struct Autotune {
  std::vector<Variant> variants;
  /// Parameters whose values a search depends on.
  std::vector<std::string> key;
  /// Pointer parameters whose memory is zeroed, or put back, before each launch of a search.
  std::vector<std::string> resetToZero, restoreValue;
};

/// The kernel's list, for `options.target`; without variants when it has none. None after an error.
std::optional<Autotune> findAutotune(SourceModule &module, const FrontendOptions &options,
                                     DiagnosticEngine &diagnostics);

/// Compiles one kernel for one variant. Errors go to `diagnostics`; the result is empty then.
std::optional<FrontendResult> compileKernel(SourceModule &module, const FrontendOptions &options,
                                            mlir::MLIRContext &context, DiagnosticEngine &diagnostics);

} // namespace tritonc

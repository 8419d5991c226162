//===- CpuBackend.h - block IR to code for the host -----------------------===//
//
// The CPU target takes block IR before any layout is chosen, and gives a shared object that holds one entry per program
// and one for a range of programs (docs/artifact-format.md states the calling convention).
//
//===----------------------------------------------------------------------===//
#pragma once

#include "backend/toolchain/Tool.h"
#include "mlir/IR/BuiltinOps.h"
#include "llvm/Support/Error.h"
#include <string>

namespace tritonc {

enum class CpuOutput { LLVMText, Assembly, Object, SharedObject };

/// Checks at run time (docs/cpu-checks.md).
enum Sanitize : unsigned { kBounds = 1, kRaces = 2, kNaN = 4, kUninitialized = 8 };

struct CpuOptions {
  /// LLVM's name of the CPU to compile for; `native` is this machine. Empty: the baseline of the architecture
  /// (`x86-64-v3`: AVX2, FMA, F16C; `generic` on AArch64), so that an artifact does not depend on where it was made.
  std::string cpu;
  int optLevel = 3;
  /// Line tables that point into the kernel's source.
  bool debugLines = false;
  unsigned sanitize = 0;
  /// What the shared object calls itself (DT_SONAME); empty: `KERNEL.so`.
  std::string soname;
  ToolPaths tools;
};

/// Compiles every kernel (public `tt.func`) of `blockModule`, which is changed on the way and in which block pointers
/// and descriptors have been lowered. What a kernel uses and this target does not have is reported as a diagnostic at
/// its place and makes the call fail; a missing linker is a MissingToolError.
llvm::Expected<std::string> emitCpu(mlir::ModuleOp blockModule, const CpuOptions &options, CpuOutput kind);

/// The baseline CPU that an empty `CpuOptions::cpu` stands for.
llvm::StringRef baselineCpu();

} // namespace tritonc

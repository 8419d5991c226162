//===- Lint.h - what every warning about block IR works with --------------===//
//
// A lint is one function in one file: it looks at a function of block IR and reports. It must be right where it speaks:
// every condition that cannot be decided ends in silence. `docs/lints.md` states the conditions for users.
//
// The IR is looked at as the front end made it, before anything is simplified, so that what is reported is what was
// written. That IR repeats itself (a mask that is written twice is computed twice), so values are compared by their
// expressions (`sameValue`), not by identity.
//
//===----------------------------------------------------------------------===//
#pragma once

#include "backend/Target.h"
#include "frontend/diagnostics/Diagnostics.h"
#include "passes/ir/Dialects.h"
#include "passes/lint/BlockValues.h"
#include "passes/lint/ProgramAxes.h"

namespace tritonc::lint {

/// What the source says of the kernel that its IR does not.
struct KernelFacts {
  bool autotuned = false;
  /// Parameters whose memory a search puts back or zeroes before each run.
  llvm::SmallVector<std::string> preserved;
};

/// One function and its operations of interest, in program order.
struct Function {
  Function(tt::FuncOp op, KernelFacts facts);

  tt::FuncOp op;
  KernelFacts facts;
  llvm::SmallVector<tt::LoadOp> loads;
  llvm::SmallVector<tt::StoreOp> stores;
  llvm::SmallVector<mlir::Operation *> atomics; ///< tt.atomic_rmw and tt.atomic_cas
  llvm::SmallVector<tt::ReduceOp> reductions;
  llvm::SmallVector<tt::ScanOp> scans;
  llvm::SmallVector<tt::DotOp> dots;
  llvm::SmallVector<mlir::scf::ForOp> loops;
  BlockValues values;
  ProgramAxes axes;
};

/// A warning at `where`. Notes and a hint may be added to what is returned; it is reported when that goes out of scope.
class Report {
public:
  template <typename... Args>
  Report(DiagId id, mlir::Location where, Args &&...args)
      : diagnostic(
            start(id, where, llvm::formatv(false, DiagnosticEngine::pattern(id), std::forward<Args>(args)...).str())) {}
  Report &note(mlir::Location where, const llvm::Twine &text);
  Report &hint(const llvm::Twine &text);

private:
  static mlir::InFlightDiagnostic start(DiagId id, mlir::Location where, std::string message);
  mlir::InFlightDiagnostic diagnostic;
};

/// The name that the source gives the value (`acc`), or empty.
llvm::StringRef sourceName(mlir::Value value);
/// A number's type as the source writes it: fp16, int8, fp8e4nv.
std::string typeName(mlir::Type element);
/// 'x_ptr' for a kernel parameter, else a description.
std::string parameterName(mlir::BlockArgument parameter);

// The lints, by the name of their flag.
void warnMaskIdentity(Function &function);
void warnMissingOther(Function &function);
void warnUnmasked(Function &function);
void warnInt32Offset(Function &function);
void warnNonIdempotentAutotune(Function &function);
void warnNarrowAccumulator(Function &function);
void warnStoreRace(Function &function);

void warnEmulatedTypes(tt::FuncOp function, const Target &target);

} // namespace tritonc::lint

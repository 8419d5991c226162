//===- IrDiagnostics.h - MLIR's diagnostics in our form -------------------===//
//
// Passes report through MLIR, with locations that point into the `.py` (or the textual IR). While one of these objects
// lives, such reports become located diagnostics with the source line and a caret, and a note for each inlined call.
//
//===----------------------------------------------------------------------===//
#pragma once

#include "frontend/diagnostics/Diagnostics.h"
#include "mlir/IR/Diagnostics.h"
#include "llvm/ADT/StringMap.h"
#include <memory>

namespace tritonc {

/// Source files by path, read when a diagnostic first points into one; must outlive the diagnostics.
class SourceFiles {
public:
  /// Makes the text of a file known that was read already.
  void add(llvm::StringRef path, llvm::StringRef text);
  /// Null when the file cannot be read.
  const SourceFile *find(llvm::StringRef path);

private:
  llvm::StringMap<std::unique_ptr<SourceFile>> files;
};

class IrDiagnostics {
public:
  IrDiagnostics(mlir::MLIRContext *context, SourceFiles &files, DiagnosticEngine &engine);

private:
  void convert(mlir::Diagnostic &diagnostic);
  SourceFiles &files;
  DiagnosticEngine &engine;
  mlir::ScopedDiagnosticHandler handler;
};

} // namespace tritonc

//===- Program.h - one compile's view of the source files ------------------===//
//
// Owns the lazy scopes of the files and functions that a compile reaches, the prelude, and the evaluator that runs
// module-level code. That one has a diagnostics engine of its own: what fails there becomes an opaque value that
// carries the reason, and is reported when (and if) a kernel uses it.
//
//===----------------------------------------------------------------------===//
#pragma once

#include "frontend/Frontend.h"
#include "frontend/eval/Scope.h"
#include "mlir/IR/Builders.h"

namespace tritonc {

class Evaluator;

class Program {
public:
  Program(SourceModule &root, const FrontendOptions &options, mlir::MLIRContext &context,
          DiagnosticEngine &diagnostics);
  ~Program();

  /// The scope of a file's module level, or of the body of a function or class.
  LazyScope &moduleScope(SourceModule &module);
  LazyScope &bodyScope(SourceModule &module, const ast::Node &owner);

  /// The prelude function of that name; none if there is no such or the prelude is broken.
  std::optional<Value> preludeFunction(llvm::StringRef name);

  /// The evaluator for module-level code, and what it found wrong since `mark`.
  Evaluator &silent() { return *silentEvaluator; }
  unsigned mark() const { return silentDiagnostics.errors(); }
  const Diagnostic *failureSince(unsigned mark) const;

  /// A function value for a `def`, its decorators looked at.
  Value makeFunction(const ast::FunctionDef &def, LazyScope &scope, unsigned before,
                     std::shared_ptr<Environment> closure);
  /// The module that the dotted name means in `from`; opaque when there is none.
  Value importModule(llvm::StringRef dotted, unsigned level, SourceModule &from, SourceRange where);

  SourceModule &root;
  const FrontendOptions &options;
  mlir::MLIRContext &context;
  DiagnosticEngine &diagnostics; ///< the user's

private:
  std::map<const ast::Node *, std::unique_ptr<LazyScope>> scopes;
  std::map<std::string, std::shared_ptr<SourceModule>> preludeSources;
  std::map<const void *, std::shared_ptr<const ModuleObject>> userModules;
  DiagnosticEngine silentDiagnostics;
  mlir::OpBuilder silentBuilder;
  std::unique_ptr<Evaluator> silentEvaluator;
};

/// An attribute of a module or class: of the library's, of Python's or of the user's. None when it has no such
/// attribute.
std::optional<Value> moduleAttribute(Program &program, const ModuleObject &module, llvm::StringRef name);
/// The names in a module, for "did you mean".
std::vector<std::string> moduleNames(const ModuleObject &module);
/// A name of Python's builtins (`range`, `len`, `min`), or none.
std::optional<Value> pythonBuiltin(llvm::StringRef name);
/// What `triton`, or `triton.language` (only what is not an operation: constexpr, range, ...), and Python's modules
/// define here.
std::optional<Value> tritonAttribute(llvm::StringRef path, const FrontendOptions &options);
std::optional<Value> languageSpecial(llvm::StringRef name);
std::optional<Value> pythonModuleAttribute(llvm::StringRef module, llvm::StringRef name);
bool isKnownPythonModule(llvm::StringRef name);
/// A method of a compile-time object (`list.append`, `str.startswith`, ...), bound to it; or none.
std::optional<Value> objectMethod(const Value &object, llvm::StringRef name);

/// True if some decorator of the function makes it a jit function.
bool isJitFunction(const ast::FunctionDef &def);

} // namespace tritonc

//===- SourceModule.h - a parsed file and what it imports -----------------===//
//
// A SourceModule owns the text, the arena and the syntax tree of one `.py` file. The root (what `parseSource` gives)
// also owns a table of every module that was reached from it, keyed by canonical path: each file is read and parsed
// once, when something asks for it, so that an import which no kernel needs costs nothing and cannot fail. Cycles are
// no problem, since parsing does not follow imports.
//
// The table is locked: variants of a kernel are compiled in parallel from one SourceModule.
//
//===----------------------------------------------------------------------===//
#pragma once

#include "frontend/syntax/Ast.h"
#include "llvm/Support/Allocator.h"
#include <memory>
#include <string>
#include <vector>

namespace tritonc {

class ImportTable;
class SourceModule;

// As in Frontend.h, whose other half needs MLIR.
std::shared_ptr<SourceModule> parseSource(llvm::StringRef path, llvm::StringRef source,
                                          const std::vector<std::string> &includeDirs, DiagnosticEngine &diagnostics);
void printAst(const SourceModule &module, llvm::raw_ostream &os);

struct ImportedModule {
  enum Status {
    Found,
    NotFound,    ///< no such file: perhaps one of the modules that the evaluator knows; nothing was reported
    Unreadable,  ///< there is something, but it cannot be read; reported
    SyntaxError, ///< read, but it does not parse; reported
  };
  Status status = NotFound;
  SourceModule *module = nullptr; ///< set if Found; lives as long as the root module
  std::string path;               ///< what was found, or where it was looked for last
};

class SourceModule {
public:
  SourceModule(std::string path, std::string text);
  ~SourceModule();
  SourceModule(const SourceModule &) = delete;
  SourceModule &operator=(const SourceModule &) = delete;

  const SourceFile &file() const { return sourceFile; }
  llvm::StringRef path() const { return sourceFile.path; }
  const ast::Module &tree() const { return *root; }
  /// `__init__.py` or a folder without one (which has an empty tree).
  bool isPackage() const { return package; }

  /// The module that `import name` (level 0) or `from <level dots>name import ...` means in this file. An unreadable or
  /// broken file is an error at `where`. After `from p import x`, `x` may be a name in `p` or, failing that, the module
  /// `p.x`: ask again with the longer name. Likewise `import a.b` binds `a`, and `a.b` is found by asking for "a.b".
  ImportedModule import(llvm::StringRef name, unsigned level, SourceRange where, DiagnosticEngine &diagnostics);

  /// Every file that was read so far, this root first.
  std::vector<std::string> dependencies() const;

private:
  friend class ImportTable;
  friend std::shared_ptr<SourceModule> parseSource(llvm::StringRef, llvm::StringRef, const std::vector<std::string> &,
                                                   DiagnosticEngine &);
  /// Reads the text into the tree; false if it has errors.
  bool parse(DiagnosticEngine &diagnostics);

  SourceFile sourceFile;
  llvm::BumpPtrAllocator arena;
  const ast::Module *root = nullptr;
  bool package = false;
  std::unique_ptr<ImportTable> ownedTable; ///< of the root only
  ImportTable *table = nullptr;
};

} // namespace tritonc

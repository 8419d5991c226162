//===- Imports.h - where imported modules are -----------------------------===//
//
// Search order of an absolute import: the folder of the importing file, the folder that its package is in (the first
// one upwards without `__init__.py`), the folder of the root file (what Python would put on its path), then the include
// folders. In each, `name/__init__.py`, then `name.py`; a folder `name` without `__init__.py` counts only if nothing
// else was found anywhere. Relative imports look in one place.
//
//===----------------------------------------------------------------------===//
#pragma once

#include "frontend/syntax/SourceModule.h"
#include "llvm/ADT/StringMap.h"
#include <mutex>

namespace tritonc {

/// What a module name stands for on disk.
struct ImportLocation {
  enum Kind { Nothing, File, Folder } kind = Nothing;
  std::string path;
  bool package = false;
};

/// Finds `name` ("a.b", may be empty) below `folder`.
ImportLocation locateModule(llvm::StringRef folder, llvm::StringRef name);
/// The folder that `level` dots mean in the file `importer`; empty if there is none.
std::string relativeImportFolder(llvm::StringRef importer, unsigned level);

/// The modules reachable from one root.
class ImportTable {
public:
  ImportTable(SourceModule &root, std::vector<std::string> includeDirs);

  ImportedModule import(const SourceModule &importer, llvm::StringRef name, unsigned level, SourceRange where,
                        DiagnosticEngine &diagnostics);
  std::vector<std::string> dependencies();

private:
  struct Entry {
    SourceModule *module = nullptr;
    std::unique_ptr<SourceModule> owned;
    ImportedModule::Status status = ImportedModule::Found;
    std::string problem;                ///< Unreadable
    std::vector<Diagnostic> complaints; ///< SyntaxError
  };

  ImportLocation locate(const SourceModule &importer, llvm::StringRef name, unsigned level, SourceRange where,
                        DiagnosticEngine &diagnostics);
  std::vector<std::string> searchFolders(const SourceModule &importer) const;
  Entry &load(const ImportLocation &location);

  SourceModule &root;
  std::vector<std::string> includeDirs;
  std::mutex mutex;
  llvm::StringMap<std::unique_ptr<Entry>> entries; ///< by canonical path
  std::vector<std::string> filesRead;
};

} // namespace tritonc

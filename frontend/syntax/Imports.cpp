//===- Imports.cpp - where imported modules are ---------------------------===//
#include "frontend/syntax/Imports.h"
#include "frontend/syntax/Parser.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/MemoryBuffer.h"
#include "llvm/Support/Path.h"

namespace tritonc {

namespace fs = llvm::sys::fs;
namespace path = llvm::sys::path;

namespace {

std::string canonical(llvm::StringRef file) {
  llvm::SmallString<256> real;
  return fs::real_path(file, real) ? file.str() : real.str().str();
}

std::string folderOf(llvm::StringRef file) {
  llvm::StringRef parent = path::parent_path(file);
  return parent.empty() ? "." : parent.str();
}

std::string join(llvm::StringRef folder, const llvm::Twine &name) {
  llvm::SmallString<256> joined(folder == "." ? "" : folder);
  path::append(joined, name);
  return joined.str().str();
}

// The first folder upwards from `file` that has no `__init__.py`.
std::string packageRoot(llvm::StringRef file) {
  std::string folder = folderOf(file);
  if (!fs::exists(join(folder, "__init__.py")))
    return folder;
  folder = canonical(folder);
  while (fs::exists(join(folder, "__init__.py"))) {
    llvm::StringRef parent = path::parent_path(folder);
    if (parent.empty() || parent == folder)
      break;
    folder = parent.str();
  }
  return folder;
}

} // namespace

ImportLocation locateModule(llvm::StringRef folder, llvm::StringRef name) {
  llvm::SmallString<256> base(folder == "." && !name.empty() ? "" : folder);
  llvm::SmallVector<llvm::StringRef, 4> parts;
  name.split(parts, '.', -1, /*KeepEmpty=*/false);
  for (llvm::StringRef part : parts)
    path::append(base, part);
  const std::string init = join(base.str(), "__init__.py");
  if (fs::exists(init))
    return {ImportLocation::File, init, true};
  const std::string file = (base + ".py").str();
  if (!name.empty() && fs::exists(file))
    return {ImportLocation::File, file, false};
  if (fs::is_directory(base))
    return {ImportLocation::Folder, base.str().str(), true};
  return {ImportLocation::Nothing, file, false};
}

std::string relativeImportFolder(llvm::StringRef importer, unsigned level) {
  std::string folder = folderOf(importer);
  for (; level > 1; --level) {
    // A relative path runs out of parents before the file system does.
    if (folder == "." || path::parent_path(folder).empty() || path::filename(folder) == ".." ||
        path::filename(folder) == ".")
      folder = canonical(folder);
    llvm::StringRef parent = path::parent_path(folder);
    if (parent.empty() || parent == folder)
      return "";
    folder = parent.str();
  }
  return folder;
}

ImportTable::ImportTable(SourceModule &root, std::vector<std::string> includeDirs)
    : root(root), includeDirs(std::move(includeDirs)) {
  auto entry = std::make_unique<Entry>();
  entry->module = &root;
  entries[canonical(root.path())] = std::move(entry);
  filesRead.push_back(root.path().str());
}

std::vector<std::string> ImportTable::dependencies() {
  std::lock_guard<std::mutex> lock(mutex);
  return filesRead;
}

std::vector<std::string> ImportTable::searchFolders(const SourceModule &importer) const {
  std::vector<std::string> folders;
  auto add = [&](std::string folder) {
    if (!llvm::is_contained(folders, folder))
      folders.push_back(std::move(folder));
  };
  add(folderOf(importer.path()));
  add(packageRoot(importer.path()));
  add(folderOf(root.path()));
  for (const std::string &folder : includeDirs)
    add(folder.empty() ? "." : folder);
  return folders;
}

ImportLocation ImportTable::locate(const SourceModule &importer, llvm::StringRef name, unsigned level,
                                   SourceRange where, DiagnosticEngine &diagnostics) {
  if (level > 0) {
    // A folder without `__init__.py` is its own package.
    const bool isFolder = importer.isPackage() && fs::is_directory(importer.path());
    const std::string file = isFolder ? join(importer.path(), "__init__.py") : importer.path().str();
    const std::string folder = relativeImportFolder(file, level);
    if (!folder.empty())
      return locateModule(folder, name);
    diagnostics.report(DiagId::import_beyond_top, where);
    return {};
  }
  ImportLocation fallback;
  for (const std::string &folder : searchFolders(importer)) {
    ImportLocation location = locateModule(folder, name);
    if (location.kind == ImportLocation::File)
      return location;
    if (fallback.kind == ImportLocation::Nothing)
      fallback = std::move(location);
  }
  return fallback;
}

ImportTable::Entry &ImportTable::load(const ImportLocation &location) {
  std::unique_ptr<Entry> &slot = entries[canonical(location.path)];
  if (slot)
    return *slot;
  slot = std::make_unique<Entry>();
  Entry &entry = *slot;
  std::string text;
  if (location.kind == ImportLocation::File) {
    // A pipe or a device would block.
    if (!fs::is_regular_file(location.path)) {
      entry.status = ImportedModule::Unreadable;
      entry.problem = fs::is_directory(location.path) ? "it is a folder" : "it is not a regular file";
      return entry;
    }
    auto buffer = llvm::MemoryBuffer::getFile(location.path);
    if (!buffer) {
      entry.status = ImportedModule::Unreadable;
      entry.problem = llvm::StringRef(buffer.getError().message()).lower();
      return entry;
    }
    text = (*buffer)->getBuffer().str();
    filesRead.push_back(location.path);
  }
  entry.owned = std::make_unique<SourceModule>(location.path, std::move(text));
  entry.owned->package = location.package;
  DiagnosticEngine own;
  if (!entry.owned->parse(own)) {
    entry.status = ImportedModule::SyntaxError;
    for (const auto &diagnostic : own.all())
      entry.complaints.push_back(*diagnostic);
    return entry;
  }
  entry.owned->table = this;
  entry.module = entry.owned.get();
  return entry;
}

ImportedModule ImportTable::import(const SourceModule &importer, llvm::StringRef name, unsigned level,
                                   SourceRange where, DiagnosticEngine &diagnostics) {
  std::lock_guard<std::mutex> lock(mutex);
  const ImportLocation location = locate(importer, name, level, where, diagnostics);
  ImportedModule result;
  result.path = location.path;
  if (location.kind == ImportLocation::Nothing)
    return result;
  const Entry &entry = load(location);
  result.status = entry.status;
  result.module = entry.module;
  if (entry.status == ImportedModule::Unreadable)
    diagnostics.report(DiagId::import_unreadable, where, location.path, entry.problem);
  for (const Diagnostic &complaint : entry.complaints)
    diagnostics.append(complaint).note(where, "imported here");
  return result;
}

} // namespace tritonc

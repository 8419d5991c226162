//===- DebugLines.cpp - line tables that point into the kernel's source ---===//
#include "backend/cpu/Emitter.h"
#include "llvm/BinaryFormat/Dwarf.h"
#include "llvm/Support/Path.h"

using namespace mlir;

namespace tritonc::cpu {

FileLineColLoc sourceOf(Location loc) {
  FileLineColLoc found;
  loc->walk([&](Location part) {
    if (auto file = dyn_cast<FileLineColLoc>(part)) {
      found = file;
      return WalkResult::interrupt();
    }
    return WalkResult::advance();
  });
  return found;
}

static llvm::DIFile *fileOf(llvm::DIBuilder &debug, FileLineColLoc loc) {
  llvm::StringRef path = loc.getFilename().getValue();
  return debug.createFile(llvm::sys::path::filename(path), llvm::sys::path::parent_path(path));
}

void Emitter::beginDebugLines() {
  FileLineColLoc loc = sourceOf(func.getLoc());
  if (!debugLines || !loc)
    return;
  debug = std::make_unique<llvm::DIBuilder>(module);
  llvm::DIFile *file = fileOf(*debug, loc);
  debug->createCompileUnit(llvm::DISourceLanguageName(llvm::dwarf::DW_LANG_Python), file, "tritonc",
                           /*isOptimized=*/true, "", 0, "", llvm::DICompileUnit::LineTablesOnly);
  auto *type = debug->createSubroutineType(debug->getOrCreateTypeArray({}));
  auto flags = llvm::DISubprogram::SPFlagDefinition | llvm::DISubprogram::SPFlagOptimized;
  body->setSubprogram(debug->createFunction(file, func.getName(), body->getName(), file, loc.getLine(), type,
                                            loc.getLine(), llvm::DINode::FlagPrototyped, flags));
  if (!module.getModuleFlag("Debug Info Version"))
    module.addModuleFlag(llvm::Module::Warning, "Debug Info Version", llvm::DEBUG_METADATA_VERSION);
  locate(func);
}

void Emitter::locate(Operation *op) {
  if (!debug)
    return;
  FileLineColLoc loc = sourceOf(op->getLoc());
  if (!loc)
    return;
  llvm::DISubprogram *program = body->getSubprogram();
  llvm::DIFile *file = fileOf(*debug, loc);
  llvm::DIScope *scope = program;
  if (file != program->getFile())
    scope = debug->createLexicalBlockFile(program, file, 0);
  b.SetCurrentDebugLocation(llvm::DILocation::get(ctx, loc.getLine(), loc.getColumn(), scope));
}

} // namespace tritonc::cpu

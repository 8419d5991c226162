//===- SourceModule.cpp - a parsed file and what it imports ---------------===//
#include "frontend/syntax/SourceModule.h"
#include "frontend/syntax/Encoding.h"
#include "frontend/syntax/Imports.h"
#include "frontend/syntax/Parser.h"
#include "llvm/Support/Path.h"

namespace tritonc {

SourceModule::SourceModule(std::string path, std::string text) : sourceFile{std::move(path), std::move(text), {}} {
  package = llvm::sys::path::filename(sourceFile.path) == "__init__.py";
}

SourceModule::~SourceModule() = default;

bool SourceModule::parse(DiagnosticEngine &diagnostics) {
  const EncodingComment comment = findEncodingComment(sourceFile.text);
  const SourceEncoding encoding = classifyEncoding(comment.name, sourceFile.text);
  const size_t place = comment.name.empty() ? 0 : comment.name.data() - sourceFile.text.data();
  const SourceRange where{&sourceFile, static_cast<uint32_t>(place),
                          static_cast<uint32_t>(place + comment.name.size())};
  if (encoding == SourceEncoding::Unsupported) {
    diagnostics.report(DiagId::lex_unsupported_encoding, where, comment.name.str()).withHint("save the file as UTF-8");
    return false;
  }
  if (encoding == SourceEncoding::Latin1)
    sourceFile.text = latin1ToUtf8(sourceFile.text);
  sourceFile.indexLines();
  const unsigned before = diagnostics.errors();
  root = parseFile(sourceFile, arena, diagnostics);
  return diagnostics.errors() == before;
}

ImportedModule SourceModule::import(llvm::StringRef name, unsigned level, SourceRange where,
                                    DiagnosticEngine &diagnostics) {
  return table ? table->import(*this, name, level, where, diagnostics) : ImportedModule();
}

std::vector<std::string> SourceModule::dependencies() const {
  return table ? table->dependencies() : std::vector<std::string>{sourceFile.path};
}

std::shared_ptr<SourceModule> parseSource(llvm::StringRef path, llvm::StringRef source,
                                          const std::vector<std::string> &includeDirs, DiagnosticEngine &diagnostics) {
  auto module = std::make_shared<SourceModule>(path.str(), source.str());
  if (!module->parse(diagnostics)) {
    diagnostics.keepAlive(module);
    return nullptr;
  }
  module->ownedTable = std::make_unique<ImportTable>(*module, includeDirs);
  module->table = module->ownedTable.get();
  return module;
}

} // namespace tritonc

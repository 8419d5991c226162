//===- IrDiagnostics.cpp - MLIR's diagnostics in our form -----------------===//
#include "driver/tritonc/IrDiagnostics.h"
#include "llvm/Support/MemoryBuffer.h"

using namespace llvm;

namespace tritonc {

static std::unique_ptr<SourceFile> makeFile(StringRef path, StringRef text) {
  auto file = std::make_unique<SourceFile>();
  file->path = path.str();
  file->text = text.str();
  return file;
}

void SourceFiles::add(StringRef path, StringRef text) { files[path] = makeFile(path, text); }

const SourceFile *SourceFiles::find(StringRef path) {
  auto [entry, isNew] = files.try_emplace(path);
  if (isNew)
    if (auto buffer = MemoryBuffer::getFile(path, /*IsText=*/true))
      entry->second = makeFile(path, (*buffer)->getBuffer());
  return entry->second.get();
}

namespace {

/// The place itself, and the calls through which it was inlined, innermost first.
struct Place {
  std::vector<mlir::FileLineColLoc> frames;
};

void collect(mlir::Location location, Place &place) {
  if (auto file = dyn_cast<mlir::FileLineColLoc>(location))
    place.frames.push_back(file);
  else if (auto name = dyn_cast<mlir::NameLoc>(location))
    collect(name.getChildLoc(), place);
  else if (auto call = dyn_cast<mlir::CallSiteLoc>(location)) {
    collect(call.getCallee(), place);
    collect(call.getCaller(), place);
  } else if (auto fused = dyn_cast<mlir::FusedLoc>(location); fused && !fused.getLocations().empty())
    collect(fused.getLocations().front(), place);
}

/// The entry of the registry that a pass names, else the one for all that it may say.
DiagId idOf(mlir::Diagnostic &diagnostic) {
  if (diagnostic.getSeverity() == mlir::DiagnosticSeverity::Error)
    return DiagId::ir_error;
  if (diagnostic.getMetadata().empty())
    return DiagId::ir_warning;
  return static_cast<DiagId>(diagnostic.getMetadata()[0].getAsInteger());
}

bool isWordByte(char c) { return isalnum(static_cast<unsigned char>(c)) || c == '_' || c == '.'; }

/// The word that starts at the place, or one byte.
SourceRange rangeOf(const SourceFile &file, unsigned line, unsigned column) {
  StringRef text = file.text;
  size_t offset = 0;
  for (unsigned i = 1; i < line && offset != StringRef::npos; ++i) {
    offset = text.find('\n', offset);
    offset = offset == StringRef::npos ? offset : offset + 1;
  }
  if (offset == StringRef::npos)
    return {};
  offset = std::min<size_t>(offset + (column > 0 ? column - 1 : 0), text.size());
  size_t end = offset;
  while (end < text.size() && isWordByte(text[end]))
    ++end;
  return {&file, static_cast<uint32_t>(offset), static_cast<uint32_t>(std::max(end, offset + 1))};
}

} // namespace

IrDiagnostics::IrDiagnostics(mlir::MLIRContext *context, SourceFiles &files, DiagnosticEngine &engine)
    : files(files), engine(engine), handler(context, [this](mlir::Diagnostic &diagnostic) {
        convert(diagnostic);
        return mlir::success();
      }) {}

void IrDiagnostics::convert(mlir::Diagnostic &diagnostic) {
  if (diagnostic.getSeverity() == mlir::DiagnosticSeverity::Remark ||
      diagnostic.getSeverity() == mlir::DiagnosticSeverity::Note)
    return;
  Place place;
  collect(diagnostic.getLocation(), place);
  auto resolve = [&](mlir::FileLineColLoc frame) -> SourceRange {
    const SourceFile *file = files.find(frame.getFilename().getValue());
    return file ? rangeOf(*file, frame.getLine(), frame.getColumn()) : SourceRange();
  };
  SourceRange range = place.frames.empty() ? SourceRange() : resolve(place.frames.front());
  std::string message = diagnostic.str();
  if (!range.valid() && !place.frames.empty())
    message += formatv(" (at {0}:{1}:{2})", place.frames.front().getFilename().getValue(),
                       place.frames.front().getLine(), place.frames.front().getColumn());
  bool isError = diagnostic.getSeverity() == mlir::DiagnosticSeverity::Error;
  Diagnostic &reported =
      engine.append({idOf(diagnostic), isError ? Severity::Error : Severity::Warning, range, message, {}, {}});
  for (size_t i = 1; i < place.frames.size(); ++i)
    if (SourceRange caller = resolve(place.frames[i]); caller.valid())
      reported.note(caller, "in a call from here");
  for (mlir::Diagnostic &note : diagnostic.getNotes()) {
    if (!note.getMetadata().empty()) {
      reported.withHint(StringRef(note.str()).drop_front(StringRef("hint: ").size()).str());
      continue;
    }
    Place notePlace;
    collect(note.getLocation(), notePlace);
    reported.note(notePlace.frames.empty() ? SourceRange() : resolve(notePlace.frames.front()), note.str());
  }
}

} // namespace tritonc

//===- Diagnostics.cpp - registry and collection --------------------------===//
#include "frontend/diagnostics/Diagnostics.h"
#include <algorithm>

namespace tritonc {

namespace {
struct Entry {
  const char *name;
  Severity severity;
  const char *pattern;
};
constexpr Entry entries[] = {
#define DIAGNOSTIC(ID, SEVERITY, TEXT) {#ID, Severity::SEVERITY, TEXT},
#include "frontend/diagnostics/Diagnostics.def"
#undef DIAGNOSTIC
};
const Entry &entry(DiagId id) { return entries[static_cast<unsigned>(id)]; }

// The flags of warnings: ids with dashes for underscores.
std::vector<std::string> makeFlags() {
  std::vector<std::string> flags;
  for (const Entry &e : entries) {
    std::string flag = e.severity == Severity::Error ? "" : e.name;
    std::replace(flag.begin(), flag.end(), '_', '-');
    flags.push_back(std::move(flag));
  }
  return flags;
}
} // namespace

const char *DiagnosticEngine::pattern(DiagId id) { return entry(id).pattern; }
Severity DiagnosticEngine::severity(DiagId id) { return entry(id).severity; }

llvm::StringRef DiagnosticEngine::name(DiagId id) {
  static const std::vector<std::string> flags = makeFlags();
  return flags[static_cast<unsigned>(id)];
}

Diagnostic &DiagnosticEngine::add(DiagId id, SourceRange range, std::string message) {
  return append({id, severity(id), range, std::move(message), {}, {}});
}

Diagnostic &DiagnosticEngine::append(Diagnostic diagnostic) {
  errorCount += diagnostic.severity == Severity::Error;
  diagnostics.push_back(std::make_unique<Diagnostic>(std::move(diagnostic)));
  return *diagnostics.back();
}

// Two neighbouring letters exchanged, the commonest slip, is one mistake.
static bool isSwap(llvm::StringRef a, llvm::StringRef b) {
  if (a.size() != b.size())
    return false;
  size_t i = 0;
  while (i < a.size() && a[i] == b[i])
    ++i;
  return i + 1 < a.size() && a[i] == b[i + 1] && a[i + 1] == b[i] && a.substr(i + 2) == b.substr(i + 2);
}

std::string nearestName(llvm::StringRef name, llvm::ArrayRef<std::string> candidates) {
  // A third of the letters may be wrong; one always may if there are at least two.
  const unsigned limit = name.size() < 2 ? 0 : std::max<unsigned>(1, (name.size() + 1) / 3);
  llvm::StringRef best;
  unsigned bestDistance = limit + 1;
  for (const std::string &candidate : candidates) {
    if (candidate == name)
      continue;
    if (llvm::StringRef(candidate).equals_insensitive(name))
      return candidate;
    const unsigned distance =
        isSwap(name, candidate) ? 1 : name.edit_distance(candidate, /*AllowReplacements=*/true, bestDistance);
    if (distance < bestDistance) {
      best = candidate;
      bestDistance = distance;
    }
  }
  return best.str();
}

void SourceFile::indexLines() {
  lineStarts.assign(1, 0);
  for (size_t i = 0; i < text.size(); ++i) {
    const bool crlf = text[i] == '\r' && i + 1 < text.size() && text[i + 1] == '\n';
    if (text[i] == '\n' || (text[i] == '\r' && !crlf))
      lineStarts.push_back(static_cast<uint32_t>(i + 1));
  }
}

LineColumn lineColumn(const SourceFile &file, uint32_t offset) {
  if (file.lineStarts.empty()) {
    SourceFile indexed{file.path, file.text, {}};
    indexed.indexLines();
    return lineColumn(indexed, offset);
  }
  offset = std::min<uint32_t>(offset, file.text.size());
  auto next = std::upper_bound(file.lineStarts.begin(), file.lineStarts.end(), offset);
  const unsigned line = next - file.lineStarts.begin();
  return {line, offset - file.lineStarts[line - 1] + 1};
}

} // namespace tritonc

//===- Warnings.cpp - which warnings are said, and which are errors -------===//
#include "driver/tritonc/Warnings.h"

using namespace llvm;

namespace tritonc {

/// The names of all warnings in the registry.
static std::vector<std::string> warningNames() {
  static const DiagId ids[] = {
#define DIAGNOSTIC(ID, SEVERITY, TEXT) DiagId::ID,
#include "frontend/diagnostics/Diagnostics.def"
#undef DIAGNOSTIC
  };
  std::vector<std::string> names;
  for (DiagId id : ids)
    if (!DiagnosticEngine::name(id).empty())
      names.push_back(DiagnosticEngine::name(id).str());
  return names;
}

void WarningChoice::read(const std::vector<std::string> &words, DiagnosticEngine &diagnostics) {
  const std::vector<std::string> names = warningNames();
  for (const std::string &name : names)
    choices[name];
  for (const std::string &word : words) {
    StringRef rest = word;
    const bool on = !rest.consume_front("no-");
    const bool isError = rest == "error" || rest.consume_front("error=");
    bool Choice::*field = isError ? &Choice::isError : &Choice::enabled;
    if (rest == "error" || rest == "all" || (rest == "extra" && !isError)) {
      for (auto &[name, choice] : choices)
        choice.*field = on;
      continue;
    }
    auto found = choices.find(rest.str());
    if (found == choices.end()) {
      std::string nearest = nearestName(rest, names);
      Diagnostic &report = diagnostics.report(DiagId::driver_unknown_warning, {}, word);
      if (!nearest.empty())
        report.withHint("did you mean '-W" + StringRef(word).drop_back(rest.size()).str() + nearest + "'?");
      continue;
    }
    found->second.*field = on;
    // `-Werror=NAME` also asks for the warning.
    if (isError && on)
      found->second.enabled = true;
  }
}

bool WarningChoice::flush(DiagnosticEngine &engine, raw_ostream &os, bool color) const {
  bool failed = engine.hasErrors();
  DiagnosticEngine chosen;
  for (const auto &diagnostic : engine.all()) {
    auto choice = choices.find(DiagnosticEngine::name(diagnostic->id).str());
    if (diagnostic->severity == Severity::Error || choice == choices.end()) {
      chosen.append(*diagnostic);
    } else if (choice->second.enabled) {
      Diagnostic copy = *diagnostic;
      if (choice->second.isError) {
        copy.severity = Severity::Error;
        copy.message += " [-Werror=" + choice->first + "]";
        failed = true;
      }
      chosen.append(std::move(copy));
    }
  }
  chosen.flush(os, color);
  std::string ignored;
  raw_string_ostream sink(ignored);
  engine.flush(sink, false);
  return failed;
}

} // namespace tritonc

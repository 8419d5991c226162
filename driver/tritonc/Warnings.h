//===- Warnings.h - which warnings are said, and which are errors ---------===//
//
// `-Wall`, `-Wno-all`, `-WNAME`, `-Wno-NAME`, `-Werror`, `-Werror=NAME`, `-Wno-error[=NAME]`, read from left to right
// as in cc: a later word overrides an earlier one. Every warning is on to begin with.
//
//===----------------------------------------------------------------------===//
#pragma once

#include "frontend/diagnostics/Diagnostics.h"
#include <map>
#include <string>
#include <vector>

namespace tritonc {

class WarningChoice {
public:
  /// Reads the words after `-W`; unknown ones are reported.
  void read(const std::vector<std::string> &words, DiagnosticEngine &diagnostics);

  /// Prints what `engine` has collected under this choice and empties it. True when an error was among it, a warning
  /// that was made one included.
  bool flush(DiagnosticEngine &engine, llvm::raw_ostream &os, bool color) const;

private:
  struct Choice {
    bool enabled = true, isError = false;
  };
  std::map<std::string, Choice> choices;
};

} // namespace tritonc

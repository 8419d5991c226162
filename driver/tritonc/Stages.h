//===- Stages.h - watching a compile go by --------------------------------===//
//
// One object per compile. Every phase reports what it gave; depending on the options that is written to a numbered
// file, printed, timed, or made the place to stop. MLIR passes report through a pass instrumentation, so that
// --print-after takes pass names as well as phase names.
//
//===----------------------------------------------------------------------===//
#pragma once

#include "driver/tritonc/Options.h"
#include "llvm/ADT/STLFunctionalExtras.h"
#include "llvm/ADT/StringRef.h"
#include "llvm/Support/raw_ostream.h"
#include <chrono>
#include <string>
#include <vector>

namespace mlir {
class PassManager;
}

namespace tritonc {

/// Names of the phases that can be stopped after and printed, in their order.
llvm::ArrayRef<llvm::StringRef> phaseNames();

class Stages {
public:
  /// `label` tells compiles of one run apart in dumps (`sm_90a.0`); empty when there is only one.
  Stages(const TritoncOptions &options, std::string label) : options(options), label(std::move(label)) {}

  /// Whether someone wants to see what the phase gave, so that a phase made for the eyes only need not run.
  bool wants(llvm::StringRef phase) const;

  /// Runs one phase under its name: timed, then `print` is asked for the text if a dump, print or stop wants it.
  /// Returns false when the phase failed or was the one to stop after; `stopped()` tells the two apart.
  bool run(llvm::StringRef phase, llvm::StringRef suffix, llvm::function_ref<bool()> body,
           llvm::function_ref<void(llvm::raw_ostream &)> print);

  /// Makes passes report to this object.
  void observe(mlir::PassManager &passes);

  bool stopped() const { return wasStopped; }
  /// What --print-after printed, and what the phase gave that --stop-after named; the driver writes them when the
  /// compile is over, the one to stderr, the other as its output.
  const std::string &printed() const { return printedText; }
  const std::string &stoppedAt() const { return stoppedText; }
  std::string timeReport() const;

private:
  friend class PassWatcher;
  bool wantsPrint(llvm::StringRef name) const;
  void keepTemporary(llvm::StringRef phase, llvm::StringRef suffix, llvm::StringRef text) const;

  struct Time {
    std::string name;
    double milliseconds;
    bool isPass;
  };
  const TritoncOptions &options;
  std::string label;
  std::string printedText, stoppedText;
  std::vector<Time> times;
  int dumpNumber = 0;
  bool wasStopped = false;
};

} // namespace tritonc

//===- Stages.cpp - watching a compile go by ------------------------------===//
#include "driver/tritonc/Stages.h"
#include "backend/toolchain/Tool.h"
#include "mlir/Pass/PassInstrumentation.h"
#include "mlir/Pass/PassManager.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/Format.h"
#include "llvm/Support/Path.h"

using namespace llvm;

namespace tritonc {

using Clock = std::chrono::steady_clock;

static double millisecondsSince(Clock::time_point start) {
  return std::chrono::duration<double, std::milli>(Clock::now() - start).count();
}

ArrayRef<StringRef> phaseNames() {
  static const StringRef names[] = {"frontend", "block",     "layout",   "pipeline",
                                    "lower",    "translate", "optimize", "codegen"};
  return names;
}

/// Prints and times single passes.
class PassWatcher : public mlir::PassInstrumentation {
public:
  explicit PassWatcher(Stages &stages) : stages(stages) {}
  void runBeforePass(mlir::Pass *, mlir::Operation *) override { starts.push_back(Clock::now()); }
  void runAfterPass(mlir::Pass *pass, mlir::Operation *op) override {
    double milliseconds = millisecondsSince(starts.back());
    starts.pop_back();
    StringRef name = pass->getArgument();
    if (name.empty())
      return; // an adaptor that only runs other passes
    stages.times.push_back({name.str(), milliseconds, true});
    if (!stages.wantsPrint(name))
      return;
    raw_string_ostream os(stages.printedText);
    os << "// ----- after " << name << (stages.label.empty() ? "" : " (" + stages.label + ")") << " -----\n";
    op->print(os);
    os << "\n";
  }
  void runAfterPassFailed(mlir::Pass *, mlir::Operation *) override { starts.pop_back(); }

private:
  Stages &stages;
  std::vector<Clock::time_point> starts;
};

bool Stages::wantsPrint(StringRef name) const {
  return options.printAfterAll || is_contained(options.printAfter, name);
}

void Stages::observe(mlir::PassManager &passes) {
  if (options.printAfterAll || !options.printAfter.empty() || options.timeReport)
    passes.addInstrumentation(std::make_unique<PassWatcher>(*this));
}

bool Stages::wants(StringRef phase) const {
  return options.stopAfter == phase || !options.dumpStages.empty() || !options.tempsBase.empty() || wantsPrint(phase);
}

/// --save-temps keeps one file of each kind: what the last phase gave that makes this kind.
void Stages::keepTemporary(StringRef phase, StringRef suffix, StringRef text) const {
  if (!is_contained({"block", "pipeline", "optimize", "codegen"}, phase) || suffix == ".so")
    return;
  std::string path =
      options.tempsBase + (label.empty() ? "" : "." + label) + (phase == "optimize" ? ".ll" : suffix.str());
  if (Error error = writeFile(path, text))
    logAllUnhandledErrors(std::move(error), errs(), "tritonc: warning: ");
}

bool Stages::run(StringRef phase, StringRef suffix, function_ref<bool()> body,
                 function_ref<void(raw_ostream &)> print) {
  Clock::time_point start = Clock::now();
  if (!body())
    return false;
  times.push_back({phase.str(), millisecondsSince(start), false});
  bool stop = options.stopAfter == phase;
  bool dump = !options.dumpStages.empty();
  if (!wants(phase))
    return true;

  std::string text;
  raw_string_ostream os(text);
  print(os);
  if (dump) {
    SmallString<128> path(options.dumpStages);
    sys::fs::create_directories(path);
    std::string name = (label.empty() ? "" : label + ".") + (dumpNumber < 10 ? "0" : "") + std::to_string(dumpNumber) +
                       "-" + phase.str() + suffix.str();
    ++dumpNumber;
    sys::path::append(path, name);
    if (Error error = writeFile(path, text))
      logAllUnhandledErrors(std::move(error), errs(), "tritonc: warning: ");
  }
  if (!options.tempsBase.empty())
    keepTemporary(phase, suffix, text);
  if (wantsPrint(phase))
    printedText += "// ----- after " + phase.str() + (label.empty() ? "" : " (" + label + ")") + " -----\n" + text;
  if (stop)
    stoppedText += text;
  wasStopped = stop;
  return !stop;
}

std::string Stages::timeReport() const {
  std::string text;
  raw_string_ostream os(text);
  double total = 0;
  for (const Time &time : times)
    total += time.isPass ? 0 : time.milliseconds;
  os << "time report" << (label.empty() ? "" : " " + label) << " (wall milliseconds)\n";
  // Passes finish before the phase that holds them; list them under it.
  size_t firstPass = 0;
  for (size_t i = 0; i < times.size(); ++i) {
    if (times[i].isPass)
      continue;
    os << formatv("  {0,-28}{1,9:f3}{2,7:f1} %\n", times[i].name, times[i].milliseconds,
                  total > 0 ? 100 * times[i].milliseconds / total : 0.0);
    for (size_t pass = firstPass; pass < i; ++pass)
      os << formatv("    {0,-26}{1,9:f3}\n", times[pass].name, times[pass].milliseconds);
    firstPass = i + 1;
  }
  os << formatv("  {0,-28}{1,9:f3}\n", "total", total);
  return text;
}

} // namespace tritonc

//===- RunPlan.cpp - what the options come to -----------------------------===//
#include "driver/tritonc/RunPlan.h"
#include "driver/tritonc/MachineGpu.h"
#include "driver/tritonc/Spec.h"
#include "llvm/Support/Path.h"
#include "llvm/Support/Process.h"

using namespace llvm;

namespace tritonc {
namespace {

bool fits(EmitKind kind, const Target &target) {
  switch (kind) {
  case EmitKind::Ptx:
  case EmitKind::Cubin:
    return target.isNVIDIA();
  case EmitKind::Hsaco:
    return target.isAMD();
  case EmitKind::Amdgcn:
    return !target.isNVIDIA();
  case EmitKind::SharedObject:
    return target.isCPU();
  case EmitKind::Object:
    return !target.isNVIDIA();
  case EmitKind::Ttgir:
    return !target.isCPU();
  default:
    return true;
  }
}

class Planner {
public:
  Planner(const TritoncOptions &options, RunPlan &plan, DiagnosticEngine &diagnostics)
      : options(options), plan(plan), emit(plan.emit), diagnostics(diagnostics) {}

  bool run() {
    if (!readRequests())
      return false;
    for (KernelRequest &request : plan.requests)
      readTargets(request);
    readEmitKind();
    for (KernelRequest &request : plan.requests)
      chooseTarget(request);
    if (!diagnostics.hasErrors()) {
      for (const KernelRequest &request : plan.requests) {
        checkKind(request);
        checkInput(request);
      }
      checkPhases();
      checkContradictions();
    }
    if (!options.report.empty() && !is_contained({"text", "json", "csv"}, options.report))
      diagnostics.report(DiagId::driver_unknown_report, {}, options.report).withHint("text, json or csv");
    return !diagnostics.hasErrors();
  }

private:
  bool readRequests() {
    if (options.spec.empty()) {
      if (options.inputs.size() != 1) {
        diagnostics.report(options.inputs.empty() ? DiagId::driver_no_input : DiagId::driver_many_inputs, {});
        return false;
      }
      plan.requests.push_back({options, "", {}, {}});
      return true;
    }
    if (!options.inputs.empty())
      contradiction("--spec", "the input '" + options.inputs[0] + "'");
    if (!options.kernel.empty())
      contradiction("--spec", "--kernel");
    if (!options.signature.empty())
      contradiction("--spec", "--signature");
    return !diagnostics.hasErrors() && readSpec(options, plan.requests, diagnostics);
  }

  void readTargets(KernelRequest &request) {
    for (const std::string &text : request.options.targets) {
      auto target = parseTarget(text);
      if (!target)
        diagnostics.report(DiagId::driver_unknown_target, request.where, toString(target.takeError()));
      else if (!is_contained(map_range(request.targets, [](auto &t) { return t.name; }), target->name))
        request.targets.push_back(*target);
    }
  }

  void readEmitKind() {
    if (!options.emit.empty()) {
      // A header comes with its object, so naming both is naming the one.
      const bool isHeader = options.emit == "header,obj" || options.emit == "obj,header";
      if (auto kind = parseEmitKind(isHeader ? "header" : options.emit))
        emit = *kind;
      else
        diagnostics.report(DiagId::driver_unknown_emit, {}, options.emit)
            .withHint("one of ast ttir ttgir llvm ptx cubin amdgcn hsaco so obj header bundle");
    } else if (!options.output.empty() && options.output != "-") {
      if (auto kind = emitKindOfSuffix(options.output))
        emit = *kind;
      else
        diagnostics.report(DiagId::driver_unknown_suffix, {}, options.output)
            .withHint("name the kind with --emit, or use one of .ttir .ttgir .ll .ptx .cubin .s .hsaco .so .o .h .tkb");
    } else if (options.output == "-" && options.spec.empty()) {
      chooseTarget(plan.requests[0]);
      if (diagnostics.hasErrors())
        return;
      const Target &first = plan.requests[0].targets[0];
      emit = first.isNVIDIA() ? EmitKind::Ptx : first.isAMD() ? EmitKind::Amdgcn : EmitKind::Llvm;
    }
  }

  /// Without --target the code is for this machine's GPU, if there is one and the output can be for it; else for the
  /// CPU.
  void chooseTarget(KernelRequest &request) {
    if (!request.targets.empty() || !request.options.targets.empty())
      return;
    if (emit != EmitKind::Ast && emit != EmitKind::SharedObject)
      if (auto gpu = findMachineGpu(); gpu && fits(emit, *gpu))
        request.targets.push_back(*gpu);
    if (request.targets.empty())
      request.targets.push_back(*parseTarget("cpu"));
  }

  void checkKind(const KernelRequest &request) {
    for (const Target &target : request.targets)
      if (!fits(emit, target)) {
        Diagnostic &report =
            diagnostics.report(DiagId::driver_kind_target, request.where, emitKindName(emit), target.name);
        if (request.options.targets.empty())
          report.withHint("this machine has no GPU that fits, so the target is the CPU: choose one with --target");
        else if (emit == EmitKind::Ttgir)
          report.withHint(
              "only GPUs have layout IR; code for the CPU is made from block IR: --emit=ttir, or --emit=llvm");
      }
    if (options.printLayouts && all_of(request.targets, [](const Target &target) { return target.isCPU(); }))
      diagnostics.report(DiagId::driver_kind_target, request.where, "drawings of layouts", "cpu");
  }

  void checkPhases() {
    std::string known;
    for (StringRef name : phaseNames())
      known += (known.empty() ? "" : " ") + name.str();
    if (!options.stopAfter.empty() && !is_contained(phaseNames(), options.stopAfter)) {
      diagnostics.report(DiagId::driver_unknown_phase, {}, options.stopAfter, known);
      return;
    }
    const bool cpuHasIt = is_contained({"frontend", "block", "optimize"}, options.stopAfter);
    for (const KernelRequest &request : plan.requests)
      for (const Target &target : request.targets)
        if (!options.stopAfter.empty() && target.isCPU() && !cpuHasIt)
          diagnostics.report(DiagId::driver_bad_option_value, {}, "--stop-after", options.stopAfter,
                             "frontend, block or optimize for target 'cpu'");
    checkPassNames();
  }

  /// What --print-after names must exist, since a misspelt name would just print nothing.
  void checkPassNames() {
    if (options.printAfter.empty())
      return;
    std::vector<std::string> names(phaseNames().begin(), phaseNames().end());
    for (const KernelRequest &request : plan.requests)
      for (const Target &target : request.targets)
        for (std::string &pass : passNames(target))
          if (!is_contained(names, pass))
            names.push_back(std::move(pass));
    for (const std::string &name : options.printAfter) {
      if (is_contained(names, name))
        continue;
      std::string nearest = nearestName(name, names);
      Diagnostic &report = diagnostics.report(DiagId::driver_unknown_phase, {}, name, join(names, " "));
      if (!nearest.empty())
        report.withHint("did you mean '" + nearest + "'?");
    }
  }

  void contradiction(const Twine &one, const Twine &other) {
    diagnostics.report(DiagId::driver_contradiction, {}, one.str(), other.str());
  }

  /// How the command line says what is to be made.
  std::string outputText() const { return options.emit.empty() ? "-o " + options.output : "--emit=" + options.emit; }

  void checkContradictions() {
    const bool named = !options.emit.empty() || (!options.output.empty() && options.output != "-");
    if (options.autotune && options.noAutotune)
      contradiction("--autotune", "--no-autotune");
    if (!options.stopAfter.empty() && named && !isText(emit))
      contradiction("--stop-after=" + options.stopAfter, outputText());
    const bool noImage = emit <= EmitKind::Llvm || !options.stopAfter.empty();
    if (!options.report.empty() && noImage)
      contradiction("--report", options.stopAfter.empty() ? outputText() : "--stop-after=" + options.stopAfter);
    if (options.noCubin && emit == EmitKind::Cubin)
      contradiction("--no-cubin", outputText());
    if (!options.spec.empty() && emit == EmitKind::Ast)
      contradiction("--spec", outputText());
    // The variable is there for good; --no-cache turns it off for once.
    if (options.noCache && options.cacheFromOption)
      contradiction("--cache-dir", "--no-cache");
    if (!isText(emit) && options.output == "-" && sys::Process::StandardOutIsDisplayed())
      diagnostics.report(DiagId::driver_terminal_binary, {}, emitKindName(emit));
    if (emit == EmitKind::Header && options.output == "-")
      diagnostics.report(DiagId::driver_header, {}, "it comes with an object, and both need a name")
          .withHint("write -o NAME.h");
    if (emit == EmitKind::Header && !options.stopAfter.empty())
      contradiction("--stop-after=" + options.stopAfter, outputText());
  }

  void checkInput(const KernelRequest &request) {
    if (!isIrPath(request.options.inputs[0]))
      return;
    if (!request.options.signature.empty())
      contradiction("--signature", "an input of textual IR, which has its types");
    if (!request.options.defines.empty())
      contradiction("-D", "an input of textual IR, which has its values");
    if (request.options.autotune)
      contradiction("--autotune", "an input of textual IR, which has no list");
    if (emit == EmitKind::Ast)
      contradiction(outputText(), "an input of textual IR");
  }

  const TritoncOptions &options;
  RunPlan &plan;
  EmitKind &emit;
  DiagnosticEngine &diagnostics;
};

} // namespace

bool planRun(const TritoncOptions &options, RunPlan &plan, DiagnosticEngine &diagnostics) {
  return Planner(options, plan, diagnostics).run();
}

} // namespace tritonc

//===- Driver.cpp - what a run of tritonc does ----------------------------===//
//
// Read the options, read the source, list the compiles (targets x variants), run them in parallel, write the output.
// Nothing is written before every compile has succeeded.
//
//===----------------------------------------------------------------------===//
#include "driver/tritonc/Driver.h"
#include "driver/common/CrashHandler.h"
#include "driver/common/ExitCode.h"
#include "driver/tritonc/Compile.h"
#include "driver/tritonc/MachineGpu.h"
#include "driver/tritonc/Outputs.h"
#include "driver/tritonc/Stages.h"
#include "driver/tritonc/Variants.h"
#include "driver/tritonc/Warnings.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/MemoryBuffer.h"
#include "llvm/Support/Path.h"
#include "llvm/Support/Process.h"
#include <atomic>
#include <set>
#include <thread>

using namespace llvm;

namespace tritonc {
namespace {

class Driver {
public:
  Driver(const TritoncOptions &options, raw_ostream &out, raw_ostream &err) : options(options), out(out), err(err) {}

  int run() {
    int code = runSteps();
    bool failed = warnings.flush(diagnostics, err, options.color);
    return code == kDone && failed ? kBadInput : code;
  }

private:
  int runSteps() {
    if (!readOptions() || !readInput())
      return kBadInput;
    if (emit == EmitKind::Ast) {
      std::string text;
      raw_string_ostream os(text);
      printAst(*input.module, os);
      OutputFiles files(diagnostics);
      return files.add(outputPath(), std::move(text)) && files.commit() ? kDone : kBadInput;
    }
    if (!listJobs())
      return kBadInput;
    if (options.showCommands)
      return showCommands();
    compileAll();
    if (int code = worstExitCode())
      return code;
    return writeAll() ? kDone : kBadInput;
  }

  //--- Options -------------------------------------------------------------------------------------------------------

  bool readOptions() {
    if (options.inputs.size() != 1) {
      diagnostics.report(options.inputs.empty() ? DiagId::driver_no_input : DiagId::driver_many_inputs, {});
      return false;
    }
    warnings.read(options.warnings, diagnostics);
    if (!options.dumpStages.empty())
      if (std::error_code error = sys::fs::create_directories(options.dumpStages))
        diagnostics.report(DiagId::driver_cannot_write, {}, options.dumpStages, error.message());
    for (const std::string &text : options.targets) {
      auto target = parseTarget(text);
      if (target && !is_contained(map_range(targets, [](auto &t) { return t.name; }), target->name))
        targets.push_back(*target);
      else if (!target)
        diagnostics.report(DiagId::driver_unknown_target, {}, toString(target.takeError()));
    }
    readEmitKind();
    if (!diagnostics.hasErrors()) {
      checkKind();
      checkPhases();
      checkContradictions();
    }
    if (!options.report.empty() && !is_contained({"text", "json", "csv"}, options.report))
      diagnostics.report(DiagId::driver_unknown_report, {}, options.report).withHint("text, json or csv");
    return !diagnostics.hasErrors();
  }

  void readEmitKind() {
    if (!options.emit.empty()) {
      if (auto kind = parseEmitKind(options.emit))
        emit = *kind;
      else
        diagnostics.report(DiagId::driver_unknown_emit, {}, options.emit)
            .withHint("one of ast ttir ttgir llvm ptx cubin amdgcn hsaco so obj bundle");
    } else if (!options.output.empty() && options.output != "-") {
      if (auto kind = emitKindOfSuffix(options.output))
        emit = *kind;
      else
        diagnostics.report(DiagId::driver_unknown_suffix, {}, options.output)
            .withHint("name the kind with --emit, or use one of .ttir .ttgir .ll .ptx .cubin .s .hsaco .so .o .tkb");
    } else if (options.output == "-") {
      chooseTarget();
      emit = targets[0].isNVIDIA() ? EmitKind::Ptx : targets[0].isAMD() ? EmitKind::Amdgcn : EmitKind::Llvm;
    }
    chooseTarget();
    if (emit == EmitKind::Header)
      diagnostics.report(DiagId::driver_kind_not_offered, {}, "header");
  }

  /// Without --target the code is for this machine's GPU, if there is one and the output can be for it; else for the
  /// CPU.
  void chooseTarget() {
    if (!targets.empty() || !options.targets.empty())
      return;
    if (emit != EmitKind::Ast && emit != EmitKind::SharedObject)
      if (auto gpu = findMachineGpu(); gpu && fits(emit, *gpu))
        targets.push_back(*gpu);
    if (targets.empty())
      targets.push_back(*parseTarget("cpu"));
  }

  void checkKind() {
    for (const Target &target : targets)
      if (!fits(emit, target)) {
        Diagnostic &report = diagnostics.report(DiagId::driver_kind_target, {}, emitKindName(emit), target.name);
        if (options.targets.empty())
          report.withHint("this machine has no GPU that fits, so the target is the CPU: choose one with --target");
        else if (emit == EmitKind::Ttgir)
          report.withHint(
              "only GPUs have layout IR; code for the CPU is made from block IR: --emit=ttir, or --emit=llvm");
      }
    if (!isText(emit) && (options.output == "-") && sys::Process::StandardOutIsDisplayed())
      diagnostics.report(DiagId::driver_terminal_binary, {}, emitKindName(emit));
  }

  static bool fits(EmitKind kind, const Target &target) {
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

  void checkPhases() {
    std::string known;
    for (StringRef name : phaseNames())
      known += (known.empty() ? "" : " ") + name.str();
    if (!options.stopAfter.empty() && !is_contained(phaseNames(), options.stopAfter)) {
      diagnostics.report(DiagId::driver_unknown_phase, {}, options.stopAfter, known);
      return;
    }
    const bool cpuHasIt = is_contained({"frontend", "block", "optimize"}, options.stopAfter);
    for (const Target &target : targets)
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
    for (const Target &target : targets)
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

  void checkContradictions() {
    const bool named = !options.emit.empty() || (!options.output.empty() && options.output != "-");
    std::string output = options.emit.empty() ? "-o " + options.output : "--emit=" + options.emit;
    if (options.autotune && options.noAutotune)
      contradiction("--autotune", "--no-autotune");
    if (!options.stopAfter.empty() && named && !isText(emit))
      contradiction("--stop-after=" + options.stopAfter, output);
    const bool noImage = emit <= EmitKind::Llvm || !options.stopAfter.empty();
    if (!options.report.empty() && noImage)
      contradiction("--report", options.stopAfter.empty() ? output : "--stop-after=" + options.stopAfter);
    if (options.noCubin && emit == EmitKind::Cubin)
      contradiction("--no-cubin", output);
    if (options.printLayouts && llvm::all_of(targets, [](const Target &target) { return target.isCPU(); }))
      diagnostics.report(DiagId::driver_kind_target, {}, "drawings of layouts", "cpu");
    StringRef suffix = sys::path::extension(options.inputs[0]);
    if (suffix == ".py" || !isIrSuffix(suffix))
      return;
    if (!options.signature.empty())
      contradiction("--signature", "an input of textual IR, which has its types");
    if (!options.defines.empty())
      contradiction("-D", "an input of textual IR, which has its values");
    if (options.autotune)
      contradiction("--autotune", "an input of textual IR, which has no list");
    if (emit == EmitKind::Ast)
      contradiction(output, "an input of textual IR");
  }

  static bool isIrSuffix(StringRef suffix) { return suffix == ".ttir" || suffix == ".ttgir" || suffix == ".mlir"; }

  //--- Input ---------------------------------------------------------------------------------------------------------

  bool readInput() {
    input.path = options.inputs[0];
    auto buffer = MemoryBuffer::getFileOrSTDIN(input.path, /*IsText=*/true);
    if (!buffer) {
      diagnostics.report(DiagId::driver_cannot_read, {}, input.path, buffer.getError().message());
      return false;
    }
    input.text = (*buffer)->getBuffer().str();
    if (options.output != "-" && sys::fs::equivalent(input.path, options.output)) {
      diagnostics.report(DiagId::driver_cannot_write, {}, options.output, "it is the input");
      return false;
    }
    if (isIrSuffix(sys::path::extension(input.path)))
      return true;
    input.module = parseSource(input.path, input.text, options.includeDirs, diagnostics);
    return input.module != nullptr && !diagnostics.hasErrors();
  }

  //--- Jobs ----------------------------------------------------------------------------------------------------------

  bool listJobs() {
    frontend.kernel = options.kernel;
    frontend.signature = options.signature;
    frontend.includeDirs = options.includeDirs;
    frontend.deviceAsserts = options.deviceAsserts;
    std::vector<Variant> base;
    bool wantsAutotune = options.autotune || (emit == EmitKind::Bundle && !options.noAutotune);
    if (wantsAutotune && input.module)
      if (auto list = findAutotune(*input.module, frontend, diagnostics))
        base = std::move(list->variants);
    std::vector<Variant> variants = expandVariants(options, base, diagnostics);
    for (const Target &target : targets)
      for (const Variant &variant : variants)
        if (!diagnostics.hasErrors())
          checkVariant(variant, target, diagnostics);
    if (diagnostics.hasErrors())
      return false;
    if (emit != EmitKind::Bundle && targets.size() * variants.size() > 1 && !onlyText()) {
      diagnostics
          .report(DiagId::driver_many_variants, {}, targets.size() * variants.size(), emitKindName(emit),
                  targets.size(), variants.size())
          .withHint("write a bundle: -o NAME.tkb");
      return false;
    }
    for (const Target &target : targets)
      for (auto [index, variant] : llvm::enumerate(variants)) {
        CompileJob job;
        job.target = target;
        job.variant = variant;
        job.variantIndex = static_cast<int>(index);
        job.emit = emit != EmitKind::Bundle ? emit
                   : target.isNVIDIA()      ? EmitKind::Ptx
                   : target.isAMD()         ? EmitKind::Hsaco
                                            : EmitKind::SharedObject;
        job.alsoCubin = emit == EmitKind::Bundle && target.isNVIDIA() && !options.noCubin;
        job.wantResources = !options.report.empty();
        jobs.push_back(std::move(job));
      }
    return true;
  }

  /// Dumps of several compiles may follow one another.
  bool onlyText() const { return emit == EmitKind::Ttir || emit == EmitKind::Ttgir || !options.stopAfter.empty(); }

  std::string labelOf(const CompileJob &job) const {
    return jobs.size() == 1 ? "" : job.target.name + "." + std::to_string(job.variantIndex);
  }

  void compileAll() {
    if (options.saveTemps)
      options.tempsBase = baseName();
    results.resize(jobs.size());
    std::vector<DiagnosticEngine> engines(jobs.size());
    std::atomic<size_t> next{0};
    auto work = [&] {
      useCrashStack();
      for (size_t i = next++; i < jobs.size(); i = next++)
        results[i] = compile(input, jobs[i], options, frontend, labelOf(jobs[i]), engines[i]);
    };
    size_t threads = options.jobs > 0 ? options.jobs : std::max(1u, std::thread::hardware_concurrency());
    threads = std::min(threads, jobs.size());
    std::vector<std::thread> pool;
    for (size_t i = 1; i < threads; ++i)
      pool.emplace_back(work);
    work();
    for (std::thread &thread : pool)
      thread.join();
    reportEach(engines);
  }

  /// Variants of a kernel repeat each other's messages; each text is said once.
  void reportEach(std::vector<DiagnosticEngine> &engines) {
    std::set<std::string> said;
    for (DiagnosticEngine &engine : engines) {
      std::string text;
      raw_string_ostream os(text);
      warningMadeError |= warnings.flush(engine, os, options.color);
      if (said.insert(text).second)
        err << text;
    }
  }

  int worstExitCode() const {
    int worst = kDone;
    for (const CompileResult &result : results)
      worst = std::max(worst, result.exitCode);
    return worst == kDone && warningMadeError ? kBadInput : worst;
  }

  int showCommands() {
    out << versionText();
    for (const CompileJob &job : jobs) {
      out << "compile " << input.path << " target=" << job.target.name << " num_warps=" << job.variant.numWarps
          << " num_stages=" << job.variant.numStages;
      for (auto &[name, value] : job.variant.constexprs)
        out << " " << name << "=" << value;
      out << "\n";
      if (job.emit == EmitKind::Cubin || job.alsoCubin)
        showTool("ptxas", findPtxas(options.tools));
      if (job.emit == EmitKind::Hsaco || job.emit == EmitKind::SharedObject)
        showTool("ld.lld", findLld(options.tools));
    }
    out << "write " << outputPath() << "\n";
    for (const std::string &folder : options.includeDirs)
      out << "search " << folder << "\n";
    return kDone;
  }

  void showTool(const char *name, Expected<std::string> path) {
    if (path) {
      out << "run " << *path << "\n";
      return;
    }
    consumeError(path.takeError());
    out << "run " << name << " (not found)\n";
  }

  //--- Output --------------------------------------------------------------------------------------------------------

  std::string outputPath() const {
    if (!options.output.empty())
      return options.output;
    if (isText(emit) || !options.stopAfter.empty())
      return "-";
    static const std::pair<EmitKind, const char *> suffixes[] = {{EmitKind::Cubin, ".cubin"},
                                                                 {EmitKind::Hsaco, ".hsaco"},
                                                                 {EmitKind::SharedObject, ".so"},
                                                                 {EmitKind::Object, ".o"},
                                                                 {EmitKind::Bundle, ".tkb"}};
    for (auto [kind, suffix] : suffixes)
      if (kind == emit)
        return (sys::path::stem(input.path) + suffix).str();
    return "-";
  }

  /// The output's path without its suffix; the input's name where the output has none.
  std::string baseName() const {
    SmallString<128> path(outputPath());
    if (path == "-" || (sys::fs::exists(path) && !sys::fs::is_regular_file(path)))
      path = input.path == "-" ? "stdin" : sys::path::stem(input.path);
    sys::path::replace_extension(path, "");
    return path.str().str();
  }

  bool writeAll() {
    std::string text;
    bool stopped = false;
    for (CompileResult &result : results) {
      bool isOutput =
          emit == EmitKind::Ttir || emit == EmitKind::Ttgir || emit == EmitKind::Llvm || !options.stopAfter.empty();
      stopped |= result.images.empty();
      if (isOutput && result.images.empty())
        text += result.text;
      else
        err << result.text;
      err << result.timeReport;
    }
    OutputFiles files(diagnostics);
    const bool ready = stopped ? files.add(outputPath(), std::move(text)) : addImages(files);
    if (!ready || (options.writeDeps && !addDepfile(files)) || !files.commit())
      return false;
    if (!stopped && !options.report.empty())
      out << makeReport(results, options.report);
    return true;
  }

  bool addImages(OutputFiles &files) {
    std::string path = outputPath();
    // A report alone writes no file.
    if (!options.report.empty() && options.output.empty())
      return true;
    if (emit == EmitKind::Bundle) {
      auto bundle = makeBundle(results);
      if (!bundle) {
        diagnostics.report(DiagId::driver_cannot_write, {}, path, toString(bundle.takeError()));
        return false;
      }
      return files.add(path, std::move(*bundle));
    }
    const CompiledImage &image = results[0].images[0];
    if (!files.add(path, image.bytes))
      return false;
    bool launchable =
        emit == EmitKind::Ptx || emit == EmitKind::Cubin || emit == EmitKind::Hsaco || emit == EmitKind::SharedObject;
    const bool isDevice = sys::fs::exists(path) && !sys::fs::is_regular_file(path);
    return path == "-" || isDevice || !launchable || files.add(path + ".toml", toToml(image.manifest));
  }

  bool addDepfile(OutputFiles &files) {
    // Text on standard output gets the rule that `-o BASE.KIND` would have.
    std::string target = outputPath() == "-" ? baseName() + "." + emitKindName(emit).str() : outputPath();
    std::vector<std::string> dependencies;
    std::set<std::string> seen;
    for (const CompileResult &result : results)
      for (const std::string &file : result.dependencies)
        if (seen.insert(file).second)
          dependencies.push_back(file);
    std::string depfile = options.depsFile.empty() ? baseName() + ".d" : options.depsFile;
    return files.add(depfile, makeDepfile(options.depsTarget.empty() ? target : options.depsTarget, dependencies,
                                          options.phonyDeps));
  }

  TritoncOptions options;
  raw_ostream &out, &err;
  DiagnosticEngine diagnostics;
  WarningChoice warnings;
  bool warningMadeError = false;
  std::vector<Target> targets;
  EmitKind emit = EmitKind::Bundle;
  CompileInput input;
  FrontendOptions frontend;
  std::vector<CompileJob> jobs;
  std::vector<CompileResult> results;
};

} // namespace

int runTritonc(const TritoncOptions &options, raw_ostream &out, raw_ostream &err) {
  return Driver(options, out, err).run();
}

} // namespace tritonc

//===- Driver.cpp - what a run of tritonc does ----------------------------===//
//
// Read the options, read the sources, list the compiles (kernels x targets x variants), run them in parallel, write the
// output. Nothing is written before every compile has succeeded. The order of the output is that of the list, however
// the threads came to their results.
//
//===----------------------------------------------------------------------===//
#include "driver/tritonc/Driver.h"
#include "driver/common/CrashHandler.h"
#include "driver/common/ExitCode.h"
#include "driver/tritonc/CompileCache.h"
#include "driver/tritonc/HeaderOutput.h"
#include "driver/tritonc/Outputs.h"
#include "driver/tritonc/RunPlan.h"
#include "driver/tritonc/Stages.h"
#include "driver/tritonc/Warnings.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/Path.h"
#include "llvm/Support/thread.h"
#include <atomic>
#include <map>
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
    warnings.read(options.warnings, diagnostics);
    if (!planRun(options, plan, diagnostics) || !openFolders())
      return kBadInput;
    if (plan.emit == EmitKind::Ast)
      return writeAst();
    if (!listAllJobs())
      return kBadInput;
    if (options.showCommands)
      return showCommands();
    compileAll();
    if (int code = worstExitCode())
      return code;
    return writeAll() ? kDone : kBadInput;
  }

  /// Folders that are written to on the way; what is wrong with them is better said before the work.
  bool openFolders() {
    if (!options.dumpStages.empty())
      if (std::error_code error = sys::fs::create_directories(options.dumpStages))
        diagnostics.report(DiagId::driver_cannot_write, {}, options.dumpStages, error.message());
    if (!options.dumpStages.empty() && !diagnostics.hasErrors())
      if (!sys::fs::is_directory(options.dumpStages) || sys::fs::access(options.dumpStages, sys::fs::AccessMode::Write))
        diagnostics.report(DiagId::driver_cannot_write, {}, options.dumpStages,
                           sys::fs::is_directory(options.dumpStages) ? "the folder cannot be written to"
                                                                     : "it is not a folder");
    const bool hasFolder = !options.cacheDir.empty() && !options.noCache;
    if (hasFolder && !options.showCommands)
      if (Error error = openCacheFolder(options.cacheDir))
        diagnostics.report(DiagId::driver_cannot_write, {}, options.cacheDir, toString(std::move(error)))
            .withHint("this is the folder of the compile cache; --no-cache does without");
    cache = std::make_unique<CompileCache>(hasFolder ? options.cacheDir : "");
    return !diagnostics.hasErrors();
  }

  int writeAst() {
    const KernelRequest &request = plan.requests[0];
    auto input = sources.find(request.options.inputs[0], options.includeDirs, {}, diagnostics);
    if (!input)
      return kBadInput;
    std::string text;
    raw_string_ostream os(text);
    printAst(*input->module, os);
    OutputFiles files(diagnostics);
    return files.add(outputPath(), std::move(text)) && files.commit() ? kDone : kBadInput;
  }

  //--- Jobs ----------------------------------------------------------------------------------------------------------

  /// Whether what is written along with the compile would go where it comes from, which is reported.
  bool replacesInput(const std::string &input) {
    std::vector<std::string> written = {options.output, options.output + ".toml"};
    if (options.writeDeps)
      written.push_back(depfilePath());
    if (options.saveTemps)
      for (const char *suffix : {".ttir", ".ttgir", ".ll", ".ptx", ".s"})
        written.push_back(baseName() + suffix);
    StringRef folder = sys::path::parent_path(input);
    if (!StringRef(input).ends_with(".py") && !options.dumpStages.empty() &&
        sys::fs::equivalent(folder.empty() ? "." : folder, options.dumpStages))
      written.push_back(input);
    for (const std::string &path : written)
      if (path != "-" && (sys::fs::equivalent(path, input) || sys::fs::equivalent(path, options.spec))) {
        diagnostics.report(DiagId::driver_cannot_write, {}, path, "it is the input");
        return true;
      }
    return false;
  }

  bool listAllJobs() {
    for (auto [number, request] : llvm::enumerate(plan.requests)) {
      const std::string &path = request.options.inputs[0];
      if (replacesInput(path))
        continue;
      auto input = sources.find(path, request.options.includeDirs, request.where, diagnostics);
      if (input)
        listJobs(request, number, plan.emit, input, jobs, diagnostics);
    }
    if (diagnostics.hasErrors())
      return false;
    const bool holdsOne = plan.emit != EmitKind::Bundle && plan.emit != EmitKind::Header && !onlyText();
    if (!holdsOne || jobs.size() == 1)
      return true;
    std::set<std::string> targets;
    for (const CompileJob &job : jobs)
      targets.insert(job.target.name);
    diagnostics
        .report(DiagId::driver_many_variants, {}, jobs.size(), emitKindName(plan.emit), targets.size(),
                jobs.size() / targets.size())
        .withHint("write a bundle: -o NAME.tkb");
    return false;
  }

  /// Dumps of several compiles may follow one another.
  bool onlyText() const {
    return plan.emit == EmitKind::Ttir || plan.emit == EmitKind::Ttgir || !options.stopAfter.empty();
  }

  std::string labelOf(const CompileJob &job) const {
    std::string label = job.target.name + "." + std::to_string(job.variantIndex);
    if (plan.requests.size() > 1)
      label = std::to_string(job.request) + "." + label;
    return jobs.size() == 1 ? "" : label;
  }

  void compileAll() {
    for (KernelRequest &request : plan.requests)
      if (options.saveTemps)
        request.options.tempsBase = baseName();
    results.resize(jobs.size());
    std::vector<DiagnosticEngine> engines(jobs.size());
    std::atomic<size_t> next{0};
    // Without a folder only variants for the CPU can come to the same code.
    auto cacheFor = [&](const CompileJob &job) {
      const bool shares = jobs.size() > 1 && job.target.isCPU();
      return shares || !cacheFolder().empty() ? cache.get() : nullptr;
    };
    auto work = [&] {
      useCrashStack();
      for (size_t i = next++; i < jobs.size(); i = next++) {
        const KernelRequest &request = plan.requests[jobs[i].request];
        results[i] = compile(jobs[i], request.options, cacheFor(jobs[i]), labelOf(jobs[i]), engines[i]);
        placeErrors(engines[i], 0, request.where);
      }
    };
    size_t threads = options.jobs > 0 ? options.jobs : std::max(1u, std::thread::hardware_concurrency());
    threads = std::min(threads, jobs.size());
    std::vector<llvm::thread> pool;
    for (size_t i = 1; i < threads; ++i)
      pool.emplace_back(std::optional(kCompileStack), work);
    work();
    for (llvm::thread &thread : pool)
      thread.join();
    leaveOutUnfit(engines);
    numberVariants();
    reportEach(engines);
  }

  StringRef cacheFolder() const { return options.noCache ? "" : StringRef(options.cacheDir); }

  /// A variant that asks for more than the target has is left out, as long as one of its kernel is left for the target.
  void leaveOutUnfit(std::vector<DiagnosticEngine> &engines) {
    std::map<std::pair<size_t, std::string>, std::vector<size_t>> groups;
    for (size_t i = 0; i < jobs.size(); ++i)
      groups[{jobs[i].request, jobs[i].target.name}].push_back(i);
    for (auto &[key, members] : groups) {
      const bool allUnfit = all_of(members, [&](size_t i) { return results[i].isUnfit; });
      if (members.size() == 1)
        continue;
      if (allUnfit)
        reportNoneFits(members, engines);
      for (size_t i : members)
        if (results[i].isUnfit && !allUnfit)
          leaveOut(i, engines[i]);
    }
  }

  void leaveOut(size_t i, DiagnosticEngine &engine) {
    const CompileJob &job = jobs[i];
    diagnostics.report(DiagId::variant_unfit, {}, job.variantIndex, kernelName(job), variantText(job.variant),
                       job.target.name, firstError(engine));
    results[i] = {};
    results[i].isUnfit = true;
    engine = DiagnosticEngine();
  }

  void reportNoneFits(const std::vector<size_t> &members, std::vector<DiagnosticEngine> &engines) {
    const CompileJob &first = jobs[members[0]];
    Diagnostic &report =
        diagnostics.report(DiagId::driver_no_variant, {}, members.size(), kernelName(first), first.target.name);
    for (size_t i : members) {
      report.note({}, formatv("variant {0} ({1}): {2}", jobs[i].variantIndex, variantText(jobs[i].variant),
                              firstError(engines[i]))
                          .str());
      engines[i] = DiagnosticEngine();
    }
  }

  static std::string firstError(const DiagnosticEngine &engine) {
    for (const auto &diagnostic : engine.all())
      if (diagnostic->severity == Severity::Error)
        return diagnostic->message;
    return "";
  }

  static std::string kernelName(const CompileJob &job) {
    return job.frontend.kernel.empty() ? sys::path::stem(job.input->path).str() : job.frontend.kernel;
  }

  /// A variant's number is its position in the list that it comes from, whatever was left out; a second request for the
  /// same kernel and target counts on.
  void numberVariants() {
    std::map<std::pair<std::string, std::string>, int> used, base;
    size_t request = 0;
    for (size_t i = 0; i < jobs.size(); ++i) {
      if (jobs[i].request != request)
        base = used;
      request = jobs[i].request;
      if (results[i].images.empty())
        continue;
      const Manifest &manifest = results[i].images[0].manifest;
      const std::pair<std::string, std::string> key(manifest.kernel, manifest.target);
      results[i].variant = base[key] + jobs[i].variantIndex;
      used[key] = std::max(used[key], results[i].variant + 1);
    }
  }

  /// Variants of a kernel repeat each other's messages; each text is said once. An error that not all have says whose
  /// it is.
  void reportEach(std::vector<DiagnosticEngine> &engines) {
    std::map<std::string, std::vector<size_t>> sayers;
    std::vector<std::string> order;
    for (auto [i, engine] : llvm::enumerate(engines)) {
      std::string text;
      raw_string_ostream os(text);
      warningMadeError |= warnings.flush(engine, os, options.color);
      if (text.empty())
        continue;
      if (sayers[text].empty())
        order.push_back(text);
      sayers[text].push_back(i);
    }
    for (const std::string &text : order) {
      const std::vector<size_t> &jobsOfText = sayers[text];
      const CompileJob &job = jobs[jobsOfText[0]];
      err << text;
      if (jobsOfText.size() == jobs.size() || results[jobsOfText[0]].exitCode == kDone)
        continue;
      err << "note: in variant " << job.variantIndex << " of '" << kernelName(job) << "' (" << variantText(job.variant)
          << ") for " << job.target.name;
      if (jobsOfText.size() > 1)
        err << " and in " << jobsOfText.size() - 1 << " more";
      err << "\n";
    }
    warningMadeError |= warnings.flush(diagnostics, err, options.color);
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
      out << "compile " << job.input->path << " target=" << job.target.name << " num_warps=" << job.variant.numWarps
          << " num_stages=" << job.variant.numStages;
      for (auto &[name, value] : job.variant.constexprs)
        out << " " << name << "=" << value;
      out << "\n";
      if (job.emit == EmitKind::Cubin || job.alsoCubin)
        showTool("ptxas", findPtxas(options.tools));
      if (job.emit == EmitKind::Hsaco || job.emit == EmitKind::SharedObject) {
        if (options.tools.lld.empty())
          out << "link with the built-in ld.lld\n";
        else
          showTool("ld.lld", findLld(options.tools));
      }
    }
    out << "write " << outputPath() << "\n";
    if (!cacheFolder().empty())
      out << "cache " << cacheFolder() << "\n";
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

  /// What an output without a name is named after.
  StringRef inputPath() const { return options.spec.empty() ? StringRef(options.inputs[0]) : StringRef(options.spec); }

  std::string outputPath() const {
    if (!options.output.empty())
      return options.output;
    static const std::pair<EmitKind, const char *> suffixes[] = {
        {EmitKind::Cubin, ".cubin"}, {EmitKind::Hsaco, ".hsaco"}, {EmitKind::SharedObject, ".so"},
        {EmitKind::Object, ".o"},    {EmitKind::Header, ".h"},    {EmitKind::Bundle, ".tkb"}};
    if (options.stopAfter.empty())
      for (auto [kind, suffix] : suffixes)
        if (kind == plan.emit)
          return (sys::path::stem(inputPath()) + suffix).str();
    return "-";
  }

  /// The output's path without its suffix; the input's name where the output has none.
  std::string baseName() const {
    SmallString<128> path(outputPath());
    if (path == "-" || (sys::fs::exists(path) && !sys::fs::is_regular_file(path)))
      path = inputPath() == "-" ? "stdin" : sys::path::stem(inputPath());
    sys::path::replace_extension(path, "");
    return path.str().str();
  }

  bool writeAll() {
    std::string text;
    bool stopped = false;
    const bool isOutput = plan.emit == EmitKind::Ttir || plan.emit == EmitKind::Ttgir || plan.emit == EmitKind::Llvm ||
                          !options.stopAfter.empty();
    for (CompileResult &result : results) {
      stopped |= result.images.empty() && !result.isUnfit;
      if (isOutput && result.images.empty())
        text += result.text;
      else
        err << result.text;
      err << result.printed << result.timeReport;
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
    if (plan.emit == EmitKind::Bundle) {
      auto bundle = makeBundle(results);
      return bundle ? files.add(path, std::move(*bundle)) : cannotWrite(path, bundle.takeError());
    }
    if (plan.emit == EmitKind::Header)
      return addHeader(files, path);
    const CompiledImage &image = results[0].images[0];
    if (!files.add(path, image.bytes))
      return false;
    const bool launchable =
        is_contained({EmitKind::Ptx, EmitKind::Cubin, EmitKind::Hsaco, EmitKind::SharedObject}, plan.emit);
    const bool isDevice = sys::fs::exists(path) && !sys::fs::is_regular_file(path);
    return path == "-" || isDevice || !launchable || files.add(path + ".toml", toToml(image.manifest));
  }

  bool cannotWrite(StringRef path, Error error) {
    diagnostics.report(DiagId::driver_cannot_write, {}, path, toString(std::move(error)));
    return false;
  }

  /// NAME.h and NAME.o; an entry of the header for each request.
  bool addHeader(OutputFiles &files, const std::string &path) {
    std::vector<HeaderEntry> entries;
    for (auto [number, request] : llvm::enumerate(plan.requests)) {
      HeaderEntry entry;
      entry.name = request.name;
      for (size_t i = 0; i < jobs.size(); ++i)
        if (jobs[i].request == number && !results[i].images.empty())
          entry.results.push_back(&results[i]);
      entries.push_back(std::move(entry));
    }
    StringRef extension = sys::path::extension(path);
    std::string object = baseName() + ".o", header = extension == ".o" ? baseName() + ".h" : path;
    auto made = makeHeader(sys::path::filename(header), entries);
    if (!made) {
      diagnostics.report(DiagId::driver_header, {}, toString(made.takeError()));
      return false;
    }
    return files.add(header, std::move(made->header)) && files.add(object, std::move(made->object));
  }

  std::string depfilePath() const { return options.depsFile.empty() ? baseName() + ".d" : options.depsFile; }

  bool addDepfile(OutputFiles &files) {
    // Text on standard output gets the rule that `-o BASE.KIND` would have.
    std::string target = outputPath() == "-" ? baseName() + "." + emitKindName(plan.emit).str() : outputPath();
    std::vector<std::string> dependencies;
    std::set<std::string> seen;
    if (!options.spec.empty() && seen.insert(options.spec).second)
      dependencies.push_back(options.spec);
    for (const CompileResult &result : results)
      for (const std::string &file : result.dependencies)
        if (seen.insert(file).second)
          dependencies.push_back(file);
    return files.add(depfilePath(), makeDepfile(options.depsTarget.empty() ? target : options.depsTarget, dependencies,
                                                options.phonyDeps));
  }

  TritoncOptions options;
  raw_ostream &out, &err;
  DiagnosticEngine diagnostics;
  WarningChoice warnings;
  bool warningMadeError = false;
  RunPlan plan;
  KernelSources sources;
  std::unique_ptr<CompileCache> cache;
  std::vector<CompileJob> jobs;
  std::vector<CompileResult> results;
};

} // namespace

int runTritonc(const TritoncOptions &options, raw_ostream &out, raw_ostream &err) {
  return Driver(options, out, err).run();
}

} // namespace tritonc

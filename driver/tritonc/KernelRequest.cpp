//===- KernelRequest.cpp - what a run is asked to compile -----------------===//
#include "driver/tritonc/KernelRequest.h"
#include "driver/tritonc/Variants.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/MemoryBuffer.h"
#include "llvm/Support/Path.h"
#include <fstream>

using namespace llvm;

namespace tritonc {

bool isIrPath(StringRef path) { return is_contained({".ttir", ".ttgir", ".mlir"}, sys::path::extension(path)); }

std::optional<std::string> readText(const std::string &path, SourceRange where, DiagnosticEngine &diagnostics) {
  // Devices need not end, as /dev/zero does not; /dev/null is an empty file.
  sys::fs::file_status status;
  if (path != "-" && !sys::fs::status(path, status) && status.type() == sys::fs::file_type::character_file &&
      std::ifstream(path).peek() != std::ifstream::traits_type::eof()) {
    diagnostics.report(DiagId::driver_cannot_read, where, path, "it is a device");
    return std::nullopt;
  }
  auto buffer = MemoryBuffer::getFileOrSTDIN(path, /*IsText=*/true);
  if (!buffer) {
    diagnostics.report(DiagId::driver_cannot_read, where, path, buffer.getError().message());
    return std::nullopt;
  }
  return (*buffer)->getBuffer().str();
}

std::shared_ptr<const CompileInput> KernelSources::find(const std::string &path,
                                                        const std::vector<std::string> &includeDirs, SourceRange where,
                                                        DiagnosticEngine &diagnostics) {
  // The same file with other folders for its helpers is another module.
  auto [entry, isNew] = files.try_emplace(path + "\n" + join(includeDirs, "\n"));
  if (!isNew)
    return entry->second;
  std::optional<std::string> text = readText(path, where, diagnostics);
  if (!text)
    return nullptr;
  auto input = std::make_shared<CompileInput>();
  input->path = path;
  input->text = std::move(*text);
  if (!isIrPath(path)) {
    const unsigned errors = diagnostics.errors();
    input->module = parseSource(path, input->text, includeDirs, diagnostics);
    if (!input->module || diagnostics.errors() != errors)
      return nullptr;
  }
  diagnostics.keepAlive(input);
  return entry->second = input;
}

std::string variantText(const Variant &variant) {
  std::string text;
  for (auto &[name, value] : variant.constexprs)
    text += name + "=" + value + ", ";
  return text + formatv("num_warps={0}, num_stages={1}", variant.numWarps, variant.numStages).str();
}

namespace {

/// The jobs of one request for one target.
class TargetJobs {
public:
  TargetJobs(const KernelRequest &request, size_t number, EmitKind emit, const Target &target,
             std::shared_ptr<const CompileInput> input, DiagnosticEngine &diagnostics)
      : request(request), options(request.options), number(number), emit(emit), target(target), input(std::move(input)),
        diagnostics(diagnostics) {
    frontend.kernel = options.kernel;
    frontend.signature = options.signature;
    frontend.includeDirs = options.includeDirs;
    frontend.deviceAsserts = options.deviceAsserts;
    frontend.target = target.name;
  }

  bool list(std::vector<CompileJob> &jobs) {
    const unsigned errors = diagnostics.errors();
    Autotune autotune;
    if (wantsAutotune()) {
      auto found = findAutotune(*input->module, frontend, diagnostics);
      if (!found)
        return false;
      autotune = std::move(*found);
    }
    std::vector<Variant> variants = expandVariants(options, autotune.variants, diagnostics);
    for (const Variant &variant : variants)
      if (diagnostics.errors() == errors)
        checkVariant(variant, diagnostics);
    if (diagnostics.errors() != errors)
      return false;
    // Only what a search needs to know goes along.
    hasList = !autotune.variants.empty() || options.numStages.size() > 1;
    autotune.variants.clear();
    const size_t before = jobs.size();
    for (auto [index, variant] : llvm::enumerate(variants))
      if (isPossible(variant, index, variants.size()))
        jobs.push_back(makeJob(variant, static_cast<int>(index), autotune));
    if (jobs.size() == before && variants.size() > 1)
      diagnostics.report(DiagId::driver_no_variant, request.where, variants.size(), kernelName(), target.name);
    return diagnostics.errors() == errors;
  }

private:
  bool wantsAutotune() const {
    const bool holdsVariants = emit == EmitKind::Bundle || emit == EmitKind::Header;
    return input->module && (options.autotune || (holdsVariants && !options.noAutotune));
  }

  std::string kernelName() const {
    return options.kernel.empty() ? sys::path::stem(input->path).str() : options.kernel;
  }

  bool isPossible(const Variant &variant, size_t index, size_t count) {
    std::optional<std::string> reason = whyImpossible(variant, target);
    if (!reason)
      return true;
    if (count == 1)
      diagnostics.report(DiagId::driver_impossible_variant, request.where, *reason);
    else
      diagnostics.report(DiagId::variant_unfit, request.where, index, kernelName(), variantText(variant), target.name,
                         *reason);
    return false;
  }

  CompileJob makeJob(const Variant &variant, int index, const Autotune &autotune) {
    CompileJob job;
    job.input = input;
    job.frontend = frontend;
    job.target = target;
    job.variant = variant;
    job.mayLowerStages = !hasList;
    job.request = number;
    job.variantIndex = index;
    job.autotune = autotune;
    const bool isBundle = emit == EmitKind::Bundle || emit == EmitKind::Header;
    job.emit = !isBundle           ? emit
               : target.isNVIDIA() ? EmitKind::Ptx
               : target.isAMD()    ? EmitKind::Hsaco
                                   : EmitKind::SharedObject;
    job.alsoCubin = isBundle && target.isNVIDIA() && !options.noCubin;
    job.wantResources = !options.report.empty();
    return job;
  }

  const KernelRequest &request;
  const TritoncOptions &options;
  size_t number;
  EmitKind emit;
  const Target &target;
  std::shared_ptr<const CompileInput> input;
  DiagnosticEngine &diagnostics;
  FrontendOptions frontend;
  bool hasList = false;
};

} // namespace

bool listJobs(const KernelRequest &request, size_t number, EmitKind emit, std::shared_ptr<const CompileInput> input,
              std::vector<CompileJob> &jobs, DiagnosticEngine &diagnostics) {
  const size_t before = diagnostics.all().size();
  const bool isListed = llvm::all_of(request.targets, [&](const Target &target) {
    return TargetJobs(request, number, emit, target, input, diagnostics).list(jobs);
  });
  placeErrors(diagnostics, before, request.where);
  return isListed;
}

void placeErrors(DiagnosticEngine &diagnostics, size_t first, SourceRange where) {
  for (const auto &diagnostic : diagnostics.all().drop_front(first))
    if (!diagnostic->range.valid() && diagnostic->severity == Severity::Error)
      diagnostic->range = where;
}

} // namespace tritonc

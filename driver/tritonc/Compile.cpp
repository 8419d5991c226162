//===- Compile.cpp - one kernel, one target, one variant ------------------===//
//
// The phases in their order. Everything that is specific to a target stands in the last two steps.
//
//===----------------------------------------------------------------------===//
#include "driver/tritonc/Compile.h"
#include "backend/Occupancy.h"
#include "backend/amdgpu/AmdgpuBackend.h"
#include "backend/cpu/CpuBackend.h"
#include "backend/nvptx/NvptxBackend.h"
#include "driver/common/ExitCode.h"
#include "driver/common/Version.h"
#include "driver/tritonc/IrDiagnostics.h"
#include "driver/tritonc/IrInput.h"
#include "driver/tritonc/LayoutReport.h"
#include "passes/Passes.h"
#include "passes/Pipelines.h"
#include "passes/ir/Dialects.h"
#include "llvm/ADT/StringSwitch.h"
#include "llvm/Support/Path.h"
#include "llvm/Support/SHA256.h"
#include "llvm/Transforms/Utils/Cloning.h"

using namespace llvm;

namespace tritonc {

std::optional<EmitKind> parseEmitKind(StringRef word) {
  return StringSwitch<std::optional<EmitKind>>(word)
      .Case("ast", EmitKind::Ast)
      .Case("ttir", EmitKind::Ttir)
      .Case("ttgir", EmitKind::Ttgir)
      .Case("llvm", EmitKind::Llvm)
      .Case("ptx", EmitKind::Ptx)
      .Case("cubin", EmitKind::Cubin)
      .Case("amdgcn", EmitKind::Amdgcn)
      .Case("hsaco", EmitKind::Hsaco)
      .Case("so", EmitKind::SharedObject)
      .Case("obj", EmitKind::Object)
      .Case("header", EmitKind::Header)
      .Case("bundle", EmitKind::Bundle)
      .Default(std::nullopt);
}

std::optional<EmitKind> emitKindOfSuffix(StringRef path) {
  return StringSwitch<std::optional<EmitKind>>(sys::path::extension(path))
      .Case(".ttir", EmitKind::Ttir)
      .Cases({".ttgir", ".mlir"}, EmitKind::Ttgir)
      .Case(".ll", EmitKind::Llvm)
      .Case(".ptx", EmitKind::Ptx)
      .Case(".cubin", EmitKind::Cubin)
      .Case(".s", EmitKind::Amdgcn)
      .Case(".hsaco", EmitKind::Hsaco)
      .Case(".so", EmitKind::SharedObject)
      .Case(".o", EmitKind::Object)
      .Case(".h", EmitKind::Header)
      .Case(".tkb", EmitKind::Bundle)
      .Default(std::nullopt);
}

StringRef emitKindName(EmitKind kind) {
  static const StringRef names[] = {"ast",    "ttir",  "ttgir", "llvm", "ptx",    "cubin",
                                    "amdgcn", "hsaco", "so",    "obj",  "header", "bundle"};
  return names[static_cast<int>(kind)];
}

bool isText(EmitKind kind) { return kind <= EmitKind::Ptx || kind == EmitKind::Amdgcn || kind == EmitKind::Header; }

namespace {

class Compiler {
public:
  Compiler(const CompileJob &job, const TritoncOptions &options, CompileCache *cache, const std::string &label,
           DiagnosticEngine &diagnostics)
      : input(*job.input), job(job), options(options), cache(cache), frontendOptions(job.frontend),
        stages(options, label), diagnostics(diagnostics), context(mlir::MLIRContext::Threading::DISABLED) {
    frontendOptions.variant = job.variant;
    frontendOptions.target = job.target.name;
    lowering.target = job.target;
    lowering.numWarps = job.variant.numWarps;
    lowering.numStages = job.variant.numStages;
    lowering.keepOperands = job.keepOperands;
    lowering.numCtas = job.variant.numCtas;
    lowering.optLevel = options.optLevel;
    lowering.lineInfo = options.debugInfo || options.lineInfo;
  }

  CompileResult run() {
    files->add(input.path, input.text);
    diagnostics.keepAlive(files);
    // A user's error is shown in the source, not in our IR.
    context.printOpOnDiagnostic(false);
    IrDiagnostics handler(&context, *files, diagnostics);
    if (!compileToImages() && result.exitCode == 0 && !stages.stopped())
      result.exitCode = kBadInput;
    if (diagnostics.hasErrors() && result.exitCode == 0)
      result.exitCode = kBadInput;
    if (result.exitCode != 0)
      result.images.clear();
    result.needsTooMuchShared = result.exitCode == kBadInput && needsTooMuchShared();
    result.isUnfit = result.needsTooMuchShared || (front.module && (*front.module)->hasAttr(unfitAttr)) ||
                     (result.exitCode == kBadInput && llvm::any_of(diagnostics.all(), [](const auto &diagnostic) {
                        return diagnostic->id == DiagId::sem_static_assert;
                      }));
    result.text = stages.stoppedAt() + result.text;
    result.printed = stages.printed();
    if (options.timeReport)
      result.timeReport = stages.timeReport();
    return std::move(result);
  }

private:
  /// False after an error or when asked to stop.
  bool compileToImages() {
    loadDialects(context);
    if (!options.sanitize.empty() && !job.target.isCPU()) {
      diagnostics.report(DiagId::driver_contradiction, {}, "-fsanitize", "--target=" + job.target.name)
          .withHint("the checks are made by code for --target=cpu");
      return false;
    }
    if (!runFrontend() || !runPasses("block", ".ttir", buildBlockPipeline))
      return false;
    if (job.emit == EmitKind::Ttir)
      return printIr();
    describeJob(manifest);
    if (!cache || !isCacheable())
      return compileForTarget();
    const std::string key = cacheKey(job, options, blockText());
    if (auto known = cache->find(key)) {
      for (CachedImage &image : *known)
        addCached(std::move(image));
      return true;
    }
    // A variant that is refused or warned about is compiled each time, so that each run says so.
    const size_t before = diagnostics.all().size();
    const bool done = compileForTarget();
    if (done && diagnostics.all().size() == before && !result.images.empty())
      cache->add(key, cachedImages());
    else
      cache->giveUp(key);
    return done;
  }

  bool compileForTarget() { return job.target.isCPU() ? compileForCpu() : compileForGpu(); }

  /// Whoever looks inside of a compile wants it to take place.
  bool isCacheable() const {
    return job.emit >= EmitKind::Ptx && options.stopAfter.empty() && options.dumpStages.empty() &&
           options.tempsBase.empty() && options.printAfter.empty() && !options.printAfterAll && !options.timeReport &&
           !options.printLayouts;
  }

  /// The block IR; with source lines where the code will have them: line tables, and assertions, which name theirs.
  std::string blockText() {
    bool lines = options.debugInfo || options.lineInfo;
    if (!lines)
      front.module->walk([&](mlir::Operation *op) {
        lines |= isa<tt::AssertOp, tt::PrintOp>(op);
        return lines ? mlir::WalkResult::interrupt() : mlir::WalkResult::advance();
      });
    std::string text;
    raw_string_ostream os(text);
    mlir::OpPrintingFlags flags;
    if (lines)
      flags.enableDebugInfo();
    front.module->print(os, flags);
    // What the launcher is to do for the code (descriptors) goes by the parameters' names.
    for (const ManifestParam &param : front.params)
      os << "\n" << param.name;
    return text;
  }

  /// A cached image says what its code needs; the rest of the manifest is this job's.
  void addCached(CachedImage image) {
    describeJob(image.manifest);
    result.images.push_back({std::move(image.manifest), std::move(image.bytes)});
  }

  std::vector<CachedImage> cachedImages() const {
    std::vector<CachedImage> images;
    for (const CompiledImage &image : result.images)
      images.push_back({image.manifest, image.bytes});
    return images;
  }

  /// Whether shared memory was what did not fit: the pass that places it leaves on the module what it would have
  /// needed.
  bool needsTooMuchShared() const {
    auto bytes = front.module ? (*front.module)->getAttrOfType<mlir::IntegerAttr>("ttg.shared") : mlir::IntegerAttr();
    return bytes && !job.target.isCPU() && bytes.getInt() > job.target.maxSharedBytes;
  }

  /// PTX has letters, digits, _ and $ for names (PTX ISA, "Identifiers"), and LLVM makes _ of the dots in names that
  /// nobody else sees. Python and textual IR have more, and so have object files.
  bool checkNames() {
    bool ok = true;
    for (auto function : front.module->getOps<tt::FuncOp>()) {
      StringRef name = function.getName();
      bool mayHaveDots = function.isPrivate();
      bool fits = !name.empty() && !isDigit(name.front()) &&
                  all_of(name, [&](char c) { return isAlnum(c) || c == '_' || c == '$' || (mayHaveDots && c == '.'); });
      if (!fits)
        function.emitError() << "'" << name
                             << "' cannot be the name of a PTX function, which has ASCII letters, digits, '_' and '$'";
      ok &= fits;
    }
    return ok;
  }

  bool runFrontend() {
    auto body = [&] {
      if (input.isIr())
        return readIr(input, frontendOptions, context, diagnostics, front);
      auto compiled = compileKernel(*input.module, frontendOptions, context, diagnostics);
      if (!compiled || diagnostics.hasErrors())
        return false;
      front = std::move(*compiled);
      lowering.isSearched = front.isSearched;
      lowering.preserved = front.preserved;
      return true;
    };
    bool ok = stages.run("frontend", ".ttir", body, [&](raw_ostream &os) { printModule(os); });
    result.dependencies = front.dependencies;
    return ok && (!job.target.isNVIDIA() || checkNames());
  }

  bool runPasses(StringRef phase, StringRef suffix, void (*build)(mlir::OpPassManager &, const LoweringOptions &)) {
    auto body = [&] {
      mlir::PassManager passes(&context, mlir::ModuleOp::getOperationName());
      passes.enableVerifier(false);
      stages.observe(passes);
      build(passes, lowering);
      return succeeded(passes.run(*front.module)) && !diagnostics.hasErrors();
    };
    return stages.run(phase, suffix, body, [&](raw_ostream &os) { printModule(os); });
  }

  void printModule(raw_ostream &os) {
    mlir::OpPrintingFlags flags;
    if (options.debugInfo || options.lineInfo)
      flags.enableDebugInfo();
    front.module->print(os, flags);
    os << "\n";
  }

  bool printIr() {
    raw_string_ostream os(result.text);
    printModule(os);
    return true;
  }

  /// layout-assign reads these.
  void setMatrixWishes() {
    if (!job.target.isAMD())
      return;
    mlir::Builder builder(&context);
    mlir::ModuleOp module = *front.module;
    if (job.variant.matrixInstrNonKDim)
      module->setAttr("ttg.matrix-instr-nonkdim", builder.getI32IntegerAttr(job.variant.matrixInstrNonKDim));
    if (job.variant.kpack > 1)
      module->setAttr("ttg.kpack", builder.getI32IntegerAttr(job.variant.kpack));
  }

  bool compileForGpu() {
    setMatrixWishes();
    if (!runPasses("layout", ".ttgir", buildLayoutPipeline) || !runPasses("pipeline", ".ttgir", buildLoopPipeline))
      return false;
    if (options.printLayouts) {
      raw_string_ostream os(result.text);
      printLayouts(*front.module, os);
    }
    if (job.emit == EmitKind::Ttgir)
      return printIr();
    if (!runPasses("lower", ".mlir", buildGpuLoweringPipeline))
      return false;
    if (auto shared = (*front.module)->getAttrOfType<mlir::IntegerAttr>("ttg.shared"))
      manifest.resources.sharedBytes = static_cast<int>(shared.getInt());
    readTensorMaps();
    GpuCodegenOptions codegen{job.target,       job.variant.numWarps, job.variant.maxRegisters, job.variant.wavesPerEu,
                              options.optLevel, lowering.lineInfo};
    LLVMModule llvm;
    auto print = [&](raw_ostream &os) { os << tritonc::printModule(*llvm.module); };
    auto translate = [&] {
      return take(translateToLLVM(*front.module, lowering.lineInfo, job.target.isNVIDIA()), llvm);
    };
    auto optimize = [&] {
      return succeeded(job.target.isNVIDIA() ? optimizeNvptx(llvm, codegen) : optimizeAmdgpu(*llvm.module, codegen));
    };
    if (!stages.run("translate", ".ll", translate, print) || !stages.run("optimize", ".opt.ll", optimize, print))
      return false;
    if (job.emit == EmitKind::Llvm) {
      result.text += tritonc::printModule(*llvm.module);
      return true;
    }
    return job.target.isNVIDIA() ? emitNvidia(llvm, codegen) : emitAmd(*llvm.module, codegen);
  }

  bool emitNvidia(LLVMModule &module, const GpuCodegenOptions &codegen) {
    std::string ptx;
    // Shared memory of a launch is dynamic on NVIDIA.
    manifest.sharedBytes = std::max(0, manifest.resources.sharedBytes);
    auto emit = [&] { return take(emitPtx(module, codegen), ptx); };
    if (!stages.run("codegen", ".ptx", emit, [&](raw_ostream &os) { os << ptx; }))
      return false;
    bool cubinNeeded = job.emit == EmitKind::Cubin;
    CubinResult cubin;
    if (cubinNeeded || job.alsoCubin || job.wantResources) {
      auto assembled = assemblePtx(ptx, codegen, options.tools);
      if (assembled) {
        cubin = std::move(*assembled);
        cubin.resources.sharedBytes = manifest.resources.sharedBytes;
        manifest.resources = cubin.resources;
        computeOccupancy(manifest.resources, job.target, job.variant.numWarps);
      } else if (cubinNeeded || !assembled.errorIsA<MissingToolError>()) {
        return succeeded(assembled.takeError());
      } else {
        consumeError(assembled.takeError());
        manifest.resources.source = "ptxas not found";
      }
    }
    if (!cubinNeeded)
      addImage("ptx", std::move(ptx));
    if (!cubin.cubin.empty() && (cubinNeeded || job.alsoCubin))
      addImage("cubin", std::move(cubin.cubin));
    return true;
  }

  bool emitAmd(llvm::Module &module, const GpuCodegenOptions &codegen) {
    std::string code;
    auto emit = [&] {
      if (job.emit == EmitKind::Amdgcn)
        return take(emitAmdgcn(module, codegen), code);
      if (job.emit == EmitKind::Object)
        return take(emitAmdgpuObject(module, codegen), code);
      return take(emitHsaco(module, codegen, options.tools), code);
    };
    // The code generator consumes the module, so an assembly text for a dump or a report needs a copy of it.
    std::unique_ptr<llvm::Module> copy = CloneModule(module);
    auto print = [&](raw_ostream &os) {
      auto text = emitAmdgcn(*copy, codegen);
      if (text)
        os << *text;
      else
        consumeError(text.takeError());
    };
    if (!stages.run("codegen", ".s", emit, print))
      return false;
    std::string object;
    StringRef elf = code;
    if (job.emit == EmitKind::Amdgcn && job.wantResources) {
      if (!take(emitAmdgpuObject(*copy, codegen), object))
        return false;
      elf = object;
    }
    if (job.emit != EmitKind::Amdgcn || job.wantResources) {
      auto report = readCodeObjectMetadata(elf, manifest.kernel);
      if (!report)
        return succeeded(report.takeError());
      manifest.resources = *report;
      computeOccupancy(manifest.resources, job.target, job.variant.numWarps);
    }
    addImage(job.emit == EmitKind::Amdgcn ? "amdgcn" : job.emit == EmitKind::Object ? "o" : "hsaco", std::move(code));
    return true;
  }

  bool compileForCpu() {
    CpuOptions cpu;
    cpu.optLevel = options.optLevel;
    cpu.cpu = options.cpuName;
    cpu.debugLines = lowering.lineInfo;
    for (const std::string &check : options.sanitize)
      cpu.sanitize |= check == "bounds" ? kBounds : check == "race" ? kRaces : check == "nan" ? kNaN : kUninitialized;
    cpu.tools = options.tools;
    CpuOutput kind = job.emit == EmitKind::Llvm     ? CpuOutput::LLVMText
                     : job.emit == EmitKind::Amdgcn ? CpuOutput::Assembly
                     : job.emit == EmitKind::Object ? CpuOutput::Object
                                                    : CpuOutput::SharedObject;
    std::string code, text;
    // The backend goes from block IR to the image in one step; its LLVM IR is made for whoever wants to see it.
    if (stages.wants("optimize") && kind != CpuOutput::LLVMText) {
      mlir::OwningOpRef<mlir::ModuleOp> copy = front.module->clone();
      auto show = [&] { return take(emitCpu(*copy, cpu, CpuOutput::LLVMText), text); };
      if (!stages.run("optimize", ".ll", show, [&](raw_ostream &os) { os << text; }))
        return false;
    }
    auto emit = [&] { return take(emitCpu(*front.module, cpu, kind), code); };
    if (!stages.run("codegen", ".so", emit, [&](raw_ostream &os) { os << code; }))
      return false;
    manifest.resources.source = "host code";
    if (job.emit == EmitKind::Llvm) {
      result.text += code;
      return true;
    }
    addImage(kind == CpuOutput::SharedObject ? "so" : kind == CpuOutput::Object ? "o" : "s", std::move(code));
    return true;
  }

  /// Sets what is known without the code.
  void describeJob(Manifest &m) const {
    m.compilerVersion = TRITONC_VERSION;
    m.kernel = front.kernel;
    m.target = job.target.name;
    m.params = front.params;
    m.constexprs = front.constexprs;
    m.numWarps = job.variant.numWarps;
    m.numStages = job.variant.numStages;
    m.numCtas = job.variant.numCtas;
    m.maxRegisters = job.variant.maxRegisters;
    m.wavesPerEu = job.variant.wavesPerEu;
    m.matrixInstrNonKDim = job.variant.matrixInstrNonKDim;
    m.kpack = job.variant.kpack == Variant().kpack ? 0 : job.variant.kpack;
    m.tuneKey = job.autotune.key;
    m.resetToZero = namesOf(job.autotune.resetToZero);
    m.restoreValue = namesOf(job.autotune.restoreValue);
    m.warpSize = job.target.warpSize;
    m.threads = job.target.isCPU() ? 1 : job.variant.numWarps * job.target.warpSize;
  }

  /// What block-host-descriptors left to the launcher.
  void readTensorMaps() {
    auto entries = (*front.module)->getAttrOfType<mlir::ArrayAttr>("ttg.tensor_maps");
    for (mlir::Attribute entry : entries ? entries.getValue() : llvm::ArrayRef<mlir::Attribute>()) {
      auto each = llvm::cast<mlir::DictionaryAttr>(entry);
      // "p3" is parameter 3; what is no parameter is a number.
      auto name = [&](int64_t index) { return front.params[size_t(index)].name; };
      auto list = [&](StringRef key) {
        std::vector<std::string> texts;
        for (auto text : each.getAs<mlir::ArrayAttr>(key).getAsValueRange<mlir::StringAttr>()) {
          unsigned index = 0;
          StringRef rest = text;
          texts.push_back(rest.consume_front("p") && !rest.getAsInteger(10, index) ? name(index) : text.str());
        }
        return texts;
      };
      auto block = llvm::cast<mlir::RankedTensorType>(each.getAs<mlir::TypeAttr>("block").getValue());
      ManifestTensorMap map;
      map.base = name(each.getAs<mlir::IntegerAttr>("base").getInt());
      map.sizes = list("sizes");
      map.strides = list("strides");
      map.elementBytes = int(block.getElementTypeBitWidth() / 8);
      map.boxRows = int(block.getDimSize(0));
      map.boxColumns = int(std::min<int64_t>(block.getDimSize(1), 128 / map.elementBytes));
      manifest.tensorMaps.push_back(map);
    }
  }

  /// Those that are left at run time.
  std::vector<std::string> namesOf(const std::vector<std::string> &names) const {
    std::vector<std::string> left;
    for (const std::string &name : names)
      if (llvm::any_of(front.params, [&](const ManifestParam &param) { return param.name == name; }))
        left.push_back(name);
    return left;
  }

  void addImage(StringRef kind, std::string bytes) {
    CompiledImage image{manifest, std::move(bytes)};
    image.manifest.imageKind = kind.str();
    auto hash = SHA256::hash(arrayRefFromStringRef(image.bytes));
    image.manifest.contentHash = toHex(hash, /*LowerCase=*/true);
    result.images.push_back(std::move(image));
  }

  /// Moves a value out, or reports the error.
  template <typename T> bool take(Expected<T> value, T &into) {
    if (!value)
      return succeeded(value.takeError());
    into = std::move(*value);
    return true;
  }

  bool succeeded(mlir::LogicalResult value) { return mlir::succeeded(value); }
  bool succeeded(Error error) {
    if (!error)
      return true;
    handleAllErrors(
        std::move(error),
        [&](const MissingToolError &missing) {
          diagnostics.report(DiagId::driver_tool_missing, {}, missing.tool).withHint(missing.hint);
          result.exitCode = kMissing;
        },
        [&](const ErrorInfoBase &other) {
          // What was reported at its place needs no summary.
          if (!diagnostics.hasErrors())
            diagnostics.report(DiagId::driver_tool_failed, {}, other.message());
        });
    return false;
  }

  const CompileInput &input;
  const CompileJob &job;
  const TritoncOptions &options;
  CompileCache *cache;
  FrontendOptions frontendOptions;
  Stages stages;
  DiagnosticEngine &diagnostics;
  /// Diagnostics quote these after the compile is over.
  std::shared_ptr<SourceFiles> files = std::make_shared<SourceFiles>();
  mlir::MLIRContext context;
  LoweringOptions lowering;
  FrontendResult front;
  Manifest manifest;
  CompileResult result;
};

} // namespace

std::vector<std::string> passNames(const Target &target) {
  mlir::MLIRContext context(mlir::MLIRContext::Threading::DISABLED);
  mlir::PassManager passes(&context, mlir::ModuleOp::getOperationName());
  LoweringOptions lowering;
  lowering.target = target;
  buildBlockPipeline(passes, lowering);
  if (!target.isCPU()) {
    buildLayoutPipeline(passes, lowering);
    buildLoopPipeline(passes, lowering);
    buildGpuLoweringPipeline(passes, lowering);
  }
  std::string text;
  raw_string_ostream os(text);
  passes.printAsTextualPipeline(os);
  // `builtin.module(a,b{option=1},tt.func(c))`: names stand before a comma, a bracket or a brace; options hold a '='.
  std::vector<std::string> names;
  SmallVector<StringRef> words;
  SplitString(text, words, ",(){} ");
  for (StringRef word : words)
    if (!word.contains('=') && !word.contains('.') && !is_contained(names, word))
      names.push_back(word.str());
  return names;
}

CompileResult compile(const CompileJob &job, const TritoncOptions &options, CompileCache *cache,
                      const std::string &label, DiagnosticEngine &diagnostics) {
  CompileJob attempt = job;
  for (;;) {
    CompileResult result = Compiler(attempt, options, cache, label, diagnostics).run();
    const bool hasFewerStages = job.mayLowerStages && attempt.variant.numStages > 1;
    // Better spills than no kernel; only AMD's lowering moves such operands.
    const bool hasMovedOperands = job.target.isAMD() && !attempt.keepOperands;
    if (!result.needsTooMuchShared || (!hasFewerStages && !hasMovedOperands)) {
      // A number that somebody asked for is not changed silently.
      if (result.exitCode == kDone && !options.numStages.empty() && attempt.variant.numStages < job.variant.numStages)
        diagnostics.report(DiagId::stages_lowered, {}, job.variant.numStages, job.target.name,
                           attempt.variant.numStages);
      return result;
    }
    if (hasFewerStages)
      --attempt.variant.numStages;
    else
      attempt.keepOperands = true;
    diagnostics = DiagnosticEngine();
  }
}

} // namespace tritonc

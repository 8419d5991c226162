//===- LLVMModule.cpp - from the LLVM dialect to LLVM IR, and on to code --===//
#include "backend/llvm/LLVMModule.h"
#include "backend/llvm/CodegenErrors.h"
#include "mlir/Dialect/LLVMIR/Transforms/Passes.h"
#include "mlir/Pass/PassManager.h"
#include "mlir/Target/LLVMIR/Dialect/Builtin/BuiltinToLLVMIRTranslation.h"
#include "mlir/Target/LLVMIR/Dialect/LLVMIR/LLVMToLLVMIRTranslation.h"
#include "mlir/Target/LLVMIR/ModuleTranslation.h"
#include "llvm/CodeGen/CodeGenTargetMachineImpl.h"
#include "llvm/CodeGen/MachineModuleInfo.h"
#include "llvm/CodeGen/Passes.h"
#include "llvm/CodeGen/TargetPassConfig.h"
#include "llvm/IR/DebugInfo.h"
#include "llvm/IR/LegacyPassManager.h"
#include "llvm/IR/OptBisect.h"
#include "llvm/IR/Verifier.h"
#include "llvm/Support/SmallVectorMemoryBuffer.h"

using namespace llvm;

namespace tritonc {

Expected<LLVMModule> translateToLLVM(mlir::ModuleOp module, bool withDebugLines, bool onlyDirectives) {
  mlir::DialectRegistry registry;
  mlir::registerBuiltinDialectTranslation(registry);
  mlir::registerLLVMDialectTranslation(registry);
  module.getContext()->appendDialectRegistry(registry);
  // Locations become line tables only inside a function that has a debug scope.
  if (withDebugLines) {
    mlir::PassManager passes(module.getContext(), mlir::ModuleOp::getOperationName());
    mlir::LLVM::DIScopeForLLVMFuncOpPassOptions options;
    if (onlyDirectives)
      options.emissionKind = mlir::LLVM::DIEmissionKind::DebugDirectivesOnly;
    passes.addPass(mlir::LLVM::createDIScopeForLLVMFuncOpPass(options));
    if (failed(passes.run(module)))
      return createStringError(inconvertibleErrorCode(), "line tables cannot be made");
  }
  LLVMModule result;
  result.context = std::make_unique<LLVMContext>();
  result.module = mlir::translateModuleToLLVMIR(module, *result.context, "tritonc", /*disableVerification=*/true);
  if (!result.module)
    return createStringError(inconvertibleErrorCode(), "translation to LLVM IR failed");
  if (!withDebugLines)
    StripDebugInfo(*result.module);
  std::string problems;
  raw_string_ostream os(problems);
  if (verifyModule(*result.module, &os))
    return createStringError(inconvertibleErrorCode(), "invalid LLVM IR: " + problems);
  return result;
}

bool isAmdMatrixProduct(const Function &function) {
  return function.getName().starts_with("llvm.amdgcn.wmma.") || function.getName().starts_with("llvm.amdgcn.mfma.");
}

Function *findKernel(Module &module) {
  for (Function &function : module)
    if (!function.isDeclaration() && function.hasExternalLinkage())
      return &function;
  return nullptr;
}

namespace {
/// Leaves out passes of the code generator:
/// - Straight-line strength reduction: since LLVM 22 it compares each address with all before it, by scalar evolution.
///   Half of the time for a matrix product of middling size, minutes for large ones, a third for kernels of 500
///   instructions. ptxas does the same work: with and without it, attention kernels differ by at most 2 registers and
///   0.3 % of code. Code for AMD GPUs is the same with it but for 2 registers here and there. So GPUs always go without
///   it, the host where functions are long.
/// - The load/store vectoriser and n-ary reassociation compare in the same way, but only where there are far more
///   addresses. The layouts have made wide what can be wide; what is found beyond that is some scalar loads, and on AMD
///   GPUs nothing that pays: kernels take the same registers without.
/// - What the target does not want where functions are long.
class LongFunctions final : public OptPassGate {
public:
  LongFunctions(Module &module, const CodegenTuning *tuning)
      : context(module.getContext()), outer(context.getOptPassGate()), tuning(tuning) {
    const unsigned instructions = module.getInstructionCount();
    isLong = instructions > 1000;
    isVeryLong = instructions > 8000;
    isAmd = module.getTargetTriple().isAMDGPU();
    isGpu = isAmd || module.getTargetTriple().isNVPTX();
    context.setOptPassGate(*this);
  }
  ~LongFunctions() override { context.setOptPassGate(outer); }
  bool isEnabled() const override { return isLong || isGpu || outer.isEnabled(); }
  bool shouldRunPass(StringRef pass, StringRef where) const override {
    if ((isLong || isGpu) && pass == "slsr")
      return false;
    if ((isVeryLong || isAmd) && (pass == "load-store-vectorizer" || pass == "nary-reassociate"))
      return false;
    if (isLong && tuning && tuning->skips(pass))
      return false;
    return !outer.isEnabled() || outer.shouldRunPass(pass, where);
  }

private:
  LLVMContext &context;
  OptPassGate &outer;
  const CodegenTuning *tuning;
  bool isLong = false, isVeryLong = false, isAmd = false, isGpu = false;
};
} // namespace

namespace {
/// A pass manager without the passes that a target does not want.
class ChosenPasses final : public legacy::PassManager {
public:
  explicit ChosenPasses(const CodegenTuning *tuning) : tuning(tuning) {}
  void add(Pass *pass) override {
    if (tuning && tuning->lacks(pass->getPassName()))
      delete pass;
    else
      legacy::PassManager::add(pass);
  }

private:
  const CodegenTuning *tuning;
};
} // namespace

/// What TargetMachine::addPassesToEmitFile does, with a word in between.
static bool addCodegenPasses(TargetMachine &machine, legacy::PassManager &passes, raw_pwrite_stream &os,
                             CodeGenFileType fileType, CodegenTuning &tuning) {
  auto &target = static_cast<CodeGenTargetMachineImpl &>(machine);
  auto *info = new MachineModuleInfoWrapperPass(&target);
  TargetPassConfig *config = target.createPassConfig(passes);
  config->setDisableVerify(true);
  tuning.configure(*config);
  passes.add(config);
  passes.add(info);
  if (config->addISelPasses())
    return false;
  config->addMachinePasses();
  config->setInitialized();
  if (target.addAsmPrinter(passes, os, nullptr, fileType, info->getMMI().getContext()))
    return false;
  passes.add(createFreeMachineFunctionPass());
  return true;
}

Expected<std::string> emitMachineCode(Module &module, TargetMachine &machine, CodeGenFileType fileType,
                                      CodegenTuning *tuning) {
  SmallVector<char, 0> buffer;
  raw_svector_ostream os(buffer);
  auto passes = std::make_unique<ChosenPasses>(tuning);
  if (tuning ? !addCodegenPasses(machine, *passes, os, fileType, *tuning)
             : machine.addPassesToEmitFile(*passes, os, nullptr, fileType, /*DisableVerify=*/true))
    return createStringError(inconvertibleErrorCode(), "the code generator cannot write this kind of file");
  LongFunctions gate(module, tuning);
  if (Error error = CodegenErrors::run(std::move(passes), module))
    return std::move(error);
  return std::string(buffer.begin(), buffer.end());
}

std::string printModule(const Module &module) {
  std::string text;
  raw_string_ostream os(text);
  module.print(os, nullptr);
  return text;
}

} // namespace tritonc

//===- HostCode.cpp - from LLVM IR to host objects ------------------------===//
//
// The shared object must not depend on the machine that makes it, so it is not linked against that machine's libm: a
// stub with libm's name and the symbols in question is written instead. The object then asks for libm.so.6 by name and
// for its symbols without a version, which every glibc satisfies.
//
//===----------------------------------------------------------------------===//
#include "backend/cpu/HostCode.h"
#include "backend/llvm/CodegenErrors.h"
#include "backend/llvm/TargetRegistration.h"
#include "backend/toolchain/Link.h"
#include "llvm/BinaryFormat/ELF.h"
#include "llvm/IR/LegacyPassManager.h"
#include "llvm/InterfaceStub/ELFObjHandler.h"
#include "llvm/InterfaceStub/IFSStub.h"
#include "llvm/MC/MCSubtargetInfo.h"
#include "llvm/MC/TargetRegistry.h"
#include "llvm/Passes/PassBuilder.h"
#include "llvm/Support/TargetSelect.h"
#include "llvm/TargetParser/Host.h"
#include "llvm/TargetParser/X86TargetParser.h"
#include "llvm/Transforms/InstCombine/InstCombine.h"
#include "llvm/Transforms/Scalar/ADCE.h"
#include "llvm/Transforms/Scalar/EarlyCSE.h"
#include "llvm/Transforms/Scalar/GVN.h"
#include "llvm/Transforms/Scalar/LICM.h"
#include "llvm/Transforms/Scalar/LoopPassManager.h"
#include "llvm/Transforms/Scalar/SROA.h"
#include "llvm/Transforms/Scalar/SimplifyCFG.h"

using namespace llvm;

#define TRITONC_CONCAT_(a, b, c) a##b##c
#define TRITONC_CONCAT(a, b, c) TRITONC_CONCAT_(a, b, c)
#define TRITONC_HOST_INIT(what) TRITONC_CONCAT(LLVMInitialize, TRITONC_HOST_TARGET, what)
extern "C" {
void TRITONC_HOST_INIT(TargetInfo)();
void TRITONC_HOST_INIT(Target)();
void TRITONC_HOST_INIT(TargetMC)();
void TRITONC_HOST_INIT(AsmPrinter)();
}

namespace tritonc {

StringRef baselineCpu() {
#if defined(__aarch64__)
  return "generic";
#else
  return "x86-64-v3";
#endif
}

namespace cpu {

Expected<std::unique_ptr<TargetMachine>> hostMachine(const CpuOptions &options) {
  [[maybe_unused]] static const bool registered = registerTargetOnce([] {
    TRITONC_HOST_INIT(TargetInfo)();
    TRITONC_HOST_INIT(Target)();
    TRITONC_HOST_INIT(TargetMC)();
    TRITONC_HOST_INIT(AsmPrinter)();
  });
#if defined(__aarch64__)
  Triple triple("aarch64-unknown-linux-gnu");
#else
  Triple triple("x86_64-unknown-linux-gnu");
#endif
  std::string message;
  const llvm::Target *target = TargetRegistry::lookupTarget(triple, message);
  if (!target)
    return createStringError(inconvertibleErrorCode(), message);
  std::string cpu = options.cpu.empty() ? baselineCpu().str() : options.cpu, features;
  if (cpu == "native") {
    cpu = sys::getHostCPUName().str();
    for (auto &feature : sys::getHostCPUFeatures())
      features += (features.empty() ? "" : ",") + std::string(feature.second ? "+" : "-") + feature.first().str();
  }
  // Asked before a machine is made for it, or LLVM talks to standard error, or dies of a 32-bit processor.
  std::unique_ptr<MCSubtargetInfo> known(target->createMCSubtargetInfo(triple, "", ""));
  bool isKnown = known && known->isCPUStringValid(cpu);
#if !defined(__aarch64__)
  isKnown &= X86::parseArchX86(cpu, /*Only64Bit=*/true) != X86::CK_None;
#endif
  if (!isKnown)
    return createStringError(inconvertibleErrorCode(), "unknown cpu '" + cpu + "'");
  auto level = options.optLevel == 0   ? CodeGenOptLevel::None
               : options.optLevel == 1 ? CodeGenOptLevel::Less
               : options.optLevel == 2 ? CodeGenOptLevel::Default
                                       : CodeGenOptLevel::Aggressive;
  TargetOptions targetOptions;
  std::unique_ptr<TargetMachine> machine(
      target->createTargetMachine(triple, cpu, features, targetOptions, Reloc::PIC_, std::nullopt, level));
  if (!machine)
    return createStringError(inconvertibleErrorCode(), "LLVM makes no code for cpu '" + cpu + "'");
  return machine;
}

/// The functions are vector code with explicit loops by now, one function per kernel with nothing to inline: what is
/// left is to promote accumulators to registers, to move invariants out of loops and to remove what is computed twice.
/// LLVM's standard pipeline comes to the same code in four times the time.
static FunctionPassManager hostPasses() {
  FunctionPassManager passes;
  passes.addPass(SROAPass(SROAOptions::ModifyCFG));
  passes.addPass(EarlyCSEPass(/*UseMemorySSA=*/true));
  passes.addPass(InstCombinePass());
  passes.addPass(SimplifyCFGPass());
  LoopPassManager loops;
  loops.addPass(LICMPass(LICMOptions()));
  passes.addPass(createFunctionToLoopPassAdaptor(std::move(loops), /*UseMemorySSA=*/true));
  passes.addPass(GVNPass());
  passes.addPass(InstCombinePass());
  passes.addPass(SimplifyCFGPass());
  passes.addPass(ADCEPass());
  return passes;
}

void optimizeForHost(Module &module, TargetMachine &machine, int optLevel) {
  if (optLevel == 0)
    return;
  PassBuilder builder(&machine);
  LoopAnalysisManager loops;
  FunctionAnalysisManager functions;
  CGSCCAnalysisManager sccs;
  ModuleAnalysisManager modules;
  builder.registerModuleAnalyses(modules);
  builder.registerCGSCCAnalyses(sccs);
  builder.registerFunctionAnalyses(functions);
  builder.registerLoopAnalyses(loops);
  builder.crossRegisterProxies(loops, functions, sccs, modules);
  ModulePassManager passes;
  passes.addPass(createModuleToFunctionPassAdaptor(hostPasses()));
  passes.run(module, modules);
}

Expected<std::string> emitMachineCode(Module &module, TargetMachine &machine, bool assembly) {
  SmallVector<char, 0> buffer;
  raw_svector_ostream os(buffer);
  auto passes = std::make_unique<legacy::PassManager>();
  if (machine.addPassesToEmitFile(*passes, os, nullptr,
                                  assembly ? CodeGenFileType::AssemblyFile : CodeGenFileType::ObjectFile))
    return createStringError(inconvertibleErrorCode(), "the host's code generator cannot emit this kind of file");
  if (Error error = CodegenErrors::run(std::move(passes), module))
    return std::move(error);
  return std::string(buffer.begin(), buffer.end());
}

static Error writeMathStub(StringRef path, ArrayRef<std::string> symbols) {
  ifs::IFSStub stub;
  stub.SoName = "libm.so.6";
  stub.Target.BitWidth = ifs::IFSBitWidthType::IFS64;
  stub.Target.Endianness = ifs::IFSEndiannessType::Little;
#if defined(__aarch64__)
  stub.Target.Arch = ELF::EM_AARCH64;
#else
  stub.Target.Arch = ELF::EM_X86_64;
#endif
  for (const std::string &name : symbols) {
    ifs::IFSSymbol symbol(name);
    symbol.Type = ifs::IFSSymbolType::Func;
    symbol.Size = 0;
    stub.Symbols.push_back(symbol);
  }
  return ifs::writeBinaryStub(path, stub);
}

Expected<std::string> linkShared(StringRef object, StringRef soname, ArrayRef<std::string> mathSymbols,
                                 const ToolPaths &tools) {
  auto folder = TemporaryFolder::create();
  if (!folder)
    return folder.takeError();
  std::string in = folder->file("kernel.o"), stub = folder->file("libm.so");
  if (Error error = writeFile(in, object))
    return std::move(error);
  std::vector<std::string> arguments{"-soname", soname.str(), "--hash-style=gnu", "-Bsymbolic",      "-z",
                                     "now",     "-z",         "noexecstack",      "--build-id=none", in};
  if (!mathSymbols.empty()) {
    if (Error error = writeMathStub(stub, mathSymbols))
      return std::move(error);
    arguments.push_back(stub);
  }
  return linkSharedObject(arguments, *folder, tools);
}

} // namespace cpu
} // namespace tritonc

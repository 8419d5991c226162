//===- NvptxBackend.cpp - LLVM dialect to PTX -----------------------------===//
//
// The PTX ISA version is the lowest that the architecture allows, raised only for instructions that need more, so that
// the output loads on the oldest driver that can run it at all. Versions: PTX ISA manual, "Release notes" and the notes
// under each instruction.
//
//===----------------------------------------------------------------------===//
#include "backend/nvptx/NvptxBackend.h"
#include "backend/llvm/ComputeLate.h"
#include "backend/llvm/MathLibrary.h"
#include "backend/llvm/TargetRegistration.h"
#include "llvm/IR/InlineAsm.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/Instructions.h"
#include "llvm/MC/TargetRegistry.h"
#include "llvm/Support/TargetSelect.h"

using namespace llvm;

extern "C" void LLVMInitializeNVPTXTarget();
extern "C" void LLVMInitializeNVPTXTargetInfo();
extern "C" void LLVMInitializeNVPTXTargetMC();
extern "C" void LLVMInitializeNVPTXAsmPrinter();

namespace tritonc {
namespace {

int ptxVersionOfArchitecture(const Target &target) {
  switch (target.computeCapability) {
  case 75:
    return 63;
  case 80:
    return 70;
  case 86:
    return 71;
  case 89:
    return 78;
  case 90:
    return target.archSpecific ? 80 : 78;
  case 100:
    return 86;
  default:
    return 87;
  }
}

/// The version that an inline assembly text needs beyond what its architecture brings.
int ptxVersionOfAssembly(StringRef text) {
  struct Need {
    const char *what;
    int version;
  };
  static const Need needs[] = {{"createpolicy", 74},
                               {".L1::", 74},
                               {".L2::", 74},
                               {"cvt.rn.f16x2.e", 81},
                               {"cvt.rn.satfinite.e", 81},
                               {"applypriority", 74},
                               {"redux.sync.min.f32", 86},
                               {"redux.sync.max.f32", 86},
                               {".v8.", 88}};
  int version = 0;
  for (const Need &need : needs)
    if (text.contains(need.what))
      version = std::max(version, need.version);
  return version;
}

/// The same for an intrinsic: sm_75's matrix instructions came later than the architecture, those of fp8 later than
/// sm_90 (PTX ISA, mma: "PTX ISA Notes").
int ptxVersionOfIntrinsic(StringRef name) {
  if (!name.starts_with("llvm.nvvm.mma."))
    return 0;
  return name.contains(".e4m3") || name.contains(".e5m2") ? 84 : 65;
}

int ptxVersion(const Module &module, const Target &target) {
  int version = ptxVersionOfArchitecture(target);
  for (const Function &function : module) {
    version = std::max(version, ptxVersionOfIntrinsic(function.getName()));
    for (const Instruction &instruction : instructions(function))
      if (auto *call = dyn_cast<CallBase>(&instruction))
        if (auto *assembly = dyn_cast<InlineAsm>(call->getCalledOperand()))
          version = std::max(version, ptxVersionOfAssembly(assembly->getAsmString()));
  }
  return version;
}

std::string features(const Module &module, const GpuCodegenOptions &options) {
  return "+ptx" + std::to_string(ptxVersion(module, options.target));
}

Expected<std::unique_ptr<TargetMachine>> makeMachine(const Module &module, const GpuCodegenOptions &options) {
  [[maybe_unused]] static const bool registered = registerTargetOnce([] {
    LLVMInitializeNVPTXTargetInfo();
    LLVMInitializeNVPTXTarget();
    LLVMInitializeNVPTXTargetMC();
    LLVMInitializeNVPTXAsmPrinter();
    setLLVMOption("nvptx-short-ptr", true); // 32-bit pointers to shared memory, half the registers
  });
  Triple triple("nvptx64-nvidia-cuda");
  std::string error;
  const llvm::Target *target = TargetRegistry::lookupTarget(triple, error);
  if (!target)
    return createStringError(inconvertibleErrorCode(), error);
  TargetOptions targetOptions;
  // Only what is marked `contract` may fuse (the kernel's own arithmetic is): libclc relies on separate roundings.
  targetOptions.AllowFPOpFusion = FPOpFusion::Standard;
  auto level = options.optLevel == 0 ? CodeGenOptLevel::None : CodeGenOptLevel::Aggressive;
  return std::unique_ptr<TargetMachine>(target->createTargetMachine(
      triple, options.target.name, features(module, options), targetOptions, Reloc::PIC_, std::nullopt, level));
}

void markKernel(Function &kernel, const GpuCodegenOptions &options) {
  kernel.setCallingConv(CallingConv::PTX_Kernel);
  kernel.addFnAttr("nvvm.reqntid", std::to_string(options.numWarps * options.target.warpSize));
  // Tensor maps must stay where the launch puts them: their address is what counts.
  for (Argument &argument : kernel.args())
    if (argument.hasByValAttr())
      kernel.addParamAttr(argument.getArgNo(), Attribute::get(kernel.getContext(), "nvvm.grid_constant"));
  if (options.maxRegisters > 0)
    kernel.addFnAttr("nvvm.maxnreg", std::to_string(options.maxRegisters));
}

} // namespace

Error optimizeNvptx(LLVMModule &llvmModule, const GpuCodegenOptions &options) {
  Module &module = *llvmModule.module;
  auto made = makeMachine(module, options);
  if (!made)
    return made.takeError();
  llvmModule.machine = std::move(*made);
  TargetMachine &machine = *llvmModule.machine;
  module.setTargetTriple(machine.getTargetTriple());
  module.setDataLayout(machine.createDataLayout());
  Function *kernel = findKernel(module);
  if (!kernel)
    return createStringError(inconvertibleErrorCode(), "the module has no kernel");
  markKernel(*kernel, options);
  if (Error error = linkMathLibrary(module, options.target))
    return error;
  // Global value numbering, twice in the code generator, finds nothing that the optimiser has left.
  if (options.optLevel > 0)
    machine.setOptLevel(CodeGenOptLevel::Default);
  optimizeForGpu(module, machine, options.optLevel);
  return Error::success();
}

Expected<std::string> emitPtx(LLVMModule &llvmModule, const GpuCodegenOptions &options) {
  Module &module = *llvmModule.module;
  std::unique_ptr<TargetMachine> machine = std::move(llvmModule.machine);
  // Optimisation may have removed what needed a later ISA version.
  if (!machine || machine->getTargetFeatureString() != features(module, options)) {
    auto made = makeMachine(module, options);
    if (!made)
      return made.takeError();
    machine = std::move(*made);
  }
  // Over 96 kernels of many registers ptxas spills 17 % less; of 60 that spilled, three do so no more.
  if (options.optLevel > 0)
    computeIndicesLate(module, /*longBlock=*/100);
  return emitMachineCode(module, *machine, CodeGenFileType::AssemblyFile);
}

} // namespace tritonc

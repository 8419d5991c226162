//===- AmdgpuBackend.cpp - LLVM dialect to AMDGCN code --------------------===//
#include "backend/amdgpu/AmdgpuBackend.h"
#include "backend/amdgpu/AmdgpuTuning.h"
#include "backend/amdgpu/RoundBf16.h"
#include "backend/llvm/ComputeLate.h"
#include "backend/llvm/MathLibrary.h"
#include "backend/llvm/RegisterPressure.h"
#include "backend/llvm/TargetRegistration.h"
#include "backend/toolchain/Link.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/Instructions.h"
#include "llvm/IR/IntrinsicInst.h"
#include "llvm/IR/IntrinsicsAMDGPU.h"
#include "llvm/IR/MDBuilder.h"
#include "llvm/MC/TargetRegistry.h"
#include "llvm/Support/AMDGPUAddrSpace.h"

using namespace llvm;

extern "C" void LLVMInitializeAMDGPUTarget();
extern "C" void LLVMInitializeAMDGPUTargetInfo();
extern "C" void LLVMInitializeAMDGPUTargetMC();
extern "C" void LLVMInitializeAMDGPUAsmPrinter();
extern "C" void LLVMInitializeAMDGPUAsmParser();

namespace tritonc {
namespace {

/// GPUs with 512 registers: far more than these. Most values spill whatever the allocator does, so let the quickest one
/// do it, without scheduling. It is slowest with tuples of registers, as matrix units take them. (Others:
/// AmdgpuTuning.h.)
unsigned hopelessPressure(const Module &module) { return AmdgpuTuning::multiplies(module) ? 1100 : 1500; }

/// Instructions of a basic block from which on its values are worth moving to where they are used.
constexpr size_t longBlock = 200;

/// V_CVT_PK_BF16_F32: CDNA 4 and gfx1250 (LLVM's AMDGPU.td, bf16-cvt-insts).
bool hasBf16Rounding(const Target &target) { return target.gfxVersion == 0x950 || target.gfxVersion >= 0x1250; }

Expected<std::unique_ptr<TargetMachine>> makeMachine(const GpuCodegenOptions &options) {
  [[maybe_unused]] static const bool registered = registerTargetOnce([] {
    LLVMInitializeAMDGPUTargetInfo();
    LLVMInitializeAMDGPUTarget();
    LLVMInitializeAMDGPUTargetMC();
    LLVMInitializeAMDGPUAsmPrinter();
    LLVMInitializeAMDGPUAsmParser();
    // Vector registers whose lanes may hold spilled scalars. Where LLVM's ten are not enough they are spilled
    // themselves, and LLVM 22 once stored one in a loop that had lost it there.
    setLLVMOption("amdgpu-num-vgprs-for-wwm-alloc", 96u);
  });
  Triple triple("amdgcn-amd-amdhsa");
  std::string error;
  const llvm::Target *target = TargetRegistry::lookupTarget(triple, error);
  if (!target)
    return createStringError(inconvertibleErrorCode(), error);
  TargetOptions targetOptions;
  // Only what is marked `contract` may fuse (the kernel's own arithmetic is): libclc relies on separate roundings.
  targetOptions.AllowFPOpFusion = FPOpFusion::Standard;
  // Halves of registers by name (RDNA) make pairs by two moves instead of one permutation, and twice as many live
  // ranges: without them 7 crowded kernels compile in 12 % less time to 3 % less code.
  std::string features = options.target.warpSize == 64 ? "" : "+wavefrontsize32,-real-true16";
  // Above the default level this code generator only numbers values once more, loads too (GpuPipeline.cpp says what
  // that costs).
  auto level = options.optLevel == 0 ? CodeGenOptLevel::None : CodeGenOptLevel::Default;
  return std::unique_ptr<TargetMachine>(target->createTargetMachine(triple, options.target.name, features,
                                                                    targetOptions, Reloc::PIC_, std::nullopt, level));
}

void markKernel(Function &kernel, const GpuCodegenOptions &options) {
  std::string threads = std::to_string(options.numWarps * options.target.warpSize);
  kernel.setCallingConv(CallingConv::AMDGPU_KERNEL);
  kernel.addFnAttr("amdgpu-flat-work-group-size", threads + "," + threads);
  kernel.addFnAttr("uniform-work-group-size", "true");
  if (options.wavesPerEu > 0)
    kernel.addFnAttr("amdgpu-waves-per-eu", std::to_string(options.wavesPerEu));
  kernel.setVisibility(GlobalValue::ProtectedVisibility);
}

/// Global memory of a kernel launch is ordinary device memory, so atomics on floats may use the hardware's instructions
/// (LLVM AMDGPU usage page, "amdgpu.no.fine.grained.memory" and "amdgpu.no.remote.memory").
void markAtomics(Module &module) {
  MDNode *empty = MDNode::get(module.getContext(), {});
  for (Function &function : module)
    for (BasicBlock &block : function)
      for (Instruction &instruction : block)
        if (isa<AtomicRMWInst>(instruction)) {
          instruction.setMetadata("amdgpu.no.fine.grained.memory", empty);
          instruction.setMetadata("amdgpu.no.remote.memory", empty);
          instruction.setMetadata("amdgpu.ignore.denormal.mode", empty);
        }
}

/// The lowering places the waits for copies to LDS. Unless told that LDS accesses have nothing to do with them, LLVM
/// would wait for all copies at each (SIInsertWaitcnts looks at alias scopes).
void markCopies(Module &module) {
  SmallVector<Instruction *> copies, accesses;
  for (Function &function : module)
    for (Instruction &instruction : instructions(function)) {
      auto *call = dyn_cast<IntrinsicInst>(&instruction);
      Intrinsic::ID id = call ? call->getIntrinsicID() : Intrinsic::not_intrinsic;
      if (id == Intrinsic::amdgcn_global_load_lds || id == Intrinsic::amdgcn_raw_ptr_buffer_load_lds)
        copies.push_back(&instruction);
      const Value *pointer = getLoadStorePointerOperand(&instruction);
      if (auto *atomic = dyn_cast<AtomicRMWInst>(&instruction))
        pointer = atomic->getPointerOperand();
      if (id == Intrinsic::amdgcn_ds_read_tr16_b64 || id == Intrinsic::amdgcn_ds_read_tr8_b64)
        pointer = call->getArgOperand(0);
      if (pointer && pointer->getType()->getPointerAddressSpace() == AMDGPUAS::LOCAL_ADDRESS)
        accesses.push_back(&instruction);
    }
  if (copies.empty())
    return;
  MDBuilder builder(module.getContext());
  MDNode *domain = builder.createAnonymousAliasScopeDomain("tritonc");
  MDNode *scopes = MDNode::get(module.getContext(), {builder.createAnonymousAliasScope(domain, "copies to LDS")});
  for (Instruction *copy : copies)
    copy->setMetadata(LLVMContext::MD_alias_scope, scopes);
  for (Instruction *access : accesses)
    access->setMetadata(LLVMContext::MD_noalias, scopes);
}

} // namespace

Error optimizeAmdgpu(Module &module, const GpuCodegenOptions &options) {
  auto machine = makeMachine(options);
  if (!machine)
    return machine.takeError();
  module.setTargetTriple((*machine)->getTargetTriple());
  module.setDataLayout((*machine)->createDataLayout());
  // Code object version 5 is what every ROCm since 5.x loads.
  module.addModuleFlag(Module::Error, "amdhsa_code_object_version", 500);
  Function *kernel = findKernel(module);
  if (!kernel)
    return createStringError(inconvertibleErrorCode(), "the module has no kernel");
  markKernel(*kernel, options);
  markAtomics(module);
  markCopies(module);
  if (Error error = linkMathLibrary(module, options.target))
    return error;
  optimizeForGpu(module, **machine, options.optLevel);
  if (!hasBf16Rounding(options.target))
    roundBf16(module);
  return Error::success();
}

/// A machine for code generation.
static Expected<std::unique_ptr<TargetMachine>> makeEmitter(const Module &module, const GpuCodegenOptions &options) {
  auto machine = makeMachine(options);
  unsigned limit = hopelessPressure(module);
  if (machine && options.target.isCDNA() &&
      any_of(module, [&](const Function &f) { return estimateRegisterPressure(f) > limit; }))
    (*machine)->setOptLevel(CodeGenOptLevel::None);
  return machine;
}

static Expected<std::string> emit(Module &module, const GpuCodegenOptions &options, CodeGenFileType kind) {
  auto machine = makeEmitter(module, options);
  if (!machine)
    return machine.takeError();
  computeLate(module, longBlock);
  AmdgpuTuning tuning(module, options.target);
  return emitMachineCode(module, **machine, kind, &tuning);
}

Expected<std::string> emitAmdgcn(Module &module, const GpuCodegenOptions &options) {
  return emit(module, options, CodeGenFileType::AssemblyFile);
}

Expected<std::string> emitAmdgpuObject(Module &module, const GpuCodegenOptions &options) {
  return emit(module, options, CodeGenFileType::ObjectFile);
}

Expected<std::string> emitHsaco(Module &module, const GpuCodegenOptions &options, const ToolPaths &tools) {
  auto object = emitAmdgpuObject(module, options);
  if (!object)
    return object.takeError();
  auto folder = TemporaryFolder::create();
  if (!folder)
    return folder.takeError();
  std::string input = folder->file("kernel.o");
  if (Error error = writeFile(input, *object))
    return std::move(error);
  return linkSharedObject({"--no-undefined", input}, *folder, tools);
}

} // namespace tritonc

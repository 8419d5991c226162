//===- CpuBackend.cpp - block IR to code for the host ---------------------===//
#include "backend/cpu/CpuBackend.h"
#include "backend/cpu/Emitter.h"
#include "backend/cpu/HostCode.h"
#include "backend/cpu/InlineCalls.h"
#include "passes/block/UniformCarries.h"
#include "llvm/ADT/StringSet.h"
#include "llvm/IR/Verifier.h"

using namespace mlir;

namespace tritonc {

/// The functions of libm that the module calls.
static std::vector<std::string> mathSymbols(llvm::Module &module) {
  static const llvm::StringSet<> ofLibc = {"printf", "dprintf", "abort",  "aligned_alloc",
                                           "free",   "memcpy",  "memset", "memmove"};
  std::vector<std::string> names;
  for (llvm::Function &function : module)
    if (function.isDeclaration() && !function.isIntrinsic() && !ofLibc.contains(function.getName()) &&
        !function.use_empty())
      names.push_back(function.getName().str());
  llvm::sort(names);
  return names;
}

static std::string print(llvm::Module &module) {
  std::string text;
  llvm::raw_string_ostream os(text);
  module.print(os, nullptr);
  return text;
}

llvm::Expected<std::string> emitCpu(ModuleOp blockModule, const CpuOptions &options, CpuOutput kind) {
  auto machine = cpu::hostMachine(options);
  if (!machine)
    return machine.takeError();
  llvm::LLVMContext context;
  llvm::Module module("kernel", context);
  module.setTargetTriple((*machine)->getTargetTriple());
  module.setDataLayout((*machine)->createDataLayout());
  std::string kernel;
  if (failed(cpu::inlineCalls(blockModule)))
    return llvm::createStringError(llvm::inconvertibleErrorCode(), "the kernel cannot be compiled for the cpu target");
  for (auto func : blockModule.getOps<tt::FuncOp>()) {
    if (!func.isKernel())
      continue;
    if (kernel.empty())
      kernel = func.getName().str();
    carryUniformSteps(func);
    if (!cpu::Emitter(module, func, options.debugLines, options.sanitize).run())
      return llvm::createStringError(llvm::inconvertibleErrorCode(),
                                     "the kernel cannot be compiled for the cpu target");
  }
  if (kernel.empty())
    return llvm::createStringError(llvm::inconvertibleErrorCode(), "there is no kernel in the module");
  for (llvm::Function &function : module)
    if (!function.isDeclaration()) {
      function.addFnAttr("target-cpu", (*machine)->getTargetCPU());
      function.addFnAttr("target-features", (*machine)->getTargetFeatureString());
      function.addFnAttr("no-trapping-math", "true");
    }
  std::string broken;
  llvm::raw_string_ostream os(broken);
  if (llvm::verifyModule(module, &os))
    return llvm::createStringError(llvm::inconvertibleErrorCode(),
                                   "internal: invalid LLVM IR for the cpu target:\n" + broken);
  cpu::optimizeForHost(module, **machine, options.optLevel);
  if (kind == CpuOutput::LLVMText)
    return print(module);
  std::vector<std::string> libm = mathSymbols(module);
  auto code = cpu::emitMachineCode(module, **machine, kind == CpuOutput::Assembly);
  if (!code || kind != CpuOutput::SharedObject)
    return code;
  std::string soname = options.soname.empty() ? kernel + ".so" : options.soname;
  return cpu::linkShared(*code, soname, libm, options.tools);
}

} // namespace tritonc

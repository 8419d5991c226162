//===- HostCode.h - from LLVM IR to host objects --------------------------===//
#pragma once

#include "backend/cpu/CpuBackend.h"
#include "llvm/IR/Module.h"
#include "llvm/Target/TargetMachine.h"

namespace tritonc::cpu {

llvm::Expected<std::unique_ptr<llvm::TargetMachine>> hostMachine(const CpuOptions &options);
/// Runs LLVM's optimiser. Vector code is there already, so loops are not vectorised again.
void optimizeForHost(llvm::Module &module, llvm::TargetMachine &machine, int optLevel);
llvm::Expected<std::string> emitMachineCode(llvm::Module &module, llvm::TargetMachine &machine, bool assembly);
/// Links one object. `mathSymbols` are what it takes from libm.
llvm::Expected<std::string> linkShared(llvm::StringRef object, llvm::StringRef soname,
                                       llvm::ArrayRef<std::string> mathSymbols, const ToolPaths &tools);

} // namespace tritonc::cpu

//===- TargetRegistration.h - LLVM's list of targets, one thread at a time ===//
//
// LLVM keeps the targets in a list of the process, without a lock. Variants are compiled by several threads, for
// several targets: each registers its target once, under this lock.
//
//===----------------------------------------------------------------------===//
#pragma once

#include "llvm/Support/CommandLine.h"
#include <mutex>

namespace tritonc {

inline std::mutex &targetRegistrationMutex() {
  static std::mutex mutex;
  return mutex;
}

/// Calls `registerTarget` while no other target is being registered. True, to initialise a static with.
template <typename Register> bool registerTargetOnce(Register registerTarget) {
  std::lock_guard<std::mutex> lock(targetRegistrationMutex());
  registerTarget();
  return true;
}

/// Sets what LLVM's code generators have only as a command-line option of their own. Nothing where there is none of the
/// name.
template <typename Type> void setLLVMOption(llvm::StringRef name, Type value) {
  const auto &options = llvm::cl::getRegisteredOptions();
  if (auto found = options.find(name); found != options.end())
    static_cast<llvm::cl::opt<Type> *>(found->second)->setValue(value);
}

} // namespace tritonc

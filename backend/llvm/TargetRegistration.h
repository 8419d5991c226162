//===- TargetRegistration.h - LLVM's list of targets, one thread at a time ===//
//
// LLVM keeps the targets in a list of the process, without a lock. Variants are compiled by several threads, for
// several targets: each registers its target once, under this lock.
//
//===----------------------------------------------------------------------===//
#pragma once

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

} // namespace tritonc

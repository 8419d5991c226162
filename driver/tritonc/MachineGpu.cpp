//===- MachineGpu.cpp - the target that is meant when none is named -------===//
#include "driver/tritonc/MachineGpu.h"
#include "runtime/Device.h"
#include "llvm/Support/FileSystem.h"

using namespace llvm;

namespace tritonc {

/// The target that makes the most of a GPU: its own architecture with the `a` instructions, else the newest one before
/// it, whose PTX it can run.
static std::optional<Target> bestNvidiaTarget(int computeCapability) {
  std::optional<Target> best;
  for (const Target &target : allTargets()) {
    const bool own = target.computeCapability == computeCapability;
    if (!target.isNVIDIA() || target.computeCapability > computeCapability || (target.archSpecific && !own))
      continue;
    if (!best || std::make_pair(target.computeCapability, target.archSpecific) >
                     std::make_pair(best->computeCapability, best->archSpecific))
      best = target;
  }
  return best;
}

static std::optional<Target> amdTarget(StringRef architecture) {
  // `gfx942:sramecc+:xnack-`: the features after the name do not choose a target.
  auto target = parseTarget(architecture.split(':').first);
  if (target)
    return *target;
  consumeError(target.takeError());
  return std::nullopt;
}

std::optional<Target> findMachineGpu() {
  std::unique_ptr<Device> device;
  if (sys::fs::exists("/dev/nvidiactl") && openDevice("cuda:0", device).ok())
    if (auto target = bestNvidiaTarget(device->info().computeCapability))
      return target;
  if (sys::fs::exists("/dev/kfd") && openDevice("hip:0", device).ok())
    return amdTarget(device->info().arch);
  return std::nullopt;
}

} // namespace tritonc

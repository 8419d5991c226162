//===- Target.cpp - the table of targets ----------------------------------===//
//
// Shared-memory limits per block: CUDA C++ Programming Guide, table "Technical specifications per compute capability"
// (the opt-in limit is 1 KiB less than the multiprocessor's). LDS per workgroup: AMD CDNA/RDNA ISA guides (64 KiB; 160
// KiB on gfx950).
//
//===----------------------------------------------------------------------===//
#include "backend/Target.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/FormatVariadic.h"

using namespace llvm;

namespace tritonc {
namespace {

Target nvidia(StringRef name, int capability, int sharedKiB) {
  Target target;
  target.kind = TargetKind::NVPTX;
  target.name = name.str();
  target.computeCapability = capability;
  target.archSpecific = name.ends_with("a");
  target.warpSize = 32;
  target.maxSharedBytes = sharedKiB * 1024;
  return target;
}

Target amd(StringRef name, int major, unsigned version, int sharedKiB) {
  Target target;
  target.kind = TargetKind::AMDGPU;
  target.name = name.str();
  target.gfxMajor = major;
  target.gfxVersion = version;
  target.warpSize = major == 9 ? 64 : 32;
  target.maxSharedBytes = sharedKiB * 1024;
  return target;
}

Target cpu() {
  Target target;
  target.name = "cpu";
  return target;
}

/// `cuda:90` names the architecture-specific variant where there is one, as Triton does.
std::string canonicalName(StringRef text) {
  if (text.consume_front("hip:"))
    return text.str();
  if (!text.consume_front("cuda:"))
    return text.str();
  bool specific = text == "90" || text == "100" || text == "120";
  return ("sm_" + text + (specific ? "a" : "")).str();
}

} // namespace

std::string Target::attrText() const {
  if (isNVIDIA())
    return formatv("cuda:{0}", computeCapability);
  return isAMD() ? "hip:" + name : name;
}

bool Target::convertsFp8(Fp8Format format) const {
  const bool isFnuz = format == Fp8Format::E4M3FNUZ || format == Fp8Format::E5M2FNUZ;
  const bool isOcp = format == Fp8Format::E4M3FN || format == Fp8Format::E5M2;
  if (isNVIDIA())
    return isOcp && computeCapability >= 89;
  return gfxVersion == 0x942 ? isFnuz : isOcp && (gfxVersion == 0x950 || gfxMajor == 12);
}

bool Target::hasAsyncCopy(unsigned bytes) const {
  if (isNVIDIA())
    return computeCapability >= 80 && (bytes == 4 || bytes == 8 || bytes == 16);
  return isCDNA() && (bytes == 4 || (bytes == 16 && gfxVersion == 0x950));
}

const std::vector<Target> &allTargets() {
  static const std::vector<Target> targets = {nvidia("sm_75", 75, 64),        nvidia("sm_80", 80, 163),
                                              nvidia("sm_86", 86, 99),        nvidia("sm_89", 89, 99),
                                              nvidia("sm_90", 90, 227),       nvidia("sm_90a", 90, 227),
                                              nvidia("sm_100a", 100, 227),    nvidia("sm_120a", 120, 99),
                                              amd("gfx90a", 9, 0x90a, 64),    amd("gfx942", 9, 0x942, 64),
                                              amd("gfx950", 9, 0x950, 160),   amd("gfx1100", 11, 0x1100, 64),
                                              amd("gfx1151", 11, 0x1151, 64), amd("gfx1200", 12, 0x1200, 64),
                                              amd("gfx1201", 12, 0x1201, 64), cpu()};
  return targets;
}

Expected<Target> parseTarget(StringRef text) {
  std::string name = canonicalName(text.trim());
  for (const Target &target : allTargets())
    if (target.name == name)
      return target;
  std::string known;
  StringRef nearest;
  unsigned best = 4;
  for (const Target &target : allTargets()) {
    known += (known.empty() ? "" : ", ") + target.name;
    unsigned distance = StringRef(name).edit_distance(target.name, true, best);
    if (distance < best)
      best = distance, nearest = target.name;
  }
  std::string message = formatv("unknown target '{0}' (known: {1})", text, known);
  if (!nearest.empty())
    message += formatv("; did you mean '{0}'?", nearest);
  return createStringError(inconvertibleErrorCode(), message);
}

} // namespace tritonc

//===- Target.h - what the compiler must know about a machine -------------===//
//
// Parsed from `--target`. No LLVM target needs to be initialised to use this.
//
//===----------------------------------------------------------------------===//
#pragma once

#include "llvm/ADT/StringRef.h"
#include "llvm/Support/Error.h"
#include <string>
#include <vector>

namespace tritonc {

enum class TargetKind { NVPTX, AMDGPU, CPU };

/// 8-bit floats, named as in MLIR's types.
enum class Fp8Format { E4M3FN, E5M2, E4M3FNUZ, E5M2FNUZ, E4M3B11FNUZ };

struct Target {
  TargetKind kind = TargetKind::CPU;
  /// `sm_90a`, `gfx942` or `cpu`: the canonical spelling.
  std::string name;
  /// NVIDIA: compute capability times ten (90 for sm_90a). Else 0.
  int computeCapability = 0;
  /// NVIDIA: the `a` suffix (instructions of exactly this architecture are allowed).
  bool archSpecific = false;
  /// AMD: the major version (9, 11, 12), and the whole gfx number as printed (0x942).
  int gfxMajor = 0;
  unsigned gfxVersion = 0;
  /// Lanes of a warp or wave; 1 on the CPU.
  int warpSize = 1;
  /// Bytes of shared memory that one program may use at most (opt-in limit), 0 on the CPU.
  int maxSharedBytes = 0;
  /// Most threads that one program may have.
  int maxThreads = 1024;

  bool isNVIDIA() const { return kind == TargetKind::NVPTX; }
  bool isAMD() const { return kind == TargetKind::AMDGPU; }
  bool isCPU() const { return kind == TargetKind::CPU; }
  /// AMD's data-parallel compute parts (gfx9: wave 64, MFMA).
  bool isCDNA() const { return isAMD() && gfxMajor == 9; }
  bool isRDNA() const { return isAMD() && gfxMajor >= 11; }
  /// Whether instructions convert between this format and f32. NVIDIA: PTX ISA, cvt. AMD: the ISA guides of CDNA 3
  /// (whose formats are the FNUZ ones), CDNA 4 and RDNA 4, V_CVT_PK_F32_FP8 and its like.
  bool convertsFp8(Fp8Format format) const;
  /// Whether each thread may copy so many bytes from global to shared memory past its registers. NVIDIA: PTX ISA,
  /// cp.async. AMD: the ISA guides of CDNA, loads to LDS.
  bool hasAsyncCopy(unsigned bytes) const;
  /// The module attribute that names the target in IR: `cuda:90`, `hip:gfx942`, `cpu`.
  std::string attrText() const;
};

/// Reads `sm_90a`, `gfx942`, `cpu`, `cuda:90`, `hip:gfx942`. The error lists the known targets and the nearest one.
llvm::Expected<Target> parseTarget(llvm::StringRef text);

/// All targets of the table in docs/targets.md, in its order.
const std::vector<Target> &allTargets();

} // namespace tritonc

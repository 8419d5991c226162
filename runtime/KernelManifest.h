//===- KernelManifest.h - what a launcher must know about a kernel --------===//
//
// Written by tritonc, read by tritonrun, libtritonrt and by users. In TOML: beside a raw image as `IMAGE.toml`, or in a
// bundle's string table. The exported symbol is the kernel's name; its parameters are `params`, in that order, then
// `trailingPointers` pointers. See docs/artifact-format.md.
//
// Neither MLIR nor LLVM here: libtritonrt links neither. Compiler code includes runtime/Manifest.h.
//
//===----------------------------------------------------------------------===//
#pragma once

#include "runtime/Status.h"
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace tritonc {

/// A run-time parameter of a kernel, in source order.
struct ManifestParam {
  std::string name;
  /// As in signatures: `*fp32`, `i32`, `fp16`, `tensordesc<bf16[128,64]>`.
  std::string type;
  /// Bytes that the parameter takes in the parameter buffer.
  int size = 0;
  /// The kernel was compiled for values (addresses, for pointers) divisible by this; 1 when nothing is assumed.
  int divisibility = 1;

  bool isPointer() const { return !type.empty() && type[0] == '*'; }
};

/// A compile-time argument: `value` is a TOML value's text (`1024`, `1e-05`, `true`, `"leaky_relu"`; None is `"None"`).
struct ManifestConstexpr {
  std::string name;
  std::string value;
};

/// A descriptor that the launcher builds and passes behind all other parameters (CUDA: CUtensorMap, 128 bytes by
/// value).
struct ManifestTensorMap {
  /// The pointer parameter that is the tensor's address.
  std::string base;
  /// Elements along each dimension and between neighbours along it, the slowest first: names of integer parameters, or
  /// numbers.
  std::vector<std::string> sizes, strides;
  /// What one instruction copies: rows and columns; columns x element bytes is also the width of the swizzle.
  int boxRows = 0, boxColumns = 0, elementBytes = 0;
};

/// Resource use as the code generator or the assembler states it; -1 where it is not known without a device.
struct ResourceReport {
  /// NVIDIA: registers per thread. AMD: VGPRs per lane.
  int registers = -1;
  int agprs = -1;
  int sgprs = -1;
  /// NVIDIA: bytes of spill stores per thread. AMD: VGPRs spilled. `spillUnit` says which.
  int spills = -1;
  int sgprSpills = -1;
  std::string spillUnit;
  /// Bytes of private memory (local memory, scratch) per thread.
  int stackBytes = -1;
  int sharedBytes = -1;
  int barriers = -1;
  /// Programs (CTAs, workgroups) that fit on one multiprocessor or compute unit, and what limits them.
  int programsPerUnit = -1;
  std::string limitedBy;
  /// Where the figures come from, or why there are none: "code object metadata", "ptxas 13.0", "ptxas not found".
  std::string source;
};

struct Manifest {
  /// Version of this format; a reader refuses a larger one.
  int formatVersion = 1;
  std::string compilerVersion;
  std::string kernel;
  /// Canonical target name: `sm_90a`, `gfx942`, `cpu`.
  std::string target;
  /// Kind of the image: `ptx`, `cubin`, `hsaco`, `so`.
  std::string imageKind;
  std::vector<ManifestParam> params;
  std::vector<ManifestConstexpr> constexprs;
  std::vector<ManifestTensorMap> tensorMaps;
  int numWarps = 4;
  int numStages = 3;
  int numCtas = 1;
  /// What else was asked for and tells variants apart; 0 where nothing was.
  int maxRegisters = 0, wavesPerEu = 0, matrixInstrNonKDim = 0, kpack = 0;
  int warpSize = 32;
  /// Threads per program: num_warps x warpSize (1 on the CPU).
  int threads = 128;
  /// Bytes of dynamic shared memory to request at launch.
  int sharedBytes = 0;
  /// Bytes of global scratch per program that the launcher must provide, and their alignment; 0: none.
  int64_t scratchBytes = 0;
  int scratchAlign = 1;
  /// Pointer parameters after `params`: the first is the scratch when `scratchBytes` is not 0, the others are null.
  int trailingPointers = 0;
  /// Grid expressions, where the source states them; else empty.
  std::vector<std::string> gridHint;
  /// Parameters whose values a search among variants depends on, and pointer parameters whose memory is zeroed, or put
  /// back, before each launch of a search: the kernel's `@triton.autotune` says so.
  std::vector<std::string> tuneKey, resetToZero, restoreValue;
  ResourceReport resources;
  /// Hex SHA-256 of the image.
  std::string contentHash;

  /// The trailing pointers that a launch must pass; scratch implies one.
  int extraPointers() const { return scratchBytes > 0 && trailingPointers == 0 ? 1 : trailingPointers; }
  /// What tells variants of a kernel apart: `BLOCK=1024, num_warps=8`.
  std::string variantText() const;
  /// The part of it that is no constexpr and seldom given: `maxnreg=128`; else empty.
  std::string extraOptions() const;
};

/// The manifest as TOML; a function of its fields only.
std::string toToml(const Manifest &manifest);

/// Reads a manifest; `origin` names the file in error messages.
Status readManifest(std::string_view toml, std::string_view origin, Manifest &manifest);

} // namespace tritonc

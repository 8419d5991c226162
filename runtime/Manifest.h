//===- Manifest.h - what a launcher must know about a compiled kernel -----===//
//
// Written by tritonc, read by tritonrun and by users. In TOML: beside a raw image as `IMAGE.toml`, or in a bundle's string
// table. The exported symbol is the kernel's name; its parameters are `params`, in that order and nothing else, unless
// `scratchBytes` or the CPU launch convention (see docs/artifact-format.md) says so.
//
// No MLIR here: the runtime does not link it.
//
//===----------------------------------------------------------------------===//
#pragma once

#include "llvm/ADT/StringRef.h"
#include "llvm/Support/Error.h"
#include <cstdint>
#include <string>
#include <utility>
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
};

/// A compile-time argument: `value` is a TOML value's text (`1024`, `1e-05`, `true`, `"leaky_relu"`; None is `"None"`).
struct ManifestConstexpr {
  std::string name;
  std::string value;
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
  int numWarps = 4;
  int numStages = 3;
  int numCtas = 1;
  int warpSize = 32;
  /// Threads per program: num_warps x warpSize (1 on the CPU).
  int threads = 128;
  /// Bytes of dynamic shared memory to request at launch.
  int sharedBytes = 0;
  /// Bytes of global scratch per program that the launcher must provide, and their alignment; 0: none.
  int64_t scratchBytes = 0;
  int scratchAlign = 1;
  /// Grid expressions, where the source states them; else empty.
  std::vector<std::string> gridHint;
  ResourceReport resources;
  /// Hex SHA-256 of the image.
  std::string contentHash;
};

/// The manifest as TOML; a function of its fields only.
std::string toToml(const Manifest &manifest);

/// Reads a manifest; `origin` names the file in error messages.
llvm::Expected<Manifest> parseManifest(llvm::StringRef toml, llvm::StringRef origin);

} // namespace tritonc

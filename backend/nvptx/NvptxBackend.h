//===- NvptxBackend.h - LLVM dialect to PTX, and PTX to cubin -------------===//
#pragma once

#include "backend/Target.h"
#include "backend/llvm/LLVMModule.h"
#include "backend/toolchain/Tool.h"
#include "runtime/Manifest.h"

namespace tritonc {

/// What a GPU backend needs to know of a launch.
struct GpuCodegenOptions {
  Target target;
  int numWarps = 4;
  int maxRegisters = 0; ///< NVIDIA: limit per thread; 0: none
  int wavesPerEu = 0;   ///< AMD: waves per SIMD to aim for; 0: the compiler's choice
  int optLevel = 3;
  bool debugLines = false;
};

/// Makes an optimised module for NVPTX out of a translated one.
llvm::Error optimizeNvptx(LLVMModule &llvmModule, const GpuCodegenOptions &options);

/// Optimised module -> PTX of the lowest ISA version that suffices.
llvm::Expected<std::string> emitPtx(LLVMModule &llvmModule, const GpuCodegenOptions &options);

struct CubinResult {
  std::string cubin;
  ResourceReport resources;
};

/// PTX -> cubin by ptxas, with the figures that `ptxas -v` reports.
llvm::Expected<CubinResult> assemblePtx(llvm::StringRef ptx, const GpuCodegenOptions &options, const ToolPaths &tools);

} // namespace tritonc

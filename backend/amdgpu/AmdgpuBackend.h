//===- AmdgpuBackend.h - LLVM dialect to AMDGCN code ----------------------===//
#pragma once

#include "backend/nvptx/NvptxBackend.h"

namespace tritonc {

/// Makes an optimised module for AMDGPU out of a translated one.
llvm::Error optimizeAmdgpu(llvm::Module &module, const GpuCodegenOptions &options);

/// Optimised module -> assembly text. The module is consumed by code generation.
llvm::Expected<std::string> emitAmdgcn(llvm::Module &module, const GpuCodegenOptions &options);

/// Optimised module -> code object (hsaco): an object file linked by LLD.
llvm::Expected<std::string> emitHsaco(llvm::Module &module, const GpuCodegenOptions &options, const ToolPaths &tools);

/// The figures in a code object's (or object file's) metadata note.
llvm::Expected<ResourceReport> readCodeObjectMetadata(llvm::StringRef elf, llvm::StringRef kernel);

/// Optimised module -> relocatable object: enough for the report, without a linker.
llvm::Expected<std::string> emitAmdgpuObject(llvm::Module &module, const GpuCodegenOptions &options);

} // namespace tritonc

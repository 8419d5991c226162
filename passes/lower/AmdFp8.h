//===- AmdFp8.h - AMD's conversions of 8-bit floats -----------------------===//
#pragma once

#include "backend/Target.h"
#include "passes/lower/Emitter.h"

namespace tritonc::lower {

/// As TargetOps::fp8ToFloat and floatToFp8, which say what the arguments are; empty where the target has no instruction
/// for the format.
llvm::SmallVector<Value> amdFp8ToFloat(Emitter &e, const Target &target, Type fp8, llvm::ArrayRef<Value> bytes,
                                       Type to);
llvm::SmallVector<Value> amdFloatToFp8(Emitter &e, const Target &target, llvm::ArrayRef<Value> values, Type fp8);

} // namespace tritonc::lower

//===- NvidiaFunctions.h - device functions that are PTX instructions -----===//
#pragma once

#include "passes/lower/Emitter.h"

namespace tritonc::lower {

/// The result of libdevice's function `name` (without `__nv_` and the suffix of f32) by one instruction or a few; null
/// where there is none.
Value nvidiaFunction(Emitter &e, llvm::StringRef name, llvm::ArrayRef<Value> args);

} // namespace tritonc::lower

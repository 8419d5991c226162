//===- MathCalls.h - functions of the math library by name ----------------===//
#pragma once

#include "passes/lower/ElementMap.h"

namespace tritonc::lower {

/// A call of libclc's `name` (an OpenCL function) with these arguments, in f32 for narrower types.
Value callMath(Emitter &e, llvm::StringRef name, llvm::ArrayRef<Value> args);

/// The target's short sequence for `function`, or a call of `name`.
Value fastOrCall(FunctionLowering &f, FastMath function, llvm::StringRef name, llvm::ArrayRef<Value> args);

} // namespace tritonc::lower

//===- MathLibrary.h - math functions for GPU code, from libclc -----------===//
//
// The lowering calls sin, pow, erf and the like by libclc's OpenCL names (`_Z3sinf`). libclc's bitcode, cut down at
// build time to those functions and what they need, is embedded in the binary; here the called ones are linked in and
// inlined.
//
//===----------------------------------------------------------------------===//
#pragma once

#include "backend/Target.h"
#include "llvm/IR/Module.h"
#include "llvm/Support/Error.h"

namespace tritonc {

/// Links the library functions that `module` declares and does not define. Unknown ones are an error that names them.
llvm::Error linkMathLibrary(llvm::Module &module, const Target &target);

} // namespace tritonc

//===- Prelude.h - library functions written in the Triton language -------===//
//
// The text of frontend/prelude/*.py, embedded at build time. The evaluator looks a `tl` name up in the table of
// built-in functions first (frontend/semantic/Builtins.h); a name that is not there and that `preludeDefines` knows is
// a function of the prelude module that it returns, which the evaluator parses when it is first needed.
//
//===----------------------------------------------------------------------===//
#pragma once

#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/StringRef.h"

namespace tritonc {

struct PreludeModule {
  llvm::StringRef name; ///< `random`; quoted in diagnostics as `<triton.language/random.py>`
  llvm::StringRef text;
};

llvm::ArrayRef<PreludeModule> preludeModules();

/// The module that defines function `name` (`rand`, `sort`, ...), or null. No parsing: `def NAME(` at a line's start.
const PreludeModule *preludeDefines(llvm::StringRef name);

} // namespace tritonc

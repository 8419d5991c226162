//===- Builtins.h - the table of triton.language ---------------------------===//
//
// One entry for each function of the library that is implemented in C++. A name that is missing here may be defined by
// frontend/prelude. Names are given relative to triton.language, with or without a submodule: `load`, `core.load`,
// `math.exp2`, `standard.cdiv`, `extra.cuda.libdevice.tanh`, `libdevice.tanh`, `target_info.is_cuda`. As in the kernels
// that people have, `math.X` also finds libdevice functions.
//
//===----------------------------------------------------------------------===//
#pragma once

#include "frontend/value/Builtin.h"
#include "frontend/value/Value.h"
#include <optional>
#include <string>
#include <vector>

namespace tritonc {

/// The function of that name, or null. `builtins.min`, `builtins.max` and `builtins.abs` are Python's, for kernels.
const Builtin *lookupBuiltin(llvm::StringRef name);

/// The method `name` of a run-time value, a descriptor or a type (`x.sum`, `desc.load`, `x.dtype.is_fp16`), or null.
/// The call passes the object as the first argument.
const Builtin *lookupMethod(const Value &object, llvm::StringRef name);

/// Names of the library that are values: dtypes, PropagateNan, TRITON_MAX_TENSOR_NUMEL.
std::optional<Value> lookupConstant(llvm::StringRef name);

/// True when `path` (relative to triton.language) names a module of the library: `math`, `extra.cuda.libdevice`, ...
bool isLibraryModule(llvm::StringRef path);

/// Public names and method names, for "did you mean".
std::vector<std::string> builtinNames();
std::vector<std::string> methodNames(const Value &object);

} // namespace tritonc

//===- Signature.h - launch signatures and kernel parameters ---------------===//
//
// A kernel's parameters come from several places; the later ones win: defaults and annotations in the source,
// `--signature`, the variant (an autotune configuration), `-D`, and heuristics for what is still missing. The result
// is, for each parameter, either a type (a run-time parameter) or a value (a compile-time constant, gone from the
// compiled kernel).
//
//===----------------------------------------------------------------------===//
#pragma once

#include "frontend/eval/Program.h"

namespace tritonc {

struct KernelParameter {
  const ast::Parameter *param = nullptr;
  std::optional<DType> type; ///< set: a run-time parameter
  int divisibility = 1;
  std::optional<Value> value; ///< set: a constant
  SourceRange from;           ///< where that was said, for notes
};

/// Whether the parameter is annotated as a compile-time constant.
bool isConstexprParameter(const ast::Parameter &param);

/// The kernel's parameters in source order; empty after errors.
std::optional<std::vector<KernelParameter>> bindKernelParameters(Program &program, const ast::FunctionDef &kernel,
                                                                 LazyScope &scope);

} // namespace tritonc

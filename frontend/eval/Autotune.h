//===- Autotune.h - what a kernel's decorators say about its variants ------===//
#pragma once

#include "frontend/eval/Program.h"

namespace tritonc {

/// One entry of `@triton.heuristics({...})`.
struct Heuristic {
  std::string name;
  Value function;
  SourceRange range;
};
std::vector<Heuristic> findHeuristics(Program &program, const ast::FunctionDef &kernel, LazyScope &scope);

/// The configurations of `@triton.autotune(configs=...)`; empty without one, none after an error.
std::optional<std::vector<Variant>> findAutotuneVariants(Program &program, const ast::FunctionDef &kernel,
                                                         LazyScope &scope, const Variant &base);

} // namespace tritonc

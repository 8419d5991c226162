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

/// `@triton.autotune(configs=..., key=...)`; without variants if there is none, none after an error.
std::optional<Autotune> evaluateAutotune(Program &program, const ast::FunctionDef &kernel, LazyScope &scope,
                                         const Variant &base);

} // namespace tritonc

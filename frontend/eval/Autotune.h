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

/// What a search does to memory between runs, for warnings; nothing is reported.
struct SearchEffects {
  /// More than one configuration, as far as the source shows.
  bool searches = false;
  /// Parameters that are zeroed or put back before each run.
  std::vector<std::string> preserved;
};
SearchEffects findSearchEffects(Program &program, const ast::FunctionDef &kernel, LazyScope &scope);

/// Whether the kernel has a list of configurations, which may give the values that a signature does not.
bool hasAutotune(const ast::FunctionDef &kernel);

/// `@triton.autotune(configs=..., key=...)`; without variants if there is none, none after an error.
std::optional<Autotune> evaluateAutotune(Program &program, const ast::FunctionDef &kernel, LazyScope &scope,
                                         const Variant &base);

} // namespace tritonc

//===- Variants.h - from lists on the command line to single compiles -----===//
#pragma once

#include "backend/Target.h"
#include "driver/tritonc/Options.h"
#include "frontend/Frontend.h"

namespace tritonc {

/// `-D NAME=a,b` split into its name and values; commas inside brackets and quotes belong to a value.
struct Define {
  std::string name;
  std::vector<std::string> values;
};
/// Reports wrong forms; an empty list of values never comes back.
std::vector<Define> parseDefines(const std::vector<std::string> &texts, DiagnosticEngine &diagnostics);

/// Every combination of the lists in `options`, on top of each variant in `base` (one default variant if that is
/// empty). Values given on the command line override those of `base`. Impossible values are reported.
std::vector<Variant> expandVariants(const TritoncOptions &options, const std::vector<Variant> &base,
                                    DiagnosticEngine &diagnostics);

/// Reports what a target cannot do: more threads than it has, clusters.
void checkVariant(const Variant &variant, const Target &target, DiagnosticEngine &diagnostics);

} // namespace tritonc

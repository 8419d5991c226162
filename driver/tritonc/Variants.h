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

/// Reports values that mean nothing anywhere; those of an autotune list arrive unchecked.
void checkVariant(const Variant &variant, DiagnosticEngine &diagnostics);

/// Why a target cannot run programs of this variant: more threads than it has, clusters. None: as far as can be told
/// before compiling, it can.
std::optional<std::string> whyImpossible(const Variant &variant, const Target &target);

} // namespace tritonc

//===- RunPlan.h - what the options come to -------------------------------===//
#pragma once

#include "driver/tritonc/KernelRequest.h"

namespace tritonc {

struct RunPlan {
  EmitKind emit = EmitKind::Bundle;
  std::vector<KernelRequest> requests;
};

/// Reads the options (and the --spec file) into a plan. False after errors: unknown words, contradictions, outputs that
/// a target cannot have.
bool planRun(const TritoncOptions &options, RunPlan &plan, DiagnosticEngine &diagnostics);

} // namespace tritonc

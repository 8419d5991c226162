//===- Driver.h - what a run of tritonc does ------------------------------===//
#pragma once

#include "driver/tritonc/Options.h"
#include "llvm/Support/raw_ostream.h"

namespace tritonc {

/// Runs one command line and returns the exit code. Text output goes to `out`, diagnostics to `err`.
int runTritonc(const TritoncOptions &options, llvm::raw_ostream &out, llvm::raw_ostream &err);

} // namespace tritonc

//===- Spec.h - many kernels in one file ----------------------------------===//
//
//     target = ["sm_90a", "cpu"]
//     [[kernel]]
//     source = "softmax.py"
//     signature = "*fp32:16, *fp32:16, i32, i32, i32"
//     define = { BLOCK_N = [512, 1024] }
//     num-warps = [4, 8]
//
// The keys are tritonc's options without their dashes. What stands before the first `[[kernel]]` holds for all of them;
// the command line wins over both. File names count from the spec's folder.
//
//===----------------------------------------------------------------------===//
#pragma once

#include "driver/tritonc/KernelRequest.h"

namespace tritonc {

/// Reads `options.spec` into one request for each entry. False after errors, which point into the file. Targets are
/// left as text in the options.
bool readSpec(const TritoncOptions &options, std::vector<KernelRequest> &requests, DiagnosticEngine &diagnostics);

} // namespace tritonc

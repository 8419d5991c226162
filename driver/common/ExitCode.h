//===- ExitCode.h - exit codes of both tools ------------------------------===//
#pragma once

namespace tritonc {

enum ExitCode : int {
  kDone = 0,
  kFailed = 1,    ///< the kernel, a check or a comparison failed
  kBadInput = 2,  ///< wrong usage or bad input: files, kernels and arguments included
  kMissing = 3,   ///< a tool or device that is needed is missing
  kInternal = 70, ///< a bug of ours
};

} // namespace tritonc

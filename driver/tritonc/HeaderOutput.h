//===- HeaderOutput.h - kernels for a C program ---------------------------===//
//
// `--emit=header` writes NAME.h, with two functions for each kernel, and NAME.o, which holds the images:
//
//     tritonrt_status add_kernel_load(tritonrt_device *device, const char *variant, tritonrt_kernel **kernel,
//                                     tritonrt_error *error);
//     tritonrt_status add_kernel_launch(tritonrt_kernel *kernel, int64_t grid_x, int64_t grid_y, int64_t grid_z,
//                                       tritonrt_address x_ptr, int32_t n, void *stream, tritonrt_error *error);
//
// They are inline functions over libtritonrt, so that the compiler of the program checks the arguments' types and no
// calling convention is ours to keep. What the runtime can do stays in the runtime: choosing the image that suits the
// device, errors as values.
//
//===----------------------------------------------------------------------===//
#pragma once

#include "driver/tritonc/Compile.h"

namespace tritonc {

/// One kernel of the header: all its targets and variants take the same parameters.
struct HeaderEntry {
  /// What the functions are called after; empty: the kernel's name.
  std::string name;
  std::vector<const CompileResult *> results;
};

struct HeaderAndObject {
  std::string header, object;
};

/// `fileName` is the header's own name, for its guard. The error says what stands in the way, in words for the user.
llvm::Expected<HeaderAndObject> makeHeader(llvm::StringRef fileName, std::vector<HeaderEntry> entries);

} // namespace tritonc

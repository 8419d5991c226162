//===- Libdevice.h - internal: calls to the device library ------------------===//
#pragma once

#include "frontend/value/Builtin.h"

namespace tritonc {

/// Calls libdevice function `name`; `overloads` is its text in Libdevice.def.
Value callLibdevice(CallContext &context, llvm::StringRef name, llvm::StringRef overloads, const Arguments &args);

} // namespace tritonc

//===- RegisterPressure.h - how many registers a function would like -------===//
//
// LLVM's greedy register allocator takes minutes on a block of thousands of values that are live at the same time, as a
// kernel has whose blocks are far too large for its threads. It spills nearly all of them however long it thinks.
// This estimate tells such functions apart before code generation.
//
//===----------------------------------------------------------------------===//
#pragma once

#include "llvm/IR/Function.h"

namespace tritonc {

/// 32-bit registers that hold values at the same time, at most: values from where they are made to their last use, in
/// the order of the IR. Scalars that all lanes share count too.
unsigned estimateRegisterPressure(const llvm::Function &function);

} // namespace tritonc

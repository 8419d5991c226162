//===- RoundBf16.h - f32 to bf16 where no instruction does it -------------===//
//
// LLVM's own sequence keeps the payload of a NaN, and makes a pair of bf16 with two moves: 7 instructions for each, and
// attention has hundreds. Here it is 4, and one for a pair.
//
//===----------------------------------------------------------------------===//
#pragma once

#include "llvm/IR/Module.h"

namespace tritonc {

/// Conversions of f32 to bf16 as operations on bits. NaNs become one NaN. To be run after LLVM's optimiser: it makes
/// the pairs plain, and would take the sequence for two of 16 bits.
void roundBf16(llvm::Module &module);

} // namespace tritonc

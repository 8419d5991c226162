//===- ComputeLate.h - values are made where they are used ----------------===//
//
// The lowering computes the addresses and masks of all registers of a block, then loads all of them, then stores:
// hundreds of values alive at once. Schedulers move loads and products, but keep much of the order in which they find
// the rest.
//
//===----------------------------------------------------------------------===//
#pragma once

#include "llvm/IR/Module.h"

namespace tritonc {

/// In basic blocks of at least `longBlock` instructions, moves arithmetic with one use, in the same block, down to it.
/// Floating-point results only `withFloats`: their operands are seldom wanted elsewhere, and live longer for it.
void computeLate(llvm::Module &module, size_t longBlock, bool withFloats);

} // namespace tritonc

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

/// In functions with a basic block of at least `longBlock` instructions, moves the arithmetic of such blocks down to
/// where its results are first used, into later blocks too, but not into loops; each conjunction of masks is made again
/// in each block. Loads from shared memory go down to the product of a matrix unit before the one they are for, past
/// nothing that writes memory. What would keep more registers alive stays where it is. In the code of 100 kernels for
/// gfx942 that are slow to compile, an early form of this took away 61 % of the accesses to spilled vector registers
/// and 8 % of the instructions.
void computeLate(llvm::Module &module, size_t longBlock);

/// For ptxas, which schedules everything again: in basic blocks of at least `longBlock` instructions, only integer
/// arithmetic with one use, in the same block. (Moved as above, 99 kernels spilled 1 % less in sum and took 1 % more
/// registers; single ones spilled several times as much.)
void computeIndicesLate(llvm::Module &module, size_t longBlock);

} // namespace tritonc

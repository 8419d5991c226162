//===- AmdgpuTuning.h - the code generator's passes for long functions ----===//
//
// LLVM's greedy allocator splits and evicts live ranges until they fit. Where far more values are alive than there are
// registers, trying takes most of a compile. Such functions are spilled ahead of it (SpillAhead.h), and the allocator
// finds room for nearly all at once. With what follows here, the 140 kernels of other people that take longest for
// gfx1100 have 19 % fewer instructions and 43 % less private memory than when LLVM's allocators did it alone, and the
// 45 longest of them compile in 22 % less time.
//
// The scheduler before allocation looks at up to 256 instructions for each that it places, several times over. In
// blocks of many thousand instructions that is half of a compile. GPUs with 512 registers do as well with the order in
// which the lowering wrote such blocks (MI300: no register more in 7 kernels but one, which spills 103 more); the
// others with 256 need it. There it is given a part of a long block at a time, which takes less than half of its time
// (9 kernels) and changes instructions and spills by about 1 % in the sum of the 140 (the worst: from 14 spilled words
// to 40).
//
// Except where they are crowded: functions that would like far more than the 256. There the order from ComputeLate.h
// spills about as much as the scheduler's (gfx1100, 53 kernels with products, before spills were planned: 9 % more
// vector registers, 21 % fewer scalar ones, 27 % less time). Neither scheduler runs there, nor what lengthens live
// ranges, nor LLVM's own two passes that sink values towards their uses: without these 11 % fewer words go to private
// memory and back, and the search for what may move past stores is no longer a quarter of some compiles. The scheduler
// after allocation, whose time grows with the square of a block's length, is left out in long blocks as well.
//
// Other passes that help short functions and cost long ones more than they bring are left out by length.
//
//===----------------------------------------------------------------------===//
#pragma once

#include "backend/Target.h"
#include "backend/llvm/LLVMModule.h"

namespace tritonc {

class AmdgpuTuning final : public CodegenTuning {
public:
  AmdgpuTuning(const llvm::Module &module, const Target &target);

  /// Whether the module has products of matrix units.
  static bool multiplies(const llvm::Module &module);

  /// Spills ahead of the allocator: scalar and vector registers each by themselves. Not vector registers where there
  /// are 512, which are two kinds: the allocator moves values between them.
  void configure(llvm::TargetPassConfig &config) override;
  bool skips(llvm::StringRef pass) const override;
  bool lacks(llvm::StringRef passName) const override;

private:
  /// Instructions of the longest basic block of the function being compiled, before scheduling and after.
  unsigned longestUnscheduled = 0, longestScheduled = 0;
  unsigned instructions;
  bool hasProducts, hasManyRegisters, isCrowded;
};

} // namespace tritonc

//===- AmdgpuTuning.h - the code generator's passes for long functions ----===//
//
// LLVM's greedy allocator splits live ranges until they fit. Where far more values are alive than there are registers,
// most of them spill whatever it tries, and trying takes seconds for some thousand instructions: most of the time spent
// on kernels with blocks that are large for their threads. The basic allocator spills what is cheapest at once; on such
// kernels it spills about as much (229 registers instead of 242 in a fused GELU of 128 elements a lane). The scheduler
// after allocation, whose time grows with the square of a block's length, is left out there and in long blocks.
//
// The scheduler before allocation looks at up to 256 instructions for each that it places, several times over. In
// blocks of many thousand instructions that is half of a compile. GPUs with 512 registers do as well with the order in
// which the lowering wrote such blocks (MI300: no register more in 7 kernels but one, which spills 103 more); the
// others with 256 need it.
//
// Except where they are crowded: products of matrix units that would like far more than the 256. There the order from
// ComputeLate.h spills about as much as the scheduler's (gfx1100, 53 such kernels: 9 % more vector registers, 21 %
// fewer scalar ones) in 27 % less time. Neither scheduler runs there, nor what lengthens live ranges.
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

  /// Puts the basic allocator before the greedy one, for functions of many instructions that are over-full when they
  /// come out of the scheduler: scalar and vector registers each by themselves. The greedy allocator then finds nothing
  /// left. Not for vectors with matrix units: the basic allocator is slow to find room for their tuples of registers.
  void configure(llvm::TargetPassConfig &config) override;
  bool skips(llvm::StringRef pass) const override;

  /// What was found about the function being compiled.
  struct Pressure {
    bool tooManyScalars = false, farTooManyScalars = false, tooManyVectors = false;
    /// Instructions of a basic block, before scheduling and after.
    unsigned longestUnscheduled = 0, longestBlock = 0;
  };

private:
  Pressure pressure;
  unsigned instructions;
  bool hasProducts, hasManyRegisters, isCrowded;
};

} // namespace tritonc

//===- AmdgpuTuning.h - the code generator's passes for long functions ----===//
//
// LLVM's greedy allocator splits live ranges until they fit. Where far more values are alive than there are registers,
// most of them spill whatever it tries, and trying takes seconds for some thousand instructions: most of the time spent
// on kernels with blocks that are large for their threads. The basic allocator spills what is cheapest at once; on such
// kernels it spills about as much (229 registers instead of 242 in a fused GELU of 128 elements a lane). The scheduler
// after allocation, whose time grows with the square of a block's length, is left out there and in long blocks.
//
// Other passes that help short functions and cost long ones more than they bring are left out by length.
//
//===----------------------------------------------------------------------===//
#pragma once

#include "backend/llvm/LLVMModule.h"

namespace tritonc {

class AmdgpuTuning final : public CodegenTuning {
public:
  explicit AmdgpuTuning(const llvm::Module &module);

  /// Whether the module has products of matrix units.
  static bool multiplies(const llvm::Module &module);

  /// Puts the basic allocator before the greedy one, for functions of many instructions that are over-full when they
  /// come out of the scheduler: scalar and vector registers each by themselves. The greedy allocator then finds nothing
  /// left. Not with matrix units: the basic allocator is slow to find room for their tuples of registers.
  void configure(llvm::TargetPassConfig &config) override;
  bool skips(llvm::StringRef pass) const override;

  /// What was found about the function being compiled.
  struct Pressure {
    bool tooManyScalars = false, tooManyVectors = false;
    /// Instructions of a basic block.
    unsigned longestBlock = 0;
  };

private:
  Pressure pressure;
  unsigned instructions;
  bool hasProducts;
};

} // namespace tritonc

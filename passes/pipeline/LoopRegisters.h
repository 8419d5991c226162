//===- LoopRegisters.h - how many registers a loop takes ------------------===//
//
// GPUs of 256 registers a lane that load ahead through registers (RDNA) have to share them out: what the loop carries,
// loads on their way to shared memory, operands that stay.
//
//===----------------------------------------------------------------------===//
#pragma once

#include "passes/ir/Dialects.h"

namespace tritonc {

/// Registers of 32 bits in which one thread holds a value; none for scalars.
int64_t registersOf(mlir::Type type);

/// Registers of 32 bits of a thread that are alive at the loop's fullest place, about: what it carries, the largest
/// result of a product that it does not carry, and some for tiles of operands, addresses and intermediate values.
int64_t registersOf(mlir::scf::ForOp loop);

/// The registers that a lane of RDNA can name (RDNA3 ISA guide, VGPRs).
constexpr int64_t registersOfRdna = 256;

} // namespace tritonc

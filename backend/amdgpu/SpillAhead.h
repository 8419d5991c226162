//===- SpillAhead.h - spills before the registers are allocated -----------===//
#pragma once

#include "llvm/CodeGen/MachineFunctionPass.h"

namespace tritonc {

enum class RegisterKind { Scalar, Vector };

/// A pass that spills registers of functions that need far more of the kind than there are, by the plan of
/// backend/llvm/SpillPlan.h, so that the allocator behind it finds room for nearly all at once. It runs when registers
/// of its kind are allocated next; vector registers come after scalar ones.
llvm::MachineFunctionPass *createSpillAhead(RegisterKind kind);

} // namespace tritonc

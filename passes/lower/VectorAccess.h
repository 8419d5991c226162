//===- VectorAccess.h - registers that one memory access can serve --------===//
#pragma once

#include "passes/lower/Lowering.h"

namespace tritonc::lower {

/// The registers of a tensor in groups: a group's elements are neighbours in memory, lowest address first.
struct VectorAccess {
  unsigned width = 1;
  llvm::SmallVector<llvm::SmallVector<unsigned>> groups;
};

/// How a load, store or atomic may be cut into vector accesses, given what is known of its pointers and its mask.
/// Scalars give one group of one register.
VectorAccess vectorAccess(FunctionLowering &f, mlir::Operation *op);

} // namespace tritonc::lower

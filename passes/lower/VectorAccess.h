//===- VectorAccess.h - registers that one memory access can serve --------===//
#pragma once

#include "passes/lower/Lowering.h"

namespace tritonc::lower {

/// The registers of a tensor in groups: a group's elements are neighbours in memory, lowest address first.
struct VectorAccess {
  unsigned width = 1;
  llvm::SmallVector<llvm::SmallVector<unsigned>> groups;
};

/// What is known of an access: `elements` neighbours along `dim` may be taken at once.
struct AccessWidth {
  unsigned dim = 0;
  unsigned elements = 1;
};
AccessWidth accessWidth(FunctionLowering &f, mlir::Operation *op, Value pointers, Value mask);

/// How a load or store may be cut into vector accesses, given what is known of its pointers and its mask. Scalars give
/// one group of one register.
VectorAccess vectorAccess(FunctionLowering &f, mlir::Operation *op, Value pointers, Value mask);

} // namespace tritonc::lower

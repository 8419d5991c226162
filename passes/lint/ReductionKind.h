//===- ReductionKind.h - what the region of a reduction computes ----------===//
#pragma once

#include "passes/ir/Dialects.h"

namespace tritonc::lint {

enum class ReductionKind { Sum, Product, Maximum, Minimum, And, Or, Xor, Other };

/// Of one operation that combines two values; unsigned maxima are Other.
ReductionKind kindOfCombination(mlir::Operation *op);
/// Of a reduction, those that also give an index included.
ReductionKind kindOf(tt::ReduceOp reduction);
/// As it reads in a message: `maximum`.
llvm::StringRef nameOf(ReductionKind kind);

} // namespace tritonc::lint

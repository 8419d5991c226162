//===- Combine.h - the region of a reduction or scan as a function --------===//
#pragma once

#include "passes/lower/Lowering.h"

namespace tritonc::lower {

/// One element of each operand.
using Tuple = llvm::SmallVector<Value, 2>;

/// The region of tt.reduce and tt.scan: takes two tuples, the earlier first, and gives their combination.
class Combine {
public:
  Combine(FunctionLowering &f, mlir::Region &region) : f(f), block(region.front()) {}

  /// Null elements after the region could not be lowered; `failed()` then tells.
  Tuple operator()(const Tuple &a, const Tuple &b);
  bool failed() const { return hasFailed; }

  /// The only operation of the region, applied to its two arguments; null if it is something else.
  mlir::Operation *soleOp() const;

private:
  FunctionLowering &f;
  mlir::Block &block;
  bool hasFailed = false;
};

/// `choose ? a : b` for each element. A null condition means false.
Tuple selectTuple(Emitter &e, Value choose, const Tuple &a, const Tuple &b);
/// Each element through a shuffle.
Tuple shuffleXorTuple(FunctionLowering &f, const Tuple &tuple, unsigned mask);

} // namespace tritonc::lower

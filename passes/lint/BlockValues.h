//===- BlockValues.h - expressions of indices -----------------------------===//
//
// What lints ask of a value: is it the same expression as another, along which dimensions do its elements differ, how
// large can it become, which parameter does it point into.
//
//===----------------------------------------------------------------------===//
#pragma once

#include "passes/ir/Dialects.h"
#include "llvm/ADT/DenseMap.h"
#include <optional>

namespace tritonc::lint {

/// A set of dimensions of a block, one bit each.
using Dims = uint32_t;

/// The bounds of an integer, both included.
struct Interval {
  int64_t low, high;
  /// Every number of the type.
  static Interval ofType(mlir::Type type);
};

class BlockValues {
public:
  /// The dimensions along which elements may differ.
  Dims varying(mlir::Value value);
  /// Bounds of an integer or of a block's elements. Overflow is not assumed: bounds may pass those of the type.
  Interval interval(mlir::Value value);

  /// Lints ask before each step of an open-ended search: false when one function has had its share (some milliseconds).
  /// Kernels that sort in registers have expressions of many thousand operations.
  bool spend() { return stepsLeft > 0 && stepsLeft--; }

private:
  Dims computeVarying(mlir::Value value, unsigned depth);
  Interval computeInterval(mlir::Value value, unsigned depth);
  llvm::DenseMap<mlir::Value, Dims> dims;
  llvm::DenseMap<mlir::Value, Interval> intervals;
  unsigned stepsLeft = 4000;
};

/// All dimensions of the value's type with more than one element.
Dims allDims(mlir::Value value);

/// The value whose elements those of `value` are: behind splats, broadcasts and new dimensions.
mlir::Value withoutShape(mlir::Value value);
/// The same, behind extensions of integers too.
mlir::Value withoutWidth(mlir::Value value);

/// Whether both are computed in the same way from the same values. Never true for two reads of memory.
bool sameValue(mlir::Value a, mlir::Value b);
/// The same of the numbers along the one dimension in which both vary, wherever that stands among others:
/// `cols[None, :] + k` and `cols[:, None] + k`.
bool sameNumbers(mlir::Value a, mlir::Value b);

/// The one number that all elements are.
std::optional<int64_t> constantInteger(mlir::Value value);
std::optional<double> constantFloat(mlir::Value value);

/// The kernel parameter that a pointer or block of pointers points into; null when that is not certain.
mlir::BlockArgument baseParameter(mlir::Value pointer);

} // namespace tritonc::lint

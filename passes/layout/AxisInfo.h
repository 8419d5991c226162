//===- AxisInfo.h - what is known of indices, pointers and masks ----------===//
//
// Wide memory accesses need three facts about a block of pointers: that neighbours point to neighbours, that the first
// of them is aligned, and that a mask treats all of them alike. They are followed from `tt.divisibility` of arguments
// and `tt.make_range` through index arithmetic, for each dimension:
//
//   contiguity   the largest 2^k such that aligned groups of 2^k elements hold consecutive values v, v+1, ...
//   divisibility the largest 2^k that divides the first value of each such group (for pointers: in bytes)
//   constancy    the largest 2^k such that aligned groups of 2^k elements hold one value
//
//   [ 8,  9, 10, 11, 16, 17, 18, 19]   contiguity 4, divisibility 8, constancy 1
//   [12, 12, 16, 16, 28, 28, 32, 32]   contiguity 1, divisibility 4, constancy 2
//   x < 12 on the first: [1,1,1,1, 0,0,0,0]: constancy 4, since 12 and the groups of x are divisible by 4
//
// (Definitions as in Triton's analysis of the same purpose; here with signs, since the quotient and remainder of
// negative numbers break groups: -1/4 is 0 as 0/4 is, but -4/4 is not.)
//
// One walk over the function in program order. Values carried by loops start from what enters the loop and are lowered
// until the body agrees (an optimistic fixed point: each round can only lower, so few rounds suffice).
//
//===----------------------------------------------------------------------===//
#pragma once

#include "passes/ir/Dialects.h"
#include "llvm/ADT/DenseMap.h"
#include <optional>

namespace tritonc {

/// Facts about one value. Scalars have one dimension of size 1.
struct AxisInfo {
  llvm::SmallVector<int64_t, 2> contiguity, divisibility, constancy;
  /// The one value that all elements have, when it is known.
  std::optional<int64_t> constant;
  /// No element is negative (barring overflow of index arithmetic).
  bool nonNegative = false;

  /// Nothing is known.
  static AxisInfo unknown(unsigned rank);
  unsigned rank() const { return contiguity.size(); }
  /// What divides the first values of aligned groups of `group` elements along `dim`, when a group's step is `unit`.
  int64_t divisibilityAt(unsigned dim, int64_t group, int64_t unit = 1) const;
  /// What holds for both.
  static AxisInfo join(const AxisInfo &a, const AxisInfo &b);
  bool operator==(const AxisInfo &other) const;
  void print(llvm::raw_ostream &os) const;
};

/// Pointer and mask operands of a memory access through pointers; null for other ops and for absent masks.
mlir::Value accessPointer(mlir::Operation *op);
mlir::Value accessMask(mlir::Operation *op);
/// Bits of one element that the access moves (8 for i1).
unsigned accessElementBits(mlir::Operation *op);

class AxisInfoAnalysis {
public:
  explicit AxisInfoAnalysis(tt::FuncOp function);

  /// The facts about `value`; unknown if it was made after the analysis.
  AxisInfo get(mlir::Value value) const;

  /// How many elements one access of `op` (tt.load, tt.store, atomics) may move at once by alignment of its pointers
  /// alone, along `dim`, up to `maxBits`.
  int64_t pointerVector(mlir::Operation *op, unsigned dim, unsigned maxBits = 128) const {
    return vectorThrough(accessPointer(op), dim, maxBits);
  }
  /// The same for an access through `pointer`.
  int64_t vectorThrough(mlir::Value pointer, unsigned dim, unsigned maxBits = 128) const;
  /// How many elements along `dim` the mask treats alike; a large number without a mask.
  int64_t maskAlignment(mlir::Operation *op, unsigned dim) const;

  /// For an access with a layout: the elements that a thread may move with one instruction. They are the registers r,
  /// r+1, ... with r aligned. The minimum of pointer alignment, mask alignment, the layout's consecutive registers and
  /// `maxBits`.
  unsigned accessVectorWidth(mlir::Operation *op, unsigned maxBits = 128) const;
  /// The same without regard to the mask, for lowerings that test each element of a vector.
  unsigned accessVectorWidthIgnoringMask(mlir::Operation *op, unsigned maxBits = 128) const;

private:
  friend class AxisInfoWalk;
  llvm::DenseMap<mlir::Value, AxisInfo> facts;
};

} // namespace tritonc

//===- Masks.h - the comparisons that a mask is made of -------------------===//
//
//   mask = (rows[:, None] < m) & (cols[None, :] < n)      terms: rows < m along dimension 0, cols < n along dimension 1
//
// A lane is off when one of the terms is false. Values are looked at through the shape operations between them and one
// operation, the root, whose dimensions all are counted in: `DimMap` says which dimension of the root each dimension
// of the value at hand is.
//
//===----------------------------------------------------------------------===//
#pragma once

#include "passes/lint/BlockValues.h"
#include "llvm/ADT/SmallVector.h"

namespace tritonc::lint {

/// For each dimension of a value the one of the root that it is; -1 for what the root has not, or has with one value.
struct DimMap {
  llvm::SmallVector<int8_t, 4> dims;
  /// Every dimension is the root's.
  static DimMap identity(mlir::Value root);
  /// The root's dimensions behind `own`, a set of this value's.
  Dims toRoot(Dims own) const;
  /// Four bits for each dimension, as a key.
  uint32_t code() const;

  DimMap beforeExpand(unsigned axis) const;
  DimMap beforeBroadcast(mlir::Value source) const;
  DimMap beforeTrans(llvm::ArrayRef<int32_t> order) const;
  /// Of the operand of a reduction along `axis`.
  DimMap beforeReduce(unsigned axis) const;
};

/// `lhs < rhs` or `lhs <= rhs`, signed or not: comparisons are turned until the smaller side stands left.
struct MaskTerm {
  mlir::arith::CmpIPredicate predicate;
  mlir::Value lhs, rhs;
  /// Of the root: along which the comparison may differ.
  Dims dims;
  bool operator==(const MaskTerm &other) const;
};

/// The comparison as a term; none for == and !=.
std::optional<MaskTerm> termOf(mlir::arith::CmpIOp compare, const DimMap &map, BlockValues &values);

/// What must hold for a lane to be on, as far as it is comparisons; those that always hold are left out.
llvm::SmallVector<MaskTerm> termsOf(mlir::Value mask, const DimMap &map, BlockValues &values);

/// Whether the end that the term compares with is one that the offsets reach. Offsets that a loop steps are expected to
/// when its bounds are known, or are made of what the end is made of: a loop over other bounds may never come near it.
bool mayBeOff(const MaskTerm &term);

/// The value of a condition in lanes where `off` does not hold, if that settles it.
std::optional<bool> valueWhereOff(mlir::Value condition, const DimMap &map, const MaskTerm &off, BlockValues &values);

} // namespace tritonc::lint

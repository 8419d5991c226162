//===- MaskedLanes.h - what lanes hold that a mask turned off -------------===//
//
//   x = tl.load(p + cols, mask=cols < n, other=0.0)     where cols < n does not hold: 0.0 (from this load)
//   d = x - mean                                        the same number in all of these lanes, not known here
//   w = tl.where(cols < n, d, 0.0)                      0.0 (of no load any more)
//   e = tl.exp(y - tl.max(y))   with y loaded -inf      exp(-inf - a number) = 0.0
//
// A value is followed from its use (the root) backwards, with one term of a mask taken to be false. What is computed
// from numbers that are not known stays unknown: only `Undefined`, `Number` and `Uniform` lead to warnings.
//
//===----------------------------------------------------------------------===//
#pragma once

#include "passes/lint/Masks.h"
#include <map>

namespace tritonc::lint {

struct Lane {
  enum Kind {
    Unknown,   ///< nothing can be said
    Data,      ///< numbers that differ from lane to lane
    Uniform,   ///< one number for all lanes along the term's dimensions, not known at compile time
    Number,    ///< this number
    Undefined, ///< a masked load without `other`
  };
  Kind kind = Unknown;
  double number = 0;
  /// The load whose masked-off lanes these are; null when their value no longer comes from one.
  tt::LoadOp load;
};

class MaskedLanes {
public:
  MaskedLanes(mlir::Value root, BlockValues &values) : root(root), values(values) {}

  /// The terms of masks of loads that reach the root, each once, with dimensions counted in the root's.
  llvm::ArrayRef<MaskTerm> terms();
  /// What the root holds where `off` does not hold.
  Lane whereOff(const MaskTerm &off);

private:
  Lane lane(mlir::Value value, const DimMap &map);
  Lane compute(mlir::Value value, const DimMap &map);
  Lane ofLoad(tt::LoadOp load, const DimMap &map);
  Lane ofSelect(mlir::arith::SelectOp select, const DimMap &map);
  Lane ofLoop(mlir::scf::ForOp loop, unsigned number, const DimMap &map);
  Lane ofDot(tt::DotOp dot, const DimMap &map);
  Lane ofReduction(tt::ReduceOp reduction, unsigned number, const DimMap &map);
  Lane ofElementwise(mlir::Operation *op, const DimMap &map);

  mlir::Value root;
  BlockValues &values;
  /// Null while terms are collected.
  const MaskTerm *off = nullptr;
  bool hasTerms = false;
  llvm::SmallVector<MaskTerm> found;
  llvm::DenseMap<std::pair<mlir::Value, uint32_t>, Lane> known;
  unsigned depth = 0, steps = 0;
};

/// The lane of an elementwise operation from those of its operands.
Lane combineLanes(mlir::Operation *op, llvm::ArrayRef<Lane> operands);
/// What both can be.
Lane joinLanes(const Lane &a, const Lane &b);

} // namespace tritonc::lint

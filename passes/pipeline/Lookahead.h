//===- Lookahead.h - computing iterations before their turn ---------------===//
//
// Some loads of a loop, with what their addresses depend on, run `distance` iterations ahead of the rest. What is
// carried from iteration to iteration is carried twice: once for the loop's own pace, once ahead. Where an address
// depends on a load, that load is made by another lookahead, one iteration further ahead, and its value waits in
// registers.
//
//   loop:  p = carried; x = load p; ...; yield p + 8     distance 2, before the loop:  q = p + 8 + 8
//                                                        in the loop:  load q; ...; yield q + 8
//
//===----------------------------------------------------------------------===//
#pragma once

#include "mlir/IR/IRMapping.h"
#include "passes/pipeline/LoopSlice.h"

namespace tritonc {

class Lookahead {
public:
  /// For `loads` in `loop`. Their slices exist.
  Lookahead(mlir::scf::ForOp loop, unsigned distance, llvm::ArrayRef<mlir::Operation *> loads);

  unsigned distance;
  llvm::SmallVector<mlir::Operation *> loads;
  /// Loads that another lookahead, at distance + 1, makes for this one.
  llvm::ArrayRef<mlir::Operation *> wanted() const { return slice.loads.getArrayRef(); }
  void supply(mlir::Operation *load, mlir::Value value) { supplied[load] = value; }

  /// One load of the iteration evaluated: the address and the mask, null if there is none and the iteration is known to
  /// exist.
  struct Access {
    tt::LoadOp load;
    mlir::Value ptr, mask, other;
  };
  /// Computes the accesses of the next iteration, and steps on. `valid`, or null for certainly, says whether there is
  /// one; its number is iv() .
  llvm::SmallVector<Access> evaluate(mlir::OpBuilder &b, llvm::function_ref<mlir::Value()> iv, mlir::Value valid);

  /// What passes from iteration to iteration, in a fixed order.
  void appendState(llvm::SmallVectorImpl<mlir::Value> &state) const;
  /// Takes its part off the front.
  void setState(mlir::ValueRange &state);

private:
  mlir::scf::ForOp loop;
  LoopSlice slice;
  llvm::SmallVector<mlir::Operation *> ops;
  llvm::SmallVector<mlir::Value> carried; // in the order of slice.carried
  llvm::MapVector<mlir::Operation *, mlir::Value> supplied;
};

/// a and b, where null is true. `b` is a scalar, `a` may be a block; `like` is the type of the result's pointers.
mlir::Value restrictMask(mlir::OpBuilder &builder, mlir::Location loc, mlir::Value mask, mlir::Value valid,
                         mlir::Type like);

/// The load of an access, into registers.
mlir::Value makeLoad(mlir::OpBuilder &b, const Lookahead::Access &access);

} // namespace tritonc

//===- BlockAddress.h - the elements that a handle's block covers ---------===//
//
// A handle is a block pointer or a tensor descriptor: a strided tensor in memory, of which blocks are accessed. Taken
// apart it is scalars; an access is a tensor of pointers and a mask of the elements that the tensor has.
//
//===----------------------------------------------------------------------===//
#pragma once

#include "passes/ir/Dialects.h"

namespace tritonc {

/// The block type of a block pointer or descriptor; null for all other types.
mlir::RankedTensorType blockOfHandle(mlir::Type type);

/// The parts of a handle as values, in this order. Sizes are i32 or i64, strides i64, offsets i32.
struct HandleParts {
  mlir::Value base;
  llvm::SmallVector<mlir::Value, 4> sizes, strides;
  /// Block pointers: where the block is.
  llvm::SmallVector<mlir::Value, 4> offsets;
  /// Descriptors: an i1, whether elements outside are NaN.
  mlir::Value padNaN;

  llvm::SmallVector<mlir::Value> flat() const;
  static HandleParts fromFlat(mlir::Type handle, llvm::ArrayRef<mlir::Value> values);
  static llvm::SmallVector<mlir::Type> types(mlir::Type handle);
};

/// Computes addresses and masks at the builder's place.
class BlockAddress {
public:
  /// `positions` has an i32 for each dimension, or a tensor of them as long as the block (rows of a gather).
  BlockAddress(mlir::OpBuilder &b, mlir::Location loc, const HandleParts &parts, llvm::ArrayRef<mlir::Value> positions,
               llvm::ArrayRef<int64_t> shape)
      : b(b), loc(loc), parts(parts), positions(positions), shape(shape) {}

  mlir::Value pointers();
  /// Null if `checked` is empty.
  mlir::Value mask(llvm::ArrayRef<int32_t> checked);

private:
  mlir::Value range(int64_t size);
  mlir::Value splat(mlir::Value scalar, llvm::ArrayRef<int64_t> shape);
  /// A vector along dimension `d`, the same in all others.
  mlir::Value spread(mlir::Value vector, int d);
  mlir::Value extended(mlir::Value value);

  mlir::OpBuilder &b;
  mlir::Location loc;
  const HandleParts &parts;
  llvm::ArrayRef<mlir::Value> positions;
  llvm::ArrayRef<int64_t> shape;
};

} // namespace tritonc

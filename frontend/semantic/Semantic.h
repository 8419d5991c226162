//===- Semantic.h - typed operations on run-time values --------------------===//
//
// What Triton's operators and library functions mean, as functions from Values to Values that emit block IR. The
// evaluator calls these for operators, casts and subscripts, and through the table of Builtins.h for calls.
//
// A compile-time number meets a run-time value in one of two ways, and the difference is part of the language: as a
// *literal* (arithmetic and bitwise operators, `where`, `full`) it adopts the other operand's type when its kind is no
// higher (bool < int < float); as a *tensor* (comparisons, `maximum`, `fma`, ...) it first becomes a scalar of its own
// type, the first of int32, uint32, int64, uint64 that holds it, or fp32 (fp64 when fp32 cannot hold its magnitude).
//
// Every function reports its errors at the context's current expression and gives poison; poison operands give poison
// silently.
//
//===----------------------------------------------------------------------===//
#pragma once

#include "frontend/value/Builtin.h"
#include "frontend/value/Value.h"
#include <optional>

namespace tritonc {

enum class BinaryOp { Add, Sub, Mul, Div, FloorDiv, Mod, And, Or, Xor, Shl, Shr };
enum class UnaryOp { Plus, Neg, Invert };
enum class CompareOp { Lt, Le, Gt, Ge, Eq, Ne };

/// `+`, `<<`, ... as written in source.
llvm::StringRef spelling(BinaryOp op);
llvm::StringRef spelling(CompareOp op);

/// An operator of which at least one operand is a run-time value.
Value binaryOp(CallContext &context, BinaryOp op, const Value &lhs, const Value &rhs);
Value unaryOp(CallContext &context, UnaryOp op, const Value &operand);
Value compare(CallContext &context, CompareOp op, const Value &lhs, const Value &rhs);

/// `and`, `or`, `not` of run-time values, without short circuit: elementwise on int1; numbers count as `!= 0`.
Value logicalAnd(CallContext &context, const Value &lhs, const Value &rhs);
Value logicalOr(CallContext &context, const Value &lhs, const Value &rhs);
Value logicalNot(CallContext &context, const Value &operand);

/// The condition of an `if`, `while` or ternary as an int1 scalar; a block of one element counts as its element.
Value toBool(CallContext &context, const Value &value);

/// A run-time value as it is; a compile-time number as a scalar of its own type (see above).
Value toTensor(CallContext &context, const Value &value);
/// A scalar constant of a given type. The number must fit an integer type.
Value constantOf(CallContext &context, const Value &number, const DType &type);
/// As constantOf for numbers, and a cast for run-time scalars.
Value toScalarOf(CallContext &context, const Value &value, const DType &type);

/// x.to(type): the elements of a block are converted, its shape stays. `rounding` is "rtne", "rtz" or empty.
Value castTo(CallContext &context, const Value &value, const DType &type, llvm::StringRef rounding = {});
Value bitcastTo(CallContext &context, const Value &value, const DType &type);

/// The block of `shape` that a scalar fills; the scalar itself for an empty shape.
Value splat(CallContext &context, const Value &scalar, llvm::ArrayRef<int64_t> shape);
/// A scalar or block stretched to `shape`.
Value broadcastTo(CallContext &context, const Value &value, llvm::ArrayRef<int64_t> shape);
/// Makes the shapes of two run-time values equal. False after an error.
bool broadcastTogether(CallContext &context, Value &lhs, Value &rhs);
/// x[:, None]: the elements of `indices` are None and full slices.
Value subscriptBlock(CallContext &context, const Value &block, llvm::ArrayRef<Value> indices);

/// Sizes are powers of two and the block has at most maxBlockElements of them; reports otherwise.
bool checkBlockShape(CallContext &context, llvm::ArrayRef<int64_t> shape);
inline constexpr int64_t maxBlockElements = 1048576;

/// An attribute of a run-time value that is no method: shape, dtype, type, T, numel, and a descriptor's shape, strides,
/// block_shape, dtype. None when there is no such attribute (methods: see Builtins.h).
std::optional<Value> valueAttribute(CallContext &context, const Value &value, llvm::StringRef name);
/// An attribute of a type: element_ty, scalar, shape, primitive_bitwidth, name, itemsize, ... Methods: see Builtins.h.
std::optional<Value> typeAttribute(CallContext &context, const DType &type, llvm::StringRef name);

} // namespace tritonc

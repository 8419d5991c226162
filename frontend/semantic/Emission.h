//===- Emission.h - internal: making operations that carry a DType ---------===//
//
// Private to frontend/semantic. `emit<Op>` creates an op at the current insertion point and location and wraps its
// result with the DType that MLIR's signless types lose.
//
//===----------------------------------------------------------------------===//
#pragma once

#include "frontend/semantic/Semantic.h"
#include "mlir/IR/Builders.h"
#include "passes/ir/Dialects.h"

namespace tritonc {

// Not `using namespace mlir`: Value is ours here, and mlir::Value is spelled out.
namespace arith = mlir::arith;
namespace math = mlir::math;
using llvm::cast;
using llvm::dyn_cast;
using llvm::isa;
using mlir::Block;
using mlir::FloatAttr;
using mlir::FloatType;
using mlir::IntegerAttr;
using mlir::IntegerType;
using mlir::OpBuilder;
using mlir::Operation;
using mlir::RankedTensorType;
using mlir::Region;
using mlir::Type;
using mlir::TypedAttr;

template <typename OpTy, typename... Args> OpTy createOp(CallContext &context, Args &&...args) {
  return OpTy::create(context.builder, context.loc(), std::forward<Args>(args)...);
}

/// An op whose result type follows from its operands.
template <typename OpTy, typename... Args> Value emit(CallContext &context, const DType &type, Args &&...args) {
  return Value::runtime(createOp<OpTy>(context, std::forward<Args>(args)...)->getResult(0), type);
}

/// An op that is given its result type, folded at once when its operand is a constant: conversions of literals cost
/// nothing.
template <typename OpTy> Value emitConversion(CallContext &context, const DType &type, const Value &operand) {
  mlir::Type result = type.toMLIR(context.context());
  return Value::runtime(context.builder.createOrFold<OpTy>(context.loc(), result, operand.ir()), type);
}

/// One of the ops that come as a signed, an unsigned and a float form.
template <typename Signed, typename Unsigned, typename Float>
Value emitBySign(CallContext &context, const DType &type, const Value &lhs, const Value &rhs) {
  if (type.isFloating())
    return emit<Float>(context, type, lhs.ir(), rhs.ir());
  if (type.isSigned())
    return emit<Signed>(context, type, lhs.ir(), rhs.ir());
  return emit<Unsigned>(context, type, lhs.ir(), rhs.ir());
}

/// False, with a diagnostic, where no operation may be made (module level).
bool requireEmission(CallContext &context);

/// How operands of a binary operation are prepared.
struct OperandRules {
  llvm::StringRef operation;                   ///< for messages: `+`, `maximum`
  bool lhsPointer = false, rhsPointer = false; ///< pointers are allowed there
  bool promote = true;                         ///< bring both to their common type
  bool divides = false;                        ///< `/ // %`: no native fp16 form, and mixed signedness is refused
};
/// Promotes and broadcasts two operands; compile-time numbers take part as literals. False after an error.
bool prepareOperands(CallContext &context, Value &lhs, Value &rhs, const OperandRules &rules);

/// C's usual arithmetic conversions, without the promotion to int.
DType promoteIntegers(const DType &lhs, const DType &rhs);
/// fp32 for bf16 operands of operations that hardware lacks in bf16.
Value promoteBFloat16(CallContext &context, const Value &value);
/// The argument as a run-time value of a number type; reports with the function's name otherwise.
bool toTensors(CallContext &context, llvm::MutableArrayRef<Value> values);

/// A compile-time shape from `*shape` varargs (a tuple of sizes or one sequence) or from one sequence argument.
std::optional<llvm::SmallVector<int64_t>> shapeArgument(CallContext &context, const Value &value);
/// An axis in [-rank, rank) made non-negative; reports otherwise.
std::optional<int64_t> axisArgument(CallContext &context, const Value &value, int64_t rank);
/// A compile-time bool, int, or string argument; reports with the parameter's name otherwise.
std::optional<bool> boolArgument(CallContext &context, const Arguments &args, unsigned index, llvm::StringRef name);
std::optional<int64_t> intArgument(CallContext &context, const Arguments &args, unsigned index, llvm::StringRef name);
std::optional<std::string> stringArgument(CallContext &context, const Arguments &args, unsigned index,
                                          llvm::StringRef name);
std::optional<DType> typeArgument(CallContext &context, const Arguments &args, unsigned index, llvm::StringRef name);
/// Reports that argument `index` is not what `name` wants.
Value badArgument(CallContext &context, const Arguments &args, unsigned index, llvm::StringRef name,
                  llvm::StringRef expected);

Value expandDims(CallContext &context, const Value &value, int64_t axis);
Value reshape(CallContext &context, const Value &value, llvm::ArrayRef<int64_t> shape, bool mayReorder);
Value unsplat(CallContext &context, const Value &value);
Value makeRange(CallContext &context, int64_t start, int64_t end);
Value select(CallContext &context, const Value &condition, const Value &lhs, const Value &rhs);
Value elementwiseExtreme(CallContext &context, const Value &lhs, const Value &rhs, bool isMax, bool propagateNan);

/// Shapes, strides and offsets as i64 or i32 scalars; a single value counts as a list of one. False after an error.
bool indexOperands(CallContext &context, const Value &list, bool wide, llvm::StringRef what,
                   llvm::SmallVectorImpl<mlir::Value> &results);

// The spellings of options, read from string arguments. They report unknown spellings.
std::optional<tt::CacheModifier> cacheModifierArgument(CallContext &, const Arguments &, unsigned index, bool isStore);
std::optional<tt::EvictionPolicy> evictionArgument(CallContext &, const Arguments &, unsigned index);
/// The outer optional is empty after an error, the inner one without an option.
std::optional<std::optional<tt::PaddingOption>> paddingArgument(CallContext &, const Arguments &, unsigned index);

/// Every function of BuiltinTable.def, in the files named by concept.
namespace builtin {
#define BUILTIN(NAME, SPELLING, PARAMETERS, FLAGS) Value NAME(CallContext &context, const Arguments &args);
#include "frontend/semantic/BuiltinTable.def"
#undef BUILTIN
} // namespace builtin

} // namespace tritonc

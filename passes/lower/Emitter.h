//===- Emitter.h - short spellings for LLVM-dialect ops -------------------===//
//
// The lowering emits a great many small integer and vector operations. This class makes each a word, folds what is
// trivially constant (addresses and indices mostly are), and keeps one copy of every constant in the function's entry
// block, so that the module handed to LLVM stays small: its size is most of the compile time.
//
// Constants and values that are computed once per function (thread ids, index bases) go into the *prologue*: the entry
// block, which holds nothing else and ends in a branch to the first block of real code.
//
//===----------------------------------------------------------------------===//
#pragma once

#include "mlir/Dialect/LLVMIR/LLVMDialect.h"
#include "mlir/IR/Builders.h"
#include "mlir/IR/BuiltinOps.h"

namespace tritonc::lower {

using mlir::Block;
using mlir::Location;
using mlir::Type;
using mlir::Value;
using mlir::ValueRange;

class Emitter {
public:
  /// Starts emitting into `function`, which must have an entry block: the prologue. Code goes to a new second block.
  explicit Emitter(mlir::LLVM::LLVMFuncOp function);

  mlir::MLIRContext *context() { return builder.getContext(); }
  mlir::LLVM::LLVMFuncOp function() { return func; }

  /// The location given to everything emitted from here on.
  void setLoc(Location l) { loc = l; }
  Location getLoc() const { return loc; }

  // Types.
  mlir::IntegerType intTy(unsigned bits) { return builder.getIntegerType(bits); }
  Type i1Ty() { return builder.getI1Type(); }
  Type i8Ty() { return builder.getI8Type(); }
  Type i16Ty() { return builder.getI16Type(); }
  Type i32Ty() { return builder.getI32Type(); }
  Type i64Ty() { return builder.getI64Type(); }
  Type f16Ty() { return builder.getF16Type(); }
  Type bf16Ty() { return builder.getBF16Type(); }
  Type f32Ty() { return builder.getF32Type(); }
  Type f64Ty() { return builder.getF64Type(); }
  Type ptrTy(unsigned addressSpace) { return mlir::LLVM::LLVMPointerType::get(context(), addressSpace); }
  Type vecTy(Type element, unsigned count) { return mlir::VectorType::get({static_cast<int64_t>(count)}, element); }
  Type structTy(llvm::ArrayRef<Type> members) { return mlir::LLVM::LLVMStructType::getLiteral(context(), members); }
  /// Bits of an integer or float type; 64 for pointers in global, 32 in shared memory.
  static unsigned bitsOf(Type type);

  // Constants: one copy per function, in the prologue.
  Value constant(Type type, int64_t value);
  Value constant(Type type, const llvm::APInt &value);
  Value constant(Type type, const llvm::APFloat &value);
  /// A float constant of the nearest value of `type`.
  Value fconstant(Type type, double value);
  Value i1(bool v) { return constant(i1Ty(), v ? 1 : 0); }
  Value i32(int64_t v) { return constant(i32Ty(), v); }
  Value i64(int64_t v) { return constant(i64Ty(), v); }
  Value f32(double v) { return fconstant(f32Ty(), v); }
  /// Zero, null or false of any scalar or vector type.
  Value zero(Type type);
  Value undef(Type type);
  Value poison(Type type);
  /// The value of an integer constant made here (also of an i1).
  static std::optional<llvm::APInt> constantInt(Value v);

  // Integers. Each folds constants and identities.
  Value add(Value a, Value b);
  Value sub(Value a, Value b);
  Value mul(Value a, Value b);
  Value udiv(Value a, Value b);
  Value urem(Value a, Value b);
  Value and_(Value a, Value b);
  Value or_(Value a, Value b, bool disjoint = false);
  Value xor_(Value a, Value b);
  Value not_(Value a);
  Value shl(Value a, Value b);
  Value lshr(Value a, Value b);
  Value ashr(Value a, Value b);
  Value shl(Value a, unsigned b) { return shl(a, constant(a.getType(), b)); }
  Value lshr(Value a, unsigned b) { return lshr(a, constant(a.getType(), b)); }
  Value icmp(mlir::LLVM::ICmpPredicate predicate, Value a, Value b);
  Value eq(Value a, Value b) { return icmp(mlir::LLVM::ICmpPredicate::eq, a, b); }
  Value ne(Value a, Value b) { return icmp(mlir::LLVM::ICmpPredicate::ne, a, b); }
  Value ult(Value a, Value b) { return icmp(mlir::LLVM::ICmpPredicate::ult, a, b); }
  Value slt(Value a, Value b) { return icmp(mlir::LLVM::ICmpPredicate::slt, a, b); }
  Value select(Value condition, Value a, Value b);
  Value sext(Value v, Type type);
  Value zext(Value v, Type type);
  Value trunc(Value v, Type type);
  /// Truncates or zero-extends to an integer of `bits`.
  Value zextOrTrunc(Value v, unsigned bits);
  /// Same-width reinterpretation between integers, floats and vectors; the identity if the types agree.
  Value bitcast(Value v, Type type);
  /// As an integer of the same width (pointers too).
  Value toInt(Value v);
  /// The inverse of toInt.
  Value fromInt(Value v, Type type);

  // Floats: with the `contract` flag, so that a*b+c may fuse, as in Triton.
  Value fadd(Value a, Value b);
  Value fsub(Value a, Value b);
  Value fmul(Value a, Value b);
  Value fdiv(Value a, Value b);
  Value fneg(Value a);
  Value fma(Value a, Value b, Value c);
  Value fcmp(mlir::LLVM::FCmpPredicate predicate, Value a, Value b);
  Value fpext(Value v, Type type);
  Value fptrunc(Value v, Type type);

  // Vectors and structs.
  Value insertElement(Value vector, Value v, unsigned i);
  Value extractElement(Value vector, unsigned i);
  Value extractValue(Value aggregate, unsigned i);
  Value insertValue(Value aggregate, Value v, unsigned i);
  /// A vector of the values (one value stays itself).
  Value pack(llvm::ArrayRef<Value> values);
  llvm::SmallVector<Value> unpack(Value vector);

  // Memory.
  Value gep(Type element, Value base, Value index, bool inbounds = false);
  /// base + bytes
  Value byteOffset(Value base, int64_t bytes);
  Value load(Type type, Value ptr, unsigned align, bool isVolatile = false, bool nontemporal = false);
  void store(Value v, Value ptr, unsigned align, bool isVolatile = false, bool nontemporal = false);

  // Calls.
  /// An LLVM intrinsic by name; `result` may be null for none. `contract` marks a floating-point intrinsic.
  Value intrinsic(llvm::StringRef name, Type result, ValueRange args, bool contract = false);
  /// Inline assembly; `result` may be null, a scalar or a struct.
  Value inlineAsm(llvm::StringRef text, llvm::StringRef constraints, Type result, ValueRange args, bool sideEffects);
  /// A call to an external function, which is declared on first use. Pure functions get `memory(none)`.
  Value callExternal(llvm::StringRef name, Type result, ValueRange args, bool pure = true);
  /// A private constant string, zero-terminated, in address space `space`; gives its address.
  Value stringLiteral(llvm::StringRef text, unsigned space);

  // Blocks.
  /// A new block after the current one, with arguments of these types. Does not move the insertion point.
  Block *newBlock(mlir::TypeRange argumentTypes = {});
  void br(Block *to, ValueRange args = {});
  void condBr(Value condition, Block *ifTrue, ValueRange trueArgs, Block *ifFalse, ValueRange falseArgs);
  void enter(Block *block) { builder.setInsertionPointToEnd(block); }
  Block *currentBlock() { return builder.getInsertionBlock(); }
  /// Runs `body` under a branch on `condition`; goes on in the block where both ways meet.
  void emitIf(Value condition, llvm::function_ref<void()> body);
  /// The same with values: `body` gives those of the taken way, `otherwise` are those of the other.
  llvm::SmallVector<Value> emitIf(Value condition, llvm::function_ref<llvm::SmallVector<Value>()> body,
                                  ValueRange otherwise);
  /// Runs `body` with the insertion point in the prologue: what it emits dominates all code of the function.
  Value inPrologue(llvm::function_ref<Value()> body);

  mlir::OpBuilder builder;

private:
  template <typename Op, typename... Args> Value make(Args &&...args) {
    return Op::create(builder, loc, std::forward<Args>(args)...);
  }
  Value cachedConstant(Type type, mlir::Attribute value);

  mlir::LLVM::LLVMFuncOp func;
  Location loc;
  Block *prologue;
  llvm::DenseMap<std::pair<Type, mlir::Attribute>, Value> constants;
  llvm::DenseMap<Type, Value> undefs;
};

} // namespace tritonc::lower

//===- Casts.cpp - conversions between integer and float types ------------===//
//
// 8-bit floats live in i8 registers. Where the target has no conversion for a format it is done on bits (Fp8.cpp).
//
//===----------------------------------------------------------------------===//
#include "passes/lower/ElementMap.h"
#include "passes/lower/Fp8.h"

using namespace mlir;

namespace tritonc::lower {
namespace {

using Args = ArrayRef<Value>;

bool isFp8(Type type) {
  auto number = dyn_cast<FloatType>(getElementTypeOrSelf(type));
  return number && number.getWidth() == 8;
}

LogicalResult lowerExtSI(FunctionLowering &f, arith::ExtSIOp op) {
  Type type = f.elementType(op.getType());
  return mapElements(f, op, [&](Args a) { return f.e.sext(a[0], type); });
}

LogicalResult lowerExtUI(FunctionLowering &f, arith::ExtUIOp op) {
  Type type = f.elementType(op.getType());
  return mapElements(f, op, [&](Args a) { return f.e.zext(a[0], type); });
}

LogicalResult lowerTruncI(FunctionLowering &f, arith::TruncIOp op) {
  Type type = f.elementType(op.getType());
  return mapElements(f, op, [&](Args a) { return f.e.trunc(a[0], type); });
}

template <typename Op, bool isSigned> LogicalResult lowerIndexCast(FunctionLowering &f, Op op) {
  Type type = f.elementType(op.getType());
  return mapElements(f, op, [&](Args a) {
    if (Emitter::bitsOf(a[0].getType()) > Emitter::bitsOf(type))
      return f.e.trunc(a[0], type);
    return isSigned ? f.e.sext(a[0], type) : f.e.zext(a[0], type);
  });
}

/// Integer to float. bf16 goes through f32: few targets convert directly, and rounding twice is harmless below 2^24.
template <typename Op, typename TargetOp> LogicalResult lowerIntToFloat(FunctionLowering &f, Op op) {
  Type type = f.elementType(op.getType());
  return mapElements(f, op, [&](Args a) -> Value {
    Emitter &e = f.e;
    if (!type.isBF16())
      return TargetOp::create(e.builder, e.getLoc(), type, a[0]);
    return e.fptrunc(TargetOp::create(e.builder, e.getLoc(), e.f32Ty(), a[0]), type);
  });
}

/// Float to integer, towards zero.
template <typename Op, typename TargetOp> LogicalResult lowerFloatToInt(FunctionLowering &f, Op op) {
  Type type = f.elementType(op.getType());
  return mapElements(f, op, [&](Args a) -> Value {
    Emitter &e = f.e;
    Value v = a[0].getType().isBF16() ? e.fpext(a[0], e.f32Ty()) : a[0];
    return TargetOp::create(e.builder, e.getLoc(), type, v);
  });
}

//===----------------------------------------------------------------------===//
// Float to float
//===----------------------------------------------------------------------===//

/// f32 (or f64) to f16 or bf16 towards zero, on bits: the nearest value, moved one step back if it is too large.
Value truncateTowardsZero(Emitter &e, Value v, Type type) {
  if (type.isBF16() && v.getType().isF32()) {
    // bf16 is the upper half of f32, but a NaN must keep a bit of its payload.
    Value bits = e.trunc(e.lshr(e.bitcast(v, e.i32Ty()), 16), e.i16Ty());
    Value isNan = e.fcmp(LLVM::FCmpPredicate::uno, v, v);
    return e.bitcast(e.select(isNan, e.constant(e.i16Ty(), 0x7fff), bits), type);
  }
  Value nearest = e.fptrunc(v, type);
  Value back = e.fpext(nearest, v.getType());
  Value tooLarge = e.fcmp(LLVM::FCmpPredicate::ogt, e.intrinsic("llvm.fabs", v.getType(), {back}),
                          e.intrinsic("llvm.fabs", v.getType(), {v}));
  Value bits = e.toInt(nearest);
  return e.fromInt(e.select(tooLarge, e.sub(bits, e.constant(bits.getType(), 1)), bits), type);
}

/// Converts all registers at once, since targets convert fp8 in pairs.
LogicalResult convertFloat(FunctionLowering &f, Operation *op, bool towardsZero) {
  Emitter &e = f.e;
  Type from = getElementTypeOrSelf(op->getOperand(0).getType()), to = getElementTypeOrSelf(op->getResult(0).getType());
  Registers values(f.registers(op->getOperand(0)));
  if (from == to) {
    f.set(op->getResult(0), values);
    return success();
  }
  if (isFp8(from) && isFp8(to)) {
    f.set(op->getResult(0), floatToFp8(f, fp8ToFloat(f, values, from, e.f32Ty()), to, towardsZero));
    return success();
  }
  if (isFp8(from)) {
    f.set(op->getResult(0), fp8ToFloat(f, values, from, to));
    return success();
  }
  if (isFp8(to)) {
    if (towardsZero && from.isF64())
      for (Value &v : values)
        v = truncateTowardsZero(e, v, e.f32Ty());
    f.set(op->getResult(0), floatToFp8(f, values, to, towardsZero));
    return success();
  }
  unsigned fromBits = Emitter::bitsOf(from), toBits = Emitter::bitsOf(to);
  return mapElements(f, op, [&](Args a) {
    if (fromBits == toBits) // f16 and bf16
      return e.fptrunc(e.fpext(a[0], e.f32Ty()), to);
    if (fromBits < toBits)
      return e.fpext(a[0], to);
    return towardsZero ? truncateTowardsZero(e, a[0], to) : e.fptrunc(a[0], to);
  });
}

LogicalResult lowerExtF(FunctionLowering &f, arith::ExtFOp op) { return convertFloat(f, op, false); }

LogicalResult lowerTruncF(FunctionLowering &f, arith::TruncFOp op) {
  bool towardsZero = op.getRoundingmode() == arith::RoundingMode::toward_zero;
  return convertFloat(f, op, towardsZero);
}

LogicalResult lowerFpToFp(FunctionLowering &f, tt::FpToFpOp op) {
  return convertFloat(f, op, op.getRounding() == tt::RoundingMode::RTZ);
}

/// arith.bitcast and tt.bitcast: pointers count as 64-bit integers, bool as a byte's lowest bit.
LogicalResult lowerBitcast(FunctionLowering &f, Operation *op) {
  Type type = f.elementType(op->getResult(0).getType());
  if (!type)
    return op->emitError() << "a value of type " << op->getResult(0).getType() << " cannot be compiled for a GPU";
  return mapElements(f, op, [&](Args a) {
    Type from = a[0].getType();
    if (from == type)
      return a[0];
    if (isa<LLVM::LLVMPointerType>(from) || isa<LLVM::LLVMPointerType>(type))
      return f.e.fromInt(f.e.toInt(a[0]), type);
    if (Emitter::bitsOf(from) != Emitter::bitsOf(type))
      return f.e.zextOrTrunc(f.e.toInt(a[0]), Emitter::bitsOf(type));
    return f.e.bitcast(a[0], type);
  });
}

} // namespace

void addCastHandlers(HandlerTable &table) {
  table.add<arith::ExtSIOp, lowerExtSI>();
  table.add<arith::ExtUIOp, lowerExtUI>();
  table.add<arith::TruncIOp, lowerTruncI>();
  table.add<arith::IndexCastOp, lowerIndexCast<arith::IndexCastOp, true>>();
  table.add<arith::IndexCastUIOp, lowerIndexCast<arith::IndexCastUIOp, false>>();
  table.add<arith::SIToFPOp, lowerIntToFloat<arith::SIToFPOp, LLVM::SIToFPOp>>();
  table.add<arith::UIToFPOp, lowerIntToFloat<arith::UIToFPOp, LLVM::UIToFPOp>>();
  table.add<arith::FPToSIOp, lowerFloatToInt<arith::FPToSIOp, LLVM::FPToSIOp>>();
  table.add<arith::FPToUIOp, lowerFloatToInt<arith::FPToUIOp, LLVM::FPToUIOp>>();
  table.add<arith::ExtFOp, lowerExtF>();
  table.add<arith::TruncFOp, lowerTruncF>();
  table.add<tt::FpToFpOp, lowerFpToFp>();
  table.add<arith::BitcastOp>(lowerBitcast);
  table.add<tt::BitcastOp>(lowerBitcast);
}

} // namespace tritonc::lower

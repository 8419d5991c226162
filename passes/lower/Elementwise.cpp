//===- Elementwise.cpp - integer and float arithmetic, comparison, select -===//
#include "passes/lower/MathCalls.h"

using namespace mlir;

namespace tritonc::lower {
namespace {

using Args = ArrayRef<Value>;

//===----------------------------------------------------------------------===//
// Integers
//===----------------------------------------------------------------------===//

LLVM::IntegerOverflowFlags overflowFlags(arith::IntegerOverflowFlags flags) {
  auto result = LLVM::IntegerOverflowFlags::none;
  if (bitEnumContainsAny(flags, arith::IntegerOverflowFlags::nsw))
    result = result | LLVM::IntegerOverflowFlags::nsw;
  if (bitEnumContainsAny(flags, arith::IntegerOverflowFlags::nuw))
    result = result | LLVM::IntegerOverflowFlags::nuw;
  return result;
}

/// Ops with no-wrap flags: folded when trivially constant, else emitted with the flags.
template <typename SourceOp, typename TargetOp, Value (Emitter::*Fold)(Value, Value)>
LogicalResult lowerWrapping(FunctionLowering &f, SourceOp op) {
  auto flags = overflowFlags(op.getOverflowFlags());
  return mapElements(f, op, [&](Args a) -> Value {
    bool constant = Emitter::constantInt(a[0]) || Emitter::constantInt(a[1]);
    if (constant || flags == LLVM::IntegerOverflowFlags::none)
      return (f.e.*Fold)(a[0], a[1]);
    return TargetOp::create(f.e.builder, f.e.getLoc(), a[0], a[1], flags);
  });
}

template <typename TargetOp> Value plain(Emitter &e, Args a) {
  return TargetOp::create(e.builder, e.getLoc(), a[0].getType(), a[0], a[1]);
}

Value divUI(Emitter &e, Args a) { return e.udiv(a[0], a[1]); }
Value remUI(Emitter &e, Args a) { return e.urem(a[0], a[1]); }
Value andI(Emitter &e, Args a) { return e.and_(a[0], a[1]); }
Value orI(Emitter &e, Args a) { return e.or_(a[0], a[1]); }
Value xorI(Emitter &e, Args a) { return e.xor_(a[0], a[1]); }
Value shrUI(Emitter &e, Args a) { return e.lshr(a[0], a[1]); }
Value shrSI(Emitter &e, Args a) { return e.ashr(a[0], a[1]); }

template <typename TargetOp> Value intMinMax(Emitter &e, Args a) {
  return a[0] == a[1] ? a[0] : Value(TargetOp::create(e.builder, e.getLoc(), a[0].getType(), a[0], a[1]));
}

Value absI(Emitter &e, Args a) { return e.intrinsic("llvm.abs", a[0].getType(), {a[0], e.i1(false)}); }

LogicalResult lowerCmpI(FunctionLowering &f, arith::CmpIOp op) {
  // The two dialects number the predicates alike.
  auto predicate = static_cast<LLVM::ICmpPredicate>(op.getPredicate());
  return mapElements(f, op, [&](Args a) { return f.e.icmp(predicate, a[0], a[1]); });
}

LogicalResult lowerCmpF(FunctionLowering &f, arith::CmpFOp op) {
  auto predicate = static_cast<LLVM::FCmpPredicate>(op.getPredicate());
  return mapElements(f, op, [&](Args a) { return f.e.fcmp(predicate, a[0], a[1]); });
}

Value selectElement(Emitter &e, Args a) { return e.select(a[0], a[1], a[2]); }

/// A product that is wanted in both halves is one double-width multiplication (IMAD.WIDE, v_mad_u64_u32): the low half
/// of the same operands takes it from there. Philox does little else.
LogicalResult lowerMulHigh(FunctionLowering &f, tt::MulhiUIOp op) {
  Emitter &e = f.e;
  return mapElements(f, op, [&](Args a) {
    unsigned bits = Emitter::bitsOf(a[0].getType());
    Type wide = e.intTy(2 * bits);
    Value product = e.mul(e.zext(a[0], wide), e.zext(a[1], wide));
    if (bits == 32)
      f.wideProducts[{a[0], a[1]}] = product;
    return e.trunc(e.lshr(product, bits), a[0].getType());
  });
}

LogicalResult lowerMul(FunctionLowering &f, arith::MulIOp op) {
  Emitter &e = f.e;
  auto flags = overflowFlags(op.getOverflowFlags());
  return mapElements(f, op, [&](Args a) -> Value {
    for (auto key : {std::pair(a[0], a[1]), std::pair(a[1], a[0])}) {
      Value product = f.wideProducts.lookup(key);
      if (product && product.getParentBlock() == e.currentBlock())
        return e.trunc(product, a[0].getType());
    }
    bool constant = Emitter::constantInt(a[0]) || Emitter::constantInt(a[1]);
    if (constant || flags == LLVM::IntegerOverflowFlags::none)
      return e.mul(a[0], a[1]);
    return LLVM::MulOp::create(e.builder, e.getLoc(), a[0], a[1], flags);
  });
}

/// Low and high half of a double-width product.
template <typename Op, bool isSigned> LogicalResult lowerMulExtended(FunctionLowering &f, Op op) {
  Emitter &e = f.e;
  Registers lhs(f.registers(op.getLhs())), rhs(f.registers(op.getRhs())), low, high;
  for (auto [a, b] : llvm::zip(lhs, rhs)) {
    unsigned bits = Emitter::bitsOf(a.getType());
    Type wide = e.intTy(2 * bits);
    Value product = isSigned ? e.mul(e.sext(a, wide), e.sext(b, wide)) : e.mul(e.zext(a, wide), e.zext(b, wide));
    low.push_back(e.trunc(product, a.getType()));
    high.push_back(e.trunc(e.lshr(product, bits), a.getType()));
  }
  f.set(op.getLow(), low);
  f.set(op.getHigh(), high);
  return success();
}

//===----------------------------------------------------------------------===//
// Floats
//===----------------------------------------------------------------------===//

Value addF(Emitter &e, Args a) { return e.fadd(a[0], a[1]); }
Value subF(Emitter &e, Args a) { return e.fsub(a[0], a[1]); }
Value mulF(Emitter &e, Args a) { return e.fmul(a[0], a[1]); }
Value negF(Emitter &e, Args a) { return e.fneg(a[0]); }

LogicalResult lowerDivF(FunctionLowering &f, arith::DivFOp op) {
  return mapElements(f, op,
                     [&](Args a) { return inF32(f.e, a, [&](Args w) { return f.target.divide(f.e, w[0], w[1]); }); });
}

LogicalResult lowerPreciseDivF(FunctionLowering &f, tt::PreciseDivFOp op) {
  return mapElements(
      f, op, [&](Args a) { return inF32(f.e, a, [&](Args w) { return f.target.divideRounded(f.e, w[0], w[1]); }); });
}

// NVPTX expands frem to x - y * trunc(x / y), which is what Triton's kernels get; AMDGPU has no expansion.
LogicalResult lowerRemF(FunctionLowering &f, arith::RemFOp op) {
  return mapElements(f, op, [&](Args a) {
    if (f.module.options.target.isAMD())
      return callMath(f.e, "fmod", a);
    return inF32(f.e, a, [&](Args w) -> Value {
      return LLVM::FRemOp::create(f.e.builder, f.e.getLoc(), w[0].getType(), w[0], w[1]);
    });
  });
}

template <typename Op, bool isMax, bool propagateNan> LogicalResult lowerMinMaxF(FunctionLowering &f, Op op) {
  return mapElements(f, op, [&](Args a) {
    if (a[0] == a[1])
      return a[0];
    return isMax ? f.target.floatMax(f.e, a[0], a[1], propagateNan) : f.target.floatMin(f.e, a[0], a[1], propagateNan);
  });
}

LogicalResult lowerClampF(FunctionLowering &f, tt::ClampFOp op) {
  bool nan = op.getPropagateNan() == tt::PropagateNan::All;
  return mapElements(
      f, op, [&](Args a) { return f.target.floatMin(f.e, f.target.floatMax(f.e, a[0], a[1], nan), a[2], nan); });
}

//===----------------------------------------------------------------------===//
// Constants
//===----------------------------------------------------------------------===//

Value constantOf(Emitter &e, Attribute value, Type type) {
  if (auto integer = dyn_cast<IntegerAttr>(value)) {
    APInt bits = integer.getValue();
    return e.constant(type, bits.sextOrTrunc(Emitter::bitsOf(type)));
  }
  if (auto number = dyn_cast<FloatAttr>(value)) {
    APFloat v = number.getValue();
    if (isa<IntegerType>(type)) // 8-bit floats live in i8
      return e.constant(type, v.bitcastToAPInt());
    return e.constant(type, v);
  }
  return {};
}

LogicalResult lowerConstant(FunctionLowering &f, arith::ConstantOp op) {
  Type type = f.elementType(op.getType());
  Attribute value = op.getValue();
  unsigned count = 1;
  if (auto elements = dyn_cast<DenseElementsAttr>(value)) {
    if (!elements.isSplat())
      return op.emitError() << "a block constant with different elements cannot be compiled for a GPU";
    value = elements.getSplatValue<Attribute>();
    count = f.numRegisters(op.getType());
  }
  Value constant = type ? constantOf(f.e, value, type) : Value();
  if (!constant)
    return op.emitError() << "a constant of type " << op.getType() << " cannot be compiled for a GPU";
  f.set(op.getResult(), Registers(count, constant));
  return success();
}

LogicalResult lowerPoison(FunctionLowering &f, ub::PoisonOp op) {
  SmallVector<Type> types;
  if (failed(f.appendRegisterTypes(op.getType(), types)))
    return failure();
  Registers registers;
  for (Type type : types)
    registers.push_back(f.e.poison(type));
  f.set(op.getResult(), registers);
  return success();
}

} // namespace

void addElementwiseHandlers(HandlerTable &table) {
  table.add<arith::AddIOp, lowerWrapping<arith::AddIOp, LLVM::AddOp, &Emitter::add>>();
  table.add<arith::SubIOp, lowerWrapping<arith::SubIOp, LLVM::SubOp, &Emitter::sub>>();
  table.add<arith::MulIOp, lowerMul>();
  table.add<arith::ShLIOp,
            lowerWrapping<arith::ShLIOp, LLVM::ShlOp, static_cast<Value (Emitter::*)(Value, Value)>(&Emitter::shl)>>();
  table.add<arith::DivUIOp>(elementHandler<divUI>);
  table.add<arith::RemUIOp>(elementHandler<remUI>);
  table.add<arith::DivSIOp>(elementHandler<plain<LLVM::SDivOp>>);
  table.add<arith::RemSIOp>(elementHandler<plain<LLVM::SRemOp>>);
  table.add<arith::AndIOp>(elementHandler<andI>);
  table.add<arith::OrIOp>(elementHandler<orI>);
  table.add<arith::XOrIOp>(elementHandler<xorI>);
  table.add<arith::ShRUIOp>(elementHandler<shrUI>);
  table.add<arith::ShRSIOp>(elementHandler<shrSI>);
  table.add<arith::MaxSIOp>(elementHandler<intMinMax<LLVM::SMaxOp>>);
  table.add<arith::MinSIOp>(elementHandler<intMinMax<LLVM::SMinOp>>);
  table.add<arith::MaxUIOp>(elementHandler<intMinMax<LLVM::UMaxOp>>);
  table.add<arith::MinUIOp>(elementHandler<intMinMax<LLVM::UMinOp>>);
  table.add<math::AbsIOp>(elementHandler<absI>);
  table.add<arith::CmpIOp, lowerCmpI>();
  table.add<arith::CmpFOp, lowerCmpF>();
  table.add<arith::SelectOp>(elementHandler<selectElement>);
  table.add<tt::MulhiUIOp, lowerMulHigh>();
  table.add<arith::MulSIExtendedOp, lowerMulExtended<arith::MulSIExtendedOp, true>>();
  table.add<arith::MulUIExtendedOp, lowerMulExtended<arith::MulUIExtendedOp, false>>();
  table.add<arith::AddFOp>(elementHandler<addF>);
  table.add<arith::SubFOp>(elementHandler<subF>);
  table.add<arith::MulFOp>(elementHandler<mulF>);
  table.add<arith::NegFOp>(elementHandler<negF>);
  table.add<arith::DivFOp, lowerDivF>();
  table.add<arith::RemFOp, lowerRemF>();
  table.add<tt::PreciseDivFOp, lowerPreciseDivF>();
  table.add<arith::MaximumFOp, lowerMinMaxF<arith::MaximumFOp, true, true>>();
  table.add<arith::MinimumFOp, lowerMinMaxF<arith::MinimumFOp, false, true>>();
  table.add<arith::MaxNumFOp, lowerMinMaxF<arith::MaxNumFOp, true, false>>();
  table.add<arith::MinNumFOp, lowerMinMaxF<arith::MinNumFOp, false, false>>();
  table.add<tt::ClampFOp, lowerClampF>();
  table.add<arith::ConstantOp, lowerConstant>();
  table.add<ub::PoisonOp, lowerPoison>();
}

} // namespace tritonc::lower

//===- Elementwise.cpp - arithmetic on scalars and strips -----------------===//
//
// One emission for scalars and for vectors; an operand that is the same in all lanes stays scalar until it meets one
// that is not. Nothing here may trap or be undefined for any input: lanes that are masked off compute garbage. So
// divisors are made harmless, shift amounts are bounded, and conversions to integers saturate.
//
//===----------------------------------------------------------------------===//
#include "backend/cpu/Emitter.h"

using namespace mlir;

namespace tritonc::cpu {

static Type elementOf(Value value) { return getElementTypeOrSelf(value.getType()); }

llvm::Value *Emitter::emitCompare(arith::CmpFPredicate predicate, llvm::Value *x, llvm::Value *y) {
  using P = arith::CmpFPredicate;
  using L = llvm::CmpInst;
  static const std::map<P, L::Predicate> table = {
      {P::OEQ, L::FCMP_OEQ}, {P::OGT, L::FCMP_OGT}, {P::OGE, L::FCMP_OGE},           {P::OLT, L::FCMP_OLT},
      {P::OLE, L::FCMP_OLE}, {P::ONE, L::FCMP_ONE}, {P::ORD, L::FCMP_ORD},           {P::UEQ, L::FCMP_UEQ},
      {P::UGT, L::FCMP_UGT}, {P::UGE, L::FCMP_UGE}, {P::ULT, L::FCMP_ULT},           {P::ULE, L::FCMP_ULE},
      {P::UNE, L::FCMP_UNE}, {P::UNO, L::FCMP_UNO}, {P::AlwaysFalse, L::FCMP_FALSE}, {P::AlwaysTrue, L::FCMP_TRUE}};
  return b.CreateFCmp(table.at(predicate), x, y);
}

static llvm::CmpInst::Predicate integerPredicate(arith::CmpIPredicate predicate) {
  using P = arith::CmpIPredicate;
  using L = llvm::CmpInst;
  switch (predicate) {
  case P::eq:
    return L::ICMP_EQ;
  case P::ne:
    return L::ICMP_NE;
  case P::slt:
    return L::ICMP_SLT;
  case P::sle:
    return L::ICMP_SLE;
  case P::sgt:
    return L::ICMP_SGT;
  case P::sge:
    return L::ICMP_SGE;
  case P::ult:
    return L::ICMP_ULT;
  case P::ule:
    return L::ICMP_ULE;
  case P::ugt:
    return L::ICMP_UGT;
  default:
    return L::ICMP_UGE;
  }
}

llvm::Value *Emitter::emitDivision(Operation *op, llvm::Value *x, llvm::Value *y) {
  llvm::Type *type = x->getType();
  bool isSigned = isa<arith::DivSIOp, arith::RemSIOp, arith::FloorDivSIOp, arith::CeilDivSIOp>(op);
  llvm::Value *zero = llvm::Constant::getNullValue(type), *one = llvm::ConstantInt::get(type, 1);
  if (!isa<llvm::Constant>(y) || cast<llvm::Constant>(y)->isNullValue()) {
    llvm::Value *bad = b.CreateICmpEQ(y, zero);
    if (isSigned) {
      llvm::Value *lowest = llvm::ConstantInt::get(type, llvm::APInt::getSignedMinValue(type->getScalarSizeInBits()));
      bad = b.CreateOr(
          bad, b.CreateAnd(b.CreateICmpEQ(y, llvm::Constant::getAllOnesValue(type)), b.CreateICmpEQ(x, lowest)));
    }
    y = b.CreateSelect(bad, one, y);
  }
  unsigned width = type->getScalarSizeInBits();
  llvm::Value *quotient;
  if (type->isVectorTy() && width <= 32 && !isa<llvm::Constant>(y)) {
    // No machine here divides integer vectors; f64 holds both operands, and its quotient, rounded, never crosses an
    // integer that the exact one does not reach (|x|, |y| < 2^32 and 53 bits of precision).
    llvm::Type *f64 = vectorOf(b.getDoubleTy(), lanesOf(x));
    llvm::Type *i64v = vectorOf(b.getInt64Ty(), lanesOf(x));
    if (isSigned) {
      llvm::Value *q = b.CreateFDiv(b.CreateSIToFP(x, f64), b.CreateSIToFP(y, f64));
      quotient = b.CreateTrunc(b.CreateFPToSI(q, vectorOf(b.getInt32Ty(), lanesOf(x))), type);
    } else {
      // Unsigned 32-bit integers up to 2^32 convert through the bits of a large double.
      auto toDouble = [&](llvm::Value *v) {
        llvm::Value *bits = b.CreateOr(b.CreateZExt(v, i64v), llvm::ConstantInt::get(i64v, 0x4330000000000000));
        return b.CreateFSub(b.CreateBitCast(bits, f64), llvm::ConstantFP::get(f64, 4503599627370496.0));
      };
      llvm::Value *q = b.CreateUnaryIntrinsic(llvm::Intrinsic::floor, b.CreateFDiv(toDouble(x), toDouble(y)));
      llvm::Value *bits = b.CreateBitCast(b.CreateFAdd(q, llvm::ConstantFP::get(f64, 4503599627370496.0)), i64v);
      quotient = b.CreateTrunc(bits, type);
    }
  } else {
    quotient = isSigned ? b.CreateSDiv(x, y) : b.CreateUDiv(x, y);
  }
  if (isa<arith::DivSIOp, arith::DivUIOp>(op))
    return quotient;
  llvm::Value *remainder = b.CreateSub(x, b.CreateMul(quotient, y));
  if (isa<arith::RemSIOp, arith::RemUIOp>(op))
    return remainder;
  llvm::Value *inexact = b.CreateICmpNE(remainder, zero);
  if (isa<arith::CeilDivUIOp>(op))
    return b.CreateAdd(quotient, b.CreateZExt(inexact, type));
  llvm::Value *opposite = b.CreateICmpSLT(b.CreateXor(x, y), zero);
  if (isa<arith::FloorDivSIOp>(op))
    return b.CreateSub(quotient, b.CreateZExt(b.CreateAnd(inexact, opposite), type));
  return b.CreateAdd(quotient, b.CreateZExt(b.CreateAnd(inexact, b.CreateNot(opposite)), type));
}

llvm::Value *Emitter::emitInteger(Operation *op, ArrayRef<llvm::Value *> a) {
  using I = llvm::Intrinsic::IndependentIntrinsics;
  llvm::Type *type = a[0]->getType();
  auto shift = [&](llvm::Instruction::BinaryOps opcode) -> llvm::Value * {
    // Shifting by the width or more gives what shifting one by one would.
    unsigned width = type->getScalarSizeInBits();
    llvm::Value *tooFar = b.CreateICmpUGE(a[1], llvm::ConstantInt::get(type, width));
    if (opcode == llvm::Instruction::AShr)
      return b.CreateAShr(a[0], b.CreateSelect(tooFar, llvm::ConstantInt::get(type, width - 1), a[1]));
    llvm::Value *shifted =
        b.CreateBinOp(opcode, a[0], b.CreateSelect(tooFar, llvm::Constant::getNullValue(type), a[1]));
    return b.CreateSelect(tooFar, llvm::Constant::getNullValue(type), shifted);
  };
  return TypeSwitch<Operation *, llvm::Value *>(op)
      .Case([&](arith::AddIOp) { return b.CreateAdd(a[0], a[1]); })
      .Case([&](arith::SubIOp) { return b.CreateSub(a[0], a[1]); })
      .Case([&](arith::MulIOp) { return b.CreateMul(a[0], a[1]); })
      .Case([&](arith::AndIOp) { return b.CreateAnd(a[0], a[1]); })
      .Case([&](arith::OrIOp) { return b.CreateOr(a[0], a[1]); })
      .Case([&](arith::XOrIOp) { return b.CreateXor(a[0], a[1]); })
      .Case([&](arith::ShLIOp) { return shift(llvm::Instruction::Shl); })
      .Case([&](arith::ShRSIOp) { return shift(llvm::Instruction::AShr); })
      .Case([&](arith::ShRUIOp) { return shift(llvm::Instruction::LShr); })
      .Case([&](arith::MaxSIOp) { return b.CreateBinaryIntrinsic(I::smax, a[0], a[1]); })
      .Case([&](arith::MinSIOp) { return b.CreateBinaryIntrinsic(I::smin, a[0], a[1]); })
      .Case([&](arith::MaxUIOp) { return b.CreateBinaryIntrinsic(I::umax, a[0], a[1]); })
      .Case([&](arith::MinUIOp) { return b.CreateBinaryIntrinsic(I::umin, a[0], a[1]); })
      .Case([&](arith::CmpIOp cmp) { return b.CreateICmp(integerPredicate(cmp.getPredicate()), a[0], a[1]); })
      .Case<arith::DivSIOp, arith::DivUIOp, arith::RemSIOp, arith::RemUIOp, arith::FloorDivSIOp, arith::CeilDivSIOp,
            arith::CeilDivUIOp>([&](Operation *) { return emitDivision(op, a[0], a[1]); })
      .Case([&](tt::MulhiUIOp) -> llvm::Value * {
        unsigned width = type->getScalarSizeInBits();
        llvm::Type *wide = vectorOf(b.getIntNTy(2 * width), lanesOf(a[0]));
        llvm::Value *product = b.CreateMul(b.CreateZExt(a[0], wide), b.CreateZExt(a[1], wide));
        return b.CreateTrunc(b.CreateLShr(product, llvm::ConstantInt::get(wide, width)), type);
      })
      .Case([&](math::AbsIOp) { return b.CreateBinaryIntrinsic(I::abs, a[0], b.getFalse()); })
      .Case([&](math::CountLeadingZerosOp) { return b.CreateBinaryIntrinsic(I::ctlz, a[0], b.getFalse()); })
      .Case([&](math::CountTrailingZerosOp) { return b.CreateBinaryIntrinsic(I::cttz, a[0], b.getFalse()); })
      .Case([&](math::CtPopOp) { return b.CreateUnaryIntrinsic(I::ctpop, a[0]); })
      .Default([](Operation *) { return nullptr; });
}

/// A fused multiply-add is allowed, as on the GPUs.
static llvm::Value *contractible(llvm::Value *value) {
  if (auto *instruction = dyn_cast<llvm::Instruction>(value); instruction && isa<llvm::FPMathOperator>(instruction))
    instruction->setHasAllowContract(true);
  return value;
}

/// libm's name, without the type suffix, of a math operation.
static StringRef libmName(Operation *op) {
  return TypeSwitch<Operation *, StringRef>(op)
      .Case([](math::ExpOp) { return "exp"; })
      .Case([](math::Exp2Op) { return "exp2"; })
      .Case([](math::ExpM1Op) { return "expm1"; })
      .Case([](math::LogOp) { return "log"; })
      .Case([](math::Log2Op) { return "log2"; })
      .Case([](math::Log10Op) { return "log10"; })
      .Case([](math::Log1pOp) { return "log1p"; })
      .Case([](math::SinOp) { return "sin"; })
      .Case([](math::CosOp) { return "cos"; })
      .Case([](math::TanOp) { return "tan"; })
      .Case([](math::AsinOp) { return "asin"; })
      .Case([](math::AcosOp) { return "acos"; })
      .Case([](math::AtanOp) { return "atan"; })
      .Case([](math::Atan2Op) { return "atan2"; })
      .Case([](math::SinhOp) { return "sinh"; })
      .Case([](math::CoshOp) { return "cosh"; })
      .Case([](math::TanhOp) { return "tanh"; })
      .Case([](math::AsinhOp) { return "asinh"; })
      .Case([](math::AcoshOp) { return "acosh"; })
      .Case([](math::AtanhOp) { return "atanh"; })
      .Case([](math::ErfOp) { return "erf"; })
      .Case([](math::ErfcOp) { return "erfc"; })
      .Case([](math::PowFOp) { return "pow"; })
      .Case([](math::CbrtOp) { return "cbrt"; })
      .Case([](math::RsqrtOp) { return "rsqrt"; })
      .Case([](math::SqrtOp) { return "sqrt"; })
      .Case([](math::FloorOp) { return "floor"; })
      .Case([](math::CeilOp) { return "ceil"; })
      .Case([](math::TruncOp) { return "trunc"; })
      .Case([](math::RoundOp) { return "round"; })
      .Case([](math::RoundEvenOp) { return "rint"; })
      .Case([](math::AbsFOp) { return "fabs"; })
      .Case([](math::FmaOp) { return "fma"; })
      .Case([](math::CopySignOp) { return "copysign"; })
      .Case([](tt::PreciseSqrtOp) { return "sqrt"; })
      .Default([](Operation *) { return ""; });
}

/// Operands are f32 or f64 here.
llvm::Value *Emitter::emitFloat(Operation *op, ArrayRef<llvm::Value *> a) {
  using I = llvm::Intrinsic::IndependentIntrinsics;
  bool fuse = getElementTypeOrSelf(op->getOperand(0).getType()).getIntOrFloatBitWidth() >= 32;
  auto fused = [&](llvm::Value *value) { return fuse ? contractible(value) : value; };
  if (StringRef name = libmName(op); !name.empty())
    return emitMath(name, a);
  return TypeSwitch<Operation *, llvm::Value *>(op)
      .Case([&](arith::AddFOp) { return fused(b.CreateFAdd(a[0], a[1])); })
      .Case([&](arith::SubFOp) { return fused(b.CreateFSub(a[0], a[1])); })
      .Case([&](arith::MulFOp) { return fused(b.CreateFMul(a[0], a[1])); })
      .Case<arith::DivFOp, tt::PreciseDivFOp>([&](Operation *) { return b.CreateFDiv(a[0], a[1]); })
      .Case([&](arith::RemFOp) { return emitMath("fmod", a); })
      .Case([&](arith::NegFOp) { return b.CreateFNeg(a[0]); })
      .Case([&](arith::MaxNumFOp) { return b.CreateBinaryIntrinsic(I::maxnum, a[0], a[1]); })
      .Case([&](arith::MinNumFOp) { return b.CreateBinaryIntrinsic(I::minnum, a[0], a[1]); })
      .Case([&](arith::MaximumFOp) { return b.CreateBinaryIntrinsic(I::maximum, a[0], a[1]); })
      .Case([&](arith::MinimumFOp) { return b.CreateBinaryIntrinsic(I::minimum, a[0], a[1]); })
      .Case([&](tt::ClampFOp clamp) -> llvm::Value * {
        bool propagate = clamp.getPropagateNan() == tt::PropagateNan::All;
        llvm::Value *low = b.CreateBinaryIntrinsic(propagate ? I::maximum : I::maxnum, a[0], a[1]);
        return b.CreateBinaryIntrinsic(propagate ? I::minimum : I::minnum, low, a[2]);
      })
      .Case([&](math::IsNaNOp) { return b.CreateFCmpUNO(a[0], a[0]); })
      .Case([&](math::IsInfOp) {
        return b.CreateFCmpOEQ(b.CreateUnaryIntrinsic(I::fabs, a[0]), llvm::ConstantFP::getInfinity(a[0]->getType()));
      })
      .Case([&](math::IsFiniteOp) {
        return b.CreateFCmpONE(b.CreateUnaryIntrinsic(I::fabs, a[0]), llvm::ConstantFP::getInfinity(a[0]->getType()));
      })
      .Default([](Operation *) { return nullptr; });
}

llvm::Value *Emitter::emitCast(Operation *op, ArrayRef<llvm::Value *> a) {
  Type from = elementOf(op->getOperand(0)), to = elementOf(op->getResult(0));
  llvm::Type *type = vectorOf(valueType(to), lanesOf(a[0]));
  auto viaFloat = [&](Type element) { return isa<FloatType>(element) && element.getIntOrFloatBitWidth() < 32; };
  return TypeSwitch<Operation *, llvm::Value *>(op)
      .Case<arith::ExtSIOp, arith::IndexCastOp>([&](Operation *) { return b.CreateSExtOrTrunc(a[0], type); })
      .Case<arith::ExtUIOp, arith::IndexCastUIOp, arith::TruncIOp>(
          [&](Operation *) { return b.CreateZExtOrTrunc(a[0], type); })
      .Case<arith::ExtFOp>([&](Operation *) { return convertFloat(a[0], from, to); })
      .Case([&](arith::TruncFOp trunc) {
        bool towardZero = trunc.getRoundingmode() == arith::RoundingMode::toward_zero;
        return convertFloat(a[0], from, to, towardZero);
      })
      .Case([&](tt::FpToFpOp convert) {
        bool towardZero = convert.getRounding() == tt::RoundingMode::RTZ;
        return convertFloat(a[0], from, to, towardZero);
      })
      .Case<arith::SIToFPOp, arith::UIToFPOp>([&](Operation *) -> llvm::Value * {
        bool isSigned = isa<arith::SIToFPOp>(op);
        // Through f64 where the integer does not fit f32 and the result is rounded once more.
        bool narrow = viaFloat(to);
        llvm::Type *wide =
            !narrow ? type
                    : vectorOf(from.getIntOrFloatBitWidth() > 24 ? b.getDoubleTy() : b.getFloatTy(), lanesOf(a[0]));
        llvm::Value *value = isSigned ? b.CreateSIToFP(a[0], wide) : b.CreateUIToFP(a[0], wide);
        if (!narrow)
          return value;
        MLIRContext *context = op->getContext();
        Type wideType =
            wide->getScalarType()->isDoubleTy() ? Type(Float64Type::get(context)) : Type(Float32Type::get(context));
        return convertFloat(value, wideType, to);
      })
      .Case<arith::FPToSIOp, arith::FPToUIOp>([&](Operation *) {
        llvm::Value *value = viaFloat(from) ? toFloat(a[0], from) : a[0];
        auto id = isa<arith::FPToSIOp>(op) ? llvm::Intrinsic::fptosi_sat : llvm::Intrinsic::fptoui_sat;
        return b.CreateIntrinsic(id, {type, value->getType()}, {value});
      })
      .Case<arith::BitcastOp, tt::BitcastOp>([&](Operation *) -> llvm::Value * {
        return a[0]->getType()->getScalarType()->isPointerTy() ? a[0] : b.CreateBitCast(a[0], type);
      })
      .Case([&](tt::IntToPtrOp) { return b.CreateIntToPtr(a[0], type); })
      .Case([&](tt::PtrToIntOp) { return b.CreatePtrToInt(a[0], type); })
      .Default([](Operation *) { return nullptr; });
}

bool Emitter::emitPure(Operation *op, ArrayRef<llvm::Value *> operands, Values &results) {
  if (!emitArithmetic(op, operands, results))
    return false;
  checkNaN(op, operands, results);
  return true;
}

bool Emitter::emitArithmetic(Operation *op, ArrayRef<llvm::Value *> operands, Values &results) {
  SmallVector<llvm::Value *> a(operands.begin(), operands.end());
  int lanes = 1;
  for (llvm::Value *value : a)
    lanes = std::max(lanes, lanesOf(value));
  // A condition may stay scalar when it chooses between vectors.
  bool scalarCondition = isa<arith::SelectOp>(op) && lanesOf(a[0]) == 1;
  for (auto [i, value] : llvm::enumerate(a))
    if (!(i == 0 && scalarCondition))
      value = widenTo(value, lanes);

  if (auto constant = dyn_cast<arith::ConstantOp>(op)) {
    llvm::Type *type = valueType(constant.getType());
    if (auto integer = dyn_cast<IntegerAttr>(constant.getValue())) {
      results.push_back(llvm::ConstantInt::get(type, integer.getValue().sextOrTrunc(type->getIntegerBitWidth())));
      return true;
    }
    llvm::APFloat value = cast<FloatAttr>(constant.getValue()).getValue();
    results.push_back(type->isIntegerTy()
                          ? static_cast<llvm::Value *>(llvm::ConstantInt::get(type, value.bitcastToAPInt()))
                          : llvm::ConstantFP::get(ctx, value));
    return true;
  }
  if (op->hasTrait<OpTrait::ConstantLike>()) { // ub.poison: any value will do
    results.push_back(llvm::Constant::getNullValue(valueType(op->getResult(0).getType())));
    return true;
  }
  if (isa<arith::SelectOp>(op)) {
    results.push_back(b.CreateSelect(a[0], a[1], a[2]));
    return true;
  }
  if (auto add = dyn_cast<tt::AddPtrOp>(op)) {
    auto pointer = cast<tt::PtrType>(elementOf(add.getPtr()));
    llvm::Value *offset = b.CreateSExt(a[1], vectorOf(b.getInt64Ty(), lanes));
    results.push_back(b.CreateGEP(memoryType(pointer.getPointeeType()), a[0], offset));
    return true;
  }
  if (op->getNumOperands() == 0 || op->getNumResults() == 0)
    return false;
  if (auto cmp = dyn_cast<arith::CmpFOp>(op)) {
    Type element = elementOf(cmp.getLhs());
    results.push_back(emitCompare(cmp.getPredicate(), toFloat(a[0], element), toFloat(a[1], element)));
    return true;
  }
  if (isa<arith::MulUIExtendedOp, arith::MulSIExtendedOp>(op)) {
    llvm::Type *type = a[0]->getType(), *wide = vectorOf(b.getIntNTy(2 * type->getScalarSizeInBits()), lanes);
    bool isSigned = isa<arith::MulSIExtendedOp>(op);
    auto extend = [&](llvm::Value *v) { return isSigned ? b.CreateSExt(v, wide) : b.CreateZExt(v, wide); };
    llvm::Value *product = b.CreateMul(extend(a[0]), extend(a[1]));
    results.push_back(b.CreateTrunc(product, type));
    results.push_back(
        b.CreateTrunc(b.CreateLShr(product, llvm::ConstantInt::get(wide, type->getScalarSizeInBits())), type));
    return true;
  }
  if (auto call = dyn_cast<tt::ExternElementwiseOp>(op))
    return emitExtern(call, a, results);
  if (llvm::Value *cast = emitCast(op, a)) {
    results.push_back(cast);
    return true;
  }
  Type element = elementOf(op->getOperand(0)), resultElement = elementOf(op->getResult(0));
  if (isa<FloatType>(element)) {
    for (auto [value, operand] : llvm::zip(a, op->getOperands()))
      value = toFloat(value, elementOf(operand));
    llvm::Value *result = emitFloat(op, a);
    if (!result)
      return false;
    bool sameKind = isa<FloatType>(resultElement) && resultElement.getIntOrFloatBitWidth() < 32;
    results.push_back(sameKind ? fromFloat(result, resultElement) : result);
    return true;
  }
  if (llvm::Value *result = emitInteger(op, a)) {
    results.push_back(result);
    return true;
  }
  return false;
}

llvm::Value *Emitter::regionValue(Value value, llvm::DenseMap<Value, llvm::Value *> &local) {
  auto found = local.find(value);
  return found != local.end() ? found->second : scalars[value].front();
}

Emitter::Values Emitter::emitRegion(Region &region, ArrayRef<llvm::Value *> args) {
  llvm::DenseMap<Value, llvm::Value *> local;
  Block &block = region.front();
  for (auto [arg, value] : llvm::zip(block.getArguments(), args))
    local[arg] = value;
  Values results;
  for (Operation &op : block) {
    Values operands, values;
    for (Value operand : op.getOperands())
      operands.push_back(regionValue(operand, local));
    if (op.hasTrait<OpTrait::IsTerminator>())
      return operands;
    // Overflow checks of a debug build; lanes that are masked off, or not started yet, hold garbage here.
    if (isa<tt::AssertOp>(op))
      continue;
    if (op.getNumRegions() || !emitPure(&op, operands, values)) {
      if (!failed)
        unsupported(&op, " in a combining function");
      return Values(args.begin(), args.begin() + block.getTerminator()->getNumOperands());
    }
    for (auto [result, value] : llvm::zip(op.getResults(), values))
      local[result] = value;
  }
  return results;
}

} // namespace tritonc::cpu

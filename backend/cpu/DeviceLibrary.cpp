//===- DeviceLibrary.cpp - functions of GPU device libraries on the host --===//
//
// `tt.extern_elementwise` names a function of CUDA's libdevice (`__nv_expf`) or of ROCm's OCML (`__ocml_exp_f32`). Most
// are functions of libm under another spelling; the rest are integer operations and reinterpretations. The meaning is
// taken from the libdevice user's guide (docs.nvidia.com/cuda/libdevice-users-guide).
//
//===----------------------------------------------------------------------===//
#include "backend/cpu/Emitter.h"

using namespace mlir;

namespace tritonc::cpu {

/// The name without library prefix and type suffix: `__nv_fast_expf` and `__ocml_exp_f32` are `exp`.
static std::string plainName(StringRef symbol, Type element) {
  for (StringRef prefix : {"__nv_fast_", "__nv_", "__ocml_native_", "__ocml_"})
    if (symbol.consume_front(prefix))
      break;
  if (symbol.consume_back("_f32") || symbol.consume_back("_f64") || symbol.consume_back("_f16"))
    return symbol.str();
  if (symbol == "isinfd" || symbol == "isnand" || symbol == "isfinited" || symbol == "signbitd")
    return symbol.drop_back().str();
  for (StringRef rounding : {"_rn"})
    if (symbol.starts_with("f") || symbol.starts_with("d"))
      if (StringRef rest = symbol.drop_front(); rest.consume_back(rounding))
        for (StringRef known : {"add", "sub", "mul", "div", "sqrt", "rcp", "rsqrt"})
          if (rest == known)
            return known.str();
  if (symbol == "fmaf_rn" || symbol == "fma_rn" || symbol == "fmaf")
    return "fma";
  if (element.isF32())
    symbol.consume_back("f");
  return symbol.str();
}

/// Reinterpretations and conversions, which have their types in their names.
llvm::Value *Emitter::emitLibraryCast(StringRef name, llvm::Value *x, llvm::Type *result) {
  if (name.contains("_as_"))
    return x->getType()->getPrimitiveSizeInBits() == result->getPrimitiveSizeInBits() ? b.CreateBitCast(x, result)
                                                                                      : nullptr;
  auto [types, rounding] = name.rsplit('_');
  auto [from, to] = types.split('2');
  if (to.empty() || rounding.size() != 2)
    return nullptr;
  bool fromFloat = from == "float" || from == "double", toFloat = to == "float" || to == "double";
  bool isUnsigned = (fromFloat ? to : from).starts_with("u");
  if (fromFloat && !toFloat) {
    using I = llvm::Intrinsic::IndependentIntrinsics;
    I round = rounding == "rn" ? I::roundeven : rounding == "ru" ? I::ceil : rounding == "rd" ? I::floor : I::trunc;
    x = b.CreateUnaryIntrinsic(round, x);
    return b.CreateIntrinsic(isUnsigned ? I::fptoui_sat : I::fptosi_sat, {result, x->getType()}, {x});
  }
  if (rounding != "rn" || fromFloat == toFloat)
    return nullptr;
  return isUnsigned ? b.CreateUIToFP(x, result) : b.CreateSIToFP(x, result);
}

llvm::Value *Emitter::emitLibraryInteger(StringRef name, ArrayRef<llvm::Value *> a, llvm::Type *result) {
  using I = llvm::Intrinsic::IndependentIntrinsics;
  llvm::Type *type = a[0]->getType();
  auto toResult = [&](llvm::Value *v) { return b.CreateZExtOrTrunc(v, result); };
  auto highHalf = [&](bool isSigned) {
    unsigned width = type->getScalarSizeInBits();
    llvm::Type *wide = vectorOf(b.getIntNTy(2 * width), lanesOf(a[0]));
    auto extend = [&](llvm::Value *v) { return isSigned ? b.CreateSExt(v, wide) : b.CreateZExt(v, wide); };
    llvm::Value *product = b.CreateMul(extend(a[0]), extend(a[1]));
    return b.CreateTrunc(b.CreateLShr(product, llvm::ConstantInt::get(wide, width)), type);
  };
  if (name == "abs" || name == "llabs")
    return b.CreateBinaryIntrinsic(I::abs, a[0], b.getFalse());
  if (name == "min" || name == "llmin")
    return b.CreateBinaryIntrinsic(I::smin, a[0], a[1]);
  if (name == "max" || name == "llmax")
    return b.CreateBinaryIntrinsic(I::smax, a[0], a[1]);
  if (name == "umin" || name == "ullmin")
    return b.CreateBinaryIntrinsic(I::umin, a[0], a[1]);
  if (name == "umax" || name == "ullmax")
    return b.CreateBinaryIntrinsic(I::umax, a[0], a[1]);
  if (name == "clz" || name == "clzll")
    return toResult(b.CreateBinaryIntrinsic(I::ctlz, a[0], b.getFalse()));
  if (name == "popc" || name == "popcll")
    return toResult(b.CreateUnaryIntrinsic(I::ctpop, a[0]));
  if (name == "brev" || name == "brevll")
    return b.CreateUnaryIntrinsic(I::bitreverse, a[0]);
  if (name == "ffs" || name == "ffsll") {
    llvm::Value *zero = llvm::Constant::getNullValue(type);
    llvm::Value *position =
        b.CreateAdd(b.CreateBinaryIntrinsic(I::cttz, a[0], b.getFalse()), llvm::ConstantInt::get(type, 1));
    return toResult(b.CreateSelect(b.CreateICmpEQ(a[0], zero), zero, position));
  }
  if (name == "mulhi" || name == "mul64hi")
    return highHalf(true);
  if (name == "umulhi" || name == "umul64hi")
    return highHalf(false);
  return nullptr;
}

bool Emitter::emitExtern(tt::ExternElementwiseOp op, ArrayRef<llvm::Value *> operands, Values &results) {
  Type resultElement = getElementTypeOrSelf(op.getType());
  if (operands.empty())
    return false;
  int lanes = lanesOf(operands[0]);
  llvm::Type *resultType = vectorOf(valueType(resultElement), lanes);
  Type element = getElementTypeOrSelf(op.getSrcs()[0].getType());
  SmallVector<llvm::Value *> a;
  for (auto [value, source] : llvm::zip(operands, op.getSrcs()))
    a.push_back(toFloat(value, getElementTypeOrSelf(source.getType())));
  std::string name = plainName(op.getSymbol(), element);
  llvm::Value *result = emitLibraryCast(name, a[0], resultType);
  if (!result && !isa<FloatType>(element))
    result = emitLibraryInteger(name, a, resultType);
  if (!result && isa<FloatType>(element))
    result = emitMath(name, a);
  if (!result)
    return false;
  if (auto type = dyn_cast<FloatType>(resultElement); type && type.getWidth() < 32)
    result = fromFloat(result, type);
  // Predicates such as isnan give an int there.
  if (resultElement.isInteger() && result->getType() != resultType)
    result = b.CreateZExtOrTrunc(result, resultType);
  if (result->getType() != resultType)
    return false;
  results.push_back(result);
  return true;
}

} // namespace tritonc::cpu

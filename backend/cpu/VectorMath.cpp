//===- VectorMath.cpp - math functions on scalars and strips --------------===//
//
// The functions that dominate real kernels (exp, exp2, log, log2 and what follows from them) are straight-line vector
// code in f32, so that a strip costs a few dozen instructions and no call; test/unit/cpu measures their error (below 1
// ulp for exp and exp2, below 2 for the rest). Everything else, and f64, calls libm lane by lane: accurate, and rare.
// glibc's libmvec was the alternative: it is not on every machine, allows 4 ulp, and would be one more library to load.
//
//===----------------------------------------------------------------------===//
#include "backend/cpu/Emitter.h"
#include "llvm/ADT/StringSet.h"
#include <cmath>

using namespace mlir;

namespace tritonc::cpu {

llvm::Value *Emitter::fma(llvm::Value *x, llvm::Value *y, llvm::Value *z) {
  return b.CreateIntrinsic(llvm::Intrinsic::fma, {x->getType()}, {x, y, z});
}

/// Horner's scheme; the coefficient of the highest power comes first.
llvm::Value *Emitter::polynomial(llvm::Value *x, ArrayRef<double> coefficients) {
  llvm::Value *result = llvm::ConstantFP::get(x->getType(), coefficients.front());
  for (double c : coefficients.drop_front())
    result = fma(result, x, llvm::ConstantFP::get(x->getType(), c));
  return result;
}

/// exp(x) = 2^n exp(r), n = round(x / ln 2), |r| <= ln(2) / 2. ln 2 is split so that n times its upper part is exact,
/// and the Taylor series up to r^7 is off by at most r^8 / 8! = 5e-9, a twelfth of an ulp.
llvm::Value *Emitter::expF32(llvm::Value *x, bool base2) {
  llvm::Type *f32 = x->getType(), *i32 = vectorOf(b.getInt32Ty(), lanesOf(x));
  auto c = [&](double v) { return llvm::ConstantFP::get(f32, v); };
  // Beyond these bounds the result is 0 or infinity all the same. A NaN passes: it compares false.
  double low = base2 ? -151.0 : -105.0, high = base2 ? 129.0 : 90.0;
  x = b.CreateSelect(b.CreateFCmpOLT(x, c(low)), c(low), x);
  x = b.CreateSelect(b.CreateFCmpOGT(x, c(high)), c(high), x);
  // Adding 1.5 * 2^23 rounds to an integer and leaves it in the lower bits.
  llvm::Value *magic = c(12582912.0);
  llvm::Value *shifted = base2 ? b.CreateFAdd(x, magic) : fma(x, c(1.4426950408889634), magic);
  llvm::Value *n = b.CreateFSub(shifted, magic);
  llvm::Value *r, *p;
  if (base2) {
    r = b.CreateFSub(x, n);
    const double l = M_LN2;
    double coefficients[7], power = l;
    for (int k = 1; k <= 7; ++k, power *= l / k)
      coefficients[7 - k] = power;
    p = polynomial(r, coefficients);
  } else {
    r = fma(n, c(-0.693359375), x);
    r = fma(n, c(2.12194440e-4), r);
    p = polynomial(r, {1.0 / 5040, 1.0 / 720, 1.0 / 120, 1.0 / 24, 1.0 / 6, 0.5, 1.0});
  }
  p = fma(p, r, c(1.0));
  // 2^n in two factors, since n may be below the exponents of normal numbers, or 128.
  llvm::Value *exponent = b.CreateSub(b.CreateBitCast(shifted, i32), b.CreateBitCast(magic, i32));
  llvm::Value *half = b.CreateAShr(exponent, llvm::ConstantInt::get(i32, 1));
  auto powerOfTwo = [&](llvm::Value *e) {
    return b.CreateBitCast(
        b.CreateShl(b.CreateAdd(e, llvm::ConstantInt::get(i32, 127)), llvm::ConstantInt::get(i32, 23)), f32);
  };
  return b.CreateFMul(b.CreateFMul(p, powerOfTwo(half)), powerOfTwo(b.CreateSub(exponent, half)));
}

/// log(x) = k ln 2 + log(m), m in [sqrt(1/2), sqrt(2)); with s = (m - 1) / (m + 1), log(m) = 2 atanh(s), whose series
/// in s^2 <= 0.0295 is cut after s^11.
llvm::Value *Emitter::logF32(llvm::Value *x, bool base2) {
  llvm::Type *f32 = x->getType(), *i32 = vectorOf(b.getInt32Ty(), lanesOf(x));
  auto c = [&](double v) { return llvm::ConstantFP::get(f32, v); };
  auto ci = [&](uint32_t v) { return llvm::ConstantInt::get(i32, v); };
  llvm::Value *tiny = b.CreateFCmpOLT(x, c(1.17549435e-38));
  llvm::Value *scaled = b.CreateSelect(tiny, b.CreateFMul(x, c(8388608.0)), x);
  llvm::Value *bits = b.CreateBitCast(scaled, i32);
  // Subtracting sqrt(1/2)'s bits makes the exponent that of x / sqrt(1/2).
  llvm::Value *offset = b.CreateSub(bits, ci(0x3f3504f3));
  llvm::Value *k = b.CreateAShr(offset, ci(23));
  llvm::Value *m = b.CreateBitCast(b.CreateSub(bits, b.CreateShl(k, ci(23))), f32);
  k = b.CreateSub(k, b.CreateSelect(tiny, ci(23), ci(0)));
  llvm::Value *kf = b.CreateSIToFP(k, f32);
  llvm::Value *f = b.CreateFSub(m, c(1.0));
  llvm::Value *s = b.CreateFDiv(f, b.CreateFAdd(f, c(2.0)));
  llvm::Value *z = b.CreateFMul(s, s);
  llvm::Value *series = b.CreateFMul(z, polynomial(z, {2.0 / 11, 2.0 / 9, 2.0 / 7, 2.0 / 5, 2.0 / 3}));
  // log(1 + f) = f - f^2/2 + s (f^2/2 + series): the large terms are exact or nearly so.
  llvm::Value *halfSquare = b.CreateFMul(c(0.5), b.CreateFMul(f, f));
  llvm::Value *tail = b.CreateFMul(s, b.CreateFAdd(halfSquare, series));
  llvm::Value *result;
  if (base2) {
    // f - f^2/2 in two parts, the upper with few enough bits that its product with the upper part of 1/ln 2 is exact.
    llvm::Value *high = b.CreateFSub(f, halfSquare);
    high = b.CreateBitCast(b.CreateAnd(b.CreateBitCast(high, i32), ci(0xfffff000)), f32);
    llvm::Value *low = b.CreateFAdd(b.CreateFSub(b.CreateFSub(f, high), halfSquare), tail);
    const double upper = 1.4428710938, lower = 1.4426950408889634 - 1.4428710938;
    result = fma(b.CreateFAdd(low, high), c(lower), b.CreateFMul(low, c(upper)));
    result = b.CreateFAdd(fma(high, c(upper), result), kf);
  } else {
    llvm::Value *low = fma(kf, c(-2.12194440e-4), b.CreateFSub(tail, halfSquare));
    result = fma(kf, c(0.693359375), b.CreateFAdd(low, f));
  }
  llvm::Value *inf = llvm::ConstantFP::getInfinity(f32);
  result = b.CreateSelect(b.CreateFCmpOEQ(x, inf), inf, result);
  result = b.CreateSelect(b.CreateFCmpOEQ(x, c(0.0)), llvm::ConstantFP::getInfinity(f32, true), result);
  return b.CreateSelect(b.CreateFCmpULT(x, c(0.0)), llvm::ConstantFP::getNaN(f32), result);
}

llvm::Value *Emitter::callLibm(StringRef name, ArrayRef<llvm::Value *> args) {
  llvm::Type *scalar = args[0]->getType()->getScalarType();
  std::string symbol = name.str() + (scalar->isFloatTy() ? "f" : "");
  SmallVector<llvm::Type *> types;
  for (llvm::Value *arg : args)
    types.push_back(arg->getType()->getScalarType());
  llvm::FunctionCallee callee = module.getOrInsertFunction(symbol, llvm::FunctionType::get(scalar, types, false));
  auto *function = cast<llvm::Function>(callee.getCallee());
  function->setDoesNotAccessMemory();
  function->setDoesNotThrow();
  function->addFnAttr(llvm::Attribute::WillReturn);
  int lanes = lanesOf(args[0]);
  if (lanes == 1)
    return b.CreateCall(callee, args);
  llvm::Value *result = llvm::PoisonValue::get(vectorOf(scalar, lanes));
  for (int lane = 0; lane < lanes; ++lane) {
    SmallVector<llvm::Value *> parts;
    for (llvm::Value *arg : args)
      parts.push_back(b.CreateExtractElement(arg, lane));
    result = b.CreateInsertElement(result, b.CreateCall(callee, parts), lane);
  }
  return result;
}

llvm::Value *Emitter::emitMath(StringRef name, ArrayRef<llvm::Value *> a) {
  using I = llvm::Intrinsic::IndependentIntrinsics;
  llvm::Type *type = a[0]->getType();
  bool isF32 = type->getScalarType()->isFloatTy();
  auto one = [&] { return llvm::ConstantFP::get(type, 1.0); };
  static const std::map<std::string, I> intrinsics = {
      {"sqrt", I::sqrt},      {"floor", I::floor},         {"ceil", I::ceil}, {"trunc", I::trunc}, {"round", I::round},
      {"rint", I::roundeven}, {"nearbyint", I::roundeven}, {"fabs", I::fabs}, {"abs", I::fabs}};
  std::string key = name.str();
  if (auto found = intrinsics.find(key); found != intrinsics.end())
    return b.CreateUnaryIntrinsic(found->second, a[0]);
  if (key == "fma")
    return fma(a[0], a[1], a[2]);
  if (key == "copysign")
    return b.CreateBinaryIntrinsic(I::copysign, a[0], a[1]);
  if (key == "fmax" || key == "max")
    return b.CreateBinaryIntrinsic(I::maxnum, a[0], a[1]);
  if (key == "fmin" || key == "min")
    return b.CreateBinaryIntrinsic(I::minnum, a[0], a[1]);
  if (key == "rsqrt" || key == "rsqrt_rn")
    return b.CreateFDiv(one(), b.CreateUnaryIntrinsic(I::sqrt, a[0]));
  if (key == "add" || key == "sub" || key == "mul" || key == "div") {
    auto opcode = key == "add"   ? llvm::Instruction::FAdd
                  : key == "sub" ? llvm::Instruction::FSub
                  : key == "mul" ? llvm::Instruction::FMul
                                 : llvm::Instruction::FDiv;
    return b.CreateBinOp(opcode, a[0], a[1]);
  }
  if (key == "saturate") {
    llvm::Value *low = b.CreateBinaryIntrinsic(I::maxnum, a[0], llvm::ConstantFP::get(type, 0.0));
    return b.CreateBinaryIntrinsic(I::minnum, low, one());
  }
  if ((key == "ldexp" || key == "scalbn") && a[1]->getType()->getScalarType()->isIntegerTy(32))
    return b.CreateIntrinsic(I::ldexp, {type, a[1]->getType()}, {a[0], a[1]});
  if (key == "rcp" || key == "rcp_rn")
    return b.CreateFDiv(one(), a[0]);
  if (key == "div_rn" || key == "fdividef" || key == "fdivide")
    return b.CreateFDiv(a[0], a[1]);
  if (key == "sqrt_rn")
    return b.CreateUnaryIntrinsic(I::sqrt, a[0]);
  if (key == "isnan")
    return b.CreateFCmpUNO(a[0], a[0]);
  if (key == "isinf" || key == "isfinite" || key == "finite") {
    llvm::Value *size = b.CreateUnaryIntrinsic(I::fabs, a[0]), *inf = llvm::ConstantFP::getInfinity(type);
    return key == "isinf" ? b.CreateFCmpOEQ(size, inf) : b.CreateFCmpONE(size, inf);
  }
  if (key == "signbit") {
    llvm::Type *integer = vectorOf(b.getIntNTy(type->getScalarSizeInBits()), lanesOf(a[0]));
    return b.CreateICmpSLT(b.CreateBitCast(a[0], integer), llvm::Constant::getNullValue(integer));
  }
  if ((key == "pow" || key == "powi") && a[1]->getType()->getScalarType()->isIntegerTy()) {
    llvm::Value *exponent = b.CreateSIToFP(a[1], type);
    return callLibm("pow", {a[0], exponent});
  }
  if (isF32) {
    if (key == "exp" || key == "exp2")
      return expF32(a[0], key == "exp2");
    if (key == "log" || key == "log2")
      return logF32(a[0], key == "log2");
  }
  static const llvm::StringSet<> libm = {"exp",  "exp2", "exp10", "expm1",  "log",    "log2",      "log10", "log1p",
                                         "sin",  "cos",  "tan",   "asin",   "acos",   "atan",      "atan2", "sinh",
                                         "cosh", "tanh", "asinh", "acosh",  "atanh",  "erf",       "erfc",  "pow",
                                         "cbrt", "fmod", "hypot", "tgamma", "lgamma", "remainder", "fdim",  "nextafter",
                                         "j0",   "j1",   "y0",    "y1",     "logb"};
  if (libm.contains(key) && llvm::all_of(a, [&](llvm::Value *v) { return v->getType() == type; }))
    return callLibm(key, a);
  return nullptr;
}

} // namespace tritonc::cpu

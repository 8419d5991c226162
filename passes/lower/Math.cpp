//===- Math.cpp - elementary functions ------------------------------------===//
//
// Three ways, in this order: an instruction of the target (TargetOps::fastMath), an LLVM intrinsic that code generators
// expand exactly (fabs, floor, fma, ...), or a call of libclc's OpenCL function, whose bitcode the backend links.
// libclc mangles names as Itanium C++ does: sin(float) is _Z3sinf, pow(double, double) is _Z3powdd. Types narrower than
// f32 are computed in f32.
//
//===----------------------------------------------------------------------===//
#include "passes/lower/MathCalls.h"

using namespace mlir;

namespace tritonc::lower {

Value callMath(Emitter &e, StringRef name, ArrayRef<Value> args) {
  return inF32(e, args, [&](ArrayRef<Value> wide) {
    std::string symbol = "_Z" + std::to_string(name.size()) + name.str();
    for (Value v : wide)
      symbol += isa<IntegerType>(v.getType()) ? "i" : v.getType().isF64() ? "d" : "f";
    return e.callExternal(symbol, wide.front().getType(), wide);
  });
}

Value fastOrCall(FunctionLowering &f, FastMath function, StringRef name, ArrayRef<Value> args) {
  return inF32(f.e, args, [&](ArrayRef<Value> wide) {
    if (Value fast = f.target.fastMath(f.e, function, wide.front()))
      return fast;
    return callMath(f.e, name, wide);
  });
}

namespace {

using Args = ArrayRef<Value>;

// Names as template arguments need linkage.
#define MATH_NAME(id, text)                                                                                            \
  struct id {                                                                                                          \
    static constexpr const char *name = text;                                                                          \
  };
MATH_NAME(Exp, "exp")
MATH_NAME(Exp2, "exp2")
MATH_NAME(Log, "log")
MATH_NAME(Log2, "log2")
MATH_NAME(Sin, "sin")
MATH_NAME(Cos, "cos")
MATH_NAME(Sqrt, "sqrt")
MATH_NAME(Rsqrt, "rsqrt")
MATH_NAME(Erf, "erf")
MATH_NAME(Erfc, "erfc")
MATH_NAME(Tan, "tan")
MATH_NAME(Tanh, "tanh")
MATH_NAME(Sinh, "sinh")
MATH_NAME(Cosh, "cosh")
MATH_NAME(Asin, "asin")
MATH_NAME(Acos, "acos")
MATH_NAME(Atan, "atan")
MATH_NAME(Asinh, "asinh")
MATH_NAME(Acosh, "acosh")
MATH_NAME(Atanh, "atanh")
MATH_NAME(Log10, "log10")
MATH_NAME(Log1p, "log1p")
MATH_NAME(Expm1, "expm1")
MATH_NAME(Cbrt, "cbrt")
MATH_NAME(Pow, "pow")
MATH_NAME(Pown, "pown")
MATH_NAME(Atan2, "atan2")
MATH_NAME(Floor, "llvm.floor")
MATH_NAME(Ceil, "llvm.ceil")
MATH_NAME(Trunc, "llvm.trunc")
MATH_NAME(Round, "llvm.round")
MATH_NAME(RoundEven, "llvm.roundeven")
MATH_NAME(CopySign, "llvm.copysign")
MATH_NAME(Ctpop, "llvm.ctpop")
#undef MATH_NAME

template <FastMath function, typename Name> LogicalResult lowerFast(FunctionLowering &f, Operation *op) {
  return mapElements(f, op, [&](Args a) { return fastOrCall(f, function, Name::name, a); });
}

template <typename Name> Value libraryCall(Emitter &e, Args a) { return callMath(e, Name::name, a); }

template <typename Name> Value exact(Emitter &e, Args a) { return e.intrinsic(Name::name, a[0].getType(), a); }

/// 8-bit floats are bytes here; the sign is the highest bit of all formats.
Value absolute(Emitter &e, Args a) {
  if (isa<IntegerType>(a[0].getType()))
    return e.and_(a[0], e.constant(a[0].getType(), 0x7f));
  return e.intrinsic("llvm.fabs", a[0].getType(), a);
}

/// As libdevice's function of that name where the target has it (on NVIDIA, subnormals are zeros there).
template <typename Name> LogicalResult lowerRounding(FunctionLowering &f, Operation *op) {
  return mapElements(f, op, [&](Args a) {
    return inF32(f.e, a, [&](Args w) {
      StringRef name = Name::name;
      name.consume_front("llvm.");
      Value direct = f.target.libraryFunction(f.e, name, w);
      return direct ? direct : f.e.intrinsic(Name::name, w[0].getType(), w);
    });
  });
}

/// Rounding functions exist for f32 and f64 everywhere, for narrow types not.
template <typename Name> Value rounding(Emitter &e, Args a) {
  return inF32(e, a, [&](Args w) { return e.intrinsic(Name::name, w[0].getType(), w); });
}

Value fusedMultiplyAdd(Emitter &e, Args a) { return e.fma(a[0], a[1], a[2]); }

Value countZeros(Emitter &e, StringRef name, Value v) { return e.intrinsic(name, v.getType(), {v, e.i1(false)}); }
Value leadingZeros(Emitter &e, Args a) { return countZeros(e, "llvm.ctlz", a[0]); }
Value trailingZeros(Emitter &e, Args a) { return countZeros(e, "llvm.cttz", a[0]); }

Value isNan(Emitter &e, Args a) { return e.fcmp(LLVM::FCmpPredicate::uno, a[0], a[0]); }
Value isInf(Emitter &e, Args a) {
  Type type = a[0].getType();
  Value infinity = e.constant(type, APFloat::getInf(cast<FloatType>(type).getFloatSemantics()));
  return e.fcmp(LLVM::FCmpPredicate::oeq, e.intrinsic("llvm.fabs", type, {a[0]}), infinity);
}

} // namespace

void addMathHandlers(HandlerTable &table) {
  table.add<math::ExpOp>(lowerFast<FastMath::Exp, Exp>);
  table.add<math::Exp2Op>(lowerFast<FastMath::Exp2, Exp2>);
  table.add<math::LogOp>(lowerFast<FastMath::Log, Log>);
  table.add<math::Log2Op>(lowerFast<FastMath::Log2, Log2>);
  table.add<math::SinOp>(lowerFast<FastMath::Sin, Sin>);
  table.add<math::CosOp>(lowerFast<FastMath::Cos, Cos>);
  table.add<math::SqrtOp>(lowerFast<FastMath::Sqrt, Sqrt>);
  table.add<math::RsqrtOp>(lowerFast<FastMath::Rsqrt, Rsqrt>);
  table.add<tt::PreciseSqrtOp>(lowerFast<FastMath::PreciseSqrt, Sqrt>);
  table.add<math::ErfOp>(elementHandler<libraryCall<Erf>>);
  table.add<math::ErfcOp>(elementHandler<libraryCall<Erfc>>);
  table.add<math::TanOp>(elementHandler<libraryCall<Tan>>);
  table.add<math::TanhOp>(elementHandler<libraryCall<Tanh>>);
  table.add<math::SinhOp>(elementHandler<libraryCall<Sinh>>);
  table.add<math::CoshOp>(elementHandler<libraryCall<Cosh>>);
  table.add<math::AsinOp>(elementHandler<libraryCall<Asin>>);
  table.add<math::AcosOp>(elementHandler<libraryCall<Acos>>);
  table.add<math::AtanOp>(elementHandler<libraryCall<Atan>>);
  table.add<math::AsinhOp>(elementHandler<libraryCall<Asinh>>);
  table.add<math::AcoshOp>(elementHandler<libraryCall<Acosh>>);
  table.add<math::AtanhOp>(elementHandler<libraryCall<Atanh>>);
  table.add<math::Log10Op>(elementHandler<libraryCall<Log10>>);
  table.add<math::Log1pOp>(elementHandler<libraryCall<Log1p>>);
  table.add<math::ExpM1Op>(elementHandler<libraryCall<Expm1>>);
  table.add<math::CbrtOp>(elementHandler<libraryCall<Cbrt>>);
  table.add<math::PowFOp>(elementHandler<libraryCall<Pow>>);
  table.add<math::FPowIOp>(elementHandler<libraryCall<Pown>>);
  table.add<math::Atan2Op>(elementHandler<libraryCall<Atan2>>);
  table.add<math::AbsFOp>(elementHandler<absolute>);
  table.add<math::CopySignOp>(elementHandler<exact<CopySign>>);
  table.add<math::FloorOp>(lowerRounding<Floor>);
  table.add<math::CeilOp>(lowerRounding<Ceil>);
  table.add<math::TruncOp>(elementHandler<rounding<Trunc>>);
  table.add<math::RoundOp>(elementHandler<rounding<Round>>);
  table.add<math::RoundEvenOp>(elementHandler<rounding<RoundEven>>);
  table.add<math::FmaOp>(elementHandler<fusedMultiplyAdd>);
  table.add<math::CtPopOp>(elementHandler<exact<Ctpop>>);
  table.add<math::CountLeadingZerosOp>(elementHandler<leadingZeros>);
  table.add<math::CountTrailingZerosOp>(elementHandler<trailingZeros>);
  table.add<math::IsNaNOp>(elementHandler<isNan>);
  table.add<math::IsInfOp>(elementHandler<isInf>);
}

} // namespace tritonc::lower

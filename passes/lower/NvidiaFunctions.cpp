//===- NvidiaFunctions.cpp - device functions that are PTX instructions ---===//
//
// Of libdevice's functions, those that state a rounding (`fadd_rd`, `double2int_rz`), the fast forms and the rounding
// to integers are instructions. LLVM has an intrinsic for each, named by type and rounding: rn nearest even, rz towards
// zero, rm down, rp up (libdevice: rd, ru). Like Triton's, they take and give zeros for subnormal f32 (`ftz`).
// What a function computes is said in the libdevice User's Guide, what an instruction does in the PTX ISA.
//
//===----------------------------------------------------------------------===//
#include "passes/lower/NvidiaFunctions.h"
#include "llvm/ADT/StringSwitch.h"

using namespace mlir;

namespace tritonc::lower {
namespace {

/// `rn`, `rz`, `rd`, `ru` in the spelling of the intrinsics; empty for another suffix.
StringRef roundingOf(StringRef suffix) {
  return llvm::StringSwitch<StringRef>(suffix)
      .Case("rn", "rn")
      .Case("rz", "rz")
      .Case("rd", "rm")
      .Case("ru", "rp")
      .Default("");
}

/// add, sub, mul, div, rcp, sqrt, fma: `fadd_rd` and `dadd_rd`, but `fmaf_rd` and `fma_rd`.
Value roundedArithmetic(Emitter &e, StringRef base, StringRef rounding, ArrayRef<Value> args) {
  Type type = args.front().getType();
  StringRef operation = base == "fma" || base == "fmaf" ? StringRef("fma") : base.drop_front();
  if (!llvm::is_contained({"add", "sub", "mul", "div", "rcp", "sqrt", "fma"}, operation))
    return {};
  SmallVector<Value> operands(args);
  if (operation == "sub") {
    operation = "add";
    operands[1] = LLVM::FNegOp::create(e.builder, e.getLoc(), operands[1]);
  }
  std::string name = ("llvm.nvvm." + operation + "." + rounding + (type.isF32() ? ".ftz.f" : ".d")).str();
  return e.intrinsic(name, type, operands);
}

/// `double2uint` is d2ui, `ll2float` ll2f.
StringRef shortType(StringRef name) {
  return llvm::StringSwitch<StringRef>(name)
      .Case("float", "f")
      .Case("double", "d")
      .Case("int", "i")
      .Case("uint", "ui")
      .Case("ll", "ll")
      .Case("ull", "ull")
      .Default("");
}

Type typeNamed(Emitter &e, StringRef name) {
  if (name == "float")
    return e.f32Ty();
  if (name == "double")
    return e.f64Ty();
  return name.ends_with("ll") ? e.i64Ty() : e.i32Ty();
}

Value roundedConversion(Emitter &e, StringRef base, StringRef rounding, Value x) {
  auto [from, to] = base.split('2');
  StringRef source = shortType(from), target = shortType(to);
  if (source.empty() || target.empty())
    return {};
  bool flushes = from == "float" || (from == "double" && to == "float");
  std::string name = ("llvm.nvvm." + source + "2" + target + "." + rounding + (flushes ? ".ftz" : "")).str();
  return e.intrinsic(name, typeNamed(e, to), {x});
}

/// Functions of one or two f32 by approximate instructions.
Value fastFunction(Emitter &e, StringRef name, ArrayRef<Value> args) {
  Type f32 = e.f32Ty();
  auto one = [&](StringRef intrinsic, Value x) { return e.intrinsic(intrinsic, f32, {x}); };
  auto exp2 = [&](Value x) { return one("llvm.nvvm.ex2.approx.ftz", x); };
  auto log2 = [&](Value x) { return one("llvm.nvvm.lg2.approx.ftz.f", x); };
  auto divide = [&](Value x, Value y) { return e.intrinsic("llvm.nvvm.div.approx.ftz.f", f32, {x, y}); };
  Value x = args.front();
  if (name == "fast_sin")
    return one("llvm.nvvm.sin.approx.ftz.f", x);
  if (name == "fast_cos")
    return one("llvm.nvvm.cos.approx.ftz.f", x);
  if (name == "fast_tan")
    return divide(one("llvm.nvvm.sin.approx.ftz.f", x), one("llvm.nvvm.cos.approx.ftz.f", x));
  if (name == "fast_exp")
    return exp2(e.fmul(x, e.f32(1.4426950408889634)));
  if (name == "fast_exp10")
    return exp2(e.fmul(x, e.f32(3.3219280948873623)));
  if (name == "fast_log2")
    return log2(x);
  if (name == "fast_log")
    return e.fmul(log2(x), e.f32(0.6931471805599453));
  if (name == "fast_log10")
    return e.fmul(log2(x), e.f32(0.30102999566398120));
  if (name == "fast_pow")
    return exp2(e.fmul(args[1], log2(x)));
  if (name == "fast_fdivide" || name == "fast_divide")
    return divide(x, args[1]);
  if (name == "saturate")
    return one("llvm.nvvm.saturate.ftz.f", x);
  return {};
}

/// exp(x) = 2^whole * 2^rest, both parts of x log2(e). One fused product, scaled so that saturation keeps the power in
/// range, gives the whole part in the lowest bits of a float that has no room for a fraction; the rest takes log2(e) in
/// two parts. As libdevice does it, so that results are the same.
Value accurateExp(Emitter &e, Value x) {
  Type f32 = e.f32Ty();
  auto fma = [&](StringRef rounding, Value a, double b, Value c) {
    return e.intrinsic(("llvm.nvvm.fma." + rounding + ".ftz.f").str(), f32, {a, e.f32(b), c});
  };
  // The range of powers, 2^-126 to 2^126, as 0 to 1.
  constexpr double range = 252, log2eHigh = 0x1.715476p+0, log2eLow = 0x1.4ae0c0p-26;
  Value share = e.intrinsic("llvm.nvvm.saturate.ftz.f", f32, {fma("rn", x, 0x1.77313ap-8, e.f32(0.5))});
  Value placed = fma("rm", share, range, e.f32(0x1.800002p+23));
  Value whole = e.fadd(placed, e.f32(-0x1.8000fep+23));
  Value rest = fma("rn", x, log2eHigh, LLVM::FNegOp::create(e.builder, e.getLoc(), whole));
  rest = fma("rn", x, log2eLow, rest);
  Value power = e.bitcast(e.shl(e.bitcast(placed, e.i32Ty()), 23), f32);
  return e.fmul(e.intrinsic("llvm.nvvm.ex2.approx.ftz", f32, {rest}), power);
}

/// Rounding to a whole number and magnitude, in f32.
StringRef flushingIntrinsic(StringRef name) {
  return llvm::StringSwitch<StringRef>(name)
      .Case("fabs", "llvm.nvvm.fabs.ftz")
      .Case("floor", "llvm.nvvm.floor.ftz.f")
      .Case("ceil", "llvm.nvvm.ceil.ftz.f")
      .Case("trunc", "llvm.nvvm.trunc.ftz.f")
      .Cases({"rint", "nearbyint"}, "llvm.nvvm.round.ftz.f")
      .Default("");
}

} // namespace

Value nvidiaFunction(Emitter &e, StringRef name, ArrayRef<Value> args) {
  Type type = args.front().getType();
  auto [base, suffix] = name.rsplit('_');
  if (StringRef rounding = roundingOf(suffix); !rounding.empty()) {
    if (base.contains('2'))
      return roundedConversion(e, base, rounding, args.front());
    if (type.isF32() || type.isF64())
      return roundedArithmetic(e, base, rounding, args);
  }
  if (name == "rcp64h")
    return e.intrinsic("llvm.nvvm.rcp.approx.ftz.d", type, {args.front()});
  if (!type.isF32())
    return {};
  if (name == "exp")
    return accurateExp(e, args.front());
  if (name == "fma")
    return e.intrinsic("llvm.nvvm.fma.rn.ftz.f", type, args);
  StringRef flushing = flushingIntrinsic(name);
  if (flushing == "llvm.nvvm.fabs.ftz")
    return e.intrinsic(flushing, type, {args.front()});
  return flushing.empty() ? fastFunction(e, name, args) : e.intrinsic(flushing, type, {args.front()});
}

} // namespace tritonc::lower

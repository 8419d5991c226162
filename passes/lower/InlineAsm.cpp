//===- InlineAsm.cpp - inline assembly, library functions, scalar regions -===//
//
// Inline assembly processes `packed_element` elements at a time. Elements narrower than 32 bits share registers as far
// as they go: four bytes or two halves in one 32-bit operand. Constraints and text are the user's and go to LLVM
// unchanged.
//
// Library functions are known by the names of CUDA's libdevice (`__nv_tanhf`) and of AMD's device library
// (`__ocml_tanh_f32`); both are mapped to the one library that the compiler links (Math.cpp), or to an instruction.
//
//===----------------------------------------------------------------------===//
#include "llvm/IR/InlineAsm.h"
#include "passes/ir/InlineAssembly.h"
#include "passes/lower/MathCalls.h"
#include "passes/lower/Packing.h"

using namespace mlir;

namespace tritonc::lower {
namespace {

//===----------------------------------------------------------------------===//
// Inline assembly
//===----------------------------------------------------------------------===//

/// The operand's type: elements alone as they are (narrow floats as integers), groups as one integer.
Type operandType(Emitter &e, Type element, unsigned perOperand) {
  unsigned bits = Emitter::bitsOf(element) * perOperand;
  bool keeps = perOperand == 1 && (isa<IntegerType, LLVM::LLVMPointerType>(element) || bits >= 32);
  return keeps ? element : e.intTy(bits);
}

void appendOperands(Emitter &e, ArrayRef<Value> elements, SmallVectorImpl<Value> &operands) {
  unsigned per = tt::elementsPerOperand(Emitter::bitsOf(elements.front().getType()), elements.size());
  for (size_t i = 0; i < elements.size(); i += per)
    operands.push_back(e.bitcast(e.pack(elements.slice(i, per)), operandType(e, elements.front().getType(), per)));
}

/// Whether every `$` of the text is `$$` or names one of `count` operands: `$0`, `${0}`, `${0:modifier}`,
/// `${:special}`. LLVM ends the process at another one.
bool namesOperands(StringRef text, unsigned count) {
  while (text.contains('$')) {
    text = text.split('$').second;
    if (text.consume_front("$"))
      continue;
    const bool braced = text.consume_front("{");
    if (braced && text.starts_with(":"))
      continue;
    unsigned number;
    if (text.consumeInteger(10, number) || number >= count || (braced && !text.contains('}')))
      return false;
  }
  return true;
}

/// The register constraints of LLVM's two GPU targets, by their letters (LLVM language reference, "Supported Constraint
/// Code List"). Its code generators report other ones without a place.
bool isKnownConstraint(StringRef code, bool nvidia) {
  if (code.starts_with("{") || code == "i" || code == "n" || llvm::all_of(code, llvm::isDigit))
    return true;
  return nvidia ? llvm::is_contained({"b", "c", "h", "r", "l", "q", "f", "d"}, code)
                : llvm::is_contained({"r", "v", "s", "a", "VA", "I", "J", "A", "B", "C", "DA", "DB"}, code);
}

/// LLVM trusts the text and the constraints of inline assembly.
LogicalResult checkInlineAsm(tt::ElementwiseInlineAsmOp op, unsigned outputs, unsigned inputs, bool nvidia) {
  unsigned named[2] = {0, 0};
  auto constraints = llvm::InlineAsm::ParseConstraints(op.getConstraints());
  for (const auto &constraint : constraints) {
    if (constraint.Type != llvm::InlineAsm::isClobber)
      for (const std::string &code : constraint.Codes)
        if (!isKnownConstraint(code, nvidia))
          return op.emitError() << "inline assembly has the constraint '" << code << "', which "
                                << (nvidia ? "an NVIDIA" : "an AMD") << " target does not know";
    if (constraint.Type != llvm::InlineAsm::isClobber)
      ++named[constraint.Type == llvm::InlineAsm::isOutput];
  }
  if (named[1] != outputs || named[0] != inputs)
    return op.emitError() << "inline assembly has " << outputs << " outputs and " << inputs
                          << " inputs here, but its constraints '" << op.getConstraints() << "' name " << named[1]
                          << " and " << named[0];
  if (!namesOperands(op.getAsmString(), outputs + inputs))
    return op.emitError() << "a '$' in the text of inline assembly must be doubled or name one of its "
                          << outputs + inputs << " operands";
  return success();
}

LogicalResult lowerInlineAsm(FunctionLowering &f, tt::ElementwiseInlineAsmOp op) {
  Emitter &e = f.e;
  unsigned pack = op.getPackedElement();
  if (pack == 0 || !llvm::isPowerOf2_32(pack))
    return op.emitError() << "inline assembly over groups of " << pack << " elements; expected a power of two";
  SmallVector<Registers> args;
  for (Value arg : op.getArgs())
    args.emplace_back(f.registers(arg));
  SmallVector<Type> outputs;
  SmallVector<unsigned> perOutput;
  for (Type type : op.getResultTypes()) {
    Type element = f.elementType(type);
    if (!element)
      return op.emitError() << "inline assembly cannot give a value of type " << type;
    unsigned per = tt::elementsPerOperand(Emitter::bitsOf(element), pack);
    perOutput.push_back(per);
    outputs.append(pack / per, operandType(e, element, per));
  }
  unsigned count = f.numRegisters(op.getResultTypes().front());
  SmallVector<Registers> results(op.getNumResults());
  for (unsigned begin = 0; begin < count; begin += pack) {
    SmallVector<Value> operands;
    for (const Registers &arg : args) {
      SmallVector<Value> group;
      for (unsigned i = 0; i < pack; ++i) // a short last group repeats its last element
        group.push_back(arg[std::min<size_t>(begin + i, arg.size() - 1)]);
      appendOperands(e, group, operands);
    }
    if (begin == 0 && failed(checkInlineAsm(op, outputs.size(), operands.size(), f.target.target.isNVIDIA())))
      return failure();
    Type result = outputs.size() == 1 ? outputs.front() : e.structTy(outputs);
    Value made = e.inlineAsm(op.getAsmString(), op.getConstraints(), result, operands, !op.getPure());
    unsigned next = 0;
    for (unsigned n = 0; n < results.size(); ++n) {
      Type element = f.elementType(op.getResultTypes()[n]);
      for (unsigned i = 0; i < pack; i += perOutput[n], ++next) {
        Value v = outputs.size() == 1 ? made : e.extractValue(made, next);
        Type whole = perOutput[n] == 1 ? element : e.vecTy(element, perOutput[n]);
        llvm::append_range(results[n], e.unpack(e.bitcast(v, whole)));
      }
    }
  }
  for (unsigned n = 0; n < results.size(); ++n) {
    results[n].resize(count);
    f.set(op.getResult()[n], results[n]);
  }
  return success();
}

//===----------------------------------------------------------------------===//
// Library functions
//===----------------------------------------------------------------------===//

/// The plain name (`tanh`) of a device function; empty if the name has neither form.
std::string plainName(StringRef symbol) {
  if (symbol.consume_front("__nv_")) {
    // libdevice marks f32 by a final f; the names of f64 functions that end in f must stay.
    if (symbol != "erf" && symbol.ends_with("f"))
      symbol = symbol.drop_back();
    return symbol.str();
  }
  if (symbol.consume_front("__ocml_")) {
    for (StringRef suffix : {"_f32", "_f64", "_f16"})
      if (symbol.consume_back(suffix))
        break;
    return symbol.str();
  }
  return "";
}

/// Functions that LLVM expands itself.
StringRef exactIntrinsic(StringRef name) {
  return llvm::StringSwitch<StringRef>(name)
      .Cases({"fabs", "abs"}, "llvm.fabs")
      .Case("floor", "llvm.floor")
      .Case("ceil", "llvm.ceil")
      .Case("trunc", "llvm.trunc")
      .Case("round", "llvm.round")
      .Cases({"rint", "nearbyint"}, "llvm.roundeven")
      .Case("copysign", "llvm.copysign")
      .Cases({"fma", "fma_rn"}, "llvm.fma")
      .Case("fmax", "llvm.maxnum")
      .Case("fmin", "llvm.minnum")
      .Default("");
}

std::optional<FastMath> fastFunction(StringRef name) {
  return llvm::StringSwitch<std::optional<FastMath>>(name)
      .Cases({"exp", "fast_exp"}, FastMath::Exp)
      .Case("exp2", FastMath::Exp2)
      .Cases({"log", "fast_log"}, FastMath::Log)
      .Cases({"log2", "fast_log2"}, FastMath::Log2)
      .Cases({"sin", "fast_sin"}, FastMath::Sin)
      .Cases({"cos", "fast_cos"}, FastMath::Cos)
      .Case("sqrt", FastMath::Sqrt)
      .Case("fsqrt_rn", FastMath::PreciseSqrt)
      .Case("rsqrt", FastMath::Rsqrt)
      .Default(std::nullopt);
}

/// The same function under libclc's name.
StringRef libclcName(StringRef name) {
  return llvm::StringSwitch<StringRef>(name)
      .Case("fast_exp", "exp")
      .Case("fast_log", "log")
      .Case("fast_log2", "log2")
      .Case("fast_log10", "log10")
      .Case("fast_sin", "sin")
      .Case("fast_cos", "cos")
      .Case("fast_tan", "tan")
      .Case("fast_tanh", "tanh")
      .Cases({"fast_pow", "pow"}, "pow")
      .Case("powi", "pown")
      .Case("scalbn", "ldexp")
      .Case("fsqrt_rn", "sqrt")
      .Default(name);
}

bool isLibclcFunction(StringRef name) {
  static constexpr StringLiteral known[] = {
      "acos",      "acosh",  "asin", "asinh", "atan",  "atan2", "atanh", "cbrt",      "cos",   "cosh",
      "cospi",     "erf",    "erfc", "exp",   "exp10", "exp2",  "expm1", "fdim",      "fmod",  "hypot",
      "ldexp",     "lgamma", "log",  "log10", "log1p", "log2",  "logb",  "nextafter", "pow",   "pown",
      "remainder", "rsqrt",  "sin",  "sinh",  "sinpi", "sqrt",  "tan",   "tanh",      "tgamma"};
  return llvm::is_contained(known, name);
}

/// Predicates, which libdevice returns as an int.
std::optional<Value> predicate(Emitter &e, StringRef name, Value x) {
  Type type = x.getType();
  if (!isa<FloatType>(type))
    return std::nullopt;
  auto infinity = [&] { return e.constant(type, APFloat::getInf(cast<FloatType>(type).getFloatSemantics())); };
  auto magnitude = [&] { return e.intrinsic("llvm.fabs", type, {x}); };
  if (name == "isnan" || name == "isnand")
    return e.fcmp(LLVM::FCmpPredicate::uno, x, x);
  if (name == "isinf" || name == "isinfd")
    return e.fcmp(LLVM::FCmpPredicate::oeq, magnitude(), infinity());
  if (name == "finite" || name == "isfinited")
    return e.fcmp(LLVM::FCmpPredicate::olt, magnitude(), infinity());
  if (name == "signbit" || name == "signbitd")
    return e.slt(e.toInt(x), e.constant(e.toInt(x).getType(), 0));
  return std::nullopt;
}

Value integerFunction(Emitter &e, StringRef name, ArrayRef<Value> a) {
  Type type = a[0].getType();
  if (name == "popc" || name == "popcll")
    return e.intrinsic("llvm.ctpop", type, {a[0]});
  if (name == "clz" || name == "clzll")
    return e.intrinsic("llvm.ctlz", type, {a[0], e.i1(false)});
  if (name == "brev" || name == "brevll")
    return e.intrinsic("llvm.bitreverse", type, {a[0]});
  if (name == "abs" || name == "llabs")
    return e.intrinsic("llvm.abs", type, {a[0], e.i1(false)});
  return {};
}

/// The result of device function `name`; null if it is unknown.
Value deviceFunction(FunctionLowering &f, StringRef name, ArrayRef<Value> args) {
  Emitter &e = f.e;
  if (Value direct = f.target.libraryFunction(e, name, args))
    return direct;
  if (!isa<FloatType>(args.front().getType()))
    return integerFunction(e, name, args);
  if (auto truth = predicate(e, name, args.front()))
    return *truth;
  if (name == "div_rn" || name == "fdiv_rn")
    return f.target.divideRounded(e, args[0], args[1]);
  if (name == "fast_divide" || name == "fast_fdivide")
    return f.target.divide(e, args[0], args[1]);
  if (StringRef exact = exactIntrinsic(name); !exact.empty())
    return inF32(e, args, [&](ArrayRef<Value> w) { return e.intrinsic(exact, w[0].getType(), w); });
  StringRef library = libclcName(name);
  if (auto fast = fastFunction(name))
    return fastOrCall(f, *fast, library, args);
  return isLibclcFunction(library) ? callMath(e, library, args) : Value();
}

LogicalResult lowerExtern(FunctionLowering &f, tt::ExternElementwiseOp op) {
  Emitter &e = f.e;
  Type type = f.elementType(op.getType());
  std::string name = plainName(op.getSymbol());
  if (op.getSrcs().empty() || name.empty())
    return op.emitError() << "unknown device function '" << op.getSymbol() << "'";
  return mapElements(
      f, op,
      [&](ArrayRef<Value> args) -> Value {
        Value v = deviceFunction(f, name, args);
        if (!v) {
          op.emitError() << "unknown device function '" << op.getSymbol() << "'";
          return {};
        }
        if (v.getType() == type)
          return v;
        if (isa<IntegerType>(type) && isa<IntegerType>(v.getType()))
          return e.zextOrTrunc(v, Emitter::bitsOf(type));
        op.emitError() << "device function '" << op.getSymbol() << "' gives another type than " << op.getType();
        return {};
      },
      op.getPure());
}

//===----------------------------------------------------------------------===//
// Scalar regions
//===----------------------------------------------------------------------===//

// The region takes `pack` elements of the first operand, then of the next, and gives results in the same order.
LogicalResult lowerMapElementwise(FunctionLowering &f, tt::MapElementwiseOp op) {
  unsigned pack = op.getPack();
  SmallVector<Registers> sources, results(op.getNumResults());
  for (Value source : op.getSrcs())
    sources.emplace_back(f.registers(source));
  unsigned count = sources.front().size();
  if (pack == 0 || count % pack)
    return op.emitError() << "groups of " << pack << " elements do not fit the " << count << " that a thread holds";
  for (unsigned begin = 0; begin < count; begin += pack) {
    Registers args;
    for (const Registers &source : sources)
      args.append(source.begin() + begin, source.begin() + begin + pack);
    FailureOr<Registers> made = f.inlineRegion(op.getScalarOp(), args);
    if (failed(made))
      return failure();
    for (unsigned n = 0; n < results.size(); ++n)
      results[n].append(made->begin() + n * pack, made->begin() + (n + 1) * pack);
  }
  for (unsigned n = 0; n < results.size(); ++n)
    f.set(op.getResult()[n], results[n]);
  return success();
}

} // namespace

void addInlineAsmHandlers(HandlerTable &table) {
  table.add<tt::ElementwiseInlineAsmOp, lowerInlineAsm>();
  table.add<tt::ExternElementwiseOp, lowerExtern>();
  table.add<tt::MapElementwiseOp, lowerMapElementwise>();
}

} // namespace tritonc::lower

//===- Libdevice.cpp - functions of the device library ----------------------===//
//
// A call becomes tt.extern_elementwise with the symbol of the overload, `__nv_` spelled as in Triton's TTIR, on every
// target: the lowering maps symbols to what the target has. Functions whose result is exact, or that MLIR's math
// dialect has with the same meaning, become the math operation instead, which every pass understands; those with a
// faster inexact form there (exp, log, sin, cos, sqrt and their kind) stay calls, since asking for the library's
// function asks for its accuracy.
//
//===----------------------------------------------------------------------===//
#include "frontend/semantic/Libdevice.h"
#include "frontend/semantic/Emission.h"

using namespace tritonc;

namespace {
std::optional<DType> typeOfLetter(char letter) {
  switch (letter) {
  case 'i':
    return DType(ScalarKind::Int32);
  case 'u':
    return DType(ScalarKind::UInt32);
  case 'l':
    return DType(ScalarKind::Int64);
  case 'v':
    return DType(ScalarKind::UInt64);
  case 'f':
    return DType(ScalarKind::FP32);
  case 'd':
    return DType(ScalarKind::FP64);
  }
  return std::nullopt;
}

struct Overload {
  llvm::StringRef arguments;
  char result = 0;
  llvm::StringRef symbol;
};

llvm::SmallVector<Overload> parseOverloads(llvm::StringRef text) {
  llvm::SmallVector<Overload> overloads;
  llvm::SmallVector<llvm::StringRef> parts;
  text.split(parts, ' ');
  for (llvm::StringRef part : parts) {
    auto [arguments, rest] = part.split(':');
    overloads.push_back({arguments, rest[0], rest.drop_front(2)});
  }
  return overloads;
}

const Overload *exactMatch(llvm::ArrayRef<Overload> overloads, llvm::ArrayRef<Value> args) {
  for (const Overload &overload : overloads) {
    bool matches = overload.arguments.size() == args.size();
    for (auto [letter, arg] : llvm::zip(overload.arguments, args))
      matches &= arg.runtimeType().scalar() == *typeOfLetter(letter);
    if (matches)
      return &overload;
  }
  return nullptr;
}

/// Brings all arguments to one type where no overload fits as they are, and all to one shape.
bool unify(CallContext &context, llvm::MutableArrayRef<Value> args, bool promote, llvm::StringRef name) {
  OperandRules rules{name};
  rules.promote = promote;
  Value common = args[0];
  for (Value arg : args)
    if (!prepareOperands(context, arg, common, rules))
      return false;
  for (Value &arg : args) {
    Value other = common;
    if (!prepareOperands(context, arg, other, rules))
      return false;
  }
  return true;
}

Value reportTypes(CallContext &context, llvm::StringRef name, llvm::ArrayRef<Overload> overloads,
                  llvm::ArrayRef<Value> args) {
  std::string found, expected;
  for (auto [i, arg] : llvm::enumerate(args))
    found += (i ? ", " : "") + arg.runtimeType().scalar().str();
  for (auto [i, overload] : llvm::enumerate(overloads)) {
    expected += i ? " or (" : "(";
    for (auto [j, letter] : llvm::enumerate(overload.arguments))
      expected += (j ? ", " : "") + typeOfLetter(letter)->str();
    expected += ")";
  }
  context.report({}, DiagId::sem_libdevice_types, name, found, expected)
      .withHint("convert the arguments with .to(...)");
  return Value::poison();
}

//===----------------------------------------------------------------------===//
// Functions that are operations
//===----------------------------------------------------------------------===//

using Direct = Value (*)(CallContext &, llvm::ArrayRef<Value>, const DType &);

template <typename OpTy> Value direct(CallContext &context, llvm::ArrayRef<Value> args, const DType &type) {
  llvm::SmallVector<mlir::Value> operands;
  for (const Value &arg : args)
    operands.push_back(arg.ir());
  if constexpr (OpTy::template hasTrait<mlir::OpTrait::OneOperand>())
    return emit<OpTy>(context, type, operands[0]);
  else if constexpr (OpTy::template hasTrait<mlir::OpTrait::NOperands<2>::Impl>())
    return emit<OpTy>(context, type, operands[0], operands[1]);
  else
    return emit<OpTy>(context, type, operands[0], operands[1], operands[2]);
}

Value reinterpretBits(CallContext &context, llvm::ArrayRef<Value> args, const DType &type) {
  return bitcastTo(context, args[0], type);
}
Value convert(CallContext &context, llvm::ArrayRef<Value> args, const DType &type) {
  return castTo(context, args[0], type);
}
/// Bit counts are int32 whatever the operand.
template <typename OpTy> Value countBits(CallContext &context, llvm::ArrayRef<Value> args, const DType &type) {
  return castTo(context, emit<OpTy>(context, args[0].runtimeType(), args[0].ir()), type);
}

Direct directForm(llvm::StringRef name) {
  return llvm::StringSwitch<Direct>(name)
      .Case("floor", direct<math::FloorOp>)
      .Case("ceil", direct<math::CeilOp>)
      .Case("trunc", direct<math::TruncOp>)
      .Case("round", direct<math::RoundOp>)
      .Cases({"rint", "nearbyint"}, direct<math::RoundEvenOp>)
      .Case("copysign", direct<math::CopySignOp>)
      .Cases({"fma", "fma_rn"}, direct<math::FmaOp>)
      .Case("erf", direct<math::ErfOp>)
      .Cases({"int_as_float", "uint_as_float", "float_as_int", "float_as_uint", "longlong_as_double",
              "double_as_longlong"},
             reinterpretBits)
      .Cases({"double2float_rn", "int2float_rn", "uint2float_rn", "ll2float_rn", "ull2float_rn", "int2double_rn",
              "uint2double_rn", "ll2double_rn", "ull2double_rn"},
             convert)
      .Case("popc", countBits<math::CtPopOp>)
      .Case("clz", countBits<math::CountLeadingZerosOp>)
      .Default(nullptr);
}

Value emitCall(CallContext &context, llvm::ArrayRef<Value> args, const DType &type, const std::string &symbol,
               llvm::StringRef libName = "", llvm::StringRef libPath = "", bool pure = true) {
  llvm::SmallVector<mlir::Value> operands;
  for (const Value &arg : args)
    operands.push_back(arg.ir());
  return emit<tt::ExternElementwiseOp>(context, type, type.toMLIR(context.context()), operands, libName, libPath,
                                       symbol, pure);
}
} // namespace

Value tritonc::callLibdevice(CallContext &context, llvm::StringRef name, llvm::StringRef overloadText,
                             const Arguments &arguments) {
  llvm::SmallVector<Value> args;
  for (size_t i = 0; i < arguments.size(); ++i)
    args.push_back(arguments[i]);
  if (!toTensors(context, args))
    return Value::poison();
  for (const Value &arg : args)
    if (!arg.runtimeType().scalar().isScalarNumber())
      return context.error(DiagId::sem_not_numeric, arg.runtimeType().str());
  llvm::SmallVector<Overload> overloads = parseOverloads(overloadText);
  bool fits = exactMatch(overloads, args);
  if (!unify(context, args, !fits, name))
    return Value::poison();
  const Overload *overload = exactMatch(overloads, args);
  if (!overload)
    return reportTypes(context, name, overloads, args);
  DType type = args[0].runtimeType().withScalar(*typeOfLetter(overload->result));
  if (name == "abs" && type.isFloating())
    return emit<math::AbsFOp>(context, type, args[0].ir());
  if (name == "abs")
    return emit<math::AbsIOp>(context, type, args[0].ir());
  if (name == "sqrt_rn" && type.scalarKind() == ScalarKind::FP32)
    return emit<tt::PreciseSqrtOp>(context, type, args[0].ir());
  if (name == "div_rn" && type.scalarKind() == ScalarKind::FP32)
    return emit<tt::PreciseDivFOp>(context, type, args[0].ir(), args[1].ir());
  if (Direct form = directForm(name))
    return form(context, args, type);
  Value result = emitCall(context, args, type, ("__nv_" + overload->symbol).str());
  // The library answers in int32; Triton gives int1.
  bool isQuestion = llvm::is_contained({"isnan", "isinf", "finitef", "isfinited"}, name);
  return isQuestion ? castTo(context, result, ScalarKind::Int1) : result;
}

/// tl.extern_elementwise: the user's dictionary from argument types to (symbol, result type).
Value builtin::extern_elementwise(CallContext &context, const Arguments &args) {
  std::optional<std::string> libName = stringArgument(context, args, 0, "lib_name");
  std::optional<std::string> libPath = stringArgument(context, args, 1, "lib_path");
  std::optional<bool> pure = boolArgument(context, args, 4, "is_pure");
  if (!libName || !libPath || !pure)
    return Value::poison();
  if (!args[2].isSequence() || args[2].elements().empty())
    return badArgument(context, args, 2, "args", "a list of operands");
  if (!args[3].isDict())
    return badArgument(context, args, 3, "arg_type_symbol_dict", "a dict from types to (symbol, type)");
  llvm::SmallVector<Value> operands(args[2].elements().begin(), args[2].elements().end());
  if (!toTensors(context, operands))
    return Value::poison();
  auto find = [&]() -> const Value * {
    for (auto &[key, entry] : args[3].asDict().items) {
      bool matches = key.isSequence() && key.elements().size() == operands.size() && entry.isSequence() &&
                     entry.elements().size() == 2 && entry.elements()[0].isString() && entry.elements()[1].isType();
      for (size_t i = 0; matches && i < operands.size(); ++i)
        matches = key.elements()[i].isType() && key.elements()[i].asType() == operands[i].runtimeType().scalar();
      if (matches)
        return &entry;
    }
    return nullptr;
  };
  if (!unify(context, operands, !find(), "extern_elementwise"))
    return Value::poison();
  const Value *entry = find();
  if (!entry)
    return context.error(DiagId::sem_libdevice_types, "extern_elementwise", operands[0].runtimeType().scalar().str(),
                         "a key of arg_type_symbol_dict");
  DType type = operands[0].runtimeType().withScalar(entry->elements()[1].asType());
  return emitCall(context, operands, type, entry->elements()[0].asString().str(), *libName, *libPath, *pure);
}

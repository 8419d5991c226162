//===- Promotion.cpp - common types of operands, and constants -------------===//
//
// Triton promotes like C among integers and like its own table among floats, with one addition from array languages: a
// literal does not widen a tensor of the same or a higher kind (bool < int < float). The order of the rules below
// matters and is Triton 3.6's, checked pair by pair against its TTIR.
//
//===----------------------------------------------------------------------===//
#include "frontend/semantic/Emission.h"
#include "llvm/ADT/APFloat.h"
#include <cmath>

using namespace tritonc;

llvm::StringRef tritonc::spelling(BinaryOp op) {
  static constexpr llvm::StringLiteral names[] = {"+", "-", "*", "/", "//", "%", "&", "|", "^", "<<", ">>"};
  return names[unsigned(op)];
}

llvm::StringRef tritonc::spelling(CompareOp op) {
  static constexpr llvm::StringLiteral names[] = {"<", "<=", ">", ">=", "==", "!="};
  return names[unsigned(op)];
}

bool tritonc::requireEmission(CallContext &context) {
  if (context.canEmit())
    return true;
  context.error(DiagId::sem_runtime_at_module_level);
  return false;
}

//===----------------------------------------------------------------------===//
// Constants
//===----------------------------------------------------------------------===//

/// The type that a compile-time number has as a tensor; none when no integer type holds it.
static std::optional<DType> typeOfNumber(const Value &number) {
  if (number.isBool())
    return DType(ScalarKind::Int1);
  if (number.isFloat()) {
    // Magnitudes that fp32 holds as normal numbers, zero, infinities and NaN are fp32.
    double magnitude = std::fabs(number.asFloat());
    bool single = magnitude == 0 || std::isnan(magnitude) || std::isinf(magnitude) ||
                  (magnitude >= 0x1p-126 && magnitude <= 0x1.fffffep127);
    return DType(single ? ScalarKind::FP32 : ScalarKind::FP64);
  }
  const Int &value = number.asInt();
  auto fits = [&](unsigned width, bool isSigned) {
    Int limit = Int(1);
    for (unsigned bit = 0; bit < (isSigned ? width - 1 : width); ++bit)
      limit *= Int(2);
    return value < limit && value >= (isSigned ? -limit : Int(0));
  };
  if (fits(32, true))
    return DType(ScalarKind::Int32);
  if (fits(32, false))
    return DType(ScalarKind::UInt32);
  if (fits(64, true))
    return DType(ScalarKind::Int64);
  if (fits(64, false))
    return DType(ScalarKind::UInt64);
  return std::nullopt;
}

static bool integerFits(const Int &value, const DType &type) {
  std::optional<llvm::APInt> bits = toAPInt(value, type.bitWidth());
  return bits && intFromAPInt(*bits, type.isSigned()) == value;
}

static bool isNegative(const Value &number) {
  if (number.isInt())
    return number.asInt() < Int(0);
  return number.isFloat() && number.asFloat() < 0;
}

/// The attribute of `number` as a scalar of `type`; null when an integer type cannot hold it.
static TypedAttr constantAttribute(CallContext &context, const Value &number, const DType &type) {
  Type ir = type.toMLIR(context.context());
  if (auto floatType = dyn_cast<FloatType>(ir)) {
    double value = *number.toDouble();
    // Triton makes every zero positive: the test is `value == 0`, which negative zero passes.
    llvm::APFloat constant(value == 0 ? 0.0 : value);
    bool losesInfo;
    constant.convert(floatType.getFloatSemantics(), llvm::APFloat::rmNearestTiesToEven, &losesInfo);
    return FloatAttr::get(floatType, constant);
  }
  if (!isa<IntegerType>(ir))
    return nullptr;
  Int value = number.isInt() ? number.asInt() : Int(int64_t(number.isBool() ? number.asBool() : number.asFloat()));
  if (type.isBool())
    value = Int(value != Int(0) ? 1 : 0);
  std::optional<llvm::APInt> bits = toAPInt(value, type.bitWidth());
  return bits ? IntegerAttr::get(ir, *bits) : nullptr;
}

Value tritonc::constantOf(CallContext &context, const Value &number, const DType &type) {
  if (!requireEmission(context))
    return Value::poison();
  if (!number.isNumber())
    return context.error(DiagId::sem_not_numeric, number.describe());
  if (TypedAttr attribute = constantAttribute(context, number, type.scalar()))
    return emit<arith::ConstantOp>(context, type.scalar(), attribute);
  return context.error(DiagId::sem_literal_range, number.repr(), type.scalar().str());
}

Value tritonc::toTensor(CallContext &context, const Value &value) {
  if (value.isRuntime() || value.isPoison())
    return value;
  if (!value.isNumber())
    return context.error(DiagId::sem_not_numeric, value.describe());
  std::optional<DType> type = typeOfNumber(value);
  if (!type)
    return context.error(DiagId::sem_literal_range, value.repr(), "int64 or uint64");
  return constantOf(context, value, *type);
}

Value tritonc::toScalarOf(CallContext &context, const Value &value, const DType &type) {
  if (!value.isRuntime())
    return value.isPoison() ? value : constantOf(context, value, type);
  if (value.isBlock() && value.runtimeType().numElements() != 1)
    return context.error(DiagId::sem_scalar_expected, value.describe());
  return castTo(context, value.isBlock() ? unsplat(context, value) : value, type);
}

bool tritonc::toTensors(CallContext &context, llvm::MutableArrayRef<Value> values) {
  for (Value &value : values) {
    value = toTensor(context, value);
    if (value.isPoison())
      return false;
  }
  return true;
}

//===----------------------------------------------------------------------===//
// Common types
//===----------------------------------------------------------------------===//

DType tritonc::promoteIntegers(const DType &lhs, const DType &rhs) {
  unsigned left = lhs.bitWidth(), right = rhs.bitWidth();
  if (lhs.isSigned() == rhs.isSigned())
    return left > right ? lhs : rhs;
  // The unsigned one wins when it is at least as wide.
  if (lhs.isUnsigned())
    return left >= right ? lhs : rhs;
  return right >= left ? rhs : lhs;
}

/// bool < integer < float.
static int kindRank(const DType &type) { return type.isBool() ? 0 : type.isInteger() ? 1 : 2; }

/// The type in which an operation on the scalars `lhs` and `rhs` is done; none when they have none in common.
static std::optional<DType> computationType(const DType &lhs, bool lhsLiteral, const DType &rhs, bool rhsLiteral,
                                            bool divides) {
  auto either = [&](ScalarKind kind) { return lhs.scalarKind() == kind || rhs.scalarKind() == kind; };
  auto both = [&](ScalarKind kind) { return lhs.scalarKind() == kind && rhs.scalarKind() == kind; };
  if (lhsLiteral != rhsLiteral) {
    const DType &literal = lhsLiteral ? lhs : rhs, &tensor = lhsLiteral ? rhs : lhs;
    if (kindRank(literal) <= kindRank(tensor)) {
      bool half = tensor.scalarKind() == ScalarKind::FP16 || tensor.scalarKind() == ScalarKind::BF16;
      return divides && half ? DType(ScalarKind::FP32) : tensor;
    }
  }
  if (either(ScalarKind::FP64))
    return DType(ScalarKind::FP64);
  if (either(ScalarKind::FP32))
    return DType(ScalarKind::FP32);
  if (either(ScalarKind::FP16))
    return DType(divides ? ScalarKind::FP32 : ScalarKind::FP16);
  if (both(ScalarKind::BF16) && !divides)
    return DType(ScalarKind::BF16);
  if (either(ScalarKind::BF16))
    return DType(ScalarKind::FP32);
  if (lhs.isFP8() && rhs.isFP8())
    return lhs == rhs ? lhs : DType(ScalarKind::FP16);
  if (!lhs.isInteger() || !rhs.isInteger())
    return std::nullopt;
  return promoteIntegers(lhs, rhs);
}

//===----------------------------------------------------------------------===//
// Operands
//===----------------------------------------------------------------------===//

static std::string operandType(const Value &value) {
  return value.isRuntime() ? value.runtimeType().str() : value.describe();
}

/// Pointers take part only where the operation allows them, and never beside a float or another pointer type.
static bool pointersFit(const DType &lhs, const DType &rhs, const OperandRules &rules) {
  auto fits = [](const DType &self, const DType &other, bool allowed) {
    if (!self.isPointer() && !self.isBlockPointer())
      return true;
    return allowed && !((other.isPointer() || other.isBlockPointer()) && self != other) && !other.isFloating();
  };
  return fits(lhs, rhs, rules.lhsPointer) && fits(rhs, lhs, rules.rhsPointer);
}

static bool reportOperands(CallContext &context, DiagId id, const Value &lhs, const Value &rhs,
                           const OperandRules &rules) {
  Diagnostic &diagnostic = context.report({}, id, rules.operation, operandType(lhs), operandType(rhs));
  for (const Value *operand : {&lhs, &rhs})
    if (SourceRange where = operand->isRuntime() ? context.definition(*operand) : SourceRange(); where.valid())
      diagnostic.note(where, operandType(*operand) + " comes from here");
  if (lhs.isRuntime() && rhs.isRuntime()) {
    DType left = lhs.runtimeType().scalar(), right = rhs.runtimeType().scalar();
    if (left.isPointer() != right.isPointer() && (left.isFloating() || right.isFloating()))
      diagnostic.withHint("pointer offsets are integers: convert with .to(tl.int32) or .to(tl.int64)");
  }
  return false;
}

/// The operand in `type`: a literal becomes a constant of it, a run-time value is converted.
static bool bringTo(CallContext &context, Value &operand, const DType &type) {
  if (operand.isRuntime()) {
    operand = castTo(context, operand, type);
    return !operand.isPoison();
  }
  if (type.isUnsigned() && isNegative(operand)) {
    context.report({}, DiagId::sem_negative_literal, operand.repr(), type.str())
        .withHint("convert the unsigned operand first, for example with .to(tl.int32)");
    return false;
  }
  if (type.isInteger() && !type.isBool() && operand.isInt() && !integerFits(operand.asInt(), type)) {
    context.error(DiagId::sem_literal_range, operand.repr(), type.str());
    return false;
  }
  operand = constantOf(context, operand, type);
  return !operand.isPoison();
}

bool tritonc::prepareOperands(CallContext &context, Value &lhs, Value &rhs, const OperandRules &rules) {
  if (lhs.isPoison() || rhs.isPoison())
    return false;
  for (const Value *operand : {&lhs, &rhs})
    if (!operand->isRuntime() && !operand->isNumber())
      return reportOperands(context, DiagId::sem_invalid_operands, lhs, rhs, rules);
  auto scalarType = [&](const Value &value) -> std::optional<DType> {
    return value.isRuntime() ? value.runtimeType().scalar() : typeOfNumber(value);
  };
  std::optional<DType> left = scalarType(lhs), right = scalarType(rhs);
  if (!left || !right) {
    context.error(DiagId::sem_literal_range, (left ? rhs : lhs).repr(), "int64 or uint64");
    return false;
  }
  if (left->isTensorDesc() || right->isTensorDesc() || !pointersFit(*left, *right, rules))
    return reportOperands(context, DiagId::sem_invalid_operands, lhs, rhs, rules);
  auto isPointer = [](const DType &type) { return type.isPointer() || type.isBlockPointer(); };
  if (rules.promote && !isPointer(*left) && !isPointer(*right)) {
    std::optional<DType> type = computationType(*left, !lhs.isRuntime(), *right, !rhs.isRuntime(), rules.divides);
    if (!type)
      return reportOperands(context, DiagId::sem_invalid_operands, lhs, rhs, rules);
    bool adopts = lhs.isRuntime() != rhs.isRuntime() &&
                  kindRank(lhs.isRuntime() ? *right : *left) <= kindRank(lhs.isRuntime() ? *left : *right);
    if (rules.divides && !adopts && type->isInteger() && left->isSigned() != right->isSigned())
      return reportOperands(context, DiagId::sem_mixed_signedness, lhs, rhs, rules);
    if (!bringTo(context, lhs, *type) || !bringTo(context, rhs, *type))
      return false;
  } else if (!toTensors(context, lhs) || !toTensors(context, rhs)) {
    return false;
  }
  return broadcastTogether(context, lhs, rhs);
}

Value tritonc::promoteBFloat16(CallContext &context, const Value &value) {
  if (value.isRuntime() && value.runtimeType().scalar() == DType(ScalarKind::BF16))
    return castTo(context, value, DType(ScalarKind::FP32));
  return value;
}

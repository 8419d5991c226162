//===- Arithmetic.cpp - arithmetic, bitwise and shift operators ------------===//
//
// Integer division and remainder truncate (they are C's, not Python's). `/` of integers is done in fp32. A negation is
// a subtraction from zero, as in Triton, so that -0.0 does not arise from 0.0.
//
//===----------------------------------------------------------------------===//
#include "frontend/semantic/Emission.h"

using namespace tritonc;

static Value invalid(CallContext &context, llvm::StringRef operation, const Value &lhs, const Value &rhs) {
  return context.error(DiagId::sem_invalid_operands, operation, lhs.runtimeType().str(), rhs.runtimeType().str());
}

//===----------------------------------------------------------------------===//
// + - *
//===----------------------------------------------------------------------===//

/// addptr reads its offset as signed: narrow unsigned offsets are zero-extended first.
static Value addPointer(CallContext &context, const Value &pointer, Value offset) {
  const DType &type = offset.runtimeType();
  if (!type.isInteger())
    return invalid(context, "+", pointer, offset);
  if (type.isUnsigned() && type.bitWidth() < 64)
    offset = castTo(context, offset, DType(ScalarKind::Int64));
  return emit<tt::AddPtrOp>(context, pointer.runtimeType(), pointer.ir().getType(), pointer.ir(), offset.ir());
}

static Value add(CallContext &context, Value lhs, Value rhs) {
  if (!prepareOperands(context, lhs, rhs, {"+", true, true}))
    return Value::poison();
  bool leftPointer = lhs.runtimeType().isPointerLike(), rightPointer = rhs.runtimeType().isPointerLike();
  if (leftPointer && rightPointer)
    return context.error(DiagId::sem_add_pointers, lhs.runtimeType().str());
  if (rightPointer)
    return addPointer(context, rhs, lhs);
  if (leftPointer)
    return addPointer(context, lhs, rhs);
  if (lhs.runtimeType().scalar().isBlockPointer() || rhs.runtimeType().scalar().isBlockPointer()) {
    context.report({}, DiagId::sem_invalid_operands, "+", lhs.runtimeType().str(), rhs.runtimeType().str())
        .withHint("move a block pointer with tl.advance");
    return Value::poison();
  }
  return emitBySign<arith::AddIOp, arith::AddIOp, arith::AddFOp>(context, lhs.runtimeType(), lhs, rhs);
}

static Value subtract(CallContext &context, Value lhs, Value rhs) {
  if (!prepareOperands(context, lhs, rhs, {"-", true, false}))
    return Value::poison();
  if (lhs.runtimeType().isPointerLike()) {
    if (!rhs.runtimeType().isInteger())
      return invalid(context, "-", lhs, rhs);
    Value negated = unaryOp(context, UnaryOp::Neg, rhs);
    return negated.isPoison() ? negated : addPointer(context, lhs, negated);
  }
  if (lhs.runtimeType().scalar().isBlockPointer())
    return invalid(context, "-", lhs, rhs);
  return emitBySign<arith::SubIOp, arith::SubIOp, arith::SubFOp>(context, lhs.runtimeType(), lhs, rhs);
}

static Value multiply(CallContext &context, Value lhs, Value rhs) {
  if (!prepareOperands(context, lhs, rhs, {"*"}))
    return Value::poison();
  return emitBySign<arith::MulIOp, arith::MulIOp, arith::MulFOp>(context, lhs.runtimeType(), lhs, rhs);
}

//===----------------------------------------------------------------------===//
// / // %
//===----------------------------------------------------------------------===//

static OperandRules divisionRules(llvm::StringRef operation) {
  OperandRules rules{operation};
  rules.divides = true;
  return rules;
}

static Value divide(CallContext &context, Value lhs, Value rhs) {
  if (!prepareOperands(context, lhs, rhs, divisionRules("/")))
    return Value::poison();
  if (lhs.runtimeType().isInteger()) {
    lhs = castTo(context, lhs, DType(ScalarKind::FP32));
    rhs = castTo(context, rhs, DType(ScalarKind::FP32));
  }
  return emit<arith::DivFOp>(context, lhs.runtimeType(), lhs.ir(), rhs.ir());
}

static Value floorDivide(CallContext &context, Value lhs, Value rhs) {
  if (!prepareOperands(context, lhs, rhs, divisionRules("//")))
    return Value::poison();
  if (!lhs.runtimeType().isInteger()) {
    context.report({}, DiagId::sem_floor_division_of_floats, lhs.runtimeType().str(), rhs.runtimeType().str())
        .withHint("use tl.floor(x / y)");
    return Value::poison();
  }
  if (lhs.runtimeType().isSigned())
    return emit<arith::DivSIOp>(context, lhs.runtimeType(), lhs.ir(), rhs.ir());
  return emit<arith::DivUIOp>(context, lhs.runtimeType(), lhs.ir(), rhs.ir());
}

static Value remainder(CallContext &context, Value lhs, Value rhs) {
  if (!prepareOperands(context, lhs, rhs, divisionRules("%")))
    return Value::poison();
  return emitBySign<arith::RemSIOp, arith::RemUIOp, arith::RemFOp>(context, lhs.runtimeType(), lhs, rhs);
}

//===----------------------------------------------------------------------===//
// & | ^ << >>
//===----------------------------------------------------------------------===//

static Value bitwise(CallContext &context, BinaryOp op, Value lhs, Value rhs) {
  if (!prepareOperands(context, lhs, rhs, {spelling(op)}))
    return Value::poison();
  const DType &type = lhs.runtimeType();
  if (!type.isInteger())
    return invalid(context, spelling(op), lhs, rhs);
  switch (op) {
  case BinaryOp::And:
    return emit<arith::AndIOp>(context, type, lhs.ir(), rhs.ir());
  case BinaryOp::Or:
    return emit<arith::OrIOp>(context, type, lhs.ir(), rhs.ir());
  case BinaryOp::Xor:
    return emit<arith::XOrIOp>(context, type, lhs.ir(), rhs.ir());
  default:
    return emit<arith::ShLIOp>(context, type, lhs.ir(), rhs.ir());
  }
}

/// Whether `>>` keeps the sign is decided by the operand as written, before promotion: the left one, or the right one
/// when the left one is a literal.
static Value shiftRight(CallContext &context, Value lhs, Value rhs) {
  const Value &decides = lhs.isRuntime() ? lhs : rhs;
  bool keepsSign = decides.isRuntime() && decides.runtimeType().isSigned();
  if (!prepareOperands(context, lhs, rhs, {">>"}))
    return Value::poison();
  if (!lhs.runtimeType().isInteger())
    return invalid(context, ">>", lhs, rhs);
  if (keepsSign)
    return emit<arith::ShRSIOp>(context, lhs.runtimeType(), lhs.ir(), rhs.ir());
  return emit<arith::ShRUIOp>(context, lhs.runtimeType(), lhs.ir(), rhs.ir());
}

/// A constant shift by the width or more has no defined result; that is certain enough to say.
static void warnShiftWidth(CallContext &context, const Value &lhs, const Value &rhs) {
  if (!lhs.isRuntime() || !rhs.isInt() || !lhs.runtimeType().isInteger())
    return;
  unsigned width = lhs.runtimeType().bitWidth();
  if (rhs.asInt() >= Int(width))
    context.report({}, DiagId::shift_width, rhs.repr(), lhs.runtimeType().scalar().str());
}

Value tritonc::binaryOp(CallContext &context, BinaryOp op, const Value &lhs, const Value &rhs) {
  if (lhs.isPoison() || rhs.isPoison())
    return Value::poison();
  switch (op) {
  case BinaryOp::Add:
    return add(context, lhs, rhs);
  case BinaryOp::Sub:
    return subtract(context, lhs, rhs);
  case BinaryOp::Mul:
    return multiply(context, lhs, rhs);
  case BinaryOp::Div:
    return divide(context, lhs, rhs);
  case BinaryOp::FloorDiv:
    return floorDivide(context, lhs, rhs);
  case BinaryOp::Mod:
    return remainder(context, lhs, rhs);
  case BinaryOp::And:
  case BinaryOp::Or:
  case BinaryOp::Xor:
    return bitwise(context, op, lhs, rhs);
  case BinaryOp::Shl:
    warnShiftWidth(context, lhs, rhs);
    return bitwise(context, op, lhs, rhs);
  case BinaryOp::Shr:
    warnShiftWidth(context, lhs, rhs);
    return shiftRight(context, lhs, rhs);
  }
  return Value::poison();
}

Value tritonc::unaryOp(CallContext &context, UnaryOp op, const Value &operand) {
  if (operand.isPoison())
    return operand;
  Value value = toTensor(context, operand);
  if (value.isPoison() || op == UnaryOp::Plus)
    return value;
  DType type = value.runtimeType().scalar();
  bool valid = type.isInteger() || (type.isFloating() && op == UnaryOp::Neg);
  if (!valid)
    return context.error(DiagId::sem_invalid_operand, op == UnaryOp::Neg ? "-" : "~", value.runtimeType().str());
  if (op == UnaryOp::Neg)
    return subtract(context, constantOf(context, Value::integer(0), type), value);
  Value ones = type.isBool() ? Value::boolean(true) : Value::integer(-1);
  Value mask = constantOf(context, ones, type);
  return bitwise(context, BinaryOp::Xor, value, mask);
}

//===----------------------------------------------------------------------===//
// Functions
//===----------------------------------------------------------------------===//

Value builtin::add(CallContext &context, const Arguments &args) {
  return binaryOp(context, BinaryOp::Add, args[0], args[1]);
}
Value builtin::sub(CallContext &context, const Arguments &args) {
  return binaryOp(context, BinaryOp::Sub, args[0], args[1]);
}
Value builtin::mul(CallContext &context, const Arguments &args) {
  return binaryOp(context, BinaryOp::Mul, args[0], args[1]);
}

/// (x + (div - 1)) // div; of compile-time numbers a compile-time number.
Value builtin::cdiv(CallContext &context, const Arguments &args) {
  const Value &x = args[0], &divisor = args[1];
  if (!x.isRuntime() && !divisor.isRuntime()) {
    if (!(x.isInt() || x.isBool()) || !(divisor.isInt() || divisor.isBool()))
      return context.error(DiagId::sem_invalid_operands, "cdiv", x.describe(), divisor.describe());
    Int dividend = x.isInt() ? x.asInt() : Int(x.asBool()),
        by = divisor.isInt() ? divisor.asInt() : Int(divisor.asBool());
    if (by == Int(0))
      return context.error(DiagId::sem_division_by_zero);
    return Value::integer(llvm::floorDiv(dividend + by - Int(1), by));
  }
  // div - 1 is compile-time arithmetic when div is.
  Value less = divisor.isInt() ? Value::integer(divisor.asInt() - Int(1))
                               : binaryOp(context, BinaryOp::Sub, divisor, Value::integer(1));
  Value sum = binaryOp(context, BinaryOp::Add, x, less);
  return binaryOp(context, BinaryOp::FloorDiv, sum, divisor);
}

static std::optional<bool> propagateNanArgument(CallContext &context, const Arguments &args, unsigned index) {
  std::optional<int64_t> value = args[index].toInt64();
  if (!value) {
    badArgument(context, args, index, "propagate_nan", "tl.PropagateNan.ALL or tl.PropagateNan.NONE");
    return std::nullopt;
  }
  return *value != 0;
}

Value tritonc::elementwiseExtreme(CallContext &context, const Value &x, const Value &y, bool isMax, bool propagateNan) {
  llvm::StringRef name = isMax ? "maximum" : "minimum";
  Value lhs = promoteBFloat16(context, toTensor(context, x)), rhs = promoteBFloat16(context, toTensor(context, y));
  if (!prepareOperands(context, lhs, rhs, {name}))
    return Value::poison();
  const DType &type = lhs.runtimeType();
  if (type.isFloating() && propagateNan)
    return isMax ? emit<arith::MaximumFOp>(context, type, lhs.ir(), rhs.ir())
                 : emit<arith::MinimumFOp>(context, type, lhs.ir(), rhs.ir());
  if (isMax)
    return emitBySign<arith::MaxSIOp, arith::MaxUIOp, arith::MaxNumFOp>(context, type, lhs, rhs);
  return emitBySign<arith::MinSIOp, arith::MinUIOp, arith::MinNumFOp>(context, type, lhs, rhs);
}

static Value extreme(CallContext &context, const Arguments &args, bool isMax) {
  std::optional<bool> nan = propagateNanArgument(context, args, 2);
  return nan ? elementwiseExtreme(context, args[0], args[1], isMax, *nan) : Value::poison();
}
Value builtin::maximum(CallContext &context, const Arguments &args) { return extreme(context, args, true); }
Value builtin::minimum(CallContext &context, const Arguments &args) { return extreme(context, args, false); }

Value builtin::clamp(CallContext &context, const Arguments &args) {
  std::optional<bool> nan = propagateNanArgument(context, args, 3);
  if (!nan)
    return Value::poison();
  Value operands[3] = {args[0], args[1], args[2]};
  if (!toTensors(context, operands))
    return Value::poison();
  for (Value &operand : operands)
    operand = promoteBFloat16(context, operand);
  auto &[x, low, high] = operands;
  if (!prepareOperands(context, low, high, {"clamp"}) || !prepareOperands(context, x, low, {"clamp"}) ||
      !prepareOperands(context, x, high, {"clamp"}))
    return Value::poison();
  if (!x.runtimeType().isFloating())
    return context.error(DiagId::sem_float_expected, "clamp", x.runtimeType().str());
  if (low.runtimeType() != x.runtimeType())
    low = castTo(context, broadcastTo(context, low, x.runtimeType().shape()), x.runtimeType());
  auto rule = *nan ? tt::PropagateNan::All : tt::PropagateNan::None;
  return emit<tt::ClampFOp>(context, x.runtimeType(), x.ir(), low.ir(), high.ir(), rule);
}

/// Python's min and max of numbers; with run-time operands, tl.minimum and tl.maximum.
static Value pythonExtreme(CallContext &context, const Arguments &args, bool isMax) {
  llvm::ArrayRef<Value> values = args[0].elements();
  if (values.size() == 1 && values[0].isSequence())
    values = values[0].elements();
  if (values.empty())
    return context.error(DiagId::sem_needs_values, isMax ? "max" : "min");
  Value best = values[0];
  for (const Value &value : values.drop_front()) {
    if (value.isPoison() || best.isPoison())
      return Value::poison();
    if (best.isRuntime() || value.isRuntime()) {
      best = elementwiseExtreme(context, best, value, isMax, false);
      continue;
    }
    if (!best.isNumber() || !value.isNumber())
      return context.error(DiagId::sem_invalid_operands, isMax ? "max" : "min", best.describe(), value.describe());
    bool exact = !best.isFloat() && !value.isFloat();
    auto integer = [](const Value &v) { return v.isInt() ? v.asInt() : Int(v.asBool()); };
    bool greater = exact ? integer(value) > integer(best) : *value.toDouble() > *best.toDouble();
    bool less = exact ? integer(value) < integer(best) : *value.toDouble() < *best.toDouble();
    if (isMax ? greater : less)
      best = value;
  }
  return best;
}
Value builtin::pythonMax(CallContext &context, const Arguments &args) { return pythonExtreme(context, args, true); }
Value builtin::pythonMin(CallContext &context, const Arguments &args) { return pythonExtreme(context, args, false); }

//===- Atomics.cpp - atomic read-modify-write -------------------------------===//
//
// Floats have no native atomic max and min on most hardware. IEEE floats of one sign order like integers: positive ones
// as signed integers, negative ones in reverse as unsigned integers. So a float maximum is a signed maximum for lanes
// with a positive value and an unsigned minimum for the others, under complementary masks.
//
//===----------------------------------------------------------------------===//
#include "frontend/semantic/Emission.h"

using namespace tritonc;

namespace {
struct Ordering {
  tt::MemSemantic semantic;
  tt::MemSyncScope scope;
};

std::optional<Ordering> orderingArguments(CallContext &context, const Arguments &args, unsigned index) {
  std::optional<std::string> sem = stringArgument(context, args, index, "sem");
  std::optional<std::string> scope = stringArgument(context, args, index + 1, "scope");
  if (!sem || !scope)
    return std::nullopt;
  using S = tt::MemSemantic;
  std::optional<S> semantic = llvm::StringSwitch<std::optional<S>>(*sem)
                                  .Cases({"", "acq_rel"}, S::AcquireRelease)
                                  .Case("acquire", S::Acquire)
                                  .Case("release", S::Release)
                                  .Case("relaxed", S::Relaxed)
                                  .Default(std::nullopt);
  using W = tt::MemSyncScope;
  std::optional<W> where = llvm::StringSwitch<std::optional<W>>(*scope)
                               .Cases({"", "gpu"}, W::GPU)
                               .Case("cta", W::CTA)
                               .Case("sys", W::System)
                               .Default(std::nullopt);
  if (!semantic)
    context.report(args.range(index), DiagId::sem_unknown_option, "sem", *sem)
        .withHint("'acquire', 'release', 'acq_rel' or 'relaxed'");
  if (!where)
    context.report(args.range(index + 1), DiagId::sem_unknown_option, "scope", *scope)
        .withHint("'gpu', 'cta' or 'sys'");
  if (!semantic || !where)
    return std::nullopt;
  return Ordering{*semantic, *where};
}

struct Operands {
  Value pointer, value, mask;
};

bool checkAtomicPointer(CallContext &context, const Arguments &args, llvm::StringRef operation) {
  const Value &pointer = args[0];
  if (!pointer.isRuntime() || !pointer.runtimeType().isPointerLike()) {
    context.errorAt(args.range(0), DiagId::sem_not_a_pointer, operation,
                    pointer.isRuntime() ? pointer.runtimeType().str() : pointer.describe());
    return false;
  }
  if (pointer.runtimeType().isConstPointer()) {
    context.errorAt(args.range(0), DiagId::sem_store_to_const, pointer.runtimeType().str());
    return false;
  }
  return true;
}

/// Checks types, converts the value to the pointee's type and fills in an all-true mask.
std::optional<Operands> atomicOperands(CallContext &context, const Arguments &args, llvm::StringRef operation) {
  if (!checkAtomicPointer(context, args, operation))
    return std::nullopt;
  Value pointer = args[0], value = toTensor(context, args[1]);
  Value mask = args[2].isNone() ? constantOf(context, Value::boolean(true), DType(ScalarKind::Int1))
                                : toTensor(context, args[2]);
  if (value.isPoison() || mask.isPoison())
    return std::nullopt;
  DType element = pointer.runtimeType().scalar().element();
  bool half = element.scalarKind() == ScalarKind::FP16 || element.scalarKind() == ScalarKind::BF16;
  if (!element.isScalarNumber() || (half ? operation != "atomic_add" : element.bitWidth() < 32)) {
    context.errorAt(args.range(0), DiagId::sem_atomic_type, operation, element.str());
    return std::nullopt;
  }
  if (!mask.runtimeType().isBool()) {
    context.report(args.range(2), DiagId::sem_mask_type, mask.runtimeType().str())
        .withHint("compare it, for example mask != 0");
    return std::nullopt;
  }
  if (!pointer.isBlock() && (value.isBlock() || mask.isBlock())) {
    unsigned index = value.isBlock() ? 1 : 2;
    context.errorAt(args.range(index), DiagId::sem_block_with_scalar_pointer, index == 1 ? "val" : "mask",
                    (index == 1 ? value : mask).runtimeType().str());
    return std::nullopt;
  }
  value = castTo(context, value, element);
  if (pointer.isBlock()) {
    value = broadcastTo(context, value, pointer.runtimeType().shape());
    mask = broadcastTo(context, mask, pointer.runtimeType().shape());
  }
  if (value.isPoison() || mask.isPoison())
    return std::nullopt;
  return Operands{pointer, value, mask};
}

Value emitAtomic(CallContext &context, tt::RMWOp op, const Value &pointer, const Value &value, const Value &mask,
                 const Ordering &order) {
  return emit<tt::AtomicRMWOp>(context, value.runtimeType(), value.ir().getType(), op, pointer.ir(), value.ir(),
                               mask.ir(), order.semantic, order.scope);
}

Value floatExtreme(CallContext &context, const Operands &operands, bool isMax, const Ordering &order) {
  DType type = operands.value.runtimeType().scalar();
  unsigned width = type.bitWidth();
  DType asSigned = DType::intOfWidth(width, true), asUnsigned = DType::intOfWidth(width, false);
  Value bits = bitcastTo(context, operands.value, asSigned);
  Value pointer = castTo(context, operands.pointer, DType::pointer(asSigned));
  Value magnitude = Value::runtime(bits.ir(), bits.runtimeType().withScalar(asUnsigned));
  Value sign = binaryOp(context, BinaryOp::Shr, magnitude, Value::integer(width - 1));
  Value negative = castTo(context, sign, DType(ScalarKind::Int1));
  Value positive = unaryOp(context, UnaryOp::Invert, negative);
  if (positive.isPoison())
    return positive;
  Value fromPositive = emitAtomic(context, isMax ? tt::RMWOp::Max : tt::RMWOp::Min, pointer, bits,
                                  binaryOp(context, BinaryOp::And, operands.mask, positive), order);
  Value fromNegative = emitAtomic(context, isMax ? tt::RMWOp::UMin : tt::RMWOp::UMax, pointer, bits,
                                  binaryOp(context, BinaryOp::And, operands.mask, negative), order);
  return bitcastTo(context, select(context, positive, fromPositive, fromNegative), type);
}

Value extreme(CallContext &context, const Arguments &args, bool isMax) {
  std::optional<Ordering> order = orderingArguments(context, args, 3);
  if (!order)
    return Value::poison();
  std::optional<Operands> operands = atomicOperands(context, args, isMax ? "atomic_max" : "atomic_min");
  if (!operands)
    return Value::poison();
  const DType &type = operands->value.runtimeType();
  if (type.isFloating())
    return floatExtreme(context, *operands, isMax, *order);
  tt::RMWOp op =
      type.isSigned() ? (isMax ? tt::RMWOp::Max : tt::RMWOp::Min) : (isMax ? tt::RMWOp::UMax : tt::RMWOp::UMin);
  return emitAtomic(context, op, operands->pointer, operands->value, operands->mask, *order);
}

Value simple(CallContext &context, const Arguments &args, tt::RMWOp op, llvm::StringRef name) {
  std::optional<Ordering> order = orderingArguments(context, args, 3);
  if (!order)
    return Value::poison();
  std::optional<Operands> operands = atomicOperands(context, args, name);
  if (!operands)
    return Value::poison();
  DType type = operands->value.runtimeType().scalar();
  bool isBitwise = op == tt::RMWOp::And || op == tt::RMWOp::Or || op == tt::RMWOp::Xor;
  if (type.isFloating() && isBitwise) {
    // On the bits: integer atomics are what the hardware has.
    DType bits = DType::intOfWidth(type.bitWidth(), true);
    Value pointer = castTo(context, operands->pointer, DType::pointer(bits));
    Value value = bitcastTo(context, operands->value, bits);
    return bitcastTo(context, emitAtomic(context, op, pointer, value, operands->mask, *order), type);
  }
  if (op == tt::RMWOp::Add && type.isFloating())
    op = tt::RMWOp::FAdd;
  return emitAtomic(context, op, operands->pointer, operands->value, operands->mask, *order);
}
} // namespace

Value builtin::atomic_max(CallContext &context, const Arguments &args) { return extreme(context, args, true); }
Value builtin::atomic_min(CallContext &context, const Arguments &args) { return extreme(context, args, false); }
Value builtin::atomic_add(CallContext &context, const Arguments &args) {
  return simple(context, args, tt::RMWOp::Add, "atomic_add");
}
Value builtin::atomic_and(CallContext &context, const Arguments &args) {
  return simple(context, args, tt::RMWOp::And, "atomic_and");
}
Value builtin::atomic_or(CallContext &context, const Arguments &args) {
  return simple(context, args, tt::RMWOp::Or, "atomic_or");
}
Value builtin::atomic_xor(CallContext &context, const Arguments &args) {
  return simple(context, args, tt::RMWOp::Xor, "atomic_xor");
}
Value builtin::atomic_xchg(CallContext &context, const Arguments &args) {
  return simple(context, args, tt::RMWOp::Xchg, "atomic_xchg");
}

Value builtin::atomic_cas(CallContext &context, const Arguments &args) {
  std::optional<Ordering> order = orderingArguments(context, args, 3);
  if (!order || !checkAtomicPointer(context, args, "atomic_cas"))
    return Value::poison();
  const Value &pointer = args[0];
  DType element = pointer.runtimeType().scalar().element();
  if (!element.isScalarNumber() || element.bitWidth() < 16)
    return context.errorAt(args.range(0), DiagId::sem_atomic_type, "atomic_cas", element.str());
  Value operands[2] = {args[1], args[2]};
  for (Value &operand : operands) {
    operand = castTo(context, operand, element);
    if (!operand.isPoison() && (pointer.isBlock() || operand.isBlock()))
      operand = broadcastTo(context, operand, pointer.runtimeType().shape());
    if (operand.isPoison())
      return operand;
  }
  return emit<tt::AtomicCASOp>(context, operands[1].runtimeType(), operands[1].ir().getType(), pointer.ir(),
                               operands[0].ir(), operands[1].ir(), order->semantic, order->scope);
}

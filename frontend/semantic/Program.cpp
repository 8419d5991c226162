//===- Program.cpp - program identity and blocks made from nothing ---------===//
#include "frontend/semantic/Emission.h"

using namespace tritonc;

static std::optional<tt::ProgramDim> gridAxis(CallContext &context, const Arguments &args) {
  if (!requireEmission(context))
    return std::nullopt;
  std::optional<int64_t> axis = args[0].toInt64();
  if (axis && *axis >= 0 && *axis <= 2)
    return tt::ProgramDim(*axis);
  badArgument(context, args, 0, "axis", "0, 1 or 2");
  return std::nullopt;
}

Value builtin::program_id(CallContext &context, const Arguments &args) {
  std::optional<tt::ProgramDim> axis = gridAxis(context, args);
  return axis ? emit<tt::GetProgramIdOp>(context, ScalarKind::Int32, context.builder.getI32Type(), *axis)
              : Value::poison();
}

Value builtin::num_programs(CallContext &context, const Arguments &args) {
  std::optional<tt::ProgramDim> axis = gridAxis(context, args);
  return axis ? emit<tt::GetNumProgramsOp>(context, ScalarKind::Int32, context.builder.getI32Type(), *axis)
              : Value::poison();
}

Value tritonc::makeRange(CallContext &context, int64_t start, int64_t end) {
  DType type = DType::block(ScalarKind::Int32, {end - start});
  return emit<tt::MakeRangeOp>(context, type, type.toMLIR(context.context()), uint32_t(start), uint32_t(end));
}

Value builtin::arange(CallContext &context, const Arguments &args) {
  if (!requireEmission(context))
    return Value::poison();
  for (unsigned index : {0u, 1u})
    if (args[index].isRuntime()) {
      context.report(args.range(index), DiagId::sem_arange_runtime, args[index].runtimeType().str())
          .withHint("make it a tl.constexpr parameter; a run-time offset can be added to the block");
      return Value::poison();
    }
  std::optional<int64_t> start = args[0].toInt64(), end = args[1].toInt64();
  if (!start || !end)
    return badArgument(context, args, start ? 1 : 0, start ? "end" : "start", "an integer");
  if (*end <= *start)
    return context.error(DiagId::sem_arange_empty, *start, *end);
  // The bounds are stored as 32 bits; Triton takes 0 to 2^32-1.
  if (*start < 0 || *end < 0 || *start >> 32 || *end >> 32)
    return context.error(DiagId::sem_arange_32_bit, *start, *end);
  int64_t count = *end - *start;
  if (!llvm::isPowerOf2_64(count)) {
    uint64_t next = llvm::NextPowerOf2(count);
    context.report({}, DiagId::sem_arange_power_of_two, count)
        .withHint("use " + std::to_string(next) + " (triton.next_power_of_2) and mask the rest");
    return Value::poison();
  }
  if (!checkBlockShape(context, {count}))
    return Value::poison();
  return makeRange(context, *start, *end);
}

static Value filled(CallContext &context, const Value &shapeValue, const Value &value, const DType &type) {
  std::optional<llvm::SmallVector<int64_t>> shape = shapeArgument(context, shapeValue);
  if (!shape)
    return Value::poison();
  return splat(context, toScalarOf(context, value, type), *shape);
}

Value builtin::full(CallContext &context, const Arguments &args) {
  std::optional<DType> type = typeArgument(context, args, 2, "dtype");
  return type ? filled(context, args[0], args[1], *type) : Value::poison();
}

Value builtin::zeros(CallContext &context, const Arguments &args) {
  std::optional<DType> type = typeArgument(context, args, 1, "dtype");
  return type ? filled(context, args[0], Value::integer(0), *type) : Value::poison();
}

Value builtin::zeros_like(CallContext &context, const Arguments &args) {
  Value like = toTensor(context, args[0]);
  if (like.isPoison())
    return like;
  Value zero = constantOf(context, Value::integer(0), like.runtimeType().scalar());
  return splat(context, zero, like.runtimeType().shape());
}

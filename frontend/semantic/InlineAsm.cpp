//===- InlineAsm.cpp - inline assembly and scalar functions over blocks ------===//
#include "frontend/semantic/Emission.h"

using namespace tritonc;

/// Brings operands of any scalar types to one shape.
static bool broadcastAll(CallContext &context, llvm::MutableArrayRef<Value> values) {
  if (values.empty())
    return true;
  // The first pass finds the common shape, the second gives it to everyone.
  Value common = values[0];
  for (Value value : values)
    if (!broadcastTogether(context, value, common))
      return false;
  for (Value &value : values)
    if (Value shape = common; !broadcastTogether(context, value, shape))
      return false;
  return true;
}

static Value emitAsm(CallContext &context, const std::string &text, const std::string &constraints,
                     llvm::ArrayRef<Value> operands, llvm::ArrayRef<DType> types, bool pure, int64_t pack,
                     bool single) {
  llvm::SmallVector<mlir::Value> ir;
  for (const Value &operand : operands)
    ir.push_back(operand.ir());
  llvm::ArrayRef<int64_t> shape = operands.empty() ? llvm::ArrayRef<int64_t>() : operands[0].runtimeType().shape();
  llvm::SmallVector<Type> results;
  llvm::SmallVector<DType> resultTypes;
  for (const DType &type : types) {
    resultTypes.push_back(DType::block(type.scalar(), shape));
    results.push_back(resultTypes.back().toMLIR(context.context()));
  }
  auto op = createOp<tt::ElementwiseInlineAsmOp>(context, results, text, constraints, pure, uint32_t(pack), ir);
  std::vector<Value> values;
  for (auto [result, type] : llvm::zip(op.getResult(), resultTypes))
    values.push_back(Value::runtime(result, type));
  return single ? values[0] : Value::tuple(values);
}

Value builtin::inline_asm_elementwise(CallContext &context, const Arguments &args) {
  // asm, constraints, args, dtype, is_pure, pack
  std::optional<std::string> text = stringArgument(context, args, 0, "asm");
  std::optional<std::string> constraints = stringArgument(context, args, 1, "constraints");
  std::optional<bool> pure = boolArgument(context, args, 4, "is_pure");
  std::optional<int64_t> pack = intArgument(context, args, 5, "pack");
  if (!requireEmission(context) || !text || !constraints || !pure || !pack)
    return Value::poison();
  llvm::erase_if(*constraints, [](char c) { return llvm::isSpace(c); }); // "=r, r"; LLVM's parser knows no blanks
  if (!args[2].isSequence())
    return badArgument(context, args, 2, "args", "a list of operands");
  llvm::SmallVector<Value> operands(args[2].elements().begin(), args[2].elements().end());
  bool single = !args[3].isSequence();
  llvm::SmallVector<DType> types;
  for (const Value &type : single ? llvm::ArrayRef<Value>(args[3]) : args[3].elements()) {
    if (!type.isType())
      return badArgument(context, args, 3, "dtype", "a dtype or a tuple of dtypes");
    types.push_back(type.asType());
  }
  if (types.empty())
    return badArgument(context, args, 3, "dtype", "at least one dtype");
  if (*pack < 1 || *pack > 64)
    return badArgument(context, args, 5, "pack", "a number of elements from 1 to 64");
  if (!toTensors(context, operands) || !broadcastAll(context, operands))
    return Value::poison();
  return emitAsm(context, *text, *constraints, operands, types, *pure, *pack, single);
}

/// A special register read by one instruction, for the few functions of triton.language.extra.cuda.
static Value readRegister(CallContext &context, const char *instruction, const char *constraint, ScalarKind type,
                          bool pure) {
  if (!requireEmission(context))
    return Value::poison();
  return emitAsm(context, instruction, constraint, {}, DType(type), pure, 1, true);
}

Value builtin::globaltimer(CallContext &context, const Arguments &) {
  return readRegister(context, "mov.u64 $0, %globaltimer;", "=l", ScalarKind::Int64, false);
}
Value builtin::smid(CallContext &context, const Arguments &) {
  return readRegister(context, "mov.u32 $0, %smid;", "=r", ScalarKind::Int32, true);
}
/// AMD's clock that all compute units share. The manuals of RDNA 3 and later have a message for it, those before an
/// instruction.
Value builtin::memrealtime(CallContext &context, const Arguments &) {
  llvm::StringRef target = context.options.target;
  const bool byMessage = target.starts_with("gfx11") || target.starts_with("gfx12");
  return readRegister(context,
                      byMessage ? "s_sendmsg_rtn_b64 $0, sendmsg(MSG_RTN_GET_REALTIME)\ns_waitcnt lgkmcnt(0)"
                                : "s_memrealtime $0\ns_waitcnt lgkmcnt(0)",
                      "=s", ScalarKind::Int64, false);
}
/// Programmatic dependent launch is CUDA's. Elsewhere a kernel starts when those before it have ended, so there is
/// nothing to wait for and nobody to let go.
static bool hasDependentLaunch(CallContext &context) {
  return llvm::StringRef(context.options.target).starts_with("sm_");
}
Value builtin::gdc_wait(CallContext &context, const Arguments &) {
  if (!hasDependentLaunch(context))
    return Value::none();
  Value result = readRegister(context, "griddepcontrol.wait; // dummy $0", "=r", ScalarKind::Int32, false);
  return result.isPoison() ? result : Value::none();
}
Value builtin::gdc_launch_dependents(CallContext &context, const Arguments &) {
  if (!hasDependentLaunch(context))
    return Value::none();
  Value result = readRegister(context, "griddepcontrol.launch_dependents; // dummy $0", "=r", ScalarKind::Int32, false);
  return result.isPoison() ? result : Value::none();
}
Value builtin::num_warps(CallContext &context, const Arguments &) {
  return Value::integer(context.options.variant.numWarps);
}
Value builtin::num_threads(CallContext &context, const Arguments &) {
  return Value::integer(context.options.variant.numWarps * 32);
}

//===----------------------------------------------------------------------===//
// map_elementwise
//===----------------------------------------------------------------------===//

/// The region is built in a detached block first: the result types are known only when the function has been called.
Value builtin::map_elementwise(CallContext &context, const Arguments &args) {
  std::optional<int64_t> pack = intArgument(context, args, 2, "pack");
  if (!pack)
    return Value::poison();
  if (!args[0].isCallable())
    return badArgument(context, args, 0, "scalar_fn", "a function");
  if (*pack < 1 || !llvm::isPowerOf2_64(*pack))
    return badArgument(context, args, 2, "pack", "a power of two");
  llvm::SmallVector<Value> inputs(args[1].elements().begin(), args[1].elements().end());
  if (inputs.empty())
    return badArgument(context, args, 1, "args", "at least one block");
  if (!toTensors(context, inputs) || !broadcastAll(context, inputs))
    return Value::poison();
  if (!inputs[0].isBlock())
    return context.error(DiagId::sem_block_expected, inputs[0].describe());
  auto region = std::make_unique<Region>();
  Block &block = region->emplaceBlock();
  llvm::SmallVector<Value> scalars, results;
  for (const Value &input : inputs)
    for (int64_t i = 0; i < *pack; ++i) {
      DType type = input.runtimeType().scalar();
      scalars.push_back(Value::runtime(block.addArgument(type.toMLIR(context.context()), context.loc()), type));
    }
  llvm::SmallVector<Type> resultIR;
  llvm::SmallVector<DType> resultTypes;
  bool single = false;
  {
    OpBuilder::InsertionGuard guard(context.builder);
    context.builder.setInsertionPointToStart(&block);
    Value result = context.call(args[0], scalars);
    if (result.isPoison())
      return result;
    single = !result.isSequence();
    if (single)
      results.push_back(result);
    else
      results.assign(result.elements().begin(), result.elements().end());
    llvm::SmallVector<mlir::Value> yielded;
    for (Value &value : results) {
      value = toTensor(context, value);
      if (value.isPoison())
        return value;
      yielded.push_back(value.ir());
    }
    if (results.empty() || results.size() % *pack != 0)
      return context.error(DiagId::sem_combine_count, results.size(), *pack);
    for (size_t i = 0; i < results.size(); ++i) {
      if (results[i].runtimeType() != results[i - i % *pack].runtimeType())
        return context.error(DiagId::sem_combine_type, results[i].runtimeType().str(),
                             results[i - i % *pack].runtimeType().str());
      if (i % *pack == 0) {
        resultTypes.push_back(inputs[0].runtimeType().withScalar(results[i].runtimeType().scalar()));
        resultIR.push_back(resultTypes.back().toMLIR(context.context()));
      }
    }
    createOp<tt::MapElementwiseReturnOp>(context, yielded);
  }
  llvm::SmallVector<mlir::Value> operands;
  for (const Value &input : inputs)
    operands.push_back(input.ir());
  auto op = createOp<tt::MapElementwiseOp>(context, resultIR, operands, uint32_t(*pack));
  op.getScalarOp().takeBody(*region);
  std::vector<Value> values;
  for (auto [result, type] : llvm::zip(op.getResult(), resultTypes))
    values.push_back(Value::runtime(result, type));
  return single ? values[0] : Value::tuple(values);
}

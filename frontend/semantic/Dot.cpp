//===- Dot.cpp - matrix products ---------------------------------------------===//
//
// Triton's type rules: both operands of one type, or any two fp8 types; int8 accumulates in int32, fp64 in fp64, fp32
// and bf16 in fp32, fp16 and fp8 in out_dtype (fp32 or fp16). Sizes below a matrix instruction's are accepted
// everywhere: the lowering pads them or uses multiply-adds.
//
//===----------------------------------------------------------------------===//
#include "frontend/semantic/Emission.h"

using namespace tritonc;

namespace {
enum DotParameter : unsigned { Lhs, Rhs, Accumulator, Precision, AllowTF32, MaxImprecise, OutType };

/// tf32 units: every NVIDIA target (older ones compute in fp32 anyway) and CDNA3.
bool hasTF32(llvm::StringRef target) {
  return target.empty() || target.starts_with("sm_") || target.starts_with("cuda") || target.contains("gfx942");
}

std::optional<tt::InputPrecision> inputPrecision(CallContext &context, const Arguments &args) {
  if (args[Precision].isNone()) {
    // Writing allow_tf32=None turns tf32 off in Triton, where leaving it out does not; kernels pass it through helpers.
    bool allowed = !args.isGiven(AllowTF32) || args.isGiven(Precision);
    if (!args[AllowTF32].isNone()) {
      std::optional<bool> given = boolArgument(context, args, AllowTF32, "allow_tf32");
      if (!given)
        return std::nullopt;
      allowed = *given;
    }
    return allowed && hasTF32(context.options.target) ? tt::InputPrecision::TF32 : tt::InputPrecision::IEEE;
  }
  if (!args[AllowTF32].isNone()) {
    context.errorAt(args.range(AllowTF32), DiagId::sem_dot_two_precisions);
    return std::nullopt;
  }
  std::optional<std::string> text = stringArgument(context, args, Precision, "input_precision");
  if (!text)
    return std::nullopt;
  std::optional<tt::InputPrecision> precision = tt::symbolizeInputPrecision(llvm::StringRef(*text).lower());
  if (!precision)
    context.report(args.range(Precision), DiagId::sem_unknown_option, "input_precision", *text)
        .withHint("'tf32', 'tf32x3', 'ieee', 'bf16x3' or 'bf16x6'");
  return precision;
}

bool checkTypes(CallContext &context, const Value &lhs, const Value &rhs) {
  auto multiplies = [](const DType &type) {
    ScalarKind kind = type.scalarKind();
    return !type.isPointerLike() && (type.isFloating() || kind == ScalarKind::Int8);
  };
  const DType &left = lhs.runtimeType(), &right = rhs.runtimeType();
  bool fits =
      multiplies(left) && multiplies(right) && (left.scalar() == right.scalar() || (left.isFP8() && right.isFP8()));
  if (fits)
    return true;
  Diagnostic &diagnostic = context.report({}, DiagId::sem_dot_types, left.str(), right.str());
  if (left.isFloating() && right.isFloating())
    diagnostic.withHint("convert one of them with .to(...): both operands have the same type");
  return false;
}

bool checkShapes(CallContext &context, const Value &lhs, const Value &rhs) {
  llvm::ArrayRef<int64_t> a = lhs.runtimeType().shape(), b = rhs.runtimeType().shape();
  if (a.size() < 2 || a.size() != b.size()) {
    context.error(DiagId::sem_dot_ranks, lhs.describe(), rhs.describe());
    return false;
  }
  if (a.drop_back(2) != b.drop_back(2)) {
    context.error(DiagId::sem_dot_batches, lhs.runtimeType().str(), rhs.runtimeType().str());
    return false;
  }
  if (a.back() != b[b.size() - 2]) {
    context.error(DiagId::sem_dot_inner, lhs.runtimeType().str(), rhs.runtimeType().str(), a.back(), b[b.size() - 2]);
    return false;
  }
  return true;
}

/// The accumulator's type; none after an error.
std::optional<DType> accumulatorType(CallContext &context, const DType &operand, const DType &outType) {
  switch (operand.scalarKind()) {
  case ScalarKind::Int8:
    return DType(ScalarKind::Int32);
  case ScalarKind::FP32:
  case ScalarKind::BF16:
    if (outType.scalarKind() != ScalarKind::BF16)
      return DType(ScalarKind::FP32);
    break;
  case ScalarKind::FP64:
    return DType(ScalarKind::FP64);
  default:
    if (outType.scalarKind() == ScalarKind::FP32 || outType.scalarKind() == ScalarKind::FP16)
      return outType;
    break;
  }
  context.report({}, DiagId::sem_dot_out_type, outType.str(), operand.str())
      .withHint("accumulate in tl.float32 and convert the result with .to(...)");
  return std::nullopt;
}

/// Batches of rank 4 and more are one batch dimension to tt.dot.
Value flattenBatch(CallContext &context, const Value &value) {
  if (value.isNone() || value.runtimeType().shape().size() < 4)
    return value;
  llvm::ArrayRef<int64_t> shape = value.runtimeType().shape();
  int64_t batch = 1;
  for (int64_t size : shape.drop_back(2))
    batch *= size;
  return reshape(context, value, {batch, shape[shape.size() - 2], shape.back()}, false);
}

/// How many fp8 products sm_90 may add at reduced precision; Triton's default there is "no limit".
std::optional<int64_t> impreciseLimit(CallContext &context, const Arguments &args, bool isFP8, int64_t depth) {
  if (args[MaxImprecise].isNone())
    return isFP8 && context.options.target.find("sm_90") != std::string::npos ? int64_t(1) << 30 : 0;
  std::optional<int64_t> limit = intArgument(context, args, MaxImprecise, "max_num_imprecise_acc");
  if (limit && (*limit < 0 || (isFP8 && *limit > depth))) {
    context.errorAt(args.range(MaxImprecise), DiagId::sem_dot_imprecise, *limit, depth);
    return std::nullopt;
  }
  return limit;
}
} // namespace

Value builtin::dot(CallContext &context, const Arguments &args) {
  Value operands[2] = {args[Lhs], args[Rhs]};
  if (!toTensors(context, operands))
    return Value::poison();
  auto &[lhs, rhs] = operands;
  std::optional<DType> outType = typeArgument(context, args, OutType, "out_dtype");
  std::optional<tt::InputPrecision> precision = inputPrecision(context, args);
  if (!outType || !precision || !checkTypes(context, lhs, rhs) || !checkShapes(context, lhs, rhs))
    return Value::poison();
  // The two AMD formats and fp8e4b15 have no matrix unit of their own elsewhere.
  for (Value &operand : operands)
    if (operand.runtimeType().scalarKind() == ScalarKind::FP8E4B15)
      operand = castTo(context, operand, ScalarKind::FP16);
  std::optional<DType> scalar = accumulatorType(context, lhs.runtimeType().scalar(), *outType);
  if (!scalar)
    return Value::poison();
  llvm::SmallVector<int64_t> shape(lhs.runtimeType().shape());
  shape.back() = rhs.runtimeType().shape().back();
  if (!checkBlockShape(context, shape))
    return Value::poison();
  DType type = DType::block(*scalar, shape);
  Value accumulator = args[Accumulator];
  if (accumulator.isNone()) {
    accumulator = splat(context, constantOf(context, Value::integer(0), *scalar), shape);
  } else if (!accumulator.isRuntime() || accumulator.runtimeType() != type) {
    Diagnostic &diagnostic =
        context.report(args.range(Accumulator), DiagId::sem_dot_accumulator, accumulator.describe(), type.str());
    if (accumulator.isBlock() && accumulator.runtimeType().shape() == type.shape())
      diagnostic.withHint("out_dtype names the accumulator's type");
    return Value::poison();
  }
  bool isFP8 = lhs.runtimeType().isFP8() && rhs.runtimeType().isFP8();
  std::optional<int64_t> limit = impreciseLimit(context, args, isFP8, lhs.runtimeType().shape().back());
  if (!limit)
    return Value::poison();
  lhs = flattenBatch(context, lhs);
  rhs = flattenBatch(context, rhs);
  accumulator = flattenBatch(context, accumulator);
  if (lhs.isPoison() || rhs.isPoison() || accumulator.isPoison())
    return Value::poison();
  Value product = emit<tt::DotOp>(context, accumulator.runtimeType(), accumulator.ir().getType(), lhs.ir(), rhs.ir(),
                                  accumulator.ir(), *precision, uint32_t(*limit));
  return tritonc::reshape(context, product, shape, false);
}

//===----------------------------------------------------------------------===//
// Microscaled products
//===----------------------------------------------------------------------===//

namespace {
struct ScaledOperand {
  Value block, scale;
  tt::ScaleDotElemType format;
  bool packsK;
  int64_t packing; ///< elements in one byte
};

/// The block in the MLIR type of `format`: bytes are taken as what they hold; two e2m1 stay packed in a byte.
std::optional<Value> inFormat(CallContext &context, const Value &value, tt::ScaleDotElemType format) {
  using F = tt::ScaleDotElemType;
  DType actual = value.runtimeType().scalar();
  std::optional<DType> wanted;
  switch (format) {
  case F::E5M2:
    wanted = DType(ScalarKind::FP8E5);
    break;
  case F::E4M3:
    wanted = DType(ScalarKind::FP8E4NV);
    break;
  case F::BF16:
    wanted = DType(ScalarKind::BF16);
    break;
  case F::FP16:
    wanted = DType(ScalarKind::FP16);
    break;
  default:
    break;
  }
  if (!wanted && actual == DType(ScalarKind::UInt8))
    return value;
  if (wanted && (actual == *wanted || (actual.isUnsigned() && actual.bitWidth() == wanted->bitWidth())))
    return bitcastTo(context, value, *wanted);
  context.error(DiagId::sem_scaled_type, tt::stringifyScaleDotElemType(format), value.runtimeType().str());
  return std::nullopt;
}

/// Parameters at `first`: the block, its scale and its format.
std::optional<ScaledOperand> scaledOperand(CallContext &context, const Arguments &args, unsigned first,
                                           unsigned packParameter) {
  std::optional<std::string> text = stringArgument(context, args, first + 2, "format");
  std::optional<bool> packsK = boolArgument(context, args, packParameter, "k_pack");
  if (!text || !packsK)
    return std::nullopt;
  std::optional<tt::ScaleDotElemType> format = tt::symbolizeScaleDotElemType(*text);
  if (!format || *format == tt::ScaleDotElemType::E2M3 || *format == tt::ScaleDotElemType::E3M2) {
    context.report(args.range(first + 2), DiagId::sem_unknown_option, "format", *text)
        .withHint("'e2m1', 'e4m3', 'e5m2', 'bf16' or 'fp16'");
    return std::nullopt;
  }
  Value block = toTensor(context, args[first]);
  if (block.isPoison())
    return std::nullopt;
  std::optional<Value> typed = inFormat(context, block, *format);
  if (!typed)
    return std::nullopt;
  int64_t packing = *format == tt::ScaleDotElemType::E2M1 ? 2 : 1;
  if (!*packsK && packing == 1) {
    badArgument(context, args, packParameter, "k_pack", "True for a format that is not packed");
    return std::nullopt;
  }
  if (!args[first + 1].isNone() && !args[first + 1].isBlock()) {
    badArgument(context, args, first + 1, "scale", "a block of scales or None");
    return std::nullopt;
  }
  if (args[first + 1].isBlock()) {
    const DType scale = args[first + 1].runtimeType().scalar();
    if (scale.bitWidth() != 8 || !(scale.isInteger() || scale.scalarKind() == ScalarKind::FP8E4NV)) {
      badArgument(context, args, first + 1, "scale", "a block of uint8 (exponents) or float8e4nv");
      return std::nullopt;
    }
  }
  return ScaledOperand{*typed, args[first + 1], *format, *packsK, packing};
}

bool checkScale(CallContext &context, const Value &scale, int64_t rows, int64_t depth) {
  if (scale.isNone())
    return true;
  int64_t factor = scale.runtimeType().scalarKind() == ScalarKind::FP8E4NV ? 16 : 32;
  llvm::ArrayRef<int64_t> shape = scale.runtimeType().shape();
  if (shape.size() >= 2 && shape.back() == depth / factor && shape[shape.size() - 2] == rows)
    return true;
  context.error(DiagId::sem_scale_shape, scale.runtimeType().str(), rows, depth / factor);
  return false;
}
} // namespace

Value builtin::dot_scaled(CallContext &context, const Arguments &args) {
  // lhs, lhs_scale, lhs_format, rhs, rhs_scale, rhs_format, acc, fast_math, lhs_k_pack, rhs_k_pack, out_dtype
  std::optional<ScaledOperand> lhs = scaledOperand(context, args, 0, 8), rhs = scaledOperand(context, args, 3, 9);
  std::optional<bool> fastMath = boolArgument(context, args, 7, "fast_math");
  std::optional<DType> outType = typeArgument(context, args, 10, "out_dtype");
  if (!lhs || !rhs || !fastMath || !outType)
    return Value::poison();
  if (*outType != DType(ScalarKind::FP32))
    return badArgument(context, args, 10, "out_dtype", "tl.float32");
  llvm::ArrayRef<int64_t> a = lhs->block.runtimeType().shape(), b = rhs->block.runtimeType().shape();
  if ((a.size() != 2 && a.size() != 3) || a.size() != b.size())
    return context.error(DiagId::sem_dot_ranks, lhs->block.describe(), rhs->block.describe());
  int64_t m = a[a.size() - 2], leftK = a.back(), rightK = b[b.size() - 2], n = b.back();
  (lhs->packsK ? leftK : m) *= lhs->packing;
  (rhs->packsK ? rightK : n) *= rhs->packing;
  if (leftK != rightK)
    return context.error(DiagId::sem_dot_inner, lhs->block.runtimeType().str(), rhs->block.runtimeType().str(), leftK,
                         rightK);
  if (!checkScale(context, lhs->scale, m, leftK) || !checkScale(context, rhs->scale, n, leftK))
    return Value::poison();
  llvm::SmallVector<int64_t> shape(a.drop_back(2));
  shape.append({m, n});
  DType type = DType::block(ScalarKind::FP32, shape);
  Value accumulator = args[6];
  if (accumulator.isNone())
    accumulator = splat(context, constantOf(context, Value::integer(0), ScalarKind::FP32), shape);
  else if (!accumulator.isRuntime() || accumulator.runtimeType() != type)
    return context.errorAt(args.range(6), DiagId::sem_dot_accumulator, accumulator.describe(), type.str());
  auto scaleIR = [](const ScaledOperand &operand) {
    return operand.scale.isNone() ? mlir::Value() : operand.scale.ir();
  };
  if (accumulator.isPoison())
    return accumulator;
  return emit<tt::DotScaledOp>(context, type, accumulator.ir().getType(), lhs->block.ir(), rhs->block.ir(),
                               accumulator.ir(), scaleIR(*lhs), scaleIR(*rhs), lhs->format, rhs->format, *fastMath,
                               lhs->packsK, rhs->packsK);
}

//===- ScaledDots.cpp - block-scaled-dots: microscaled products as plain ones ===//
//
// In a microscaled operand 32 (or 16) neighbours along K share an 8-bit scale (OCP Microscaling Formats (MX) 1.0; NVFP4
// has e4m3 scales for 16). No matrix unit but the newest multiplies that; all multiply bf16, which holds every product
// of a 4- or 8-bit float and a power of two. So the operands are decoded, scaled in f32, where it is exact, and rounded
// to bf16; where one operand is fp16, whose 11 bits of mantissa do not fit, the product is one of tf32.
//
//   tt.dot_scaled %a scale %s, %b, %c lhs = e4m3 rhs = bf16
//     ->   %f = tt.fp_to_fp %a : f8E4M3FN -> f32
//          %e = bitcast(ext(%s) << 23), broadcast along 32 columns
//          tt.dot truncf(%f * %e) : bf16, %b, %c
//
// A byte of e2m1 holds two values, the lower half first, as neighbours along K or along the other dimension.
//
//===----------------------------------------------------------------------===//
#include "passes/Passes.h"
#include "passes/ir/Dialects.h"

namespace tritonc {
#define GEN_PASS_DEF_BLOCKSCALEDDOTS
#include "passes/Passes.h.inc"
} // namespace tritonc

using namespace mlir;
using namespace tritonc;

namespace {
class ScaledDot {
public:
  explicit ScaledDot(tt::DotScaledOp op)
      : op(op), builder(op), loc(op.getLoc()), rank(unsigned(cast<RankedTensorType>(op.getType()).getRank())) {}

  LogicalResult run();

private:
  /// One operand; `kDim` is the dimension of K in it.
  struct Operand {
    Value value, scale;
    tt::ScaleDotElemType format;
    unsigned kDim;
    bool packsK;
  };

  RankedTensorType like(Value v, Type element) {
    return RankedTensorType::get(cast<RankedTensorType>(v.getType()).getShape(), element);
  }
  Value constant(Value shapedLike, int64_t value) {
    RankedTensorType type = like(shapedLike, cast<RankedTensorType>(shapedLike.getType()).getElementType());
    return arith::ConstantOp::create(
        builder, loc, DenseElementsAttr::get(type, builder.getIntegerAttr(type.getElementType(), value)));
  }
  Value fconstant(Value shapedLike, double value) {
    RankedTensorType type = like(shapedLike, builder.getF32Type());
    return arith::ConstantOp::create(builder, loc, DenseElementsAttr::get(type, builder.getF32FloatAttr(float(value))));
  }
  Value toF32(Value v);
  Value halfByte(Value nibble);
  Value unpack(Value bytes, unsigned dim);
  Value scales(const Operand &operand, int64_t depth);
  Value decoded(const Operand &operand);
  Value swapLast(Value v);
  Value reshape(Value v, ArrayRef<int64_t> shape) {
    auto type = RankedTensorType::get(shape, cast<RankedTensorType>(v.getType()).getElementType());
    return tt::ReshapeOp::create(builder, loc, type, v, /*allow_reorder=*/false, /*efficient_layout=*/false);
  }

  tt::DotScaledOp op;
  OpBuilder builder;
  Location loc;
  unsigned rank;
};

/// The last two dimensions exchanged.
Value ScaledDot::swapLast(Value v) {
  auto type = cast<RankedTensorType>(v.getType());
  SmallVector<int32_t> order;
  for (int32_t d = 0; d < int32_t(type.getRank()); ++d)
    order.push_back(d);
  std::swap(order[order.size() - 1], order[order.size() - 2]);
  SmallVector<int64_t> shape;
  for (int32_t d : order)
    shape.push_back(type.getDimSize(d));
  return tt::TransOp::create(builder, loc, RankedTensorType::get(shape, type.getElementType()), v, order);
}

Value ScaledDot::toF32(Value v) {
  Type element = cast<RankedTensorType>(v.getType()).getElementType();
  if (element.isF32())
    return v;
  if (element.getIntOrFloatBitWidth() == 8)
    return tt::FpToFpOp::create(builder, loc, like(v, builder.getF32Type()), v);
  return arith::ExtFOp::create(builder, loc, like(v, builder.getF32Type()), v);
}

/// The e2m1 value in the lowest four bits of i32 elements. Twice the magnitudes are 0 1 2 3 4 6 8 12: a table of eight
/// digits.
Value ScaledDot::halfByte(Value nibble) {
  Value place = arith::ShLIOp::create(builder, loc, arith::AndIOp::create(builder, loc, nibble, constant(nibble, 7)),
                                      constant(nibble, 2));
  Value digit = arith::AndIOp::create(
      builder, loc, arith::ShRUIOp::create(builder, loc, constant(nibble, int32_t(0xC8643210)), place),
      constant(nibble, 15));
  Value magnitude = arith::MulFOp::create(
      builder, loc, arith::SIToFPOp::create(builder, loc, like(digit, builder.getF32Type()), digit),
      fconstant(digit, 0.5));
  Value sign = arith::AndIOp::create(builder, loc, nibble, constant(nibble, 8));
  Value isNegative = arith::CmpIOp::create(builder, loc, arith::CmpIPredicate::ne, sign, constant(nibble, 0));
  return arith::SelectOp::create(builder, loc, isNegative, arith::NegFOp::create(builder, loc, magnitude), magnitude);
}

/// Bytes of two e2m1 values, neighbours along `dim`, as f32.
Value ScaledDot::unpack(Value bytes, unsigned dim) {
  Value words = arith::ExtUIOp::create(builder, loc, like(bytes, builder.getI32Type()), bytes);
  Value low = halfByte(words);
  Value high = halfByte(arith::ShRUIOp::create(builder, loc, words, constant(words, 4)));
  auto type = cast<RankedTensorType>(low.getType());
  SmallVector<int64_t> shape(type.getShape()), joined = shape;
  joined.push_back(2);
  Value pairs = tt::JoinOp::create(builder, loc, RankedTensorType::get(joined, type.getElementType()), low, high);
  // The new dimension goes behind the one that it splits.
  if (dim + 2 == rank)
    pairs = swapLast(pairs);
  shape[dim] *= 2;
  return reshape(pairs, shape);
}

/// The scale of each element, in the shape of the operand, as f32.
Value ScaledDot::scales(const Operand &operand, int64_t depth) {
  Value scale = operand.scale;
  auto type = cast<RankedTensorType>(scale.getType());
  Value factor;
  if (isa<FloatType>(type.getElementType())) {
    factor = toF32(scale);
  } else {
    // 2^(s - 127); 0 is 2^-127, a subnormal; 255 is NaN.
    Value bits = arith::ExtUIOp::create(builder, loc, like(scale, builder.getI32Type()), scale);
    auto isCode = [&](int64_t code) {
      return arith::CmpIOp::create(builder, loc, arith::CmpIPredicate::eq, bits, constant(bits, code));
    };
    Value exponent = arith::ShLIOp::create(builder, loc, bits, constant(bits, 23));
    exponent = arith::SelectOp::create(builder, loc, isCode(0), constant(bits, 0x00400000), exponent);
    if (!op.getFastMath())
      exponent = arith::SelectOp::create(builder, loc, isCode(255), constant(bits, 0x7fc00000), exponent);
    factor = tt::BitcastOp::create(builder, loc, like(bits, builder.getF32Type()), exponent);
  }
  // [.., rows, K / 32] -> [.., rows, K / 32, 1] -> [.., rows, K / 32, 32] -> [.., rows, K]
  SmallVector<int64_t> shape(type.getShape());
  int64_t shared = depth / shape.back();
  SmallVector<int64_t> spread = shape;
  spread.push_back(1);
  factor = tt::ExpandDimsOp::create(builder, loc, RankedTensorType::get(spread, builder.getF32Type()), factor,
                                    uint32_t(spread.size() - 1));
  spread.back() = shared;
  factor = tt::BroadcastOp::create(builder, loc, RankedTensorType::get(spread, builder.getF32Type()), factor);
  shape.back() = depth;
  factor = reshape(factor, shape);
  return operand.kDim == rank - 1 ? factor : swapLast(factor);
}

Value ScaledDot::decoded(const Operand &operand) {
  Value value = operand.value;
  if (operand.format == tt::ScaleDotElemType::E2M1) {
    unsigned other = operand.kDim == rank - 1 ? rank - 2 : rank - 1;
    value = unpack(value, operand.packsK ? operand.kDim : other);
  } else if (auto type = cast<RankedTensorType>(value.getType()); type.getElementType().isInteger(8)) {
    Type format = operand.format == tt::ScaleDotElemType::E4M3 ? Type(builder.getType<Float8E4M3FNType>())
                                                               : Type(builder.getType<Float8E5M2Type>());
    value = tt::BitcastOp::create(builder, loc, like(value, format), value);
  }
  if (!operand.scale)
    return value;
  int64_t depth = cast<RankedTensorType>(value.getType()).getDimSize(operand.kDim);
  return arith::MulFOp::create(builder, loc, toF32(value), scales(operand, depth));
}

LogicalResult ScaledDot::run() {
  Operand operands[2] = {{op.getA(), op.getAScale(), op.getAElemType(), rank - 1, op.getLhsKPack()},
                         {op.getB(), op.getBScale(), op.getBElemType(), rank - 2, op.getRhsKPack()}};
  bool wide = false;
  for (const Operand &operand : operands) {
    if (operand.format == tt::ScaleDotElemType::E2M3 || operand.format == tt::ScaleDotElemType::E3M2)
      return op.emitError() << "6-bit microscaled operands are not supported";
    wide |= operand.format == tt::ScaleDotElemType::FP16;
  }
  Type element = wide ? Type(builder.getF32Type()) : Type(builder.getBF16Type());
  Value values[2];
  for (unsigned i = 0; i < 2; ++i) {
    Value value = decoded(operands[i]);
    Type from = cast<RankedTensorType>(value.getType()).getElementType();
    if (from != element) {
      value = toF32(value);
      if (!wide)
        value = arith::TruncFOp::create(builder, loc, like(value, element), value);
    }
    values[i] = value;
  }
  auto precision = wide ? tt::InputPrecision::TF32 : tt::InputPrecision::IEEE;
  Value result = tt::DotOp::create(builder, loc, op.getC().getType(), values[0], values[1], op.getC(), precision,
                                   /*maxNumImpreciseAcc=*/0);
  op.replaceAllUsesWith(result);
  op.erase();
  return success();
}

struct BlockScaledDotsPass : tritonc::impl::BlockScaledDotsBase<BlockScaledDotsPass> {
  void runOnOperation() override {
    SmallVector<tt::DotScaledOp> products;
    getOperation()->walk([&](tt::DotScaledOp op) { products.push_back(op); });
    for (tt::DotScaledOp op : products)
      if (failed(ScaledDot(op).run()))
        return signalPassFailure();
  }
};
} // namespace

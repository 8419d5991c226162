//===- ScaledProduct.cpp - tt.dot_scaled and tt.map_elementwise -----------===//
//
// A microscaled operand is decoded to f32 and multiplied by its block's power of two, which is exact, and the product
// is then an ordinary one. Formats: OCP Microscaling Formats (MX) 1.0: 32 elements along K share an 8-bit exponent
// (e8m0, 255 is NaN); in NVFP4, 16 share an e4m3 number. Two e2m1 values share a byte, the lower half first.
//
//===----------------------------------------------------------------------===//
#include "backend/cpu/Emitter.h"

using namespace mlir;

namespace tritonc::cpu {

namespace {
/// One operand of the product; `kDim` is the dimension of K in it.
struct ScaledOperand {
  Value value, scale;
  tt::ScaleDotElemType type;
  int kDim;
  bool packedAlongK;
};
} // namespace

/// Decodes the lower four bits: sign, two bits of exponent (bias 1), one of mantissa.
static llvm::Value *decodeFp4(llvm::IRBuilder<> &b, llvm::Value *nibble, llvm::Type *i32, llvm::Type *f32) {
  auto c = [&](uint32_t x) { return llvm::ConstantInt::get(i32, x); };
  llvm::Value *magnitude = b.CreateBitCast(b.CreateShl(b.CreateAnd(nibble, c(7)), c(22)), f32);
  llvm::Value *value = b.CreateFMul(magnitude, b.CreateBitCast(c((127 + 126) << 23), f32));
  llvm::Value *sign = b.CreateShl(b.CreateAnd(nibble, c(8)), c(28));
  return b.CreateBitCast(b.CreateOr(b.CreateBitCast(value, i32), sign), f32);
}

/// Two to the power of an e8m0 byte less 127.
static llvm::Value *decodeExponent(llvm::IRBuilder<> &b, llvm::Value *byte, llvm::Type *i32, llvm::Type *f32) {
  auto c = [&](uint32_t v) { return llvm::ConstantInt::get(i32, v); };
  llvm::Value *exponent = b.CreateZExt(byte, i32);
  llvm::Value *bits = b.CreateShl(exponent, c(23));
  bits = b.CreateSelect(b.CreateICmpEQ(exponent, c(0)), c(0x00400000), bits); // 2^-127 is subnormal
  bits = b.CreateSelect(b.CreateICmpEQ(exponent, c(255)), c(0x7fc00000), bits);
  return b.CreateBitCast(bits, f32);
}

void Emitter::emitDotScaled(tt::DotScaledOp op) {
  auto type = cast<RankedTensorType>(op.getType());
  MLIRContext *context = op.getContext();
  Type f32 = Float32Type::get(context);
  int rank = type.getRank();
  auto isByte = [](tt::ScaleDotElemType t) {
    return t == tt::ScaleDotElemType::E4M3 || t == tt::ScaleDotElemType::E5M2;
  };
  auto decode = [&](ScaledOperand operand) -> Buffer * {
    auto source = cast<RankedTensorType>(operand.value.getType());
    bool fp4 = operand.type == tt::ScaleDotElemType::E2M1;
    if (operand.type == tt::ScaleDotElemType::E2M3 || operand.type == tt::ScaleDotElemType::E3M2) {
      error(op, "6-bit microscaled operands are not supported on the cpu target");
      return nullptr;
    }
    int packedDim = operand.packedAlongK ? operand.kDim : (operand.kDim == rank - 1 ? rank - 2 : rank - 1);
    SmallVector<int64_t> shape(source.getShape());
    if (fp4)
      shape[packedDim] *= 2;
    Buffer *buffer = createBuffer(shape, f32);
    forEachStrip(shape, 16, [&](Strip &strip) {
      int lanes = strip.lanes;
      Coords at = strip.at;
      llvm::Value *x;
      llvm::Type *i32 = vectorOf(b.getInt32Ty(), lanes), *f32v = vectorOf(b.getFloatTy(), lanes);
      if (fp4) {
        llvm::Value *index = coordVector(at[packedDim], lanes);
        int width = lanesOf(index);
        at[packedDim] = {width > 1 ? Coord::Vector : Coord::Same, b.CreateLShr(index, widenTo(i64(1), width))};
        llvm::Value *byte = b.CreateZExt(widenTo(evaluate(operand.value, at, strip), lanes), i32);
        llvm::Value *odd = b.CreateAnd(widenTo(b.CreateTrunc(index, vectorOf(b.getInt32Ty(), width)), lanes),
                                       llvm::ConstantInt::get(i32, 1));
        x = decodeFp4(b, b.CreateLShr(byte, b.CreateShl(odd, llvm::ConstantInt::get(i32, 2))), i32, f32v);
      } else {
        llvm::Value *raw = widenTo(evaluate(operand.value, at, strip), lanes);
        Type element = source.getElementType();
        if (isByte(operand.type) && element.isInteger())
          element = operand.type == tt::ScaleDotElemType::E4M3 ? Type(Float8E4M3FNType::get(context))
                                                               : Type(Float8E5M2Type::get(context));
        x = toFloat(raw, element);
      }
      if (operand.scale) {
        // Scales are (rows of a or columns of b) x (K / 32), or K / 16 of e4m3 in NVFP4.
        auto scaleType = cast<RankedTensorType>(operand.scale.getType());
        const uint64_t group = uint64_t(shape[operand.kDim] / scaleType.getDimSize(rank - 1));
        Coords scaleAt = strip.at;
        Coord k = strip.at[operand.kDim];
        Coord other = strip.at[operand.kDim == rank - 1 ? rank - 2 : rank - 1];
        int width = k.kind == Coord::Same ? 1 : lanes;
        llvm::Value *block = b.CreateLShr(coordVector(k, width), widenTo(i64(llvm::Log2_64(group)), width));
        scaleAt[rank - 2] = other;
        scaleAt[rank - 1] = {width > 1 ? Coord::Vector : Coord::Same, block};
        llvm::Value *raw = widenTo(evaluate(operand.scale, scaleAt, strip), lanes);
        x = b.CreateFMul(x, isa<FloatType>(scaleType.getElementType()) ? toFloat(raw, scaleType.getElementType())
                                                                       : decodeExponent(b, raw, i32, f32v));
      }
      storeBuffer(buffer, shape, f32, strip.at, x, strip);
    });
    return buffer;
  };
  Buffer *a = decode({op.getA(), op.getAScale(), op.getAElemType(), rank - 1, op.getLhsKPack()});
  Buffer *right = a ? decode({op.getB(), op.getBScale(), op.getBElemType(), rank - 2, op.getRhsKPack()}) : nullptr;
  if (!a || !right)
    return;
  int64_t depth = shapeOf(op.getA())[rank - 1];
  if (op.getAElemType() == tt::ScaleDotElemType::E2M1 && op.getLhsKPack())
    depth *= 2;
  accumulateProduct(op.getC(), op.getResult(), a, right, depth, f32);
}

void Emitter::emitMapElementwise(tt::MapElementwiseOp op) {
  int pack = op.getPack();
  auto shape = shapeOf(op.getSrcs().front());
  SmallVector<Buffer *> results;
  for (Value result : op.getResult()) {
    Buffer *&buffer = buffers[result];
    if (!buffer)
      buffer = createBuffer(shape, cast<RankedTensorType>(result.getType()).getElementType());
    results.push_back(buffer);
  }
  int64_t count = 1;
  for (int64_t size : shape)
    count *= size;
  Block &block = op.getScalarOp().front();
  unsigned begin = now++;
  emitLoop(count, pack, false, [&](llvm::Value *index, llvm::Value *) {
    Strip strip;
    strip.shape = shape;
    SmallVector<Coords> at;
    for (int i = 0; i < pack; ++i)
      at.push_back(delinearize({Coord::Same, b.CreateAdd(index, i64(i))}, shape, 1));
    for (BlockArgument arg : block.getArguments()) {
      unsigned source = arg.getArgNumber() / pack, element = arg.getArgNumber() % pack;
      bindScalar(arg, evaluate(op.getSrcs()[source], at[element], strip));
    }
    emitBlock(block);
    if (failed)
      return;
    for (auto [i, value] : llvm::enumerate(block.getTerminator()->getOperands())) {
      size_t result = i / pack, element = i % pack;
      storeBuffer(results[result], shape, value.getType(), at[element], scalars[value].front(), strip);
    }
  });
  endLoop(begin);
}

} // namespace tritonc::cpu

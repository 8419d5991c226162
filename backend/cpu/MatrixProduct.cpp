//===- MatrixProduct.cpp - tt.dot as register tiles -----------------------===//
//
// d = a b + c. Operands are in buffers in the type of the accumulation (f32 for all floats but f64, i32 for integers),
// so the product is the classic register-tiled loop: 4 rows by 16 columns of accumulators stay in eight 256-bit
// registers while k runs; each step loads one strip of b and four elements of a. c is copied into d first, or is d's
// own buffer when a loop accumulates in place. Each element is summed in the order of k, with fused multiply-adds.
//
//===----------------------------------------------------------------------===//
#include "backend/cpu/Emitter.h"

using namespace mlir;

namespace tritonc::cpu {

constexpr int64_t kTileRows = 4, kTileColumns = 16;

Buffer *Emitter::operandInBuffer(Value value, Type compute) {
  Buffer *buffer = bufferOf(value);
  if (buffer && buffer->element == compute)
    return buffer;
  auto type = cast<RankedTensorType>(value.getType());
  Buffer *packed = createBuffer(type.getShape(), compute);
  forEachStrip(type.getShape(), 16, [&](Strip &strip) {
    llvm::Value *x = evaluate(value, strip);
    if (isa<FloatType>(compute))
      x = convertFloat(x, type.getElementType(), compute);
    else
      x = b.CreateSExtOrTrunc(x, vectorOf(valueType(compute), lanesOf(x)));
    storeBuffer(packed, type.getShape(), compute, strip.at, x, strip);
  });
  return packed;
}

void Emitter::emitDot(tt::DotOp op) {
  Type element = cast<RankedTensorType>(op.getType()).getElementType();
  Type compute = element.isF64() || element.isInteger() ? element : Type(Float32Type::get(op.getContext()));
  bool checked = (sanitize & kNaN) && isa<FloatType>(element);
  llvm::Value *before = checked ? anyNaN({op.getA(), op.getB(), op.getC()}) : nullptr;
  Buffer *left = operandInBuffer(op.getA(), compute), *right = operandInBuffer(op.getB(), compute);
  accumulateProduct(op.getC(), op.getResult(), left, right, shapeOf(op.getA()).back(), compute);
  if (checked)
    reportNaN(op, b.CreateAnd(anyNaN({op.getResult()}), b.CreateNot(before)), i64(0), {});
}

void Emitter::accumulateProduct(Value c, Value resultValue, Buffer *left, Buffer *right, int64_t depth, Type compute) {
  auto type = cast<RankedTensorType>(resultValue.getType());
  Type element = type.getElementType();
  ArrayRef<int64_t> shape = type.getShape();
  Buffer *&slot = buffers[resultValue];
  if (!slot)
    slot = createBuffer(shape, bufferElement(resultValue));
  Buffer *result = slot;
  Buffer *accumulator = result->element == compute ? result : createBuffer(shape, compute);
  if (bufferOf(c) != accumulator)
    forEachStrip(shape, 16, [&](Strip &strip) {
      llvm::Value *x = evaluate(c, strip);
      if (isa<FloatType>(compute))
        x = convertFloat(x, element, compute);
      storeBuffer(accumulator, shape, compute, strip.at, x, strip);
    });

  int64_t rank = shape.size(), batches = rank == 3 ? shape[0] : 1;
  int64_t rows = shape[rank - 2], columns = shape[rank - 1];
  llvm::Type *scalar = valueType(compute);
  llvm::Value *aBase = touch(left), *bBase = touch(right), *dBase = touch(accumulator);
  emitLoop(batches, 1, false, [&](llvm::Value *batch, llvm::Value *) {
    auto at = [&](llvm::Value *base, int64_t size) {
      return b.CreateInBoundsGEP(scalar, base, b.CreateMul(batch, i64(size)));
    };
    emitProduct(rows, columns, depth, at(aBase, rows * depth), at(bBase, depth * columns), at(dBase, rows * columns),
                scalar);
  });
  if (accumulator != result)
    forEachStrip(shape, 16, [&](Strip &strip) {
      llvm::Value *x = loadElements(touch(accumulator), compute, shape, strip.at, strip);
      storeBuffer(result, shape, element, strip.at, convertFloat(x, compute, element), strip);
    });
}

void Emitter::emitProduct(int64_t rows, int64_t columns, int64_t depth, llvm::Value *a, llvm::Value *bBase,
                          llvm::Value *d, llvm::Type *element) {
  int64_t tileRows = std::min(rows, kTileRows);
  int64_t tileColumns = std::min(columns, element->getPrimitiveSizeInBits() == 64 ? kTileColumns / 2 : kTileColumns);
  llvm::Type *strip = vectorOf(element, tileColumns);
  llvm::Align align(std::min<int64_t>(64, tileColumns * element->getPrimitiveSizeInBits() / 8));
  SmallVector<llvm::AllocaInst *> tile;
  for (int64_t i = 0; i < tileRows; ++i)
    tile.push_back(entryAlloca(strip, "tile"));
  auto at = [&](llvm::Value *base, llvm::Value *row, int64_t width, llvm::Value *column) {
    return b.CreateInBoundsGEP(element, base, b.CreateAdd(b.CreateMul(row, i64(width)), column));
  };
  emitLoop(rows, tileRows, false, [&](llvm::Value *row, llvm::Value *) {
    emitLoop(columns, tileColumns, false, [&](llvm::Value *column, llvm::Value *) {
      for (int64_t i = 0; i < tileRows; ++i)
        b.CreateStore(b.CreateAlignedLoad(strip, at(d, b.CreateAdd(row, i64(i)), columns, column), align), tile[i]);
      emitLoop(depth, 1, false, [&](llvm::Value *k, llvm::Value *) {
        llvm::Value *right = b.CreateAlignedLoad(strip, at(bBase, k, columns, column), align);
        for (int64_t i = 0; i < tileRows; ++i) {
          llvm::Value *left = b.CreateLoad(element, at(a, b.CreateAdd(row, i64(i)), depth, k));
          left = widenTo(left, tileColumns);
          llvm::Value *sum = b.CreateLoad(strip, tile[i]);
          sum = element->isIntegerTy() ? b.CreateAdd(sum, b.CreateMul(left, right)) : fma(left, right, sum);
          b.CreateStore(sum, tile[i]);
        }
      });
      for (int64_t i = 0; i < tileRows; ++i)
        b.CreateAlignedStore(b.CreateLoad(strip, tile[i]), at(d, b.CreateAdd(row, i64(i)), columns, column), align);
    });
  });
}

} // namespace tritonc::cpu

//===- Dot.cpp - tt.dot without a matrix unit -----------------------------===//
//
// The fallback for products that no matrix instruction serves: both operands go to shared memory, all meet, and each
// thread runs over K with one fused multiply-add per result element and step. The loop is a real loop, since the
// unrolled one would be registers times K instructions long.
//
// Sums are kept in f32 for floats narrower than that, in i32 for narrow integers, else in the type of the result.
//
//   loop k:  a_m = A[m, k] for each row m of the thread, b_n = B[k, n] for each column;  c_mn = fma(a_m, b_n, c_mn)
//
//===----------------------------------------------------------------------===//
#include "passes/lower/Fp8.h"
#include "passes/lower/MatrixProduct.h"
#include "passes/lower/Scratch.h"
#include "passes/lower/SharedAccess.h"
#include "llvm/Support/MathExtras.h"

using namespace mlir;

namespace tritonc::lower {
namespace {

class DotLowering {
public:
  DotLowering(FunctionLowering &f, tt::DotOp op)
      : f(f), e(f.e), op(op), resultType(op.getType()), rank(unsigned(resultType.getRank())) {}
  LogicalResult run();

private:
  Type accumulatorType();
  Value widen(Value v, Type source, Type to);
  Value narrow(Value v, Type to);
  void toShared(Value operand, int64_t start);
  Value operandAt(RankedTensorType type, Value base, ArrayRef<Value> coordinates, Value k, unsigned kDim);

  FunctionLowering &f;
  Emitter &e;
  tt::DotOp op;
  RankedTensorType resultType;
  unsigned rank;
};

Type DotLowering::accumulatorType() {
  Type element = resultType.getElementType();
  if (isa<IntegerType>(element))
    return element.getIntOrFloatBitWidth() < 32 ? e.i32Ty() : element;
  return element.isF64() ? element : e.f32Ty();
}

Value DotLowering::widen(Value v, Type source, Type to) {
  if (isa<IntegerType>(source))
    return source.getIntOrFloatBitWidth() < Emitter::bitsOf(to) ? e.sext(v, to) : e.trunc(v, to);
  if (source.getIntOrFloatBitWidth() == 8)
    return fp8ToFloat(f, {v}, source, to).front();
  return e.fpext(v, to);
}

Value DotLowering::narrow(Value v, Type to) { return isa<IntegerType>(to) ? e.trunc(v, to) : e.fptrunc(v, to); }

/// Elements lie by their number in the flattened tensor, the first dimension lowest.
void DotLowering::toShared(Value operand, int64_t start) {
  Type type = operand.getType();
  SharedBuffer writer(f, f.scratch(op), start, f.elementType(type), f.layout(type).flattenOuts(Dim::Offset));
  SmallVector<SharedStore> stores;
  for (auto [reg, v] : llvm::enumerate(f.registers(operand)))
    stores.push_back({writer.address(uint32_t(reg)), {v}});
  storeSharedIf(f, f.isFirstHolder(type), stores);
}

/// Reads operand[coordinates with k in dimension kDim].
Value DotLowering::operandAt(RankedTensorType type, Value base, ArrayRef<Value> coordinates, Value k, unsigned kDim) {
  Value number = e.i32(0);
  unsigned shift = 0;
  for (unsigned dim = 0; dim < rank; ++dim) {
    number = e.or_(number, e.shl(dim == kDim ? k : coordinates[dim], shift), /*disjoint=*/true);
    shift += llvm::Log2_64(uint64_t(type.getDimSize(dim)));
  }
  Type element = f.elementType(type);
  Value ptr = e.gep(e.i8Ty(), base, e.shl(number, llvm::Log2_32(memoryBytes(element))));
  return loadShared(e, ptr, element, 1).front();
}

LogicalResult DotLowering::run() {
  auto aType = cast<RankedTensorType>(op.getA().getType()), bType = cast<RankedTensorType>(op.getB().getType());
  int64_t bStart = llvm::alignTo(aType.getNumElements() * memoryBytesOf(aType), 16);
  toShared(op.getA(), 0);
  toShared(op.getB(), bStart);
  f.barrier();

  Type accumulator = accumulatorType();
  Value aBase = f.scratch(op), bBase = e.byteOffset(aBase, bStart);
  auto coordinates = f.coordinates(resultType);
  SmallVector<Value> initial{e.i32(0)};
  for (Value c : f.registers(op.getC()))
    initial.push_back(widen(c, resultType.getElementType(), accumulator));
  Block *loop = e.newBlock(ValueRange(initial).getTypes()), *after = nullptr;
  e.br(loop, initial);
  e.enter(loop);
  Value k = loop->getArgument(0);
  // Registers of one row read the same element of A, of one column of B.
  std::map<std::vector<void *>, Value> rows, columns;
  SmallVector<Value> next{e.add(k, e.i32(1))};
  for (size_t reg = 0; reg < coordinates.size(); ++reg) {
    ArrayRef<Value> at = coordinates[reg];
    auto keyWithout = [&](unsigned dim) {
      std::vector<void *> key;
      for (unsigned d = 0; d < rank; ++d)
        key.push_back(d == dim ? nullptr : at[d].getAsOpaquePointer());
      return key;
    };
    Value &a = rows[keyWithout(rank - 1)];
    if (!a)
      a = widen(operandAt(aType, aBase, at, k, rank - 1), aType.getElementType(), accumulator);
    Value &b = columns[keyWithout(rank - 2)];
    if (!b)
      b = widen(operandAt(bType, bBase, at, k, rank - 2), bType.getElementType(), accumulator);
    Value c = loop->getArgument(unsigned(reg) + 1);
    next.push_back(isa<FloatType>(accumulator) ? e.fma(a, b, c) : e.add(e.mul(a, b), c));
  }
  SmallVector<Value> sums(llvm::drop_begin(next));
  after = e.newBlock(ValueRange(sums).getTypes());
  e.condBr(e.ult(next.front(), e.i32(aType.getDimSize(rank - 1))), loop, next, after, sums);
  e.enter(after);
  Registers result;
  for (Value sum : after->getArguments())
    result.push_back(narrow(sum, f.elementType(resultType)));
  f.set(op.getResult(), std::move(result));
  return success();
}

LogicalResult lowerDot(FunctionLowering &f, tt::DotOp op) {
  return multipliesInRegisters(op) ? lowerMatrixProduct(f, op) : DotLowering(f, op).run();
}

} // namespace

void addDotHandlers(HandlerTable &table) { table.add<tt::DotOp, lowerDot>(); }

} // namespace tritonc::lower

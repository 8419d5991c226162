//===- Dot.cpp - tt.dot without a matrix unit -----------------------------===//
//
// The fallback for products that no matrix instruction serves: both operands go to shared memory, all meet, and each
// thread runs over K with one fused multiply-add per result element and step. The loop is a real loop, since the
// unrolled one would be registers times K instructions long. Operands too large for shared memory go there in slices
// of K, one after the other.
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
  void toShared(Value operand, int64_t start, unsigned kDim, unsigned round);
  Registers multiply(Registers sums);
  Value operandAt(RankedTensorType type, Value base, ArrayRef<Value> coordinates, Value k, unsigned kDim);

  FunctionLowering &f;
  Emitter &e;
  tt::DotOp op;
  RankedTensorType resultType;
  unsigned rank;
  DotSlices slices;
  /// Logarithm of one slice's K.
  unsigned kBits = 0;
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

/// Writes the slice number `round`. Elements lie by their number in the flattened slice, the first dimension lowest.
void DotLowering::toShared(Value operand, int64_t start, unsigned kDim, unsigned round) {
  Type type = operand.getType();
  const LinearLayout &layout = f.layout(type);
  SharedBuffer writer(f, f.scratch(op), start, f.elementType(type),
                      layout.clipOut(outDim(kDim), kBits).flattenOuts(Dim::Offset));
  // A slice's number is the XOR of what the register and what the thread contribute.
  std::map<uint32_t, SmallVector<SharedStore>> byRegister;
  for (auto [reg, v] : llvm::enumerate(f.registers(operand))) {
    uint32_t k = uint32_t(layout.apply({{Dim::Register, int32_t(reg)}}, outDim(kDim)));
    byRegister[k >> kBits].push_back({writer.address(uint32_t(reg)), {v}});
  }
  Value first = f.isFirstHolder(type);
  Value thread = slices.rounds > 1 ? e.lshr(threadPart(f, layout, outDim(kDim)), kBits) : Value();
  for (auto &[number, stores] : byRegister) {
    Value mine = thread ? e.eq(thread, e.i32(number ^ round)) : Value();
    storeSharedIf(f, first && mine ? e.and_(first, mine) : first ? first : mine, stores);
  }
}

/// Reads operand[coordinates with k in dimension kDim].
Value DotLowering::operandAt(RankedTensorType type, Value base, ArrayRef<Value> coordinates, Value k, unsigned kDim) {
  Value number = e.i32(0);
  unsigned shift = 0;
  for (unsigned dim = 0; dim < rank; ++dim) {
    number = e.or_(number, e.shl(dim == kDim ? k : coordinates[dim], shift), /*disjoint=*/true);
    shift += dim == kDim ? kBits : llvm::Log2_64(uint64_t(type.getDimSize(dim)));
  }
  Type element = f.elementType(type);
  Value ptr = e.gep(e.i8Ty(), base, e.shl(number, llvm::Log2_32(memoryBytes(element))));
  return loadShared(e, ptr, element, 1).front();
}

/// Adds the products of the slice in shared memory to the sums.
Registers DotLowering::multiply(Registers sums) {
  auto aType = cast<RankedTensorType>(op.getA().getType()), bType = cast<RankedTensorType>(op.getB().getType());
  Type accumulator = accumulatorType();
  Value aBase = f.scratch(op), bBase = e.byteOffset(aBase, slices.bStart);
  auto coordinates = f.coordinates(resultType);
  SmallVector<Value> initial{e.i32(0)};
  llvm::append_range(initial, sums);
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
  sums.assign(next.begin() + 1, next.end());
  after = e.newBlock(ValueRange(sums).getTypes());
  e.condBr(e.ult(next.front(), e.i32(1u << kBits)), loop, next, after, sums);
  e.enter(after);
  return Registers(after->getArguments());
}

LogicalResult DotLowering::run() {
  slices = planDotSlices(op, f.module.options.target);
  kBits = llvm::Log2_64(uint64_t(cast<RankedTensorType>(op.getA().getType()).getShape().back()) / slices.rounds);
  Registers sums;
  for (Value c : f.registers(op.getC()))
    sums.push_back(widen(c, resultType.getElementType(), accumulatorType()));
  for (unsigned round = 0; round < slices.rounds; ++round) {
    if (round)
      f.barrier(); // all have read what the next slice overwrites
    toShared(op.getA(), 0, rank - 1, round);
    toShared(op.getB(), slices.bStart, rank - 2, round);
    f.barrier();
    sums = multiply(std::move(sums));
  }
  Registers result;
  for (Value sum : sums)
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

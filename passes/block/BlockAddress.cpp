//===- BlockAddress.cpp - the elements that a handle's block covers -------===//
//
//   pointers = splat(base + sum of offset_d * stride_d) + range_0 * stride_0 + ... + range_n
//   mask     = (range_d + offset_d) <u size_d, for the dimensions that are checked
//
// What is the same for the whole block is added as a scalar, once. Sizes up to 2^31 are compared in 32 bits; an index
// that passes 2^31 wraps to a negative number and so is outside, as one below zero is: one unsigned comparison tells
// both. Along a dimension of stride 1 the offsets stay 32 bits wide, which the layouts' analysis sees as contiguous.
//
//===----------------------------------------------------------------------===//
#include "passes/block/BlockAddress.h"
#include "mlir/IR/Matchers.h"

using namespace mlir;

namespace tritonc {

RankedTensorType blockOfHandle(Type type) {
  if (auto desc = dyn_cast<tt::TensorDescType>(type))
    return desc.getBlockType();
  if (auto pointer = dyn_cast<tt::PtrType>(type))
    return dyn_cast<RankedTensorType>(pointer.getPointeeType());
  return {};
}

SmallVector<Value> HandleParts::flat() const {
  SmallVector<Value> values{base};
  values.append(sizes.begin(), sizes.end());
  values.append(strides.begin(), strides.end());
  values.append(offsets.begin(), offsets.end());
  if (padNaN)
    values.push_back(padNaN);
  return values;
}

HandleParts HandleParts::fromFlat(Type handle, ArrayRef<Value> values) {
  size_t rank = blockOfHandle(handle).getRank();
  HandleParts parts;
  parts.base = values.front();
  auto take = [&](size_t at) { return values.slice(1 + at * rank, rank); };
  parts.sizes.assign(take(0).begin(), take(0).end());
  parts.strides.assign(take(1).begin(), take(1).end());
  if (isa<tt::TensorDescType>(handle))
    parts.padNaN = values.back();
  else
    parts.offsets.assign(take(2).begin(), take(2).end());
  return parts;
}

SmallVector<Type> HandleParts::types(Type handle) {
  MLIRContext *context = handle.getContext();
  RankedTensorType block = blockOfHandle(handle);
  auto pointer = dyn_cast<tt::PtrType>(handle);
  Type element = block.getElementType();
  if (auto integer = dyn_cast<IntegerType>(element))
    element = IntegerType::get(context, integer.getWidth());
  Type i1 = IntegerType::get(context, 1), i32 = IntegerType::get(context, 32), i64 = IntegerType::get(context, 64);
  SmallVector<Type> types{tt::PtrType::get(context, element, pointer ? pointer.getAddressSpace() : 1)};
  types.append(block.getRank(), i64);
  types.append(block.getRank(), i64);
  if (pointer)
    types.append(block.getRank(), i32);
  else
    types.push_back(i1);
  return types;
}

Value BlockAddress::range(int64_t size) {
  return tt::MakeRangeOp::create(b, loc, RankedTensorType::get({size}, b.getI32Type()), 0, size);
}

Value BlockAddress::splat(Value scalar, ArrayRef<int64_t> to) {
  return tt::SplatOp::create(b, loc, RankedTensorType::get(to, scalar.getType()), scalar);
}

Value BlockAddress::spread(Value vector, int d) {
  auto type = cast<RankedTensorType>(vector.getType());
  SmallVector<int64_t> current(type.getShape());
  for (int other = 0, rank = shape.size(); other < rank; ++other) {
    if (other == d)
      continue;
    current.insert(current.begin() + other, 1);
    vector = tt::ExpandDimsOp::create(b, loc, RankedTensorType::get(current, type.getElementType()), vector, other);
  }
  auto full = RankedTensorType::get(shape, type.getElementType());
  return vector.getType() == full ? vector : tt::BroadcastOp::create(b, loc, full, vector);
}

Value BlockAddress::extended(Value value) {
  Type wide = b.getI64Type();
  if (auto tensor = dyn_cast<RankedTensorType>(value.getType()))
    wide = RankedTensorType::get(tensor.getShape(), wide);
  return value.getType() == wide ? value : arith::ExtSIOp::create(b, loc, wide, value);
}

static bool isConstant(Value value, int64_t expected) {
  APInt constant;
  return matchPattern(value, m_ConstantInt(&constant)) && constant == expected;
}

Value BlockAddress::pointers() {
  Value linear;
  for (auto [position, stride] : llvm::zip(positions, parts.strides)) {
    if (isa<RankedTensorType>(position.getType()) || isConstant(position, 0))
      continue;
    Value part = extended(position);
    if (!isConstant(stride, 1))
      part = arith::MulIOp::create(b, loc, part, stride);
    linear = linear ? arith::AddIOp::create(b, loc, linear, part) : part;
  }
  Value start = linear ? tt::AddPtrOp::create(b, loc, parts.base, linear) : parts.base;
  Value result = splat(start, shape);
  for (auto [d, stride] : llvm::enumerate(parts.strides)) {
    bool rows = isa<RankedTensorType>(positions[d].getType());
    if (shape[d] == 1 && !rows)
      continue;
    Value steps = rows ? positions[d] : range(shape[d]);
    if (!isConstant(stride, 1))
      steps = arith::MulIOp::create(b, loc, extended(steps), splat(stride, {shape[d]}));
    result = tt::AddPtrOp::create(b, loc, result, spread(steps, d));
  }
  return result;
}

/// The 32-bit value that `size` was extended from.
static Value narrowed(OpBuilder &b, Location loc, Value size) {
  if (size.getType().isInteger(32))
    return size;
  APInt constant;
  if (matchPattern(size, m_ConstantInt(&constant)) && constant.isSignedIntN(32))
    return arith::ConstantIntOp::create(b, loc, constant.getSExtValue(), 32);
  auto extension = size.getDefiningOp<arith::ExtSIOp>();
  return extension && extension.getIn().getType().isInteger(32) ? extension.getIn() : Value();
}

Value BlockAddress::mask(ArrayRef<int32_t> checked) {
  Value result;
  for (int32_t d : checked) {
    Value position = positions[d], size = parts.sizes[d];
    bool rows = isa<RankedTensorType>(position.getType());
    Value small = narrowed(b, loc, size);
    Value index = position;
    if (!rows && shape[d] > 1) {
      index = range(shape[d]);
      if (!isConstant(position, 0)) {
        if (!small) {
          index = extended(index);
          position = extended(position);
        }
        index = arith::AddIOp::create(b, loc, index, splat(position, {shape[d]}));
      }
    }
    if (!small)
      index = extended(index);
    Value bound = small ? small : extended(size);
    if (isa<RankedTensorType>(index.getType()))
      bound = splat(bound, {shape[d]});
    Value inside = arith::CmpIOp::create(b, loc, arith::CmpIPredicate::ult, index, bound);
    inside = isa<RankedTensorType>(inside.getType()) ? spread(inside, d) : splat(inside, shape);
    result = result ? arith::AndIOp::create(b, loc, result, inside) : inside;
  }
  return result;
}

} // namespace tritonc

//===- Shape.cpp - broadcasting, reshaping and other moves of elements -----===//
#include "frontend/semantic/Emission.h"

using namespace tritonc;

using Shape = llvm::SmallVector<int64_t>;

static std::string shapeText(llvm::ArrayRef<int64_t> shape) {
  std::string text = "[";
  for (auto [i, size] : llvm::enumerate(shape))
    text += (i ? ", " : "") + std::to_string(size);
  return text + "]";
}

bool tritonc::checkBlockShape(CallContext &context, llvm::ArrayRef<int64_t> shape) {
  int64_t count = 1;
  for (int64_t size : shape) {
    if (size <= 0 || !llvm::isPowerOf2_64(size)) {
      context.report({}, DiagId::sem_shape_power_of_two, size, shapeText(shape))
          .withHint("sizes of blocks are powers of two: round up with triton.next_power_of_2 and mask the rest");
      return false;
    }
    // No overflow: both factors are at most maxBlockElements here.
    count = size > maxBlockElements ? size : count * size;
    if (count > maxBlockElements) {
      context.error(DiagId::sem_block_too_large, shapeText(shape), maxBlockElements);
      return false;
    }
  }
  return true;
}

//===----------------------------------------------------------------------===//
// Broadcasting
//===----------------------------------------------------------------------===//

Value tritonc::splat(CallContext &context, const Value &scalar, llvm::ArrayRef<int64_t> shape) {
  if (scalar.isPoison() || shape.empty())
    return scalar;
  if (!checkBlockShape(context, shape))
    return Value::poison();
  const DType &type = scalar.runtimeType();
  if (type.isBlock() || type.isBlockPointer() || type.isTensorDesc())
    return context.error(DiagId::sem_scalar_expected, scalar.describe());
  return emitConversion<tt::SplatOp>(context, DType::block(type, shape), scalar);
}

static Value stretch(CallContext &context, const Value &block, llvm::ArrayRef<int64_t> shape) {
  if (block.runtimeType().shape() == shape)
    return block;
  if (!checkBlockShape(context, shape))
    return Value::poison();
  return emitConversion<tt::BroadcastOp>(context, block.runtimeType().withShape(shape), block);
}

Value tritonc::broadcastTo(CallContext &context, const Value &operand, llvm::ArrayRef<int64_t> shape) {
  Value value = toTensor(context, operand);
  if (value.isPoison())
    return value;
  if (!value.isBlock())
    return splat(context, value, shape);
  llvm::ArrayRef<int64_t> from = value.runtimeType().shape();
  if (from.size() != shape.size())
    return context.error(DiagId::sem_broadcast_rank, value.runtimeType().str(), shapeText(shape));
  for (size_t dim = 0; dim < shape.size(); ++dim)
    if (from[dim] != shape[dim] && from[dim] != 1)
      return context.error(DiagId::sem_broadcast_size, value.runtimeType().str(), shapeText(shape), dim, from[dim],
                           shape[dim]);
  return stretch(context, value, shape);
}

static Value withLeadingAxes(CallContext &context, Value value, size_t rank) {
  while (!value.isPoison() && value.runtimeType().shape().size() < rank)
    value = expandDims(context, value, 0);
  return value;
}

bool tritonc::broadcastTogether(CallContext &context, Value &lhs, Value &rhs) {
  if (lhs.isPoison() || rhs.isPoison())
    return false;
  if (lhs.isBlock() != rhs.isBlock()) {
    Value &scalar = lhs.isBlock() ? rhs : lhs, &block = lhs.isBlock() ? lhs : rhs;
    Shape shape(block.runtimeType().shape());
    scalar = splat(context, scalar, shape);
    return !scalar.isPoison();
  }
  if (!lhs.isBlock() || lhs.runtimeType().shape() == rhs.runtimeType().shape())
    return true;
  std::string left = lhs.runtimeType().str(), right = rhs.runtimeType().str();
  Value leftBefore = lhs, rightBefore = rhs;
  lhs = withLeadingAxes(context, lhs, rhs.runtimeType().shape().size());
  rhs = withLeadingAxes(context, rhs, lhs.runtimeType().shape().size());
  Shape shape;
  for (auto [dim, sizes] : llvm::enumerate(llvm::zip(lhs.runtimeType().shape(), rhs.runtimeType().shape()))) {
    auto [a, b] = sizes;
    if (a != b && a != 1 && b != 1) {
      Diagnostic &diagnostic = context.report({}, DiagId::sem_incompatible_shapes, left, right, dim, a, b);
      for (const Value &operand : {leftBefore, rightBefore})
        if (SourceRange where = context.definition(operand); where.valid())
          diagnostic.note(where, operand.runtimeType().str() + " comes from here");
      return false;
    }
    shape.push_back(a == 1 ? b : a);
  }
  lhs = stretch(context, lhs, shape);
  rhs = stretch(context, rhs, shape);
  return !lhs.isPoison() && !rhs.isPoison();
}

Value builtin::broadcast(CallContext &context, const Arguments &args) {
  Value operands[2] = {args[0], args[1]};
  if (!toTensors(context, operands) || !broadcastTogether(context, operands[0], operands[1]))
    return Value::poison();
  return Value::tuple({operands[0], operands[1]});
}

Value builtin::broadcast_to(CallContext &context, const Arguments &args) {
  std::optional<Shape> shape = shapeArgument(context, args[1]);
  return shape ? broadcastTo(context, args[0], *shape) : Value::poison();
}

//===----------------------------------------------------------------------===//
// Axes of size 1
//===----------------------------------------------------------------------===//

Value tritonc::expandDims(CallContext &context, const Value &value, int64_t axis) {
  if (value.isPoison())
    return value;
  Shape shape(value.runtimeType().shape());
  shape.insert(shape.begin() + axis, 1);
  if (!value.isBlock())
    return splat(context, value, shape);
  DType type = value.runtimeType().withShape(shape);
  auto attribute = context.builder.getI32IntegerAttr(int32_t(axis));
  Type ir = type.toMLIR(context.context());
  return Value::runtime(context.builder.createOrFold<tt::ExpandDimsOp>(context.loc(), ir, value.ir(), attribute), type);
}

Value builtin::expand_dims(CallContext &context, const Arguments &args) {
  Value value = toTensor(context, args[0]);
  if (value.isPoison())
    return value;
  std::optional<Shape> given = args[1].toInt64List();
  if (!given)
    return badArgument(context, args, 1, "axis", "an integer or a sequence of integers");
  int64_t rank = value.runtimeType().shape().size() + given->size();
  Shape axes;
  for (int64_t axis : *given) {
    std::optional<int64_t> wrapped = axisArgument(context, Value::integer(axis), rank);
    if (!wrapped)
      return Value::poison();
    if (llvm::is_contained(axes, *wrapped))
      return context.error(DiagId::sem_repeated_axis, *wrapped);
    axes.push_back(*wrapped);
  }
  llvm::sort(axes);
  for (int64_t axis : axes)
    value = expandDims(context, value, axis);
  return value;
}

/// Removes axes of size 1.
Value builtin::squeeze(CallContext &context, const Arguments &args) {
  Value value = toTensor(context, args[0]);
  if (value.isPoison())
    return value;
  Shape shape(value.runtimeType().shape());
  std::optional<int64_t> axis = axisArgument(context, args[1], shape.size());
  if (!axis)
    return Value::poison();
  if (shape[*axis] != 1)
    return context.error(DiagId::sem_squeeze, *axis, value.runtimeType().str());
  shape.erase(shape.begin() + *axis);
  return reshape(context, value, shape, false);
}

Value tritonc::subscriptBlock(CallContext &context, const Value &base, llvm::ArrayRef<Value> indices) {
  Value value = toTensor(context, base);
  for (auto [axis, index] : llvm::enumerate(indices)) {
    if (value.isPoison() || index.isPoison())
      return Value::poison();
    if (!index.isNone() && !(index.isSlice() && index.asSlice().isFull())) {
      context.report({}, DiagId::sem_subscript, index.describe(), value.runtimeType().str())
          .withHint("only None and ':' index a block; use tl.gather, or a mask with a reduction, to pick elements");
      return Value::poison();
    }
    // A ':' keeps a dimension, or nothing: a scalar takes any subscript, so that code for blocks serves scalars too.
    size_t rank = value.runtimeType().shape().size();
    if (index.isNone() && axis > rank && rank > 0)
      return context.error(DiagId::sem_too_many_indices, value.runtimeType().str(), axis);
    if (index.isNone())
      value = expandDims(context, value, std::min<size_t>(axis, rank));
  }
  return value;
}

//===----------------------------------------------------------------------===//
// Reshaping
//===----------------------------------------------------------------------===//

Value tritonc::unsplat(CallContext &context, const Value &value) {
  if (value.isPoison() || !value.isBlock())
    return value;
  if (value.runtimeType().numElements() != 1)
    return context.error(DiagId::sem_one_element, value.runtimeType().str());
  DType type = value.runtimeType().scalar();
  return emit<tt::UnsplatOp>(context, type, type.toMLIR(context.context()), value.ir());
}

Value tritonc::reshape(CallContext &context, const Value &value, llvm::ArrayRef<int64_t> shape, bool mayReorder) {
  if (value.isPoison())
    return value;
  if (shape.empty())
    return unsplat(context, value);
  if (!checkBlockShape(context, shape))
    return Value::poison();
  int64_t count = 1;
  for (int64_t size : shape)
    count *= size;
  if (count != value.runtimeType().numElements())
    return context.error(DiagId::sem_reshape_count, value.runtimeType().str(), value.runtimeType().numElements(),
                         shapeText(shape), count);
  if (!value.isBlock())
    return splat(context, value, shape);
  if (value.runtimeType().shape() == shape)
    return value;
  DType type = value.runtimeType().withShape(shape);
  auto op = createOp<tt::ReshapeOp>(context, type.toMLIR(context.context()), value.ir(), mayReorder, false);
  return Value::runtime(op.getResult(), type);
}

static Value reshapeCall(CallContext &context, const Arguments &args, bool mayReorder) {
  std::optional<Shape> shape = shapeArgument(context, args[1]);
  Value value = toTensor(context, args[0]);
  return shape ? reshape(context, value, *shape, mayReorder) : Value::poison();
}

Value builtin::reshape(CallContext &context, const Arguments &args) {
  std::optional<bool> mayReorder = boolArgument(context, args, 2, "can_reorder");
  return mayReorder ? reshapeCall(context, args, *mayReorder) : Value::poison();
}
Value builtin::view(CallContext &context, const Arguments &args) { return reshapeCall(context, args, true); }

Value builtin::ravel(CallContext &context, const Arguments &args) {
  Value value = toTensor(context, args[0]);
  std::optional<bool> mayReorder = boolArgument(context, args, 1, "can_reorder");
  if (value.isPoison() || !mayReorder)
    return Value::poison();
  return tritonc::reshape(context, value, {value.runtimeType().numElements()}, *mayReorder);
}
Value builtin::item(CallContext &context, const Arguments &args) {
  return unsplat(context, toTensor(context, args[0]));
}

//===----------------------------------------------------------------------===//
// Permuting
//===----------------------------------------------------------------------===//

static Value permuteBlock(CallContext &context, const Value &value, llvm::ArrayRef<int64_t> order) {
  if (value.isPoison())
    return value;
  llvm::ArrayRef<int64_t> shape = value.runtimeType().shape();
  Shape sorted(order);
  llvm::sort(sorted);
  bool permutes = order.size() == shape.size();
  for (auto [i, dim] : llvm::enumerate(sorted))
    permutes &= dim == int64_t(i);
  if (!permutes)
    return context.error(DiagId::sem_permutation, shapeText(order), value.runtimeType().str());
  Shape permuted;
  llvm::SmallVector<int32_t> attribute;
  for (int64_t dim : order) {
    permuted.push_back(shape[dim]);
    attribute.push_back(int32_t(dim));
  }
  DType type = value.runtimeType().withShape(permuted);
  return emit<tt::TransOp>(context, type, type.toMLIR(context.context()), value.ir(), attribute);
}

Value builtin::permute(CallContext &context, const Arguments &args) {
  std::optional<Shape> order = shapeArgument(context, args[1]);
  return order ? permuteBlock(context, toTensor(context, args[0]), *order) : Value::poison();
}

Value builtin::trans(CallContext &context, const Arguments &args) {
  if (!args[1].elements().empty())
    return permute(context, args);
  Value value = toTensor(context, args[0]);
  if (value.isPoison())
    return value;
  int64_t rank = value.runtimeType().shape().size();
  if (rank < 2)
    return context.error(DiagId::sem_trans_rank, value.runtimeType().str());
  Shape order = llvm::to_vector(llvm::seq<int64_t>(0, rank));
  std::swap(order[rank - 2], order[rank - 1]);
  return permuteBlock(context, value, order);
}

//===----------------------------------------------------------------------===//
// Putting together and taking apart
//===----------------------------------------------------------------------===//

static Value joinBlocks(CallContext &context, Value lhs, Value rhs) {
  if (lhs.isPoison() || rhs.isPoison())
    return Value::poison();
  if (lhs.runtimeType().scalar() != rhs.runtimeType().scalar())
    return context.error(DiagId::sem_invalid_operands, "join", lhs.runtimeType().str(), rhs.runtimeType().str());
  if (!broadcastTogether(context, lhs, rhs))
    return Value::poison();
  bool scalars = !lhs.isBlock();
  if (scalars) {
    lhs = expandDims(context, lhs, 0);
    rhs = expandDims(context, rhs, 0);
  }
  Shape shape(lhs.runtimeType().shape());
  shape.push_back(2);
  if (!checkBlockShape(context, shape))
    return Value::poison();
  DType type = lhs.runtimeType().withShape(shape);
  Value joined = emit<tt::JoinOp>(context, type, type.toMLIR(context.context()), lhs.ir(), rhs.ir());
  return scalars ? tritonc::reshape(context, joined, {2}, false) : joined;
}

Value builtin::join(CallContext &context, const Arguments &args) {
  return joinBlocks(context, toTensor(context, args[0]), toTensor(context, args[1]));
}

/// The values of two blocks in turn along the last dimension.
Value builtin::interleave(CallContext &context, const Arguments &args) {
  Value joined = joinBlocks(context, toTensor(context, args[0]), toTensor(context, args[1]));
  if (joined.isPoison() || joined.runtimeType().shape().size() == 1)
    return joined;
  Shape shape(joined.runtimeType().shape());
  shape.pop_back();
  shape.back() *= 2;
  return tritonc::reshape(context, joined, shape, false);
}

Value builtin::split(CallContext &context, const Arguments &args) {
  Value value = toTensor(context, args[0]);
  if (value.isPoison())
    return value;
  if (!value.isBlock() || value.runtimeType().shape().back() != 2) {
    context.report({}, DiagId::sem_split, value.runtimeType().str())
        .withHint("reshape it to [..., 2] first, and permute that dimension to the end");
    return Value::poison();
  }
  bool pair = value.runtimeType().shape().size() == 1;
  if (pair)
    value = expandDims(context, value, 0);
  DType type = value.runtimeType().withShape(value.runtimeType().shape().drop_back());
  Type ir = type.toMLIR(context.context());
  auto op = createOp<tt::SplitOp>(context, ir, ir, value.ir());
  Value halves[2] = {Value::runtime(op.getOutLHS(), type), Value::runtime(op.getOutRHS(), type)};
  if (pair)
    for (Value &half : halves)
      half = unsplat(context, half);
  return Value::tuple({halves[0], halves[1]});
}

Value builtin::cat(CallContext &context, const Arguments &args) {
  Value lhs = toTensor(context, args[0]), rhs = toTensor(context, args[1]);
  std::optional<bool> mayReorder = boolArgument(context, args, 2, "can_reorder");
  if (lhs.isPoison() || rhs.isPoison() || !mayReorder)
    return Value::poison();
  if (!*mayReorder) {
    context.report({}, DiagId::sem_cat_order).withHint("pass can_reorder=True, or use tl.join and a permute");
    return Value::poison();
  }
  if (lhs.runtimeType() != rhs.runtimeType() || lhs.runtimeType().shape().size() != 1)
    return context.error(DiagId::sem_cat_operands, lhs.runtimeType().str(), rhs.runtimeType().str());
  Shape shape{2 * lhs.runtimeType().shape()[0]};
  if (!checkBlockShape(context, shape))
    return Value::poison();
  DType type = lhs.runtimeType().withShape(shape);
  return emit<tt::CatOp>(context, type, type.toMLIR(context.context()), lhs.ir(), rhs.ir());
}

Value builtin::gather(CallContext &context, const Arguments &args) {
  Value source = toTensor(context, args[0]), index = toTensor(context, args[1]);
  if (source.isPoison() || index.isPoison())
    return Value::poison();
  llvm::ArrayRef<int64_t> shape = source.runtimeType().shape(), indexShape = index.runtimeType().shape();
  if (!index.runtimeType().isInteger() || !source.isBlock() || indexShape.size() != shape.size())
    return context.error(DiagId::sem_gather_index, source.runtimeType().str(), index.runtimeType().str());
  std::optional<int64_t> axis = axisArgument(context, args[2], shape.size());
  if (!axis)
    return Value::poison();
  for (size_t dim = 0; dim < shape.size(); ++dim)
    if (int64_t(dim) != *axis && shape[dim] != indexShape[dim])
      return context.error(DiagId::sem_incompatible_shapes, source.runtimeType().str(), index.runtimeType().str(), dim,
                           shape[dim], indexShape[dim]);
  DType type = source.runtimeType().withShape(indexShape);
  return emit<tt::GatherOp>(context, type, type.toMLIR(context.context()), source.ir(), index.ir(), uint32_t(*axis),
                            false);
}

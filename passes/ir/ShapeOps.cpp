//===- ShapeOps.cpp - verifiers and folders of ops that move elements -----===//
//
// Verifiers check shapes and element types only. That layouts fit is the business of the layout dialect: at this stage
// tensors have none.
//
//===----------------------------------------------------------------------===//
#include "passes/ir/Dialects.h"

using namespace mlir;
using namespace tritonc::tt;

static RankedTensorType tensorOf(Value value) { return cast<RankedTensorType>(value.getType()); }

static LogicalResult verifySameElementType(Operation *op, Value a, Value b) {
  if (getElementTypeOrSelf(a.getType()) != getElementTypeOrSelf(b.getType()))
    return op->emitOpError() << "changes the element type from " << getElementTypeOrSelf(a.getType()) << " to "
                             << getElementTypeOrSelf(b.getType());
  return success();
}

static LogicalResult verifySameShape(Operation *op, Value a, Value b) {
  auto shapeA = dyn_cast<RankedTensorType>(a.getType()), shapeB = dyn_cast<RankedTensorType>(b.getType());
  if (bool(shapeA) != bool(shapeB) || (shapeA && shapeA.getShape() != shapeB.getShape()))
    return op->emitOpError() << "mixes shapes: " << a.getType() << " and " << b.getType();
  return success();
}

/// A constant operand that is one value everywhere, as that value; else null.
static Attribute splatValue(Attribute constant) {
  auto splat = dyn_cast_or_null<SplatElementsAttr>(constant);
  return splat ? splat.getSplatValue<Attribute>() : Attribute();
}

LogicalResult MakeRangeOp::verify() {
  int64_t count = int64_t(getEnd()) - int64_t(getStart());
  if (count <= 0)
    return emitOpError() << "has an empty range [" << int32_t(getStart()) << ", " << int32_t(getEnd()) << ")";
  auto type = tensorOf(getResult());
  if (type.getRank() != 1 || type.getDimSize(0) != count)
    return emitOpError() << "makes " << count << " elements as " << type;
  return success();
}

LogicalResult SplatOp::verify() { return verifySameElementType(*this, getSrc(), getResult()); }

OpFoldResult SplatOp::fold(FoldAdaptor adaptor) {
  if (auto value = dyn_cast_or_null<TypedAttr>(adaptor.getSrc()); isa_and_nonnull<IntegerAttr, FloatAttr>(value))
    return SplatElementsAttr::get(getType(), ArrayRef<Attribute>{value});
  return {};
}

LogicalResult UnsplatOp::verify() {
  if (tensorOf(getSrc()).getNumElements() != 1)
    return emitOpError() << "takes the only element of " << getSrc().getType();
  return success();
}

LogicalResult ExpandDimsOp::verify() {
  auto src = tensorOf(getSrc()), dst = tensorOf(getResult());
  SmallVector<int64_t> shape(src.getShape());
  if (getAxis() > shape.size())
    return emitOpError() << "inserts axis " << getAxis() << " into rank " << shape.size();
  shape.insert(shape.begin() + getAxis(), 1);
  if (dst.getShape() != ArrayRef<int64_t>(shape))
    return emitOpError() << "makes " << dst << " from " << src << " and axis " << getAxis();
  return verifySameElementType(*this, getSrc(), getResult());
}

OpFoldResult ExpandDimsOp::fold(FoldAdaptor adaptor) {
  if (Attribute value = splatValue(adaptor.getSrc()))
    return SplatElementsAttr::get(getType(), ArrayRef<Attribute>{value});
  return {};
}

LogicalResult BroadcastOp::verify() {
  auto src = tensorOf(getSrc()), dst = tensorOf(getResult());
  if (src.getRank() != dst.getRank())
    return emitOpError() << "changes the rank from " << src.getRank() << " to " << dst.getRank();
  for (auto [dim, sizes] : llvm::enumerate(llvm::zip(src.getShape(), dst.getShape())))
    if (std::get<0>(sizes) != 1 && std::get<0>(sizes) != std::get<1>(sizes))
      return emitOpError() << "stretches dimension " << dim << " from " << std::get<0>(sizes) << " to "
                           << std::get<1>(sizes);
  return verifySameElementType(*this, getSrc(), getResult());
}

OpFoldResult BroadcastOp::fold(FoldAdaptor adaptor) {
  if (getSrc().getType() == getType())
    return getSrc();
  if (Attribute value = splatValue(adaptor.getSrc()))
    return SplatElementsAttr::get(getType(), ArrayRef<Attribute>{value});
  return {};
}

LogicalResult ReshapeOp::verify() {
  if (tensorOf(getSrc()).getNumElements() != getType().getNumElements())
    return emitOpError() << "changes the number of elements from " << tensorOf(getSrc()).getNumElements() << " to "
                         << getType().getNumElements();
  return verifySameElementType(*this, getSrc(), getResult());
}

OpFoldResult ReshapeOp::fold(FoldAdaptor adaptor) {
  if (getSrc().getType() == getType() && !getAllowReorder())
    return getSrc();
  if (Attribute value = splatValue(adaptor.getSrc()))
    return SplatElementsAttr::get(getType(), ArrayRef<Attribute>{value});
  return {};
}

LogicalResult TransOp::verify() {
  auto src = tensorOf(getSrc()), dst = tensorOf(getResult());
  ArrayRef<int32_t> order = getOrder();
  SmallVector<int32_t> sorted(order);
  llvm::sort(sorted);
  for (auto [i, dim] : llvm::enumerate(sorted))
    if (int32_t(i) != dim)
      return emitOpError() << "has an order that is no permutation";
  if (int64_t(order.size()) != src.getRank() || dst.getRank() != src.getRank())
    return emitOpError() << "permutes " << order.size() << " dimensions of rank " << src.getRank();
  for (auto [i, dim] : llvm::enumerate(order))
    if (dst.getDimSize(i) != src.getDimSize(dim))
      return emitOpError() << "makes " << dst << " from " << src;
  return verifySameElementType(*this, getSrc(), getResult());
}

OpFoldResult TransOp::fold(FoldAdaptor adaptor) {
  if (getSrc().getType() == getType() && llvm::is_sorted(getOrder()))
    return getSrc();
  if (Attribute value = splatValue(adaptor.getSrc()))
    return SplatElementsAttr::get(getType(), ArrayRef<Attribute>{value});
  return {};
}

LogicalResult JoinOp::verify() {
  SmallVector<int64_t> shape(tensorOf(getLhs()).getShape());
  shape.push_back(2);
  if (getType().getShape() != ArrayRef<int64_t>(shape))
    return emitOpError() << "makes " << getType() << " from blocks of type " << getLhs().getType();
  return verifySameElementType(*this, getLhs(), getResult());
}

LogicalResult SplitOp::verify() {
  auto src = tensorOf(getSrc());
  if (src.getRank() == 0 || src.getShape().back() != 2 ||
      src.getShape().drop_back() != tensorOf(getOutLHS()).getShape())
    return emitOpError() << "splits " << src << " into " << getOutLHS().getType();
  return verifySameElementType(*this, getSrc(), getOutLHS());
}

LogicalResult CatOp::verify() {
  auto lhs = tensorOf(getLhs());
  if (lhs.getRank() != 1 || getType().getRank() != 1 || getType().getDimSize(0) != 2 * lhs.getDimSize(0))
    return emitOpError() << "makes " << getType() << " from two of " << lhs;
  return verifySameElementType(*this, getLhs(), getResult());
}

LogicalResult GatherOp::verify() {
  auto src = tensorOf(getSrc()), indices = tensorOf(getIndices());
  if (src.getRank() != indices.getRank() || getAxis() >= uint64_t(src.getRank()))
    return emitOpError() << "gathers from " << src << " along axis " << getAxis() << " with indices " << indices;
  for (int64_t dim = 0; dim < src.getRank(); ++dim)
    if (dim != int64_t(getAxis()) && src.getDimSize(dim) != indices.getDimSize(dim))
      return emitOpError() << "has source and index shapes that differ in dimension " << dim;
  if (getType().getShape() != indices.getShape())
    return emitOpError() << "makes " << getType() << " with indices " << indices;
  return verifySameElementType(*this, getSrc(), getResult());
}

ParseResult HistogramOp::parse(OpAsmParser &parser, OperationState &result) {
  SmallVector<OpAsmParser::UnresolvedOperand, 2> operands;
  RankedTensorType srcType, resultType;
  SMLoc loc = parser.getCurrentLocation();
  if (parser.parseOperandList(operands) || parser.parseOptionalAttrDict(result.attributes) ||
      parser.parseColonType(srcType) || parser.parseArrow() || parser.parseType(resultType))
    return failure();
  if (operands.empty() || operands.size() > 2)
    return parser.emitError(loc, "expected a source and an optional mask");
  SmallVector<Type, 2> types{srcType, srcType.clone(parser.getBuilder().getI1Type())};
  types.resize(operands.size());
  result.addTypes(resultType);
  return parser.resolveOperands(operands, types, loc, result.operands);
}

void HistogramOp::print(OpAsmPrinter &printer) {
  printer << " " << getOperands();
  printer.printOptionalAttrDict((*this)->getAttrs());
  printer << " : " << getSrc().getType() << " -> " << getType();
}

LogicalResult HistogramOp::verify() {
  if (tensorOf(getSrc()).getRank() != 1 || getType().getRank() != 1)
    return emitOpError("needs blocks of rank 1");
  return getMask() ? verifySameShape(*this, getSrc(), getMask()) : success();
}

LogicalResult AddPtrOp::verify() { return verifySameShape(*this, getPtr(), getOffset()); }

OpFoldResult AddPtrOp::fold(FoldAdaptor adaptor) {
  return matchPattern(adaptor.getOffset(), m_Zero()) ? OpFoldResult(getPtr()) : OpFoldResult();
}

LogicalResult IntToPtrOp::verify() { return verifySameShape(*this, getSrc(), getResult()); }
LogicalResult PtrToIntOp::verify() { return verifySameShape(*this, getSrc(), getResult()); }
LogicalResult FpToFpOp::verify() { return verifySameShape(*this, getSrc(), getResult()); }

LogicalResult BitcastOp::verify() {
  auto width = [](Type type) -> unsigned {
    Type element = getElementTypeOrSelf(type);
    return isa<PtrType>(element) ? 64 : element.getIntOrFloatBitWidth();
  };
  if (width(getSrc().getType()) != width(getType()))
    return emitOpError() << "changes the width of " << getSrc().getType() << " to that of " << getType();
  return verifySameShape(*this, getSrc(), getResult());
}

OpFoldResult BitcastOp::fold(FoldAdaptor) {
  return getSrc().getType() == getType() ? OpFoldResult(getSrc()) : OpFoldResult();
}

LogicalResult DotOp::verify() {
  auto a = tensorOf(getA()), b = tensorOf(getB()), d = getType();
  int64_t rank = a.getRank();
  if ((rank != 2 && rank != 3) || b.getRank() != rank || d.getRank() != rank)
    return emitOpError() << "multiplies " << a << " and " << b << " into " << d << ": rank 2 or 3 expected";
  if (a.getDimSize(rank - 1) != b.getDimSize(rank - 2) || a.getDimSize(rank - 2) != d.getDimSize(rank - 2) ||
      b.getDimSize(rank - 1) != d.getDimSize(rank - 1))
    return emitOpError() << "multiplies " << a << " and " << b << " into " << d << ": the shapes do not fit";
  if (rank == 3 && (a.getDimSize(0) != b.getDimSize(0) || a.getDimSize(0) != d.getDimSize(0)))
    return emitOpError() << "multiplies batches of different sizes";
  return success();
}

/// Whether elements of `type` can hold numbers of `format`.
static bool holds(Type type, ScaleDotElemType format) {
  switch (format) {
  case ScaleDotElemType::E4M3:
    return type.isInteger(8) || isa<Float8E4M3FNType>(type);
  case ScaleDotElemType::E5M2:
    return type.isInteger(8) || isa<Float8E5M2Type>(type);
  case ScaleDotElemType::BF16:
    return type.isBF16();
  case ScaleDotElemType::FP16:
    return type.isF16();
  case ScaleDotElemType::E2M1:
  case ScaleDotElemType::E2M3:
  case ScaleDotElemType::E3M2:
    return type.isInteger(8);
  }
  llvm_unreachable("all formats are listed");
}

LogicalResult DotScaledOp::verify() {
  auto a = tensorOf(getA()), b = tensorOf(getB()), d = getType();
  int64_t rank = a.getRank();
  if ((rank != 2 && rank != 3) || b.getRank() != rank || d.getRank() != rank || !d.getElementType().isF32())
    return emitOpError() << "multiplies " << a << " and " << b << " into " << d << ": f32 of rank 2 or 3 expected";
  if (!holds(a.getElementType(), getAElemType()) || !holds(b.getElementType(), getBElemType()))
    return emitOpError() << "takes " << a << " as " << stringifyScaleDotElemType(getAElemType()) << " and " << b
                         << " as " << stringifyScaleDotElemType(getBElemType());
  // Sizes in numbers: a byte holds two of e2m1.
  int64_t m = a.getDimSize(rank - 2), ka = a.getDimSize(rank - 1), kb = b.getDimSize(rank - 2),
          n = b.getDimSize(rank - 1);
  if (getAElemType() == ScaleDotElemType::E2M1)
    (getLhsKPack() ? ka : m) *= 2;
  if (getBElemType() == ScaleDotElemType::E2M1)
    (getRhsKPack() ? kb : n) *= 2;
  bool sameBatch = rank == 2 || (a.getDimSize(0) == b.getDimSize(0) && a.getDimSize(0) == d.getDimSize(0));
  if (ka != kb || m != d.getDimSize(rank - 2) || n != d.getDimSize(rank - 1) || !sameBatch)
    return emitOpError() << "multiplies " << a << " and " << b << " into " << d << ": the shapes do not fit";
  for (auto [scale, rows] : {std::pair(getAScale(), m), std::pair(getBScale(), n)}) {
    if (!scale)
      continue;
    auto type = tensorOf(scale);
    if (!type.getElementType().isInteger(8) && !isa<Float8E4M3FNType>(type.getElementType()))
      return emitOpError() << "has scales " << type << ": i8 or f8E4M3FN expected";
    if (type.getRank() != rank || type.getDimSize(rank - 2) != rows || ka % type.getDimSize(rank - 1) != 0 ||
        (rank == 3 && type.getDimSize(0) != d.getDimSize(0)))
      return emitOpError() << "has scales " << type << " for " << rows << " rows of " << ka << " numbers";
  }
  return success();
}

//===- ReduceOps.cpp - builders and verifiers of reduce and scan ----------===//
#include "passes/ir/Dialects.h"

using namespace mlir;
using namespace tritonc::tt;

/// Operands of one op must have one shape, and `axis` must be one of its dimensions.
static LogicalResult verifySources(Operation *op, OperandRange sources, int64_t axis) {
  if (sources.empty())
    return op->emitOpError("needs at least one operand");
  auto first = cast<RankedTensorType>(sources.front().getType());
  if (axis < 0 || axis >= first.getRank())
    return op->emitOpError() << "combines along axis " << axis << " of rank " << first.getRank();
  for (Value source : sources) {
    auto type = cast<RankedTensorType>(source.getType());
    if (type.getShape() != first.getShape() || type.getEncoding() != first.getEncoding())
      return op->emitOpError() << "mixes operands of types " << first << " and " << type;
  }
  return success();
}

/// The region takes two values per operand and yields one.
static LogicalResult verifyCombine(Operation *op, Region &region, OperandRange sources) {
  Block &block = region.front();
  size_t count = sources.size();
  if (block.getNumArguments() != 2 * count)
    return op->emitOpError() << "has a region of " << block.getNumArguments() << " arguments for " << count
                             << " operands";
  Operation *end = block.empty() ? nullptr : &block.back();
  if (!end || end->getNumOperands() != count)
    return op->emitOpError() << "needs a region that yields " << count << " values";
  for (size_t i = 0; i < count; ++i) {
    Type element = getElementTypeOrSelf(sources[i].getType());
    if (block.getArgument(i).getType() != element || block.getArgument(count + i).getType() != element ||
        end->getOperand(i).getType() != element)
      return op->emitOpError() << "has a region whose types differ from operand " << i << ", " << element;
  }
  return success();
}

void ReduceOp::build(OpBuilder &builder, OperationState &state, ValueRange srcs, int axis) {
  SmallVector<Type> types;
  for (Value src : srcs) {
    auto tensor = cast<RankedTensorType>(src.getType());
    SmallVector<int64_t> shape(tensor.getShape());
    shape.erase(shape.begin() + axis);
    types.push_back(shape.empty() ? tensor.getElementType() : RankedTensorType::get(shape, tensor.getElementType()));
  }
  build(builder, state, types, srcs, axis);
}

LogicalResult ReduceOp::verify() {
  if (failed(verifySources(*this, getSrcs(), getAxis())))
    return failure();
  if (getNumResults() != getSrcs().size())
    return emitOpError() << "has " << getNumResults() << " results for " << getSrcs().size() << " operands";
  for (auto [src, result] : llvm::zip(getSrcs(), getResults())) {
    auto type = cast<RankedTensorType>(src.getType());
    SmallVector<int64_t> shape(type.getShape());
    shape.erase(shape.begin() + getAxis());
    auto resultTensor = dyn_cast<RankedTensorType>(result.getType());
    ArrayRef<int64_t> resultShape = resultTensor ? resultTensor.getShape() : ArrayRef<int64_t>();
    if (resultShape != ArrayRef<int64_t>(shape) || bool(resultTensor) == shape.empty() ||
        getElementTypeOrSelf(result.getType()) != type.getElementType())
      return emitOpError() << "gives " << result.getType() << " for an operand of type " << type;
  }
  return success();
}

LogicalResult ReduceOp::verifyRegions() { return verifyCombine(*this, getCombineOp(), getSrcs()); }

void ScanOp::build(OpBuilder &builder, OperationState &state, ValueRange srcs, int axis, bool reverse) {
  build(builder, state, srcs.getTypes(), srcs, axis, reverse);
}

LogicalResult ScanOp::verify() {
  if (failed(verifySources(*this, getSrcs(), getAxis())))
    return failure();
  if (getOperandTypes() != getResultTypes())
    return emitOpError("gives results of other types than its operands");
  return success();
}

LogicalResult ScanOp::verifyRegions() { return verifyCombine(*this, getCombineOp(), getSrcs()); }

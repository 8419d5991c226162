//===- TritonGpuOps.cpp - operations of the ttg dialect -------------------===//
#include "passes/ir/Dialects.h"

using namespace mlir;
using namespace tritonc::ttg;

#define GET_OP_CLASSES
#include "passes/ir/TritonGpuOps.cpp.inc"

void TritonGpuDialect::registerGpuOps() {
  addOperations<
#define GET_OP_LIST
#include "passes/ir/TritonGpuOps.cpp.inc"
      >();
}

LogicalResult ConvertLayoutOp::verify() {
  RankedTensorType src = getSrc().getType(), dst = getType();
  if (src.getShape() != dst.getShape() || src.getElementType() != dst.getElementType())
    return emitOpError() << "makes " << dst << " from " << src;
  if (!layoutOf(src) || !layoutOf(dst))
    return emitOpError("needs a layout on both sides");
  return success();
}

OpFoldResult ConvertLayoutOp::fold(FoldAdaptor adaptor) {
  if (getSrc().getType() == getType())
    return getSrc();
  if (auto splat = dyn_cast_or_null<SplatElementsAttr>(adaptor.getSrc()))
    return SplatElementsAttr::get(getType(), splat.getSplatValue<Attribute>());
  // Only the first and the last layout of a chain matter.
  if (auto before = getSrc().getDefiningOp<ConvertLayoutOp>()) {
    if (before.getSrc().getType() == getType())
      return before.getSrc();
    getSrcMutable().assign(before.getSrc());
    return getResult();
  }
  return {};
}

//===- TritonDialect.cpp - the tt dialect, its types and enumerations -----===//
#include "mlir/IR/DialectImplementation.h"
#include "passes/ir/Dialects.h"
#include "llvm/ADT/TypeSwitch.h"

using namespace mlir;
using namespace tritonc::tt;

#include "passes/ir/TritonDialect.cpp.inc"
#include "passes/ir/TritonEnums.cpp.inc"
#define GET_TYPEDEF_CLASSES
#include "passes/ir/TritonTypes.cpp.inc"

#include "mlir/Transforms/InliningUtils.h"

namespace {
/// Every op of the dialect may be inlined; functions marked noinline are not called through here.
struct TritonInliner : DialectInlinerInterface {
  using DialectInlinerInterface::DialectInlinerInterface;
  bool isLegalToInline(Operation *, Operation *callable, bool) const final {
    // A function with branches may be called within a loop or a combining function, which are single blocks.
    if (callable->getNumRegions() != 1 || !callable->getRegion(0).hasOneBlock())
      return false;
    auto noinlineAttr = callable->getAttrOfType<BoolAttr>("noinline");
    return !noinlineAttr || !noinlineAttr.getValue();
  }
  bool isLegalToInline(Region *, Region *, bool, IRMapping &) const final { return true; }
  bool isLegalToInline(Operation *, Region *, bool, IRMapping &) const final { return true; }
  void handleTerminator(Operation *op, ValueRange valuesToReplace) const final {
    for (auto [from, to] : llvm::zip(valuesToReplace, op->getOperands()))
      from.replaceAllUsesWith(to);
  }
};
} // namespace

void TritonDialect::initialize() {
  addTypes<
#define GET_TYPEDEF_LIST
#include "passes/ir/TritonTypes.cpp.inc"
      >();
  addOperations<
#define GET_OP_LIST
#include "passes/ir/TritonOps.cpp.inc"
      >();
  addInterfaces<TritonInliner>();
}

Operation *TritonDialect::materializeConstant(OpBuilder &builder, Attribute value, Type type, Location loc) {
  if (isa<ub::PoisonAttr>(value))
    return ub::PoisonOp::create(builder, loc, type, cast<ub::PoisonAttr>(value));
  return arith::ConstantOp::materialize(builder, value, type, loc);
}

Type tritonc::tt::basePtrType(Type blockPtr) {
  auto ptr = cast<PtrType>(blockPtr);
  auto block = dyn_cast<RankedTensorType>(ptr.getPointeeType());
  return block ? PtrType::get(block.getElementType()) : blockPtr;
}

//===- Pointers.cpp - addresses, block pointers, descriptors as values ----===//
#include "passes/lower/ElementMap.h"

using namespace mlir;

namespace tritonc::lower {
namespace {

using Args = ArrayRef<Value>;

/// The LLVM type that a step of one element walks over: bool takes a byte.
Type strideType(FunctionLowering &f, Type pointer) {
  auto pointee = cast<tt::PtrType>(getElementTypeOrSelf(pointer)).getPointeeType();
  Type element = f.elementType(pointee);
  return !element || element.isInteger(1) ? f.e.i8Ty() : element;
}

LogicalResult lowerAddPtr(FunctionLowering &f, tt::AddPtrOp op) {
  Type step = strideType(f, op.getType());
  // Offsets are signed; the GEP extends them.
  return mapElements(f, op, [&](Args a) { return f.e.gep(step, a[0], a[1]); });
}

LogicalResult lowerIntToPtr(FunctionLowering &f, tt::IntToPtrOp op) {
  Type type = f.elementType(op.getType());
  return mapElements(f, op, [&](Args a) { return f.e.fromInt(f.e.zextOrTrunc(a[0], 64), type); });
}

LogicalResult lowerPtrToInt(FunctionLowering &f, tt::PtrToIntOp op) {
  Type type = f.elementType(op.getType());
  return mapElements(f, op, [&](Args a) { return f.e.zextOrTrunc(f.e.toInt(a[0]), Emitter::bitsOf(type)); });
}

// A block pointer is the list base, shape..., strides..., offsets... (Lowering.cpp, appendRegisterTypes).
LogicalResult lowerMakeTensorPtr(FunctionLowering &f, tt::MakeTensorPtrOp op) {
  Registers all{f.scalar(op.getBase())};
  llvm::append_range(all, f.flatten(op.getShape()));
  llvm::append_range(all, f.flatten(op.getStrides()));
  llvm::append_range(all, f.flatten(op.getOffsets()));
  f.set(op.getResult(), all);
  return success();
}

LogicalResult lowerAdvance(FunctionLowering &f, tt::AdvanceOp op) {
  Registers all(f.registers(op.getPtr()));
  unsigned rank = op.getOffsets().size();
  for (unsigned i = 0; i < rank; ++i) {
    Value &offset = all[1 + 2 * rank + i];
    offset = f.e.add(offset, f.scalar(op.getOffsets()[i]));
  }
  f.set(op.getResult(), all);
  return success();
}

LogicalResult lowerMakeTensorDesc(FunctionLowering &f, tt::MakeTensorDescOp op) {
  Registers all{f.scalar(op.getBase())};
  for (Value size : op.getShape())
    all.push_back(f.e.sext(f.scalar(size), f.e.i64Ty()));
  llvm::append_range(all, f.flatten(op.getStrides()));
  f.set(op.getResult(), all);
  return success();
}

} // namespace

void addPointerHandlers(HandlerTable &table) {
  table.add<tt::AddPtrOp, lowerAddPtr>();
  table.add<tt::IntToPtrOp, lowerIntToPtr>();
  table.add<tt::PtrToIntOp, lowerPtrToInt>();
  table.add<tt::MakeTensorPtrOp, lowerMakeTensorPtr>();
  table.add<tt::AdvanceOp, lowerAdvance>();
  table.add<tt::MakeTensorDescOp, lowerMakeTensorDesc>();
}

} // namespace tritonc::lower

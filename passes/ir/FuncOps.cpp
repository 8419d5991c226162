//===- FuncOps.cpp - functions, calls, returns, effects of escape hatches -===//
#include "mlir/Interfaces/FunctionImplementation.h"
#include "passes/ir/Dialects.h"

using namespace mlir;
using namespace tritonc::tt;

void FuncOp::build(OpBuilder &builder, OperationState &state, StringRef name, FunctionType type) {
  state.addAttribute(SymbolTable::getSymbolAttrName(), builder.getStringAttr(name));
  state.addAttribute(getFunctionTypeAttrName(state.name), TypeAttr::get(type));
  state.addRegion();
}

ParseResult FuncOp::parse(OpAsmParser &parser, OperationState &result) {
  auto buildType = [](Builder &builder, ArrayRef<Type> inputs, ArrayRef<Type> results,
                      function_interface_impl::VariadicFlag,
                      std::string &) { return builder.getFunctionType(inputs, results); };
  return function_interface_impl::parseFunctionOp(parser, result, /*allowVariadic=*/false,
                                                  getFunctionTypeAttrName(result.name), buildType,
                                                  getArgAttrsAttrName(result.name), getResAttrsAttrName(result.name));
}

void FuncOp::print(OpAsmPrinter &printer) {
  function_interface_impl::printFunctionOp(printer, *this, /*isVariadic=*/false, getFunctionTypeAttrName(),
                                           getArgAttrsAttrName(), getResAttrsAttrName());
}

LogicalResult CallOp::verifySymbolUses(SymbolTableCollection &symbols) {
  auto callee = symbols.lookupNearestSymbolFrom<FuncOp>(*this, getCalleeAttr());
  if (!callee)
    return emitOpError() << "calls '" << getCallee() << "', which is not a function of this module";
  FunctionType type = callee.getFunctionType();
  if (TypeRange(type.getInputs()) != TypeRange(getOperandTypes()))
    return emitOpError() << "passes operands of types (" << getOperandTypes() << ") to a function of type " << type;
  if (TypeRange(type.getResults()) != TypeRange(getResultTypes()))
    return emitOpError() << "expects results of types (" << getResultTypes() << ") from a function of type " << type;
  return success();
}

LogicalResult ReturnOp::verify() {
  auto function = cast<FuncOp>((*this)->getParentOp());
  if (TypeRange(function.getFunctionType().getResults()) != TypeRange(getOperandTypes()))
    return emitOpError() << "returns (" << getOperandTypes() << ") from a function of type "
                         << function.getFunctionType();
  return success();
}

// What a library function or inline assembly may touch is known only from its `pure` flag.
template <typename Op> static void opaqueEffects(Op op, SmallVectorImpl<MemoryEffects::EffectInstance> &effects) {
  if (op.getPure())
    return;
  effects.emplace_back(MemoryEffects::Read::get());
  effects.emplace_back(MemoryEffects::Write::get());
}

void ExternElementwiseOp::getEffects(SmallVectorImpl<MemoryEffects::EffectInstance> &effects) {
  opaqueEffects(*this, effects);
}
void ElementwiseInlineAsmOp::getEffects(SmallVectorImpl<MemoryEffects::EffectInstance> &effects) {
  opaqueEffects(*this, effects);
}
Speculation::Speculatability ExternElementwiseOp::getSpeculatability() {
  return getPure() ? Speculation::Speculatable : Speculation::NotSpeculatable;
}
Speculation::Speculatability ElementwiseInlineAsmOp::getSpeculatability() {
  return getPure() ? Speculation::Speculatable : Speculation::NotSpeculatable;
}

// Printing and asserting are kept in order and never removed.
void PrintOp::getEffects(SmallVectorImpl<MemoryEffects::EffectInstance> &effects) {
  effects.emplace_back(MemoryEffects::Write::get());
}
void AssertOp::getEffects(SmallVectorImpl<MemoryEffects::EffectInstance> &effects) {
  effects.emplace_back(MemoryEffects::Write::get());
}

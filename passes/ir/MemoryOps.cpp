//===- MemoryOps.cpp - loads, stores, atomics, block pointers, descriptors ===//
#include "passes/ir/Dialects.h"

using namespace mlir;
using namespace tritonc::tt;

namespace {
using Effects = SmallVectorImpl<MemoryEffects::EffectInstance>;

void reads(Effects &effects) { effects.emplace_back(MemoryEffects::Read::get(), GlobalMemory::get()); }
void writes(Effects &effects) { effects.emplace_back(MemoryEffects::Write::get(), GlobalMemory::get()); }

/// `i1` in the shape and layout of `type`, which is a scalar or a tensor.
Type maskTypeOf(Type type) {
  auto i1 = IntegerType::get(type.getContext(), 1);
  if (auto tensor = dyn_cast<RankedTensorType>(type))
    return RankedTensorType::get(tensor.getShape(), i1, tensor.getEncoding());
  return i1;
}

LogicalResult verifyAccess(Operation *op, Type ptr, Type value, Type mask, Type other,
                           ArrayRef<int32_t> boundaryCheck) {
  Type loaded = LoadOp::getLoadedType(ptr);
  if (!loaded)
    return op->emitOpError() << "accesses memory through " << ptr << ", which is no pointer";
  if (value != loaded)
    return op->emitOpError() << "has value type " << value << ", but its pointer gives " << loaded;
  if (mask && mask != maskTypeOf(loaded))
    return op->emitOpError() << "has mask type " << mask << ", expected " << maskTypeOf(loaded);
  if (other && other != loaded)
    return op->emitOpError() << "has other type " << other << ", expected " << loaded;
  auto scalarPtr = dyn_cast<PtrType>(ptr);
  auto block = scalarPtr ? dyn_cast<RankedTensorType>(scalarPtr.getPointeeType()) : RankedTensorType();
  if (!block && !boundaryCheck.empty())
    return op->emitOpError() << "has a boundaryCheck, which needs a block pointer";
  if (block && (mask || other))
    return op->emitOpError() << "has a mask, which a block pointer does not take";
  for (int32_t dim : boundaryCheck)
    if (dim < 0 || dim >= block.getRank())
      return op->emitOpError() << "checks dimension " << dim << " of a block of rank " << block.getRank();
  return success();
}

template <typename EnumAttr, typename Enum>
ParseResult parseEnum(OpAsmParser &parser, OperationState &result, StringRef attrName,
                      std::optional<Enum> (*symbolize)(StringRef)) {
  StringRef keyword;
  SMLoc loc = parser.getCurrentLocation();
  if (parser.parseEqual() || parser.parseKeyword(&keyword))
    return failure();
  auto value = symbolize(keyword);
  if (!value)
    return parser.emitError(loc) << "unknown " << attrName << " '" << keyword << "'";
  result.addAttribute(attrName, EnumAttr::get(parser.getContext(), *value));
  return success();
}

/// Parses the tail that loads and stores share: cache and eviction keywords, attributes, `:` and the pointer's type.
ParseResult parseAccessTail(OpAsmParser &parser, OperationState &result, Type &ptrType) {
  while (true) {
    if (succeeded(parser.parseOptionalKeyword("cacheModifier"))) {
      if (parseEnum<CacheModifierAttr>(parser, result, "cache", symbolizeCacheModifier))
        return failure();
    } else if (succeeded(parser.parseOptionalKeyword("evictionPolicy"))) {
      if (parseEnum<EvictionPolicyAttr>(parser, result, "evict", symbolizeEvictionPolicy))
        return failure();
    } else {
      break;
    }
  }
  if (parser.parseOptionalAttrDict(result.attributes))
    return failure();
  // TTIR prints `padding = 1 : i32`; the attribute is kept as an enumeration.
  if (auto padding = dyn_cast_or_null<IntegerAttr>(result.attributes.get("padding")))
    if (auto option = symbolizePaddingOption(static_cast<uint32_t>(padding.getInt())))
      result.attributes.set("padding", PaddingOptionAttr::get(parser.getContext(), *option));
  return parser.parseColonType(ptrType);
}

void printAccessTail(OpAsmPrinter &printer, Operation *op, CacheModifier cache, EvictionPolicy evict, Type ptrType) {
  if (cache != CacheModifier::None)
    printer << " cacheModifier = " << stringifyCacheModifier(cache);
  if (evict != EvictionPolicy::Normal)
    printer << " evictionPolicy = " << stringifyEvictionPolicy(evict);
  SmallVector<StringRef> elided{"cache", "evict", "operandSegmentSizes"};
  if (auto check = op->getAttrOfType<DenseI32ArrayAttr>("boundaryCheck"); check && check.empty())
    elided.push_back("boundaryCheck");
  if (auto isVolatile = op->getAttrOfType<BoolAttr>("isVolatile"); isVolatile && !isVolatile.getValue())
    elided.push_back("isVolatile");
  SmallVector<NamedAttribute> attrs(op->getAttrs());
  for (NamedAttribute &attr : attrs)
    if (auto padding = dyn_cast<PaddingOptionAttr>(attr.getValue()))
      attr.setValue(IntegerAttr::get(IntegerType::get(op->getContext(), 32), static_cast<int32_t>(padding.getValue())));
  printer.printOptionalAttrDict(attrs, elided);
  printer << " : " << ptrType;
}
} // namespace

//===----------------------------------------------------------------------===//
// Load
//===----------------------------------------------------------------------===//

Type LoadOp::getLoadedType(Type ptr) {
  if (auto tensor = dyn_cast<RankedTensorType>(ptr)) {
    auto element = dyn_cast<PtrType>(tensor.getElementType());
    return element ? RankedTensorType::get(tensor.getShape(), element.getPointeeType(), tensor.getEncoding()) : Type();
  }
  auto scalar = dyn_cast<PtrType>(ptr);
  return scalar ? scalar.getPointeeType() : Type();
}

void LoadOp::build(OpBuilder &builder, OperationState &state, Value ptr, Value mask, Value other) {
  build(builder, state, getLoadedType(ptr.getType()), ptr, mask, other, ArrayRef<int32_t>{}, PaddingOptionAttr(),
        CacheModifier::None, EvictionPolicy::Normal, false);
}

ParseResult LoadOp::parse(OpAsmParser &parser, OperationState &result) {
  SmallVector<OpAsmParser::UnresolvedOperand, 3> operands;
  Type ptrType;
  SMLoc loc = parser.getCurrentLocation();
  if (parser.parseOperandList(operands) || parseAccessTail(parser, result, ptrType))
    return failure();
  Type loaded = getLoadedType(ptrType);
  if (!loaded)
    return parser.emitError(loc) << "expected a pointer type, got " << ptrType;
  if (operands.empty() || operands.size() > 3)
    return parser.emitError(loc, "expected a pointer, an optional mask and an optional other");
  SmallVector<Type, 3> types{ptrType, maskTypeOf(loaded), loaded};
  types.resize(operands.size());
  if (parser.resolveOperands(operands, types, loc, result.operands))
    return failure();
  result.addTypes(loaded);
  int count = operands.size();
  result.addAttribute(getOperandSegmentSizeAttr(),
                      parser.getBuilder().getDenseI32ArrayAttr({1, count > 1 ? 1 : 0, count > 2 ? 1 : 0}));
  return success();
}

void LoadOp::print(OpAsmPrinter &printer) {
  printer << " " << getOperands();
  printAccessTail(printer, *this, getCache(), getEvict(), getPtr().getType());
}

LogicalResult LoadOp::verify() {
  if (getOther() && !getMask())
    return emitOpError("has other without a mask");
  return verifyAccess(*this, getPtr().getType(), getType(), getMask() ? getMask().getType() : Type(),
                      getOther() ? getOther().getType() : Type(), getBoundaryCheck());
}

void LoadOp::getEffects(Effects &effects) {
  reads(effects);
  if (getIsVolatile())
    writes(effects);
}

//===----------------------------------------------------------------------===//
// Store
//===----------------------------------------------------------------------===//

ParseResult StoreOp::parse(OpAsmParser &parser, OperationState &result) {
  SmallVector<OpAsmParser::UnresolvedOperand, 3> operands;
  Type ptrType;
  SMLoc loc = parser.getCurrentLocation();
  if (parser.parseOperandList(operands) || parseAccessTail(parser, result, ptrType))
    return failure();
  Type stored = LoadOp::getLoadedType(ptrType);
  if (!stored)
    return parser.emitError(loc) << "expected a pointer type, got " << ptrType;
  if (operands.size() < 2 || operands.size() > 3)
    return parser.emitError(loc, "expected a pointer, a value and an optional mask");
  SmallVector<Type, 3> types{ptrType, stored, maskTypeOf(stored)};
  types.resize(operands.size());
  return parser.resolveOperands(operands, types, loc, result.operands);
}

void StoreOp::print(OpAsmPrinter &printer) {
  printer << " " << getOperands();
  printAccessTail(printer, *this, getCache(), getEvict(), getPtr().getType());
}

LogicalResult StoreOp::verify() {
  return verifyAccess(*this, getPtr().getType(), getValue().getType(), getMask() ? getMask().getType() : Type(), Type(),
                      getBoundaryCheck());
}

void StoreOp::getEffects(Effects &effects) { writes(effects); }

//===----------------------------------------------------------------------===//
// Atomics
//===----------------------------------------------------------------------===//

LogicalResult AtomicRMWOp::verify() {
  if (failed(verifyAccess(*this, getPtr().getType(), getVal().getType(), getMask() ? getMask().getType() : Type(),
                          Type(), {})))
    return failure();
  if (getType() != getVal().getType())
    return emitOpError() << "gives " << getType() << " for operands of type " << getVal().getType();
  bool isFloat = isa<FloatType>(getElementTypeOrSelf(getType()));
  RMWOp kind = getAtomicRmwOp();
  if (isFloat != (kind == RMWOp::FAdd) && kind != RMWOp::Xchg)
    return emitOpError() << "'" << stringifyRMWOp(kind) << "' does not apply to " << getElementTypeOrSelf(getType());
  return success();
}

void AtomicRMWOp::getEffects(Effects &effects) {
  reads(effects);
  writes(effects);
}

LogicalResult AtomicCASOp::verify() {
  if (getCmp().getType() != getVal().getType() || getType() != getVal().getType())
    return emitOpError("compares, stores and returns values of different types");
  return verifyAccess(*this, getPtr().getType(), getVal().getType(), Type(), Type(), {});
}

void AtomicCASOp::getEffects(Effects &effects) {
  reads(effects);
  writes(effects);
}

//===----------------------------------------------------------------------===//
// Block pointers and descriptors
//===----------------------------------------------------------------------===//

LogicalResult MakeTensorPtrOp::verify() {
  auto block = dyn_cast<RankedTensorType>(getType().getPointeeType());
  if (!block)
    return emitOpError() << "makes " << getType() << ", which is no block pointer";
  if (static_cast<size_t>(block.getRank()) != getShape().size() || getOrder().size() != getShape().size())
    return emitOpError() << "has " << getShape().size() << " dimensions for a block of rank " << block.getRank();
  return success();
}

void DescriptorLoadOp::getEffects(Effects &effects) { reads(effects); }
void DescriptorGatherOp::getEffects(Effects &effects) { reads(effects); }
void DescriptorStoreOp::getEffects(Effects &effects) { writes(effects); }
void DescriptorScatterOp::getEffects(Effects &effects) { writes(effects); }
void DescriptorReduceOp::getEffects(Effects &effects) {
  reads(effects);
  writes(effects);
}

//===- Sanitize.cpp - accesses and values shown to the launcher -----------===//
//
// What is wrong with an access cannot be known here: how long the caller's buffers are, what other programs wrote. So
// the code only tells: with -fsanitize each strip of lanes that is about to touch memory calls a function of the
// launcher, with the addresses, and takes back which of the lanes may go on; values that just became NaN are told in
// the same way. docs/cpu-checks.md has the interface, runtime/cpu/Sanitizer.cpp the other side. Vector code stays
// vector code, but each strip pays for a call.
//
//===----------------------------------------------------------------------===//
#include "backend/cpu/Emitter.h"

using namespace mlir;

namespace tritonc::cpu {

/// The kernel's parameter that `ptr` was computed from; -1: none, or not known.
static int parameterOf(Value ptr, tt::FuncOp func) {
  llvm::DenseSet<Value> seen;
  while (seen.insert(ptr).second) {
    if (auto argument = dyn_cast<BlockArgument>(ptr)) {
      Operation *parent = argument.getOwner()->getParentOp();
      if (auto loop = dyn_cast<scf::ForOp>(parent)) {
        if (argument == loop.getInductionVar())
          return -1;
        ptr = loop.getTiedLoopInit(argument)->get();
        continue;
      }
      if (parent != func || !argument.getOwner()->isEntryBlock())
        return -1;
      // A descriptor's base, sizes and strides are one parameter.
      int parameter = 0;
      for (unsigned i = 0; i < argument.getArgNumber(); ++parameter) {
        auto rank = func.getArgAttrOfType<IntegerAttr>(i, "tt.descriptor");
        i += rank ? 1 + 2 * rank.getInt() : 1;
      }
      return parameter;
    }
    Operation *op = ptr.getDefiningOp();
    if (auto loop = dyn_cast<scf::ForOp>(op))
      ptr = loop.getInitArgs()[cast<OpResult>(ptr).getResultNumber()];
    else if (isa<tt::AddPtrOp, tt::SplatOp, tt::BitcastOp>(op) || (isView(op) && op->getNumOperands() == 1))
      ptr = op->getOperand(0);
    else
      return -1;
  }
  return -1;
}

llvm::Constant *Emitter::text(llvm::StringRef content) {
  return content.empty() ? llvm::ConstantPointerNull::get(b.getPtrTy())
                         : llvm::cast<llvm::Constant>(b.CreateGlobalString(content, "text", 0, &module));
}

/// { const char *file; int32_t line, column, kind, bytes, parameter, rank; const int64_t *shape; const char *operation;
/// }
llvm::Constant *Emitter::siteOf(Operation *op, SiteKind kind, int64_t bytes, int parameter, ArrayRef<int64_t> shape) {
  FileLineColLoc loc = sourceOf(op->getLoc());
  auto i32 = [&](int64_t value) { return b.getInt32(value); };
  llvm::Constant *sizes = llvm::ConstantPointerNull::get(b.getPtrTy());
  if (!shape.empty()) {
    llvm::Constant *list = llvm::ConstantDataArray::get(
        ctx, ArrayRef<uint64_t>(reinterpret_cast<const uint64_t *>(shape.data()), shape.size()));
    sizes = new llvm::GlobalVariable(module, list->getType(), true, llvm::GlobalValue::PrivateLinkage, list, "shape");
  }
  llvm::Constant *site = llvm::ConstantStruct::getAnon(
      ctx, {text(loc ? loc.getFilename().getValue() : ""), i32(loc ? loc.getLine() : 0), i32(loc ? loc.getColumn() : 0),
            i32(static_cast<int>(kind)), i32(bytes), i32(parameter), i32(shape.size()), sizes, text(spellingOf(op))});
  return new llvm::GlobalVariable(module, site->getType(), true, llvm::GlobalValue::PrivateLinkage, site, "site");
}

llvm::Value *Emitter::sanitizer(unsigned member) {
  std::string name = func.getName().str() + "__sanitizer";
  llvm::GlobalVariable *hooks = module.getGlobalVariable(name);
  if (!hooks)
    hooks = new llvm::GlobalVariable(module, b.getPtrTy(), false, llvm::GlobalValue::ExternalLinkage,
                                     llvm::ConstantPointerNull::get(b.getPtrTy()), name);
  llvm::Value *table = b.CreateLoad(b.getPtrTy(), hooks);
  return member == ~0u ? table : b.CreateLoad(b.getPtrTy(), b.CreateConstGEP1_64(b.getPtrTy(), table, member));
}

std::pair<llvm::Value *, llvm::Value *> Emitter::elementIndex(const Strip &strip) {
  llvm::Value *index = i64(0), *step = i64(0);
  int64_t stride = 1;
  for (int d = static_cast<int>(strip.at.size()) - 1; d >= 0; --d) {
    const Coord &coord = strip.at[d];
    if (coord.kind == Coord::Running)
      step = i64(stride);
    if (coord.kind != Coord::Vector)
      index = b.CreateAdd(index, b.CreateMul(coord.value, i64(stride)));
    stride *= strip.shape[d];
  }
  return {index, step};
}

llvm::Value *Emitter::checkAccess(Operation *op, SiteKind kind, llvm::Value *ptr, llvm::Value *mask, Strip &strip) {
  if (!(sanitize & (kBounds | kRaces | kUninitialized)))
    return mask;
  int lanes = strip.lanes;
  Value pointer = op->getOperand(0);
  auto type = cast<tt::PtrType>(getElementTypeOrSelf(pointer.getType()));
  int64_t bytes = memoryBytes(type.getPointeeType());
  llvm::Constant *site = siteOf(op, kind, bytes, parameterOf(pointer, func), shapeOf(pointer));
  llvm::Type *addressType = vectorOf(b.getInt64Ty(), lanes), *activeType = vectorOf(b.getInt8Ty(), lanes);
  llvm::AllocaInst *addresses = entryAlloca(addressType, "addresses"), *active = entryAlloca(activeType, "active");
  b.CreateStore(b.CreatePtrToInt(widenTo(ptr, lanes), addressType), addresses);
  b.CreateStore(b.CreateZExt(widenTo(mask, lanes), activeType), active);
  emitIf(b.CreateIsNotNull(sanitizer(~0u)), [&] {
    auto [index, step] = elementIndex(strip);
    llvm::Type *i64Type = b.getInt64Ty();
    auto *signature = llvm::FunctionType::get(
        b.getVoidTy(),
        {b.getPtrTy(), b.getPtrTy(), b.getPtrTy(), b.getPtrTy(), b.getInt32Ty(), i64Type, i64Type, i64Type, i64Type},
        false);
    b.CreateCall(signature, sanitizer(1),
                 {sanitizer(0), site, addresses, active, b.getInt32(lanes), index, step,
                  b.CreateLoad(i64Type, execution), programIndex});
  });
  llvm::Value *left = b.CreateLoad(activeType, active);
  return b.CreateICmpNE(left, llvm::Constant::getNullValue(activeType));
}

void Emitter::countExecution() {
  if (sanitize)
    b.CreateStore(b.CreateAdd(b.CreateLoad(b.getInt64Ty(), execution), i64(1)), execution);
}

void Emitter::checkNaN(Operation *op, ArrayRef<llvm::Value *> operands, ArrayRef<llvm::Value *> results) {
  if (!(sanitize & kNaN) || isa<arith::SelectOp>(op) || op->hasTrait<OpTrait::ConstantLike>())
    return;
  auto isNaN = [&](llvm::Value *value, Type type) -> llvm::Value * {
    if (!isa<FloatType>(getElementTypeOrSelf(type)))
      return nullptr;
    value = toFloat(value, getElementTypeOrSelf(type));
    return b.CreateFCmpUNO(value, value);
  };
  for (auto [result, value] : llvm::zip(op->getResults(), results)) {
    llvm::Value *made = isNaN(value, result.getType());
    if (!made)
      continue;
    int lanes = lanesOf(made);
    for (auto [operand, given] : llvm::zip(op->getOperands(), operands))
      if (llvm::Value *had = isNaN(given, operand.getType()); had && lanesOf(had) <= lanes)
        made = b.CreateAnd(made, b.CreateNot(widenTo(had, lanes)));
    llvm::Value *bits = lanes == 1 ? b.CreateZExt(made, b.getInt64Ty())
                                   : b.CreateZExt(b.CreateBitCast(made, b.getIntNTy(lanes)), b.getInt64Ty());
    llvm::Value *index = i64(0), *step = i64(0);
    ArrayRef<int64_t> shape;
    // Values at other coordinates than the strip's own are told without a place.
    if (currentStrip && shapeOf(result) == currentStrip->shape && lanes == currentStrip->lanes) {
      shape = currentStrip->shape;
      std::tie(index, step) = elementIndex(*currentStrip);
    }
    llvm::Value *lane = b.CreateBinaryIntrinsic(llvm::Intrinsic::cttz, bits, b.getFalse());
    index = b.CreateAdd(index, b.CreateMul(lane, step));
    reportNaN(op, b.CreateICmpNE(bits, i64(0)), index, shape);
  }
}

void Emitter::reportNaN(Operation *op, llvm::Value *found, llvm::Value *index, ArrayRef<int64_t> shape) {
  emitIf(b.CreateAnd(found, b.CreateIsNotNull(sanitizer(~0u))), [&] {
    auto *signature =
        llvm::FunctionType::get(b.getVoidTy(), {b.getPtrTy(), b.getPtrTy(), b.getInt64Ty(), b.getInt64Ty()}, false);
    b.CreateCall(signature, sanitizer(2),
                 {sanitizer(0), siteOf(op, SiteKind::Value, 0, -1, shape), index, programIndex});
  });
}

llvm::Value *Emitter::anyNaN(ArrayRef<Value> values) {
  llvm::AllocaInst *found = entryAlloca(b.getInt1Ty(), "nan");
  b.CreateStore(b.getFalse(), found);
  for (Value value : values) {
    auto type = cast<RankedTensorType>(value.getType());
    if (!isa<FloatType>(type.getElementType()))
      continue;
    forEachStrip(type.getShape(), 16, [&](Strip &strip) {
      llvm::Value *x = toFloat(evaluate(value, strip), type.getElementType()), *isNaN = b.CreateFCmpUNO(x, x);
      if (lanesOf(isNaN) > 1)
        isNaN = b.CreateOrReduce(isNaN);
      b.CreateStore(b.CreateOr(b.CreateLoad(b.getInt1Ty(), found), isNaN), found);
    });
  }
  return b.CreateLoad(b.getInt1Ty(), found);
}

} // namespace tritonc::cpu

//===- Emitter.cpp - short spellings for LLVM-dialect ops -----------------===//
#include "passes/lower/Emitter.h"
#include "llvm/Support/xxhash.h"

using namespace mlir;

namespace tritonc::lower {

using LLVM::FastmathFlags;

Emitter::Emitter(LLVM::LLVMFuncOp function)
    : builder(function.getContext()), func(function), loc(function.getLoc()), prologue(&function.getBody().front()) {
  Block *body = new Block;
  func.getBody().push_back(body);
  builder.setInsertionPointToEnd(prologue);
  LLVM::BrOp::create(builder, loc, ValueRange{}, body);
  builder.setInsertionPointToEnd(body);
}

unsigned Emitter::bitsOf(Type type) {
  if (auto pointer = dyn_cast<LLVM::LLVMPointerType>(type))
    return pointer.getAddressSpace() == 3 || pointer.getAddressSpace() == 5 ? 32 : 64;
  if (auto vector = dyn_cast<VectorType>(type))
    return vector.getNumElements() * bitsOf(vector.getElementType());
  return type.getIntOrFloatBitWidth();
}

//===----------------------------------------------------------------------===//
// Constants
//===----------------------------------------------------------------------===//

Value Emitter::cachedConstant(Type type, Attribute value) {
  Value &slot = constants[{type, value}];
  if (!slot) {
    OpBuilder::InsertionGuard guard(builder);
    builder.setInsertionPointToStart(prologue);
    slot = LLVM::ConstantOp::create(builder, func.getLoc(), type, value);
  }
  return slot;
}

Value Emitter::constant(Type type, int64_t value) {
  return constant(type, APInt(bitsOf(type), static_cast<uint64_t>(value), /*isSigned=*/true, /*implicitTrunc=*/true));
}

Value Emitter::constant(Type type, const APInt &value) { return cachedConstant(type, IntegerAttr::get(type, value)); }

Value Emitter::constant(Type type, const APFloat &value) { return cachedConstant(type, FloatAttr::get(type, value)); }

Value Emitter::fconstant(Type type, double value) {
  APFloat v(value);
  bool losesInfo;
  v.convert(cast<FloatType>(type).getFloatSemantics(), APFloat::rmNearestTiesToEven, &losesInfo);
  return constant(type, v);
}

Value Emitter::zero(Type type) {
  if (isa<IntegerType>(type))
    return constant(type, 0);
  if (isa<FloatType>(type))
    return fconstant(type, 0.0);
  OpBuilder::InsertionGuard guard(builder);
  builder.setInsertionPointToStart(prologue);
  return LLVM::ZeroOp::create(builder, func.getLoc(), type);
}

Value Emitter::undef(Type type) {
  Value &slot = undefs[type];
  if (!slot) {
    OpBuilder::InsertionGuard guard(builder);
    builder.setInsertionPointToStart(prologue);
    slot = LLVM::UndefOp::create(builder, func.getLoc(), type);
  }
  return slot;
}

Value Emitter::poison(Type type) {
  OpBuilder::InsertionGuard guard(builder);
  builder.setInsertionPointToStart(prologue);
  return LLVM::PoisonOp::create(builder, func.getLoc(), type);
}

std::optional<APInt> Emitter::constantInt(Value v) {
  if (auto op = v.getDefiningOp<LLVM::ConstantOp>())
    if (auto attr = dyn_cast<IntegerAttr>(op.getValue()))
      return attr.getValue();
  return std::nullopt;
}

//===----------------------------------------------------------------------===//
// Integers
//===----------------------------------------------------------------------===//

// Both operands constant: the result of `f`.
template <typename F> static std::optional<APInt> foldBoth(Value a, Value b, F f) {
  auto x = Emitter::constantInt(a);
  auto y = x ? Emitter::constantInt(b) : std::nullopt;
  return y ? std::optional<APInt>(f(*x, *y)) : std::nullopt;
}
static bool isZero(Value v) {
  auto c = Emitter::constantInt(v);
  return c && c->isZero();
}
static bool isOne(Value v) {
  auto c = Emitter::constantInt(v);
  return c && c->isOne();
}
static bool isAllOnes(Value v) {
  auto c = Emitter::constantInt(v);
  return c && c->isAllOnes();
}

Value Emitter::add(Value a, Value b) {
  if (auto c = foldBoth(a, b, [](APInt x, APInt y) { return x + y; }))
    return constant(a.getType(), *c);
  if (isZero(a))
    return b;
  if (isZero(b))
    return a;
  return make<LLVM::AddOp>(a, b);
}

Value Emitter::sub(Value a, Value b) {
  if (auto c = foldBoth(a, b, [](APInt x, APInt y) { return x - y; }))
    return constant(a.getType(), *c);
  if (isZero(b))
    return a;
  return make<LLVM::SubOp>(a, b);
}

Value Emitter::mul(Value a, Value b) {
  if (auto c = foldBoth(a, b, [](APInt x, APInt y) { return x * y; }))
    return constant(a.getType(), *c);
  if (isZero(a) || isOne(b))
    return a;
  if (isZero(b) || isOne(a))
    return b;
  return make<LLVM::MulOp>(a, b);
}

Value Emitter::udiv(Value a, Value b) {
  if (isOne(b))
    return a;
  if (auto c = constantInt(b); c && c->isPowerOf2())
    return lshr(a, c->logBase2());
  return make<LLVM::UDivOp>(a, b);
}

Value Emitter::urem(Value a, Value b) {
  if (auto c = constantInt(b); c && c->isPowerOf2())
    return and_(a, constant(a.getType(), *c - 1));
  return make<LLVM::URemOp>(a, b);
}

Value Emitter::and_(Value a, Value b) {
  if (auto c = foldBoth(a, b, [](APInt x, APInt y) { return x & y; }))
    return constant(a.getType(), *c);
  if (a == b || isZero(a) || isAllOnes(b))
    return a;
  if (isZero(b) || isAllOnes(a))
    return b;
  return make<LLVM::AndOp>(a, b);
}

Value Emitter::or_(Value a, Value b, bool disjoint) {
  if (auto c = foldBoth(a, b, [](APInt x, APInt y) { return x | y; }))
    return constant(a.getType(), *c);
  if (a == b || isZero(b) || isAllOnes(a))
    return a;
  if (isZero(a) || isAllOnes(b))
    return b;
  return make<LLVM::OrOp>(a, b, disjoint);
}

Value Emitter::xor_(Value a, Value b) {
  if (auto c = foldBoth(a, b, [](APInt x, APInt y) { return x ^ y; }))
    return constant(a.getType(), *c);
  if (a == b)
    return zero(a.getType());
  if (isZero(a))
    return b;
  if (isZero(b))
    return a;
  return make<LLVM::XOrOp>(a, b);
}

Value Emitter::not_(Value a) { return xor_(a, constant(a.getType(), -1)); }

Value Emitter::shl(Value a, Value b) {
  if (auto c = foldBoth(a, b, [](APInt x, APInt y) { return x.shl(y); }))
    return constant(a.getType(), *c);
  return isZero(b) || isZero(a) ? a : make<LLVM::ShlOp>(a, b);
}

Value Emitter::lshr(Value a, Value b) {
  if (auto c = foldBoth(a, b, [](APInt x, APInt y) { return x.lshr(y); }))
    return constant(a.getType(), *c);
  return isZero(b) || isZero(a) ? a : make<LLVM::LShrOp>(a, b);
}

Value Emitter::ashr(Value a, Value b) {
  if (auto c = foldBoth(a, b, [](APInt x, APInt y) { return x.ashr(y); }))
    return constant(a.getType(), *c);
  return isZero(b) || isZero(a) ? a : make<LLVM::AShrOp>(a, b);
}

Value Emitter::icmp(LLVM::ICmpPredicate predicate, Value a, Value b) { return make<LLVM::ICmpOp>(predicate, a, b); }

Value Emitter::select(Value condition, Value a, Value b) {
  if (a == b)
    return a;
  if (auto c = constantInt(condition))
    return c->isZero() ? b : a;
  return make<LLVM::SelectOp>(condition, a, b);
}

Value Emitter::sext(Value v, Type type) {
  if (v.getType() == type)
    return v;
  if (auto c = constantInt(v))
    return constant(type, c->sext(bitsOf(type)));
  return make<LLVM::SExtOp>(type, v);
}

Value Emitter::zext(Value v, Type type) {
  if (v.getType() == type)
    return v;
  if (auto c = constantInt(v))
    return constant(type, c->zext(bitsOf(type)));
  return make<LLVM::ZExtOp>(type, v);
}

Value Emitter::trunc(Value v, Type type) {
  if (v.getType() == type)
    return v;
  if (auto c = constantInt(v))
    return constant(type, c->trunc(bitsOf(type)));
  return make<LLVM::TruncOp>(type, v);
}

Value Emitter::zextOrTrunc(Value v, unsigned bits) {
  unsigned from = bitsOf(v.getType());
  if (from == bits)
    return v;
  return from < bits ? zext(v, intTy(bits)) : trunc(v, intTy(bits));
}

Value Emitter::bitcast(Value v, Type type) {
  if (v.getType() == type)
    return v;
  if (auto cast = v.getDefiningOp<LLVM::BitcastOp>())
    return bitcast(cast.getArg(), type);
  if (auto c = constantInt(v)) {
    if (isa<IntegerType>(type))
      return constant(type, *c);
    if (auto floatType = dyn_cast<FloatType>(type))
      return constant(type, APFloat(floatType.getFloatSemantics(), *c));
  }
  if (auto op = v.getDefiningOp<LLVM::ConstantOp>(); op && isa<IntegerType>(type))
    if (auto attr = dyn_cast<FloatAttr>(op.getValue()))
      return constant(type, attr.getValue().bitcastToAPInt());
  return make<LLVM::BitcastOp>(type, v);
}

Value Emitter::toInt(Value v) {
  Type type = v.getType();
  if (isa<IntegerType>(type))
    return v;
  Type intType = intTy(bitsOf(type));
  if (isa<LLVM::LLVMPointerType>(type))
    return make<LLVM::PtrToIntOp>(intType, v);
  return bitcast(v, intType);
}

Value Emitter::fromInt(Value v, Type type) {
  if (isa<LLVM::LLVMPointerType>(type))
    return make<LLVM::IntToPtrOp>(type, v);
  return bitcast(v, type);
}

//===----------------------------------------------------------------------===//
// Floats
//===----------------------------------------------------------------------===//

Value Emitter::fadd(Value a, Value b) { return make<LLVM::FAddOp>(a, b, FastmathFlags::contract); }
Value Emitter::fsub(Value a, Value b) { return make<LLVM::FSubOp>(a, b, FastmathFlags::contract); }
Value Emitter::fmul(Value a, Value b) { return make<LLVM::FMulOp>(a, b, FastmathFlags::contract); }
Value Emitter::fdiv(Value a, Value b) { return make<LLVM::FDivOp>(a, b); }
Value Emitter::fneg(Value a) { return make<LLVM::FNegOp>(a); }
Value Emitter::fma(Value a, Value b, Value c) { return intrinsic("llvm.fma", a.getType(), {a, b, c}); }
Value Emitter::fcmp(LLVM::FCmpPredicate predicate, Value a, Value b) { return make<LLVM::FCmpOp>(predicate, a, b); }
Value Emitter::fpext(Value v, Type type) { return v.getType() == type ? v : make<LLVM::FPExtOp>(type, v); }
Value Emitter::fptrunc(Value v, Type type) { return v.getType() == type ? v : make<LLVM::FPTruncOp>(type, v); }

//===----------------------------------------------------------------------===//
// Vectors and structs
//===----------------------------------------------------------------------===//

Value Emitter::insertElement(Value vector, Value v, unsigned i) {
  return make<LLVM::InsertElementOp>(vector, v, i32(i));
}
Value Emitter::extractElement(Value vector, unsigned i) { return make<LLVM::ExtractElementOp>(vector, i32(i)); }
Value Emitter::extractValue(Value aggregate, unsigned i) { return make<LLVM::ExtractValueOp>(aggregate, i); }
Value Emitter::insertValue(Value aggregate, Value v, unsigned i) {
  return make<LLVM::InsertValueOp>(aggregate, v, static_cast<int64_t>(i));
}

/// The vector whose elements the values are, all of them in order; null if there is none.
static Value unpackedFrom(ArrayRef<Value> values) {
  Value vector;
  for (auto [i, v] : llvm::enumerate(values)) {
    auto element = v.getDefiningOp<LLVM::ExtractElementOp>();
    if (!element || (vector && element.getVector() != vector))
      return {};
    vector = element.getVector();
    std::optional<APInt> place = Emitter::constantInt(element.getPosition());
    if (!place || *place != i)
      return {};
  }
  return cast<VectorType>(vector.getType()).getNumElements() == int64_t(values.size()) ? vector : Value();
}

Value Emitter::pack(ArrayRef<Value> values) {
  if (values.size() == 1)
    return values.front();
  if (Value whole = unpackedFrom(values))
    return whole;
  ArrayRef<Value> front = values.take_front(values.size() / 2), back = values.drop_front(values.size() / 2);
  if (front.size() == back.size() && front.size() > 1)
    if (Value low = unpackedFrom(front), high = unpackedFrom(back); low && high)
      return make<LLVM::ShuffleVectorOp>(low, high, llvm::to_vector(llvm::seq<int32_t>(0, int32_t(values.size()))));
  Value vector = poison(vecTy(values.front().getType(), values.size()));
  for (auto [i, v] : llvm::enumerate(values))
    vector = insertElement(vector, v, i);
  return vector;
}

SmallVector<Value> Emitter::unpack(Value vector) {
  auto type = dyn_cast<VectorType>(vector.getType());
  if (!type)
    return {vector};
  SmallVector<Value> values;
  for (int64_t i = 0; i < type.getNumElements(); ++i)
    values.push_back(extractElement(vector, i));
  return values;
}

//===----------------------------------------------------------------------===//
// Memory
//===----------------------------------------------------------------------===//

Value Emitter::gep(Type element, Value base, Value index, bool inbounds) {
  if (isZero(index))
    return base;
  auto flags = inbounds ? LLVM::GEPNoWrapFlags::inbounds : LLVM::GEPNoWrapFlags::none;
  if (auto c = constantInt(index); c && c->isSignedIntN(31))
    return make<LLVM::GEPOp>(base.getType(), element, base,
                             ArrayRef<LLVM::GEPArg>{static_cast<int32_t>(c->getSExtValue())}, flags);
  return make<LLVM::GEPOp>(base.getType(), element, base, ArrayRef<LLVM::GEPArg>{index}, flags);
}

Value Emitter::byteOffset(Value base, int64_t bytes) { return gep(i8Ty(), base, i64(bytes)); }

Value Emitter::load(Type type, Value ptr, unsigned align, bool isVolatile, bool nontemporal) {
  return make<LLVM::LoadOp>(type, ptr, align, isVolatile, nontemporal);
}

void Emitter::store(Value v, Value ptr, unsigned align, bool isVolatile, bool nontemporal) {
  LLVM::StoreOp::create(builder, loc, v, ptr, align, isVolatile, nontemporal);
}

//===----------------------------------------------------------------------===//
// Calls
//===----------------------------------------------------------------------===//

Value Emitter::intrinsic(StringRef name, Type result, ValueRange args, bool contract) {
  auto nameAttr = builder.getStringAttr(name);
  if (!result) {
    LLVM::CallIntrinsicOp::create(builder, loc, nameAttr, args);
    return {};
  }
  if (contract)
    return LLVM::CallIntrinsicOp::create(builder, loc, TypeRange(result), nameAttr, args,
                                         LLVM::FastmathFlagsAttr::get(context(), FastmathFlags::contract))
        ->getResult(0);
  return LLVM::CallIntrinsicOp::create(builder, loc, result, nameAttr, args)->getResult(0);
}

Value Emitter::inlineAsm(StringRef text, StringRef constraints, Type result, ValueRange args, bool sideEffects) {
  auto op = LLVM::InlineAsmOp::create(builder, loc, result ? TypeRange(result) : TypeRange(), args, text, constraints,
                                      sideEffects, /*is_align_stack=*/false, LLVM::tailcallkind::TailCallKind::None,
                                      LLVM::AsmDialectAttr(), ArrayAttr());
  return result ? op->getResult(0) : Value();
}

Value Emitter::callExternal(StringRef name, Type result, ValueRange args, bool pure) {
  auto module = func->getParentOfType<ModuleOp>();
  auto callee = module.lookupSymbol<LLVM::LLVMFuncOp>(name);
  if (!callee) {
    OpBuilder::InsertionGuard guard(builder);
    builder.setInsertionPointToStart(module.getBody());
    Type resultType = result ? result : LLVM::LLVMVoidType::get(context());
    auto type = LLVM::LLVMFunctionType::get(resultType, llvm::to_vector(args.getTypes()));
    callee = LLVM::LLVMFuncOp::create(builder, func.getLoc(), name, type);
    if (pure) {
      auto none = LLVM::ModRefInfo::NoModRef;
      callee.setMemoryEffectsAttr(LLVM::MemoryEffectsAttr::get(context(), none, none, none, none, none, none));
      callee.setWillReturn(true);
      callee.setNoUnwind(true);
    }
  }
  auto call = LLVM::CallOp::create(builder, loc, callee, args);
  return result ? call.getResult() : Value();
}

Value Emitter::stringLiteral(StringRef text, unsigned space) {
  auto module = func->getParentOfType<ModuleOp>();
  std::string bytes = text.str();
  bytes.push_back('\0');
  // One global per different text: the name is a content hash, with a counter against collisions.
  LLVM::GlobalOp global;
  auto value = builder.getStringAttr(bytes);
  for (unsigned n = 0;; ++n) {
    std::string name = ("tritonc_str_" + Twine::utohexstr(llvm::xxh3_64bits(StringRef(bytes)))).str();
    if (n > 0)
      name += "." + std::to_string(n);
    global = module.lookupSymbol<LLVM::GlobalOp>(name);
    if (global && global.getValueAttr() == value)
      break;
    if (!global) {
      OpBuilder::InsertionGuard guard(builder);
      builder.setInsertionPointToStart(module.getBody());
      global =
          LLVM::GlobalOp::create(builder, func.getLoc(), LLVM::LLVMArrayType::get(i8Ty(), bytes.size()),
                                 /*isConstant=*/true, LLVM::Linkage::Internal, name, value, /*alignment=*/1, space);
      break;
    }
  }
  return make<LLVM::AddressOfOp>(global);
}

//===----------------------------------------------------------------------===//
// Blocks
//===----------------------------------------------------------------------===//

Block *Emitter::newBlock(TypeRange argumentTypes) {
  Block *block = new Block;
  SmallVector<Location> locs(argumentTypes.size(), loc);
  block->addArguments(argumentTypes, locs);
  block->insertAfter(builder.getInsertionBlock());
  return block;
}

void Emitter::br(Block *to, ValueRange args) { LLVM::BrOp::create(builder, loc, args, to); }

void Emitter::condBr(Value condition, Block *ifTrue, ValueRange trueArgs, Block *ifFalse, ValueRange falseArgs) {
  LLVM::CondBrOp::create(builder, loc, condition, ifTrue, trueArgs, ifFalse, falseArgs);
}

void Emitter::emitIf(Value condition, llvm::function_ref<void()> body) {
  if (auto c = constantInt(condition)) {
    if (!c->isZero())
      body();
    return;
  }
  Block *after = newBlock();
  Block *then = newBlock();
  condBr(condition, then, {}, after, {});
  enter(then);
  body();
  br(after);
  enter(after);
}

SmallVector<Value> Emitter::emitIf(Value condition, llvm::function_ref<SmallVector<Value>()> body,
                                   ValueRange otherwise) {
  Block *after = newBlock(otherwise.getTypes());
  Block *then = newBlock();
  condBr(condition, then, {}, after, otherwise);
  enter(then);
  SmallVector<Value> results = body();
  br(after, results);
  enter(after);
  return SmallVector<Value>(after->getArguments().begin(), after->getArguments().end());
}

Value Emitter::inPrologue(llvm::function_ref<Value()> body) {
  OpBuilder::InsertionGuard guard(builder);
  builder.setInsertionPoint(prologue->getTerminator());
  return body();
}

} // namespace tritonc::lower

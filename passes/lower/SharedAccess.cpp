//===- SharedAccess.cpp - reads and writes of scratch buffers -------------===//
#include "passes/lower/SharedAccess.h"
#include "passes/layout/linear/Swizzle.h"
#include "passes/lower/Packing.h"
#include "llvm/Support/MathExtras.h"

using namespace mlir;

namespace tritonc::lower {

Type memoryType(Emitter &e, Type element) {
  if (element.isInteger(1))
    return e.i8Ty();
  if (isa<LLVM::LLVMPointerType>(element))
    return e.intTy(Emitter::bitsOf(element));
  return element;
}

unsigned memoryBytes(Type element) { return std::max(1u, Emitter::bitsOf(element) / 8); }

unsigned memoryBytesOf(Type sourceType) {
  Type element = getElementTypeOrSelf(sourceType);
  return element.isIntOrFloat() ? std::max(1u, element.getIntOrFloatBitWidth() / 8) : 8;
}

static Value partOf(FunctionLowering &f, const LinearLayout &map, Dim out, bool lanes) {
  Emitter &e = f.e;
  Value result = e.i32(0);
  for (const ShiftTerm &term : map.shiftTerms(out)) {
    if (term.in != Dim::Warp && (term.in != Dim::Lane || !lanes))
      continue;
    Value v = e.and_(term.in == Dim::Lane ? f.laneId() : f.warpId(), e.i32(term.mask));
    v = term.shift >= 0 ? e.shl(v, unsigned(term.shift)) : e.lshr(v, unsigned(-term.shift));
    result = e.xor_(result, v);
  }
  return result;
}

Value threadPart(FunctionLowering &f, const LinearLayout &map, Dim out) { return partOf(f, map, out, /*lanes=*/true); }
Value warpPart(FunctionLowering &f, const LinearLayout &map, Dim out) { return partOf(f, map, out, /*lanes=*/false); }

void storeShared(Emitter &e, Value ptr, ArrayRef<Value> values) {
  SmallVector<Value> stored;
  for (Value v : values) {
    Type type = memoryType(e, v.getType());
    stored.push_back(v.getType().isInteger(1) ? e.zext(v, type) : type == v.getType() ? v : e.toInt(v));
  }
  unsigned bytes = memoryBytes(stored.front().getType()) * stored.size();
  if (stored.size() == 1)
    return e.store(stored.front(), ptr, bytes);
  e.store(e.pack(packWords(e, stored)), ptr, bytes);
}

SmallVector<Value> loadShared(Emitter &e, Value ptr, Type element, unsigned count) {
  Type type = memoryType(e, element);
  unsigned bytes = memoryBytes(type) * count;
  SmallVector<Value> loaded;
  if (count == 1) {
    loaded.push_back(e.load(type, ptr, bytes));
  } else {
    WordShape shape = wordShape(type, count);
    Type word = e.intTy(shape.wordBits);
    Value vector = e.load(shape.words == 1 ? word : e.vecTy(word, shape.words), ptr, bytes);
    loaded = unpackWords(e, e.unpack(vector), type, count);
  }
  for (Value &v : loaded)
    v = element.isInteger(1) ? e.trunc(v, element) : type == element ? v : e.fromInt(v, element);
  return loaded;
}

SmallVector<SmallVector<uint32_t>> vectorGroups(const LinearLayout &address, int32_t vector) {
  auto along = vectorRegisters(address, vector);
  SmallVector<SmallVector<uint32_t>> groups;
  for (int32_t reg = 0; reg < address.inSize(Dim::Register); ++reg) {
    if (address.apply({{Dim::Register, reg}}, Dim::Offset) & (vector - 1))
      continue; // within a vector
    SmallVector<uint32_t> &group = groups.emplace_back();
    for (int32_t i = 0; i < vector; ++i) {
      uint32_t member = uint32_t(reg);
      for (auto [bit, step] : llvm::enumerate(along))
        member ^= (i >> bit & 1) ? uint32_t(step) : 0;
      group.push_back(member);
    }
  }
  return groups;
}

SharedBuffer::SharedBuffer(FunctionLowering &f, Value scratch, int64_t start, Type element, LinearLayout m)
    : f(f), base(f.e.byteOffset(scratch, start)), element(element), bytes(memoryBytes(element)), map(std::move(m)) {
  threadBytes = f.e.shl(threadPart(f, map, Dim::Offset), llvm::Log2_32(bytes));
  for (Dim in : {Dim::Lane, Dim::Warp})
    for (unsigned bit = 0; bit < map.inBits(in); ++bit)
      threadMask |= uint32_t(map.basis(in, bit, Dim::Offset));
  if (f.loopCounter)
    threadBytes = f.target.perIteration(f.e, threadBytes, f.loopCounter);
}

Value SharedBuffer::address(uint32_t reg, uint32_t extra) {
  uint32_t constant = uint32_t(map.apply({{Dim::Register, int32_t(reg)}}, Dim::Offset)) ^ extra;
  uint32_t mixed = constant & threadMask;
  Value &start = addresses[mixed];
  if (!start)
    start = f.e.gep(f.e.i8Ty(), base, f.e.xor_(threadBytes, f.e.i32(int64_t(mixed) * bytes)));
  return f.e.byteOffset(start, int64_t(constant & ~threadMask) * bytes);
}

SmallVector<Value> SharedBuffer::load(unsigned count, uint32_t reg, uint32_t extra) {
  return loadShared(f.e, address(reg, extra), element, count);
}

/// A store under a predicate, in PTX; a branch around it would end up the same after ptxas, if that sees it.
static void storePredicated(Emitter &e, Value condition, const SharedStore &store) {
  SmallVector<Value> stored;
  for (Value v : store.values)
    stored.push_back(v.getType().isInteger(1) ? e.zext(v, e.i8Ty()) : v);
  SmallVector<Value> args{e.toInt(store.ptr)};
  std::string operands, constraints = "r";
  unsigned wordBits = 0;
  for (Value word : packWords(e, stored)) {
    wordBits = Emitter::bitsOf(word.getType());
    operands += (operands.empty() ? "$" : ", $") + std::to_string(args.size());
    constraints += wordBits == 64 ? ",l" : wordBits == 32 ? ",r" : ",h";
    args.push_back(e.zextOrTrunc(e.toInt(word), std::max(16u, wordBits))); // bytes go in 16-bit registers
  }
  size_t words = args.size() - 1;
  std::string vector = words == 1 ? "" : ".v" + std::to_string(words);
  if (words > 1)
    operands = "{" + operands + "}";
  args.push_back(condition);
  e.inlineAsm("@$" + std::to_string(words + 1) + " st.shared" + vector + ".b" + std::to_string(wordBits) + " [$0], " +
                  operands + ";",
              constraints + ",b,~{memory}", {}, args, /*sideEffects=*/true);
}

void storeSharedIf(FunctionLowering &f, Value condition, ArrayRef<SharedStore> stores) {
  if (condition && f.module.options.target.isNVIDIA()) {
    for (const SharedStore &store : stores)
      storePredicated(f.e, condition, store);
    return;
  }
  auto emit = [&] {
    for (const SharedStore &store : stores)
      storeShared(f.e, store.ptr, store.values);
  };
  if (condition)
    f.e.emitIf(condition, emit);
  else
    emit();
}

Value noneSet(FunctionLowering &f, uint32_t lanes, uint32_t warps) {
  Emitter &e = f.e;
  Value result;
  auto clear = [&](Value id, uint32_t mask) {
    if (!mask)
      return;
    Value condition = e.eq(e.and_(id, e.i32(mask)), e.i32(0));
    result = result ? e.and_(result, condition) : condition;
  };
  if (lanes)
    clear(f.laneId(), lanes);
  if (warps)
    clear(f.warpId(), warps);
  return result;
}

} // namespace tritonc::lower

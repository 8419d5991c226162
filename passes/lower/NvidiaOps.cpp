//===- NvidiaOps.cpp - NVIDIA's instructions ------------------------------===//
//
// Intrinsics as LLVM 22 names them (IntrinsicsNVVM.td), PTX as in the PTX ISA 8.x. A masked access is one predicated
// instruction: no branch, and the lanes that are off keep the value that the destination had before. LLVM has no such
// thing, so these are inline assembly; accesses that always happen are plain loads and stores, which LLVM can schedule.
//
//===----------------------------------------------------------------------===//
#include "passes/ir/Fp8Format.h"
#include "passes/lower/NvidiaFunctions.h"
#include "passes/lower/NvidiaMatrix.h"
#include "passes/lower/Packing.h"
#include "passes/lower/TargetOps.h"

using namespace mlir;

namespace tritonc::lower {
namespace {

constexpr double log2e = 1.4426950408889634;

class NvidiaOps final : public TargetOps {
public:
  using TargetOps::TargetOps;

  Value threadId(Emitter &e) const override { return special(e, "tid", 0); }
  Value programId(Emitter &e, int axis) const override { return special(e, "ctaid", axis); }
  Value numPrograms(Emitter &e, int axis) const override { return special(e, "nctaid", axis); }
  Value uniform(Emitter &, Value v) const override { return v; }

  void barrier(Emitter &e) const override { e.intrinsic("llvm.nvvm.barrier.cta.sync.aligned.all", {}, {e.i32(0)}); }
  void warpBarrier(Emitter &e) const override { e.intrinsic("llvm.nvvm.bar.warp.sync", {}, {e.i32(-1)}); }
  Value ballot(Emitter &e, Value predicate) const override {
    return e.intrinsic("llvm.nvvm.vote.ballot.sync", e.i32Ty(), {e.i32(-1), predicate});
  }

  SmallVector<Value> loadGlobal(Emitter &e, const GlobalAccess &access, ArrayRef<Value> other) const override;
  void storeGlobal(Emitter &e, const GlobalAccess &access, ArrayRef<Value> values) const override;
  Value atomicGlobal(Emitter &e, const GlobalAtomic &atomic) const override;

  Value fastMath(Emitter &e, FastMath function, Value x) const override;
  Value libraryFunction(Emitter &e, StringRef name, ArrayRef<Value> args) const override {
    return nvidiaFunction(e, name, args);
  }
  Value divide(Emitter &e, Value x, Value y) const override {
    // div.full.f32: at most 2 ulp over the whole range (PTX ISA, div).
    return x.getType().isF32() ? e.intrinsic("llvm.nvvm.div.full", e.f32Ty(), {x, y}) : e.fdiv(x, y);
  }
  Value divideRounded(Emitter &e, Value x, Value y) const override { return e.fdiv(x, y); }
  Value floatMin(Emitter &e, Value x, Value y, bool nan) const override { return minMax(e, x, y, nan, "min"); }
  Value floatMax(Emitter &e, Value x, Value y, bool nan) const override { return minMax(e, x, y, nan, "max"); }
  bool hasNativeArith(Type type) const override {
    // add, sub, mul and fma on bf16 exist from sm_90 on (PTX ISA, add{.rnd}.bf16); sm_80 has fma only.
    return !type.isBF16() || target.computeCapability >= 90;
  }
  SmallVector<Value> fp8ToFloat(Emitter &e, Type fp8, ArrayRef<Value> bytes, Type to) const override;
  SmallVector<Value> floatToFp8(Emitter &e, ArrayRef<Value> values, Type fp8) const override;

  SmallVector<Value> matrixWords(Emitter &e, const MatrixInstruction &instruction, MatrixRole role,
                                 ArrayRef<Value> elements) const override {
    bool sums = role == MatrixRole::Accumulator;
    MatrixElement element = sums ? instruction.acc : role == MatrixRole::A ? instruction.a : instruction.b;
    return nvidiaMatrixWords(e, element, sums, elements);
  }
  SmallVector<Value> matrixElements(Emitter &e, const MatrixInstruction &instruction,
                                    ArrayRef<Value> words) const override {
    return nvidiaMatrixElements(e, instruction.acc, words);
  }
  SmallVector<Value> matrixProduct(Emitter &e, const MatrixInstruction &instruction, ArrayRef<Value> a,
                                   ArrayRef<Value> b, ArrayRef<Value> c) const override {
    return nvidiaMatrixProduct(e, instruction, a, b, c);
  }
  Value roundToTf32(Emitter &e, Value v) const override {
    // cvt.rna.tf32.f32 leaves the lower 13 bits zero (PTX ISA, cvt), so its result is an f32.
    return e.bitcast(e.intrinsic("llvm.nvvm.f2tf32.rna", e.i32Ty(), {v}), e.f32Ty());
  }

  LogicalResult print(Emitter &e, StringRef format, ArrayRef<Value> args) const override;
  void assertFail(Emitter &e, StringRef message, StringRef file, StringRef function, unsigned line) const override;

  LLVM::GlobalOp createSharedMemory(OpBuilder &builder, Location loc, int64_t bytes) const override;
  void asyncCopy(Emitter &e, const AsyncCopyAccess &copy) const override;
  void asyncCommit(Emitter &e) const override;
  void asyncWait(Emitter &e, unsigned groups, unsigned copies) const override;

protected:
  Value shuffle32(Emitter &e, Shuffle kind, Value v, Value operand) const override;

private:
  Value special(Emitter &e, StringRef name, int axis) const {
    std::string full = ("llvm.nvvm.read.ptx.sreg." + name + "." + Twine("xyz"[axis])).str();
    return e.intrinsic(full, e.i32Ty(), {});
  }
  Value minMax(Emitter &e, Value x, Value y, bool nan, StringRef which) const;
  Value bf16AtomicAdd(Emitter &e, const GlobalAtomic &atomic) const;
};

/// The letter for a register in a constraint (NVPTX: "Inline assembly constraints").
const char *registerLetter(unsigned bits) { return bits == 64 ? "l" : bits == 32 ? "r" : "h"; }
const char *registerLetter(Type type) {
  if (type.isF32() || type.isF64())
    return type.isF32() ? "f" : "d";
  return registerLetter(Emitter::bitsOf(type));
}

/// Registers are 16 bits at least.
Value widenWord(Emitter &e, Value word) { return word.getType().isInteger(8) ? e.zext(word, e.i16Ty()) : word; }

std::string vectorSuffix(const WordShape &shape) {
  std::string text = shape.words > 1 ? ".v" + std::to_string(shape.words) : "";
  return text + ".b" + std::to_string(shape.wordBits);
}

/// `{$first, $first+1, ...}` or a single operand.
std::string operandList(unsigned first, unsigned count) {
  if (count == 1)
    return "$" + std::to_string(first);
  std::string text = "{";
  for (unsigned i = 0; i < count; ++i)
    text += (i ? ", $" : "$") + std::to_string(first + i);
  return text + "}";
}

StringRef evictSuffix(tt::EvictionPolicy evict) {
  switch (evict) {
  case tt::EvictionPolicy::EvictFirst:
    return ".L1::evict_first";
  case tt::EvictionPolicy::EvictLast:
    return ".L1::evict_last";
  default:
    return "";
  }
}

/// The cache operator and the eviction priority: PTX allows one of them.
std::string cacheSuffix(const GlobalAccess &access, bool isLoad) {
  StringRef evict = evictSuffix(access.evict);
  if (!evict.empty())
    return evict.str();
  switch (access.cache) {
  case tt::CacheModifier::CA:
    return isLoad ? ".ca" : "";
  case tt::CacheModifier::CG:
    return ".cg";
  case tt::CacheModifier::CS:
    return ".cs";
  case tt::CacheModifier::CV:
    return isLoad ? ".cv" : "";
  case tt::CacheModifier::WB:
    return isLoad ? "" : ".wb";
  case tt::CacheModifier::WT:
    return isLoad ? "" : ".wt";
  default:
    return "";
  }
}

SmallVector<Value> NvidiaOps::loadGlobal(Emitter &e, const GlobalAccess &access, ArrayRef<Value> other) const {
  WordShape shape = wordShape(access.element, access.count);
  Type word = wordType(e, access.element, shape);
  std::string cache = cacheSuffix(access, /*isLoad=*/true);
  if (!access.predicate && cache.empty()) {
    if (shape.words == 1 && shape.elementsPerWord == 1)
      return {e.load(access.element, access.ptr, access.align, access.isVolatile)};
    Type type = shape.words == 1 ? word : e.vecTy(word, shape.words);
    Value loaded = e.load(type, access.ptr, access.align, access.isVolatile);
    return unpackWords(e, e.unpack(loaded), access.element, access.count);
  }

  Type registerType = word.isInteger(8) ? e.i16Ty() : word;
  const char *letter = registerLetter(registerType);
  std::string constraints;
  for (unsigned i = 0; i < shape.words; ++i)
    constraints += (i ? ",=" : "=") + std::string(letter);
  SmallVector<Value> args{access.ptr};
  constraints += ",l";
  std::string text;
  if (access.predicate) {
    text = "@$" + std::to_string(shape.words + 1) + " ";
    constraints += ",b";
    args.push_back(access.predicate);
    SmallVector<Value> previous = other.empty() ? SmallVector<Value>(shape.words, e.zero(word)) : packWords(e, other);
    for (unsigned i = 0; i < shape.words; ++i) {
      constraints += "," + std::to_string(i);
      args.push_back(widenWord(e, previous[i]));
    }
  }
  text += access.isVolatile ? "ld.volatile.global" : "ld.global" + cache;
  text += vectorSuffix(shape) + " " + operandList(0, shape.words) + ", [$" + std::to_string(shape.words) + "];";
  Type result = shape.words == 1 ? registerType : e.structTy(SmallVector<Type>(shape.words, registerType));
  Value loaded = e.inlineAsm(text, constraints, result, args, /*sideEffects=*/true);
  SmallVector<Value> words;
  for (unsigned i = 0; i < shape.words; ++i) {
    Value v = shape.words == 1 ? loaded : e.extractValue(loaded, i);
    words.push_back(word == registerType ? v : e.trunc(v, word));
  }
  return unpackWords(e, words, access.element, access.count);
}

void NvidiaOps::storeGlobal(Emitter &e, const GlobalAccess &access, ArrayRef<Value> values) const {
  WordShape shape = wordShape(access.element, access.count);
  std::string cache = cacheSuffix(access, /*isLoad=*/false);
  if (!access.predicate && cache.empty()) {
    Value v = values.size() == 1 ? values.front() : e.pack(packWords(e, values));
    e.store(v, access.ptr, access.align, access.isVolatile);
    return;
  }
  SmallVector<Value> args{access.ptr};
  std::string constraints = "l";
  for (Value word : packWords(e, values)) {
    args.push_back(widenWord(e, word));
    constraints += "," + std::string(registerLetter(args.back().getType()));
  }
  std::string text;
  if (access.predicate) {
    text = "@$" + std::to_string(args.size()) + " ";
    constraints += ",b";
    args.push_back(access.predicate);
  }
  text += "st.global" + cache + vectorSuffix(shape) + " [$0], " + operandList(1, shape.words) + ";";
  e.inlineAsm(text, constraints, {}, args, /*sideEffects=*/true);
}

//===----------------------------------------------------------------------===//
// Asynchronous copies (PTX ISA, "Data Movement and Conversion Instructions: Asynchronous copy")
//===----------------------------------------------------------------------===//

void NvidiaOps::asyncCopy(Emitter &e, const AsyncCopyAccess &copy) const {
  SmallVector<Value> args{e.toInt(copy.destination), copy.source};
  std::string constraints = "r,l", operands = "[$0], [$1], " + std::to_string(copy.bytes), text;
  if (copy.mask) { // how many bytes are read; the others become zeros
    operands += ", $" + std::to_string(args.size());
    constraints += ",r";
    args.push_back(e.select(copy.mask, e.i32(copy.bytes), e.i32(0)));
  }
  if (copy.predicate) {
    text = "@$" + std::to_string(args.size()) + " ";
    constraints += ",b";
    args.push_back(copy.predicate);
  }
  // Past the first-level cache goes only the widest copy.
  bool past = copy.bytes == 16 && copy.cache != tt::CacheModifier::CA;
  text += std::string("cp.async.") + (past ? "cg" : "ca") + ".shared.global " + operands + ";";
  e.inlineAsm(text, constraints + ",~{memory}", {}, args, /*sideEffects=*/true);
}

void NvidiaOps::asyncCommit(Emitter &e) const {
  if (target.hasAsyncCopy(16))
    e.inlineAsm("cp.async.commit_group;", "~{memory}", {}, {}, /*sideEffects=*/true);
}

void NvidiaOps::asyncWait(Emitter &e, unsigned groups, unsigned) const {
  if (target.hasAsyncCopy(16))
    e.inlineAsm("cp.async.wait_group " + std::to_string(groups) + ";", "~{memory}", {}, {}, /*sideEffects=*/true);
}

//===----------------------------------------------------------------------===//
// Atomics
//===----------------------------------------------------------------------===//

std::string atomicType(const GlobalAtomic &atomic) {
  std::string bits = std::to_string(Emitter::bitsOf(atomic.value.getType()));
  if (atomic.compare)
    return "cas.b" + bits;
  switch (atomic.kind) {
  case tt::RMWOp::And:
    return "and.b" + bits;
  case tt::RMWOp::Or:
    return "or.b" + bits;
  case tt::RMWOp::Xor:
    return "xor.b" + bits;
  case tt::RMWOp::Add:
    return "add.u" + bits;
  case tt::RMWOp::FAdd:
    if (bits == "16")
      return atomic.value.getType().isBF16() ? "add.noftz.bf16" : "add.noftz.f16";
    return "add.f" + bits;
  case tt::RMWOp::Max:
    return "max.s" + bits;
  case tt::RMWOp::Min:
    return "min.s" + bits;
  case tt::RMWOp::UMax:
    return "max.u" + bits;
  case tt::RMWOp::UMin:
    return "min.u" + bits;
  case tt::RMWOp::Xchg:
    return "exch.b" + bits;
  }
  return "";
}

Value NvidiaOps::atomicGlobal(Emitter &e, const GlobalAtomic &atomic) const {
  if (!atomic.compare && atomic.kind == tt::RMWOp::FAdd && atomic.value.getType().isBF16() &&
      target.computeCapability < 90)
    return bf16AtomicAdd(e, atomic);
  Type type = atomic.value.getType();
  unsigned bits = Emitter::bitsOf(type);
  Type word = e.intTy(bits);
  StringRef scope = atomic.scope == tt::MemSyncScope::CTA   ? "cta"
                    : atomic.scope == tt::MemSyncScope::GPU ? "gpu"
                                                            : "sys";
  // `red` is atom without a result; it has no acquire form, and ptxas turns an unused relaxed atom into it anyway.
  std::string sem = tt::stringifyMemSemantic(atomic.sem).str();
  bool red = !atomic.needOld && !atomic.compare && atomic.kind != tt::RMWOp::Xchg &&
             (atomic.sem == tt::MemSemantic::Relaxed || atomic.sem == tt::MemSemantic::Release);
  std::string text, constraints;
  SmallVector<Value> args{atomic.ptr};
  unsigned first = 0;
  if (!red) {
    constraints = "=" + std::string(registerLetter(bits)) + ",";
    first = 1;
  }
  constraints += "l";
  std::string operands = "[$" + std::to_string(first) + "]";
  auto addOperand = [&](Value v) {
    args.push_back(e.toInt(v));
    constraints += "," + std::string(registerLetter(bits));
    operands += ", $" + std::to_string(first + args.size() - 1);
  };
  if (atomic.compare)
    addOperand(atomic.compare);
  addOperand(atomic.value);
  if (atomic.predicate) {
    args.push_back(atomic.predicate);
    constraints += ",b";
    text = "@$" + std::to_string(first + args.size() - 1) + " ";
  }
  text += (red ? "red." : "atom.") + sem + "." + scope.str() + ".global." + atomicType(atomic) + " " +
          (red ? "" : "$0, ") + operands + ";";
  // Other code may not move across: ordering is part of the meaning.
  constraints += ",~{memory}";
  Value old = e.inlineAsm(text, constraints, red ? Type() : word, args, /*sideEffects=*/true);
  return red ? Value() : e.fromInt(old, type);
}

// Before sm_90 there is no atomic add on bf16: a compare-and-swap loop on the 16-bit location (atom.cas.b16, sm_70).
Value NvidiaOps::bf16AtomicAdd(Emitter &e, const GlobalAtomic &atomic) const {
  Type bf16 = e.bf16Ty();
  auto loop = [&]() -> SmallVector<Value> {
    Value first = e.load(e.i16Ty(), atomic.ptr, 2, /*isVolatile=*/true);
    Block *done = e.newBlock({e.i16Ty()});
    Block *head = e.newBlock({e.i16Ty()});
    e.br(head, {first});
    e.enter(head);
    Value expected = head->getArgument(0);
    Value sum = e.fadd(e.fpext(e.bitcast(expected, bf16), e.f32Ty()), e.fpext(atomic.value, e.f32Ty()));
    GlobalAtomic swap = atomic;
    swap.value = e.bitcast(e.fptrunc(sum, bf16), e.i16Ty());
    swap.compare = expected;
    swap.predicate = {};
    swap.needOld = true;
    Value old = atomicGlobal(e, swap);
    e.condBr(e.eq(old, expected), done, {old}, head, {old});
    e.enter(done);
    return {e.bitcast(done->getArgument(0), bf16)};
  };
  if (!atomic.predicate)
    return loop().front();
  return e.emitIf(atomic.predicate, loop, {e.zero(bf16)}).front();
}

//===----------------------------------------------------------------------===//
// Arithmetic
//===----------------------------------------------------------------------===//

Value NvidiaOps::fastMath(Emitter &e, FastMath function, Value x) const {
  if (!x.getType().isF32()) {
    if (x.getType().isF64() && (function == FastMath::Sqrt || function == FastMath::PreciseSqrt))
      return e.intrinsic("llvm.nvvm.sqrt.rn.d", x.getType(), {x});
    return {};
  }
  Type f32 = e.f32Ty();
  switch (function) {
  case FastMath::Exp:
    // ex2.approx has 2 ulp over the full range (PTX ISA, ex2); subnormal results are kept.
    return e.intrinsic("llvm.nvvm.ex2.approx", f32, {e.fmul(x, e.f32(log2e))});
  case FastMath::Exp2:
    // Flushes subnormals, as Triton's exp2 does: keeping them takes three more instructions for each element.
    return e.intrinsic("llvm.nvvm.ex2.approx.ftz", f32, {x});
  case FastMath::Sqrt:
    return e.intrinsic("llvm.nvvm.sqrt.approx.ftz.f", f32, {x});
  case FastMath::PreciseSqrt:
    return e.intrinsic("llvm.nvvm.sqrt.rn.f", f32, {x});
  case FastMath::Rsqrt:
    return e.intrinsic("llvm.nvvm.rsqrt.approx.ftz.f", f32, {x});
  default:
    // lg2.approx, sin.approx and cos.approx lose all relative precision near 1 and 0 and for large arguments.
    return {};
  }
}

Value NvidiaOps::minMax(Emitter &e, Value x, Value y, bool nan, StringRef which) const {
  Type type = x.getType();
  // The forms that give NaN exist for f32, f16 and bf16 from sm_80 on (PTX ISA, min, max).
  bool direct = !nan || (!type.isF64() && target.computeCapability >= 80);
  std::string name = ("llvm." + which + (direct && nan ? "imum" : "num")).str();
  Value result = e.intrinsic(name, type, {x, y});
  if (direct)
    return result;
  Value unordered = e.fcmp(LLVM::FCmpPredicate::uno, x, y);
  return e.select(unordered, e.fadd(x, y), result);
}

/// The two forms that cvt knows, from sm_89 on. Written as assembly, since LLVM's intrinsics want a newer PTX ISA on
/// sm_89 than a plain kernel needs, and the backend picks the version by the text (PTX ISA, cvt: 8.1).
std::optional<StringRef> cvtName(Type fp8, const Target &target) {
  std::optional<Fp8Format> format = fp8FormatOf(fp8);
  if (!format || !target.convertsFp8(*format))
    return std::nullopt;
  return StringRef(*format == Fp8Format::E4M3FN ? "e4m3" : "e5m2");
}

SmallVector<Value> NvidiaOps::fp8ToFloat(Emitter &e, Type fp8, ArrayRef<Value> bytes, Type to) const {
  auto name = cvtName(fp8, target);
  if (!name)
    return {};
  SmallVector<Value> results;
  for (size_t i = 0; i < bytes.size(); i += 2) {
    Value second = i + 1 < bytes.size() ? bytes[i + 1] : e.zero(e.i8Ty());
    Value pair = e.bitcast(e.pack({bytes[i], second}), e.i16Ty());
    Value halves = e.bitcast(
        e.inlineAsm(("cvt.rn.f16x2." + *name + "x2 $0, $1;").str(), "=r,h", e.i32Ty(), {pair}, /*sideEffects=*/false),
        e.vecTy(e.f16Ty(), 2));
    for (unsigned j = 0; j < 2 && i + j < bytes.size(); ++j) {
      Value half = e.extractElement(halves, j);
      // Every fp8 value is an f16, and every one is a bf16 too, through f32.
      results.push_back(to.isF16() ? half : to.isBF16() ? e.fptrunc(e.fpext(half, e.f32Ty()), to) : e.fpext(half, to));
    }
  }
  return results;
}

SmallVector<Value> NvidiaOps::floatToFp8(Emitter &e, ArrayRef<Value> values, Type fp8) const {
  auto name = cvtName(fp8, target);
  if (!name)
    return {};
  Type from = values.front().getType();
  SmallVector<Value> results;
  for (size_t i = 0; i < values.size(); i += 2) {
    Value a = values[i], b = i + 1 < values.size() ? values[i + 1] : e.zero(from);
    Value pair;
    if (from.isF16()) {
      pair = e.inlineAsm(("cvt.rn.satfinite." + *name + "x2.f16x2 $0, $1;").str(), "=h,r", e.i16Ty(),
                         {e.bitcast(e.pack({a, b}), e.i32Ty())}, /*sideEffects=*/false);
    } else {
      if (from.isF64())
        return {};
      // The first operand goes to the upper byte.
      pair = e.inlineAsm(("cvt.rn.satfinite." + *name + "x2.f32 $0, $1, $2;").str(), "=h,f,f", e.i16Ty(),
                         {e.fpext(b, e.f32Ty()), e.fpext(a, e.f32Ty())}, /*sideEffects=*/false);
    }
    Value two = e.bitcast(pair, e.vecTy(e.i8Ty(), 2));
    for (unsigned j = 0; j < 2 && i + j < values.size(); ++j)
      results.push_back(e.extractElement(two, j));
  }
  return results;
}

//===----------------------------------------------------------------------===//
// Lanes, debugging, shared memory
//===----------------------------------------------------------------------===//

Value NvidiaOps::shuffle32(Emitter &e, Shuffle kind, Value v, Value operand) const {
  StringRef mode = kind == Shuffle::Xor ? "bfly" : kind == Shuffle::Up ? "up" : kind == Shuffle::Down ? "down" : "idx";
  // The clamp operand: the segment's last lane, or its first for `up` (PTX ISA, shfl.sync).
  Value clamp = e.i32(kind == Shuffle::Up ? 0 : 31);
  return e.intrinsic(("llvm.nvvm.shfl.sync." + mode + ".i32").str(), e.i32Ty(), {e.i32(-1), v, operand, clamp});
}

// vprintf(format, pointer to the arguments packed with natural alignment); each promoted as in C.
LogicalResult NvidiaOps::print(Emitter &e, StringRef format, ArrayRef<Value> args) const {
  Value buffer;
  Type generic = e.ptrTy(0);
  if (args.empty()) {
    buffer = e.zero(generic);
  } else {
    SmallVector<Type> types;
    for (Value v : args)
      types.push_back(v.getType());
    Type record = e.structTy(types);
    buffer = e.inPrologue([&]() -> Value {
      return LLVM::AllocaOp::create(e.builder, e.getLoc(), generic, record, e.i32(1), /*alignment=*/8);
    });
    for (auto [i, v] : llvm::enumerate(args)) {
      Value field = LLVM::GEPOp::create(e.builder, e.getLoc(), generic, record, buffer,
                                        ArrayRef<LLVM::GEPArg>{0, static_cast<int32_t>(i)});
      e.store(v, field, std::max(1u, Emitter::bitsOf(v.getType()) / 8));
    }
  }
  e.callExternal("vprintf", e.i32Ty(), {e.stringLiteral(format, 0), buffer}, /*pure=*/false);
  return success();
}

void NvidiaOps::assertFail(Emitter &e, StringRef message, StringRef file, StringRef function, unsigned line) const {
  e.callExternal(
      "__assertfail", {},
      {e.stringLiteral(message, 0), e.stringLiteral(file, 0), e.i32(line), e.stringLiteral(function, 0), e.i64(1)},
      /*pure=*/false);
}

// Shared memory beyond 48 KiB must be dynamic (CUDA C++ Programming Guide, "Shared memory"), so all of it is: an array
// of unknown size whose real size the launch gives.
LLVM::GlobalOp NvidiaOps::createSharedMemory(OpBuilder &builder, Location loc, int64_t) const {
  Type type = LLVM::LLVMArrayType::get(builder.getI8Type(), 0);
  return LLVM::GlobalOp::create(builder, loc, type, /*isConstant=*/false, LLVM::Linkage::External, "tritonc_shared",
                                Attribute(), /*alignment=*/1024, /*addrSpace=*/3);
}

} // namespace

std::unique_ptr<TargetOps> createNvidiaOps(const Target &target) { return std::make_unique<NvidiaOps>(target); }

} // namespace tritonc::lower

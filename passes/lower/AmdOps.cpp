//===- AmdOps.cpp - AMD's instructions ------------------------------------===//
//
// Intrinsics as LLVM 22 names them (IntrinsicsAMDGPU.td); semantics from the AMDGPU usage document of LLVM and AMD's
// ISA guides. A vector unit switches lanes off by the exec mask, so masking is either a branch around the access or,
// for loads, no masking at all: every lane loads, those that are off from a few zeros in the code object, and a select
// puts `other` in place where that is not zero. Where the address is a base and a small offset
// (AmdBuffer.h), a buffer access masks for nothing: lanes that are off take an offset past the end.
//
//===----------------------------------------------------------------------===//
#include "passes/lower/AmdBuffer.h"
#include "passes/lower/AmdFp8.h"
#include "passes/lower/AmdMatrix.h"
#include "passes/lower/Packing.h"
#include "passes/lower/TargetOps.h"

using namespace mlir;

namespace tritonc::lower {
namespace {

constexpr double log2e = 1.4426950408889634;
/// On a function: it has copies to LDS (LowerToLLVM.cpp).
constexpr StringRef copiesAttr = "tritonc.copies";

class AmdOps final : public TargetOps {
public:
  using TargetOps::TargetOps;

  Value threadId(Emitter &e) const override { return e.intrinsic("llvm.amdgcn.workitem.id.x", e.i32Ty(), {}); }
  Value programId(Emitter &e, int axis) const override {
    return e.intrinsic(("llvm.amdgcn.workgroup.id." + Twine("xyz"[axis])).str(), e.i32Ty(), {});
  }
  Value numPrograms(Emitter &e, int axis) const override;
  Value uniform(Emitter &e, Value v) const override {
    return e.intrinsic("llvm.amdgcn.readfirstlane", v.getType(), {v});
  }

  void barrier(Emitter &e) const override;
  void sharedBarrier(Emitter &e) const override;
  void warpBarrier(Emitter &e) const override {
    // Lanes of a wave run in lockstep; only the compiler must not reorder. Copies to LDS may overtake accesses.
    fence(e, LLVM::AtomicOrdering::acq_rel, "wavefront");
    if (e.function()->hasAttr(copiesAttr))
      waitFor(e, anyNumber, 0);
    e.intrinsic("llvm.amdgcn.wave.barrier", {}, {});
  }
  bool hasPairsOfLanes(unsigned mask) const override {
    return target.gfxVersion == 0x950 && (mask == 16 || mask == 32);
  }
  std::pair<Value, Value> pairOfLanes(Emitter &e, Value v, unsigned mask) const override;
  Value ballot(Emitter &e, Value predicate) const override {
    return e.intrinsic("llvm.amdgcn.ballot", e.intTy(target.warpSize), {predicate});
  }

  void asyncCopy(Emitter &e, const AsyncCopyAccess &copy) const override;
  void asyncCommit(Emitter &e) const override;
  void asyncWait(Emitter &e, unsigned groups, unsigned copies) const override;

  Value perIteration(Emitter &e, Value v, Value counter) const override;
  SmallVector<Value> loadGlobal(Emitter &e, const GlobalAccess &access, ArrayRef<Value> other) const override;
  void storeGlobal(Emitter &e, const GlobalAccess &access, ArrayRef<Value> values) const override;
  Value atomicGlobal(Emitter &e, const GlobalAtomic &atomic) const override;

  SmallVector<Value> matrixProduct(Emitter &e, const MatrixInstruction &instruction, ArrayRef<Value> a,
                                   ArrayRef<Value> b, ArrayRef<Value> c) const override {
    return amdMatrixProduct(e, instruction, a, b, c);
  }

  Value fastMath(Emitter &e, FastMath function, Value x) const override;
  Value divide(Emitter &e, Value x, Value y) const override { return e.fdiv(x, y); }
  Value divideRounded(Emitter &e, Value x, Value y) const override { return e.fdiv(x, y); }
  Value floatMin(Emitter &e, Value x, Value y, bool nan) const override { return minMax(e, x, y, nan, "llvm.minnum"); }
  Value floatMax(Emitter &e, Value x, Value y, bool nan) const override { return minMax(e, x, y, nan, "llvm.maxnum"); }
  // bf16 arithmetic exists only in dot products before gfx1250.
  bool hasNativeArith(Type type) const override { return !type.isBF16(); }
  SmallVector<Value> fp8ToFloat(Emitter &e, Type fp8, ArrayRef<Value> bytes, Type to) const override {
    return amdFp8ToFloat(e, target, fp8, bytes, to);
  }
  SmallVector<Value> floatToFp8(Emitter &e, ArrayRef<Value> values, Type fp8) const override {
    return amdFloatToFp8(e, target, values, fp8);
  }

  LogicalResult print(Emitter &, StringRef, ArrayRef<Value>) const override { return failure(); }
  void assertFail(Emitter &e, StringRef, StringRef, StringRef, unsigned) const override {
    e.intrinsic("llvm.trap", {}, {});
  }

  LLVM::GlobalOp createSharedMemory(OpBuilder &builder, Location loc, int64_t bytes) const override;

protected:
  Value shuffle32(Emitter &e, Shuffle kind, Value v, Value operand) const override;

private:
  struct BufferAccess;
  std::optional<BufferAccess> bufferAccess(Emitter &e, const GlobalAccess &access) const;
  SmallVector<Value> loadBuffer(Emitter &e, const GlobalAccess &access, const BufferAccess &buffer,
                                ArrayRef<Value> other) const;
  /// Waits until at most so many loads and LDS accesses of the wave are under way (S_WAITCNT of gfx9: bits 3:0 and
  /// 15:14 for loads, 11:8 for LDS, 6:4 for exports).
  static constexpr unsigned anyNumber = 63;
  static void waitFor(Emitter &e, unsigned loads, unsigned shared) {
    unsigned count = (loads & 15) | (loads >> 4 << 14) | (7u << 4) | (std::min(shared, 15u) << 8);
    e.intrinsic("llvm.amdgcn.s.waitcnt", {}, {e.i32(count)});
  }
  static void fence(Emitter &e, LLVM::AtomicOrdering ordering, StringRef scope) {
    LLVM::FenceOp::create(e.builder, e.getLoc(), ordering, scope);
  }
  Value dpp(Emitter &e, Value v, unsigned control) const {
    return e.intrinsic("llvm.amdgcn.update.dpp", e.i32Ty(), {v, v, e.i32(control), e.i32(0xf), e.i32(0xf), e.i1(true)});
  }
  Value shuffleXor32(Emitter &e, Value v, unsigned mask) const;
  Value lane(Emitter &e) const;
  Value minMax(Emitter &e, Value x, Value y, bool nan, StringRef name) const;
};

// The grid as the dispatch packet states it, in work-items, over the size of a work-group (code object v5 ABI: hidden
// block counts x, y, z are the first three 32-bit words of the implicit arguments).
Value AmdOps::numPrograms(Emitter &e, int axis) const {
  Value base = e.intrinsic("llvm.amdgcn.implicitarg.ptr", e.ptrTy(4), {});
  return e.load(e.i32Ty(), e.byteOffset(base, 4 * axis), 4);
}

void AmdOps::barrier(Emitter &e) const {
  fence(e, LLVM::AtomicOrdering::release, "workgroup");
  e.intrinsic("llvm.amdgcn.s.barrier", {}, {});
  fence(e, LLVM::AtomicOrdering::acquire, "workgroup");
}

// Fences that name LDS only do not wait for loads and stores in flight to global memory (LLVM's AMDGPU usage document,
// "Memory Model Relaxation Annotations": amdgpu-synchronize-as).
//
// Such a release waits for copies to LDS, too. In functions that have some, those to be waited for are named by
// asyncWait; else only the wave's own accesses must be done, and the compiler must keep the order.
void AmdOps::sharedBarrier(Emitter &e) const {
  if (e.function()->hasAttr(copiesAttr)) {
    fence(e, LLVM::AtomicOrdering::acq_rel, "wavefront");
    waitFor(e, anyNumber, 0);
    e.intrinsic("llvm.amdgcn.s.barrier", {}, {});
    fence(e, LLVM::AtomicOrdering::acq_rel, "wavefront");
    return;
  }
  auto localFence = [&](LLVM::AtomicOrdering ordering) {
    auto op = LLVM::FenceOp::create(e.builder, e.getLoc(), ordering, "workgroup");
    op->setDiscardableAttr(LLVM::LLVMDialect::getMmraAttrName(),
                           LLVM::MMRATagAttr::get(e.context(), "amdgpu-synchronize-as", "local"));
  };
  localFence(LLVM::AtomicOrdering::release);
  e.intrinsic("llvm.amdgcn.s.barrier", {}, {});
  localFence(LLVM::AtomicOrdering::acquire);
}

// Swizzled places in shared memory are one XOR away from each other; LLVM would compute all of them before a loop and
// keep each in a register over it. Assembly without text that takes the counter stays in the loop.
Value AmdOps::perIteration(Emitter &e, Value v, Value counter) const {
  return e.inlineAsm("", "=v,0,v", e.i32Ty(), {v, e.zextOrTrunc(counter, 32)}, /*sideEffects=*/false);
}

//===----------------------------------------------------------------------===//
// Global memory
//===----------------------------------------------------------------------===//

bool nontemporal(const GlobalAccess &access) {
  return access.evict == tt::EvictionPolicy::EvictFirst || access.cache == tt::CacheModifier::CS ||
         access.cache == tt::CacheModifier::CG;
}

/// Streaming: glc and slc, nt, slc and dlc, or the temporal hint TH_NT (LLVM's SIDefines.h, CPol).
int64_t cachePolicy(const GlobalAccess &access, const Target &target) {
  if (!nontemporal(access))
    return 0;
  return target.gfxMajor >= 12 ? 1 : target.gfxMajor == 11 ? 6 : target.gfxVersion == 0x90a ? 3 : 2;
}

SmallVector<Value> loadWords(Emitter &e, const GlobalAccess &access, Value ptr) {
  bool isVolatile = access.isVolatile || access.cache == tt::CacheModifier::CV;
  if (access.count == 1)
    return {e.load(access.element, ptr, access.align, isVolatile, nontemporal(access))};
  WordShape shape = wordShape(access.element, access.count);
  Type word = wordType(e, access.element, shape);
  Type type = shape.words == 1 ? word : e.vecTy(word, shape.words);
  Value loaded = e.load(type, ptr, access.align, isVolatile, nontemporal(access));
  return unpackWords(e, e.unpack(loaded), access.element, access.count);
}

bool isZeroConstant(Value v) {
  auto op = v.getDefiningOp<LLVM::ConstantOp>();
  if (!op)
    return bool(v.getDefiningOp<LLVM::ZeroOp>());
  if (auto f = dyn_cast<FloatAttr>(op.getValue()))
    return f.getValue().isPosZero();
  auto i = dyn_cast<IntegerAttr>(op.getValue());
  return i && i.getValue().isZero();
}

/// A buffer access: what it moves, and its operands after the data: descriptor, offset of the lane, offset of the wave,
/// cache policy.
struct AmdOps::BufferAccess {
  Type type;
  SmallVector<Value, 4> operands;
};

// Word 3 of the descriptor (ISA guides, "Buffer Resource Descriptor"): any valid format; from gfx10 on bit 24 is set
// and bits 28-29 choose the check of the offset against the size in bytes. Word 2, the size, is 2^31: offsets of lanes
// that are on lie below, and those that are off take 2^31 itself.
std::optional<AmdOps::BufferAccess> AmdOps::bufferAccess(Emitter &e, const GlobalAccess &access) const {
  unsigned bits = Emitter::bitsOf(access.element) * access.count;
  bool isPointer = isa<LLVM::LLVMPointerType>(access.element);
  if (access.isVolatile || access.cache == tt::CacheModifier::CV || access.cache == tt::CacheModifier::WT ||
      isPointer || bits > 128 || bits < 8)
    return std::nullopt;
  std::optional<BufferAddress> address = bufferAddress(e, access.ptr, bits / 8);
  if (!address)
    return std::nullopt;
  constexpr int64_t size = int64_t(1) << 31;
  int64_t flags = (7 << 12) | (4 << 15);
  if (target.gfxMajor >= 10)
    flags |= (1 << 24) | (3 << 28);
  Value descriptor = e.intrinsic("llvm.amdgcn.make.buffer.rsrc", e.ptrTy(8),
                                 {address->base, e.constant(e.i16Ty(), 0), e.i64(size), e.i32(flags)});
  Value offset = address->offset;
  if (access.predicate)
    offset = e.select(access.predicate, offset, e.i32(size));
  Type type = bits < 32 ? e.intTy(bits) : bits == 32 ? e.i32Ty() : e.vecTy(e.i32Ty(), bits / 32);
  return BufferAccess{type, {descriptor, offset, e.i32(0), e.i32(cachePolicy(access, target))}};
}

SmallVector<Value> AmdOps::loadBuffer(Emitter &e, const GlobalAccess &access, const BufferAccess &buffer,
                                      ArrayRef<Value> other) const {
  Value loaded = e.intrinsic("llvm.amdgcn.raw.ptr.buffer.load", buffer.type, buffer.operands);
  SmallVector<Value> values;
  if (access.count == 1) {
    values.push_back(e.bitcast(loaded, access.element));
  } else {
    WordShape shape = wordShape(access.element, access.count);
    Type word = wordType(e, access.element, shape);
    Value words = e.bitcast(loaded, shape.words == 1 ? word : e.vecTy(word, shape.words));
    values = unpackWords(e, e.unpack(words), access.element, access.count);
  }
  // Lanes that are off have read zeros.
  if (access.predicate)
    for (auto [value, otherwise] : llvm::zip(values, other))
      if (!isZeroConstant(otherwise))
        value = e.select(access.predicate, value, otherwise);
  return values;
}

constexpr unsigned zeroBytes = 16;

/// Zeros as long as one access, in global memory.
Value addressOfZeros(Emitter &e) {
  constexpr StringRef name = "tritonc_zeros";
  auto module = e.function()->getParentOfType<ModuleOp>();
  if (!module.lookupSymbol(name)) {
    OpBuilder::InsertionGuard guard(e.builder);
    e.builder.setInsertionPointToStart(module.getBody());
    Type type = LLVM::LLVMArrayType::get(e.i8Ty(), zeroBytes);
    Attribute value = e.builder.getStringAttr(std::string(zeroBytes, '\0'));
    LLVM::GlobalOp::create(e.builder, e.function().getLoc(), type, /*isConstant=*/true, LLVM::Linkage::Internal, name,
                           value, /*alignment=*/zeroBytes, /*addrSpace=*/1);
  }
  return e.inPrologue([&] { return LLVM::AddressOfOp::create(e.builder, e.getLoc(), e.ptrTy(1), name).getResult(); });
}

SmallVector<Value> AmdOps::loadGlobal(Emitter &e, const GlobalAccess &access, ArrayRef<Value> other) const {
  if (std::optional<BufferAccess> buffer = bufferAccess(e, access))
    return loadBuffer(e, access, *buffer, other);
  Value ptr = access.isInLoop ? loopAddress(e, access.ptr) : access.ptr;
  if (!access.predicate)
    return loadWords(e, access, ptr);
  SmallVector<Value> others(other);
  if (others.empty())
    others.assign(access.count, e.zero(access.element));
  // A volatile load must not happen where it is masked.
  unsigned bytes = Emitter::bitsOf(access.element) * access.count / 8;
  if (access.isVolatile || bytes > zeroBytes)
    return e.emitIf(access.predicate, [&] { return loadWords(e, access, ptr); }, others);
  Value zeros = addressOfZeros(e);
  SmallVector<Value> loaded = loadWords(e, access, e.select(access.predicate, ptr, zeros));
  for (auto [value, otherwise] : llvm::zip(loaded, others))
    if (!isZeroConstant(otherwise))
      value = e.select(access.predicate, value, otherwise);
  return loaded;
}

void AmdOps::storeGlobal(Emitter &e, const GlobalAccess &access, ArrayRef<Value> values) const {
  if (std::optional<BufferAccess> buffer = bufferAccess(e, access)) {
    SmallVector<Value> operands{
        e.bitcast(values.size() == 1 ? values.front() : e.pack(packWords(e, values)), buffer->type)};
    operands.append(buffer->operands);
    e.intrinsic("llvm.amdgcn.raw.ptr.buffer.store", {}, operands);
    return;
  }
  Value ptr = access.isInLoop ? loopAddress(e, access.ptr) : access.ptr;
  auto emit = [&] {
    Value v = values.size() == 1 ? values.front() : e.pack(packWords(e, values));
    e.store(v, ptr, access.align, access.isVolatile, nontemporal(access));
  };
  if (access.predicate)
    e.emitIf(access.predicate, emit);
  else
    emit();
}

//===----------------------------------------------------------------------===//
// Copies to LDS (ISA guides of CDNA, "Memory Buffer Load to LDS"; FLAT's GLOBAL_LOAD_LDS)
//===----------------------------------------------------------------------===//

// The wave's address goes to M0, and LDS is written from there on, as many bytes for each lane. Lanes out of a buffer's
// range write zeros; without one, lanes that are off copy zeros from the code object.
void AmdOps::asyncCopy(Emitter &e, const AsyncCopyAccess &copy) const {
  GlobalAccess access;
  access.ptr = copy.source;
  access.element = e.i32Ty();
  access.count = copy.bytes / 4;
  access.align = copy.bytes;
  access.predicate = copy.mask;
  access.cache = copy.cache;
  access.evict = copy.evict;
  Value bytes = e.i32(copy.bytes), zero = e.i32(0);
  if (std::optional<BufferAccess> buffer = bufferAccess(e, access)) {
    ArrayRef<Value> operands = buffer->operands; // descriptor, offset of the lane, offset of the wave, policy
    e.intrinsic("llvm.amdgcn.raw.ptr.buffer.load.lds", {},
                {operands[0], copy.destination, bytes, operands[1], operands[2], zero, operands[3]});
    return;
  }
  Value ptr = copy.isInLoop ? loopAddress(e, copy.source) : copy.source;
  if (copy.mask)
    ptr = e.select(copy.mask, ptr, addressOfZeros(e));
  e.intrinsic("llvm.amdgcn.global.load.lds", {},
              {ptr, copy.destination, bytes, zero, e.i32(cachePolicy(access, target))});
}

// The wave counts loads, not groups: a wait relies on which loads came last, so none may change sides here. Everything
// else may (LLVM's AMDGPU usage document, llvm.amdgcn.sched.barrier: all but vector memory).
void AmdOps::asyncCommit(Emitter &e) const {
  constexpr int64_t allButLoads = 0x78f;
  if (e.function()->hasAttr(copiesAttr))
    e.intrinsic("llvm.amdgcn.sched.barrier", {}, {e.i32(allButLoads)});
}

// Loads come back in order. If more of them have been started since than the groups' copies, this waits too long.
void AmdOps::asyncWait(Emitter &e, unsigned, unsigned copies) const {
  if (e.function()->hasAttr(copiesAttr))
    waitFor(e, std::min(copies, anyNumber - 1), anyNumber);
}

LLVM::AtomicOrdering ordering(tt::MemSemantic sem) {
  switch (sem) {
  case tt::MemSemantic::Relaxed:
    return LLVM::AtomicOrdering::monotonic;
  case tt::MemSemantic::Acquire:
    return LLVM::AtomicOrdering::acquire;
  case tt::MemSemantic::Release:
    return LLVM::AtomicOrdering::release;
  case tt::MemSemantic::AcquireRelease:
    return LLVM::AtomicOrdering::acq_rel;
  }
  return LLVM::AtomicOrdering::acq_rel;
}

LLVM::AtomicBinOp binOp(tt::RMWOp kind) {
  switch (kind) {
  case tt::RMWOp::And:
    return LLVM::AtomicBinOp::_and;
  case tt::RMWOp::Or:
    return LLVM::AtomicBinOp::_or;
  case tt::RMWOp::Xor:
    return LLVM::AtomicBinOp::_xor;
  case tt::RMWOp::Add:
    return LLVM::AtomicBinOp::add;
  case tt::RMWOp::FAdd:
    return LLVM::AtomicBinOp::fadd;
  case tt::RMWOp::Max:
    return LLVM::AtomicBinOp::max;
  case tt::RMWOp::Min:
    return LLVM::AtomicBinOp::min;
  case tt::RMWOp::UMax:
    return LLVM::AtomicBinOp::umax;
  case tt::RMWOp::UMin:
    return LLVM::AtomicBinOp::umin;
  case tt::RMWOp::Xchg:
    return LLVM::AtomicBinOp::xchg;
  }
  return LLVM::AtomicBinOp::xchg;
}

// The backend marks floating-point atomics as free of fine-grained memory, which makes them one instruction.
Value AmdOps::atomicGlobal(Emitter &e, const GlobalAtomic &atomic) const {
  StringRef scope = atomic.scope == tt::MemSyncScope::CTA   ? "workgroup"
                    : atomic.scope == tt::MemSyncScope::GPU ? "agent"
                                                            : "";
  Type type = atomic.value.getType();
  unsigned align = Emitter::bitsOf(type) / 8;
  auto emit = [&]() -> Value {
    if (!atomic.compare) {
      Value operand = atomic.kind == tt::RMWOp::FAdd ? atomic.value : e.toInt(atomic.value);
      Value old = LLVM::AtomicRMWOp::create(e.builder, e.getLoc(), binOp(atomic.kind), atomic.ptr, operand,
                                            ordering(atomic.sem), scope, align);
      return e.fromInt(old, type);
    }
    // A failed exchange may not release.
    auto onFailure = atomic.sem == tt::MemSemantic::Acquire || atomic.sem == tt::MemSemantic::AcquireRelease
                         ? LLVM::AtomicOrdering::acquire
                         : LLVM::AtomicOrdering::monotonic;
    Value both = LLVM::AtomicCmpXchgOp::create(e.builder, e.getLoc(), atomic.ptr, e.toInt(atomic.compare),
                                               e.toInt(atomic.value), ordering(atomic.sem), onFailure, scope, align);
    return e.fromInt(e.extractValue(both, 0), type);
  };
  if (!atomic.predicate)
    return emit();
  if (!atomic.needOld) {
    e.emitIf(atomic.predicate, [&] { emit(); });
    return {};
  }
  return e.emitIf(atomic.predicate, [&] { return SmallVector<Value>{emit()}; }, {e.zero(type)}).front();
}

//===----------------------------------------------------------------------===//
// Arithmetic
//===----------------------------------------------------------------------===//

Value AmdOps::fastMath(Emitter &e, FastMath function, Value x) const {
  Type type = x.getType();
  if (function == FastMath::Sqrt || function == FastMath::PreciseSqrt)
    return e.intrinsic("llvm.sqrt", type, {x});
  if (!type.isF32())
    return {};
  // The llvm.* forms scale subnormals around the 1-ulp instructions (v_exp_f32, v_log_f32).
  switch (function) {
  case FastMath::Exp:
    return e.intrinsic("llvm.exp2", type, {e.fmul(x, e.f32(log2e))});
  case FastMath::Exp2:
    return e.intrinsic("llvm.exp2", type, {x});
  case FastMath::Log:
    return e.intrinsic("llvm.log", type, {x});
  case FastMath::Log2:
    return e.intrinsic("llvm.log2", type, {x});
  case FastMath::Rsqrt:
    return e.intrinsic("llvm.amdgcn.rsq", type, {x});
  default:
    return {};
  }
}

Value AmdOps::minMax(Emitter &e, Value x, Value y, bool nan, StringRef name) const {
  Value result = e.intrinsic(name, x.getType(), {x, y});
  if (!nan)
    return result;
  return e.select(e.fcmp(LLVM::FCmpPredicate::uno, x, y), e.fadd(x, y), result);
}

//===----------------------------------------------------------------------===//
// Lanes and shared memory
//===----------------------------------------------------------------------===//

// The lane number by counting the lanes below.
Value AmdOps::lane(Emitter &e) const {
  return e.inPrologue([&] {
    Value low = e.intrinsic("llvm.amdgcn.mbcnt.lo", e.i32Ty(), {e.i32(-1), e.i32(0)});
    return target.warpSize == 64 ? e.intrinsic("llvm.amdgcn.mbcnt.hi", e.i32Ty(), {e.i32(-1), low}) : low;
  });
}

// XOR within a row of 16 lanes costs one modifier on the instruction that reads the value, or two moves (DPP:
// row_xmask on gfx10 and later; elsewhere quad_perm for 1, 2, 3, the mirrors for 7 and 15, row_ror:8, and one of those
// after a quad_perm for all others), within 32 one ds_swizzle, which uses no LDS memory. AMD ISA guides, "Data Parallel
// Processing" and DS_SWIZZLE_B32.
Value AmdOps::shuffleXor32(Emitter &e, Value v, unsigned mask) const {
  constexpr unsigned rowXmask = 0x160, rowRor8 = 0x128, rowMirror = 0x140, rowHalfMirror = 0x141;
  if (mask >= 4 && mask < 16 && target.gfxMajor >= 10)
    return dpp(e, v, rowXmask + mask);
  if (mask < 16) {
    constexpr std::pair<unsigned, unsigned> rows[] = {{0, 0}, {7, rowHalfMirror}, {8, rowRor8}, {15, rowMirror}};
    auto [reach, row] = rows[mask / 4];
    if (unsigned within = mask ^ reach) {
      unsigned quad = 0;
      for (unsigned i = 0; i < 4; ++i)
        quad |= (i ^ within) << (2 * i);
      v = dpp(e, v, quad);
    }
    return reach ? dpp(e, v, row) : v;
  }
  // On gfx10 and later a lane takes any lane of the other row of its 32 in one vector instruction (V_PERMLANEX16_B32);
  // the selectors list the lane of the row for each of the 16.
  if (mask >= 16 && mask < 32 && target.gfxMajor >= 10) {
    uint64_t selectors = 0;
    for (uint64_t i = 0; i < 16; ++i)
      selectors |= (i ^ (mask & 15)) << (4 * i);
    // Kept in scalar registers over the function, for a literal lengthens each instruction.
    auto scalarRegister = [&](uint64_t word) {
      return e.inPrologue(
          [&] { return e.inlineAsm("", "=s,0", e.i32Ty(), {e.i32(int32_t(word))}, /*sideEffects=*/false); });
    };
    return e.intrinsic("llvm.amdgcn.permlanex16", e.i32Ty(),
                       {v, v, scalarRegister(selectors), scalarRegister(selectors >> 32), e.i1(false), e.i1(false)});
  }
  if (mask < 32) // bit mode: and_mask 0x1f, or_mask 0, xor_mask
    return e.intrinsic("llvm.amdgcn.ds.swizzle", e.i32Ty(), {v, e.i32((mask << 10) | 0x1f)});
  return {};
}

// gfx950 exchanges the odd rows of one register with the even rows of another (V_PERMLANE16_SWAP_B32), and the upper
// half of the wave with the lower (V_PERMLANE32_SWAP_B32). Of two copies of a value, one then holds all even rows
// twice, the other the odd ones. Other machines go through LDS for it.
std::pair<Value, Value> AmdOps::pairOfLanes(Emitter &e, Value v, unsigned mask) const {
  std::string name = "llvm.amdgcn.permlane" + std::to_string(mask) + ".swap";
  Value both = e.intrinsic(name, e.structTy({e.i32Ty(), e.i32Ty()}), {v, v, e.i1(false), e.i1(false)});
  return {e.extractValue(both, 0), e.extractValue(both, 1)};
}

Value AmdOps::shuffle32(Emitter &e, Shuffle kind, Value v, Value operand) const {
  Value from = operand;
  if (kind == Shuffle::Xor) {
    unsigned mask = Emitter::constantInt(operand)->getZExtValue();
    if (hasPairsOfLanes(mask)) {
      auto [low, high] = pairOfLanes(e, v, mask);
      return e.select(e.eq(e.and_(lane(e), operand), e.i32(0)), high, low);
    }
    if (Value direct = shuffleXor32(e, v, mask))
      return direct;
    from = e.xor_(lane(e), operand);
  } else if (kind == Shuffle::Up) {
    // Lanes below delta read themselves.
    Value self = lane(e);
    from = e.select(e.ult(self, operand), self, e.sub(self, operand));
  } else if (kind == Shuffle::Down) {
    from = e.add(lane(e), operand);
  }
  return e.intrinsic("llvm.amdgcn.ds.bpermute", e.i32Ty(), {e.shl(from, 2), v});
}

LLVM::GlobalOp AmdOps::createSharedMemory(OpBuilder &builder, Location loc, int64_t bytes) const {
  Type type = LLVM::LLVMArrayType::get(builder.getI8Type(), bytes);
  auto global = LLVM::GlobalOp::create(builder, loc, type, /*isConstant=*/false, LLVM::Linkage::Internal,
                                       "tritonc_shared", Attribute(), /*alignment=*/16, /*addrSpace=*/3);
  // LDS has no initial contents.
  OpBuilder::InsertionGuard guard(builder);
  builder.createBlock(&global.getInitializerRegion());
  Value undef = LLVM::UndefOp::create(builder, loc, type);
  LLVM::ReturnOp::create(builder, loc, undef);
  return global;
}

} // namespace

std::unique_ptr<TargetOps> createAmdOps(const Target &target) { return std::make_unique<AmdOps>(target); }

} // namespace tritonc::lower

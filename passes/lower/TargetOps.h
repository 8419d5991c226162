//===- TargetOps.h - what a GPU family has its own instructions for -------===//
//
// The lowering asks for an action; NvidiaOps.cpp and AmdOps.cpp say which instructions do it. They emit only LLVM
// intrinsics by name and inline assembly, so neither MLIR's NVVM nor its ROCDL dialect is loaded.
//
//===----------------------------------------------------------------------===//
#pragma once

#include "backend/Target.h"
#include "passes/ir/Dialects.h"
#include "passes/layout/MatrixInstructions.h"
#include "passes/lower/Emitter.h"

namespace tritonc::lower {

/// One vector access to global memory by one thread: `count` elements of `element` (an LLVM type) from `ptr` on.
struct GlobalAccess {
  Value ptr;
  Type element;
  unsigned count = 1;
  /// Bytes that the address is a multiple of.
  unsigned align = 1;
  /// i1, or null: always.
  Value predicate;
  tt::CacheModifier cache = tt::CacheModifier::None;
  tt::EvictionPolicy evict = tt::EvictionPolicy::Normal;
  bool isVolatile = false;
  /// Whether a counted loop is around it.
  bool isInLoop = false;
};

/// One copy of 4, 8 or 16 bytes by one thread from global to shared memory, that goes on while the thread does.
struct AsyncCopyAccess {
  /// AMD: of lane 0; the bytes of lane i are those of lane 0 and i times as many after.
  Value destination;
  Value source;
  unsigned bytes;
  /// i1: whether the source is read; else zeros are written. Null: always.
  Value mask;
  /// i1: whether the thread copies at all; null: always. NVIDIA only.
  Value predicate;
  tt::CacheModifier cache = tt::CacheModifier::None;
  tt::EvictionPolicy evict = tt::EvictionPolicy::Normal;
  /// Whether a counted loop is around it.
  bool isInLoop = false;
};

/// One atomic update of one element in global memory.
struct GlobalAtomic {
  tt::RMWOp kind;
  Value ptr;
  /// Operand; for compare-and-swap the new value.
  Value value;
  /// Set for compare-and-swap: the expected value; `kind` is then without meaning.
  Value compare;
  Value predicate;
  tt::MemSemantic sem = tt::MemSemantic::AcquireRelease;
  tt::MemSyncScope scope = tt::MemSyncScope::GPU;
  /// Whether anyone reads the old value.
  bool needOld = true;
};

/// Functions of one float that have a direct instruction or short sequence on some target.
enum class FastMath { Exp, Exp2, Log, Log2, Sin, Cos, Sqrt, Rsqrt, PreciseSqrt };

class TargetOps {
public:
  explicit TargetOps(const Target &target) : target(target) {}
  virtual ~TargetOps() = default;

  const Target &target;

  // Identity. Emit plain reads; the caller caches.
  virtual Value threadId(Emitter &e) const = 0;
  virtual Value programId(Emitter &e, int axis) const = 0;
  virtual Value numPrograms(Emitter &e, int axis) const = 0;
  /// A 32-bit value that is the same in all lanes, made known as such to the code generator.
  virtual Value uniform(Emitter &e, Value v) const = 0;
  /// v (i32) as a value that the code generator does not know to stay the same over the loop of this counter, so that
  /// what is computed from it takes registers only where it is used.
  virtual Value perIteration(Emitter &, Value v, Value) const { return v; }

  // Meeting. All threads of the program; orders shared (and global) memory.
  virtual void barrier(Emitter &e) const = 0;
  /// The same where only shared memory needs to be in order.
  virtual void sharedBarrier(Emitter &e) const { barrier(e); }
  /// Lanes of one warp see each other's shared memory after it.
  virtual void warpBarrier(Emitter &e) const = 0;

  // Lanes. `v` is any scalar up to 64 bits, pointers and vectors of 32 bits included. All lanes must be active.
  Value shuffleXor(Emitter &e, Value v, unsigned mask) const;
  /// From lane - delta; lanes below delta get some value.
  Value shuffleUp(Emitter &e, Value v, unsigned delta) const;
  Value shuffleDown(Emitter &e, Value v, unsigned delta) const;
  /// From the lane numbered `lane` (i32, may differ between lanes).
  Value shuffleIndex(Emitter &e, Value v, Value lane) const;
  /// Whether pairOfLanes may be asked for this bit.
  virtual bool hasPairsOfLanes(unsigned mask) const {
    (void)mask;
    return false;
  }
  /// Of each pair of lanes whose numbers differ in the bit `mask`: v (32 bits) of the lower lane, then of the higher,
  /// both to both of them.
  virtual std::pair<Value, Value> pairOfLanes(Emitter &, Value, unsigned mask) const {
    (void)mask;
    return {};
  }
  /// Bit i is lane i's predicate: i32 with 32 lanes, i64 with 64.
  virtual Value ballot(Emitter &e, Value predicate) const = 0;

  // Global memory.
  /// The elements loaded; where the predicate is false, `other` (one per element; empty: zeros).
  virtual llvm::SmallVector<Value> loadGlobal(Emitter &e, const GlobalAccess &access,
                                              llvm::ArrayRef<Value> other) const = 0;
  virtual void storeGlobal(Emitter &e, const GlobalAccess &access, llvm::ArrayRef<Value> values) const = 0;
  /// The old value; null if not needed. Undefined where the predicate is false.
  virtual Value atomicGlobal(Emitter &e, const GlobalAtomic &atomic) const = 0;

  // Copies from global to shared memory that threads do not wait for.
  // How many bytes at once: Target::hasAsyncCopy. The other two are no work where there is no such number.
  virtual void asyncCopy(Emitter &, const AsyncCopyAccess &) const {}
  /// The copies since the last commit are a group.
  virtual void asyncCommit(Emitter &) const {}
  /// Waits until at most `groups` of this thread's groups are under way, which are `copies` copies or more.
  virtual void asyncWait(Emitter &, unsigned groups, unsigned copies) const { (void)groups, (void)copies; }

  // Matrix units (MatrixProduct.cpp). A tile's elements are one thread's share of it, in the order of the registers in
  // the instruction's tiles; words are the elements in the form that the instruction takes, made once for all its uses.
  enum class MatrixRole { A, B, Accumulator };
  virtual llvm::SmallVector<Value> matrixWords(Emitter &, const MatrixInstruction &, MatrixRole,
                                               llvm::ArrayRef<Value> elements) const {
    return llvm::SmallVector<Value>(elements);
  }
  /// The elements in an accumulator's words.
  virtual llvm::SmallVector<Value> matrixElements(Emitter &, const MatrixInstruction &,
                                                  llvm::ArrayRef<Value> words) const {
    return llvm::SmallVector<Value>(words);
  }
  /// The words of c + a b by one instruction of the target's table.
  virtual llvm::SmallVector<Value> matrixProduct(Emitter &e, const MatrixInstruction &instruction,
                                                 llvm::ArrayRef<Value> a, llvm::ArrayRef<Value> b,
                                                 llvm::ArrayRef<Value> c) const = 0;
  /// An f32 rounded to 10 bits of mantissa, as f32. Nearest, as far as the instructions say; else not at all.
  virtual Value roundToTf32(Emitter &, Value v) const { return v; }

  // Arithmetic.
  /// Null if a library call must do it.
  virtual Value fastMath(Emitter &e, FastMath function, Value x) const = 0;
  /// A function of libdevice (`fadd_rd`, `fast_sin`, `floor`; without `__nv_` and the suffix of f32) by instructions of
  /// its own; null: the common way.
  virtual Value libraryFunction(Emitter &, llvm::StringRef, llvm::ArrayRef<Value>) const { return {}; }
  /// x / y as Triton's `/`: fast, at most 2 ulp.
  virtual Value divide(Emitter &e, Value x, Value y) const = 0;
  virtual Value divideRounded(Emitter &e, Value x, Value y) const = 0;
  /// min/max of floats; `propagateNan` says whether a NaN operand wins or loses.
  virtual Value floatMin(Emitter &e, Value x, Value y, bool propagateNan) const = 0;
  virtual Value floatMax(Emitter &e, Value x, Value y, bool propagateNan) const = 0;
  /// Whether arithmetic in this type has instructions (else it is done in f32).
  virtual bool hasNativeArith(Type type) const = 0;
  /// Conversions that the target has packed or fast instructions for; empty: the caller does it bit by bit.
  /// `fromFp8`/`toFp8` are i8 registers holding values of the MLIR float type `fp8`.
  virtual llvm::SmallVector<Value> fp8ToFloat(Emitter &e, Type fp8, llvm::ArrayRef<Value> bytes, Type to) const = 0;
  virtual llvm::SmallVector<Value> floatToFp8(Emitter &e, llvm::ArrayRef<Value> values, Type fp8) const = 0;

  // Debugging.
  virtual mlir::LogicalResult print(Emitter &e, llvm::StringRef format, llvm::ArrayRef<Value> args) const = 0;
  virtual void assertFail(Emitter &e, llvm::StringRef message, llvm::StringRef file, llvm::StringRef function,
                          unsigned line) const = 0;

  /// The global that is the program's shared memory, of `bytes` bytes; made once per module.
  virtual mlir::LLVM::GlobalOp createSharedMemory(mlir::OpBuilder &builder, Location loc, int64_t bytes) const = 0;

protected:
  enum class Shuffle { Xor, Up, Down, Index };
  /// One 32-bit register through the lanes.
  virtual Value shuffle32(Emitter &e, Shuffle kind, Value v, Value operand) const = 0;

private:
  Value shuffle(Emitter &e, Shuffle kind, Value v, Value operand) const;
};

std::unique_ptr<TargetOps> createNvidiaOps(const Target &target);
std::unique_ptr<TargetOps> createAmdOps(const Target &target);

} // namespace tritonc::lower

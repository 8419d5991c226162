//===- Emitter.h - one kernel as LLVM IR for the host ---------------------===//
//
// Blocks become loops over strips of elements, and each strip is one LLVM vector (`<16 x float>`), emitted as such:
// which code is vector code is decided here and not left to the loop vectoriser, so it does not depend on what that can
// prove. The code generator splits vectors to the registers of the machine.
//
// Vocabulary:
//  - a strip: `lanes` neighbouring elements along the innermost dimension of a loop nest;
//  - coordinates: where an element is in a tensor; one of them may run over the lanes of the strip;
//  - a strip value: an LLVM vector, or an LLVM scalar when all lanes have the same value;
//  - a buffer: storage for a tensor in the scratch arena, row-major, addressed by a placeholder whose offset is decided
//    when all lifetimes are known.
//
// Where it stands: Program.cpp walks the structure, Strips.cpp makes loop nests and evaluates values at coordinates
// (Coordinates.cpp), Elementwise.cpp emits arithmetic (NarrowFloat.cpp, VectorMath.cpp and DeviceLibrary.cpp below it),
// MemoryAccess.cpp and Atomics.cpp touch memory, ReduceScan.cpp, MatrixProduct.cpp and Sanitize.cpp are named for
// what they do,// LaunchEntry.cpp makes the exported functions.
//
//===----------------------------------------------------------------------===//
#pragma once

#include "backend/cpu/BlockSchedule.h"
#include "backend/cpu/CpuBackend.h"
#include "passes/ir/Dialects.h"
#include "llvm/IR/DIBuilder.h"
#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/Module.h"

namespace tritonc::cpu {

/// One coordinate of the element, or of the lanes, that is being computed. All are i64.
struct Coord {
  enum Kind {
    Same,    ///< the same in all lanes
    Running, ///< lane l is at value + l, and value is a multiple of the number of lanes
    Vector   ///< a vector with a coordinate for each lane
  } kind;
  llvm::Value *value;
};
using Coords = llvm::SmallVector<Coord, 4>;

/// Storage for a tensor in the scratch arena.
struct Buffer {
  llvm::GetElementPtrInst *address; ///< its offset is filled in at the end
  mlir::Type element;               ///< may be wider than the tensor's (see Emitter::bufferElement)
  int64_t bytes;
  unsigned begin, end; ///< first and last step that uses it
};

/// A strip that is being emitted.
struct Strip {
  int lanes = 1;
  Coords at;
  llvm::ArrayRef<int64_t> shape;
  /// Masks known to hold in all lanes or in none.
  llvm::DenseMap<mlir::Value, bool> known;
  /// The masks that are intervals of lanes, and whether all or none of the lanes are in all of them.
  llvm::SmallVector<mlir::Value> guards;
  llvm::Value *all = nullptr, *none = nullptr;
  /// Values computed so far, by value and coordinates.
  std::map<std::vector<void *>, llvm::Value *> memo;
  /// Coordinate of the reduction axis, and whether it is the first that is visited.
  llvm::Value *isFirst = nullptr;
};

/// Lanes [lo, hi) of a strip, relative to its first; i64.
struct LaneInterval {
  llvm::Value *lo, *hi;
};

/// The place in the source that a location stands for, the innermost one of inlined code; null if unknown.
mlir::FileLineColLoc sourceOf(mlir::Location loc);

class Emitter {
public:
  Emitter(llvm::Module &module, tt::FuncOp func, bool debugLines, unsigned sanitize);
  /// Emits the kernel and its entries; false if something was reported.
  bool run();

private:
  using B = llvm::IRBuilder<>;
  using Values = llvm::SmallVector<llvm::Value *, 4>;

  //===--- Program.cpp: structure ---===//
  void emitBody();
  void emitBlock(mlir::Block &block);
  void emitSegment(const Segment &segment);
  void emitGroup(const Group &group);
  void emitScalarOp(mlir::Operation *op);
  void emitRegionOp(mlir::Operation *op);
  void emitTerminator(mlir::Operation *op);
  void emitFor(mlir::scf::ForOp op);
  void emitWhile(mlir::scf::WhileOp op);
  void emitIf(mlir::scf::IfOp op);
  void bindScalar(mlir::Value value, llvm::ArrayRef<llvm::Value *> parts);
  llvm::SmallVector<llvm::PHINode *> makePhis(mlir::Value like);
  /// Computes `sources` into `targets`, all sources before any target that a source may read elsewhere.
  void copyTensors(llvm::ArrayRef<mlir::Value> sources, llvm::ArrayRef<Buffer *> targets);
  void copyTensor(mlir::Value source, Buffer *target);
  void error(mlir::Operation *op, const llvm::Twine &message);
  /// The error that the target lacks an operation.
  void unsupported(mlir::Operation *op, llvm::StringRef where = "");

  //===--- Arena.cpp: buffers ---===//
  Buffer *createBuffer(llvm::ArrayRef<int64_t> shape, mlir::Type element);
  Buffer *bufferOf(mlir::Value value);
  /// The type in which a buffer holds `value`: f32 for narrow floats that only matrix products read.
  mlir::Type bufferElement(mlir::Value value);
  llvm::Value *touch(Buffer *buffer);
  void endLoop(unsigned begin);
  void layOutArena();
  llvm::AllocaInst *entryAlloca(llvm::Type *type, const llvm::Twine &name = "");

  //===--- Strips.cpp: loops and values ---===//
  /// for (index = 0; index < trip; index += step), or downwards; always runs at least once.
  void emitLoop(int64_t trip, int64_t step, bool reverse, llvm::function_ref<void(llvm::Value *, llvm::Value *)> body);
  void emitLoopGroup(const Group &group);
  void emitStrip(const Group &group, Strip &strip);
  /// Finds the guards of memory accesses that are intervals of lanes.
  void classifyMasks(const Group &group, Strip &strip);
  bool isGuarded(mlir::Operation *op, const Strip &strip);
  /// Emits accesses under a branch between the cases all, none and some of the lanes.
  void emitGuarded(llvm::ArrayRef<mlir::Operation *> accesses, Strip &strip);
  /// Whether `value` depends on nothing that `group` itself computes.
  bool computedBefore(const Group &group, mlir::Value value);
  void emitMember(mlir::Operation *op, Strip &strip);
  /// Loops over the elements of `shape`.
  void forEachStrip(llvm::ArrayRef<int64_t> shape, int lanes, llvm::function_ref<void(Strip &)> body);
  llvm::Value *evaluate(mlir::Value value, Strip &strip) { return evaluate(value, strip.at, strip); }
  llvm::Value *evaluate(mlir::Value value, const Coords &at, Strip &strip);
  llvm::Value *evaluateUncached(mlir::Value value, const Coords &at, Strip &strip);
  /// An element of a broadcast, reshape, join, ...: null if the operation is none of them.
  llvm::Value *evaluateView(mlir::Value value, const Coords &at, Strip &strip);
  /// `value` in the first lane only.
  llvm::Value *evaluateFirstLane(mlir::Value value, Strip &strip);
  void remember(mlir::Value value, Strip &strip, llvm::Value *computed);
  llvm::Value *loadBuffer(Buffer *buffer, mlir::Value value, const Coords &at, Strip &strip);
  llvm::Value *loadElements(llvm::Value *base, mlir::Type element, llvm::ArrayRef<int64_t> shape, const Coords &at,
                            Strip &strip);
  void storeBuffer(Buffer *buffer, llvm::ArrayRef<int64_t> shape, mlir::Type type, const Coords &at, llvm::Value *value,
                   Strip &strip);
  llvm::Value *constantTensor(mlir::DenseElementsAttr attr, const Coords &at, Strip &strip);
  Coord linearIndex(llvm::ArrayRef<int64_t> shape, const Coords &at, int lanes);
  Coords delinearize(Coord linear, llvm::ArrayRef<int64_t> shape, int lanes);
  llvm::Value *coordVector(Coord coord, int lanes);
  Coords firstLane(const Coords &at);
  Coords coordsOfView(mlir::Operation *view, const Coords &at, int lanes);
  llvm::Value *widenTo(llvm::Value *value, int lanes);
  llvm::Value *iota(llvm::Type *element, int lanes);
  static int lanesOf(llvm::Value *value);

  //===--- StoreFusion.cpp ---===//
  size_t fusableGroups(const Segment &segment, size_t first);
  bool readsSameElements(const Group &group, mlir::Operation *op);
  llvm::Value *accessesAreApart(const Group &merged);
  void emitFusedStores(const Segment &segment, size_t first, size_t count);

  //===--- LaneAnalysis.cpp ---===//
  /// By how much (in elements, for pointers) `value` grows from lane to lane along dimension `dim`; none if unknown.
  std::optional<int64_t> laneStride(mlir::Value value, int dim);
  /// The lanes in which `mask` holds, if they are an interval that can be told from scalars.
  std::optional<LaneInterval> laneInterval(mlir::Value mask, const Coords &at, Strip &strip);
  std::optional<LaneInterval> compareInterval(mlir::arith::CmpIOp op, const Coords &at, int dim, Strip &strip);
  LaneInterval intersect(LaneInterval a, LaneInterval b);

  //===--- Elementwise.cpp: arithmetic on scalars and vectors ---===//
  bool emitPure(mlir::Operation *op, llvm::ArrayRef<llvm::Value *> args, Values &results);
  bool emitArithmetic(mlir::Operation *op, llvm::ArrayRef<llvm::Value *> args, Values &results);
  llvm::Value *emitFloat(mlir::Operation *op, llvm::ArrayRef<llvm::Value *> args);
  llvm::Value *emitInteger(mlir::Operation *op, llvm::ArrayRef<llvm::Value *> args);
  llvm::Value *emitCast(mlir::Operation *op, llvm::ArrayRef<llvm::Value *> args);
  llvm::Value *emitDivision(mlir::Operation *op, llvm::Value *x, llvm::Value *y);
  llvm::Value *emitCompare(mlir::arith::CmpFPredicate predicate, llvm::Value *x, llvm::Value *y);
  /// Evaluates a single-block region on scalars or vectors.
  Values emitRegion(mlir::Region &region, llvm::ArrayRef<llvm::Value *> args);
  llvm::Value *regionValue(mlir::Value value, llvm::DenseMap<mlir::Value, llvm::Value *> &local);

  //===--- DeviceLibrary.cpp ---===//
  bool emitExtern(tt::ExternElementwiseOp op, llvm::ArrayRef<llvm::Value *> args, Values &results);
  llvm::Value *emitLibraryCast(llvm::StringRef name, llvm::Value *x, llvm::Type *result);
  llvm::Value *emitLibraryInteger(llvm::StringRef name, llvm::ArrayRef<llvm::Value *> args, llvm::Type *result);

  //===--- NarrowFloat.cpp: types that are stored narrow and computed wide ---===//
  llvm::Value *toFloat(llvm::Value *value, mlir::Type type);
  llvm::Value *fromFloat(llvm::Value *value, mlir::Type type, bool towardZero = false);
  llvm::Value *convertFloat(llvm::Value *value, mlir::Type from, mlir::Type to, bool towardZero = false);

  //===--- VectorMath.cpp ---===//
  llvm::Value *emitMath(llvm::StringRef name, llvm::ArrayRef<llvm::Value *> args);
  llvm::Value *callLibm(llvm::StringRef name, llvm::ArrayRef<llvm::Value *> args);
  llvm::Value *expF32(llvm::Value *x, bool base2);
  llvm::Value *logF32(llvm::Value *x, bool base2);
  llvm::Value *fma(llvm::Value *a, llvm::Value *b, llvm::Value *c);
  llvm::Value *polynomial(llvm::Value *x, llvm::ArrayRef<double> coefficients);

  //===--- MemoryAccess.cpp ---===//
  /// The pointers of a strip: of its first lane if they are neighbours.
  struct Address {
    llvm::Value *ptr;
    std::optional<int64_t> stride;
  };
  Address evaluateAddress(mlir::Value ptr, Strip &strip);
  llvm::Value *emitLoad(tt::LoadOp op, Strip &strip);
  void emitStore(tt::StoreOp op, Strip &strip);
  llvm::Value *emitScalarLoad(llvm::Value *ptr, llvm::Value *mask, llvm::Value *other, mlir::Type element,
                              bool isVolatile);
  void emitScalarStore(llvm::Value *ptr, llvm::Value *value, llvm::Value *mask, mlir::Type element);
  /// `ptr` is a vector of pointers, or, when `contiguous`, the scalar address of the first lane.
  llvm::Value *loadLanes(llvm::Value *ptr, bool contiguous, llvm::Value *mask, llvm::Value *other, mlir::Type element,
                         int lanes);
  void storeLanes(llvm::Value *ptr, bool contiguous, llvm::Value *mask, llvm::Value *value, mlir::Type element,
                  int lanes);
  llvm::Value *lanesAreNeighbours(llvm::Value *ptrs, mlir::Type element, int lanes);
  llvm::Value *emitGather(tt::GatherOp op, Strip &strip);
  llvm::Value *memoryForm(llvm::Value *value, mlir::Type element);
  llvm::Value *valueForm(llvm::Value *value, mlir::Type element);

  //===--- Atomics.cpp, Diagnose.cpp ---===//
  llvm::Value *emitAtomic(mlir::Operation *op, Strip &strip);
  llvm::Value *emitOneAtomic(mlir::Operation *op, llvm::Value *ptr, llvm::Value *cmp, llvm::Value *value);
  /// Runs `body(lane index, lane values)` for each lane of `vectors` in order, in a loop.
  void forEachLane(llvm::ArrayRef<llvm::Value *> vectors, int lanes,
                   llvm::function_ref<void(llvm::Value *, llvm::ArrayRef<llvm::Value *>)> body);
  /// Emits `body` under `condition` (an i1; constants are folded).
  void emitIf(llvm::Value *condition, llvm::function_ref<void()> body);
  llvm::Value *emitNarrowAtomicAdd(llvm::Value *ptr, llvm::Value *value, mlir::Type element);
  void emitHistogram(tt::HistogramOp op, Strip &strip);
  void emitPrint(tt::PrintOp op, Strip &strip);
  void emitAssert(tt::AssertOp op, Strip &strip);
  void emitAssertFailure(llvm::Value *failure, const std::string &message);
  void callPrintf(llvm::StringRef format, llvm::ArrayRef<llvm::Value *> args);
  /// An operation's name as a user knows it.
  static std::string spellingOf(mlir::Operation *op);

  //===--- Sanitize.cpp ---===//
  enum class SiteKind { Load, Store, Atomic, Value };
  llvm::Constant *text(llvm::StringRef content);
  /// A constant that says where and what `op` is.
  llvm::Constant *siteOf(mlir::Operation *op, SiteKind kind, int64_t bytes, int parameter,
                         llvm::ArrayRef<int64_t> shape);
  /// A member of the launcher's table of functions; ~0: the table itself, null if there is none.
  llvm::Value *sanitizer(unsigned member);
  /// The row-major index of the strip's first element in its block, and by how much it grows from lane to lane.
  std::pair<llvm::Value *, llvm::Value *> elementIndex(const Strip &strip);
  /// Shows the lanes that `mask` lets through, and gives those that may be performed. Does nothing without -fsanitize.
  llvm::Value *checkAccess(mlir::Operation *op, SiteKind kind, llvm::Value *ptr, llvm::Value *mask, Strip &strip);
  void checkNaN(mlir::Operation *op, llvm::ArrayRef<llvm::Value *> operands, llvm::ArrayRef<llvm::Value *> results);
  void reportNaN(mlir::Operation *op, llvm::Value *found, llvm::Value *index, llvm::ArrayRef<int64_t> shape);
  llvm::Value *anyNaN(llvm::ArrayRef<mlir::Value> values);
  /// Accesses from here on belong to another execution of an operation.
  void countExecution();

  //===--- DebugLines.cpp ---===//
  void beginDebugLines();
  /// What is emitted next stands for `op`.
  void locate(mlir::Operation *op);

  //===--- ReduceScan.cpp ---===//
  struct Accumulator {
    mlir::Operation *op;
    llvm::SmallVector<llvm::AllocaInst *> slots;
    llvm::SmallVector<mlir::Type> types;
    bool hasIdentity = false;
  };
  void prepareAccumulators(const Group &group, int lanes, bool alongLanes);
  void resetAccumulators();
  void emitReduceStep(tt::ReduceOp op, Strip &strip);
  void emitScanStep(tt::ScanOp op, Strip &strip);
  void finishReductions(Strip &strip, bool alongLanes);
  llvm::Constant *identityOf(mlir::Region &combine, mlir::Type type);
  Values shuffleAll(llvm::ArrayRef<llvm::Value *> values, llvm::ArrayRef<int> mask);

  //===--- MatrixProduct.cpp ---===//
  void emitDot(tt::DotOp op);
  /// The value in a buffer of elements `compute`; packed into a new one if need be.
  Buffer *operandInBuffer(mlir::Value value, mlir::Type compute);
  /// result = c + a b, with a and b in buffers of `compute`.
  void accumulateProduct(mlir::Value c, mlir::Value result, Buffer *a, Buffer *b, int64_t depth, mlir::Type compute);
  void emitDotScaled(tt::DotScaledOp op);
  void emitMapElementwise(tt::MapElementwiseOp op);
  /// d += a b for row-major matrices.
  void emitProduct(int64_t rows, int64_t columns, int64_t depth, llvm::Value *a, llvm::Value *b, llvm::Value *d,
                   llvm::Type *element);

  //===--- LaunchEntry.cpp ---===//
  void createBodyFunction();
  void emitEntries();

  //===--- types ---===//
  llvm::Type *valueType(mlir::Type element);
  llvm::Type *memoryType(mlir::Type element);
  int64_t memoryBytes(mlir::Type element);
  llvm::SmallVector<llvm::Type *> partTypes(mlir::Type type);
  llvm::Type *vectorOf(llvm::Type *element, int lanes);
  llvm::Value *i64(int64_t value) { return b.getInt64(value); }
  llvm::BasicBlock *newBlock(const llvm::Twine &name);

  llvm::LLVMContext &ctx;
  llvm::Module &module;
  B b;
  tt::FuncOp func;
  BlockSchedule schedule;
  bool failed = false;
  bool debugLines;
  /// Checks to emit: bits of Sanitize.
  unsigned sanitize;
  llvm::AllocaInst *execution = nullptr;
  llvm::Value *programIndex = nullptr;
  const Strip *currentStrip = nullptr;
  std::unique_ptr<llvm::DIBuilder> debug;

  llvm::Function *body = nullptr;
  llvm::BasicBlock *entry = nullptr;
  llvm::Value *scratch = nullptr;
  llvm::Value *programId[3], *gridSize[3];
  llvm::SmallVector<llvm::Type *> paramTypes;
  int64_t arenaBytes = 0;

  llvm::DenseMap<mlir::Value, Values> scalars;
  llvm::DenseMap<mlir::Value, Buffer *> buffers;
  std::vector<std::unique_ptr<Buffer>> allBuffers;
  /// Steps emitted so far, the unit of buffer lifetimes.
  unsigned now = 0;
  bool reuseBuffers = true;

  /// State of the loop group that is being emitted.
  std::vector<Accumulator> accumulators;
  /// Results that are not written to a buffer this time.
  llvm::DenseSet<mlir::Value> unbuffered;
  bool axisAlongLanes = false;
  llvm::DenseMap<mlir::Block *, llvm::BasicBlock *> blockMap;
  llvm::DenseMap<mlir::Value, llvm::SmallVector<llvm::PHINode *>> blockPhis;
};

} // namespace tritonc::cpu

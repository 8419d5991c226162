//===- Lowering.h - layout IR to one thread's program ---------------------===//
//
// A tensor in layout L becomes one scalar SSA value per register of the thread: 2^(register bits of L) values, register
// r holding the element at L(register = r, lane, warp). A scalar is one value, a pointer an `!llvm.ptr<1>`. Structured
// control flow becomes blocks with one argument per register. The IR is walked once, op by op, and LLVM-dialect ops are
// emitted directly; there is no pattern driver, no type converter and no rollback, because those cost more time than
// the rest of the compile of a small kernel.
//
//   %1 = arith.addf %a, %b : tensor<256xf32, #l>      %1_0 = llvm.fadd %a_0, %b_0 : f32
//                                               ->    %1_1 = llvm.fadd %a_1, %b_1 : f32
//
// Each family of ops lives in a file of its own and registers its handlers in a HandlerTable. A handler reads operands
// with `registers(value)`, emits through `e` (an Emitter) and records results with `set(value, registers)`. What
// differs between NVIDIA and AMD is behind TargetOps. An op that cannot be lowered gives a located error and failure().
//
//===----------------------------------------------------------------------===//
#pragma once

#include "passes/Pipelines.h"
#include "passes/ir/Dialects.h"
#include "passes/layout/linear/LinearLayout.h"
#include "passes/lower/Emitter.h"
#include "passes/lower/TargetOps.h"

namespace tritonc {
class AxisInfoAnalysis;
}

namespace tritonc::lower {

using Registers = llvm::SmallVector<Value>;

class FunctionLowering;

/// Which function lowers which op.
class HandlerTable {
public:
  using Handler = mlir::LogicalResult (*)(FunctionLowering &, mlir::Operation *);

  /// table.add<arith::AddFOp, lowerAddF>(), where lowerAddF(FunctionLowering &, arith::AddFOp).
  template <typename Op, mlir::LogicalResult (*Fn)(FunctionLowering &, Op)> void add() {
    handlers[mlir::TypeID::get<Op>()] = [](FunctionLowering &f, mlir::Operation *op) {
      return Fn(f, mlir::cast<Op>(op));
    };
  }
  template <typename Op> void add(Handler handler) { handlers[mlir::TypeID::get<Op>()] = handler; }
  Handler find(mlir::Operation *op) const { return handlers.lookup(op->getName().getTypeID()); }

private:
  llvm::DenseMap<mlir::TypeID, Handler> handlers;
};

// One per file of handlers; called by LowerToLLVM.cpp.
void addControlFlowHandlers(HandlerTable &table);
void addElementwiseHandlers(HandlerTable &table);
void addMathHandlers(HandlerTable &table);
void addCastHandlers(HandlerTable &table);
void addPointerHandlers(HandlerTable &table);
void addLoadStoreHandlers(HandlerTable &table);
void addAtomicHandlers(HandlerTable &table);
void addProgramInfoHandlers(HandlerTable &table);
void addShapeHandlers(HandlerTable &table);
void addDebugHandlers(HandlerTable &table);
void addInlineAsmHandlers(HandlerTable &table);
// Across threads.
void addReduceHandlers(HandlerTable &table);
void addScanHandlers(HandlerTable &table);
void addConvertHandlers(HandlerTable &table);
void addHistogramHandlers(HandlerTable &table);
void addGatherHandlers(HandlerTable &table);
void addDotHandlers(HandlerTable &table);
void addBarrierHandlers(HandlerTable &table);
void addLocalMemoryHandlers(HandlerTable &table);
void addAsyncCopyHandlers(HandlerTable &table);
void addWarpGroupHandlers(HandlerTable &table);
void addTensorMapHandlers(HandlerTable &table);

class SharedMemoryPlan; // SharedMemory.h

/// What all functions of a module share.
struct ModuleContext {
  mlir::ModuleOp source;
  /// The launch: target, numWarps, lineInfo.
  LoweringOptions options;
  const HandlerTable &handlers;
  const TargetOps &target;
  /// Where the shared memory of each op lies; null until planned.
  const SharedMemoryPlan *sharedMemory = nullptr;
};

class FunctionLowering {
public:
  FunctionLowering(ModuleContext &module, tt::FuncOp source, mlir::LLVM::LLVMFuncOp result);
  ~FunctionLowering();

  /// Lowers the whole body.
  mlir::LogicalResult run();

  ModuleContext &module;
  const TargetOps &target;
  tt::FuncOp source;
  /// Emits into the function made.
  Emitter e;

  // Values.
  /// The registers that hold a value: one for a scalar. Valid until the next `set`.
  llvm::ArrayRef<Value> registers(Value v);
  Value scalar(Value v) { return registers(v).front(); }
  void set(Value v, Registers registers);
  void set(Value v, Value scalar) { set(v, Registers{scalar}); }
  bool isSet(Value v) const { return values.contains(v); }

  // Types.
  /// The LLVM type of one element: f8 types become i8, pointers !llvm.ptr<1>. Null if there is none.
  Type elementType(Type type);
  /// The LLVM types of the registers that hold a value of `type`, appended.
  mlir::LogicalResult appendRegisterTypes(Type type, llvm::SmallVectorImpl<Type> &types);

  // Layouts.
  /// The layout of a tensor type: its `#ttg.linear` encoding. The reference stays valid.
  const LinearLayout &layout(Type tensor);
  /// Registers per thread of a value of this type: 1 for scalars.
  unsigned numRegisters(Type type);

  /// What is known of contiguity and alignment in this function; computed on first use.
  const AxisInfoAnalysis &axisInfo();

  // Threads. Each is computed once, in the prologue.
  Value threadId(); // within the program, i32
  Value laneId();   // i32
  Value warpId();   // i32; uniform over a warp, and known to be so on AMD
  int warpSize() const { return module.options.target.warpSize; }
  int numWarps() const { return module.options.numWarps; }
  int numThreads() const { return warpSize() * numWarps(); }

  // Indices.cpp.
  /// The i32 coordinates of each register's element: result[register][dimension].
  llvm::SmallVector<llvm::SmallVector<Value>> coordinates(Type tensor);
  /// The i32 image, under a map from (register, lane, warp[, block]) into any spaces, of register `reg` of this thread:
  /// one value per out dimension. Constants fold; the part that depends on the thread is computed once per function.
  llvm::SmallVector<Value> applyLayout(const LinearLayout &layout, unsigned reg);
  /// True in the threads that are the first of those that hold the same elements of a tensor; null if all are.
  /// A scalar is held by all threads: true in thread 0.
  Value isFirstHolder(Type type);
  /// Register bits that change nothing: register r holds what register r & ~mask holds.
  unsigned freeRegisterMask(Type tensor);

  // Regions.
  /// Lowers the ops of a one-block region with its arguments bound to `args`; gives the operands of its terminator.
  mlir::FailureOr<Registers> inlineBlock(Block &block, ValueRange args);
  /// The same for a region of several blocks, each of which ends in a branch or in the terminator.
  mlir::FailureOr<Registers> inlineRegion(mlir::Region &region, ValueRange args);
  /// Lowers the ops of a block without its terminator.
  mlir::LogicalResult lowerOps(Block &block);
  mlir::LogicalResult lowerOp(mlir::Operation *op);

  // Shared memory (SharedMemory.cpp).
  /// The address (`!llvm.ptr<3>`) of byte `offset` of the program's shared memory.
  Value sharedAddress(int64_t offset);
  /// The address of the scratch buffer that the plan gave to `op`.
  Value scratch(mlir::Operation *op);
  /// All threads of the program meet, and see each other's shared memory.
  void barrier();

  // Blocks (Lowering.cpp).
  /// The block made for a block of the source (cf), with its arguments bound.
  Block *targetBlock(Block *block);
  /// Binds values to registers that come one after the other.
  void bindArguments(ValueRange arguments, ValueRange registers);
  /// The registers of all operands, one after the other.
  Registers flatten(ValueRange operands);

  /// The counter of the innermost loop that code is being emitted into; null outside loops.
  Value loopCounter;

  /// Double-width products made so far, by their operands (Elementwise.cpp).
  llvm::DenseMap<std::pair<Value, Value>, Value> wideProducts;

private:
  void eraseDeadOps();
  const LinearLayout &internLayout(const LinearLayout &layout);
  llvm::SmallVector<Value> applyInterned(const LinearLayout &layout, unsigned reg);
  llvm::DenseMap<Block *, Block *> blockMap;
  std::vector<std::pair<size_t, std::unique_ptr<LinearLayout>>> internedLayouts;
  struct ThreadPart {
    llvm::SmallVector<Value> perDim;
    llvm::SmallVector<uint32_t> usedBits;
  };
  const ThreadPart &threadPart(const LinearLayout &layout);

  llvm::DenseMap<Value, Registers> values;
  std::unique_ptr<AxisInfoAnalysis> cachedAxisInfo;
  std::map<const LinearLayout *, ThreadPart> threadParts;
  llvm::DenseMap<Type, Value> firstHolders;
  Value cachedThreadId, cachedLaneId, cachedWarpId, cachedSharedBase;
};

} // namespace tritonc::lower

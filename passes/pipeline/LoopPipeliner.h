//===- LoopPipeliner.h - one loop whose loads run ahead -------------------===//
//
// Loads.cpp explains what is made. Here is the state while one loop is rewritten: LoopPipeliner.cpp makes what runs
// ahead and the new loop, LoopBody.cpp what is left of the old loop's body.
//
//===----------------------------------------------------------------------===//
#pragma once

#include "mlir/IR/IRMapping.h"
#include "passes/ir/SharedMemory.h"
#include "passes/pipeline/Lookahead.h"
#include "passes/pipeline/LoopLoads.h"
#include "llvm/ADT/SmallBitVector.h"

namespace tritonc {

/// Rewrites one loop so that `loads` are made ahead; `stages` iterations are then in work at a time.
class LoopPipeliner {
public:
  LoopPipeliner(mlir::scf::ForOp loop, llvm::SmallVector<AheadLoad> loads, unsigned stages,
                const AxisInfoAnalysis &axes, const Target &target)
      : loop(loop), loc(loop.getLoc()), loads(std::move(loads)), copyDistance(stages - 1), axes(axes), target(target),
        b(loop) {}

  void run();

private:
  // Buffers.
  void chooseSlots();
  ttg::MemDescType blockType(const AheadLoad &load);
  void allocate();
  mlir::Value slotOf(AheadLoad &load, mlir::Value index);
  mlir::Value nextSlot(mlir::Value slot);
  // Ahead.
  bool has(AheadKind kind) const {
    return llvm::any_of(loads, [&](const AheadLoad &load) { return load.kind == kind; });
  }
  void addLookaheads();
  void addLookahead(AheadKind kind, unsigned distance);
  mlir::Value bound(unsigned distance);
  mlir::Value constant(mlir::Type type, int64_t value) {
    return mlir::arith::ConstantOp::create(b, loc, b.getIntegerAttr(type, value));
  }
  mlir::Value isBefore(mlir::Value iv, mlir::Value limit);
  mlir::Value advanced(mlir::Value iv, unsigned distance);
  void evaluate(Lookahead &ahead, mlir::Value iv, unsigned more, mlir::Value slot);
  void prologue();
  llvm::SmallVector<mlir::Value> state();
  void setState(mlir::ValueRange state);
  // The loop.
  void findNeeded();
  void need(mlir::Value value, llvm::SmallVectorImpl<mlir::Value> &work);
  void build();
  void readSlots(mlir::Value slot);
  void storeToSlots(mlir::Value slot);
  void cloneBody(mlir::IRMapping &map);
  void readLate();
  bool emitAheadLoad(mlir::Operation *op, mlir::IRMapping &map);
  mlir::Value readAlong(AheadLoad &load, const LayoutPath &path);
  mlir::Value localLoad(AheadLoad &load, const LinearLayout &layout);
  void finish();

  mlir::scf::ForOp loop, made;
  mlir::Location loc;
  llvm::SmallVector<AheadLoad> loads;
  unsigned copyDistance;
  const AxisInfoAnalysis &axes;
  const Target &target;
  mlir::OpBuilder b;

  unsigned slots = 0;
  /// Whether copies are started at the end of an iteration.
  bool copyLate = false;
  /// Whether loads in registers go to shared memory at the end of an iteration.
  bool storeLate = false;
  /// Whether wgmma reads the slots.
  bool feedsWarpGroups = false;
  llvm::DenseMap<mlir::Operation *, mlir::Value> buffers;  // of a load: its slots
  llvm::DenseMap<mlir::Operation *, mlir::Value> views;    // of a load: the slot of this iteration
  llvm::DenseMap<mlir::Operation *, mlir::Value> inFlight; // of a load: its value in registers
  llvm::DenseMap<mlir::Operation *, mlir::Value> first;    // of a load through registers: iteration 0
  llvm::DenseMap<std::pair<mlir::Operation *, mlir::Type>, mlir::Value> blocks; // read in this iteration
  llvm::SmallVector<mlir::Operation *> reads; // the ops that read them, and casts of what was read
  struct Ahead {
    Lookahead lookahead;
    AheadKind kind;
    /// The one that wants the loads, or -1: the loop.
    int consumer;
  };
  std::vector<Ahead> aheads;
  llvm::DenseMap<unsigned, mlir::Value> bounds;
  llvm::SmallPtrSet<mlir::Operation *, 32> needed;
  llvm::SmallBitVector neededCarried;
};

} // namespace tritonc

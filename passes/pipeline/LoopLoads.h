//===- LoopLoads.h - the loads of a loop that can be made ahead -----------===//
//
// Chosen are loads that stand in the loop's own block and feed the operand of a product, through casts and changes of
// layout; and, where the source asks for stages on a loop without products (tl.range(num_stages=)), its other loads as
// far as registers reach. On RDNA, whose loads ahead all go through registers, products' loads also only so far.
//
// A load may move ahead if its address can be computed ahead (LoopSlice.h), if it is not volatile, and if nothing in
// the loop writes what it reads. Two parameters of a kernel are taken to point to different memory, as Triton takes
// them when it pipelines; one parameter that the loop loads from and stores to is left alone. So are loops with calls,
// atomics, barriers or prints, which may order memory in ways that a load ahead would not respect.
//
//===----------------------------------------------------------------------===//
#pragma once

#include "backend/Target.h"
#include "passes/ir/SharedMemory.h"
#include "passes/layout/AxisInfo.h"
#include "passes/pipeline/LoopSlice.h"

namespace tritonc {

/// How a load is made ahead.
enum class AheadKind {
  /// Asynchronous copies to shared memory, several iterations ahead.
  Copy,
  /// Into registers two iterations ahead, to shared memory one iteration ahead: where there are no such copies.
  Store,
  /// Into registers one iteration ahead.
  Register,
};

/// Ops between a load and a change of layout, without other users: the load can be read in the layout that makes them
/// come out in the one wanted.
struct LayoutPath {
  ttg::ConvertLayoutOp convert;
  llvm::SmallVector<mlir::Operation *> ops;
  /// The layout of the load in which it must be read, then of each op's result.
  std::vector<LinearLayout> layouts;
};

struct AheadLoad {
  tt::LoadOp op;
  AheadKind kind;
  std::vector<LayoutPath> paths;
  /// ttg.local_alloc ops of the load: where wgmma reads it.
  llvm::SmallVector<mlir::Operation *> buffers;
  /// Whether other users want the load in its own layout.
  bool usedDirectly = false;
  /// Whether lanes that are masked get zeros.
  bool leavesZeros = true;
  /// AMD's copies: a load in the layout whose lanes lie one after the other in the buffer, and that buffer.
  tt::LoadOp source = {};
  ttg::MemDescType buffer = {};

  mlir::RankedTensorType type() const { return llvm::cast<mlir::RankedTensorType>(tt::LoadOp(op).getType()); }
};

/// The loads of `loop` that are made ahead when `stages` iterations are in work, in program order.
llvm::SmallVector<AheadLoad> findAheadLoads(mlir::scf::ForOp loop, const AxisInfoAnalysis &axes, const Target &target);

/// Neighbours in global memory that one access of a thread may move, as flat coordinates, lowest first.
llvm::SmallVector<uint64_t> accessSteps(tt::LoadOp load, const AxisInfoAnalysis &axes);

} // namespace tritonc

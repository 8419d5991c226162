//===- BlockSchedule.h - which block operations share a loop --------------===//
//
// A block program handles whole tensors; the host handles them by loops over their elements. One loop per operation
// would stream every intermediate through memory, so operations of one shape are put into one loop as far as the
// meaning allows:
//
//   x = load p; m = reduce max x; e = exp(x - splat m); s = reduce add e; store q, e / splat s
//   group 0: { x = load p; m max= x }   group 1: { e = exp(x - m); s += e }   group 2: { store q, e / s }
//
// x and e are used by later groups and get buffers. Three kinds of values:
//  - inline values are recomputed wherever they are used: ranges, splats, constants, views (broadcast, transpose, ...)
//    and cheap integer arithmetic on those, so that addresses and masks never occupy memory;
//  - members belong to exactly one group: arithmetic on data, loads, stores, reductions, scans;
//  - scalars are computed between groups.
//
// Order of memory: a group that writes memory never contains, and always follows, the reads that precede the write in
// the program (the block operation reads all lanes before a later store writes any, and pointers may alias); reads
// follow earlier writes in the same way. So within one group all iterations are independent and may run in any order or
// at once.
//
// A block is cut into segments at operations with regions (loops, branches), which are emitted as control flow.
//
//===----------------------------------------------------------------------===//
#pragma once

#include "passes/ir/Dialects.h"
#include "llvm/ADT/DenseSet.h"

namespace tritonc::cpu {

/// Operations that one loop nest, or one scalar or special step, performs.
struct Group {
  enum Kind { Loop, Scalar, Special } kind = Loop;
  llvm::SmallVector<int64_t, 4> shape;
  /// The dimension that reductions and scans of the group run along; -1: none. It is then the innermost loop.
  int axis = -1;
  /// Scans run from the end.
  bool reverse = false;
  /// Nothing may join (histograms, atomics: order matters).
  bool closed = false;
  llvm::SmallVector<mlir::Operation *> members;
};

/// A straight piece of a block: scalarsBefore[i], group i, ..., scalarsBefore.back(), then `end`.
struct Segment {
  std::vector<Group> groups;
  std::vector<llvm::SmallVector<mlir::Operation *>> scalarsBefore;
  /// The operation with regions, or the terminator, that ends the piece.
  mlir::Operation *end = nullptr;
};

/// Where in its block an operation is performed: (segment, step); scalars and groups interleave within a segment.
using Position = std::pair<int, int>;

class BlockSchedule {
public:
  explicit BlockSchedule(tt::FuncOp func);

  const std::vector<Segment> &segments(mlir::Block *block) const { return blocks.find(block)->second; }
  /// Recomputed at each use.
  bool isInline(mlir::Value value) const { return inlineForm(value).depth > 0; }
  /// Read by another group than the one that computes it, or at other coordinates.
  bool needsBuffer(mlir::Value value) const { return buffered.contains(value); }
  /// True if writing the loop result `yielded` straight into the storage of the loop-carried tensor `carried` is safe:
  /// every read of `carried` in the loop's body happens before, or at the same element as, the write.
  bool canUpdateInPlace(mlir::Value yielded, mlir::BlockArgument carried) const;

  /// True if all reads of `value`, through inline values too, are by `readers` and at the element of the reader's loop.
  bool isReadOnlyBy(mlir::Value value, llvm::ArrayRef<mlir::Operation *> readers) const;

  /// Calls `visit(value, viaView)` for the values that must have been computed before `value` can be evaluated: scalars
  /// and members behind inline values; `viaView`: read at other coordinates than those asked for.
  void forEachSource(mlir::Value value, llvm::function_ref<void(mlir::Value, bool)> visit) const;

private:
  /// How deep the operations of an inline value are nested, and how many views are among them; depth 0: not inline.
  struct InlineForm {
    unsigned depth = 0, views = 0;
  };
  InlineForm inlineForm(mlir::Value value) const;
  void scheduleRegions(mlir::Operation *op);
  void scheduleBlock(mlir::Block &block);
  void place(mlir::Operation *op, Segment &segment);
  void markBuffers();
  int readyAt(mlir::Value value, bool viaView, llvm::ArrayRef<int64_t> shape) const;
  Group &join(Segment &segment, mlir::Operation *op, int earliest, llvm::ArrayRef<int64_t> shape, int axis,
              bool reverse, bool alone);

  llvm::DenseMap<mlir::Block *, std::vector<Segment>> blocks;
  llvm::DenseMap<mlir::Operation *, Position> positions;
  mutable llvm::DenseMap<mlir::Value, InlineForm> inlineCache;
  llvm::DenseSet<mlir::Value> buffered;
  // State of the segment that is being scheduled.
  int currentSegment = 0;
  int lastRead = -1, lastWrite = -1;
  /// The first step that may read a value: at the element that the step's loop is at, or anywhere.
  struct Ready {
    int sameElement, anywhere;
  };
  llvm::DenseMap<mlir::Value, Ready> ready;
};

/// The shape of a tensor value; empty for scalars.
llvm::ArrayRef<int64_t> shapeOf(mlir::Value value);
bool isTensor(mlir::Value value);
/// Gives elements of its operands at other coordinates; costs nothing.
bool isView(mlir::Operation *op);

} // namespace tritonc::cpu

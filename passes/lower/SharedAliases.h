//===- SharedAliases.h - which buffers a place in shared memory may be in -===//
//
// A `!ttg.memdesc` comes from a ttg.local_alloc, perhaps through views, loops and branches. For each such value: the
// allocations that it may lie in.
//
//===----------------------------------------------------------------------===//
#pragma once

#include "passes/ir/Dialects.h"
#include "llvm/ADT/MapVector.h"
#include "llvm/ADT/SetVector.h"

namespace tritonc::lower {

class SharedAliases {
public:
  explicit SharedAliases(tt::FuncOp function);

  using Buffers = llvm::SmallSetVector<mlir::Operation *, 2>;
  /// The ttg.local_alloc ops that `memory` may come from.
  llvm::ArrayRef<mlir::Operation *> buffersOf(mlir::Value memory) const;
  /// All values that may lie in some buffer.
  const llvm::MapVector<mlir::Value, Buffers> &values() const { return buffers; }

private:
  bool flow(mlir::Value from, mlir::Value to);
  bool flow(mlir::ValueRange from, mlir::ValueRange to);
  bool visit(mlir::Operation *op);

  llvm::MapVector<mlir::Value, Buffers> buffers;
};

/// From the first to the last position of a function, in program order, at which something is in use.
struct LiveRange {
  unsigned begin, end;
  bool overlaps(const LiveRange &other) const { return begin <= other.end && other.begin <= end; }
};

/// Where the buffers of a function are in use: from the allocation to the last use through any view, or to
/// ttg.local_dealloc if that comes later. A use in a loop around which the buffer lives keeps it to the loop's end.
class SharedLiveness {
public:
  SharedLiveness(tt::FuncOp function, const SharedAliases &aliases);

  LiveRange rangeOf(mlir::Operation *alloc) const { return ranges.lookup(alloc); }
  /// An op with all its regions.
  LiveRange extentOf(mlir::Operation *op) const { return extents.lookup(op); }

private:
  void number(mlir::Operation *op);
  LiveRange rangeOfUse(mlir::Operation *alloc, mlir::Operation *user) const;

  unsigned next = 0;
  llvm::DenseMap<mlir::Operation *, LiveRange> extents, ranges;
};

} // namespace tritonc::lower

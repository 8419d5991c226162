//===- SharedEffects.h - what each op does to shared memory ---------------===//
//
// The one table that InsertBarriers.cpp works from. An op accesses bytes at once, may let all threads meet, may start
// work that accesses bytes later, and may end such work. Buffers are byte intervals after placement.
//
// Asynchronous work (copies, products, stores by the tensor memory accelerator) must not start before earlier accesses
// to the same bytes have ended, as any access must not; but when its own accesses happen is known only at the wait that
// ends it. So they count as made at that wait, and one barrier after it serves all. Between start and wait nobody may
// touch the bytes: that is the duty of the pass that makes the ops, as the choice of the slot is.
//
//===----------------------------------------------------------------------===//
#pragma once

#include "backend/Target.h"
#include "passes/ir/Dialects.h"
#include "passes/lower/SharedAliases.h"

namespace tritonc::lower {

/// Bytes [begin, end) of the program's shared memory.
struct SharedBytes {
  int64_t begin, end;
  bool isWrite;
  bool conflictsWith(const SharedBytes &other) const {
    return begin < other.end && other.begin < end && (isWrite || other.isWrite);
  }
  bool operator==(const SharedBytes &o) const { return begin == o.begin && end == o.end && isWrite == o.isWrite; }
};

/// Kinds of asynchronous work, each with a wait of its own.
enum class AsyncWork { Copy, Product, TmaStore };
constexpr unsigned numAsyncWorks = 3;

/// What an op does, in this order: accesses, perhaps a meeting of all threads, accesses; and what it starts or ends.
struct SharedEffects {
  llvm::SmallVector<SharedBytes, 2> first;
  bool meets = false;
  llvm::SmallVector<SharedBytes, 2> last;
  /// Asynchronous accesses that begin here. They count as made when work of this kind ends; without a kind never, for
  /// work whose end all threads see without a barrier.
  llvm::SmallVector<SharedBytes, 2> later;
  std::optional<AsyncWork> starts;
  /// Work of this kind ends: all of it, or some.
  std::optional<AsyncWork> ends;
  bool endsAll = false;
};

/// The effects of `op` itself, without its regions and without those of functions that it calls.
SharedEffects sharedEffects(mlir::Operation *op, const SharedAliases &aliases, const Target &target);

} // namespace tritonc::lower

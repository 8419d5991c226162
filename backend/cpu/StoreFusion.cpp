//===- StoreFusion.cpp - loads and stores in one loop ---------------------===//
//
// A store may not share the loop of loads that precede it, since pointers may alias and the block reads all lanes
// first. So `out = x + y` is two loops with a buffer between them. Where memory bandwidth is all that counts, that
// costs a fifth of the speed. Whether the blocks overlap is known at run time: if the stored block is apart from every
// loaded one, or starts at the same address (an update in place reads each strip before it writes it), one loop does
// both:
//
//   if (all pairs apart or equal) { for strips: load x, load y, store x + y }
//   else { for strips: buffer = load x + load y; for strips: store buffer }
//
// This is done for one-dimensional groups with contiguous accesses, and only for small ones, as the code exists twice.
//
//===----------------------------------------------------------------------===//
#include "backend/cpu/Emitter.h"

using namespace mlir;

namespace tritonc::cpu {

/// More operations than that are bound by arithmetic anyway.
constexpr size_t kMaxMembers = 32;

static bool isOneDimensional(ArrayRef<int64_t> shape) {
  return llvm::count_if(shape, [](int64_t size) { return size > 1; }) == 1;
}

static int longDimension(ArrayRef<int64_t> shape) {
  return llvm::find_if(shape, [](int64_t size) { return size > 1; }) - shape.begin();
}

/// Whether `op` reads what `group` computes only at the element of its own loop.
bool Emitter::readsSameElements(const Group &group, Operation *op) {
  bool result = true;
  for (Value operand : op->getOperands())
    schedule.forEachSource(operand, [&](Value source, bool viaView) {
      result &= !viaView || !llvm::is_contained(group.members, source.getDefiningOp());
    });
  return result;
}

/// The number of groups from `first` on that can be one loop: one with loads, and those that follow and only store.
size_t Emitter::fusableGroups(const Segment &segment, size_t first) {
  const Group &loads = segment.groups[first];
  if (sanitize || loads.kind != Group::Loop || loads.axis >= 0 || loads.closed || loads.members.size() > kMaxMembers ||
      !isOneDimensional(loads.shape))
    return 1;
  int dim = longDimension(loads.shape);
  auto contiguous = [&](Value ptr) { return isTensor(ptr) && laneStride(ptr, dim) == 1; };
  bool any = false;
  for (Operation *op : loads.members) {
    if (auto load = dyn_cast<tt::LoadOp>(op)) {
      if (!contiguous(load.getPtr()) || !computedBefore(loads, load.getPtr()))
        return 1;
      any = true;
    } else if (!isMemoryEffectFree(op)) {
      return 1;
    }
  }
  size_t count = 1;
  for (; any && first + count < segment.groups.size(); ++count) {
    const Group &next = segment.groups[first + count];
    if (next.kind != Group::Loop || next.axis >= 0 || next.closed || next.shape != loads.shape)
      break;
    bool onlyStores = llvm::all_of(next.members, [&](Operation *op) {
      auto store = dyn_cast<tt::StoreOp>(op);
      return store && contiguous(store.getPtr()) && computedBefore(loads, store.getPtr()) &&
             readsSameElements(loads, op);
    });
    // Scalars in between do not depend on the loop, as it reduces nothing, but they will be computed before it: they
    // must not touch memory.
    onlyStores &= llvm::all_of(segment.scalarsBefore[first + count],
                               [](Operation *op) { return isMemoryEffectFree(op) && !isa<tt::UnsplatOp>(op); });
    if (!onlyStores)
      break;
  }
  return count;
}

llvm::Value *Emitter::accessesAreApart(const Group &merged) {
  Strip strip;
  strip.shape = merged.shape;
  strip.at.assign(merged.shape.size(), Coord{Coord::Same, i64(0)});
  int64_t elements = merged.shape[longDimension(merged.shape)];
  // First addresses, and bytes that the blocks cover.
  SmallVector<std::pair<llvm::Value *, int64_t>> loads, stores;
  for (Operation *op : merged.members) {
    if (!isa<tt::LoadOp, tt::StoreOp>(op))
      continue;
    Value ptr = op->getOperand(0);
    Type element = cast<tt::PtrType>(getElementTypeOrSelf(ptr.getType())).getPointeeType();
    llvm::Value *first = b.CreatePtrToInt(evaluate(ptr, strip.at, strip), b.getInt64Ty());
    (isa<tt::LoadOp>(op) ? loads : stores).push_back({first, elements * memoryBytes(element)});
  }
  llvm::Value *result = b.getTrue();
  auto check = [&](auto a, auto c) {
    // a - c, as unsigned, is at least c's size and at most 2^64 - a's size if they are apart.
    llvm::Value *distance = b.CreateSub(a.first, c.first);
    llvm::Value *apart = b.CreateICmpULE(b.CreateSub(distance, i64(c.second)), i64(-(a.second + c.second)));
    if (a.second == c.second)
      apart = b.CreateOr(apart, b.CreateICmpEQ(a.first, c.first));
    result = b.CreateAnd(result, apart);
  };
  for (size_t i = 0; i < stores.size(); ++i) {
    for (auto &load : loads)
      check(stores[i], load);
    for (size_t k = 0; k < i; ++k)
      check(stores[i], stores[k]);
  }
  return result;
}

void Emitter::emitFusedStores(const Segment &segment, size_t first, size_t count) {
  Group merged = segment.groups[first];
  for (size_t i = 1; i < count; ++i) {
    for (Operation *op : segment.scalarsBefore[first + i])
      emitScalarOp(op);
    merged.members.append(segment.groups[first + i].members.begin(), segment.groups[first + i].members.end());
  }
  if (failed)
    return;
  llvm::BasicBlock *together = newBlock("together"), *separate = newBlock("separate"), *join = newBlock("stored");
  b.CreateCondBr(accessesAreApart(merged), together, separate);
  b.SetInsertPoint(separate);
  for (size_t i = 0; i < count; ++i, ++now)
    emitLoopGroup(segment.groups[first + i]);
  b.CreateBr(join);

  b.SetInsertPoint(together);
  // What only these stores read needs no buffer here.
  for (Operation *op : merged.members)
    for (Value result : op->getResults())
      if (schedule.isReadOnlyBy(result, merged.members))
        unbuffered.insert(result);
  emitLoopGroup(merged);
  unbuffered.clear();
  b.CreateBr(join);
  b.SetInsertPoint(join);
}

} // namespace tritonc::cpu

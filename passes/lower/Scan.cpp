//===- Scan.cpp - tt.scan for one thread ----------------------------------===//
//
// Works through the levels of plan/ScanPlan.h from the lowest bits of the axis to the highest. What is kept:
//   - of each run of neighbouring registers (a *leaf*): the scan within the leaf;
//   - of each leaf: the *prefix*, the combination of all that precedes the leaf within the levels done, valid under a
//     condition (the first lane or warp has nothing before it, and the region has no neutral element);
//   - of each group of leaves that the levels done cover: its total, known to all threads that share the group.
// A level turns totals into prefixes and the totals of larger groups; at the end each leaf's prefix is combined into
// its registers once. Across lanes pairs exchange totals by XOR, so that afterwards every lane knows the total and no
// lane has to send it. The earlier operand is always the left one, so the region need not commute. In reverse the same
// runs with "earlier" meaning the higher coordinate.
//
//===----------------------------------------------------------------------===//
#include "passes/lower/Combine.h"
#include "passes/lower/SharedAccess.h"
#include "passes/lower/plan/ScanPlan.h"

using namespace mlir;

namespace tritonc::lower {
namespace {

/// What precedes a leaf. The condition is null where the prefix always exists.
struct Prefix {
  Tuple value;
  Value condition;
};

class ScanLowering {
public:
  ScanLowering(FunctionLowering &f, tt::ScanOp op, const ScanPlan &plan)
      : f(f), e(f.e), op(op), plan(plan), combine(f, op.getCombineOp()) {
    Operation *sole = combine.soleOp();
    commutes = sole && sole->hasTrait<OpTrait::IsCommutative>();
  }

  LogicalResult run();

private:
  void scanLeaves(const ScanLevel *level);
  void scanRegisters(const ScanLevel &level);
  void scanLanes(const ScanLevel &level, bool isLast);
  void scanWarps(const ScanLevel &level, bool isLast);
  void addPrefix(uint32_t group, const Tuple &value, Value condition);
  void finish();

  /// The place bits of position `index` of a level, in scan order: position 0 is the earliest.
  uint32_t place(const ScanLevel &level, uint32_t index) {
    if (op.getReverse())
      index = (1u << level.bits.size()) - 1 - index;
    uint32_t result = 0;
    for (auto [i, bit] : llvm::enumerate(level.bits))
      result |= (index >> i & 1) << bit;
    return result;
  }

  FunctionLowering &f;
  Emitter &e;
  tt::ScanOp op;
  const ScanPlan &plan;
  Combine combine;
  bool commutes;

  uint32_t leafMask = 0;
  /// Register bits along the axis that no level has covered yet.
  uint32_t pending = 0;
  std::map<uint32_t, Tuple> values;    // by register
  std::map<uint32_t, Prefix> prefixes; // by leaf: a register number without leaf bits
  std::map<uint32_t, Tuple> totals;    // by group: a register number of row and pending bits
};

LogicalResult ScanLowering::run() {
  const ScanLevel *first = plan.levels.empty() || plan.levels.front().kind != Dim::Register ? nullptr : &plan.levels[0];
  scanLeaves(first);
  for (const ScanLevel &level : plan.levels) {
    bool isLast = &level == &plan.levels.back();
    if (&level == first)
      continue;
    if (level.kind == Dim::Register)
      scanRegisters(level);
    else if (level.kind == Dim::Lane)
      scanLanes(level, isLast);
    else
      scanWarps(level, isLast);
    if (combine.failed())
      return failure();
  }
  finish();
  return failure(combine.failed());
}

void ScanLowering::scanLeaves(const ScanLevel *level) {
  leafMask = level ? level->mask() : 0;
  pending = plan.bits.reg.axis & ~leafMask;
  uint32_t count = level ? 1u << level->bits.size() : 1;
  for (uint32_t leaf : subsetsOf(plan.bits.reg.other | pending)) {
    Tuple running;
    for (uint32_t i = 0; i < count; ++i) {
      uint32_t reg = leaf | (level ? place(*level, i) : 0);
      Tuple own;
      for (Value src : op.getSrcs())
        own.push_back(f.registers(src)[reg]);
      running = i ? combine(running, own) : own;
      values[reg] = running;
    }
    totals[leaf] = running;
  }
}

/// Puts `value` before everything that the leaves of `group` have as a prefix so far.
void ScanLowering::addPrefix(uint32_t group, const Tuple &value, Value condition) {
  for (uint32_t leaf : subsetsOf(plan.bits.reg.axis & ~leafMask & ~pending)) {
    auto [it, isNew] = prefixes.try_emplace(group | leaf, Prefix{value, condition});
    Prefix &prefix = it->second;
    if (isNew)
      continue;
    Tuple both = combine(value, prefix.value);
    if (prefix.condition)
      both = selectTuple(e, prefix.condition, both, value);
    prefix.value = condition ? selectTuple(e, condition, both, prefix.value) : both;
    prefix.condition = condition && prefix.condition ? e.or_(condition, prefix.condition) : Value();
  }
}

void ScanLowering::scanRegisters(const ScanLevel &level) {
  std::map<uint32_t, Tuple> newTotals;
  for (uint32_t base : subsetsOf(plan.bits.reg.other | (pending & ~level.mask()))) {
    Tuple running = totals[base | place(level, 0)];
    for (uint32_t i = 1; i < 1u << level.bits.size(); ++i) {
      uint32_t group = base | place(level, i);
      addPrefix(group, running, {});
      running = combine(running, totals[group]);
    }
    newTotals[base] = running;
  }
  totals = std::move(newTotals);
  pending &= ~level.mask();
}

void ScanLowering::scanLanes(const ScanLevel &level, bool isLast) {
  for (auto &[group, total] : totals) {
    Tuple before;
    Value hasBefore;
    for (unsigned bit : level.bits) {
      uint32_t mask = 1u << bit;
      Tuple other = shuffleXorTuple(f, total, mask);
      Value masked = e.and_(f.laneId(), e.i32(mask));
      Value isLater = op.getReverse() ? e.eq(masked, e.i32(0)) : e.ne(masked, e.i32(0));
      if (before.empty()) {
        before = other;
        hasBefore = isLater;
      } else {
        Tuple both = selectTuple(e, hasBefore, combine(other, before), other);
        before = selectTuple(e, isLater, both, before);
        hasBefore = e.or_(hasBefore, isLater);
      }
      if (isLast && bit == level.bits.back())
        break; // nobody needs the total
      total = commutes ? combine(total, other)
                       : combine(selectTuple(e, isLater, other, total), selectTuple(e, isLater, total, other));
    }
    addPrefix(group, before, hasBefore);
  }
}

void ScanLowering::scanWarps(const ScanLevel &level, bool isLast) {
  Value scratch = f.scratch(op);
  std::vector<SharedBuffer> writers, readers;
  int64_t start = 0;
  for (Value v : totals.begin()->second) {
    unsigned bytes = memoryBytes(v.getType());
    int64_t at = start + int64_t(level.bufferStart) * bytes;
    writers.emplace_back(f, scratch, at, v.getType(), level.writeIndex);
    readers.emplace_back(f, scratch, at, v.getType(), level.readIndex);
    start += llvm::alignTo(int64_t(plan.bufferElements) * bytes, 16);
  }
  SmallVector<SharedStore> stores;
  for (auto &[group, total] : totals)
    for (auto [v, buffer] : llvm::zip(total, writers))
      stores.push_back({buffer.address(group), {v}});
  storeSharedIf(f, noneSet(f, level.silentLanes), stores);
  f.barrier();

  LinearLayout warpIndex = level.writeIndex.sublayout({Dim::Warp}, {Dim::Offset});
  Value self = e.and_(f.warpId(), e.i32(level.mask()));
  uint32_t count = 1u << level.bits.size();
  for (auto &[group, total] : totals) {
    Tuple running, before;
    for (uint32_t i = 0; i < count; ++i) {
      if (i) { // `running` combines warps 0 .. i-1
        Value isSelf = e.eq(self, e.i32(place(level, i)));
        before = i == 1 ? running : selectTuple(e, isSelf, running, before);
      }
      if (i + 1 == count && isLast)
        break;
      uint32_t extra = uint32_t(warpIndex.apply({{Dim::Warp, int32_t(place(level, i))}}, Dim::Offset));
      Tuple partial;
      for (SharedBuffer &buffer : readers)
        partial.push_back(buffer.load(1, group, extra).front());
      running = i ? combine(running, partial) : partial;
    }
    total = running;
    addPrefix(group, before, e.ne(self, e.i32(place(level, 0))));
  }
}

void ScanLowering::finish() {
  for (auto &[reg, value] : values) {
    auto prefix = prefixes.find(reg & ~leafMask);
    if (prefix == prefixes.end())
      continue;
    Tuple combined = combine(prefix->second.value, value);
    value = prefix->second.condition ? selectTuple(e, prefix->second.condition, combined, value) : combined;
  }
  for (auto [operand, result] : llvm::enumerate(op.getResults())) {
    Registers registers;
    for (unsigned r = 0; r < f.numRegisters(result.getType()); ++r)
      registers.push_back(values[r & ~plan.bits.reg.free][operand]);
    f.set(result, std::move(registers));
  }
}

LogicalResult lowerScan(FunctionLowering &f, tt::ScanOp op) {
  auto plan = planScan(f.layout(op.getSrcs().front().getType()), op.getAxis());
  if (!plan)
    return op.emitOpError("scans an operand whose layout mixes the bits of the axis");
  return ScanLowering(f, op, *plan).run();
}

} // namespace

void addScanHandlers(HandlerTable &table) { table.add<tt::ScanOp, lowerScan>(); }

} // namespace tritonc::lower

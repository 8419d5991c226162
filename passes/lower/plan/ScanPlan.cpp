//===- ScanPlan.cpp - the levels of a prefix scan -------------------------===//
#include "passes/lower/plan/ScanPlan.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/bit.h"

using namespace tritonc;
using namespace tritonc::lower;

namespace {
/// The buffer of one warp level. Register bits below the level do not tell totals apart: a total is one per group.
void planBuffer(ScanLevel &level, const AxisBits &bits, uint32_t laterRegisters, uint32_t laterLanes,
                const LinearLayout &layout) {
  level.registers = bits.reg.other | laterRegisters;
  uint32_t lanes = bits.lane.other | laterLanes;
  level.silentLanes = (bits.lane.axis | bits.lane.free) & ~lanes;
  llvm::SmallVector<BitRef> index = bitRefs(Dim::Lane, lanes);
  index.append(bitRefs(Dim::Register, level.registers));
  // Copies in other warps and later warp levels get slots of their own, so no two warps write one place.
  index.append(bitRefs(Dim::Warp, bits.warp.all()));
  level.bufferElements = 1u << index.size();
  level.writeIndex = gatherBits(index, layout);
  for (BitRef &ref : index)
    if (ref.in == Dim::Warp && (level.mask() >> ref.bit & 1))
      ref = BitRef{Dim::Block, 31}; // counts nothing
  level.readIndex = gatherBits(index, layout);
}
} // namespace

std::optional<ScanPlan> lower::planScan(const LinearLayout &layout, unsigned axis) {
  auto bits = axisBitsForScan(layout, axis);
  if (!bits)
    return std::nullopt;
  ScanPlan plan;
  plan.bits = *bits;
  for (BitRef ref : bits->order) {
    if (plan.levels.empty() || plan.levels.back().kind != ref.in)
      plan.levels.push_back(ScanLevel{ref.in, {}, 0, {}, {}, 0, 0, 0});
    plan.levels.back().bits.push_back(ref.bit);
  }
  uint32_t laterRegisters = bits->reg.axis, laterLanes = bits->lane.axis;
  for (ScanLevel &level : plan.levels) {
    if (level.kind == Dim::Register)
      laterRegisters &= ~level.mask();
    if (level.kind == Dim::Lane)
      laterLanes &= ~level.mask();
    if (level.kind != Dim::Warp)
      continue;
    planBuffer(level, *bits, laterRegisters, laterLanes, layout);
    level.bufferStart = plan.bufferElements;
    plan.bufferElements += level.bufferElements;
  }
  return plan;
}

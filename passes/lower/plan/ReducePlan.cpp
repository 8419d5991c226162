//===- ReducePlan.cpp - how a reduction goes through the machine ----------===//
#include "passes/lower/plan/ReducePlan.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/bit.h"
#include "llvm/Support/MathExtras.h"

using namespace tritonc;
using namespace tritonc::lower;

namespace {
/// Shared memory moves at most 16 bytes per lane and access, on all targets.
constexpr unsigned maxVectorBytes = 16;
/// A lane reads a row's partials with at most this many vector loads; what is beyond is spread over lanes and costs a
/// shuffle each time the number doubles. More loads would be a little faster, but their results are all live at once,
/// next to the block that most kernels keep in registers over a reduction, and cost occupancy: 16 partials took cross
/// entropy with 16 warps from 32 to 40 registers and to 0.89 of its speed.
constexpr unsigned maxLoadsPerRow = 2;

void append(llvm::SmallVectorImpl<BitRef> &to, llvm::ArrayRef<BitRef> bits) { to.append(bits.begin(), bits.end()); }

/// Chooses the warp bits that lanes stand for: the highest, so that the low ones stay within one vector.
void chooseSpread(ReducePlan &plan, unsigned vectorBits) {
  unsigned warpBits = llvm::popcount(plan.bits.warp.axis);
  unsigned loadBits = warpBits - std::min(warpBits, vectorBits);
  uint32_t idleLanes = plan.bits.lane.axis | plan.bits.lane.free;
  unsigned keptBits = llvm::Log2_32(maxLoadsPerRow);
  if (loadBits <= keptBits)
    return;
  unsigned count = std::min<unsigned>(loadBits - keptBits, llvm::popcount(idleLanes));
  plan.spreadLanes = depositBits((1u << count) - 1, idleLanes);
  plan.spreadWarps = depositBits(((1u << count) - 1) << (warpBits - count), plan.bits.warp.axis);
}
} // namespace

std::optional<ReducePlan> lower::planReduce(const LinearLayout &layout, unsigned axis, unsigned elementBytes) {
  auto bits = axisBitsForReduce(layout, axis);
  if (!bits)
    return std::nullopt;
  ReducePlan plan;
  plan.bits = *bits;
  plan.crossesWarps = bits->warp.axis != 0;
  if (!plan.crossesWarps)
    return plan;

  unsigned maxVector = std::max(1u, maxVectorBytes / elementBytes);
  auto rowRegs = bitRefs(Dim::Register, bits->reg.other), rowLanes = bitRefs(Dim::Lane, bits->lane.other);
  auto axisWarps = bitRefs(Dim::Warp, bits->warp.axis);
  auto rowWarps = bitRefs(Dim::Warp, bits->warp.other | bits->warp.free);
  llvm::SmallVector<BitRef> index;
  if (rowLanes.empty()) {
    append(index, axisWarps);
    append(index, rowRegs);
    append(index, rowWarps);
    plan.readVector = std::min(maxVector, 1u << axisWarps.size());
    chooseSpread(plan, llvm::Log2_32(plan.readVector));
  } else {
    size_t vectorBits = std::min<size_t>(rowRegs.size(), llvm::Log2_32(maxVector));
    append(index, llvm::ArrayRef(rowRegs).take_front(vectorBits));
    append(index, rowLanes);
    append(index, llvm::ArrayRef(rowRegs).drop_front(vectorBits));
    append(index, rowWarps);
    append(index, axisWarps);
    plan.readVector = plan.writeVector = 1u << vectorBits;
    chooseSpread(plan, 0);
  }

  plan.bufferElements = 1u << index.size();
  plan.silentLanes = bits->lane.axis | bits->lane.free;
  plan.writeIndex = gatherBits(index, layout);
  plan.warpIndex = plan.writeIndex.sublayout({Dim::Warp}, {Dim::Offset});
  // Reading: lanes of the spread take the index bits of the warps they stand for; other axis warps are counted by hand.
  llvm::SmallVector<BitRef> readBits(index);
  for (BitRef &ref : readBits) {
    if (ref.in != Dim::Warp || !(bits->warp.axis >> ref.bit & 1))
      continue;
    uint32_t warp = 1u << ref.bit;
    uint32_t lane = depositBits(extractBits(warp, plan.spreadWarps), plan.spreadLanes);
    bool spread = warp & plan.spreadWarps;
    // A bit number that no dimension has stands for nothing.
    ref = spread ? BitRef{Dim::Lane, unsigned(llvm::countr_zero(lane))} : BitRef{Dim::Block, 31};
  }
  plan.readIndex = gatherBits(readBits, layout);
  return plan;
}

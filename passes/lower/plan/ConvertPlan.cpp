//===- ConvertPlan.cpp - how elements get from one layout to another ------===//
#include "passes/lower/plan/ConvertPlan.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/bit.h"
#include "llvm/Support/MathExtras.h"

using namespace tritonc;
using namespace tritonc::lower;

namespace {

/// A linear map over F2 by the images of single bits.
using Columns = llvm::SmallVector<uint32_t, 8>;

uint32_t applyColumns(const Columns &columns, uint32_t v) {
  uint32_t result = 0;
  for (; v; v &= v - 1)
    result ^= columns[llvm::countr_zero(v)];
  return result;
}

Columns columnsOf(const LinearLayout &map, Dim in, Dim out) {
  Columns result;
  for (unsigned bit = 0; bit < map.inBits(in); ++bit)
    result.push_back(uint32_t(map.basis(in, bit, out)));
  return result;
}

/// Vectors in echelon form, each with a companion that is added along with it.
class Echelon {
public:
  /// Reduces (v, companion) by what is there.
  std::pair<uint32_t, uint32_t> reduce(uint32_t v, uint32_t companion) const {
    for (auto [r, c] : rows)
      if (v & llvm::bit_floor(r)) {
        v ^= r;
        companion ^= c;
      }
    return {v, companion};
  }
  bool spans(uint32_t v) const { return reduce(v, 0).first == 0; }
  /// Adds it; false if the vector is a sum of others whose companions disagree.
  bool add(uint32_t v, uint32_t companion) {
    auto [rest, restCompanion] = reduce(v, companion);
    if (!rest)
      return restCompanion == 0;
    for (auto &[r, c] : rows) // keep the form reduced: no row has another's leading bit
      if (r & llvm::bit_floor(rest)) {
        r ^= rest;
        c ^= restCompanion;
      }
    rows.push_back({rest, restCompanion});
    return true;
  }
  llvm::SmallVector<std::pair<uint32_t, uint32_t>, 8> rows;
};

} // namespace

std::optional<llvm::SmallVector<uint32_t>> lower::planRename(const LinearLayout &placeMap) {
  for (Dim in : {Dim::Lane, Dim::Warp})
    if (!placeMap.isIdentityOn(in) || !placeMap.isZero({in}, {Dim::Register}))
      return std::nullopt;
  llvm::SmallVector<uint32_t> result;
  for (int32_t r = 0; r < placeMap.inSize(Dim::Register); ++r)
    result.push_back(uint32_t(placeMap.apply({{Dim::Register, r}}, Dim::Register)));
  return result;
}

std::optional<ShufflePlan> lower::planShuffle(const LinearLayout &placeMap) {
  if (!placeMap.isIdentityOn(Dim::Warp) || !placeMap.isZero({Dim::Warp}, {Dim::Register, Dim::Lane}))
    return std::nullopt;
  Columns ar = columnsOf(placeMap, Dim::Register, Dim::Register), al = columnsOf(placeMap, Dim::Lane, Dim::Register);
  Columns br = columnsOf(placeMap, Dim::Register, Dim::Lane), bl = columnsOf(placeMap, Dim::Lane, Dim::Lane);

  ShufflePlan plan;
  // P: lane bits that lose their way in bl, although they want another register, take a lane that br supplies.
  Columns p(bl.size(), 0);
  Echelon reached;
  for (uint32_t column : bl)
    reached.add(column, 0);
  for (auto [bit, column] : llvm::enumerate(bl)) {
    if (column || !al[bit])
      continue;
    for (auto [reg, lane] : llvm::enumerate(br))
      if (!reached.spans(lane)) {
        reached.add(lane, 0);
        p[bit] = 1u << reg;
        plan.after.push_back({1u << bit, p[bit]});
        break;
      }
  }
  // Q from Q M = N.
  Echelon solve;
  for (unsigned bit = 0; bit < bl.size(); ++bit) {
    uint32_t m = bl[bit] ^ applyColumns(br, p[bit]), n = al[bit] ^ applyColumns(ar, p[bit]);
    if (!solve.add(m, n))
      return std::nullopt;
    plan.laneColumns.push_back(m);
  }
  Columns q(bl.size(), 0);
  for (auto [row, companion] : solve.rows) {
    q[llvm::Log2_32(row)] = companion;
    if (companion)
      plan.before.push_back({llvm::bit_floor(row), companion});
  }
  for (uint32_t s = 0; s < uint32_t(placeMap.inSize(Dim::Register)); ++s) {
    uint32_t lane = applyColumns(br, s);
    plan.steps.push_back({applyColumns(ar, s) ^ applyColumns(q, lane), lane});
  }
  plan.lanesStay =
      llvm::all_of(llvm::enumerate(plan.laneColumns), [](auto it) { return it.value() == 1u << it.index(); });
  return plan;
}

//===----------------------------------------------------------------------===//
// Shared memory
//===----------------------------------------------------------------------===//

namespace {

/// The place bit that alone reaches bit `coordinate` of the flattened tensor, and reaches nothing else.
std::optional<BitRef> soleOwner(const LinearLayout &flat, unsigned coordinate) {
  std::optional<BitRef> owner;
  for (DimBits in : flat.ins())
    for (unsigned bit = 0; bit < in.bits; ++bit) {
      uint64_t basis = flat.flatBasis(in.dim, bit);
      if (!(basis >> coordinate & 1))
        continue;
      if (owner || basis != uint64_t(1) << coordinate || in.dim == Dim::Block)
        return std::nullopt;
      owner = BitRef{in.dim, bit};
    }
  return owner;
}

/// `flat` without the coordinate bits in `drop`, nor the register bits that moved along them.
LinearLayout dropCoordinates(const LinearLayout &flat, uint32_t drop, uint32_t keptRegisters) {
  uint32_t kept = ((1u << flat.totalOutBits()) - 1) & ~drop;
  llvm::SmallVector<InputBases> ins;
  for (DimBits in : flat.ins()) {
    InputBases bases{in.dim, {}};
    for (unsigned bit = 0; bit < in.bits; ++bit)
      if (in.dim != Dim::Register || (keptRegisters >> bit & 1))
        bases.bases.push_back({int32_t(extractBits(uint32_t(flat.flatBasis(in.dim, bit)), kept))});
    ins.push_back(std::move(bases));
  }
  return LinearLayout(ins, {DimBits{outDim(0), unsigned(llvm::popcount(kept))}});
}

/// Takes the round bits of one side; gives the slice's layout.
LinearLayout sliceSide(ExchangeSide &side, const LinearLayout &flat, uint32_t drop) {
  uint32_t registers = (1u << flat.inBits(Dim::Register)) - 1;
  for (uint32_t rest = drop; rest; rest &= rest - 1) {
    BitRef owner = *soleOwner(flat, llvm::countr_zero(rest));
    side.roundBits.push_back(owner);
    if (owner.in == Dim::Register)
      registers &= ~(1u << owner.bit);
  }
  side.sliceRegisters = registers;
  return dropCoordinates(flat, drop, registers);
}

void finishSide(ExchangeSide &side, const LinearLayout &slice, const LinearLayout &buffer, int32_t vector) {
  side.address = bufferAddress(buffer, slice);
  side.vector = unsigned(vector);
  side.vectorRegisters = vectorRegisters(side.address, vector);
}

} // namespace

SharedPlan lower::planShared(const LinearLayout &source, const LinearLayout &destination, unsigned elementBytes,
                             unsigned budgetBytes) {
  LinearLayout flatSource = source.flattenOuts(outDim(0)), flatDestination = destination.flattenOuts(outDim(0));
  unsigned bits = flatSource.totalOutBits();
  uint32_t drop = 0;
  // Slices along registers cost nothing; along lanes or warps most threads idle in each round. So registers first.
  for (bool registersOnly : {true, false})
    for (unsigned bit = bits; bit-- && (uint64_t(elementBytes) << (bits - llvm::popcount(drop))) > budgetBytes;) {
      auto a = soleOwner(flatSource, bit), b = soleOwner(flatDestination, bit);
      if (!a || !b || (drop >> bit & 1))
        continue;
      if (!registersOnly || (a->in == Dim::Register && b->in == Dim::Register))
        drop |= 1u << bit;
    }

  SharedPlan plan;
  LinearLayout store = sliceSide(plan.store, flatSource, drop), load = sliceSide(plan.load, flatDestination, drop);
  SwizzledBuffer buffer = exchangeBuffer(store, load, elementBytes * 8);
  finishSide(plan.store, store, buffer.offsetToCoords, buffer.storeVector);
  finishSide(plan.load, load, buffer.offsetToCoords, buffer.loadVector);
  plan.rounds = 1u << llvm::popcount(drop);
  plan.bufferElements = 1u << (bits - llvm::popcount(drop));
  plan.store.silentLanes = uint32_t(store.freeVariableMask(Dim::Lane));
  plan.store.silentWarps = uint32_t(store.freeVariableMask(Dim::Warp));
  for (BitRef ref : plan.store.roundBits) { // these are told apart by the round instead
    if (ref.in == Dim::Lane)
      plan.store.silentLanes &= ~(1u << ref.bit);
    if (ref.in == Dim::Warp)
      plan.store.silentWarps &= ~(1u << ref.bit);
  }
  return plan;
}

//===----------------------------------------------------------------------===//
// Choice
//===----------------------------------------------------------------------===//

/// In units of what shared memory does in one cycle for a warp, 32 lanes by 4 bytes: a shuffle moves that much once,
/// the way through memory twice; a select is about half of it. A barrier, and the latency of a store and a load that
/// nothing hides, count about eight.
static bool shuffleIsCheaper(const ShufflePlan &plan, unsigned sourceRegisters, unsigned elementBytes) {
  constexpr double barrierCost = 8, selectCost = 0.5;
  unsigned words = std::max(1u, elementBytes / 4), shuffles = 0;
  for (const ShufflePlan::Step &step : plan.steps)
    shuffles += !plan.lanesStay || step.laneXor;
  double selects = double(plan.before.size() * sourceRegisters + plan.after.size() * plan.steps.size());
  double throughMemory = double(sourceRegisters + plan.steps.size()) * elementBytes / 4 + barrierCost;
  return words * (shuffles + selectCost * selects) <= throughMemory;
}

ConvertPlan lower::planConvert(const LinearLayout &source, const LinearLayout &destination, unsigned elementBytes,
                               unsigned budgetBytes) {
  ConvertPlan plan;
  LinearLayout placeMap = destination.invertAndCompose(source);
  if (auto renamed = planRename(placeMap)) {
    plan.sourceRegister = std::move(*renamed);
    return plan;
  }
  if (auto shuffle = planShuffle(placeMap))
    if (shuffleIsCheaper(*shuffle, source.inSize(Dim::Register), elementBytes)) {
      plan.kind = ConvertPlan::Kind::Shuffle;
      plan.shuffle = std::move(*shuffle);
      return plan;
    }
  plan.kind = ConvertPlan::Kind::Shared;
  plan.shared = planShared(source, destination, elementBytes, budgetBytes);
  return plan;
}

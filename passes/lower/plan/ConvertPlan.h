//===- ConvertPlan.h - how elements get from one layout to another --------===//
//
// A conversion is a linear map from places of the destination to places of the source that hold the same element. Three
// ways to carry it out, from the cheapest:
//   - Rename: lanes and warps keep their elements. No code.
//   - Shuffle: warps keep their elements. Each register of the destination is one indexed shuffle; where lanes want
//     different registers of one another, registers are exchanged within each lane before and after (selects).
//   - Shared: each warp writes its elements to shared memory, all meet, each reads what it needs. Where the buffer
//   would
//     be too large, in several rounds over slices of the tensor.
//
// The shuffle in detail. With r, l the destination's register and lane, the source place is
//     register = Ar r + Al l        lane = Br r + Bl l        (over F2)
// If two lanes want different registers of one source lane at the same time, one shuffle cannot serve both. So in step
// s lane l receives what belongs into register s + P l, where P sends every lane bit that Bl loses to a register bit
// whose lane Br supplies. Then lane l reads lane M l + Br s with M = Bl + Br P, and the register wanted from a lane is
// a function of that lane alone: Ar s + Q (lane + Br s) with Q M = Al + Ar P. The exchanges before (Q) and after (P)
// are selects on single lane bits, one stage for each bit.
//
//===----------------------------------------------------------------------===//
#pragma once

#include "passes/layout/linear/LinearLayout.h"
#include "passes/layout/linear/Swizzle.h"
#include "passes/lower/plan/AxisBits.h"

namespace tritonc::lower {

/// v'[r] = (lane & laneBit) ? v[r ^ registers] : v[r]
struct ExchangeStage {
  uint32_t laneBit;
  uint32_t registers;
};

struct ShufflePlan {
  llvm::SmallVector<ExchangeStage, 4> before, after;
  /// One step for each destination register: which (exchanged) source register is sent, and what is added to the lane.
  struct Step {
    uint32_t sourceRegister;
    uint32_t laneXor;
  };
  llvm::SmallVector<Step> steps;
  /// Image of each lane bit in the lane that is read.
  llvm::SmallVector<uint32_t> laneColumns;
  /// laneColumns are those of the identity: lanes exchange by XOR, and with laneXor = 0 not at all.
  bool lanesStay = false;
};

/// One side of the way through shared memory.
struct ExchangeSide {
  /// (register, lane, warp, block) -> offset in the buffer, of one round's slice. Registers are those of the slice.
  LinearLayout address;
  unsigned vector = 1;
  /// Entry i is the slice register that lies 1 << i elements behind register 0 (vector accesses).
  llvm::SmallVector<int32_t, 4> vectorRegisters;
  /// The registers of the tensor that belong to the slice, as a mask of register bits: slice register k is tensor
  /// register depositBits(k, sliceRegisters) plus the round's bits.
  uint32_t sliceRegisters = 0;
  /// Where bit i of the round's number is found in a place.
  llvm::SmallVector<BitRef, 4> roundBits;
  /// Source only: lanes and warps with one of these bits set hold copies and need not store.
  uint32_t silentLanes = 0, silentWarps = 0;
};

struct SharedPlan {
  ExchangeSide store, load;
  unsigned rounds = 1;
  unsigned bufferElements = 0;
};

struct ConvertPlan {
  enum class Kind { Rename, Shuffle, Shared } kind = Kind::Rename;
  /// Rename: for each destination register the source register.
  llvm::SmallVector<uint32_t> sourceRegister;
  ShufflePlan shuffle;
  SharedPlan shared;
};

/// `budgetBytes` caps the buffer.
ConvertPlan planConvert(const LinearLayout &source, const LinearLayout &destination, unsigned elementBytes,
                        unsigned budgetBytes);

// The parts, for tests.
std::optional<llvm::SmallVector<uint32_t>> planRename(const LinearLayout &placeMap);
std::optional<ShufflePlan> planShuffle(const LinearLayout &placeMap);
SharedPlan planShared(const LinearLayout &source, const LinearLayout &destination, unsigned elementBytes,
                      unsigned budgetBytes);

} // namespace tritonc::lower

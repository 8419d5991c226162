//===- LaneReduce.cpp - combining across the lanes of a warp --------------===//
//
// In general one XOR shuffle for each lane bit: afterwards both lanes of a pair hold the pair's result. Better ways
// where the machine has them:
//   - NVIDIA: `redux.sync` does a whole warp of 32-bit integers in one instruction (sm_80 and up; f32 min and max from
//     sm_100a on; PTX ISA, redux.sync).
//   - AMD: steps within a row of 16 lanes ride on the combining instruction (DPP). gfx9 has no XOR by 4 among them, but
//     once lanes 0-3 of a quad agree, the mirror of half a row (XOR 7) pairs the same partners. Across the rows of a
//     wave of 64 `row_bcast:15` and `row_bcast:31` hand the last lane of a row down; then lane 63 holds the result of
//     all, and `v_readlane` gives it to everyone as a scalar. LLVM's own atomic optimizer reduces this way.
//   - gfx950, where rows are combined but not all of a row's lanes, as in sums over a matrix instruction's
//     accumulators: one swap of rows between two registers gives both lanes of a pair both values
//     (TargetOps::pairOfLanes). gfx11 and gfx12 have the row's other half by v_permlanex16 (AmdOps.cpp).
//
//===----------------------------------------------------------------------===//
#include "passes/lower/LaneReduce.h"
#include "llvm/ADT/bit.h"

using namespace mlir;

namespace tritonc::lower {

/// The suffix of llvm.nvvm.redux.sync.* that computes `op`, or nothing.
static StringRef reduxName(Operation *op, const Target &target) {
  if (!op || !target.isNVIDIA() || target.computeCapability < 80)
    return {};
  Type type = op->getResult(0).getType();
  if (type.isF32() && target.archSpecific && target.computeCapability >= 100 && target.computeCapability < 120)
    return TypeSwitch<Operation *, StringRef>(op)
        .Case([](arith::MaxNumFOp) { return "fmax"; })
        .Case([](arith::MinNumFOp) { return "fmin"; })
        .Case([](arith::MaximumFOp) { return "fmax.NaN"; })
        .Case([](arith::MinimumFOp) { return "fmin.NaN"; })
        .Default(StringRef());
  if (!type.isInteger() || type.getIntOrFloatBitWidth() > 32)
    return {};
  return TypeSwitch<Operation *, StringRef>(op)
      .Case([](arith::AddIOp) { return "add"; })
      .Case([](arith::MaxSIOp) { return "max"; })
      .Case([](arith::MinSIOp) { return "min"; })
      .Case([](arith::MaxUIOp) { return "umax"; })
      .Case([](arith::MinUIOp) { return "umin"; })
      .Case([](arith::AndIOp) { return "and"; })
      .Case([](arith::OrIOp) { return "or"; })
      .Case([](arith::XOrIOp) { return "xor"; })
      .Default(StringRef());
}

static Value redux(FunctionLowering &f, StringRef name, Value v) {
  Emitter &e = f.e;
  Type type = v.getType();
  std::string intrinsic = ("llvm.nvvm.redux.sync." + name).str();
  if (isa<FloatType>(type))
    return e.intrinsic(intrinsic, type, {v, e.i32(-1)});
  // Narrower integers keep their order when extended according to their sign; sums wrap the same after truncation.
  Value wide = name == "max" || name == "min" ? e.sext(v, e.i32Ty()) : e.zext(v, e.i32Ty());
  return e.trunc(e.intrinsic(intrinsic, e.i32Ty(), {wide, e.i32(-1)}), type);
}

/// Each 32-bit word of `v` through `move`.
static Value byWords(Emitter &e, Value v, llvm::function_ref<Value(Value)> move) {
  Type type = v.getType();
  Value bits = e.toInt(v);
  unsigned width = Emitter::bitsOf(bits.getType());
  if (width <= 32)
    return e.fromInt(e.zextOrTrunc(move(e.zextOrTrunc(bits, 32)), width), type);
  SmallVector<Value> words;
  for (Value word : e.unpack(e.bitcast(bits, e.vecTy(e.i32Ty(), width / 32))))
    words.push_back(move(word));
  return e.fromInt(e.bitcast(e.pack(words), bits.getType()), type);
}

/// Rows are combined: rows 1 and 3 take in rows 0 and 2, then rows 2 and 3 take in 1; what the other rows, which
/// read zeros, compute is not used. All lanes of a row agree before.
static Tuple reduceRowsOf64(FunctionLowering &f, Combine &combine, Tuple value) {
  Emitter &e = f.e;
  constexpr unsigned rowBcast15 = 0x142, rowBcast31 = 0x143;
  for (unsigned control : {rowBcast15, rowBcast31}) {
    Tuple moved;
    for (Value v : value)
      moved.push_back(byWords(e, v, [&](Value word) {
        return e.intrinsic("llvm.amdgcn.update.dpp", e.i32Ty(),
                           {word, word, e.i32(control), e.i32(0xf), e.i32(0xf), e.i1(true)});
      }));
    value = combine(moved, value);
  }
  for (Value &v : value)
    v = byWords(e, v, [&](Value word) { return e.intrinsic("llvm.amdgcn.readlane", e.i32Ty(), {word, e.i32(63)}); });
  return value;
}

/// Both lanes' tuples of each pair.
static std::pair<Tuple, Tuple> pairsOfLanes(FunctionLowering &f, const Tuple &value, uint32_t mask) {
  std::pair<Tuple, Tuple> both;
  for (Value v : value) {
    SmallVector<Value> highs;
    both.first.push_back(byWords(f.e, v, [&](Value word) {
      auto [low, high] = f.target.pairOfLanes(f.e, word, mask);
      highs.push_back(high);
      return low;
    }));
    auto *next = highs.begin();
    both.second.push_back(byWords(f.e, v, [&](Value) { return *next++; }));
  }
  return both;
}

Tuple reduceLanes(FunctionLowering &f, Combine &combine, Tuple value, uint32_t lanes) {
  if (lanes == 31 && f.warpSize() == 32)
    if (StringRef name = reduxName(combine.soleOp(), f.module.options.target); !name.empty())
      return {redux(f, name, value.front())};
  bool wholeWave = f.module.options.target.isCDNA() && lanes == 63;
  for (uint32_t rest = wholeWave ? 15 : lanes; rest; rest &= rest - 1) {
    uint32_t bit = rest & ~(rest - 1), mask = bit;
    if (f.module.options.target.isCDNA() && bit == 4 && (lanes & 3) == 3)
      mask = 7;
    if (f.target.hasPairsOfLanes(mask)) {
      auto [low, high] = pairsOfLanes(f, value, mask);
      value = combine(low, high);
    } else {
      value = combine(value, shuffleXorTuple(f, value, mask));
    }
  }
  return wholeWave ? reduceRowsOf64(f, combine, value) : value;
}

} // namespace tritonc::lower

//===- Indices.cpp - which element a register holds, as code --------------===//
//
// A layout is linear over F2: the coordinates of register r of a thread are those of register r of thread 0, a
// constant, XORed with those of register 0 of this thread. The second part is the same for all registers, so it is
// computed once per function; where its bits and the constant's do not meet, the XOR is an OR that LLVM takes for an
// addition, and the accesses become base + constant.
//
//   #l = {register=[[1],[2],[512]], lane=[[4],[8],...,[64]], warp=[[128],[256]]}
//   thread part:  ((lane << 2) | (warp << 7))        register 5:  thread part | 513
//
//===----------------------------------------------------------------------===//
#include "passes/lower/Lowering.h"

using namespace mlir;

namespace tritonc::lower {

//===----------------------------------------------------------------------===//
// Threads
//===----------------------------------------------------------------------===//

Value FunctionLowering::threadId() {
  if (!cachedThreadId)
    cachedThreadId = e.inPrologue([&] {
      Value id = target.threadId(e);
      // The launch has exactly this many threads; saying so folds masks away.
      return e.and_(id, e.i32(numThreads() - 1));
    });
  return cachedThreadId;
}

Value FunctionLowering::laneId() {
  if (!cachedLaneId)
    cachedLaneId = e.inPrologue([&] { return e.urem(threadId(), e.i32(warpSize())); });
  return cachedLaneId;
}

Value FunctionLowering::warpId() {
  if (!cachedWarpId)
    cachedWarpId = e.inPrologue(
        [&] { return numWarps() == 1 ? e.i32(0) : target.uniform(e, e.udiv(threadId(), e.i32(warpSize()))); });
  return cachedWarpId;
}

//===----------------------------------------------------------------------===//
// Applying layouts
//===----------------------------------------------------------------------===//

const FunctionLowering::ThreadPart &FunctionLowering::threadPart(const LinearLayout &layout) {
  auto [found, isNew] = threadParts.try_emplace(&layout);
  ThreadPart &part = found->second;
  if (!isNew)
    return part;
  e.inPrologue([&] {
    for (const DimBits &out : layout.outs()) {
      Value sum = e.i32(0);
      uint32_t used = 0;
      for (const ShiftTerm &term : layout.shiftTerms(out.dim)) {
        if (term.in != Dim::Lane && term.in != Dim::Warp)
          continue;
        Value in = term.in == Dim::Lane ? laneId() : warpId();
        uint32_t all = (1u << layout.inBits(term.in)) - 1;
        Value masked = (term.mask & all) == all ? in : e.and_(in, e.i32(term.mask));
        Value shifted = term.shift >= 0 ? e.shl(masked, term.shift) : e.lshr(masked, -term.shift);
        uint32_t bits = term.shift >= 0 ? term.mask << term.shift : term.mask >> -term.shift;
        sum = bits & used ? e.xor_(sum, shifted) : e.or_(sum, shifted, /*disjoint=*/true);
        used |= bits;
      }
      part.perDim.push_back(sum);
      part.usedBits.push_back(used);
    }
    return Value();
  });
  return part;
}

SmallVector<Value> FunctionLowering::applyLayout(const LinearLayout &layout, unsigned reg) {
  return applyInterned(internLayout(layout), reg);
}

SmallVector<Value> FunctionLowering::applyInterned(const LinearLayout &layout, unsigned reg) {
  const ThreadPart &part = threadPart(layout);
  SmallVector<Value> result;
  for (auto [i, out] : llvm::enumerate(layout.outs())) {
    uint32_t c = layout.apply({{Dim::Register, static_cast<int32_t>(reg)}}, out.dim);
    Value thread = part.perDim[i];
    result.push_back(c & part.usedBits[i] ? e.xor_(thread, e.i32(c)) : e.or_(thread, e.i32(c), /*disjoint=*/true));
  }
  return result;
}

const LinearLayout &FunctionLowering::internLayout(const LinearLayout &layout) {
  auto hash = static_cast<size_t>(hash_value(layout));
  for (const auto &[keptHash, kept] : internedLayouts)
    if (keptHash == hash && *kept == layout)
      return *kept;
  internedLayouts.emplace_back(hash, std::make_unique<LinearLayout>(layout));
  return *internedLayouts.back().second;
}

SmallVector<SmallVector<Value>> FunctionLowering::coordinates(Type tensor) {
  const LinearLayout &l = layout(tensor);
  SmallVector<SmallVector<Value>> result;
  for (unsigned r = 0, n = numRegisters(tensor); r < n; ++r)
    result.push_back(applyInterned(l, r));
  return result;
}

//===----------------------------------------------------------------------===//
// Copies
//===----------------------------------------------------------------------===//

Value FunctionLowering::isFirstHolder(Type type) {
  auto [found, isNew] = firstHolders.try_emplace(type);
  if (!isNew)
    return found->second;
  uint32_t mask = numThreads() - 1;
  if (isa<RankedTensorType>(type)) {
    const LinearLayout &l = layout(type);
    mask = (l.freeVariableMask(Dim::Lane) & (warpSize() - 1)) |
           ((l.freeVariableMask(Dim::Warp) & (numWarps() - 1)) * warpSize());
  }
  Value first;
  if (mask)
    first = e.inPrologue([&] { return e.eq(e.and_(threadId(), e.i32(mask)), e.i32(0)); });
  return firstHolders[type] = first;
}

unsigned FunctionLowering::freeRegisterMask(Type tensor) {
  return isa<RankedTensorType>(tensor) ? layout(tensor).freeVariableMask(Dim::Register) : 0;
}

} // namespace tritonc::lower

//===- Convert.cpp - ttg.convert_layout for one thread --------------------===//
//
// plan/ConvertPlan.h decides between renaming registers, shuffling within warps and the way through shared memory, and
// explains each. Here the code is made.
//
//   ttg.convert_layout %x, through shared memory, registers in runs of four on both sides:
//     st.shared.v4 [a + 0], {x0,x1,x2,x3};  ...;  barrier;  ld.shared.v4 {y0,y1,y2,y3}, [b + 0];  ...
//
//===----------------------------------------------------------------------===//
#include "passes/lower/Scratch.h"
#include "passes/lower/SharedAccess.h"
#include "passes/lower/plan/ConvertPlan.h"

using namespace mlir;

namespace tritonc::lower {
namespace {

Registers exchange(FunctionLowering &f, ArrayRef<ExchangeStage> stages, Registers values) {
  Emitter &e = f.e;
  for (const ExchangeStage &stage : stages) {
    Value swap = e.ne(e.and_(f.laneId(), e.i32(stage.laneBit)), e.i32(0));
    Registers next;
    for (size_t r = 0; r < values.size(); ++r)
      next.push_back(e.select(swap, values[r ^ stage.registers], values[r]));
    values = std::move(next);
  }
  return values;
}

Registers shuffle(FunctionLowering &f, const ShufflePlan &plan, ArrayRef<Value> source) {
  Emitter &e = f.e;
  Registers values = exchange(f, plan.before, Registers(source));
  Value from; // the lane read in step 0
  if (!plan.lanesStay) {
    from = e.i32(0);
    for (auto [bit, image] : llvm::enumerate(plan.laneColumns)) {
      if (!image)
        continue;
      Value set = e.and_(f.laneId(), e.i32(1u << bit));
      if (image == 1u << bit) {
        from = e.xor_(from, set);
        continue;
      }
      // image * (0 or 1)
      from = e.xor_(from, e.mul(e.lshr(set, unsigned(bit)), e.i32(image)));
    }
  }
  Registers result;
  for (const ShufflePlan::Step &step : plan.steps) {
    Value v = values[step.sourceRegister];
    if (!plan.lanesStay)
      v = f.target.shuffleIndex(e, v, e.xor_(from, e.i32(step.laneXor)));
    else if (step.laneXor)
      v = f.target.shuffleXor(e, v, step.laneXor);
    result.push_back(v);
  }
  return exchange(f, plan.after, std::move(result));
}

//===----------------------------------------------------------------------===//
// Shared memory
//===----------------------------------------------------------------------===//

/// One vector access: the buffer address and the tensor registers, neighbours in the buffer.
struct Access {
  Value ptr;
  SmallVector<uint32_t> registers;
};

/// The accesses of one side in one round.
SmallVector<Access> accesses(SharedBuffer &buffer, const ExchangeSide &side, uint32_t round) {
  uint32_t roundRegisters = 0;
  for (auto [i, owner] : llvm::enumerate(side.roundBits))
    if (owner.in == Dim::Register)
      roundRegisters |= (round >> i & 1) << owner.bit;
  SmallVector<Access> result;
  uint32_t count = uint32_t(side.address.inSize(Dim::Register));
  for (uint32_t k = 0; k < count; ++k) {
    uint32_t offset = uint32_t(side.address.apply({{Dim::Register, int32_t(k)}}, Dim::Offset));
    if (offset & (side.vector - 1))
      continue; // within a vector
    Access access{buffer.address(k), {}};
    for (uint32_t i = 0; i < side.vector; ++i) {
      uint32_t slice = k;
      for (auto [bit, reg] : llvm::enumerate(side.vectorRegisters))
        slice ^= (i >> bit & 1) ? uint32_t(reg) : 0;
      access.registers.push_back(depositBits(slice, side.sliceRegisters) | roundRegisters);
    }
    result.push_back(std::move(access));
  }
  return result;
}

/// Whether this thread takes part in the round; null if all do.
Value takesPart(FunctionLowering &f, const ExchangeSide &side, uint32_t round) {
  Emitter &e = f.e;
  Value result = noneSet(f, side.silentLanes, side.silentWarps);
  for (auto [i, owner] : llvm::enumerate(side.roundBits)) {
    if (owner.in == Dim::Register)
      continue;
    Value id = owner.in == Dim::Lane ? f.laneId() : f.warpId();
    uint32_t mask = 1u << owner.bit, wanted = round >> i & 1 ? mask : 0;
    Value here = e.eq(e.and_(id, e.i32(mask)), e.i32(wanted));
    result = result ? e.and_(result, here) : here;
  }
  return result;
}

Registers throughShared(FunctionLowering &f, const SharedPlan &plan, Value scratch, ArrayRef<Value> source,
                        unsigned numResults) {
  Emitter &e = f.e;
  Type element = source.front().getType();
  SharedBuffer writer(f, scratch, 0, element, plan.store.address), reader(f, scratch, 0, element, plan.load.address);
  Registers result(numResults);
  for (uint32_t round = 0; round < plan.rounds; ++round) {
    if (round)
      f.barrier(); // all have read what the next round overwrites
    SmallVector<SharedStore> stores;
    for (Access &access : accesses(writer, plan.store, round)) {
      SharedStore store{access.ptr, {}};
      for (uint32_t reg : access.registers)
        store.values.push_back(source[reg]);
      stores.push_back(std::move(store));
    }
    storeSharedIf(f, takesPart(f, plan.store, round), stores);
    f.barrier();
    Value mine = takesPart(f, plan.load, round);
    for (Access &access : accesses(reader, plan.load, round))
      for (auto [reg, v] : llvm::zip(access.registers, loadShared(e, access.ptr, element, plan.load.vector))) {
        // A thread that does not take part keeps what it has; every register has its turn.
        result[reg] = mine && result[reg] ? e.select(mine, v, result[reg]) : v;
      }
  }
  return result;
}

LogicalResult lowerConvert(FunctionLowering &f, ttg::ConvertLayoutOp op) {
  f.set(op.getResult(), convertRegisters(f, f.layout(op.getSrc().getType()), f.layout(op.getType()),
                                         f.registers(op.getSrc()), [&] { return f.scratch(op); }));
  return success();
}

} // namespace

Registers convertRegisters(FunctionLowering &f, const LinearLayout &source, const LinearLayout &destination,
                           ArrayRef<Value> values, llvm::function_ref<Value()> scratch) {
  Registers from(values);
  ConvertPlan plan =
      planConvert(source, destination, memoryBytes(from.front().getType()), exchangeBudget(f.module.options.target));
  switch (plan.kind) {
  case ConvertPlan::Kind::Rename: {
    Registers result;
    for (uint32_t reg : plan.sourceRegister)
      result.push_back(from[reg]);
    return result;
  }
  case ConvertPlan::Kind::Shuffle:
    return shuffle(f, plan.shuffle, from);
  case ConvertPlan::Kind::Shared:
    break;
  }
  return throughShared(f, plan.shared, scratch(), from, unsigned(destination.inSize(Dim::Register)));
}

void addConvertHandlers(HandlerTable &table) { table.add<ttg::ConvertLayoutOp, lowerConvert>(); }

} // namespace tritonc::lower

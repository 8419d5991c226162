//===- Reduce.cpp - tt.reduce for one thread ------------------------------===//
//
// Three steps, each only where the layout has bits of that kind along the axis (plan/ReducePlan.h):
//   1. registers: a balanced tree, so that the combinations do not wait for each other;
//   2. lanes: shuffles (LaneReduce.cpp);
//   3. warps: one value per row and warp goes to shared memory, one barrier, every warp reads its rows' partials.
// All threads of a row end up with the same bits: each combines the same values in the same order or, in a pair of
// lanes, with operands exchanged, which no region that commutes can tell.
//
//   %s = tt.reduce(%x) {axis = 0} : tensor<256xf32>, 4 warps, 2 registers:
//     %a = fadd %x0, %x1;  5 x (shuffle, fadd);  lane 0: store to shared[warp];  barrier;  load 4 partials;  3 x fadd
//
//===----------------------------------------------------------------------===//
#include "passes/lower/LaneReduce.h"
#include "passes/lower/SharedAccess.h"
#include "passes/lower/plan/ReducePlan.h"
#include "llvm/ADT/bit.h"

using namespace mlir;

namespace tritonc::lower {
namespace {

class ReduceLowering {
public:
  ReduceLowering(FunctionLowering &f, tt::ReduceOp op, const ReducePlan &plan)
      : f(f), op(op), plan(plan), combine(f, op.getCombineOp()) {}

  LogicalResult run();

private:
  Tuple tree(SmallVector<Tuple> values);
  void acrossWarps();
  std::vector<SharedBuffer> buffers(const LinearLayout &index);
  LogicalResult setResults();

  FunctionLowering &f;
  tt::ReduceOp op;
  const ReducePlan &plan;
  Combine combine;
  /// The value of each row that the thread has, by the row's register number.
  llvm::MapVector<uint32_t, Tuple> rows;
};

Tuple ReduceLowering::tree(SmallVector<Tuple> values) {
  while (values.size() > 1) {
    size_t half = 0;
    for (size_t i = 0; i + 1 < values.size(); i += 2)
      values[half++] = combine(values[i], values[i + 1]);
    if (values.size() % 2)
      values[half++] = values.back();
    values.resize(half);
  }
  return values.front();
}

LogicalResult ReduceLowering::run() {
  for (uint32_t row : subsetsOf(plan.bits.reg.other)) {
    SmallVector<Tuple> values;
    for (uint32_t position : subsetsOf(plan.bits.reg.axis)) {
      Tuple tuple;
      for (Value src : op.getSrcs())
        tuple.push_back(f.registers(src)[row | position]);
      values.push_back(std::move(tuple));
    }
    rows[row] = tree(std::move(values));
  }
  for (auto &[row, value] : rows)
    value = reduceLanes(f, combine, value, plan.bits.lane.axis);
  if (plan.crossesWarps)
    acrossWarps();
  if (combine.failed())
    return failure();
  return setResults();
}

std::vector<SharedBuffer> ReduceLowering::buffers(const LinearLayout &index) {
  std::vector<SharedBuffer> result;
  Value scratch = f.scratch(op);
  int64_t start = 0;
  for (Value v : rows.front().second) {
    result.emplace_back(f, scratch, start, v.getType(), index);
    start += llvm::alignTo(int64_t(plan.bufferElements) * memoryBytes(v.getType()), 16);
  }
  return result;
}

void ReduceLowering::acrossWarps() {
  std::vector<SharedBuffer> writers = buffers(plan.writeIndex);
  SmallVector<SharedStore> stores;
  auto rowNumbers = subsetsOf(plan.bits.reg.other);
  for (size_t i = 0; i < rowNumbers.size(); i += plan.writeVector)
    for (auto [operand, buffer] : llvm::enumerate(writers)) {
      SharedStore store{buffer.address(rowNumbers[i]), {}};
      for (unsigned j = 0; j < plan.writeVector; ++j)
        store.values.push_back(rows[rowNumbers[i + j]][operand]);
      stores.push_back(std::move(store));
    }
  storeSharedIf(f, noneSet(f, plan.silentLanes), stores);
  f.barrier();

  // Partials of warps that no lane stands for are read one after the other; `readVector` neighbours of the buffer come
  // with one load: neighbouring warps, or neighbouring rows, depending on the plan.
  std::vector<SharedBuffer> readers = buffers(plan.readIndex);
  auto warps = subsetsOf(plan.bits.warp.axis & ~plan.spreadWarps);
  std::map<std::pair<size_t, uint32_t>, SmallVector<Value>> loaded; // by operand and index of the vector
  auto read = [&](size_t operand, uint32_t row, uint32_t warp) {
    uint32_t extra = uint32_t(plan.warpIndex.apply({{Dim::Warp, int32_t(warp)}}, Dim::Offset));
    uint32_t fixed = uint32_t(plan.readIndex.apply({{Dim::Register, int32_t(row)}}, Dim::Offset)) ^ extra;
    uint32_t within = fixed & (plan.readVector - 1);
    auto &vector = loaded[{operand, fixed ^ within}];
    if (vector.empty())
      vector = readers[operand].load(plan.readVector, row, extra ^ within);
    return vector[within];
  };
  for (auto &[row, value] : rows) {
    SmallVector<Tuple> partials;
    for (uint32_t warp : warps) {
      Tuple tuple;
      for (size_t operand = 0; operand < value.size(); ++operand)
        tuple.push_back(read(operand, row, warp));
      partials.push_back(std::move(tuple));
    }
    value = tree(std::move(partials));
  }
  if (plan.spreadLanes)
    for (auto &[row, value] : rows)
      value = reduceLanes(f, combine, value, plan.spreadLanes);
}

/// Hands each register of the result the row that it stands for.
LogicalResult ReduceLowering::setResults() {
  auto source = f.layout(op.getSrcs().front().getType());
  for (auto [operand, result] : llvm::enumerate(op.getResults())) {
    if (!isa<RankedTensorType>(result.getType())) {
      f.set(result, rows.front().second[operand]);
      continue;
    }
    const LinearLayout &layout = f.layout(result.getType());
    // Rows by their coordinates in the result.
    auto coordinates = [&](const LinearLayout &l, uint32_t reg, bool isSource) {
      SmallVector<int32_t, 4> at;
      Coordinates all = l.apply({{Dim::Register, int32_t(reg)}});
      for (auto [dim, position] : all)
        if (!isSource || tensorDimIndex(dim) != op.getAxis())
          at.push_back(position);
      return at;
    };
    std::map<SmallVector<int32_t, 4>, uint32_t> rowAt;
    for (auto &[row, value] : rows)
      rowAt[coordinates(source, row, true)] = row;
    Registers registers;
    for (unsigned r = 0; r < f.numRegisters(result.getType()); ++r) {
      auto found = rowAt.find(coordinates(layout, r, false));
      if (found == rowAt.end())
        return op.emitOpError("gives a result whose layout is not that of its operand without the axis");
      registers.push_back(rows[found->second][operand]);
    }
    f.set(result, std::move(registers));
  }
  return success();
}

LogicalResult lowerReduce(FunctionLowering &f, tt::ReduceOp op) {
  unsigned bytes = 1;
  for (Value src : op.getSrcs())
    bytes = std::max(bytes, memoryBytesOf(src.getType()));
  auto plan = planReduce(f.layout(op.getSrcs().front().getType()), op.getAxis(), bytes);
  if (!plan)
    return op.emitOpError("reduces an operand whose layout spreads one row in no regular way");
  return ReduceLowering(f, op, *plan).run();
}

} // namespace

void addReduceHandlers(HandlerTable &table) { table.add<tt::ReduceOp, lowerReduce>(); }

} // namespace tritonc::lower

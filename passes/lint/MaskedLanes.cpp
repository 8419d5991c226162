//===- MaskedLanes.cpp - what lanes hold that a mask turned off -----------===//
#include "passes/lint/MaskedLanes.h"
#include "passes/block/Cheap.h"
#include "passes/lint/ReductionKind.h"

using namespace mlir;
using namespace tritonc;
using namespace tritonc::lint;

/// Expressions that are larger are given up, which keeps lints fast and the stack small.
constexpr unsigned kMaxDepth = 200, kMaxSteps = 3000, kMaxTerms = 16;

ArrayRef<MaskTerm> MaskedLanes::terms() {
  if (!std::exchange(hasTerms, true)) {
    known.clear();
    off = nullptr;
    steps = 0;
    lane(root, DimMap::identity(root));
  }
  return found;
}

Lane MaskedLanes::whereOff(const MaskTerm &term) {
  (void)terms();
  const MaskTerm copy = term;
  known.clear();
  off = &copy;
  steps = 0;
  Lane result = lane(root, DimMap::identity(root));
  off = nullptr;
  return result;
}

Lane MaskedLanes::lane(Value value, const DimMap &map) {
  const std::pair<Value, uint32_t> key(value, map.code());
  // A loop carries what depends on itself; it is unknown while it is computed.
  auto [entry, isNew] = known.try_emplace(key);
  if (!isNew)
    return entry->second;
  if (depth >= kMaxDepth || ++steps > kMaxSteps || !values.spend())
    return {};
  ++depth;
  Lane result = compute(value, map);
  --depth;
  return known[key] = result;
}

Lane MaskedLanes::compute(Value value, const DimMap &map) {
  if (auto number = constantFloat(value))
    return {Lane::Number, *number, {}};
  if (auto number = constantInteger(value))
    return {Lane::Number, double(*number), {}};
  if (!isa<RankedTensorType>(value.getType()))
    return {Lane::Uniform, 0, {}};
  Operation *op = value.getDefiningOp();
  if (!op)
    return {Lane::Data, 0, {}};
  // What does not differ along the term's dimensions has nothing to do with its lanes.
  if (off && !(map.toRoot(values.varying(value)) & off->dims))
    return {Lane::Uniform, 0, {}};
  const unsigned number = cast<OpResult>(value).getResultNumber();
  return llvm::TypeSwitch<Operation *, Lane>(op)
      .Case([&](tt::LoadOp load) { return ofLoad(load, map); })
      .Case([&](arith::SelectOp select) { return ofSelect(select, map); })
      .Case([&](scf::ForOp loop) { return ofLoop(loop, number, map); })
      .Case([&](scf::IfOp branch) {
        return joinLanes(lane(branch.thenYield().getOperand(number), map),
                         lane(branch.elseYield().getOperand(number), map));
      })
      .Case([&](tt::DotOp dot) { return ofDot(dot, map); })
      .Case([&](tt::ReduceOp reduction) { return ofReduction(reduction, number, map); })
      .Case([&](tt::ScanOp scan) {
        Lane source = lane(scan.getSrcs()[number], map);
        return source.kind == Lane::Undefined ? source : Lane();
      })
      .Case([&](tt::ExpandDimsOp expand) { return lane(expand.getSrc(), map.beforeExpand(expand.getAxis())); })
      .Case(
          [&](tt::BroadcastOp broadcast) { return lane(broadcast.getSrc(), map.beforeBroadcast(broadcast.getSrc())); })
      .Case([&](tt::TransOp trans) { return lane(trans.getSrc(), map.beforeTrans(trans.getOrder())); })
      .Case([&](tt::SplatOp) { return Lane{Lane::Uniform, 0, {}}; })
      .Default([&](Operation *other) { return isElementwise(other) ? ofElementwise(other, map) : Lane(); });
}

Lane MaskedLanes::ofLoad(tt::LoadOp load, const DimMap &map) {
  if (!load.getMask())
    return {Lane::Data, 0, {}};
  if (!off) {
    for (const MaskTerm &term : termsOf(load.getMask(), map, values))
      if (term.dims && found.size() < kMaxTerms && !llvm::is_contained(found, term) && mayBeOff(term))
        found.push_back(term);
    return {Lane::Data, 0, {}};
  }
  if (valueWhereOff(load.getMask(), map, *off, values) != std::optional(false))
    return {Lane::Data, 0, {}};
  if (!load.getOther())
    return {Lane::Undefined, 0, load};
  Lane other = lane(load.getOther(), map);
  if (other.kind == Lane::Number)
    other.load = load;
  return other;
}

Lane MaskedLanes::ofSelect(arith::SelectOp select, const DimMap &map) {
  if (off && isa<RankedTensorType>(select.getCondition().getType()))
    if (std::optional<bool> condition = valueWhereOff(select.getCondition(), map, *off, values))
      return lane(*condition ? select.getTrueValue() : select.getFalseValue(), map);
  // A condition that was itself loaded under the mask.
  if (off && isa<RankedTensorType>(select.getCondition().getType()))
    if (Lane condition = lane(select.getCondition(), map); condition.kind == Lane::Number)
      return lane(condition.number != 0 ? select.getTrueValue() : select.getFalseValue(), map);
  return joinLanes(lane(select.getTrueValue(), map), lane(select.getFalseValue(), map));
}

/// What a loop makes of one value that it carries: an accumulator shows what one iteration adds in lanes that are off.
Lane MaskedLanes::ofLoop(scf::ForOp loop, unsigned number, const DimMap &map) {
  Lane init = lane(loop.getInitArgs()[number], map);
  known[{loop.getRegionIterArg(number), map.code()}] = init;
  Lane yielded = lane(loop.getYieldedValues()[number], map);
  // It stays what it was before the loop, which no load is to blame for.
  if (yielded.kind == Lane::Number && init.kind == Lane::Number && yielded.number == init.number)
    return init;
  if (yielded.kind == Lane::Undefined || yielded.kind == Lane::Number)
    return yielded;
  return yielded.kind == init.kind && init.kind == Lane::Data ? yielded : Lane();
}

/// A row of zeros times anything adds nothing to the row.
Lane MaskedLanes::ofDot(tt::DotOp dot, const DimMap &map) {
  const unsigned rank = map.dims.size();
  if (rank < 2)
    return {};
  DimMap left = map, right = map;
  left.dims[rank - 1] = right.dims[rank - 2] = -1;
  Lane a = lane(dot.getA(), left), b = lane(dot.getB(), right), c = lane(dot.getC(), map);
  for (const Lane &each : {c, a, b})
    if (each.kind == Lane::Undefined)
      return each;
  const bool addsZero = (a.kind == Lane::Number && a.number == 0) || (b.kind == Lane::Number && b.number == 0);
  return addsZero ? c : Lane{Lane::Data, 0, {}};
}

Lane MaskedLanes::ofReduction(tt::ReduceOp reduction, unsigned number, const DimMap &map) {
  Lane source = lane(reduction.getSrcs()[number], map.beforeReduce(reduction.getAxis()));
  if (source.kind == Lane::Undefined)
    return source;
  const ReductionKind kind = kindOf(reduction);
  const bool keepsNumber =
      kind == ReductionKind::Maximum || kind == ReductionKind::Minimum ||
      ((kind == ReductionKind::Sum || kind == ReductionKind::Or || kind == ReductionKind::Xor) && source.number == 0);
  return source.kind == Lane::Number && keepsNumber ? source : Lane();
}

Lane MaskedLanes::ofElementwise(Operation *op, const DimMap &map) {
  SmallVector<Lane> operands;
  for (Value operand : op->getOperands()) {
    DimMap place = map;
    if (!isa<RankedTensorType>(operand.getType()))
      place.dims.clear();
    operands.push_back(lane(operand, place));
  }
  return combineLanes(op, operands);
}

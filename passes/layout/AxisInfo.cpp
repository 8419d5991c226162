//===- AxisInfo.cpp - what is known of indices, pointers and masks --------===//
//
// The walk and the queries. What each operation does to the facts is in AxisInfoRules.cpp.
//
//===----------------------------------------------------------------------===//
#include "passes/layout/AxisInfo.h"
#include "passes/ir/SharedMemory.h"
#include "passes/layout/AxisInfoRules.h"
#include <numeric>

using namespace mlir;
using namespace tritonc;

//===----------------------------------------------------------------------===//
// Facts
//===----------------------------------------------------------------------===//

AxisInfo AxisInfo::unknown(unsigned rank) {
  AxisInfo info;
  info.contiguity.assign(rank, 1);
  info.divisibility.assign(rank, 1);
  info.constancy.assign(rank, 1);
  return info;
}

int64_t AxisInfo::divisibilityAt(unsigned dim, int64_t group, int64_t unit) const {
  // Groups that are cut begin inside: at multiples of their own size after the first value.
  if (group < contiguity[dim])
    return std::min(divisibility[dim], group * unit);
  return divisibility[dim];
}

AxisInfo AxisInfo::join(const AxisInfo &a, const AxisInfo &b) {
  AxisInfo result = unknown(a.rank());
  for (unsigned d = 0; d < a.rank(); ++d) {
    result.contiguity[d] = std::min(a.contiguity[d], b.contiguity[d]);
    result.divisibility[d] =
        std::min(a.divisibilityAt(d, result.contiguity[d]), b.divisibilityAt(d, result.contiguity[d]));
    result.constancy[d] = std::min(a.constancy[d], b.constancy[d]);
  }
  if (a.constant == b.constant)
    result.constant = a.constant;
  result.nonNegative = a.nonNegative && b.nonNegative;
  return result;
}

bool AxisInfo::operator==(const AxisInfo &other) const {
  return contiguity == other.contiguity && divisibility == other.divisibility && constancy == other.constancy &&
         constant == other.constant && nonNegative == other.nonNegative;
}

void AxisInfo::print(raw_ostream &os) const {
  auto list = [&](StringRef name, ArrayRef<int64_t> values) {
    os << name << "=[";
    llvm::interleaveComma(values, os);
    os << "]";
  };
  list("contiguity", contiguity);
  list(" divisibility", divisibility);
  list(" constancy", constancy);
  if (constant)
    os << " constant=" << *constant;
}

//===----------------------------------------------------------------------===//
// The walk
//===----------------------------------------------------------------------===//

namespace tritonc {
/// Fills the facts of one function.
class AxisInfoWalk {
public:
  explicit AxisInfoWalk(AxisInfoAnalysis &analysis) : facts(analysis.facts) {}

  void function(tt::FuncOp function) {
    if (function.isExternal())
      return;
    for (BlockArgument arg : function.getArguments())
      set(arg, argumentFacts(function, arg));
    for (Block &body : function.getBody()) {
      // Arguments of other blocks come from several branches: nothing is assumed.
      if (!body.isEntryBlock())
        for (BlockArgument arg : body.getArguments())
          set(arg, AxisInfo::unknown(rankOf(arg.getType())));
      block(body);
    }
  }

private:
  using Facts = SmallVector<AxisInfo>;

  void set(Value value, AxisInfo info) { facts[value] = std::move(info); }
  AxisInfo get(Value value) const {
    auto found = facts.find(value);
    return found == facts.end() ? AxisInfo::unknown(rankOf(value.getType())) : found->second;
  }
  Facts get(ValueRange values) const {
    return llvm::map_to_vector(values, [&](Value value) { return get(value); });
  }
  void set(ValueRange values, ArrayRef<AxisInfo> infos) {
    for (auto [value, info] : llvm::zip(values, infos))
      set(value, info);
  }
  static Facts join(const Facts &a, const Facts &b) {
    Facts result;
    for (auto [x, y] : llvm::zip(a, b))
      result.push_back(AxisInfo::join(x, y));
    return result;
  }

  void block(Block &body) {
    for (Operation &op : body)
      operation(&op);
  }

  void operation(Operation *op) {
    if (auto loop = dyn_cast<scf::ForOp>(op))
      return forLoop(loop);
    if (auto loop = dyn_cast<scf::WhileOp>(op))
      return whileLoop(loop);
    if (auto branch = dyn_cast<scf::IfOp>(op))
      return ifElse(branch);
    for (Region &region : op->getRegions())
      for (Block &inner : region)
        block(inner);
    for (Value result : op->getResults())
      set(result, factsOfResult(result, [&](Value operand) { return get(operand); }));
  }

  void forLoop(scf::ForOp loop) {
    AxisInfo lower = get(loop.getLowerBound()), step = get(loop.getStep());
    AxisInfo index = AxisInfo::unknown(1);
    index.divisibility[0] = std::min(lower.divisibility[0], step.divisibility[0]);
    index.nonNegative = lower.nonNegative && step.nonNegative;
    set(loop.getInductionVar(), index);
    Facts carried = get(loop.getInitArgs());
    while (true) {
      set(loop.getRegionIterArgs(), carried);
      block(*loop.getBody());
      Facts next = join(carried, get(loop.getYieldedValues()));
      if (next == carried)
        break;
      carried = std::move(next);
    }
    set(loop.getResults(), carried);
  }

  void whileLoop(scf::WhileOp loop) {
    Facts carried = get(loop.getInits());
    while (true) {
      set(loop.getBeforeArguments(), carried);
      block(*loop.getBeforeBody());
      Facts forwarded = get(loop.getConditionOp().getArgs());
      set(loop.getAfterArguments(), forwarded);
      set(loop.getResults(), forwarded);
      block(*loop.getAfterBody());
      Facts next = join(carried, get(loop.getYieldOp().getOperands()));
      if (next == carried)
        return;
      carried = std::move(next);
    }
  }

  void ifElse(scf::IfOp branch) {
    block(*branch.thenBlock());
    if (!branch.elseBlock())
      return;
    block(*branch.elseBlock());
    set(branch.getResults(), join(get(branch.thenYield().getOperands()), get(branch.elseYield().getOperands())));
  }

  llvm::DenseMap<Value, AxisInfo> &facts;
};
} // namespace tritonc

AxisInfoAnalysis::AxisInfoAnalysis(tt::FuncOp function) { AxisInfoWalk(*this).function(function); }

AxisInfo AxisInfoAnalysis::get(Value value) const {
  auto found = facts.find(value);
  return found == facts.end() ? AxisInfo::unknown(rankOf(value.getType())) : found->second;
}

//===----------------------------------------------------------------------===//
// Accesses
//===----------------------------------------------------------------------===//

Value tritonc::accessPointer(Operation *op) {
  return TypeSwitch<Operation *, Value>(op)
      .Case<tt::LoadOp, tt::StoreOp, tt::AtomicRMWOp, tt::AtomicCASOp, ttg::AsyncCopyOp>(
          [](auto access) { return access.getPtr(); })
      .Default([](Operation *) { return Value(); });
}

Value tritonc::accessMask(Operation *op) {
  return TypeSwitch<Operation *, Value>(op)
      .Case<tt::LoadOp, tt::StoreOp, tt::AtomicRMWOp, ttg::AsyncCopyOp>([](auto access) { return access.getMask(); })
      .Default([](Operation *) { return Value(); });
}

unsigned tritonc::accessElementBits(Operation *op) { return pointeeBits(accessPointer(op).getType()); }

int64_t AxisInfoAnalysis::vectorThrough(Value pointer, unsigned dim, unsigned maxBits) const {
  AxisInfo facts = get(pointer);
  unsigned bits = pointeeBits(pointer.getType());
  int64_t limit = std::max<int64_t>(1, maxBits / bits);
  int64_t aligned = std::max<int64_t>(1, facts.divisibility[dim] / (bits / 8));
  return std::min({limit, facts.contiguity[dim], aligned});
}

int64_t AxisInfoAnalysis::maskAlignment(Operation *op, unsigned dim) const {
  Value mask = accessMask(op);
  return mask ? get(mask).constancy[dim] : int64_t(1) << 30;
}

/// The dimension along which registers of the access are neighbours, and how many.
static std::pair<unsigned, int64_t> consecutive(Operation *op) {
  auto type = dyn_cast<RankedTensorType>(accessPointer(op).getType());
  const LinearLayout *layout = type ? ttg::layoutOf(type) : nullptr;
  std::pair<unsigned, int64_t> best{0, 1};
  for (unsigned d = 0; layout && d < type.getRank(); ++d)
    if (int64_t count = layout->numConsecutive(Dim::Register, outDim(d)); count > best.second)
      best = {d, count};
  return best;
}

unsigned AxisInfoAnalysis::accessVectorWidthIgnoringMask(Operation *op, unsigned maxBits) const {
  auto [dim, count] = consecutive(op);
  return unsigned(count == 1 ? 1 : std::min(count, pointerVector(op, dim, maxBits)));
}

unsigned AxisInfoAnalysis::accessVectorWidth(Operation *op, unsigned maxBits) const {
  auto [dim, count] = consecutive(op);
  return unsigned(std::min<int64_t>(accessVectorWidthIgnoringMask(op, maxBits), maskAlignment(op, dim)));
}

//===- Masks.cpp - the comparisons that a mask is made of -----------------===//
#include "passes/lint/Masks.h"
#include "llvm/ADT/SmallPtrSet.h"

using namespace mlir;
using namespace tritonc;
using namespace tritonc::lint;
using arith::CmpIPredicate;

//===----------------------------------------------------------------------===//
// Dimensions
//===----------------------------------------------------------------------===//

DimMap DimMap::identity(Value root) {
  DimMap map;
  if (auto type = dyn_cast<RankedTensorType>(root.getType()))
    for (int dim = 0; dim < type.getRank(); ++dim)
      map.dims.push_back(static_cast<int8_t>(dim));
  return map;
}

Dims DimMap::toRoot(Dims own) const {
  Dims result = 0;
  for (auto [dim, root] : llvm::enumerate(dims))
    if (root >= 0 && (own >> dim & 1))
      result |= Dims(1) << root;
  return result;
}

uint32_t DimMap::code() const {
  uint32_t code = 1;
  for (int8_t root : dims)
    code = code << 4 | (root & 15);
  return code;
}

DimMap DimMap::beforeExpand(unsigned axis) const {
  DimMap map = *this;
  if (axis < map.dims.size())
    map.dims.erase(map.dims.begin() + axis);
  return map;
}

DimMap DimMap::beforeBroadcast(Value source) const {
  DimMap map = *this;
  for (auto [dim, size] : llvm::enumerate(cast<RankedTensorType>(source.getType()).getShape()))
    if (size == 1)
      map.dims[dim] = -1;
  return map;
}

DimMap DimMap::beforeTrans(ArrayRef<int32_t> order) const {
  DimMap map = *this;
  for (auto [dim, from] : llvm::enumerate(order))
    map.dims[from] = dims[dim];
  return map;
}

DimMap DimMap::beforeReduce(unsigned axis) const {
  DimMap map = *this;
  map.dims.insert(map.dims.begin() + std::min<size_t>(axis, map.dims.size()), -1);
  return map;
}

//===----------------------------------------------------------------------===//
// Terms
//===----------------------------------------------------------------------===//

bool MaskTerm::operator==(const MaskTerm &other) const {
  if (predicate != other.predicate || dims != other.dims)
    return false;
  if (llvm::popcount(dims) > 1)
    return sameValue(lhs, other.lhs) && sameValue(rhs, other.rhs);
  return sameNumbers(lhs, other.lhs) && sameNumbers(rhs, other.rhs);
}

std::optional<MaskTerm> lint::termOf(arith::CmpIOp compare, const DimMap &map, BlockValues &values) {
  MaskTerm term{compare.getPredicate(), compare.getLhs(), compare.getRhs(),
                map.toRoot(values.varying(compare.getResult()))};
  switch (term.predicate) {
  case CmpIPredicate::sgt:
  case CmpIPredicate::sge:
  case CmpIPredicate::ugt:
  case CmpIPredicate::uge:
    std::swap(term.lhs, term.rhs);
    break;
  case CmpIPredicate::eq:
  case CmpIPredicate::ne:
    return std::nullopt;
  default:
    break;
  }
  switch (term.predicate) {
  case CmpIPredicate::sgt:
    term.predicate = CmpIPredicate::slt;
    break;
  case CmpIPredicate::sge:
    term.predicate = CmpIPredicate::sle;
    break;
  case CmpIPredicate::ugt:
    term.predicate = CmpIPredicate::ult;
    break;
  case CmpIPredicate::uge:
    term.predicate = CmpIPredicate::ule;
    break;
  default:
    break;
  }
  term.lhs = withoutShape(term.lhs);
  term.rhs = withoutShape(term.rhs);
  return term;
}

/// Whether the bounds of the two sides already say so.
static bool alwaysHolds(const MaskTerm &term, BlockValues &values) {
  if (term.predicate != CmpIPredicate::slt && term.predicate != CmpIPredicate::sle)
    return false;
  const int64_t high = values.interval(term.lhs).high, low = values.interval(term.rhs).low;
  return term.predicate == CmpIPredicate::slt ? high < low : high <= low;
}

/// The operation behind a mask at this place and the place of its operands, for shape operations.
static Value stepThroughShape(Value value, DimMap &map) {
  while (Operation *op = value.getDefiningOp()) {
    if (auto expand = dyn_cast<tt::ExpandDimsOp>(op))
      map = map.beforeExpand(expand.getAxis());
    else if (auto broadcast = dyn_cast<tt::BroadcastOp>(op))
      map = map.beforeBroadcast(broadcast.getSrc());
    else if (auto trans = dyn_cast<tt::TransOp>(op))
      map = map.beforeTrans(trans.getOrder());
    else if (isa<tt::SplatOp>(op))
      map.dims.clear();
    else
      break;
    value = op->getOperand(0);
  }
  return value;
}

static void collectTerms(Value mask, DimMap map, BlockValues &values, SmallVectorImpl<MaskTerm> &terms,
                         unsigned &steps) {
  mask = stepThroughShape(mask, map);
  if (steps == 0 || !values.spend())
    return;
  --steps;
  if (auto both = mask.getDefiningOp<arith::AndIOp>()) {
    collectTerms(both.getLhs(), map, values, terms, steps);
    collectTerms(both.getRhs(), map, values, terms, steps);
  } else if (auto compare = mask.getDefiningOp<arith::CmpIOp>()) {
    if (auto term = termOf(compare, map, values); term && !alwaysHolds(*term, values))
      terms.push_back(*term);
  }
}

SmallVector<MaskTerm> lint::termsOf(Value mask, const DimMap &map, BlockValues &values) {
  SmallVector<MaskTerm> terms;
  unsigned steps = 64;
  if (mask)
    collectTerms(mask, map, values, terms, steps);
  return terms;
}

namespace {
/// What an expression is made of: parameters and reads of memory, and the loops that step it.
struct Leaves {
  llvm::SmallPtrSet<void *, 8> values;
  SmallVector<scf::ForOp> loops;
  llvm::SmallPtrSet<void *, 16> seen;

  void collect(Value value) {
    if (seen.size() > 200 || !seen.insert(value.getAsOpaquePointer()).second)
      return;
    if (auto argument = dyn_cast<BlockArgument>(value)) {
      auto loop = dyn_cast<scf::ForOp>(argument.getOwner()->getParentOp());
      if (loop && argument == loop.getInductionVar())
        loops.push_back(loop);
      else
        values.insert(value.getAsOpaquePointer());
      return;
    }
    Operation *op = value.getDefiningOp();
    if (isa<tt::LoadOp>(op) || op->getNumRegions())
      values.insert(value.getAsOpaquePointer());
    else
      for (Value operand : op->getOperands())
        collect(operand);
  }
};
} // namespace

bool lint::mayBeOff(const MaskTerm &term) {
  Leaves leaves, end;
  leaves.collect(term.lhs);
  leaves.collect(term.rhs);
  if (!allDims(term.lhs) || !allDims(term.rhs))
    end.collect(allDims(term.lhs) ? term.rhs : term.lhs);
  return llvm::all_of(leaves.loops, [&](scf::ForOp loop) {
    if (constantInteger(loop.getLowerBound()) && constantInteger(loop.getUpperBound()))
      return true;
    Leaves bound;
    bound.collect(loop.getUpperBound());
    return llvm::any_of(bound.values, [&](void *value) { return end.values.contains(value); });
  });
}

/// a < b and b <= a are opposites.
static bool areOpposite(const MaskTerm &a, const MaskTerm &b) {
  auto opposite = [](CmpIPredicate predicate) {
    return predicate == CmpIPredicate::slt   ? CmpIPredicate::sle
           : predicate == CmpIPredicate::sle ? CmpIPredicate::slt
           : predicate == CmpIPredicate::ult ? CmpIPredicate::ule
                                             : CmpIPredicate::ult;
  };
  return a.predicate == opposite(b.predicate) && a.dims == b.dims && sameValue(a.lhs, b.rhs) && sameValue(a.rhs, b.lhs);
}

static std::optional<bool> valueWhereOff(Value condition, const DimMap &place, const MaskTerm &off, BlockValues &values,
                                         unsigned depth, unsigned &steps) {
  DimMap map = place;
  condition = stepThroughShape(condition, map);
  if (auto number = constantInteger(condition))
    return *number != 0;
  Operation *op = condition.getDefiningOp();
  if (!op || depth == 0 || steps == 0 || !values.spend())
    return std::nullopt;
  --steps;
  if (auto compare = dyn_cast<arith::CmpIOp>(op)) {
    std::optional<MaskTerm> term = termOf(compare, map, values);
    if (term && *term == off)
      return false;
    if (term && areOpposite(*term, off))
      return true;
    return std::nullopt;
  }
  if (!isa<arith::AndIOp, arith::OrIOp, arith::XOrIOp>(op))
    return std::nullopt;
  std::optional<bool> left = ::valueWhereOff(op->getOperand(0), map, off, values, depth - 1, steps);
  const bool isAnd = isa<arith::AndIOp>(op), isOr = isa<arith::OrIOp>(op);
  if (left && ((isAnd && !*left) || (isOr && *left)))
    return left;
  std::optional<bool> right = ::valueWhereOff(op->getOperand(1), map, off, values, depth - 1, steps);
  if (right && ((isAnd && !*right) || (isOr && *right)))
    return right;
  if (!left || !right)
    return std::nullopt;
  return isAnd ? (*left && *right) : isOr ? (*left || *right) : *left != *right;
}

std::optional<bool> lint::valueWhereOff(Value condition, const DimMap &place, const MaskTerm &off,
                                        BlockValues &values) {
  unsigned steps = 200;
  return ::valueWhereOff(condition, place, off, values, 48, steps);
}

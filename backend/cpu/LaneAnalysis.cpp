//===- LaneAnalysis.cpp - what neighbouring lanes have in common ----------===//
//
// Two questions about a strip, both answered from the structure of address and mask expressions:
//  - by how much an address grows per lane: 1 means one wide load instead of a gather;
//  - whether a mask holds on an interval of lanes, as `offsets < n` does.
// As on a GPU, offsets within one block are taken not to wrap around.
//
//===----------------------------------------------------------------------===//
#include "backend/cpu/Emitter.h"

using namespace mlir;

namespace tritonc::cpu {

static std::optional<int64_t> splatConstant(Value value) {
  DenseElementsAttr dense;
  if (matchPattern(value, m_Constant(&dense)) && dense.isSplat() && dense.getElementType().isIntOrIndex())
    return dense.getSplatValue<APInt>().getSExtValue();
  if (auto splat = value.getDefiningOp<tt::SplatOp>()) {
    APInt constant;
    if (matchPattern(splat.getSrc(), m_ConstantInt(&constant)))
      return constant.getSExtValue();
  }
  return std::nullopt;
}

/// Bytes of what a pointer points to; 0 for other types.
static int64_t pointeeBits(Type type) {
  auto ptr = dyn_cast<tt::PtrType>(getElementTypeOrSelf(type));
  return ptr && ptr.getPointeeType().isIntOrFloat() ? ptr.getPointeeType().getIntOrFloatBitWidth() : 0;
}

std::optional<int64_t> Emitter::laneStride(Value value, int dim) {
  if (!isTensor(value) || shapeOf(value)[dim] == 1)
    return 0;
  Operation *op = value.getDefiningOp();
  if (!op)
    return std::nullopt;
  auto of = [&](unsigned operand) { return laneStride(op->getOperand(operand), dim); };
  if (isa<tt::MakeRangeOp>(op))
    return 1;
  if (isa<tt::SplatOp>(op))
    return 0;
  if (auto constant = dyn_cast<arith::ConstantOp>(op))
    return cast<DenseElementsAttr>(constant.getValue()).isSplat() ? std::optional<int64_t>(0) : std::nullopt;
  if (auto expand = dyn_cast<tt::ExpandDimsOp>(op)) {
    int axis = expand.getAxis();
    return laneStride(expand.getSrc(), dim > axis ? dim - 1 : dim);
  }
  if (auto broadcast = dyn_cast<tt::BroadcastOp>(op))
    return shapeOf(broadcast.getSrc())[dim] == 1 ? 0 : laneStride(broadcast.getSrc(), dim);
  if (auto trans = dyn_cast<tt::TransOp>(op))
    return laneStride(trans.getSrc(), trans.getOrder()[dim]);
  if (auto reshape = dyn_cast<tt::ReshapeOp>(op)) {
    ArrayRef<int64_t> from = shapeOf(reshape.getSrc()), to = shapeOf(reshape.getResult());
    // Rows that are cut into whole pieces keep what holds inside a piece.
    if (dim + 1 == static_cast<int>(to.size()) && !from.empty() && from.back() >= to.back())
      return laneStride(reshape.getSrc(), from.size() - 1);
    return std::nullopt;
  }
  if (isa<arith::AddIOp, tt::AddPtrOp>(op)) {
    auto x = of(0), y = of(1);
    return x && y ? std::optional<int64_t>(*x + *y) : std::nullopt;
  }
  if (isa<arith::SubIOp>(op)) {
    auto x = of(0), y = of(1);
    return x && y ? std::optional<int64_t>(*x - *y) : std::nullopt;
  }
  if (isa<arith::MulIOp>(op))
    for (int side = 0; side < 2; ++side)
      if (auto factor = splatConstant(op->getOperand(side)))
        if (auto x = of(1 - side))
          return *x * *factor;
  if (isa<arith::ExtSIOp, arith::ExtUIOp, arith::TruncIOp, arith::IndexCastOp>(op) &&
      !getElementTypeOrSelf(op->getOperand(0).getType()).isInteger(1))
    return of(0);
  if (isa<tt::BitcastOp>(op) && pointeeBits(value.getType()) &&
      pointeeBits(value.getType()) == pointeeBits(op->getOperand(0).getType()))
    return of(0);
  // Whatever is computed from equal lanes is equal in all lanes.
  if (op->hasTrait<OpTrait::Elementwise>() || isa<arith::SelectOp>(op)) {
    for (Value operand : op->getOperands())
      if (laneStride(operand, dim) != std::optional<int64_t>(0))
        return std::nullopt;
    return isMemoryEffectFree(op) ? std::optional<int64_t>(0) : std::nullopt;
  }
  return std::nullopt;
}

LaneInterval Emitter::intersect(LaneInterval a, LaneInterval c) {
  return {b.CreateBinaryIntrinsic(llvm::Intrinsic::smax, a.lo, c.lo),
          b.CreateBinaryIntrinsic(llvm::Intrinsic::smin, a.hi, c.hi)};
}

static int runningDim(const Coords &at) {
  for (int d = 0, e = at.size(); d < e; ++d) {
    if (at[d].kind == Coord::Running)
      return d;
    if (at[d].kind == Coord::Vector)
      return -2;
  }
  return -1;
}

std::optional<LaneInterval> Emitter::laneInterval(Value mask, const Coords &at, Strip &strip) {
  int dim = runningDim(at);
  if (dim == -2)
    return std::nullopt;
  if (dim == -1 || !isTensor(mask)) {
    llvm::Value *holds = evaluate(mask, at, strip);
    if (lanesOf(holds) > 1)
      return std::nullopt;
    return LaneInterval{i64(0), b.CreateSelect(holds, i64(strip.lanes), i64(0))};
  }
  Operation *op = mask.getDefiningOp();
  if (!op || bufferOf(mask))
    return std::nullopt;
  if (auto constant = dyn_cast<arith::ConstantOp>(op)) {
    auto dense = cast<DenseElementsAttr>(constant.getValue());
    if (!dense.isSplat())
      return std::nullopt;
    return LaneInterval{i64(0), i64(dense.getSplatValue<bool>() ? strip.lanes : 0)};
  }
  if (auto splat = dyn_cast<tt::SplatOp>(op))
    return LaneInterval{i64(0), b.CreateSelect(scalars[splat.getSrc()].front(), i64(strip.lanes), i64(0))};
  if (isa<tt::BroadcastOp, tt::ExpandDimsOp, tt::TransOp, tt::ReshapeOp>(op))
    return laneInterval(op->getOperand(0), coordsOfView(op, at, strip.lanes), strip);
  if (isa<arith::AndIOp>(op)) {
    auto x = laneInterval(op->getOperand(0), at, strip), y = laneInterval(op->getOperand(1), at, strip);
    return x && y ? std::optional<LaneInterval>(intersect(*x, *y)) : std::nullopt;
  }
  if (auto compare = dyn_cast<arith::CmpIOp>(op))
    return compareInterval(compare, at, dim, strip);
  return std::nullopt;
}

std::optional<LaneInterval> Emitter::compareInterval(arith::CmpIOp op, const Coords &at, int dim, Strip &strip) {
  using P = arith::CmpIPredicate;
  P predicate = op.getPredicate();
  Value left = op.getLhs(), right = op.getRhs();
  auto leftStride = laneStride(left, dim), rightStride = laneStride(right, dim);
  if (!leftStride || !rightStride)
    return std::nullopt;
  if (*leftStride == 0 && *rightStride == 1) {
    // u < x is x > u.
    static const std::map<P, P> swapped = {{P::slt, P::sgt}, {P::sle, P::sge}, {P::sgt, P::slt}, {P::sge, P::sle},
                                           {P::ult, P::ugt}, {P::ule, P::uge}, {P::ugt, P::ult}, {P::uge, P::ule}};
    auto other = swapped.find(predicate);
    if (other == swapped.end())
      return std::nullopt;
    predicate = other->second;
    std::swap(left, right);
  } else if (!(*leftStride == 1 && *rightStride == 0)) {
    return std::nullopt;
  }
  bool isSigned = predicate == P::slt || predicate == P::sle || predicate == P::sgt || predicate == P::sge;
  unsigned width = getElementTypeOrSelf(left.getType()).getIntOrFloatBitWidth();
  // Of the unsigned ones only "below a bound" is common enough to be looked at where lanes wrap around zero.
  if (predicate == P::eq || predicate == P::ne || (!isSigned && (width > 32 || predicate != P::ult)))
    return std::nullopt;
  Coords first = firstLane(at);
  auto wide = [&](Value v) -> llvm::Value * {
    llvm::Value *x = evaluate(v, first, strip);
    if (lanesOf(x) > 1)
      return nullptr;
    return isSigned ? b.CreateSExt(x, b.getInt64Ty()) : b.CreateZExt(x, b.getInt64Ty());
  };
  llvm::Value *start = wide(left), *bound = wide(right);
  if (!start || !bound)
    return std::nullopt;
  // Lane l has start + l; saturation keeps the sign where 64-bit values are far apart.
  llvm::Value *distance = b.CreateBinaryIntrinsic(llvm::Intrinsic::ssub_sat, bound, start);
  llvm::Value *after = b.CreateBinaryIntrinsic(llvm::Intrinsic::sadd_sat, distance, i64(1));
  switch (predicate) {
  case P::slt:
    return LaneInterval{i64(0), distance};
  case P::ult: {
    // A first lane just below zero (an offset before the tensor): the lanes from zero on are below the bound too.
    llvm::Value *toZero = b.CreateSub(i64(int64_t(1) << width), start);
    llvm::Value *wraps = b.CreateICmpSLT(toZero, i64(strip.lanes));
    // With a bound near 2^width there may be two intervals; call that a partial one, of which nothing is concluded.
    llvm::Value *two = b.CreateICmpSGT(distance, i64(0));
    llvm::Value *lo = b.CreateSelect(wraps, b.CreateSelect(two, i64(0), toZero), i64(0));
    llvm::Value *hi = b.CreateSelect(two, i64(strip.lanes - 1), b.CreateAdd(toZero, bound));
    return LaneInterval{lo, b.CreateSelect(wraps, hi, distance)};
  }
  case P::sle:
    return LaneInterval{i64(0), after};
  case P::sgt:
    return LaneInterval{after, i64(strip.lanes)};
  default:
    return LaneInterval{distance, i64(strip.lanes)};
  }
}

} // namespace tritonc::cpu

//===- AxisInfoRules.cpp - what operations do to axis information ---------===//
#include "passes/layout/AxisInfoRules.h"
#include "mlir/Dialect/LLVMIR/LLVMDialect.h"
#include "passes/block/Cheap.h"
#include <numeric>

using namespace mlir;
using namespace tritonc;

/// Stands for "any power of two divides it": zero.
static constexpr int64_t hugePower = int64_t(1) << 40;

static int64_t powerDividing(int64_t value) {
  return value == 0 ? hugePower : std::min(hugePower, int64_t(1) << llvm::countr_zero(uint64_t(value)));
}

unsigned tritonc::rankOf(Type type) {
  auto tensor = dyn_cast<RankedTensorType>(type);
  return tensor ? unsigned(tensor.getRank()) : 1;
}

unsigned tritonc::pointeeBits(Type pointerType) {
  auto pointer = dyn_cast<tt::PtrType>(getElementTypeOrSelf(pointerType));
  if (!pointer)
    return 8;
  Type pointee = getElementTypeOrSelf(pointer.getPointeeType());
  return isa<tt::PtrType>(pointee) ? 64 : std::max(8u, pointee.getIntOrFloatBitWidth());
}

/// Sizes of the dimensions; a scalar counts as one element.
static SmallVector<int64_t, 2> sizesOf(Type type) {
  if (auto tensor = dyn_cast<RankedTensorType>(type))
    return SmallVector<int64_t, 2>(tensor.getShape());
  return {1};
}

static AxisInfo constantFacts(Type type, int64_t value) {
  AxisInfo info = AxisInfo::unknown(rankOf(type));
  info.divisibility.assign(info.rank(), powerDividing(value));
  info.constancy = sizesOf(type);
  info.constant = value;
  info.nonNegative = value >= 0;
  return info;
}

/// Facts that hold for any elementwise op: equal operands give equal results.
static AxisInfo elementwiseFacts(Operation *op, Type type, FactsOf of) {
  AxisInfo info = AxisInfo::unknown(rankOf(type));
  info.constancy = sizesOf(type);
  for (Value operand : op->getOperands()) {
    if (isa<RankedTensorType>(type) && !isa<RankedTensorType>(operand.getType()))
      continue; // a scalar condition
    AxisInfo facts = of(operand);
    for (unsigned d = 0; d < info.rank(); ++d)
      info.constancy[d] = std::min(info.constancy[d], facts.constancy[d]);
  }
  return info;
}

//===----------------------------------------------------------------------===//
// Arithmetic
//===----------------------------------------------------------------------===//

/// a + b, where b counts in units of `unit` (bytes of an element for pointers).
static AxisInfo sum(const AxisInfo &a, const AxisInfo &b, int64_t unit, bool subtract) {
  AxisInfo info = AxisInfo::unknown(a.rank());
  for (unsigned d = 0; d < a.rank(); ++d) {
    int64_t contiguity = std::min(a.contiguity[d], b.constancy[d]);
    if (!subtract)
      contiguity = std::max(contiguity, std::min(a.constancy[d], b.contiguity[d]));
    info.contiguity[d] = contiguity;
    info.constancy[d] = std::min(a.constancy[d], b.constancy[d]);
    int64_t second = std::min(hugePower, b.divisibilityAt(d, contiguity) * unit);
    info.divisibility[d] = std::min(a.divisibilityAt(d, contiguity, unit), second);
  }
  if (a.constant && b.constant && unit == 1)
    info.constant = subtract ? *a.constant - *b.constant : *a.constant + *b.constant;
  info.nonNegative = !subtract && a.nonNegative && b.nonNegative;
  return info;
}

static AxisInfo product(const AxisInfo &a, const AxisInfo &b) {
  if (a.constant == 1)
    return b;
  if (b.constant == 1)
    return a;
  AxisInfo info = AxisInfo::unknown(a.rank());
  for (unsigned d = 0; d < a.rank(); ++d) {
    info.constancy[d] = std::min(a.constancy[d], b.constancy[d]);
    // Neighbours no longer are consecutive: each element counts by itself.
    int64_t first = a.divisibilityAt(d, 1), second = b.divisibilityAt(d, 1);
    info.divisibility[d] = first > hugePower / second ? hugePower : first * second;
  }
  if (a.constant && b.constant)
    info.constant = *a.constant * *b.constant;
  info.nonNegative = a.nonNegative && b.nonNegative;
  return info;
}

static AxisInfo quotient(const AxisInfo &a, const AxisInfo &b, bool isSigned) {
  if (b.constant == 1)
    return a;
  bool wholeGroups = !isSigned || a.nonNegative;
  AxisInfo info = AxisInfo::unknown(a.rank());
  for (unsigned d = 0; d < a.rank(); ++d) {
    info.constancy[d] = std::min(a.constancy[d], b.constancy[d]);
    if (wholeGroups)
      info.constancy[d] = std::max(
          info.constancy[d], std::min({a.contiguity[d], a.divisibility[d], b.divisibilityAt(d, 1), b.constancy[d]}));
    if (b.constant && *b.constant > 0 && llvm::isPowerOf2_64(*b.constant))
      info.divisibility[d] = std::max<int64_t>(1, a.divisibilityAt(d, 1) / *b.constant);
  }
  if (a.constant && b.constant && *b.constant > 0 && *a.constant >= 0)
    info.constant = *a.constant / *b.constant;
  // What is divided by is a size: taken to be positive where it is no constant. (Program numbers are divided by a
  // number of tiles that is a minimum of differences, whose sign nothing tells.)
  info.nonNegative = a.nonNegative && (b.nonNegative || !b.constant);
  return info;
}

static AxisInfo remainder(const AxisInfo &a, const AxisInfo &b, bool isSigned) {
  bool wholeGroups = !isSigned || a.nonNegative;
  AxisInfo info = AxisInfo::unknown(a.rank());
  for (unsigned d = 0; d < a.rank(); ++d) {
    info.constancy[d] = std::min(a.constancy[d], b.constancy[d]);
    int64_t divisor = b.divisibilityAt(d, 1);
    if (wholeGroups)
      info.contiguity[d] = std::min({a.contiguity[d], a.divisibility[d], divisor, b.constancy[d]});
    info.divisibility[d] = std::min(a.divisibilityAt(d, info.contiguity[d]), divisor);
  }
  if (a.constant && b.constant && *b.constant > 0 && *a.constant >= 0)
    info.constant = *a.constant % *b.constant;
  info.nonNegative = a.nonNegative || !isSigned;
  return info;
}

/// a & b: with 2^k - 1 the remainder by 2^k, else only constancy.
static AxisInfo conjunction(Operation *op, Type type, const AxisInfo &a, const AxisInfo &b, FactsOf of) {
  for (auto [value, mask] : {std::pair(&a, &b), std::pair(&b, &a)})
    if (mask->constant && *mask->constant > 0 && llvm::isPowerOf2_64(uint64_t(*mask->constant) + 1))
      return remainder(*value, constantFacts(type, *mask->constant + 1), /*isSigned=*/false);
  AxisInfo info = elementwiseFacts(op, type, of);
  for (unsigned d = 0; d < info.rank(); ++d)
    info.divisibility[d] = std::max(a.divisibilityAt(d, 1), b.divisibilityAt(d, 1));
  info.nonNegative = a.nonNegative || b.nonNegative;
  return info;
}

/// A comparison splits the line of integers at one point. Aligned groups lie on one side of it when the point is
/// aligned too: x < c and x >= c split below c, which may be aligned; x <= c and x > c above it, which then is not.
static AxisInfo comparison(arith::CmpIOp op, const AxisInfo &a, const AxisInfo &b) {
  using P = arith::CmpIPredicate;
  P predicate = op.getPredicate();
  bool splitsBelowRight = llvm::is_contained({P::slt, P::sge, P::ult, P::uge}, predicate);
  bool splitsBelowLeft = llvm::is_contained({P::sgt, P::sle, P::ugt, P::ule}, predicate);
  AxisInfo info = AxisInfo::unknown(a.rank());
  for (unsigned d = 0; d < a.rank(); ++d) {
    info.constancy[d] = std::min(a.constancy[d], b.constancy[d]);
    auto groups = [&](const AxisInfo &x, const AxisInfo &c) {
      return std::min({x.contiguity[d], x.divisibility[d], c.constancy[d], c.divisibilityAt(d, 1)});
    };
    if (splitsBelowRight)
      info.constancy[d] = std::max(info.constancy[d], groups(a, b));
    if (splitsBelowLeft)
      info.constancy[d] = std::max(info.constancy[d], groups(b, a));
  }
  info.nonNegative = true;
  return info;
}

static AxisInfo selection(arith::SelectOp op, FactsOf of) {
  AxisInfo a = of(op.getTrueValue()), b = of(op.getFalseValue()), condition = of(op.getCondition());
  bool scalar = !isa<RankedTensorType>(op.getCondition().getType());
  AxisInfo info = AxisInfo::join(a, b);
  for (unsigned d = 0; d < info.rank(); ++d) {
    int64_t alike = scalar ? hugePower : condition.constancy[d];
    info.constancy[d] = std::min(info.constancy[d], alike);
    info.contiguity[d] = std::min(info.contiguity[d], alike);
    info.divisibility[d] = std::min(a.divisibilityAt(d, info.contiguity[d]), b.divisibilityAt(d, info.contiguity[d]));
  }
  return info;
}

static AxisInfo extremum(Operation *op, Type type, FactsOf of, bool isMax) {
  AxisInfo a = of(op->getOperand(0)), b = of(op->getOperand(1));
  AxisInfo info = elementwiseFacts(op, type, of);
  for (unsigned d = 0; d < info.rank(); ++d)
    info.divisibility[d] = std::min(a.divisibilityAt(d, 1), b.divisibilityAt(d, 1));
  info.nonNegative = isMax ? a.nonNegative || b.nonNegative : a.nonNegative && b.nonNegative;
  return info;
}

//===----------------------------------------------------------------------===//
// Shapes
//===----------------------------------------------------------------------===//

static AxisInfo expandFacts(tt::ExpandDimsOp op, const AxisInfo &source) {
  AxisInfo info = source;
  // Along the new dimension every element stands alone.
  int64_t divisibility = hugePower;
  for (unsigned d = 0; d < source.rank(); ++d)
    divisibility = std::min(divisibility, source.divisibilityAt(d, 1));
  unsigned axis = op.getAxis();
  info.contiguity.insert(info.contiguity.begin() + axis, 1);
  info.constancy.insert(info.constancy.begin() + axis, 1);
  info.divisibility.insert(info.divisibility.begin() + axis, divisibility);
  return info;
}

static AxisInfo broadcastFacts(tt::BroadcastOp op, const AxisInfo &source) {
  AxisInfo info = source;
  ArrayRef<int64_t> from = op.getSrc().getType().getShape(), to = op.getType().getShape();
  for (unsigned d = 0; d < info.rank(); ++d)
    if (from[d] != to[d])
      info.constancy[d] = to[d];
  return info;
}

static AxisInfo splatFacts(Type type, const AxisInfo &scalar) {
  AxisInfo info = AxisInfo::unknown(rankOf(type));
  info.divisibility.assign(info.rank(), scalar.divisibility[0]);
  info.constancy = sizesOf(type);
  info.constant = scalar.constant;
  info.nonNegative = scalar.nonNegative;
  return info;
}

static AxisInfo transposedFacts(tt::TransOp op, const AxisInfo &source) {
  AxisInfo info = source;
  for (auto [i, d] : llvm::enumerate(op.getOrder())) {
    info.contiguity[i] = source.contiguity[d];
    info.divisibility[i] = source.divisibility[d];
    info.constancy[i] = source.constancy[d];
  }
  return info;
}

//===----------------------------------------------------------------------===//
// Dispatch
//===----------------------------------------------------------------------===//

static AxisInfo rule(Operation *op, Value result, FactsOf of) {
  Type type = result.getType();
  unsigned rank = rankOf(type);
  auto operand = [&](unsigned i) { return of(op->getOperand(i)); };
  return TypeSwitch<Operation *, AxisInfo>(op)
      .Case([&](arith::ConstantOp constant) {
        if (auto value = dyn_cast<IntegerAttr>(constant.getValue()))
          return constantFacts(type, value.getInt());
        auto splat = dyn_cast<SplatElementsAttr>(constant.getValue());
        if (splat && isa<IntegerType>(splat.getElementType()))
          return constantFacts(type, splat.getSplatValue<IntegerAttr>().getInt());
        AxisInfo info = AxisInfo::unknown(rank);
        if (splat || !isa<RankedTensorType>(type))
          info.constancy = sizesOf(type);
        return info;
      })
      .Case([&](tt::MakeRangeOp range) {
        AxisInfo info = AxisInfo::unknown(1);
        info.contiguity[0] = sizesOf(type)[0];
        info.divisibility[0] = powerDividing(int32_t(range.getStart()));
        info.nonNegative = int32_t(range.getStart()) >= 0;
        return info;
      })
      .Case<tt::GetProgramIdOp, tt::GetNumProgramsOp>([&](auto) {
        AxisInfo info = AxisInfo::unknown(1);
        info.nonNegative = true;
        return info;
      })
      .Case([&](tt::SplatOp) { return splatFacts(type, operand(0)); })
      .Case([&](tt::ExpandDimsOp expand) { return expandFacts(expand, operand(0)); })
      .Case([&](tt::BroadcastOp broadcast) { return broadcastFacts(broadcast, operand(0)); })
      .Case([&](tt::TransOp trans) { return transposedFacts(trans, operand(0)); })
      .Case([&](ttg::ConvertLayoutOp) { return operand(0); })
      .Case<arith::ExtSIOp, arith::IndexCastOp>([&](auto) { return operand(0); })
      .Case<arith::ExtUIOp>([&](auto) {
        // A negative number becomes a large one; groups and alignment stay.
        AxisInfo info = operand(0);
        if (!info.nonNegative)
          info.constant.reset();
        info.nonNegative = true;
        return info;
      })
      .Case<arith::TruncIOp>([&](auto) {
        AxisInfo info = operand(0);
        info.constant.reset();
        info.nonNegative = false;
        return info;
      })
      .Case([&](tt::AddPtrOp) { return sum(operand(0), operand(1), pointeeBits(type) / 8, false); })
      .Case<arith::AddIOp>([&](auto) { return sum(operand(0), operand(1), 1, false); })
      .Case<arith::SubIOp>([&](auto) { return sum(operand(0), operand(1), 1, true); })
      .Case<arith::MulIOp>([&](auto) { return product(operand(0), operand(1)); })
      .Case<arith::DivSIOp>([&](auto) { return quotient(operand(0), operand(1), true); })
      .Case<arith::DivUIOp>([&](auto) { return quotient(operand(0), operand(1), false); })
      .Case<arith::RemSIOp>([&](auto) { return remainder(operand(0), operand(1), true); })
      .Case<arith::RemUIOp>([&](auto) { return remainder(operand(0), operand(1), false); })
      .Case<arith::AndIOp>([&](auto) { return conjunction(op, type, operand(0), operand(1), of); })
      .Case<arith::ShLIOp>([&](auto) {
        AxisInfo amount = operand(1);
        if (amount.constant && *amount.constant >= 0 && *amount.constant < 40)
          return product(operand(0), constantFacts(type, int64_t(1) << *amount.constant));
        return elementwiseFacts(op, type, of);
      })
      .Case<arith::ShRUIOp, arith::ShRSIOp>([&](auto) {
        AxisInfo amount = operand(1);
        // An arithmetic shift rounds down, so that negative groups stay whole.
        if (amount.constant && *amount.constant >= 0 && *amount.constant < 40)
          return quotient(operand(0), constantFacts(type, int64_t(1) << *amount.constant), /*isSigned=*/false);
        return elementwiseFacts(op, type, of);
      })
      .Case([&](arith::CmpIOp compare) { return comparison(compare, operand(0), operand(1)); })
      .Case([&](arith::SelectOp select) { return selection(select, of); })
      .Case<arith::MinSIOp, arith::MinUIOp>([&](auto) { return extremum(op, type, of, false); })
      .Case<arith::MaxSIOp, arith::MaxUIOp>([&](auto) { return extremum(op, type, of, true); })
      .Case<tt::IntToPtrOp, tt::PtrToIntOp>([&](auto) {
        AxisInfo info = elementwiseFacts(op, type, of), source = operand(0);
        for (unsigned d = 0; d < rank; ++d)
          info.divisibility[d] = source.divisibilityAt(d, 1);
        return info;
      })
      .Case([&](tt::BitcastOp cast) {
        Type from = cast.getSrc().getType();
        bool pointers = isa<tt::PtrType>(getElementTypeOrSelf(type)) && isa<tt::PtrType>(getElementTypeOrSelf(from));
        if (pointers && pointeeBits(type) == pointeeBits(from))
          return operand(0);
        AxisInfo info = elementwiseFacts(op, type, of), source = operand(0);
        for (unsigned d = 0; pointers && d < rank; ++d)
          info.divisibility[d] = source.divisibilityAt(d, 1, pointeeBits(from) / 8);
        return info;
      })
      .Case([&](tt::LoadOp load) {
        return isa<RankedTensorType>(load.getPtr().getType()) ? elementwiseFacts(op, type, of)
                                                              : AxisInfo::unknown(rank);
      })
      .Default([&](Operation *) {
        return isElementwise(op) && op->getNumOperands() > 0 ? elementwiseFacts(op, type, of) : AxisInfo::unknown(rank);
      });
}

/// Raises `values` to what a hint promises: an integer, or one for each dimension.
static void applyHint(Attribute hint, SmallVectorImpl<int64_t> &values) {
  auto raise = [&](unsigned d, int64_t promised) {
    if (promised > 0)
      values[d] = std::max(values[d], powerDividing(promised));
  };
  if (auto one = dyn_cast_or_null<IntegerAttr>(hint))
    for (unsigned d = 0; d < values.size(); ++d)
      raise(d, one.getInt());
  auto many = dyn_cast_or_null<DenseIntElementsAttr>(hint);
  if (!many)
    return;
  for (auto [d, promised] : llvm::enumerate(many.getValues<APInt>()))
    if (d < values.size())
      raise(d, promised.getSExtValue());
}

AxisInfo tritonc::factsOfResult(Value result, FactsOf of) {
  Operation *op = result.getDefiningOp();
  AxisInfo info = rule(op, result, of);
  if (op->getNumResults() == 1) {
    applyHint(op->getDiscardableAttr("tt.contiguity"), info.contiguity);
    applyHint(op->getDiscardableAttr("tt.divisibility"), info.divisibility);
    applyHint(op->getDiscardableAttr("tt.constancy"), info.constancy);
  }
  return info;
}

AxisInfo tritonc::argumentFacts(tt::FuncOp function, BlockArgument arg) {
  AxisInfo info = AxisInfo::unknown(rankOf(arg.getType()));
  applyHint(function.getArgAttr(arg.getArgNumber(), "tt.contiguity"), info.contiguity);
  applyHint(function.getArgAttr(arg.getArgNumber(), "tt.divisibility"), info.divisibility);
  applyHint(function.getArgAttr(arg.getArgNumber(), "tt.constancy"), info.constancy);
  return info;
}

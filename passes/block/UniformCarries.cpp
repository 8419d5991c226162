//===- UniformCarries.cpp - loop-carried blocks that move as a whole ------===//
//
// Kernels advance blocks of addresses in loops. Carried as a block, the addresses are data of which nothing is known
// (on the CPU in memory, on a GPU in two registers for each); carried as an offset, they stay an expression whose
// elements are seen to be neighbours:
//
//   %r = scf.for ... iter_args(%p = %init) {          %r' = scf.for ... iter_args(%d = 0 : i64) {
//     tt.load %p                                        %p = tt.addptr %init, (tt.splat %d)
//     %q = tt.addptr %p, (tt.splat %s : i32)     =>     tt.load %p
//     scf.yield %q                                      scf.yield %d + (arith.extsi %s)
//   }                                                 } ; %r = tt.addptr %init, (tt.splat %r')
//
// The same is done for integer blocks with arith.addi.
//
//===----------------------------------------------------------------------===//
#include "passes/block/UniformCarries.h"

using namespace mlir;

namespace tritonc {

/// If `offset` is the same in all lanes, that value as a scalar at `b`'s place; else null.
static Value uniformScalar(Value offset) {
  if (auto splat = offset.getDefiningOp<tt::SplatOp>())
    return splat.getSrc();
  return {};
}

static std::optional<APInt> uniformConstant(Value offset) {
  DenseElementsAttr dense;
  if (matchPattern(offset, m_Constant(&dense)) && dense.isSplat() && dense.getElementType().isInteger())
    return dense.getSplatValue<APInt>();
  return std::nullopt;
}

static bool isUniform(Value offset) { return uniformScalar(offset) || uniformConstant(offset); }

/// The steps by which `yielded` differs from `carried`, if all are uniform.
static std::optional<SmallVector<Value>> stepsFrom(Value yielded, BlockArgument carried) {
  SmallVector<Value> steps;
  Value value = yielded;
  while (value != carried) {
    Operation *op = value.getDefiningOp();
    if (!op || op->getBlock() != carried.getOwner() || !isa<tt::AddPtrOp, arith::AddIOp>(op))
      return std::nullopt;
    if (isUniform(op->getOperand(1))) {
      steps.push_back(op->getOperand(1));
      value = op->getOperand(0);
    } else if (isa<arith::AddIOp>(op) && isUniform(op->getOperand(0))) {
      steps.push_back(op->getOperand(0));
      value = op->getOperand(1);
    } else {
      return std::nullopt;
    }
  }
  if (steps.empty())
    return std::nullopt;
  return steps;
}

/// The type of the scalar that stands for a carried block.
static IntegerType offsetType(RankedTensorType type) {
  if (auto integer = dyn_cast<IntegerType>(type.getElementType()))
    return integer;
  return IntegerType::get(type.getContext(), 64);
}

/// `base` moved by the scalar `offset` in all lanes.
static Value moved(OpBuilder &b, Location loc, Value base, Value offset) {
  auto type = cast<RankedTensorType>(base.getType());
  Value splat = tt::SplatOp::create(b, loc, RankedTensorType::get(type.getShape(), offset.getType()), offset);
  if (isa<tt::PtrType>(type.getElementType()))
    return tt::AddPtrOp::create(b, loc, type, base, splat);
  return arith::AddIOp::create(b, loc, base, splat);
}

static Value asScalar(OpBuilder &b, Location loc, Value step, IntegerType type) {
  if (auto constant = uniformConstant(step))
    return arith::ConstantOp::create(b, loc, IntegerAttr::get(type, constant->sextOrTrunc(type.getWidth())));
  Value scalar = uniformScalar(step);
  if (scalar.getType() == type)
    return scalar;
  if (scalar.getType().getIntOrFloatBitWidth() < type.getWidth())
    return arith::ExtSIOp::create(b, loc, type, scalar);
  return arith::TruncIOp::create(b, loc, type, scalar);
}

static void rewriteLoop(scf::ForOp loop, function_ref<bool(BlockArgument)> wanted) {
  auto yield = cast<scf::YieldOp>(loop.getBody()->getTerminator());
  llvm::MapVector<unsigned, SmallVector<Value>> changed;
  for (auto [i, arg] : llvm::enumerate(loop.getRegionIterArgs())) {
    auto type = dyn_cast<RankedTensorType>(arg.getType());
    if (!type || !(isa<tt::PtrType>(type.getElementType()) || type.getElementType().isInteger()) || !wanted(arg))
      continue;
    if (auto steps = stepsFrom(yield.getOperand(i), arg))
      changed[i] = *steps;
  }
  if (changed.empty())
    return;
  OpBuilder b(loop);
  Location loc = loop.getLoc();
  SmallVector<Value> inits(loop.getInitArgs());
  for (auto &[i, steps] : changed)
    inits[i] =
        arith::ConstantOp::create(b, loc, b.getIntegerAttr(offsetType(cast<RankedTensorType>(inits[i].getType())), 0));
  auto replacement = scf::ForOp::create(
      b, loc, loop.getLowerBound(), loop.getUpperBound(), loop.getStep(), inits,
      [](OpBuilder &, Location, Value, ValueRange) {}, loop.getUnsignedCmp());
  replacement->setAttrs(loop->getAttrs());
  Block *body = replacement.getBody(), *old = loop.getBody();
  body->getOperations().splice(body->end(), old->getOperations());
  b.setInsertionPointToStart(body);
  for (auto [from, to] : llvm::zip(old->getArguments(), body->getArguments())) {
    unsigned number = from.getArgNumber();
    Value value = to;
    if (number > 0 && changed.count(number - 1))
      value = moved(b, loc, loop.getInitArgs()[number - 1], to);
    from.replaceAllUsesWith(value);
  }
  b.setInsertionPoint(yield);
  for (auto &[i, steps] : changed) {
    Value sum = replacement.getRegionIterArgs()[i];
    for (Value step : steps)
      sum = arith::AddIOp::create(b, loc, sum, asScalar(b, loc, step, cast<IntegerType>(sum.getType())));
    yield->setOperand(i, sum);
  }
  b.setInsertionPointAfter(replacement);
  for (auto [i, result] : llvm::enumerate(loop.getResults())) {
    Value value = replacement.getResult(i);
    if (changed.count(i))
      value = result.use_empty() ? Value() : moved(b, loc, loop.getInitArgs()[i], value);
    if (value)
      result.replaceAllUsesWith(value);
  }
  loop.erase();
}

void carryUniformSteps(tt::FuncOp func, function_ref<bool(BlockArgument)> wanted) {
  SmallVector<scf::ForOp> loops;
  func.walk([&](scf::ForOp loop) { loops.push_back(loop); });
  for (scf::ForOp loop : loops)
    rewriteLoop(loop, wanted);
}

} // namespace tritonc

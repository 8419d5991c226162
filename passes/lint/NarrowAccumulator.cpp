//===- NarrowAccumulator.cpp - -Wnarrow-accumulator -----------------------===//
//
//   acc = tl.zeros((M, N), dtype=tl.float16)
//   for k in range(0, K, BLOCK_K):
//       acc += tl.dot(a, b, out_dtype=tl.float16)      rounded to 11 bits in every iteration
//
// Reported for a value that a loop carries in fp16, bf16, fp8, int8 or int16, and to which each iteration adds
// (addition, subtraction, dot), also where the sum itself is wider and is rounded to be carried on. Silent for
// loops of one iteration, for integers that grow by constants (counters), and for what is not the sum of its former
// value (a value that is replaced, a maximum).
//
//===----------------------------------------------------------------------===//
#include "passes/lint/Lint.h"

using namespace mlir;
using namespace tritonc;
using namespace tritonc::lint;

static bool isNarrow(Type type) {
  Type element = getElementTypeOrSelf(type);
  return (isa<FloatType>(element) && element.getIntOrFloatBitWidth() <= 16) || element.isInteger(8) ||
         element.isInteger(16);
}

/// Conversions between widths, which carry a sum on.
static bool isConversion(Operation *op) {
  return isa<arith::ExtFOp, arith::TruncFOp, tt::FpToFpOp, arith::ExtSIOp, arith::ExtUIOp, arith::TruncIOp>(op);
}

/// The operation that adds to `carried` on the way to `value`; null when there is none.
static Operation *findAddition(Value value, Value carried, unsigned depth = 16) {
  Operation *op = value.getDefiningOp();
  if (!op || depth == 0)
    return nullptr;
  auto reaches = [&](Value operand) {
    while (Operation *inner = operand.getDefiningOp()) {
      if (!isConversion(inner))
        break;
      operand = inner->getOperand(0);
    }
    return operand == carried;
  };
  if (isConversion(op))
    return findAddition(op->getOperand(0), carried, depth - 1);
  if (auto dot = dyn_cast<tt::DotOp>(op))
    return reaches(dot.getC()) ? op : findAddition(dot.getC(), carried, depth - 1);
  if (isa<arith::AddFOp, arith::AddIOp, arith::SubFOp, arith::SubIOp>(op)) {
    for (Value operand : op->getOperands())
      if (reaches(operand)) {
        Value other = op->getOperand(operand == op->getOperand(0) ? 1 : 0);
        return isa<IntegerType>(getElementTypeOrSelf(op->getResult(0))) && constantInteger(other) ? nullptr : op;
      }
    for (Value operand : op->getOperands())
      if (Operation *found = findAddition(operand, carried, depth - 1))
        return found;
  }
  return nullptr;
}

/// The name that a message gives the type.
static std::string typeText(Type type) {
  Type element = getElementTypeOrSelf(type);
  if (element.isBF16())
    return "bf16";
  if (element.isF16())
    return "fp16";
  return isa<FloatType>(element) ? "fp8" : "int" + std::to_string(element.getIntOrFloatBitWidth());
}

static bool runsOnce(scf::ForOp loop) {
  auto low = constantInteger(loop.getLowerBound()), high = constantInteger(loop.getUpperBound()),
       step = constantInteger(loop.getStep());
  return low && high && step && *low + *step >= *high;
}

void lint::warnNarrowAccumulator(lint::Function &function) {
  for (scf::ForOp loop : function.loops) {
    if (runsOnce(loop))
      continue;
    for (auto [argument, yielded] : llvm::zip(loop.getRegionIterArgs(), loop.getYieldedValues())) {
      if (!isNarrow(argument.getType()))
        continue;
      Operation *addition = findAddition(yielded, argument);
      if (!addition)
        continue;
      StringRef name = sourceName(yielded);
      const bool isFloat = isa<FloatType>(getElementTypeOrSelf(argument));
      Report(DiagId::narrow_accumulator, addition->getLoc(), name.empty() ? "a sum" : "'" + name.str() + "'",
             typeText(argument.getType()), isFloat ? "rounds" : "may overflow")
          .note(loop.getLoc(), "the loop")
          .hint(llvm::Twine("accumulate in ") + (isFloat ? "fp32" : "int32") + " and convert once, after the loop");
    }
  }
}

//===- Combine.cpp - the region of a reduction or scan as a function ------===//
#include "passes/lower/Combine.h"

using namespace mlir;

namespace tritonc::lower {

Tuple Combine::operator()(const Tuple &a, const Tuple &b) {
  SmallVector<Value, 4> args(a.begin(), a.end());
  args.append(b.begin(), b.end());
  if (hasFailed)
    return a;
  FailureOr<Registers> result = f.inlineBlock(block, args);
  if (mlir::failed(result)) {
    hasFailed = true;
    return a;
  }
  return Tuple(result->begin(), result->end());
}

Operation *Combine::soleOp() const {
  if (block.getNumArguments() != 2 || !llvm::hasNItems(block, 2))
    return nullptr;
  Operation &op = block.front();
  Value x = block.getArgument(0), y = block.getArgument(1);
  bool applied = op.getNumOperands() == 2 && op.getNumResults() == 1 &&
                 ((op.getOperand(0) == x && op.getOperand(1) == y) || (op.getOperand(0) == y && op.getOperand(1) == x));
  return applied && block.back().getOperand(0) == op.getResult(0) ? &op : nullptr;
}

Tuple selectTuple(Emitter &e, Value choose, const Tuple &a, const Tuple &b) {
  if (!choose)
    return b;
  Tuple result;
  for (auto [x, y] : llvm::zip(a, b))
    result.push_back(e.select(choose, x, y));
  return result;
}

Tuple shuffleXorTuple(FunctionLowering &f, const Tuple &tuple, unsigned mask) {
  Tuple result;
  for (Value v : tuple)
    result.push_back(f.target.shuffleXor(f.e, v, mask));
  return result;
}

} // namespace tritonc::lower

//===- ReductionKind.cpp - what the region of a reduction computes --------===//
#include "passes/lint/ReductionKind.h"

using namespace mlir;
using namespace tritonc;
using namespace tritonc::lint;

ReductionKind lint::kindOfCombination(Operation *op) {
  return llvm::TypeSwitch<Operation *, ReductionKind>(op)
      .Case<arith::AddFOp, arith::AddIOp>([](Operation *) { return ReductionKind::Sum; })
      .Case<arith::MulFOp, arith::MulIOp>([](Operation *) { return ReductionKind::Product; })
      .Case<arith::MaximumFOp, arith::MaxNumFOp, arith::MaxSIOp>([](Operation *) { return ReductionKind::Maximum; })
      .Case<arith::MinimumFOp, arith::MinNumFOp, arith::MinSIOp>([](Operation *) { return ReductionKind::Minimum; })
      .Case<arith::AndIOp>([](Operation *) { return ReductionKind::And; })
      .Case<arith::OrIOp>([](Operation *) { return ReductionKind::Or; })
      .Case<arith::XOrIOp>([](Operation *) { return ReductionKind::Xor; })
      .Default(ReductionKind::Other);
}

/// A maximum with its index starts by asking which of the two values is greater.
static ReductionKind kindOfComparison(Block &body) {
  const unsigned half = body.getNumArguments() / 2;
  for (Operation &op : body) {
    if (op.getNumOperands() != 2 || op.getOperand(0) != body.getArgument(0) ||
        op.getOperand(1) != body.getArgument(half))
      continue;
    if (auto compare = dyn_cast<arith::CmpFOp>(op)) {
      if (compare.getPredicate() == arith::CmpFPredicate::OGT)
        return ReductionKind::Maximum;
      if (compare.getPredicate() == arith::CmpFPredicate::OLT)
        return ReductionKind::Minimum;
    } else if (auto compare = dyn_cast<arith::CmpIOp>(op)) {
      if (compare.getPredicate() == arith::CmpIPredicate::sgt)
        return ReductionKind::Maximum;
      if (compare.getPredicate() == arith::CmpIPredicate::slt)
        return ReductionKind::Minimum;
    }
  }
  return ReductionKind::Other;
}

ReductionKind lint::kindOf(tt::ReduceOp reduction) {
  Block &body = reduction.getCombineOp().front();
  if (body.getNumArguments() > 2)
    return kindOfComparison(body);
  Operation *first = &body.front();
  if (first->getNextNode() != body.getTerminator() || first->getNumOperands() != 2 || first->getNumResults() != 1 ||
      body.getTerminator()->getOperand(0) != first->getResult(0))
    return ReductionKind::Other;
  return kindOfCombination(first);
}

StringRef lint::nameOf(ReductionKind kind) {
  switch (kind) {
  case ReductionKind::Sum:
    return "sum";
  case ReductionKind::Product:
    return "product";
  case ReductionKind::Maximum:
    return "maximum";
  case ReductionKind::Minimum:
    return "minimum";
  case ReductionKind::And:
    return "bitwise and";
  case ReductionKind::Or:
    return "bitwise or";
  case ReductionKind::Xor:
    return "bitwise xor";
  case ReductionKind::Other:
    break;
  }
  return "reduction";
}

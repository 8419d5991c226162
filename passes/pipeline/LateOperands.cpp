//===- LateOperands.cpp - operands of products are exchanged when wanted --===//
//
//   %k = convert_layout (load)                      %q = convert_layout (softmax of a product)
//   %q = convert_layout (softmax of a product)  ->  %k = convert_layout (load)
//   tt.dot %q, %k                                   tt.dot %q, %k
//
//===----------------------------------------------------------------------===//
#include "passes/pipeline/LateOperands.h"
#include "passes/layout/MatrixChoice.h"
#include "passes/pipeline/LoopRegisters.h"

using namespace mlir;
using namespace tritonc;

void tritonc::exchangeOperandsLate(tt::FuncOp function, const Target &target) {
  if (!target.isRDNA())
    return;
  function.walk([&](tt::DotOp dot) {
    if (!dot->hasAttr(matrixAttr) || !isa<scf::ForOp>(dot->getParentOp()))
      return;
    SmallVector<ttg::ConvertLayoutOp, 2> exchanges;
    for (Value operand : {dot.getA(), dot.getB()}) {
      auto exchange = operand.getDefiningOp<ttg::ConvertLayoutOp>();
      // What is computed is better exchanged as soon as it is there: its parts would have to stay.
      if (exchange && exchange->hasOneUse() && exchange->getBlock() == dot->getBlock() &&
          exchange.getSrc().getDefiningOp<tt::LoadOp>() &&
          registersOf(exchange.getType()) > registersOf(exchange.getSrc().getType()))
        exchanges.push_back(exchange);
    }
    if (exchanges.size() == 2 && registersOf(exchanges[0].getType()) > registersOf(exchanges[1].getType()))
      std::swap(exchanges[0], exchanges[1]);
    for (ttg::ConvertLayoutOp exchange : exchanges)
      exchange->moveBefore(dot);
  });
}

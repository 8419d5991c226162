//===- PrintAxisInfo.cpp - layout-print-axis-info: shows the analysis -----===//
#include "passes/Passes.h"
#include "passes/layout/AxisInfo.h"

namespace tritonc {
#define GEN_PASS_DEF_PRINTAXISINFO
#include "passes/Passes.h.inc"
} // namespace tritonc

using namespace mlir;
using namespace tritonc;

namespace {
struct PrintAxisInfoPass : tritonc::impl::PrintAxisInfoBase<PrintAxisInfoPass> {
  void runOnOperation() override {
    getOperation()->walk([](tt::FuncOp function) {
      AxisInfoAnalysis analysis(function);
      function.getBody().walk([&](Operation *op) {
        for (Value result : op->getResults()) {
          if (isa<FloatType>(getElementTypeOrSelf(result.getType())))
            continue;
          std::string text;
          llvm::raw_string_ostream os(text);
          analysis.get(result).print(os);
          op->emitRemark() << text;
        }
        if (accessPointer(op))
          op->emitRemark() << "vector width " << analysis.accessVectorWidth(op);
      });
    });
  }
};
} // namespace

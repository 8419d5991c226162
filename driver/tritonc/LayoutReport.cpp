//===- LayoutReport.cpp - --print-layouts ---------------------------------===//
#include "driver/tritonc/LayoutReport.h"
#include "passes/ir/Dialects.h"
#include "passes/layout/linear/Printer.h"
#include "llvm/ADT/DenseSet.h"

using namespace llvm;

namespace tritonc {

void printLayouts(mlir::ModuleOp module, raw_ostream &os) {
  DenseSet<mlir::Attribute> seen;
  module.walk([&](mlir::Operation *op) {
    for (mlir::Type type : op->getResultTypes()) {
      auto tensor = dyn_cast<mlir::RankedTensorType>(type);
      if (!tensor || !tensor.getEncoding() || !seen.insert(tensor.getEncoding()).second)
        continue;
      auto encoding = dyn_cast<ttg::LinearEncodingAttr>(tensor.getEncoding());
      if (!encoding)
        continue;
      os << "layout of " << op->getName() << " : " << tensor << "\n";
      printLayoutTable(encoding.getLayout(), os);
      os << "\n";
    }
  });
}

} // namespace tritonc

//===- EmulatedType.cpp - -Wemulated-type ---------------------------------===//
//
//   x.to(tl.float8e4nv) for sm_80              the result is put together from shifts, masks and selects
//
// A conversion of 8-bit floats, or a product of them, where the target has no instruction that knows the format; and
// bf16 on sm_75, which knows it nowhere. Each type is said once for a kernel. Silent for fp8e4b15, which no target
// converts.
//
//===----------------------------------------------------------------------===//
#include "passes/ir/Fp8Format.h"
#include "passes/lint/Lint.h"

using namespace mlir;

namespace tritonc::lint {

static bool isEmulated(Type type, const Target &target) {
  if (type.isBF16())
    return target.isNVIDIA() && target.computeCapability < 80;
  std::optional<Fp8Format> fp8 = fp8FormatOf(type);
  return fp8 && *fp8 != Fp8Format::E4M3B11FNUZ && !target.convertsFp8(*fp8);
}

void warnEmulatedTypes(tt::FuncOp function, const Target &target) {
  if (target.isCPU())
    return;
  llvm::DenseSet<Type> said;
  function.walk([&](Operation *op) {
    // Moving numbers about costs nothing more.
    if (!isa<tt::FpToFpOp, tt::DotOp>(op) && !isa<arith::ArithDialect, math::MathDialect>(op->getDialect()))
      return;
    if (isa<arith::ConstantOp, arith::SelectOp, arith::BitcastOp>(op))
      return;
    for (ValueRange values : {ValueRange(op->getOperands()), ValueRange(op->getResults())})
      for (Value value : values) {
        Type type = getElementTypeOrSelf(value);
        if (isEmulated(type, target) && said.insert(type).second)
          Report(DiagId::emulated_type, op->getLoc(), target.name, typeName(type));
      }
  });
}

} // namespace tritonc::lint

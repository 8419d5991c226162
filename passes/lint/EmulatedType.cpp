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
#include "llvm/ADT/StringSet.h"

using namespace mlir;

namespace tritonc::lint {

/// As in a kernel's source.
static StringRef nameOf(Fp8Format format) {
  switch (format) {
  case Fp8Format::E4M3FN:
    return "fp8e4nv";
  case Fp8Format::E5M2:
    return "fp8e5";
  case Fp8Format::E4M3FNUZ:
    return "fp8e4b8";
  case Fp8Format::E5M2FNUZ:
    return "fp8e5b16";
  case Fp8Format::E4M3B11FNUZ:
    return "fp8e4b15";
  }
  llvm_unreachable("all formats are listed");
}

/// The name of `type` in a kernel's source if work on it is emulated, else empty.
static StringRef emulatedName(Type type, const Target &target) {
  if (type.isBF16())
    return target.isNVIDIA() && target.computeCapability < 80 ? "bf16" : "";
  std::optional<Fp8Format> fp8 = fp8FormatOf(type);
  return fp8 && *fp8 != Fp8Format::E4M3B11FNUZ && !target.convertsFp8(*fp8) ? nameOf(*fp8) : "";
}

void warnEmulatedTypes(tt::FuncOp function, const Target &target) {
  if (target.isCPU())
    return;
  llvm::StringSet<> said;
  function.walk([&](Operation *op) {
    // Moving numbers about costs nothing more.
    if (!isa<tt::FpToFpOp, tt::DotOp>(op) && !isa<arith::ArithDialect, math::MathDialect>(op->getDialect()))
      return;
    if (isa<arith::ConstantOp, arith::SelectOp, arith::BitcastOp>(op))
      return;
    for (ValueRange values : {ValueRange(op->getOperands()), ValueRange(op->getResults())})
      for (Value value : values) {
        StringRef name = emulatedName(getElementTypeOrSelf(value), target);
        if (!name.empty() && said.insert(name).second)
          Report(DiagId::emulated_type, op->getLoc(), target.name, name);
      }
  });
}

} // namespace tritonc::lint

//===- DotFallback.cpp - -Wdot-fallback -----------------------------------===//
//
//   tl.dot(a, b) on fp64 blocks for gfx1100         one multiply-add at a time, on the ordinary units
//
// layout-assign leaves its choice of an instruction on each product. One without is reported with the reason: its types
// are none that the target's matrix units multiply, or its blocks are smaller than every tile. Silent for the types of
// fp32: where there is tf32 and plain fp32 was asked for (input_precision="ieee", allow_tf32=False), that was a choice;
// where there is neither (RDNA), the data decided. Each reason is said once for a kernel.
//
//===----------------------------------------------------------------------===//
#include "passes/layout/MatrixChoice.h"
#include "passes/lint/Lint.h"
#include "passes/lint/Passes.h"
#include "llvm/ADT/StringSet.h"

namespace tritonc {
#define GEN_PASS_DEF_LAYOUTLINT
#include "passes/lint/Passes.h.inc"
} // namespace tritonc

using namespace mlir;
using namespace tritonc;

static std::string typeText(Value block) { return lint::typeName(getElementTypeOrSelf(block)); }

/// Empty where the choice was the user's.
static std::string reasonFor(tt::DotOp dot, const Target &target) {
  const std::string types =
      "there is none for " + typeText(dot.getA()) + " times " + typeText(dot.getB()) + " into " + typeText(dot.getD());
  std::optional<MatrixProblem> problem = matrixProblem(dot, ttg::numWarps(dot), ttg::numCtas(dot), {});
  if (!problem)
    return types;
  MatrixProblem larger = *problem;
  larger.m = larger.n = larger.k = 128;
  larger.batch = 1;
  if (chooseMatrixInstruction(target, larger))
    return llvm::formatv("its blocks, {0} x {1} by {1} x {2}, are smaller than the tiles", problem->m, problem->k,
                         problem->n)
        .str();
  const bool isPlain = problem->a == MatrixElement::F32 && problem->b == MatrixElement::F32;
  return isPlain ? "" : types;
}

namespace {
struct LayoutLintPass : tritonc::impl::LayoutLintBase<LayoutLintPass> {
  void runOnOperation() override {
    markAllAnalysesPreserved();
    llvm::Expected<Target> target = parseTarget(ttg::targetName(getOperation()));
    if (!target)
      return llvm::consumeError(target.takeError());
    lint::warnEmulatedTypes(getOperation(), *target);
    llvm::StringSet<> said;
    getOperation().walk([&](tt::DotOp dot) {
      if (dotMatrix(dot))
        return;
      if (std::string reason = reasonFor(dot, *target); !reason.empty() && said.insert(reason).second)
        lint::Report(DiagId::dot_fallback, dot.getLoc(), target->name, reason)
            .hint("other types, or larger blocks, are multiplied many times faster");
    });
  }
};
} // namespace

//===- MatrixChoice.h - which instruction multiplies a tt.dot -------------===//
//
// layout-assign records its choice on the op, for the lowering and for whoever rewrites the op before:
//
//   tt.dot %a, %b, %c {ttg.mma = "mma.m16n8k16.f32.f16.f16", ttg.kwidth = 2 : i32}
//
// The layouts of the operands follow from these attributes and the layout of the result. A dot without the attribute
// has no matrix instruction: operands in any layout, one multiply-add at a time.
//
//===----------------------------------------------------------------------===//
#pragma once

#include "passes/ir/Dialects.h"
#include "passes/layout/MatrixInstructions.h"

namespace tritonc {

/// On tt.dot: the instruction's name (string), and neighbours along K in one thread (i32).
constexpr llvm::StringLiteral matrixAttr = "ttg.mma";
constexpr llvm::StringLiteral kWidthAttr = "ttg.kwidth";

/// What blocks of this type hold, if matrix units know it.
std::optional<MatrixElement> matrixElement(mlir::Type type);

/// The product that a dot asks for; nothing where an element type is none of a matrix unit.
std::optional<MatrixProblem> matrixProblem(tt::DotOp dot, int numWarps, int numCtas, const MatrixOptions &options);

/// What the attributes of a dot say.
struct DotMatrix {
  MatrixInstruction instruction;
  unsigned kWidth;
};
std::optional<DotMatrix> dotMatrix(tt::DotOp dot);
void setDotMatrix(tt::DotOp dot, const MatrixChoice &choice);

/// Whether layout-assign may choose warpgroup instructions: the target has them, and passes that feed them run.
bool usesWarpGroups(const Target &target);

} // namespace tritonc

//===- MatrixChoice.cpp - which instruction multiplies a tt.dot -----------===//
#include "passes/layout/MatrixChoice.h"

using namespace mlir;
using namespace tritonc;

std::optional<MatrixElement> tritonc::matrixElement(Type type) {
  type = getElementTypeOrSelf(type);
  if (type.isInteger(8))
    return MatrixElement::I8;
  if (type.isInteger(32))
    return MatrixElement::I32;
  return TypeSwitch<Type, std::optional<MatrixElement>>(type)
      .Case([](Float16Type) { return MatrixElement::F16; })
      .Case([](BFloat16Type) { return MatrixElement::BF16; })
      .Case([](Float32Type) { return MatrixElement::F32; })
      .Case([](Float64Type) { return MatrixElement::F64; })
      .Case([](Float8E4M3FNType) { return MatrixElement::E4M3; })
      .Case([](Float8E5M2Type) { return MatrixElement::E5M2; })
      .Case([](Float8E4M3FNUZType) { return MatrixElement::E4M3Fnuz; })
      .Case([](Float8E5M2FNUZType) { return MatrixElement::E5M2Fnuz; })
      .Default([](Type) { return std::nullopt; });
}

static MatrixPrecision precisionOf(tt::InputPrecision precision) {
  switch (precision) {
  case tt::InputPrecision::TF32:
    return MatrixPrecision::TF32;
  case tt::InputPrecision::TF32x3:
    return MatrixPrecision::TF32x3;
  case tt::InputPrecision::BF16x3:
    return MatrixPrecision::BF16x3;
  case tt::InputPrecision::BF16x6:
    return MatrixPrecision::BF16x6;
  default:
    return MatrixPrecision::IEEE;
  }
}

std::optional<MatrixProblem> tritonc::matrixProblem(tt::DotOp dot, int numWarps, int numCtas,
                                                    const MatrixOptions &options) {
  auto a = cast<RankedTensorType>(dot.getA().getType());
  RankedTensorType result = dot.getType();
  std::optional<MatrixElement> elementA = matrixElement(a), elementB = matrixElement(dot.getB().getType()),
                               sum = matrixElement(result);
  if (!elementA || !elementB || !sum)
    return std::nullopt;
  MatrixProblem problem;
  problem.a = *elementA;
  problem.b = *elementB;
  problem.acc = *sum;
  problem.precision = precisionOf(dot.getInputPrecision());
  unsigned rank = unsigned(result.getRank());
  problem.batch = rank > 2 ? result.getDimSize(0) : 1;
  problem.m = result.getDimSize(rank - 2);
  problem.n = result.getDimSize(rank - 1);
  problem.k = a.getDimSize(rank - 1);
  problem.numWarps = numWarps;
  problem.numCtas = numCtas;
  problem.options = options;
  return problem;
}

std::optional<DotMatrix> tritonc::dotMatrix(tt::DotOp dot) {
  auto name = dot->getAttrOfType<StringAttr>(matrixAttr);
  if (!name)
    return std::nullopt;
  llvm::Expected<Target> target = parseTarget(ttg::targetName(dot));
  if (!target) {
    llvm::consumeError(target.takeError());
    return std::nullopt;
  }
  std::optional<MatrixInstruction> instruction = findMatrixInstruction(*target, name.getValue());
  if (!instruction)
    return std::nullopt;
  auto width = dot->getAttrOfType<IntegerAttr>(kWidthAttr);
  int64_t kWidth = width ? width.getInt() : nativeKWidth(tilesOf(*instruction));
  if (kWidth <= 0 || !llvm::isPowerOf2_64(uint64_t(kWidth)))
    return std::nullopt;
  return DotMatrix{*instruction, unsigned(kWidth)};
}

void tritonc::setDotMatrix(tt::DotOp dot, const MatrixChoice &choice) {
  Builder builder(dot.getContext());
  dot->setAttr(matrixAttr, builder.getStringAttr(choice.instruction.name()));
  dot->setAttr(kWidthAttr, builder.getI32IntegerAttr(int32_t(choice.kWidth)));
}

// pipeline-warp-group-dots feeds them.
bool tritonc::usesWarpGroups(const Target &target) {
  return target.isNVIDIA() && target.computeCapability == 90 && target.archSpecific;
}

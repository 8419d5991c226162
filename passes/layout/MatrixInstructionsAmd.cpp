//===- MatrixInstructionsAmd.cpp - MFMA and WMMA --------------------------===//
#include "passes/layout/MatrixInstructions.h"

using namespace tritonc;

llvm::ArrayRef<MatrixInstruction> tritonc::amdMatrixInstructions() { return {}; }

bool tritonc::amdHasMatrixInstruction(const Target &, const MatrixInstruction &) { return false; }

std::optional<MatrixInstruction> tritonc::chooseAmdInstruction(const Target &, const MatrixProblem &) {
  return std::nullopt;
}

MatrixTiles tritonc::amdTiles(const MatrixInstruction &) { return {}; }

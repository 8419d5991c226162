//===- ProgramInfo.cpp - the program's place in the grid, ranges, hints ---===//
#include "passes/lower/ElementMap.h"

using namespace mlir;

namespace tritonc::lower {
namespace {

LogicalResult lowerProgramId(FunctionLowering &f, tt::GetProgramIdOp op) {
  int axis = static_cast<int>(op.getAxis());
  f.set(op.getResult(), f.e.inPrologue([&] { return f.target.programId(f.e, axis); }));
  return success();
}

LogicalResult lowerNumPrograms(FunctionLowering &f, tt::GetNumProgramsOp op) {
  int axis = static_cast<int>(op.getAxis());
  f.set(op.getResult(), f.e.inPrologue([&] { return f.target.numPrograms(f.e, axis); }));
  return success();
}

LogicalResult lowerMakeRange(FunctionLowering &f, tt::MakeRangeOp op) {
  Registers registers;
  Value start = f.e.i32(static_cast<int32_t>(op.getStart()));
  for (const auto &coordinate : f.coordinates(op.getType()))
    registers.push_back(f.e.add(coordinate.front(), start));
  f.set(op.getResult(), registers);
  return success();
}

LogicalResult lowerAssume(FunctionLowering &f, LLVM::AssumeOp op) {
  f.e.intrinsic("llvm.assume", {}, {f.scalar(op.getCond())});
  return success();
}

} // namespace

void addProgramInfoHandlers(HandlerTable &table) {
  table.add<tt::GetProgramIdOp, lowerProgramId>();
  table.add<tt::GetNumProgramsOp, lowerNumPrograms>();
  table.add<tt::MakeRangeOp, lowerMakeRange>();
  table.add<LLVM::AssumeOp, lowerAssume>();
}

} // namespace tritonc::lower

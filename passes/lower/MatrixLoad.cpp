//===- MatrixLoad.cpp - reading shared memory by matrices (ldmatrix) ------===//
//
// plan/MatrixLoadPlan.h decides; here the instructions are made. They are LLVM intrinsics, which read memory and do
// nothing else, so LLVM may move them between barriers.
//
//===----------------------------------------------------------------------===//
#include "passes/lower/MatrixLoad.h"
#include "passes/lower/Packing.h"
#include "passes/lower/SharedAccess.h"
#include "passes/lower/plan/MatrixLoadPlan.h"

using namespace mlir;

namespace tritonc::lower {

std::optional<Registers> loadMatrices(FunctionLowering &f, Value base, Type element, const LinearLayout &address) {
  const Target &target = f.module.options.target;
  if (!target.isNVIDIA() || target.computeCapability < 75 || element.isInteger(1))
    return std::nullopt;
  Emitter &e = f.e;
  std::optional<MatrixLoadPlan> plan = planMatrixLoad(address, Emitter::bitsOf(element));
  if (!plan)
    return std::nullopt;
  SharedBuffer buffer(f, base, 0, element, plan->rowAddress);
  std::string name = "llvm.nvvm.ldmatrix.sync.aligned.m8n8.x" + std::to_string(plan->matrices) +
                     (plan->transposed ? ".trans" : "") + ".b16.p3";
  Type result = plan->matrices == 1 ? e.i32Ty() : e.structTy(SmallVector<Type>(plan->matrices, e.i32Ty()));
  Registers registers(uint32_t(address.inSize(Dim::Register)));
  for (const MatrixLoadPlan::Instruction &instruction : plan->instructions) {
    Value loaded = e.intrinsic(name, result, {buffer.address(instruction.base)});
    for (auto [i, members] : llvm::enumerate(instruction.words)) {
      Value word = plan->matrices == 1 ? loaded : e.extractValue(loaded, unsigned(i));
      for (auto [reg, v] : llvm::zip(members, unpackWords(e, {word}, element, unsigned(members.size()))))
        registers[reg] = v;
    }
  }
  return registers;
}

} // namespace tritonc::lower

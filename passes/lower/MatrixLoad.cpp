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

/// One instruction; gives its words.
static SmallVector<Value> loadByLdmatrix(Emitter &e, const MatrixLoadPlan &plan, Value ptr) {
  std::string name = "llvm.nvvm.ldmatrix.sync.aligned.m8n8.x" + std::to_string(plan.matrices) +
                     (plan.transposed ? ".trans" : "") + ".b16.p3";
  if (plan.matrices == 1)
    return {e.intrinsic(name, e.i32Ty(), {ptr})};
  Value loaded = e.intrinsic(name, e.structTy(SmallVector<Type>(plan.matrices, e.i32Ty())), {ptr});
  SmallVector<Value> words;
  for (unsigned i = 0; i < plan.matrices; ++i)
    words.push_back(e.extractValue(loaded, i));
  return words;
}

/// The same on gfx950: the two words of 64 bits.
static SmallVector<Value> loadTransposed(Emitter &e, unsigned elementBits, Value ptr) {
  if (elementBits == 8)
    return e.unpack(e.intrinsic("llvm.amdgcn.ds.read.tr8.b64", e.vecTy(e.i32Ty(), 2), {ptr}));
  Value loaded = e.intrinsic("llvm.amdgcn.ds.read.tr16.b64", e.vecTy(e.i16Ty(), 4), {ptr});
  return e.unpack(e.bitcast(loaded, e.vecTy(e.i32Ty(), 2)));
}

std::optional<Registers> loadMatrices(FunctionLowering &f, Value base, Type element, const LinearLayout &address) {
  const Target &target = f.module.options.target;
  bool hasMatrices = target.isNVIDIA() && target.computeCapability >= 75, hasTransposed = target.gfxVersion == 0x950;
  if ((!hasMatrices && !hasTransposed) || element.isInteger(1))
    return std::nullopt;
  Emitter &e = f.e;
  unsigned bits = Emitter::bitsOf(element);
  std::optional<MatrixLoadPlan> plan = hasMatrices ? planMatrixLoad(address, bits) : planTransposedLoad(address, bits);
  if (!plan)
    return std::nullopt;
  SharedBuffer buffer(f, base, 0, element, plan->rowAddress);
  Registers registers(uint32_t(address.inSize(Dim::Register)));
  for (const MatrixLoadPlan::Instruction &instruction : plan->instructions) {
    Value ptr = buffer.address(instruction.base);
    SmallVector<Value> words = hasMatrices ? loadByLdmatrix(e, *plan, ptr) : loadTransposed(e, bits, ptr);
    size_t perGroup = words.size() / instruction.words.size();
    for (auto [i, members] : llvm::enumerate(instruction.words)) {
      auto group = ArrayRef<Value>(words).slice(i * perGroup, perGroup);
      for (auto [reg, v] : llvm::zip(members, unpackWords(e, group, element, unsigned(members.size()))))
        registers[reg] = v;
    }
  }
  return registers;
}

} // namespace tritonc::lower

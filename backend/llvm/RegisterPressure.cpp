//===- RegisterPressure.cpp - how many registers straight code would like ---===//
#include "backend/llvm/RegisterPressure.h"
#include "llvm/IR/DataLayout.h"
#include "llvm/IR/Instructions.h"
#include "llvm/IR/Module.h"

using namespace llvm;

namespace tritonc {

/// Narrow elements share registers: halves of products' operands are taken apart and put together again, which costs
/// none.
static unsigned bitsOf(Type *type, const DataLayout &layout) {
  return type->isVoidTy() || !type->isSized() ? 0 : unsigned(layout.getTypeSizeInBits(type).getFixedValue());
}

unsigned estimateRegisterPressure(const Function &function) {
  const DataLayout &layout = function.getParent()->getDataLayout();
  unsigned highest = 0;
  for (const BasicBlock &block : function) {
    unsigned live = 0;
    DenseSet<const Instruction *> isLive;
    auto begin = [&](const Instruction *value) {
      if (isLive.insert(value).second)
        live += bitsOf(value->getType(), layout);
    };
    for (const Instruction &instruction : reverse(block)) {
      bool leaves = any_of(instruction.users(), [&](const User *user) {
        return cast<Instruction>(user)->getParent() != &block || isa<PHINode>(user);
      });
      if (leaves)
        begin(&instruction);
      if (isLive.contains(&instruction))
        live -= bitsOf(instruction.getType(), layout);
      if (isa<PHINode>(instruction))
        continue;
      for (const Value *operand : instruction.operands())
        if (auto *made = dyn_cast<Instruction>(operand); made && made->getParent() == &block)
          begin(made);
      highest = std::max(highest, live);
    }
  }
  return highest / 32;
}

} // namespace tritonc

//===- RegisterPressure.cpp - how many registers straight code would like ---===//
#include "backend/llvm/RegisterPressure.h"
#include "llvm/IR/DataLayout.h"
#include "llvm/IR/Instructions.h"
#include "llvm/IR/Module.h"

using namespace llvm;

namespace tritonc {

static unsigned registersOf(Type *type, const DataLayout &layout) {
  if (type->isVoidTy() || !type->isSized())
    return 0;
  return unsigned(divideCeil(layout.getTypeSizeInBits(type).getFixedValue(), 32));
}

unsigned estimateRegisterPressure(const Function &function) {
  const DataLayout &layout = function.getParent()->getDataLayout();
  unsigned highest = 0;
  for (const BasicBlock &block : function) {
    unsigned live = 0;
    DenseSet<const Instruction *> isLive;
    auto begin = [&](const Instruction *value) {
      if (isLive.insert(value).second)
        live += registersOf(value->getType(), layout);
    };
    for (const Instruction &instruction : reverse(block)) {
      bool leaves = any_of(instruction.users(), [&](const User *user) {
        return cast<Instruction>(user)->getParent() != &block || isa<PHINode>(user);
      });
      if (leaves)
        begin(&instruction);
      if (isLive.contains(&instruction))
        live -= registersOf(instruction.getType(), layout);
      if (isa<PHINode>(instruction))
        continue;
      for (const Value *operand : instruction.operands())
        if (auto *made = dyn_cast<Instruction>(operand); made && made->getParent() == &block)
          begin(made);
      highest = std::max(highest, live);
    }
  }
  return highest;
}

} // namespace tritonc

//===- ComputeLate.cpp - values are made where they are used --------------===//
#include "backend/llvm/ComputeLate.h"
#include "llvm/IR/Instructions.h"

using namespace llvm;

namespace tritonc {

void computeLate(Module &module, size_t longBlock, bool withFloats) {
  for (Function &function : module)
    for (BasicBlock &block : function) {
      if (block.size() < longBlock)
        continue;
      for (Instruction &instruction : make_early_inc_range(reverse(block))) {
        auto *user = instruction.hasOneUse() ? cast<Instruction>(*instruction.user_begin()) : nullptr;
        if (user && user->getParent() == &block && !isa<PHINode>(user) &&
            isa<BinaryOperator, CastInst, GetElementPtrInst, CmpInst, SelectInst>(instruction) &&
            (withFloats || !instruction.getType()->isFPOrFPVectorTy()))
          instruction.moveBefore(user->getIterator());
      }
    }
}

} // namespace tritonc

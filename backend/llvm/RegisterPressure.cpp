//===- RegisterPressure.cpp - how many registers a function would like ----===//
#include "backend/llvm/RegisterPressure.h"
#include "llvm/ADT/BitVector.h"
#include "llvm/ADT/PostOrderIterator.h"
#include "llvm/IR/CFG.h"
#include "llvm/IR/DataLayout.h"
#include "llvm/IR/Instructions.h"
#include "llvm/IR/Module.h"

using namespace llvm;

namespace tritonc {
namespace {

/// Narrow elements share registers: halves of products' operands are taken apart and put together again, which costs
/// none.
unsigned bitsOf(Type *type, const DataLayout &layout) {
  return type->isVoidTy() || !type->isSized() ? 0 : unsigned(layout.getTypeSizeInBits(type).getFixedValue());
}

/// The values that are alive where a block ends, of those that other blocks use.
class BlockLiveness {
public:
  explicit BlockLiveness(const Function &function) {
    for (const BasicBlock &block : function)
      for (const Instruction &instruction : block)
        if (isa<PHINode>(instruction) || any_of(instruction.users(), [&](const User *user) {
              return cast<Instruction>(user)->getParent() != &block || isa<PHINode>(user);
            })) {
          numbers[&instruction] = unsigned(values.size());
          values.push_back(&instruction);
        }
    for (const BasicBlock &block : function)
      ends[&block] = BitVector(unsigned(values.size()));
    for (bool changed = true; changed;) {
      changed = false;
      for (const BasicBlock *block : post_order(&function))
        changed |= update(*block);
    }
  }

  /// Calls `visit` with each.
  void atEnd(const BasicBlock &block, function_ref<void(const Instruction *)> visit) const {
    for (unsigned i : ends.find(&block)->second.set_bits())
      visit(values[i]);
  }

private:
  /// What is alive at the start of `block` goes to the ends of those before it.
  bool update(const BasicBlock &block) {
    BitVector alive = ends.find(&block)->second;
    for (const Instruction &instruction : reverse(block)) {
      if (auto found = numbers.find(&instruction); found != numbers.end())
        alive.reset(found->second);
      if (!isa<PHINode>(instruction))
        for (const Value *operand : instruction.operands())
          if (auto found = numbers.find(operand); found != numbers.end())
            alive.set(found->second);
    }
    bool changed = false;
    for (const BasicBlock *before : predecessors(&block)) {
      BitVector wanted = alive;
      for (const PHINode &phi : block.phis())
        if (auto found = numbers.find(phi.getIncomingValueForBlock(before)); found != numbers.end())
          wanted.set(found->second);
      BitVector &end = ends.find(before)->second;
      if (wanted.test(end)) {
        end |= wanted;
        changed = true;
      }
    }
    return changed;
  }

  SmallVector<const Instruction *> values;
  DenseMap<const Value *, unsigned> numbers;
  DenseMap<const BasicBlock *, BitVector> ends;
};

} // namespace

unsigned estimateRegisterPressure(const Function &function) {
  if (function.isDeclaration())
    return 0;
  const DataLayout &layout = function.getParent()->getDataLayout();
  BlockLiveness liveness(function);
  unsigned highest = 0;
  for (const BasicBlock &block : function) {
    unsigned live = 0;
    DenseSet<const Instruction *> isLive;
    auto begin = [&](const Instruction *value) {
      if (isLive.insert(value).second)
        live += bitsOf(value->getType(), layout);
    };
    liveness.atEnd(block, begin);
    for (const Instruction &instruction : reverse(block)) {
      if (isLive.contains(&instruction))
        live -= bitsOf(instruction.getType(), layout);
      if (isa<PHINode>(instruction))
        continue;
      for (const Value *operand : instruction.operands())
        if (auto *made = dyn_cast<Instruction>(operand))
          begin(made);
      highest = std::max(highest, live);
    }
  }
  return highest / 32;
}

} // namespace tritonc

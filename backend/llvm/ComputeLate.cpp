//===- ComputeLate.cpp - values are made where they are used --------------===//
#include "backend/llvm/ComputeLate.h"
#include "backend/llvm/LLVMModule.h"
#include "llvm/ADT/MapVector.h"
#include "llvm/ADT/PostOrderIterator.h"
#include "llvm/Analysis/LoopInfo.h"
#include "llvm/IR/Dominators.h"
#include "llvm/IR/InlineAsm.h"
#include "llvm/IR/Instructions.h"
#include "llvm/IR/IntrinsicInst.h"
#include "llvm/Support/AMDGPUAddrSpace.h"

using namespace llvm;

namespace tritonc {
namespace {

/// Products between a load from shared memory and the one that it is for, which cover some of the load's time.
constexpr size_t productsAhead = 2;

constexpr unsigned registerBits = 32;

/// Where a use needs its value: for a phi, at the end of the block that the value comes from.
BasicBlock *blockOf(const Use &use) {
  auto *user = cast<Instruction>(use.getUser());
  if (auto *phi = dyn_cast<PHINode>(user))
    return phi->getIncomingBlock(use);
  return user->getParent();
}

bool isSharedLoad(const Instruction &instruction) {
  auto *load = dyn_cast<LoadInst>(&instruction);
  return load && load->isSimple() && load->getPointerAddressSpace() == AMDGPUAS::LOCAL_ADDRESS;
}

bool isProduct(const Instruction &instruction) {
  auto *call = dyn_cast<CallInst>(&instruction);
  const Function *callee = call ? call->getCalledFunction() : nullptr;
  return callee && isAmdMatrixProduct(*callee);
}

/// Assembly that is not said to have effects only computes (an empty one hides from LLVM that a value stays the same).
bool writesMemory(const Instruction &instruction) {
  auto *call = dyn_cast<CallInst>(&instruction);
  return call && call->isInlineAsm() ? cast<InlineAsm>(call->getCalledOperand())->hasSideEffects()
                                     : instruction.mayWriteToMemory();
}

/// An intrinsic that computes with its operands and does nothing else, in each lane for itself.
bool isFunction(const Instruction &instruction) {
  auto *call = dyn_cast<IntrinsicInst>(&instruction);
  return call && call->doesNotAccessMemory() && call->willReturn() && call->doesNotThrow() && !call->isConvergent();
}

/// Puts what moves into one block right before its first user.
class BlockPlacement {
public:
  /// `moved` in its old order; `homes` are the blocks of all that moves.
  BlockPlacement(BasicBlock &block, ArrayRef<Instruction *> moved, const DenseMap<Instruction *, BasicBlock *> &homes)
      : block(block), moved(moved), homes(homes), open(moved.begin(), moved.end()) {}

  void run() {
    findAnchors();
    size_t reached = 0, loaded = 0; // of the products
    for (Instruction *anchor : anchors) {
      waiting.erase(anchor);
      if (isProduct(*anchor)) {
        unsigned stretch = products[reached++].second;
        DenseSet<Instruction *> seen;
        for (; loaded < products.size() && loaded < reached + productsAhead && products[loaded].second == stretch;
             ++loaded)
          for (Value *operand : products[loaded].first->operands())
            placeLoads(*anchor, operand, seen);
      }
      for (Instruction *load : loadsBefore.lookup(anchor))
        place(*anchor, load);
      if (anchor->isTerminator()) // what later blocks use
        for (Instruction *value : moved)
          place(*anchor, value);
      if (!isa<PHINode>(anchor))
        for (Value *operand : anchor->operands())
          place(*anchor, operand);
    }
  }

private:
  /// What stays, and which loads may not move past it.
  void findAnchors() {
    SmallVector<Instruction *> loads;
    unsigned stretch = 0;
    for (Instruction &instruction : block) {
      if (isSharedLoad(instruction))
        loads.push_back(&instruction);
      if (homes.contains(&instruction))
        continue;
      anchors.push_back(&instruction);
      waiting.insert(&instruction);
      if (isProduct(instruction))
        products.push_back({&instruction, stretch});
      if (writesMemory(instruction)) {
        loadsBefore[&instruction] = std::exchange(loads, {});
        ++stretch;
      }
    }
  }

  void place(Instruction &user, Value *value) {
    auto *instruction = dyn_cast<Instruction>(value);
    if (!instruction || !open.erase(instruction))
      return;
    for (Value *operand : instruction->operands())
      place(user, operand);
    instruction->moveBefore(user.getIterator());
  }

  /// Whether it can be made where this anchor stands. Long expressions are taken not to be.
  bool isAvailable(Value *value, unsigned depth = 10) const {
    auto *instruction = dyn_cast<Instruction>(value);
    if (!instruction || !open.contains(instruction))
      return !instruction || !waiting.contains(instruction);
    return depth && all_of(instruction->operands(), [&](Value *operand) { return isAvailable(operand, depth - 1); });
  }

  /// The loads among what `value` is made of. With nothing between that writes, they may move up to behind their
  /// addresses.
  void placeLoads(Instruction &user, Value *value, DenseSet<Instruction *> &seen) {
    auto *instruction = dyn_cast<Instruction>(value);
    if (!instruction || !open.contains(instruction) || !seen.insert(instruction).second)
      return;
    if (isSharedLoad(*instruction)) {
      if (isAvailable(instruction))
        place(user, instruction);
      return;
    }
    for (Value *operand : instruction->operands())
      placeLoads(user, operand, seen);
  }

  BasicBlock &block;
  ArrayRef<Instruction *> moved;
  const DenseMap<Instruction *, BasicBlock *> &homes;
  DenseSet<Instruction *> open;
  SmallVector<Instruction *> anchors;
  /// Those that have not had their turn.
  DenseSet<Instruction *> waiting;
  /// With the number of anchors before that write.
  SmallVector<std::pair<Instruction *, unsigned>> products;
  DenseMap<Instruction *, SmallVector<Instruction *>> loadsBefore;
};

/// Finds where the arithmetic of one function is to go.
class LateFunction {
public:
  LateFunction(Function &function, size_t longBlock)
      : function(function), longBlock(longBlock), dominators(function), loops(dominators) {}

  void run() {
    copyMasks();
    for (BasicBlock *block : post_order(&function)) // users first
      if (block->size() >= longBlock)
        for (Instruction &instruction : reverse(*block))
          if (mayMove(instruction))
            homes[&instruction] = latestBlock(instruction);
    MapVector<BasicBlock *, SmallVector<Instruction *>> movedTo;
    for (BasicBlock &block : function)
      for (Instruction &instruction : block)
        if (BasicBlock *to = homes.lookup(&instruction))
          movedTo[to].push_back(&instruction);
    for (auto &[block, moved] : movedTo)
      BlockPlacement(*block, moved, homes).run();
  }

private:
  /// The conjunction of a row's mask and a column's is made again in each block that wants it: the masks of a tile's
  /// elements are a scalar register each, those of its rows and columns are few.
  void copyMasks() {
    for (BasicBlock &block : function) {
      if (block.size() < longBlock)
        continue;
      for (Instruction &instruction : make_early_inc_range(block)) {
        if (!instruction.getType()->isIntegerTy(1) || !isa<BinaryOperator>(instruction) ||
            !all_of(instruction.operands(), [](const Value *v) { return isa<Constant>(v) || !v->hasOneUse(); }))
          continue;
        MapVector<BasicBlock *, SmallVector<Use *>> uses;
        for (Use &use : instruction.uses()) {
          BasicBlock *user = blockOf(use);
          if (user != &block && !isa<PHINode>(use.getUser()) && loops.getLoopDepth(user) <= loops.getLoopDepth(&block))
            uses[user].push_back(&use);
        }
        for (auto &[user, here] : uses) {
          Instruction *copy = instruction.clone();
          copy->insertBefore(user->getFirstInsertionPt());
          homes[copy] = user;
          for (Use *use : here)
            use->set(copy);
        }
        if (instruction.use_empty())
          instruction.eraseFromParent();
      }
    }
  }

  /// Whether no register more is alive if it stands lower: an operand without other users lives longer for it.
  bool mayMove(const Instruction &instruction) const {
    if (instruction.use_empty())
      return false;
    if (isSharedLoad(instruction) || isa<InsertElementInst, ShuffleVectorInst>(instruction))
      return true;
    if (!isa<BinaryOperator, CastInst, GetElementPtrInst, CmpInst, SelectInst, ExtractElementInst>(instruction) &&
        !isFunction(instruction))
      return false;
    unsigned longer = 0;
    for (const Value *operand : instruction.operands())
      if (isa<Instruction>(operand) && operand->hasOneUse())
        longer += bitsOf(operand->getType());
    return longer < bitsOf(instruction.getType()) + registerBits;
  }

  /// What a value takes of a register; masks are a scalar register of a wave, of which there are about as many.
  unsigned bitsOf(Type *type) const {
    constexpr unsigned mask = 8;
    return type->isIntegerTy(1) ? mask
                                : std::max<unsigned>(registerBits, function.getDataLayout().getTypeSizeInBits(type));
  }

  /// The last block on the way to all users, in no loop that the value is not made in.
  BasicBlock *latestBlock(Instruction &instruction) {
    BasicBlock *from = instruction.getParent(), *to = nullptr;
    if (isSharedLoad(instruction))
      return from;
    for (Use &use : instruction.uses()) {
      BasicBlock *user = isa<PHINode>(use.getUser()) ? nullptr : homes.lookup(cast<Instruction>(use.getUser()));
      if (!user)
        user = blockOf(use);
      if (!dominators.isReachableFromEntry(user))
        return from;
      to = to ? dominators.findNearestCommonDominator(to, user) : user;
    }
    while (to != from && loops.getLoopFor(to) && !loops.getLoopFor(to)->contains(from))
      to = dominators.getNode(to)->getIDom()->getBlock();
    return to;
  }

  Function &function;
  size_t longBlock;
  DominatorTree dominators;
  LoopInfo loops;
  /// The blocks of those that move.
  DenseMap<Instruction *, BasicBlock *> homes;
};

bool hasLongBlock(const Function &function, size_t longBlock) {
  return any_of(function, [&](const BasicBlock &block) { return block.size() >= longBlock; });
}

} // namespace

void computeLate(Module &module, size_t longBlock) {
  for (Function &function : module)
    if (hasLongBlock(function, longBlock))
      LateFunction(function, longBlock).run();
}

void computeIndicesLate(Module &module, size_t longBlock) {
  for (Function &function : module)
    for (BasicBlock &block : function) {
      if (block.size() < longBlock)
        continue;
      for (Instruction &instruction : make_early_inc_range(reverse(block))) {
        auto *user = instruction.hasOneUse() ? cast<Instruction>(*instruction.user_begin()) : nullptr;
        if (user && user->getParent() == &block && !isa<PHINode>(user) &&
            isa<BinaryOperator, CastInst, GetElementPtrInst, CmpInst, SelectInst>(instruction) &&
            !instruction.getType()->isFPOrFPVectorTy())
          instruction.moveBefore(user->getIterator());
      }
    }
}

} // namespace tritonc

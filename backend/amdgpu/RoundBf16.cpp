//===- RoundBf16.cpp - f32 to bf16 where no instruction does it -----------===//
#include "backend/amdgpu/RoundBf16.h"
#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/IntrinsicsAMDGPU.h"
#include "llvm/IR/PatternMatch.h"
#include "llvm/IR/ValueHandle.h"
#include "llvm/Transforms/Utils/Local.h"

using namespace llvm;
using namespace llvm::PatternMatch;

namespace tritonc {
namespace {

/// What a NaN becomes, as NVIDIA's conversion has it; one constant is cheaper than keeping its sign.
constexpr uint32_t nanBits = 0x7fff0000;

/// The bf16 nearest to `number` is the upper half of the result: half a unit of the last place less one bit is added,
/// and one bit more where the last place is odd.
Value *round(IRBuilder<> &b, Value *number) {
  Value *bits = b.CreateBitCast(number, b.getInt32Ty());
  Value *odd = b.CreateAnd(b.CreateLShr(bits, 16), 1);
  Value *rounded = b.CreateAdd(b.CreateAdd(bits, odd), b.getInt32(0x7fff));
  return b.CreateSelect(b.CreateFCmpUNO(number, number), b.getInt32(nanBits), rounded);
}

auto conversion(Value *&number) { return m_OneUse(m_FPTrunc(m_Value(number))); }

/// Two conversions that make a pair.
void roundPair(Instruction &pair) {
  Value *low, *high;
  if (pair.getType() != FixedVectorType::get(Type::getBFloatTy(pair.getContext()), 2) ||
      !match(&pair, m_InsertElt(m_InsertElt(m_Undef(), conversion(low), m_Zero()), conversion(high), m_One())) ||
      !low->getType()->isFloatTy() || !high->getType()->isFloatTy())
    return;
  IRBuilder<> b(&pair);
  // Bytes 3 and 2 of the second operand and 3 and 2 of the first: the upper halves (RDNA3 ISA guide, V_PERM_B32).
  Value *halves = b.CreateIntrinsic(Intrinsic::amdgcn_perm, {round(b, high), round(b, low), b.getInt32(0x07060302)});
  pair.replaceAllUsesWith(b.CreateBitCast(halves, pair.getType()));
  RecursivelyDeleteTriviallyDeadInstructions(&pair);
}

void roundOne(FPTruncInst &conversion) {
  IRBuilder<> b(&conversion);
  Value *half = b.CreateTrunc(b.CreateLShr(round(b, conversion.getOperand(0)), 16), b.getInt16Ty());
  conversion.replaceAllUsesWith(b.CreateBitCast(half, b.getBFloatTy()));
  conversion.eraseFromParent();
}

} // namespace

void roundBf16(Module &module) {
  SmallVector<WeakTrackingVH> pairs, conversions;
  for (Function &function : module)
    for (Instruction &instruction : instructions(function))
      if (isa<InsertElementInst>(instruction))
        pairs.push_back(&instruction);
      else if (isa<FPTruncInst>(instruction) && instruction.getType()->isBFloatTy() &&
               instruction.getOperand(0)->getType()->isFloatTy())
        conversions.push_back(&instruction);
  for (WeakTrackingVH &pair : pairs)
    if (auto *instruction = dyn_cast_or_null<Instruction>(pair))
      roundPair(*instruction);
  for (WeakTrackingVH &one : conversions)
    if (auto *instruction = dyn_cast_or_null<FPTruncInst>(one))
      roundOne(*instruction);
}

} // namespace tritonc

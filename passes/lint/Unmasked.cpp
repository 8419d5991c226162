//===- Unmasked.cpp - -Wunmasked ------------------------------------------===//
//
//   offs = tl.program_id(0) * BLOCK + tl.arange(0, BLOCK)
//   x = tl.load(x_ptr + offs, mask=offs < n)
//   tl.store(x_ptr + offs, x + 1)                     the last program writes past x
//
// Reported when the address of an access without a mask adds up the same offsets, from the same parameter or another
// one, as that of an access whose mask compares a part of these with an end, both stand in the same block of code (so
// that no condition tells them apart), and the bounds of that part do not show that the comparison always holds.
//
//===----------------------------------------------------------------------===//
#include "passes/lint/Lint.h"
#include "passes/lint/Masks.h"

using namespace mlir;
using namespace tritonc;
using namespace tritonc::lint;

namespace {

/// An access that is guarded: where it goes, and what its mask bounds.
struct Guarded {
  Operation *op;
  BlockArgument parameter;
  SmallVector<MaskTerm> terms;
};

} // namespace

/// Whether `offset` is a part of what the pointer adds up.
static bool addsUp(Value pointer, Value offset, unsigned depth, unsigned &steps) {
  pointer = withoutWidth(pointer);
  if (sameValue(pointer, offset))
    return true;
  Operation *op = pointer.getDefiningOp();
  if (!op || depth == 0 || steps == 0)
    return false;
  --steps;
  return isa<tt::AddPtrOp, arith::AddIOp, arith::MulIOp>(op) &&
         (addsUp(op->getOperand(0), offset, depth - 1, steps) || addsUp(op->getOperand(1), offset, depth - 1, steps));
}

/// Whether two pointers add up the same offsets, whatever they start from.
static bool sameOffsets(Value a, Value b) {
  for (unsigned steps = 0; steps < 32; ++steps) {
    auto first = withoutShape(a).getDefiningOp<tt::AddPtrOp>(), second = withoutShape(b).getDefiningOp<tt::AddPtrOp>();
    if (!first || !second)
      return !first && !second && isa<BlockArgument>(withoutShape(a)) && isa<BlockArgument>(withoutShape(b));
    if (!sameValue(first.getOffset(), second.getOffset()))
      return false;
    a = first.getPtr();
    b = second.getPtr();
  }
  return false;
}

static Value pointerOf(Operation *access) { return access->getOperand(0); }
static Value maskOf(Operation *access) {
  if (auto load = dyn_cast<tt::LoadOp>(access))
    return load.getMask();
  return cast<tt::StoreOp>(access).getMask();
}

void lint::warnUnmasked(lint::Function &function) {
  SmallVector<Operation *> accesses;
  for (tt::LoadOp load : function.loads)
    accesses.push_back(load);
  for (tt::StoreOp store : function.stores)
    accesses.push_back(store);
  SmallVector<Guarded> guarded;
  SmallVector<Operation *> open;
  for (Operation *access : accesses) {
    if (!isa<RankedTensorType>(pointerOf(access).getType()))
      continue;
    if (!maskOf(access)) {
      open.push_back(access);
      continue;
    }
    BlockArgument parameter = baseParameter(pointerOf(access));
    if (!parameter)
      continue;
    Guarded entry{access, parameter, {}};
    for (MaskTerm &term : termsOf(maskOf(access), DimMap::identity(maskOf(access)), function.values))
      if (llvm::popcount(term.dims) == 1 && allDims(term.lhs) && !allDims(term.rhs))
        entry.terms.push_back(term);
    if (!entry.terms.empty())
      guarded.push_back(std::move(entry));
  }
  for (Operation *access : open) {
    BlockArgument parameter = baseParameter(pointerOf(access));
    for (const Guarded &other : guarded) {
      if (!parameter || other.op->getBlock() != access->getBlock())
        continue;
      const bool bounds = llvm::any_of(other.terms, [&](const MaskTerm &term) {
        unsigned steps = 100;
        return addsUp(pointerOf(access), withoutWidth(term.lhs), 24, steps);
      });
      if (!bounds || !sameOffsets(pointerOf(access), pointerOf(other.op)))
        continue;
      Report(DiagId::unmasked, access->getLoc(), parameterName(parameter))
          .note(other.op->getLoc(), "this access guards the same offsets with a mask")
          .hint("give this access the same mask");
      break;
    }
  }
}

//===- LoopLoads.cpp - the loads of a loop that can be made ahead ---------===//
#include "passes/pipeline/LoopLoads.h"
#include "mlir/Dialect/GPU/IR/GPUDialect.h"
#include "passes/block/Cheap.h"
#include "passes/ir/SharedMemory.h"
#include "passes/layout/LayoutInference.h"
#include "passes/pipeline/LoopRegisters.h"
#include "llvm/ADT/TypeSwitch.h"

using namespace mlir;
using namespace tritonc;

namespace {

/// Loads of loads of loads ...: how deep addresses may be nested.
constexpr unsigned maxIndirections = 4;
/// Casts and transpositions between a load and the change of layout that it is read for.
constexpr size_t maxCasts = 8;
/// Registers of one thread that loads ahead may take.
constexpr int64_t maxRegisters = 32;

/// What stands in the way of moving loads ahead.
class LoopMemory {
public:
  explicit LoopMemory(scf::ForOp loop) {
    loop.getBody()->walk([&](Operation *op) { visit(op); });
  }
  /// Whether a load through `address` may pass what the loop does.
  bool allows(Value address) const {
    if (blocked)
      return false;
    if (stores.empty())
      return true;
    Value base = basePointer(address);
    return base && !storesAnywhere && !stores.contains(base);
  }

private:
  void visit(Operation *op) {
    if (auto store = dyn_cast<tt::StoreOp>(op)) {
      Value base = basePointer(store.getPtr());
      stores.insert(base);
      storesAnywhere |= !base;
      return;
    }
    // Allocation and fences of products read from shared memory order nothing else.
    if (isa<tt::LoadOp, tt::DescriptorLoadOp, ttg::LocalAllocOp, ttg::LocalLoadOp, ttg::FenceAsyncSharedOp,
            ttg::WarpGroupDotOp, scf::IfOp>(op) ||
        op->hasTrait<OpTrait::IsTerminator>() || isMemoryEffectFree(op))
      return;
    // An op with regions is judged by what is inside.
    if (op->hasTrait<OpTrait::HasRecursiveMemoryEffects>())
      return;
    blocked = true;
  }

  bool blocked = false, storesAnywhere = false;
  llvm::SmallPtrSet<Value, 4> stores;
};

bool hasInnerLoop(scf::ForOp loop) {
  WalkResult result = loop.getBody()->walk(
      [](Operation *op) { return isa<LoopLikeOpInterface>(op) ? WalkResult::interrupt() : WalkResult::advance(); });
  return result.wasInterrupted();
}

bool isProduct(Operation *op) { return isa<tt::DotOp, tt::DotScaledOp, ttg::WarpGroupDotOp>(op); }

Value accumulatorOf(Operation *product) {
  return TypeSwitch<Operation *, Value>(product).Case<tt::DotOp, tt::DotScaledOp, ttg::WarpGroupDotOp>(
      [](auto dot) { return dot.getC(); });
}

/// Whether a value becomes the A or B of a product in the same block.
bool feedsProduct(Value value, Block *body) {
  llvm::SmallPtrSet<Operation *, 16> seen;
  SmallVector<Value> work{value};
  while (!work.empty())
    for (OpOperand &use : work.pop_back_val().getUses()) {
      Operation *user = use.getOwner();
      if (user->getBlock() != body)
        continue;
      if (isProduct(user)) {
        if (use.get() != accumulatorOf(user))
          return true;
        continue;
      }
      bool passes = isMemoryEffectFree(user) || isa<ttg::LocalAllocOp>(user);
      if (passes && !user->hasTrait<OpTrait::IsTerminator>() && seen.insert(user).second)
        llvm::append_range(work, user->getResults());
    }
  return false;
}

/// Whether the addresses can be computed ahead, through loads of indices too.
bool addressIsRepeatable(scf::ForOp loop, tt::LoadOp load, const LoopMemory &memory) {
  SmallVector<Operation *> loads{load};
  for (unsigned depth = 0; depth <= maxIndirections; ++depth) {
    SmallVector<Value> roots;
    for (Operation *op : loads) {
      auto each = cast<tt::LoadOp>(op);
      if (each.getIsVolatile() || !memory.allows(each.getPtr()))
        return false;
      roots.push_back(each.getPtr());
      if (each.getMask())
        roots.push_back(each.getMask());
      if (each.getOther() && op != load)
        roots.push_back(each.getOther());
    }
    std::optional<LoopSlice> slice = sliceOf(loop, roots);
    if (!slice)
      return false;
    if (slice->loads.empty())
      return true;
    loads.assign(slice->loads.begin(), slice->loads.end());
  }
  return false; // too deep, or a chain of pointers in memory
}

/// Whether all elements that a mask leaves out become zero.
bool leavesZeros(tt::LoadOp load) {
  Value other = load.getOther();
  if (!other)
    return true;
  if (auto splat = other.getDefiningOp<tt::SplatOp>())
    other = splat.getSrc();
  // Zero is zero in every format.
  while (auto cast = other.getDefiningOp<tt::FpToFpOp>())
    other = cast.getSrc();
  Attribute value;
  if (!matchPattern(other, m_Constant(&value)))
    return false;
  if (auto elements = dyn_cast<SplatElementsAttr>(value))
    value = elements.getSplatValue<Attribute>();
  if (auto number = dyn_cast<IntegerAttr>(value))
    return number.getValue().isZero();
  auto number = dyn_cast<FloatAttr>(value);
  return number && number.getValue().isPosZero();
}

/// Sorts the users of a load's result into paths to changes of layout, buffers, and the rest.
class UserSorter {
public:
  explicit UserSorter(AheadLoad &load) : load(load), body(load.op->getBlock()) {}

  void run() {
    for (Operation *user : llvm::SmallSetVector<Operation *, 4>(load.op->user_begin(), load.op->user_end())) {
      // A buffer of another layout than the first is filled from registers.
      if (isa<ttg::LocalAllocOp>(user) && user->getBlock() == body &&
          (load.buffers.empty() || load.buffers.front()->getResult(0).getType() == user->getResult(0).getType())) {
        load.buffers.push_back(user);
        continue;
      }
      std::vector<LayoutPath> found;
      SmallVector<Operation *> before;
      if (leadsToConversions(user, before, found))
        llvm::append_range(load.paths, found);
      else
        load.usedDirectly = true;
    }
  }

private:
  /// Whether every user of `op` does; `before` are the ops between the load and `op`.
  bool leadsToConversions(Operation *op, SmallVector<Operation *> &before, std::vector<LayoutPath> &found) {
    if (op->getBlock() != body)
      return false;
    if (auto convert = dyn_cast<ttg::ConvertLayoutOp>(op)) {
      std::vector<LinearLayout> layouts{*ttg::layoutOf(convert.getType())};
      for (Operation *passed : llvm::reverse(before)) {
        std::optional<LinearLayout> operand = operandLayout(passed, 0, layouts.front());
        if (!operand)
          return false;
        layouts.insert(layouts.begin(), std::move(*operand));
      }
      found.push_back({convert, before, std::move(layouts)});
      return true;
    }
    bool isCast = isElementwise(op) && op->getNumOperands() == 1 && op->getNumRegions() == 0;
    if ((!isCast && !isa<tt::TransOp>(op)) || op->getNumResults() != 1 || op->use_empty() || before.size() == maxCasts)
      return false;
    before.push_back(op);
    bool all = llvm::all_of(op->getUsers(), [&](Operation *user) { return leadsToConversions(user, before, found); });
    before.pop_back();
    return all;
  }

  AheadLoad &load;
  Block *body;
};

/// Registers of 32 bits that one thread needs for a block on its way; what is loaded in pieces narrower than that fills
/// one with each.
int64_t aheadRegisters(RankedTensorType type, int64_t bytesAtOnce) {
  int64_t elements = ttg::layoutOf(type)->inSize(Dim::Register),
          bytes = std::max(1u, type.getElementTypeBitWidth() / 8);
  return bytesAtOnce < 4 ? elements : llvm::divideCeil(elements * bytes, 4);
}

} // namespace

SmallVector<uint64_t> tritonc::accessSteps(tt::LoadOp load, const AxisInfoAnalysis &axes) {
  auto type = cast<RankedTensorType>(load.getPtr().getType());
  const LinearLayout &layout = *ttg::layoutOf(type);
  SmallVector<uint64_t> best;
  unsigned shift = 0;
  for (unsigned dim = 0; dim < type.getRank(); ++dim) {
    int64_t count = std::min({axes.pointerVector(load, dim), axes.maskAlignment(load, dim),
                              int64_t(layout.numConsecutive(Dim::Register, outDim(dim)))});
    SmallVector<uint64_t> steps;
    for (int64_t step = 1; step < count; step *= 2)
      steps.push_back(uint64_t(step) << shift);
    if (steps.size() > best.size())
      best = steps;
    shift += layout.outBits(outDim(dim));
  }
  return best;
}

/// Bytes that one copy moves: neighbours in global memory that stay so in each buffer.
static int64_t copiedBytes(const AheadLoad &load, const AxisInfoAnalysis &axes) {
  SmallVector<uint64_t> steps = accessSteps(load.op, axes);
  size_t count = steps.size();
  for (Operation *op : load.buffers) {
    const LinearLayout &layout = cast<ttg::LocalAllocOp>(op).getType().getEncoding().getLayout();
    size_t same = 0;
    while (same < count && layout.flatBasis(Dim::Offset, unsigned(same)) == steps[same])
      ++same;
    count = same;
  }
  return int64_t(load.type().getElementTypeBitWidth() / 8) << count;
}

SmallVector<AheadLoad> tritonc::findAheadLoads(scf::ForOp loop, const AxisInfoAnalysis &axes, const Target &target) {
  SmallVector<AheadLoad> found;
  // Bounds some iterations ahead of the last must not wrap around.
  Type counter = loop.getInductionVar().getType();
  bool isNarrow = isa<IntegerType>(counter) && counter.getIntOrFloatBitWidth() < 32;
  if (isNarrow || loop.getUnsignedCmp() || hasInnerLoop(loop))
    return found;
  LoopMemory memory(loop);
  Block *body = loop.getBody();
  bool hasProducts = llvm::any_of(*body, [](Operation &op) { return isProduct(&op); });
  bool asked = loop->hasAttr("tt.num_stages");
  int64_t budget = maxRegisters, rdnaBudget = registersOfRdna - registersOf(loop);
  for (auto op : body->getOps<tt::LoadOp>()) {
    auto type = dyn_cast<RankedTensorType>(op.getType());
    if (!type || !isa<RankedTensorType>(op.getPtr().getType()) || !type.getElementType().isIntOrFloat() ||
        type.getElementTypeBitWidth() < 8 || op->use_empty())
      continue;
    bool feeds = hasProducts && feedsProduct(op, body);
    if ((!feeds && (hasProducts || !asked)) || !addressIsRepeatable(loop, op, memory))
      continue;
    AheadLoad load{op, AheadKind::Register, {}, {}, false};
    load.leavesZeros = leavesZeros(op);
    UserSorter(load).run();
    bool hasCopies = target.isNVIDIA() && target.hasAsyncCopy(4);
    int64_t copied = copiedBytes(load, axes);
    if (feeds && hasCopies && copied >= 4)
      load.kind = AheadKind::Copy;
    else if (feeds && !hasCopies && (!load.paths.empty() || !load.buffers.empty()))
      load.kind = AheadKind::Store;
    if (load.kind != AheadKind::Register && !load.buffers.empty() && !load.leavesZeros)
      load.kind = AheadKind::Register;
    int64_t registers =
        aheadRegisters(type, int64_t(type.getElementTypeBitWidth() / 8) << accessSteps(op, axes).size());
    // On RDNA what is too much would spill: written and read once more.
    if ((load.kind == AheadKind::Register && registers > budget) || (target.isRDNA() && registers > rdnaBudget))
      continue;
    if (load.kind == AheadKind::Register)
      budget -= registers;
    rdnaBudget -= registers;
    // A mask's other value is put in afterwards, where the load is read in its own layout.
    if (load.kind != AheadKind::Register && !load.leavesZeros) {
      load.paths.clear();
      load.usedDirectly = true;
    }
    found.push_back(std::move(load));
  }
  return found;
}

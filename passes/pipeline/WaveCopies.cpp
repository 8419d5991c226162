//===- WaveCopies.cpp - AMD: loads of a loop that go straight to shared memory ===//
//
// On gfx9 a load can leave its data in shared memory: what the lanes of a wave read lies there one after the other,
// from an address that is the wave's (ISA guides, "Memory Buffer Load to LDS"; M0 holds the address). That saves the
// registers that wait for the data, the stores, and one of two barriers. But lanes cannot choose where their bytes go,
// so a swizzle against bank conflicts must choose which bytes each lane reads instead: the layout of the addresses
// follows from the buffer's (waveCopyBuffer in layout/linear/Swizzle.h).
//
// Addresses were made for the layout of the load. Here what they are computed from is made again in the other layout,
// on to before the loop, where a conversion costs little. Such a second load, which nothing reads, stands for the
// addresses until LoopPipeliner makes copies of it.
//
//   scf.for ... (%p: #l) {                    scf.for ... (%p: #l, %q: #lanes) {
//     %x = tt.load %p : #l                      %y = tt.load %q : #lanes        // the copy to be
//     %a = ttg.convert_layout %x        ->      %x = tt.load %p : #l
//     yield %p + 64                             %a = ttg.convert_layout %x
//   }                                           yield %p + 64, %q + 64
//
// Which widths. gfx950 moves 16 bytes of a lane, and 4. gfx90a and gfx942 only 4: where threads can load 16, four times
// as many loads, each with an M0 to set, are worse than the way through registers, so these copy only what is 4 bytes
// wide anyway. Masked lanes write zeros; a load with other values in their place goes through registers.
//
//===----------------------------------------------------------------------===//
#include "passes/pipeline/WaveCopies.h"
#include "passes/layout/LayoutInference.h"
#include "passes/layout/linear/Swizzle.h"

using namespace mlir;
using namespace tritonc;

namespace {

std::optional<WaveCopy> bufferFor(const AheadLoad &load, const AxisInfoAnalysis &axes, const Target &target) {
  constexpr unsigned widest = 16;
  if (load.kind != AheadKind::Store || load.paths.empty() || !load.leavesZeros)
    return std::nullopt;
  unsigned bits = load.type().getElementTypeBitWidth();
  SmallVector<uint64_t> steps = accessSteps(load.op, axes);
  while (!steps.empty() && bits / 8 << steps.size() > widest)
    steps.pop_back();
  if (bits % 8 || !target.hasAsyncCopy(bits / 8 << steps.size()))
    return std::nullopt;
  const LinearLayout &own = *ttg::layoutOf(load.type()), &reader = load.paths.front().layouts.front();
  if (target.gfxVersion == 0x950)
    if (auto copy = waveCopyBuffer(own, steps, reader, bits, /*isTransposed=*/true))
      return copy;
  return waveCopyBuffer(own, steps, reader, bits, /*isTransposed=*/false);
}

/// Makes values again in another layout.
class Relayout {
public:
  explicit Relayout(scf::ForOp loop) : loop(loop) {}

  /// Whether `make` can be asked; notes what the loop must carry for it.
  bool plan(Value value, const LinearLayout &layout);
  /// Gives the loop what it must carry. Returns the loop in place of the old one.
  scf::ForOp carry();
  Value make(Value value, const LinearLayout &layout);

private:
  using Key = std::pair<Value, Type>;
  using OperandLayouts = std::vector<std::optional<LinearLayout>>;

  static RankedTensorType typeIn(Value value, const LinearLayout &layout) {
    return ttg::withLayout(cast<RankedTensorType>(value.getType()), layout);
  }
  bool isCarried(Value value) {
    auto argument = dyn_cast<BlockArgument>(value);
    return argument && argument.getOwner() == loop.getBody() && argument != loop.getInductionVar();
  }
  unsigned numberOf(Value carried) { return cast<BlockArgument>(carried).getArgNumber() - loop.getNumInductionVars(); }
  bool isInLoop(Value value) {
    Operation *op = value.getDefiningOp();
    return op ? loop->isProperAncestor(op) : cast<BlockArgument>(value).getOwner() == loop.getBody();
  }
  /// The layouts of an op's operands, nothing for those that have none; nothing if the op cannot be made again.
  std::optional<OperandLayouts> operandLayouts(Operation *op, const LinearLayout &layout) const;
  Value makeBeforeLoop(Value value, const LinearLayout &layout);
  Value copyOf(Operation *op, const LinearLayout &layout, ArrayRef<std::optional<LinearLayout>> operands);

  scf::ForOp loop;
  llvm::DenseSet<Key> planned;
  llvm::SetVector<std::pair<unsigned, Type>> carried; // numbers of carried values, with the type in which to carry more
  llvm::DenseMap<Key, Value> made;
};

std::optional<Relayout::OperandLayouts> Relayout::operandLayouts(Operation *op, const LinearLayout &layout) const {
  if (op->getNumResults() != 1 || op->getNumRegions() != 0)
    return std::nullopt;
  auto load = dyn_cast<tt::LoadOp>(op);
  if (load ? load.getIsVolatile() : !isMemoryEffectFree(op))
    return std::nullopt;
  OperandLayouts layouts;
  for (auto [i, operand] : llvm::enumerate(op->getOperands())) {
    if (!isa<RankedTensorType>(operand.getType())) {
      layouts.push_back(std::nullopt);
      continue;
    }
    auto wanted = load ? std::optional(layout) : operandLayout(op, unsigned(i), layout);
    if (!wanted || isa<tt::DotOp, tt::ScanOp>(op))
      return std::nullopt;
    layouts.push_back(std::move(wanted));
  }
  return layouts;
}

bool Relayout::plan(Value value, const LinearLayout &layout) {
  Type type = typeIn(value, layout);
  if (value.getType() == type || !planned.insert({value, type}).second || !isInLoop(value))
    return true;
  if (isCarried(value)) {
    carried.insert({numberOf(value), type});
    return plan(loop.getYieldedValues()[numberOf(value)], layout);
  }
  Operation *op = value.getDefiningOp();
  if (!op || op->getBlock() != loop.getBody())
    return false;
  if (auto convert = dyn_cast<ttg::ConvertLayoutOp>(op))
    return plan(convert.getSrc(), layout);
  auto operands = operandLayouts(op, layout);
  return operands && llvm::all_of(llvm::zip(op->getOperands(), *operands), [&](auto pair) {
           auto &[operand, wanted] = pair;
           return !wanted || plan(operand, *wanted);
         });
}

Value Relayout::copyOf(Operation *op, const LinearLayout &layout, ArrayRef<std::optional<LinearLayout>> operands) {
  IRMapping map;
  for (auto [operand, wanted] : llvm::zip(op->getOperands(), operands))
    if (wanted)
      map.map(operand, make(operand, *wanted));
  OpBuilder b(op->getContext());
  b.setInsertionPointAfter(op);
  Operation *copy = b.clone(*op, map);
  RankedTensorType type = typeIn(op->getResult(0), layout);
  copy->getResult(0).setType(type);
  if (auto constant = dyn_cast<arith::ConstantOp>(copy))
    constant.setValueAttr(cast<DenseElementsAttr>(constant.getValue()).reshape(type));
  return copy->getResult(0);
}

Value Relayout::makeBeforeLoop(Value value, const LinearLayout &layout) {
  Operation *op = value.getDefiningOp();
  if (op && isa<ttg::ConvertLayoutOp>(op))
    return make(op->getOperand(0), layout);
  if (op && !isa<tt::LoadOp>(op))
    if (auto operands = operandLayouts(op, layout))
      return copyOf(op, layout, *operands);
  OpBuilder b(loop);
  if (op)
    b.setInsertionPointAfter(op);
  else
    b.setInsertionPointToStart(cast<BlockArgument>(value).getOwner());
  return ttg::ConvertLayoutOp::create(b, loop.getLoc(), typeIn(value, layout), value);
}

Value Relayout::make(Value value, const LinearLayout &layout) {
  Type type = typeIn(value, layout);
  if (value.getType() == type)
    return value;
  if (Value known = made.lookup({value, type}))
    return known;
  Value result;
  if (!isInLoop(value))
    result = makeBeforeLoop(value, layout);
  else if (Operation *op = value.getDefiningOp(); isa<ttg::ConvertLayoutOp>(op))
    result = make(op->getOperand(0), layout);
  else
    result = copyOf(op, layout, *operandLayouts(op, layout));
  return made[{value, type}] = result;
}

scf::ForOp Relayout::carry() {
  if (carried.empty())
    return loop;
  SmallVector<Value> inits(loop.getInitArgs());
  for (auto [number, type] : carried)
    inits.push_back(make(loop.getInitArgs()[number], *ttg::layoutOf(type)));
  OpBuilder b(loop);
  auto wider = scf::ForOp::create(b, loop.getLoc(), loop.getLowerBound(), loop.getUpperBound(), loop.getStep(), inits);
  wider->setDiscardableAttrs(loop->getDiscardableAttrDictionary());
  Block *from = loop.getBody(), *to = wider.getBody();
  to->getOperations().splice(to->end(), from->getOperations());
  for (auto [before, now] : llvm::zip(from->getArguments(), to->getArguments()))
    before.replaceAllUsesWith(now);
  for (auto [before, now] : llvm::zip(loop.getResults(), wider.getResults()))
    before.replaceAllUsesWith(now);
  loop.erase();
  loop = wider;
  ValueRange more = wider.getRegionIterArgs().take_back(carried.size());
  for (auto [key, argument] : llvm::zip(carried, more))
    made[{wider.getRegionIterArg(key.first), key.second}] = argument;
  SmallVector<Value> yielded(wider.getYieldedValues());
  for (auto [number, type] : carried)
    yielded.push_back(make(yielded[number], *ttg::layoutOf(type)));
  cast<scf::YieldOp>(to->getTerminator()).getResultsMutable().assign(yielded);
  return wider;
}

} // namespace

unsigned tritonc::copyByWaves(scf::ForOp &loop, MutableArrayRef<AheadLoad> loads, unsigned stages,
                              const AxisInfoAnalysis &axes, const Target &target) {
  if (!target.isCDNA())
    return stages;
  Relayout relayout(loop);
  std::vector<std::pair<AheadLoad *, WaveCopy>> copies;
  int64_t bytes = 0;
  for (AheadLoad &load : loads) {
    if (load.kind != AheadKind::Store)
      continue;
    auto copy = bufferFor(load, axes, target);
    auto plans = [&](Value v) { return !v || relayout.plan(v, copy->copying); };
    if (!copy || !plans(load.op.getPtr()) || !plans(load.op.getMask()))
      return stages;
    bytes += load.type().getNumElements() * load.type().getElementTypeBitWidth() / 8;
    copies.push_back({&load, std::move(*copy)});
  }
  // A slot for each stage; some memory stays for conversions. The way through registers makes do with one slot.
  int64_t slots = copies.empty() ? 0 : std::min<int64_t>(stages, target.maxSharedBytes / 4 * 3 / bytes);
  if (slots < 2)
    return stages;
  loop = relayout.carry();
  for (auto &[load, copy] : copies) {
    auto made = [&relayout, &layout = copy.copying](Value v) { return v ? relayout.make(v, layout) : Value(); };
    Value ptr = made(load->op.getPtr()), mask = made(load->op.getMask());
    OpBuilder b(load->op);
    auto source = cast<tt::LoadOp>(b.clone(*load->op.getOperation()));
    source.getPtrMutable().assign(ptr);
    if (mask)
      source.getMaskMutable().assign(mask);
    source.getOtherMutable().clear();
    source.getResult().setType(ttg::withLayout(load->type(), copy.copying));
    load->source = source;
    MLIRContext *ctx = b.getContext();
    load->buffer = ttg::MemDescType::get(ctx, load->type().getShape(), load->type().getElementType(),
                                         ttg::SharedEncodingAttr::get(ctx, copy.buffer));
    load->kind = AheadKind::Copy;
  }
  return unsigned(slots);
}

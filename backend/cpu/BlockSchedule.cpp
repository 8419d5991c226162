//===- BlockSchedule.cpp - which block operations share a loop ------------===//
#include "backend/cpu/BlockSchedule.h"

using namespace mlir;

namespace tritonc::cpu {

ArrayRef<int64_t> shapeOf(Value value) {
  if (auto type = dyn_cast<RankedTensorType>(value.getType()))
    return type.getShape();
  return {};
}

bool isTensor(Value value) { return isa<RankedTensorType>(value.getType()); }

bool isView(Operation *op) {
  return isa<tt::BroadcastOp, tt::ExpandDimsOp, tt::TransOp, tt::ReshapeOp, tt::JoinOp, tt::SplitOp, tt::CatOp>(op);
}

/// Integer and address arithmetic that takes about a cycle per vector.
static bool isCheapInteger(Operation *op) {
  if (op->getNumResults() != 1 || !isa<RankedTensorType>(op->getResult(0).getType()) ||
      isa<FloatType>(getElementTypeOrSelf(op->getResult(0).getType())))
    return false;
  return isa<arith::AddIOp, arith::SubIOp, arith::MulIOp, arith::ExtSIOp, arith::ExtUIOp, arith::TruncIOp,
             arith::CmpIOp, arith::AndIOp, arith::OrIOp, arith::XOrIOp, arith::ShLIOp, arith::ShRSIOp, arith::ShRUIOp,
             arith::SelectOp, arith::MinSIOp, arith::MaxSIOp, arith::MinUIOp, arith::MaxUIOp, arith::IndexCastOp,
             tt::AddPtrOp, tt::IntToPtrOp, tt::PtrToIntOp>(op) ||
         (isa<tt::BitcastOp>(op) && !isa<FloatType>(getElementTypeOrSelf(op->getOperand(0).getType())));
}

/// Bounds on what an inline value may stand for: its evaluation recurses as deep as its operations are nested, and is
/// repeated for each set of coordinates, which every view on the way may change. Addresses and masks are at a dozen.
constexpr unsigned kMaxDepth = 200, kMaxViews = 100;

BlockSchedule::InlineForm BlockSchedule::inlineForm(Value value) const {
  if (auto known = inlineCache.find(value); known != inlineCache.end())
    return known->second;
  Operation *op = value.getDefiningOp();
  InlineForm form;
  if (op && isTensor(value)) {
    bool view = isView(op);
    if (op->hasTrait<OpTrait::ConstantLike>() || isa<tt::MakeRangeOp, tt::SplatOp>(op))
      form = {1, 0};
    else if (view || isCheapInteger(op))
      form = {1, view};
    SmallVector<Value, 4> seen;
    for (Value operand : op->getOperands()) {
      if (!form.depth || !isTensor(operand) || llvm::is_contained(seen, operand))
        continue;
      seen.push_back(operand);
      InlineForm inner = inlineForm(operand);
      if (!inner.depth && !view)
        form = {};
      else
        form = {std::max(form.depth, inner.depth + 1), form.views + inner.views};
      if (form.depth > kMaxDepth || form.views > kMaxViews)
        form = {};
    }
  }
  inlineCache[value] = form;
  return form;
}

void BlockSchedule::forEachSource(Value root, function_ref<void(Value, bool)> visit) const {
  SmallVector<std::pair<Value, bool>> work{{root, false}};
  llvm::DenseSet<std::pair<Value, int>> seen;
  while (!work.empty()) {
    auto [value, viaView] = work.pop_back_val();
    if (!seen.insert({value, viaView}).second)
      continue;
    if (!isInline(value)) {
      visit(value, viaView);
      continue;
    }
    Operation *op = value.getDefiningOp();
    for (Value operand : op->getOperands())
      work.push_back({operand, viaView || isView(op)});
  }
}

static bool hasControlFlow(Operation *op) {
  return op->getNumRegions() > 0 && !isa<tt::ReduceOp, tt::ScanOp, tt::MapElementwiseOp>(op);
}

BlockSchedule::BlockSchedule(tt::FuncOp func) {
  // In the order of the program, so that operands are known and nothing recurses.
  func.walk<WalkOrder::PreOrder>([&](Operation *op) {
    for (Value result : op->getResults())
      inlineForm(result);
  });
  scheduleRegions(func);
  markBuffers();
}

void BlockSchedule::scheduleRegions(Operation *op) {
  for (Region &region : op->getRegions())
    for (Block &block : region) {
      for (Operation &inner : block)
        if (hasControlFlow(&inner) || isa<tt::MapElementwiseOp>(inner))
          scheduleRegions(&inner);
      scheduleBlock(block);
    }
}

void BlockSchedule::scheduleBlock(Block &block) {
  std::vector<Segment> segments;
  auto open = [&] {
    currentSegment = segments.size();
    segments.emplace_back();
    segments.back().scalarsBefore.resize(1);
    lastRead = lastWrite = -1;
    ready.clear();
  };
  open();
  for (Operation &op : block) {
    if (hasControlFlow(&op) || op.hasTrait<OpTrait::IsTerminator>()) {
      segments.back().end = &op;
      positions[&op] = {currentSegment, INT_MAX};
      if (!op.hasTrait<OpTrait::IsTerminator>())
        open();
      continue;
    }
    place(&op, segments.back());
  }
  blocks[&block] = std::move(segments);
}

/// The first group that may use `value` (members of a segment only see what the segment itself computes).
int BlockSchedule::readyAt(Value value, bool viaView, ArrayRef<int64_t> shape) const {
  auto known = ready.find(value);
  if (known == ready.end())
    return 0;
  return !viaView && shapeOf(value) == shape ? known->second.sameElement : known->second.anywhere;
}

Group &BlockSchedule::join(Segment &segment, Operation *op, int earliest, ArrayRef<int64_t> shape, int axis,
                           bool reverse, bool alone) {
  auto &groups = segment.groups;
  for (int i = earliest, e = groups.size(); i < e && !alone; ++i) {
    Group &group = groups[i];
    if (group.kind != Group::Loop || group.closed || ArrayRef<int64_t>(group.shape) != shape)
      continue;
    if (axis >= 0 && group.axis >= 0 && (group.axis != axis || group.reverse != reverse))
      continue;
    if (axis >= 0 && group.axis < 0) {
      group.axis = axis;
      group.reverse = reverse;
    }
    group.members.push_back(op);
    positions[op] = {currentSegment, i};
    return group;
  }
  Group group;
  group.shape.assign(shape.begin(), shape.end());
  group.axis = axis;
  group.reverse = reverse;
  group.closed = alone;
  group.members.push_back(op);
  positions[op] = {currentSegment, static_cast<int>(groups.size())};
  groups.push_back(std::move(group));
  segment.scalarsBefore.resize(groups.size() + 1);
  return groups.back();
}

/// The shape that the loop of `op` runs over.
static ArrayRef<int64_t> loopShape(Operation *op) {
  if (auto store = dyn_cast<tt::StoreOp>(op))
    return shapeOf(store.getValue());
  if (isa<tt::ReduceOp, tt::ScanOp, tt::HistogramOp, tt::AssertOp>(op))
    return shapeOf(op->getOperand(0));
  if (isa<tt::PrintOp>(op)) {
    for (Value arg : op->getOperands())
      if (isTensor(arg))
        return shapeOf(arg);
    return {};
  }
  return op->getNumResults() ? shapeOf(op->getResult(0)) : ArrayRef<int64_t>{};
}

void BlockSchedule::place(Operation *op, Segment &segment) {
  if (op->getNumResults() == 1 && isInline(op->getResult(0)))
    return;
  if (op->getNumResults() && llvm::all_of(op->getResults(), [&](Value v) { return isInline(v); }))
    return;
  bool reads = isa<tt::LoadOp>(op);
  bool writes = !reads && !isMemoryEffectFree(op);
  // These run through memory in an order of their own.
  bool alone = isa<tt::AtomicRMWOp, tt::AtomicCASOp, tt::PrintOp, tt::AssertOp, tt::HistogramOp>(op);
  bool anyTensor = llvm::any_of(op->getOperands(), isTensor) || llvm::any_of(op->getResults(), isTensor);
  bool special = isa<tt::DotOp, tt::DotScaledOp, tt::MapElementwiseOp>(op);

  ArrayRef<int64_t> shape = loopShape(op);
  int earliest = 0;
  bool operandsComplete = special || isa<tt::UnsplatOp>(op) || isView(op);
  for (Value operand : op->getOperands()) {
    bool whole = operandsComplete || (isa<tt::GatherOp>(op) && operand == op->getOperand(0));
    forEachSource(operand, [&](Value source, bool viaView) {
      earliest = std::max(earliest, readyAt(source, viaView || whole, shape));
    });
  }
  // Values from above that a combining region uses.
  for (Region &region : op->getRegions())
    region.walk([&](Operation *inner) {
      for (Value operand : inner->getOperands())
        earliest = std::max(earliest, readyAt(operand, true, {}));
    });
  if (reads)
    earliest = std::max(earliest, lastWrite + 1);
  if (writes)
    earliest = std::max({earliest, lastRead + 1, lastWrite + 1});

  int at;
  if (!anyTensor && isMemoryEffectFree(op)) {
    // A pure scalar: as soon as its operands are there.
    at = earliest;
    for (Value result : op->getResults())
      ready[result] = {at, at};
    segment.scalarsBefore[at].push_back(op);
    positions[op] = {currentSegment, at};
    return;
  }
  if (isa<tt::UnsplatOp>(op)) {
    segment.scalarsBefore[earliest].push_back(op);
    ready[op->getResult(0)] = {earliest, earliest};
    positions[op] = {currentSegment, earliest};
    return;
  }
  if (special || !anyTensor) {
    Group &group = join(segment, op, earliest, {}, -1, false, /*alone=*/true);
    group.kind = special ? Group::Special : Group::Scalar;
  } else {
    int axis = -1;
    bool reverse = false;
    if (auto reduce = dyn_cast<tt::ReduceOp>(op))
      axis = reduce.getAxis();
    if (auto scan = dyn_cast<tt::ScanOp>(op)) {
      axis = scan.getAxis();
      reverse = scan.getReverse();
    }
    join(segment, op, earliest, shape, axis, reverse, alone);
  }
  at = positions[op].second;
  if (reads)
    lastRead = std::max(lastRead, at);
  if (writes) {
    lastWrite = std::max(lastWrite, at);
    // Atomics read as well.
    lastRead = std::max(lastRead, op->getNumResults() ? at : lastRead);
  }
  // Complete only after the group: scalars, and blocks of another shape than the loop's.
  bool late = special || isa<tt::ReduceOp, tt::HistogramOp>(op);
  for (Value result : op->getResults())
    ready[result] = {late || !isTensor(result) || shapeOf(result) != shape ? at + 1 : at, at + 1};
}

/// Finds the members that are read by another step than their own, or at other coordinates.
void BlockSchedule::markBuffers() {
  SmallVector<Operation *> users;
  for (auto &[block, segments] : blocks)
    for (const Segment &segment : segments) {
      for (const Group &group : segment.groups)
        users.append(group.members.begin(), group.members.end());
      for (const auto &scalars : segment.scalarsBefore)
        users.append(scalars.begin(), scalars.end());
      users.push_back(segment.end);
    }
  for (Operation *user : users) {
    auto userPosition = positions.lookup(user);
    ArrayRef<int64_t> shape = loopShape(user);
    bool whole = isa<tt::DotOp, tt::DotScaledOp, tt::MapElementwiseOp, tt::UnsplatOp>(user) || isView(user) ||
                 hasControlFlow(user) || user->hasTrait<OpTrait::IsTerminator>();
    for (auto [index, operand] : llvm::enumerate(user->getOperands())) {
      bool wholeOperand = whole || (isa<tt::GatherOp>(user) && index == 0);
      forEachSource(operand, [&](Value source, bool viaView) {
        Operation *def = source.getDefiningOp();
        if (!isTensor(source) || !def)
          return;
        bool sameGroup = def->getBlock() == user->getBlock() && positions.lookup(def) == userPosition;
        if (wholeOperand || viaView || !sameGroup || shapeOf(source) != shape)
          buffered.insert(source);
      });
    }
  }
}

bool BlockSchedule::isReadOnlyBy(Value value, ArrayRef<Operation *> readers) const {
  SmallVector<Value> work{value};
  llvm::DenseSet<Value> seen;
  while (!work.empty()) {
    Value read = work.pop_back_val();
    if (!seen.insert(read).second)
      continue;
    for (Operation *user : read.getUsers()) {
      if (user->getNumResults() && isInline(user->getResult(0))) {
        if (isView(user))
          return false;
        work.append(user->result_begin(), user->result_end());
      } else if (!llvm::is_contained(readers, user) || shapeOf(read) != shapeOf(value)) {
        return false;
      }
    }
  }
  return true;
}

bool BlockSchedule::canUpdateInPlace(Value yielded, BlockArgument carried) const {
  Operation *writer = yielded.getDefiningOp();
  if (!writer || isInline(yielded) || hasControlFlow(writer) || writer->getBlock() != carried.getOwner() ||
      isa<tt::MapElementwiseOp, tt::DotScaledOp, tt::HistogramOp>(writer))
    return false;
  auto writePosition = positions.find(writer);
  if (writePosition == positions.end())
    return false;
  // Walk the uses of `carried` through inline values.
  SmallVector<std::pair<Value, bool>> work{{carried, false}};
  llvm::DenseSet<Value> seen;
  while (!work.empty()) {
    auto [value, viaView] = work.pop_back_val();
    if (!seen.insert(value).second)
      continue;
    for (OpOperand &use : value.getUses()) {
      Operation *user = use.getOwner();
      if (user->getNumResults() && isInline(user->getResult(0))) {
        for (Value result : user->getResults())
          work.push_back({result, viaView || isView(user)});
        continue;
      }
      Operation *inBody = carried.getOwner()->findAncestorOpInBlock(*user);
      if (!inBody)
        return false;
      Position read = positions.lookup(inBody);
      if (read > writePosition->second)
        return false;
      if (read < writePosition->second)
        continue;
      // The same step: fine if the reader comes first and reads the element that is written; of a matrix product only
      // the accumulator is read element by element.
      bool sameElement = !viaView && !isView(user) && shapeOf(value) == shapeOf(yielded) &&
                         (user == writer || user->isBeforeInBlock(writer));
      if (isa<tt::DotOp>(user))
        sameElement = sameElement && use.getOperandNumber() == 2 && value == carried;
      if (isa<tt::GatherOp>(user))
        sameElement = sameElement && use.getOperandNumber() != 0;
      if (!sameElement)
        return false;
    }
  }
  return true;
}

} // namespace tritonc::cpu

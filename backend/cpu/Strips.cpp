//===- Strips.cpp - loop nests over strips of elements --------------------===//
//
// A loop group becomes a nest with one loop per dimension that is not 1; the last one advances by strips. Reductions
// and scans along another dimension than the last put their loop inside the strip loop, so that a strip of accumulators
// runs down the columns.
//
// Masks of the form "coordinate < bound" are the rule. Where one guards memory, the body is emitted three times, for
// strips in which the mask holds in all lanes, in none, and in some; the first has plain loads and stores, and only the
// last uses masked ones. The choice is a well-predicted branch per strip.
//
//===----------------------------------------------------------------------===//
#include "backend/cpu/Emitter.h"

using namespace mlir;

namespace tritonc::cpu {

/// Lanes of a strip: two 256-bit vectors of f32, which hides half of the latency of an accumulation and leaves
/// registers for a dozen values.
constexpr int kLanes = 16;

void Emitter::emitLoop(int64_t trip, int64_t step, bool reverse,
                       function_ref<void(llvm::Value *, llvm::Value *)> inside) {
  int64_t first = reverse ? trip - step : 0;
  if (trip <= step)
    return inside(i64(0), b.getTrue());
  llvm::BasicBlock *before = b.GetInsertBlock(), *loop = newBlock("loop"), *after = newBlock("after");
  b.CreateBr(loop);
  b.SetInsertPoint(loop);
  llvm::PHINode *index = b.CreatePHI(b.getInt64Ty(), 2);
  index->addIncoming(i64(first), before);
  inside(index, b.CreateICmpEQ(index, i64(first)));
  llvm::Value *next =
      reverse ? b.CreateSub(index, i64(step), "", false, true) : b.CreateAdd(index, i64(step), "", true, true);
  index->addIncoming(next, b.GetInsertBlock());
  b.CreateCondBr(b.CreateICmpEQ(next, i64(reverse ? -step : trip)), after, loop);
  b.SetInsertPoint(after);
}

void Emitter::forEachStrip(ArrayRef<int64_t> shape, int maxLanes, function_ref<void(Strip &)> inside) {
  int laneDim = -1;
  for (int d = 0, e = shape.size(); d < e; ++d)
    if (shape[d] > 1)
      laneDim = d;
  Strip strip;
  strip.shape = shape;
  strip.at.assign(shape.size(), Coord{Coord::Same, i64(0)});
  strip.lanes = laneDim < 0 ? 1 : std::min<int64_t>(maxLanes, shape[laneDim]);
  std::function<void(int)> nest = [&](int d) {
    if (d == static_cast<int>(shape.size()))
      return inside(strip);
    if (shape[d] == 1)
      return nest(d + 1);
    bool running = d == laneDim;
    emitLoop(shape[d], running ? strip.lanes : 1, false, [&](llvm::Value *index, llvm::Value *) {
      strip.at[d] = {running ? Coord::Running : Coord::Same, index};
      nest(d + 1);
    });
  };
  nest(0);
}

void Emitter::emitLoopGroup(const Group &group) {
  countExecution();
  ArrayRef<int64_t> shape = group.shape;
  int laneDim = -1;
  for (int d = 0, e = shape.size(); d < e; ++d)
    if (shape[d] > 1)
      laneDim = d;
  Strip strip;
  strip.shape = shape;
  strip.at.assign(shape.size(), Coord{Coord::Same, i64(0)});
  strip.lanes = laneDim < 0 ? 1 : std::min<int64_t>(kLanes, shape[laneDim]);
  axisAlongLanes = group.axis >= 0 && group.axis == laneDim;

  SmallVector<int> order;
  for (int d = 0, e = shape.size(); d < e; ++d)
    if (shape[d] > 1 && d != laneDim && d != group.axis)
      order.push_back(d);
  if (laneDim >= 0)
    order.push_back(laneDim);
  if (group.axis >= 0 && !axisAlongLanes)
    order.push_back(group.axis);
  prepareAccumulators(group, strip.lanes, axisAlongLanes);

  std::function<void(size_t)> nest = [&](size_t depth) {
    bool innermost = depth + 1 == order.size();
    if (innermost)
      resetAccumulators();
    if (depth == order.size()) {
      emitStrip(group, strip);
      return;
    }
    int d = order[depth];
    bool running = d == laneDim;
    emitLoop(shape[d], running ? strip.lanes : 1, group.reverse && d == group.axis,
             [&](llvm::Value *index, llvm::Value *first) {
               strip.at[d] = {running ? Coord::Running : Coord::Same, index};
               strip.isFirst = first;
               nest(depth + 1);
             });
    if (innermost)
      finishReductions(strip, axisAlongLanes);
  };
  if (order.empty())
    strip.isFirst = b.getTrue();
  nest(0);
}

static Value maskOf(Operation *op) {
  if (auto load = dyn_cast<tt::LoadOp>(op))
    return load.getMask();
  if (auto store = dyn_cast<tt::StoreOp>(op))
    return store.getMask();
  return {};
}

bool Emitter::computedBefore(const Group &group, Value value) {
  bool result = true;
  schedule.forEachSource(value, [&](Value source, bool) {
    if (isTensor(source))
      result &= bufferOf(source) && !llvm::is_contained(group.members, source.getDefiningOp());
  });
  return result;
}

void Emitter::classifyMasks(const Group &group, Strip &strip) {
  strip.guards.clear();
  strip.all = strip.none = b.getTrue();
  for (Operation *op : group.members) {
    Value mask = maskOf(op);
    if (!mask || sanitize || llvm::is_contained(strip.guards, mask) || strip.lanes == 1 || !isTensor(mask) ||
        !computedBefore(group, mask))
      continue;
    std::optional<LaneInterval> interval = laneInterval(mask, strip.at, strip);
    if (!interval)
      continue;
    strip.guards.push_back(mask);
    llvm::Value *lanes = i64(strip.lanes);
    llvm::Value *covers = b.CreateAnd(b.CreateICmpSLE(interval->lo, i64(0)), b.CreateICmpSGE(interval->hi, lanes));
    strip.all = b.CreateAnd(strip.all, covers);
    llvm::Value *empty = b.CreateOr(b.CreateICmpSLE(interval->hi, i64(0)), b.CreateICmpSGE(interval->lo, lanes));
    strip.none = b.CreateAnd(strip.none, b.CreateOr(empty, b.CreateICmpSGE(interval->lo, interval->hi)));
  }
}

bool Emitter::isGuarded(Operation *op, const Strip &strip) {
  Value mask = maskOf(op);
  return mask && llvm::is_contained(strip.guards, mask);
}

void Emitter::emitGuarded(ArrayRef<Operation *> accesses, Strip &strip) {
  // Addresses and stored values do not depend on the case.
  for (Operation *op : accesses) {
    Value ptr = op->getOperand(0);
    if (isTensor(ptr))
      evaluateAddress(ptr, strip);
    if (auto store = dyn_cast<tt::StoreOp>(op))
      evaluate(store.getValue(), strip);
    if (auto load = dyn_cast<tt::LoadOp>(op); load && load.getOther())
      evaluate(load.getOther(), strip);
  }
  llvm::BasicBlock *full = newBlock("full"), *notFull = newBlock("notfull"), *outside = newBlock("outside");
  llvm::BasicBlock *partial = newBlock("partial"), *join = newBlock("join");
  b.CreateCondBr(strip.all, full, notFull);
  b.SetInsertPoint(notFull);
  b.CreateCondBr(strip.none, outside, partial);
  std::vector<std::pair<llvm::BasicBlock *, Values>> cases;
  for (auto [block, known, value] :
       {std::tuple(full, true, true), std::tuple(outside, true, false), std::tuple(partial, false, false)}) {
    b.SetInsertPoint(block);
    auto memo = strip.memo;
    if (known)
      for (Value mask : strip.guards)
        strip.known[mask] = value;
    Values loaded;
    for (Operation *op : accesses) {
      locate(op);
      if (auto load = dyn_cast<tt::LoadOp>(op))
        loaded.push_back(widenTo(emitLoad(load, strip), strip.lanes));
      else
        emitStore(cast<tt::StoreOp>(op), strip);
    }
    cases.push_back({b.GetInsertBlock(), loaded});
    b.CreateBr(join);
    strip.known.clear();
    strip.memo = std::move(memo);
  }
  b.SetInsertPoint(join);
  size_t index = 0;
  SmallVector<llvm::Value *> joined;
  for (Operation *op : accesses)
    if (op->getNumResults()) {
      llvm::PHINode *phi = b.CreatePHI(cases[0].second[index]->getType(), 3);
      for (auto &[block, loaded] : cases)
        phi->addIncoming(loaded[index], block);
      joined.push_back(phi);
      ++index;
    }
  index = 0;
  for (Operation *op : accesses)
    if (op->getNumResults())
      remember(op->getResult(0), strip, joined[index++]);
}

void Emitter::emitStrip(const Group &group, Strip &strip) {
  currentStrip = &strip;
  strip.known.clear();
  strip.memo.clear();
  classifyMasks(group, strip);
  // Loads that need nothing from this group come first, under one branch.
  SmallVector<Operation *> early;
  for (Operation *op : group.members)
    if (isa<tt::LoadOp>(op) && isGuarded(op, strip) &&
        llvm::all_of(op->getOperands(), [&](Value v) { return !isTensor(v) || computedBefore(group, v); }))
      early.push_back(op);
  if (!early.empty())
    emitGuarded(early, strip);
  SmallVector<Operation *> stores;
  for (Operation *op : group.members) {
    if (failed)
      return;
    if (llvm::is_contained(early, op))
      continue;
    if (!isGuarded(op, strip))
      emitMember(op, strip);
    else if (op->getNumResults())
      emitGuarded({op}, strip);
    else
      stores.push_back(op);
  }
  // A group that stores does nothing after its stores that they could see.
  if (!stores.empty())
    emitGuarded(stores, strip);
  strip.memo.clear();
  currentStrip = nullptr;
}

static std::vector<void *> memoKey(Value value, const Coords &at) {
  std::vector<void *> key{value.getAsOpaquePointer()};
  for (const Coord &coord : at) {
    key.push_back(coord.value);
    if (coord.kind == Coord::Running)
      key.push_back(nullptr);
  }
  return key;
}

void Emitter::remember(Value value, Strip &strip, llvm::Value *computed) {
  strip.memo[memoKey(value, strip.at)] = computed;
  if (schedule.needsBuffer(value) && !unbuffered.contains(value)) {
    Buffer *&buffer = buffers[value];
    if (!buffer)
      buffer = createBuffer(shapeOf(value), bufferElement(value));
    storeBuffer(buffer, shapeOf(value), cast<RankedTensorType>(value.getType()).getElementType(), strip.at, computed,
                strip);
  }
}

void Emitter::emitMember(Operation *op, Strip &strip) {
  locate(op);
  if (auto load = dyn_cast<tt::LoadOp>(op))
    return remember(load.getResult(), strip, emitLoad(load, strip));
  if (auto store = dyn_cast<tt::StoreOp>(op))
    return emitStore(store, strip);
  if (auto reduce = dyn_cast<tt::ReduceOp>(op))
    return emitReduceStep(reduce, strip);
  if (auto scan = dyn_cast<tt::ScanOp>(op))
    return emitScanStep(scan, strip);
  if (auto histogram = dyn_cast<tt::HistogramOp>(op))
    return emitHistogram(histogram, strip);
  if (auto gather = dyn_cast<tt::GatherOp>(op))
    return remember(gather.getResult(), strip, emitGather(gather, strip));
  if (auto print = dyn_cast<tt::PrintOp>(op))
    return emitPrint(print, strip);
  if (auto check = dyn_cast<tt::AssertOp>(op))
    return emitAssert(check, strip);
  if (isa<tt::AtomicRMWOp, tt::AtomicCASOp>(op)) {
    llvm::Value *old = emitAtomic(op, strip);
    if (!op->use_empty())
      remember(op->getResult(0), strip, old);
    return;
  }
  if (op->getNumResults() && isView(op)) {
    for (Value result : op->getResults())
      remember(result, strip, evaluateView(result, strip.at, strip));
    return;
  }
  Values args, results;
  for (Value operand : op->getOperands())
    args.push_back(evaluate(operand, strip));
  if (failed)
    return;
  if (!emitPure(op, args, results)) {
    if (!failed)
      unsupported(op);
    return;
  }
  for (auto [result, value] : llvm::zip(op->getResults(), results))
    remember(result, strip, value);
}

//===----------------------------------------------------------------------===//
// Values
//===----------------------------------------------------------------------===//

llvm::Value *Emitter::evaluateFirstLane(Value value, Strip &strip) {
  if (!isTensor(value))
    return scalars[value].front();
  Coords at = firstLane(strip.at);
  llvm::Value *result = evaluate(value, at, strip);
  return lanesOf(result) > 1 ? b.CreateExtractElement(result, uint64_t(0)) : result;
}

llvm::Value *Emitter::evaluate(Value value, const Coords &at, Strip &strip) {
  if (!isTensor(value))
    return scalars[value].front();
  if (auto known = strip.known.find(value); known != strip.known.end())
    return b.getInt1(known->second);
  std::vector<void *> key = memoKey(value, at);
  auto found = strip.memo.find(key);
  if (found != strip.memo.end())
    return found->second;
  llvm::Value *result = evaluateUncached(value, at, strip);
  strip.memo[key] = result;
  return result;
}

llvm::Value *Emitter::evaluateUncached(Value value, const Coords &at, Strip &strip) {
  bool uniform = llvm::all_of(at, [](const Coord &coord) { return coord.kind == Coord::Same; });
  int lanes = uniform ? 1 : strip.lanes;
  if (Buffer *buffer = bufferOf(value))
    return loadBuffer(buffer, value, at, strip);
  Operation *op = value.getDefiningOp();
  if (!op || !schedule.isInline(value)) {
    if (!failed)
      error(op ? op : func.getOperation(), "internal: a block value is used before it is computed");
    return llvm::PoisonValue::get(vectorOf(valueType(cast<RankedTensorType>(value.getType()).getElementType()), lanes));
  }
  Type element = cast<RankedTensorType>(value.getType()).getElementType();
  if (auto constant = dyn_cast<arith::ConstantOp>(op))
    return constantTensor(cast<DenseElementsAttr>(constant.getValue()), at, strip);
  if (op->hasTrait<OpTrait::ConstantLike>()) // ub.poison
    return llvm::Constant::getNullValue(valueType(element));
  if (auto splat = dyn_cast<tt::SplatOp>(op))
    return scalars[splat.getSrc()].front();
  if (auto range = dyn_cast<tt::MakeRangeOp>(op)) {
    Coord coord = at[0];
    int64_t start = range.getStart();
    if (coord.kind == Coord::Running) {
      llvm::Value *first = b.CreateAdd(b.CreateTrunc(coord.value, b.getInt32Ty()), b.getInt32(start));
      return b.CreateAdd(widenTo(first, lanes), iota(b.getInt32Ty(), lanes));
    }
    llvm::Value *index = b.CreateTrunc(coord.value, vectorOf(b.getInt32Ty(), lanesOf(coord.value)));
    return b.CreateAdd(index, llvm::ConstantInt::get(index->getType(), start));
  }
  if (llvm::Value *viewed = evaluateView(value, at, strip))
    return viewed;
  Values args, results;
  for (Value operand : op->getOperands())
    args.push_back(evaluate(operand, at, strip));
  if (!emitPure(op, args, results)) {
    if (!failed)
      unsupported(op);
    return llvm::PoisonValue::get(vectorOf(valueType(element), lanes));
  }
  return results.front();
}

llvm::Value *Emitter::evaluateView(Value value, const Coords &at, Strip &strip) {
  Operation *op = value.getDefiningOp();
  bool uniform = llvm::all_of(at, [](const Coord &coord) { return coord.kind == Coord::Same; });
  int lanes = uniform ? 1 : strip.lanes;
  if (isa<tt::BroadcastOp, tt::ExpandDimsOp, tt::TransOp, tt::ReshapeOp>(op))
    return evaluate(op->getOperand(0), coordsOfView(op, at, lanes), strip);
  if (isa<tt::SplitOp>(op)) {
    Coords inner = at;
    inner.push_back({Coord::Same, i64(value == op->getResult(0) ? 0 : 1)});
    return evaluate(op->getOperand(0), inner, strip);
  }
  if (isa<tt::JoinOp>(op)) {
    Coords inner(at.begin(), at.end() - 1);
    llvm::Value *side = coordVector(at.back(), at.back().kind == Coord::Same ? 1 : lanes);
    llvm::Value *isRight = b.CreateICmpNE(side, llvm::Constant::getNullValue(side->getType()));
    llvm::Value *left = evaluate(op->getOperand(0), inner, strip), *right = evaluate(op->getOperand(1), inner, strip);
    int width = std::max({lanesOf(side), lanesOf(left), lanesOf(right)});
    return b.CreateSelect(isRight, widenTo(right, width), widenTo(left, width));
  }
  if (isa<tt::CatOp>(op)) {
    int64_t half = shapeOf(op->getOperand(0))[0];
    Coords inner = at;
    llvm::Value *index = coordVector(at[0], at[0].kind == Coord::Same ? 1 : lanes);
    llvm::Value *bound = widenTo(i64(half), lanesOf(index));
    inner[0] = {at[0].kind == Coord::Running ? Coord::Vector : at[0].kind, b.CreateURem(index, bound)};
    llvm::Value *isRight = b.CreateICmpUGE(index, bound);
    llvm::Value *left = evaluate(op->getOperand(0), inner, strip), *right = evaluate(op->getOperand(1), inner, strip);
    int width = std::max({lanesOf(index), lanesOf(left), lanesOf(right)});
    return b.CreateSelect(isRight, widenTo(right, width), widenTo(left, width));
  }
  return nullptr;
}

llvm::Value *Emitter::constantTensor(DenseElementsAttr attr, const Coords &at, Strip &strip) {
  Type element = attr.getElementType();
  auto constantOf = [&](Attribute a, llvm::Type *type) -> llvm::Constant * {
    if (auto i = dyn_cast<IntegerAttr>(a))
      return llvm::ConstantInt::get(type, i.getValue().zextOrTrunc(type->getIntegerBitWidth()));
    llvm::APFloat value = cast<FloatAttr>(a).getValue();
    if (type->isIntegerTy())
      return llvm::ConstantInt::get(type, value.bitcastToAPInt());
    return llvm::ConstantFP::get(ctx, value);
  };
  if (attr.isSplat())
    return constantOf(attr.getSplatValue<Attribute>(), valueType(element));
  SmallVector<llvm::Constant *> values;
  for (Attribute a : attr.getValues<Attribute>())
    values.push_back(constantOf(a, memoryType(element)));
  llvm::Constant *init = llvm::ConstantArray::get(llvm::ArrayType::get(memoryType(element), values.size()), values);
  auto *global =
      new llvm::GlobalVariable(module, init->getType(), true, llvm::GlobalValue::PrivateLinkage, init, "table");
  global->setAlignment(llvm::Align(64));
  return valueForm(loadElements(global, element, attr.getType().getShape(), at, strip), element);
}

} // namespace tritonc::cpu

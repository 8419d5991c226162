//===- LayoutClasses.cpp - which values should share a layout, and which one ===//
#include "passes/layout/LayoutClasses.h"
#include "mlir/Interfaces/ControlFlowInterfaces.h"
#include "passes/block/Cheap.h"
#include "passes/layout/LayoutInference.h"
#include "passes/layout/MatrixChoice.h"
#include <cmath>

using namespace mlir;
using namespace tritonc;

static bool isTensor(Value value) { return value && isa<RankedTensorType>(value.getType()); }
static ArrayRef<int64_t> shapeOfValue(Value value) { return cast<RankedTensorType>(value.getType()).getShape(); }

LayoutClasses::LayoutClasses(tt::FuncOp function, const AxisInfoAnalysis &axes, ThreadShape threads)
    : axes(axes), threads(threads) {
  for (Block &block : function.getBody()) {
    for (BlockArgument arg : block.getArguments())
      if (isTensor(arg)) {
        classes.insert(arg);
        members.push_back(arg);
      }
    collect(block, 0);
  }
  settleAll(function);
}

//===----------------------------------------------------------------------===//
// Classes and ties
//===----------------------------------------------------------------------===//

Value LayoutClasses::leaderOf(Value value) const {
  auto leader = classes.findLeader(value);
  return leader == classes.member_end() ? Value() : *leader;
}

void LayoutClasses::unite(Value a, Value b) {
  if (isTensor(a) && isTensor(b) && !isCheap(a) && !isCheap(b))
    classes.unionSets(a, b);
}

/// One class for all tensor operands and results.
void LayoutClasses::uniteAll(Operation *op) {
  Value first;
  auto add = [&](Value value) {
    if (!isTensor(value) || isCheap(value))
      return;
    if (first)
      unite(first, value);
    first = value;
  };
  llvm::for_each(op->getOperands(), add);
  llvm::for_each(op->getResults(), add);
}

void LayoutClasses::classify(Operation *op) {
  bool isCheapHere = isCheapOp(op) || isa<tt::TransOp, tt::ReshapeOp>(op);
  for (Value operand : op->getOperands())
    isCheapHere &= !isTensor(operand) || isCheap(operand);
  for (Value result : op->getResults()) {
    if (!isTensor(result))
      continue;
    if (isCheapHere) {
      cheap.insert(result);
      continue;
    }
    classes.insert(result);
    members.push_back(result);
  }
}

void LayoutClasses::collect(Block &block, unsigned depth) {
  for (Operation &op : block)
    visit(&op, depth);
}

void LayoutClasses::visit(Operation *op, unsigned depth) {
  classify(op);
  if (isa<RegionBranchOpInterface>(op)) {
    bool loops = isa<LoopLikeOpInterface>(op);
    for (Region &region : op->getRegions())
      for (Block &block : region) {
        for (BlockArgument arg : block.getArguments())
          if (isTensor(arg)) {
            classes.insert(arg);
            members.push_back(arg);
          }
        collect(block, depth + loops);
      }
    return tieControlFlow(op);
  }
  if (auto branch = dyn_cast<BranchOpInterface>(op)) {
    for (auto [i, successor] : llvm::enumerate(op->getSuccessors()))
      for (auto [operand, arg] :
           llvm::zip(branch.getSuccessorOperands(i).getForwardedOperands(), successor->getArguments()))
        unite(operand, arg);
    return;
  }
  if (accessPointer(op))
    return vote(op, depth);
  if (isa<tt::ReduceOp, tt::ScanOp>(op)) {
    // Operands of one reduction are combined element by element; its results likewise.
    for (Value operand : op->getOperands())
      unite(op->getOperand(0), operand);
    for (Value result : op->getResults())
      unite(op->getResult(0), result);
  }
  if (isa<tt::ScanOp>(op))
    unite(op->getOperand(0), op->getResult(0));
  else if (auto dot = dyn_cast<tt::DotOp>(op)) {
    unite(dot.getC(), dot.getResult());
    dots.push_back({dot, depth});
  } else if (auto gather = dyn_cast<tt::GatherOp>(op))
    unite(gather.getIndices(), gather.getResult());
  else if (isElementwise(op))
    return uniteAll(op);
  if (isa<tt::JoinOp, tt::CatOp>(op))
    unite(op->getOperand(0), op->getOperand(1));
  if (isa<tt::SplitOp>(op))
    unite(op->getResult(0), op->getResult(1));
  if (isa<tt::ReduceOp, tt::ExpandDimsOp, tt::BroadcastOp, tt::TransOp, tt::ReshapeOp, tt::JoinOp, tt::SplitOp,
          tt::CatOp>(op))
    ties.push_back(op);
}

void LayoutClasses::tieControlFlow(Operation *op) {
  if (auto loop = dyn_cast<scf::ForOp>(op)) {
    for (auto [init, arg, yielded, result] :
         llvm::zip(loop.getInitArgs(), loop.getRegionIterArgs(), loop.getYieldedValues(), loop.getResults())) {
      unite(init, arg);
      unite(arg, yielded);
      unite(arg, result);
    }
  } else if (auto loop = dyn_cast<scf::WhileOp>(op)) {
    for (auto [init, arg, yielded] :
         llvm::zip(loop.getInits(), loop.getBeforeArguments(), loop.getYieldOp().getOperands())) {
      unite(init, arg);
      unite(arg, yielded);
    }
    for (auto [forwarded, arg, result] :
         llvm::zip(loop.getConditionOp().getArgs(), loop.getAfterArguments(), loop.getResults())) {
      unite(forwarded, arg);
      unite(arg, result);
    }
  } else if (auto branch = dyn_cast<scf::IfOp>(op); branch && branch.elseBlock()) {
    for (auto [result, a, b] :
         llvm::zip(branch.getResults(), branch.thenYield().getOperands(), branch.elseYield().getOperands())) {
      unite(result, a);
      unite(result, b);
    }
  }
}

//===----------------------------------------------------------------------===//
// Votes
//===----------------------------------------------------------------------===//

/// The value whose class the access should fit: what it loads, stores or returns.
static Value accessedValue(Operation *op) {
  return TypeSwitch<Operation *, Value>(op)
      .Case<tt::LoadOp>([](auto load) { return load.getResult(); })
      .Case<tt::StoreOp>([](auto store) { return store.getValue(); })
      .Case<tt::AtomicRMWOp>([](auto atomic) { return atomic.getVal(); })
      .Case<tt::AtomicCASOp>([](auto atomic) { return atomic.getVal(); })
      .Default([](Operation *) { return Value(); });
}

void LayoutClasses::vote(Operation *op, unsigned depth) {
  Value pointer = accessPointer(op);
  if (!isTensor(pointer))
    return;
  // Loads of loaded addresses and atomics on them follow their addresses. A store's value is converted if need be.
  if (!isa<tt::StoreOp>(op))
    uniteAll(op);
  else if (!isCheap(pointer))
    unite(pointer, accessedValue(op));
  AccessVote vote;
  vote.op = op;
  AxisInfo facts = axes.get(pointer);
  ArrayRef<int64_t> shape = shapeOfValue(pointer);
  for (int32_t d = int32_t(shape.size()) - 1; d >= 0; --d)
    vote.order.push_back(d);
  // Among equals the last dimension goes first, as it stands.
  llvm::sort(vote.order, [&](int32_t a, int32_t b) {
    return std::pair(facts.contiguity[a], a) > std::pair(facts.contiguity[b], b);
  });
  int32_t fast = vote.order.front();
  vote.regular = facts.contiguity[fast] > 1;
  vote.elementBits = accessElementBits(op);
  vote.vector = std::min(axes.pointerVector(op, fast, threads.maxVectorBits), axes.maskAlignment(op, fast));
  // Atomics combine lane by lane; only half-precision additions come in pairs.
  if (isa<tt::AtomicRMWOp, tt::AtomicCASOp>(op))
    vote.vector = std::min<int64_t>(vote.vector, std::max(1u, 32 / vote.elementBits));
  vote.weight = double(ShapedType::getNumElements(shape)) * vote.elementBits / 8 * std::pow(8.0, std::min(depth, 8u));
  voteOf[op] = votes.size();
  votes.push_back(vote);
}

/// What an access costs per byte when each thread holds `vector` neighbours: narrower than it could be takes more
/// instructions, wider spreads the lanes of one instruction over more memory than they use (the rest comes from the
/// cache).
static double costAt(const AccessVote &vote, int64_t vector) {
  int steps = int(llvm::Log2_64(uint64_t(vector))) - int(llvm::Log2_64(uint64_t(vote.vector)));
  return steps <= 0 ? 1 - 0.25 * steps : 1 + 0.5 * steps;
}

LinearLayout LayoutClasses::best(ArrayRef<int64_t> shape, ArrayRef<const AccessVote *> votes, Combined combined) const {
  const AccessVote *heaviest = nullptr;
  for (const AccessVote *vote : votes)
    if (vote->regular && (!heaviest || vote->weight > heaviest->weight))
      heaviest = vote;
  SmallVector<int32_t, 4> order;
  for (int32_t d = int32_t(shape.size()) - 1; d >= 0; --d)
    order.push_back(d);
  if (heaviest)
    order = heaviest->order;
  // No wider than leaves work for every thread.
  int64_t elements = ShapedType::getNumElements(shape);
  int64_t perThread = std::max<int64_t>(1, elements / (int64_t(threads.threadsPerWarp) * threads.numWarps));
  int64_t widest = heaviest ? std::min<int64_t>(perThread, shape[order.front()]) : 1, vector = 1;
  double lowest = 0;
  for (int64_t candidate = 1; candidate <= std::min<int64_t>(widest, 16); candidate *= 2) {
    double cost = 0;
    for (const AccessVote *vote : votes)
      if (vote->regular && vote->order.front() == order.front())
        cost += vote->weight * costAt(*vote, candidate);
    if (candidate == 1 || cost < lowest) {
      lowest = cost;
      vector = candidate;
    }
  }
  int64_t deep = 1;
  if (combined.deep > 1 && int32_t(combined.deepDim) != order.front())
    deep = std::max<int64_t>(1, std::min({combined.deep, shape[combined.deepDim], perThread / vector}));
  SmallVector<int64_t, 4> rest(shape);
  rest[combined.deepDim] /= deep;
  BlockedParams params = defaultBlocked(rest, order, int32_t(vector), threads.threadsPerWarp, threads.numWarps);
  params.sizePerThread[combined.deepDim] *= int32_t(deep);
  params.warpsOutermost = combined.scanned;
  if (!combined.dims)
    return blockedLayout(shape, params, threads.numCtas);
  // Warps go to rows of their own before they share one that is reduced: then they need not talk.
  int32_t left = threads.numWarps;
  params.warpsPerCTA.assign(shape.size(), 1);
  for (bool reducedTurn : {false, true})
    for (int32_t d : order)
      if (bool(combined.dims >> d & 1) == reducedTurn) {
        int64_t room = std::max<int64_t>(1, shape[d] / (int64_t(params.sizePerThread[d]) * params.threadsPerWarp[d]));
        int32_t taken = int32_t(std::min<int64_t>(left, room));
        params.warpsPerCTA[d] = taken;
        left /= taken;
      }
  params.warpsPerCTA[order.back()] *= left;
  return blockedLayout(shape, params, threads.numCtas);
}

//===----------------------------------------------------------------------===//
// Settling
//===----------------------------------------------------------------------===//

LinearLayout LayoutClasses::defaultLayout(Type type) const {
  ArrayRef<int64_t> shape = cast<RankedTensorType>(type).getShape();
  return best(shape, {}, {});
}

void LayoutClasses::settleAll(tt::FuncOp function) {
  for (Operation *tie : ties) {
    for (Value operand : tie->getOperands())
      if (Value leader = leaderOf(operand))
        tiesOf[leader].push_back(tie);
    for (Value result : tie->getResults())
      if (Value leader = leaderOf(result))
        tiesOf[leader].push_back(tie);
  }
  struct Candidate {
    Value leader;
    size_t index = 0;
    double weight = 0;
    SmallVector<const AccessVote *, 4> votes;
  };
  llvm::MapVector<Value, Candidate> candidates;
  for (Value member : members) {
    Value leader = leaderOf(member);
    candidates.insert({leader, Candidate{leader, candidates.size(), 0, {}}});
  }
  for (const AccessVote &vote : votes)
    if (Value leader = leaderOf(accessedValue(vote.op))) {
      candidates[leader].weight += vote.regular ? vote.weight : 0;
      candidates[leader].votes.push_back(&vote);
    }
  function.walk([&](Operation *op) {
    if (!isa<tt::ReduceOp, tt::ScanOp>(op))
      return;
    unsigned axis = op->getAttrOfType<IntegerAttr>("axis").getInt();
    if (Value leader = leaderOf(op->getOperand(0))) {
      combined[leader].dims |= 1u << axis;
      combined[leader].scanned |= isa<tt::ScanOp>(op);
    }
  });

  // What callers and callees agree on: the default, whatever they do inside.
  for (Block &block : function.getBody())
    if (block.isEntryBlock())
      for (BlockArgument arg : block.getArguments())
        if (isTensor(arg) && !settled.contains(leaderOf(arg)))
          settle(leaderOf(arg), defaultLayout(arg.getType()));

  settleProducts();

  SmallVector<Candidate *> sorted;
  for (auto &[leader, candidate] : candidates)
    sorted.push_back(&candidate);
  // Heaviest first; among equals in program order.
  llvm::sort(sorted, [](Candidate *a, Candidate *b) {
    return std::pair(-a->weight, a->index) < std::pair(-b->weight, b->index);
  });
  for (Candidate *candidate : sorted)
    if (!settled.contains(candidate->leader))
      settle(candidate->leader,
             best(shapeOfValue(candidate->leader), candidate->votes, combined.lookup(candidate->leader)));
}

/// What keeps the steps after a product inside a warp: rows to warps if the results are combined along rows or become
/// the left operand of another product, columns in the mirrored case.
static void preferDirection(MatrixOptions &options, bool rows, bool columns) {
  options.warpsAlongM |= rows && !columns;
  options.warpsAlongN |= columns && !rows;
}

void LayoutClasses::settleProducts() {
  if (!threads.machine)
    return;
  // Who feeds whom, by class.
  llvm::DenseMap<Value, unsigned> made, usedAsA, usedAsB;
  for (auto [dot, depth] : dots) {
    ++made[leaderOf(dot.getResult())];
    ++usedAsA[leaderOf(dot.getA())];
    ++usedAsB[leaderOf(dot.getB())];
  }
  for (auto *map : {&made, &usedAsA, &usedAsB})
    map->erase(Value()); // cheap ones
  struct Weighted {
    tt::DotOp dot;
    size_t index;
    double weight;
  };
  SmallVector<Weighted> sorted;
  for (auto [dot, depth] : dots) {
    Value leader = leaderOf(dot.getResult());
    MatrixOptions options = threads.matrix;
    preferDirection(options, usedAsA.contains(leader) || made.contains(leaderOf(dot.getA())),
                    usedAsB.contains(leader) || made.contains(leaderOf(dot.getB())));
    if (!options.warpsAlongM && !options.warpsAlongN) {
      unsigned rank = unsigned(shapeOfValue(dot.getResult()).size()), dims = reducedInBlock(dot);
      preferDirection(options, dims >> (rank - 1) & 1, dims >> (rank - 2) & 1);
    }
    std::optional<MatrixProblem> problem = matrixProblem(dot, threads.numWarps, threads.numCtas, options);
    if (!problem)
      continue;
    std::optional<MatrixChoice> choice = chooseMatrixInstruction(*threads.machine, *problem);
    if (!choice)
      continue;
    matrixChoices.try_emplace(dot, *choice);
    // Operands are read from shared memory in runs along K. No instruction of AMD's transposes on the way (but
    // gfx950's), so where memory runs along the other dimension, a thread loads several rows and puts them together.
    if (threads.machine->isAMD())
      for (auto [operand, back] : {std::pair(dot.getA(), 1u), std::pair(dot.getB(), 2u)})
        if (Value operandLeader = leaderOf(operand)) {
          Combined &in = combined[operandLeader];
          unsigned bits = std::max(8u, getElementTypeOrSelf(operand.getType()).getIntOrFloatBitWidth());
          in.deepDim = unsigned(shapeOfValue(operand).size()) - back;
          in.deep = std::max<int64_t>(in.deep, std::min<int64_t>(choice->kWidth, 128 / bits));
        }
    double work = double(problem->batch) * double(problem->m) * double(problem->n) * double(problem->k);
    sorted.push_back({dot, sorted.size(), work * std::pow(8.0, std::min(depth, 8u))});
  }
  llvm::sort(sorted, [](const Weighted &a, const Weighted &b) {
    return std::pair(-a.weight, a.index) < std::pair(-b.weight, b.index);
  });
  for (Weighted &entry : sorted)
    if (Value leader = leaderOf(entry.dot.getResult()); leader && !settled.contains(leader))
      settle(leader, accumulatorLayout(matrixChoices.find(entry.dot)->second, shapeOfValue(leader), threads.numWarps,
                                       threads.numCtas));
}

/// Dimensions along which values of the dot's class are reduced in the block of the dot, as bits.
unsigned LayoutClasses::reducedInBlock(tt::DotOp dot) const {
  unsigned dims = 0;
  for (Operation &op : *dot->getBlock())
    if (auto reduce = dyn_cast<tt::ReduceOp>(op))
      if (leaderOf(reduce.getSrcs().front()) == leaderOf(dot.getResult()))
        dims |= 1u << reduce.getAxis();
  return dims;
}

const MatrixChoice *LayoutClasses::matrixOf(tt::DotOp dot) const {
  auto found = matrixChoices.find(dot);
  return found == matrixChoices.end() ? nullptr : &found->second;
}

LinearLayout LayoutClasses::productLayout(tt::DotOp dot) const {
  const MatrixChoice *choice = matrixOf(dot);
  const LinearLayout *shared = layoutOf(dot.getResult());
  int64_t k = shapeOfValue(dot.getA()).back();
  if (shared && (!choice || matrixOperandLayout(choice->instruction, choice->kWidth, *shared, 0, k)))
    return *shared;
  if (!choice)
    return defaultLayout(dot.getType());
  return accumulatorLayout(*choice, shapeOfValue(dot.getResult()), threads.numWarps, threads.numCtas);
}

void LayoutClasses::settle(Value leader, const LinearLayout &layout) {
  settled.try_emplace(leader, layout);
  auto found = tiesOf.find(leader);
  if (found == tiesOf.end())
    return;
  SmallVector<Operation *, 2> mine = found->second;
  for (Operation *tie : mine)
    spread(tie);
}

/// Settles what is open on one side of a tie from the other side.
void LayoutClasses::spread(Operation *tie) {
  Value result = tie->getResult(0);
  const LinearLayout *known = isTensor(result) ? layoutOf(result) : nullptr;
  if (known)
    for (auto [i, operand] : llvm::enumerate(tie->getOperands()))
      if (Value leader = leaderOf(operand); leader && !settled.contains(leader))
        if (auto layout = operandLayout(tie, i, *known))
          settle(leader, *layout);
  if (!isTensor(result) || isCheap(result) || layoutOf(result))
    return;
  for (Value operand : tie->getOperands())
    if (const LinearLayout *source = layoutOf(operand))
      if (auto layout = resultLayout(tie, *source)) {
        settle(leaderOf(result), *layout);
        return;
      }
}

const LinearLayout *LayoutClasses::layoutOf(Value value) const {
  Value leader = isTensor(value) ? leaderOf(value) : Value();
  if (!leader)
    return nullptr;
  auto found = settled.find(leader);
  return found == settled.end() ? nullptr : &found->second;
}

LinearLayout LayoutClasses::accessLayout(Operation *op) const {
  Value pointer = accessPointer(op), value = accessedValue(op);
  const AccessVote &vote = votes[voteOf.lookup(op)];
  const LinearLayout *shared = layoutOf(value);
  if (!shared && !isCheap(pointer))
    shared = layoutOf(pointer);
  ArrayRef<int64_t> shape = shapeOfValue(pointer);
  if (!shared)
    return best(shape, {&vote}, {});
  if (!vote.regular || vote.weight < 1024)
    return *shared;
  // Poor is: neighbouring lanes or registers do not walk along what is contiguous in memory.
  Dim fast = outDim(vote.order.front());
  int64_t along = shared->numConsecutive(Dim::Register, fast);
  int64_t lanesAlong = 1;
  for (unsigned bit = 0; bit < shared->inBits(Dim::Lane); ++bit) {
    if (shared->basis(Dim::Lane, bit, fast) != lanesAlong * along)
      break;
    lanesAlong *= 2;
  }
  // 32 bytes are one sector, the unit of DRAM traffic; shorter runs waste it.
  int64_t run = along * lanesAlong * vote.elementBits / 8;
  bool good = run >= std::min<int64_t>(32, shape[vote.order.front()] * vote.elementBits / 8);
  // RDNA's products leave each lane single elements: as many accesses, and with a mask each store is a branch. The
  // exchange takes fewer instructions (matmul of 128x128: 37 % less code in all).
  int64_t registers = shared->inSize(Dim::Register);
  if (threads.machine && threads.machine->isRDNA())
    good &= registers / along - registers / std::max(along, vote.vector) < 16;
  return good ? *shared : best(shape, {&vote}, {});
}

//===- Program.cpp - the structure of a kernel ----------------------------===//
//
// Control flow becomes basic blocks. Scalars are carried by phis, tensors by buffers: a loop-carried tensor has one
// buffer, which the body rewrites at its end, or in place where that is safe.
//
//===----------------------------------------------------------------------===//
#include "backend/cpu/Emitter.h"
#include "mlir/Dialect/ControlFlow/IR/ControlFlowOps.h"

using namespace mlir;

namespace tritonc::cpu {

Emitter::Emitter(llvm::Module &module, tt::FuncOp func, bool debugLines, unsigned sanitize)
    : ctx(module.getContext()), module(module), b(ctx), func(func), schedule(func), debugLines(debugLines),
      sanitize(sanitize) {}

bool Emitter::run() {
  createBodyFunction();
  emitBody();
  if (failed)
    return false;
  layOutArena();
  b.SetCurrentDebugLocation(llvm::DebugLoc());
  if (debug)
    debug->finalize();
  emitEntries();
  return true;
}

void Emitter::error(Operation *op, const llvm::Twine &message) {
  op->emitError(message);
  failed = true;
}

void Emitter::unsupported(Operation *op, llvm::StringRef where) {
  error(op, "'" + spellingOf(op) + "' is not supported on the cpu target" + where);
}

llvm::BasicBlock *Emitter::newBlock(const llvm::Twine &name) { return llvm::BasicBlock::Create(ctx, name, body); }

void Emitter::bindScalar(Value value, ArrayRef<llvm::Value *> parts) {
  scalars[value].assign(parts.begin(), parts.end());
}

SmallVector<llvm::PHINode *> Emitter::makePhis(Value like) {
  SmallVector<llvm::PHINode *> phis;
  for (llvm::Type *type : partTypes(like.getType()))
    phis.push_back(b.CreatePHI(type, 2));
  return phis;
}

void Emitter::emitBody() {
  Region &region = func.getBody();
  // Jumps between blocks may form loops, which the linear lifetimes of buffers do not see.
  reuseBuffers = region.hasOneBlock();
  for (Block &block : region) {
    if (block.isEntryBlock()) {
      blockMap[&block] = b.GetInsertBlock();
      continue;
    }
    llvm::BasicBlock *bb = newBlock("block");
    blockMap[&block] = bb;
    llvm::IRBuilder<>::InsertPointGuard guard(b);
    b.SetInsertPoint(bb);
    for (BlockArgument arg : block.getArguments()) {
      if (isTensor(arg)) {
        buffers[arg] = createBuffer(shapeOf(arg), cast<RankedTensorType>(arg.getType()).getElementType());
        continue;
      }
      SmallVector<llvm::PHINode *> phis = makePhis(arg);
      bindScalar(arg, SmallVector<llvm::Value *>(phis.begin(), phis.end()));
      blockPhis[arg] = phis;
    }
  }
  for (Block &block : region) {
    if (!block.isEntryBlock())
      b.SetInsertPoint(blockMap[&block]);
    emitBlock(block);
  }
}

void Emitter::emitBlock(Block &block) {
  for (const Segment &segment : schedule.segments(&block)) {
    if (failed)
      return;
    emitSegment(segment);
    if (failed)
      return;
    if (segment.end->hasTrait<OpTrait::IsTerminator>())
      emitTerminator(segment.end);
    else
      emitRegionOp(segment.end);
    ++now;
  }
}

void Emitter::emitSegment(const Segment &segment) {
  for (size_t i = 0; i < segment.scalarsBefore.size() && !failed; ++i) {
    for (Operation *op : segment.scalarsBefore[i])
      if (!failed)
        emitScalarOp(op);
    if (i < segment.groups.size() && !failed) {
      if (size_t count = fusableGroups(segment, i); count > 1) {
        emitFusedStores(segment, i, count);
        i += count - 1;
      } else {
        emitGroup(segment.groups[i]);
      }
    }
    ++now;
  }
}

void Emitter::emitGroup(const Group &group) {
  switch (group.kind) {
  case Group::Scalar:
    return emitScalarOp(group.members.front());
  case Group::Loop:
    return emitLoopGroup(group);
  case Group::Special:
    break;
  }
  Operation *op = group.members.front();
  locate(op);
  if (auto dot = dyn_cast<tt::DotOp>(op))
    return emitDot(dot);
  if (auto dot = dyn_cast<tt::DotScaledOp>(op))
    return emitDotScaled(dot);
  if (auto map = dyn_cast<tt::MapElementwiseOp>(op))
    return emitMapElementwise(map);
  unsupported(op);
}

void Emitter::emitScalarOp(Operation *op) {
  locate(op);
  Strip strip;
  auto scalar = [&](Value v) { return scalars[v].front(); };
  if (op->getNumResults() == 1 && op->use_empty() && isMemoryEffectFree(op))
    return;
  if (auto id = dyn_cast<tt::GetProgramIdOp>(op))
    return bindScalar(op->getResult(0), programId[static_cast<int>(id.getAxis())]);
  if (auto size = dyn_cast<tt::GetNumProgramsOp>(op))
    return bindScalar(op->getResult(0), gridSize[static_cast<int>(size.getAxis())]);
  if (auto unsplat = dyn_cast<tt::UnsplatOp>(op)) {
    Coords origin(shapeOf(unsplat.getSrc()).size(), Coord{Coord::Same, i64(0)});
    return bindScalar(op->getResult(0), evaluate(unsplat.getSrc(), origin, strip));
  }
  if (auto load = dyn_cast<tt::LoadOp>(op)) {
    llvm::Value *mask = load.getMask() ? scalar(load.getMask()) : b.getTrue();
    llvm::Value *other = load.getOther() ? scalar(load.getOther()) : nullptr;
    countExecution();
    mask = checkAccess(op, SiteKind::Load, scalar(load.getPtr()), mask, strip);
    return bindScalar(op->getResult(0),
                      emitScalarLoad(scalar(load.getPtr()), mask, other, load.getType(), load.getIsVolatile()));
  }
  if (auto store = dyn_cast<tt::StoreOp>(op)) {
    llvm::Value *mask = store.getMask() ? scalar(store.getMask()) : b.getTrue();
    countExecution();
    mask = checkAccess(op, SiteKind::Store, scalar(store.getPtr()), mask, strip);
    return emitScalarStore(scalar(store.getPtr()), scalar(store.getValue()), mask, store.getValue().getType());
  }
  if (isa<tt::AtomicRMWOp, tt::AtomicCASOp>(op))
    return bindScalar(op->getResult(0), emitAtomic(op, strip));
  if (auto print = dyn_cast<tt::PrintOp>(op))
    return emitPrint(print, strip);
  if (auto check = dyn_cast<tt::AssertOp>(op))
    return emitAssert(check, strip);
  // Programs are single threads here, and assumptions have been used by now.
  if (op->getName().getStringRef().ends_with(".barrier") || op->getName().getStringRef() == "llvm.intr.assume")
    return;

  Values args;
  for (Value operand : op->getOperands())
    args.push_back(scalar(operand));
  Values results;
  if (!emitPure(op, args, results)) {
    if (!failed)
      unsupported(op);
    return;
  }
  for (auto [result, value] : llvm::zip(op->getResults(), results))
    bindScalar(result, value);
}

void Emitter::emitRegionOp(Operation *op) {
  locate(op);
  if (auto loop = dyn_cast<scf::ForOp>(op))
    return emitFor(loop);
  if (auto loop = dyn_cast<scf::WhileOp>(op))
    return emitWhile(loop);
  if (auto branch = dyn_cast<scf::IfOp>(op))
    return emitIf(branch);
  unsupported(op);
}

void Emitter::copyTensors(ArrayRef<Value> sources, ArrayRef<Buffer *> targets) {
  // A source that reads a target as a view, or in a loop of another shape, must be complete before the targets change.
  SmallVector<Buffer *> destinations(targets.begin(), targets.end());
  SmallVector<std::pair<Buffer *, size_t>> delayed;
  llvm::DenseSet<Buffer *> targetSet(targets.begin(), targets.end());
  for (size_t i = 0; i < sources.size(); ++i) {
    Value source = sources[i];
    Buffer *target = targets[i];
    if (bufferOf(source) == target)
      continue;
    bool hazard = false;
    schedule.forEachSource(source, [&](Value v, bool) {
      hazard |= isTensor(v) && targetSet.contains(bufferOf(v)) && sources.size() > 1;
      hazard |= isTensor(v) && bufferOf(v) == target;
    });
    if (hazard) {
      Buffer *temporary = createBuffer(shapeOf(source), targets[i]->element);
      copyTensor(source, temporary);
      delayed.push_back({temporary, i});
    }
  }
  llvm::DenseSet<size_t> done;
  for (auto &entry : delayed)
    done.insert(entry.second);
  for (auto [i, source] : llvm::enumerate(sources))
    if (!done.contains(i) && bufferOf(source) != targets[i])
      copyTensor(source, targets[i]);
  for (auto [temporary, i] : delayed)
    b.CreateMemCpy(touch(targets[i]), llvm::Align(64), touch(temporary), llvm::Align(64), targets[i]->bytes);
}

void Emitter::copyTensor(Value source, Buffer *target) {
  auto type = cast<RankedTensorType>(source.getType());
  forEachStrip(type.getShape(), 16, [&](Strip &strip) {
    storeBuffer(target, type.getShape(), type.getElementType(), strip.at, evaluate(source, strip), strip);
  });
}

/// What a loop carries: phis for scalars, one buffer for each tensor.
namespace {
struct Carried {
  SmallVector<SmallVector<llvm::PHINode *>> phis;
  SmallVector<Value> tensors;
  SmallVector<Buffer *> targets;
};
} // namespace

template <typename Range>
static void addIncoming(Carried &carried, const Range &values,
                        llvm::DenseMap<Value, SmallVector<llvm::Value *, 4>> &scalars, llvm::BasicBlock *from) {
  for (auto [phis, value] : llvm::zip(carried.phis, values))
    for (auto [i, phi] : llvm::enumerate(phis))
      phi->addIncoming(scalars[value][i], from);
}

void Emitter::emitFor(scf::ForOp op) {
  unsigned begin = now++;
  llvm::Value *lower = scalars[op.getLowerBound()].front(), *upper = scalars[op.getUpperBound()].front();
  llvm::Value *step = scalars[op.getStep()].front();
  auto yield = cast<scf::YieldOp>(op.getBody()->getTerminator());

  Carried carried;
  SmallVector<Value> inits, yields;
  llvm::DenseSet<Value> taken;
  for (auto [i, init] : llvm::enumerate(op.getInitArgs())) {
    if (!isTensor(init))
      continue;
    BlockArgument arg = op.getRegionIterArgs()[i];
    Buffer *buffer = createBuffer(shapeOf(init), bufferElement(arg));
    buffers[arg] = buffer;
    buffers[op.getResult(i)] = buffer;
    inits.push_back(init);
    yields.push_back(yield.getOperand(i));
    carried.targets.push_back(buffer);
    Value yielded = yield.getOperand(i);
    if (!taken.contains(yielded) && !buffers.count(yielded) && schedule.canUpdateInPlace(yielded, arg)) {
      buffers[yielded] = buffer;
      taken.insert(yielded);
    }
  }
  copyTensors(inits, carried.targets);
  ++now;

  llvm::BasicBlock *preheader = b.GetInsertBlock();
  llvm::BasicBlock *header = newBlock("for"), *inside = newBlock("for.body"), *exit = newBlock("for.end");
  b.CreateBr(header);
  b.SetInsertPoint(header);
  llvm::PHINode *iv = b.CreatePHI(lower->getType(), 2, "iv");
  iv->addIncoming(lower, preheader);
  for (auto [i, init] : llvm::enumerate(op.getInitArgs())) {
    carried.phis.push_back(isTensor(init) ? SmallVector<llvm::PHINode *>{} : makePhis(init));
    SmallVector<llvm::Value *> parts(carried.phis.back().begin(), carried.phis.back().end());
    if (isTensor(init))
      continue;
    bindScalar(op.getRegionIterArgs()[i], parts);
    bindScalar(op.getResult(i), parts);
  }
  addIncoming(carried, op.getInitArgs(), scalars, preheader);
  b.CreateCondBr(op.getUnsignedCmp() ? b.CreateICmpULT(iv, upper) : b.CreateICmpSLT(iv, upper), inside, exit);

  b.SetInsertPoint(inside);
  bindScalar(op.getInductionVar(), iv);
  emitBlock(*op.getBody());
  if (failed)
    return;
  copyTensors(yields, carried.targets);
  iv->addIncoming(b.CreateAdd(iv, step), b.GetInsertBlock());
  addIncoming(carried, yield.getOperands(), scalars, b.GetInsertBlock());
  b.CreateBr(header);
  b.SetInsertPoint(exit);
  endLoop(begin);
  // What is carried lives through the whole loop, wherever the body touched it last.
  for (Buffer *buffer : carried.targets)
    touch(buffer);
}

void Emitter::emitWhile(scf::WhileOp op) {
  unsigned begin = now++;
  Block &before = op.getBefore().front(), &after = op.getAfter().front();
  auto condition = cast<scf::ConditionOp>(before.getTerminator());
  auto yield = cast<scf::YieldOp>(after.getTerminator());

  Carried in, out;
  SmallVector<Value> inits, yields, passed;
  for (auto [i, init] : llvm::enumerate(op.getInits()))
    if (isTensor(init)) {
      in.targets.push_back(buffers[before.getArgument(i)] =
                               createBuffer(shapeOf(init), bufferElement(before.getArgument(i))));
      inits.push_back(init);
      yields.push_back(yield.getOperand(i));
    }
  for (auto [i, value] : llvm::enumerate(condition.getArgs()))
    if (isTensor(value)) {
      Buffer *buffer = createBuffer(shapeOf(value), bufferElement(after.getArgument(i)));
      buffers[after.getArgument(i)] = buffers[op.getResult(i)] = buffer;
      out.targets.push_back(buffer);
      passed.push_back(value);
    }
  copyTensors(inits, in.targets);
  ++now;

  llvm::BasicBlock *preheader = b.GetInsertBlock();
  llvm::BasicBlock *header = newBlock("while"), *inside = newBlock("while.body"), *exit = newBlock("while.end");
  b.CreateBr(header);
  b.SetInsertPoint(header);
  for (BlockArgument arg : before.getArguments()) {
    in.phis.push_back(isTensor(arg) ? SmallVector<llvm::PHINode *>{} : makePhis(arg));
    if (!isTensor(arg))
      bindScalar(arg, SmallVector<llvm::Value *>(in.phis.back().begin(), in.phis.back().end()));
  }
  addIncoming(in, op.getInits(), scalars, preheader);
  emitBlock(before);
  if (failed)
    return;
  copyTensors(passed, out.targets);
  for (auto [i, value] : llvm::enumerate(condition.getArgs()))
    if (!isTensor(value)) {
      Values parts = scalars[value];
      bindScalar(after.getArgument(i), parts);
      bindScalar(op.getResult(i), parts);
    }
  b.CreateCondBr(scalars[condition.getCondition()].front(), inside, exit);

  b.SetInsertPoint(inside);
  emitBlock(after);
  if (failed)
    return;
  copyTensors(yields, in.targets);
  addIncoming(in, yield.getOperands(), scalars, b.GetInsertBlock());
  b.CreateBr(header);
  b.SetInsertPoint(exit);
  endLoop(begin);
  for (Carried *carried : {&in, &out})
    for (Buffer *buffer : carried->targets)
      touch(buffer);
}

void Emitter::emitIf(scf::IfOp op) {
  SmallVector<Buffer *> targets;
  for (Value result : op.getResults())
    if (isTensor(result))
      targets.push_back(buffers[result] = createBuffer(shapeOf(result), bufferElement(result)));
  llvm::BasicBlock *yes = newBlock("then"), *no = newBlock("else"), *join = newBlock("endif");
  b.CreateCondBr(scalars[op.getCondition()].front(), yes, no);

  SmallVector<SmallVector<llvm::Value *>> parts[2];
  llvm::BasicBlock *ends[2];
  for (int side = 0; side < 2; ++side) {
    b.SetInsertPoint(side == 0 ? yes : no);
    Region &region = side == 0 ? op.getThenRegion() : op.getElseRegion();
    if (!region.empty()) {
      emitBlock(region.front());
      if (failed)
        return;
      Operation *yield = region.front().getTerminator();
      SmallVector<Value> tensors;
      for (Value value : yield->getOperands()) {
        parts[side].emplace_back();
        if (isTensor(value))
          tensors.push_back(value);
        else
          parts[side].back().assign(scalars[value].begin(), scalars[value].end());
      }
      copyTensors(tensors, targets);
    }
    ends[side] = b.GetInsertBlock();
    b.CreateBr(join);
  }
  b.SetInsertPoint(join);
  for (auto [i, result] : llvm::enumerate(op.getResults())) {
    if (isTensor(result))
      continue;
    SmallVector<llvm::PHINode *> phis = makePhis(result);
    for (auto [k, phi] : llvm::enumerate(phis))
      for (int side = 0; side < 2; ++side)
        phi->addIncoming(parts[side][i][k], ends[side]);
    bindScalar(result, SmallVector<llvm::Value *>(phis.begin(), phis.end()));
  }
}

void Emitter::emitTerminator(Operation *op) {
  // The operations that own the regions read these terminators' operands themselves.
  if (isa<scf::YieldOp, scf::ConditionOp, tt::MapElementwiseReturnOp>(op))
    return;
  if (isa<tt::ReturnOp>(op)) {
    b.CreateRetVoid();
    return;
  }
  auto jump = [&](Block *target, ValueRange operands) {
    SmallVector<Value> tensors;
    SmallVector<Buffer *> targets;
    for (auto [arg, value] : llvm::zip(target->getArguments(), operands))
      if (isTensor(arg)) {
        tensors.push_back(value);
        targets.push_back(buffers[arg]);
      }
    copyTensors(tensors, targets);
    for (auto [arg, value] : llvm::zip(target->getArguments(), operands))
      if (!isTensor(arg))
        for (auto [i, phi] : llvm::enumerate(blockPhis[arg]))
          phi->addIncoming(scalars[value][i], b.GetInsertBlock());
    b.CreateBr(blockMap[target]);
  };
  if (auto branch = dyn_cast<cf::BranchOp>(op))
    return jump(branch.getDest(), branch.getDestOperands());
  if (auto branch = dyn_cast<cf::CondBranchOp>(op)) {
    llvm::BasicBlock *yes = newBlock("yes"), *no = newBlock("no");
    b.CreateCondBr(scalars[branch.getCondition()].front(), yes, no);
    b.SetInsertPoint(yes);
    jump(branch.getTrueDest(), branch.getTrueDestOperands());
    b.SetInsertPoint(no);
    return jump(branch.getFalseDest(), branch.getFalseDestOperands());
  }
  if (op->getName().getStringRef() == "ub.unreachable" || op->getName().getStringRef() == "llvm.unreachable") {
    b.CreateUnreachable();
    return;
  }
  unsupported(op);
}

} // namespace tritonc::cpu

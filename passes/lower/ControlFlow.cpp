//===- ControlFlow.cpp - structured control flow as blocks ----------------===//
//
// Every value that crosses a loop or an if becomes one block argument per register. Loops are written with the test at
// the top; LLVM rotates them.
//
//   %r = scf.for %i = %lb to %ub step %s iter_args(%a = %x)
//
//        br head(lb, x_0 .. x_n)
//      head(i, a_0 .. a_n):  cond_br i < ub, body, exit
//      body:  ...; br head(i + s, y_0 .. y_n)
//      exit:  the result is a_0 .. a_n
//
// Registers narrower than 32 bits go from iteration to iteration as words, since code generators give each block
// argument a register of its own.
//
//===----------------------------------------------------------------------===//
#include "mlir/Dialect/ControlFlow/IR/ControlFlowOps.h"
#include "passes/lower/Lowering.h"
#include "passes/lower/Packing.h"

using namespace mlir;

namespace tritonc::lower {
namespace {

using LLVM::ICmpPredicate;

SmallVector<Type> typesOf(ArrayRef<Value> values) { return llvm::to_vector(ValueRange(values).getTypes()); }

/// What `tl.range(loop_unroll_factor=n)` asks of LLVM.
LLVM::LoopAnnotationAttr loopAnnotation(scf::ForOp op) {
  auto factor = op->getAttrOfType<IntegerAttr>("tt.loop_unroll_factor");
  if (!factor)
    return {};
  MLIRContext *context = op.getContext();
  bool disable = factor.getInt() <= 1;
  auto count = disable ? IntegerAttr() : IntegerAttr::get(IntegerType::get(context, 32), factor.getInt());
  auto unroll = LLVM::LoopUnrollAttr::get(context, BoolAttr::get(context, disable), count, {}, {}, {}, {}, {});
  return LLVM::LoopAnnotationAttr::get(context, {}, {}, {}, unroll, {}, {}, {}, {}, {}, {}, {}, {}, {}, {}, {});
}

/// Whether so many registers of a type are carried as 32-bit words.
bool goesInWords(Type element, size_t count) {
  if (!element.isIntOrFloat())
    return false;
  unsigned bits = element.getIntOrFloatBitWidth();
  return (bits == 8 || bits == 16) && count >= 32 / bits;
}

/// What is carried of the registers of `values`, which come one after the other.
Registers packCarried(FunctionLowering &f, TypeRange values, ArrayRef<Value> registers) {
  Registers carried;
  for (Type type : values) {
    SmallVector<Type> types;
    (void)f.appendRegisterTypes(type, types);
    ArrayRef<Value> mine = registers.take_front(types.size());
    registers = registers.drop_front(mine.size());
    if (!mine.empty() && goesInWords(mine.front().getType(), mine.size()))
      llvm::append_range(carried, packWords(f.e, mine));
    else
      llvm::append_range(carried, mine);
  }
  return carried;
}

/// The inverse.
Registers unpackCarried(FunctionLowering &f, TypeRange values, ValueRange carried) {
  Registers registers;
  for (Type type : values) {
    SmallVector<Type> types;
    (void)f.appendRegisterTypes(type, types);
    bool words = !types.empty() && goesInWords(types.front(), types.size());
    size_t count = words ? types.size() * types.front().getIntOrFloatBitWidth() / 32 : types.size();
    SmallVector<Value> mine(carried.take_front(count));
    carried = carried.drop_front(count);
    llvm::append_range(registers, words ? unpackWords(f.e, mine, types.front(), unsigned(types.size())) : mine);
  }
  return registers;
}

LogicalResult lowerFor(FunctionLowering &f, scf::ForOp op) {
  Emitter &e = f.e;
  Value upper = f.scalar(op.getUpperBound()), step = f.scalar(op.getStep());
  TypeRange types = op.getResultTypes();
  Registers entry{f.scalar(op.getLowerBound())};
  llvm::append_range(entry, packCarried(f, types, f.flatten(op.getInitArgs())));

  Block *head = e.newBlock(typesOf(entry));
  e.br(head, entry);
  e.enter(head);
  Registers carried{head->getArgument(0)};
  llvm::append_range(carried, unpackCarried(f, types, head->getArguments().drop_front()));
  Block *exit = e.newBlock();
  Block *body = e.newBlock();
  auto predicate = op.getUnsignedCmp() ? ICmpPredicate::ult : ICmpPredicate::slt;
  e.condBr(e.icmp(predicate, carried.front(), upper), body, {}, exit, {});

  e.enter(body);
  Value outerCounter = std::exchange(f.loopCounter, carried.front());
  FailureOr<Registers> yielded = f.inlineBlock(*op.getBody(), carried);
  f.loopCounter = outerCounter;
  if (failed(yielded))
    return failure();
  e.setLoc(op.getLoc());
  Registers next{e.add(carried.front(), step)};
  llvm::append_range(next, packCarried(f, types, *yielded));
  auto latch = LLVM::BrOp::create(e.builder, e.getLoc(), next, head);
  if (auto annotation = loopAnnotation(op))
    latch.setLoopAnnotationAttr(annotation);

  e.enter(exit);
  f.bindArguments(op.getResults(), ValueRange(carried).drop_front());
  return success();
}

LogicalResult lowerWhile(FunctionLowering &f, scf::WhileOp op) {
  Emitter &e = f.e;
  Registers entry = f.flatten(op.getInits());
  Block *head = e.newBlock(typesOf(entry));
  e.br(head, entry);
  e.enter(head);

  Block &before = op.getBefore().front();
  FailureOr<Registers> tested = f.inlineBlock(before, head->getArguments());
  if (failed(tested))
    return failure();
  // scf.condition's operands: the condition, then what goes on.
  Value condition = tested->front();
  SmallVector<Value> passed(tested->begin() + 1, tested->end());
  Block *exit = e.newBlock();
  Block *body = e.newBlock();
  e.condBr(condition, body, {}, exit, {});

  e.enter(body);
  FailureOr<Registers> next = f.inlineBlock(op.getAfter().front(), passed);
  if (failed(next))
    return failure();
  e.setLoc(op.getLoc());
  e.br(head, *next);

  e.enter(exit);
  f.bindArguments(op.getResults(), passed);
  return success();
}

LogicalResult lowerIf(FunctionLowering &f, scf::IfOp op) {
  Emitter &e = f.e;
  SmallVector<Type> types;
  for (Type type : op.getResultTypes())
    if (failed(f.appendRegisterTypes(type, types)))
      return failure();
  Value condition = f.scalar(op.getCondition());
  Block *after = e.newBlock(types);
  Block *otherwise = op.elseBlock() ? e.newBlock() : nullptr;
  Block *then = e.newBlock();
  e.condBr(condition, then, {}, otherwise ? otherwise : after, {});
  auto branch = [&](Block *block, Block &source) -> LogicalResult {
    e.enter(block);
    FailureOr<Registers> yielded = f.inlineBlock(source, {});
    if (failed(yielded))
      return failure();
    e.setLoc(op.getLoc());
    e.br(after, *yielded);
    return success();
  };
  if (failed(branch(then, *op.thenBlock())))
    return failure();
  if (otherwise && failed(branch(otherwise, *op.elseBlock())))
    return failure();
  e.enter(after);
  f.bindArguments(op.getResults(), after->getArguments());
  return success();
}

LogicalResult lowerExecuteRegion(FunctionLowering &f, scf::ExecuteRegionOp op) {
  FailureOr<Registers> results = f.inlineRegion(op.getRegion(), {});
  if (failed(results))
    return failure();
  f.bindArguments(op.getResults(), *results);
  return success();
}

LogicalResult lowerIndexSwitch(FunctionLowering &, scf::IndexSwitchOp op) {
  return op.emitError() << "a switch over regions cannot be compiled for a GPU";
}

LogicalResult lowerBranch(FunctionLowering &f, cf::BranchOp op) {
  Block *to = f.targetBlock(op.getDest());
  f.e.br(to, f.flatten(op.getDestOperands()));
  return success();
}

LogicalResult lowerCondBranch(FunctionLowering &f, cf::CondBranchOp op) {
  Block *ifFalse = f.targetBlock(op.getFalseDest());
  Block *ifTrue = f.targetBlock(op.getTrueDest());
  f.e.condBr(f.scalar(op.getCondition()), ifTrue, f.flatten(op.getTrueDestOperands()), ifFalse,
             f.flatten(op.getFalseDestOperands()));
  return success();
}

//===----------------------------------------------------------------------===//
// Functions
//===----------------------------------------------------------------------===//

LogicalResult lowerReturn(FunctionLowering &f, tt::ReturnOp op) {
  Emitter &e = f.e;
  Registers results = f.flatten(op.getSrcs());
  if (results.size() > 1) {
    Value aggregate = e.poison(e.structTy(typesOf(results)));
    for (auto [i, v] : llvm::enumerate(results))
      aggregate = e.insertValue(aggregate, v, i);
    results = {aggregate};
  }
  LLVM::ReturnOp::create(e.builder, e.getLoc(), ValueRange(results));
  return success();
}

LogicalResult lowerCall(FunctionLowering &f, tt::CallOp op) {
  Emitter &e = f.e;
  auto callee = e.function()->getParentOfType<ModuleOp>().lookupSymbol<LLVM::LLVMFuncOp>(op.getCallee());
  if (!callee)
    return op.emitError() << "call of '" << op.getCallee() << "', which has no body";
  auto call = LLVM::CallOp::create(e.builder, e.getLoc(), callee, f.flatten(op.getOperands()));
  SmallVector<Type> types;
  for (Type type : op.getResultTypes())
    if (failed(f.appendRegisterTypes(type, types)))
      return failure();
  Registers results;
  for (size_t i = 0; i < types.size(); ++i)
    results.push_back(types.size() == 1 ? call.getResult() : e.extractValue(call.getResult(), i));
  f.bindArguments(op.getResults(), results);
  return success();
}

} // namespace

void addControlFlowHandlers(HandlerTable &table) {
  table.add<scf::ForOp, lowerFor>();
  table.add<scf::WhileOp, lowerWhile>();
  table.add<scf::IfOp, lowerIf>();
  table.add<scf::ExecuteRegionOp, lowerExecuteRegion>();
  table.add<scf::IndexSwitchOp, lowerIndexSwitch>();
  table.add<cf::BranchOp, lowerBranch>();
  table.add<cf::CondBranchOp, lowerCondBranch>();
  table.add<tt::ReturnOp, lowerReturn>();
  table.add<tt::CallOp, lowerCall>();
}

} // namespace tritonc::lower

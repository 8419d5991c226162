//===- AssignLayouts.cpp - layout-assign: block IR to layout IR -----------===//
//
// Which thread holds which element decides how wide and how coalesced memory accesses are, and how much threads must
// exchange. The usual way is to give every access its best layout, convert everywhere, and then remove conversions by
// rewriting. Here layouts are chosen before anything is rewritten: values that want to agree are grouped, memory
// accesses vote, and the heaviest votes are settled first (LayoutClasses.h). Conversions then appear only where two
// settled groups meet.
//
//   %r = tt.make_range ... : tensor<1024xi32>              %r = tt.make_range ... : tensor<1024xi32, #linear>
//   %p = tt.addptr %base, %r                        ->     %p = tt.addptr %base, %r : tensor<1024x!tt.ptr<f32>,
//   #linear> %x = tt.load %p                                        %x = tt.load %p
//
// Values in a class get their type in place. Cheap values (ranges, splats, index arithmetic) are cloned for each layout
// in which somebody wants them, each at its own place; the originals are left without users and go.
//
//===----------------------------------------------------------------------===//
#include "backend/Target.h"
#include "mlir/Dialect/ControlFlow/IR/ControlFlowOps.h"
#include "passes/Passes.h"
#include "passes/block/Cheap.h"
#include "passes/layout/LayoutClasses.h"
#include "passes/layout/LayoutInference.h"
#include "passes/layout/MatrixChoice.h"

namespace tritonc {
#define GEN_PASS_DEF_ASSIGNLAYOUTS
#include "passes/Passes.h.inc"
} // namespace tritonc

using namespace mlir;
using namespace tritonc;

static bool isTensor(Value value) { return value && isa<RankedTensorType>(value.getType()); }

namespace {
/// Rewrites one function.
class LayoutWriter {
public:
  LayoutWriter(tt::FuncOp function, ThreadShape threads)
      : function(function), threads(threads), axes(function), classes(function, axes, threads) {}

  LogicalResult run() {
    for (Block &block : function.getBody()) {
      for (BlockArgument arg : block.getArguments())
        settleType(arg);
      if (failed(rewrite(block)))
        return failure();
    }
    updateSignature();
    eraseUnusedCheap();
    return success();
  }

  unsigned conversions = 0, copies = 0;

private:
  //===--- Values in a wanted layout ------------------------------------===//

  /// `value` as the layout wants it: the value, a conversion of it, or a copy of how it is made.
  Value get(Value value, const LinearLayout &layout) {
    Attribute encoding = ttg::LinearEncodingAttr::get(value.getContext(), layout);
    auto type = cast<RankedTensorType>(value.getType());
    if (type.getEncoding() == encoding)
      return value;
    auto [place, isNew] = versions.try_emplace({value, encoding});
    if (!isNew)
      return place->second;
    Value made = classes.isCheap(value) ? copyOf(value, layout, encoding) : conversionOf(value, type, encoding);
    versions[{value, encoding}] = made;
    return made;
  }

  Value conversionOf(Value value, RankedTensorType type, Attribute encoding) {
    ++conversions;
    OpBuilder builder(value.getContext());
    builder.setInsertionPointAfterValue(value);
    auto target = RankedTensorType::get(type.getShape(), type.getElementType(), encoding);
    Value converted = ttg::ConvertLayoutOp::create(builder, value.getLoc(), target, value);
    return converted;
  }

  Value copyOf(Value value, const LinearLayout &layout, Attribute encoding) {
    Operation *op = value.getDefiningOp();
    SmallVector<Value, 4> operands;
    for (auto [i, operand] : llvm::enumerate(op->getOperands()))
      operands.push_back(isTensor(operand) ? get(operand, *operandLayout(op, i, layout)) : operand);
    OpBuilder builder(op);
    auto type = cast<RankedTensorType>(value.getType());
    auto target = RankedTensorType::get(type.getShape(), type.getElementType(), encoding);
    if (auto constant = dyn_cast<arith::ConstantOp>(op))
      return arith::ConstantOp::create(builder, op->getLoc(),
                                       cast<DenseElementsAttr>(constant.getValue()).reshape(target));
    ++copies;
    Operation *copy = builder.clone(*op);
    copy->setOperands(operands);
    copy->getResult(0).setType(target);
    return copy->getResult(0);
  }

  /// The layout that a use without wishes of its own sees: the class's, or the default for cheap values.
  LinearLayout anyLayout(Value value) const {
    const LinearLayout *layout = classes.layoutOf(value);
    return layout ? *layout : classes.defaultLayout(value.getType());
  }

  void want(Operation *op, unsigned index, const LinearLayout &layout) {
    op->setOperand(index, get(op->getOperand(index), layout));
  }
  void wantAll(Operation *op, const LinearLayout &layout) {
    for (unsigned i = 0; i < op->getNumOperands(); ++i)
      if (isTensor(op->getOperand(i)))
        want(op, i, layout);
  }

  void setLayout(Value value, const LinearLayout &layout) {
    value.setType(ttg::withLayout(cast<RankedTensorType>(value.getType()), layout));
  }
  void settleType(Value value) {
    if (const LinearLayout *layout = classes.layoutOf(value))
      setLayout(value, *layout);
  }

  /// The op makes `result` in `layout`. Where its class has another, later users see the conversion.
  void define(Value result, const LinearLayout &layout) {
    const LinearLayout *wanted = classes.layoutOf(result);
    setLayout(result, layout);
    if (!wanted || *wanted == layout || result.use_empty())
      return;
    auto type = cast<RankedTensorType>(result.getType());
    Attribute encoding = ttg::LinearEncodingAttr::get(result.getContext(), *wanted);
    Value converted = conversionOf(result, type, encoding);
    result.replaceAllUsesExcept(converted, converted.getDefiningOp());
    // The uses ask `get` for versions of `converted` from now on; in the original layout that is the result itself.
    versions[{converted, type.getEncoding()}] = result;
  }

  //===--- Operations ---------------------------------------------------===//

  LogicalResult rewrite(Block &block) {
    for (Operation &op : llvm::make_early_inc_range(block))
      if (failed(rewrite(&op)))
        return failure();
    return success();
  }

  LogicalResult rewrite(Operation *op) {
    // Copies and conversions that were put in already have their types.
    if (isa<ttg::ConvertLayoutOp>(op))
      return success();
    bool onlyCheap =
        op->getNumResults() > 0 && llvm::all_of(op->getResults(), [&](Value v) { return classes.isCheap(v); });
    if (onlyCheap) {
      originals.push_back(op);
      return success();
    }
    bool touchesTensors = llvm::any_of(op->getOperands(), isTensor) || llvm::any_of(op->getResults(), isTensor);
    if (!touchesTensors && op->getNumRegions() == 0)
      return success();
    if (accessPointer(op))
      return access(op);
    return TypeSwitch<Operation *, LogicalResult>(op)
        .Case([&](scf::ForOp loop) { return forLoop(loop); })
        .Case([&](scf::WhileOp loop) { return whileLoop(loop); })
        .Case([&](scf::IfOp branch) { return ifElse(branch); })
        // Their operands are the business of the op around them.
        .Case<scf::YieldOp, scf::ConditionOp>([](auto) { return success(); })
        .Case<cf::BranchOp, cf::CondBranchOp>([&](auto branch) { return jump(branch); })
        .Case([&](tt::ReduceOp reduce) { return reduction(reduce); })
        .Case<tt::ExpandDimsOp, tt::BroadcastOp, tt::TransOp, tt::ReshapeOp>([&](auto) { return backward(op); })
        .Case([&](tt::DotOp dot) { return product(dot); })
        .Case<tt::JoinOp, tt::CatOp>([&](auto) { return forward(op); })
        .Case([&](tt::SplitOp split) { return splitPairs(split); })
        .Case([&](tt::GatherOp gather) { return gatherElements(gather); })
        .Case([&](tt::HistogramOp histogram) { return countElements(histogram); })
        .Case<tt::CallOp, tt::ReturnOp>([&](auto) { return callBoundary(op); })
        .Default([&](Operation *) { return other(op); });
  }

  LogicalResult access(Operation *op) {
    if (!isTensor(accessPointer(op)))
      return success();
    LinearLayout layout = classes.accessLayout(op);
    wantAll(op, layout);
    for (Value result : op->getResults())
      define(result, layout);
    return success();
  }

  LogicalResult reduction(tt::ReduceOp op) {
    LinearLayout layout = anyLayout(op.getSrcs().front());
    wantAll(op, layout);
    for (Value result : op.getResults())
      if (isTensor(result))
        define(result, sliceLayout(layout, op.getAxis()));
    return success();
  }

  /// Ops whose operand layouts follow from the result's.
  LogicalResult backward(Operation *op) {
    LinearLayout layout = anyLayout(op->getResult(0));
    for (unsigned i = 0; i < op->getNumOperands(); ++i)
      want(op, i, *operandLayout(op, i, layout));
    define(op->getResult(0), layout);
    return success();
  }

  /// Code generators take minutes for sums of many times the registers of a thread, and what comes out lives in memory.
  LogicalResult refuseHuge(tt::DotOp dot) {
    // Of 255 on NVIDIA and 512 on CDNA; of 256 on RDNA, where more than this seldom fits the stack either.
    const int64_t most = threads.machine && threads.machine->isRDNA() ? 1024 : 2048;
    auto type = cast<RankedTensorType>(dot.getType());
    int64_t perThread = type.getNumElements() / (int64_t(threads.threadsPerWarp) * threads.numWarps * threads.numCtas) *
                        type.getElementTypeBitWidth() / 32;
    if (perThread <= most)
      return success();
    function->getParentOp()->setAttr(unfitAttr, UnitAttr::get(function.getContext()));
    return dot.emitError() << "the sum of this product takes " << perThread << " registers of each thread with "
                           << threads.numWarps << " warps; at most " << most
                           << " are compiled, of which few hundred are registers and the rest memory";
  }

  /// A matrix instruction wants its operands in layouts of its own, just before it multiplies.
  LogicalResult product(tt::DotOp dot) {
    if (failed(refuseHuge(dot)))
      return failure();
    LinearLayout layout = classes.productLayout(dot);
    if (const MatrixChoice *choice = classes.matrixOf(dot))
      setDotMatrix(dot, *choice);
    for (unsigned i = 0; i < 3; ++i) {
      std::optional<LinearLayout> operand = operandLayout(dot, i, layout);
      want(dot, i, operand ? *operand : anyLayout(dot->getOperand(i)));
    }
    define(dot.getResult(), layout);
    return success();
  }

  /// Ops whose result layout follows from the operands'.
  LogicalResult forward(Operation *op) {
    LinearLayout layout = anyLayout(op->getOperand(0));
    if (classes.isCheap(op->getOperand(0)))
      layout = anyLayout(op->getOperand(1));
    wantAll(op, layout);
    define(op->getResult(0), *resultLayout(op, layout));
    return success();
  }

  LogicalResult splitPairs(tt::SplitOp op) {
    LinearLayout layout = anyLayout(op.getSrc());
    std::optional<LinearLayout> half = splitLayout(layout);
    if (!half) {
      half = anyLayout(op.getOutLHS());
      layout = joinLayout(*half);
    }
    want(op, 0, layout);
    define(op.getOutLHS(), *half);
    define(op.getOutRHS(), *half);
    return success();
  }

  LogicalResult gatherElements(tt::GatherOp op) {
    want(op, 0, anyLayout(op.getSrc()));
    LinearLayout layout = anyLayout(op.getIndices());
    want(op, 1, layout);
    define(op.getResult(), layout);
    return success();
  }

  /// The mask says which of a thread's elements count, so it is held as they are.
  LogicalResult countElements(tt::HistogramOp op) {
    wantAll(op, anyLayout(op.getSrc()));
    define(op.getResult(), anyLayout(op.getResult()));
    return success();
  }

  /// Tensors cross function boundaries in the default layout.
  LogicalResult callBoundary(Operation *op) {
    for (unsigned i = 0; i < op->getNumOperands(); ++i)
      if (isTensor(op->getOperand(i)))
        want(op, i, classes.defaultLayout(op->getOperand(i).getType()));
    for (Value result : op->getResults())
      if (isTensor(result))
        define(result, classes.defaultLayout(result.getType()));
    return success();
  }

  LogicalResult other(Operation *op) {
    if (isElementwise(op) || isa<tt::ScanOp>(op)) {
      LinearLayout layout = anyLayout(op->getNumResults() ? op->getResult(0) : op->getOperand(0));
      wantAll(op, layout);
      for (Value result : op->getResults())
        if (isTensor(result))
          define(result, layout);
      return success();
    }
    // The rest takes its operands as they come: prints, assertions, descriptors, unsplat.
    if (op->getDialect() && (isa<tt::TritonDialect, ub::UBDialect>(op->getDialect()))) {
      for (unsigned i = 0; i < op->getNumOperands(); ++i)
        if (isTensor(op->getOperand(i)))
          want(op, i, anyLayout(op->getOperand(i)));
      for (Value result : op->getResults())
        if (isTensor(result))
          define(result, anyLayout(result));
      return success();
    }
    return op->emitError() << "operation '" << op->getName() << "' on blocks is not supported";
  }

  //===--- Control flow -------------------------------------------------===//

  /// Operands from `first` on get the layouts of the values that receive them.
  void pass(Operation *op, unsigned first, ValueRange receivers) {
    for (auto [i, receiver] : llvm::enumerate(receivers))
      if (isTensor(receiver))
        want(op, first + i, anyLayout(receiver));
  }
  void settleTypes(ValueRange values) {
    for (Value value : values)
      settleType(value);
  }

  LogicalResult forLoop(scf::ForOp loop) {
    pass(loop, loop.getNumControlOperands(), loop.getRegionIterArgs());
    settleTypes(loop.getRegionIterArgs());
    settleTypes(loop.getResults());
    if (failed(rewrite(*loop.getBody())))
      return failure();
    pass(loop.getBody()->getTerminator(), 0, loop.getRegionIterArgs());
    return success();
  }

  LogicalResult whileLoop(scf::WhileOp loop) {
    pass(loop, 0, loop.getBeforeArguments());
    settleTypes(loop.getBeforeArguments());
    settleTypes(loop.getAfterArguments());
    settleTypes(loop.getResults());
    if (failed(rewrite(*loop.getBeforeBody())) || failed(rewrite(*loop.getAfterBody())))
      return failure();
    pass(loop.getConditionOp(), 1, loop.getAfterArguments());
    pass(loop.getYieldOp(), 0, loop.getBeforeArguments());
    return success();
  }

  LogicalResult ifElse(scf::IfOp branch) {
    settleTypes(branch.getResults());
    for (Region &region : branch->getRegions())
      for (Block &block : region) {
        if (failed(rewrite(block)))
          return failure();
        pass(block.getTerminator(), 0, branch.getResults());
      }
    return success();
  }

  template <typename Op> LogicalResult jump(Op branch) {
    auto interface = cast<BranchOpInterface>(branch.getOperation());
    for (auto [i, successor] : llvm::enumerate(branch->getSuccessors()))
      for (auto [k, arg] : llvm::enumerate(successor->getArguments()))
        if (isTensor(arg))
          want(branch, interface.getSuccessorOperands(i).getOperandIndex(k), anyLayout(arg));
    return success();
  }

  //===--- Ends ---------------------------------------------------------===//

  void updateSignature() {
    SmallVector<Type> results;
    for (Type type : function.getFunctionType().getResults()) {
      auto tensor = dyn_cast<RankedTensorType>(type);
      results.push_back(tensor ? ttg::withLayout(tensor, classes.defaultLayout(type)) : type);
    }
    TypeRange inputs = function.isExternal() ? TypeRange(function.getArgumentTypes())
                                             : TypeRange(function.getBody().front().getArgumentTypes());
    function.setFunctionType(FunctionType::get(function.getContext(), inputs, results));
  }

  /// Users come after definitions, so one pass from the back suffices.
  void eraseUnusedCheap() {
    for (Operation *op : llvm::reverse(originals))
      if (op->use_empty())
        op->erase();
  }

  tt::FuncOp function;
  ThreadShape threads;
  AxisInfoAnalysis axes;
  LayoutClasses classes;
  llvm::DenseMap<std::pair<Value, Attribute>, Value> versions;
  SmallVector<Operation *> originals;
};

struct AssignLayoutsPass : tritonc::impl::AssignLayoutsBase<AssignLayoutsPass> {
  using AssignLayoutsBase::AssignLayoutsBase;

  void runOnOperation() override {
    ModuleOp module = getOperation();
    llvm::Expected<Target> machine = parseTarget(target);
    if (!machine) {
      module.emitError() << llvm::toString(machine.takeError());
      return signalPassFailure();
    }
    Builder builder(&getContext());
    module->setAttr(ttg::numWarpsAttrName(), builder.getI32IntegerAttr(numWarps));
    module->setAttr(ttg::threadsPerWarpAttrName(), builder.getI32IntegerAttr(machine->warpSize));
    module->setAttr(ttg::numCtasAttrName(), builder.getI32IntegerAttr(numCtas));
    module->setAttr(ttg::targetAttrName(), builder.getStringAttr(machine->attrText()));
    ThreadShape threads{machine->warpSize, numWarps, numCtas, 128, &*machine};
    threads.matrix.allowWgmma = usesWarpGroups(*machine);
    // What the launch wishes for AMD's matrix instructions.
    if (auto rows = module->getAttrOfType<IntegerAttr>("ttg.matrix-instr-nonkdim"))
      threads.matrix.nonKDim = int(rows.getInt());
    if (auto pack = module->getAttrOfType<IntegerAttr>("ttg.kpack"))
      threads.matrix.kPack = int(pack.getInt());
    for (tt::FuncOp function : module.getOps<tt::FuncOp>()) {
      LayoutWriter writer(function, threads);
      if (failed(writer.run()))
        return signalPassFailure();
      numConversions += writer.conversions;
      numCopies += writer.copies;
    }
  }
};
} // namespace
